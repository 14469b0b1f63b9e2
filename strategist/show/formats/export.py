"""A strategy in the formats of other programs: DOT, GraphML, JSON, CSV.

Each function yields the text in chunks. The bytes depend on the strategy alone.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import networkx as nx

from strategist.common.numbers import write_number
from strategist.common.wording import plural
from strategist.files.envelope import writer
from strategist.files.strategy import StrategyData
from strategist.model import endings
from strategist.model.game import Game
from strategist.model.solitaire import Solitaire, follow
from strategist.show.formats.graph import strategy_graph
from strategist.show.pictures.canvas import checked_xml
from strategist.show.reports.report import record
from strategist.show.slots.at_slots import at_slots
from strategist.show.slots.who_stands import undecided_ends
from strategist.show.texts.names import OR, plain, said

_FORMULA = re.compile(r"[=+@-].*\w", re.DOTALL)
"""Texts that a spreadsheet may evaluate as a formula. A text of signs alone, e.g. ``-----``, is not one."""
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")


def dot(data: StrategyData, depth: int | None = None) -> Iterator[str]:
    r"""The first ``depth`` levels of a tree, or all, for Graphviz: one box per guess, with the number of candidates.

    A doubled box is a guess that can be the secret, or names all secrets among which nothing decides. The text is
    written by hand, because the language needs only a few lines and the library that writes it (pydot) also needs a
    parser.

    >>> from strategist import compile_strategy
    >>> data = compile_strategy("mastermind(1,2)", "first").data
    >>> print("".join(dot(data)), end="")
    digraph "mastermind(pegs=1,colors=2) first" {
    rankdir=LR; node [shape=box];
    0 [label="1\n2", peripheries=2];
    1 [label="2\n1", peripheries=2];
    0 -> 1 [label="0b0w"];
    }
    """
    graph = strategy_graph(data, depth)
    start = f" from {graph.graph['start']}" if graph.graph["start"] else ""
    game = data.game
    ends = undecided_ends(game, data) if isinstance(game, Game) else {}
    names = said(game) if isinstance(game, Game) else None

    def named(slot: int, told: Mapping[str, Any]) -> str:
        if names is None or "guess" not in told:
            return str(told.get("guess", "gives up"))
        return plain(ends[slot]) if slot in ends else names.code(names.game.guesses[data.tree.guesses[slot]])

    def leading(told: Mapping[str, str]) -> str:
        return told["move"] if names is None else OR.join(map(names.of_response, told["response"].split(OR)))

    yield f'digraph "{_escaped(f"{data.game.spec} {data.strategy}{start}")}" {{\nrankdir=LR; node [shape=box];\n'
    for node, told in graph.nodes.items():
        count = told.get("by_lies", told.get("candidates"))
        lines = [told["position"]] if "position" in told else [named(node, told), str(count)]
        label = r"\n".join(map(_escaped, lines))
        yield f'{node} [label="{label}"{", peripheries=2" if told["solves"] else ""}];\n'
    for (source, target), told in graph.edges.items():
        yield f'{source} -> {target} [label="{_escaped(leading(told))}"];\n'
    yield "}\n"


def _escaped(text: str) -> str:
    """A text escaped for a quoted label, in which backslashes and character entities are special, too."""
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;")


def graphml(data: StrategyData, depth: int | None = None) -> Iterator[str]:
    """The graph of :func:`~strategist.show.formats.graph.strategy_graph` in GraphML.

    Raises :class:`~strategist.common.errors.OutputError` for a text that no XML file can hold.

    >>> from strategist import compile_strategy
    >>> data = compile_strategy("mastermind(1,2)", "first").data
    >>> nx.parse_graphml("".join(graphml(data))).nodes["1"]["guess"]
    '2'
    """
    graph = strategy_graph(data, depth)
    for told in (graph.graph, *graph.nodes.values(), *graph.edges.values()):
        checked_xml("".join(map(str, told.values())), "GraphML")
    for line in nx.generate_graphml(graph, named_key_ids=True):
        yield f"{line}\n"


def node_link(data: StrategyData, depth: int | None = None) -> Iterator[str]:
    """One JSON object: the figures of the strategy and its graph, ``nodes`` and ``edges`` as networkx reads them.

    Where secrets may give one of several answers, figures are expected numbers: a whole number, or a text such as
    ``13/5``. So are those of :func:`~strategist.show.formats.graph.strategy_graph`.

    >>> from strategist import compile_strategy
    >>> data = compile_strategy("mastermind(1,2)", "first").data
    >>> told = json.loads("".join(node_link(data)))
    >>> told["total"], told["edges"]
    (3, [{'response': '0b0w', 'source': 0, 'target': 1}])
    """
    head = record(data) | {"start": data.game.format_history(data.start), "generator": writer(data.generator)}
    links: dict[str, Any] = nx.node_link_data(strategy_graph(data, depth), edges="edges")
    yield json.dumps(head | links, ensure_ascii=False) + "\n"


def table(data: StrategyData) -> Iterator[str]:
    """CSV: a row for each secret, with its outcome (``solved`` or ``lost``), the number of guesses and the guesses.

    Where secrets have classes, the class follows the secret. Where secrets have chances or questions have costs, the
    chance and the cost of all guesses follow the number of guesses. Where the last guess only announces
    the secret, it is left out: the row holds the questions. Where a secret may give one of several answers, it has a
    row for each leaf that it may reach, with the chance of that (``share``) behind the outcome. Where answers may be
    false, a secret has a row for each way of lying: behind the outcome stand the numbers of the ``false`` answers,
    counted from 1, and behind each guess stands its answer. A solitaire has a row
    for each move, with the board before and after it. A text that a spreadsheet would take for a formula has an
    apostrophe in front.

    >>> from strategist import compile_strategy
    >>> data = compile_strategy("mastermind(1,2)", "first").data
    >>> print("".join(table(data)), end="")
    secret,outcome,guesses,guess 1,guess 2
    1,solved,1,1,
    2,solved,2,1,2
    """
    for row in table_rows(data):
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerow(map(_disarmed, row))
        yield text.getvalue()


def _disarmed(cell: str | int) -> str | int:
    """A cell that no spreadsheet evaluates, because names of a foreign table must not run as formulas.

    >>> [_disarmed(cell) for cell in ("=1+1", "+A1", "-a", "@SUM(1)", "cat", 7)]
    ["'=1+1", "'+A1", "'-a", "'@SUM(1)", 'cat', 7]
    >>> [_disarmed(cell) for cell in ("-----", "-5", "+1.5", "0-39")]
    ['-----', '-5', '+1.5', '0-39']
    """
    if isinstance(cell, int) or _NUMBER.fullmatch(cell) or not _FORMULA.match(cell):
        return cell
    return f"'{cell}"


def table_rows(data: StrategyData) -> Iterator[list[str | int]]:
    """The head and the rows of :func:`table`."""
    game = data.game
    if isinstance(game, Solitaire):
        return _moves(game, data)
    return _paths(game, data)


def _paths(game: Game, data: StrategyData) -> Iterator[list[str | int]]:
    """The head and a row for each path of each secret."""
    tree, noun, slots = data.tree, game.move_noun, at_slots(game, data)
    paths = slots.paths()
    most = sum(any(game.question_count > tree.guesses[slot] >= 0 for slot in level) for level in tree.levels())
    of_move = (noun, "answer") if slots.lists_answers else (noun,)
    head: list[str | int] = [
        "secret",
        *([game.known_noun] if game.classes is not None else []),
        "outcome",
        *slots.path_heads,
        plural(noun),
        *(name for name, there in (("chance", game.weights is not None), ("cost", game.priced)) if there),
        *(f"{what} {number + 1}" for number in range(most) for what in of_move),
    ]
    yield head
    place = {} if game.weights is None else {code: index for index, code in enumerate(game.secrets)}
    for path in paths:
        kind = game.class_of(path.secret)
        row = [
            game.format_secret(path.secret),
            *([] if kind is None else [kind]),
            endings.SOLVED if path.solved else endings.LOST,
            *slots.path_cells(path),
            len(path.moves),
        ]
        if game.weights is not None:
            row.append(game.format_chance(place[path.secret]))
        if game.priced:
            cost = sum(game.step_cost(guess, response) for guess, response in path.moves)
            row.append(write_number(cost * game.cost_unit))
        for guess, response in path.moves:
            row.append(game.format_code(game.guesses[guess]))
            if slots.lists_answers:
                row.append(game.format_response(response))
        yield row + [""] * (len(head) - len(row))


def _moves(game: Solitaire, data: StrategyData) -> Iterator[list[str | int]]:
    yield ["number", "move", "before", "after"]
    line = [("", game.start), *follow(game, data.tree.guesses)]
    for number, ((_, before), (move, after)) in enumerate(pairwise(line), 1):
        yield [number, move, game.format_position(before), game.format_position(after)]
