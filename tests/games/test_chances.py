"""Chances of secrets and costs of questions: how they are read, scaled, kept in files, and counted."""

from __future__ import annotations

import csv
import io
import json
import re
import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from refusals import refused, refuses
from shelf import wordle
from toys import KNOWN_PRICED_PETS, Echo, weighted

from strategist import compile_strategy, make_game, make_strategy, verify_strategy
from strategist.commands.cli import cli
from strategist.common.errors import StrategyFileError
from strategist.common.numbers import read_number, write_number
from strategist.common.text_files import pack
from strategist.files.envelope import seal, unseal
from strategist.files.strategy import KIND, WEIGHTED_KIND, StrategyData, decode, encode
from strategist.games.every_game.chances import with_chances
from strategist.games.words.word_lists import Lists
from strategist.games.words.words import Words
from strategist.model.game import Game
from strategist.search.state.options import Options
from strategist.show.reports.report import bound_line, headline, record
from strategist.show.slots.at_slots import at_slots
from strategist.show.texts.weighed import amount

Write = Callable[..., str]


@pytest.fixture
def chances(written: Write) -> Write:
    """Write a file of chances, and return the string of a game with it."""
    return lambda text, game="mastermind(1,3{})": game.format(f",chances={written(text, 'odds.csv')}")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.25", "1/4"),
        (" 12.5 % ", "1/8"),
        ("12.5%", "1/8"),
        ("3e-4", "3/10000"),
        ("1E3", "1000"),
        (".5", "1/2"),
        ("5.", "5"),
        ("2/6", "1/3"),
        ("+7", "7"),
    ],
)
def test_numbers_are_read_as_people_write_them(text: str, value: str) -> None:
    assert read_number(text) == Fraction(value)
    assert read_number(write_number(Fraction(value))) == Fraction(value)


@pytest.mark.parametrize(
    "text", ["", "0", "0.0", "0 %", "-1", "nan", "inf", "1,5", "1 2", "1e", "e5", "%", "1e9999", "0x1", "1/0", "٣"]
)
def test_what_is_no_positive_number_is_refused(text: str) -> None:
    refuses(read_number, text, told=r"^expected a positive number such as 0.25, 12.5 % or 3e-4, got ")


def test_chances_are_whole_numbers_in_proportion(chances: Write) -> None:
    game = make_game(chances("secret,chance\n1,0.5\n*,12.5 %\n"))
    assert game.spec == "mastermind(pegs=1,colors=3,chances=odds.csv)"
    assert game.slug == "mastermind-1x3-chances-odds-csv"
    assert (game.weights, game.weight_unit) == ([4, 1, 1], Fraction(1, 8))
    assert [game.format_chance(secret) for secret in range(3)] == ["0.5", "12.5 %", "12.5 %"]
    assert game.digest() == make_game("mastermind(1,3)").digest()
    assert game.fingerprint() != game.digest()


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_separators(chances: Write, separator: str) -> None:
    game = make_game(chances("1,2\n2,1\n3,1\n".replace(",", separator)))
    assert game.weights == [2, 1, 1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1,0.5\n", "2 secrets without a chance: 2, 3; a line .* gives one to all that have no line"),
        ("1,-1\n*,1\n", "line 1, column 2: expected a positive number such as 0.25, 12.5 % or 3e-4, got '-1'"),
        ("1,1\n2,0\n*,1\n", "line 2, column 2: expected a positive number .*, got '0'"),
        ("1,1\n2,\n*,1\n", "line 2, column 2: expected a positive number .*, got an empty cell"),
        ("1,1\n2,nan\n*,1\n", "line 2, column 2: .*, got 'nan'"),
        ("1,1\n4,1\n*,1\n", "line 2, column 1: mastermind.*: code '4': expected symbols 123"),
        ("1,1\n2,1,3\n", "line 2: expected a secret and a number, got 3 cells"),
        ("1,1\n2,1\n1,2\n", "line 3, column 1: 1 stands there twice, first in line 1"),
        ("*,1\n*,2\n", "line 2, column 1: .* stands there twice, first in line 1"),
        ("", "3 secrets without a chance: 1, 2, 3"),
        ('1,"1\n', "line 1: not valid CSV"),
    ],
)
def test_bad_chances_are_told_in_one_line(chances: Write, text: str, message: str) -> None:
    refuses(make_game, chances(text), told=rf"odds\.csv: {message}")


