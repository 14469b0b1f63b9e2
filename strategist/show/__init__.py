"""The views of a strategy for people and other programs: reports, pictures, notebooks, other formats.

It changes nothing and searches nothing. It imports ``search.advice`` for the types of what it shows.
"""
