"""Workers that tell what is not true: with ``certify`` they are found out, and the bytes are those of one thread."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from crowds import crowd_of

from strategist import compile_strategy, make_game, make_strategy
from strategist.common.errors import SpecError
from strategist.common.side_remarks import heard
from strategist.files.strategy import encode
from strategist.search.exact import marks
from strategist.search.state.options import Options
from strategist.search.state.record import SETS
from strategist.search.state.result_log import BOUND, IS_EXACT, SEAL, SIZE, seals
from strategist.search.tasks import threads
from strategist.search.tasks.executor import Executor
from strategist.search.tasks.remote.instance import Instance
from strategist.search.tasks.task import TaskProof

GAME, TOTAL = "mastermind(4,5)", "optimal(total)"
Lie = Callable[[TaskProof, int], TaskProof]


@pytest.fixture(autouse=True)
def small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "AFAR_FROM", 1 << 10)
    monkeypatch.setattr(marks, "DIVIDED_PAIRS", 1 << 10)
    monkeypatch.setattr(marks, "MARKED_FROM", 16)


def raised(exact: bool) -> Lie:
    """Tell higher costs of large sets than were found, under true seals: as exact costs, or as bounds."""

    def lie(proof: TaskProof, seed: int) -> TaskProof:
        rows = SETS.rows(proof.rows).copy()
        large = (rows[:, SIZE] >= 12) & (rows[:, SIZE] < 300) & (rows[:, IS_EXACT] == 1)
        rows[large, BOUND] += np.uint64(60)
        rows[large, IS_EXACT] = exact
        rows[:, SEAL] = seals(seed, rows)
        return proof._replace(rows=rows.tobytes())

    return lie


def finished_too_early(proof: TaskProof, seed: int) -> TaskProof:
    """Say of a task that its set costs as much as is asked for."""
    return proof._replace(bound=proof.bound + 30, exact=False, finished=True)


def compiled(
    monkeypatch: pytest.MonkeyPatch, lie: Lie | None, strategy: str = TOTAL, seed: int = 5, **options: Any
) -> tuple[bytes, Any, list[str]]:
    """What three crews of which the second lies come to, who carried it out, and the remarks."""
    seen: list[Any] = []

    @contextmanager
    def crowd(instance: Instance, options: Options) -> Iterator[Executor]:
        with crowd_of(3, seed, twice=0.0, late=0.0, seen=seen, positions=400)(instance, options) as executor:
            crew = seen[0].crews[1]
            honest = crew.carry_out
            if lie is not None:
                monkeypatch.setattr(crew, "carry_out", lambda turn, seed, task: lie(honest(turn, seed, task), seed))
            yield executor

    monkeypatch.setattr("strategist.cluster.crowd_for", lambda options: crowd)
    game = make_game(GAME)
    with heard() as remarks:
        told = Options(cluster="local:3", **options)
        data = encode(compile_strategy(game, make_strategy(strategy, game), options=told).data)
    return data, seen[0], remarks


def alone(strategy: str = TOTAL) -> bytes:
    game = make_game(GAME)
    return encode(compile_strategy(game, make_strategy(strategy, game)).data)


@pytest.mark.parametrize("strategy", [TOTAL, "optimal(depth,total)", "optimal(total,depth,worst)"])
def test_the_bytes_of_one_thread_where_nobody_lies(strategy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for share in (1.0, 0.3):
        found, executor, remarks = compiled(monkeypatch, None, strategy, certify=share)
        assert found == alone(strategy) and executor.done > 0
        assert not executor.refused and not remarks


@pytest.mark.parametrize("lie", [raised(False), raised(True), finished_too_early], ids=["bounds", "costs", "result"])
def test_who_lies_is_found_out(lie: Lie, monkeypatch: pytest.MonkeyPatch) -> None:
    # Who comes first depends on the machine, and so does whether anything rests on a lie.
    remarks, dismissed = list[str](), list[str]()
    for seed in range(4):
        found, executor, told = compiled(monkeypatch, lie, seed=seed, certify=1.0)
        assert found == alone()
        remarks += told
        dismissed += executor.refused
        if dismissed:
            break
    # Nobody else is accused. A result is not believed at all, so that to lie about one is in vain.
    assert dismissed == ([] if lie is finished_too_early else ["crew-1"])
    named = "cluster: worker crew-1 has told what is not true, and is believed no more: the proof begins anew"
    assert (named in remarks) == bool(dismissed)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, "certify: expected a cluster, got none"),
        ({"cluster": "local:2", "journal": "j"}, "certify: expected no journal, got one"),
    ],
)
def test_what_certify_needs(options: dict[str, Any], expected: str) -> None:
    with pytest.raises(SpecError, match=expected):
        compile_strategy("mastermind(2,3)", "optimal", certify=1.0, **options)
