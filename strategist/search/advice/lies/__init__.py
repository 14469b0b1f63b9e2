"""Advice where answers may be false: questions by Berlekamp's weights, and what they take at worst."""
