"""Explanations: the figures are those of the rules, and what is called the best is the best."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from plain_several_replay import random_games

from strategist import make_game, make_strategy
from strategist.choosing.heuristics import Heuristic
from strategist.choosing.reasons.explanation import reason_of
from strategist.choosing.reasons.guess_figures import true_row
from strategist.choosing.reasons.plainly import explain_plainly
from strategist.choosing.registry import known_strategies
from strategist.model.position import Position
from strategist.search.advice.explaining import explain
from strategist.show.moves.explanation_lines import explanation_lines, explanation_record

FIXTURES = Path(__file__).parents[2] / "fixtures"
POSITIONS = [
    ("mastermind(3,4)", "", None, "minimax"),
    ("mastermind(3,4)", "112:1b0w", "444", "entropy"),
    ("mastermind(4,5)", "1122:1b1w", None, "expected-size"),
    ("mastermind(3,4,goal=identify)", "112:1b0w", None, "most-parts"),
    ("words", "crane:-y--g", None, "minimax"),
]


@pytest.mark.parametrize(("text", "history", "guess", "strategy"), POSITIONS)
def test_the_best_and_the_next_best_are_those_of_the_rules(
    text: str, history: str, guess: str | None, strategy: str
) -> None:
    game = make_game(text)
    made = game.parse_history(history)
    candidates = game.consistent(made)
    heuristic = make_strategy(strategy, game)
    assert isinstance(heuristic, Heuristic)

    def score(code: object) -> int:
        return heuristic.score(Counter(game.respond(code, secret) for secret in candidates).values())

    found = explain(game, made, guess, strategy=strategy)
    scores = sorted({score(game.guesses[index]) for index in range(game.question_count)})
    mine = score(found.guess.code)
    assert found.best == (mine == scores[0]) and found.best == (guess is None)
    assert found.rival is not None and score(found.rival.code) == scores[1 if found.best else 0]
    assert found.guess.text in found.sentence and found.rival.text in found.sentence
    for name, row in found.others.items():
        other = make_strategy(name, game)
        assert isinstance(other, Heuristic)
        every = (
            other.score(Counter(game.respond(game.guesses[index], secret) for secret in candidates).values())
            for index in range(game.question_count)
        )
        assert other.score(row.left.values()) == min(every)


def test_where_all_questions_were_asked_none_tells_anything(tmp_path: Path) -> None:
    for game in random_games(20, tmp_path):
        for secret in game.secrets:
            questions = game.guesses[: game.question_count]
            history = tuple((guess, game.answers(guess, secret)[0].response) for guess in questions)
            found = explain(game, history, runners=1)
            assert found.guess.bits == 0 and list(found.guess.left.values()) == [len(game.consistent(history))]
            assert "tells" in found.sentence or "certain" in found.sentence


def test_a_strategy_without_cells_is_compared_by_entropy() -> None:
    found = explain("mastermind(4,6)", "1122:1b1w", "6666", strategy="optimal")
    assert (found.strategy, found.by, found.best) == ("optimal(total)", "entropy", False)
    assert found.sentence == "6666 tells 1.23 bits; the best by entropy, 1314, 3.36"
    lines = explanation_lines(found)
    assert max(map(len, lines)) <= 80 and any("optimal(total)" in line for line in lines)
    assert explanation_record(found)["guess"]["guess"] == "6666"


def test_what_is_certain_needs_no_comparison() -> None:
    found = explain("mastermind(4,6)", "1122:0b0w 3345:0b3w 4653:4b0w")
    assert explanation_lines(found) == ["4653 is certain"]


TWINS = [
    *POSITIONS[:4],
    ("mastermind(3,4)", "112:1b0w", None, "random"),
    ("mastermind(3,4)", "", None, "minimax(first=112)"),
    ("mastermind(3,4)", "112:1b1w", None, "hill-climb"),
    ("mastermind(2,3,lies=1)", "11:1b0w", None, "minimax"),
    ("mastermind(2,3,lies=1,goal=identify)", "", "12", "entropy"),
    ("bulls-and-cows(3,5)", "123:1b1c", None, "most-parts(guesses=candidates)"),
    ("words(answers={folder}/bells.txt,hard=true,turns=3)", "", None, "expected-size"),
    ("table(file={fixtures}/animals.csv)", "", None, "entropy(per=cost)"),
    ("table(file={fixtures}/animals.csv,goal=identify)", "", None, "dallwitz"),
    ("table(file={folder}/insects.csv,cost=price,chance=odds,goal=identify)", "", None, "expected-size"),
    ("table(file={fixtures}/kinds.csv,secrets=rows,goal=class,class=kind)", "milk:yes", None, "minimax"),
    ("table(file={fixtures}/kinds.csv,secrets=rows,goal=class,class=kind)", "", None, "entropy"),
    ("pools(5)", "", None, "halving"),
]


@pytest.mark.parametrize(("text", "history", "guess", "strategy"), TWINS)
def test_the_rules_alone_explain_the_same(
    tmp_path: Path, text: str, history: str, guess: str | None, strategy: str
) -> None:
    (tmp_path / "bells.txt").write_text("bell\nball\nbull\nhell\nhall\n")
    (tmp_path / "insects.csv").write_text(",fly,bee,ant,price\nwings,2,4,0,1\nsting,no,yes,yes,2\nodds,5,2,1,\n")
    game = make_game(text.format(folder=tmp_path, fixtures=FIXTURES))
    found, plain = (
        explain(game, history, guess, strategy=strategy),
        explain_plainly(game, history, guess, strategy=strategy),
    )
    assert explanation_record(found) == explanation_record(plain)
    assert explanation_lines(found) == explanation_lines(plain)


def test_the_rules_alone_explain_several_answers(tmp_path: Path) -> None:
    for game in random_games(20, tmp_path):
        for strategy in ("entropy", "expected-size", "most-parts", "first"):
            question, secret = game.guesses[0], game.secrets[-1]
            for history in ((), ((question, game.answers(question, secret)[0].response),)):
                found = explain(game, history, strategy=strategy), explain_plainly(game, history, strategy=strategy)
                assert explanation_record(found[0]) == explanation_record(found[1])


@pytest.mark.parametrize("strategy", ["first", "random(seed=3)", "blind", "hill-climb", "state-machine", "monochrome"])
def test_what_a_strategy_guesses_is_explained(strategy: str) -> None:
    game = make_game("mastermind(3,4)")
    history = game.parse_history("112:1b1w")
    left = [index for index, secret in enumerate(game.secrets) if game.agrees(secret, history)]
    moves = ((game.guesses.index(history[0][0]), history[0][1]),)
    made = make_strategy(strategy, game)
    own = made.guess(Position(moves, left))
    assert own is not None
    found = explain(game, history, strategy=strategy)
    assert found.guess.code == game.guesses[own] and found.strategy == made.spec
    assert found.reason.startswith(made.name) and any(found.reason == each for each in explanation_lines(found))


def test_a_search_makes_no_guess_of_its_own() -> None:
    found = explain("mastermind(3,4)", strategy="optimal")
    assert found.strategy == "entropy" and found.guess.text == "123"


def test_each_built_in_strategy_has_its_words(tmp_path: Path) -> None:
    mastermind, pools = make_game("mastermind(3,4)"), make_game("pools(4)")
    for name in known_strategies():
        game = pools if name in ("dorfman", "halving", "nested") else mastermind
        strategy = make_strategy("feasible(5)" if name == "feasible" else name, game)
        left = Position((), range(len(game.secrets)))
        row = true_row(game, left, 1)
        told = reason_of(strategy, left, row, len(left))
        assert told.startswith(strategy.name) and len(told) > len(strategy.name) + 20, told
