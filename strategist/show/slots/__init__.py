"""What is at each slot of a tree, for all who show trees: who is left, how likely, and the paths that lead there."""
