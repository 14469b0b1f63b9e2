"""Several boards at once: advice, play by heuristics, and the least total for small lists."""
