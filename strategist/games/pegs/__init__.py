"""Mastermind, Bulls and Cows, Grand Mastermind: codes of symbols, how they are written and how they are answered."""
