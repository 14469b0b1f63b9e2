"""Branch and bound over decision trees, in compiled code, recursion included; refuting by cores.

It imports ``search.bounds``, ``search.state`` and ``search.kernels``, and nothing of any game.
"""
