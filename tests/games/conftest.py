"""Fixtures that write the files of games, and hear what is told of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from strategist import make_game
from strategist.commands.cli import cli
from strategist.common.side_remarks import tell_by
from strategist.games.tables.table import Table


@pytest.fixture
def told() -> Iterator[list[str]]:
    """The remarks that are made from now on."""
    remarks: list[str] = []
    tell_by(remarks.append)
    yield remarks
    tell_by(None)


@pytest.fixture
def written(tmp_path: Path) -> Callable[..., str]:
    """Write a file and return its path."""

    def write(contents: str | bytes, name: str = "some.csv") -> str:
        path = tmp_path / name
        path.write_bytes(contents.encode() if isinstance(contents, str) else contents)
        return str(path)

    return write


@pytest.fixture
def table(written: Callable[..., str]) -> Callable[..., Table]:
    """The game of a table that is written as a text, or as bytes, with further parameters."""

    def make(contents: str | bytes, *parameters: str, name: str = "some.csv") -> Table:
        game = make_game(f"table({','.join([f'file={written(contents, name)}', *parameters])})")
        assert isinstance(game, Table)
        return game

    return make


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Run a command in a folder of its own, and return its standard output; it must end with a status."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str, stdin: str = "", status: int = 0) -> str:
        result = CliRunner().invoke(cli, arguments, stdin, catch_exceptions=False)
        assert result.exit_code == status, result.output
        return result.stdout

    return call
