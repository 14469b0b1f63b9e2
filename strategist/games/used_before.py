"""Secrets that a site has had before: a remark, no exclusion, because they come again."""

from __future__ import annotations

from collections.abc import Sequence

from strategist.common.errors import CodeError, SpecError, told_at
from strategist.common.quoting import listed
from strategist.common.text_files import read_lines
from strategist.model.game import Code, Game


def read_used(game: Game, path: str) -> frozenset[Code]:
    """The secrets that a text file names, whatever stands beside them, such as dates and numbers.

    Raises :class:`~strategist.common.errors.SpecError` if there are none.
    """
    found = set()
    with told_at(path):
        for line in read_lines(path, "list of secrets"):
            for text in line.replace(",", " ").replace(";", " ").split():
                try:
                    found.add(game.parse_secret(text))
                except CodeError:
                    continue
        if not found:
            raise SpecError(f"expected secrets of {game.spec}, got none")
    return frozenset(found)


def used_lines(game: Game, used: frozenset[Code], left: Sequence[Code]) -> list[str]:
    """A line on which candidates were secrets before; none where none was.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("words")
    >>> used_lines(game, frozenset(["horse", "crane"]), ["horse", "route", "serve"])
    ['used before, of 3 left: horse']
    """
    names = [game.format_secret(code) for code in left if code in used]
    return [f"used before, of {len(left)} left: {listed(names, 10)}"] if names else []
