"""Matrices of taxa and characters in the formats in which people keep them: DELTA, NEXUS, SDD, workbooks.

It knows no games: ``games.tables`` makes a game of a matrix.
"""