def test_many_missing_secrets_are_named_by_three(chances: Write) -> None:
    with refused(r"8 secrets without a chance: 12, 13, 21, …; a line"):
        make_game(chances("11,1\n", "mastermind(2,3{})"))


def test_what_is_too_precise_needs_digits(chances: Write) -> None:
    string = chances(f"1,1\n2,1e-{30}\n3,1\n")
    refuses(make_game, string, told=r"chances that add up to 2000000000000000000000000000001, too large for 3")
    game = make_game(string.replace(")", ",digits=3)"))
    assert game.spec == "mastermind(pegs=1,colors=3,chances=odds.csv,digits=3)"
    assert game.weights == [500, 1, 500]
    assert game.format_chance(0) == "1.000000000000000000000000000000500"[: len(game.format_chance(0))]


def test_digits_need_something_to_round() -> None:
    refuses(make_game, "mastermind(digits=3)", told="mastermind: digits rounds chances and costs, and there are none")
    refuses(make_game, "mastermind(4,6,auto,both,5,ask,odds.csv)", told="got a further value")


@pytest.mark.usefixtures("installed_echo")
def test_a_game_of_another_package_takes_chances(chances: Write) -> None:
    game = make_game(chances("0,3\n2,2\n*,1\n", "echo(8,5{})"))
    assert isinstance(game, Echo)
    assert game.spec == "echo(numbers=8,responses=5,chances=odds.csv)"
    assert game.weights == [3, 2, 1, 1]
    data = compile_strategy(game, "minimax", plain=True).data
    assert decode(encode(data)).game.weights == [3, 2, 1, 1]


@pytest.mark.parametrize("text", ["mastermind(2,3)", "mastermind(2,3,goal=identify)", "words", "bulls-and-cows(2,4)"])
@pytest.mark.parametrize("strategy", ["minimax", "first"])
def test_files_of_weighted_games_hold_their_chances(text: str, strategy: str) -> None:
    plain = make_game(text)
    first = plain.format_secret(plain.secrets[0])
    game = with_chances(plain, {first: "12.5 %", "*": 3}, label="odds.csv")
    data = compile_strategy(game, strategy).data
    contents = encode(data)
    assert contents[12] == 2
    again = decode(contents)
    assert encode(again) == contents
    assert again.game.fingerprint() == game.fingerprint()
    assert isinstance(again.game, Game) and again.game.format_chance(0) == "12.5 %"
    assert again.claims == data.claims and again.claims.weighed is not None
    assert verify_strategy(again).verified


def test_equal_weights_make_the_plain_figures() -> None:
    game = weighted(make_game("mastermind(2,3)"), weights=[1] * 9)
    claims = compile_strategy(game, "minimax", plain=True).data.claims
    assert claims.weighed is not None
    assert (claims.weighed.expected, claims.weighed.questions, claims.weighed.mass) == (claims.total, claims.total, 9)


def told(data: StrategyData) -> list[str]:
    return verify_strategy(data).problems


@pytest.mark.usefixtures("both_ways")
@pytest.mark.parametrize("text", ["mastermind(2,4)", "mastermind(2,4,goal=identify)", "mastermind(2,4,turns=3)"])
def test_verifying_finds_every_weighted_figure_by_the_rules(text: str) -> None:
    plain = make_game(text)
    count = len(plain.secrets)
    game = weighted(plain, [1 + index % 7 for index in range(count)], [2 + index % 3 for index in range(count)])
    data = compile_strategy(game, "first", plain=True).data
    weighed = data.claims.weighed
    assert weighed is not None and told(data) == []
    assert (weighed.lost > 0) == (data.claims.lost > 0)
    for name, said in (("mass", "mass"), ("questions", "questions"), ("expected", "expected"), ("lost", "lost_mass")):
        value = getattr(weighed, name)
        false = replace(data, claims=replace(data.claims, weighed=replace(weighed, **{name: value + 1})))
        assert told(false) == [f"{said}: claimed {value + 1}, found {value}"]
    none = replace(data, claims=replace(data.claims, weighed=None))
    assert told(none) == ["chances and costs: expected figures under them exactly in a game that has some"]


