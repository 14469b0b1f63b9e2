"""Players of one's own over all secrets: what they take beside the best possible play, and which moves cost most."""
