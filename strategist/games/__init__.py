"""The rule sets, one family per folder, and the catalog of the known games. Plain Python, without NumPy.

It imports ``common`` and ``model``. Chances and announcements are for games of every family.
"""
