"""Grow the complete tree of a built-in strategy in compiled code, depth-first on an explicit stack.

The method ``choose`` of the strategies in ``heuristics.py`` specifies the guess at each position; this file does the
same for all positions at once. It finds the best guess of a heuristic in one of three ways:

* *Few candidates, ties to the lowest index* (most positions). Score the candidates; one that tells all others apart
  ends the search. Otherwise count the cells of every guess by planes, and score only guesses whose number of cells
  could still beat the best, from the most cells downwards: n candidates in K cells score no better than n candidates
  spread evenly over K cells.
* *Many candidates, no planes, or chances and costs.* Score every guess that symmetry does not map to a lower one.
* *Other tie rules, or a sample of the guesses.* Score every guess, or the sample, then choose among the equals.

The work can be divided among threads (:mod:`~strategist.search.growing.growing`): the scores of one position by
:func:`score_part`, and positions that do not know of each other by one :func:`grow` for each.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.heuristics import SAMPLED_BESIDE
from strategist.choosing.masses import WORST
from strategist.search.kernels.cells.circuit import BLOCK_WORDS
from strategist.search.kernels.cells.planes import (
    count_cells,
    guesses_at_level,
    level_count,
    make_plane_rows,
    make_planes,
    no_planes,
)
from strategist.search.kernels.growth.restrict import list_permitted
from strategist.search.kernels.growth.sampling import draw_number, holds_number, sort_numbers
from strategist.search.kernels.growth.slots import (
    SOLVED,
    TOP,
    Grown,
    Growth,
    add_branches,
    finished_growth,
    mix,
    next_slot,
    start_growth,
)
from strategist.search.kernels.growth.ties import CELLS, LOWEST, best_of
from strategist.search.kernels.numba.atomic import fetch_add
from strategist.search.kernels.numba.borrowed import by_reference
from strategist.search.kernels.numba.jit import DONE, HALT, borrowing, borrowing_kernel, control_cells, inlined, plain
from strategist.search.kernels.responses.responses import Source, respond_one
from strategist.search.kernels.scores.scores import (
    MOST_PARTS,
    Room,
    even_score,
    make_room,
    score_for_cost,
    score_guesses,
    score_list,
    score_one,
)
from strategist.search.kernels.symmetry.same_guesses import Group, Stabilizer, make_stabilizer, reduce_guesses

FIRST, RANDOM = 10, 11
"""The rules that are not among the four heuristics of :mod:`~strategist.search.kernels.scores.scores`."""

HANDFUL = 16
"""Up to this number of candidates, scoring them one by one beats the vectors."""

SCORED_BY_PLANES = 128
"""Up to this number of candidates the planes pay off: their filter leaves few guesses to score (scripts/bench)."""

SYMMETRY_PAYS = 1024
"""From this number of candidates on, symmetries are looked for after more than two guesses, too: finding the images of
a guess takes as long as scoring it against some hundred candidates."""


@by_reference
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
    chances: Any
    """The weight of each secret for a rule by mass; empty for the others. An empty tuple in a game without chances."""
    costs: NDArray[np.int64]
    """The cost of each question if what guesses gain is divided by it; empty if it is not."""


@by_reference
class GrowthScratch(NamedTuple):
    """Scratch arrays of one thread."""

    room: Room
    found: NDArray[np.int32]
    possible: NDArray[np.bool_]
    """Marks the questions that are candidates; none outside a choice."""
    levels: NDArray[np.uint64]
    equals: NDArray[np.int64]
    """The scores that break ties; empty where none do."""
    permitted: NDArray[np.int32]
    drawn: NDArray[np.int32]
    """For a sample, and empty where none is drawn, as ``permitted`` is."""
    stabilizer: Stabilizer


def make_desk(
    source: Source,
    group: Group,
    plan: Plan,
    planes: NDArray[np.uint64],
    plane_rows: NDArray[np.int32],
    control: NDArray[np.int64],
) -> GrowthScratch:
    """Scratch for one thread; the arguments are those of :func:`grow`."""
    questions = source.columns.shape[1]
    guesses = questions if plan.rule < FIRST else 0
    return GrowthScratch(
        room=make_room(source, planes, plane_rows, control, plan.chances),
        found=np.empty(questions, dtype=np.int32),
        possible=np.zeros(guesses, dtype=np.bool_),
        levels=np.zeros((plain(level_count)(source), len(planes) * BLOCK_WORDS), dtype=np.uint64),
        equals=np.empty(guesses if plan.ties == CELLS else 0, dtype=np.int64),
        permitted=np.empty(guesses if plan.sample else 0, dtype=np.int32),
        drawn=np.empty((1 + SAMPLED_BESIDE) * plan.sample, dtype=np.int32),
        stabilizer=make_stabilizer(group, 1),
    )


@borrowing
def _choose_among_few(source: Source, plan: Plan, candidates: NDArray[np.int32], desk: GrowthScratch) -> int:
    """The best guess, found with the planes; the lowest index breaks ties."""
    rule, weights, size = plan.rule, plan.weights, len(candidates)
    room, found, levels = desk.room, desk.found, desk.levels
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
            count_cells(room.planes, room.tally.plane_rows, source.pegs, candidates, levels)
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


@borrowing
def _list_guesses(
    source: Source,
    group: Group,
    plan: Plan,
    key: np.uint64,
    path: NDArray[np.int32],
    candidates: NDArray[np.int32],
    desk: GrowthScratch,
) -> int:
    """Write the guesses to be scored into ``desk.found``, ascending, and return their number."""
    possible, found = desk.possible, desk.found
    symmetric = len(path) < 2 or len(candidates) >= SYMMETRY_PAYS
    sampling = plan.sample > 0 and (len(path) > 0 or plan.samples_first)
    if sampling and not plan.candidates_only and len(source.letters) == 0:
        # All guesses are allowed. To list them would take longer than to score a sample.
        if source.question_count > plan.sample:
            return _sample(source, plan, key, source.question_count, False, candidates, desk)
        sampling = False
    if len(group.permutations) and symmetric and plan.ties == LOWEST and not sampling:
        listed = reduce_guesses(group, path, desk.stabilizer, found)
    else:
        listed = list_permitted(source, source.letters, source.marks, path, candidates[0], found)
    if plan.candidates_only:
        kept = 0
        for j in range(listed):
            if possible[found[j]]:
                found[kept] = found[j]
                kept += 1
        listed = kept
    if sampling and listed > plan.sample:
        return _sample(source, plan, key, listed, True, candidates, desk)
    return listed


@borrowing
def _sample(
    source: Source,
    plan: Plan,
    key: np.uint64,
    count: int,
    listed: bool,
    candidates: NDArray[np.int32],
    desk: GrowthScratch,
) -> int:
    """Write what is scored of ``count`` guesses into ``desk.found``, ascending, and return their number.

    ``listed`` says that ``desk.found`` lists the guesses, ascending; else they are the first ``count``.
    """
    permitted, found = desk.permitted[: count if listed else 0], desk.found
    for i in range(len(permitted)):
        permitted[i] = found[i]
    size, asked = len(candidates), len(source.question_of_secret) > 0
    own_key = mix(key ^ mix(np.uint64(plan.sample)))
    beside = size if size <= SAMPLED_BESIDE * plan.sample else plan.sample
    drawn = desk.drawn[: plan.sample + (beside if asked else 0)]
    for i in range(plan.sample):
        number = draw_number(own_key, i, count)
        drawn[i] = permitted[number] if listed else number
    for i in range(len(drawn) - plan.sample):
        place = i if beside == size else draw_number(own_key, plan.sample + i, size)
        drawn[plan.sample + i] = source.question_of_secret[candidates[place]]
    sort_numbers(drawn)
    kept = 0
    for guess in drawn:
        if (kept == 0 or found[kept - 1] != guess) and (not listed or holds_number(permitted, guess)):
            found[kept] = guess
            kept += 1
    return kept


@borrowing
def _choose_among_many(
    source: Source,
    group: Group,
    plan: Plan,
    key: np.uint64,
    path: NDArray[np.int32],
    candidates: NDArray[np.int32],
    desk: GrowthScratch,
) -> int:
    """The best guess, found by scoring every guess that symmetry and the sample leave."""
    room, found, possible, equals = desk.room, desk.found, desk.possible, desk.equals
    listed = _list_guesses(source, group, plan, key, path, candidates, desk)
    announces = source.guess_of_secret[0] >= source.question_count
    if plan.ties == CELLS:
        score_list(source, MOST_PARTS, plan.weights, found[:listed], candidates, room)
        for j in range(listed):
            equals[j] = room.scores[j]
    score_for_cost(source, plan.rule, plan.weights, plan.costs, found[:listed], candidates, room)
    # Where secrets are announced, no candidate comes before other guesses.
    likely = possible[:0] if announces else possible
    best, _ = best_of(plan.ties, found[:listed], room.scores, equals, likely, key)
    return best


@borrowing
def _choose_simply(plan: Plan, key: np.uint64, options: NDArray[np.int32]) -> int:
    """The option that ``first`` or ``random`` takes."""
    if plan.rule == RANDOM:
        return options[draw_number(key, 0, len(options))]
    best = options[0]
    for option in options:
        if plan.ranks[option] < plan.ranks[best]:
            best = option
    return best


@borrowing
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


def build_planes(source: Source, scoring: bool) -> tuple[NDArray[np.uint64], NDArray[np.int32]]:
    """The planes and plane rows of a game, for all threads; without blocks where nothing is scored by them.

    ``scoring`` says that guesses are scored by the sizes of their cells.
    """
    return (make_planes(source), make_plane_rows(source)) if scoring else no_planes()


def list_guesses_at(
    source: Source, group: Group, plan: Plan, candidates: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """The guesses to be scored after ``plan.past``, ascending, and of each whether it is a candidate."""
    desk = make_desk(source, group, plan, *no_planes(), control_cells())
    found = desk.found[: mark_and_list(source, group, plan, candidates, desk)].copy()
    return found, desk.possible[found]


@borrowing_kernel
def mark_and_list(source: Source, group: Group, plan: Plan, candidates: NDArray[np.int32], desk: GrowthScratch) -> int:
    """Write the same into ``found`` and ``possible`` of a new desk, and return the number of guesses."""
    _mark(source, candidates, desk.possible, True)
    return _list_guesses(source, group, plan, plan.key, plan.past, candidates, desk)


def score_part(
    source: Source,
    rule: int,
    weights: NDArray[np.int64],
    planes: NDArray[np.uint64],
    plane_rows: NDArray[np.int32],
    guesses: NDArray[np.int32],
    candidates: NDArray[np.int32],
    chances: Any,
    costs: NDArray[np.int64],
    control: NDArray[np.int64],
) -> NDArray[np.int64]:
    """The scores of a list of guesses, ascending; undefined after a stop."""
    room = make_room(source, planes, plane_rows, control, chances)
    score_guesses(source, rule, weights, costs, guesses, candidates, room)
    return room.scores[: len(guesses)].copy()


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
    desk = make_desk(source, group, plan, planes, plane_rows, control)
    growth = start_growth(source, start, plan.key)
    path = np.empty(len(plan.past) + len(start) + 2, dtype=np.int32)
    path[: len(plan.past)] = plan.past
    follow(source, group, plan, desk, growth, path)
    return finished_growth(growth)


@borrowing_kernel
def follow(
    source: Source, group: Group, plan: Plan, desk: GrowthScratch, growth: Growth, path: NDArray[np.int32]
) -> None:
    """Grow a tree from its start to the end. ``path`` begins with ``plan.past`` and has room for the deepest branch."""
    scoring = plan.rule < FIRST
    announces = source.guess_of_secret[0] >= source.question_count
    room, found, control = desk.room, desk.found, desk.room.control
    by_planes = len(room.planes) > 0 and plan.ties == LOWEST and plan.sample == 0 and len(plan.costs) == 0
    made = len(plan.past)
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
            guess = _choose_among_few(source, plan, candidates, desk)
        else:
            _mark(source, candidates, desk.possible, True)
            guess = _choose_among_many(source, group, plan, key, path[: made + depth], candidates, desk)
            _mark(source, candidates, desk.possible, False)
        path[made + depth] = guess
        solved = growth.cells[SOLVED]
        add_branches(source, growth, slot, low, high, depth, key, guess)
        fetch_add(control, DONE, growth.cells[SOLVED] - solved)
