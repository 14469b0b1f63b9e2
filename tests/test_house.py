"""The house is small, and one thing has one place: what is counted here may become less, and not more.

Each bound is a name below. Whoever makes something less lowers its bound.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import strategist
from tests.test_rooms import LEVELS, room_of

PACKAGE = Path(strategist.__file__).parent

MOST_LINES = 109_117
"""Lines of the package."""
LONG_FILE = 400
MOST_LONG_FILES = 8
"""Files of more lines than that."""
LONGEST_FILE = 500
COMPILE_LINES = 200
COMPILE_NAMES = 35
"""Names that ``compile.py`` imports."""
MOST_REFUSING = 11
"""Functions that are named after what they refuse, one by one."""
MOST_ASKING = 57
"""Lines that ask which kind of answers a game has."""
MOST_VISITS, MOST_CLIMBS = 48, 21
"""See :func:`test_compiling_takes_a_short_way`."""
ROOMS_OF_A_CHECK = {"checking", "common", "files", "games", "model", "show"}
"""What a check calls, from the file to the verdict."""

ASKING = re.compile(
    r"\.(several|doubtful)\b|\bby_kind\(|isinstance\(.*\b(Lies|Several|One)\)|kind_of\(.*\)\.(name|joins)"
)
REFUSING = re.compile(r"^ *def _?refuse", re.MULTILINE)


def sources() -> Iterator[tuple[str, str]]:
    """Each file of the package, with its text."""
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path.relative_to(PACKAGE).as_posix(), path.read_text("utf-8")


def lines_of() -> dict[str, int]:
    return {name: text.count("\n") for name, text in sources()}


def test_the_package_is_small() -> None:
    assert sum(lines_of().values()) <= MOST_LINES


def test_files_are_short() -> None:
    long = {name: lines for name, lines in lines_of().items() if lines > LONG_FILE}
    assert len(long) <= MOST_LONG_FILES and max(long.values(), default=0) <= LONGEST_FILE, long


def test_what_compiles_makes_a_plan_and_no_more() -> None:
    text = (PACKAGE / "search" / "compile" / "compile.py").read_text("utf-8")
    names = [
        alias.name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    ]
    assert text.count("\n") <= COMPILE_LINES and len(names) <= COMPILE_NAMES, names


def test_refusals_stand_in_tables() -> None:
    found = [f"{name}: {each}" for name, text in sources() for each in REFUSING.findall(text)]
    assert len(found) <= MOST_REFUSING, found


def test_few_ask_which_kind_of_answers_a_game_has() -> None:
    found = [line for _, text in sources() for line in text.splitlines() if ASKING.search(line)]
    assert len(found) <= MOST_ASKING, len(found)


WAY = """
import sys, tempfile
from pathlib import Path

import strategist
from strategist.files.strategy import write_strategy

PACKAGE = str(Path(strategist.__file__).parent)
visited = []

def note(frame, event, _):
    name = frame.f_code.co_name
    if event == "call" and len(visited) < 400 and frame.f_code.co_filename.startswith(PACKAGE):
        visited.append((str(Path(frame.f_code.co_filename).relative_to(PACKAGE).with_suffix("")), name))

def compile_to_file():
    with tempfile.TemporaryDirectory() as folder:
        compiled = strategist.compile_strategy("mastermind(4,6)", "minimax")
        write_strategy(Path(folder) / "tree.msgpack", compiled.data)

compile_to_file()
before = set(sys.modules)
sys.setprofile(note)
compile_to_file()
sys.setprofile(None)
for path, name in visited:
    if not name.startswith(("<", "__")):
        print(path.replace("/", ".").replace(chr(92), "."))
print(*sorted(each for each in before if each.startswith("strategist.")), sep="\\n", file=sys.stderr)
"""
"""Compiles a strategy from strings to a file, and tells the modules of the first 400 calls, but of comprehensions and
of methods that Python calls by itself, in the order of these calls; and all modules, as errors."""


def test_compiling_takes_a_short_way() -> None:
    """From strings to the file of a tree, a reader who follows the calls goes from folder to folder few times, and few
    times upwards. Nothing of the search is imported on the way."""
    ran = subprocess.run([sys.executable, "-c", WAY], capture_output=True, text=True, check=True)
    modules = ran.stdout.split()
    rooms = [room_of(module.removesuffix(".__init__")) for module in modules]
    folders = [module.rpartition(".")[0] for module in modules]
    visits = sum(one != other for one, other in pairwise(["", *folders]))
    climbs = sum(LEVELS.get(one, -1) < LEVELS.get(other, -1) for one, other in pairwise(rooms))
    assert visits <= MOST_VISITS and climbs <= MOST_CLIMBS, (visits, climbs)
    needless = ("search.run", "search.exact", "search.certify", "search.tasks", "search.lies", "cluster")
    imported = [each.removeprefix("strategist.") for each in ran.stderr.split() if each.startswith("strategist.")]
    assert [each for each in imported if room_of(each) in needless] == []


CHECK = """
import sys
from pathlib import Path

import strategist
from strategist.files.shipped import find_shipped

PACKAGE = Path(strategist.__file__).parent
CERTIFICATE = find_shipped("mastermind-4x4.optimal-total-depth").certificate
called = set()
# What is imported is called, too, the first time.
assert strategist.check(CERTIFICATE).proven
sys.setprofile(lambda frame, event, _: called.add(frame.f_code.co_filename))
assert strategist.check(CERTIFICATE).proven
sys.setprofile(None)
for path in map(Path, called):
    if path.is_relative_to(PACKAGE):
        print(".".join(path.relative_to(PACKAGE).with_suffix("").parts))
"""
"""Checks a certificate that ships, and tells the modules of all calls."""


def test_a_check_stays_in_few_rooms() -> None:
    ran = subprocess.run([sys.executable, "-c", CHECK], capture_output=True, text=True, check=True)
    assert {room_of(module.removesuffix(".__init__")) for module in ran.stdout.split()} - {
        "__init__"
    } <= ROOMS_OF_A_CHECK
