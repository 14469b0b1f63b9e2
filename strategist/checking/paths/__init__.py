"""Checking certificates of costs of paths."""
