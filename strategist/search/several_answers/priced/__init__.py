"""Trees of the least error: what they get wrong, and a price for each of their questions."""
