"""Games given by a table of answers: how tables are read, checked and written, and the game that one makes."""
