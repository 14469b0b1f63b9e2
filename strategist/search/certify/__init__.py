"""Writing certificates: the evidence for the lower bound of a search, in the form that ``checking`` reads.

It imports ``search.tasks``, ``search.exact`` and, for the counts that checkers make, ``checking``.
"""
