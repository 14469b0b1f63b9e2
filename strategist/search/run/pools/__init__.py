"""The search for the least expected number of tests in pools: positions as sets of specimens that hold a positive."""
