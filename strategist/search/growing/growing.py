"""Grow the tree of a heuristic by all threads.

Positions do not know of each other. While a position is large, the threads divide its guesses among them. Positions
that are smaller are handed out whole, the largest first, and their trees are put into place at the end. So the tree
does not depend on the number of threads, nor on which of them was faster.

No array is as large as secrets times guesses. :func:`growth_bytes` says what there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.draws import draw, mix
from strategist.choosing.heuristics import Heuristic, Strategy
from strategist.common.errors import TooLargeError
from strategist.common.memory_sizes import MEGABYTE, format_size
from strategist.common.wording import counted
from strategist.model.game import Game
from strategist.search.adapters.registry import adapter_of
from strategist.search.kernels.cells.circuit import BLOCK_GUESSES, MOST_PEGS
from strategist.search.kernels.growth.grow import FIRST, Plan, build_planes, grow, list_guesses_at, score_part
from strategist.search.kernels.growth.slots import Grown
from strategist.search.kernels.growth.ties import CELLS, DRAWN, HIGHEST
from strategist.search.kernels.numba.jit import DONE, HALT
from strategist.search.kernels.responses.responses import BLOCK, Source, responses_of
from strategist.search.kernels.scores.scores import MOST_PARTS
from strategist.search.kernels.scores.weighed_scores import EXPECTED_LEFT
from strategist.search.kernels.symmetry.same_guesses import Group
from strategist.search.state.memory import resident_bytes
from strategist.search.state.options import Options

LEAST_WORK = 1 << 28
"""Pairs of a guess and a candidate: with fewer, a position is not divided. They take some hundredth of a second."""

_WORD = (1 << 64) - 1

_TREE_BYTES = 260
"""What a secret takes in a tree: in the stacks and slots of kernels, in Python's lists, in the columns of a file."""
_LOGARITHM_BYTES = 120
"""What a size of cells takes in ``weighted_logs``, temporary lists included."""
_THREAD_BYTES = 4 * MEGABYTE
_SLACK = 24 * MEGABYTE


Scores = Callable[[int, NDArray[np.int64]], NDArray[np.int64]]
"""The scores of guesses by a rule, and by the costs of all questions if they count; no costs if they do not."""


class GrowthArrays(NamedTuple):
    """What all positions of one game have in common, and how many threads work on them."""

    source: Source
    group: Group
    control: NDArray[np.int64]
    """As in :mod:`~strategist.search.kernels.numba.jit`."""
    jobs: int


class Branching(NamedTuple):
    """A position that was divided: its guess, a mask of the responses, and what stands behind each, ascending."""

    guess: int
    mask: NDArray[np.uint64]
    behind: list[Branching | Future[Grown]]


