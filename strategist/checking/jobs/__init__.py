"""How the work of a check is shared."""
