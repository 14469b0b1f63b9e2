"""The trees of heuristics, grown by the machines of a cluster."""
