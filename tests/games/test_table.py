"""Games given by a table of answers: reading the table, playing it, and packing it into a strategy file."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refused, refuses
from selection import examples
from toys import Echo

from strategist import CompiledStrategy, compile_strategy, make_game, make_strategy, read_strategy, verify_strategy
from strategist.commands.cli import main
from strategist.common import text_files as texts
from strategist.common.errors import CodeError, ResponseError, SpecError, StrategistError, StrategyFileError
from strategist.common.text_files import pack
from strategist.files.strategy import StrategyData, decode, encode, write_strategy
from strategist.games.tables.sheet import make_sheet, unpack
from strategist.games.tables.sources.csv_cells import csv_rows
from strategist.games.tables.sources.table_files import read_csv
from strategist.games.tables.table import Table, table_csv
from strategist.model.game import Game
from strategist.model.tree import Claims, DecisionTree
from strategist.play.board import PlainBoard
from strategist.play.modes.answer import Answering, play_against_secret
from strategist.play.prompt import Talk

ANIMALS = """\
,cat,dog,hen,big fish,cow
Has fur?,yes,yes,no,no,yes
barks?,no,yes,no,no,no
lays eggs?,no,no,yes,yes,no
legs,4,4,2,0,4
gives,love,loyalty,eggs,"meat, bones",milk
"""

EIGHT = """\
,a,b,c,d,e,f,g,h
first half?,yes,yes,yes,yes,no,no,no,no
odd?,yes,no,yes,no,yes,no,yes,no
a or b or e or f?,yes,yes,no,no,yes,yes,no,no
is it a?,yes,no,no,no,no,no,no,no
"""

STRATEGIES = (
    "first",
    "first(order=reversed)",
    "first(order=shuffle,seed=5)",
    "random",
    "random(seed=7)",
    "minimax",
    "expected-size",
    "entropy",
    "most-parts",
    "minimax(ties=highest)",
    "entropy(ties=random,seed=3)",
    "minimax(ties=cells)",
)
"""Strategies of every kind."""

WriteCsv = Callable[..., str]


def table(text: str, goal: str = "ask") -> Table:
    """The game of a table, without a file."""
    return Table({"file": "some.csv", "goal": goal}, make_sheet(csv_rows(texts.split_lines(text))))


def compiled(game: Game, strategy: str, **options: Any) -> StrategyData:
    return compile_strategy(game, make_strategy(strategy, game), **options).data


def guess_texts(data: StrategyData) -> list[str]:
    """All guesses of a tree, whatever the order of the responses."""
    return sorted(data.game.format_code(data.game.guesses[guess]) for guess in data.tree.guesses)


# Reading


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the table is empty: expected a line of secrets"),
        ("\n , ,\n", "the table is empty"),
        (",cat\nq,1\n", "line 1: expected a corner cell and at least 2 secrets between commas, got 1"),
        ("|cat|dog\nq|1|2\n", "line 1: .* at least 2 secrets between commas, got 0"),
        (",cat,dog\n", "expected a line for each question, got a line of secrets alone"),
        (",cat,,dog\nq,1,2,3\n", "line 1, column 3: expected the name of a secret, got an empty cell"),
        (",cat,dog\n,1,2\n", "line 2: expected the name of a question, got an empty cell"),
        (",cat,dog\nq,1\n", "line 2: question q: expected 2 answers, got 1"),
        (",cat,dog\nq,1,2,3\n", "line 2: question q: expected 2 answers, got 3"),
        (",cat,dog\np,1,2\nq,1, \n", "line 3, column 3: question q has no answer for secret dog"),
        (",cat,dog,cat\nq,1,2,3\n", "line 1, column 4: the secret cat stands there twice"),
        (",big fish,big  fish\nq,1,2\n", "line 1, column 3: the secret big_fish stands there twice"),
        (",cat,dog\nq,1,2\nr,1,2\n q ,1,1\n", "line 4: the question q stands there twice"),
        (",cat,dog,hen\nq,1,2,1\nr,1,1,1\n", "no question tells cat and hen apart"),
        (",cat,d:g\nq,1,2\n", "line 1, column 3: expected a name without ':'.* got 'd:g'"),
        (",cat,dog\n=q,1,2\n", "line 2: expected a name without .* leading '=', got '=q'"),
        (
            ",cat,dog\nq,1,\x1b\n",
            r"line 2, column 3: question q: expected an answer without control char",
        ),
        (",cat,\u202edog\nq,1,2\n", "line 1, column 3: expected a name without .*control characters"),
        (",cat,\x00\nq,1,2\n", "line 1, column 3: expected a name without .*control characters"),
        (',cat,dog\nq,1,"2\n', "line 2: not valid CSV"),
        (',cat,dog\nq,1,"2"x\n', "line 2: not valid CSV"),
        (f",cat,dog\nq,1,{'x' * 200_000}\n", "line 2: not valid CSV: field larger than field limit"),
    ],
)
def test_a_bad_table_is_refused_in_one_line_that_names_the_culprit(written: WriteCsv, text: str, message: str) -> None:
    path = written(text, "bad.csv")
    for goal in ("ask", "identify"):
        refuses(make_game, f'table(file="{path}",goal={goal})', told=rf"bad\.csv: {message}")


def test_too_many_different_answers_are_refused() -> None:
    secrets = [f"s{index}" for index in range(300)]
    rows = [(q + 2, [f"q{q}", *(f"{q}-{s}" for s in range(300))]) for q in range(219)]
    with refused("line 220, column 137: question q218: expected at most 65535 different"):
        make_sheet([(1, ["", *secrets]), *rows])


def test_what_is_no_text_file_is_refused(written: WriteCsv, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with refused(r"no such folder.*: cannot read: No such file"):
        make_game(f'table(file="{tmp_path}/no such folder/x.csv")')
    refuses(make_game, f'table(file="{tmp_path}")', told="cannot read: Is a directory")
    with pytest.raises(SpecError, match="cannot read: embedded null byte"):
        read_csv("a\0b")
    refuses(read_csv, written(b",cat,\xff\x00,dog"), told="expected a table as UTF-8 text, got byte 5 = 0xff")
    monkeypatch.setattr(texts, "MOST_TEXT", 10)
    refuses(read_csv, written(ANIMALS), told="expected a table of at most")


@pytest.mark.parametrize("text", ["table", "table()", "table(goal=identify)"])
def test_a_table_needs_a_file(text: str) -> None:
    refuses(make_game, text, told=r"table: expected the file of a table, as in table\(file=animals.csv\)")


def test_a_goal_is_ask_identify_or_class() -> None:
    refuses(make_game, "table(file=x.csv,goal=win)", told="goal must be one of ask, identify, class, narrow, got 'win'")


def test_blanks_line_ends_quotes_and_byte_order_marks_do_not_count(written: WriteCsv) -> None:
    plain = table(ANIMALS)
    rows = ["corner , cat,dog ,hen,  big   fish,cow", *ANIMALS.splitlines()[1:], ",,,,, ", ""]
    for end in ("\n", "\r\n", "\r"):
        path = written(b"\xef\xbb\xbf" + end.join(rows).encode())
        other = make_game(f'table(file="{path}")')
        assert other.digest() == plain.digest()


def test_the_file_is_a_label_and_its_folder_is_forgotten(written: WriteCsv) -> None:
    game = make_game(f'table("{written(ANIMALS, "my animals.csv")}",identify)')
    assert game.spec == 'table(file="my animals.csv",goal=identify)'
    assert game.slug == "table-my-animals-identify"
    assert table(ANIMALS).slug == "table-some"


def test_names_and_answers_are_read_as_people_write_them() -> None:
    game = table(ANIMALS + "Cow?,1,1,1,1,0\ncow?,1,1,1,1,0\n")
    assert game.format_code(game.parse_code("has fur?")) == "Has_fur?"
    assert game.format_secret(game.parse_secret(" BIG  fish")) == "big_fish"
    assert game.format_response(game.parse_response("Meat, Bones")) == "meat,_bones"
    assert game.format_code(game.parse_code("cow?")) == "cow?"
    refuses(game.parse_code, "COW?", told="'COW\\?': expected one of cat, dog, hen", error=CodeError)
    with refused(r"'legs' is no possible secret: expected one of cat, dog, hen, big_fish, cow$", CodeError):
        game.parse_secret("legs")
    refuses(game.parse_response, "maybe", told="'maybe': expected one of", error=ResponseError)
    history = game.parse_history("has_fur?:YES legs:4")
    assert game.format_history(history) == "Has_fur?:yes legs:4"
    assert [game.format_secret(code) for code in game.consistent(history)] == ["cat", "dog", "cow"]


def test_long_lists_of_names_are_cut_short() -> None:
    game = table(table_csv(make_game("mastermind(3,3)")))
    refuses(game.parse_code, "nothing", told=r"expected one of 111, .*, … \(27 in all\)", error=CodeError)


# The rules


def responses(game: Game, guess: str) -> list[str]:
    code = game.parse_code(guess)
    return [game.format_response(game.respond(code, secret)) for secret in game.secrets]


def test_asking_a_row_with_the_name_of_a_secret_is_the_guess_of_that_secret() -> None:
    game = table(",a,b,c\nq,1,2,2\nc,cold,warm,right\na,right,warm,cold\n")
    assert [game.format_code(code) for code in game.guesses] == ["a", "b", "c", "q"]
    assert [game.guesses.index(secret) for secret in game.secrets] == [0, 1, 2]
    assert responses(game, "a") == ["right", "warm", "cold"]
    assert responses(game, "b") == ["no", "right", "no"]
    assert responses(game, "c") == ["cold", "warm", "right"]
    assert game.format_response(game.response_count - 1) == "right"


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        (",a,b\na,yes,no\nb,no,yes\n", ["no", "yes"]),
        (",a,b\na,yes,yes\nb,no,yes\n", ["yes", "no", "solved"]),
        (",a,b\na,yes,no\nb,no,right\n", ["no", "solved"]),
        (",a,b\nq,solved,Solved!\n", ["solved", "Solved!", "no", "solved!"]),
        (",a,b\nq,yes,No\n", ["yes", "No", "solved"]),
        (",a,b\nq,yes,never\na,it is,never\n", ["never", "yes", "no", "it_is"]),
    ],
)
def test_asking_responses_stand_in_order_of_appearance_and_the_solved_one_last(text: str, answers: list[str]) -> None:
    game = table(text)
    assert [game.format_response(response) for response in range(game.response_count)] == answers
    assert game.payload() == unpacked(game).payload()


def unpacked(game: Table) -> Table:
    """The same game, made from its packed table."""
    return Table.restore(game.values, game.payload())


def test_identifying_all_rows_are_questions_and_announcements_come_last() -> None:
    game = table(",a,b\na,yes,no\nq,no,no\n", goal="identify")
    assert [game.format_code(code) for code in game.guesses] == ["a", "q", "=a", "=b"]
    assert game.question_count == 2
    assert responses(game, "a") == ["yes", "no"]
    assert [game.solved(game.respond(game.parse_code("=b"), secret)) for secret in game.secrets] == [False, True]
    assert game.parse_secret("b") == game.parse_secret("=B") == game.parse_code("=b")
    assert game.format_secret(game.parse_code("=b")) == "b"
    refuses(game.parse_question, "=a", told="expected a question, got '=a', which only names a secret", error=CodeError)
    refuses(game.parse_code, "b", told="'b': expected one of a, q, =a, =b", error=CodeError)


@pytest.mark.parametrize("goal", ["ask", "identify"])
def test_rows_hold_what_the_rules_answer(goal: str) -> None:
    game = table(ANIMALS + "cow,no,no,no,no,yes\n", goal)
    for index in range(game.question_count):
        assert list(game.row(index)) == [game.respond(game.guesses[index], secret) for secret in game.secrets]


# Tables of other games


@pytest.mark.parametrize("text", ["mastermind(3,3)", "ab(2,5)", "mastermind(2,4,feedback=black)"])
def test_a_game_exported_to_a_table_behaves_like_the_game(text: str) -> None:
    game = make_game(text)
    exported = table(table_csv(game))
    assert len(exported.guesses) == len(game.guesses)
    for guess, same in zip(game.guesses, exported.guesses, strict=True):
        assert exported.format_code(same) == game.format_code(guess)
        assert responses(exported, game.format_code(guess)) == responses(game, game.format_code(guess))
    solved = game.response_count - 1
    assert exported.format_response(exported.response_count - 1) == game.format_response(solved)
    for strategy in ("first", "minimax", "expected-size", "entropy", "most-parts", "minimax(ties=highest)"):
        ours, theirs = compiled(exported, strategy), compiled(game, strategy)
        assert ours.claims == theirs.claims
        assert guess_texts(ours) == guess_texts(theirs)
        assert verify_strategy(ours).verified


@pytest.mark.parametrize("goal", ["ask", "identify"])
def test_a_table_exports_itself(goal: str) -> None:
    game = table(ANIMALS, goal)
    once = table(table_csv(game), goal)
    assert table_csv(once) == table_csv(game)
    assert list(once.guesses) == list(game.guesses)
    # Guesses that only name a secret are rows of the new table.
    assert (once.digest() == game.digest()) == (goal == "identify")


# Strategies


def number_of_questions(data: StrategyData, secret: str) -> int:
    """Play a tree with the player, and count the questions."""
    game = data.game
    play = CompiledStrategy(data).start()
    code = game.parse_secret(secret)
    while (guess := play.guess) is not None:
        play.respond(game.respond(game.parse_code(guess), code))
    assert play.solved
    assert play.secret == secret
    assert play.candidates_left == [secret]
    return len(play.history)


def check_strategy(game: Table, strategy: str) -> None:
    """The kernels agree with the specification, the figures with playing, and a file keeps all of it."""
    data = compiled(game, strategy)
    plain = compiled(game, strategy, plain=True)
    assert list(data.tree.guesses) == list(plain.tree.guesses)
    assert list(data.tree.masks) == list(plain.tree.masks)
    assert data.claims == plain.claims
    counts = [number_of_questions(data, game.format_secret(secret)) for secret in game.secrets]
    histogram = [counts.count(number) for number in range(1, max(counts) + 1)]
    assert data.claims == Claims.of(histogram, lost=0)
    assert verify_strategy(data).problems == []
    contents = encode(data)
    again = decode(contents)
    assert again.claims == data.claims
    assert encode(again) == contents
    assert verify_strategy(again).verified


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[str], list[list[str]]]:
    """The cells of a random table: secrets, and rows that begin with the name of the question."""
    questions = draw(st.integers(1, 5))
    columns = draw(
        st.lists(st.tuples(*[st.integers(0, 3)] * questions), min_size=2, max_size=9, unique=True), label="columns"
    )
    secrets = [f"s{index}" for index in range(len(columns))]
    names = draw(st.permutations([*secrets, *(f"q{index}" for index in range(questions))]))[:questions]
    texts = draw(st.permutations(["yes", "no", "maybe", "solved"]))
    return secrets, [[name, *(texts[column[i]] for column in columns)] for i, name in enumerate(names)]


def from_cells(cells: tuple[list[str], list[list[str]]], goal: str) -> Table:
    secrets, rows = cells
    return Table({"file": "random.csv", "goal": goal}, make_sheet(enumerate([["", *secrets], *rows], 1)))


@given(tables(), st.sampled_from(["ask", "identify"]), st.sampled_from(STRATEGIES))
@settings(max_examples=examples(200))
def test_every_strategy_on_any_table(cells: tuple[list[str], list[list[str]]], goal: str, strategy: str) -> None:
    check_strategy(from_cells(cells, goal), strategy)


@pytest.mark.parametrize("goal", ["ask", "identify"])
@pytest.mark.parametrize("strategy", [*STRATEGIES, "minimax(first=gives)"])
def test_every_strategy_on_the_animals(goal: str, strategy: str) -> None:
    check_strategy(table(ANIMALS, goal), strategy)


@pytest.mark.thorough
@pytest.mark.parametrize("goal", ["ask", "identify"])
@pytest.mark.parametrize("strategy", ["first", "entropy", "minimax"])
def test_more_answers_than_a_byte_holds(goal: str, strategy: str) -> None:
    secrets = [f"s{index}" for index in range(300)]
    rows = [["id", *map(str, range(299)), "298"], ["last", *["no"] * 299, "yes"]]
    game = from_cells((secrets, rows), goal)
    assert game.response_count > 256
    check_strategy(game, strategy)


def test_a_game_of_another_package_as_a_table() -> None:
    game = Echo({"numbers": 30})
    exported = table(table_csv(game))
    assert len(exported.secrets) == len(game.secrets)
    check_strategy(exported, "entropy")


def test_identification_counts_questions_only() -> None:
    game = table(EIGHT, goal="identify")
    data = compiled(game, "minimax")
    assert data.claims.histogram == (0, 0, 8)
    assert (data.claims.total, data.claims.depth, data.claims.secrets) == (24, 3, 8)
    assert verify_strategy(data, max_depth=3).verified
    assert verify_strategy(data, max_depth=2).problems == ["2 questions are not guaranteed: the tree needs up to 3"]
    assert compiled(table(EIGHT), "minimax").claims.depth == 4


def test_identification_knows_no_candidates_to_guess() -> None:
    game = table(EIGHT, goal="identify")
    with refused(r"minimax: guesses=candidates needs questions that can be right, table\("):
        make_strategy("minimax(guesses=candidates)", game)
    refuses(make_strategy, 'minimax(first="=a")', game, told="expected a question, got '=a'", error=CodeError)


@pytest.mark.parametrize("goal", ["ask", "identify"])
def test_an_order_of_symbols_needs_codes_of_symbols(goal: str) -> None:
    with refused("first: order=first-fastest needs codes of symbols, table"):
        make_strategy("first(order=first-fastest)", table(EIGHT, goal))


def test_only_questions_that_tell_something_are_asked_first() -> None:
    game = table(",a,b,c\nnothing,1,1,1\nx,1,2,2\ny,1,1,2\n", goal="identify")
    assert guess_texts(compiled(game, "first")) == ["=a", "=b", "=c", "x", "y"]
    assert guess_texts(compiled(game, "first(order=reversed)")) == ["=a", "=b", "=c", "x", "y"]
    opened = compiled(game, "first(first=nothing)")
    assert guess_texts(opened) == ["=a", "=b", "=c", "nothing", "x", "y"]
    assert opened.claims.histogram == (0, 1, 2)
    assert verify_strategy(opened).verified


# Verifying


def identify(guesses: Sequence[str], masks: Sequence[int], histogram: Sequence[int]) -> StrategyData:
    """A tree for two secrets a and b that the question q tells apart: 0 yes, 1 no, 2 solved."""
    game = table(",a,b\nq,yes,no\n", goal="identify")
    indices = [game.guesses.index(game.parse_code(guess)) for guess in guesses]
    tree = DecisionTree(indices, masks, game.response_count)
    return StrategyData(game, "by hand", tree, Claims.of(histogram, lost=0))


def test_a_right_tree_verifies() -> None:
    assert verify_strategy(identify(["q", "=a", "=b"], [0b011, 0b100, 0b100], [2])).verified


@pytest.mark.parametrize(
    ("guesses", "masks", "histogram", "problem"),
    [
        (["q", "=b", "=a"], [0b011, 0b100, 0b100], [2], "secret a: announced as =b at guess 2"),
        (["=a"], [0b100], [1], "secret b: announced as =a at guess 1"),
        (["=a", "=b"], [0b101, 0b100], [1, 1], "secret b: announced as =a at guess 1"),
        (["q", "q", "=b"], [0b011, 0b100, 0b100], [2], "secret a: no branch for yes at guess 2, q"),
        (["q", "=a", "=b"], [0b011, 0b100, 0b100], [0, 2], "total: claimed 4, found 2"),
    ],
)
def test_a_wrong_tree_does_not(guesses: list[str], masks: list[int], histogram: list[int], problem: str) -> None:
    assert problem in verify_strategy(identify(guesses, masks, histogram)).problems


@pytest.mark.parametrize(
    ("guesses", "masks", "message"),
    [
        (["=a", "=b"], [0b101, 0b100], "slot 0: expected a question, got an announcement"),
        (["q", "=a", "q"], [0b011, 0b100, 0b100], "slot 2: expected an announcement, got a question"),
        (["q", "=a", "=b"], [0b111, 0b100, 0b100], "slot 0: expected an announcement, got a question"),
    ],
)
def test_a_file_announces_at_its_leaves_and_nowhere_else(guesses: list[str], masks: list[int], message: str) -> None:
    contents = encode(identify(guesses, masks, [2]))
    refuses(decode, contents, told=f"columns.guesses: {message}", error=StrategyFileError)


@pytest.mark.parametrize("guesses", [["barks?", "dog"], ["barks?", "barks?"]])
def test_a_question_that_is_no_secret_cannot_be_right(guesses: list[str]) -> None:
    """A player of such a tree would look for the secret that it names."""
    game = table(",cat,dog\nbarks?,no,yes\n")
    indices = [game.guesses.index(game.parse_code(guess)) for guess in guesses]
    solved = 1 << game.response_count - 1
    tree = DecisionTree(indices, [solved | 1, solved], game.response_count)
    data = StrategyData(game, "by hand", tree, Claims.of([1, 1], lost=0))
    with refused(r"^columns.masks: slot 0: barks\? is no secret, but has the solved", StrategyFileError):
        decode(encode(data))


# Files


def test_a_file_plays_where_the_table_is_not(written: WriteCsv, tmp_path: Path) -> None:
    path = written(ANIMALS, "animals.csv")
    game = make_game(f'table(file="{path}",goal=identify)')
    target = tmp_path / "animals.msgpack"
    write_strategy(target, compiled(game, "minimax"))
    Path(path).unlink()
    data = read_strategy(target)
    assert data.game.spec == "table(file=animals.csv,goal=identify)"
    assert str(tmp_path).encode() not in target.read_bytes()
    assert verify_strategy(data).verified
    assert encode(data) == target.read_bytes()


class Forged(Table):
    """A table with an arbitrary payload."""

    travels_as: bytes | None = None

    def payload(self) -> bytes:
        return self.travels_as  # type: ignore[return-value]


def forged(payload: bytes | None, text: str = ANIMALS) -> bytes:
    """A strategy file with another table as its payload and a valid digest."""
    data = compiled(table(text), "first")
    game = Forged(dict(data.game.values), make_sheet(csv_rows(texts.split_lines(text))))
    game.travels_as = payload
    return encode(replace(data, game=game))


def bomb(size: int) -> bytes:
    return zlib.compress(b"\tcat\tdog\nq\tyes\tno\n" + b"\n" * size, 9)


PACKED = pack(["\tcat\tdog", "q\tyes\tno"])


@pytest.mark.parametrize(
    ("payload", "message"),
    [
        (None, "header.game: table: expected a table, got nothing"),
        (b"", "header.data: expected a compressed table, got one that ends early"),
        (b"hello", "header.data: expected a compressed table: .*incorrect header check"),
        (PACKED[:-1], "header.data: expected a compressed table, got one that ends early"),
        (PACKED[:8], "header.data: expected a compressed table, got one that ends early"),
        (PACKED + b"x", "header.data: expected a compressed table, got one that ends late"),
        (bytes([*PACKED[:-1], PACKED[-1] ^ 1]), "header.data: expected a compressed table: .*incorrect data check"),
        (bomb(1 << 25), "header.data: expected [0-9]+ bytes to unpack to at most 16777216, got more"),
        (zlib.compress(b"\tcat\t\xff"), "header.data: expected a table as UTF-8 text, got byte 5 = 0xff"),
        (pack([]), "header.data: the table is empty"),
        (pack(["\tcat\tdog", "q\tyes"]), "header.data: line 2: expected 2 answers, got 1"),
        (pack(["\tcat\tdog", "q\tyes\tno\tno"]), "header.data: line 2: expected 2 answers, got 3"),
        (pack(["\tcat\tcat", "q\tyes\tno"]), "header.data: line 1, column 3: the secret cat stands there twice"),
        (pack(["\t" * 70_000, "q" + "\ta" * 70_000]), "header.data: line 1: expected at most 65536 secrets, got 70000"),
        (PACKED, "header.codes: the file was written for other codes than those of table"),
    ],
)
def test_a_hostile_table_in_a_file_is_refused(payload: bytes | None, message: str) -> None:
    refuses(decode, forged(payload), told=f"^{message}", error=StrategyFileError)


def test_data_of_another_type_or_for_another_game_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with refused(r"header.data: expected bytes or dict, got str", StrategyFileError):
        decode(forged("text"))  # type: ignore[arg-type]
    game = make_game("mastermind(2,2)")
    monkeypatch.setattr(game, "payload", lambda: PACKED)
    with refused(r"header.data: mastermind takes no data", StrategyFileError):
        decode(encode(compiled(game, "first")))


def test_a_file_names_the_table_by_its_label_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    data = compiled(table(ANIMALS), "first")
    data.game.values["file"] = "../some.csv"
    with refused(r"header.game: expected 'table\(file=some.csv\)', got 'table\(file=\.\./", StrategyFileError):
        decode(encode(data))


def test_a_very_regular_table_is_packed_so_that_it_is_not_taken_for_a_bomb(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "_TEXT_OF_ANY_PACK", 1000)
    secrets = [f"s{index}" for index in range(400)]
    lines = [
        "\t".join(["", *secrets]),
        *("\t".join([a, *("yes" if a == b else "no" for b in secrets)]) for a in secrets),
    ]
    text = "".join(f"{line}\n" for line in lines).encode()
    assert len(text) > 100 * len(zlib.compress(text, 6))
    assert len(unpack(pack(lines)).rows) == 400
    refuses(unpack, zlib.compress(text, 6), told="got more")


# Playing


def transcript(data: StrategyData, secret: str) -> list[str]:
    said: list[str] = []
    play_against_secret(CompiledStrategy(data), data.game.parse_secret(secret), said.append)
    return said


def test_a_game_that_asks() -> None:
    assert transcript(compiled(table(ANIMALS), "minimax"), "Big Fish") == [
        "guess 1: gives → meat, bones   (1 candidate left)",
        "guess 2: big fish → solved",
        "solved in 2 guesses: big fish",
    ]


def test_a_game_that_identifies() -> None:
    assert transcript(compiled(table(ANIMALS, "identify"), "first"), "cat") == [
        "question 1: Has fur? → yes   (3 candidates left)",
        "question 2: barks? → no   (2 candidates left)",
        "question 3: gives → love   (1 candidate left)",
        "known after 3 questions: the secret is cat",
    ]
    assert transcript(compiled(table(ANIMALS, "identify"), "minimax"), "hen") == [
        "question 1: gives → eggs   (1 candidate left)",
        "known after 1 question: the secret is hen",
    ]


def test_a_person_answers_until_the_secret_is_known() -> None:
    said: list[str] = []
    complaints: list[str] = []
    answers = iter(["maybe", "4", "YES", "no", "Love"])
    strategy = CompiledStrategy(compiled(table(ANIMALS, "identify"), "first"))
    answering = Answering(strategy, Talk(said.append, lambda prompt: next(answers), complaints.append), PlainBoard())
    answering.play_to(None)
    assert answering.outcome() == ["known after 3 questions: the secret is cat"]
    assert len(complaints) == 2
    assert "'maybe' to Has_fur?: expected one of yes, no" in complaints[0]
    assert complaints[1].endswith("response '4' to Has_fur?: expected one of yes, no")


def test_a_play_is_solved_where_it_comes_to_the_announcement() -> None:
    play = CompiledStrategy(compiled(table(ANIMALS, "identify"), "minimax")).start()
    assert (play.solved, play.secret, play.guess) == (False, None, "gives")
    assert play.candidates_left == ["cat", "dog", "hen", "big_fish", "cow"]
    play.respond("milk")
    assert (play.solved, play.secret, play.guess) == (True, "cow", None)
    assert (play.history, play.responses, play.candidates_left) == ([("gives", "milk")], [], ["cow"])
    refuses(play.respond, "solved", told="the secret is found", error=ResponseError)


# The command line


@pytest.mark.parametrize("goal", ["ask", "identify"])
def test_every_command_takes_a_table(goal: str, run: Callable[..., str], written: WriteCsv, tmp_path: Path) -> None:
    written(EIGHT, "eight.csv")
    text = f"table(file=eight.csv,goal={goal})"
    spec = "table(file=eight.csv)" if goal == "ask" else text
    assert spec in run("compile", text, "minimax")
    [file] = tmp_path.glob("table-eight*.minimax.msgpack")
    (tmp_path / "eight.csv").rename("moved.csv")
    assert f"verified: {spec} minimax" in run("verify", str(file))
    shown = run("show", str(file), "--levels", "9")
    assert spec in shown
    assert ("yes → =b (1)" in shown or "no → =b (1)" in shown) == (goal == "identify")
    outcome = {"ask": "solved in", "identify": "known after 3 questions: the secret is b"}[goal]
    assert outcome in run("play", str(file), "--secret", "B")
    (tmp_path / "moved.csv").rename("eight.csv")
    assert "=a" not in run("show", text)
    assert "4" in run("show", text, "odd?")
    assert "minimax(first=odd?)" in run("compare", text, "minimax", "--first", "all")
    assert "a CSV file: columns are secrets" in run("list", "games")


def test_bad_input_ends_with_one_line_and_status_2(
    written: WriteCsv, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    written(",cat,dog\nq,1,1\n", "bad.csv")
    written(EIGHT, "eight.csv")
    monkeypatch.chdir(tmp_path)
    for arguments, message in {
        ("compile", "table(bad.csv)", "first"): "bad.csv: no question tells cat and dog apart",
        ("compile", "table(eight.csv,identify)", "entropy(guesses=candidates)"): "guesses=candidates",
        ("show", "table(eight.csv,identify)", "=a"): "expected a question",
        ("show", "table"): "expected the file of a table",
    }.items():
        monkeypatch.setattr("sys.argv", ["strategist", *arguments])
        with pytest.raises(SystemExit) as caught:
            main()
        out, err = capsys.readouterr()
        assert (caught.value.code, out, err.count("\n")) == (2, "", 1)
        assert message in err
    with pytest.raises(StrategistError):
        make_game("table(missing.csv)")
