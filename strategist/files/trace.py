"""The trace of a search: what it had reached after how many seconds, as CSV.

::

    seconds,processor,best,bound,gap_percent,nodes,width
    0.052,0.049,,1889,,0,1
    1.204,1.198,5713,4980,14.719,80213,1

There is a line for each time at which the best tree or the bound had changed, and one for the end. ``seconds`` are
those of a clock since the search began, ``processor`` those of all its threads, both without the compiling of kernels.
``best`` is the first objective of the best tree so far, empty before the first tree; ``bound`` is what is proven of it.
``gap_percent`` is how far the one is above the other. ``nodes`` is the number of positions examined, ``width`` the
number of guesses tried at the largest sets, empty if all of them are. Of ``lexicographic``, ``best`` and ``bound`` are
the numbers of secrets at each level, from the deepest to the second guess, with colons between them, and there is no
gap in percent. Each line is written at once, so a search that is killed leaves all lines before. One that goes on from
its journal adds lines, and goes on counting. Where the disk is full, only whole lines stay, and no file without any.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from math import ceil, floor
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from strategist.common.errors import OutputError, SpecError, told_at
from strategist.common.quoting import quoted
from strategist.common.side_remarks import aside
from strategist.common.text_files import read_lines
from strategist.common.wording import percent_above
from strategist.model.tree import Figure

FIELDS = ("seconds", "processor", "best", "bound", "gap_percent", "nodes", "width")
HEADER = ",".join(FIELDS)
BEGINNING = b"seconds,"
"""The first bytes of a trace."""
_SECONDS, _COUNT, _MAYBE = r"\d{1,12}\.\d{3}", r"\d{1,18}", r"(?:\d{1,18})?"
_FIGURE = r"(?:\d{1,18}(?::\d{1,18}){0,99})?"
_COLUMNS = (_SECONDS, _SECONDS, _FIGURE, _FIGURE, f"(?:{_SECONDS})?", _COUNT, _MAYBE)
_LINE = re.compile(",".join(f"({column})" for column in _COLUMNS), re.ASCII)


class Row(NamedTuple):
    """One line of a trace; None for what was not known yet, and for the width if all guesses were tried.

    >>> round(Row(60.0, 59.1, 55721, 51598, 810_000_000, None).gap_percent or 0, 3)
    7.991
    """

    seconds: float
    processor: float
    best: int | None
    bound: int | None
    nodes: int
    width: int | None

    @property
    def gap_percent(self) -> float | None:
        """How far the best tree is above the bound, in percent of the bound; None if there is no gap to tell."""
        return None if self.best is None or self.bound is None else percent_above(self.best, self.bound)


class Trace:
    """Writes the trace of one search, which begins now; leaving it writes the last line.

    ``objective`` is the first objective, which the lines report; None for a search for any tree.
    ``left_out`` returns the seconds so far, of one thread, that were no search. ``levels`` returns the numbers of
    secrets that a figure stands for, if the objective is one of levels. A search that ``goes_on``
    adds its lines to those of the trace that is there, if there is one, and its figures to the last of them.
    Raises :class:`~strategist.common.errors.OutputError` at the first line that cannot be written; those behind it are
    left out. The last one is left out with a remark, because the search has its result.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "trace.csv")
    ...     with Trace(path, "total") as trace:
    ...         trace.note({"objective": "total", "best": "-", "bound": 19, "nodes": 1})
    ...         trace.note({"objective": "total", "best": 21, "bound": 19, "nodes": 8})
    ...         trace.conclude(21, 21, 9)
    ...     [(row.best, row.bound, row.nodes) for row in read_trace(path)]
    [(None, 19, 1), (21, 19, 8), (21, 21, 9)]
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        objective: str | None,
        left_out: Callable[[], float] = lambda: 0.0,
        *,
        goes_on: bool = False,
        levels: Callable[[int], Sequence[int]] | None = None,
    ) -> None:
        self._path = path
        self._levels = levels
        self._objective = objective
        self._best: int | None = None
        self._bound: int | None = None
        self._nodes = 0
        self._width: int | None = None
        self._left_out = left_out
        before, length = _trace_before(path) if goes_on else (None, 0)
        seconds, processor = self._now()
        self._begin = (
            (seconds, processor) if before is None else (seconds - before.seconds, processor - before.processor)
        )
        self._nodes_before = 0 if before is None else before.nodes
        try:
            # Without a buffer, so that nothing is left behind where the disk is full.
            self._stream = open(path, "wb" if before is None else "r+b", buffering=0)  # noqa: SIM115 (to the end)
            self._regular = Path(path).is_file()
            if before is not None:
                # A line that a killed search has half written is written over.
                self._stream.truncate(length)
                self._stream.seek(length)
        except OSError as error:
            raise self._failure(error) from None
        self._whole = length
        if before is None:
            self._write(HEADER)

    def note(self, words: Mapping[str, Any]) -> None:
        """Write a line if the best tree or the bound is another than before.

        ``words`` are those of :data:`~strategist.search.state.options.Progress`. Only the nodes count while a later
        objective is searched.
        """
        self._nodes = words["nodes"]
        if words.get("objective") is None or words["objective"] != self._objective:
            return
        best = None if words["best"] == "-" else words["best"]
        changed = (best, words["bound"]) != (self._best, self._bound)
        self._best, self._bound, self._width = best, words["bound"], words.get("width")
        if changed and not self._stream.closed:
            self._write_line()

    def conclude(self, best: Figure | None, bound: Figure | None, nodes: int) -> None:
        """Say what the last line will hold: the figures of the tree that the search ends with, whole numbers; a best
        figure that is none is rounded up, and a bound down."""
        self._best = None if best is None else ceil(best)
        self._bound = None if bound is None else floor(bound)
        self._nodes = nodes

    def __enter__(self) -> Trace:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        # The stream is closed already if writing to it has failed.
        if not self._stream.closed:
            try:
                self._write_line()
            except OutputError as failure:
                aside(f"{failure}; its last line is missing")
            self._stream.close()

    def _now(self) -> tuple[float, float]:
        other = self._left_out()
        return time.monotonic() - other, time.process_time() - other

    def _write_line(self) -> None:
        seconds, processor = (max(0.0, now - begin) for now, begin in zip(self._now(), self._begin, strict=True))
        nodes = self._nodes_before + self._nodes
        row = Row(seconds, processor, self._best, self._bound, nodes, self._width)
        gap = "" if row.gap_percent is None or self._levels is not None else f"{row.gap_percent:.3f}"
        best, bound = map(self._told, (self._best, self._bound))
        width = "" if row.width is None else str(row.width)
        self._write(f"{seconds:.3f},{processor:.3f},{best},{bound},{gap},{row.nodes},{width}")

    def _told(self, figure: int | None) -> str:
        if figure is None or self._levels is None:
            return "" if figure is None else str(figure)
        return ":".join(map(str, self._levels(figure)))

    def _write(self, line: str) -> None:
        whole = rest = f"{line}\n".encode()
        try:
            while rest:
                rest = rest[self._stream.write(rest) :]
        except OSError as error:
            self._leave_whole_lines()
            raise self._failure(error) from None
        self._whole += len(whole)

    def _leave_whole_lines(self) -> None:
        """Close the file after a line that was written in part, if at all; without a line of figures there is none."""
        if not self._regular:
            self._stream.close()
            return
        with suppress(OSError):
            self._stream.truncate(self._whole)
        self._stream.close()
        if self._whole <= len(HEADER) + 1:
            with suppress(OSError):
                Path(self._path).unlink()

    def _failure(self, error: OSError) -> OutputError:
        return OutputError(f"cannot write {os.fspath(self._path)}: {error.strerror or error}")


