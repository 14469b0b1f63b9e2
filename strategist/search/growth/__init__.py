"""Heuristic trees that the machines of a cluster grow."""
