"""Arguments that name a game, a strategy or a file of the library, and what a shell completes them to."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from collections.abc import Iterable


# Parameter types are generic for the type checker only: the least version of Click that will do has no such brackets.


def _completions(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in sorted(names) if name.startswith(incomplete)]


class _Library(click.ParamType):  # type: ignore[type-arg]
    """A file, or the name of a strategy in the library."""

    name = "file"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from strategist.files.shipped import library

        # The shell completes the paths of files by itself, and in bash it then drops everything else.
        found = _completions((each.name for each in library()), incomplete) if incomplete else []
        return found or [CompletionItem(incomplete, type="file")]


class _StrategyFile(_Library):
    """The path of a strategy file."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from strategist.files.shipped import find_file

        return os.fspath(find_file(value))


class CertifiedFile(_Library):
    """The paths of files to check: one file, or a strategy of the library and its certificate."""

    def convert(
        self, value: str | tuple[str, ...], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        from strategist.files.shipped import find_file, find_shipped

        if isinstance(value, tuple):
            return value
        shipped = None if os.path.exists(value) else find_shipped(value)
        if shipped is None:
            return (os.fspath(find_file(value)),)
        if shipped.certificate is None:
            self.fail(f"no certificate of {shipped.name} ships", param, ctx)
        return str(shipped.path), str(shipped.certificate)


class _GameName(click.ParamType):  # type: ignore[type-arg]
    """The string that names a game."""

    name = "game"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from strategist.catalog import known_games

        return _completions(known_games(), incomplete)


class _StrategyName(click.ParamType):  # type: ignore[type-arg]
    """The string that names a strategy."""

    name = "strategy"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from strategist.choosing.registry import known_strategies

        return _completions(known_strategies(), incomplete)


class _FileOrGame(_Library):
    """A file, the string that names a game, or the name of a strategy in the library."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        found = super().shell_complete(ctx, param, incomplete)
        games = GAME.shell_complete(ctx, param, incomplete) if incomplete else []
        return games + [item for item in found if not games or item.type != "file"]


STRATEGY_FILE = _StrategyFile()
GAME = _GameName()
STRATEGY = _StrategyName()
FILE_OR_GAME = _FileOrGame()
