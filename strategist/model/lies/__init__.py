"""Answers that may be false: what a liar may say, and who can still be the secret after it."""
