"""The rooms of the package: imports only point downwards, rooms are few, and playing imports no NumPy, Numba or
networkx."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import strategist

PACKAGE = Path(strategist.__file__).parent

ROOMS = """
    common
    matrices
    model
    games
    files
    checking
    choosing
    search.kernels.pack
    search.kernels.numba
    search.kernels.responses
    search.kernels.symmetry search.kernels.cells
    search.kernels.scores
    search.kernels.growth
    search.adapters
    search.state
    search.bounds
    search.exact
    search.growing
    search.tasks
    search.tasks.remote
    search.certify
    search.run
    search.several_answers
    search.lies search.static
    search
    cluster
    search.compile
    search.advice
    estimators
    show
    page play
    environment
    commands
"""
"""From the ground up: a room imports from the lines above its own, and from itself."""

LEVELS = {room: level for level, line in enumerate(ROOMS.strip().splitlines()) for room in line.split()}
FRONT = {"__init__", "__main__", "errors"}
"""The entrances to the package, which may import everything."""

MOST_FOLDERS = 15
"""Folders directly below the package."""
MOST_FILES = 16
"""Files in a folder."""
MOST_ARROWS = 191
"""Pairs of rooms of which one imports the other. The folders below the package count as rooms, and those of the
search."""
NAMED_TWICE = {"reading", "registry"}
"""Names that files of several rooms may have."""


def room_of(module: str) -> str:
    """The room of a module: the longest name in the list with which the module's name begins."""
    parts = module.split(".")
    names = (".".join(parts[:count]) for count in range(len(parts), 0, -1))
    return next((name for name in names if name in LEVELS), module)


def counted(module: str) -> str:
    """The room of a module where arrows are counted: without the folders within a room."""
    return ".".join(room_of(module).split(".")[:2])


def is_module(name: str) -> bool:
    path = PACKAGE.joinpath(*name.split("."))
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


def imports_of(source: str) -> Iterator[str]:
    """The modules of the package that a source imports anywhere."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (each.name.partition(".")[2] for each in node.names if each.name.startswith("strategist."))
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "strategist":
            for alias in node.names:
                whole = f"{node.module}.{alias.name}".removeprefix("strategist.")
                yield whole if is_module(whole) else node.module.removeprefix("strategist").lstrip(".")


@cache
def modules() -> dict[str, frozenset[str]]:
    """Every module but the entrances, by its name without ``strategist.``, with those that it imports."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        module = ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__")
        if module not in FRONT:
            found[module] = frozenset(imports_of(path.read_text("utf-8")))
    return found


def test_imports_point_downwards() -> None:
    upwards = []
    for module, targets in modules().items():
        here = room_of(module)
        assert here in LEVELS, f"{module} stands in no room: give it one in {Path(__file__).name}"
        for target in targets:
            there = room_of(target)
            if there != here and LEVELS.get(there, len(LEVELS)) >= LEVELS[here]:
                upwards.append(f"{module} -> {target}")
    assert upwards == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    # Raises CycleError with the modules of a circle.
    assert list(TopologicalSorter(modules()).static_order())


def test_rooms_are_few_and_so_are_arrows_between_them() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()}
    assert len(folders) <= MOST_FOLDERS, folders
    arrows = {(counted(module), counted(target)) for module, targets in modules().items() for target in targets}
    assert len({(one, other) for one, other in arrows if one != other}) <= MOST_ARROWS


def test_folders_are_small() -> None:
    sources = [path for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    count = Counter(path.parent for path in sources if path.parent != PACKAGE / "library")
    large = {folder.relative_to(PACKAGE).as_posix(): number for folder, number in count.items() if number > MOST_FILES}
    assert large == {}


def test_a_wheel_holds_every_file() -> None:
    told = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["package-data"]
    held = {path for pattern in told["strategist"] for path in PACKAGE.glob(pattern)}
    library = PACKAGE / "library"
    others = {path for path in PACKAGE.rglob("*.*") if path.is_file() and path.suffix not in (".py", ".pyc", ".md")}
    assert {path for path in others - held if path.parent != library} == set()


def test_a_file_has_a_name_of_its_own() -> None:
    names = Counter(module.rpartition(".")[2] for module in modules() if not is_folder(module))
    assert {name for name, number in names.items() if number > 1} <= NAMED_TWICE


def test_every_folder_says_what_it_is() -> None:
    for path in PACKAGE.rglob("__init__.py"):
        told = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
        assert told and (path.parent == PACKAGE or len(told.splitlines()) <= 5), path


def is_folder(module: str) -> bool:
    return (PACKAGE.joinpath(*module.split(".")) / "__init__.py").exists()


def test_the_players_way_is_light() -> None:
    """Playing a file imports nothing that computes."""
    program = (
        "import sys; from strategist.files.player import open_strategy; import strategist.play.modes.answer; "
        "print(sorted({'numpy', 'numba', 'networkx'} & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"
