"""What positions and guesses are worth, for rankings and reviews: by the tree of a heuristic, at best, or estimated."""
