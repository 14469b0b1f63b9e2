"""The replay of trees where answers may be false."""
