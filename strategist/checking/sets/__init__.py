"""Claims about sets of secrets: where each secret has one answer to each question."""
