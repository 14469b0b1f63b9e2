"""Strategies that follow a written procedure, each from an article, and their common base."""
