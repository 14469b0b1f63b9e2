"""What scripts/atlas is asked to search for on its command line, and the lists of words that this takes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from strategist.choosing.registry import make_strategy
from strategist.files.atlas.listed_words import PUBLISHED, ensure_lists, make_from_lists, names_of_lists
from strategist.files.atlas.scope import Task


def asked(pairs: Iterable[tuple[str, str]], lists: Path) -> list[Task]:
    """Tasks that are given by their games and strategies, as canonical strings. Raises
    :class:`~strategist.common.errors.SpecError`."""
    found = []
    for text, strategy in pairs:
        game = make_from_lists(text, lists)
        found.append(Task(game.spec, make_strategy(strategy, game).spec, float(len(game.secrets))))
    return found


def ensure_published(game: str, lists: Path) -> None:
    """Raise :class:`~strategist.common.errors.SpecError` for a file that is to be a published list and is another one,
    or is not there."""
    ensure_lists({name: PUBLISHED[name] for name in names_of_lists(game) if name in PUBLISHED}, lists)
