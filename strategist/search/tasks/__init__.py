"""A proof divided into tasks, and who carries them out: the threads of this process, or others.

It imports ``search.exact`` and what is below it. What is proven goes to the ledger, from there to all.
"""
