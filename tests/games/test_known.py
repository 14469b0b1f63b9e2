"""If one secret is left and it is enough to know it, no question is needed, and every command says so."""

from __future__ import annotations

import csv
import io
import json
import shutil
from array import array
from collections.abc import Callable
from pathlib import Path

import msgpack
import pytest
from refusals import refused, refuses

from strategist import compile_strategy, make_game, make_strategy, read_strategy, verify_strategy
from strategist.checking.check import check_certificate
from strategist.common.errors import StrategyFileError
from strategist.files.certificate_file import read_certificate
from strategist.files.envelope import seal
from strategist.files.player import CompiledStrategy
from strategist.files.strategy import KIND, StrategyData, decode, encode
from strategist.games.tables.sheet import Sheet
from strategist.games.tables.table import Table
from strategist.model.tree import Claims, DecisionTree
from strategist.search.state.options import Options
from strategist.show.notebook import html
from strategist.show.reports.report import summary

Run = Callable[..., str]

ANIMALS = Path(__file__).parents[1] / "fixtures" / "animals.csv"
GAME = "table(file=animals.csv,goal=identify)"
FIGURES = {"secrets": 1, "total": 0, "average": 0.0, "depth": 0, "worst_count": 1, "lost": 0, "histogram": []}
STRATEGIES = [
    "entropy",
    "first",
    "random",
    "optimal(total)",
    "optimal(depth)",
    "optimal(total,depth,worst)",
    "optimal(depth,worst,total)",
    "optimal(total,max_depth=1)",
    "feasible(max_depth=1)",
]


@pytest.fixture
def run(run: Run, tmp_path: Path) -> Run:
    """Run a command in a folder with the table of animals."""
    shutil.copy(ANIMALS, tmp_path)
    return run


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_advice_names_the_secret(run: Run, strategy: str) -> None:
    lines = run("advise", GAME, strategy, "--given", "legs:2").splitlines()
    assert lines[:2] == ["1 secret left: hen", "no question is needed: the secret is hen"]
    told = json.loads(run("advise", GAME, strategy, "--given", "legs:2", "--json"))
    assert (told["candidates"], told["guess"], told["left"]) == (["hen"], "=hen", {"solved": 1})
    assert {name: told[name] for name in FIGURES if name in told} == {
        name: value for name, value in FIGURES.items() if name in told
    }


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_file_of_one_announcement(run: Run, strategy: str) -> None:
    compiled = json.loads(run("compile", GAME, strategy, "--given", "legs:2", "-o", "one.msgpack", "--json"))
    assert {name: compiled[name] for name in FIGURES} == FIGURES
    proven = strategy.startswith("optimal")
    assert (compiled["bound"], compiled["lower_bound"]) == (("optimal", 0) if proven else ("upper", None))
    for command in ("verify", "show"):
        told = json.loads(run(command, "one.msgpack", "--json"))
        assert {name: told[name] for name in FIGURES} == FIGURES
    data = read_strategy("one.msgpack")
    assert (len(data.tree), verify_strategy(data, max_depth=1).verified) == (1, True)
    assert decode(encode(data)).claims == data.claims


def test_what_is_shown_and_played(run: Run) -> None:
    compiled = run("compile", GAME, "entropy", "--given", "legs:2", "-o", "one.msgpack")
    assert "1 secret: total 0, average 0.000, depth 0 (1 secret), size 0\n" in compiled
    assert "0 questions      1 ███" in compiled
    assert "verified: " in run("verify", "one.msgpack", "--max-depth", "1")
    assert "\n=hen (1)\n" in run("show", "one.msgpack")
    outcome = "known after 1 question: the secret is hen\n"
    assert run("play", "one.msgpack", "--secret", "hen") == outcome
    assert run("play", "one.msgpack").endswith(outcome)
    assert run("play", "one.msgpack", "--mode", "guess", "--seed", "1", stdin="hint\nleft\n=hen\n").endswith(outcome)
    assert "a draw after 1 round" in run("play", "one.msgpack", "--mode", "duel", "--seed", "1", stdin="=hen\n")
    play = CompiledStrategy(read_strategy("one.msgpack")).start()
    assert (play.solved, play.guess, play.secret, play.candidates_left) == (True, None, "hen", ["hen"])


