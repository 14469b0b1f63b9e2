"""Threads that search the same position where answers may be several: what is true whenever they are stopped, and no
mark left. That they find the bytes of one thread stands in ``test_several_together.py``."""

from __future__ import annotations

import random
import threading
import time
from fractions import Fraction
from pathlib import Path

import pytest
from random_several import key_case, vague
from switching import printed_by

from strategist import compile_strategy, verify_strategy
from strategist.model.game import Game
from strategist.search.several_answers import several_arrays, several_stage
from strategist.search.several_answers.several_desks import StagePosition, What
from strategist.search.several_answers.several_game import answers_of
from strategist.search.several_answers.several_memo import EXACT
from strategist.search.several_answers.several_stage import SeveralStage
from strategist.search.state.problem import STOP
from strategist.search.tasks.supervise import StopSignal

WHAT = What(("expected",))


@pytest.fixture(autouse=True)
def marked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mark every position, look for what others have found at each of them, and ask others to help at once."""
    monkeypatch.setattr(several_arrays, "MARKED_SIZE", 1)
    monkeypatch.setattr(several_arrays, "LOOKS", 1)
    monkeypatch.setattr(several_stage, "ALONE", 0)


def stage_of(game: Game, brake: StopSignal, jobs: int) -> tuple[SeveralStage, StagePosition]:
    stage = SeveralStage(game, answers_of(game), WHAT, brake=brake, memory=1 << 24, jobs=jobs)
    return stage, stage.start(dict.fromkeys(range(len(game.secrets)), Fraction(1)), frozenset(), 0)


def test_a_stop_at_any_moment_leaves_what_is_true_and_no_mark(tmp_path: Path) -> None:
    game, dice, kinds = vague(tmp_path, 14, 12), random.Random(3), []
    stage, root = stage_of(game, StopSignal(), 4)
    began = time.monotonic()
    assert stage.run(root) == EXACT and stage.best is not None
    (least,), took = stage.best.sums, time.monotonic() - began
    for _ in range(40):
        brake = StopSignal()
        stage, root = stage_of(game, brake, 4)
        stop = threading.Timer(3 * took * dice.random() ** 2, brake.pull)
        stop.start()
        kinds.append(stage.run(root))
        stop.cancel()
        stop.join()
        assert not stage.marks.any()
        if stage.best is not None:
            assert stage.best.sums[0] > least * (1 - 1e-9)
        if kinds[-1] == EXACT:
            assert stage.best is not None and stage.best.sums[0] == pytest.approx(least)
            continue
        assert brake.shared[STOP] and stage.rounded(stage.least_open()) < least * (1 + 1e-9)
    assert {EXACT, -1} <= set(kinds)


def test_a_memo_that_grows_while_threads_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("strategist.search.several_answers.several_desks._FIRST_BITS", 6)
    game = vague(tmp_path, 14, 12)
    alone, together = stage_of(game, StopSignal(), 1), stage_of(game, StopSignal(), 4)
    assert [stage.run(root) for stage, root in (alone, together)] == [EXACT, EXACT]
    assert alone[0].best is not None and together[0].best is not None
    assert alone[0].best.residues == together[0].best.residues
    assert len(together[0].memo.words) > 1 << 6 and not together[0].marks.any()


PROGRAM = """
import sys
from fractions import Fraction
from strategist import make_game
from strategist.search.several_answers import several_arrays, several_desks, several_stage
from strategist.search.several_answers.several_desks import What
from strategist.search.several_answers.several_game import answers_of
from strategist.search.several_answers.several_stage import SeveralStage
from strategist.search.tasks.supervise import StopSignal

several_arrays.MARKED_SIZE = several_arrays.LOOKS = 1
several_stage.ALONE = 0
sys.setswitchinterval(1e-6)
ROWS = ",a,b,c,d,e,f", "p,0,0/1,1,?,1,0", "q,1,0,0/1,0,?,1", "r,0,1,1,0,0/1,?", "s,1,1,0,?,0,0/1"
with open("several.csv", "w") as file:
    file.write("\\n".join(ROWS))
game = make_game("table(several.csv,goal=narrow,several=/,unknown=?)")
for what in (What(("expected",)), What(("size", "expected")), What((), True)):
    found = set()
    for marks in (1, 1 << 14):
        # With one mark for all, threads put off everything, and then are all at the same questions.
        several_desks.MARKS = marks
        for jobs in (1, 4, 16):
            stage = SeveralStage(game, answers_of(game), what, brake=StopSignal(), memory=1 << 20, jobs=jobs)
            kind = stage.run(stage.start(dict.fromkeys(range(6), Fraction(1)), frozenset(), 0))
            found.add((kind, stage.best.residues, stage.best.depth))
    assert len(found) == 1, found
print("the same")
"""


@pytest.mark.thorough
def test_threads_that_change_at_every_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels run by Python, which changes its thread within a microsecond, and asserts that no mark is left."""
    monkeypatch.chdir(tmp_path)
    assert printed_by(PROGRAM) == "the same\n"


def test_the_least_is_taken_where_doubles_look_as_if_it_were_not(tmp_path: Path) -> None:
    """The sums of a greedy tree and of the best one are equal in the first place, and were added in another order."""
    case = key_case(282, tmp_path, moved=True)
    data = compile_strategy(case.game, case.spec).data
    assert data.bound == "optimal" and verify_strategy(data).verified
