"""The commands of the command line, by subject.

They parse, call and print. They import any room; the search when a command needs it.
"""
