"""Proven subproblems on disk, so that a search that was killed can continue.

A journal is an SQLite database with three tables. The table ``header`` (name, value) says which search it belongs to.
The table ``proven`` has a row for each set of candidates that took enough positions to settle: the two words that name
the set (:mod:`~strategist.search.state.memo`), the guesses left, its size, a proven lower bound, whether that is the
exact cost, and the best guess, if one was found. A large set may take long although every set below it is settled
quickly: it also gets a row for each refuted guess, under a name of its own. The column ``search`` tells apart the costs
that are minimised. The table ``best`` (file) has one row at most, the best tree so far as a strategy file. Version 1
did not have ``best``; it is read, and becomes version 2.

The table ``proven`` is that of the exact search. Another search has a table of its own, with it a version of its own,
and the same file for all else (:class:`~strategist.search.state.record.Record`).

Rows are written about once a second, each batch in one transaction, with a write-ahead log. If the process dies, the
file holds every batch that was written; if the machine crashes, at most the last batch is lost. The file is locked
while a search uses it. The work that a row must represent grows with the work done, so a journal grows with the
logarithm of the work. What is told of a search is in its journal before it is told: the best tree in its table, and the
bound as a row of all candidates.

A journal that cannot be written, because the disk is full for example, breaks no search: it keeps what it has, and
notes its :attr:`~Journal.failure`. A new one that would stay empty is removed.

*What is trusted.* Opening a journal checks that it belongs to this game, strategy and format. Every row carries a seal
of 64 bits over its contents and the header: rows that were altered, torn or copied from elsewhere are refused. The seal
is not secret, so forged rows can make a search call a tree optimal that is not. The cost of the tree is computed again
from its guesses, so its figures are true in any case.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from strategist.common.errors import JournalError
from strategist.common.quoting import quoted
from strategist.common.side_remarks import aside
from strategist.search.state.problem import LEAST_NODES, RECALLED, SEED
from strategist.search.state.record import SETS, Record
from strategist.search.state.result_log import CHECK, KEY, Logging, logged, sealed_row, seals

_WITHOUT_TREES = 1
"""The version of journals that kept no trees."""
_APPLICATION = 0x73747267
"""The number that marks the SQLite files of this program: ``strg``."""

_LEAST_NODES = 64
_ROWS_A_DOUBLING = 1 << 16
"""A row stands for at least 64 positions, and for 1/65,536 of all that were examined before."""
_BATCH_SECONDS = 1.0
_ROWS_AT_ONCE = 1 << 14

_HEADER = "CREATE TABLE header (name TEXT PRIMARY KEY, value TEXT NOT NULL)"
_BEST = "CREATE TABLE best (one INTEGER PRIMARY KEY CHECK (one = 1), file BLOB NOT NULL)"


class Journal:
    """An open journal: :meth:`begin` a search, :meth:`keep` the rows that its desks have logged, and :meth:`close` it.

    Every method that opens or reads raises :class:`~strategist.common.errors.JournalError`. Those that write do not:
    after the first ``failure`` they do nothing, and :meth:`heed` raises it once.
    """

    def __init__(self, path: str, header: Mapping[str, str], secrets: int, record: Record = SETS) -> None:
        """Open or make the journal at ``path`` for the search over ``secrets`` secrets that ``header`` describes."""
        self.path = path
        self.rows_read = 0
        self.failure: JournalError | None = None
        """Why nothing more can be written."""
        self._heeded = self._closed = False
        self._bounds: dict[tuple[int, int, int], int] = {}
        """The bounds that :meth:`enter_bound` has entered, by search and name."""
        self._secrets = secrets
        self._record = record
        self._identity = identity_of(header)
        self._search = 0
        self._seed = 0
        self._told: object = None
        self._nodes_before = 0
        self._nodes = 0
        self._batch: list[NDArray[np.int64]] = []
        self._written_at = time.monotonic()
        if Path(path).is_dir():
            raise JournalError(f"journal {path}: expected a file, got a folder")
        # One thread runs the search and calls begin; another one watches it and calls keep.
        self._lock = threading.RLock()
        self._is_ours, there = False, os.path.lexists(path)
        with self._blamed():
            # A name like ":memory:" means something else to SQLite than to the shell.
            self._file = sqlite3.connect(
                os.path.abspath(path), timeout=0, isolation_level=None, check_same_thread=False
            )
        try:
            with self._blamed():
                self._open(header, there)
                self._nodes_before = self._read_nodes()
                for search in [row[0] for row in self._file.execute(f"SELECT DISTINCT search FROM {record.table}")]:
                    for rows in self._stored(search):
                        self.rows_read += len(rows)
        except BaseException:
            self._file.close()
            if self._is_ours:
                self._remove()
            raise

    def _open(self, header: Mapping[str, str], there: bool) -> None:
        run = self._file.execute
        # The lock is held from the first access on, so the write-ahead log needs no memory shared with other processes.
        run("PRAGMA locking_mode = EXCLUSIVE")
        run("PRAGMA trusted_schema = OFF")
        run("BEGIN EXCLUSIVE")
        new = self._is_new()
        # Behind the lock, so that the file of another process is never taken for ours.
        self._is_ours = new and not there
        run("COMMIT")
        # Only after the checks above, because setting the mode writes into the file.
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA synchronous = FULL")
        if new:
            run("BEGIN")
            run(f"PRAGMA application_id = {_APPLICATION}")
            run(f"PRAGMA user_version = {self._record.version}")
            run(_HEADER)
            run(self._record.make)
            run(_BEST)
            self._file.executemany("INSERT INTO header VALUES (?, ?)", [*header.items(), ("nodes", "0")])
            run("COMMIT")
        elif run("PRAGMA user_version").fetchone()[0] == _WITHOUT_TREES:
            run("BEGIN")
            run(_BEST)
            run(f"PRAGMA user_version = {SETS.version}")
            run("COMMIT")
        found = dict(run("SELECT name, value FROM header").fetchall())
        for name, value in header.items():
            if found.get(name) != value:
                got = quoted(found.get(name, "nothing"))
                raise JournalError(f"journal {self.path}: expected one of {name} {quoted(value)}, got {got}")

    def _is_new(self) -> bool:
        """Whether the file is empty; otherwise it must be a journal of this version."""
        run = self._file.execute
        application, version = (run(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
        tables = {row[0] for row in run("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")}
        if not application and not tables:
            return True
        if application != _APPLICATION:
            raise JournalError(f"journal {self.path}: expected a journal, got an SQLite file of another application")
        record = self._record
        if version != record.version and (version != _WITHOUT_TREES or record is not SETS):
            raise JournalError(f"journal {self.path}: expected format version {record.version}, got {version}")
        if tables != {_HEADER, record.make} | (set() if version == _WITHOUT_TREES else {_BEST}):
            raise JournalError(f"journal {self.path}: expected tables header, {record.table} and best, got others")
        return False

    def _read_nodes(self) -> int:
        (text,) = self._file.execute("SELECT value FROM header WHERE name = 'nodes'").fetchone() or ("",)
        if not (isinstance(text, str) and text.isascii() and text.isdigit() and len(text) < 19):
            raise JournalError(f"journal {self.path}: header: expected a number of nodes, got {quoted(text)}")
        return int(text)

    def begin(self, search: int, shared: NDArray[np.int64]) -> Iterator[NDArray[np.uint64]]:
        """Turn to a search: the rows that are stored of it, in batches; those found from now on are sealed for it.

        The rows of every desk must have been read before.
        """
        self.seal_for(search, shared)
        for rows in self.stored(search):
            shared[RECALLED] += len(rows)
            yield rows

    def seal_for(self, search: int, shared: NDArray[np.int64]) -> None:
        """Seal the rows found from now on for a search. The rows of every desk must have been read before."""
        with self._lock:
            self._search = search
            self._seed = seed_of(self._identity, search)
            shared[SEED] = np.uint64(self._seed).astype(np.int64)
            shared[LEAST_NODES] = self._least_nodes()
            shared[RECALLED] = 0

    def keep(self, desks: Sequence[Logging], shared: NDArray[np.int64], nodes: int, told: object = None) -> None:
        """Collect the rows that the desks have logged, and write them if it is time, or at once if what is to be
        ``told`` is not what was told before; nothing once the journal is closed."""
        with self._lock:
            if self._closed:
                return
            self._nodes = nodes
            for desk in desks:
                rows = logged(desk, self._seed)
                if len(rows):
                    self._batch.append(self._with_search(rows))
            if told not in (None, self._told) or time.monotonic() > self._written_at + _BATCH_SECONDS:
                self.write()
                shared[LEAST_NODES] = self._least_nodes()
            self._told = told or self._told

    def heed(self) -> None:
        """Raise the failure, if there is one, the first time that it is asked for."""
        if self.failure is not None and not self._heeded:
            self._heeded = True
            raise self.failure

    def bound_of(self, name: tuple[int, int]) -> int:
        """The lower bound that rows of the present search say of a set of candidates; 0 if there is none."""
        with self._lock, self._blamed():
            rows = self._file.execute(
                "SELECT bound FROM proven WHERE search = ? AND name = ? AND second_name = ?",
                (self._search, *np.array(name, dtype=np.uint64).view(np.int64).tolist()),
            ).fetchall()
        return max([self._bounds.get((self._search, *name), 0), *(int(bound) for (bound,) in rows)])

    def enter_bound(self, name: tuple[int, int], left: int, size: int, bound: int) -> None:
        """Collect a lower bound of a set of candidates in the present search, unless as much was entered before."""
        with self._lock:
            if bound > self._bounds.get((self._search, *name), 0):
                self._bounds[self._search, *name] = bound
                self.add(sealed_row(self._seed, *name, left, size, bound))

    def add(self, rows: NDArray[np.uint64]) -> None:
        """Collect rows that others have logged under the seed of this search."""
        with self._lock:
            self._batch.append(self._with_search(rows))

    def stored(self, search: int) -> Iterator[NDArray[np.uint64]]:
        """The rows of a search that are in the file, in batches."""
        with self._lock, self._blamed():
            yield from self._stored(search)

    def write(self) -> None:
        """Write the collected rows."""
        batch, self._batch = self._batch, []
        if batch and self.failure is None:
            with self._noting_failure():
                self._file.execute("BEGIN")
                self._file.executemany(self._record.keep, np.concatenate(batch).tolist())
                nodes = str(self._nodes_before + self._nodes)
                self._file.execute("UPDATE header SET value = ? WHERE name = 'nodes'", (nodes,))
                self._file.execute("COMMIT")
        self._written_at = time.monotonic()

    def best_tree(self) -> bytes | None:
        """The best tree of earlier runs, as a strategy file; None if there is none.

        Raises :class:`~strategist.common.errors.JournalError` if the table holds something else.
        """
        with self._lock, self._blamed():
            (contents,) = self._file.execute("SELECT file FROM best").fetchone() or (None,)
        if contents is not None and not isinstance(contents, bytes):
            raise JournalError(f"journal {self.path}: best.file: expected bytes, got {quoted(contents)}")
        return contents

    def keep_tree(self, contents: bytes) -> None:
        """Write the best tree so far, a strategy file, in place of the last one."""
        with self._lock, self._noting_failure():
            if self.failure is None:
                self._file.execute("INSERT OR REPLACE INTO best VALUES (1, ?)", (contents,))

    def contradicted(self, how: str) -> JournalError:
        """The error to raise when a tree shows that some row is wrong."""
        return JournalError(f"journal {self.path}: it does not hold: {how}")

    def close(self) -> None:
        """Write the remaining rows, and release the file."""
        with self._lock:
            self.write()
            self._closed = True
            empty = self.failure is not None and self._is_ours and self._is_empty()
            with self._noting_failure():
                self._file.close()
            if empty:
                self._remove()
        if self.failure is not None and not self._heeded:
            self._heeded = True
            aside(f"{self.failure}; what was proven last is missing there")

    def _is_empty(self) -> bool:
        """Whether neither a row nor a tree is in the file; False if it cannot be read."""
        with suppress(sqlite3.Error):
            tables = (self._record.table, "best")
            return not any(self._file.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchall() for name in tables)
        return False

    def _remove(self) -> None:
        """Remove the file, and those that SQLite keeps beside it."""
        for suffix in ("", "-wal", "-shm", "-journal"):
            with suppress(OSError):
                os.unlink(f"{self.path}{suffix}")

    def _least_nodes(self) -> int:
        return least_nodes(self._nodes_before + self._nodes)

    def _with_search(self, rows: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Rows of a log as rows of the table; SQLite has signed integers only."""
        return np.insert(rows.view(np.int64), 0, self._search, axis=1)

    def _stored(self, search: int) -> Iterator[NDArray[np.uint64]]:
        """The rows of one search, in batches, each row checked."""
        if not (isinstance(search, int) and 0 <= search < 1 << 63):
            raise JournalError(
                f"journal {self.path}: {self._record.table}.search: expected a number, got {quoted(search)}"
            )
        seed = seed_of(self._identity, search)
        cursor = self._file.execute(f"{self._record.read} WHERE search = ?", (search,))
        while some := cursor.fetchmany(_ROWS_AT_ONCE):
            if not all(type(value) is int for row in some for value in row):
                raise JournalError(f"journal {self.path}: {self._record.table}: expected integers, got something else")
            rows = np.array(some, dtype=np.int64).view(np.uint64)
            sound = (rows[:, -1] == seals(seed, rows)) & self._record.sound(rows, search, self._secrets)
            if not sound.all():
                first = rows[int(np.argmin(sound))]
                where = f"{int(first[KEY]):016x}{int(first[CHECK]):016x}"
                raise JournalError(
                    f"journal {self.path}: {self._record.table}: row {where} was altered, its seal does not fit"
                )
            yield rows

    @contextmanager
    def _noting_failure(self) -> Iterator[None]:
        """Note an error of SQLite, after which nothing is written."""
        try:
            yield
        except sqlite3.Error as error:
            self.failure = JournalError(f"journal {self.path}: {_explained(error)}")
            with suppress(sqlite3.Error):
                if self._file.in_transaction:
                    self._file.execute("ROLLBACK")

    @contextmanager
    def _blamed(self) -> Iterator[None]:
        """Turn errors of SQLite into our own."""
        try:
            yield
        except sqlite3.Error as error:
            raise JournalError(f"journal {self.path}: {_explained(error)}") from None


def least_nodes(nodes: int) -> int:
    """The number of positions that a row must represent once ``nodes`` positions were examined.

    >>> least_nodes(0), least_nodes(100_000_000)
    (64, 1525)
    """
    return max(_LEAST_NODES, nodes // _ROWS_A_DOUBLING)


def seed_of(identity: bytes, search: int) -> int:
    """The seed of the seals of the rows of one search."""
    return int.from_bytes(hashlib.sha256(identity + search.to_bytes(8, "big")).digest()[:8], "big")


def identity_of(header: Mapping[str, str]) -> bytes:
    """A digest of the header of a journal."""
    return hashlib.sha256(repr(sorted(header.items())).encode()).digest()


def _explained(error: sqlite3.Error) -> str:
    text = str(error)
    code = getattr(error, "sqlite_errorcode", None)
    if code is not None and code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return "it is in use by another process"
    if code is not None and code & 0xFF == sqlite3.SQLITE_NOTADB:
        return "expected a journal, got another file"
    if code is not None and code & 0xFF == sqlite3.SQLITE_CORRUPT:
        return f"the file is truncated or altered ({text})"
    return text
