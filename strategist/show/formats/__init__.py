"""A strategy in the formats of other programs and as a printed key: graphs, tables, paths."""
