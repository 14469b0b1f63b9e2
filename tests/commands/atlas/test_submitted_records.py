"""Records that are sent: made, checked by their certificate alone, and taken into a register."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from said import run, told

from strategist import read_strategy, write_strategy
from strategist.commands.atlas.submitted import news_of
from strategist.files.atlas.register import Register, read_register, register, write_register
from strategist.files.shipped import find_shipped
from strategist.model.tree import Claims

ROOT = Path(__file__).parents[3]
SHIPPED = "mastermind-4x4.optimal-total-depth"


@pytest.fixture
def sent(tmp_path: Path) -> Path:
    """The file of a record that ships, made by the command."""
    assert told("atlas", "submit", SHIPPED, "-o", tmp_path).startswith(f"{SHIPPED}: total 905, proven to be the least")
    return tmp_path / f"{SHIPPED}.zip"


def changed(path: Path, change: Callable[[dict[str, bytes]], None]) -> Path:
    """A file whose parts are changed by somebody."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    change(parts)
    other = path.with_name("changed.zip")
    with zipfile.ZipFile(other, "w") as archive:
        for name, part in parts.items():
            archive.writestr(zipfile.ZipInfo(name), part)
    return other


def in_record(change: Callable[[dict[str, Any]], None]) -> Callable[[dict[str, bytes]], None]:
    def of_parts(parts: dict[str, bytes]) -> None:
        record = json.loads(parts["record.json"])
        change(record)
        parts["record.json"] = json.dumps(record).encode()

    return of_parts


def test_a_record_is_checked_by_its_certificate_alone(sent: Path, tmp_path: Path) -> None:
    """Where nothing of the search can be imported."""
    program = (
        "import sys; sys.modules |= dict.fromkeys("
        "['strategist.search.run', 'strategist.search.exact', 'strategist.search.certify'], None); "
        "from strategist.commands.cli import main; "
        f"sys.argv = ['strategist', 'atlas', 'verify', {str(sent)!r}]; main()"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout.partition(";")[0]) == (
        0,
        f"verified: {SHIPPED}: total 905, proven to be the least",
    )
    with zipfile.ZipFile(sent) as archive:
        record = json.loads(archive.read("record.json"))
    # What its certificate does not prove, it does not state.
    assert record["proven"]["bounds"] == {"total": 905, "depth": None} and record["measured"] is None


def test_the_same_files_give_the_same_bytes(sent: Path, tmp_path: Path) -> None:
    before = sent.read_bytes()
    shipped = find_shipped(SHIPPED)
    told("atlas", "submit", str(shipped.certificate), str(shipped.path), "-o", tmp_path)
    assert sent.read_bytes() == before


def test_what_was_sent_is_taken_in_once(sent: Path, tmp_path: Path) -> None:
    ours = tmp_path / "atlas.json"
    assert told("atlas", "merge", sent, "--into", ours) == "1 record new or better\n"
    assert told("atlas", "merge", sent, "--into", ours) == "0 records new or better\n"
    (record,) = read_register(ours).records
    assert record.name == SHIPPED and record.certificate == register().find(SHIPPED).certificate
    # A proven record takes the certificate that it lacks only from one that is proven, too.
    write_register(ours, Register([replace(register().find(SHIPPED), certificate=None)]))
    told("atlas", "merge", sent, "--into", ours)
    assert read_register(ours).records[0].status == "proven"


def wrong_total(record: dict[str, Any]) -> None:
    record["proven"]["histogram"] = [1, 12, 100, 143]
    record["proven"] |= {"total": 897, "worst_count": 143, "values": {"total": 897, "depth": 4}}
    record["proven"]["bounds"]["total"] = record["proven"]["certificate"]["bound"] = 897


def more_proven(record: dict[str, Any]) -> None:
    record["proven"]["bounds"]["depth"] = 4
    record["proven"]["status"] = "proven"


def other_certificate(parts: dict[str, bytes]) -> None:
    parts["bound.certificate"] = Path(
        str(find_shipped("mastermind-4x6.optimal-total-depth-worst").certificate)
    ).read_bytes()


def cut(parts: dict[str, bytes]) -> None:
    parts["bound.certificate"] = parts["bound.certificate"][:-40]


def swapped_tree(parts: dict[str, bytes]) -> None:
    parts["tree.msgpack"] = find_shipped("mastermind-4x6.minimax").path.read_bytes()


def one_more(parts: dict[str, bytes]) -> None:
    parts["../evil"] = b"x"


FORGED: list[tuple[Callable[[dict[str, bytes]], None], int, str]] = [
    (in_record(more_proven), 1, "bounds: stated"),
    (in_record(lambda record: record["proven"]["tree"].update(sha256="0" * 64)), 1, "tree: stated"),
    (in_record(wrong_total), 1, "total"),
    (in_record(lambda record: record.update(strategy="optimal(depth)")), 2, "name"),
    (cut, 2, "certificate"),
    (other_certificate, 2, "expected a certificate of one of the trees"),
    (swapped_tree, 2, "tree"),
    (one_more, 2, "expected record.json"),
    (lambda parts: parts.pop("tree.msgpack"), 2, "expected record.json"),  # type: ignore[arg-type, return-value]
]


