"""Which games there are, those of other packages included, and what ``import strategist`` offers."""

from __future__ import annotations

import subprocess
import sys

import pytest
from toys import Echo

import strategist
from strategist import errors, make_game
from strategist.catalog import known_games


def test_built_in_games_are_known_by_their_own_names() -> None:
    games = known_games()
    assert {"ab", "bulls-and-cows", "mastermind"} <= set(games)
    assert all(kind.name == name for name, kind in games.items())


@pytest.mark.usefixtures("installed_echo")
def test_a_package_offers_its_game_through_an_entry_point() -> None:
    game = make_game("echo-20x7")
    assert isinstance(game, Echo)
    assert game.spec == "echo(numbers=20,responses=7)"
    with pytest.raises(errors.SpecError, match=r"game 'broken': cannot import nowhere:Game: No module"):
        known_games()
    with pytest.raises(errors.SpecError, match=r"game 'broken': cannot import nowhere:Game: No module"):
        make_game("broken")
    with pytest.raises(errors.SpecError, match=r"game 'hollow': expected toys:partitions to be a Game"):
        make_game("hollow")
    with pytest.raises(errors.UnknownNameError, match=r"expected one of ab, broken, bulls-and-cows, echo"):
        make_game("chess")


def test_without_that_package_its_game_is_unknown() -> None:
    with pytest.raises(errors.UnknownNameError):
        make_game("echo")


def test_the_package_offers_what_it_lists_and_nothing_else() -> None:
    assert all(getattr(strategist, name) is not None for name in strategist.__all__)
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        strategist.chess  # noqa: B018


@pytest.mark.parametrize(
    ("error", "builtin"),
    [
        (errors.SpecError, ValueError),
        (errors.UnknownNameError, ValueError),
        (errors.CodeError, ValueError),
        (errors.ResponseError, ValueError),
        (errors.StrategyFileError, ValueError),
        (errors.OutputError, OSError),
        (errors.TooLargeError, MemoryError),
    ],
)
def test_each_error_is_also_the_builtin_that_a_caller_expects(error: type[Exception], builtin: type[Exception]) -> None:
    assert issubclass(error, errors.StrategistError)
    assert issubclass(error, builtin)


@pytest.mark.parametrize(
    ("module", "unwanted"),
    [
        ("strategist", {"strategist.game", "msgpack", "numpy"}),
        ("strategist.games.pegs", {"numpy", "numba", "msgpack", "networkx"}),
        ("strategist.games.words", {"numpy", "numba", "msgpack", "networkx"}),
        ("strategist.player", {"numpy", "numba", "networkx", "click", "rich"}),
        ("strategist.verify", {"numpy", "numba", "networkx", "strategist.search"}),
    ],
)
def test_imports_stay_light(module: str, unwanted: set[str]) -> None:
    program = f"import sys, {module}; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert module in run.stdout.split()
    assert not unwanted & set(run.stdout.split())
