"""Which guesses are the same guess: after a history, and at a set of candidates."""
