"""Trees of heuristics by several threads and from samples, against one thread and against the plain specification."""

from __future__ import annotations

import hashlib
import threading
import time

import numpy as np
import pytest

from strategist import compile_strategy, make_game, make_strategy
from strategist.common.errors import SpecError, TooLargeError
from strategist.files.strategy import encode
from strategist.model.game import Game
from strategist.model.tree import DecisionTree
from strategist.search.adapters.registry import source_at
from strategist.search.compile.compile import compile_from, start_for
from strategist.search.growing.growing import GrowthArrays, grow_tree, growth_bytes
from strategist.search.growing.plans import make_plan, warm_up_for
from strategist.search.kernels.growth.grow import Plan
from strategist.search.kernels.growth.slots import tree_of
from strategist.search.kernels.numba.jit import DONE, HALT, control_cells
from strategist.search.kernels.symmetry.same_guesses import make_group
from strategist.search.state.options import Options
from strategist.search.state.start import start_of

GAMES = [
    "mastermind(3,5)",
    "mastermind(3,4,turns=3)",
    "mastermind(3,4,feedback=black)",
    "mastermind(2,4,goal=identify)",
    "bulls-and-cows(3,6)",
]
RULES = [
    "minimax",
    "expected-size(guesses=candidates)",
    "entropy",
    "entropy(ties=highest)",
    "minimax(ties=random,seed=5)",
    "most-parts(ties=cells)",
    "minimax(first={})",
]
SAMPLES = [
    "entropy(sample=5)",
    "minimax(sample=1,seed=3)",
    "expected-size(sample=30,ties=highest)",
    "most-parts(sample=8,ties=random)",
    "minimax(sample=4,ties=cells)",
    "entropy(sample=6,guesses=candidates)",
    "minimax(sample=1000000)",
]


Columns = tuple[list[int], list[int]]


def columns(tree: DecisionTree) -> Columns:
    return list(tree.guesses), list(tree.masks)


def ground_for(game: Game, text: str, jobs: int, history: str = "") -> tuple[GrowthArrays, Plan, np.ndarray]:  # type: ignore[type-arg]
    """What ``grow_tree`` needs, for all of a game or from a history."""
    start = start_of(game, game.parse_history(history))
    source, candidates = source_at(game, start.candidates)
    plan = make_plan(game, make_strategy(text, game), start.history)
    group = make_group(game, source, len(start.candidates) == len(game.secrets))
    return GrowthArrays(source, group, control_cells(), jobs), plan, candidates


def grown(game: Game, text: str, jobs: int, least_work: int, history: str = "") -> Columns:
    ground, plan, candidates = ground_for(game, text, jobs, history)
    return columns(tree_of(grow_tree(ground, plan, candidates, least_work), game.response_count))


@pytest.mark.parametrize("text", GAMES)
@pytest.mark.parametrize("strategy", RULES)
def test_the_tree_does_not_depend_on_how_the_work_is_divided(text: str, strategy: str) -> None:
    game = make_game(text)
    warm_up_for(game, divided=True)
    made = strategy.format(game.format_code(game.guesses[1]))
    whole = grown(game, made, 1, 0)
    for jobs, least_work in ((2, 0), (3, 300), (2, 1 << 60)):
        assert grown(game, made, jobs, least_work) == whole


def test_dividing_from_a_history() -> None:
    game = make_game("mastermind(4,5)")
    warm_up_for(game, divided=True)
    whole = grown(game, "entropy", 1, 0, "1123:1b1w")
    assert grown(game, "entropy", 2, 0, "1123:1b1w") == whole
    options = Options(jobs=2)
    start = start_of(game, game.parse_history("1123:1b1w"))
    compiled = compile_from(game, make_strategy("entropy", game), start, options=options)
    assert columns(compiled.data.tree) == whole


@pytest.mark.parametrize("text", GAMES)
@pytest.mark.parametrize("strategy", SAMPLES)
def test_samples(text: str, strategy: str) -> None:
    game = make_game(text)
    made = make_strategy(strategy, game)
    by_kernel = compile_strategy(game, made)
    assert encode(by_kernel.data) == encode(compile_strategy(game, made, plain=True).data)
    assert encode(by_kernel.data) == encode(compile_strategy(game, made, merge=False).data)


