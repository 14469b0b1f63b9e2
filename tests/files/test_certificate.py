"""The file of a certificate: it is written and read again, and never trusted."""

from __future__ import annotations

import json
import os
import random
import re
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import hypothesis.strategies as st
import msgpack
import numpy as np
import pytest
from certificates import change_column, packed, set_header, unpacked
from click.testing import CliRunner
from hypothesis import given, settings
from patience import little_work
from refusals import Change, forged, refused, refuses
from selection import examples

from strategist import StrategistError, compile_strategy, make_game, make_solitaire, make_strategy
from strategist.checking.check import check_certificate
from strategist.commands.cli import cli
from strategist.commands.shared.basics import EXIT_BAD_INPUT, EXIT_NO
from strategist.common.errors import StrategyFileError
from strategist.files.certificate import KIND, Certificate
from strategist.files.certificate_file import decode, encode, read_certificate, write_certificate
from strategist.files.envelope import seal
from strategist.files.strategy import read_strategy
from strategist.search.state.options import Options


@cache
def contents(game: str = "mastermind(3,5)", strategy: str = "optimal") -> bytes:
    made = make_game(game)
    compiled = compile_strategy(made, make_strategy(strategy, made), options=Options(certificate=True, copies=False))
    assert compiled.certify is not None
    return encode(compiled.certify(None).certificate)


# What was written


@pytest.mark.parametrize("game", ["mastermind(3,5)", "bulls-and-cows(3,6)", "mastermind(2,3)", "words"])
def test_what_was_written_is_read(game: str, tmp_path: Path) -> None:
    if game == "words":
        words = tmp_path / "words.txt"
        words.write_text("apple ample maple paper")
        game = f'words(answers="{words}")'
    whole = contents(game)
    certificate = decode(whole)
    assert encode(certificate) == whole
    path = tmp_path / "some.certificate"
    assert write_certificate(path, certificate) == len(whole) == path.stat().st_size
    assert encode(read_certificate(path)) == whole


def test_the_same_search_writes_the_same_bytes() -> None:
    whole = contents()
    contents.cache_clear()
    assert contents() == whole


# What was not


@settings(max_examples=examples(150))
@given(st.randoms(use_true_random=False))
def test_any_bytes_may_be_wrong_under_a_right_digest(draws: random.Random) -> None:
    """Reading gives either an error of ours or a certificate that can be checked, and is never slow."""
    body = bytearray(contents("mastermind(2,4)")[:-34])
    for _ in range(draws.randrange(1, 4)):
        body[draws.randrange(len(KIND.magic), len(body))] = draws.randrange(256)
    with little_work(seconds=5):
        try:
            header, columns = msgpack.Unpacker(), list[bytes]()
            header.feed(bytes(body[len(KIND.magic) :]))
            head, columns = header.unpack(), header.unpack()
            certificate = decode(seal(KIND, head, columns))
        except (StrategistError, msgpack.exceptions.UnpackException, ValueError, TypeError):
            pass
        else:
            check_certificate(certificate)


