"""The files that strategist writes and reads: strategies, certificates, traces; the library; following a strategy.

It knows formats, and trusts nothing that it reads. It imports ``common``, ``model`` and ``games``.
"""
