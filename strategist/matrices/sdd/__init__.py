"""SDD, Structured Descriptive Data 1.1 (TDWG 2006, https://github.com/tdwg/sdd): descriptions of taxa in XML."""
