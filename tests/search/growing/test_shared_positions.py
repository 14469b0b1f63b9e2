"""Positions of heuristics where cells overlap, grown once each by kernels, against the tree grown slot by slot."""

from __future__ import annotations

from random import Random

import pytest

from strategist.choosing.registry import make_strategy
from strategist.model.game import Game
from strategist.search.compile.compile import compile_from
from strategist.search.state.options import Options
from strategist.search.state.position import Start, start_of
from tests.fixtures.several_tables import several_table

RULES = ("entropy", "minimax", "expected-size", "most-parts")


def options_of(draw: Random, game: Game) -> str:
    rule = draw.choice([*RULES, *RULES, *RULES, "first", "random"])
    if rule in ("first", "random"):
        return draw.choice([rule, f"{rule}(seed={draw.randint(1, 9)})", "first(order=shuffle,seed=3)"])
    given = [f"ties={draw.choice(['lowest', 'highest', 'random', 'cells'])}"]
    if draw.random() < 0.3:
        given.append("per=cost")
    if draw.random() < 0.2:
        given.append(f"sample={draw.randint(1, 3)},seed={draw.randint(0, 5)}")
    if draw.random() < 0.2:
        given.append(f"first={game.format_code(game.guesses[draw.randrange(game.question_count)])}")
    return f"{rule}({','.join(given)})"


def assert_same(game: Game, spec: str, start: Start, jobs: int = 1) -> None:
    strategy = make_strategy(spec, game)
    plain = compile_from(game, strategy, start, plain=True).data
    data = compile_from(game, strategy, start, options=Options(jobs=jobs)).data
    assert (list(data.tree.guesses), list(data.tree.masks)) == (list(plain.tree.guesses), list(plain.tree.masks)), spec
    assert data.claims == plain.claims, spec
    for slot in range(len(data.tree)):
        assert list(data.tree.solved_secrets(slot)) == list(plain.tree.solved_secrets(slot))
        assert data.tree.solved_under(slot) == plain.tree.solved_under(slot)


@pytest.mark.parametrize("part", range(10))
def test_kernels_choose_as_plain_code(part: int) -> None:
    for number in range(40 * part, 40 * part + 40):
        draw = Random(number)
        game = several_table(number, 9, 7)
        if not game.several:
            continue
        for _ in range(2):
            assert_same(game, options_of(draw, game), start_of(game), draw.choice([1, 2]))
