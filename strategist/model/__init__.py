"""The contracts of games and solitaires, and the values that all rooms share: trees, figures, specs, symmetries.

It imports ``common`` alone.
"""
