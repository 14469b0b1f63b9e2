"""What the threads of a search for several answers share, and runs that follow each other."""