@pytest.mark.parametrize("form", ["html", "dot", "graphml", "json", "csv", "svg", "png", "pdf"])
def test_every_format(run: Run, form: str) -> None:
    run("compile", GAME, "entropy", "--given", "legs:2", "-o", "one.msgpack")
    run("export", "one.msgpack", "--format", form, "-o", "out")
    contents = Path("out").read_bytes()
    if form == "csv":
        rows = list(csv.reader(io.StringIO(contents.decode())))
        assert rows == [["secret", "outcome", "questions"], ["hen", "solved", "0"]]
    elif form == "json":
        told = json.loads(contents)
        assert [node["guess"] for node in told["nodes"]] == ["=hen"]
        assert {name: told[name] for name in FIGURES} == FIGURES
    else:
        assert b"hen" in contents or form in ("html", "png", "pdf")


def test_a_chart_has_a_place_for_no_question(run: Run) -> None:
    run("compile", GAME, "entropy", "--given", "legs:2", "-o", "one.msgpack")
    run("compile", GAME, "entropy", "-o", "all.msgpack")
    run("export", "--format", "chart", "one.msgpack", "all.msgpack", "-o", "both.svg")
    picture = Path("both.svg").read_text()
    assert ">0</text>" in picture and "average 0.000, depth 0" in picture
    assert "0 question: 1" in html(read_strategy("one.msgpack"))


@pytest.mark.parametrize("objective", ["total", "depth"])
def test_a_certificate_of_nothing_to_ask(run: Run, objective: str) -> None:
    files = ("-o", "one.msgpack", "--certificate", "one.certificate")
    run("compile", GAME, f"optimal({objective})", "--given", "legs:2", *files)
    certificate = read_certificate("one.certificate")
    assert (certificate.bound, check_certificate(certificate).proven) == (0, True)
    said = run("check", "one.msgpack", "one.certificate")
    assert said.startswith(f"optimal in {objective}: every strategy for ")


def test_a_forged_count_is_refused(run: Run) -> None:
    run("compile", GAME, "entropy", "--given", "legs:2", "-o", "one.msgpack")
    _, _, header, columns, _ = msgpack.unpackb(Path("one.msgpack").read_bytes())
    with refused("claims: total, depth and worst_count do not follow", StrategyFileError):
        decode(seal(KIND, header | {"secrets": 2}, columns))
    # It may falsely claim to have no secret at all.
    claims = header["claims"] | {"worst_count": 0}
    nobody = decode(seal(KIND, header | {"secrets": 0, "claims": claims}, columns))
    assert verify_strategy(nobody).problems == ["worst_count: claimed 0, found 1", "known: claimed 0, found 1"]
    # In games where guesses count, this cannot happen.
    game = make_game("mastermind(1,2)")
    header = msgpack.unpackb(encode(StrategyData(game, "x", DecisionTree([0], [2], 2), Claims.of([1], 0))))[2]
    header["claims"] |= {"total": 0, "depth": 0, "worst_count": 1, "histogram": []}
    refuses(decode, seal(KIND, header, [b"\0", b"\0", b""]), told="claims", error=StrategyFileError)


@pytest.mark.parametrize("strategy", [each for each in STRATEGIES if each != "random"])
def test_a_whole_game_of_one_secret(strategy: str) -> None:
    game = Table({"file": "one.csv", "goal": "identify"}, Sheet(["hen"], ["legs"], ["2"], [array("H", [0])]))
    certified = strategy.startswith(("optimal(total", "optimal(depth"))
    compiled = compile_strategy(game, make_strategy(strategy, game), options=Options(certificate=certified))
    claims = compiled.data.claims
    assert (claims.secrets, claims.total, claims.depth, claims.known) == (1, 0, 0, 1)
    assert verify_strategy(compiled.data).verified
    assert summary(claims) == "1 secret: total 0, average 0.000, depth 0 (1 secret)"
    # A strategy with a forced first question asks it, and it counts.
    if not strategy.startswith("feasible"):
        forced = f"{strategy.rstrip(')')},first=legs)" if "(" in strategy else f"{strategy}(first=legs)"
        claims = compile_strategy(game, make_strategy(forced, game)).data.claims
        assert (claims.histogram, claims.known) == ((1,), 0)


def test_a_table_of_one_secret_is_refused(run: Run) -> None:
    Path("one.csv").write_text(",hen\nlegs,2\n")
    with refused(r"one\.csv: line 1: expected a corner cell and at least 2 secrets"):
        make_game("table(file=one.csv,goal=identify)")