@pytest.mark.parametrize(("change", "status", "word"), FORGED)
def test_what_is_forged_or_cut_is_told(
    change: Callable[[dict[str, bytes]], None], status: int, word: str, sent: Path, tmp_path: Path
) -> None:
    wrong = changed(sent, change)
    said = run("atlas", "verify", wrong)
    assert said.status == status and word in said.out + said.err
    if status == 2:
        assert len(said.complaints) == 1 and not said.out
    merged = run("atlas", "merge", wrong, "--into", tmp_path / "atlas.json")
    assert merged.status in (1, 2) and not (tmp_path / "atlas.json").exists()


def test_other_files_are_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "text.zip").write_text("no archive")
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("record.json", "tree.msgpack"):
            archive.writestr(name, b"0" * 10_000_000)
    (tmp_path / "bomb.zip").write_bytes(bomb.getvalue())
    for name in ("text.zip", "bomb.zip"):
        said = run("atlas", "verify", tmp_path / name)
        assert said.status == 2 and len(said.complaints) == 1 and name in said.err, said
    trees = [ROOT / "strategies" / f"{each}.msgpack" for each in ("mastermind-4x6.minimax", "pegswap-3x3.optimal")]
    for path in (find_shipped(SHIPPED).certificate, *trees, tmp_path / "text.zip"):
        said = run("atlas", "submit", str(path), "-o", tmp_path)
        assert said.status == 2 and len(said.complaints) == 1 and "expected" in said.err, said


def test_a_tree_that_does_not_verify_is_not_sent(tmp_path: Path) -> None:
    data = read_strategy(find_shipped(SHIPPED).path)
    claims = Claims.of([1, 12, 96, 147], 0)
    write_strategy(tmp_path / "wrong.msgpack", replace(data, claims=claims, lower_bound=claims.total))
    said = run("atlas", "submit", tmp_path / "wrong.msgpack", "-o", tmp_path)
    assert said.status == 1 and "does not verify" in said.out and not list(tmp_path.glob("*.zip"))


def test_registers_are_merged(tmp_path: Path) -> None:
    """What is new is taken in, and certificates; what cannot be true beside what is known, is not."""
    one, other, third = (register().find(f"mastermind-3x{colors}.optimal-total") for colors in (3, 4, 5))
    ours, theirs = tmp_path / "atlas.json", tmp_path / "theirs.json"
    write_register(ours, Register([replace(one, certificate=None), other]))
    write_register(theirs, Register([one, replace(other, first="123"), third]))
    said = run("atlas", "merge", theirs, "--into", ours)
    assert (said.status, said.out) == (1, "2 records new or better\n")
    assert said.complaints[0].startswith(f"strategist: {theirs}: {other.name}: first: expected ")
    assert [*read_register(ours).records] == [one, other, third]


@pytest.mark.parametrize(
    ("more", "news"), [(-1, "the best value known was"), (1, "the register knows a better tree, with")]
)
def test_what_is_new_is_told_of_the_objective_that_differs(more: int, news: str) -> None:
    known = register().find("mastermind-4x9.optimal-depth-worst")
    depth, worst = known.values.values()
    other = replace(known, values={"depth": depth, "worst": worst + more}, bounds={"depth": None, "worst": None})
    told_of = f"{known.name}: depth {depth}, no bound is stated; worst {worst + more}, {news} {worst}"
    assert news_of(register(), other) == (True, told_of)


@pytest.mark.thorough
def test_continuous_integration_checks_what_is_sent(sent: Path, tmp_path: Path) -> None:
    """Its script, in a checkout of its own."""
    for name in ("scripts", "submissions", "bin"):
        (tmp_path / "checkout" / name).mkdir(parents=True)
    script = tmp_path / "checkout" / "scripts" / "check_submissions"
    script.write_text((ROOT / "scripts" / "check_submissions").read_text())
    command = tmp_path / "checkout" / "bin" / "strategist"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m strategist "$@"\n')
    command.chmod(0o755)
    environment = os.environ | {"PATH": f"{command.parent}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}

    def checked() -> tuple[int, str]:
        ran = subprocess.run(["sh", script], capture_output=True, text=True, env=environment)
        return ran.returncode, ran.stdout.splitlines()[-1]

    assert checked() == (0, "0 passed, 0 failed")
    good = tmp_path / "checkout" / "submissions" / "good.zip"
    good.write_bytes(sent.read_bytes())
    assert checked() == (0, "1 passed, 0 failed")
    changed(sent, in_record(more_proven)).rename(good.with_name("wrong.zip"))
    assert checked() == (1, "1 passed, 1 failed")