@pytest.mark.parametrize("strategy", SAMPLES)
def test_samples_by_several_threads(strategy: str) -> None:
    game = make_game("mastermind(3,5)")
    made = make_strategy(strategy, game)
    tree = columns(compile_strategy(game, made).data.tree)
    assert grown_with_samples(game, strategy) == tree


def grown_with_samples(game: Game, strategy: str) -> Columns:
    ground, plan, candidates = ground_for(game, strategy, 2)
    plan = plan._replace(samples_first=False)
    return columns(tree_of(grow_tree(ground, plan, candidates, 0), game.response_count))


def test_a_sample_depends_on_the_history_alone() -> None:
    """The tree from a position is the branch of the whole tree, whatever the order of the guesses before it."""
    game = make_game("mastermind(3,5)")
    strategy = make_strategy("entropy(sample=6)", game)
    ways = ("112:1b0w 345:0b1w", "345:0b1w 112:1b0w")
    trees = [columns(compile_strategy(game, strategy, start=game.parse_history(way)).data.tree) for way in ways]
    assert trees[0] == trees[1]


def test_a_sample_is_drawn_by_its_seed() -> None:
    game = make_game("mastermind(4,5)")
    trees = {tuple(compile_strategy(game, f"entropy(sample=3,seed={seed})").data.tree.guesses) for seed in range(4)}
    assert len(trees) > 1


def test_the_string_of_a_sample() -> None:
    game = make_game("mastermind(3,5)")
    assert make_strategy("entropy", game).spec == "entropy"
    assert make_strategy("entropy(sample=5)", game).spec == "entropy(sample=5)"
    with pytest.raises(SpecError, match="sample must be a whole number of at least 1"):
        make_strategy("entropy(sample=0)", game)


def test_memory_is_refused_before_the_work() -> None:
    game = make_game("mastermind(6,6)")
    strategy = make_strategy("entropy", game)
    start = start_for(game, strategy)
    with pytest.raises(TooLargeError, match=r"^memory: expected at least \d+M for this tree by 2 threads, got 20M$"):
        compile_from(game, strategy, start, options=Options(jobs=2, memory=20_000_000))


def test_what_memory_names_is_enough() -> None:
    game = make_game("mastermind(3,5)")
    compile_strategy(game, "entropy")
    with pytest.raises(TooLargeError) as refused:
        compile_strategy(game, "entropy", options=Options(memory=1))
    least = int(str(refused.value).split("at least ")[1].split("M")[0]) * 1_000_000
    assert compile_strategy(game, "entropy", options=Options(memory=least + 8_000_000)).data.claims.total


def test_nothing_grows_with_the_square() -> None:
    small, large = make_game("mastermind(6,6)"), make_game("mastermind(6,9)")
    bytes_of = [growth_bytes(game, len(game.secrets), 2, scoring=True) for game in (small, large)]
    assert bytes_of[1] < 2 * bytes_of[0] * len(large.secrets) / len(small.secrets)


def test_a_stop_ends_all_threads() -> None:
    game = make_game("mastermind(6,5)")
    warm_up_for(game, divided=True)
    ground, plan, candidates = ground_for(game, "entropy", 2)
    ended = threading.Event()

    def run() -> None:
        grow_tree(ground, plan, candidates, 1 << 20)
        ended.set()

    worker = threading.Thread(target=run)
    worker.start()
    while not ground.control[DONE]:
        assert worker.is_alive()
        time.sleep(0.001)
    ground.control[HALT] = 1
    worker.join()
    assert ended.is_set()
    assert ground.control[DONE] < len(candidates)


@pytest.mark.slow
def test_six_pegs_as_scored_by_bytes() -> None:
    """The guesses and masks of Mastermind 6×6 by entropy before the cells of six pegs were counted by planes."""
    tree = compile_strategy("mastermind(6,6)", "entropy", options=Options(jobs=2)).data.tree
    digest = hashlib.sha256(repr((tree.guesses, tree.masks)).encode()).hexdigest()
    assert digest.startswith("c0f8e98bb51ac49d")
