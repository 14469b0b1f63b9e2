"""The metric dimension of hypercubes by columns: beside all dissociated sets, all sets of questions, and the rules."""

from __future__ import annotations

import random
from itertools import combinations, permutations

import numpy as np
import pytest
from bothways import class_game, table_game

from strategist import compile_strategy, make_game, verify_strategy
from strategist.checking.check import check_certificate
from strategist.checking.check_plain import check_plainly
from strategist.common.errors import InfeasibleError
from strategist.search.static.hypercube import Columns, Hypercube, dimension_of, has_clique, with_neighbors
from strategist.search.static.partitions import Partitions
from strategist.search.static.search_static import tells_apart


def vectors(rows: int) -> list[tuple[int, ...]]:
    return [tuple(-1 if number >> row & 1 else 1 for row in range(rows)) for number in range(1 << (rows - 1))]


def dissociated_plainly(rows: int, size: int) -> set[frozenset[int]]:
    """All dissociated sets, for no two subsets of one have the same sum: the specification of :class:`Columns`."""
    columns = vectors(rows)
    level = {frozenset[int](): {(0,) * rows}}
    for _ in range(size):
        below = {}
        for chosen, sums in level.items():
            for column in range(max(chosen, default=-1) + 1, len(columns)):
                moved = {tuple(map(sum, zip(each, columns[column], strict=True))) for each in sums}
                if not moved & sums:
                    below[chosen | {column}] = sums | moved
        level = below
    return set(level)


def images(rows: int, columns: list[int]) -> set[frozenset[int]]:
    """What the symmetries make of a set of columns."""
    chosen = np.array(vectors(rows))[columns]
    found = set()
    for order in permutations(range(rows)):
        for signs in range(1 << (rows - 1)):
            moved = chosen[:, order] * [-1 if signs >> row & 1 else 1 for row in range(rows)]
            negative = (moved * moved[:, -1:] < 0) @ (1 << np.arange(rows))
            found.add(frozenset(negative.tolist()))
    return found


@pytest.mark.parametrize(
    ("rows", "size"), [(1, 1), (2, 2), (2, 3), (3, 3), (3, 4), (4, 3), (4, 4), (4, 5), (4, 6), (5, 5), (5, 6), (5, 7)]
)
def test_each_dissociated_set_is_found_up_to_symmetry(rows: int, size: int) -> None:
    found: set[frozenset[int]] = set()
    for columns in Columns(rows, size).sets():
        if frozenset(columns) not in found:
            found |= images(rows, columns)
    assert found == dissociated_plainly(rows, size)


@pytest.mark.parametrize("seed", range(8))
def test_normal_forms_are_equal_for_sets_that_are_the_same_up_to_symmetry_and_for_no_others(seed: int) -> None:
    draw = random.Random(f"normal form {seed}")
    rows, size = draw.choice([(3, 3), (4, 3), (4, 4), (4, 5), (5, 3)])
    search = Columns(rows, size)
    forms: set[int] = set()
    left = {frozenset(each) for each in combinations(range(1 << (rows - 1)), size)}
    while left:
        orbit = images(rows, sorted(next(iter(left))))
        left -= orbit
        found = set()
        for each in draw.sample(sorted(orbit, key=sorted), min(len(orbit), 20)):
            columns = draw.sample(sorted(each), size)
            found.add(search.normal_form(columns, search.marks(np.array([columns]))[0].tolist()))
        assert len(found) == 1 and not found & forms
        forms |= found


@pytest.mark.parametrize(("rows", "most"), list(enumerate([1, 2, 3, 5, 6, 8, 10], 1)))
def test_the_most_columns_are_those_that_are_published(rows: int, most: int) -> None:
    """A303735 is the least number of rows for so many columns."""
    game = make_game(f"mastermind({most},2,feedback=black)")
    found = Hypercube(most, lambda: None).find(rows)
    assert found is not None and tells_apart(game, range(len(game.secrets)), found)
    assert Hypercube(most + 1, lambda: None).find(rows) is None


@pytest.mark.parametrize(("pegs", "fewest"), list(enumerate([1, 2, 3, 4, 4, 5, 6, 6, 7, 7], 1)))
@pytest.mark.parametrize("goal", ["", ",goal=identify"])
def test_compiled(pegs: int, fewest: int, goal: str) -> None:
    compiled = compile_strategy(f"mastermind({pegs},2,feedback=black{goal})", "optimal(static)")
    assert (compiled.data.claims.asked, compiled.lower_bound, compiled.bound) == (fewest, fewest, "optimal")
    assert verify_strategy(compiled).verified


def test_a_number_that_is_wanted_and_a_search_that_is_stopped() -> None:
    game = "mastermind(10,2,feedback=black)"
    assert compile_strategy(game, "feasible(static,count=7)").depth == 8
    with pytest.raises(InfeasibleError, match="no 6 questions asked all at once"):
        compile_strategy(game, "feasible(static,count=6)")
    stopped = compile_strategy(game, "optimal(static)", time_limit=0)
    assert stopped.bound == "upper" and stopped.lower_bound is not None and stopped.lower_bound < 7


def test_certificates_are_those_of_pairs() -> None:
    certificate = compile_strategy("mastermind(5,2,feedback=black)", "optimal(static)", certificate=True).prove()
    assert certificate.bound == 4 and certificate.sets is not None
    assert check_certificate(certificate).problems == check_plainly(certificate) == []


@pytest.mark.parametrize("seed", range(20))
def test_what_is_left_of_a_graph_holds_all_its_cliques(seed: int) -> None:
    draw = np.random.default_rng(seed)
    upper = np.triu(draw.random((12, 12)) < draw.uniform(0.2, 0.9), 1)
    near = upper | upper.T
    for size in range(2, 8):
        cliques = [
            each for each in combinations(range(12), size) if near[np.ix_(each, each)].sum() == size * (size - 1)
        ]
        assert has_clique(near, size) == bool(cliques)
        left, among = with_neighbors(np.arange(12), near, size - 1)
        assert {each for clique in cliques for each in clique} <= set(left.tolist())
        assert np.array_equal(among, near[np.ix_(left, left)]) and (among.sum(axis=1) >= size - 1).all()


@pytest.mark.parametrize(("told", "dimension"), [((0, 1, 2), 2), ((7, 5, 6), 2), ((0, 1, 1), None)])
def test_tables_of_distances(told: tuple[int, ...], dimension: int | None) -> None:
    """Also where other answers tell the distances; but each distance needs its own."""
    rows = [[told[(secret ^ question).bit_count()] for secret in range(4)] for question in range(4)]
    for more, expected in (([], dimension), ([[told[0]] * 4], None)):
        assert dimension_of(Partitions(table_game([*rows, *more], "identify"), range(4))) == expected
    assert dimension_of(Partitions(class_game(rows, [0, 1, 2, 2]), range(4))) is None


@pytest.mark.parametrize("game", ["mastermind(3,2)", "mastermind(2,4,feedback=black)", "bulls-and-cows(2,4)"])
def test_other_games_are_no_hypercubes(game: str) -> None:
    made = make_game(game)
    assert dimension_of(Partitions(made, range(len(made.secrets)))) is None


def test_what_a_history_leaves_is_no_hypercube() -> None:
    game = make_game("mastermind(4,2,feedback=black)")
    assert dimension_of(Partitions(game, range(16))) == 4
    assert dimension_of(Partitions(game, range(8))) is None
    fast, plain = (
        compile_strategy(game, "optimal(static)", start="1111:2", plain=plain).lower_bound for plain in (False, True)
    )
    assert fast == plain
