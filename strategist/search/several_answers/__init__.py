"""The search for trees of games in which answers may be one of several, and for trees with the fewest questions.

``README.md`` here says what the search relies on. ``plain_several`` is the specification, ``search_several`` the
entrance.
"""
