"""The ways to play: who guesses, who answers, who watches."""
