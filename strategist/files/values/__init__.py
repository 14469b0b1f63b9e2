"""Files of what positions cost: their format, a reader that maps them, and a plain one."""
