"""The search for keys: trees of games in which answers may be one of several, and trees with the fewest questions.

``README.md`` here says what the search relies on. ``all_keys`` is the specification, ``search_keys`` the entrance.
"""
