"""Decision trees by the conventions of scikit-learn: rows of a table are secrets, their labels are what is asked for.

A fit compiles the tree of a strategy; it can prune it, and prove how good it is.
"""
