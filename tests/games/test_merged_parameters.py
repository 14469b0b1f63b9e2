"""One parameter of a table for how cells are read, one for numbers, one for columns; strings are printed as before."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from refusals import refuses

import strategist
from strategist.commands.cli import cli
from strategist.files.strategy import read_strategy, write_strategy
from strategist.games.catalog import make_game
from strategist.games.tables.table import Table
from strategist.model.spec import parts_of

ANIMALS = ",cat,dog,cow,hen\nsize,1,2/3,?,2 or 9\nlegs,4,4,4,2\nkind,m,m,m,b\np,1,2,3,4\nhorns,no,-,yes,not known\n"
ROWS = "beast,height,weight,kind\ncat,25,3-5,m\ndog,30-60,10-40,m\nhen,?,2,b\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.csv").write_text(ANIMALS)
    Path("rows.csv").write_text(ROWS)


NARROW, CLASS, OF_ROWS = "a.csv,narrow", "a.csv,class", "rows.csv,narrow,secrets=rows"
SAME = [
    (NARROW, "cells=several:/ unknown:?", "several=/,unknown=?"),
    (NARROW, "cells=unknown:?   several:/ or", 'several="/ or",unknown=?'),
    (NARROW, "cells=unknown:not known inapplicable:-", "unknown=not known,inapplicable=-"),
    (NARROW, 'cells="several:/,| unknown:?"', 'several="/|,",unknown=?'),
    (
        NARROW,
        "cells=unknown:? unknown_as:known inapplicable:- inapplicable_as:unknown cannot_tell:0.1",
        "unknown=?,unknown_as=known,inapplicable=-,inapplicable_as=unknown,cannot_tell=0.1",
    ),
    (NARROW, "cells=several:/,unknown=?", "several=/,unknown=?"),
    (CLASS, "columns=class:kind", "class=kind"),
    (CLASS, "columns=chance:p class:kind", "class=kind,chance=p"),
    (OF_ROWS, "cells=unknown:?,numbers=height;weight thresholds:1", "unknown=?,numbers=height;weight,thresholds=1"),
    (
        OF_ROWS,
        "cells=unknown:?,numbers=key_states:height:~30/30~;weight:~5/5~ extremes:no",
        "unknown=?,key_states=height:~30/30~;weight:~5/5~,extremes=no",
    ),
    (
        OF_ROWS,
        "cells=unknown:?,numbers=all thresholds:2 key_states:weight:~5/5~",
        "unknown=?,numbers=all,thresholds=2,key_states=weight:~5/5~",
    ),
]


@pytest.mark.parametrize(("table", "merged", "apart"), SAME)
def test_merged_parameters_mean_and_print_the_ones_they_merge(table: str, merged: str, apart: str) -> None:
    game, same = (make_game(f"table({table},{each})") for each in (merged, apart))
    assert game.spec == same.spec and game.slug == same.slug and game.fingerprint() == same.fingerprint()
    assert game.values == same.values and "cells=" not in game.spec and "columns=" not in game.spec
    assert make_game(game.spec).spec == game.spec


def test_files_name_each_parameter_by_itself() -> None:
    text = "table(a.csv,narrow,cells=several:/ unknown:?)"
    compiled = strategist.compile_strategy(text, "minimax")
    assert compiled.game.spec == "table(file=a.csv,goal=narrow,several=/,unknown=?)"
    write_strategy("x.msgpack", compiled.data)
    assert read_strategy("x.msgpack").game.spec == compiled.game.spec
    contents = Path("x.msgpack").read_bytes()
    assert b"several=/,unknown=?" in contents and b"cells=" not in contents


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("cells=severl:/", "table: expected texts behind several:, .* in cells, got 'severl:/'; did you mean several?"),
        ("cells=/ unknown:?", "in cells, got '/'"),
        ('cells=""', "in cells, got nothing"),
        ("cells=several:/ several:|", "table: cells: several is given twice"),
        ("several=|,cells=several:/", "table: several is given twice, once in cells"),
        ("cells=several:/,several=|", "table: several is given twice"),
        ("cells=unknown:?,cells=several:/", "table: cells is given twice"),
        ("cells=unknown:? unknown_as:often", "cells: unknown_as must be one of equal, known, got 'often'"),
        ("cells=unknown:", "expected a text as unknown, got nothing"),
        ("cells=unknown_as:known", "expected a text as unknown beside unknown_as"),
        ("numbers=size thresholds:many", "numbers: thresholds must be a whole number"),
        ("numbers=thresholds:3", "expected numbers or key_states beside thresholds"),
        ("columns=kind:kind", "expected texts behind class:, chance:, cost: in columns, got 'kind:kind'"),
        ("columns=chance:nothing", "nothing"),
        ("colums=chance:p", "table has no parameter 'colums': .*; did you mean columns?"),
    ],
)
def test_what_is_wrong_is_told_in_the_words_of_the_user(given: str, message: str) -> None:
    refuses(make_game, f"table(a.csv,narrow,{given})", told=message)


def test_python_takes_them_too() -> None:
    cells = strategist.table("a.csv", goal="narrow", cells="several:/ unknown:?")
    assert cells.spec == "table(file=a.csv,goal=narrow,several=/,unknown=?)"
    frame = {"height": ["1", "2-3", "?"], "wings": ["a/b", "b", "c"]}
    one = strategist.table(frame, goal="narrow", cells="several:/ unknown:?", numbers="height thresholds:1")
    two = strategist.table(frame, goal="narrow", several="/", unknown="?", numbers=["height"], thresholds=1)
    assert one.spec == two.spec and one.fingerprint() == two.fingerprint()
    refuses(strategist.table, frame, told="several is given twice, once in cells", several="/", cells="several:|")


def test_lists_show_few_parameters_and_the_rest_below_them() -> None:
    lines = CliRunner().invoke(cli, ["list", "games"]).stdout.partition("\ntable: ")[2].partition("\nsubsets: ")[0]
    shown = re.findall(r"^    (\w+)", lines, re.MULTILINE)
    assert len(shown) == 17 and {"cells", "columns", "numbers"} < set(shown)
    below = re.findall(r"^        (\w+):", lines, re.MULTILINE)
    assert set(below) == parts_of(Table.declared()) and len(below) == 15
    assert "        unknown_as:equal (equal|known)  the chances" in lines
    refuses(make_game, "table(a.csv,chess=3)", told=f"it takes {', '.join(shown)}$")
