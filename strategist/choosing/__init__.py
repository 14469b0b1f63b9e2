"""How strategies choose guesses: heuristics, written procedures, draws, searches. Plain Python, no NumPy.

It knows games by their contract alone. It imports ``common``, ``model`` and ``games``.
"""
