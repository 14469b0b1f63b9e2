"""A look at a table before anything is compiled: what it holds, what is useless in it, and what a key would cost."""
