"""Run the examples of a README as a user would, in an empty folder: ``python read_along.py README.md``.

* ```` ```python ```` with ``>>>``: an interactive session, checked like a doctest. All sessions of a file share names.
* ```` ```console ````: lines that begin with ``$`` are run in order, in the same folder. The text below a command must
  be its output, where ``...`` stands for anything and blanks at the ends of lines for nothing. A trailing
  ``# exit status 1`` is expected, too.
* any block with ``title="NAME"``: a file, written before the first example runs. The entry points of a
  ``pyproject.toml`` are installed where Python looks for those of packages.
* ``<!-- files of OTHER.md -->``: the files of another README are written, too.
* ``text`` and ``sh`` are not run, nor are directives of the site (``{toctree}``). Any other block is a mistake, so that
  no example is silently skipped.

If an example does not do what it says, the exit status is 1, with a line for each mistake.

* ``--files`` only writes the files.
* ``--installed`` is for an environment in which the package is installed, and packages of the README, too: commands
  are those of the environment, and modules that a ``pyproject.toml`` declares are not written.
* ``--light`` is the same without the extras: a command or a session may fail if it says which extra it needs, and then
  those may that read the file which it would have written.
"""

from __future__ import annotations

import argparse
import doctest
import io
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

_FENCE = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
_TITLE = re.compile(r'title="([\w.-]+)"')
_STATUS = re.compile(r"\s+# exit status (\d+)$")
_NOT_RUN = ("text", "sh")
_BORROWED = re.compile(r"^<!-- files of (\S+) -->$", re.MULTILINE)
_BLANKS = re.compile(r"[ \t]+$", re.MULTILINE)
_EXTRA = "pip install 'strategist-compiler["


class Block(NamedTuple):
    """A fenced block: its language, the name of its file, its text, and the line on which the text begins."""

    kind: str
    title: str | None
    body: str
    line: int

    @property
    def session(self) -> bool:
        """Whether the block is an interactive session of Python."""
        return self.kind == "python" and self.title is None and ">>>" in self.body


class Command(NamedTuple):
    """A command, its line, its expected output (None if the README does not show it), and its exit status."""

    words: list[str]
    line: int
    output: str | None
    status: int


def blocks_of(text: str) -> list[Block]:
    """The fenced blocks of a README.

    >>> blocks_of("Try:\\n```console\\n$ strategist games\\n```\\n")
    [Block(kind='console', title=None, body='$ strategist games\\n', line=3)]
    """
    found = []
    for match in _FENCE.finditer(text):
        title = _TITLE.search(match["info"])
        line = 1 + text.count("\n", 0, match.start("body"))
        found.append(Block(match["info"].split(" ")[0].strip(), title and title[1], match["body"], line))
    return found


def mistakes_of(blocks: Sequence[Block]) -> list[str]:
    """Blocks that look like examples but would not be run."""
    return [
        f"line {block.line}: a block of kind {block.kind!r} without a title is no example that can be run"
        for block in blocks
        if not (
            block.title
            or block.session
            or block.kind == "console"
            or block.kind in _NOT_RUN
            or block.kind.startswith("{")
        )
    ]


def commands_of(block: Block) -> list[Command]:
    """The commands of a console block.

    >>> commands_of(Block("console", None, "$ strategist verify a  # exit status 1\\nno\\n$ strategist games\\n", 7))
    [Command(words=['strategist', 'verify', 'a'], line=7, output='no\\n', status=1), \
Command(words=['strategist', 'games'], line=9, output=None, status=0)]
    """
    found = []
    lines = list(enumerate(block.body.splitlines(), block.line))
    starts = [at for at, (_, text) in enumerate(lines) if text.startswith("$ ")]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        number, text = lines[start]
        status = _STATUS.search(text)
        words = shlex.split(_STATUS.sub("", text.removeprefix("$ ")))
        shown = "".join(f"{line}\n" for _, line in lines[start + 1 : end])
        found.append(Command(words, number, shown or None, int(status[1]) if status else 0))
    return found


def write_files(blocks: Sequence[Block], folder: Path, but: Sequence[str] = ()) -> None:
    """Write the files of a README, ``but`` those of these names."""
    for block in blocks:
        if block.title is not None and block.title not in but:
            (folder / block.title).write_text(block.body, encoding="utf-8")


def modules_of(blocks: Sequence[Block]) -> list[str]:
    """The files of the package that a README declares, if it does.

    >>> modules_of([Block("toml", "pyproject.toml", "tool.setuptools.py-modules = ['chess']", 3)])
    ['chess.py']
    """
    declared = [tomllib.loads(block.body) for block in blocks if block.title == "pyproject.toml"]
    return [f"{module}.py" for each in declared for module in each["tool"]["setuptools"]["py-modules"]]


