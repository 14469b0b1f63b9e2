"""Any strategy compiled into its complete decision tree.

It imports ``search.run``, ``search.growing`` and ``cluster``. This is the door of the search.
"""
