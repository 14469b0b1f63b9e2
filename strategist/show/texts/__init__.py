"""How things are put in texts: names, numbers in their units, chances, bars, and the words of each kind of answers."""
