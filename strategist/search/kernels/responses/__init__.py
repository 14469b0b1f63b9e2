"""Responses of many secrets or guesses at once, for codes of pegs and for tables."""
