"""The rule sets, one family per file. Plain Python, without NumPy."""
