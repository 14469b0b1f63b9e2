"""The files that strategist writes and reads: strategies, certificates, and what both have in common."""