FORGERIES: dict[str, tuple[Change, str]] = {
    "more entries": (set_header(entries=10**9), "header.entries: expected 1 to 4194304 in"),
    "no entries": (set_header(entries=0), "header.entries: expected 1 to 4194304 in"),
    "negative entries": (set_header(entries=-1), "header.entries: expected 1 to 4194304 in"),
    "entries as text": (set_header(entries="3"), "header.entries: expected int, got str"),
    "one entry more": (lambda h, c: h.update(entries=h["entries"] + 1), "columns.children: expected"),
    "another objective": (set_header(objective="worst"), "header.objective: expected total or depth, got 'worst'"),
    "another game": (
        set_header(game="mastermind(pegs=3,colors=4)"),
        "header.codes: the file was written for other codes",
    ),
    "a solitaire": (
        lambda h, c: h.update(game="pegswap(left=1,right=1)", codes=make_solitaire("pegswap(1,1)").digest()),
        "header.game: expected a game in which something is hidden",
    ),
    "turns": (set_header(game="mastermind(pegs=3,colors=5,turns=3)"), "header.game: expected a game without turns"),
    "other rules": (set_header(rules=7), "header.rules: expected version 1"),
    "symmetries as numbers": (set_header(symmetries=[1, 2]), "header.symmetries: symmetry 0: expected bytes"),
    "a symmetry that is none": (
        set_header(symmetries=[bytes(8)]),
        "header.symmetries: symmetry 0: expected permutations",
    ),
    "a symmetry too long": (
        set_header(symmetries=[bytes([0, 1, 2, 0, 1, 2, 3, 5, 4])]),
        "header.symmetries: symmetry 0: expected permutations within the classes",
    ),
    "a symmetry too short": (
        set_header(symmetries=[bytes([0, 1, 2, 1, 0])]),
        "header.symmetries: symmetry 0: expected an image for each symbol",
    ),
    "groups of nothing": (set_header(groups=[[99]]), "header.groups: group 0: expected numbers below"),
    "an empty group": (set_header(groups=[[]]), "header.groups: group 0"),
    "groups as bytes": (set_header(groups=[b"\x00"]), "header.groups: group 0"),
    "a group that is not there": (change_column(4, lambda v: v.__setitem__(1, 99)), "columns.groups: entry 1"),
    "a guess that is not there": (
        change_column(1, lambda v: v.__setitem__(2, 250), 1),
        "columns.guesses: entry 2: expected below 125, got 250",
    ),
    "the solved response": (change_column(2, lambda v: v.__setitem__(2, 8), 1), "columns.responses: entry 2"),
    "an entry above itself": (
        change_column(0, lambda v: v.__setitem__(slice(0, 2), [0, v[0] + v[1]])),
        "columns.children: entry 1 stands before its parent",
    ),
    "children that are not there": (
        change_column(0, lambda v: v.__setitem__(0, v[0] + 1)),
        "columns.children: they add up to",
    ),
    "a column that is no zlib": (lambda h, c: c.__setitem__(3, b"\x00" * 90), "columns.bounds: cannot be unpacked"),
    "a column that goes on": (
        lambda h, c: c.__setitem__(3, packed([*unpacked(c[3]), 1])),
        "columns.bounds: expected 46 integers of 4 bytes",
    ),
    "a column with more behind it": (lambda h, c: c.__setitem__(3, c[3] + b"x"), "columns.bounds: expected"),
    "a bomb": (lambda h, c: c.__setitem__(3, zlib.compress(bytes(1 << 26))), "columns.bounds: expected 46 integers"),
    "control characters": (set_header(generator="\x1b[2J"), "header.generator: expected printable text"),
    "a start with symmetries": (set_header(start="112:1b0w"), "header.symmetries: expected none behind a history"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_certificate_is_refused_by_field(name: str) -> None:
    change, message = FORGERIES[name]
    refuses(decode, forged(contents(), change), told="^" + message.replace("(", r"\("), error=StrategyFileError)


def test_a_bomb_is_not_unpacked() -> None:
    """A claim of more entries than the columns can hold is refused before anything is allocated."""
    bomb = forged(
        contents(),
        lambda h, c: (h.update(entries=1 << 40), c.__setitem__(slice(None), [zlib.compress(bytes(1 << 22))] * 5)),
    )
    with little_work(seconds=1), refused("expected 1 to 4194304 in", StrategyFileError):
        decode(bomb)


def test_a_short_file_cannot_list_millions_of_positions() -> None:
    """Zeros pack well: 90 kB could list one position six million times, and reading them would take gigabytes."""
    count = 6_000_000
    columns = [zlib.compress(bytes(width * count)) for width in (4, 1, 1, 4, 4)]
    bomb = forged(contents(), lambda h, c: (h.update(entries=count), c.__setitem__(slice(None), columns)))
    assert len(bomb) < 100_000
    refuses(decode, bomb, told="got 6000000", error=StrategyFileError)


def test_a_response_that_leaves_nothing_does_not_hold() -> None:
    certificate = decode(contents())
    # The response two whites to 111 is impossible: a single color cannot be misplaced.
    game = certificate.game
    guess = game.guesses.index(game.parse_code("111"))
    entries = certificate.entries._replace(
        guesses=np.where(np.arange(len(certificate)) == 1, guess, certificate.entries.guesses),
        responses=np.where(
            np.arange(len(certificate)) == 1, game.parse_response("0b2w"), certificate.entries.responses
        ),
    )
    found = check_certificate(Certificate(game, "total", entries, certificate.symmetries, certificate.groups))
    assert found.problems == ["entry 1: no secret is left after the response it names"]


# On the command line


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str]]:
    monkeypatch.chdir(tmp_path)

    def invoke(*args: str) -> tuple[int, str]:
        done = CliRunner().invoke(cli, list(args))
        if done.exception is None or isinstance(done.exception, SystemExit):
            return done.exit_code, done.output
        assert isinstance(done.exception, StrategistError), done.exception
        return EXIT_BAD_INPUT, str(done.exception)

    return invoke


def test_a_tree_and_a_certificate_establish_that_it_is_optimal(run: Callable[..., tuple[int, str]]) -> None:
    status, said = run(
        "compile", "mastermind(3,5)", "optimal(total,depth)", "-o", "a.msgpack", "--certificate", "a.cert"
    )
    assert status == 0, said
    assert "a.cert: " in said and " positions" in said
    assert run("check", "a.cert") == (
        0,
        "proven: every strategy for mastermind(pegs=3,colors=5) needs a total of at least 451 guesses "
        "(40 positions checked)\n",
    )
    status, said = run("check", "a.msgpack", "a.cert")
    assert status == 0
    assert said.startswith("optimal in total: every strategy for mastermind(pegs=3,colors=5) needs")
    assert "the tree of optimal(total,depth) comes to that (125 secrets: total 451, average 3.608, depth 5" in said
    assert run("check", "a.cert", "a.msgpack") == (status, said)
    status, said = run("check", "--json", "a.cert", "a.msgpack")
    told = json.loads(said)
    assert (status, told["optimal"], told["lower_bound"], told["tree"]["total"]) == (0, True, 451, 451)

    run("compile", "mastermind(3,5)", "minimax", "-o", "m.msgpack")
    status, said = run("check", "m.msgpack", "a.cert")
    assert status == EXIT_NO
    assert "the bound holds, but the tree of minimax needs" in said and "not proven optimal" in said


