"""Checks the proof of a least total for several boards by the rules alone."""
