"""What the exact search relies on is asserted where kernels are debugged, and nowhere else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from random import Random

import numpy as np
import pytest
from bothways import crew_of, table_game
from inpython import in_python
from toys import weighted

from strategist.model.game import Game
from strategist.search.exact import preconditions
from strategist.search.state.problem import STOP
from strategist.search.tasks.workers import Workers

SECRETS = 6


def game(costs: bool = False) -> Game:
    """A table in which the secrets weigh 1 to 6."""
    random = Random(1)
    rows = [[random.randrange(3) for _ in range(SECRETS)] for _ in range(4)]
    made = table_game([*rows, list(range(SECRETS))], "ask")
    prices = [1 + question % 3 for question in range(made.question_count)] if costs else None
    return weighted(made, list(range(1, SECRETS + 1)), prices)


def call(workers: Workers, **changed: int) -> None:
    """Assert what is asked of a call for all secrets, with some of its arguments changed."""
    problem, desk = workers.problem(0, 0, None, scale=1), workers.desks[0]
    candidates = workers.everything[::-1] if changed.pop("reverse", 0) else workers.everything
    desk.pool[0, : len(candidates)] = candidates
    key, check = np.bitwise_xor.reduce(problem.words[candidates])
    usual = {"row": 0, "low": 0, "high": len(candidates), "left": 0, "budget": problem.infeasible}
    given = usual | changed
    in_python(preconditions.assert_callable)(
        problem,
        problem.stakes,
        desk,
        given["row"],
        given["low"],
        given["high"],
        key ^ np.uint64(given.get("other", 0)),
        check,
        given["left"],
        given["budget"],
    )


def test_a_call_that_is_right() -> None:
    call(crew_of(game()))


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"reverse": 1}, "heaviest first"),
        ({"high": 0}, "does not stand on the desk"),
        ({"low": -1}, "does not stand on the desk"),
        ({"high": SECRETS + 1}, "does not stand on the desk"),
        ({"high": SECRETS - 1}, "another name"),
        ({"other": 1}, "another name"),
        ({"left": 1}, "no row"),
        ({"budget": 0}, "no cost"),
        ({"budget": 1 << 62}, "no cost"),
    ],
    ids=lambda value: str(value),
)
def test_a_call_that_is_wrong(changed: dict[str, int], message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        call(crew_of(game()), **changed)


def test_lost_secrets_do_not_meet_questions_that_cost_differently() -> None:
    for costs in (False, True):
        workers = crew_of(game(costs))
        problem = workers.problem(0, 0, 3, scale=1, gone=(0, 100))
        desk, candidates = workers.desks[0], workers.everything
        desk.pool[0, : len(candidates)] = candidates
        key, check = np.bitwise_xor.reduce(problem.words[candidates])
        arguments = (problem, problem.stakes, desk, 0, 0, len(candidates), key, check, 3, problem.infeasible)
        if costs:
            with pytest.raises(AssertionError, match="cost differently"):
                in_python(preconditions.assert_callable)(*arguments)
        else:
            in_python(preconditions.assert_callable)(*arguments)


def test_a_result_that_does_not_fit() -> None:
    workers = crew_of(game())
    problem = workers.problem(0, 0, None, scale=1)
    proven = partial(in_python(preconditions.assert_proven), problem, workers.desks[0], 0)
    proven(3, 5, True, 9, True)
    proven(3, 9, False, 9, True)
    proven(3, 5, False, 9, False)
    with pytest.raises(AssertionError, match="below a bound"):
        proven(3, 2, True, 9, True)
    with pytest.raises(AssertionError, match="before the budget"):
        proven(3, 8, False, 9, True)
    problem.shared[STOP] = 1
    proven(3, 8, False, 9, True)


def test_a_bound_that_grows_with_the_cells() -> None:
    levels = in_python(preconditions.assert_levels)
    levels(4, 4)
    levels(4, 5)
    with pytest.raises(AssertionError, match="grows"):
        levels(5, 4)


PROGRAM = """
import json, sys
import numpy as np
from strategist.search.exact import preconditions
from strategist.search.exact.solve import PROVE
from bothways import crew_of
from test_preconditions import game

workers = crew_of(game())
problem = workers.problem(0, 0, None, scale=1)
call = workers.call(problem, workers.desks[0], (), workers.everything[::-1], 0, problem.infeasible, PROVE)
try:
    call()
except AssertionError as error:
    print(json.dumps(str(error)))
else:
    print(json.dumps("nothing"))
"""


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("NUMBA_DISABLE_JIT", "the candidates do not stand heaviest first"),
        pytest.param("NUMBA_BOUNDSCHECK", "the candidates do not stand heaviest first", marks=pytest.mark.slow),
        ("NOTHING", "nothing"),
    ],
)
def test_debug_runs_assert(setting: str, said: str) -> None:
    folders = [str(Path(__file__).parent), *sys.path]
    environment = os.environ | {setting: "1", "PYTHONPATH": os.pathsep.join(folders)}
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, env=environment)
    assert done.stdout and json.loads(done.stdout) == said, done.stderr


@pytest.mark.thorough
def test_the_preconditions_hold_in_each_regime() -> None:
    program = str(Path(__file__).parents[2] / "programs" / "debug_regimes.py")
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    assert min(json.loads(done.stdout).values()) > 300
