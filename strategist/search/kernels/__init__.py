"""Compiled code over responses: cells of all guesses at once, scores, symmetry, and growing heuristic trees.

It knows arrays, and of games little more than their responses. It imports ``common``, ``model`` and ``choosing``.
"""
