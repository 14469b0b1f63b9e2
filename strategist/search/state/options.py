"""The options of a compilation, and how it reports its progress."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from os import fspath
from typing import Any

from strategist.common.errors import SpecError
from strategist.common.memory_sizes import parse_size
from strategist.common.quoting import did_you_mean, quoted

Progress = Callable[[float, Mapping[str, Any]], object]
"""A function that is called periodically with the share of the work done, from 0 to 1, and with the figures so far.

A heuristic reports ``resolved``, the number of secrets whose place in the tree is known. A search for the best tree
reports ``objective``, the figure that it minimizes now; ``best``, this figure of the best tree so far or ``-``;
``bound``, its proven lower bound; ``nodes``, the number of positions examined; ``width``, the number of guesses that it
tries at the largest sets, if it does not try all; if it keeps a journal, ``from journal``, the number of rows read; and
on a cluster ``workers``, ``tasks`` that are open and ``dashboard``, an address. A search for any tree reports no
objective. A certificate reports ``size``, the size of the sets that come next, or ``cores``, how many are done.
"""

ALL = -1
"""All techniques: every bit is set."""


@dataclass(frozen=True)
class Options:
    """How a result is computed. No option changes the result, except of a search that is stopped.

    ``jobs`` is the number of threads. ``time_limit`` is in seconds of wall time. ``memory`` is the number of bytes that
    the process may take. ``journal`` is the file that keeps the proven results. ``trace`` is a file of what a search
    has reached after how many seconds (:mod:`strategist.files.trace`). ``techniques`` is a set of bits of
    :mod:`~strategist.search.state.problem`. ``progress`` is called with the progress of the work. ``certificate`` says
    that ``Compiled.certify`` will write one, with ``copies`` in version 7 of the format where that can be: of positions
    that are images of each other it proves one, and names the others as copies. Certificates without copies ship, and
    keep to the bytes that they have always had; those with copies list the fewest positions that we know. ``cluster``
    names those who carry out the work: ``local:4`` for four processes, or the address of a scheduler of Dask; then
    ``jobs`` and ``memory`` are those of each process. A heuristic uses ``jobs``, ``memory``, ``progress`` and
    ``cluster``. ``nodes`` is the number of positions after which a search for keys
    (:mod:`strategist.search.several_answers`) ends with what it has, on every machine with the same; those of its first
    tree are not counted. Other searches refuse it. ``certify`` is the share of the claims of the proof that are
    checked (:mod:`strategist.search.run.believed`) because workers of the cluster are not believed.

    Examples
    --------
    >>> from strategist.games.catalog import make_game
    >>> from strategist.choosing.registry import make_strategy
    >>> from strategist.search.compile.compile import compile_strategy
    >>> game = make_game("mastermind(2,3)")
    >>> shares = []
    >>> options = Options(jobs=2, progress=lambda share, words: shares.append(share))
    >>> compile_strategy(game, make_strategy("optimal", game), options=options).data.claims.total
    21
    >>> all(0 <= share <= 1 for share in shares)
    True
    """

    jobs: int = 1
    time_limit: float | None = None
    memory: int | None = None
    journal: str | None = None
    trace: str | None = None
    techniques: int = ALL
    progress: Progress | None = None
    certificate: bool = False
    cluster: str | None = None
    nodes: int | None = None
    copies: bool = True
    certify: float | None = None


def options_of(options: Options | None, given: Mapping[str, Any], others: Mapping[str, Any]) -> Options:
    """Options with the values that a caller has ``given`` by keywords; None stands for a value that is not given.

    A size of memory may be a text such as ``2G``, and a file any path. ``others`` are keywords that no function takes.
    Raises :class:`TypeError` for one of these, which names the keyword that was probably meant, and
    :class:`~strategist.common.errors.SpecError` for a value out of range.

    >>> made = options_of(Options(jobs=2), {"memory": "2G", "jobs": None}, {})
    >>> made.jobs, made.memory
    (2, 2000000000)
    >>> options_of(None, {}, {"time_limits": 60})
    Traceback (most recent call last):
    ...
    TypeError: compile_strategy() got an unexpected keyword argument 'time_limits'; did you mean time_limit?
    """
    if others:
        name = next(iter(others))
        known = [*(each.name for each in fields(Options)), "options", "merge", "plain", "start"]
        text = f"compile_strategy() got an unexpected keyword argument {quoted(name)}{did_you_mean(name, known)}"
        raise TypeError(text)
    values = {name: value for name, value in given.items() if value is not None}
    if isinstance(values.get("memory"), str):
        values["memory"] = parse_size(values["memory"])
    values |= {name: fspath(values[name]) for name in ("journal", "trace") if name in values}
    if values.get("jobs", 1) < 1:
        raise SpecError(f"jobs: expected at least 1, got {values['jobs']}")
    if not 0 < values.get("certify", 1) <= 1:
        raise SpecError(f"certify: expected a share above 0 and up to 1, got {values['certify']}")
    if values.get("time_limit", 0) < 0:
        raise SpecError(f"time_limit: expected seconds from 0 on, got {values['time_limit']}")
    made = replace(options or Options(), **values)
    if made.certify is not None and (made.cluster is None or made.journal is not None):
        raise SpecError(f"certify: expected {'a cluster, got none' if made.cluster is None else 'no journal, got one'}")
    return made
