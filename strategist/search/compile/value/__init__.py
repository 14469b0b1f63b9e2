"""The value of a game: the least expected cost against a codemaker who knows the strategy and chooses the chances.

:mod:`~strategist.search.compile.value.value` finds it by column generation.
"""
