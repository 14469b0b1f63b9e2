"""Symmetries of a set of candidates: beside all permutations, and proofs with and without them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from contextlib import nullcontext

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from partial_groups import few_permutations
from selection import examples

from strategist import make_game, make_strategy
from strategist.choosing.ratings import cell_sizes
from strategist.files.strategy import encode
from strategist.model.game import Game
from strategist.search.adapters.registry import make_source
from strategist.search.advice.advise import advise, choose_candidates, match_candidates
from strategist.search.compile.compile import compile_from
from strategist.search.kernels.cells.circuit import BLOCK_WORDS
from strategist.search.kernels.cells.planes import (
    count_cells_in_order,
    guesses_at_level,
    make_plane_rows,
    make_planes,
    most_cells_at,
)
from strategist.search.kernels.numba.jit import borrowing_kernel
from strategist.search.kernels.responses.responses import Source
from strategist.search.kernels.symmetry.same_guesses import Group, Stabilizer, make_group, make_stabilizer
from strategist.search.kernels.symmetry.set_symmetry import (
    pair_absent_symbols,
    representatives_at,
    symmetries_of_set,
)
from strategist.search.state.options import Options
from strategist.search.state.problem import ALL_TECHNIQUES, SYMMETRY
from strategist.search.state.start import Start, position_of, start_of

GAMES = [
    "mastermind(2,4)",
    "mastermind(3,3)",
    "mastermind(3,3,feedback=black)",
    "bulls-and-cows(3,4)",
    "bulls-and-cows(3,5,leading_zero=false)",
]


def minima(game: Game, candidates: Sequence[int]) -> list[int]:
    """The guesses that no symmetry of the set maps to a lower one."""
    symmetries = list(symmetries_of_set(game, [game.secrets[index] for index in candidates]))

    def lowest(code: tuple[int, ...]) -> tuple[int, ...]:
        return min(tuple(names.get(code[p], code[p]) for p in permutation) for permutation, names in symmetries)

    spelled = [tuple(game.spelled(code)) for code in game.guesses]
    return [index for index, code in enumerate(spelled) if lowest(code) == code]


def kept(game: Game, candidates: Sequence[int], most: int | None = None) -> list[int]:
    with few_permutations(most) if most is not None else nullcontext():
        group = make_group(game, make_source(game))
    return [int(guess) for guess in representatives_at(group, np.array(candidates, dtype=np.int32))]


@pytest.mark.parametrize("most", [None, 1, 2], ids=["all permutations", "exchanges", "exchanges and two permutations"])
@pytest.mark.parametrize("text", GAMES)
@settings(max_examples=examples(25))
@given(data=st.data())
def test_each_guess_left_out_is_the_image_of_a_lower_one(text: str, most: int | None, data: st.DataObject) -> None:
    game = make_game(text)
    chosen = data.draw(st.sets(st.integers(0, len(game.secrets) - 1), min_size=1, max_size=8))
    if data.draw(st.booleans()):
        # Sets of all codes that share something are mostly symmetric.
        shared = game.secrets[min(chosen)]
        place = data.draw(st.integers(0, len(shared) - 1))
        chosen = {index for index, code in enumerate(game.secrets) if code[place] == shared[place]}
    candidates = sorted(chosen)
    standing = kept(game, candidates, most)
    assert set(minima(game, candidates)) <= set(standing)
    secrets = [game.secrets[index] for index in candidates]
    shapes = [sorted(cell_sizes(game, guess, secrets)) for guess in game.guesses]
    for guess in sorted(set(range(len(game.guesses))) - set(standing)):
        assert any(shapes[other] == shapes[guess] for other in standing if other < guess)


@borrowing_kernel
def count_in_order(
    group: Group,
    source: Source,
    planes: np.ndarray,
    plane_rows: np.ndarray,
    candidates: np.ndarray,
    stabilizer: Stabilizer,
    levels: np.ndarray,
    scratch: np.ndarray,
    cells: np.ndarray,
    found: np.ndarray,
) -> tuple[int, int]:
    pairs = pair_absent_symbols(group, candidates, stabilizer)
    ordered = stabilizer.pairs[:pairs]
    count_cells_in_order(planes, plane_rows, source.pegs, source.symbols, candidates, ordered, levels, scratch)
    for level in range(source.response_count + 1):
        for guess in found[: guesses_at_level(levels, level, len(cells), found)]:
            cells[guess] = level
    return pairs, most_cells_at(levels, scratch)


@pytest.mark.parametrize("text", ["mastermind(3,9)", "mastermind(2,30)", "bulls-and-cows(3,10,leading_zero=false)"])
@settings(max_examples=examples(25))
@given(data=st.data())
def test_guesses_with_absent_symbols_out_of_order_get_no_cells(text: str, data: st.DataObject) -> None:
    game = make_game(text)
    chosen = sorted(data.draw(st.sets(st.integers(0, len(game.secrets) - 1), min_size=1, max_size=8)))
    secrets = [game.secrets[index] for index in chosen]
    present = {symbol for secret in secrets for symbol in game.spelled(secret)}
    assert game.symmetry is not None
    absent = [[symbol for symbol in sorted(members) if symbol not in present] for members in game.symmetry.symbols]
    wanted = [pair for each in absent for pair in itertools.pairwise(each)]

    source, candidates = make_source(game), np.array(chosen, dtype=np.int32)
    group, planes = make_group(game, source), make_planes(source)
    words = len(planes) * BLOCK_WORDS
    levels, scratch = np.zeros((5, words), dtype=np.uint64), np.zeros(words, dtype=np.uint64)
    cells, found = np.zeros(len(game.guesses), dtype=np.int64), np.empty(len(game.guesses), dtype=np.int32)
    stabilizer = make_stabilizer(group, 1)
    pairs, most = count_in_order(
        group, source, planes, make_plane_rows(source), candidates, stabilizer, levels, scratch, cells, found
    )
    assert sorted(map(tuple, stabilizer.pairs[:pairs].tolist())) == sorted(wanted)
    assert most == max(cells)
    for guess, count in zip(game.guesses, cells.tolist(), strict=True):
        skipped = any(other in guess and symbol not in guess for symbol, other in wanted)
        assert count == (0 if skipped else len(cell_sizes(game, guess, secrets)))


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("bulls-and-cows(3,5)", "01?"),
        ("bulls-and-cows(3,5)", "0??"),
        ("bulls-and-cows(3,5)", "???"),
        ("bulls-and-cows(3,5,leading_zero=false)", "1?0"),
        ("mastermind(3,4)", "11?"),
        ("mastermind(3,4)", "?1?"),
        ("mastermind(2,5)", "3?"),
    ],
)
def test_of_patterns_all_symmetries_are_found(text: str, pattern: str) -> None:
    game = make_game(text)
    candidates = match_candidates(game, start_of(game), pattern).candidates.tolist()
    assert kept(game, candidates) == minima(game, candidates)


def test_symbols_that_may_only_change_places_two_by_two_are_no_false_symmetry() -> None:
    game = make_game("bulls-and-cows(2,6)")
    candidates = choose_candidates(game, start_of(game), ["01", "23", "45"]).candidates.tolist()
    assert set(minima(game, candidates)) < set(kept(game, candidates))


def test_too_many_symbols_for_one_number_have_no_symmetry() -> None:
    game = make_game("mastermind(4,2)")
    group = make_group(game, make_source(game))
    some = np.arange(4, dtype=np.int32)
    assert len(representatives_at(group, some)) < 16
    assert len(representatives_at(group._replace(keys=group.keys[:0]), some)) == 16


STRATEGIES = [
    "optimal(total)",
    "optimal(total,depth)",
    "optimal(depth,total)",
    "optimal(total,guesses=candidates)",
    "optimal(total,max_depth=5)",
    "optimal(total,first={})",
]


@pytest.mark.parametrize("most", [None, 1], ids=["all permutations", "exchanges"])
@pytest.mark.parametrize(
    "text",
    [
        "mastermind(3,5)",
        "bulls-and-cows(3,7)",
        "bulls-and-cows(3,6,leading_zero=false)",
        "grand-mastermind(3,2,3)",
    ],
)
@settings(max_examples=examples(15))
@given(data=st.data())
def test_the_tree_is_the_same_without_symmetry(text: str, most: int | None, data: st.DataObject) -> None:
    game = make_game(text)
    chosen = data.draw(st.sets(st.integers(0, len(game.secrets) - 1), min_size=2, max_size=20))
    if data.draw(st.booleans()):
        symbol = game.secrets[min(chosen)][-1]
        chosen = {index for index, code in enumerate(game.secrets) if code[-1] == symbol}
    first = game.format_code(game.guesses[data.draw(st.integers(0, len(game.guesses) - 1))])
    strategy = make_strategy(data.draw(st.sampled_from(STRATEGIES)).format(first), game)
    start = Start((), np.array(sorted(chosen), dtype=np.int32))
    with few_permutations(most) if most is not None else nullcontext():
        with_it, without = (
            compile_from(game, strategy, start, options=Options(techniques=techniques)).data
            for techniques in (ALL_TECHNIQUES, ALL_TECHNIQUES & ~SYMMETRY)
        )
    assert encode(with_it) == encode(without)


LETTERS = "bulls-and-cows(4,26,alphabet=letters)"


def least_of_letters(count: int, known: dict[int, tuple[int, int]]) -> tuple[int, int]:
    """The least total, and the least depth, of ``count`` codes that differ in the last letter only.

    A guess tells one letter apart by standing last, and up to three others by standing elsewhere.
    """
    if count not in known:
        splits = [(last, some) for last in (0, 1) for some in range(min(3, count - last) + 1)]
        parts = [[part for part in (one, some, count - one - some) if part] for one, some in splits]
        costs = [[least_of_letters(part, known) for part in each] for each in parts if len(each) > 1]
        # A possible code leaves the other ones.
        rest = least_of_letters(count - 1, known)
        known[count] = (
            count + min(rest[0], *(sum(total for total, _ in each) for each in costs)),
            1 + min(rest[1], *(max(depth for _, depth in each) for each in costs)),
        )
    return known[count]


@pytest.mark.thorough
def test_letters_of_which_three_are_known_have_proven_optima() -> None:
    """Of 358,800 codes 23 are left (seed 000)."""
    total, depth = least_of_letters(23, {0: (0, 0), 1: (1, 1)})
    assert (total, depth) == (116, 7)
    game = make_game(LETTERS)
    start = match_candidates(game, start_of(game), "ABC?")
    group = position_of(game, start.candidates).group
    assert len(group.digits) == 43_056
    assert len(representatives_at(group, np.arange(23, dtype=np.int32))) == 7
    data = advise(game, make_strategy("optimal(total,depth)", game), start).data
    assert (data.bound, data.claims.total, data.claims.depth) == ("optimal", total, depth)
    data = advise(game, make_strategy("optimal(depth)", game), start).data
    assert (data.bound, data.claims.depth, data.lower_bound) == ("optimal", depth, depth)
    one_by_one = advise(game, make_strategy("optimal(total,guesses=candidates)", game), start).data
    assert (one_by_one.bound, one_by_one.claims.total, one_by_one.claims.depth) == ("optimal", 23 * 24 // 2, 23)
