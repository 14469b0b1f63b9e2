"""The old names of modules: each is the module that has moved, and says so once it is imported."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Iterator

import pytest

import strategist
from strategist.common.old_names import MOVED, forward


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """No old name has been imported before, nor is one known afterwards."""

    def forget() -> None:
        for old in MOVED:
            sys.modules.pop(f"strategist.{old}", None)
            parent, _, name = f"strategist.{old}".rpartition(".")
            vars(sys.modules.get(parent, strategist)).pop(name, None)

    forget()
    yield
    forget()


@pytest.mark.parametrize("old", MOVED)
def test_an_old_name_is_the_module_that_moved(old: str) -> None:
    new = importlib.import_module(f"strategist.{MOVED[old]}")
    own = new.__spec__
    with pytest.warns(DeprecationWarning, match=rf"strategist\.{old} is strategist\.{MOVED[old]} now; .* until 0\.5"):
        module = importlib.import_module(f"strategist.{old}")
    assert module is new
    assert module.__name__ == f"strategist.{MOVED[old]}" and module.__spec__ is own


def test_members_are_imported_from_old_names() -> None:
    with pytest.warns(DeprecationWarning, match="strategist.model.game now") as caught:
        from strategist.game import Game  # type: ignore[import-not-found]
    assert Game is strategist.Game
    assert caught[0].filename == __file__
    with pytest.warns(DeprecationWarning):
        from strategist import catalog  # type: ignore[attr-defined]
    assert catalog.make_game is strategist.make_game


def test_other_names_are_as_unknown_as_before() -> None:
    for name in "strategist.nothing", "strategist.files.nothing":
        with pytest.raises(ModuleNotFoundError, match=f"No module named '{name}'"):
            importlib.import_module(name)
    forward()
    assert sum(type(finder).__name__ == "_OldNames" for finder in sys.meta_path) == 1


def test_what_is_not_asked_for_costs_nothing() -> None:
    program = "import sys, strategist; print([name for name in ('typing', 'warnings', 'numpy') if name in sys.modules])"
    ran = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path[:] = {sys.path!r}; {program}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "typing" not in ran.stdout and "numpy" not in ran.stdout
