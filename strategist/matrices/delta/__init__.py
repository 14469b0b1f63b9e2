"""DELTA, the format for descriptions of taxa by Dallwitz, Paine and Zurcher: read for keys, and written."""
