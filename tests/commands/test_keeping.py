"""A file that holds a better tree of the same search is not replaced by a worse one; certificates have a limit, too."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from preloaded import command

from strategist import (
    DecisionTree,
    Options,
    compile_strategy,
    make_game,
    make_strategy,
    read_strategy,
    write_strategy,
)
from strategist.choosing.searched import SearchedStrategy
from strategist.commands.shared.outputs import better_there
from strategist.common.errors import OutOfTimeError
from strategist.search.certify import certify

GAME, STRATEGY = "mastermind(4,6)", "optimal(total,depth)"
"""A search that takes longer than the clock that stops it."""


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    line = [*command(), "compile", GAME, STRATEGY, "-o", "best.msgpack", *arguments]
    return subprocess.run(line, cwd=folder, capture_output=True, text=True)


@pytest.fixture
def proven(tmp_path: Path) -> bytes:
    """The optimal tree, in a file that later searches are to write."""
    write_strategy(tmp_path / "best.msgpack", compile_strategy(GAME, STRATEGY).data)
    return (tmp_path / "best.msgpack").read_bytes()


def test_a_worse_tree_does_not_replace_a_better_one(proven: bytes, tmp_path: Path) -> None:
    done = run(tmp_path, "--time-limit", "0")
    assert done.returncode == 0
    assert done.stderr.startswith("strategist: best.msgpack is kept: it holds a better tree, total,depth 5625,")
    assert done.stderr.endswith("; --overwrite replaces it\n") and done.stderr.count("\n") == 1
    assert "best.msgpack: " in done.stdout and " bytes, kept, " in done.stdout
    assert (tmp_path / "best.msgpack").read_bytes() == proven


def test_it_is_replaced_if_that_is_asked_for(proven: bytes, tmp_path: Path) -> None:
    done = run(tmp_path, "--time-limit", "0", "--overwrite")
    assert (done.returncode, done.stderr) == (0, "")
    assert read_strategy(tmp_path / "best.msgpack").bound == "upper"


def test_levels_are_told_as_numbers_of_secrets(tmp_path: Path) -> None:
    path, game = str(tmp_path / "best.msgpack"), make_game("mastermind(3,3)")
    strategy = make_strategy("optimal(lexicographic)", game)
    assert isinstance(strategy, SearchedStrategy)
    best = compile_strategy(game, strategy).data
    write_strategy(path, best)
    worse = replace(compile_strategy(game, "first").data, strategy=strategy.spec, objective=best.objective)
    told = better_there(path, worse, strategy) or ""
    assert told.startswith("a better tree, lexicographic ") and told.count(" at guess 2") == 2
    deepest = best.claims.histogram[-1]
    assert f"lexicographic {deepest} at guess {best.claims.depth}, " in told


def test_a_tree_as_good_is_kept_for_a_higher_bound_alone(tmp_path: Path) -> None:
    path, game = str(tmp_path / "best.msgpack"), make_game("mastermind(2,3)")
    strategy = make_strategy("optimal(total)", game)
    assert isinstance(strategy, SearchedStrategy)
    proven = compile_strategy(game, strategy).data
    lower = replace(proven, bound="upper", lower_bound=20)
    for there, new, kept in ((proven, proven, False), (lower, proven, False), (proven, lower, True)):
        write_strategy(path, there)
        said = better_there(path, new, strategy)
        assert (said == "a tree as good and the bound 21, this search only 20") == kept == (said is not None)


def test_a_false_claim_keeps_nothing(tmp_path: Path) -> None:
    path, game = str(tmp_path / "best.msgpack"), make_game("mastermind(2,3)")
    strategy = make_strategy("optimal(total)", game)
    assert isinstance(strategy, SearchedStrategy)
    proven = compile_strategy(game, strategy).data
    # The guesses of another tree under the figures of this one.
    write_strategy(path, replace(proven, tree=DecisionTree([*proven.tree.guesses[::-1]], proven.tree.masks, 6)))
    assert better_there(path, replace(proven, bound="upper", lower_bound=20), strategy) is None


def test_what_is_there_of_another_search_or_as_good_is_replaced(proven: bytes, tmp_path: Path) -> None:
    other = compile_strategy(GAME, "optimal(total)").data
    write_strategy(tmp_path / "best.msgpack", other)
    assert run(tmp_path).stderr == ""
    assert (tmp_path / "best.msgpack").read_bytes() == proven
    assert run(tmp_path).stderr == ""
    (tmp_path / "best.msgpack").write_bytes(b"something else")
    assert run(tmp_path).stderr == ""
    assert (tmp_path / "best.msgpack").read_bytes() == proven


def test_a_certificate_of_a_stopped_search_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    options = Options(certificate=True, time_limit=0)
    compiled = compile_strategy("mastermind(5,5)", "optimal(total)", options=options)
    assert compiled.certify is not None and compiled.data.stopped
    monkeypatch.setattr(certify, "_LEAST_SECONDS", 0.0)
    with pytest.raises(OutOfTimeError, match=r"^no certificate is written within 0 seconds$"):
        compiled.certify(None)
