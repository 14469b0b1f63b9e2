"""Everything that thinks: responses in bulk, partitions, heuristics, and the compilation of strategies.

This is the only part that needs NumPy and Numba; it is imported when a search is first asked for.
"""
