"""Chances of secrets and costs of questions: how they are read, scaled, kept in files, and counted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from toys import Echo, weighted

from strategist import compile_strategy, make_game, verify_strategy
from strategist.errors import SpecError
from strategist.files.strategy import StrategyData, decode, encode
from strategist.game import Game
from strategist.games.chances import with_chances
from strategist.numbers import read_number, write_number

Write = Callable[[str], str]


@pytest.fixture
def chances(tmp_path: Path) -> Write:
    """Write a file of chances, and return the string of a game with it."""

    def write(text: str, game: str = "mastermind(1,3{})") -> str:
        path = tmp_path / "odds.csv"
        path.write_text(text, encoding="utf-8")
        return game.format(f",chances={path}")

    return write


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
    with pytest.raises(SpecError, match=r"^expected a positive number such as 0.25, 12.5 % or 3e-4, got "):
        read_number(text)


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
    with pytest.raises(SpecError, match=rf"odds\.csv: {message}") as caught:
        make_game(chances(text))
    assert "\n" not in str(caught.value)


def test_many_missing_secrets_are_named_by_three(chances: Write) -> None:
    with pytest.raises(SpecError, match=r"8 secrets without a chance: 12, 13, 21, …; a line"):
        make_game(chances("11,1\n", "mastermind(2,3{})"))


def test_what_is_too_precise_needs_digits(chances: Write) -> None:
    string = chances(f"1,1\n2,1e-{30}\n3,1\n")
    with pytest.raises(SpecError, match=r"chances that add up to 2000000000000000000000000000001, too large for 3"):
        make_game(string)
    game = make_game(string.replace(")", ",digits=3)"))
    assert game.spec == "mastermind(pegs=1,colors=3,chances=odds.csv,digits=3)"
    assert game.weights == [500, 1, 500]
    assert game.format_chance(0) == "1.000000000000000000000000000000500"[: len(game.format_chance(0))]


def test_digits_need_something_to_round() -> None:
    with pytest.raises(SpecError, match="mastermind: digits rounds chances and costs, and there are none"):
        make_game("mastermind(digits=3)")
    with pytest.raises(SpecError, match="got a further value"):
        make_game("mastermind(4,6,auto,both,5,ask,odds.csv)")


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
    data = compile_strategy(game, strategy, plain=True).data
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
