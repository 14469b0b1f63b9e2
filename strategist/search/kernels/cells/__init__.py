"""The cells of a guess: how many there are, and how many candidates are in each, for 512 guesses at once."""
