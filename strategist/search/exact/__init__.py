"""Branch and bound over decision trees, in compiled code, recursion included; refuting by cores.

``solve`` is the recursion, in numbered steps; each step that needs no recursion is a function of another file. It
imports ``search.bounds``, ``search.state`` and ``search.kernels``, and nothing of any game.
"""
