"""The views of a strategy for people and other programs: reports, pictures, notebooks, other formats."""
