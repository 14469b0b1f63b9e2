"""What any room may need: errors, the texts of messages, numbers, files as a whole, hooks and plug-ins.

It knows nothing of games. It imports no other room, and no library until it is used.
"""
