"""Adapters: how the search gets the responses of one kind of game. The README of this folder is the contract.

It imports ``search.kernels``, and of the games those that have kernels.
"""
