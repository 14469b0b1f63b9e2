"""Objectives as chains of searches, good trees before the proof, the tree at the end; all trees, as the specification.

It imports ``search.certify``, ``search.tasks`` and what is below them.
"""
