"""The proven checker believes nothing that is false, and of what it knows, all that ``strategist check`` believes.

``pytest tests/checking/proven --slow -s`` tells how many files of each version it has judged.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from random import Random

import claim_kinds
import msgpack
import pytest
from one_file import KINDS, forgeries
from proven_program import BELIEVED, MISSING, REFUSED, REFUTED, SCRIPT, SOURCES, Opinions
from shelf import first_wordle

from strategist import compile_strategy, make_game
from strategist.commands.shared.by_proof import check_by_proof
from strategist.common.errors import StrategistError
from strategist.files.certificate_file import write_certificate
from strategist.files.shipped import library
from strategist.files.strategy import write_strategy

if MISSING:
    pytest.skip(f"no {' and no '.join(MISSING)}: the proven checker is not built", allow_module_level=True)

SHIPPED = {each.name: each for each in library() if each.certificate is not None}
_QUICK, _LONG = 10_000, 100_000
"""Certificates of more bytes are checked with --all, and with --slow."""
_FORGERIES = 6
_MOST_DEFINITIONS = 120
"""Lines of the file that has to be believed."""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("proven") / "strategist-proven"
    told = subprocess.run([SCRIPT, found], capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    return found


def run(program: Path | str, *paths: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([program, *map(str, paths)], capture_output=True, text=True)


def _cost(name: str) -> list[pytest.MarkDecorator]:
    size = Path(str(SHIPPED[name].certificate)).stat().st_size
    return [pytest.mark.slow] if size > _LONG else [pytest.mark.thorough] if size > _QUICK else []


@pytest.mark.parametrize("name", [pytest.param(name, marks=_cost(name)) for name in SHIPPED])
def test_shipped_certificates_are_proven_and_their_trees_optimal(program: Path, name: str) -> None:
    shipped = SHIPPED[name]
    told = run(program, shipped.path, shipped.certificate)
    objective = name.split("optimal-")[1].split("-")[0]
    bound = shipped.data.claims.total if objective == "total" else shipped.data.claims.depth
    assert told.returncode == BELIEVED, told
    assert told.stdout.startswith(f"optimal in {objective}: every strategy for {shipped.data.game.spec} needs")
    assert f" {bound} guesses" in told.stdout


@pytest.mark.slow
def test_wordle_from_salet(program: Path, tmp_path: Path) -> None:
    """With the lists with which it began; half a minute of work."""
    game = make_game(f"words({first_wordle('solution_list')},{first_wordle('guess_list')})")
    found = compile_strategy(game, "optimal(total,first=salet)", certificate=True)
    write_strategy(tmp_path / "salet.msgpack", found.data)
    write_certificate(tmp_path / "salet.certificate", found.prove())
    told = run(program, tmp_path / "salet.msgpack", tmp_path / "salet.certificate")
    assert told.returncode == BELIEVED and "beginning with salet needs a total of at least 7920 guesses" in told.stdout


def test_the_command_asks_the_program(program: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where it is built; else one line says how."""
    command = [sys.executable, "-m", "strategist", "check", "--proven", "mastermind-3x6.optimal-total-depth"]
    monkeypatch.setenv("PATH", str(program.parent))
    told = run(*command)
    assert told.returncode == BELIEVED and told.stdout.startswith("optimal in total: every strategy for mastermind")
    told = run(*command, "--explain")
    assert told.returncode == REFUSED and "it goes with no other option" in told.stderr
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
    with pytest.raises(StrategistError, match="strategist-proven is not built: scripts/proven builds it"):
        check_by_proof([])


def test_trees_that_are_not_optimal_are_told_apart(program: Path) -> None:
    """A tree that needs more than the bound, and one of another game."""
    names = {each.name: each for each in library()}
    certificate = SHIPPED["mastermind-4x6.optimal-total-depth-worst"].certificate
    told = run(program, names["mastermind-4x6.minimax"].path, certificate)
    assert told.returncode == REFUTED and "the bound holds, but the tree of minimax needs 5801" in told.stdout
    told = run(program, names["mastermind-4x7.optimal-total-depth"].path, certificate)
    assert told.returncode == REFUSED and told.stderr.endswith("the files differ in game\n")


