"""What secrets cost by the number of the guess that finds them."""
