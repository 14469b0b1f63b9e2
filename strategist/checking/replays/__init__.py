"""How a tree is replayed against every secret, by the rules alone: plainly and in bulk, for each kind of answers."""
