"""The contracts of games and solitaires, and the values that all rooms share: trees, figures, specs, symmetries,
objectives, goals.

It imports ``common`` alone.
"""
