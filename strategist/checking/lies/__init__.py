"""Where answers may be false: two checkers of certificates."""
