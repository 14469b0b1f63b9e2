"""Who wins a match, what is said when it ends early, and that secrets are drawn anew."""

from __future__ import annotations

from itertools import islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategist import make_game
from strategist.common.errors import StrategistError
from strategist.play.hidden import random_secret, random_secrets
from strategist.play.modes.match import Match, Player, Result
from strategist.play.prompt import Leave, Talk

pytestmark = pytest.mark.early

results = st.builds(Result, st.booleans(), st.integers(1, 12))


def say_of(first: list[Result], second: list[Result]) -> list[str]:
    """What is said in a match in which Ann and the person at the keyboard come to these results."""
    said: list[str] = []
    left, right = iter(first), iter(second)
    players = Player("Ann", "Ann guesses", lambda: next(left)), Player("you", "you guess", lambda: next(right))
    Match(players, len(first) + len(second), Talk(said.append, lambda prompt: None, said.append), "guess").play()
    return said


def solved(*guesses: int) -> list[Result]:
    return [Result(True, each) for each in guesses]


LOST = Result(False, 10)


@pytest.mark.parametrize(
    ("ann", "you", "verdict"),
    [
        (solved(5), solved(4), "you win the match: 4 guesses against 5"),
        (solved(5, 3), solved(4, 5), "Ann wins the match: 8 guesses against 9"),
        (solved(5, 3), solved(4, 4), "the match is a draw"),
        # More secrets go before fewer guesses.
        (solved(9, 9), [*solved(2), LOST], "Ann wins the match: 2 secrets found against 1"),
        ([LOST], solved(1), "you win the match: 1 secret found against 0"),
        ([LOST], [LOST], "the match is a draw"),
        # Who gives up early gains nothing.
        ([Result(False, 2), *solved(4)], [*solved(4), LOST], "the match is a draw"),
        ([Result(False, 2), *solved(5)], [*solved(4), LOST], "you win the match: 4 guesses against 5"),
        (solved(1), solved(2), "Ann wins the match: 1 guess against 2"),
    ],
)
def test_the_verdict(ann: list[Result], you: list[Result], verdict: str) -> None:
    assert say_of(ann, you)[-1] == verdict


@given(pairs=st.lists(st.tuples(results, results), min_size=1, max_size=6))
def test_changing_places_changes_the_winner_only(pairs: list[tuple[Result, Result]]) -> None:
    ann, you = map(list, zip(*pairs, strict=True))
    there, back = say_of(ann, you)[-1], say_of(you, ann)[-1]
    if there == "the match is a draw":
        assert back == there
    else:
        assert {there.split()[0], back.split()[0]} == {"Ann", "you"}
        assert there.partition(": ")[2] == back.partition(": ")[2]


def test_roles_alternate_and_the_score_is_told_behind_each_game() -> None:
    said = say_of(solved(5, 6), [LOST, *solved(7)])
    assert said[2:] == [
        "game 1 of 4: Ann guesses",
        "score: Ann found 1 of 1 secret in 5 guesses; you have not guessed yet",
        "game 2 of 4: you guess",
        "score: Ann found 1 of 1 secret in 5 guesses; you found 0 of 1 secret",
        "game 3 of 4: Ann guesses",
        "score: Ann found 2 of 2 secrets in 11 guesses; you found 0 of 1 secret",
        "game 4 of 4: you guess",
        "score: Ann found 2 of 2 secrets in 11 guesses; you found 1 of 2 secrets in 7 guesses",
        "Ann wins the match: 2 secrets found against 1",
    ]


@pytest.mark.parametrize("refused", [True, False])
def test_who_leaves_is_told_the_score_and_nobody_wins(refused: bool) -> None:
    said: list[str] = []

    def leave() -> Result:
        raise Leave(refused)

    players = Player("Ann", "Ann guesses", lambda: Result(True, 3)), Player("Bob", "Bob guesses", leave)
    with pytest.raises(Leave) as left:
        Match(players, 6, Talk(said.append, lambda prompt: None, said.append), "question").play()
    assert left.value.refused is refused
    assert said[-2:] == [
        "the match ends in game 2 of 6: nobody wins",
        "score: Ann found 1 of 1 secret in 3 questions; Bob has not guessed yet",
    ]


def test_an_error_ends_a_match_without_a_word() -> None:
    """Only leaving is part of the game; what goes wrong is for the command line to tell."""
    said: list[str] = []

    def fail() -> Result:
        raise StrategistError("what")

    with pytest.raises(StrategistError, match="what"):
        Match([Player("A", "A", fail)] * 2, 2, Talk(said.append, lambda prompt: None, said.append), "guess").play()
    assert said[-1] == "game 1 of 2: A"


def test_each_game_has_a_secret_of_its_own() -> None:
    game = make_game("mastermind(4,6)")
    assert len({random_secret(game, seed) for seed in range(50)}) > 40
    start = game.parse_history("1122:0b0w")
    for seed, behind in product((1, 2), ((), start)):
        drawn = list(islice(random_secrets(game, seed, behind), 30))
        assert drawn == list(islice(random_secrets(game, seed, behind), 30))
        assert drawn[0] == random_secret(game, seed, behind)
        assert len(set(drawn)) > 20
        assert all(game.agrees(secret, behind) for secret in drawn)
