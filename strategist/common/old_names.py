"""The old names of modules that have moved: they go on working until 0.5, with a DeprecationWarning.

>>> MOVED["game"]
'model.game'
"""

from __future__ import annotations

import sys
from importlib import import_module

# As in strategist/__init__.py: to import typing takes longer than all the rest.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType

MOVED = {
    "bulk": "model.bulk",
    "catalog": "games.catalog",
    "check_under": "checking.check",
    "checking.replay": "checking.replays.replay_in_bulk",
    "choosing.line_counts": "choosing.shortest_lines",
    "choosing.lines": "choosing.shortest_lines",
    "choosing.reviewing": "choosing.luck_and_skill",
    "cli": "commands.cli",
    "files.core_columns": "files.versions.core_columns",
    "game": "model.game",
    "games.announcements": "games.every_game.announcements",
    "games.chances": "games.every_game.chances",
    "games.codes": "games.pegs.codes",
    "games.from_data": "games.tables.sources.from_data",
    "games.hidden_numbers": "games.sets.hidden_numbers",
    "games.lying": "games.every_game.lying",
    "games.never_apart": "games.tables.never_apart",
    "games.notation": "games.pegs.notation",
    "games.pegswap": "games.solitaires",
    "games.pools": "games.sets.pools",
    "games.tables.csv_cells": "games.tables.sources.csv_cells",
    "games.tables.from_matrix": "games.tables.sources.from_matrix",
    "games.tables.number_columns": "games.tables.cells.number_columns",
    "games.tables.number_parameters": "games.tables.cells.number_parameters",
    "games.tables.states": "games.tables.cells.states",
    "games.tables.table_files": "games.tables.sources.table_files",
    "games.tables.uncertain_cells": "games.tables.cells.uncertain_cells",
    "matrices.reading": "matrices.readers",
    "matrices.writing": "matrices.readers",
    "model.figures": "model.trees.figures",
    "model.left": "games.tables.never_apart",
    "model.lies.most_answers": "model.lies.volume",
    "player": "files.player",
    "search.advise": "search.advice.advise",
    "search.explaining": "search.advice.explaining",
    "search.openings": "search.advice.openings",
    "search.options": "search.state.options",
    "search.position": "search.state.start",
    "search.ranking": "search.advice.ranking",
    "search.review": "search.advice.review",
    "search.seeds": "search.advice.seeds",
    "search.state.position": "search.state.start",
    "solitaire": "model.solitaire",
    "spec": "model.spec",
    "symmetry": "model.symmetry",
    "tree": "model.tree",
    "verify": "checking.verify",
    "weighing": "model.trees.figures",
}
"""The new name of each module that may be imported by its old name; both without ``strategist.``."""
_PACKAGE = "strategist."


class _Alias:
    """Loads a module under its old name: both names refer to one module object."""

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Import the module by its new name. The import system then gives it the spec of its old name."""
        module = import_module(_PACKAGE + MOVED[spec.name.removeprefix(_PACKAGE)])
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Put the module's own spec back; the module was executed when it was imported by its new name."""
        spec = module.__spec__
        assert spec is not None
        module.__spec__ = spec.loader_state


class _OldNames:
    """Finds the modules that no other finder has found."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """The spec of an old name; None for any other."""
        old = name.removeprefix(_PACKAGE)
        if old not in MOVED or old == name:
            return None
        import warnings
        from importlib.machinery import ModuleSpec

        text = f"{name} is {_PACKAGE}{MOVED[old]} now; the old name works until 0.5"
        warnings.warn(text, DeprecationWarning, stacklevel=2)
        return ModuleSpec(name, _Alias())  # type: ignore[arg-type]


def forward() -> None:
    """Let old names be imported. Calling it again changes nothing."""
    if not any(isinstance(finder, _OldNames) for finder in sys.meta_path):
        sys.meta_path.append(_OldNames())