def offer_entry_points(folder: Path) -> None:
    """Offer the entry points that the ``pyproject.toml`` of a folder declares, as if its package were installed."""
    declared = folder / "pyproject.toml"
    if declared.exists():
        project: dict[str, Any] = tomllib.loads(declared.read_text(encoding="utf-8"))["project"]
        name, version = project["name"].replace("-", "_"), project["version"]
        info = folder / f"{name}-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        groups = [
            f"[{group}]\n" + "".join(f"{entry} = {where}\n" for entry, where in entries.items())
            for group, entries in project["entry-points"].items()
        ]
        (info / "entry_points.txt").write_text("\n".join(groups))


def complaints(text: str, folder: Path, installed: bool = False, light: bool = False) -> Iterator[str]:
    """The mistakes of the examples of a README, run in this folder, which is the current one."""
    blocks = blocks_of(text)
    yield from mistakes_of(blocks)
    write_files(blocks, folder, but=modules_of(blocks) if installed else ())
    if not installed:
        offer_entry_points(folder)
    sys.path.insert(0, str(folder))
    names: dict[str, Any] = {}
    unwritten: set[str] = set()
    for block in blocks:
        if block.session:
            yield from _talk(block, names, light)
        elif block.kind == "console":
            for command in commands_of(block):
                yield from _run(command, installed, unwritten if light else None)


def _talk(block: Block, names: dict[str, Any], light: bool) -> Iterator[str]:
    """Run a session in Python."""
    told = io.StringIO()
    test = doctest.DocTestParser().get_doctest(block.body, names, "README", "README", block.line - 1)
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    runner.run(test, out=told.write, clear_globs=False)
    names.update(test.globs)
    if light and _EXTRA in told.getvalue():
        print(f"session at line {block.line}: {_EXTRA}")
    elif runner.failures:
        yield told.getvalue()


def _run(command: Command, installed: bool, unwritten: set[str] | None) -> Iterator[str]:
    """Run a command as in a shell. Without the extras, note as ``unwritten`` the file of one that needs an extra."""
    program, *arguments = command.words
    where = f"line {command.line}: {shlex.join(command.words)}"
    if program == "strategist" and installed:
        status, output, errors = _process([str(Path(sys.executable).with_name("strategist")), *arguments])
    elif program == "strategist":
        status, output, errors = _strategist(arguments)
    elif program == "pytest":
        # Tests that the README contains run without the settings of this repository.
        status, output, errors = _process([sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments])
    else:
        yield f"{where}: expected strategist or pytest"
        return
    if unwritten is not None and status == 2 and (_EXTRA in errors or not unwritten.isdisjoint(arguments)):
        print(f"{where}: {errors.rstrip()}")
        unwritten.update(arguments[arguments.index("-o") + 1 :][:1] if "-o" in arguments else ())
        return
    if status != command.status:
        yield f"{where}: expected exit status {command.status}, got {status}: {errors or output}"
    elif command.output is not None:
        flags = doctest.ELLIPSIS | doctest.REPORT_NDIFF
        checker, example = doctest.OutputChecker(), doctest.Example("", command.output)
        # A command that fails prints one line, on standard error.
        printed = _BLANKS.sub("", output or errors)
        if not checker.check_output(command.output, printed, flags):
            yield f"{where}: {checker.output_difference(example, printed, flags)}"


def _process(words: Sequence[str]) -> tuple[int, str, str]:
    run = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, encoding="utf-8")
    return run.returncode, run.stdout, run.stderr


def _strategist(arguments: Sequence[str]) -> tuple[int, str, str]:
    """Call the command line in this process, so that kernels are loaded once per README, not once per command."""
    from strategist.commands.cli import main

    streams = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(3)]
    before = sys.argv, sys.stdin
    sys.argv, sys.stdin = ["strategist", *arguments], streams[0]
    status: object = None
    try:
        with redirect_stdout(streams[1]), redirect_stderr(streams[2]):
            main()
    except SystemExit as leaving:
        status = leaving.code
    finally:
        sys.argv, sys.stdin = before
    texts = [stream.buffer.getvalue().decode() for stream in streams[1:]]
    return int(str(status or 0)), texts[0], texts[1]


def main() -> int:
    parser = argparse.ArgumentParser(description="Run the examples of a README.")
    parser.add_argument("readme", type=Path)
    for mode in ("files", "installed", "light"):
        parser.add_argument(f"--{mode}", action="store_true")
    given = parser.parse_args()
    text = given.readme.read_text(encoding="utf-8")
    for other in _BORROWED.findall(text):
        write_files(blocks_of((given.readme.parent / other).read_text(encoding="utf-8")), Path.cwd())
    if given.files:
        write_files(blocks_of(text), Path.cwd())
        return 0
    wrong = list(complaints(text, Path.cwd(), given.installed or given.light, given.light))
    print(*wrong, sep="\n", end="")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
