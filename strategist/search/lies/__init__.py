"""Exact searches where answers may be false."""
