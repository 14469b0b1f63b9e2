"""What secrets cost by the number of the guess that finds them, and what trees cost by their questions and answers."""
