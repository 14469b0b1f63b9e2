"""The fewest questions where any set may be asked for and some answers may be false, by numbers of candidates alone."""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path

import pytest
from all_strategies import AllStrategies
from bothways import searched
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import cells_at, slots_of_positions
from selection import examples

from strategist import compile_strategy, make_game, make_strategy, verify_strategy
from strategist.common.errors import InfeasibleError, OutOfTimeError, SpecError, TooLargeError
from strategist.model.lies.volume import least_questions, ways_to_answer, weight
from strategist.model.position import kind_of
from strategist.search.compile.engines import plan_of
from strategist.search.lies.by_numbers import ByNumbers, Sizes, answers_of, balanced_splits
from strategist.search.state.options import Options

A286496 = [1, 1, 1, 2, 2, 4, 8, 16, 28, 50, 92]
"""The most numbers among which one is found by 0, 1, 2 … questions, one answer of which may be false."""


def test_one_lie_the_most_numbers_for_each_number_of_questions() -> None:
    known = ByNumbers()
    most = [max(count for count in range(1, 120) if known.within((0, count), asked)) for asked in range(11)]
    assert most == A286496


def test_one_lie_as_pelc_has_proven() -> None:
    """A. Pelc, "Solution of Ulam's problem on searching with a lie" (1987)."""
    known = ByNumbers()
    for count in [*range(2, 200), 1000, 4095, 4096, 4097, 999_999, 1_000_000]:
        questions = 0
        while count * (questions + 1) + count % 2 * (questions - 1) > 2**questions:
            questions += 1
        assert known.least((0, count)) == questions


@pytest.mark.thorough
def test_a_million_numbers() -> None:
    """Ulam's question, with up to three lies: as many as the volume bound asks for."""
    assert [ByNumbers().least((*[0] * lies, 1_000_000)) for lies in range(4)] == [20, 25, 29, 33]


def fewest(sizes: Sizes, most: int | None = None) -> int:
    """The fewest questions by trying all splits, that hold at most so many candidates, with no bound at all."""

    @cache
    def within(here: Sizes, questions: int) -> bool:
        if sum(here) <= 1:
            return True
        return questions > 0 and any(
            all(within(cell, questions - 1) for cell in answers_of(here, asked))
            for asked in product(*(range(size + 1) for size in here))
            if most is None or sum(asked) <= most
        )

    questions = 0
    while not within(sizes, questions):
        questions += 1
    return questions


@given(st.lists(st.integers(0, 4), min_size=1, max_size=3))
@settings(max_examples=examples(80), deadline=None)
def test_it_finds_what_trying_all_splits_finds(sizes: list[int]) -> None:
    assert ByNumbers().least(sizes) == fewest(tuple(sizes))


def test_one_memo_serves_all_positions() -> None:
    known = ByNumbers()
    for sizes in [*product(range(4), repeat=3), *product(range(6), repeat=2)]:
        assert known.least(sizes) == ByNumbers().least(sizes), sizes


@given(st.lists(st.integers(0, 5), min_size=1, max_size=3), st.integers(0, 4))
def test_splits_are_those_that_the_volume_allows(sizes: list[int], more: int) -> None:
    here = tuple(sizes)
    if sum(here) < 2:
        return
    questions = least_questions(here, 2) + more
    expected = set()
    for asked in product(*(range(size + 1) for size in here)):
        fits = all(weight(cell, questions - 1, 2) <= 2 ** (questions - 1) for cell in answers_of(here, asked))
        if fits and 0 < sum(asked) < sum(here):
            expected.add(asked)
    weights = [[ways_to_answer(left, lies, 2) for lies in range(len(here))] for left in (questions, questions - 1)]
    found = list(balanced_splits(here, questions, lambda cell: False, sum(here), weights))
    assert len(set(found)) == len(found)
    complements = {tuple(size - each for size, each in zip(here, asked, strict=True)) for asked in found}
    assert {*found, *complements} == expected


@pytest.mark.parametrize("text", ["subsets(2,lies=1)", "subsets(3,lies=1)", "subsets(4,lies=1)", "subsets(2,lies=2)"])
def test_the_depth_is_the_least_over_all_strategies(text: str) -> None:
    game = make_game(text)
    assert (
        compile_strategy(game, "optimal(depth)").depth == AllStrategies(searched("optimal(depth)", game)).least_depth()
    )


