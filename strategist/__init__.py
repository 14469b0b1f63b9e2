"""strategist: compile, verify and play complete decision trees for games of deduction.

The names here are loaded when they are first used, so that ``import strategist`` stays light.
"""