def is_trace(path: str | os.PathLike[str]) -> bool:
    """Whether a file is meant as a trace: it begins like one, or its name ends in ``.csv``. The beginning of a pipe is
    not looked at: it cannot be read twice.

    >>> is_trace("gap.csv"), is_trace(__file__)
    (True, False)
    """
    if os.fspath(path).lower().endswith(".csv"):
        return True
    if not os.path.isfile(path):
        return False
    try:
        with Path(path).open("rb") as stream:
            return stream.read(len(BEGINNING)) == BEGINNING
    except (OSError, ValueError):
        return False


def _trace_before(path: str | os.PathLike[str]) -> tuple[Row | None, int]:
    """The last whole line of a trace, and the bytes up to its end; None and 0 where there is no trace."""
    try:
        contents = Path(path).read_bytes()
    except OSError:
        return None, 0
    whole = contents[: contents.rfind(b"\n") + 1]
    lines = whole.decode("ascii", "replace").splitlines()
    if len(lines) < 2 or lines[0] != HEADER:
        return None, 0
    found = _LINE.fullmatch(lines[-1])
    if found is None:
        return None, 0
    seconds, processor, *_, nodes, _ = found.groups()
    return Row(float(seconds), float(processor), None, None, int(nodes), None), len(whole)


def read_trace(path: str | os.PathLike[str]) -> list[Row]:
    """The lines of a trace. Raises :class:`~strategist.common.errors.SpecError`, which names the file and the line."""
    rows: list[Row] = []
    number = 0
    with told_at(f"{os.fspath(path)}"):
        for number, text in enumerate(read_lines(os.fspath(path), "trace"), 1):
            line = text.rstrip("\r\n")
            if number == 1 and line != HEADER:
                raise SpecError(f"line 1: expected {HEADER}, got {quoted(line)}")
            if number > 1:
                rows.append(_row(line, number, rows[-1] if rows else None))
        if not rows:
            missing = "a line of figures" if number else HEADER
            raise SpecError(f"line {number + 1}: expected {missing}, got the end of the file")
    return rows


def _row(line: str, number: int, before: Row | None) -> Row:
    found = _LINE.fullmatch(line)
    if found is None:
        expected = "seconds and processor with three decimals, best, bound, gap_percent, nodes, width"
        raise SpecError(f"line {number}: expected {expected}, got {quoted(line)}")
    seconds, processor, best, bound, _, nodes, width = found.groups()
    if ":" in best + bound:
        levels = next(each for each in (best, bound) if ":" in each)
        raise SpecError(f"line {number}: expected one number, got those of secrets at all levels, {quoted(levels)}")
    row = Row(float(seconds), float(processor), _maybe(best), _maybe(bound), int(nodes), _maybe(width))
    if row.best is not None and row.bound is not None and row.best < row.bound:
        raise SpecError(f"line {number}: expected a bound of at most best={row.best}, got {row.bound}")
    if before is not None and row.seconds < before.seconds:
        raise SpecError(f"line {number}: expected at least {before.seconds:.3f} seconds, as before, got {seconds}")
    return row


def _maybe(text: str) -> int | None:
    return int(text) if text else None