def test_what_keeps_the_weights_is_a_symmetry() -> None:
    game = make_game("mastermind(2,3)")
    assert weighted(game, weights=[5] * 9).symmetry == game.symmetry
    doubles = [2 if code[0] == code[1] else 1 for code in game.secrets]
    assert weighted(game, weights=doubles).symmetry == game.symmetry
    threes = weighted(game, weights=[1 + code.count(2) for code in game.secrets]).symmetry
    assert threes is not None and threes.symbols == ((0, 1),) and threes.positions == ((0, 1),)
    assert weighted(game, weights=range(1, 10)).symmetry is None
    grand = make_game("grand-mastermind(2,2,2)")
    assert weighted(grand, weights=[1] * 16).symmetry == grand.symmetry
    assert weighted(grand, costs=range(1, 17)).symmetry is None


def test_what_keeps_weights_gives_symbols_no_other_names_by_place() -> None:
    both, black = make_game("mastermind(2,3)"), make_game("mastermind(2,3,feedback=black)")
    assert black.symmetry != both.symmetry and black.code_symmetry == both.symmetry
    for weights in ([5] * 9, [1 + code.count(2) for code in both.secrets]):
        plain = weighted(black, weights=weights)
        assert plain.symmetry == plain.code_symmetry == weighted(both, weights=weights).symmetry
        assert [tuple(plain.spelled(code)) for code in plain.secrets] == list(plain.secrets)
    assert black.spelled((2, 2)) == (2, 5)


# Hostile files


def file_with(alter: Callable[[dict[str, Any]], object], *, version: int = 2) -> bytes:
    """A file with chances whose header was altered; with a right digest."""
    game = with_chances(make_game("mastermind(1,3)"), {"1": "0.5", "*": "0.25"}, label="odds.csv")
    header, columns = unseal(WEIGHTED_KIND, encode(compile_strategy(game, "first", plain=True).data))
    alter(header)
    return seal(WEIGHTED_KIND if version == 2 else KIND, header, columns)


def packed(*lines: str) -> Callable[[dict[str, Any]], object]:
    return lambda header: header["data"].update(chances=pack(lines))


@pytest.mark.parametrize(
    ("alter", "message"),
    [
        (packed("0.5", "0", "1"), "header.data: the chance of 2: expected a positive number .*, got '0'"),
        (packed("0.5", "-1", "1"), "header.data: the chance of 2: .*, got '-1'"),
        (packed("0.5", "nan", "1"), "header.data: the chance of 2: .*, got 'nan'"),
        (packed("0.5", "", "1"), "header.data: the chance of 2: .*, got an empty cell"),
        (packed("1", "1" + "0" * 30, "1"), "header.data: mastermind.*: in whole numbers there are chances that add up"),
        (packed("1", "1" * 60, "1"), "header.data: the chance of 2: .*, got '1+'"),
        (packed("1", "1e999999", "1"), "header.data: the chance of 2: .*, got '1e999999'"),
        (packed("1", "1"), "header.data: expected chances of 3 secrets, got 2"),
        (packed("1", "1", "1", "1"), "header.data: expected chances of 3 secrets, got 4"),
        (packed("1", "1", "1"), "header.codes: the file was written for other codes, chances or costs than those of"),
        (packed("2", "1", "1"), "header.codes: the file was written for other codes, chances or costs"),
        (lambda header: header["data"].update(chances=b"x"), "header.data: expected a compressed file of chances"),
        (lambda header: header["data"].update(chances="x"), "header.data.chances: expected bytes, got str"),
        (lambda header: header["data"].update(odds=b""), "header.data: expected game and chances, got 'odds'"),
        (lambda header: header["data"].update(game=b""), "header.data: mastermind takes no data"),
        (lambda header: header["data"].pop("chances"), "header.data.chances: missing"),
        (lambda header: header.pop("data"), "header.game: expected chances for mastermind"),
        (lambda header: header.update(game="mastermind(pegs=1,colors=3)"), "header.data: expected no chances for mas"),
        (lambda header: header.update(data=b""), "header.data: mastermind takes no data"),
        (lambda header: header["claims"].pop("mass"), "claims.mass: missing"),
        (lambda header: header["claims"].update(mass=5), "claims.mass: expected 3 to 4 beside the other claims, got 5"),
        (lambda header: header["claims"].update(mass=2**63), "claims.mass: expected 3 to 4"),
        (lambda header: header["claims"].update(questions=5), "claims.questions: expected 6 to 12"),
        (lambda header: header["claims"].update(expected=6), "claims.expected: expected 7 to 7"),
        (lambda header: header["claims"].update(expected=-1), "claims.expected: expected 7 to 7"),
        (lambda header: header["claims"].update(expected=1.5), "claims.expected: expected int, got float"),
        (lambda header: header["claims"].update(lost_mass=1), "claims.lost_mass: expected 0 to 0"),
    ],
)
def test_hostile_chances_in_a_file_are_refused(alter: Callable[[dict[str, Any]], object], message: str) -> None:
    refuses(decode, file_with(alter), told=f"^{message}", error=StrategyFileError)


