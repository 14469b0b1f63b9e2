"""A strategy as a module of other people's programs, in JavaScript or in Python, that depends on nothing."""
