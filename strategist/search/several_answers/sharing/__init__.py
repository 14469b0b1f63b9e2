"""What a run of a search for several answers shares with other runs and other processes."""
