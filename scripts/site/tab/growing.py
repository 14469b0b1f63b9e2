"""Trees that are made in a tab, and the reasons for a guess, by the plain twins: what is compiled elsewhere."""

import importlib.util
import os
import sys
import time
from array import array
from functools import partial
from types import SimpleNamespace

from desk import LONGEST, run, seconds_of, shown, spoken, stream
from exact import exactly
from tqdm import tqdm

import strategist
from strategist.choosing.reasons.plainly import explain_plainly
from strategist.choosing.registry import make_strategy
from strategist.choosing.searched import SearchedStrategy
from strategist.common.errors import StrategistError, TooLargeError
from strategist.common.wording import counted
from strategist.files.strategy import StrategyData, write_strategy
from strategist.games.catalog import make_game
from strategist.model.game import Game
from strategist.model.position import kind_of
from strategist.model.trees.figures import claims_of
from strategist.show.moves.explanation_lines import explanation_lines
from strategist.show.reports.comparison_table import comparison_table
from strategist.show.reports.report import record, told_lines
from strategist.show.texts.tabulated import print_table

EXPLAINED = 6e-5
"""The seconds that the reasons for a guess take for each pair of a candidate and a question, by all four heuristics:
5.7e-5 in Chromium 150 for the first guess of Mastermind 4x5."""


def compile_small(text, strategy, path, out, err):
    """Grow a tree, write its file and verify that; returns the exit status."""
    game = deduction(text)
    begun = time.monotonic()
    write_strategy(path, grown(game, strategy, err))
    out(f"{path}: compiled in {time.monotonic() - begun:.1f} s\n")
    return run(["verify", path], out, err)


def compiled(words, out, err):
    """The command ``compile GAME STRATEGY -o FILE``; returns the exit status."""
    if len(words) != 4 or words[2] != "-o":
        raise StrategistError("expected compile GAME STRATEGY -o FILE: nothing else is done here")
    game = deduction(words[0])
    data = grown(game, words[1], err)
    write_strategy(words[3], data)
    lines = [f"{game.spec} {data.strategy}", *told_lines(data, [])]
    out("\n".join([*lines, f"{words[3]}: {os.path.getsize(words[3])} bytes"]) + "\n")
    return 0


def compared(words, out, err):
    """The command ``compare GAME STRATEGY …``; returns the exit status."""
    if len(words) < 2 or any(each.startswith("-") for each in words):
        raise StrategistError("expected compare GAME STRATEGY …: nothing else is done here")
    game, records = deduction(words[0]), []
    for strategy in words[1:]:
        begun = time.monotonic()
        records.append(record(grown(game, strategy, err)) | {"seconds": time.monotonic() - begun})
    before = f"{game.spec}: {counted(len(game.secrets), 'secret')}"
    return spoken(lambda: print_table(comparison_table(records, ["seconds"]), "text", before, []), out, err)


def deduction(text):
    """The game that a text names."""
    game = make_game(text)
    if not isinstance(game, Game):
        raise StrategistError(f"{text} is a solitaire: expected a game in which something is hidden")
    return game


def grown(game, text, err):
    """The data of the tree of a strategy: by the plain twin of the compiled growth, or by all trees, with a bar."""
    strategy = make_strategy(text, game)
    searched = isinstance(strategy, SearchedStrategy)
    if not searched and (seconds := seconds_of(game)) > LONGEST:
        raise TooLargeError(
            f"{game.spec}: {len(game.secrets)} secrets and {game.question_count} questions take some {shown(seconds)} "
            "here; install strategist, which takes seconds"
        )
    if searched:
        with bar(1, "search", err) as shown_bar:
            strategy = exactly(game, strategy, partial(advance, shown_bar))
            value = strategy.best.value()
    everything = array("i", range(len(game.secrets)))
    with bar(len(everything), "compile", err) as shown_bar:
        start = SimpleNamespace(history=(), candidates=everything)
        tree = plainly().grow_plainly(game, strategy, start, partial(advance, shown_bar))
    data = StrategyData(game, strategy.spec, tree, claims_of(game, tree, range(len(game.secrets))))
    if not searched:
        return data
    data = StrategyData(game, strategy.spec, tree, data.claims, "optimal", strategy.objective(), value)
    if data.bounded_figure != value:
        raise AssertionError(f"the search has found {value}, and its tree takes {data.bounded_figure}")
    return data


def bar(total, name, err):
    """A bar on the page."""
    return tqdm(total=total, desc=name, file=stream(err, True), leave=False, mininterval=0.2)


def advance(shown_bar, done, of=None):
    """Move a bar on, whose end may have become known."""
    shown_bar.total = of or shown_bar.total
    shown_bar.update(done - shown_bar.n)


def plainly():
    """The module of the plain growth, whose folder cannot be imported without NumPy."""
    home = os.path.join(os.path.dirname(strategist.__file__), "search", "compile", "grow_plainly.py")
    if "grow_plainly" not in sys.modules:
        spec = importlib.util.spec_from_file_location("grow_plainly", home)
        sys.modules["grow_plainly"] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules["grow_plainly"])
    return sys.modules["grow_plainly"]


def explain(text, strategy, given, guess, out, err):
    """Say why a strategy makes a guess after a history, or how good another one is; returns the exit status."""
    game = deduction(text)
    made = game.parse_history(given)
    moves = tuple((game.guesses.index(code), response) for code, response in made)
    left = kind_of(game).left(moves)
    seconds = EXPLAINED * game.question_count * (0 if left is None else len(left.candidates))
    if seconds > LONGEST:
        raise TooLargeError(
            f"{game.spec}: {len(left.candidates)} secrets left and {game.question_count} questions take some "
            f"{shown(seconds)} here; install strategist, which takes a second"
        )
    if seconds > 5:
        err(f"strategist: some {shown(seconds)}\n")
    found = explain_plainly(game, made, guess.strip() or None, strategy=make_strategy(strategy, game))
    out(f"{counted(found.candidates, 'secret')} left\n")
    out("\n".join(explanation_lines(found)) + "\n")
    return 0
