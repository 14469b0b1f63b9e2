"""What the threads of a search for keys share, and runs that follow each other."""
