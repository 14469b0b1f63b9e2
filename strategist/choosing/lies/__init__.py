"""How heuristics choose where answers may be false."""
