"""Pictures of trees, lines of moves and histograms. Matplotlib is imported when the first one is drawn."""
