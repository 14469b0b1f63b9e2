"""The simulation of more workers, on records made by hand."""

from __future__ import annotations

from random import Random

import pytest

from strategist.cluster.simulation import Job, critical_path, simulate

pytestmark = pytest.mark.early

CHAIN = [Job(1.0), Job(2.0, (0,)), Job(3.0, (1,))]
APART = [Job(1.0)] * 8


@pytest.mark.parametrize("workers", [1, 2, 4096])
def test_a_chain_takes_as_long_with_any_number(workers: int) -> None:
    assert simulate(CHAIN, workers) == critical_path(CHAIN) == 6.0
    assert simulate(CHAIN, workers, latency=0.5) == critical_path(CHAIN, latency=0.5) == 7.5


@pytest.mark.parametrize(("workers", "seconds"), [(1, 8.0), (2, 4.0), (3, 3.0), (8, 1.0), (4096, 1.0)])
def test_tasks_apart_share_out(workers: int, seconds: float) -> None:
    assert simulate(APART, workers) == seconds
    assert simulate(APART, workers, latency=0.25) == 1.25 * seconds


def test_nobody_begins_before_what_it_depends_on() -> None:
    # Two cells of a guess; the others wait for both.
    jobs = [Job(1.0), Job(4.0), Job(2.0, (0, 1)), Job(2.0, (0, 1)), Job(2.0)]
    assert simulate(jobs, 1) == 11.0
    assert simulate(jobs, 2) == 6.0
    assert simulate(jobs, 2, latency=1.0) == 8.0
    assert critical_path(jobs) == 6.0
    assert simulate([], 4) == critical_path([]) == 0.0


def test_a_run_lies_between_the_bounds_of_graham() -> None:
    random = Random(17)
    jobs = [
        Job(random.random(), tuple(random.sample(range(place), min(place, random.randrange(3)))))
        for place in range(200)
    ]
    work, path = sum(job.seconds for job in jobs), critical_path(jobs)
    for workers in (1, 2, 4, 16, 256):
        seconds = simulate(jobs, workers)
        assert max(work / workers, path) - 1e-9 <= seconds <= work / workers + path
    assert simulate(jobs, 1) == pytest.approx(work)


def test_what_is_no_record() -> None:
    with pytest.raises(ValueError, match="expected at least one worker, got 0"):
        simulate(APART, 0)
    for wrong in ([Job(1.0, (0,))], [Job(1.0, (-1,))], [Job(1.0, (1,)), Job(1.0)]):
        with pytest.raises(ValueError, match="expected task 0 to depend on earlier ones"):
            simulate(wrong, 1)
        with pytest.raises(ValueError, match="expected task 0 to depend on earlier ones"):
            critical_path(wrong)
