"""The search for the least chance of a wrong name, or the fewest tests, where tests of pools err."""