def test_a_file_has_the_version_of_its_game() -> None:
    with refused(
        r"^byte 12: expected format version 2, got 1: mast.* has chances, costs or classes", StrategyFileError
    ):
        decode(file_with(lambda header: None, version=1))
    header, columns = unseal(KIND, encode(compile_strategy("mastermind(1,3)", "first", plain=True).data))
    with refused(r"^byte 12: expected format version 1, got 2: .* has no chances", StrategyFileError):
        decode(seal(WEIGHTED_KIND, header, columns))


def test_a_digest_that_fits_other_chances_does_not_verify() -> None:
    """The digest of the chances is no secret: whoever forges them has the figures of the claims against them."""
    other = with_chances(make_game("mastermind(1,3)"), {"1": 1, "*": 5}, label="odds.csv")

    def exchange(header: dict[str, Any]) -> None:
        header["data"]["chances"] = pack(["1", "5", "5"])
        header["codes"] = other.fingerprint()
        header["claims"] |= {"mass": 11, "questions": 25, "expected": 25}

    assert verify_strategy(decode(file_with(exchange))).problems == [
        "questions: claimed 25, found 26",
        "expected: claimed 25, found 26",
    ]


# Reports


@pytest.fixture
def pets() -> StrategyData:
    return compile_strategy(KNOWN_PRICED_PETS, "entropy(per=cost)", plain=True).data


def test_reports_tell_what_is_expected_in_the_units_of_the_user(pets: StrategyData) -> None:
    weighed = pets.claims.weighed
    assert weighed is not None
    told = record(pets)
    assert told["expected_questions"] == pytest.approx(weighed.questions / weighed.mass)
    by_hand = 0.0
    for path in at_slots(KNOWN_PRICED_PETS, pets).paths():
        asked = [pets.tree.guesses[slot] for slot in path.slots if pets.tree.guesses[slot] < 3]
        chance = {"cat": 0.5, "dog": 0.2, "hen": 0.2, "cow": 0.1}[KNOWN_PRICED_PETS.format_secret(path.secret)]
        by_hand += chance * sum((0.5, 2, 1.25)[guess] for guess in asked)
    assert told["expected_cost"] == pytest.approx(by_hand)
    cost = amount(Fraction(by_hand).limit_denominator(10**6))
    assert f"questions at a cost of {cost} expected under the chances" in headline(pets)
    best = replace(pets, bound="optimal", objective="expected", lower_bound=weighed.expected)
    assert bound_line(best) == f"claimed optimal: expected; proven {cost} (verifying does not check the proof)"
    short = replace(pets, objective="expected,total", lower_bound=weighed.expected - weighed.mass)
    assert re.fullmatch(r"upper bound, .*; lower bound [0-9.]+, gap 0.25 \([0-9.]+ %\)", bound_line(short))
    assert "expected_cost" not in record(compile_strategy("mastermind(1,3)", "first", plain=True).data)


