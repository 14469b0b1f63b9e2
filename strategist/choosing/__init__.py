"""How a guess is chosen: heuristics, written procedures, draws, and what is searched for. Plain Python, no NumPy."""
