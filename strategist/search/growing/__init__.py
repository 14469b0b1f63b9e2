"""The trees of heuristics, grown by the threads of this process; what runs in plain Python instead.

It imports ``search.state``, ``search.adapters`` and ``search.kernels``, and knows nothing of proofs.
"""
