"""First trees where classes or secrets are announced: rounds of discrepancies, held to plain ones and to all trees."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest
from bothways import crew_of

from strategist import compile_strategy, make_game, make_strategy, verify_strategy
from strategist.choosing.masses import weighted_log
from strategist.choosing.ratings import cells_of
from strategist.files.strategy import encode
from strategist.games.tables.sheet import Reading, make_sheet
from strategist.games.tables.table import Table
from strategist.search.run import first_trees
from strategist.search.run.extract import cost_of
from strategist.search.run.first_trees import Rounds, pays
from strategist.search.run.root import Root
from strategist.search.state.options import Options
from strategist.search.state.start import start_of


def table_of(
    number: int, secrets: int, questions: int, *, kinds: int = 4, chances: int = 0, costs: bool = False
) -> Table:
    """A random table of two or three answers; ``kinds`` is 0 where secrets are asked for."""
    draw = Random(number)
    lines = [["", *(f"s{secret}" for secret in range(secrets)), *(["cost"] if costs else [])]]
    for question in range(questions):
        texts = draw.choice(["01", "01", "012"])
        lines.append([f"q{question}", *(draw.choice(texts) for _ in range(secrets))])
    for bit in range(secrets.bit_length()):
        lines.append([f"bit{bit}", *(str(secret >> bit & 1) for secret in range(secrets))])
    if costs:
        lines = [lines[0], *([*line, draw.choice(["1", "2", "5"])] for line in lines[1:])]
    blank = [""] if costs else []
    values: dict[str, str | int | bool | None] = {"file": "random.csv", "goal": "class" if kinds else "identify"}
    values |= {"cost": "cost"} if costs else {}
    if kinds:
        lines.append(["kind", *(draw.choice("abcdefgh"[:kinds]) for _ in range(secrets)), *blank])
        values["class"] = "kind"
    if chances:
        lines.append(["chance", *(str(draw.randint(1, chances)) for _ in range(secrets)), *blank])
        values["chance"] = "chance"
    reading = Reading(
        kind="kind" if kinds else None, chance="chance" if chances else None, cost="cost" if costs else None
    )
    return Table(values, make_sheet(list(enumerate(lines, 1)), reading))


def rounds_of(game: Table) -> tuple[Rounds, Root]:
    """The rounds of a search for the least expected cost, or the least total."""
    workers = crew_of(game, Options())
    objective = "expected" if game.uneven else "total"
    root = Root(workers, make_strategy(f"optimal({objective})", game), start_of(game))
    scale = int(game.uneven)
    problem = workers.problem(1 - scale, 0, None, scale=scale)
    return Rounds(workers, problem, root.openings), root


def plain_costs(game: Table, most: int) -> list[int]:
    """The least costs within 0, 1, … discrepancies, without what other rounds have found."""
    secrets = tuple(range(len(game.secrets)))
    names = secrets if game.classes is None else game.classes
    weights = [game.weight_of(secret) for secret in secrets]
    cheapest = min(map(game.cost_of, range(game.question_count)))

    def missing(left: tuple[int, ...]) -> int:
        masses: dict[int, int] = {}
        for secret in left:
            masses[names[secret]] = masses.get(names[secret], 0) + weights[secret] * cheapest
        return weighted_log(sum(masses.values())) - sum(map(weighted_log, masses.values()))

    @cache
    def ranked(left: tuple[int, ...]) -> list[tuple[int, list[tuple[int, ...]]]]:
        found, seen = [], set()
        for question in range(game.question_count):
            cells = [tuple(cell) for cell in cells_of(game, question, left).values()]
            cost = game.cost_of(question) * sum(weights[secret] for secret in left)
            if len(cells) > 1 and (cost, frozenset(cells)) not in seen:
                seen.add((cost, frozenset(cells)))
                found.append(((sum(map(missing, cells)) - missing(left)) / cost, question, cost, cells))
        return [(cost, cells) for _, _, cost, cells in sorted(found)]

    @cache
    def least(left: tuple[int, ...], discrepancies: int) -> int:
        if len({names[secret] for secret in left}) == 1:
            return 0
        return min(
            cost + sum(least(cell, discrepancies - rank) for cell in cells)
            for rank, (cost, cells) in enumerate(ranked(left)[: discrepancies + 1])
        )

    return [least(secrets, discrepancies) for discrepancies in range(most + 1)]


CASES = [
    (number, {"kinds": (4, 0, 2)[number % 3], "chances": (0, 9)[number % 2], "costs": number % 4 == 3})
    for number in range(12)
]


@pytest.mark.parametrize(("number", "options"), CASES)
def test_rounds_are_never_behind_plain_ones(number: int, options: dict[str, int]) -> None:
    game = table_of(number, 24, 8, **options)
    rounds, root = rounds_of(game)
    plain = plain_costs(game, 3)
    optimum = compile_strategy(game, root.strategy).data.bounded_figure
    with root.workers.pool:
        for discrepancies, least in enumerate(plain):
            rounds.deepen()
            tree = rounds.tree(1 << 60)
            assert tree is not None
            cost = cost_of(root.best.claims(tree), rounds.problem)
            assert optimum <= cost <= rounds.found <= least
            assert discrepancies or cost == least


@pytest.mark.parametrize(("number", "options"), CASES)
def test_with_enough_discrepancies_rounds_find_the_best_tree(
    number: int, options: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    # A full memory ends a round, which is begun again with more room.
    monkeypatch.setattr(first_trees, "_FEW_SETS", 8)
    game = table_of(50 + number, 10, 4, **options)
    rounds, root = rounds_of(game)
    with root.workers.pool:
        while not rounds.ended:
            rounds.deepen()
    assert rounds.found == compile_strategy(game, root.strategy).data.bounded_figure


@pytest.mark.parametrize("chances", [0, 10**9])
def test_the_first_tree_is_no_worse_than_that_of_the_heuristic(chances: int) -> None:
    game = table_of(3, 150, 30, kinds=8, chances=chances)
    rounds, root = rounds_of(game)
    with root.workers.pool:
        rounds.deepen()
        rounds.deepen()
        tree = rounds.tree(1 << 60)
    greedy = compile_strategy(game, "entropy").data
    assert tree is not None
    assert cost_of(root.best.claims(tree), rounds.problem) <= cost_of(greedy.claims, rounds.problem)


@pytest.mark.parametrize(("kinds", "jobs"), [(6, 1), (0, 1), (6, 2)])
def test_a_search_that_is_stopped_has_a_good_tree(kinds: int, jobs: int) -> None:
    game = table_of(4, 120, 40, kinds=kinds)
    found = compile_strategy(game, "optimal(total)", time_limit=1, jobs=jobs).data
    assert verify_strategy(found).verified
    assert found.lower_bound is not None and found.lower_bound <= found.claims.total
    assert found.claims.total < compile_strategy(game, "entropy").data.claims.total


@pytest.mark.parametrize("number", range(4))
def test_a_proven_tree_is_the_same_without_them(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = table_of(20 + number, 40, 20, kinds=(2, 3)[number % 2], chances=(0, 9)[number // 2])
    text = "optimal(expected,depth)" if number // 2 else "optimal(total,depth)"
    _, root = rounds_of(game)
    with root.workers.pool:
        assert pays(root, root.workers.problem(1, 0, None))
    with_them = compile_strategy(game, text).data
    assert with_them.bound == "optimal"
    monkeypatch.setattr("strategist.search.run.stages.pays", lambda *_: False)
    assert encode(compile_strategy(game, text).data) == encode(with_them)


@pytest.mark.parametrize(("text", "paying"), [("mastermind(3,5,goal=identify)", False), ("subsets(10)", True)])
def test_codes_whose_cells_are_counted_together_are_proven_without_them(text: str, paying: bool) -> None:
    game = make_game(text)
    root = Root(crew_of(game, Options()), make_strategy("optimal(total)", game), start_of(game))
    with root.workers.pool:
        assert pays(root, root.workers.problem(1, 0, None)) is paying


def test_a_search_that_is_resumed_keeps_its_tree(tmp_path: Path) -> None:
    game = table_of(6, 120, 40, kinds=6)
    totals = [
        compile_strategy(game, "optimal(total)", time_limit=limit, journal=tmp_path / "journal").data.claims.total
        for limit in (0.5, 0.01)
    ]
    assert totals[1] <= totals[0]
