"""Sets asked for all at once where answers may be false: held to words by trying, and their trees to replays."""

from __future__ import annotations

from itertools import combinations

import pytest

from strategist import StrategistError, compile_strategy, verify_strategy
from strategist.common.errors import InfeasibleError, OutOfTimeError, SpecError, TooLargeError
from strategist.files.strategy import decode, encode
from strategist.model.trees.figures import asked_at_once
from strategist.search.static.linear_codes import least_at_once, most_words, questions_at_once


def are_apart(numbers: int, lies: int, questions: tuple[int, ...]) -> bool:
    """Whether the true answers of any two numbers differ at more than twice as many questions as answers are false."""
    words = [[(number & asked).bit_count() & 1 for asked in questions] for number in range(numbers)]
    return all(sum(map(int.__ne__, *two)) > 2 * lies for two in combinations(words, 2))


def most_by_trying(length: int, apart: int) -> int:
    """The most words of so many bits any two of which differ at so many places, by trying all sets."""

    def most(chosen: int, left: list[int]) -> int:
        best = chosen
        for place, word in enumerate(left):
            if chosen + len(left) - place <= best:
                break
            best = max(
                best, most(chosen + 1, [each for each in left[place + 1 :] if (each ^ word).bit_count() >= apart])
            )
        return best

    return most(1, [word for word in range(1 << length) if word.bit_count() >= apart])


@pytest.mark.parametrize(("lies", "longest"), [(1, 6), (2, 7), (3, 8)])
def test_no_more_words_than_the_bounds_allow(lies: int, longest: int) -> None:
    for length in range(1, longest + 1):
        assert most_by_trying(length, 2 * lies + 1) <= most_words(length, lies)


@pytest.mark.parametrize("lies", [0, 1, 2, 3])
def test_any_two_numbers_are_told_apart(lies: int) -> None:
    for numbers in (*range(1, 34), 63, 64, 65, 128):
        found = questions_at_once(numbers, lies)
        assert found is not None
        assert found.least == least_at_once(numbers, lies) <= len(found.questions)
        assert are_apart(numbers, lies, found.questions)


def test_fourteen_questions_for_a_thousand_numbers() -> None:
    found = questions_at_once(1000, 1)
    assert found is not None
    assert found.least == len(found.questions) == 14
    assert are_apart(1000, 1, found.questions)


@pytest.mark.parametrize(("numbers", "lies"), [(2, 1), (3, 1), (5, 1), (8, 1), (9, 1), (17, 1), (2, 2), (4, 2), (2, 3)])
def test_trees_find_every_number_whatever_is_false(numbers: int, lies: int) -> None:
    data = compile_strategy(f"subsets({numbers},lies={lies})", "optimal(static)").data
    verification = verify_strategy(decode(encode(data)))
    assert verification.verified
    asked = asked_at_once(data.tree)
    assert asked is not None
    assert len(asked) == data.claims.depth
    assert data.lower_bound is not None
    assert (data.bound == "optimal") == (data.lower_bound == len(asked))


@pytest.mark.parametrize(
    ("game", "strategy", "error", "told"),
    [
        (
            "subsets(1000,lies=1)",
            "optimal(static)",
            TooLargeError,
            "14 questions asked all at once are needed and enough",
        ),
        ("subsets(1000000,lies=2)", "optimal(static)", TooLargeError, "31 .* are enough, at least 29 are needed"),
        (
            "subsets(16,lies=1)",
            "feasible(static,count=6)",
            InfeasibleError,
            "no 6 questions asked all at once tell all",
        ),
        ("subsets(20,lies=1)", "feasible(static,count=8)", OutOfTimeError, "of 8 it is not known"),
        ("subsets(16,lies=1)", "optimal(static,first=1)", SpecError, "know no first"),
        ("comparisons(16,lies=1)", "optimal(static)", SpecError, "need a game of one true answer to each question"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(game: str, strategy: str, error: type[StrategistError], told: str) -> None:
    with pytest.raises(error, match=told) as raised:
        compile_strategy(game, strategy)
    assert "\n" not in str(raised.value)


def test_as_many_questions_as_are_wanted() -> None:
    data = compile_strategy("subsets(8,lies=1)", "feasible(static,count=7)").data
    assert data.claims.depth == 6
    with pytest.raises(SpecError, match="begin at the beginning"):
        compile_strategy("subsets(8,lies=1)", "optimal(static)", start=((data.game.guesses[0], 1),))
