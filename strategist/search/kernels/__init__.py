"""Compiled code over responses: the cells of all guesses at once, scores, symmetry, and growing heuristic trees."""
