"""Compiled code over responses: cells of all guesses at once, scores, symmetry, and the growth of heuristic trees."""
