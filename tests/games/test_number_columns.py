"""Tables with columns of numbers, with decimal commas, and in the code page 1252."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refused, refuses
from selection import examples

from strategist import compile_strategy, make_game, verify_strategy
from strategist.common.errors import SpecError
from strategist.files.strategy import decode, encode
from strategist.games.tables.cells.number_columns import with_number_questions
from strategist.games.tables.cells.number_parameters import Measures
from strategist.games.tables.cells.states import States
from strategist.games.tables.contents import Reading
from strategist.games.tables.sheet import make_sheet
from strategist.games.tables.table import Table
from strategist.model.game import Game

pytestmark = pytest.mark.early

HERBS = """plant,height,petals,colour,leaf
rose,40-90,5,red,1.5
lily,100-150,6,white,(3-)4-7(-9)
iris,50-95,3,blue,"5,5-7"
poppy,20-60(-90),4-6,red,2
"""
PLAIN = HERBS.replace('"5,5-7"', "5.5-7")
NARROW = ("secrets=rows", "goal=narrow")

Make = Callable[..., Game]


def cells(game: Game, question: str) -> list[str]:
    """The answers of each secret to a question."""
    code = game.parse_code(question)
    return [
        "/".join(game.format_response(each.response) for each in game.answers(code, secret)) for secret in game.secrets
    ]


def questions(game: Game) -> list[str]:
    return [game.format_code(code) for code in game.guesses[: game.question_count]]


def test_numbers_become_questions(table: Make, told: list[str]) -> None:
    game = table(PLAIN, *NARROW, "numbers=all")
    assert questions(game) == ["height_<_100", "petals_<_4", "petals_<_6", "colour", "leaf_<_2", "leaf_<_3"]
    assert cells(game, "height < 100") == ["yes", "no", "yes", "yes"]
    assert cells(game, "petals_<_6") == ["yes", "no", "yes", "yes/no"]
    assert cells(game, "leaf_<_3") == ["yes", "no", "no", "yes"]
    assert game.spec == "table(file=some.csv,goal=narrow,secrets=rows,several=/,numbers=all)"
    assert told == []
    # All of them are answered with equal chances.
    assert [each.chance for each in game.answers(game.parse_code("petals_<_6"), game.parse_secret("poppy"))] == [
        Fraction(1, 2)
    ] * 2


def test_the_string_reads_the_file_again_and_the_file_its_table(table: Make) -> None:
    game = table(PLAIN, *NARROW, "numbers=leaf;petals", "thresholds=1", "extremes=no", "key_states=height:~50/50~")
    again = table(PLAIN, *game.spec.removeprefix("table(file=some.csv,").removesuffix(")").split(","))
    assert again.spec == game.spec and again.fingerprint() == game.fingerprint()
    assert questions(game) == ["height", "petals_<_4", "colour", "leaf_<_3"]
    compiled = compile_strategy(game, "entropy", plain=True)
    kept = decode(encode(compiled.data)).game
    assert kept.spec == game.spec and kept.fingerprint() == game.fingerprint()
    verify_strategy(compiled)


def test_a_plain_table_of_numbers_needs_no_sign(table: Make) -> None:
    game = table("name,legs\ncat,4\nhen,2\nant,6\n", "secrets=rows", "numbers=legs")
    assert game.spec == "table(file=some.csv,secrets=rows,numbers=legs)"
    assert questions(game) == ["cat", "hen", "ant", "legs_<_3", "legs_<_5"]
    turned = table(",cat,hen,ant\nlegs,4,2,6\n", "numbers=legs")
    assert turned.fingerprint() == game.fingerprint()
    with refused("answers may be several"):
        table("name,legs\ncat,4\nhen,2-5\nant,3\ndog,9\n", "secrets=rows", "numbers=legs")


def test_signs_that_are_given_are_kept(table: Make) -> None:
    text = PLAIN.replace("3,blue", "?,blue|red").replace("6,white", "7|6,-")
    game = table(text, *NARROW, "numbers=petals", "several=|", "unknown=?", "inapplicable=-")
    assert cells(game, "petals_<_6") == ["yes", "no", "yes/no", "yes/no"]
    game = table(PLAIN.replace(",6,", ",,"), *NARROW, "numbers=all", "unknown=empty", "several=or")
    assert cells(game, "petals_<_4") == ["no", "yes/no", "yes", "no"]
    assert "several=or" in game.spec and "several=/" not in game.spec


def test_the_sign_stands_in_no_other_cell(table: Make) -> None:
    game = table(PLAIN.replace("blue", "blue/red|black"), *NARROW, "numbers=all")
    assert ",several=;," in game.spec and "blue/red|black" in cells(game, "colour")


def test_key_states_make_one_question(table: Make, told: list[str]) -> None:
    game = table(PLAIN, *NARROW, "key_states=petals: ~ 3 / 4-5/6 ~;height:~60/60-100/100~", "unknown=?")
    assert cells(game, "petals") == ["4-5", "6_or_more", "up_to_3", "4-5/6_or_more"]
    # A number where two of them meet is in both, and no remark takes 60-100 for a range.
    assert cells(game, "height")[1] == "60-100/100_or_more" and told == [
        "some.csv: column leaf holds (3-)4-7(-9), 5.5-7 in 2 cells: numbers=leaf reads them as numbers; as it stands, "
        "each is an answer of its own"
    ]
    told.clear()
    assert cells(table(PLAIN, *NARROW, "key_states=petals:3/6", "unknown=?"), "petals")[0] == "6/3"
    assert told[0] == "some.csv: petals: 1 cell outside of all key states: unknown"
    with refused(r"petals: expected numbers within the key states, got 1 cell outside of them"):
        table(PLAIN, *NARROW, "key_states=petals:3/6")


def test_extremes_may_be_left_out(table: Make) -> None:
    assert (
        cells(table(PLAIN, *NARROW, "numbers=height", "key_states=height:~60/61~"), "height")[3]
        == "up_to_60/61_or_more"
    )
    assert cells(table(PLAIN, *NARROW, "key_states=height:~60/61~", "extremes=no"), "height")[3] == "up_to_60"


def test_costs_are_those_of_the_column(table: Make) -> None:
    game = table(PLAIN + "cost,3,2,1,9\n", *NARROW, "numbers=leaf", "cost=cost")
    assert [game.format_cost(code) for code in range(game.question_count)] == ["3", "2", "1", "9", "9"]


def test_few_thresholds_are_told(table: Make, told: list[str]) -> None:
    table(
        "name,x,y\n" + "".join(f"n{each},{each},1-{each}\n" for each in range(1, 9)),
        "secrets=rows",
        "numbers=all",
        "thresholds=3",
        "goal=narrow",
    )
    assert told == [
        "some.csv: x: 3 of 7 thresholds are questions",
        "some.csv: y: no threshold tells its numbers apart, so it is no question",
    ]


@pytest.mark.parametrize("cell", ["1e999", "(((", "5-3", "--", "x", "1/2", "(" * 9999, "3-5-7", "nan", "1" * 99])
def test_hostile_cells_are_named(table: Make, cell: str) -> None:
    text = PLAIN.replace("4-6", cell)
    with pytest.raises(SpecError, match=r"some\.csv: line 5, column 3: expected (a number|ascending)") as caught:
        table(text, *NARROW, "numbers=petals")
    assert len(str(caught.value)) < 500 and "\n" not in str(caught.value)
    # All columns of numbers are those that hold nothing else.
    assert "petals" in questions(table(text, *NARROW, "numbers=all"))


@pytest.mark.parametrize(
    ("parameter", "message"),
    [
        ("numbers=;", "table: expected names of columns, or all, as numbers, got nothing"),
        ("numbers=petal", "expected names of columns of numbers, or all, got petal"),
        ("numbers=colour", "line 2, column 4: expected a number such as .*, got 'red'; unknown=TEXT reads a text as"),
        ("key_states=petals", "table: expected key states such as height:.*, got 'petals'"),
        ("key_states=petals:a", "table: key states of petals: expected numbers such as .*, got 'a'"),
        ("key_states=petals:1;petals:2", "table: expected key states for petals once, got them twice"),
        ("thresholds=3", "expected numbers or key_states beside thresholds and extremes"),
        ("thresholds=-1", "thresholds must be a whole number of at least 0"),
        ("sheet=x", "expected a workbook beside sheet=, got a text"),
    ],
)
def test_bad_parameters_are_refused(table: Make, parameter: str, message: str) -> None:
    refuses(table, PLAIN, *NARROW, parameter, told=message)


def test_an_empty_cell_of_numbers_is_no_answer(table: Make) -> None:
    with refused(r"column 3: question petals_<_4 has no answer for secret lily; unknown=empty"):
        table(PLAIN.replace(",6,", ",,"), *NARROW, "numbers=petals")


# Commas and code pages


def test_decimal_commas_are_read_and_told(table: Make, told: list[str]) -> None:
    text = HERBS.replace('"5,5-7"', "5.5-7").replace(",", ";").replace(".", ",") + "cost;1;2,5;0,5;1\n"
    game = table(text, *NARROW, "numbers=all", "cost=cost")
    pointed = table(PLAIN + "cost,1,2.5,0.5,1\n", *NARROW, "numbers=all", "cost=cost")
    assert game.fingerprint() == pointed.fingerprint()
    assert told == ["some.csv: read with decimal commas"]
    refuses(table, HERBS, *NARROW, "numbers=leaf", told=r"got '5,5-7': write 5\.5-7$")
    told.clear()
    odds = ";cat;dog;price\nbarks;no;yes;1,5\nodds;0,25;12,5 %;\n"
    assert table(odds, "chance=odds", "cost=price").weights == [2, 1]
    assert told == ["some.csv: read with decimal commas"]


def test_the_code_page_of_windows_is_read_and_told(table: Make, told: list[str]) -> None:
    text = "Tier;Flügel\nKäfer;zwei\nBär;keine\n"
    game = table(text.encode("cp1252"), "secrets=rows")
    assert [game.format_secret(secret) for secret in game.secrets] == ["Käfer", "Bär"]
    assert told == ["some.csv: read in the code page 1252, as it is not in UTF-8"]
    told.clear()
    assert table(text.encode("utf-8-sig"), "secrets=rows").fingerprint() == game.fingerprint()
    assert table(text, "secrets=rows").fingerprint() == game.fingerprint() and told == []
    table("Tier;Länge\nKäfer;1,5\nBär;200\n".encode("cp1252"), "secrets=rows", "numbers=all")
    assert told[-1] == "some.csv: read in the code page 1252, as it is not in UTF-8, and with decimal commas"


@pytest.mark.parametrize(
    "data",
    [
        b",k\xc3\xa4fer,b\xe4r\nx,1,2\n",  # UTF-8 that was damaged
        b",k\xe4fer,b\x00r\nx,1,2\n",
        b",k\xe4fer,b\x8dr\nx,1,2\n",  # a byte without a meaning in the code page
        b",k\xe4fer,b\x1b[2Jr\nx,1,2\n",
    ],
)
def test_what_is_no_text_of_windows_is_refused_as_no_utf_8(table: Make, data: bytes) -> None:
    refuses(table, data, told=r"expected a table as UTF-8 text, got byte .*: save it in UTF-8$")


# What cells mean

QUARTERS = [Fraction(each, 4) for each in range(25)]
numbers = st.integers(0, 12).map(lambda value: Fraction(value, 2))
spans = st.lists(numbers, min_size=4, max_size=4).map(sorted)
columns = st.lists(st.lists(spans, min_size=1, max_size=2), min_size=2, max_size=6)


def text_of(span: list[Fraction]) -> str:
    least, low, high, most = (f"{float(value):g}" for value in span)
    return f"({least}-){low}-{high}(-{most})"


@settings(max_examples=examples(100))
@given(columns, st.booleans(), st.sampled_from([0, 1, 2, 100]))
def test_answers_are_those_of_some_number_in_the_cell(
    column: list[list[list[Fraction]]], extremes: bool, most: int
) -> None:
    header = ["", *(f"s{place}" for place in range(len(column)))]
    row = ["x", *("/".join(map(text_of, cell)) for cell in column)]
    reading, measures = Reading(states=States("/")), Measures(["x"], thresholds=most, extremes=extremes)
    found = with_number_questions([(1, header), (2, row)], reading, measures, None, False)
    assert len(found.rows) <= 1 + most
    for _, (question, *answers) in found.rows[1:]:
        threshold = Fraction(question.removeprefix("x < "))
        for cell, answer in zip(column, answers, strict=True):
            ends = [(span[0], span[3]) if extremes else (span[1], span[2]) for span in cell]
            shown = {value for value in QUARTERS if any(a <= value <= b for a, b in ends)}
            assert set(answer.split("/")) == {"yes" if value < threshold else "no" for value in shown}
    assert len({question for _, (question, *_) in found.rows[1:]}) == len(found.rows) - 1


@settings(max_examples=examples(40), deadline=None)
@given(st.lists(spans, min_size=2, max_size=5), st.lists(spans, min_size=5, max_size=5), st.data())
def test_no_true_answers_lead_to_a_wrong_leaf(
    lengths: list[list[Fraction]], widths: list[list[Fraction]], data: st.DataObject
) -> None:
    names = [f"s{place}" for place in range(len(lengths))]
    rows = [
        (1, ["", *names]),
        (2, ["length", *map(text_of, lengths)]),
        (3, ["width", *map(text_of, widths[: len(names)])]),
    ]
    reading = Reading(states=States("/"), alike=True)
    made = with_number_questions(rows, reading, Measures(every=True), None, False)
    if len(made.rows) == 1:
        return
    values = {"file": "x", "goal": "narrow", "several": "/"}
    play = compile_strategy(Table(dict(values), make_sheet(made.rows, reading)), "entropy", plain=True).start()
    secret = data.draw(st.integers(0, len(names) - 1))
    shown = {
        kind: data.draw(st.sampled_from([each for each in QUARTERS if span[0] <= each <= span[3]]))
        for kind, span in (("length", lengths[secret]), ("width", widths[secret]))
    }
    while not play.solved:
        guess = str(play.guess)
        kind, _, threshold = guess.split("_")
        play.respond("yes" if shown[kind] < Fraction(threshold) else "no")
    assert names[secret] in play.candidates_left


# Other sources


def test_a_sheet_of_a_workbook_is_a_table(tmp_path: Path, table: Make) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.active.title = "notes"
    book.active.append(["nothing", "here"])
    sheet = book.create_sheet("herbs")
    for row in (
        [*PLAIN.splitlines()[0].split(","), None],
        ["rose", "40-90", 5, "red", 1.5],
        ["lily", "100-150", 6, None, 4],
    ):
        sheet.append(row)
    path = tmp_path / "herbs.xlsx"
    book.save(path)
    parameters = "goal=narrow,secrets=rows,numbers=all,unknown=empty,sheet=herbs"
    game = make_game(f"table({path},{parameters})")
    text = "plant,height,petals,colour,leaf\nrose,40-90,5,red,1.5\nlily,100-150,6,,4\n"
    assert game.fingerprint() == table(text, *parameters.split(",")[:-1]).fingerprint()
    assert game.spec.endswith(",numbers=all,sheet=herbs)")
    refuses(make_game, f"table({path},sheet=weeds)", told=r"^herbs\.xlsx: expected .*notes.*herbs")


def test_a_table_may_come_through_a_pipe(tmp_path: Path, table: Make) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_text(PLAIN))
    writer.start()
    game = make_game(f"table({pipe},goal=narrow,secrets=rows,numbers=all)")
    writer.join()
    assert game.fingerprint() == table(PLAIN, *NARROW, "numbers=all").fingerprint()
    # A pipe cannot be read again in another encoding.
    writer = threading.Thread(target=lambda: pipe.write_bytes(b"Tier,Fl\xfcgel\nFalke,zwei\nHund,keine\n"))
    writer.start()
    refuses(make_game, f"table({pipe},secrets=rows)", told="got byte 7 = 0xfc: save it in UTF-8")
    writer.join()


def test_a_column_of_numbers_with_another_text_is_told(table: Make, told: list[str]) -> None:
    text = "plant,height,width\nrose,40-90,1\nlily,tall,2\niris,50,?\npoppy,20,3\n"
    game = table(text, *NARROW, "numbers=all")
    assert "height" in [game.format_code(code) for code in range(game.question_count)]
    assert told[0] == (
        "some.csv: column height holds numbers, but also 'tall' (line 3, column 2), so its cells are read as states, "
        "and 1 other column alike"
    )
