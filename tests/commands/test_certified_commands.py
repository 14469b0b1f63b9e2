"""A certificate is checked before a command calls it written; one that does not hold is removed."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from said import Said
from said import run as said_by

from strategist import Certificate, check, compile_strategy, json_schema
from strategist.checking import check as checks
from strategist.commands.shared import certificates
from strategist.common.errors import ProofError, TooLargeError
from strategist.common.wording import counted
from strategist.files.columns import column
from strategist.search.certify.certify import Certified
from strategist.search.compile.value.value import find_value
from strategist.search.state.options import Options

Run = Callable[..., Said]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)
    return lambda *words: said_by(*words, "--certificate", "c")


@pytest.fixture
def too_high(monkeypatch: pytest.MonkeyPatch) -> None:
    """Certificates claim one more than the search has proven."""
    whole = Certified.whole

    def raised(certified: Certified) -> Certificate:
        found = whole(certified)
        if found.sets is not None:
            return replace(found, sets=replace(found.sets, bound=found.sets.bound + 1))
        bounds = found.entries.bounds
        return replace(found, entries=found.entries._replace(bounds=column([bounds[0] + 1, *bounds[1:]])))

    monkeypatch.setattr(Certified, "whole", raised)


def compiled(*more: str) -> list[str]:
    return ["compile", "mastermind(2,3)", "optimal", "-o", "t", *more]


def test_a_certificate_is_checked_and_the_line_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Certificate] = []
    true = checks.check_certificate
    monkeypatch.setattr(checks, "check_certificate", lambda found, *rest: seen.append(found) or true(found, *rest))
    done = run(*compiled())
    assert done.status == 0 and done.out.endswith(", checked: the bound holds\n")
    unchecked = run(*compiled("--unchecked"))
    assert unchecked.status == 0 and unchecked.out.endswith(", not checked\n")
    value = run("value", "mastermind(2,3)", "-o", "v")
    assert value.status == 0 and value.out.endswith(", checked: the bound holds\n")
    refuted = run("compile", "mastermind(2,4,feedback=black)", "feasible(static,count=3)")
    assert refuted.status == 1
    assert refuted.err.endswith(" sets, checked: the bound holds\n")
    assert [each.objective for each in seen] == ["total", "expected", "static"]


def test_json_tells_whether_it_was_checked(run: Run) -> None:
    for more, checked in (((), True), (("--unchecked",), False)):
        told = json.loads(run(*compiled("--json", *more)).out)
        assert told["certificate_checked"] is checked and told["certificate"] == "c" and told["entries"] > 0
        assert set(told) <= _known("compile")


def _known(command: str) -> set[str]:
    schema = json_schema()["$defs"]
    return _inherited(schema, command) | _inherited(schema, "strategy")


def _inherited(schema: dict[str, Any], name: str) -> set[str]:
    """The properties of an object of the schema, with those of the parts that it is made of."""
    return _properties(schema, schema[name])


def _properties(schema: dict[str, Any], told: dict[str, Any]) -> set[str]:
    found = set(told.get("properties", {}))
    for part in (*told.get("allOf", ()), *told.get("anyOf", ())):
        found |= _inherited(schema, part["$ref"].rpartition("/")[2]) if "$ref" in part else _properties(schema, part)
    return found


def test_one_that_does_not_hold_is_removed_and_the_tree_stays(run: Run, too_high: None) -> None:
    done = run(*compiled())
    assert done.status == 1 and "t: " in done.out and "c: " not in done.out
    line = done.err.splitlines()[-1]
    assert line.startswith("strategist: c does not hold, and is removed: entry 0 ")
    assert line.endswith(": this is a bug, please report it")
    assert Path("t").exists() and not Path("c").exists()
    told = json.loads(run(*compiled("--json")).out)
    assert told["certificate_problems"] and "certificate" not in told and told["total"] == 21
    value = run("value", "mastermind(2,3)", "-o", "v")
    assert value.status == 1 and Path("v").exists() and not Path("c").exists()
    refuted = run("compile", "mastermind(2,4,feedback=black)", "feasible(static,count=3)")
    assert refuted.status == 1
    assert "please report it" in refuted.err and not Path("c").exists()
    unchecked = run(*compiled("--unchecked"))
    assert unchecked.status == 0 and not check("c").proven


def test_one_with_a_gap_is_not_written_and_the_tree_stays(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Certified.whole
    monkeypatch.setattr(Certified, "whole", lambda certified: whole(replace(certified, gaps=2)))
    done = run(*compiled())
    assert done.status == 1 and Path("t").exists() and not Path("c").exists()
    assert done.err.splitlines()[-1] == (
        "strategist: c is not written: the proof has gaps, at 2 guesses: this is a bug, please report it"
    )


def test_a_check_that_does_not_end_leaves_the_certificate(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_large(*_: object) -> None:
        raise TooLargeError("too large to be checked")

    monkeypatch.setattr(checks, "check_certificate", too_large)
    done = run(*compiled())
    assert done.status == 0 and done.out.endswith(", not checked\n") and Path("c").exists()
    assert done.err.splitlines()[-1] == "strategist: c is not checked: too large to be checked"


def test_ctrl_c_leaves_it_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def pressed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(checks, "check_certificate", pressed)
    path = str(tmp_path / "c")
    prove = compile_strategy("mastermind(2,3)", "optimal", certificate=True).prove
    with pytest.raises(KeyboardInterrupt, match=r"c is written, but not checked$"):
        certificates.certify_with_bar(prove, "21", path, unchecked=False)
    monkeypatch.undo()
    assert check(path).proven


def test_a_long_wait_is_told_beforehand(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "some" not in run(*compiled()).err
    monkeypatch.setattr(certificates, "_LONG", 0.0)
    entries = check("c").entries
    told = run(*compiled()).err.splitlines()[-1]
    assert told.startswith(f"strategist: checking c, {counted(entries, 'position')}, some ") and "--unchecked" in told


def test_unchecked_needs_a_certificate(tmp_path: Path) -> None:
    for command in (compiled("--unchecked"), ["value", "mastermind(2,3)", "--unchecked"]):
        done = said_by(*command)
        assert done.status == 2 and "--unchecked needs --certificate" in done.err


def test_python_checks_where_it_is_asked_to(too_high: None) -> None:
    found = compile_strategy("mastermind(2,3)", "optimal", certificate=True)
    assert not check(found.prove()).proven
    with pytest.raises(ProofError, match=r"the certificate does not hold: entry 0 .* please report it"):
        found.prove(checked=True)
    with pytest.raises(ProofError, match="please report it"):
        find_value("mastermind(2,3)", Options(certificate=True)).prove(checked=True)
