"""Games whose questions are sets: a hidden number among some, a positive specimen in a pool."""
