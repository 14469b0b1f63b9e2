"""Numbers that are found by questions of yes and no: sets of numbers, and comparisons."""

from __future__ import annotations

import pickle
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from positions import cells_at
from refusals import refused, refuses

from strategist import compile_strategy, make_game, make_strategy, verify_strategy
from strategist.common.errors import CodeError, ResponseError, TooLargeError
from strategist.games.sets.asked_sets import Subset
from strategist.games.sets.hidden_numbers import HiddenNumber
from strategist.model.position import kind_of

GAMES = ["subsets(2)", "subsets(5)", "subsets(9)", "subsets(7,most=3)", "subsets(9,most=1)", "comparisons(2)"]


@pytest.mark.parametrize("text", [*GAMES, "subsets(70,most=2)", "comparisons(7)"])
def test_every_code_has_one_text_and_one_place(text: str) -> None:
    game = make_game(text)
    texts = [game.format_code(code) for code in game.guesses]
    assert len(set(texts)) == len(texts) == len(game.guesses)
    assert [game.guesses.index(game.parse_code(each)) for each in texts] == list(range(len(texts)))
    assert [game.guesses[place] for place in range(len(texts))] == list(game.guesses)
    assert [game.format_code(code) for code in game.guesses[1:3]] == texts[1:3]
    assert game.guesses[-1] == list(game.guesses)[-1]
    assert not any(" " in each or "," in each for each in texts)


@pytest.mark.parametrize("text", [*GAMES, "subsets(6)", "subsets(70,most=1)", "comparisons(6)"])
def test_rows_are_what_the_rules_answer(text: str) -> None:
    game = make_game(text)
    assert isinstance(game, HiddenNumber)
    for guess, code in enumerate(game.guesses):
        assert game.row(guess).tolist() == [game.respond(code, secret) for secret in game.secrets]
        assert set(game.row(guess)) <= game.can_get(code)
    if game.name == "subsets":
        everyone = np.arange(len(game.guesses), dtype=np.int32)
        rows = game.rows_of([1, 0])(everyone)  # type: ignore[attr-defined]
        assert rows.tolist() == [[game.row(guess)[1], game.row(guess)[0]] for guess in everyone]


def test_questions_part_the_numbers_in_every_way_once() -> None:
    game = make_game("subsets(5)")
    parts = {frozenset(np.flatnonzero(game.row(guess)).tolist()) for guess in range(game.question_count)}
    everyone = frozenset(range(5))
    assert len(parts) == game.question_count == 15
    assert {*parts, *(everyone - part for part in parts)} == {
        frozenset(place for place in range(5) if bits >> place & 1) for bits in range(1, 31)
    }


@pytest.mark.parametrize(("numbers", "most"), [(2, 1), (5, 1), (6, 2), (6, 3), (7, 3), (7, 4), (6, 9)])
def test_questions_about_few_numbers_part_them_in_every_such_way_once(numbers: int, most: int) -> None:
    game = make_game(f"subsets({numbers},most={most})")
    parts = {frozenset(np.flatnonzero(game.row(guess)).tolist()) for guess in range(game.question_count)}
    everyone = frozenset(range(numbers))
    small = {frozenset(each) for size in range(1, most + 1) for each in combinations(everyone, size)} - {everyone}
    assert len(parts) == game.question_count
    assert {*parts, *(everyone - part for part in parts)} == {*small, *(everyone - part for part in small)}
    if 2 * most >= numbers:
        assert game.spec == f"subsets(numbers={numbers})"
    else:
        assert (game.spec, parts) == (f"subsets(numbers={numbers},most={most})", small)
        assert game.digest() != make_game(f"subsets({numbers})").digest()


def test_sets_of_too_many_numbers_are_no_questions() -> None:
    game = make_game("subsets(1000,most=5)")
    assert game.format_code(game.parse_code("998-1000,1+2")) == "1-2+998-1000"
    refuses(game.parse_code, "1-6", told="'1-6': expected at most 5 numbers", error=CodeError)
    with refused(r"1000 numbers have more than 2\^31 sets of at most 5 to ask for: expected fewer", TooLargeError):
        len(game.guesses)
    for text in ("subsets(8,most=0)", "subsets(8,3)"):
        refuses(make_game, text, told="")


