"""What a search works on, as arrays, and what it knows: the position, the problem, the memo, the journal.

It imports ``search.adapters`` and ``search.kernels``. It decides nothing.
"""
