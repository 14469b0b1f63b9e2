"""What a set of secrets costs at least, before any search: one file for each regime, and ``regime`` chooses.

The README lists the bounds: of what, why, and from whom. It imports ``search.state`` and ``search.kernels``.
"""
