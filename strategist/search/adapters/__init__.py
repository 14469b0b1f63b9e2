"""Adapters: how the search gets the responses of one kind of game. The README of this folder is the contract."""
