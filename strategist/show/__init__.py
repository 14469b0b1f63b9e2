"""What people and other programs get to see of a strategy: reports, pictures, notebooks, other formats."""
