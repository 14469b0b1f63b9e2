"""The exact search: which trees are best, and why there is no better one."""
