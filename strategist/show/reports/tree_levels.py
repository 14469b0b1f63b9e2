"""The first levels of a tree, or the first moves of a line, as a tree of lines."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from strategist.common.wording import counted
from strategist.files.strategy import StrategyData
from strategist.model.solitaire import Solitaire, follow
from strategist.model.tree import GIVE_UP, DecisionTree
from strategist.show.slots.at_slots import at_slots
from strategist.show.slots.who_stands import undecided_ends
from strategist.show.texts.names import rich

if TYPE_CHECKING:
    from rich.text import Text
    from rich.tree import Tree


_MOST_BRANCHES = 30
_MOST_LEVELS = 40


def tree_view(data: StrategyData, levels: int) -> Tree:
    """The first levels of a tree; each branch shows its response and the number of secrets below."""
    from rich.text import Text
    from rich.tree import Tree

    game, tree = data.game, data.tree
    if isinstance(game, Solitaire):
        return _line_view(game, tree, levels)
    # Only slots of these levels are told of, and a tree may have millions.
    shown = 1 + max(level[-1] for level in islice(tree.levels(), max(1, min(levels, _MOST_LEVELS))))
    note, ends = at_slots(game, data).notes(shown), undecided_ends(game, data, shown)

    def told(slot: int) -> Text:
        if tree.guesses[slot] == GIVE_UP:
            return Text("gives up")
        code = rich(ends.get(slot) or game.shown_code(game.guesses[tree.guesses[slot]]), "bold")
        return Text.assemble(code, f" ({note(slot)})")

    root = Tree(told(0))
    todo = [(root, 0, 1)]
    while todo:
        node, slot, depth = todo.pop()
        announced = game.announces and tree.solves(slot)
        if depth >= levels or tree.guesses[slot] == GIVE_UP or announced:
            continue
        if depth >= _MOST_LEVELS:
            # Each level is indented further: deeper levels have no room left for text.
            node.add("and more levels")
            continue
        responses = tree.responses(slot)
        for response in responses[:_MOST_BRANCHES]:
            child = tree.child(slot, response)
            text = rich(game.shown_response(response))
            if child is None:
                node.add(Text.assemble(text, " ✓"))
            else:
                todo.append((node.add(Text.assemble(text, " → ", told(child))), child, depth + 1))
        if len(responses) > _MOST_BRANCHES:
            node.add(f"and {counted(len(responses) - _MOST_BRANCHES, 'response')} more")
    return root


def _line_view(game: Solitaire, tree: DecisionTree, moves: int) -> Tree:
    """The first moves of a line, each with the board after it."""
    from rich.text import Text
    from rich.tree import Tree

    root = Tree(game.format_position(game.start))
    for move, position in follow(game, tree.guesses[:moves]):
        root.add(Text.assemble((move, "bold"), f"   {game.format_position(position)}"))
    if len(tree) > moves:
        root.add(f"and {counted(len(tree) - moves, 'move')} more")
    return root
