"""The tree of a heuristic, grown by one compiled call, and which guesses the rules allow there."""
