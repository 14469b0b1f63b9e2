"""Games as graphs of networkx."""

from __future__ import annotations

import networkx as nx

from strategist.solitaire import Solitaire


def position_graph(game: Solitaire) -> nx.DiGraph:
    """Every position of a solitaire that can be reached, by its rules alone; the search has no part in it.

    Each node tells whether it is ``solved``, each edge the index of its ``move`` in ``game.guesses``.

    >>> from strategist.games.pegswap import PegSwap
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
