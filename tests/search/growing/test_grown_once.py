"""Positions that are grown once each by kernels, where answers may be one of several or false, against the tree grown
slot by slot."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from all_lies import doubtful_games, lying_table, unfolded

from strategist.checking.verify import verify_strategy
from strategist.choosing.registry import make_strategy
from strategist.common.errors import SpecError, TooLargeError
from strategist.files.strategy import StrategyData
from strategist.games.catalog import make_game
from strategist.games.tables.sheet import Reading, make_sheet
from strategist.games.tables.table import Table
from strategist.model.game import Game
from strategist.model.trees.figures import claims_of
from strategist.search.advice.advise import advise
from strategist.search.compile.compile import compile_from, compile_strategy
from strategist.search.compile.grow_once import grow_once
from strategist.search.growing.lies_growth import LiesGrower
from strategist.search.growing.lies_tables import grows_lies
from strategist.search.growing.several_growth import SeveralGrower
from strategist.search.growing.slow_path import slow_path
from strategist.search.state.options import Options
from strategist.search.state.start import Start, start_of
from tests.fixtures.several_tables import several_table

RULES = ("entropy", "minimax", "expected-size", "most-parts")


def options_of(draw: Random, game: Game) -> str:
    """A strategy that has a kernel, with its options."""
    rule = draw.choice(["minimax", "entropy"] if game.doubtful else [*RULES, *RULES, *RULES, "first", "random"])
    if rule in ("first", "random"):
        return draw.choice([rule, f"{rule}(seed={draw.randint(1, 9)})", "first(order=shuffle,seed=3)"])
    given = [f"ties={draw.choice(['lowest', 'highest', 'random', 'cells'])}"]
    if draw.random() < 0.3:
        given.append(f"seed={draw.randint(0, 5)}")
    if draw.random() < 0.3 and game.secrets_are_questions:
        given.append("guesses=candidates")
    if draw.random() < 0.3 and game.several:
        given.append("per=cost")
    if draw.random() < 0.2 and game.several:
        given.append(f"sample={draw.randint(1, 3)}")
    if draw.random() < 0.2:
        given.append(f"first={game.format_code(game.guesses[draw.randrange(game.question_count)])}")
    return f"{rule}({','.join(given)})"


def assert_same(game: Game, spec: str, start: Start, jobs: int = 1) -> None:
    strategy = make_strategy(spec, game)
    plain = compile_from(game, strategy, start, plain=True).data
    data = compile_from(game, strategy, start, options=Options(jobs=jobs)).data
    told = game.spec, spec, start.history
    assert (list(data.tree.guesses), list(data.tree.masks)) == (list(plain.tree.guesses), list(plain.tree.masks)), told
    assert data.claims == plain.claims, told
    for slot in range(len(data.tree)):
        assert list(data.tree.solved_secrets(slot)) == list(plain.tree.solved_secrets(slot)), told
        assert data.tree.solved_under(slot) == plain.tree.solved_under(slot), told


def tables(kind: str, numbers: range, folder: Path) -> Iterator[tuple[int, Game]]:
    """Random tables with answers of a kind, by their numbers."""
    for number in numbers:
        game = lying_table(number, folder) if kind == "lies" else several_table(number, 9, 7)
        if game.several or game.doubtful:
            yield number, game


@pytest.mark.parametrize(
    ("kind", "numbers"),
    [*(("several", range(40 * part, 40 * part + 40)) for part in range(10)), ("lies", range(100, 260))],
)
def test_kernels_choose_as_plain_code(kind: str, numbers: range, tmp_path: Path) -> None:
    for number, game in tables(kind, numbers, tmp_path):
        draw = Random(number)
        for _ in range(2 if kind == "several" else 1):
            assert_same(game, options_of(draw, game), start_of(game), draw.choice([1, 2]))


@pytest.mark.parametrize("part", range(6))
def test_kernels_choose_as_plain_code_in_all_games_of_lies(part: int, tmp_path: Path) -> None:
    draw = Random(part)
    for game in doubtful_games(tmp_path, 8):
        assert_same(game, options_of(draw, game), start_of(game))


@pytest.mark.parametrize("kind", ["several", "lies"])
def test_a_tree_goes_on_after_a_history(kind: str, tmp_path: Path) -> None:
    found = 0
    for number, game in tables(kind, range(60), tmp_path):
        draw = Random(number)
        question, secret = draw.randrange(game.question_count), draw.choice(list(game.secrets))
        answer = draw.choice(list(game.answers(game.guesses[question], secret)))
        start = start_of(game, [(game.guesses[question], answer.response)])
        assert_same(game, options_of(draw, game), start)
        found += 1
    assert found > 30


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
def test_behind_a_history_of_lies(text: str, history: str, spec: str) -> None:
    game = make_game(text)
    assert_same(game, spec, start_of(game, game.parse_history(history)))


ODD = [101, 103, 107, 109, 113, 127, 131, 137, 139]


@pytest.mark.parametrize("goal", ["narrow", "class,narrow=alike"])
def test_large_masses_and_common_denominators_are_rounded_alike(goal: str) -> None:
    # Masses of up to 2⁶⁰, chances over products of large primes, and more answers than a word has bits.
    for number in range(3):
        draw = Random(number)
        secrets = 9
        rows = [(1, ["", *(f"s{at}" for at in range(secrets))])]
        for question in range(4):
            cells = []
            for at in range(secrets):
                first = draw.randrange(40)
                states = [f"a{first}", f"a{first + 1 + draw.randrange(40)}"]
                shares = [draw.randint(1, ODD[at] - 1)]
                shares.append(ODD[at] - shares[0])
                cells.append("/".join(f"{state}:{share}" for state, share in zip(states, shares, strict=True)))
            rows.append((question + 2, [f"q{question}", *draw.sample([*cells[:5], *["?"] * 4], secrets)]))
        rows.append((9, ["odds", *(str(draw.randint(1, 10**15)) for _ in range(secrets))]))
        values = {"file": "made.csv", "several": "/", "unknown": "?", "chance": "odds", "unknown_as": "known"}
        values |= {"goal": goal.split(",")[0], "narrow": "alike"}
        if "class" in goal:
            values["class"] = "kind"
            rows.append((10, ["kind", *(draw.choice("XYZ") for _ in range(secrets))]))
        reading = Reading("odds", None, kind="kind" if "class" in goal else None, alike=True)
        game = Table({**values, "turns": 3}, make_sheet(rows, reading))
        for rule in RULES:
            assert_same(game, rule, start_of(game))


@pytest.mark.parametrize("kind", ["several", "lies"])
def test_the_number_of_threads_changes_nothing(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SeveralGrower, "least_work", 1)
    monkeypatch.setattr(LiesGrower, "least_work", 1)
    games = [several_table(number, 40, 12) for number in range(6)]
    if kind == "lies":
        games = [*(game for _, game in tables("lies", range(6), tmp_path)), make_game("mastermind(3,6,lies=1)")]
    for game in games:
        if game.several or game.doubtful:
            one, three = (compile_strategy(game, "entropy", options=Options(jobs=jobs)).data for jobs in (1, 3))
            assert (list(one.tree.guesses), list(one.tree.masks)) == (list(three.tree.guesses), list(three.tree.masks))
            assert one.claims == three.claims


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("text", "spec", "histogram"),
    [
        ("mastermind(4,6,lies=1)", "minimax", (1, 0, 0, 0, 0, 25, 1176, 94)),
        pytest.param("mastermind(4,6,lies=1)", "entropy", (1, 0, 0, 0, 0, 42, 1177, 76), marks=pytest.mark.slow),
        ("bulls-and-cows(3,10,lies=1)", "entropy", (1, 0, 0, 0, 0, 0, 59, 488, 161, 11)),
    ],
)
def test_figures_of_lies(text: str, spec: str, histogram: tuple[int, ...]) -> None:
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


def test_a_tree_that_fits_nowhere_is_refused_with_its_size(tmp_path: Path) -> None:
    game = unclear(tmp_path)
    with pytest.raises(TooLargeError, match=f"has {2**41 - 1} positions, {41 * 42 // 2} of them different"):
        compile_strategy(game, "entropy")
    advice = advise(game, make_strategy("entropy", game), start_of(game))
    assert not advice.ahead
    assert advice.guess is not None
    assert len(advice.left) > 1


def test_memory_is_refused_or_kept(tmp_path: Path) -> None:
    with pytest.raises(TooLargeError, match="memory: expected at least"):
        compile_strategy(several_table(3), "entropy", options=Options(memory=10**7))


def test_a_cluster_is_refused() -> None:
    with pytest.raises(SpecError, match="cluster: expected a game of one answer to each question"):
        compile_strategy(several_table(3), "entropy", options=Options(cluster="local:2"))


class _Stopped(KeyboardInterrupt):
    """Stands for Ctrl-C."""


def test_ctrl_c_ends_growing_within_a_second(tmp_path: Path) -> None:
    draw = Random(1)
    rows = [["", *(f"s{at}" for at in range(400))]]
    rows += [[f"q{at}", *(draw.choice(["a", "b", "a/b", "b/c", "?"]) for _ in range(400))] for at in range(120)]
    (tmp_path / "many.csv").write_text("\n".join(",".join(row) for row in rows))
    game = make_game(f"table({tmp_path / 'many.csv'},goal=narrow,several=/,unknown=?)")
    SeveralGrower.warm_up(game)
    pressed: list[float] = []
    begin = time.monotonic()

    def press(share: float, words: object) -> None:
        if time.monotonic() > begin + 0.3:
            pressed.append(time.monotonic())
            raise _Stopped

    with pytest.raises(_Stopped):
        compile_strategy(game, "entropy", options=Options(progress=press))
    assert time.monotonic() - pressed[0] < 1


PROGRAM = """
from tests.fixtures.several_tables import several_table
from strategist.search.compile.compile import compile_strategy
data = compile_strategy(several_table(7, 9, 7), "entropy").data
print(list(data.tree.guesses), data.claims.total)
"""


@pytest.mark.thorough
def test_kernels_are_kept_for_a_second_process(tmp_path: Path) -> None:
    told = []
    for _ in range(2):
        environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path), "STRATEGIST_NUMBA": "compile"}
        ran = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, env=environment)
        told.append((ran.stdout, "compiling" in ran.stderr))
    (first, compiled), (second, again) = told
    assert first == second != ""
    assert compiled and not again


def unclear(folder: Path) -> Game:
    """Two secrets and forty questions, each of which tells a little, and never enough: only how often each answer was
    given matters."""
    file = folder / "unclear.csv"
    file.write_text("x,s,t\n" + "".join(f"q{number},a/b,a:1/b:2\n" for number in range(40)))
    return make_game(f"table({file},goal=narrow,several=/)")
