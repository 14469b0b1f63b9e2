"""How a tree is replayed against every secret, by the rules alone: one class for each kind of answers."""
