"""Processes that share the work of a check: they change nothing of what is found, and one that ends is told."""

from __future__ import annotations

import os
import signal
import sys
from random import Random

import claim_kinds
import pytest
from alterations import altered
from certificates import certificate_of, changed

from strategist.checking.check import check_certificate
from strategist.checking.jobs import processes
from strategist.checking.jobs.processes import results
from strategist.common.errors import StrategyFileError, TooLargeError
from strategist.common.side_remarks import heard
from strategist.files.certificate import Certificate

copied = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere, threads do the work")


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_ALONE", -1)


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_results_stand_in_the_order_of_tasks(jobs: int) -> None:
    for count in (0, 1, 2, 40):
        assert list(results(lambda task: task * task, range(count), jobs)) == [task * task for task in range(count)]


@copied
def test_other_processes_do_the_work_but_not_that_of_the_first_task() -> None:
    first, *others = results(lambda _: os.getpid(), range(9), 2)
    assert first == os.getpid() and first not in others and len(set(others)) <= 2


def test_tasks_are_taken_as_they_are_needed() -> None:
    taken = list[int]()
    found = results(lambda task: task, (taken.append(task) or task for task in range(1000)), 2)
    assert [next(found) for _ in range(3)] == [0, 1, 2]
    assert len(taken) < 20
    found.close()


def test_an_error_is_raised_where_its_result_is_wanted() -> None:
    def work(task: int) -> int:
        if task == 3:
            raise TooLargeError("task 3: too large")
        return task

    found = results(work, range(9), 2)
    assert [next(found) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(TooLargeError, match="task 3"):
        next(found)


@copied
def test_what_a_process_leaves_that_is_ended_is_done_here() -> None:
    own = os.getpid()

    def work(task: int) -> int:
        if os.getpid() != own and task > 2:
            os.kill(os.getpid(), signal.SIGKILL)
        return task * task

    with heard() as remarks:
        assert list(results(work, range(30), 2)) == [task * task for task in range(30)]
    assert remarks == ["checking: a process was ended, as for want of memory; one process goes on alone"]


def _told(certificate: Certificate, jobs: int) -> list[str]:
    try:
        return check_certificate(certificate, jobs=jobs).problems
    except StrategyFileError as error:
        return [str(error)]


@pytest.mark.parametrize("kind", ["of_every_kind", "copies", "hard_mode", "several_answers", "lies", "tariffs"])
def test_processes_tell_the_same_of_forgeries(kind: str) -> None:
    draws, met = Random(kind), set[bool]()
    for number in range(4):
        for certificate in getattr(claim_kinds, kind)(number)[:2]:
            forged = certificate
            for _ in range(2):
                found = _told(forged, 1)
                assert _told(forged, 2) == found
                met.add(not found)
                try:
                    _, forged = altered(certificate, draws)
                except StrategyFileError:
                    break
    assert True in met


def test_the_same_claims_are_told_first_where_many_are_false(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("strategist.checking.sets.set_claims._MOST_PARTS", 5)
    monkeypatch.setattr("strategist.checking.sets.set_claims._MOST_OF_GROUPS", 2)
    certificate = certificate_of("mastermind(3,4)")
    bounds = certificate.entries.bounds
    for every in (2, 3, 7):
        forged = changed(certificate, bounds={at: bounds[at] + 1 for at in range(0, len(bounds), every)})
        found = check_certificate(forged).problems
        assert found and check_certificate(forged, jobs=3).problems == found
