"""What checks games in which answers may be one of several."""
