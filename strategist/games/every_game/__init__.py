"""Parameters of every game: chances, lies, and where knowing the secret is enough, announcements."""
