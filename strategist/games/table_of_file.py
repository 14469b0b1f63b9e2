"""The game of a table in a file, from the parameters that people give beside its path, and how they give them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

from strategist.common.errors import SpecError
from strategist.common.quoting import quoted
from strategist.common.side_remarks import aside, heard
from strategist.games.catalog import make_game
from strategist.games.tables.cells.states import CANNOT_TELL
from strategist.games.tables.contents import BY_CLASS
from strategist.games.tables.table import Table
from strategist.matrices.readers import format_of
from strategist.model.goal import CLASS, NARROW, Narrow
from strategist.model.position import kind_of
from strategist.model.spec import quote

_TEXTS = (".csv", ".tsv", ".tab")
"""How files of tables are called that no sign tells from other texts."""


def holds_table(path: str) -> bool:
    """Whether a file, or a folder, is told to be a table by its name or by what it holds.

    >>> holds_table("frogs.csv")
    True
    """
    return os.path.splitext(path)[1].lower() in _TEXTS or format_of(path) is not None


def given_parameters(texts: Iterable[str]) -> dict[str, str]:
    """The parameters in texts such as ``secrets=rows``. Raises :class:`~strategist.common.errors.SpecError`.

    >>> given_parameters(["secrets=rows", "several=/"])
    {'secrets': 'rows', 'several': '/'}
    """
    given: dict[str, str] = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign or not name:
            raise SpecError(f"expected parameters such as secrets=rows, got {quoted(text)}")
        if name in given:
            raise SpecError(f"expected {name}= once, got it twice")
        if name == "file":
            raise SpecError("expected parameters of table beside the file, got file=")
        given[name] = value
    return given


def table_of_file(path: str, given: Mapping[str, str]) -> Table:
    """The game of a table, with parameters of ``table`` as they are written in its string.

    Without a goal, play ends where no question is sure to tell two secrets apart, or if that is so before the first
    question, where nothing more can be learnt; with ``class``, where the class is known. Raises
    :class:`~strategist.common.errors.SpecError`.
    """
    with heard() as remarks:
        spec, game = _tried(path, given)
    if game is None:
        return _made(spec)
    for remark in remarks:
        aside(remark)
    return game


def spec_of_file(path: str, given: Mapping[str, str]) -> str:
    """The string of the game of :func:`table_of_file`, with the path. Raises as it does."""
    with heard():
        # The remarks of the reader are told when the game is made that counts.
        return _tried(path, given)[0]


def _tried(path: str, given: Mapping[str, str]) -> tuple[str, Table | None]:
    """The string of the game, and the game, if it took that to know the string."""
    parameters = dict(given)
    goal = parameters.setdefault("goal", CLASS.name if BY_CLASS in given else NARROW.name)
    if "narrow" in given or goal not in (CLASS.name, NARROW.name):
        return _spec(path, parameters), None
    if parameters.get(CANNOT_TELL) is None:
        spec = _spec(path, parameters | {"narrow": Narrow.SURE.value})
        whole = kind_of(game := _made(spec)).left(())
        if whole is None or kind_of(game).ending(whole) is None:
            return spec, game
    # Where any question may be answered so, none is sure to exclude anybody; and a key without a question would tell
    # nothing of the table.
    return _spec(path, parameters | {"narrow": Narrow.ALIKE.value}), None


def in_shell(path: str, given: Mapping[str, str]) -> str:
    """A file and parameters as words of a shell.

    >>> in_shell("two frogs.csv", {"secrets": "rows", "unknown": "?"})
    '"two frogs.csv" secrets=rows "unknown=?"'
    """
    return " ".join(map(_word, (path, *(f"{name}={value}" for name, value in given.items()))))


def _spec(path: str, parameters: Mapping[str, str]) -> str:
    return f"table({','.join(f'{key}={quote(value)}' for key, value in {'file': path, **parameters}.items())})"


def _made(spec: str) -> Table:
    game = make_game(spec)
    assert isinstance(game, Table)  # its string says so
    return game


def _word(text: str) -> str:
    """A text as one word of a shell."""
    if text and all(mark.isalnum() or mark in "_=/.,:+-@%" for mark in text):
        return text
    if "'" not in text:
        return f"'{text}'" if any(sign in text for sign in '"$`\\!') else f'"{text}"'
    return "'" + text.replace("'", "'\\''") + "'"
