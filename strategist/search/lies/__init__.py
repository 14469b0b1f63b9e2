"""The exact search where answers may be false: the least depth, over secrets and ways of lying.

``search_lies`` is the entrance, ``plain_lies`` the specification. ``by_numbers`` decides games in which any set of
secrets may be asked.
"""
