"""The rooms of the package: imports only point downwards, and playing imports no NumPy, Numba or networkx."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import strategist

PACKAGE = Path(strategist.__file__).parent

ROOMS = """
    asides checked errors quoting
    extras interrupts many palette shown sizes symmetry wording
    numbers spec
    plugins
    tree
    game
    bulk weighing
    doubt solitaire
    games
    catalog
    files
    replay
    pairing player verify
    ground restriction
    ground_under
    check_plain_cores
    check check_plain
    check_cores
    check_under
    choosing
    search.kernels
    search.adapters
    search.naming search.options
    search.position
    search.proof
    search.growing
    search.plans
    search.growth
    cluster
    search
    show
    page play
    commands
    cli
"""
"""From the ground up: a room imports from the lines above its own, and from itself."""

LEVELS = {room: level for level, line in enumerate(ROOMS.strip().splitlines()) for room in line.split()}
FRONT = {"__init__", "__main__"}
"""The entrances to the package, which may import everything."""


def room_of(module: str) -> str:
    """The room of a module: the longest name in the list with which the module's name begins."""
    parts = module.split(".")
    names = (".".join(parts[:count]) for count in range(len(parts), 0, -1))
    return next((name for name in names if name in LEVELS), module)


def imports_of(source: str) -> Iterator[str]:
    """The modules of the package that a source imports anywhere."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "strategist":
            for alias in node.names:
                whole = f"{node.module}.{alias.name}".removeprefix("strategist.")
                module = PACKAGE.joinpath(*whole.split("."))
                is_module = module.with_suffix(".py").exists() or module.is_dir()
                yield whole if is_module else node.module.removeprefix("strategist").lstrip(".")


def test_imports_point_downwards() -> None:
    upwards = []
    for path in sorted(PACKAGE.rglob("*.py")):
        module = ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__")
        if module in FRONT:
            continue
        here = room_of(module)
        assert here in LEVELS, f"{module} stands in no room: give it one in {Path(__file__).name}"
        for target in imports_of(path.read_text("utf-8")):
            there = room_of(target)
            if there != here and LEVELS[there] >= LEVELS[here]:
                upwards.append(f"{module} -> {target}")
    assert upwards == []


def test_the_players_way_is_light() -> None:
    """Playing a file imports nothing that computes."""
    program = (
        "import sys; from strategist.player import open_strategy; import strategist.play.answer; "
        "print(sorted({'numpy', 'numba', 'networkx'} & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"
