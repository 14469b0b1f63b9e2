"""The search: responses in bulk, partitions, heuristics, and the compilation of strategies.

Only this part needs NumPy and Numba. It is imported when a search is first needed.
"""

from strategist.common.extras import require

require("numpy", "numba")
