"""Searches in which it is enough to know the class: against every tree, by the rules alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from bothways import class_game
from brute import Brute, Counts
from cases import class_case
from sampling import few_and_many
from shelf import mushroom, zoo

from strategist import compile_strategy, make_game, verify_strategy
from strategist.checking.check import check_certificate
from strategist.checking.check_plain import check_plainly
from strategist.files.strategy import decode, encode
from strategist.model.game import Game
from strategist.search.state.options import Options


def least(game: Game, objective: str) -> int:
    """The least value of an objective over all trees."""
    every = (1 << len(game.secrets)) - 1
    if objective == "depth":
        return Brute(game, Counts(0, 0, 99)).least_depth(99, every)
    return Brute(game, Counts(int(objective == "total"), 0, None, int(objective == "expected"))).cost(every, None)


def check_objectives(number: int) -> None:
    game = class_case(number).game
    for objective in ("total", "depth", "expected"):
        data = compile_strategy(game, f"optimal({objective})").data
        figure = getattr(data.claims, objective)
        assert figure == data.lower_bound == least(game, objective), (number, objective)
        assert verify_strategy(data).verified


@few_and_many(100, 5000)
def test_the_least_of_all_trees_is_found(numbers: range) -> None:
    for number in numbers:
        check_objectives(number)


@pytest.mark.parametrize("strategy", ["entropy", "expected-size", "minimax", "most-parts", "first", "random(seed=1)"])
def test_every_strategy_ends_where_the_class_is_known(strategy: str) -> None:
    for number in range(30):
        game = class_case(number).game
        data = compile_strategy(game, strategy).data
        assert verify_strategy(data).verified
        assert data.claims.expected >= least(game, "expected")
        if not game.uneven:
            read = decode(encode(data))
            assert (read.version, read.claims, encode(read)) == (2, data.claims, encode(data))


@pytest.mark.parametrize("strategy", ["entropy", "entropy(per=cost)", "expected-size", "minimax"])
def test_a_question_that_only_tells_twins_apart_is_worth_nothing(strategy: str) -> None:
    # The first question has the most answers, and tells nothing about the class.
    game = class_game([[0, 1, 2, 0, 1, 2], [0, 0, 0, 1, 1, 1]], [0, 0, 0, 1, 1, 1])
    data = compile_strategy(game, strategy).data
    assert (data.claims.total, data.claims.depth) == (6, 1)


def test_secrets_of_one_class_need_no_question() -> None:
    game = class_game([[0, 0, 1, 1, 1], [0, 1, 0, 1, 0]], [0, 1, 2, 2, 2])
    start = game.parse_history("q0:a1")
    data = compile_strategy(game, "optimal", start=start).data
    assert (data.claims.known, data.claims.total, data.claims.secrets) == (3, 0, 3)
    assert decode(encode(data)).claims == data.claims
    assert verify_strategy(data).verified


def test_the_zoo_by_its_types() -> None:
    game = make_game(f"table(file={zoo()},goal=class,class=type,secrets=rows,twins=group)")
    assert game.classes is not None and len(game.class_names) == 7
    options = Options(certificate=True)
    compiled = compile_strategy(game, "optimal(total,depth)", options=options)
    data = compiled.data
    assert (data.bound, data.claims.total, data.claims.depth) == ("optimal", 135, 4)
    assert verify_strategy(data).verified
    certificate = compiled.prove()
    assert check_certificate(certificate).proven and check_plainly(certificate) == []
    for strategy, total in (("entropy(per=cost)", 140), ("entropy", 140)):
        assert compile_strategy(game, strategy).data.claims.total == total


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("objectives", "total", "depth", "bound"), [("total,depth", 8532, 3, 8532), ("depth,total", 9584, 2, 2)]
)
def test_poisonous_or_not(tmp_path: Path, objectives: str, total: int, depth: int, bound: int) -> None:
    lines = [line for line in mushroom().read_text(encoding="ascii").splitlines() if line.strip()]
    header = ",".join(["name", *(f"q{number}" for number in range(1, 23)), "class"])
    rows = [header, *(f"m{number},{line}" for number, line in enumerate(lines, 1))]
    path = tmp_path / "mushroom.csv"
    path.write_text("\n".join(rows), encoding="ascii")
    game = make_game(f"table(file={path},goal=class,class=class,secrets=rows)")
    assert (len(game.secrets), game.question_count) == (5644, 22)
    data = compile_strategy(game, f"optimal({objectives})").data
    assert (data.bound, data.claims.total, data.claims.depth, data.lower_bound) == ("optimal", total, depth, bound)
    assert verify_strategy(data).verified
