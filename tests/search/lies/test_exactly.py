"""Exactly so many of all answers are false: rules, searches, checkers and play beside all strategies."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from pathlib import Path
from random import Random

import pytest
from all_strategies import AllStrategies, TooMany
from alterations import claiming
from bothways import searched
from verdicts import believers

from strategist import compile_strategy, make_game, verify_strategy
from strategist.common.errors import InfeasibleError, NoCandidateError, SpecError, TooLargeError
from strategist.model.game import Game, History
from strategist.model.lies.answer_bits import AnswerBits, bits_of, lies_in_bits
from strategist.model.position import kind_of
from strategist.play.hidden import LyingSecret
from strategist.search.advice.review import review
from strategist.search.lies.by_numbers import ByNumbers, Sizes, answers_of
from strategist.search.lies.plain_lies import PlainLies
from strategist.search.state.start import start_of

GAMES = ["subsets(3", "subsets(4", "subsets(4,most=1", "comparisons(3", "mastermind(1,3", "mastermind(2,2"]


def exact_games(most: int = 6) -> list[str]:
    return [f"{game},lies={lies},of={of})" for game in GAMES for lies in (1, 2) for of in range(lies, most + 1)]


def depth_of(game: Game, **options: bool | int) -> int | None:
    """The depth that a search has proven to be the least; None if it has proven that there is none."""
    certificate = bool(options.pop("certificate", False))
    try:
        found = compile_strategy(game, "optimal(depth)", certificate=certificate, **options)  # type: ignore[arg-type]  # by name
    except InfeasibleError:
        return None
    data = found.data
    assert (data.bound, data.objective, data.lower_bound, data.claims.lost) == ("optimal", "depth", found.depth, 0)
    assert verify_strategy(data, found.depth).verified
    if certificate:
        assert all(believers(found.prove()).values())
        assert not any(believers(claiming(found.prove(), found.depth + 1, Random(0))).values())
    return found.depth


@pytest.mark.parametrize("text", exact_games())
def test_each_search_finds_what_all_strategies_find(text: str) -> None:
    game = make_game(text)
    try:
        least = AllStrategies(searched("optimal(depth)", game)).least_depth()
    except TooMany:
        # The specification is held to all strategies in the other games.
        least = depth_of(game, plain=True)
    for options in ({}, {"jobs": 2}, {"plain": True}, {"certificate": True}):
        assert depth_of(game, **options) == least


def sizes_within(numbers: int, lies: int, of: int, most: int) -> int | None:
    """The least depth by trying all splits, with no bound at all; None if there is none."""

    @cache
    def within(sizes: Sizes, questions: int, to_come: int) -> bool:
        here = tuple(size if left <= to_come else 0 for left, size in enumerate(sizes))
        whole = sum(here)
        if whole <= 1:
            return True
        return questions > 0 and any(
            all(within(cell, questions - 1, to_come - 1) for cell in answers_of(here, asked))
            for asked in product(*(range(size + 1) for size in here))
            # As long as no number is out, there is no set of none and of all of them.
            if sum(asked) <= most and (whole < numbers or 0 < sum(asked) < whole)
        )

    sizes = (*(0,) * lies, numbers)
    return next((depth for depth in range(of + 1) if within(sizes, depth, of)), None)


@pytest.mark.parametrize("numbers", range(2, 7))
@pytest.mark.parametrize("most", [None, 1, 2])
def test_by_numbers_finds_what_trying_all_splits_finds(numbers: int, most: int | None) -> None:
    for lies, of in [(1, of) for of in range(1, 9)] + [(2, of) for of in range(2, 8)] + [(3, of) for of in range(3, 6)]:
        found = (
            depth
            for depth in range(of + 1)
            if ByNumbers(most=most, rest=of - depth, numbers=numbers).within((*(0,) * lies, numbers), depth)
        )
        assert next(found, None) == sizes_within(numbers, lies, of, most or numbers), (lies, of)


def test_nine_honest_answers() -> None:
    """Ten questions, nine honest answers: a number from 1 to 100, as often asked, and no more than 102, because
    10 · 103 > 2¹⁰. With one lie at most, 92 can be found."""
    with pytest.raises(TooLargeError, match=r"of=10\): 10 questions are needed and enough \(proven\)"):
        compile_strategy("subsets(100,lies=1,of=10)", "optimal(depth)")
    assert ByNumbers(rest=0, numbers=102).within((0, 102), 10)
    with pytest.raises(InfeasibleError, match=r"no strategy guarantees 10 guesses \(proven\)$"):
        compile_strategy("subsets(103,lies=1,of=10)", "optimal(depth)")
    # So many of so many are false as are true if every answer is turned round.
    assert [depth_of(make_game(f"subsets(20,lies={lies},of=8)")) for lies in (1, 7)] == [8, 8]
    assert depth_of(make_game("subsets(16,lies=4,of=4)")) == 4


def test_many_lies_of_more_answers_are_lies_at_most() -> None:
    for text, more in product(("subsets(7,lies=1", "subsets(4,lies=2", "comparisons(4,lies=1"), (2, 3)):
        depth = compile_strategy(f"{text})", "optimal(depth)").depth
        assert depth_of(make_game(f"{text},of={depth + more})")) == depth


@pytest.mark.parametrize("text", ["subsets(3,lies=1,of=4)", "mastermind(2,2,lies=2,of=4)", "subsets(4,lies=2,of=5)"])
def test_who_is_left_is_who_can_still_tell_all_lies(text: str) -> None:
    game, kind, bits = make_game(text), kind_of(make_game(text)), AnswerBits(make_game(text))
    assert game.of is not None
    draws = Random(text)
    for _ in range(60):
        asked = [draws.randrange(game.question_count) for _ in range(draws.randint(0, game.of + 1))]
        moves = tuple((each, draws.choice(sorted(game.can_get(game.guesses[each])))) for each in asked)
        history: History = tuple((game.guesses[each], answer) for each, answer in moves)
        true = []
        for code in game.secrets:
            places = [place for place, (guess, answer) in enumerate(history) if game.respond(guess, code) != answer]
            ways = combinations(range(game.of), game.lies) if len(moves) <= game.of else ()
            if any([place for place in lies if place < len(moves)] == places for lies in ways):
                true.append(code)
        left = kind.left(moves)
        assert game.consistent(history) == true
        assert ([] if left is None else [game.secrets[each] for each in left.candidates]) == true
        sets = bits_of(kind.begin(), game)
        for move in moves:
            sets = bits.cell(sets, *move)
        assert (lies_in_bits(sets, game) if any(sets) else None) == left
        if not true:
            with pytest.raises(NoCandidateError, match=r"with (one lie|2 lies) among \d answers"):
                start_of(game, history)


@pytest.mark.parametrize("strategy", ["minimax", "entropy", "first", "random(seed=3)"])
@pytest.mark.parametrize("text", ["subsets(5,lies=1,of=6)", "mastermind(2,2,lies=1,of=5)", "subsets(3,lies=2,of=6)"])
def test_trees_of_heuristics_are_verified_and_lose_some(text: str, strategy: str) -> None:
    data = compile_strategy(text, strategy).data
    assert verify_strategy(data).verified
    assert data.claims.depth <= (data.game.of or 0)
    least = depth_of(data.game)
    assert data.claims.lost or (least is not None and data.claims.depth >= least)


def test_the_objective_worst_and_a_history() -> None:
    for text in ("subsets(4,lies=1,of=6)", "comparisons(4,lies=1,of=7)"):
        game = make_game(text)
        few, plain = (compile_strategy(game, "optimal(depth,worst)", plain=plain).data for plain in (False, True))
        assert verify_strategy(few).verified
        assert (few.claims.depth, few.claims.worst_count) == (plain.claims.depth, plain.claims.worst_count)
        question = game.format_code(game.guesses[0])
        for answers in ("yes", "no", "yes no", "no no"):
            start = game.parse_history(" ".join(f"{question}:{answer}" for answer in answers.split()))
            left = kind_of(game).left([(0, response) for _, response in start])
            assert left is not None
            found = compile_strategy(game, "optimal(depth)", start=start, certificate=True)
            assert found.depth == PlainLies(game).depth(left)
            assert all(believers(found.prove()).values())


@pytest.mark.parametrize("seed", range(12))
def test_a_hidden_secret_tells_all_of_its_lies(seed: int) -> None:
    game = make_game("subsets(9,lies=3,of=7)")
    hidden = LyingSecret(game, 4, seed=seed)
    history = tuple((guess, hidden.respond(guess)) for guess in game.guesses[:7])
    assert game.lies_in(history, 4) == 3
    assert game.agrees(4, history)


def test_what_cannot_be_is_refused_in_one_line() -> None:
    for text, told in {
        "subsets(8,of=4)": "of=4 says of how many answers some are false: expected lies=1 or more",
        "subsets(8,lies=5,of=4)": "expected no more lies than answers, got lies=5 of=4",
        "mastermind(2,3,lies=1,of=4,honest=yes)": "needs a game that no answer ends: expected honest=none",
        "mastermind(2,3,goal=identify,lies=1,of=4,turns=6)": "cannot stand beside turns",
        "subsets(8,lies=1,of=0)": "of must be a whole number of at least 1",
    }.items():
        with pytest.raises(SpecError, match=told):
            make_game(text)
    game = make_game("mastermind(2,3,lies=1,of=6)")
    assert game.spec == "mastermind(pegs=2,colors=3,goal=identify,lies=1,of=6)" == make_game(game.spec).spec
    with pytest.raises(SpecError, match="expected at most so many, for a review"):
        review(game, "12:1b0w")
    with pytest.raises(SpecError, match="need a game without turns"):
        compile_strategy("subsets(8,lies=1,of=9)", "optimal(static)")


def test_a_question_of_one_answer_is_no_question(tmp_path: Path) -> None:
    """Nobody can lie about it, so where it would leave no way to tell all lies, it cannot be asked."""
    file = tmp_path / "few.csv"
    file.write_text("name,q1,q2,q3\na,0,0,0\nb,0,0,1\nc,1,0,0\n")
    game = make_game(f"table({file},secrets=rows,lies=1,of=5)")
    least = AllStrategies(searched("optimal(depth)", game)).least_depth()
    for options in ({}, {"plain": True}, {"certificate": True}):
        assert depth_of(game, **options) == least
