"""The search: responses in bulk, partitions, heuristics, and the compilation of strategies.

Only this part needs NumPy, and Numba where the pack does not hold what it calls. It is imported when a search is first
needed.
"""

from strategist.common.extras import require

require("numpy")
