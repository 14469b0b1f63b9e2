"""A program that searches small games with all kernels and prints the results, under any setting of Numba.

``NUMBA_DISABLE_JIT=1 python debug_games.py`` runs the kernels in Python, ``NUMBA_BOUNDSCHECK=1`` has every index
checked; ``--large`` adds games that take too long in Python. :mod:`test_debug_runs` compares the output.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from strategist import compile_strategy, make_game, make_strategy
from strategist.common.errors import InfeasibleError
from strategist.files.strategy import encode
from strategist.games.tables.sheet import Reading, make_sheet
from strategist.games.tables.sources.table_files import read_csv
from strategist.games.tables.table import Table
from strategist.games.words.word_lists import Lists
from strategist.games.words.words import Words
from strategist.model.game import Game
from strategist.search.kernels.numba.jit import borrowing_kernel
from strategist.search.state.options import Options

ANIMALS = Path(__file__).parents[1] / "fixtures" / "animals.csv"
WORDS = "abide abode above adobe alone agile alive olive chase crane crate trace slate stale"

HEURISTICS = ("minimax", "expected-size", "entropy", "most-parts", "minimax(ties=cells)")
OTHERS = ("first", "random(seed=7)", "minimax(ties=random,seed=5)", "entropy(ties=highest)")
SEARCHES = ("optimal(total,depth,worst)", "optimal(depth,total)")
KEYS = ("optimal(expected,depth)", "optimal(size,expected)", "optimal(depth)")
WITH_CANDIDATES = ("entropy(guesses=candidates)", "optimal(guesses=candidates)")
DECISIONS = ("feasible(max_depth=3)", "feasible(max_depth=4)")

Case = tuple[Game, str, str]
"""A game, a strategy for it, and a history after which it starts."""


def small_cases() -> Iterator[Case]:
    """Games that Python searches within seconds; together they use every kernel."""
    animals = read_csv(str(ANIMALS))
    for game in (make_game("mastermind(2,3)"), make_game("bulls-and-cows(2,4)"), make_game("mastermind(3,4)")):
        for strategy in HEURISTICS + OTHERS + SEARCHES + WITH_CANDIDATES + DECISIONS:
            yield game, strategy, ""
    for goal in ("ask", "identify"):
        for strategy in HEURISTICS + OTHERS + SEARCHES:
            yield Table({"file": "animals.csv", "goal": goal}, animals), strategy, ""
    for hard in (False, True):
        for strategy in HEURISTICS + OTHERS + SEARCHES + WITH_CANDIDATES:
            yield Words({"hard": hard}, Lists(WORDS.split(), ())), strategy, ""
    # Cells that overlap.
    rows = [["", "a", "b", "c", "d", "e"], ["p", "0", "0/1", "1", "?", "2"], ["q", "x", "y", "x/y", "y", "x:3/z:1"]]
    values = {"file": "several.csv", "goal": "narrow", "several": "/", "unknown": "?"}
    for more in ({}, {"narrow": "sure"}):
        doubtful = Table(values | more, make_sheet(list(enumerate(rows, 1)), Reading(alike=True)))
        for strategy in HEURISTICS + OTHERS + KEYS:
            yield doubtful, strategy, ""
    # Columns of three chunks, and of vectors that are not full.
    common = make_game("words")
    spelled = [common.format_code(code) for code in common.secrets]
    yield Words({"hard": False}, Lists(spelled[::11], spelled[:100])), "optimal(total)", ""
    for text in ("mastermind(5,2)", "bulls-and-cows(3,5)", "mastermind(3,3,feedback=black)"):
        for strategy in ("entropy", "optimal(total,depth)"):
            yield make_game(text), strategy, ""
    for strategy in ("minimax", "optimal(total,depth)"):
        yield make_game("bulls-and-cows(3,6)"), strategy, "012:0b1c"
    for strategy in HEURISTICS + OTHERS + SEARCHES + WITH_CANDIDATES:
        yield make_game("mastermind(2,4,goal=identify)"), strategy, ""
        yield make_game("bulls-and-cows(3,5,turns=3,goal=identify)"), strategy, "012:0b2c"
        yield Words({"hard": True, "goal": "identify"}, Lists(WORDS.split(), ())), strategy, ""


def large_cases() -> Iterator[Case]:
    """Games with more than 255 candidates, several blocks of guesses, and planes of several words."""
    large = (
        "mastermind(4,6)",
        "bulls-and-cows(4,8)",
        "mastermind(5,4)",
        "mastermind(8,2)",
        "mastermind(4,6,goal=identify)",
    )
    for text in large:
        game = make_game(text)
        for strategy in HEURISTICS + OTHERS:
            yield game, strategy, ""
    searched = ("mastermind(4,5)", "bulls-and-cows(4,6)", "bulls-and-cows(3,6,feedback=black)")
    for text in (*searched, "mastermind(4,5,goal=identify)"):
        yield make_game(text), "optimal(total,depth,worst)", ""
    yield make_game("bulls-and-cows(4,7)"), "optimal(total,depth)", "0123:1b1c"


def outcome(case: Case) -> str:
    """Figures and bytes of one tree; a search uses two threads and a journal."""
    game, text, history = case
    strategy = make_strategy(text, game)
    with tempfile.TemporaryDirectory() as folder:
        options = (
            Options(jobs=2, journal=str(Path(folder, "journal"))) if text.startswith("optimal") else Options(jobs=2)
        )
        try:
            data = compile_strategy(game, strategy, options=options, start=game.parse_history(history)).data
        except InfeasibleError as error:
            return str(error)
    claims = data.claims
    return f"{claims.total} {claims.depth} {claims.worst_count} {hashlib.sha256(encode(data)).hexdigest()}"


def outcomes(large: bool) -> dict[str, str]:
    """The result of each case, by its name."""
    cases = [*small_cases(), *(large_cases() if large else ())]
    return {f"{case[0].spec} {' '.join(case[1:])}": outcome(case) for case in cases}


@borrowing_kernel
def beyond(numbers: np.ndarray, place: int) -> int:  # type: ignore[type-arg]
    """The entry at an index, which should be within the array."""
    return numbers[place]


@borrowing_kernel
def beyond_borrowed(numbers: np.ndarray, place: int) -> int:  # type: ignore[type-arg]
    """The same for functions that count no references."""
    return numbers[place]


def indices_are_checked() -> bool:
    """Whether an index beyond the end is detected. Without checks, the memory there is read."""
    found_out = 0
    for read in (beyond, beyond_borrowed):
        try:
            read(np.zeros(8, dtype=np.int64)[:4], 4)
        except IndexError:
            found_out += 1
    return found_out == 2


if __name__ == "__main__":
    print(json.dumps({"checked": indices_are_checked(), "outcomes": outcomes("--large" in sys.argv)}))