class _Grower:
    def __init__(self, ground: GrowthArrays, plan: Plan, pool: ThreadPoolExecutor, least_work: int) -> None:
        self.ground = ground
        self.pool = pool
        self.least_work = least_work
        self.planes, self.plane_rows = build_planes(ground.source, plan.rule < EXPECTED_LEFT)
        self.small: list[tuple[Plan, NDArray[np.int32], Future[Grown]]] = []

    def divide(self, plan: Plan, candidates: NDArray[np.int32]) -> Branching | Future[Grown]:
        """The tree from one position on, or the place where it will be."""
        work = len(candidates) * self.ground.source.question_count
        if not is_divided(plan, len(candidates), work, self.least_work) or self.ground.control[HALT]:
            place: Future[Grown] = Future()
            self.small.append((plan, candidates, place))
            return place
        guess = plan.opening if plan.opening >= 0 else self._choose(plan, candidates)
        mask, cells = cells_after(self.ground, plan, guess, candidates)
        return Branching(guess, mask, [self.divide(after, cell) for _, after, cell in cells])

    def grow_small(self) -> None:
        """Grow the trees of all positions that were not divided; the largest first, so that no thread is left alone."""
        source, group, control, _ = self.ground

        def grow_one(plan: Plan, candidates: NDArray[np.int32], place: Future[Grown]) -> None:
            place.set_result(grow(source, group, plan, self.planes, self.plane_rows, candidates, control))

        waiting = [self.pool.submit(grow_one, *each) for each in sorted(self.small, key=lambda each: -len(each[1]))]
        for done in waiting:
            done.result()

    def _choose(self, plan: Plan, candidates: NDArray[np.int32]) -> int:
        source = self.ground.source
        guesses, possible = list_guesses_at(source, self.ground.group, plan, candidates)
        announces = source.guess_of_secret[0] >= source.question_count
        likely = np.empty(0, dtype=np.bool_) if announces else possible

        def scores(rule: int, costs: NDArray[np.int64]) -> NDArray[np.int64]:
            return self._scores(plan, rule, costs, guesses, candidates)

        return best_guess(plan, int(plan.key), guesses, likely, scores)

    def _scores(
        self,
        plan: Plan,
        rule: int,
        costs: NDArray[np.int64],
        guesses: NDArray[np.int32],
        candidates: NDArray[np.int32],
    ) -> NDArray[np.int64]:
        source, _, control, jobs = self.ground
        weights, chances, planes = plan.weights, plan.chances, (self.planes, self.plane_rows)
        blocks = -(-len(guesses) // BLOCK_GUESSES)
        # Some parts more than threads: another program may slow one of them down.
        size = BLOCK_GUESSES * max(1, -(-blocks // (4 * jobs)))

        def score(first: int) -> NDArray[np.int64]:
            part = guesses[first : first + size]
            return score_part(source, rule, weights, *planes, part, candidates, chances, costs, control)

        return np.concatenate(list(self.pool.map(score, range(0, len(guesses), size))))


def is_divided(plan: Plan, candidates: int, work: int, least_work: int) -> bool:
    """Whether the threads divide the work at a position: ``work`` is its pairs of a guess and a candidate."""
    return plan.rule < FIRST and plan.turns > 0 and candidates > 1 and work >= least_work


def cells_after(
    ground: GrowthArrays, plan: Plan, guess: int, candidates: NDArray[np.int32]
) -> tuple[NDArray[np.uint64], list[tuple[int, Plan, NDArray[np.int32]]]]:
    """The responses to a guess at a position, as a mask; and of each but the solved one the plan and the candidates."""
    source = ground.source
    answers = responses_of(source, guess, candidates)
    mask = np.zeros((1, (source.response_count + 63) // 64), dtype=np.uint64)
    cells = []
    for response in np.unique(answers).tolist():
        mask[0, response >> 6] |= np.uint64(1) << np.uint64(response & 63)
        cell = candidates[answers == response]
        if response == source.response_count - 1:
            ground.control[DONE] += len(cell)
        else:
            cells.append((response, plan_after(plan, source, guess, response), cell))
    return mask, cells


def plan_after(plan: Plan, source: Source, guess: int, response: int) -> Plan:
    """The plan behind a guess and its response."""
    return plan._replace(
        past=np.append(plan.past, np.int32(guess)),
        key=np.uint64((int(plan.key) + mix(guess * source.response_count + response)) & _WORD),
        opening=-1,
        turns=plan.turns - 1,
    )


def best_guess(
    plan: Plan,
    key: int,
    guesses: NDArray[np.int32],
    likely: NDArray[np.bool_],
    scores: Scores,
) -> int:
    """The guess of the least score, with ties as ``plan`` breaks them; ``best_of`` in
    ``kernels/growth/ties.py`` does the same.

    The arguments are those of :func:`leaders` and :func:`chosen`.
    """
    return chosen(plan, key, leaders(plan, guesses, likely, scores)[1])


def leaders(
    plan: Plan, guesses: NDArray[np.int32], likely: NDArray[np.bool_], scores: Scores
) -> tuple[tuple[int, ...], NDArray[np.int32]]:
    """The guesses that come first, ascending, and by what: the less the better.

    ``scores`` gives the scores of ``guesses``, which ascend, by a rule, and by costs or none. ``likely`` marks the
    candidates, which come first among equals; it is empty where none comes first.
    """
    order: list[NDArray[Any]] = [scores(plan.rule, plan.costs)]
    if plan.ties == CELLS:
        order.append(scores(MOST_PARTS, plan.costs[:0]))
    if len(likely):
        order.append(~likely)
    least = []
    for number in range(len(order)):
        least.append(int(order[number].min()))
        kept = order[number] == least[-1]
        guesses = guesses[kept]
        order = [each[kept] for each in order]
    return tuple(least), guesses


def chosen(plan: Plan, key: int, guesses: NDArray[np.int32]) -> int:
    """One of the guesses that come first, ascending, as ``plan`` breaks ties; ``key`` is that of the history."""
    if plan.ties == HIGHEST:
        return int(guesses[-1])
    return int(guesses[draw(key, 0) % len(guesses) if plan.ties == DRAWN else 0])


def grow_tree(ground: GrowthArrays, plan: Plan, candidates: NDArray[np.int32], least_work: int = LEAST_WORK) -> Grown:
    """The complete tree of a heuristic over ``candidates``, ascending.

    Positions of at least ``least_work`` pairs of a guess and a candidate are divided among the threads, if there are
    several. A stop leaves the tree undefined.
    """
    source, group, control, jobs = ground
    if jobs == 1 or plan.rule >= FIRST or len(candidates) * source.question_count < least_work:
        return grow(source, group, plan, *build_planes(source, plan.rule < EXPECTED_LEFT), candidates, control)
    with ThreadPoolExecutor(jobs, thread_name_prefix="strategist-grow") as pool:
        grower = _Grower(ground, plan, pool, least_work)
        tree = grower.divide(plan, candidates)
        grower.grow_small()
    return assembled(tree)


def assembled(tree: Branching | Future[Grown]) -> Grown:
    """The slots of a whole tree from its pieces."""
    parts = list(_parts(tree, 0))
    return Grown(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def _parts(tree: Branching | Future[Grown], depth: int) -> Iterator[Grown]:
    """The slots of a tree from the top, in pieces that follow each other."""
    if isinstance(tree, Future):
        grown = tree.result()
        yield Grown(grown.guesses, grown.depths + np.int32(depth), grown.masks)
        return
    yield Grown(np.array([tree.guess], dtype=np.int32), np.array([depth], dtype=np.int32), tree.mask)
    for each in tree.behind:
        yield from _parts(each, depth + 1)


def growth_bytes(game: Game, candidates: int, jobs: int, *, scoring: bool) -> int:
    """The bytes that growing a tree takes beside what the process holds already: two or three times what was measured.

    ``scoring`` says that the strategy scores guesses. Nothing here is proportional to secrets times guesses except the
    table of a game whose responses are not computed.

    >>> from strategist.games.catalog import make_game
    >>> growth_bytes(make_game("mastermind(6,9)"), 531441, 2, scoring=True) < 10**9
    True
    """
    guesses, secrets = game.question_count, len(game.secrets)
    adapter = adapter_of(game)
    needed = adapter.source_bytes(candidates) + _TREE_BYTES * candidates + jobs * (_THREAD_BYTES + 4 * guesses)
    if not scoring:
        return needed
    needed += _LOGARITHM_BYTES * secrets + jobs * 9 * guesses
    if game.symmetry is not None:
        places = len(game.spelled(game.guesses[0]))
        needed += 8 * (places + 2) * secrets
        if adapter.planes:
            rows = 2 * places * sum(map(len, game.symmetry.symbols)) + 1
            needed += rows * guesses // 8 + 8 * MOST_PEGS * secrets + jobs * guesses
    needed += jobs * 6 * BLOCK * game.response_count
    return needed + (jobs * 16 * BLOCK * game.response_count if game.weights is not None else 0)


def refuse_beyond(options: Options, game: Game, strategy: Strategy, candidates: int) -> None:
    """Raise :class:`~strategist.common.errors.TooLargeError` if growing a tree may take more memory than the options
    allow."""
    cap, jobs = options.memory, options.jobs
    if cap is None:
        return
    least = resident_bytes() + growth_bytes(game, candidates, jobs, scoring=isinstance(strategy, Heuristic)) + _SLACK
    if least > cap:
        raise TooLargeError(
            f"memory: expected at least {format_size(least)} for this tree by {counted(jobs, 'thread')}, "
            f"got {format_size(cap)}"
        )