def test_commands_tell_what_is_expected(run: Callable[..., str], tmp_path: Path) -> None:
    (tmp_path / "odds.csv").write_text("11,0.9\n*,1e-9\n")
    game = "mastermind(2,3,chances=odds.csv,digits=4)"
    told = run("compile", game, "entropy", "-o", "x.msgpack")
    assert "guesses expected under the chances\n" in told
    assert "chances are rounded to 4 decimal places of their sum\n" in told
    (tmp_path / "odds.csv").unlink()
    assert "expected under the chances" in run("verify", "x.msgpack")
    shown = run("show", "x.msgpack")
    assert "%) \n" not in shown and "99.9 %)" in shown and "format 2" in shown and "rounded to 4" in shown
    assert json.loads(run("show", "x.msgpack", "--json"))["format"] == 2
    (tmp_path / "odds.csv").write_text("11,0.9\n*,1e-9\n")
    head = "strategy total average expected depth worst count lost seconds"
    compared = run("compare", game, "entropy", "blind")
    assert compared.splitlines()[1].split() == head.split()
    advice = run("advise", game, "entropy")
    assert "11 (99.9 %) 12 (0.01 %)" in advice and "left, 0.0" in advice
    told_json = json.loads(run("advise", game, "entropy", "--json"))
    assert sum(told_json["chances"]) == pytest.approx(1) == sum(told_json["left_chances"].values())
    assert set(told_json["left_chances"]) == set(told_json["left"])


def test_a_file_of_another_game_has_other_chances() -> None:
    game = make_game("mastermind(1,3)")
    one, other = (with_chances(game, {"1": chance, "*": 1}, label="odds.csv") for chance in (2, 3))
    assert one.spec == other.spec and one.fingerprint() != other.fingerprint()


@pytest.mark.slow
def test_words_by_their_frequencies() -> None:
    """14,561 words of Google Books: a whole tree by the entropy of the frequencies, about as fast as without them."""
    lines = wordle("word_freqs_2019_valid.txt").read_text().split("\n")
    frequencies = dict(line.split() for line in lines if line)
    assert len(frequencies) == 14_561
    plain = Words({"answers": "some.txt"}, Lists(list(frequencies)))
    game = with_chances(plain, frequencies, label="frequencies.csv")
    assert game.weights is not None and sum(game.weights) > 10**9
    seconds = []
    for made in (plain, game):
        strategy = make_strategy("entropy(first=tares)", made)
        # What compiles the kernels does not count.
        compile_strategy(made, strategy, start=made.parse_history("tares:-----"))
        begin = time.process_time()
        compiled = compile_strategy(made, strategy, options=Options(jobs=1))
        seconds.append(time.process_time() - begin)
        assert verify_strategy(compiled).verified
        weighed = compiled.data.claims.weighed
    without, with_them = seconds
    assert weighed is not None and weighed.questions / weighed.mass < 3.7
    assert with_them < 3 * without, seconds


def test_what_is_expected_of_seeds_and_of_each_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> str:
        result = CliRunner().invoke(cli, arguments)
        assert result.exit_code == 0, result.output
        return result.stdout

    lines = ["name,legs,flies,barks,share", "cat,4,no,no,5", "dog,4,no,yes,3", "ant,6,no,no,1", "bee,6,yes,no,1"]
    Path("rows.csv").write_text("\n".join([*lines, "cost,1,2,5,"]))
    game = "table(file=rows.csv,secrets=rows,chance=share,cost=cost,goal=identify)"
    told = json.loads(run("compare", game, "random", "--seeds", "3", "--json"))["strategies"][0]
    assert told["expected_questions"]["least"] >= 1.9 and told["expected_cost"]["least"] >= 5
    assert "expected  spread    cost  spread" in run("compare", game, "random", "--seeds", "3")
    run("compile", game, "entropy", "-o", "rows.msgpack")
    rows = list(csv.DictReader(io.StringIO(run("export", "rows.msgpack", "--format", "csv"))))
    assert [(row["secret"], row["chance"]) for row in rows] == [("cat", "5"), ("dog", "3"), ("ant", "1"), ("bee", "1")]
    prices = {"legs": 1, "flies": 2, "barks": 5}
    for row in rows:
        asked = [text for name, text in row.items() if name.startswith("question ") and text]
        assert int(row["cost"]) == sum(prices[each] for each in asked)
