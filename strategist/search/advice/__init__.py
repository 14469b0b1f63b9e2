"""Advice at a position: rankings, explanations, reviews, openings; many seeds of a strategy; warming up.

It imports ``search.compile`` and what is below it.
"""
