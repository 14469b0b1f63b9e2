"""Strings that name games and strategies: one canonical form, which round-trips."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refuses

from strategist import make_game, make_rules
from strategist.common.errors import SpecError, StrategistError, UnknownNameError
from strategist.model.spec import Parameter, Value, bind, parse, quote, slug, write

pytestmark = pytest.mark.early

PARAMETERS = (
    Parameter("size", int, 4, "always printed", size=True),
    Parameter("text", str, "auto", "printed when not the default"),
    Parameter("flag", bool, True, "printed when not the default"),
    Parameter("limit", int, None, "printed when given", low=1, high=9),
    Parameter("kind", str, "all", "one of two", choices=("all", "some")),
)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("mastermind", "mastermind(pegs=4,colors=6)"),
        ("mastermind()", "mastermind(pegs=4,colors=6)"),
        ("mastermind(5)", "mastermind(pegs=5,colors=6)"),
        ("mastermind(5,8)", "mastermind(pegs=5,colors=8)"),
        ("mastermind-5x8", "mastermind(pegs=5,colors=8)"),
        ("mastermind-5", "mastermind(pegs=5,colors=6)"),
        (" mastermind ( colors = 8 , pegs = 5 ) ", "mastermind(pegs=5,colors=8)"),
        ('mastermind(2,"3")', "mastermind(pegs=2,colors=3)"),
        ("mastermind(2,3,xyz,black,7)", "mastermind(pegs=2,colors=3,alphabet=xyz,feedback=black,turns=7)"),
        ("mastermind(2,3,feedback=both)", "mastermind(pegs=2,colors=3)"),
        ("bulls-and-cows", "bulls-and-cows(pegs=4,symbols=10)"),
        ("bulls-and-cows-3x5", "bulls-and-cows(pegs=3,symbols=5)"),
        ("bulls-and-cows(leading_zero=false)", "bulls-and-cows(pegs=4,symbols=10,leading_zero=false)"),
        ("ab-4x26", "ab(pegs=4,symbols=26)"),
    ],
)
def test_every_way_to_write_a_game_leads_to_one(text: str, canonical: str) -> None:
    assert make_game(text).spec == canonical
    assert make_game(canonical).spec == canonical


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a name"),
        ("   ", "expected a name"),
        ("(4,6)", "expected a name"),
        ('"mastermind"', "expected a name"),
        ("mastermind(4,6", "closing parenthesis"),
        ("mastermind 4,6)", "closing parenthesis"),
        ("mastermind(4,6))", "expected VALUE or KEY=VALUE"),
        ("mastermind(4,,6)", "expected VALUE or KEY=VALUE"),
        ("mastermind(4,)", "expected VALUE or KEY=VALUE"),
        ("mastermind(=4)", "expected VALUE or KEY=VALUE"),
        ("mastermind(pegs=)", "expected VALUE or KEY=VALUE"),
        ("mastermind(pegs 4)", "pegs must be a whole number of at least 1 and at most 20, got 'pegs 4'"),
        ('mastermind("pegs"=4)', "expected VALUE or KEY=VALUE"),
        ('mastermind(4,6,alphabet="abc)', "a quote is not closed at character 25"),
        ("mastermind-4x6(pegs=5)", "not both"),
        ("mastermind(pegs=4,6)", "stands after a named one"),
        ("mastermind(pegs=4,pegs=4)", "pegs is given twice"),
        ("mastermind(4,pegs=4)", "pegs is given twice"),
        ("mastermind(4,6,auto,both,9,ask,1)", "got a further value '1'"),
        ("mastermind(holes=4)", "has no parameter 'holes'"),
        ("mastermind(four)", "whole number of at least 1 and at most 20, got 'four'"),
        ("mastermind(4.0)", "whole number"),
        ("mastermind(٤)", "whole number"),
        ("mastermind(0)", "got 0"),
        ("mastermind(21)", "got 21"),
        ("mastermind(-1)", "got -1"),
        ("mastermind(turns=none)", "turns must be a whole number"),
        ("mastermind(feedback=white)", "feedback must be one of both, black, got 'white'"),
        ("bulls-and-cows(leading_zero=no)", "leading_zero must be true or false, got 'no'"),
        ("bulls-and-cows(leading_zero=True)", "leading_zero must be true or false, got 'True'"),
        ("mastermind(" + "9" * 100_000 + ")", "whole number"),
    ],
)
def test_a_bad_string_says_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        make_game(text)
    assert message in str(caught.value)


def test_an_unknown_name_lists_the_known_ones() -> None:
    refuses(make_game, "chess", told="unknown game 'chess': expected one of ab, bulls-and-", error=UnknownNameError)


def test_a_known_name_is_never_read_as_a_slug() -> None:
    assert parse("game-4x6", ["game-4x6"]).name == "game-4x6"
    assert parse("game-4x6", []).name == "game"


@given(st.text())
def test_any_text_is_a_game_or_an_error_of_ours(text: str) -> None:
    for attempt in (text, f"mastermind({text})"):
        try:
            game = make_rules(attempt)
        except StrategistError as error:
            assert str(error)
        else:
            assert make_rules(game.spec).spec == game.spec


@given(st.text(max_size=8))
def test_a_quoted_text_is_read_as_it_was(text: str) -> None:
    (_, found), *rest = parse(f"name({quote(text)})").pairs
    assert (found, rest) == (text, [])


VALUES = st.fixed_dictionaries(
    {
        "size": st.integers(-99, 99),
        "text": st.text(st.sampled_from(string.printable + "é…"), max_size=8),
        "flag": st.booleans(),
        "limit": st.none() | st.integers(1, 9),
        "kind": st.sampled_from(["all", "some"]),
    }
)


@given(VALUES)
def test_canonical_strings_round_trip(values: dict[str, Value]) -> None:
    text = write("name", PARAMETERS, values)
    assert bind(parse(text), PARAMETERS) == values
    assert "size=" in text
    assert ("kind=" in text) == (values["kind"] != "all")


@given(st.integers(1, 6), st.integers(1, 35), st.sampled_from(["both", "black"]), st.none() | st.integers(1, 12))
def test_game_strings_round_trip(pegs: int, colors: int, feedback: str, turns: int | None) -> None:
    limit = "" if turns is None else f",turns={turns}"
    game = make_game(f"mastermind({pegs},{colors},feedback={feedback}{limit})")
    again = make_game(game.spec)
    assert again.values == game.values
    assert again.spec == game.spec


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mastermind", "mastermind-4x6"),
        ("bulls-and-cows(4,10,leading_zero=false)", "bulls-and-cows-4x10-leading-zero-false"),
        ("mastermind(2,3,alphabet=x+y,turns=7)", "mastermind-2x3-alphabet-x-y-turns-7"),
    ],
)
def test_slugs_are_file_names(text: str, expected: str) -> None:
    arguments = parse(text)
    kind = type(make_game(arguments.name))
    assert slug(arguments.name, kind.parameters, bind(arguments, kind.parameters)) == expected
