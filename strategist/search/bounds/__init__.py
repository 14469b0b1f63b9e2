"""What a set of secrets costs at least, before any search: by counting, by spread, under chances.

It imports ``search.state`` and ``search.kernels``.
"""
