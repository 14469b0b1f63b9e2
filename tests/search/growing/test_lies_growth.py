"""Positions of heuristics where answers may be false, grown once each by kernels, against the tree grown slot by
slot."""

from pathlib import Path
from random import Random

import pytest
from all_lies import doubtful_games, lying_table, unfolded

from strategist.checking.verify import verify_strategy
from strategist.choosing.registry import make_strategy
from strategist.common.errors import TooLargeError
from strategist.files.strategy import StrategyData
from strategist.games.catalog import make_game
from strategist.model.game import Game
from strategist.model.trees.figures import claims_of
from strategist.search.compile.compile import compile_from, compile_strategy
from strategist.search.compile.grow_once import grow_once
from strategist.search.growing.lies_tables import grows_lies
from strategist.search.growing.slow_path import slow_path
from strategist.search.state.options import Options
from strategist.search.state.start import Start, start_of


def options_of(draw: Random, game: Game) -> str:
    given = [f"ties={draw.choice(['lowest', 'highest', 'random', 'cells'])}"]
    if draw.random() < 0.3 and game.secrets_are_questions:
        given.append("guesses=candidates")
    if draw.random() < 0.3:
        given.append(f"seed={draw.randint(0, 5)}")
    if draw.random() < 0.3:
        given.append(f"first={game.format_code(game.guesses[draw.randrange(game.question_count)])}")
    return f"{draw.choice(['minimax', 'entropy'])}({','.join(given)})"


def assert_same(game: Game, spec: str, start: Start, jobs: int = 1) -> None:
    strategy = make_strategy(spec, game)
    plain = compile_from(game, strategy, start, plain=True).data
    data = compile_from(game, strategy, start, options=Options(jobs=jobs)).data
    told = game.spec, spec, start.history
    assert (list(data.tree.guesses), list(data.tree.masks)) == (list(plain.tree.guesses), list(plain.tree.masks)), told
    assert data.claims == plain.claims == claims_of(game, data.tree, start.candidates, start.history), told
    kernel, _ = grow_once(game, strategy, start) if grows_lies(game, strategy) else (plain.tree, None)
    for slot in range(len(kernel)):
        assert list(kernel.solved_secrets(slot)) == list(plain.tree.solved_secrets(slot))
        assert kernel.solved_under(slot) == plain.tree.solved_under(slot)


@pytest.mark.parametrize("part", range(6))
def test_kernels_choose_as_plain_code(part: int, tmp_path: Path) -> None:
    draw = Random(part)
    for game in doubtful_games(tmp_path, 8):
        assert_same(game, options_of(draw, game), start_of(game))


def test_kernels_choose_as_plain_code_in_tables(tmp_path: Path) -> None:
    for seed in range(100, 180):
        draw, game = Random(seed), lying_table(seed, tmp_path)
        assert_same(game, options_of(draw, game), start_of(game), draw.randint(1, 2))


@pytest.mark.parametrize(
    ("text", "history"),
    [
        ("mastermind(3,4,lies=1)", "112:1b1w"),
        ("mastermind(3,4,lies=2,honest=yes)", "112:1b1w 123:0b0w 112:1b1w"),
        ("bulls-and-cows(3,5,lies=1)", "123:0b2c"),
        pytest.param("bulls-and-cows(3,6,lies=1)", "123:0b2c", marks=pytest.mark.slow),
        ("mastermind(3,3,goal=identify,lies=1)", "112:1b1w"),
        ("mastermind(2,4,lies=1)", ""),
    ],
)
@pytest.mark.parametrize("spec", ["minimax", "entropy(ties=random,seed=4)", "entropy(guesses=candidates)"])
def test_behind_a_history(text: str, history: str, spec: str) -> None:
    game = make_game(text)
    assert_same(game, spec, start_of(game, game.parse_history(history)))


def test_threads_change_nothing() -> None:
    one, two = (compile_strategy("mastermind(3,6,lies=1)", "entropy", jobs=jobs).data for jobs in (1, 2))
    assert list(one.tree.guesses) == list(two.tree.guesses)
    assert list(one.tree.masks) == list(two.tree.masks)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("text", "spec", "histogram"),
    [
        ("mastermind(4,6,lies=1)", "minimax", (1, 0, 0, 0, 0, 25, 1176, 94)),
        pytest.param("mastermind(4,6,lies=1)", "entropy", (1, 0, 0, 0, 0, 42, 1177, 76), marks=pytest.mark.slow),
        ("bulls-and-cows(3,10,lies=1)", "entropy", (1, 0, 0, 0, 0, 0, 59, 488, 161, 11)),
    ],
)
def test_figures(text: str, spec: str, histogram: tuple[int, ...]) -> None:
    data = compile_strategy(text, spec).data
    assert data.claims.histogram == histogram
    assert data.claims == claims_of(make_game(text), data.tree, range(data.claims.secrets))


@pytest.mark.thorough
@pytest.mark.parametrize("text", ["mastermind(3,4,lies=2)", "mastermind(2,3,goal=identify,lies=2)", "fibble"])
def test_a_tree_of_too_many_slots_shares_them(text: str, tmp_path: Path) -> None:
    if text == "fibble":
        words = tmp_path / "words.txt"
        words.write_text("abbey bobby ebony ebbed below elbow bowel nobel".replace(" ", "\n"))
        text = f"words({words},fibble=true)"
    game = make_game(text)
    strategy = make_strategy("minimax", game)
    whole, claims = grow_once(game, strategy, start_of(game))
    tree, same = grow_once(game, strategy, start_of(game), budget=100 * (len(whole) - 1))
    assert whole.links is None and tree.links is not None and len(tree) < len(whole)
    asked = unfolded(tree)
    assert (list(asked.guesses), list(asked.masks)) == (list(whole.guesses), list(whole.masks))
    assert same == claims == claims_of(game, tree, range(len(game.secrets)))
    assert tree.solved_under(0) == len(game.secrets)
    found = verify_strategy(StrategyData(game, strategy.spec, tree, claims))
    assert found.verified and found.games == verify_strategy(StrategyData(game, strategy.spec, whole, claims)).games


def test_a_tree_that_does_not_fit_is_refused() -> None:
    game = make_game("mastermind(3,4,lies=2)")
    strategy = make_strategy("minimax", game)
    with pytest.raises(TooLargeError, match=r"has more than 40 different positions after \d questions: expected fewer"):
        grow_once(game, strategy, start_of(game), budget=40 * 256)
    with pytest.raises(TooLargeError, match="a table of all answers takes"):
        grow_once(game, strategy, start_of(game), budget=4000)
    with pytest.raises(TooLargeError, match="memory: expected at least"):
        grow_once(game, strategy, start_of(game), memory=1 << 20)


def test_weights_that_fit_no_word_are_weighed_by_plain_code() -> None:
    few, many = (make_game(f"words(lies={lies})") for lies in (2, 7))
    assert grows_lies(few, make_strategy("minimax", few))
    assert not grows_lies(many, make_strategy("minimax", many))
    assert slow_path(few, make_strategy("minimax", few)) is None
    assert str(slow_path(many, make_strategy("minimax", many))).startswith("minimax has no kernel and scores guesses")
