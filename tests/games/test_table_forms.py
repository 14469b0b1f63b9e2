"""Tables with a secret in each line, with chances and costs, with twins, and as Orange writes them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from refusals import refused, refuses
from shelf import zoo

from strategist import compile_strategy, make_game, verify_strategy
from strategist.common.errors import CodeError
from strategist.files.strategy import decode, encode
from strategist.games.tables.table import Table, table_csv
from strategist.model.game import Game

COLUMNS = """,cat,dog,hen,how common? , price
has fur?,yes,yes,no,,1
barks?,no,yes,no,,2.5
odds,50 %,0.25,1/4,,
"""
PLAIN = ",cat,dog,hen,price\nhas fur?,yes,yes,no,1\nbarks?,no,yes,no,2.5\nodds,50 %,0.25,1/4,\n"
ROWS = "name,has fur?,barks?,odds\ncat,yes,no,50 %\ndog,yes,yes,0.25\nhen,no,no,1/4\nprice,1,2.5,\n"

Make = Callable[..., Game]


BOTH = ("chance=odds", "cost=price")


@pytest.mark.parametrize("goal", ["ask", "identify"])
def test_both_forms_make_one_game(table: Make, goal: str) -> None:
    one = table(PLAIN, f"goal={goal}", *BOTH)
    other = table(ROWS, f"goal={goal}", "secrets=rows", *BOTH)
    assert one.fingerprint() == other.fingerprint()
    assert one.weights == [2, 1, 1] and one.weight_unit == Fraction(1, 4)
    assert [one.format_chance(secret) for secret in range(3)] == ["50 %", "0.25", "1/4"]
    prices = ["1", "2.5"] if goal == "identify" else ["1", "1", "1", "1", "2.5"]
    assert [one.format_cost(question) for question in range(one.question_count)] == prices
    again = decode(encode(compile_strategy(other, "minimax", plain=True).data)).game
    assert again.spec == other.spec and again.fingerprint() == other.fingerprint()
    assert isinstance(again, Game) and again.format_chance(0) == "50 %"


@pytest.mark.parametrize("separator", [";", "\t"])
def test_separators_are_recognised(table: Make, separator: str) -> None:
    text = PLAIN.replace(",", separator)
    assert table(text, *BOTH).fingerprint() == table(PLAIN, *BOTH).fingerprint()
    for told in (f"sep={separator}\r\n", f"\nSEP={separator}\n"):
        assert table(told + text, *BOTH).fingerprint() == table(PLAIN, *BOTH).fingerprint()


def test_a_line_that_tells_the_separator_is_counted(table: Make) -> None:
    refuses(table, "sep=,\n,cat,dog\nbarks,no\n", told="line 3: question barks: expected 2 answers, got 1")


def test_names_with_blanks(table: Make) -> None:
    text = PLAIN.replace("odds", "how common?")
    quoted, joined = (table(text, f"chance={name}", "cost=price") for name in ('"how common?"', "how_common?"))
    assert quoted.spec == joined.spec == "table(file=some.csv,chance=how_common?,cost=price)"


def test_a_header_of_r_has_no_corner(table: Make) -> None:
    text = "fur\tbarks\ncat\tyes\tno\ndog\tyes\tyes\nhen\tno\tno\n"
    game = table(text, "secrets=rows")
    assert [game.format_code(guess) for guess in game.guesses] == ["cat", "dog", "hen", "fur", "barks"]


def test_digits_round_the_numbers_of_a_table(table: Make) -> None:
    text = PLAIN.replace("0.25", "0.2500001").replace("2.5", "3")
    assert table(text, *BOTH).weights == [5000000, 2500001, 2500000]
    game = table(text, *BOTH, "digits=2")
    assert (game.weights, game.costs) == ([2, 1, 1], [33, 33, 33, 33, 100])
    assert decode(encode(compile_strategy(game, "minimax", plain=True).data)).game.spec == game.spec


TWINS = "name,legs,fur\nbear,4,yes\ncat,4,yes\nhen,2,no\nfrog,4,no\nfrog,2,yes\ndog,4,yes\n"


def test_twins_become_one_secret_under_all_names(table: Make) -> None:
    with refused(r"line 6: the secret frog stands there twice, first in line 5; twins=group numbers such names"):
        table(TWINS, "secrets=rows")
    with refused(r"no question tells bear and cat apart; twins=group makes one secret of such"):
        table(TWINS.replace("frog,2", "toad,2"), "secrets=rows")
    game = table(TWINS, "secrets=rows", "twins=group", "goal=identify")
    assert [game.format_secret(code) for code in game.secrets] == ["bear/cat/dog", "hen", "frog", "frog_2"]
    assert game.parse_secret("cat") == game.parse_secret("bear/cat/dog") == game.parse_secret("=Dog")
    assert game.names(game.parse_secret("cat")) == ["bear", "cat", "dog"]
    refuses(game.parse_secret, "lion", told="'lion' is no possible secret", error=CodeError)
    asked = table(TWINS, "secrets=rows", "twins=group")
    assert asked.parse_question("dog") == 0
    again = decode(encode(compile_strategy(asked, "minimax", plain=True).data)).game
    assert isinstance(again, Game) and again.parse_secret("dog") == again.secrets[0]


REPEATED = "name,legs,fur,kind\nred fox,4,yes,a\nhen,2,no,b\nred fox,4,no,b\nred fox_2,2,yes,a\nred fox,4,no,a\n"


@pytest.mark.parametrize("twins", ["majority", "keep"])
def test_names_that_repeat_get_numbers_where_twins_are_kept(twins: str, table: Make) -> None:
    """Where classes are sought, rows of one name are as good as others: both as a game and packed in its file."""
    by_class = ("secrets=rows", "goal=class", "class=kind")
    told = r"line 4: the secret red_fox stands there twice, first in line 2; twins=group numbers such names; names=none"
    with refused(told):
        table(REPEATED, *by_class)
    game = table(REPEATED, *by_class, f"twins={twins}")
    expected = ["red_fox", "hen", "red_fox_3", "red_fox_2", "red_fox_4"]
    assert [game.format_secret(code) for code in game.secrets] == expected
    assert isinstance(game, Table)
    shown = game.written.secrets
    assert [shown.get(name, name) for name in expected] == ["red fox", "hen", "red fox_3", "red fox_2", "red fox_4"]
    strategy = "entropy" if twins == "majority" else "optimal(price=0.1)"
    again = decode(encode(compile_strategy(game, strategy).data)).game
    assert isinstance(again, Game) and [again.format_secret(code) for code in again.secrets] == expected


def test_names_of_columns_that_repeat_are_told_with_both_places(table: Make) -> None:
    told = "line 1, column 4: the secret cat stands there twice, first in line 1, column 2; twins=group numbers such"
    refuses(table, ",cat,dog,cat\nq,1,2,3\n", told=told)


def test_the_chances_of_twins_are_added(table: Make, tmp_path: Path) -> None:
    text = "name,legs,fur,odds\nbear,4,yes,0.5\ncat,4,yes,10 %\nhen,2,no,1\n"
    game = table(text, "secrets=rows", "twins=group", "chance=odds")
    assert [game.format_chance(secret) for secret in (0, 1)] == ["0.6", "1"]
    odds = tmp_path / "odds.csv"
    for lines, weights in (
        ("bear,1\n*,2\n", [5, 2, 2, 2]),
        ("bear/cat/dog,1\n*,2\n", [1, 2, 2, 2]),
        ("bear,1\ncat,1\ndog,1\n*,4\n", [3, 4, 4, 4]),
    ):
        odds.write_text(lines)
        assert table(TWINS, "secrets=rows", "twins=group", f"chances={odds}").weights == weights
    odds.write_text("bear/cat/dog,1\nbear,1\n*,1\n")
    with refused(r"odds\.csv: line 1, column 1: bear/cat/dog has lines for its names, too"):
        table(TWINS, "secrets=rows", "twins=group", f"chances={odds}")
    odds.write_text("bear,1\nhen,1\nfrog,1\nfrog_2,1\n")
    with refused(r"odds\.csv: 2 secrets without a chance: cat, dog; "):
        table(TWINS, "secrets=rows", "twins=group", f"chances={odds}")


@pytest.mark.parametrize(
    ("text", "parameters", "message"),
    [
        (
            PLAIN.replace("1/4,", "1/4,1"),
            ("chance=luck",),
            "chance=luck: expected the name of a line, got one that no line has",
        ),
        (PLAIN, ("cost=luck",), "cost=luck: expected the name of a column, .*; secrets=rows reads a table with"),
        (ROWS.replace("price,1,2.5,\n", ""), ("chance=odds",), "chance=odds: .* that no line has; secrets=rows reads"),
        (ROWS, ("cost=luck", "secrets=rows"), "cost=luck: expected the name of a line, .*; secrets=columns reads"),
        (PLAIN.replace("2.5", ""), BOTH, "line 3, column 5: the cost of barks.: expected a positive .* empty cell"),
        (PLAIN.replace(",2.5", ""), BOTH, "line 3: expected the cost of barks. behind its answers, got nothing$"),
        (ROWS.replace("2.5", ""), (*BOTH, "secrets=rows"), "column 3: the cost of barks.: .* got an empty cell"),
        (PLAIN.replace("2.5", "0"), BOTH, "line 3, column 5: the cost of barks.: .*, got '0'"),
        (PLAIN.replace("0.25", "nan"), BOTH, "line 4, column 3: the chance of dog: .*, got 'nan'"),
        (ROWS.replace("0.25", "-1"), (*BOTH, "secrets=rows"), "line 3, column 4: the chance of dog: .*, got '-1'"),
        (PLAIN + "odds,1,1,1,\n", BOTH, "line 5: the question odds stands there twice"),
        (PLAIN + "has_fur?,1,1,1,1\n", BOTH, "line 5: the question has_fur. stands there twice; secrets=rows reads"),
        (PLAIN.replace("hen,", "price,"), BOTH, "line 1, column 5: price stands there twice"),
        (PLAIN.replace("50 %,", ""), BOTH, "line 4: expected 3 chances, got 2"),
        (ROWS.replace("cat,yes", "cat"), ("secrets=rows",), "line 2: expected 4 cells as in line 1, got 3"),
        (ROWS.replace("barks?", "has fur?"), ("secrets=rows",), "column 3: the question has_fur. stands there twice"),
        (ROWS.replace("cat", ""), ("secrets=rows",), "line 2: expected the name of a secret, got an empty cell"),
        (
            ROWS.replace("barks?", ""),
            ("secrets=rows",),
            "line 5, column 4: question odds has no answer for secret price",
        ),
        (
            ROWS.replace("cat,yes", "cat,"),
            ("secrets=rows",),
            "line 2, column 2: question has_fur. has no answer for secret cat",
        ),
        (ROWS.replace("cat", "c/t"), ("secrets=rows", "twins=group"), "line 2: expected a name without '/', which"),
        ("name,fur\ncat,yes\n", ("secrets=rows",), "line 1: expected lines of at least 2 secrets below it, got 1"),
        ("name\ncat\ndog\n", ("secrets=rows",), "expected a column for each question, got a column of secrets alone"),
        ("", ("secrets=rows",), "the table is empty: expected a line of questions, then a line for each secret"),
        (",a,b\nq,1,1\n", ("twins=group",), "expected at least 2 secrets that some question tells apart, got none"),
        ("x,a\ns,d\nmeta,lass\nb,1\nc,2\n", ("secrets=rows",), "line 3, column 2: expected a role such as class"),
        ("x,a\nd,d\nclass,\nb,1\nc,2\n", ("secrets=rows",), "expected a meta column of strings, which names the sec"),
        (
            "x,a\ns,d\nmeta,\nb,1\nc,2\n",
            (),
            "line 2: a table of Orange has a secret in each line: secrets=rows reads it",
        ),
    ],
)
def test_a_bad_table_is_told_in_one_line(table: Make, text: str, parameters: tuple[str, ...], message: str) -> None:
    refuses(table, text, *parameters, told=rf"some\.csv: {message}")


def test_two_chances_are_too_many(table: Make, written: Callable[..., str]) -> None:
    odds = written("*,1\n", "odds.csv")
    with refused(r"has chances of its own: expected no chances=odds.csv beside them"):
        table(PLAIN, *BOTH, f"chances={odds}")


ORANGE = "name\tlegs\tkind\twild\tnote\ns\tc\td\td\ts\nmeta\t\tclass\t\tmeta\nbear\t4\tm\t1\tx\nhen\t2\tb\t0\ty\n"


@pytest.mark.parametrize("roles", ["meta\t\tclass\t\tmeta", "m\t\tclass\t\tignore", "meta\t\tclass\ta=b\tweight"])
def test_a_table_of_orange_has_three_lines_of_header(table: Make, roles: str) -> None:
    text = ORANGE.replace("meta\t\tclass\t\tmeta", roles)
    game = table(text, "secrets=rows", "goal=identify", name="zoo.tab")
    assert table_csv(game) == ",bear,hen\nlegs,4,2\nwild,1,0\n"


def test_columns_of_orange_that_are_no_questions_may_hold_chances(table: Make) -> None:
    text = ORANGE.replace("\tx\n", "\t3\n").replace("\ty\n", "\t1\n")
    assert table(text, "secrets=rows", "chance=note", name="zoo.tab").weights == [3, 1]


def test_the_zoo() -> None:
    game = make_game(f"table(file={zoo()},goal=identify,secrets=rows,twins=group)")
    assert isinstance(game, Table)
    assert (len(game.secrets), game.question_count) == (59, 16)
    assert sum(len(game.names(code)) for code in game.secrets) == 101
    assert {"frog", "frog_2"} <= {name for code in game.secrets for name in game.names(code)}
    data = compile_strategy(game, "entropy").data
    assert verify_strategy(decode(encode(data))).verified
