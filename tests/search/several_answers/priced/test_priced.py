"""Trees of the least error by a price: against all trees, against the plain twin, verified and certified, and crossed
with chances, turns, limits, histories and first questions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest
from said import run

from strategist import StrategyClassifier, check_certificate, compile_strategy, make_game, verify_strategy
from strategist.checking.check_plain import check_plainly
from strategist.choosing.registry import make_strategy
from strategist.common.errors import InfeasibleError, SpecError, StrategyFileError
from strategist.files.certificate_file import read_certificate, write_certificate
from strategist.files.strategy import StrategyData, read_strategy, write_strategy
from strategist.games.tables.sheet import make_sheet
from strategist.games.tables.sources.table_files import reading_of
from strategist.games.tables.table import Table
from strategist.model.tariffs.price import price_of, share_of
from strategist.model.tree import DecisionTree
from strategist.model.trees.figures import claims_of, with_size
from strategist.search.compile.engines import plan_of


def table(draw: Random, secrets: int, questions: int, **more: object) -> Table:
    """A table of classes, some of whose rows are alike."""
    names = [f"s{place}" for place in range(secrets)]
    lines = [(1, ["", *names])]
    for question in range(questions):
        answers = draw.choice([2, 2, 3])
        lines.append((question + 2, [f"q{question}", *(str(draw.randrange(answers)) for _ in names)]))
    kinds = [str(place) if place < 2 else str(draw.randrange(3)) for place in range(secrets)]
    lines.append((questions + 2, ["kind", *kinds]))
    values = {"file": "t.csv", "goal": "class", "class": "kind", "twins": "keep", **more}
    if draw.random() < 0.5:
        lines.append((questions + 3, ["odds", *(str(draw.randint(1, 5)) for _ in names)]))
        values["chance"] = "odds"
    return Table(values, make_sheet(lines, reading_of(values)))


Nested = int | tuple[int, tuple[tuple[int, "Nested"], ...]]
"""A class that is named, or a question with what follows each answer."""


def every_tree(game: Table, secrets: tuple[int, ...], left: int) -> Iterator[Nested]:
    """All trees that name a class of some secrets, or ask a question that tells some apart, by the rules alone."""
    assert game.classes is not None
    yield from sorted({game.classes[secret] for secret in secrets})
    for question in range(game.question_count if left else 0):
        cells: dict[int, list[int]] = {}
        for secret in secrets:
            cells.setdefault(game.respond(question, game.secrets[secret]), []).append(secret)
        if len(cells) > 1:
            below = [list(every_tree(game, tuple(cell), left - 1)) for cell in cells.values()]
            for chosen in product(*below):
                yield question, tuple(zip(cells, chosen, strict=True))


def error_of(game: Table, tree: Nested, secrets: list[int], price: Fraction, mass: int) -> Fraction:
    """The share of wrong classes and the prices of the questions of a tree."""
    assert game.classes is not None
    if isinstance(tree, int):
        return Fraction(sum(game.weight_of(each) for each in secrets if game.classes[each] != tree), mass)
    question, below = tree
    found = price
    for response, part in below:
        there = [each for each in secrets if game.respond(question, game.secrets[each]) == response]
        found += error_of(game, part, there, price, mass)
    return found


@pytest.mark.parametrize("seed", range(12))
def test_of_all_trees_none_is_better(seed: int) -> None:
    draw = Random(seed)
    game = table(draw, draw.randint(2, 5), draw.randint(1, 3))
    price, limit = draw.choice(["0.01", "1/13", "0.3"]), draw.randint(1, 2)
    mass = sum(map(game.weight_of, range(len(game.secrets))))
    everyone = list(range(len(game.secrets)))
    least = min(
        error_of(game, tree, everyone, Fraction(price), mass) for tree in every_tree(game, tuple(everyone), limit)
    )
    for plain in (True, False):
        data = compile_strategy(game, f"optimal(price={price},max_depth={limit})", plain=plain).data
        assert data.bound == "optimal" and data.lower_bound is not None
        assert share_of(f"price={price}", data.lower_bound, mass) == least


@pytest.mark.parametrize("seed", range(40))
def test_the_search_is_its_twin_verifies_and_is_certified(seed: int) -> None:
    draw = Random(seed)
    more = {"turns": draw.randint(1, 3)} if draw.random() < 0.3 else {}
    game = table(draw, draw.randint(2, 12), draw.randint(1, 6), **more)
    limit, first = draw.choice(["", ",max_depth=1", ",max_depth=2", ",max_depth=3"]), ""
    told = [each for each in range(game.question_count) if len(set(game.row(each))) > 1]
    if draw.random() < 0.3 and told:
        first = f",first=q{draw.choice(told)}"
    text = f"optimal(price={draw.choice(['0.001', '0.02', '0.1', '1/7'])}{limit}{first})"
    found = compile_strategy(game, text, certificate=True)
    twin = compile_strategy(game, text, plain=True)
    assert found.data.lower_bound == twin.data.lower_bound == found.data.bounded_figure == twin.data.bounded_figure
    for data, plain in product((found.data, twin.data), (True, False)):
        assert verify_strategy(data, plain=plain).problems == []
    certificate = found.prove()
    assert check_certificate(certificate).problems == check_plainly(certificate) == []
    masses = certificate.masses
    assert masses is not None and certificate.version == 4
    forged = replace(certificate, masses=replace(masses, bounds=[masses.bounds[0] + 1, *masses.bounds[1:]]))
    assert check_certificate(forged).problems == check_plainly(forged) != []


def test_a_history_leaves_part_of_the_table() -> None:
    game = table(Random(5), 12, 5)
    history = [(0, game.respond(0, game.secrets[0]))]
    found = compile_strategy(game, "optimal(price=0.03)", start=history)
    twin = compile_strategy(game, "optimal(price=0.03)", start=history, plain=True)
    assert found.data.lower_bound == twin.data.lower_bound and verify_strategy(found).verified
    with pytest.raises(SpecError, match="begins at the beginning"):
        compile_strategy(game, "optimal(price=0.03)", start=history, certificate=True)


@pytest.mark.parametrize(
    ("spec", "strategy", "why"),
    [
        ("mastermind(2,3)", "optimal(price=0.1)", "needs a game with classes"),
        ("{table}", "optimal(price=0)", "positive number"),
        ("{table}", "optimal(price=1.5)", "no more than 1"),
        ("{table}", "optimal(total,depth,price=0.1)", "without other objectives"),
        ("{table}", 'optimal("price=")', "the price of a question"),
        ("{table}", "optimal(price=0.1,cost=1)", "without other objectives"),
    ],
)
def test_what_is_no_price_is_refused(spec: str, strategy: str, why: str) -> None:
    game = make_game(spec) if "{" not in spec else table(Random(1), 5, 3)
    with pytest.raises(SpecError, match=why):
        make_strategy(strategy, game)


@pytest.mark.parametrize(
    ("more", "cells", "why"),
    [
        ({"lies": 1}, "0 1 1", "one true answer"),
        ({"several": "/"}, "0 0/1 1", "one true answer"),
        ({"cost": "c"}, "0 1 1", "without costs"),
    ],
)
def test_games_in_which_a_price_means_nothing_are_refused(more: dict[str, object], cells: str, why: str) -> None:
    head, tail = (["c"], ["2"]) if "cost" in more else ([], [])
    lines = [(1, ["", "a", "b", "d", *head]), (2, ["x", *cells.split(), *tail]), (3, ["y", "1", "0", "0", *tail])]
    lines.append((4, ["kind", "p", "q", "q", *([""] if head else [])]))
    if tail:
        lines[2] = (3, ["y", "1", "0", "0", "3"])
    values = {"file": "t.csv", "goal": "class", "class": "kind", **more}
    game = Table(values, make_sheet(lines, reading_of(values)))
    game.lies = int(str(more.get("lies", 0)))
    plan = plan_of(game, make_strategy("optimal(price=0.1)", game))
    assert plan.engine.name == "price" and why in (plan.refusal() or "")


def test_files_keep_what_a_tree_gets_wrong(tmp_path: Path) -> None:
    game = table(Random(8), 12, 5)
    found = compile_strategy(game, "optimal(price=0.1)", certificate=True)
    assert found.lost > 0
    write_strategy(tmp_path / "t.msgpack", found.data)
    again = read_strategy(tmp_path / "t.msgpack")
    assert again.claims == found.data.claims and again.objective == "price=0.1" and again.gap == 0
    write_certificate(tmp_path / "t.certificate", found.prove())
    read = read_certificate(tmp_path / "t.certificate")
    assert check_certificate(read).proven and read.bound == again.lower_bound
    (tmp_path / "t.msgpack").write_bytes((tmp_path / "t.msgpack").read_bytes()[:-1] + b"x")
    with pytest.raises(StrategyFileError):
        read_strategy(tmp_path / "t.msgpack")


def test_where_nothing_is_told_the_heaviest_class_is_named() -> None:
    lines = [(1, ["", "a", "b", "c"]), (2, ["x", "0", "0", "0"]), (3, ["kind", "p", "q", "q"])]
    values = {"file": "t.csv", "goal": "class", "class": "kind", "twins": "keep"}
    game = Table(values, make_sheet(lines, reading_of(values)))
    found = compile_strategy(game, "optimal(price=0.001)", certificate=True)
    assert (found.lost, found.data.lower_bound, list(found.data.tree.guesses)) == (1, 1000, [2])
    assert check_certificate(found.prove()).proven and not check_plainly(found.prove())
    with pytest.raises(InfeasibleError):
        compile_strategy(game, "optimal(price=0.001,first=x)")


def test_a_wrong_class_loses_its_secrets_and_nobody_else() -> None:
    game = table(Random(3), 6, 3)
    assert game.classes is not None
    stop = DecisionTree([game.question_count + 1], [1 << game.response_count - 1], game.response_count)
    claims = with_size(claims_of(game, stop, range(6)), stop)
    assert claims.known == game.classes.count(1) and claims.lost == 6 - claims.known and claims.size == 0
    data = StrategyData(game, "stop", stop, claims)
    for plain in (True, False):
        found = verify_strategy(data, plain=plain)
        assert found.verified and found.lost == claims.lost
    # Who claims that nothing is lost is found out.
    right = replace(data, claims=replace(claims, lost=0))
    assert not verify_strategy(right).verified


@pytest.mark.parametrize("nodes", [0, 1, 5, 40])
def test_a_search_that_is_cut_short_has_a_tree_and_a_true_bound(nodes: int) -> None:
    game = table(Random(17), 40, 9)
    whole = compile_strategy(game, "optimal(price=0.01)")
    short = compile_strategy(game, "optimal(price=0.01)", nodes=nodes)
    assert whole.lower_bound is not None and short.lower_bound is not None
    assert short.lower_bound <= whole.lower_bound == whole.data.bounded_figure <= short.data.bounded_figure
    assert verify_strategy(short).verified


def test_neighbouring_thresholds_do_not_mislead() -> None:
    # Many thresholds of few numbers, where most questions are bounded by their neighbours alone.
    draw = np.random.default_rng(3)
    X = draw.normal(size=(24, 2)).round(2)
    y = (X[:, 0] + draw.normal(scale=0.6, size=24) > 0).astype(int) + (X[:, 1] > 0.8)
    tree = StrategyClassifier(objective="error", price=0.02, max_depth=3, max_thresholds=9, certificate=True)
    tree.fit(X, y)
    assert tree.proven_ and check_certificate(tree.certificate_).proven
    twin = compile_strategy(tree.strategy_.game, tree.strategy_.name, plain=True)
    assert twin.lower_bound == tree.strategy_.data.lower_bound
    assert tree.figure_ == pytest.approx(1 - tree.score(X, y) + 0.02 * (tree.get_n_leaves() - 1))
    assert price_of("price=0.02") == Fraction(1, 50)


def test_every_report_and_export_tells_of_such_a_tree(tmp_path: Path) -> None:
    file = tmp_path / "t.msgpack"
    write_strategy(file, compile_strategy(table(Random(8), 12, 5), "optimal(price=0.1)").data)
    for words in (("verify",), ("show",)):
        told = run(*words, file)
        assert told.status == 0 and "lost" in told.out and "price=0.1" in told.out
    assert json.loads(run("verify", file, "--json").out)["objective"] == "price=0.1"
    for ending in ("html", "dot", "json", "csv", "svg", "md", "tex"):
        assert run("export", file, "-o", tmp_path / f"t.{ending}").status == 0
