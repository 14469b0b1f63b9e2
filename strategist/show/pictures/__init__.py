"""Pictures of trees, lines of moves and histograms, drawn by matplotlib, which is imported when the first is drawn."""
