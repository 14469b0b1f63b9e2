"""How strategies choose guesses: heuristics, written procedures, draws, searches. Plain Python, no NumPy."""
