"""What commands do with several boards at once."""
