"""The threads of one search, and the processes that help: all of them search the same.

It imports ``search.exact`` and what is below it. What is proven goes to the ledger, from there to all.
"""
