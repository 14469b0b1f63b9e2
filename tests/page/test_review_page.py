"""Luck and skill by the page against the definition in Python: every figure of some games of each kind."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from jobs import job_of

from strategist import make_game, make_strategy
from strategist.choosing.luck_and_skill import EXACT, Review, review_by
from strategist.choosing.plain_values import Plainly, behind, by_heuristic, least
from strategist.model.game import Game
from strategist.model.position import Moves, Position
from strategist.search.advice.review import review as search_review

Engine = Callable[[str, Any], Any]

REVIEW = """
    const field = new Field(job.facts, makeTwin(job.facts, job.payload));
    const found = (moves) => [...reviews(field, { start: [], moves, rules: [job.rule] })].filter(Boolean).at(-1);
    return job.games.map(found);
"""
CASES = [
    ("mastermind(2,3)", EXACT),
    ("mastermind(2,3)", "entropy"),
    ("mastermind(2,3,turns=2)", EXACT),
    ("mastermind(2,3,turns=2)", "entropy"),
    ("mastermind(2,3,goal=identify)", EXACT),
    ("bulls-and-cows(2,4)", EXACT),
    ("words(answers={folder}/bells,hard=true,turns=3)", EXACT),
    ("words(answers={folder}/bells,hard=true,turns=3)", "entropy"),
    ("table(file={folder}/insects.csv,cost=price,chance=odds,goal=identify)", EXACT),
    ("table(file={folder}/insects.csv,cost=price,chance=odds)", EXACT),
    ("table(file={folder}/insects.csv,cost=price,chance=odds)", "entropy"),
    ("table(file={folder}/kinds.csv,secrets=rows,goal=class,class=kind)", EXACT),
    ("table(file={folder}/kinds.csv,secrets=rows,goal=class,class=kind)", "entropy"),
    ("table(file={folder}/pests.csv,cost=price,chance=odds,goal=class,class=sort)", EXACT),
    ("table(file={folder}/pests.csv,cost=price,chance=odds,goal=class,class=sort)", "entropy"),
]


def played(game: Game, secret: int) -> Moves:
    """A game that is played by guesses at random."""
    way = make_strategy("random(seed=3)", game)
    now, moves = Position((), range(len(game.secrets))), []
    while game.turns is None or len(moves) < game.turns:
        guess = way.guess(now)
        if guess is None or guess >= game.question_count:
            break
        response = game.respond(game.guesses[guess], game.secrets[secret])
        moves.append((guess, response))
        if game.solved(response):
            break
        now = behind(game, now, guess)[response]
    return moves


def told(review: Review) -> dict[str, Any]:
    """A review as the page gives it."""

    def near(figure: Fraction) -> Any:
        return pytest.approx(float(figure), abs=1e-9)

    game = review.game
    rows = [
        {
            "guess": game.guesses.index(row.code),
            "response": game.parse_response(row.answer),
            "before": row.before,
            "after": row.after,
            "expectedLeft": near(row.expected_left),
            "value": near(row.value),
            "worth": near(row.worth),
            "proven": row.proven,
            "luck": near(row.luck),
            "luckScore": row.luck_score,
        }
        for row in review.rows
    ]
    return {
        "by": review.by,
        "ending": review.ending,
        "value": near(review.value),
        "actual": near(review.actual),
        "rows": rows,
        "luck": near(review.luck),
        "luckScore": review.luck_score,
    }


@pytest.mark.parametrize(("text", "rule"), CASES)
def test_page_reviews_as_defined(engine: Engine, folder: Path, text: str, rule: str) -> None:
    game = make_game(text.format(folder=folder))
    value = least(game) if rule == EXACT else by_heuristic(make_strategy(rule, game))
    secrets = range(0, len(game.secrets), max(1, len(game.secrets) // 9))
    games = [played(game, secret) for secret in secrets]
    found = engine(REVIEW, job_of(game, games=games, rule=rule))
    for moves, review in zip(games, found, strict=True):
        expected = review_by(Plainly(game, value), Position((), range(len(game.secrets))), moves, rule)
        best = [(row.pop("best"), row.pop("bestWorth")) for row in review["rows"]]
        skill = [(row.pop("regret"), row.pop("skill")) for row in review["rows"]]
        in_all = [review.pop(name) for name in ("correction", "regret", "skill")]
        assert review == told(expected)
        history = tuple((game.guesses[guess], response) for guess, response in moves)
        # The better guess is that of a search, which compares others beside those of the rule.
        searched = search_review(game, history, by=rule, seconds=math.inf)
        right = searched.rows
        assert skill == [(pytest.approx(float(row.regret), abs=1e-9), row.skill) for row in right]
        near = [pytest.approx(float(figure), abs=1e-9) for figure in (searched.correction, searched.regret)]
        assert in_all == [*near, searched.skill]
        assert [figure for _, figure in best] == [pytest.approx(float(row.best_worth), abs=1e-9) for row in right]
        # Where several guesses are best, any of them is named.
        own = [row.best == row.text for row in right]
        assert [guess == row["guess"] for (guess, _), row in zip(best, review["rows"], strict=True)] == own


@pytest.mark.parametrize(("text", "rule"), CASES)
def test_luck_and_regret_add_up_over_all_secrets(engine: Engine, folder: Path, text: str, rule: str) -> None:
    game = make_game(text.format(folder=folder))
    found = engine(REVIEW, job_of(game, games=[played(game, each) for each in range(len(game.secrets))], rule=rule))
    for review in found:
        regret, luck = (sum(row[name] for row in review["rows"]) for name in ("regret", "luck"))
        assert (review["regret"], review["luck"]) == (pytest.approx(regret), pytest.approx(luck))
        assert review["actual"] - review["value"] == pytest.approx(review["correction"] + regret - luck, abs=1e-9)
        if review["ending"] == "lost":
            assert game.turns is not None and review["actual"] == game.turns + 1
        assert rule == EXACT or not any(row["proven"] for row in review["rows"])
    luck = sum(game.weight_of(secret) * review["luck"] for secret, review in enumerate(found))
    assert luck == pytest.approx(0, abs=1e-9)
