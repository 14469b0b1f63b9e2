"""Proofs carried out by other processes: what is searched, as a value, and the workers on the other side.

It imports ``search.tasks``, and knows nothing of how processes talk to each other.
"""
