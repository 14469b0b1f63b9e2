"""Tables as people keep them: titles above, footnotes below, numbers as they write them, and the wrong way round."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pandas
import pytest
from openpyxl import Workbook
from refusals import refused, refuses
from said import run

import strategist
from strategist.games.tables.table import Table
from strategist.model.game import Game

Make = Callable[..., Game]

POPPIES: list[list[object]] = [
    ["Poppies of the garden, after specimens of 2024"],
    [None, "plant", None, "flower"],
    ["species", "leaves", "hairs", "capsule", "stigmas"],
    ["rhoeas", "cut", "standing", "round", "8–12(–14)"],
    ["dubium", "cut", "lying", "long", "c. 6"],
    ["somniferum", "whole", "none", "round", "≥ 20"],
    ["alpinum", "cut", "standing", "long", "[4-5]"],
    [],
    ["¹ stigmas: number of rays"],
    ["after the flora of the region"],
]
NAMES = ["rhoeas", "dubium", "somniferum", "alpinum"]


def workbook(rows: list[list[object]] = POPPIES, name: str = "poppies.xlsx") -> str:
    made = Workbook()
    for row in rows:
        made.active.append(row)
    if rows is POPPIES:
        for cells in ("A1:E1", "B2:C2", "D2:E2"):
            made.active.merge_cells(cells)
    made.save(name)
    return name


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def made(spec: str) -> Table:
    game = strategist.make_game(spec)
    assert isinstance(game, Table)
    return game


def secrets_of(game: Table) -> list[str]:
    return [game.format_secret(code) for code in game.secrets]


def questions_of(game: Table) -> list[str]:
    return [game.format_code(code) for code in game.guesses[: game.question_count]]


def test_a_title_and_footnotes_are_no_part_of_the_table() -> None:
    status, out, err = run("look", workbook(), "secrets=rows")
    assert status == 0, err
    assert "taxa        4\n" in out and "questions   4\n" in out
    assert "row 1 to row 2 are no part of the table: 'Poppies of the garden" in out
    assert "row 9 to row 10 are no part of the table: '¹ stigmas: number of rays' …; rows= says" in out


@pytest.mark.parametrize("separator", [",", ";"])
def test_a_text_of_a_spreadsheet_has_them_too(separator: str) -> None:
    rows = [[str(cell or "") for cell in [*row, *[None] * (5 - len(row))]] for row in POPPIES]
    Path("poppies.csv").write_text("".join(separator.join(row).replace(", ", " ") + "\n" for row in rows))
    game = made("table(file=poppies.csv,goal=identify,secrets=rows)")
    assert secrets_of(game) == NAMES and questions_of(game) == ["leaves", "hairs", "capsule", "stigmas"]


def test_the_rows_may_be_named() -> None:
    name = workbook()
    game = made(f'table(file={name},goal=identify,secrets=rows,header=3,rows="4-5;7")')
    assert secrets_of(game) == ["rhoeas", "dubium", "alpinum"]
    assert made(game.spec).fingerprint() == game.fingerprint()
    assert secrets_of(made(f"table(file={name},goal=identify,secrets=rows,rows=5-7)")) == NAMES[1:]
    other = made(f"table(file={name},goal=identify,secrets=rows,header=4,rows=5-7)")
    assert questions_of(other)[0] == "cut"
    for text, told in (
        ("header=2,rows=7-4", "expected rows such as 4-20 or 4-12;15-20 or 4-, got '7-4'"),
        ("header=8", "header=8: expected the number of a row with names, got none or a blank one"),
        ("header=99", "header=99: expected the number of a row with names, got none or a blank one"),
        ("rows=90-", "expected lines of at least 2 secrets below it, got 0"),
    ):
        with refused(re.escape(told)):
            made(f"table(file={name},goal=identify,secrets=rows,{text})")


def test_the_rows_may_be_named_from_python() -> None:
    game = strategist.table(workbook(), secrets="rows", sheet="Sheet header:3 rows:4-5;7")
    assert secrets_of(game) == ["rhoeas", "dubium", "alpinum"]
    Path("m.csv").write_text(MACHINE)
    assert secrets_of(strategist.table("m.csv", secrets="rows", classes="k", sheet="names:none")) == ["1", "2", "3"]


def test_what_a_cut_file_has_left_is_no_footnote() -> None:
    for text in ("name,fur,barks\ncat,yes,no\ndog,no,yes\nhe", "name,fur,barks\ncat,yes,no\ndog,no,yes\nhen,n"):
        Path("cut.csv").write_text(text)
        with refused(r"cut\.csv: line 4: expected 3 cells as in line 1, got [12]"):
            made("table(file=cut.csv,goal=identify,secrets=rows)")


def test_taxa_of_which_nothing_is_known_are_kept() -> None:
    rows: list[list[object]] = [["", "fur", "barks"], ["cat", "yes", "no"], ["dog", "no", "yes"], ["hen"]]
    game = made(f"table(file={workbook(rows)},goal=narrow,secrets=rows,unknown=empty)")
    assert secrets_of(game) == ["cat", "dog", "hen"]


def test_a_heading_among_the_rows_is_told() -> None:
    rows: list[list[object]] = [["", "awns", "leaf"], ["Poa"], ["annua", "no", "flat"], ["trivialis", "no", "folded"]]
    told = "cell B2: question awns has no answer for secret Poa.*; row 2 holds nothing but 'Poa'; rows= leaves out rows"
    with refused(told):
        made(f"table(file={workbook(rows)},goal=identify,secrets=rows)")
    assert secrets_of(made(f"table(file={workbook(rows)},goal=identify,secrets=rows,rows=3-)")) == [
        "annua",
        "trivialis",
    ]


def test_errors_name_cells_as_spreadsheets_do() -> None:
    rows: list[list[object]] = [["", "fur", "legs"], ["cat", "yes", 4], ["dog", "no", "many"], ["hen", None, 2]]
    name = workbook(rows)
    for text, told in (
        ("secrets=rows,unknown=empty,numbers=legs", "cell C3: expected a number such as"),
        ("secrets=rows", "cell B4: question fur has no answer for secret hen"),
        ("secrets=columns", "cell B4: question hen has no answer for secret fur"),
    ):
        with refused(told):
            made(f"table(file={name},goal=identify,{text})")


def test_numbers_are_read_as_people_write_them() -> None:
    game = made(f"table(file={workbook()},goal=identify,secrets=rows,numbers=stigmas)")
    cells = dict(zip(questions_of(game), (game.cells_of(place) for place in range(game.question_count)), strict=True))
    assert cells["stigmas_<_6"] == ["no", "no", "no", "yes"]
    assert cells["stigmas_<_7"] == ["no", "yes", "no", "yes"]
    assert cells["stigmas_<_20"] == ["yes", "yes", "no", "yes"]


FAULTS = """fault,lamp,page,paper,share
no paper,blinks,none,empty,40 %
paper jam,blinks,none,blocked,25 %
ink empty,lit,pale,clear,35 %
minutes,0.1,2,1,
"""


def test_chances_and_costs_that_nobody_names_are_told() -> None:
    Path("faults.csv").write_text(FAULTS)
    status, out, err = run("look", "faults.csv", "secrets=rows")
    assert (status, out) == (2, "") and len(err.splitlines()) == 1
    parameters = "chance=share cost=minutes"
    assert err.endswith(f"share looks like chances, and minutes like costs: add {parameters}\n")
    assert run("look", "faults.csv", "secrets=rows", *parameters.split()).status == 0
    err = run("look", "faults.csv")[2]
    assert err.endswith(f"if rows are secrets: add secrets=rows {parameters}\n")


@pytest.mark.parametrize(
    ("name", "numbers", "given", "advice"),
    [
        ("w", "5 2.5 2 1", "secrets=rows", "w looks like chances: add chance=w"),
        ("w", "5 2.5 2 1", "", "w looks like chances, if rows are secrets: add secrets=rows chance=w"),
        ("length", "5 2.5 2 1", "secrets=rows", None),
        ("length", "5 2.5 2 1", "", "length looks like costs: add cost=length"),
        ("minutes", "5 2.5 2 1", "", "minutes looks like costs: add cost=minutes"),
        ("w", "5 2.5 0 1", "secrets=rows", None),
    ],
)
def test_chances_are_not_taken_for_costs(name: str, numbers: str, given: str, advice: str | None) -> None:
    rows = zip("abcd", numbers.split(), ("no,yes,no", "yes,no,no", "yes,yes,no", "yes,yes,yes"), strict=True)
    Path("alone.csv").write_text("".join(f"{','.join(row)}\n" for row in [("fault", name, "hot,loud,wet"), *rows]))
    err = "".join(run("look", "alone.csv", *given.split())[1:])
    assert (" looks like " in err) == (advice is not None) and (advice or "") + "\n" in err


def test_answers_of_0_and_1_are_neither_chances_nor_costs() -> None:
    Path("binary.csv").write_text("taxon,a,b,c\nx,0,0,1\ny,1,1,1\nz,0,1,1\n")
    for given in ((), ("secrets=rows",)):
        assert " looks like " not in "".join(run("look", "binary.csv", *given)[1:])


def test_the_wrong_way_round_is_noticed() -> None:
    rows = POPPIES[2:7]
    columns = list(map(list, zip(*rows, strict=True)))
    told = "4 rows whose first cells are all different: taxa in rows? add secrets=rows"
    for name, wrong, right, advice in (
        (workbook(rows), "columns", "rows", told),
        (workbook(columns, "columns.xlsx"), "rows", "columns", "taxa in columns? add secrets=columns"),
    ):
        assert f"{advice}\n" in run("look", name, f"secrets={wrong}")[1]
        assert "add secrets=" not in run("look", name, f"secrets={right}")[1]


MACHINE = "a,b,c,k\n0,1,0,x\n0,1,1,y\n1,0,0,x\n"


def test_rows_may_have_no_names() -> None:
    """No question is read as names: one error says how, and that way works."""
    Path("m.csv").write_text(MACHINE)
    given = ("m.csv", "secrets=rows", "goal=class", "class=k")
    status, _, err = run("look", *given)
    assert status == 2 and "names=none says that rows have no names" in err and len(err.splitlines()) == 1
    status, out, err = run("look", *given, "names=none")
    assert status == 0 and "questions   3\n" in out and "taxa        3\n" in out, err
    game = made("table(file=m.csv,goal=class,class=k,secrets=rows,names=none)")
    assert secrets_of(game) == ["1", "2", "3"] and questions_of(game) == ["a", "b", "c"]
    assert made(game.spec).fingerprint() == game.fingerprint()
    with refused("expected secrets=rows beside names=none"):
        made("table(file=m.csv,names=none)")


def test_a_question_that_is_read_as_names_is_told() -> None:
    Path("m.csv").write_text(MACHINE.replace("\n0,1,1", "\n2,1,1"))
    out = run("look", "m.csv", "secrets=rows", "goal=class", "class=k")[1]
    assert "column 1, a, holds the names of the secrets: names=none says that rows have no names" in out
    Path("m.csv").write_text(MACHINE.replace("\n0,1,1", "\n2,1,1").replace("a,b", "id,b"))
    assert "names=none" not in run("look", "m.csv", "secrets=rows", "goal=class", "class=k")[1]


def test_a_column_without_a_name_is_kept_if_it_holds_anything() -> None:
    Path("m.csv").write_text("f,,c,k,\nu,1,0,x,\nv,1,1,y,\nw,0,0,x,\n")
    out = run("look", "m.csv", "secrets=rows", "goal=class", "class=k")[1]
    assert "column 2 has no name: it is the question 'column 2'" in out and "column 5 is empty: it is left out" in out
    assert questions_of(made("table(file=m.csv,goal=class,class=k,secrets=rows)")) == ["column_2", "c"]


def test_a_frame_is_counted_as_pandas_counts() -> None:
    frame = pandas.DataFrame({"fur": ["yes", "no", "no"], "legs": [4, 2, "many"], "wings": ["no", "yes", None]})
    assert frame.iloc[2, 1] == "many" and pandas.isna(frame.iloc[2, 2])
    refuses(strategist.table, frame, numbers="legs", told="row 2, column 1: expected a number")
    refuses(strategist.table, frame, told="row 2, column 2: question wings has no answer")


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (FAULTS.encode("utf-16"), "got UTF-16: save it as 'CSV UTF-8' or in UTF-8"),
        (
            FAULTS.replace("share", "häufig").encode("utf-8")[:-30] + b"\xff\n",
            "expected a table as UTF-8 text, got byte",
        ),
        (FAULTS.replace("empty,40", '"empty,40').encode(), "not valid CSV"),
        (b"\n\n  \n", "the table is empty"),
        (b"Only a title\n", "expected lines of at least 2 secrets below it, got 0"),
    ],
)
def test_a_file_that_is_no_table_is_refused_in_one_line(written: bytes, told: str) -> None:
    Path("bad.csv").write_bytes(written)
    status, out, err = run("look", "bad.csv", "secrets=rows", "chance=share")
    assert (status, out) == (2, "") and len(err.splitlines()) == 1 and told in err, err
