"""Games given by a table of answers: reading CSV files in any layout, and the game that a table makes."""
