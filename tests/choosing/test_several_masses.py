"""The scores of heuristics where cells overlap, beside the same figures in floating point, and what is never asked."""

from __future__ import annotations

import math
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import pytest
from plain_several_replay import random_games, table_a

from strategist import make_game, make_strategy
from strategist.choosing.heuristics import Heuristic
from strategist.choosing.masses import INFORMATION_BITS, MASS_BITS
from strategist.common.errors import NoCandidateError
from strategist.model.game import Game
from strategist.model.position import Position, Several


def whole(game: Game) -> Position:
    return Several(game).normal(enumerate(map(game.weight_of, range(len(game.secrets))))).position


def heuristic(game: Game, text: str) -> Heuristic:
    strategy = make_strategy(text, game)
    assert isinstance(strategy, Heuristic)
    return strategy


def joint(game: Game, question: int) -> dict[tuple[int, int], float]:
    """The probability of each kind (class, or secret) together with each answer."""
    left = whole(game)
    found: dict[tuple[int, int], float] = defaultdict(float)
    for secret, mass in zip(left.candidates, left.labels, strict=True):
        kind = secret if game.classes is None else game.classes[secret]
        for response, chance in game.answers(game.guesses[question], game.secrets[secret]):
            found[kind, response] += float(Fraction(mass, left.mass) * chance)
    return found


def entropy_of(masses: list[float]) -> float:
    return -math.fsum(mass * math.log2(mass) for mass in masses)


def test_entropy_is_what_is_missing_about_the_secret_after_the_answer(tmp_path: Path) -> None:
    for game in random_games(60, tmp_path):
        entropy = heuristic(game, "entropy")
        for question in range(game.question_count):
            both = joint(game, question)
            answers: dict[int, float] = defaultdict(float)
            for (_, response), mass in both.items():
                answers[response] += mass
            missing = entropy_of(list(both.values())) - entropy_of(list(answers.values()))
            score, cells = entropy.rating_at(whole(game)).of(question)
            assert score / 2**INFORMATION_BITS == pytest.approx(missing, abs=2e-6)
            assert cells == len(answers)


def test_the_other_scores_are_what_their_names_say(tmp_path: Path) -> None:
    for game in random_games(60, tmp_path):
        left = whole(game)
        for question in range(game.question_count):
            cells: dict[int, dict[int, Fraction]] = defaultdict(dict)
            for secret, mass in zip(left.candidates, left.labels, strict=True):
                for response, chance in game.answers(game.guesses[question], game.secrets[secret]):
                    cells[response][secret] = Fraction(mass, left.mass) * chance
            open_cells = [
                cell
                for cell in cells.values()
                if game.classes is None or len({game.classes[each] for each in cell}) > 1
            ]
            expected = sum((sum(cell.values()) * len(cell) for cell in open_cells), Fraction(0))
            scores = [
                heuristic(game, name).rating_at(left).of(question)[0]
                for name in ("minimax", "expected-size", "most-parts")
            ]
            assert scores[0] == max(map(len, open_cells), default=0)
            assert abs(Fraction(scores[1], 1 << MASS_BITS) - expected) <= Fraction(1, 1 << MASS_BITS)
            assert scores[2] == -len(cells)


def test_the_toss_of_a_coin_tells_nothing(tmp_path: Path) -> None:
    """Everyone answers the first question by the toss of a coin: its answer has one bit, and tells nothing."""
    file = tmp_path / "coin.csv"
    file.write_text(",a,b,c,d\ncoin,h/t,h/t,h/t,h/t\nfirst,y,n,n,n\nsecond,y,y,n,n/y\nthird,n,n,n,y\n")
    game = make_game(f"table({file},goal=narrow,several=/)")
    left = whole(game)
    assert not Several(game).tells(left, 0)
    for name in ("entropy", "minimax", "expected-size", "most-parts", "first", "random", "entropy(per=cost)"):
        assert make_strategy(name, game).guess(Position((), left.candidates)) != 0, name


def test_nothing_is_asked_that_was_asked_or_tells_nothing(tmp_path: Path) -> None:
    names = ("entropy", "minimax(ties=random)", "expected-size(sample=1)", "most-parts(per=cost)", "first", "random")
    for number, game in enumerate(random_games(100, tmp_path)):
        strategy = make_strategy(names[number % len(names)], game)
        history: tuple[tuple[int, int], ...] = ()
        candidates = list(range(len(game.secrets)))
        while (guess := strategy.guess(Position(history, candidates))) is not None and guess < game.question_count:
            assert guess not in [asked for asked, _ in history]
            assert Several(game).tells(Several(game).at(Position(history, candidates)), guess)
            answers = game.answers(game.guesses[guess], game.secrets[candidates[number % len(candidates)]])
            history = (*history, (guess, answers[-1].response))
            candidates = [
                each for each in candidates if game.gives(game.guesses[guess], game.secrets[each], answers[-1][0])
            ]


def test_a_position_without_candidates_is_refused(tmp_path: Path) -> None:
    game = table_a(tmp_path)
    with pytest.raises(NoCandidateError):
        Several(game).at(Position(((0, 0), (0, 1)), range(5)))


def test_per_cost_takes_the_cheap_question_of_equal_ones(tmp_path: Path) -> None:
    file = tmp_path / "cost.csv"
    file.write_text(",a,b,c,d,cost\nq,x,x/y,y,y,5\nr,x,x/y,y,y,2\n")
    game = make_game(f"table({file},goal=narrow,several=/,cost=cost)")
    left = whole(game)
    assert make_strategy("entropy", game).guess(left) == 0
    for name in ("entropy", "minimax", "expected-size", "most-parts"):
        assert make_strategy(f"{name}(per=cost)", game).guess(left) == 1, name
