"""A program that searches small games with all kernels and prints what it finds, whatever Numba is told to do.

``NUMBA_DISABLE_JIT=1 python debug_games.py`` runs the kernels in Python, ``NUMBA_BOUNDSCHECK=1`` has every index
checked; ``--large`` adds games that take Python too long. :mod:`test_debug_runs` compares what is printed.
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
from strategist.errors import InfeasibleError
from strategist.files.strategy import encode
from strategist.game import Game
from strategist.games import sheet
from strategist.games.table import Table
from strategist.games.wordlists import Lists
from strategist.games.words import Words
from strategist.search.kernels.jit import borrowing_kernel, kernel
from strategist.search.proof.options import Options

ANIMALS = """\
,           cat, dog, hen, shark, cow
has fur?,   yes, yes, no,  no,    yes
barks?,     no,  yes, no,  no,    no
legs,       4,   4,   2,   0,     4
gives milk?,no,  no,  no,  no,    yes
"""
WORDS = "abide abode above adobe alone agile alive olive chase crane crate trace slate stale"

HEURISTICS = ("minimax", "expected-size", "entropy", "most-parts", "minimax(ties=cells)")
OTHERS = ("first", "random(seed=7)", "minimax(ties=random,seed=5)", "entropy(ties=highest)")
SEARCHES = ("optimal(total,depth,worst)", "optimal(depth,total)")
WITH_CANDIDATES = ("entropy(guesses=candidates)", "optimal(guesses=candidates)")
DECISIONS = ("feasible(max_depth=3)", "feasible(max_depth=4)")

Case = tuple[Game, str, str]
"""A game, a strategy for it, and a history to begin behind."""


def small_cases() -> Iterator[Case]:
    """What Python searches in some seconds: between them they need every kernel."""
    animals = sheet.make_sheet(sheet._csv_rows(ANIMALS.splitlines(keepends=True)))
    for game in (make_game("mastermind(2,3)"), make_game("bulls-and-cows(2,4)"), make_game("mastermind(3,4)")):
        for strategy in HEURISTICS + OTHERS + SEARCHES + WITH_CANDIDATES + DECISIONS:
            yield game, strategy, ""
    for goal in ("ask", "identify"):
        for strategy in HEURISTICS + OTHERS + SEARCHES:
            yield Table({"file": "animals.csv", "goal": goal}, animals), strategy, ""
    for hard in (False, True):
        for strategy in HEURISTICS + OTHERS + SEARCHES + WITH_CANDIDATES:
            yield Words({"hard": hard}, Lists(WORDS.split(), ())), strategy, ""
    for text in ("mastermind(5,2)", "bulls-and-cows(3,5)", "mastermind(3,3,feedback=black)"):
        for strategy in ("entropy", "optimal(total,depth)"):
            yield make_game(text), strategy, ""
    for strategy in ("minimax", "optimal(total,depth)"):
        yield make_game("bulls-and-cows(3,6)"), strategy, "012:0b1c"


def large_cases() -> Iterator[Case]:
    """More than 255 candidates, several blocks of guesses, cells counted by planes of several words."""
    for text in ("mastermind(4,6)", "bulls-and-cows(4,8)", "mastermind(5,4)", "mastermind(8,2)"):
        game = make_game(text)
        for strategy in HEURISTICS + OTHERS:
            yield game, strategy, ""
    for text in ("mastermind(4,5)", "bulls-and-cows(4,6)", "bulls-and-cows(3,6,feedback=black)"):
        yield make_game(text), "optimal(total,depth,worst)", ""
    yield make_game("bulls-and-cows(4,7)"), "optimal(total,depth)", "0123:1b1c"


def outcome(case: Case) -> str:
    """Figures and bytes of one tree, by two threads and with a journal where it is searched for."""
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
    """What was found of each case, by its name."""
    cases = [*small_cases(), *(large_cases() if large else ())]
    return {f"{case[0].spec} {' '.join(case[1:])}": outcome(case) for case in cases}


@kernel
def beyond(numbers: np.ndarray, place: int) -> int:  # type: ignore[type-arg]
    """What stands at a place, which had better be one of the array's."""
    return numbers[place]


@borrowing_kernel
def beyond_borrowed(numbers: np.ndarray, place: int) -> int:  # type: ignore[type-arg]
    """The same for functions that count no references."""
    return numbers[place]


def indices_are_checked() -> bool:
    """Whether a place beyond the end is found out. Without checks, whatever stands there is read."""
    found_out = 0
    for read in (beyond, beyond_borrowed):
        try:
            read(np.zeros(8, dtype=np.int64)[:4], 4)
        except IndexError:
            found_out += 1
    return found_out == 2


if __name__ == "__main__":
    print(json.dumps({"checked": indices_are_checked(), "outcomes": outcomes("--large" in sys.argv)}))
