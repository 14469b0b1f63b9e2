"""Many games at once: which guesses the rules allow in each, and the conventions of Gymnasium."""
