"""What the file of a mixture shows: the trees replayed, and both bounds of the value, in exact fractions."""