@pytest.mark.parametrize(
    ("text", "depth"),
    [("subsets(16,lies=1)", 7), ("subsets(17,lies=1)", 8), ("subsets(28,lies=1)", 8), ("subsets(6,lies=3)", 12)],
)
def test_its_tree_needs_as_many_questions_as_it_says(text: str, depth: int) -> None:
    game = make_game(text)
    data = compile_strategy(game, "optimal(depth)").data
    assert (data.claims.depth, data.lower_bound, data.bound, data.objective) == (depth, depth, "optimal", "depth")
    assert data.claims.lost == 0
    for slot, made, left in slots_of_positions(game, data.tree, kind_of(game).begin()):
        if data.tree.guesses[slot] >= game.question_count:
            assert len(left) == 1
            assert made <= depth
            assert game.guesses[data.tree.guesses[slot]].secret == game.secrets[left.candidates[0]]
        else:
            assert data.tree.responses(slot) == sorted(cells_at(game, left, data.tree.guesses[slot]))


def test_a_limit_a_first_question_and_a_history() -> None:
    game = make_game("subsets(8,lies=1)")
    assert compile_strategy(game, "feasible(max_depth=6)").data.claims.depth == 6
    for text in ("feasible(max_depth=5)", "optimal(depth,max_depth=5)"):
        with pytest.raises(InfeasibleError, match=r"no strategy guarantees 5 guesses \(proven\)"):
            compile_strategy(game, text)
    data = compile_strategy(game, "optimal(depth,first=1)").data
    assert game.format_code(game.guesses[data.tree.guesses[0]]) == "1"
    assert (data.claims.depth, data.lower_bound) == (7, 7)
    behind = game.parse_history("1-4:yes 1-4:no")
    data = compile_strategy(game, "optimal(depth)", start=behind).data
    # Four and four candidates without a lie left are eight, of which every question halves what is left.
    assert (data.claims.depth, data.claims.secrets) == (3, 8)


def test_what_is_too_large_for_a_tree_is_told_with_the_number_that_is_proven() -> None:
    game = make_game("subsets(92,lies=1)")
    with pytest.raises(TooLargeError, match=r"10 questions are needed and enough \(proven\), but a tree numbers its"):
        compile_strategy(game, "optimal(depth)")
    game = make_game("subsets(1000)")
    with pytest.raises(
        TooLargeError, match=r"=1000\): 10 questions are needed and enough \(proven\), but a tree numbers"
    ):
        compile_strategy(game, "optimal(depth)")
    with pytest.raises(InfeasibleError, match=r"no strategy guarantees 9 guesses \(proven\)"):
        compile_strategy(game, "feasible(max_depth=9)")
    game = make_game("subsets(16,lies=7)")
    with pytest.raises(TooLargeError, match=r"2\d questions are needed and enough \(proven\), but the tree would be"):
        compile_strategy(game, "optimal(depth)")


def test_questions_that_no_list_can_hold_are_chosen_by_numbers_without_lies_too() -> None:
    data = compile_strategy("subsets(31)", "optimal(depth)").data
    assert (data.claims.depth, data.lower_bound, data.bound) == (5, 5, "optimal")
    assert verify_strategy(data, max_depth=5).verified
    with pytest.raises(
        SpecError, match=r"certificate: optimal\(depth\) of subsets\(numbers=31\) is decided by numbers"
    ):
        compile_strategy("subsets(31)", "optimal(depth)", certificate=True)
    small = make_game("subsets(20)")
    assert plan_of(small, make_strategy("optimal(depth)", small)).engine.name == "exact"


def test_a_search_that_is_stopped_says_what_it_knows() -> None:
    with pytest.raises(OutOfTimeError, match=r"the search was stopped: at least 2\d questions are needed \(proven\)"):
        compile_strategy("subsets(30,lies=7)", "optimal(depth)", time_limit=0.2)


@pytest.mark.parametrize("options", [Options(journal="j"), Options(trace="t")])
def test_options_of_other_searches_are_refused(
    options: Options, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SpecError, match=r"is decided by numbers, which"):
        compile_strategy("subsets(8,lies=1)", "optimal(depth)", options=options)
    assert not list(tmp_path.iterdir())
