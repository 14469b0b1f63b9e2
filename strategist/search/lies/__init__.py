"""The exact search where answers may be false: the least depth, over secrets and ways of lying.

``prove.py`` is the entrance, ``plain_lies.py`` the specification.
"""
