"""Write down the tree that a search has found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.model.tree import GIVE_UP, Claims, DecisionTree
from strategist.model.trees.figures import claims_of
from strategist.search.exact.order import HISTORY_TELLS
from strategist.search.state.problem import Problem, Scratch
from strategist.search.tasks.workers import Workers

_NONE = -2
"""No guess reaches what was expected."""
_PARTS_OF_A_THREAD = 4
"""Small sets are settled in so many parts for each thread, so that none ends long before the others."""


class Contradiction(RuntimeError):
    """A tree has another cost than the search said."""


def extract(workers: Workers, problem: Problem, opening: int, cost: int) -> DecisionTree | None:
    """The tree of least cost that begins with ``opening``; None if the extraction was interrupted, too.

    Every guess is the first of equals in the order of search, so the tree depends on exact costs only; the contents of
    the memo change only the time that it takes. ``cost`` is the cost that the search has found. Raises
    :class:`~strategist.common.errors.JournalError` if the tree has another cost and there is a journal, and
    :class:`Contradiction` without a journal.

    A round of a few guesses proves nothing, so what its journal says is not held against it: the tree may have another
    cost, or be None. Up to version 0.3, journals of a cluster may hold wrong costs of rounds that were cut short.
    """
    # A stop may have ended the search, but the tree that it found must still be written down.
    with workers.brake.held_open():
        tree = _grow(workers, problem, opening)
    if tree is None:
        return None
    found = cost_of(claims_of(workers.game, tree, workers.secrets), problem)
    if found != cost:
        if workers.journal is None:
            raise Contradiction(f"the tree costs {found}, the search said {cost}: this is a bug, please report it")
        if not problem.width:
            raise workers.journal.contradicted(f"the tree costs {found}, expected {cost}")
    return tree


def cost_of(claims: Claims, problem: Problem) -> int:
    """The cost of a tree in a search, from its figures ``claims``."""
    if tariff := problem.tariff:
        # Without a limit, the last number goes on.
        deeper = [tariff[-1]] * (claims.depth - len(tariff))
        return sum(
            int(count) * cost for count, cost in zip(claims.histogram, accumulate([*tariff, *deeper]), strict=False)
        )
    limit = problem.left
    last = claims.worst_count if problem.limited and claims.depth == limit else 0
    scale = problem.stakes.scale if problem.stakes else 0
    each, weight = problem.gone
    if claims.lost and problem.limited:
        mass = claims.lost if claims.weighed is None else claims.weighed.lost
        lost = claims.lost * (limit * problem.unit + each) + mass * (limit * scale + weight)
    else:
        lost = 0
    return int(problem.unit * claims.total + problem.extra * last + scale * claims.expected + lost)


class Slot(NamedTuple):
    """A position of the tree: the guesses on the way to it, and its candidates."""

    path: tuple[int, ...]
    candidates: NDArray[np.int32]


def _grow(workers: Workers, problem: Problem, opening: int) -> DecisionTree | None:
    def choose(level: Sequence[Slot]) -> list[int] | None:
        if workers.stopped():
            return None
        chosen = _best_guesses(workers, problem, level) if level[0].path else [opening]
        if _NONE in chosen and workers.journal is not None:
            if problem.width:
                return None
            raise workers.journal.contradicted("no guess reaches what was expected")
        return chosen

    return write_down(workers, choose)


def write_down(workers: Workers, choose: Callable[[Sequence[Slot]], list[int] | None]) -> DecisionTree | None:
    """The tree of all secrets whose guesses are chosen level by level; None if one of the choices is."""
    game, responses = workers.game, workers.game.response_count
    names = workers.guess_names.tolist()
    guesses: list[int] = []
    masks: list[int] = []
    level = [Slot((), workers.everything)]
    while level:
        chosen = choose(level)
        if chosen is None:
            return None
        asking: list[tuple[int, int, Slot]] = []
        for guess, slot in zip(chosen, level, strict=True):
            mask = 0
            if guess != GIVE_UP:
                if guess >= workers.source.question_count or (slot.path and workers.settled(slot.candidates)):
                    mask = 1 << (responses - 1)
                else:
                    asking.append((len(masks), guess, slot))
            guesses.append(names[guess] if guess != GIVE_UP else GIVE_UP)
            masks.append(mask)
        level = []
        for place, response, slot in _cells(workers, asking):
            masks[place] |= 1 << response
            if not game.solved(response):
                level.append(slot)
    return DecisionTree(guesses, masks, responses)


def _cells(workers: Workers, asking: Sequence[tuple[int, int, Slot]]) -> Iterator[tuple[int, int, Slot]]:
    """The cells of guesses at slots: the place of each slot, the response, and the slot below."""
    if not asking:
        return
    responses = workers.game.response_count
    sizes = [len(slot.candidates) for _, _, slot in asking]
    every = np.concatenate([slot.candidates for _, _, slot in asking])
    answers = workers.responses_each([guess for _, guess, _ in asking], every, sizes)
    keys = np.repeat(np.arange(len(asking)), sizes) * responses + answers
    # Within a cell, the order of the candidates stays.
    order = np.argsort(keys, kind="stable")
    every, keys = every[order], keys[order]
    starts = np.flatnonzero(np.diff(keys, prepend=-1))
    for start, end, key in zip(starts.tolist(), [*starts[1:].tolist(), len(keys)], keys[starts].tolist(), strict=True):
        which, response = divmod(key, responses)
        place, guess, slot = asking[which]
        yield place, response, Slot((*slot.path, guess), every[start:end])


def _best_guesses(workers: Workers, problem: Problem, level: Sequence[Slot]) -> list[int]:
    """The best guess at each slot of a level."""
    depth = len(level[0].path)
    left = max(0, problem.left - depth)
    chosen: list[int] = []
    unknown: dict[tuple[int, ...], list[int]] = {}
    large: list[int] = []
    # Sets whose histories do not matter are looked at in one call.
    told = len(problem.source.letters) > 0 or len(workers.past) + depth <= HISTORY_TELLS
    for place, (path, candidates) in enumerate(level):
        guess = _NONE
        settled = workers.settled(candidates)
        if problem.limited and left == 0 and not (workers.game.announces and settled):
            # No guess is left: without lost secrets, no tree exists.
            guess = GIVE_UP if any(problem.gone) else _NONE
        elif settled:
            guess = int(workers.source.guess_of_secret[candidates[0]])
        elif len(candidates) <= problem.known_size:
            # Candidates stand heaviest first.
            guess = int(workers.source.question_of_secret[candidates[0]])
        elif len(candidates) >= problem.marked_from:
            large.append(place)
        else:
            unknown.setdefault(path if told else (), []).append(place)
        chosen.append(guess)

    def settle(place: int, desk: Scratch) -> None:
        path, candidates = level[place]
        chosen[place] = _named(workers.settle(desk, problem, path, candidates, left))

    def settle_each(places: Sequence[int], desk: Scratch) -> None:
        sets = [level[place].candidates for place in places]
        for place, guess in zip(
            places, workers.settle_each(desk, problem, level[places[0]].path, sets, left), strict=True
        ):
            chosen[place] = _named(guess)

    # Each thread takes the next set, the largest first.
    large.sort(key=lambda place: -len(level[place].candidates))
    calls = [partial(settle, place) for place in large]
    for places in unknown.values():
        parts = min(len(places), _PARTS_OF_A_THREAD * len(workers.desks)) if len(workers.desks) > 1 else 1
        calls += [partial(settle_each, places[part::parts]) for part in range(parts)]
    workers.each_on_a_desk(calls)
    return chosen


def _named(guess: int) -> int:
    return guess if guess >= 0 else _NONE