@given(st.integers(2, 200), st.data())
def test_sets_are_written_by_their_spans(numbers: int, data: st.DataObject) -> None:
    game = make_game(f"subsets({numbers})")
    chosen = data.draw(st.sets(st.integers(1, numbers - 1), min_size=1))
    code = Subset(sum(1 << number - 1 for number in chosen))
    assert code.numbers() == sorted(chosen)
    assert game.parse_code(game.format_code(code)) == code == game.parse_code("+".join(map(str, chosen)))
    assert [game.respond(code, number) for number in game.secrets] == [number in chosen for number in game.secrets]
    if numbers <= 31:
        assert game.guesses[game.guesses.index(code)] == code


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("8", "'8': questions leave out 8: expected 1-7, which asks the same, answered the other way round"),
        ("2-4+6-8", r"expected 1\+5, which asks the same"),
        ("1-8", "questions leave out 8: expected one that some numbers are not in"),
        ("9", "question '9': expected numbers from 1 to 8, such as 1-3"),
        ("0", "expected numbers from 1 to 8"),
        ("3-2", "expected numbers from 1 to 8"),
        ("", "expected numbers from 1 to 8"),
        ("1-2-3", "expected numbers from 1 to 8"),
        ("1++2", "expected numbers from 1 to 8"),
        ("²", "expected numbers from 1 to 8"),
        ("9" * 5000, "expected numbers from 1 to 8"),
        ("=9", "'=9': expected a number from 1 to 8"),
        ("=", "'=': expected a number from 1 to 8"),
        ("=1-2", "expected a number from 1 to 8"),
    ],
)
def test_what_is_no_set_is_refused_in_one_line(text: str, message: str) -> None:
    refuses(make_game("subsets(8)").parse_code, text, told=message, error=CodeError)


@pytest.mark.parametrize("text", ["8", "0", "up-to-8", "1-2", "", ">5", "up-to-"])
def test_what_is_no_comparison_is_refused(text: str) -> None:
    with refused(r"comparisons\(numbers=8\): question .*: expected a number from 1 to 7", CodeError):
        make_game("comparisons(8)").parse_code(text)


def test_answers_are_read_as_people_write_them() -> None:
    game = make_game("subsets(8)")
    assert [game.parse_response(text) for text in ("no", "N", "yes", " Y ", "known")] == [0, 0, 1, 1, 2]
    refuses(game.parse_response, "perhaps", told="response 'perhaps': expected yes or no", error=ResponseError)
    history = game.parse_history("1-4:yes 1+3:no")
    assert (game.consistent(history), game.format_history(history)) == ([2, 4], "1-4:yes 1+3:no")


def test_the_strings_name_them() -> None:
    assert make_game("subsets(4)").spec == make_game("subsets-4").spec == "subsets(numbers=4)"
    assert make_game("subsets(4,lies=2)").spec == "subsets(numbers=4,lies=2)"
    assert make_game("comparisons").spec == "comparisons(numbers=16)"
    assert make_game("subsets(4)").digest() != make_game("subsets(5)").digest()
    assert make_game("subsets(4)").digest() != make_game("comparisons(4)").digest()
    assert pickle.loads(pickle.dumps(make_game("subsets(4)"))).secrets == range(1, 5)
    for text in ("subsets(1)", "subsets(1000001)"):
        refuses(make_game, text, told="numbers")


def test_questions_of_many_numbers_are_there_but_not_numbered() -> None:
    game = make_game("subsets(1000000,lies=3)")
    asked = game.parse_code("1-500000")
    assert (game.respond(asked, 500_000), game.respond(asked, 500_001)) == (1, 0)
    assert game.lies_told(asked, 7, 0) == 1
    assert game.format_code(asked) == "1-500000"
    for number in (lambda: game.question_count, lambda: len(game.guesses), lambda: game.announcement(0)):
        with refused("1000000 numbers have 2\\^999999 - 1 sets to ask for: expected at most", TooLargeError):
            number()
    assert make_game("subsets(31)").question_count == 2**30 - 1


def test_a_lie_is_the_other_answer() -> None:
    game = make_game("subsets(3,lies=1)")
    cells = cells_at(game, kind_of(game).begin(), game.parse_question("1"))
    assert {game.format_response(answer): (cell.candidates, cell.labels) for answer, cell in cells.items()} == {
        "no": ((0, 1, 2), (1, 0, 0)),
        "yes": ((0, 1, 2), (0, 1, 1)),
    }


@pytest.mark.parametrize("text", ["subsets(9)", "comparisons(9)"])
def test_numbers_are_found_by_halving(text: str) -> None:
    data = compile_strategy(text, make_strategy("optimal(depth,worst)", make_game(text))).data
    assert (data.claims.depth, data.claims.worst_count) == (4, 2)
    assert verify_strategy(data).verified
