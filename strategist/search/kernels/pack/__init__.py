"""Machine code that comes with the package, so that common work compiles nothing."""
