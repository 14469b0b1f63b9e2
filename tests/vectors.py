"""The vectors of ``vectors.json``: small strategy files whole, each with the tree that it describes.

Update them with ``python tests/vectors.py`` and read the difference. A file of version 1 never changes.
"""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from strategist import compile_strategy
from strategist.files.strategy import encode
from strategist.tree import GIVE_UP, DecisionTree

VECTORS = Path(__file__).with_name("vectors.json")
CASES = [
    ("mastermind(1,2)", "first"),
    ("mastermind(2,3)", "minimax"),
    # Some secrets are lost: slots that give up.
    ("mastermind(2,4,turns=2)", "first"),
    # Guesses of two bytes.
    ("mastermind(4,4)", "entropy"),
    ("bulls-and-cows(2,5)", "entropy"),
    # Masks of four bytes.
    ("grand-mastermind(3,2,2)", "first"),
    ("pegswap(2,2)", "optimal"),
]
Slots = list[tuple[int | None, list[tuple[int, int | None]]]]


def slots_of(tree: DecisionTree) -> Slots:
    """The tree as the vectors write it."""
    return [
        (
            None if tree.guesses[slot] == GIVE_UP else tree.guesses[slot],
            [(response, tree.child(slot, response)) for response in tree.responses(slot)],
        )
        for slot in range(len(tree))
    ]


def vectors() -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = json.loads(VECTORS.read_text("utf-8"))
    return told


def compiled_vectors() -> list[dict[str, Any]]:
    found = []
    compiled = [compile_strategy(game, strategy).data for game, strategy in CASES]
    # What a search that was stopped writes. Every tree of this game takes 21 guesses or more.
    early = compile_strategy("mastermind(2,3)", "first").data
    stopped = replace(early, strategy="optimal(total)", objective="total", lower_bound=19, stopped=True)
    for data in [*compiled, stopped]:
        contents = base64.b64encode(encode(data)).decode()
        found.append(
            {"game": data.game.spec, "strategy": data.strategy, "file": contents, "slots": slots_of(data.tree)}
        )
    return found


def written(found: list[dict[str, Any]]) -> str:
    """A line per vector."""
    return "[\n" + ",\n".join(json.dumps(each) for each in found) + "\n]\n"


def told_slots(vector: dict[str, Any]) -> Slots:
    return [(guess, [(response, after) for response, after in children]) for guess, children in vector["slots"]]


if __name__ == "__main__":
    VECTORS.write_text(written(compiled_vectors()), "utf-8")
