"""The volume bound against the least depth of small games, over all strategies by the plain rules."""

from functools import cache

import pytest
from positions import cells_at

from strategist.games.catalog import make_game
from strategist.model.game import Game
from strategist.model.lies.honest import Honest
from strategist.model.lies.volume import least_guesses, least_questions, ways_to_answer, weight
from strategist.model.position import Position, kind_of


def least_depths(game: Game, most: int) -> dict[Position, int]:
    """The least depth of every position that questions lead to, up to ``most``, by trying everything."""
    found: dict[Position, int] = {}

    @cache
    def within(left: Position, guesses: int) -> bool:
        if kind_of(game).ending(left) is not None:
            return True
        if guesses == 0:
            return False
        return any(
            all(game.solved(response) or within(cell, guesses - 1) for response, cell in cells.items())
            for cells in (cells_at(game, left, question) for question in range(game.question_count))
        )

    start = kind_of(game).begin()
    reached, level = {start}, [start]
    while level:
        below = []
        for left in level:
            for question in range(game.question_count):
                for response, cell in cells_at(game, left, question).items():
                    if not game.solved(response) and cell not in reached and len(reached) < 300:
                        reached.add(cell)
                        below.append(cell)
        level = below
    for left in reached:
        fitting = (guesses for guesses in range(most + 1) if within(left, guesses))
        if (depth := next(fitting, None)) is not None:
            found[left] = depth
    return found


def bound(game: Game, left: Position) -> int:
    answers = max(len(game.can_get(guess)) for guess in game.guesses[: game.question_count])
    sizes = [len(left.labelled(game.lies - lies)) for lies in range(game.lies + 1)]
    if game.honest is Honest.NONE:
        return least_questions(sizes, answers)
    assert game.honest is not None
    return least_guesses(sizes, answers, game.honest)


@pytest.mark.parametrize(
    ("text", "depth"),
    [
        ("mastermind(2,2,lies=1)", 4),
        ("mastermind(2,2,lies=1,honest=yes)", 5),
        ("mastermind(2,2,lies=1,honest=none)", 4),
        ("mastermind(2,2,lies=2)", 4),
        ("mastermind(2,2,lies=2,honest=yes)", 7),
        ("mastermind(1,3,lies=1)", None),
        ("mastermind(1,4,lies=1,honest=yes)", None),
        ("mastermind(1,3,lies=1,honest=none)", None),
    ],
)
def test_no_strategy_beats_the_volume_bound(text: str, depth: int | None) -> None:
    game = make_game(text)
    depths = least_depths(game, 7)
    if depth is not None:
        assert depths[kind_of(game).begin()] == depth
    assert len(depths) > 3
    for left, least in depths.items():
        assert bound(game, left) <= least, (game.spec, left)


def test_figures_of_the_classical_game() -> None:
    assert [least_questions([0] * lies + [10**6], 2) for lies in (1, 2, 3)] == [25, 29, 33]
    # The most secrets that the volume bound allows for one lie and q questions: 2^q / (q + 1), rounded down.
    for questions in range(1, 12):
        most = 2**questions // (questions + 1)
        assert least_questions([0, most], 2) <= questions < least_questions([0, most + 1], 2)


def test_answers_share_the_weight_of_a_position() -> None:
    for answers in (2, 3, 14):
        for lies in range(4):
            for questions in range(1, 9):
                fewer = ways_to_answer(questions - 1, lies - 1, answers) if lies else 0
                together = ways_to_answer(questions - 1, lies, answers) + (answers - 1) * fewer
                assert weight([0] * lies + [1], questions, answers) == together


def test_one_answer_tells_nothing() -> None:
    assert least_questions([1], 1) == 0
    with pytest.raises(ValueError, match="expected 2 answers or more, got 1"):
        least_questions([2], 1)