def test_a_certificate_that_does_not_hold_is_an_answer(run: Callable[..., tuple[int, str]]) -> None:
    def boast(values: list[int]) -> None:
        values[0] += 1

    Path("high.cert").write_bytes(forged(contents(), change_column(3, boast)))
    status, said = run("check", "high.cert")
    assert status == EXIT_NO
    assert said.startswith(
        "not proven: that every strategy for mastermind(pegs=3,colors=5) needs a total of at least 452"
    )
    assert "\n  entry 0 (the whole game): of 125 secrets, at least 452 is claimed, but guess" in said


def test_files_that_do_not_belong_together_are_refused(run: Callable[..., tuple[int, str]]) -> None:
    Path("a.cert").write_bytes(contents())
    Path("junk").write_text("hello")
    run("compile", "mastermind(3,4)", "minimax", "-o", "m.msgpack")
    run("compile", "mastermind(3,5)", "minimax", "-o", "n.msgpack", "--given", "112:1b0w")
    for args, message in (
        (["a.cert", "m.msgpack"], "the files differ in game: the certificate has"),
        (["a.cert", "n.msgpack"], "the files differ in start: the certificate has ''"),
        (["m.msgpack"], "expected one certificate, and at most one strategy file, got m.msgpack"),
        (["a.cert", "a.cert"], "expected one certificate"),
        (["a.cert", "junk"], "junk: byte 0: expected a strategist file"),
        (["a.cert", "."], "cannot read"),
        (["nowhere"], "nowhere: cannot read: No such file or directory"),
        ([], "Missing argument"),
    ):
        status, said = run("check", *args)
        assert status == EXIT_BAD_INPUT, (args, said)
        assert message in said


@pytest.mark.parametrize(
    ("game", "strategy", "message"),
    [
        ("mastermind(3,4)", "minimax", "a certificate is for optimal(total) or optimal(depth) of a game, got minimax"),
        ("mastermind(3,4)", "feasible(max_depth=5)", "a certificate is for optimal(total) or optimal(depth)"),
        ("mastermind(3,4)", "optimal(guesses=candidates)", "no certificate for guesses=candidates"),
        ("mastermind(3,4)", "optimal(depth,worst,guesses=candidates)", "no certificate for guesses=candidates"),
        ("pegswap(2,2)", "optimal", "a certificate is for optimal(total) or optimal(depth) of a game"),
    ],
)
def test_what_has_no_certificate_is_refused_before_the_work(
    run: Callable[..., tuple[int, str]], game: str, strategy: str, message: str
) -> None:
    status, said = run("compile", game, strategy, "-o", "x.msgpack", "--certificate", "x.cert")
    assert status == EXIT_BAD_INPUT
    assert message in said
    assert os.listdir() == []
    refuses(compile_strategy, game, strategy, told=re.escape(message), options=Options(certificate=True))


@pytest.mark.parametrize(
    "options",
    [
        ("-o", "one", "--certificate", "one"),
        ("-o", "one", "--journal", "./one"),
        ("-o", "other", "--journal", "one", "--certificate", "one"),
    ],
)
def test_one_file_is_not_written_twice(run: Callable[..., tuple[int, str]], options: tuple[str, ...]) -> None:
    status, said = run("compile", "mastermind(3,4)", "optimal", *options)
    assert status == EXIT_BAD_INPUT
    assert said.startswith("expected different files, got ")
    assert os.listdir() == []


def test_a_search_that_proves_less_certifies_its_bound(run: Callable[..., tuple[int, str]]) -> None:
    files = ("-o", "x.msgpack", "--certificate", "x.cert")
    status, said = run("compile", "mastermind(3,5)", "optimal(total,width=1)", *files)
    assert status == 0, said
    data = read_strategy("x.msgpack")
    bound, total = data.lower_bound, data.claims.total
    assert bound is not None and bound < 451 <= total
    status, said = run("check", "x.cert")
    assert status == 0
    assert f"needs a total of at least {bound} guesses" in said
    status, said = run("check", "x.msgpack", "x.cert")
    assert status == EXIT_NO
    assert said.startswith("proven: every strategy for mastermind(pegs=3,colors=5) needs a total of at least")
    assert f"; the bound holds, but the tree of optimal(total,width=1) needs {total}, gap {total - bound} (" in said
    assert said.endswith("%): not proven optimal\n")


def test_a_search_that_was_stopped_at_once_certifies_its_bound(run: Callable[..., tuple[int, str]]) -> None:
    """However far it has come: the clock decides the bound, and not whether it holds."""
    files = ("-o", "x.msgpack", "--certificate", "x.cert")
    status, said = run("compile", "mastermind(3,8)", "optimal", "--time-limit", "0.001", *files)
    assert status == 0, said
    bound = read_strategy("x.msgpack").lower_bound
    assert bound is not None and 1000 < bound <= 2359
    status, said = run("check", "x.cert")
    assert status == 0 and f"at least {bound} guesses" in said
