"""The peg-swap puzzle and the contract of a solitaire: the line, its proof, and every position against networkx."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import click
import networkx as nx
import pytest
from click.testing import CliRunner
from patience import little_work
from refusals import refused, refuses

from strategist import (
    CompiledStrategy,
    compile_strategy,
    make_game,
    make_rules,
    make_solitaire,
    make_strategy,
    open_strategy,
    verify_strategy,
)
from strategist.choosing import shortest_lines as solitaire
from strategist.choosing.shortest_lines import LOST, Lines, Outlook, count_lines, explore, shortest_line
from strategist.commands.cli import cli
from strategist.common import errors
from strategist.files.strategy import StrategyData, decode, encode, write_strategy
from strategist.games.solitaires import PegSwap
from strategist.model.solitaire import Solitaire, State, follow, line_claims, line_tree
from strategist.model.spec import Parameter, Value
from strategist.model.tree import GIVE_UP, DecisionTree
from strategist.show.formats.graph import position_graph
from strategist.show.reports.line_count_report import line_counts

LINE = (
    "3 -> 4, 5 -> 3, 6 -> 5, 4 -> 6, 2 -> 4, 1 -> 2, 3 -> 1, 5 -> 3, 7 -> 5, 6 -> 7, 4 -> 6, 2 -> 4, 3 -> 2, 5 -> 3, "
)
LINE += "4 -> 5"
"""The line for three pieces of each color as an article prints it."""


def pegswap(left: int, right: int) -> PegSwap:
    return PegSwap({"left": left, "right": right})


def compiled_line(text: str) -> StrategyData:
    game = make_solitaire(text)
    return compile_strategy(game, make_strategy("optimal", game)).data


# The line


def test_the_line_of_the_article() -> None:
    game = pegswap(3, 3)
    assert ", ".join(move for move, _ in follow(game, shortest_line(game).moves)) == LINE


@pytest.mark.parametrize("n", [1, 2, 3, 4, 7, 12, 20, 31])
def test_n_pieces_of_each_color_take_n_times_n_plus_2_moves(n: int) -> None:
    assert len(shortest_line(pegswap(n, n)).moves) == n * (n + 2)


@pytest.mark.parametrize(
    ("left", "right"), [(1, 2), (2, 1), (1, 7), (7, 1), (3, 5), (6, 2), (13, 4), (1, 100), (40, 9)]
)
def test_unequal_numbers_of_pieces(left: int, right: int) -> None:
    assert len(shortest_line(pegswap(left, right)).moves) == left * right + left + right


def test_fifty_pieces_of_each_color_take_less_than_a_second() -> None:
    with little_work(seconds=1):
        line = shortest_line(pegswap(50, 50))
    # Four positions a move, live or dead: the pruning keeps the search from growing faster than the line.
    assert (len(line.moves), line.positions) == (2600, 10391)


# Every position, by networkx


def moves_left(graph: nx.DiGraph) -> dict[str, int]:
    """The distance of every position from the goal, by breadth-first search; lost positions have none."""
    (goal,) = (position for position, solved in graph.nodes(data="solved") if solved)
    distances: dict[str, int] = nx.single_source_shortest_path_length(graph.reverse(), goal)
    return distances


@pytest.mark.parametrize(("left", "right"), [(1, 1), (2, 2), (3, 3), (5, 5), (7, 7), (1, 6), (6, 1), (3, 5), (8, 2)])
def test_outlooks_are_those_of_a_breadth_first_search(left: int, right: int) -> None:
    game = pegswap(left, right)
    graph = position_graph(game)
    distance = moves_left(graph)
    outlooks = explore(game, prune=False)
    assert set(outlooks) == set(graph)
    for position, outlook in outlooks.items():
        assert outlook.moves == distance.get(position)
        if outlook.first is not None:
            after = {edge["move"]: after for after, edge in graph[position].items()}[outlook.first]
            assert distance[after] == distance[position] - 1


@pytest.mark.thorough
def test_positions_of_twelve_pieces_of_each_color() -> None:
    game = pegswap(12, 12)
    outlooks = explore(game, prune=False)
    assert len(outlooks) == 92_007
    # The live positions are those of two lines of 168 moves, which share the start and the goal.
    assert sum(outlook == LOST for outlook in outlooks.values()) == 91_671 == 92_007 - 2 * 168
    distance = moves_left(position_graph(game))
    assert {position: outlook.moves for position, outlook in outlooks.items() if outlook != LOST} == distance


@pytest.mark.parametrize(("left", "right"), [(1, 1), (2, 2), (4, 4), (8, 8), (1, 9), (9, 1), (4, 7), (7, 3)])
def test_only_lost_positions_are_pruned(left: int, right: int) -> None:
    game = pegswap(left, right)
    everything, pruned = explore(game, prune=False), explore(game)
    assert all(everything[position] == LOST for position in everything if game.dead(position))
    assert {position: everything[position] for position in pruned} == pruned


# Solitaires that are not the peg-swap


class Countdown(Solitaire):
    """Take away 1 or 4 until ``goal`` is left; at 1, ``back`` can be added again, so positions repeat."""

    name = "countdown"
    parameters = (
        Parameter("start", int, 8, "", size=True),
        Parameter("goal", int, 0, "", size=True),
        Parameter("back", int, 0, ""),
    )

    def __init__(self, values: dict[str, Value]) -> None:
        self.values = {parameter.name: parameter.default for parameter in self.parameters} | values
        self.start, self.goal, self.back = (int(value or 0) for value in self.values.values())
        self.guesses = (1, 4, -self.back)

    def successors(self, position: int) -> list[tuple[int, int]]:
        found = [(index, position - step) for index, step in enumerate(self.guesses[:2]) if step <= position]
        return [*found, (2, position + self.back)] if self.back and position == 1 else found

    def solved(self, position: int) -> bool:
        return position == self.goal

    def format_move(self, move: int) -> str:
        return f"-{move}"

    def format_position(self, position: int) -> str:
        return str(position)


def test_the_shortest_of_lines_is_found_and_the_first_of_the_shortest() -> None:
    assert explore(Countdown({}), prune=False)[8] == Outlook(2, 1)
    assert shortest_line(Countdown({"start": 6})).moves == [0, 0, 1]


def test_a_solitaire_without_a_line_is_proven_to_have_none() -> None:
    game = Countdown({"start": 8, "goal": 9})
    with refused(r"countdown\(start=8,goal=9\): proven: no line of moves", errors.InfeasibleError):
        compile_strategy(game, make_strategy("optimal", game))


def test_a_solitaire_whose_positions_come_back_is_refused() -> None:
    with refused(r"the position \d comes back", errors.StrategistError):
        shortest_line(Countdown({"back": 3, "goal": 9}))


def test_a_search_ends_where_memory_would(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solitaire, "MOST_POSITIONS", 100)
    with refused("too many positions: expected at most 100", errors.TooLargeError):
        explore(pegswap(8, 8), prune=False)


# All lines


def all_lines(game: Solitaire, position: State) -> Iterator[int]:
    """The number of moves of every line from a position to the goal, one line after the other: the specification."""
    if game.solved(position):
        yield 0
        return
    for _, after in game.successors(position):
        for moves in all_lines(game, after):
            yield moves + 1


def counted_one_by_one(game: Solitaire) -> Lines | None:
    lengths = Counter(all_lines(game, game.start))
    if not lengths:
        return None
    shortest = min(lengths)
    return Lines(shortest, max(lengths), lengths[shortest], lengths.total())


@pytest.mark.parametrize(
    "game",
    [
        *(pegswap(left, right) for left in range(1, 5) for right in range(1, 5)),
        *(Countdown({"start": start, "goal": goal}) for start in (4, 8, 19) for goal in (0, 3, 4)),
    ],
    ids=lambda game: game.spec,
)
def test_lines_are_counted_as_one_by_one(game: Solitaire) -> None:
    assert count_lines(game) == counted_one_by_one(game)


def test_lines_of_different_lengths() -> None:
    # 8 = 4+4, or a 4 among four 1s at one of five places, or eight 1s.
    assert count_lines(Countdown({"start": 8})) == Lines(shortest=2, longest=8, shortest_lines=1, all_lines=1 + 5 + 1)
    assert count_lines(Countdown({"start": 8, "goal": 9})) is None


class Paths(Solitaire):
    """From the corner of a square grid to the opposite one, to the right and upwards."""

    name = "paths"
    parameters = (Parameter("size", int, 2, "", size=True),)

    def __init__(self, values: dict[str, Value]) -> None:
        self.values = {parameter.name: parameter.default for parameter in self.parameters} | values
        self.size = int(self.values["size"] or 0)
        self.start = (0, 0)
        self.guesses = ("right", "up")

    def successors(self, position: tuple[int, int]) -> list[tuple[int, tuple[int, int]]]:
        right, up = position
        return [(0, (right + 1, up))] * (right < self.size) + [(1, (right, up + 1))] * (up < self.size)

    def solved(self, position: tuple[int, int]) -> bool:
        return position == (self.size, self.size)

    def format_move(self, move: str) -> str:
        return move

    def format_position(self, position: tuple[int, int]) -> str:
        return f"{position[0]},{position[1]}"


@pytest.mark.parametrize("size", [1, 2, 10, 100])
def test_counts_are_exact_however_large(size: int) -> None:
    paths = math.comb(2 * size, size)
    assert count_lines(Paths({"size": size})) == Lines(2 * size, 2 * size, paths, paths)


def test_counts_end_where_nobody_would_read_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solitaire, "MOST_BITS", 100)
    with refused(r"paths\(size=60\) has too many lines to count: .* 2\^100", errors.TooLargeError):
        count_lines(Paths({"size": 60}))
    with refused("too many positions: expected at most 5", errors.TooLargeError):
        count_lines(Paths({"size": 60}), most=5)


def fibonacci(number: int) -> int:
    one, other = 0, 1
    for _ in range(number):
        one, other = other, one + other
    return one


@pytest.mark.parametrize(
    ("left", "right"), [(2, 2), (2, 9), (3, 3), (7, 7), (20, 3), (50, 50), (1, 1), (1, 9), (100, 1)]
)
def test_every_line_of_the_peg_swap_is_equally_long(left: int, right: int) -> None:
    """Two lines, mirrored where the sides are equal; a lone piece has as many as there are rabbits."""
    found = count_lines(pegswap(left, right))
    assert found is not None and found.equal
    assert found.shortest == left * right + left + right
    assert found.all_lines == found.shortest_lines == (2 if min(left, right) > 1 else fibonacci(left + right + 1))


# Files


@pytest.mark.parametrize("text", ["pegswap", "pegswap(1,1)", "pegswap(2,9)", "pegswap(20,20)"])
def test_a_line_survives_its_file_and_verifies(text: str) -> None:
    data = compiled_line(text)
    again = decode(encode(data))
    assert encode(again) == encode(data)
    assert (again.game.spec, again.strategy) == (data.game.spec, "optimal")
    found = verify_strategy(again)
    assert found.verified, found.problems
    count = len(again.tree)
    assert found.claims == again.claims == line_claims(count)
    assert (again.bound, again.objective, again.lower_bound) == ("optimal", "total", count)
    assert (again.claims.total, again.claims.depth, again.claims.secrets, again.claims.lost) == (count, count, 1, 0)
    assert not verify_strategy(again, max_depth=count - 1).verified


def test_a_wrong_line_does_not_verify() -> None:
    data = compiled_line("pegswap(2,2)")
    moves = list(data.tree.guesses)

    def problem(line: list[int], claimed: int) -> str:
        return verify_strategy(replace(data, tree=line_tree(line), claims=line_claims(claimed))).problems[0]

    assert problem(moves[:-1], 7) == "the line ends at RRB.B, not at the goal"
    assert problem([moves[0], *moves], 9) == "move 2: 2 -> 3 is not possible at B.BRR"
    assert problem(moves[::-1], 8).startswith("move 1: 3 -> 4 is not possible at BB.RR")
    assert problem([*moves, moves[0]], 8) == "move 8: 3 -> 4 reaches the goal, and the line goes on"
    assert problem(moves, 7) == "total: claimed 7, found 8"


@pytest.mark.parametrize("masks", [[1] * 8, [1, 3, 1, 1, 1, 1, 1, 2], [1, 1, 2, 2], [1, 0], [0]])
def test_a_tree_that_is_no_line_is_refused(masks: list[int]) -> None:
    data = compiled_line("pegswap(2,2)")
    guesses = [move if mask else GIVE_UP for move, mask in zip(data.tree.guesses, masks, strict=False)]
    forged = encode(replace(data, tree=DecisionTree(guesses, masks, 2)))
    refuses(decode, forged, told="columns", error=errors.StrategyFileError)


def test_a_file_says_that_it_starts_at_the_start(tmp_path: Path) -> None:
    data = compiled_line("pegswap")
    assert data.game.format_history(()) == ""
    refuses(data.game.parse_history, "3->4:on", told="expected no history in a solitaire", error=errors.ResponseError)
    path = tmp_path / "line.msgpack"
    write_strategy(path, data)
    refuses(open_strategy, path, told="is a solitaire")
    refuses(CompiledStrategy, data, told="is a solitaire")


def test_a_strategy_of_another_game_is_refused() -> None:
    with refused("is a solitaire: expected optimal, got minimax"):
        compile_strategy(pegswap(1, 1), make_strategy("minimax", make_game("mastermind(2,2)")))


def test_each_maker_makes_its_kind_and_names_the_other() -> None:
    assert make_solitaire("pegswap-3x2").spec == make_rules("pegswap(3,2)").spec == "pegswap(left=3,right=2)"
    assert make_rules("mastermind").spec == make_game("mastermind").spec
    refusal = "^pegswap is a solitaire: expected a game in which something is hidden; make_solitaire makes it$"
    refuses(make_game, "pegswap(3,2)", told=refusal)
    refusal = r"^expected a solitaire such as pegswap\(3,3\), got mastermind; make_game makes it$"
    refuses(make_solitaire, "mastermind(4,6)", told=refusal)
    for maker in (make_solitaire, make_rules):
        refuses(maker, "chess", told="unknown game 'chess'", error=errors.UnknownNameError)


# The command line

Run = Callable[..., str]


def test_one_life_of_a_line(run: Run) -> None:
    assert "goal reached in 15 moves\nclaimed optimal: total; proven 15" in run("compile", "pegswap(3,3)", "optimal")
    file = "pegswap-3x3.optimal.msgpack"
    equal = "2 shortest lines; every line that reaches the goal has 15 moves\n"
    assert equal in run("compile", "pegswap(3,3)", "optimal") and equal in run("show", file)
    verified = run("verify", file, "--max-depth", "15")
    assert "goal reached in 15 moves" in verified
    assert "guaranteed: the goal is reached within 15 moves" in verified
    shown = run("show", file)
    assert "3 -> 4   BB.BRRR" in shown and "and 13 moves more" in shown
    assert "4 -> 5   RRR.BBB" in run("show", file, "--levels", str(10**30))
    played = run("play", file).splitlines()
    assert (played[0], played[-1]) == ("start: BBB.RRR", "solved in 15 moves")
    assert ", ".join(line.split(": ")[1].split("   ")[0] for line in played[1:-1]) == LINE
    assert played[1] == "move 1: 3 -> 4   BB.BRRR" and played[-2] == "move 15: 4 -> 5   RRR.BBB"


def test_records_of_a_line(run: Run) -> None:
    told = json.loads(run("compile", "pegswap(7,7)", "optimal", "-o", "x.msgpack", "--json"))
    assert (told["total"], told["depth"], told["bound"], told["lower_bound"]) == (63, 63, "optimal", 63)
    shown = json.loads(run("show", "x.msgpack", "--json"))
    assert shown["nodes"] == 63
    counts = {"shortest_lines": 2, "lines": 2, "longest_line": 63, "lines_equally_long": True}
    assert counts.items() <= shown.items() and counts.items() <= told.items()
    verified = json.loads(run("verify", "x.msgpack", "--json"))
    assert verified["verified"] and verified["total"] == 63


def test_lines_that_are_not_counted_are_no_error(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solitaire, "MOST_BITS", 3)
    refusal = "shortest lines are not counted: pegswap(left=1,right=9) has too many lines to count"
    assert refusal in run("compile", "pegswap(1,9)", "optimal", "-o", "x.msgpack")
    assert json.loads(run("show", "x.msgpack", "--json"))["shortest_lines"] is None
    assert line_counts(Countdown({"back": 3, "goal": 9}))[0][0].endswith("comes back")
    assert line_counts(Countdown({"start": 8, "goal": 9}))[0] == ["no line reaches the goal"]
    assert line_counts(Countdown({}))[0] == ["1 shortest line; 7 lines reach the goal, the longest in 8 moves"]
    assert line_counts(make_game("mastermind(2,2)")) == ([], {})


def test_lists_name_the_solitaire(run: Run) -> None:
    assert "pegswap: The peg-swap solitaire" in run("list", "games")
    assert "of a solitaire" in run("list", "strategies")
    (told,) = (each for each in json.loads(run("list", "games", "--json")) if each["name"] == "pegswap")
    assert [parameter["name"] for parameter in told["parameters"]] == ["left", "right"]


def test_positions_from_the_command_line(run: Run) -> None:
    lines = run("show", "pegswap-3x3").splitlines()
    assert lines[0] == "pegswap(left=3,right=3): 72 positions, 42 lost"
    assert {"BBB.RRR   3 -> 4", "RRR.BBB   goal", ".BBRBRR   lost"} <= set(lines)
    told = json.loads(run("show", "pegswap-1x2", "--json"))
    assert (told["positions"], told["lost"]) == (11, 1)
    assert {"position": "B.RR", "next": "1 -> 2", "moves_left": 5} in told["outlooks"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["compile", "pegswap(3,3)", "minimax"], "is a solitaire: expected optimal, got 'minimax'"),
        (["compile", "pegswap(3,3)", "magic"], "is a solitaire: expected optimal, got 'magic'"),
        (["compile", "pegswap(3,3)", "optimal(depth)"], "optimal takes no parameters"),
        (["compile", "pegswap(0,3)", "optimal"], "left must be a whole number of at least 1 and at most 100"),
        (["show", "pegswap", "1"], "is a solitaire: expected a game in which something is hidden"),
        (["compare", "pegswap", "optimal"], "is a solitaire"),
        (["show", "pegswap(40,40)"], "too many positions"),
        (["play", "x.msgpack", "--secret", "1"], "is a solitaire: it has no --secret"),
    ],
    ids=" ".join,
)
def test_bad_input(run: Run, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str) -> None:
    monkeypatch.setattr(solitaire, "MOST_POSITIONS", 1000)
    run("compile", "pegswap(1,1)", "optimal", "-o", "x.msgpack")
    with pytest.raises((errors.StrategistError, click.UsageError), match=message):
        CliRunner().invoke(cli, arguments, catch_exceptions=False, standalone_mode=False)
