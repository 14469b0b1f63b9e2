"""Best trees by the costs of their paths, where answers have costs or limits, or the greatest cost counts."""
