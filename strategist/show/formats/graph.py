"""Games and strategies as graphs of networkx."""

from __future__ import annotations

from itertools import islice

import networkx as nx

from strategist.files.strategy import StrategyData
from strategist.model.game import Game
from strategist.model.solitaire import Solitaire, follow
from strategist.model.tree import GIVE_UP
from strategist.show.slots.at_slots import at_slots
from strategist.show.slots.who_stands import check_size


def position_graph(game: Solitaire) -> nx.DiGraph:
    """The graph of all reachable positions of a solitaire, built from its rules without the search.

    Each node has the attribute ``solved``; each edge has the index of its ``move`` in ``game.guesses``.

    >>> from strategist.games.solitaires import PegSwap
    >>> graph = position_graph(PegSwap({"left": 1, "right": 1}))
    >>> len(graph), sorted(graph["B.R"]), graph.nodes["R.B"]["solved"]
    (6, ['.BR', 'BR.'], True)
    """
    graph = nx.DiGraph()
    graph.add_node(game.start, solved=game.solved(game.start))
    todo = [game.start]
    while todo:
        position = todo.pop()
        for move, after in game.successors(position):
            if after not in graph:
                graph.add_node(after, solved=game.solved(after))
                todo.append(after)
            graph.add_edge(position, after, move=move)
    return graph


def strategy_graph(data: StrategyData, depth: int | None = None) -> nx.DiGraph:
    """The decision tree of a strategy, or its first ``depth`` levels; for a solitaire, its line or first moves.

    The nodes of a tree are its slots, breadth-first from 0. The attributes of a node are the number of ``candidates``,
    the ``depth`` (guesses made before), the ``guess`` as text (none where the strategy gives up) and whether the guess
    ``solves``, that is, can be the secret. An edge has the ``response``. The nodes of a line are numbered, too, and
    have the ``position``, its ``depth`` and whether it is the goal (``solves``); an edge has the ``move``. The graph
    itself has ``game``, ``strategy`` and ``start``.

    Where a secret may give one of several answers, a node also has the ``expected`` number of its candidates, each
    counted with the chance that it gets there, as a text such as ``13/5``; and where play ends, the names of the
    ``secrets`` that may be left, with blanks between them.

    Where answers may be false, a node also has the candidates ``by_lies``, such as ``1+8``: so many if 0, 1, 2 …
    answers were false; in a game whose rows hold a falsehood each, no lie is counted. A slot to which several ways lead
    is one node, and its ``depth`` the most guesses made before; two answers that lead there share an edge, whose
    ``response`` is ``0b1w or 0b2w``.

    >>> from strategist import compile_strategy
    >>> data = compile_strategy("mastermind(1,2)", "first").data
    >>> graph = strategy_graph(data)
    >>> graph.nodes[1], graph.edges[0, 1]
    ({'candidates': 1, 'depth': 1, 'guess': '2', 'solves': True}, {'response': '0b0w'})
    """
    game = data.game
    graph = nx.DiGraph(game=game.spec, strategy=data.strategy, start=game.format_history(data.start))
    if isinstance(game, Solitaire):
        _add_line(graph, game, data, depth)
    else:
        _add_tree(graph, game, data, depth)
    return graph


def _add_tree(graph: nx.DiGraph, game: Game, data: StrategyData, depth: int | None) -> None:
    tree = data.tree
    levels = len(tree) if depth is None else min(depth, len(tree))
    check_size(min(len(tree), sum(map(len, islice(tree.levels(), levels)))), "a graph")
    stop = 1 + max(level[-1] for level in islice(tree.levels(), levels))
    slots = at_slots(game, data)
    counts, attributes = slots.counts(stop), slots.attributes(stop)
    for made, level in enumerate(islice(tree.levels(), levels)):
        for slot in level:
            guess = tree.guesses[slot]
            text = {} if guess == GIVE_UP else {"guess": game.format_code(game.guesses[guess])}
            more = attributes.get(slot, {})
            graph.add_node(slot, candidates=counts[slot], depth=made, **text, solves=tree.solves(slot), **more)
    for slot in sorted(graph):
        for response, child in tree.branches(slot):
            if child in graph:
                before = graph.edges.get((slot, child), {}).get("response")
                answer = game.format_response(response)
                graph.add_edge(slot, child, response=answer if before is None else f"{before} or {answer}")


def _add_line(graph: nx.DiGraph, game: Solitaire, data: StrategyData, moves: int | None) -> None:
    graph.add_node(0, position=game.format_position(game.start), depth=0, solves=game.solved(game.start))
    for number, (move, position) in enumerate(follow(game, data.tree.guesses[:moves]), 1):
        graph.add_node(number, position=game.format_position(position), depth=number, solves=game.solved(position))
        graph.add_edge(number - 1, number, move=move)
