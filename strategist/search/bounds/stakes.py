"""What secrets and questions count in a search for the least expected cost, where they do not all count alike.

A question q that is asked while the secrets S are left costs ``unit·|S| + scale·cost(q)·Σ weight(s)``: ``unit`` is what
the total counts in this search, ``scale`` what the expected cost counts. Where nothing has chances or costs there are
no stakes: the empty tuple :data:`NO_STAKES`. Compiled code is made anew for each of the two types, so a search without
stakes holds no instruction for them (:mod:`~strategist.search.bounds.regime`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.common.errors import TooLargeError
from strategist.model.game import Game
from strategist.search.bounds.counting import even_questions, least_costs, least_questions
from strategist.search.kernels.numba.borrowed import by_reference
from strategist.search.kernels.numba.jit import inlined
from strategist.search.state.problem import INFEASIBLE, INFEASIBLE_AT_STAKE

SHARES = 1 << 20
"""What all shares of secrets add up to, about: estimates of a guess stay below 2³⁹."""
_FINE = 1024
_MOST_DEAR = 1 << 16


@by_reference
class Stakes(NamedTuple):
    """The arrays by secret and by question of one search; ``int64``. Secrets stand for their places in the search.

    ``weights[secret]``: ``scale`` times the chance of the secret. ``asking[question]``: the cost of a question, at
    least ``cheapest``; ``uniform`` if all are equal. ``worth[secret]``: what one more question costs at least while
    this secret is not known, ``unit + cheapest·weight``. ``leaf[secret]``: what finding it costs once no other is left,
    0 where secrets are announced (``announces``).

    ``rounds`` counts questions. Where secrets are guessed, ``rounds[k]`` is the number of guesses that must come before
    the one that finds the (k + 1)-th secret of any set, in whatever order they are found. Where they are announced,
    ``rounds[n]`` is the least total of n secrets, and ``even`` is the convex table below it
    (:mod:`~strategist.search.bounds.counting`).

    ``gone[secret]`` is what it costs that a secret is not found within the limit, beyond the questions asked:
    ``gone_each`` and ``gone_weight`` times its weight. It is empty where no secret may be lost.

    ``of_size[n]``, where all secrets weigh the same: what n of them cost at least beside their leaves; empty where they
    do not.

    Where it is enough to know the class of a secret (``by_class``), ``kind[secret]`` is its class, one of ``kinds``.
    Without classes ``kind`` is empty.

    For estimates only: ``share[secret]`` is its part of everything, and ``dear[question]`` the cost of a question in
    parts of 1024 of the average one.
    """

    weights: NDArray[np.int64]
    asking: NDArray[np.int64]
    worth: NDArray[np.int64]
    leaf: NDArray[np.int64]
    rounds: NDArray[np.int64]
    even: NDArray[np.int64]
    of_size: NDArray[np.int64]
    share: NDArray[np.int64]
    dear: NDArray[np.int64]
    gone: NDArray[np.int64]
    gone_each: int
    gone_weight: int
    kind: NDArray[np.int32]
    kinds: int
    by_class: bool
    cheapest: int
    uniform: bool
    announces: bool
    scale: int


NO_STAKES: tuple[()] = ()


@inlined
def never(stakes: Any) -> int:
    """The cost that stands for *impossible* in a search with or without stakes.

    >>> never(NO_STAKES) == INFEASIBLE
    True
    """
    if len(stakes) == 0:
        return INFEASIBLE
    return INFEASIBLE_AT_STAKE


def make_stakes(
    game: Game,
    weights: NDArray[np.int64],
    costs: NDArray[np.int64],
    question_of_secret: NDArray[np.int32],
    unit: int,
    scale: int,
    room: NDArray[np.int64] | None,
    kind: NDArray[np.int32] | None = None,
    gone: tuple[int, int] = (0, 0),
) -> Stakes:
    """The stakes of a search of ``game`` among secrets with ``weights``, by questions with ``costs``.

    ``question_of_secret`` names the question that finds each secret, where secrets are guessed, and ``room`` is that of
    :func:`~strategist.search.bounds.counting.least_costs`. ``kind`` is the class of each secret, if they have classes.
    ``gone`` is what a lost secret costs, for each and for its weight; zeros where none may be lost. Raises
    :class:`~strategist.common.errors.TooLargeError` if a bound of all secrets does not fit.
    """
    count, branches = len(weights), game.response_count - 1
    cheapest = int(costs.min(initial=2**31 - 1))
    most = (unit * count + scale * int(costs.max(initial=0)) * int(weights.sum())) * max(2, count.bit_length() + 1)
    if not game.announces:
        table = least_costs(count, branches, 1, 0, None, room)[0]
        rounds = np.append(np.maximum(np.diff(table) - 1, 0), 0)
        rounds[:-1][table[1:] >= INFEASIBLE] = 0
        even = np.zeros(0, dtype=np.int64)
        most = max(most, (unit * count + scale * int(costs.max()) * int(weights.sum())) * (int(rounds.max()) + 2))
    else:
        rounds, even = (make(count, branches, 1, 0, None)[0] for make in (least_questions, even_questions))
    most += gone[0] * count + gone[1] * int(weights.sum())
    if most >= INFEASIBLE_AT_STAKE:
        raise TooLargeError(
            f"{game.spec}: costs of up to {most} do not fit in the search, at most {INFEASIBLE_AT_STAKE}"
        )
    scaled = scale * weights
    worth = unit + cheapest * scaled
    leaf = np.zeros(count, dtype=np.int64) if game.announces else unit + costs[question_of_secret] * scaled
    total = max(1, int(worth.sum()))
    kinds = np.zeros(0, dtype=np.int32) if kind is None else kind
    of_size = np.zeros(0, dtype=np.int64)
    if kind is None and (weights == weights[0]).all():
        of_size = worth[0] * (rounds if game.announces else np.append(0, np.cumsum(rounds[:-1])))
    return Stakes(
        weights=scaled,
        asking=costs,
        worth=worth,
        leaf=leaf,
        rounds=rounds,
        even=even,
        of_size=of_size,
        share=np.array([max(1, each * SHARES // total) for each in worth.tolist()], dtype=np.int64),
        dear=np.minimum(_FINE * costs // max(1, int(costs.sum()) // max(1, len(costs))), _MOST_DEAR),
        gone=gone[0] + gone[1] * weights if any(gone) else np.zeros(0, dtype=np.int64),
        gone_each=gone[0],
        gone_weight=gone[1],
        kind=kinds,
        kinds=int(kinds.max(initial=-1)) + 1,
        by_class=kind is not None,
        cheapest=cheapest,
        uniform=cheapest == int(costs.max(initial=0)),
        announces=game.announces,
        scale=scale,
    )
