"""Whether a file is true: trees replayed against every secret, lower bounds checked by their certificates.

It imports nothing of the search, which it need not trust: ``common``, ``model``, ``games`` and ``files`` alone.
"""
