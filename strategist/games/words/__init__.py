"""Wordle, word Mastermind, Jotto: lists of words, where they come from, and how a word is answered."""
