"""Reports on mixtures: the value of a game, the trees that are drawn, and how the codemaker hides secrets."""
