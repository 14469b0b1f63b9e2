"""The scores of guesses by heuristics, without chances and with them."""