def test_files_that_are_none_are_refused_in_one_line(program: Path, tmp_path: Path) -> None:
    certificate = str(SHIPPED["mastermind-4x4.optimal-total-depth"].certificate)
    (tmp_path / "junk").write_bytes(b"junk")
    (tmp_path / "cut").write_bytes(Path(certificate).read_bytes()[:-40])
    for paths in ((), ("nowhere",), (tmp_path,), (tmp_path / "junk",), (tmp_path / "cut",), (certificate, certificate)):
        told = run(program, *paths)
        assert told.returncode == REFUSED and told.stdout == "" and told.stderr.startswith("check_proven: "), told
        assert told.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "name",
    [
        "mastermind(pegs=4,colors=49",
        "mastermind(pegs=4,colors=4,colors=9)",
        "mastermind(colors=4,pegs=4,turns=9,turns=1)",
        "mastermind(pegs=4,colors=0b100)",
        "mastermind(pegs=4,colors=04)",
    ],
)
def test_a_name_that_can_be_read_as_another_game_is_refused(program: Path, tmp_path: Path, name: str) -> None:
    """The certificate is that of four colors, and the sentence would repeat the name."""
    made = msgpack.unpackb(Path(str(SHIPPED["mastermind-4x4.optimal-total-depth"].certificate)).read_bytes())
    made[2]["game"] = name
    (tmp_path / "renamed").write_bytes(msgpack.packb(made))
    told = run(program, tmp_path / "renamed")
    assert told.returncode == REFUSED and told.stderr.startswith("check_proven: header.game: "), told


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_believed_is_true(program: Path, tmp_path: Path, kind: str) -> None:
    _judge_all(program, tmp_path, kind, KINDS[kind][1])


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_believed_of_many_is_true(program: Path, tmp_path: Path, kind: str) -> None:
    _judge_all(program, tmp_path, kind, KINDS[kind][2])


def _judge_all(program: Path, folder: Path, kind: str, cases: int) -> None:
    make, opinions = KINDS[kind][0], Opinions(program, folder)
    for number in range(cases):
        draws = Random(f"proven {number}")
        for proof in make(number):
            for each in forgeries(proof, draws, _FORGERIES):
                opinions.judge(each)
    print(
        f"\n{kind}:",
        *(f"{count:6} of version {of} {what}" for (of, what), count in sorted(opinions.met.items())),
        sep="\n",
    )
    if kind in ("tables", "by_hand", "copies"):
        assert opinions.total("believed") and opinions.total("refuted")


def test_no_lie_is_believed(program: Path, tmp_path: Path) -> None:
    opinions = Opinions(program, tmp_path)
    for number in range(80):
        if (lie := claim_kinds.lie(number)) is not None:
            opinions.judge(lie)
    assert opinions.total("believed") == 0 and opinions.total("refuted")


@pytest.mark.thorough
def test_theorems_rest_on_no_axiom(tmp_path: Path) -> None:
    for path in SOURCES.glob("*.v"):
        text = path.read_text("ascii")
        assert not re.search(r"\b(Axiom|Parameter|Conjecture|Admitted|admit|Abort|bypass_check)\b", text), path
        (tmp_path / path.name).write_text(text)
    names = "optimal", "bounded_sound", "reached_sound", "mastermind_2_3", "mastermind_3_4"
    asked = "Require Import Sound Optimal Inside.\n" + "".join(f"Print Assumptions {name}.\n" for name in names)
    (tmp_path / "Asked.v").write_text(asked)
    for theory in ("Games", "Bounds", "Checker", "Sound", "Optimal", "Inside", "Asked"):
        told = subprocess.run(["coqc", "-q", f"{theory}.v"], cwd=tmp_path, capture_output=True, text=True)
        assert told.returncode == 0, told.stderr
    assert told.stdout == "Closed under the global context\n" * len(names)


def test_what_has_to_be_believed_is_short() -> None:
    assert (SOURCES / "Games.v").read_text("ascii").count("\n") <= _MOST_DEFINITIONS
    assert all(len(line) <= 120 for path in SOURCES.iterdir() for line in path.read_text("ascii").splitlines())
    assert "-unsafe" not in SCRIPT.read_text("ascii")
