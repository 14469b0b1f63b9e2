"""The known games, including those of other packages, and the names that ``import strategist`` offers."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import toys
from click.testing import CliRunner
from refusals import refused, refuses
from toys import Echo, Erratic, Strict

import strategist
from strategist import compile_strategy, make_game, make_strategy, verify_strategy
from strategist.choosing.heuristics import Minimax
from strategist.choosing.registry import built_in, known_strategies
from strategist.commands.cli import cli
from strategist.common import errors
from strategist.games.catalog import known_games
from strategist.search.growing.slow_path import slow_path


def test_built_in_games_are_known_by_their_own_names() -> None:
    games = known_games()
    assert {"ab", "bulls-and-cows", "mastermind"} <= set(games)
    assert all(kind.name == name for name, kind in games.items())


@pytest.mark.usefixtures("installed_echo")
def test_a_package_offers_its_game_through_an_entry_point() -> None:
    game = make_game("echo-20x7")
    assert isinstance(game, Echo)
    assert game.spec == "echo(numbers=20,responses=7)"
    refuses(known_games, told=r"game 'broken': cannot import nowhere:Game: No module")
    refuses(make_game, "broken", told=r"game 'broken': cannot import nowhere:Game: No module")
    refuses(make_game, "hollow", told=r"game 'hollow': expected toys:partitions to be a subclass of Game or")
    refuses(make_game, "second", told=r"game 'second': expected .* to have the name 'second', got 'echo'")
    with refused(r"expected one of ab, broken, bulls-and-cows, comparisons, echo", errors.UnknownNameError):
        make_game("chess")


@pytest.mark.usefixtures("installed_echo")
def test_a_package_offers_its_strategies_through_entry_points() -> None:
    game = make_game("mastermind(2,4)")
    strategy = make_strategy("erratic(patience=9)", game)
    assert isinstance(strategy, Erratic)
    assert strategy.spec == "erratic(patience=9)"
    assert not built_in(strategy) and built_in(make_strategy("minimax", game))
    data = compile_strategy(game, make_strategy("singles(first=12)", game)).data
    assert data.strategy == "singles(first=12)" and verify_strategy(data).verified
    refuses(known_strategies, told=r"strategy 'broken': cannot import nowhere:Strategy: No module")
    for name, told in {
        "broken": r"strategy 'broken': cannot import nowhere:Strategy: No module named 'nowhere'",
        "hollow": r"strategy 'hollow': expected toys:Echo to be a subclass of Strategy, got <class 'toys.Echo'>",
        "errant": r"strategy 'errant': expected toys:Erratic to have the name 'errant', got 'erratic'",
        "magic": r"unknown strategy 'magic': expected one of blind, broken, dallwitz, dorfman, entropy, errant, .*",
    }.items():
        refuses(make_strategy, name, game, told=f"^{told}$")


@pytest.mark.usefixtures("misnamed_echo")
@pytest.mark.parametrize("name", ["reply", "echo(20)"])
def test_an_entry_with_another_name_than_its_game_is_told_by_either_name(name: str) -> None:
    with pytest.raises(errors.SpecError) as told:
        make_game(name)
    assert str(told.value) == "game 'reply': expected toys:Echo to have the name 'reply', got 'echo'"
    with refused(r"expected one of ab, absent, .*, reply, subsets, table", errors.UnknownNameError):
        make_game("chess")


@pytest.mark.usefixtures("misnamed_echo")
@pytest.mark.parametrize("name", ["errant", "erratic(patience=9)"])
def test_an_entry_with_another_name_than_its_strategy_is_told_by_either_name(name: str) -> None:
    with pytest.raises(errors.SpecError) as told:
        make_strategy(name, make_game("mastermind"))
    assert str(told.value) == "strategy 'errant': expected toys:Erratic to have the name 'errant', got 'erratic'"


def test_without_that_package_its_game_and_strategies_are_unknown() -> None:
    with pytest.raises(errors.UnknownNameError):
        make_game("echo")
    with pytest.raises(errors.UnknownNameError):
        make_strategy("erratic", make_game("mastermind"))


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
        ("strategist", {"strategist.model.game", "msgpack", "numpy"}),
        ("strategist.games.pegs.pegs", {"numpy", "numba", "msgpack", "networkx"}),
        ("strategist.games.words.words", {"numpy", "numba", "msgpack", "networkx"}),
        ("strategist.files.player", {"numpy", "numba", "networkx", "click", "rich"}),
        ("strategist.checking.verify", {"numpy", "numba", "networkx", "strategist.search"}),
    ],
)
def test_imports_stay_light(module: str, unwanted: set[str]) -> None:
    program = f"import sys, {module}; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert module in run.stdout.split()
    assert not unwanted & set(run.stdout.split())


def _said(arguments: list[str]) -> list[str]:
    """The lines on standard error of a successful command."""
    result = CliRunner().invoke(cli, arguments, catch_exceptions=False)
    assert result.exit_code == 0
    return [line for line in result.stderr.splitlines() if "plain Python" in line]


@pytest.mark.usefixtures("installed_echo")
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["compare", "mastermind(2,3)", "singles", "singles(first=12)"], ["singles has no kernel and scores guesses"]),
        (["advise", "mastermind(2,3)", "singles"], ["singles has no kernel and scores guesses"]),
        (["compile", "mastermind(2,3)", "erratic"], ["erratic has no kernel and chooses guesses"]),
        (["compile", "echo(20)", "erratic"], ["erratic has no kernel and chooses guesses"]),
        (["compile", "echo(20)", "minimax"], ["echo has no kernel and computes responses"]),
        (["advise", "echo(20)", "optimal"], ["echo has no kernel and computes responses"]),
        (
            ["compare", "echo(20)", "minimax", "first", "singles"],
            ["echo has no kernel and", "singles has no kernel and"],
        ),
        (["compare", "mastermind(2,3)", "minimax", "hill-climb"], []),
        (["compile", "pegswap", "optimal"], []),
    ],
)
def test_a_slow_path_is_told_once(
    arguments: list[str], told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = _said(arguments)
    assert len(said) == len(told)
    for line, begin in zip(said, told, strict=True):
        assert re.fullmatch(f"strategist: {begin}.* in plain Python, some \\d+ times slower than compiled code", line)


def test_a_restriction_that_no_kernel_knows_is_a_slow_path() -> None:
    game = make_game("mastermind(2,3)")
    assert slow_path(game, make_strategy("minimax", game)) is None
    strict = Strict({"pegs": 2, "colors": 3})
    assert "mastermind has no kernel and restricts guesses in plain Python" in (
        slow_path(strict, Minimax(strict, {})) or ""
    )


def test_a_game_without_a_docstring_has_an_empty_summary() -> None:
    assert type("Bare", (toys.Echo,), {}).summary() == ""
