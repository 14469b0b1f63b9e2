"""Rankings: the figures of every guess are those of the rules, and what it takes is what the best tree takes."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest
from cases import class_case
from plain_several_replay import random_games

from strategist import compile_strategy, make_game
from strategist.common.errors import NoCandidateError, SpecError, StrategistError, TooLargeError
from strategist.games.every_game.chances import with_chances
from strategist.games.pegs.pegs import Mastermind
from strategist.model.game import Game
from strategist.search.advice import drawing, responses_at
from strategist.search.advice.ranking import EXACT, Ranking, rank, rankings

POSITIONS = [
    ("mastermind(3,4)", ""),
    ("mastermind(4,5)", "1122:1b1w"),
    ("mastermind(3,4,goal=identify)", "112:1b0w"),
    ("bulls-and-cows(3,6)", "012:1b1c"),
    ("words", "crane:-y--g"),
    ("words(hard=true)", "crane:-y--g"),
    ("grand-mastermind(2,2,2)", ""),
]


def check_rows(game: Game, found: Ranking, candidates: Sequence[int]) -> None:
    """The figures of all rows by the rules alone: candidates in cells where play goes on count, and bits about the
    secret, or its class where that is enough; and rows whose course is not known stand by their bits."""
    kinds = game.classes or range(len(game.secrets))

    def mass(secrets: Sequence[int]) -> int:
        return sum(map(game.weight_of, secrets))

    def missing(secrets: Sequence[int]) -> float:
        masses: Counter[int] = Counter()
        for secret in secrets:
            masses[kinds[secret]] += game.weight_of(secret)
        return -sum(each / masses.total() * math.log2(each / masses.total()) for each in masses.values())

    for row in found.best:
        cells: dict[int, list[int]] = {}
        for secret in candidates:
            cells.setdefault(game.respond(row.code, game.secrets[secret]), []).append(secret)
        assert dict(row.left) == {response: len(cell) for response, cell in cells.items()}
        chance = {response: mass(cell) / mass(candidates) for response, cell in cells.items()}
        going = {
            response: cell
            for response, cell in cells.items()
            if (len({kinds[secret] for secret in cell}) > 1 if game.classes else not game.solved(response))
        }
        assert row.worst == max(map(len, going.values()), default=0)
        assert row.expected_left == pytest.approx(sum(chance[each] * len(cell) for each, cell in going.items()))
        told = missing(candidates) - sum(chance[response] * missing(cell) for response, cell in cells.items())
        assert row.bits == pytest.approx(told, abs=1e-9)
        # No time is needed for what is known already: every cell is a single secret, or of one class.
        assert (row.further is not None) == (row.by == EXACT) == (row.worst <= (game.classes is None))
    bits = [row.bits for row in found.best if row.further is None]
    assert bits == pytest.approx(sorted(bits, reverse=True), abs=1e-6)


@pytest.mark.parametrize(("text", "history"), POSITIONS)
def test_every_row_is_that_of_the_rules(text: str, history: str) -> None:
    game = make_game(text)
    made = game.parse_history(history)
    candidates = game.consistent(made)
    found = rank(game, made, top=1000, seconds=0)
    assert found.candidates == len(candidates) and not found.sampled
    allowed = game.allowed(made)
    questions = [game.guesses[index] for index in range(game.question_count)] if allowed is None else list(allowed)
    assert found.considered == len(found.best) <= len(questions)
    assert {row.code for row in found.best} <= set(questions)
    # A guess that is left out does what one that is listed does.
    listed = {tuple(sorted(row.left.items())) for row in found.best}
    for code in questions:
        assert tuple(sorted(Counter(game.respond(code, secret) for secret in candidates).items())) in listed
    check_rows(game, found, list(map(game.secrets.index, candidates)))
    assert all(row.candidate == (row.code in candidates and game.secrets_are_questions) for row in found.best)


def test_every_row_is_that_of_the_rules_under_chances_and_where_the_class_is_enough() -> None:
    games = [class_case(number).game for number in range(40)]
    assert 0 < sum(game.uneven for game in games) < 40
    for game in [*games, with_chances(make_game("mastermind(2,3)"), {"11": 5, "12": 3, "*": 1})]:
        found = rank(game, top=100, seconds=0)
        check_rows(game, found, range(len(game.secrets)))
        if game.classes is not None:
            assert found.considered == len(found.best) == game.question_count
            assert not any(row.candidate for row in found.best)


def takes(game: Game, strategy: str) -> float:
    """What a tree takes on average."""
    claims = compile_strategy(game, strategy).data.claims
    if claims.weighed is None:
        return claims.total / claims.secrets
    return float(Fraction(claims.weighed.expected, claims.weighed.mass) * game.cost_unit)


def at_stake(text: str) -> Game:
    game = with_chances(make_game(text), {"11": 5, "12": 3, "*": 1})
    game.costs = [1 + index % 3 for index in range(game.question_count)]
    return game


GAMES: dict[str, Callable[[], Game]] = {
    **{text: partial(make_game, text) for text in ("mastermind(3,4)", "mastermind(3,3,goal=identify)")},
    "bulls-and-cows(2,6)": partial(make_game, "bulls-and-cows(2,6)"),
    **{f"at stake {text}": partial(at_stake, text) for text in ("mastermind(2,3)", "mastermind(2,3,goal=identify)")},
    **{f"class {number}": lambda number=number: class_case(number).game for number in range(12)},  # type: ignore[misc]
}


@pytest.mark.parametrize("name", GAMES)
def test_what_a_guess_takes_is_what_the_best_tree_with_it_takes(name: str) -> None:
    game = GAMES[name]()
    objective = "total" if game.weights is game.costs is None and game.classes is None else "expected"
    found = rank(game, top=5, seconds=math.inf)
    for row in found.best:
        assert row.by == EXACT and row.further is not None
        # A tree of a question that tells nothing is none of the best.
        if len(row.left) > 1:
            assert row.further == pytest.approx(takes(game, f"optimal({objective},first={row.text})"))
    furthers = [row.further for row in found.best]
    assert furthers == sorted(furthers)
    assert furthers[0] == pytest.approx(takes(game, f"optimal({objective})"))


def test_between_them_comes_what_the_heuristic_takes(tmp_path: Path) -> None:
    game = make_game("mastermind(3,4)")
    first, middle, last = rankings(game, top=3, strategy="minimax")
    assert [row.by for row in first.best] == [None] * 3 and [row.by for row in last.best] == [EXACT] * 3
    for row in middle.best:
        assert row.by == "minimax" and row.further == pytest.approx(takes(game, f"minimax(first={row.text})"))
    # Where answers may be one of several nothing else is told.
    for game in random_games(40, tmp_path):
        ranking = rank(game, top=20, strategy="minimax", seconds=60)
        for row in ranking.best:
            opened = compile_strategy(game, f"minimax(first={row.text})").data.claims
            if opened.depth == 0 or opened.lost:
                continue
            assert row.by == "minimax" and row.further == pytest.approx(takes(game, f"minimax(first={row.text})"))
            assert row.bits >= -1e-9 and sum(row.left.values()) >= ranking.candidates


def test_a_guess_of_ones_own_stands_beside_the_best() -> None:
    found = rank("mastermind(4,6)", "1122:0b0w 3345:0b3w", top=1, guesses=["1111", "4653"], seconds=math.inf)
    wasted, good = found.own
    assert (wasted.text, wasted.worst, wasted.bits) == ("1111", 20, 0) and good.text == found.best[0].text
    assert wasted.further is not None and good.further is not None and wasted.further == pytest.approx(1 + good.further)


def test_many_guesses_are_sampled_and_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(responses_at, "FIRST_PAIRS", 1 << 13)
    found = rank("mastermind(4,6)", "1122:1b1w", top=3, guesses=["6666"], seconds=0)
    assert found.sampled and found.considered < 100 and found.own[0].text == "6666"
    again = rank("mastermind(4,6)", "1122:1b1w", top=3, guesses=["6666"], seconds=0)
    assert [row.text for row in again.best] == [row.text for row in found.best]
    game = make_game("mastermind(4,6)")
    candidates = game.consistent(game.parse_history("1122:1b1w"))
    for row in found.best:
        assert dict(row.left) == dict(Counter(game.respond(row.code, secret) for secret in candidates))


def test_at_the_end_there_is_one_guess_left() -> None:
    found: Ranking = rank("mastermind(4,6)", "1122:0b0w 3345:0b3w 4653:2b2w", seconds=math.inf)
    assert found.candidates == 2 and found.best[0].further == 1.5 and found.best[0].candidate


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        ({"history": "1122:9b0w"}, StrategistError, "9b0w"),
        ({"history": "1111:0b0w 2222:0b0w 3333:0b0w 4444:0b0w 5555:0b0w 6666:0b0w"}, NoCandidateError, "no secret"),
        ({"guesses": ["77"]}, StrategistError, "77"),
        ({"strategy": "optimal"}, SpecError, "expected a strategy that scores guesses"),
        ({"strategy": "random"}, SpecError, "expected a strategy that scores guesses"),
    ],
)
def test_nonsense_is_refused(arguments: dict[str, object], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        rank("mastermind(4,6)", **arguments)  # type: ignore[arg-type]


def test_hard_mode_refuses_guesses_that_it_does_not_allow() -> None:
    with pytest.raises(StrategistError, match="not allowed"):
        rank("words(hard=true)", "crane:-y--g", guesses=["about"])


def test_candidates_of_a_very_large_game_are_a_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game("mastermind(5,6)")
    history = game.parse_history("11223:1b1w")
    exact = rank(game, history, top=5, guesses=["33344"], seconds=0)
    for name in ("MOST_FOUND", "_MOST_ASKED"):
        monkeypatch.setattr(drawing, name, 1 << 10)
    for name, value in (("_FEW", 8), ("_ENOUGH", 400), ("_AT_ONCE", 1000)):
        monkeypatch.setattr(drawing, name, value)
    found = rank(game, history, top=5, guesses=["33344"], seconds=0)
    assert exact.drawn is None and found.drawn is not None and found.drawn < exact.candidates
    assert found.candidates == pytest.approx(exact.candidates, rel=0.2)
    (wanted,), (told,) = exact.own, found.own
    assert told.bits == pytest.approx(wanted.bits, abs=0.2)
    assert told.worst == pytest.approx(wanted.worst, rel=0.2)
    for row in found.best:
        assert row.further is None and row.candidate == game.agrees(row.code, history)
    assert rank(game, history, top=5, guesses=["33344"], seconds=0) == found


def test_a_sample_of_few_candidates_gives_way_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("MOST_FOUND", 64), ("_MOST_ASKED", 64), ("_AT_ONCE", 50), ("_DRAWN", 500), ("_ENOUGH", 100)):
        monkeypatch.setattr(drawing, name, value)
    found = rank("mastermind(4,6)", "1122:0b0w 3345:0b3w", top=1, seconds=0)
    assert found.drawn is None and found.candidates == 20


def test_a_game_beyond_memory_is_ranked_by_a_sample_or_refused() -> None:
    game = make_game("mastermind(9,10)")
    found = rank(game, "112233445:2b2w", top=3)
    # A part of the codes is all that is scored: all of them would be too many for sums of logarithms.
    assert found.drawn is not None and found.sampled and found.candidates > 10**7
    with pytest.raises(TooLargeError, match=r"none of 2.* that were drawn agrees"):
        rank(game, "112233445:0b0w 678901234:9b0w", top=3)


def test_rules_that_are_asked_one_by_one_are_sampled() -> None:
    class Slow(Mastermind):
        """Mastermind without a kernel."""

        kernel = None

    found = rank(Slow({"pegs": 5, "colors": 6}), top=3, guesses=["11223"], seconds=0)
    assert found.candidates == 7776 and found.drawn is not None and found.drawn <= 512 and found.sampled
    (mine,) = rank("mastermind(5,6)", guesses=["11223"], seconds=0).own
    assert found.own[0].bits == pytest.approx(mine.bits, abs=0.2)


def test_a_large_table_is_made_of_the_sampled_guesses_only(monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game("words")
    exact = rank(game, top=1, guesses=["crane"], seconds=0)
    monkeypatch.setattr(responses_at, "FIRST_PAIRS", 1 << 14)
    found = rank(game, top=3, guesses=["crane"], seconds=0)
    assert found.sampled and found.considered <= 1 + (1 << 14) // len(game.secrets)
    assert replace(found.own[0], candidate=True) == replace(exact.own[0], candidate=True)
