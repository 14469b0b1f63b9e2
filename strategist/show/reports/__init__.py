"""Reports on what a command found: figures of a strategy, its first levels, comparisons, the library, game values."""
