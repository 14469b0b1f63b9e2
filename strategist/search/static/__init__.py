"""Questions fixed in advance and asked all at once: as few as tell all secrets apart."""
