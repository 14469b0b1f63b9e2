"""Files that hold both players' best mixtures: trees for the codebreaker, chances for the codemaker.

:mod:`~strategist.files.mixtures.mixture` describes the file.
"""
