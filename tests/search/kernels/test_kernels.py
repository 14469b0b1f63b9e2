"""Every kernel against the plain Python that specifies it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise, product

import hypothesis.strategies as st
import numpy as np
import pytest
from bothways import grown_alike
from hypothesis import given, settings
from selection import examples
from toys import Echo, partitions

from strategist import compile_strategy, make_game, make_strategy
from strategist.choosing.heuristics import Heuristic
from strategist.choosing.masses import weighted_log
from strategist.choosing.ratings import cell_sizes
from strategist.games.words.word_lists import Lists
from strategist.games.words.words import Words
from strategist.model.game import Code, Game
from strategist.search.adapters.registry import make_source
from strategist.search.exact.solve import solve
from strategist.search.kernels.cells.circuit import BLOCK_GUESSES, BLOCK_WORDS
from strategist.search.kernels.cells.planes import (
    count_cells,
    guesses_at_level,
    has_planes,
    level_count,
    make_plane_rows,
    make_planes,
)
from strategist.search.kernels.numba.jit import borrowing_kernel, plain
from strategist.search.kernels.responses.responses import BLOCK, Source, response_table
from strategist.search.kernels.scores.scores import (
    BYTES,
    ENTROPY,
    EXPECTED_SIZE,
    MINIMAX,
    MOST_PARTS,
    PLANES,
    SCALAR,
    cell_table,
    even_score,
    score_table,
    weighted_logs,
)
from strategist.search.kernels.symmetry.same_guesses import make_group, orbit_minima, representatives

PEG_GAMES = [
    "mastermind(1,3)",
    "mastermind(2,4)",
    "mastermind(3,4)",
    "mastermind(4,3)",
    "mastermind(3,4,feedback=black)",
    "mastermind(6,2)",
    "bulls-and-cows(3,5)",
    "bulls-and-cows(3,5,leading_zero=false)",
    "bulls-and-cows(4,4)",
    "bulls-and-cows(2,5,feedback=black)",
    "mastermind(1,3,goal=identify)",
    "mastermind(3,4,goal=identify)",
    "mastermind(3,4,feedback=black,goal=identify)",
    "mastermind(6,2,goal=identify)",
    "bulls-and-cows(4,4,goal=identify)",
]
GAMES: list[Game] = [*map(make_game, PEG_GAMES), Echo({"numbers": 30, "responses": 6}), Echo({"responses": 70})]
RULES = {"minimax": MINIMAX, "expected-size": EXPECTED_SIZE, "entropy": ENTROPY, "most-parts": MOST_PARTS}


MASTERMIND = make_game("mastermind(4,6)")
ECHO = Echo({"numbers": BLOCK + 1, "responses": 300})
NONE = np.empty(0, dtype=np.int64)
"""No weights, and no costs."""


def heuristic(name: str, game: Game = MASTERMIND) -> Heuristic:
    """The specification of one rule."""
    strategy = make_strategy(name, game)
    assert isinstance(strategy, Heuristic)
    return strategy


def questions(game: Game) -> Sequence[Code]:
    """The guesses that are answered."""
    return game.guesses[: game.question_count]


by_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec)


@by_game
@pytest.mark.parametrize("scalar", [True, False], ids=["scalar", "vector"])
def test_responses(game: Game, scalar: bool) -> None:
    plain = [[game.respond(guess, secret) for guess in questions(game)] for secret in game.secrets]
    assert response_table(make_source(game), scalar).tolist() == plain


def scores_of(game: Game, name: str, guesses: np.ndarray, candidates: np.ndarray, way: int) -> list[int]:  # type: ignore[type-arg]
    weights = weighted_logs(len(game.secrets))
    # As in a search. Kernels would be compiled again for guesses that are not contiguous.
    guesses = np.ascontiguousarray(guesses)
    return score_table(make_source(game), RULES[name], weights, guesses, candidates, way, NONE, NONE).tolist()


@by_game
@pytest.mark.parametrize("way", [SCALAR, BYTES, PLANES], ids=["scalar", "bytes", "planes"])
@pytest.mark.parametrize("name", RULES)
def test_scores(game: Game, name: str, way: int) -> None:
    candidates = sample(game, 20)
    hidden = [game.secrets[index] for index in candidates]
    plain = [heuristic(name, game).score(cell_sizes(game, guess, hidden).values()) for guess in questions(game)]
    guesses = np.arange(game.question_count, dtype=np.int32)
    assert scores_of(game, name, guesses, candidates, way) == plain


@pytest.mark.parametrize(
    "text", ["mastermind(4,6)", "mastermind(5,5)", "mastermind(6,4)", "mastermind(7,3)", "mastermind(8,2)"]
)
@pytest.mark.parametrize("size", [1, 15, 16, 17, 255, 256, 300])
def test_planes_add_up(text: str, size: int) -> None:
    """Groups of sixteen with a rest, counters of one byte and of two, blocks of all guesses and of some."""
    game = make_game(text)
    candidates = sample(game, size)
    every = np.arange(game.question_count, dtype=np.int32)
    for guesses in (every, every[5:], every[::3], sample(game, BLOCK_GUESSES + 3), every[:1]):
        by_bytes = scores_of(game, "entropy", guesses, candidates, BYTES)
        assert scores_of(game, "entropy", guesses, candidates, PLANES) == by_bytes


def test_planes_add_up_to_three_bytes() -> None:
    game = make_game("mastermind(6,7)")
    every, guesses = np.arange(7**6, dtype=np.int32), np.array([0, 8, 1234], dtype=np.int32)
    by_planes = scores_of(game, "expected-size", guesses, every, PLANES)
    assert by_planes == scores_of(game, "expected-size", guesses, every, BYTES)


@by_game
def test_cells_add_up_to_the_candidates(game: Game) -> None:
    candidates = sample(game, 25)
    guesses = np.arange(game.question_count, dtype=np.int32)
    table = cell_table(make_source(game), guesses, candidates)
    assert set(table.sum(axis=1)) == {len(candidates)}
    hidden = [game.secrets[index] for index in candidates]
    for guess, sizes in zip(questions(game), table.tolist(), strict=True):
        plain = cell_sizes(game, guess, hidden)
        assert sizes == [plain[response] for response in range(game.response_count)]


# Cells are counted in bytes, 255 candidates at a time.
@pytest.mark.parametrize("count", [1, 2, 254, 255, 256, 257, 510, 511, 1296])
def test_cells_and_scores_of_any_number_of_candidates(count: int) -> None:
    source = make_source(MASTERMIND)
    table = response_table(source, False)
    candidates = np.sort(np.random.default_rng(count).permutation(1296)[:count]).astype(np.int32)
    guesses = np.array([0, 7, 51, 300, BLOCK - 1, BLOCK, 1295], dtype=np.int32)
    cells = [np.bincount(table[candidates, guess], minlength=14).tolist() for guess in guesses]
    assert cell_table(source, guesses, candidates).tolist() == cells
    for name, rule in RULES.items():
        plain = [heuristic(name).score([size for size in sizes if size]) for sizes in cells]
        for scalar in (True, False):
            found = score_table(source, rule, weighted_logs(count), guesses, candidates, scalar, NONE, NONE)
            assert found.tolist() == plain, (name, scalar)


@pytest.mark.parametrize("count", [3, 256, 500])
def test_cells_of_a_game_with_more_responses_than_a_byte_holds(count: int) -> None:
    source = make_source(ECHO)
    candidates = np.arange(0, len(ECHO.secrets), len(ECHO.secrets) // count, dtype=np.int32)[:count]
    guesses = np.array([0, 1, BLOCK - 1, BLOCK], dtype=np.int32)
    for guess, sizes in zip(guesses, cell_table(source, guesses, candidates), strict=True):
        plain = Counter(ECHO.respond(int(guess), ECHO.secrets[secret]) for secret in candidates.tolist())
        assert {response: size for response, size in enumerate(sizes.tolist()) if size} == plain
        assert sizes.sum() == count


@pytest.mark.parametrize("name", RULES)
def test_no_partition_scores_better_than_an_even_one(name: str) -> None:
    weights = weighted_logs(15)
    for total in range(1, 16):
        scores: dict[int, int] = {}
        for parts in partitions(total, total):
            scores[len(parts)] = min(scores.get(len(parts), 2**62), heuristic(name).score(parts))
        for cells, best in scores.items():
            assert even_score(RULES[name], weights, total, cells) == best


@pytest.mark.parametrize("name", [name for name in RULES if name != "entropy"])
def test_only_entropy_needs_weights(name: str) -> None:
    source = make_source(make_game("mastermind(2,3)"))
    everything = np.arange(9, dtype=np.int32)
    found, expected = (
        score_table(source, RULES[name], logs, everything, everything, scalar, NONE, NONE).tolist()
        for logs, scalar in ((NONE, False), (weighted_logs(9), True))
    )
    assert found == expected


def cells_by_planes(source: Source, candidates: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
    """The number of cells of every guess, or an empty array where a game has no planes."""
    planes = make_planes(source)
    cells = np.zeros(source.columns.shape[1] if len(planes) else 0, dtype=np.int64)
    if len(planes):
        levels = np.zeros((plain(level_count)(source), len(planes) * BLOCK_WORDS), dtype=np.uint64)
        found = np.empty(len(cells), dtype=np.int32)
        write_cells(source, candidates, planes, make_plane_rows(source), cells, levels, found)
    return cells


@borrowing_kernel
def write_cells(
    source: Source,
    candidates: np.ndarray,
    planes: np.ndarray,
    plane_rows: np.ndarray,
    cells: np.ndarray,
    levels: np.ndarray,
    found: np.ndarray,
) -> None:
    count_cells(planes, plane_rows, source.pegs, candidates, levels)
    for level in range(1, source.response_count + 1):
        for guess in found[: guesses_at_level(levels, level, len(cells), found)]:
            cells[guess] = level


@pytest.mark.parametrize(
    "text", [*PEG_GAMES, "mastermind(5,4)", "mastermind(4,7)", "mastermind(7,3)", "mastermind(8,2)"]
)
@pytest.mark.parametrize("size", [1, 3, 40, 200])
def test_planes(text: str, size: int) -> None:
    game = make_game(text)
    candidates = sample(game, size)
    hidden = [game.secrets[index] for index in candidates]
    source = make_source(game)
    cells = cells_by_planes(source, candidates).tolist()
    assert bool(cells) == plain(has_planes)(source) == ("black" not in text)
    if cells:
        assert cells == [len(cell_sizes(game, guess, hidden)) for guess in questions(game)]


@pytest.mark.parametrize("text", PEG_GAMES)
@pytest.mark.parametrize("history", [(), (0,), (1,), (0, 3), (5, 2)])
def test_symmetry(text: str, history: tuple[int, ...]) -> None:
    game = make_game(text)
    past = [guess % game.question_count for guess in history]
    source = make_source(game)
    found = representatives(make_group(game, source), np.array(past, dtype=np.int32))
    assert found.tolist() == orbit_minima(game, range(game.question_count), past)


STRATEGIES = [
    "first",
    "first(order=reversed)",
    "first(order=shuffle,seed=3)",
    "first(order=first-fastest)",
    "random(seed=7)",
    *(f"{name}({options})" for name, options in product(RULES, ["", "guesses=candidates", "ties=cells"])),
    "entropy(ties=highest)",
    "minimax(ties=random,seed=5)",
    "most-parts(guesses=candidates,ties=random)",
]


@pytest.mark.parametrize("text", [*PEG_GAMES, "mastermind(3,4,turns=3)"])
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_trees(text: str, strategy: str) -> None:
    grown_alike(make_game(text), strategy)


@pytest.mark.parametrize("game", GAMES[-2:], ids=lambda game: game.spec)
@pytest.mark.parametrize("strategy", [each for each in STRATEGIES if "fastest" not in each])
def test_trees_of_a_game_without_a_kernel(game: Game, strategy: str) -> None:
    grown_alike(game, strategy)


@pytest.mark.parametrize("total", range(1, 27))
def test_entropy_ranks_exactly(total: int) -> None:
    """The fixed-point sums have the order of the exact products Π m^m, and are equal where these are equal."""
    ranked = []
    for parts in partitions(total, total):
        exact = 1
        for part in parts:
            exact *= part**part
        ranked.append((exact, sum(map(weighted_log, parts))))
    ranked.sort()
    for (exact, score), (next_exact, next_score) in pairwise(ranked):
        assert (exact == next_exact) == (score == next_score)
        assert score <= next_score


@settings(max_examples=examples(50))
@given(st.data())
def test_peg_responses_do_not_tell_guess_from_secret(data: st.DataObject) -> None:
    game = make_game(data.draw(st.sampled_from(["mastermind(4,6)", "bulls-and-cows(4,10)", "mastermind(5,8)"])))
    codes = st.integers(0, len(game.secrets) - 1).map(game.secrets.__getitem__)
    guess, secret = data.draw(codes), data.draw(codes)
    assert game.respond(guess, secret) == game.respond(secret, guess)


def sample(game: Game, size: int) -> np.ndarray:  # type: ignore[type-arg]
    """Some candidates, ascending; the same in every run."""
    count = len(game.secrets)
    chosen = np.random.default_rng(size).choice(count, min(size, count), replace=False)
    return np.sort(chosen).astype(np.int32)


def test_the_search_is_compiled_once() -> None:
    """A second signature of ``solve`` would mean that its calls pass other types, and that it is compiled twice."""
    compiled = set()
    jotto = make_game("words(feedback=jotto)")
    assert isinstance(jotto, Words)
    few_answers = Words({"feedback": "jotto"}, Lists([*jotto.secrets][:60], [*jotto.guesses]))
    small = map(make_game, ("mastermind(2,3)", "mastermind(3,3,feedback=black)", "bulls-and-cows(2,4)"))
    for game in (*small, few_answers):
        compile_strategy(game, "optimal(total,depth,worst)", jobs=2)
        # Other tests have searched under chances, or with columns of 16 bits.
        compiled.add(len(solve.signatures))
    for strategy in ("optimal(total)", "optimal(total,first=112)", "optimal(total,max_depth=5)"):
        certify = compile_strategy("mastermind(3,5)", strategy, certificate=True).certify
        assert certify is not None
        certify(None)
        compiled.add(len(solve.signatures))
    assert len(compiled) == 1
