"""Ctrl-C and the time limit stop a search at any point, and its result so far is kept."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from bothways import table_game

from strategist import compile_strategy, make_game, make_strategy, verify_strategy
from strategist.common.errors import JournalError, OutputError
from strategist.common.side_remarks import heard
from strategist.model.game import Game
from strategist.search.advice.advise import match_candidates
from strategist.search.certify.scribe import Scribe
from strategist.search.compile.compile import compile_from
from strategist.search.compile.compiled import Compiled
from strategist.search.run import objectives as exact
from strategist.search.run import stages
from strategist.search.state.options import Options
from strategist.search.state.problem import ALL_TECHNIQUES, STOP, SYMMETRY
from strategist.search.state.start import Start, start_of
from strategist.search.tasks.supervise import StopSignal, supervise

MOST_TICKS = 1200
"""Ticks after which a search that does not hear Ctrl-C is given up: a minute at least."""


class Interrupter:
    """A progress callback that presses Ctrl-C once, when ``sign`` is given."""

    def __init__(self, sign: Callable[[dict[str, Any]], bool]) -> None:
        self.sign = sign
        self.pressed = False
        self.ticks = 0

    def __call__(self, share: float, words: dict[str, Any]) -> None:
        if not self.pressed and self.sign(words):
            self.pressed = True
            signal.raise_signal(signal.SIGINT)
        self.ticks += self.pressed
        assert self.ticks < MOST_TICKS, "the search did not hear Ctrl-C"


SLOWLY = ALL_TECHNIQUES ^ SYMMETRY
"""With symmetry, a set of a few like letters is solved in less than a second."""


def busy(words: dict[str, Any]) -> bool:
    """A search that has been running for a while."""
    return int(words["nodes"]) > 2000


def few_letters() -> tuple[Game, Start]:
    """The question of seed 000, "ABC?": few candidates, many guesses, and minutes of work without symmetry."""
    game = make_game("bulls-and-cows(4,22,alphabet=letters)")
    return game, match_candidates(game, start_of(game), "ABC?")


def behind(text: str, history: str = "") -> tuple[Game, Start]:
    game = make_game(text)
    return game, start_of(game, game.parse_history(history))


LONG = {
    "small": few_letters,
    "medium": lambda: behind("mastermind(5,8)", "11223:0b2w 34556:1b1w 45677:0b2w"),
    "large": lambda: behind("mastermind(4,10)"),
}


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("size", LONG)
def test_ctrl_c_ends_a_search_of_any_size_with_a_tree(size: str, jobs: int) -> None:
    game, start = LONG[size]()
    interrupter = Interrupter(busy)
    options = Options(jobs=jobs, progress=interrupter, techniques=SLOWLY)
    data = compile_from(game, make_strategy("optimal(total)", game), start, options=options).data
    assert interrupter.pressed
    assert data.bound == "upper" and data.stopped
    assert data.lower_bound is not None and 0 < data.lower_bound < data.claims.total
    assert data.claims.secrets == len(start.candidates) and not data.claims.lost


@pytest.mark.parametrize("size", ["small", "large"])
def test_the_time_limit_ends_a_search_of_any_size(size: str) -> None:
    game, start = LONG[size]()
    watch = Interrupter(lambda words: False)
    options = Options(time_limit=0.3, progress=watch, techniques=SLOWLY)
    data = compile_from(game, make_strategy("optimal(total)", game), start, options=options).data
    assert data.bound == "upper"
    assert data.lower_bound is not None and 0 < data.lower_bound < data.claims.total


def test_a_second_ctrl_c_ends_everything() -> None:
    game, start = few_letters()

    def press_twice(share: float, words: dict[str, Any]) -> None:
        if busy(words):
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)

    options = Options(progress=press_twice, techniques=SLOWLY)
    with pytest.raises(KeyboardInterrupt):
        compile_from(game, make_strategy("optimal", game), start, options=options)


def pressed_by_the_search(monkeypatch: pytest.MonkeyPatch, where: object, name: str) -> None:
    """Press Ctrl-C, and wait until it is handled, when the searching thread calls a function."""
    honest = getattr(where, name)

    def interrupted(*args: Any, **kwargs: Any) -> Any:
        brake = next((each for each in args if isinstance(each, StopSignal)), None) or args[0].workers.brake
        if not brake.interrupts:
            signal.raise_signal(signal.SIGINT)
            while not brake.pulled:
                time.sleep(0.001)
        return honest(*args, **kwargs)

    monkeypatch.setattr(where, name, interrupted)


def test_ctrl_c_between_two_searches_keeps_the_tree_of_the_first(
    monkeypatch: pytest.MonkeyPatch, compiled: Any
) -> None:
    pressed_by_the_search(monkeypatch, stages, "_least_depth_of_cost")
    # Counting alone does not tell that a tree of this total needs this depth.
    game = make_game("mastermind(3,5)")
    data = compile_strategy(game, make_strategy("optimal(total,depth)", game)).data
    assert verify_strategy(data).verified
    assert data.bound == "upper" and data.stopped
    # The first objective was settled, and the result says so.
    assert data.claims.total == data.lower_bound == 451


def test_ctrl_c_while_tables_are_made_gives_a_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    pressed_by_the_search(monkeypatch, exact, "assemble")
    game = make_game("mastermind(3,6)")
    data = compile_strategy(game, make_strategy("optimal(total)", game)).data
    assert verify_strategy(data).verified
    assert data.bound == "upper"
    assert data.lower_bound is not None and 0 < data.lower_bound <= 854 <= data.claims.total


def test_ctrl_c_while_a_certificate_is_written_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game("bulls-and-cows(3,8)")
    compiled = compile_strategy(game, make_strategy("optimal", game), options=Options(certificate=True))
    assert compiled.certify is not None
    with monkeypatch.context() as patched:
        pressed_by_the_search(patched, Scribe, "_settle")
        with pytest.raises(KeyboardInterrupt, match="no certificate is written"):
            compiled.certify(None)
    # The certificate can be requested again.
    assert not compiled.certify(None).gaps


def random_table(secrets: int, questions: int, seed: int) -> Game:
    return table_game(np.random.default_rng(seed).integers(0, 3, size=(questions, secrets)).tolist(), "ask")


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_best_tree_that_was_closed_is_kept(jobs: int) -> None:
    game = random_table(90, 120, 5)
    best: list[int] = []

    def seen(words: dict[str, Any]) -> bool:
        if words["best"] != "-":
            best.append(words["best"])
        return bool(best)

    interrupter = Interrupter(seen)
    options = Options(jobs=jobs, progress=interrupter, techniques=SLOWLY)
    data = compile_strategy(game, make_strategy("optimal(total)", game), options=options).data
    assert interrupter.pressed, "the search ended before a tick saw its first tree"
    assert verify_strategy(data).verified
    assert data.claims.total <= best[0]
    assert data.lower_bound is not None and data.lower_bound <= data.claims.total


def test_what_the_watching_thread_raises_stops_the_search() -> None:
    shared = np.zeros(1, dtype=np.int64)

    def search() -> None:
        while not shared[STOP]:
            time.sleep(0.001)

    def tick() -> None:
        raise ValueError("no such word")

    with pytest.raises(ValueError, match="word"):
        supervise(search, StopSignal(shared), tick)
    assert shared[STOP]


@pytest.mark.parametrize("error", [JournalError("journal j: the disk is full"), OutputError("cannot write t.csv")])
def test_what_cannot_be_written_beside_a_search_ends_it_with_its_result(error: JournalError | OutputError) -> None:
    shared = np.zeros(1, dtype=np.int64)
    errors = [error]

    def search() -> str:
        while not shared[STOP]:
            time.sleep(0.001)
        return "the best so far"

    def tick() -> None:
        if errors:
            raise errors.pop()

    brake = StopSignal(shared)
    with heard() as remarks:
        assert supervise(search, brake, tick) == "the best so far"
    assert brake.pulled and not brake.interrupts
    assert remarks == [f"{error}; the search ends here, with what it has found"]


def test_what_the_search_raises_is_raised() -> None:
    def fail() -> Compiled:
        raise JournalError("it does not hold")

    with pytest.raises(JournalError, match="hold"):
        supervise(fail, StopSignal(np.zeros(1, dtype=np.int64)))


def test_a_brake_that_is_held_open_stops_later() -> None:
    brake = StopSignal(np.zeros(1, dtype=np.int64))
    with brake.held_open():
        brake.interrupt()
        assert brake.pulled and not brake.stopped
    assert brake.stopped
    with brake.held_open():
        assert not brake.stopped
        brake.interrupt()
        assert brake.stopped
    assert brake.stopped


def test_a_pause_stops_kernels_for_a_while_only() -> None:
    brake = StopSignal(np.zeros(1, dtype=np.int64))

    def wait() -> list[bool]:
        with brake.until(lambda: True):
            while not brake.stopped:
                time.sleep(0.001)
        return [brake.stopped, brake.pulled]

    assert supervise(wait, brake) == [False, False]


def test_a_stop_within_a_pause_is_a_stop() -> None:
    brake = StopSignal(np.zeros(1, dtype=np.int64), time_limit=0.0)

    def wait() -> list[bool]:
        with brake.until(lambda: False):
            while not brake.stopped:
                time.sleep(0.001)
        return [brake.stopped, brake.pulled]

    assert supervise(wait, brake) == [True, True]
