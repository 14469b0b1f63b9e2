"""Grow the complete tree of a built-in strategy in compiled code, depth-first on an explicit stack.

The method ``choose`` of the strategies in ``heuristics.py`` specifies the guess at each position; this file does the
same for all positions at once. It finds the best guess of a heuristic in one of three ways:

* *Few candidates, ties to the lowest index* (most positions). Score the candidates; one that tells all others apart
  ends the search. Otherwise count the cells of every guess by planes, and score only guesses whose number of cells
  could still beat the best, from the most cells downwards: n candidates in K cells score no better than n candidates
  spread evenly over K cells.
* *Many candidates, no planes, or chances and costs.* Score every guess that symmetry does not map to a lower one.
* *Other tie rules, or a sample of the guesses.* Score every guess, or the sample, then choose among the equals.

The work can be divided among threads (:mod:`~strategist.search.growing`): the scores of one position by
:func:`score_part`, and positions that do not know of each other by one :func:`grow` for each.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.heuristics import SAMPLED_BESIDE
from strategist.choosing.masses import WORST
from strategist.search.kernels.atomic import fetch_add
from strategist.search.kernels.circuit import BLOCK_WORDS
from strategist.search.kernels.jit import DONE, HALT, helper, inlined, kernel
from strategist.search.kernels.planes import (
    count_cells,
    guesses_at_level,
    level_count,
    make_plane_rows,
    make_planes,
    no_planes,
)
from strategist.search.kernels.responses import Source, respond_one
from strategist.search.kernels.restrict import list_permitted
from strategist.search.kernels.scores import (
    MOST_PARTS,
    Room,
    even_score,
    make_room,
    score_for_cost,
    score_list,
    score_one,
)
from strategist.search.kernels.slots import (
    SOLVED,
    TOP,
    Grown,
    add_branches,
    finished_growth,
    mix,
    next_slot,
    start_growth,
)
from strategist.search.kernels.symmetry import Group, reduce_guesses

FIRST, RANDOM = 10, 11
"""The rules that are not among the four heuristics of ``partition.py``."""

LOWEST, HIGHEST, DRAWN, CELLS = 0, 1, 2, 3
"""Tie rules."""

HANDFUL = 16
"""Up to this number of candidates, scoring them one by one beats the vectors."""

SCORED_BY_PLANES = 128
"""Up to this number of candidates the planes pay off: their filter leaves few guesses to score (scripts/bench)."""

SYMMETRY_PAYS = 1024
"""From this number of candidates on, symmetries are looked for after more than two guesses, too: finding the images of
a guess takes as long as scoring it against some hundred candidates."""


class Plan(NamedTuple):
    """A built-in strategy for the kernel."""

    rule: int
    candidates_only: bool
    ties: int
    past: NDArray[np.int32]
    """The number of guesses made before the first one."""
    key: np.uint64
    """``history_key`` of the seed and the history before the first guess."""
    opening: int
    """Index of the forced first guess, or -1."""
    turns: int
    """The number of guesses allowed, or a number larger than any depth."""
    weights: NDArray[np.int64]
    """``weighted_logs`` for entropy; empty for the others."""
    ranks: NDArray[np.int32]
    """For ``first``: the place of each option (``FirstCandidate.ranks``) in its order; empty for the others."""
    sample: int
    """How many guesses are drawn to be scored; 0 for all of them."""
    samples_first: bool
    """Whether the first guess is one of a sample, too."""
    chances: NDArray[np.int64]
    """The weight of each secret for a rule by mass; empty for the others."""
    costs: NDArray[np.int64]
    """The cost of each question if what guesses gain is divided by it; empty if it is not."""


@helper
def _draw(key: np.uint64, number: int, count: int) -> np.int64:
    return np.int64(mix(key ^ mix(np.uint64(number))) % np.uint64(count))


@helper
def _choose_among_few(
    source: Source,
    plan: Plan,
    candidates: NDArray[np.int32],
    planes: NDArray[np.uint64],
    plane_rows: NDArray[np.int32],
    levels: NDArray[np.uint64],
    found: NDArray[np.int32],
    room: Room,
) -> int:
    """The best guess, found with the planes; the lowest index breaks ties."""
    rule, weights, size = plan.rule, plan.weights, len(candidates)
    most_cells = min(size, source.response_count)
    perfect = even_score(rule, weights, size, most_cells)
    best: int = WORST
    best_guess = -1
    # Where secrets are announced, a candidate is a question like the others.
    tested = size if plan.candidates_only or source.guess_of_secret[0] < source.question_count else 0
    by_vectors = tested > HANDFUL
    if by_vectors:
        for i in range(tested):
            found[i] = source.question_of_secret[candidates[i]]
        score_list(source, rule, weights, found[:tested], candidates, room)
    for i in range(tested):
        guess = source.question_of_secret[candidates[i]]
        score = room.scores[i] if by_vectors else score_one(source, rule, weights, guess, candidates, room)
        if score < best:
            best, best_guess = score, guess
            if best == perfect:
                return best_guess
    if plan.candidates_only:
        return best_guess
    best_is_candidate = tested > 0
    counted = False
    # A guess that is no candidate, and every question where secrets are announced, never gets the solved response.
    for cells in range(min(size, source.response_count - 1), 0, -1):
        bound = even_score(rule, weights, size, cells)
        if bound > best or (bound == best and best_is_candidate):
            break
        if not counted:
            count_cells(planes, plane_rows, source.pegs, candidates, levels)
            counted = True
        listed = guesses_at_level(levels, cells, source.columns.shape[1], found)
        if listed and rule == MOST_PARTS:
            return found[0]
        score_list(source, rule, weights, found[:listed], candidates, room)
        for j in range(listed):
            score, guess = room.scores[j], found[j]
            if score < best or (score == best and not best_is_candidate and guess < best_guess):
                best, best_guess = score, guess
                best_is_candidate = False
    return best_guess


@helper
def _list_guesses(
    source: Source,
    group: Group,
    plan: Plan,
    key: np.uint64,
    path: NDArray[np.int32],
    candidates: NDArray[np.int32],
    possible: NDArray[np.bool_],
    found: NDArray[np.int32],
) -> int:
    """Write the guesses to be scored into ``found``, ascending, and return their number.

    ``possible`` marks the questions that are candidates.
    """
    symmetric = len(path) < 2 or len(candidates) >= SYMMETRY_PAYS
    sampling = plan.sample > 0 and (len(path) > 0 or plan.samples_first)
    if sampling and not plan.candidates_only and len(source.letters) == 0:
        # All guesses are allowed. To list them would take longer than to score a sample.
        if source.question_count > plan.sample:
            return _sample(source, plan, key, source.question_count, found[:0], candidates, found)
        sampling = False
    if len(group.permutations) and symmetric and plan.ties == LOWEST and not sampling:
        listed = reduce_guesses(group, path, found)
    else:
        listed = list_permitted(source, path, candidates[0], found)
    if plan.candidates_only:
        kept = 0
        for j in range(listed):
            if possible[found[j]]:
                found[kept] = found[j]
                kept += 1
        listed = kept
    if sampling and listed > plan.sample:
        return _sample(source, plan, key, listed, found[:listed].copy(), candidates, found)
    return listed


@helper
def _sample(
    source: Source,
    plan: Plan,
    key: np.uint64,
    count: int,
    permitted: NDArray[np.int32],
    candidates: NDArray[np.int32],
    found: NDArray[np.int32],
) -> int:
    """Write what is scored of ``count`` guesses into ``found``, ascending, and return their number.

    ``permitted`` lists these guesses, ascending; empty if they are the first ``count``.
    """
    size, asked = len(candidates), len(source.question_of_secret) > 0
    own_key = mix(key ^ mix(np.uint64(plan.sample)))
    beside = size if size <= SAMPLED_BESIDE * plan.sample else plan.sample
    drawn = np.empty(plan.sample + (beside if asked else 0), dtype=np.int32)
    for i in range(plan.sample):
        number = _draw(own_key, i, count)
        drawn[i] = permitted[number] if len(permitted) else number
    for i in range(len(drawn) - plan.sample):
        place = i if beside == size else _draw(own_key, plan.sample + i, size)
        drawn[plan.sample + i] = source.question_of_secret[candidates[place]]
    drawn.sort()
    kept = 0
    for guess in drawn:
        if kept and found[kept - 1] == guess:
            continue
        if len(permitted):
            at = np.searchsorted(permitted, guess)
            if at == count or permitted[at] != guess:
                continue
        found[kept] = guess
        kept += 1
    return kept


@helper
def _choose_among_many(
    source: Source,
    group: Group,
    plan: Plan,
    key: np.uint64,
    path: NDArray[np.int32],
    candidates: NDArray[np.int32],
    possible: NDArray[np.bool_],
    found: NDArray[np.int32],
    room: Room,
) -> int:
    """The best guess, found by scoring every guess that symmetry and the sample leave."""
    listed = _list_guesses(source, group, plan, key, path, candidates, possible, found)
    announces = source.guess_of_secret[0] >= source.question_count
    equals = np.zeros(listed, dtype=np.int64)
    if plan.ties == CELLS:
        score_list(source, MOST_PARTS, plan.weights, found[:listed], candidates, room)
        equals[:] = room.scores[:listed]
    score_for_cost(source, plan.rule, plan.weights, plan.costs, found[:listed], candidates, room)
    scores = room.scores
    best = 0
    for j in range(1, listed):
        # Where secrets are announced, no candidate comes before other guesses.
        ours = (scores[j], equals[j], announces or not possible[found[j]])
        if ours < (scores[best], equals[best], announces or not possible[found[best]]):
            best = j
    if plan.ties == LOWEST or plan.ties == CELLS:
        return found[best]
    tied = 0
    for j in range(listed):
        if scores[j] == scores[best] and (announces or possible[found[j]] == possible[found[best]]):
            found[tied] = found[j]
            tied += 1
    return found[tied - 1] if plan.ties == HIGHEST else found[_draw(key, 0, tied)]


@helper
def _choose_simply(plan: Plan, key: np.uint64, options: NDArray[np.int32]) -> int:
    """The option that ``first`` or ``random`` takes."""
    if plan.rule == RANDOM:
        return options[_draw(key, 0, len(options))]
    best = options[0]
    for option in options:
        if plan.ranks[option] < plan.ranks[best]:
            best = option
    return best


@helper
def _telling_questions(source: Source, candidates: NDArray[np.int32], found: NDArray[np.int32]) -> int:
    """Write the questions that tell some candidates apart into ``found``, ascending, and return their number."""
    size = 0
    for question in range(source.question_count):
        answer = respond_one(source, question, candidates[0])
        for secret in candidates[1:]:
            if respond_one(source, question, secret) != answer:
                found[size] = question
                size += 1
                break
    return size


@inlined
def _mark(source: Source, candidates: NDArray[np.int32], possible: NDArray[np.bool_], value: bool) -> None:
    """Mark the questions that are candidates."""
    if len(source.question_of_secret):
        for secret in candidates:
            possible[source.question_of_secret[secret]] = value


@kernel
def build_planes(source: Source, scoring: bool) -> tuple[NDArray[np.uint64], NDArray[np.int32]]:
    """The planes and plane rows of a game, for all threads; without blocks where nothing is scored by them.

    ``scoring`` says that guesses are scored by the sizes of their cells.
    """
    if scoring:
        return make_planes(source), make_plane_rows(source)
    return no_planes()


@kernel
def list_guesses_at(
    source: Source, group: Group, plan: Plan, candidates: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """The guesses to be scored after ``plan.past``, ascending, and of each whether it is a candidate."""
    found = np.empty(source.columns.shape[1], dtype=np.int32)
    possible = np.zeros(source.columns.shape[1], dtype=np.bool_)
    _mark(source, candidates, possible, True)
    listed = _list_guesses(source, group, plan, plan.key, plan.past, candidates, possible, found)
    return found[:listed].copy(), possible[found[:listed]]


@kernel
def score_part(
    source: Source,
    rule: int,
    weights: NDArray[np.int64],
    planes: NDArray[np.uint64],
    plane_rows: NDArray[np.int32],
    guesses: NDArray[np.int32],
    candidates: NDArray[np.int32],
    chances: NDArray[np.int64],
    costs: NDArray[np.int64],
    control: NDArray[np.int64],
) -> NDArray[np.int64]:
    """The scores of a list of guesses, ascending; undefined after a stop."""
    room = make_room(source, planes, plane_rows, control, chances)
    score_for_cost(source, rule, weights, costs, guesses, candidates, room)
    return room.scores[: len(guesses)].copy()


@kernel
def grow(
    source: Source,
    group: Group,
    plan: Plan,
    planes: NDArray[np.uint64],
    plane_rows: NDArray[np.int32],
    start: NDArray[np.int32],
    control: NDArray[np.int64],
) -> Grown:
    """The complete tree of a strategy over the secrets ``start``, ascending.

    ``planes`` and ``plane_rows`` are those of :func:`build_planes`. ``control[DONE]`` counts the secrets that have got
    their place, together with other threads.
    """
    scoring = plan.rule < FIRST
    announces = source.guess_of_secret[0] >= source.question_count
    guesses = source.columns.shape[1] if scoring else 0
    room = make_room(source, planes, plane_rows, control, plan.chances)
    found = np.empty(source.columns.shape[1], dtype=np.int32)
    possible = np.zeros(guesses, dtype=np.bool_)
    levels = np.zeros((level_count(source), len(planes) * BLOCK_WORDS), dtype=np.uint64)
    by_planes = len(planes) > 0 and plan.ties == LOWEST and plan.sample == 0 and len(plan.costs) == 0

    growth = start_growth(source, start, plan.key)
    made = len(plan.past)
    path = np.empty(made + len(start) + 2, dtype=np.int32)
    path[:made] = plan.past
    while growth.cells[TOP] and not control[HALT]:
        slot, low, high, depth, key = next_slot(growth)
        candidates = growth.pool[low:high]
        if depth >= plan.turns and not (announces and high - low == 1):
            fetch_add(control, DONE, high - low)
            continue
        if depth == 0 and plan.opening >= 0:
            guess = plan.opening
        elif high - low == 1:
            guess = source.guess_of_secret[candidates[0]]
        elif not scoring and len(source.question_of_secret) == 0:
            guess = _choose_simply(plan, key, found[: _telling_questions(source, candidates, found)])
        elif not scoring:
            guess = source.question_of_secret[_choose_simply(plan, key, candidates)]
        elif by_planes and high - low <= SCORED_BY_PLANES:
            guess = _choose_among_few(source, plan, candidates, planes, plane_rows, levels, found, room)
        else:
            _mark(source, candidates, possible, True)
            before = path[: made + depth]
            guess = _choose_among_many(source, group, plan, key, before, candidates, possible, found, room)
            _mark(source, candidates, possible, False)
        path[made + depth] = guess
        solved = growth.cells[SOLVED]
        add_branches(source, growth, slot, low, high, depth, key, guess)
        fetch_add(control, DONE, growth.cells[SOLVED] - solved)
    return finished_growth(growth)
