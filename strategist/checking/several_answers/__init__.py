"""Where a secret may give one of several answers, and couplets are counted: two checkers of certificates."""
