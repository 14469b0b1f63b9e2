"""The first levels of a tree, or the first moves of a line, as a tree of lines."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING

from strategist.common.wording import counted
from strategist.files.strategy import StrategyData
from strategist.model.game import Game
from strategist.model.solitaire import Solitaire, follow
from strategist.model.tree import GIVE_UP, DecisionTree
from strategist.show.slots.left_at_slots import sizes_at, sizes_text
from strategist.show.slots.paths import stands_of, undecided_ends
from strategist.show.texts.names import rich
from strategist.show.texts.weighed import mass_under, per_cent

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
    note, ends = _notes(game, data, shown), undecided_ends(game, data, shown)

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


def _notes(game: Game, data: StrategyData, before: int) -> Callable[[int], str]:
    """What tells of a slot how many secrets may be there and, where there are chances, how likely they are together.

    It is told of slots ``before`` that one.
    """
    tree = data.tree
    if game.several:
        return _notes_of_stands(game, data, before)
    if game.doubtful:
        sizes = sizes_at(game, data, before)
        return lambda slot: sizes_text(sizes[slot])
    parts = None if game.weights is None else mass_under(game, tree)
    return lambda slot: f"{tree.solved_under(slot)}" + ("" if parts is None else f", {per_cent(parts[slot])}")


def _notes_of_stands(game: Game, data: StrategyData, before: int) -> Callable[[int], str]:
    """As :func:`_notes`, where a secret may be at several slots, with a chance at each."""
    counts = [0] * before
    masses = [Fraction(0)] * before
    for stand in stands_of(game, data, before):
        counts[stand.slot] = len(stand.parts)
        masses[stand.slot] = stand.mass(game)
    return lambda slot: f"{counts[slot]}, {per_cent(masses[slot] / masses[0])}"
