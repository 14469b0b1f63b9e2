"""Games in the terminal. Nothing here imports the search."""
