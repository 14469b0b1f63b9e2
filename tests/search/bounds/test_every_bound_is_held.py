"""The list of bounds in the README of their folder is true and complete, and each bound in it is named by a claim."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import strategist.search.bounds

FOLDER = Path(strategist.search.bounds.__file__).parent
CLAIMS = Path(__file__).parent

CHOOSING = {"regime", "question_costs", "estimates", "stakes"}
"""Files whose functions choose among bounds, or are none."""
NO_BOUNDS = {"measure_room", "may_lose", "sizes_tell", "leaves_of"}
"""Functions in the other files that are no bounds."""


def listed() -> dict[str, str]:
    """The file of each bound that the README lists."""
    found = {}
    for line in FOLDER.joinpath("README.md").read_text("utf-8").splitlines():
        if line.startswith("| `"):
            columns = line.strip("| ").split(" | ")
            (file,) = re.findall(r"`(\w+)\.py`", columns[-1])
            found |= dict.fromkeys(re.findall(r"`(\w+)`", columns[0]), file)
    return found


def public() -> dict[str, str]:
    """The file of each public function in the files that hold bounds."""
    return {
        node.name: path.stem
        for path in FOLDER.glob("*.py")
        if path.stem not in CHOOSING
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and node.name not in NO_BOUNDS
    }


def claimed() -> set[str]:
    """The names in the docstrings of claims, and of helpers whose result they compare."""
    nodes = [
        node
        for path in [*CLAIMS.glob("claims_*.py"), *CLAIMS.glob("test_*.py")]
        for node in ast.parse(path.read_text("utf-8")).body
    ]
    told = [ast.get_docstring(node) or "" for node in nodes if isinstance(node, ast.FunctionDef)]
    return set(re.findall(r"``(\w+)``", " ".join(told)))


def test_the_readme_lists_every_bound() -> None:
    assert listed() == public()


def test_every_bound_has_a_claim() -> None:
    chosen = {"least_of", "nearer_of_set", "least_of_cell", "bounds_of_levels", "is_certain", "is_certain_cell"}
    looked = {"bound_by_candidates", "look_at_candidates", "two_plies", "count_on_set", "glance", "split"}
    assert {*listed(), *chosen, *looked} - claimed() == set()
