"""Compiling and advising from any position, with and without rules that restrict guesses."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import hypothesis.strategies as st
import numpy as np
import pytest
from bothways import grown_alike, result, searched, table_game
from hypothesis import given, settings
from selection import examples
from toys import Echo

from strategist import compile_strategy, make_game, make_strategy, verify_strategy
from strategist.common.errors import CodeError, InfeasibleError, NoCandidateError, TooLargeError
from strategist.files.strategy import decode, encode
from strategist.games.words.word_lists import Lists
from strategist.games.words.words import Words
from strategist.model.game import Game, History
from strategist.model.lies.accused import uncertain_answers
from strategist.model.spec import Value
from strategist.search.adapters.registry import make_source, source_at
from strategist.search.advice.advise import advise, choose_candidates, match_candidates
from strategist.search.compile.compile import compile_from, start_for
from strategist.search.state.start import Start, distinct_guesses, position_of, start_of

ANSWERS = ["batch", "catch", "hatch", "latch", "match", "patch", "watch", "witch"]
OTHERS = ["bumph", "champ", "clamp", "climb", "whelp"]
LETTERS = "bulls-and-cows(4,26,alphabet=letters)"


def words(**values: Value) -> Words:
    return Words(values, Lists(ANSWERS, OTHERS))


@pytest.mark.parametrize("history", ["112:0b0w", "112:0b1w", "112:1b0w", "121:1b1w", "112:0b1w 331:0b1w"])
def test_optimal_from_a_position(history: str) -> None:
    game = make_game("mastermind(3,4)")
    start = game.parse_history(history)
    strategy = searched("optimal(total,depth)", game)
    assert result(strategy, start) == result(strategy, start, plain=True)
    data = compile_strategy(game, strategy, start=start).data
    assert data.bound == "optimal" and data.start == start
    again = decode(encode(data))
    assert verify_strategy(again).verified
    assert again.claims.secrets == len(game.consistent(start))


HARD_STARTS = [
    ((), "match"),
    (("bumph",), "match"),
    (("climb",), "latch"),
    (("climb",), "hatch"),
    (("whelp", "watch"), "hatch"),
    (("whelp", "hatch"), "catch"),
]


def behind(game: Game, guesses: tuple[str, ...], secret: str) -> History:
    return tuple((guess, game.respond(guess, secret)) for guess in guesses)


@pytest.mark.parametrize(("guesses", "secret"), HARD_STARTS)
@pytest.mark.parametrize("hard", [False, True])
def test_optimal_where_guesses_are_restricted(hard: bool, guesses: tuple[str, ...], secret: str) -> None:
    game = words(hard=hard)
    start = behind(game, guesses, secret)
    strategy = searched("optimal(total)", game)
    assert result(strategy, start) == result(strategy, start, plain=True)
    assert verify_strategy(decode(encode(compile_strategy(game, strategy, start=start).data))).verified


def test_hard_mode_costs_something() -> None:
    start = behind(words(), ("whelp", "watch"), "hatch")
    totals = [
        compile_strategy(game, "optimal(total)", start=start).data.claims.total for game in (words(), words(hard=True))
    ]
    assert totals == [8, 10]


@pytest.mark.parametrize(("guesses", "secret"), HARD_STARTS)
@pytest.mark.parametrize(
    "strategy", ["entropy", "minimax(ties=random,seed=2)", "first", "most-parts(guesses=candidates)"]
)
@pytest.mark.parametrize("hard", [False, True])
def test_the_ways_agree_from_a_position(hard: bool, strategy: str, guesses: tuple[str, ...], secret: str) -> None:
    game = words(hard=hard)
    assert verify_strategy(grown_alike(game, strategy, behind(game, guesses, secret))).verified


@pytest.mark.parametrize(
    "strategy", ["minimax", "entropy(ties=random,seed=1)", "random(seed=5)", "first(order=shuffle)"]
)
def test_a_position_on_the_way_has_the_tree_below(strategy: str) -> None:
    game = make_game("mastermind(4,4)")
    whole = compile_strategy(game, strategy).data.tree
    opening = game.guesses[whole.guesses[0]]
    for response in whole.responses(0)[:-1]:
        child = whole.child(0, response)
        assert child is not None
        part = compile_strategy(game, strategy, start=((opening, response),)).data.tree
        below = [slot for level in whole.levels(child) for slot in level]
        assert list(part.guesses) == [whole.guesses[slot] for slot in below]
        assert list(part.masks) == [whole.masks[slot] for slot in below]


def test_turns_are_counted_from_the_beginning() -> None:
    game = make_game("mastermind(3,4,turns=3)")
    start = game.parse_history("112:0b0w")
    data = compile_strategy(game, "first", start=start).data
    assert data.claims.depth <= 2
    assert verify_strategy(data).verified
    with pytest.raises(InfeasibleError, match="no strategy guarantees 1 guess"):
        start = game.parse_history("112:0b0w 333:1b0w")
        compile_strategy(game, "optimal(total)", start=start)
    with pytest.raises(InfeasibleError, match="no guess is left after 3"):
        start = game.parse_history("112:0b0w 333:1b0w 444:2b0w")
        compile_strategy(game, "optimal(total)", start=start)


@pytest.mark.parametrize(("strategy", "worst"), [("minimax", 7), ("minimax(guesses=candidates)", 23)])
def test_letters_of_which_three_are_known(strategy: str, worst: int) -> None:
    """23 of 358,800 codes are left: a probe excludes four letters at a time, a candidate only one (seed 000)."""
    game = make_game(LETTERS)
    start = match_candidates(game, start_of(game), "ABC?")
    advice = advise(game, make_strategy(strategy, game), start)
    assert len(advice.secrets) == 23
    assert advice.data.claims.depth == worst
    assert sum(advice.left.values()) == 23


def test_optimal_among_358800_codes() -> None:
    game = make_game(LETTERS)
    start = choose_candidates(game, start_of(game), ["ABCD", "ABCE", "ABDE", "BACD", "WXYZ"])
    advice = advise(game, make_strategy("optimal(total)", game), start)
    assert (advice.data.claims.total, advice.data.bound) == (9, "optimal")


def test_equal_partitions_are_kept_once() -> None:
    game = make_game("bulls-and-cows(3,6)")
    start = start_of(game, game.parse_history("012:0b1c"))
    subgame = position_of(game, start.candidates)
    kept = set(subgame.guesses.tolist())
    seen: dict[tuple[tuple[int, ...], ...], int] = {}
    for guess, code in enumerate(game.guesses):
        cells: dict[int, list[int]] = {}
        for index in start.candidates.tolist():
            cells.setdefault(game.respond(code, game.secrets[index]), []).append(index)
        solved = tuple(cells.pop(game.response_count - 1, []))
        name = (solved, *sorted(map(tuple, cells.values())))
        if len(cells) + bool(solved) > 1 and name not in seen:
            seen[name] = guess
    assert kept == set(seen.values()) | set(start.candidates.tolist())
    assert distinct_guesses(np.zeros((3, 4), dtype=np.uint8), 5, np.random.default_rng(1)).tolist() == []


def test_what_does_not_fit_is_refused() -> None:
    game = words(hard=True)
    with pytest.raises(CodeError, match=r"guess climb is not allowed after batch:-gggg"):
        start_of(game, game.parse_history("batch:-gggg climb:--y--"))
    plain = make_game("mastermind(4,6)")
    with pytest.raises(CodeError, match="no secret that fits '777\\?' is left"):
        match_candidates(plain, start_of(plain), "777?")
    with pytest.raises(
        NoCandidateError, match=r"one answer must be wrong: 1111:4b0w \(then 150 are left\) or 2222:2b0w"
    ):
        start_of(plain, plain.parse_history("1111:4b0w 2222:2b0w"))


@settings(max_examples=examples(40))
@given(st.data())
def test_the_smallest_sets_of_answers_to_doubt(data: st.DataObject) -> None:
    game = make_game("mastermind(3,3)")
    moves = st.tuples(st.sampled_from(list(game.guesses)), st.integers(0, game.response_count - 1))
    history = tuple(data.draw(st.lists(moves, min_size=1, max_size=5)))
    found = uncertain_answers(game, history)
    for size in range(len(history) + 1):
        expected = {}
        for wrong in combinations(range(len(history)), size):
            kept = tuple(move for place, move in enumerate(history) if place not in wrong)
            left = [
                secret
                for secret in game.consistent(kept)
                if all(game.respond(history[place][0], secret) != history[place][1] for place in wrong)
            ]
            if left:
                expected[wrong] = len(left)
        if expected:
            assert dict(found) == expected
            break


def test_lists_of_candidates(tmp_path: Path) -> None:
    game = make_game("mastermind(4,6)")
    start = choose_candidates(game, start_of(game), ["1122", "3456", "1122"])
    assert [game.format_code(game.secrets[index]) for index in start.candidates.tolist()] == ["1122", "3456"]
    with pytest.raises(CodeError, match="no secret of the list is left"):
        choose_candidates(game, start_of(game, game.parse_history("1111:4b0w")), ["2222"])


def test_a_position_asks_for_its_candidates_alone() -> None:
    """All responses of this game would need 4.7 GiB."""
    asked: set[int] = set()

    class Large(Echo):
        def respond(self, guess: int, secret: int) -> int:
            asked.add(secret)
            return super().respond(guess, secret)

    game = Large({"numbers": 10**5, "responses": 6})
    with pytest.raises(TooLargeError, match=r"needs 4\.7 GiB"):
        start_for(game, make_strategy("entropy", game))
    start = Start((), np.array([3, 17, 49_999], dtype=np.int32))
    for name in ("entropy", "optimal(total)", "first(order=reversed)"):
        data = compile_from(game, make_strategy(name, game), start).data
        assert data.claims.secrets == 3 and not data.claims.lost
        assert asked <= {game.secrets[index] for index in start.candidates.tolist()}


@pytest.mark.parametrize("feedback", ["wordle", "mastermind", "jotto"])
def test_words_answer_for_some_secrets_as_for_all(feedback: str) -> None:
    game = words(feedback=feedback)
    some = [0, 3, 6]
    guesses = np.arange(len(game.guesses))
    assert game.rows_of(some)(guesses).tolist() == [game.row(guess)[some].tolist() for guess in guesses.tolist()]


@pytest.mark.parametrize("goal", ["ask", "identify"])
def test_a_table_answers_for_some_secrets_as_for_all(goal: str) -> None:
    game = table_game([[0, 1, 2, 0], [3, 1, 1, 0], [0, 0, 1, 1]], goal, {1: 2})
    source, places = source_at(game, np.array([1, 3], dtype=np.int32))
    whole = make_source(game)
    assert places.tolist() == [0, 1]
    assert source.columns.tolist() == whole.columns[[1, 3]].tolist()
    assert source.guess_of_secret.tolist() == whole.guess_of_secret[[1, 3]].tolist()
