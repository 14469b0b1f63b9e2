"""The commands of the command line, by subject.

They parse, call and print. They may import any room, and import the search only when a command needs it.
"""
