"""Why a guess: what it leaves, in figures and in words, beside other guesses."""
