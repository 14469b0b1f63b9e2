"""Tables from data in memory: each kind of data gives the game that its CSV file gives."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from refusals import refused, refuses

import strategist
from strategist.common.errors import ResponseError, SpecError
from strategist.files.strategy import decode, encode
from strategist.games.tables.table import Table
from strategist.model.game import Game

COLUMNS = {
    "milk": ["1", "1", "0", "0"],
    "legs": ["4", "2", "2", "0"],
    "kind": ["mammal", "mammal", "bird", "fish"],
    "share": ["0.5", "0.25", "0.125", "0.125"],
}
NAMES = ["bear", "bat", "gull", "cod"]


def frame() -> pd.DataFrame:
    return pd.DataFrame(COLUMNS, index=NAMES)


def same(one: Game, other: Game) -> bool:
    """Whether two games are one but for the name of the table."""
    return one.fingerprint() == other.fingerprint() and one.payload() == other.payload()


DATA: dict[str, Callable[[], tuple[Any, dict[str, Any]]]] = {
    "pandas": lambda: (frame()[["milk", "legs"]], {}),
    "column of names": lambda: (frame()[["milk", "legs"]].reset_index(names="animal"), {"names": "animal"}),
    "dict": lambda: ({key: COLUMNS[key] for key in ("milk", "legs")}, {"names": NAMES}),
    "dicts": lambda: (frame()[["milk", "legs"]].to_dict("records"), {"names": NAMES}),
    "array": lambda: (frame()[["milk", "legs"]].to_numpy(), {"names": NAMES, "questions": ["milk", "legs"]}),
    "numbers": lambda: (
        frame()[["milk", "legs"]].astype(int).to_numpy(),
        {"names": NAMES, "questions": ["milk", "legs"]},
    ),
    "rows": lambda: (frame()[["milk", "legs"]].to_numpy().tolist(), {"names": NAMES, "questions": ["milk", "legs"]}),
    "some columns": lambda: (frame(), {"questions": ["milk", "legs"]}),
}


@pytest.mark.parametrize("kind", DATA)
def test_data_give_the_game_of_their_file(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    frame()[["milk", "legs"]].to_csv(path)
    of_file = strategist.make_game(f"table(file={path},goal=identify,secrets=rows)")
    data, keywords = DATA[kind]()
    game = strategist.table(data, **keywords)
    assert same(game, of_file)
    assert game.spec == "table(file=table,goal=identify,secrets=rows)"
    assert strategist.table(path, secrets="rows").spec == of_file.spec


def test_polars_gives_it_too() -> None:
    polars = pytest.importorskip("polars")
    data = polars.DataFrame({"animal": NAMES} | COLUMNS)
    keywords: dict[str, Any] = {"classes": "kind", "chances": "share"}
    assert same(strategist.table(data, names="animal", **keywords), strategist.table(frame(), **keywords))


def test_classes_chances_and_costs(tmp_path: Path) -> None:
    game = strategist.table(frame(), classes="kind", chances="share", costs={"legs": 2.5})
    assert game.spec == "table(file=table,goal=class,class=kind,secrets=rows,chance=share,cost=cost)"
    assert game.class_names == ["mammal", "bird", "fish"] and game.weights == [4, 2, 1, 1]
    assert [game.format_cost(place) for place in range(2)] == ["1", "2.5"]
    beside = strategist.table(
        frame()[["milk", "legs"]], classes=COLUMNS["kind"], chances=[0.5, 0.25, 0.125, 0.125], costs={"legs": 2.5}
    )
    assert (beside.classes, beside.weights, beside.costs) == (game.classes, game.weights, game.costs)
    assert beside.values["class"] == "class" and beside.values["chance"] == "chance"
    compiled = strategist.compile_strategy(game, "entropy(per=cost)")
    assert strategist.verify_strategy(compiled).verified
    path = tmp_path / "kinds.msgpack"
    strategist.write_strategy(path, compiled.data)
    opened = strategist.open_strategy(path)
    assert opened.game.fingerprint() == game.fingerprint() and opened.game.spec == game.spec
    assert opened.start().guess in ("milk", "legs")


def test_digits_are_decimal_places_of_the_sum_of_chances_and_of_the_greatest_cost() -> None:
    data: dict[str, Any] = {"barks": ["no", "yes"], "flies": ["no", "yes"]}
    game = strategist.table(data, chances=[9, 99], costs={"barks": 0.24}, digits=1)
    assert game.weights == [1, 9] and [game.format_cost(place) for place in range(2)] == ["0.2", "1"]


def test_a_column_may_be_named_as_our_line_of_costs() -> None:
    game = strategist.table({"cost": ["a", "b"]}, names=["cost", "class"], costs={"cost": 2}, classes=["x", "y"])
    assert game.values["cost"] == "cost2" and game.values["class"] == "class"
    assert game.format_cost(0) == "2"


def test_missing_cells_and_lists() -> None:
    data = pd.DataFrame({"color": [["red", "pink"], "red", {"blue", "azure"}], "size": [1.0, np.nan, 2.0]})
    game = strategist.table(data, unknown="empty", goal="narrow")
    assert game.several and game.values["several"] == "/"
    asked = game.parse_question("size")
    assert len(game.answers(game.guesses[asked], game.secrets[1])) == 2
    found = {game.format_response(each.response) for each in game.answers(game.guesses[0], game.secrets[2])}
    assert found == {"azure", "blue"}
    refuses(strategist.table, data[["size"]], told=r"table: .*has no answer for secret 1; unknown=empty")
    with refused("expected states without the sign / between them, got 'a/b'"):
        strategist.table({"x": [["a/b", "c"], "d"]})


def test_nothing_is_missing_in_any_form() -> None:
    frames = [[each, "b", "c"] for each in (None, float("nan"), np.nan, pd.NA, pd.NaT, np.datetime64("NaT"), "")]
    games = [strategist.table({"x": cells}, unknown="empty", goal="narrow") for cells in frames]
    assert len({game.fingerprint() for game in games}) == 1


def test_numbers_become_questions() -> None:
    data = pd.DataFrame({"height": [1.5, 2.5, 4.0]}, index=["a", "b", "c"])
    game = strategist.table(data, numbers=["height"])
    assert [game.format_code(code) for code in game.guesses[: game.question_count]] == ["height_<_2", "height_<_3"]
    spans = strategist.table(data, key_states={"height": "~2/2-3/3~"})
    assert spans.question_count == 1 and spans.response_count == 4
    restored = Table.restore(dict(game.values), game.payload())
    assert same(restored, game)


def test_mushrooms_of_one_letter_are_no_header_of_orange() -> None:
    rows = [["d", "c"], ["s", "t"], ["c", "d"]]
    assert len(strategist.table(rows).secrets) == 3


@pytest.mark.parametrize(
    ("data", "keywords", "error", "message"),
    [
        (5, {}, TypeError, "table: expected a frame, a mapping of columns, .* got int"),
        (b"a", {}, TypeError, "got bytes"),
        (["ab", "cd"], {}, TypeError, "expected a sequence of cells as a row, got str"),
        (np.zeros(3), {}, SpecError, "expected an array of two dimensions, got 1"),
        ([[1], [1, 2]], {}, SpecError, "expected 1 cells in each row, got 2 in row 1"),
        ({"a": [1], "b": [1, 2]}, {}, SpecError, "expected 2 cells in each column, got 1 in a"),
        ([[1], [2]], {"questions": ["a", "b"]}, SpecError, "expected names for 1 columns, got 2"),
        ({"a": [1, 2]}, {"classes": "b"}, SpecError, "table: classes: there is no column 'b'"),
        ({"alpha": [1, 2]}, {"questions": ["alpah"]}, SpecError, "no column 'alpah'; did you mean alpha"),
        ({"a": [1, 2]}, {"names": ["x"]}, SpecError, "names: expected one for each of 2 rows, got 1"),
        ({"a": [1, 2]}, {"costs": {"b": 2}}, SpecError, "costs: there is no question 'b'"),
        ({"a": [1, 2]}, {"costs": "cost"}, TypeError, "expected a mapping of questions to costs"),
        ({"a": [1, 1]}, {}, SpecError, "table: .*0.*1"),
        ({"a": [1, 2]}, {"goal": "win"}, SpecError, "goal must be one of"),
        ({"a": [1, 2]}, {"secrets": "rows"}, TypeError, "secrets and sheet are for files"),
        ({"a": [1, 2]}, {"chances": [1, -1]}, SpecError, "table: row 1, column 1: .*expected a positive number"),
        ("nowhere.csv", {"names": "a"}, TypeError, "names: a file names its own"),
        ("nowhere.csv", {}, SpecError, "nowhere.csv"),
        (pd.DataFrame([[1, 2]], columns=["a", "a"]), {}, SpecError, "columns of different names, got a twice"),
        ({}, {}, SpecError, "table"),
    ],
)
def test_bad_data_are_one_line(data: Any, keywords: Any, error: type[Exception], message: str) -> None:
    with refused(message, error):
        strategist.table(data, **keywords)


class HigherLower(Game):
    """A number is hidden."""

    def __init__(self, numbers: int) -> None:
        self.secrets = self.guesses = range(numbers)
        self.response_count = 3

    def respond(self, guess: int, secret: int) -> int:
        return 2 if guess == secret else int(secret > guess)

    def parse_code(self, text: str) -> int:
        return int(text)

    def format_code(self, code: int) -> str:
        return str(code)

    def parse_response(self, text: str) -> int:
        return ("lower", "higher", "correct").index(text)

    def format_response(self, response: int) -> str:
        return ("lower", "higher", "correct")[response]


def test_a_class_made_on_the_spot(tmp_path: Path) -> None:
    game = HigherLower(7)
    assert game.spec == "higher-lower" and game.values == {}
    compiled = strategist.compile_strategy(game, "minimax", plain=True)
    assert compiled.total == 17 and strategist.verify_strategy(compiled).verified
    path = tmp_path / "mine.msgpack"
    strategist.write_strategy(path, compiled.data)
    with refused(r"unknown game .*game=…\) takes a game of your own", strategist.errors.StrategyFileError):
        strategist.open_strategy(path)
    assert strategist.open_strategy(path, game=game).start().guess == "3"
    assert strategist.verify_strategy(path, game=game).verified
    with refused("other codes", strategist.errors.StrategyFileError):
        strategist.open_strategy(path, game=HigherLower(8))
    assert strategist.to_frame(compiled)["guesses"].sum() == 17
    assert strategist.to_networkx(compiled).nodes[0]["guess"] == "3"


def test_the_table_of_a_game_needs_no_class(tmp_path: Path) -> None:
    game = strategist.table(HigherLower(7), name="numbers")
    assert game.spec == "table(file=numbers,secrets=rows)"
    compiled = strategist.compile_strategy(game, "minimax", plain=True)
    assert compiled.total == 17
    path = tmp_path / "numbers.msgpack"
    strategist.write_strategy(path, compiled.data)
    assert strategist.open_strategy(path).start().guess == "3"
    with refused("any guess at any time, and no turns"):
        strategist.table(strategist.make_game("mastermind(2,3,turns=2)"))
    kinds = strategist.table(frame(), classes="kind", chances="share", costs={"legs": 2})
    again = strategist.table(kinds)
    assert (again.classes, again.weights, again.costs) == (kinds.classes, kinds.weights, kinds.costs)


def test_a_response_that_cannot_be_is_refused() -> None:
    with pytest.raises(ResponseError):
        strategist.table(COLUMNS, names=NAMES).parse_response("purple")


def test_answers_may_be_false() -> None:
    pets = {"fur": ["yes", "no", "no"], "legs": [4, 4, 2]}
    game = strategist.table(pets, names=["cat", "newt", "owl"], lies=1, honest="none")
    assert game.spec == "table(file=table,goal=identify,secrets=rows,lies=1)"
    compiled = strategist.compile_strategy(game, "optimal(depth)")
    opened = decode(encode(compiled.data))
    assert (opened.game.spec, opened.claims) == (game.spec, compiled.data.claims)
    assert strategist.verify_strategy(compiled).verified


def test_the_table_of_a_game_has_its_lies() -> None:
    made = strategist.make_game("mastermind(2,2,lies=1,honest=yes)")
    assert isinstance(made, Game)
    again = strategist.table(made)
    assert (again.lies, again.honest) == (made.lies, made.honest)
    assert (
        strategist.compile_strategy(again, "optimal(depth)").data.claims
        == strategist.compile_strategy(made, "optimal(depth)").data.claims
    )
    assert strategist.table(made, lies=0).lies == 0


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"lies": 1, "honest": "yes"}, "honest=yes needs a guess that can win"),
        ({"lies": 1, "turns": 4}, "lies=1 cannot stand beside turns"),
        ({"honest": "none"}, "expected lies=1 or more"),
        ({"lies": -1}, "lies must be a whole number of at least 0"),
        ({"lies": 1, "honest": "never"}, "honest"),
    ],
)
def test_lies_that_cannot_be_are_refused(given: dict[str, Any], told: str) -> None:
    with refused(told):
        strategist.table({"fur": ["yes", "no"]}, **given)
