"""Pictures, notebooks and graphs of trees in which a secret may stand at several leaves."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import networkx as nx
import pytest
from fixtures.several_tables import several_table
from tables_of_texts import flowers

from strategist import compile_strategy, verify_strategy
from strategist.files.player import CompiledStrategy
from strategist.files.strategy import StrategyData, decode, encode
from strategist.model.game import Game
from strategist.model.tree import GIVE_UP
from strategist.show.formats.export import dot, graphml, node_link
from strategist.show.formats.graph import strategy_graph
from strategist.show.notebook import html, svg
from strategist.show.pictures.histograms import histogram_plot
from strategist.show.pictures.icicle import icicle, rows_of
from strategist.show.pictures.tree_picture import tree_picture
from strategist.show.reports.tree_levels import tree_view
from strategist.show.slots.at_slots import at_slots
from strategist.show.slots.who_stands import stands_of, undecided_ends

DRAWN = [number for number in range(60) if several_table(number).several][:24]


def read_back(folder: Path, options: str) -> StrategyData:
    """As it is read, a tree does not know yet who stands where."""
    data = flowers(folder, options)
    return decode(encode(data), game=data.game)  # type: ignore[arg-type]


def drawn(number: int) -> tuple[Game, StrategyData]:
    game = several_table(number)
    return game, compile_strategy(game, "entropy").data


@pytest.mark.parametrize("number", DRAWN)
def test_heights_are_expected_numbers_and_add_up(number: int) -> None:
    game, data = drawn(number)
    columns = icicle(game, data)
    expected: dict[int, Fraction] = {}
    for path in at_slots(game, data).paths():
        for slot in path.slots:
            expected[slot] = expected.get(slot, Fraction(0)) + path.chance
    counts = at_slots(game, data).counts()
    cells = {cell.slot: cell for column in columns for cell in column}
    assert sorted(slot for slot in cells if slot is not None) == list(range(len(data.tree)))
    for slot, number_there in expected.items():
        cell, below = cells[slot], [cells[child] for _, child in data.tree.branches(slot)]
        assert cell.size == pytest.approx(float(number_there)) and cell.secrets == counts[slot]
        top = cell.top
        for inside in below:
            assert inside.top == pytest.approx(top)
            top += inside.size
        assert not below or top == pytest.approx(cell.top + cell.size)
    # The average over all is that of the figures; a leaf stands one level below its last question.
    average = data.claims.average
    assert columns[0][0].average == (None if average is None else pytest.approx(average + 1))


def test_no_cell_is_less_than_a_row(tmp_path: Path) -> None:
    data = read_back(tmp_path, "goal=narrow")
    assert isinstance(data.game, Game)
    columns = icicle(data.game, data)
    assert rows_of(columns) == 5 / min(cell.size for column in columns for cell in column) == 20


@pytest.mark.parametrize("options", ["goal=narrow", "goal=narrow,cannot_tell=0.1,turns=2"])
def test_pictures_name_those_that_nothing_tells_apart(tmp_path: Path, options: str) -> None:
    data = read_back(tmp_path, options)
    picture = tree_picture(data, "svg").contents.decode()
    assert ">rosa or salix<" in picture and ">rosa or viola<" in picture and ">=?<" not in picture
    for form in ("png", "pdf"):
        assert tree_picture(data, form).contents
    assert (">2.88<" in histogram_plot([data], "svg").decode()) == ("turns" in options)
    assert "secrets, expected" in histogram_plot([data], "svg").decode()


@pytest.mark.parametrize("number", DRAWN[::3])
def test_everything_is_drawn_and_told(number: int) -> None:
    _, data = drawn(number)
    strategy = CompiledStrategy(data)
    assert svg(strategy).startswith("<svg") and "<svg" in html(data)
    assert "verified" in html(verify_strategy(data))
    assert tree_picture(data, "svg").levels == len(list(data.tree.levels()))
    assert histogram_plot([data, data], "svg")
    tree_view(data, 3)
    assert "".join(dot(data)).startswith("digraph")
    read = nx.parse_graphml("".join(graphml(data)))
    assert len(read) == len(data.tree)


def test_notebooks_write_fractions(tmp_path: Path) -> None:
    data = read_back(tmp_path, "goal=narrow,cannot_tell=0.1,turns=2")
    assert "189/25 (7.560)" in html(verify_strategy(data))
    # The picture of the first two questions is there, too.
    assert ">leaves</text>" in html(data)
    assert "<title>2 question: 72/25 (2.880)</title>" in html(data) and ">2.88</text>" in html(data)


def test_the_view_of_a_tree_that_was_read_counts_each_secret_once(tmp_path: Path) -> None:
    data = read_back(tmp_path, "goal=narrow")
    lines = [str(tree_view(data, 3).label), *(str(child.label) for child in tree_view(data, 3).children)]
    assert lines[0] == "petals (5, 100.0 %)" and lines[1] == "4 → leaves (2, 30.0 %)"
    first, second = tree_view(data, 3).children[:2]
    told = [str(child.label) for child in first.children]
    assert told == ["round → rosa or salix (2, 25.0 %)", "long → =rosa (1, 5.0 %)"]
    assert str(second.children[1].label) == "long → rosa or viola (2, 25.0 %)"


@pytest.mark.parametrize("number", DRAWN)
def test_nodes_tell_expected_numbers_and_who_is_left(number: int) -> None:
    game, data = drawn(number)
    graph = strategy_graph(data)
    assert undecided_ends(game, data).keys() <= set(graph)
    for stand in stands_of(game, data):
        node = graph.nodes[stand.slot]
        assert Fraction(node["expected"]) == sum(stand.left.reach.values()) and node["candidates"] == len(
            stand.left.reach
        )
        guess = data.tree.guesses[stand.slot]
        ends = guess == GIVE_UP or guess >= game.question_count
        left = " ".join(game.format_secret(game.secrets[secret]) for secret in stand.left.reach)
        assert node.get("secrets") == (left if ends else None)
    told = json.loads("".join(node_link(data)))
    assert Fraction(told["total"]) == data.claims.total
    assert list(map(Fraction, told["histogram"])) == list(data.claims.histogram)


def test_ordinary_nodes_have_nothing_more() -> None:
    graph = strategy_graph(compile_strategy("mastermind(1,2)", "first").data)
    assert set(graph.nodes[0]) == {"candidates", "depth", "guess", "solves"}
