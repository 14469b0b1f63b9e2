"""What the cells of a table may hold: states, signs for unknown ones, numbers that become questions."""
