"""Bounds of a guess by its number of cells, where nothing is at stake: secrets have no chances, questions no costs.

The tables of :mod:`~strategist.search.bounds.counting` say what a set costs at least by its size; here they bound a
guess of which only the number of cells is known.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.numba.jit import borrowing, inlined


@borrowing
def even_spread(
    even: NDArray[np.int64], unit: int, next_left: int, size: int, cells: int, candidate: bool, most: int
) -> int:
    """The least cost of a guess with ``cells`` cells, the solved one included; at most ``most``.

    ``even`` is ``int64[left + 1, secrets + 1]``, a table of least costs that is convex in the number of secrets. So by
    Jensen's inequality the sum over the cells is least where their sizes differ by one at most. A guess that is a
    ``candidate`` finds one of the ``size`` secrets and leaves the others to ``cells - 1`` cells.

    >>> even_spread(np.array([[0, 1, 3, 6]]), 1, 0, 5, 2, False, 1000)
    14
    """
    rest = size - candidate
    others = cells - candidate
    if others == 0:
        return unit * size if rest == 0 else most
    low, larger = divmod(rest, others)
    if even[next_left, low + (larger > 0)] >= most:
        return most
    cost = unit * size + (others - larger) * even[next_left, low]
    if larger:
        cost += larger * even[next_left, low + 1]
    return min(cost, most)


@inlined
def questions_below(size: int, cells: int, responses: int) -> int:
    """The fewest questions that tell ``size`` announced secrets apart once they stand in ``cells`` cells.

    A question splits one cell into at most ``responses - 1`` others, so it adds at most ``responses - 2`` to their
    number, and in the end there are as many cells as secrets.

    >>> questions_below(7, 3, 4)
    2
    """
    most_added = max(1, responses - 2)
    return (size - cells + most_added - 1) // most_added


@borrowing
def even_spread_of_question(
    even: NDArray[np.int64], unit: int, next_left: int, size: int, cells: int, responses: int, most: int
) -> int:
    """The least cost of a question with ``cells`` cells where secrets are announced; at most ``most``.

    ``even`` leaves out that there are questions enough to tell the secrets of a cell apart
    (:func:`~strategist.search.bounds.counting.even_questions`): a ``unit`` for each comes on top of
    :func:`even_spread`.
    """
    cost = even_spread(even, unit, next_left, size, cells, False, most)
    return min(cost + unit * questions_below(size, cells, responses), most)
