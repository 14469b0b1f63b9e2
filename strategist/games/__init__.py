"""The rule sets, one family a file. Plain Python, without NumPy."""
