"""Games in the terminal. The search is imported only for a hint that needs it; colors appear only on a terminal.

It imports ``show`` and the rooms below it.
"""
