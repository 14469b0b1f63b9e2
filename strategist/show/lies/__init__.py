"""Trees where answers may be false, for all who show them: who is left at each slot, and every way of lying."""
