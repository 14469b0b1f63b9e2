"""Advice where answers may be false, beside the plain rules: scores, rankings, depths, explanations, reviews."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest
from all_lies import doubtful_games
from click.testing import CliRunner
from positions import cells_at

from strategist import compile_strategy, explain, make_game, make_strategy, rank, review
from strategist.choosing.heuristics import Heuristic
from strategist.choosing.lies.weighed_questions import weighed_question
from strategist.choosing.masses import WORST
from strategist.commands.cli import cli
from strategist.common.errors import CodeError, ResponseError, SpecError, TooLargeError
from strategist.environment.scoring import score
from strategist.model.game import Code, Game, History
from strategist.model.lies.answer_bits import AnswerBits, bits_of
from strategist.model.position import Position, kind_of
from strategist.play.chosen import next_guess
from strategist.search.advice import advise
from strategist.search.advice.comparing_by_kind import comparison_at
from strategist.search.advice.valuing.at_worst import BestDepths, TreeDepths, counted_depth
from strategist.search.lies.plain_lies import PlainLies
from strategist.search.state.start import start_of
from strategist.show.moves.review_table import cells_of_review, review_record, review_sum

SMALL = ["mastermind(1,3,goal=identify,lies=1)", "mastermind(2,2,lies=1)", "mastermind(2,2,lies=2,honest=yes)"]


def positions(game: Game, count: int, seed: int = 0) -> Iterator[tuple[tuple[tuple[int, int], ...], Position]]:
    """Some positions on the way to an end, with the moves that lead there."""
    drawn = Random(seed)
    left: Position = kind_of(game).begin()
    moves: tuple[tuple[int, int], ...] = ()
    for _ in range(count):
        if kind_of(game).ending(left) is not None:
            left, moves = kind_of(game).begin(), ()
        yield moves, left
        question = drawn.randrange(game.question_count)
        cells = {answer: cell for answer, cell in cells_at(game, left, question).items() if not game.solved(answer)}
        if not cells:
            left, moves = kind_of(game).begin(), ()
            continue
        answer = drawn.choice(sorted(cells))
        left, moves = cells[answer], (*moves, (question, answer))


def worth(game: Game, plain: PlainLies, left: Position, question: int) -> int:
    """The guesses at worst if a question is asked, by trying everything."""
    behind = (each for answer, each in cells_at(game, left, question).items() if not game.solved(answer))
    return 1 + max((plain.depth(each) for each in behind), default=0)


def test_the_kernel_scores_as_the_rules_do(tmp_path: Path) -> None:
    for game in doubtful_games(tmp_path, tables=6):
        for moves, left in positions(game, 6):
            history = tuple((game.guesses[question], answer) for question, answer in moves)
            comparison = comparison_at(game, history)
            questions = np.arange(game.question_count, dtype=np.int32)
            for name in ("minimax", "entropy"):
                strategy = make_strategy(name, game)
                assert isinstance(strategy, Heuristic)
                plain = [strategy.rating_at(left).of(question)[0] for question in questions.tolist()]
                assert comparison.scores(strategy, questions).tolist() == plain, (game.spec, history, name)
                compared = comparison.compare(strategy)
                if min(plain) < WORST:
                    assert compared.scores.min() == min(plain) and WORST not in compared.scores


def test_rows_tell_the_cells_and_what_is_missing(tmp_path: Path) -> None:
    for game in doubtful_games(tmp_path, tables=6):
        answers, entropy = AnswerBits(game), make_strategy("entropy", game)
        assert isinstance(entropy, Heuristic)
        for _, left in positions(game, 5, 1):
            for question in range(min(6, game.question_count)):
                found = weighed_question(game, answers, bits_of(left, game), question)
                cells = cells_at(game, left, question)
                assert found.sizes == {answer: len(cell) for answer, cell in cells.items()}
                on = [len(cell) for answer, cell in cells.items() if not _over(game, answer, cell)]
                assert found.largest == max(on, default=0)
                assert 0 <= found.expected <= found.largest
                missing, _ = entropy.rating_at(left).of(question)
                if missing != WORST:
                    assert abs(np.log2(found.whole) - found.bits - missing / 2**20) < 1e-4
                for answer, cell in cells.items():
                    told = found.bits_told(answer)
                    assert told == pytest.approx(np.log2(found.whole)) or not _over(game, answer, cell)


def _over(game: Game, answer: int, cell: Position) -> bool:
    return game.solved(answer) or kind_of(game).ending(cell) is not None


def test_a_ranking_tells_the_guesses_at_worst_as_trying_everything_does(tmp_path: Path) -> None:
    for game in [*map(make_game, SMALL), *list(doubtful_games(tmp_path, 3))[-3:]]:
        plain = PlainLies(game)
        for moves, left in positions(game, 3, 2):
            history = tuple((game.guesses[question], answer) for question, answer in moves)
            found = rank(game, history, top=6, seconds=60)
            assert found.candidates == len(left) and found.best
            for row in found.best:
                assert row.by == "exact"
                assert row.further == worth(game, plain, left, game.guesses.index(row.code)), (game.spec, history)
            best = [row.further for row in found.best]
            assert best == sorted(best)


def test_depths_are_those_of_trees_and_of_the_rules(tmp_path: Path) -> None:
    for game in [*map(make_game, SMALL), *list(doubtful_games(tmp_path, 3))[-3:]]:
        strategy = make_strategy("minimax", game)
        assert isinstance(strategy, Heuristic)
        trees, everybody = TreeDepths(game, strategy), bits_of(kind_of(game).begin(), game)
        data = compile_strategy(game, strategy).data
        assert trees.grown(everybody) == (data.tree.guesses[0], data.claims.depth)
        best, plain = BestDepths(game, trees), PlainLies(game)
        for _, left in positions(game, 4, 3):
            sets = bits_of(left, game)
            exact = plain.depth(left)
            assert counted_depth(game, sets) <= best.of(sets) == exact <= trees.of(sets)
            for question in range(min(4, game.question_count)):
                assert best.of_question(sets, question) == worth(game, plain, left, question)
                assert trees.of_question(sets, question) >= best.of_question(sets, question)
            if exact:
                assert worth(game, plain, left, best.first(sets)) == exact


def test_a_review_is_about_the_worst_case() -> None:
    game = make_game("mastermind(2,2,lies=1)")
    plain = PlainLies(game)
    history = game.parse_history("11:1b0w 12:1b0w 22:1b0w 21:2b0w")
    found = review(game, history, by="exact", seconds=60)
    moves, left = [], kind_of(game).begin()
    for row, (guess, answer) in zip(found.rows, history, strict=True):
        question = game.guesses.index(guess)
        assert row.value == plain.depth(left)
        assert row.worth == worth(game, plain, left, question)
        assert row.best_worth == min(worth(game, plain, left, each) for each in range(game.question_count)) == row.value
        assert row.regret == row.worth - row.best_worth and row.luck >= 0
        cells = cells_at(game, left, question)
        sizes = [len(cell) for each, cell in cells.items() if not game.solved(each)]
        assert row.expected_left == max(sizes, default=0)
        left = cells[answer]
        moves.append((question, answer))
        assert row.after == (0 if game.solved(answer) else len(left))
    assert found.ending == "solved" and found.secret == "21"
    assert found.actual - found.value == found.correction + found.regret - found.luck
    assert review_sum(found) == "4 guesses = 4 at worst + 0 regret - 0 spared"
    assert [cells[-1] for cells in cells_of_review(found)] == [*["could be it"] * 4, ""]
    record = review_record(found)
    assert "luck" not in record and record["spared"] == 0.0 and record["false"] == [2]


@pytest.mark.parametrize("by", ["entropy", "estimate", None])
def test_reviews_add_up_whatever_values_them(by: str | None, tmp_path: Path) -> None:
    for game in doubtful_games(tmp_path, tables=2):
        strategy = make_strategy("first", game)
        secret: Code = game.secrets[-1]
        history: History = ()
        while (guess := next_guess(game, strategy, history, game.consistent(history))) is not None:
            if game.is_announcement(guess):
                break
            history = (*history, (guess, min(game.admitted(guess, secret))))
            if game.solved(history[-1][1]):
                break
        told = review(game, history, by=by)
        assert told.actual - told.value == told.correction + told.regret - told.luck
        assert all(row.luck >= 0 and row.regret >= 0 for row in told.rows)
        assert told.ending in ("solved", "known")


def test_a_file_values_a_review_by_its_tree() -> None:
    data = compile_strategy("mastermind(2,3,lies=1)", "minimax").data
    found = review("mastermind(2,3,lies=1)", "12 33 13", secret="13", by=data)
    assert found.by == "minimax" and found.value == data.claims.depth
    assert found.actual - found.value == found.correction + found.regret - found.luck


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(CodeError, match="if 13 is the secret, 2 answers were false, 12:2b0w"):
        review("mastermind(2,3,goal=identify,lies=1)", "12:2b0w 22:2b0w", secret="13")
    with pytest.raises(ResponseError, match="several rows can be shown"):
        review("words(fibble=true)", "alert", secret="apple")
    with pytest.raises(TooLargeError, match="a table of all answers takes 66572M"):
        rank("subsets(31,lies=1)")
    with pytest.raises(SpecError, match="expected a strategy that knows answers that may be false"):
        rank("mastermind(2,3,lies=1)", strategy="most-parts")


def test_show_counts_the_cells_of_a_position_as_lies_leave_them() -> None:
    game = make_game("mastermind(2,3,lies=1)")
    line = ["show", game.spec, "11", "23", "--given", "12:0b0w 33:1b0w", "--json"]
    told = json.loads(CliRunner().invoke(cli, line, catch_exceptions=False).output)
    left = kind_of(game).left([(game.guesses.index(guess), answer) for guess, answer in game.parse_history(line[5])])
    assert left is not None and told["secrets"] == len(left)
    for record in told["guesses"]:
        cells = cells_at(game, left, game.parse_question(record["guess"]))
        sizes = {game.format_response(answer): len(cell) for answer, cell in cells.items()}
        assert record["cells"] == sizes and record["largest"] == max(sizes.values())
        assert 0 <= record["expected_size"] <= len(left) and record["entropy"] >= 0


def test_explanations_speak_of_bits() -> None:
    found = explain("mastermind(2,3,lies=1)", "11:0b0w 23:1b0w")
    assert set(found.others) == {"minimax", "entropy"} and found.guess.text == "22"
    assert found.sentence.startswith("22 tells 2.94 bits; the next best, 13, ")
    told = explain("mastermind(2,3,lies=1)", "11:0b0w 23:1b0w", strategy="minimax")
    assert " leaves at most " in told.sentence and " bits" in told.sentence


def test_scores_tell_consistency_chances_and_bits() -> None:
    found = score("mastermind(2,3,lies=1)", "12:1b0w 12:0b2w 33:0b0w 21:2b0w", seconds=60)
    assert [each.consistent for each in found.moves] == [True, False, False, True]
    assert [each.can_win for each in found.moves] == [True, False, False, True]
    assert all(each.bits >= 0 for each in found.moves) and found.regret == 2


def test_advice_is_one_guess_where_a_tree_would_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game("mastermind(2,3,lies=1)")
    strategy, start = make_strategy("entropy", game), start_of(game, game.parse_history("12:1b0w"))
    whole = advise.advise(game, strategy, start)
    monkeypatch.setattr(advise, "_MOST_UNDER_LIES", 0)
    alone = advise.advise(game, strategy, start)
    assert whole.ahead and not alone.ahead
    assert (alone.guess, alone.left) == (whole.guess, whole.left)


@pytest.mark.slow
def test_larger_games_are_advised() -> None:
    for text, history in (("mastermind(4,6,lies=1)", "1122:1b1w"), ("bulls-and-cows(3,10,lies=1)", "012:1b0c")):
        found = rank(text, history, top=3, seconds=2)
        assert found.best and found.best[0].bits > 2
