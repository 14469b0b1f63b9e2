"""What is left to compile, told before it begins."""
