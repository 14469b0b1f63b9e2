"""Trees where answers may be one of several: played in every world that may be, and their figures counted there."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import pytest
from plain_several_replay import random_games, table_a, worlds
from selection import examples

from strategist import CompiledStrategy, compile_strategy, make_game, verify_strategy
from strategist.choosing.heuristics import Strategy
from strategist.common.errors import StrategistError
from strategist.files.strategy import StrategyData, decode, encode
from strategist.model.game import Game, History
from strategist.model.position import Position
from strategist.model.tree import Claims

STRATEGIES = (
    "entropy",
    "minimax(ties=cells)",
    "expected-size(per=cost)",
    "most-parts(ties=highest)",
    "first",
    "random",
)


def played(game: Game, data: StrategyData, history: History = ()) -> Claims:
    """The figures of a tree, from playing it in every world, and a check of every end."""
    found: dict[int, Fraction] = defaultdict(Fraction)
    standing: dict[int, set[int]] = defaultdict(set)
    lost, losers, total = Fraction(0), set(), Fraction(0)
    weighed: dict[str, Fraction] = defaultdict(Fraction)
    for index, secret in enumerate(game.secrets):
        for chance, answers in worlds(game, secret):
            told = dict(zip(game.guesses, answers, strict=False))
            if any(told[guess] != response for guess, response in history):
                continue
            total += chance
            play = CompiledStrategy(data).start()
            cost = 0
            while play.guess is not None:
                code = game.parse_code(play.guess)
                cost += game.cost_of(game.guesses.index(code))
                assert game.format_secret(secret) in play.candidates_left
                play.respond(told[code])
            name = game.format_secret(secret)
            assert name in play.candidates_left and play.candidate_count == len(play.candidates_left)
            asked = play.made - len(history)
            if play.solved:
                assert play.secret is not None
                assert (game.class_of(secret) or name) in play.secret.split(" or ")
                found[asked] += chance
                standing[asked].add(index)
                weight = chance * game.weight_of(index)
                weighed["mass"] += weight
                weighed["questions"] += weight * asked
                weighed["expected"] += weight * cost
            else:
                lost += chance
                losers.add(index)
                weighed["lost"] += chance * game.weight_of(index)
    secrets = len({index for index, secret in enumerate(game.secrets) if game.agrees(secret, history)})
    scale = secrets / total
    depth = max(found, default=0)
    claims = data.claims
    assert claims.secrets == secrets
    assert claims.histogram == tuple(found[asked] * scale for asked in range(1, depth + 1))
    assert claims.known == (secrets if 0 in found else 0)
    assert (claims.lost, claims.can_lose) == (lost * scale, len(losers))
    assert (claims.depth, claims.worst_count) == (depth, len(standing[depth]))
    assert (claims.weighed is not None) == game.weighted
    if claims.weighed is not None:
        for name in ("mass", "questions", "expected", "lost"):
            assert getattr(claims.weighed, name) == weighed[name] * scale, name
    return claims


def test_trees_are_right_in_every_world(tmp_path: Path) -> None:
    for number, game in enumerate(random_games(examples(150), tmp_path)):
        strategy = STRATEGIES[number % len(STRATEGIES)]
        data = compile_strategy(game, strategy).data
        played(game, data)
        assert decode(encode(data)).claims == data.claims
        assert verify_strategy(data).problems == []


def test_trees_that_begin_after_a_history_are_right_in_every_world(tmp_path: Path) -> None:
    for number, game in enumerate(random_games(examples(100), tmp_path)):
        answer = game.answers(game.guesses[0], game.secrets[-1])[-1]
        start = ((game.guesses[0], answer.response),)
        data = compile_strategy(game, STRATEGIES[number % len(STRATEGIES)], start=start).data
        played(game, data, start)
        assert verify_strategy(data).problems == []
        again = decode(encode(data))
        assert (again.claims, again.start) == (data.claims, start)


def test_plain_and_compiled_trees_are_equal(tmp_path: Path) -> None:
    for game in random_games(20, tmp_path):
        made = [encode(compile_strategy(game, "entropy", plain=plain).data) for plain in (True, False)]
        assert made[0] == made[1]


def test_table_a(tmp_path: Path) -> None:
    game = table_a(tmp_path)
    claims = compile_strategy(game, "entropy").data.claims
    assert (claims.total, claims.depth, claims.average) == (13, 3, 2.6)


def test_an_ordinary_table_has_the_figures_of_the_same_table_that_may_end_undecided(tmp_path: Path) -> None:
    """The paths of games of several answers lead to the trees of ordinary games where nothing is uncertain."""
    file = tmp_path / "pets.csv"
    file.write_text(",cat,dog,hen,cow\nlegs,4,4,2,4\nbarks,no,yes,no,no\ngives,love,love,eggs,milk\n")
    for strategy in ("entropy", "minimax", "expected-size", "most-parts", "first", "first(order=reversed)"):
        ordinary, undecided = (
            compile_strategy(make_game(f"table({file},goal={goal})"), strategy, plain=True).data
            for goal in ("identify", "narrow")
        )
        assert list(ordinary.tree.guesses) == list(undecided.tree.guesses)
        assert ordinary.claims == undecided.claims


def test_no_turns_left_means_giving_up(tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    file.write_text(",a,b,c\nq,x,x/y,y\nr,u,v,u\n")
    data = compile_strategy(make_game(f"table({file},goal=identify,several=/,turns=1)"), "entropy").data
    assert data.claims.lost + sum(data.claims.histogram) == 3
    assert data.claims.can_lose == 2
    assert data.claims.depth == 1


class Stubborn(Strategy):
    """Asks the first question again and again."""

    name = "stubborn"
    parameters = ()

    def choose(self, position: Position) -> int:
        return 0


def test_a_strategy_that_asks_again_is_an_error(tmp_path: Path) -> None:
    game = table_a(tmp_path)
    with pytest.raises(StrategistError, match="stubborn: asks q1 again, which tells nothing"):
        compile_strategy(game, Stubborn(game, {}))
