"""Arguments that name a game, a strategy or a file of the library, and their completions in a shell."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from strategist.common.errors import SpecError, UnknownNameError
from strategist.common.quoting import listed, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from strategist.files.strategy import StrategyData
    from strategist.model.solitaire import AnyGame


# Parameter types are generic for the type checker only: the oldest supported Click cannot subscript them.


def _completions(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in sorted(names) if name.startswith(incomplete)]


class _Library(click.ParamType):  # type: ignore[type-arg]
    """A file, or the name of a strategy in the library."""

    name = "file"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from strategist.files.shipped import library

        # The shell completes paths of files by itself, and bash then drops all other completions.
        found = _completions((each.name for each in library()), incomplete) if incomplete else []
        return found or [CompletionItem(incomplete, type="file")]


class _StrategyFile(_Library):
    """The path of a strategy file."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from strategist.files.shipped import find_file

        return os.fspath(find_file(value))


class _FileOrBoards(_StrategyFile):
    """The path of a strategy file, or the string that names several boards."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return value if names_only_boards(value) else super().convert(value, param, ctx)


class CertifiedFile(_Library):
    """The paths of files to check: one file, or a strategy of the library and its certificate."""

    def convert(
        self, value: str | tuple[str, ...], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        """The paths that a value names; fails for a strategy of the library without a certificate."""
        from strategist.files.shipped import find_file, find_shipped

        if isinstance(value, tuple):
            return value
        shipped = None if os.path.exists(value) else find_shipped(value)
        if shipped is None:
            return (os.fspath(find_file(value)),)
        if shipped.certificate is None:
            self.fail(f"no certificate of {shipped.name} ships", param, ctx)
        return str(shipped.path), str(shipped.certificate)


class _Name(click.ParamType):  # type: ignore[type-arg]
    """The string that names a game or a strategy; or one of some other words."""

    def __init__(self, name: str, *others: str) -> None:
        self.name = name
        self.others = others

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        if self.name == "game":
            from strategist.games.catalog import names_of_games

            return _completions({*names_of_games(), *self.others}, incomplete)
        from strategist.choosing.registry import known_strategies

        return _completions({*known_strategies(), *self.others}, incomplete)


class _FileOrGame(_Library):
    """A file, the string that names a game, or the name of a strategy in the library."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        found = super().shell_complete(ctx, param, incomplete)
        games = GAME.shell_complete(ctx, param, incomplete) if incomplete else []
        return games + [item for item in found if not games or item.type != "file"]


STRATEGY_FILE = _StrategyFile()
FILE_OR_BOARDS = _FileOrBoards()
GAME = _Name("game")
STRATEGY = _Name("strategy")
VALUE = "value"
"""What the command compile takes in the place of a strategy."""
STRATEGY_OR_VALUE = _Name("strategy", VALUE)
KINDS = ("codes", "words", "hard", "tables", "grand", "heuristics", "optimal", "certificates", "advice")
"""The kinds of games and of work that can be prepared. They stand here, too, because completion starts at once."""
GAME_OR_KIND = _Name("game", *KINDS)
FILE_OR_GAME = _FileOrGame()


def open_game(what: str) -> tuple[AnyGame, StrategyData | None]:
    """The game and the contents of a file, or the game that a string names and None.

    Raises :class:`~strategist.common.errors.SpecError` for neither a file nor a valid game.
    """
    from strategist.files.strategy import read_strategy

    if os.path.exists(what) and not os.path.isdir(what):
        data = read_strategy(what)
        return data.game, data
    from strategist.files.shipped import find_shipped, like_shipped
    from strategist.games.catalog import make_rules
    from strategist.model.spec import parse

    try:
        return make_rules(what), None
    except SpecError as error:
        if shipped := find_shipped(what):
            return shipped.data.game, shipped.data
        wrong = error
    try:
        name = parse(what).name
    except SpecError as error:
        raise SpecError(f"{quoted(what)} is neither a file nor a known game: {error}") from None
    if not isinstance(wrong, UnknownNameError):
        raise wrong
    known = str(wrong).removeprefix(f"unknown game {quoted(name)}: ")
    files = "" if "did you mean" in known else like_shipped(what) or _files_like(what)
    raise SpecError(f"{quoted(what)} is neither a file nor a known game: {known}{files}") from None


def names_boards(text: str) -> bool:
    """Whether a string names several boards.

    >>> names_boards("boards(wordle,4)"), names_boards("wordle")
    (True, False)
    """
    return text.partition("(")[0].strip() == "boards"


def names_only_boards(text: str) -> bool:
    """Whether a string names several boards, and no file."""
    return names_boards(text) and not os.path.exists(text)


def _files_like(text: str) -> str:
    """The end of a message about a text that is no file: similar files of this folder and of the library."""
    from glob import glob

    from strategist.files.shipped import SUFFIX, library

    here = sorted(glob(f"*{SUFFIX}"))
    near = [name for name in here if text in name] or [each.name for each in library() if text in each.name]
    if near:
        return f"; or a file such as {listed(near, 3)}"
    here_too = f"; files here: {listed(here, 3)}" if here else ""
    return f"{here_too}; strategist list library lists the files that ship"
