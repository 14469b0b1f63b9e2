"""What follows from a tree: where secrets stand in it, and its figures."""
