"""Several boards at once: advice, play by heuristics, and the least total and its tree for small lists."""
