"""First guesses that ship, with what they take."""
