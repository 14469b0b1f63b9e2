"""Games in the terminal. The search is imported for a hint that needs it, and not before; colors on a terminal only.

It imports ``show``, and all that is below it.
"""
