"""Shared code of commands: exit statuses, options, reading games, printing results."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

from strategist.common.errors import SpecError, StrategistError
from strategist.common.memory_sizes import parse_size

if TYPE_CHECKING:
    from strategist.choosing.heuristics import Strategy
    from strategist.choosing.shortest_lines import ShortestLine
    from strategist.files.mixtures.mixture import Mixture
    from strategist.files.strategy import StrategyData
    from strategist.model.game import Game
    from strategist.model.solitaire import AnyGame

Function = TypeVar("Function", bound=Callable[..., Any])

EXIT_NO, EXIT_BAD_INPUT = 1, 2


def cores() -> int:
    """The processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


MOST_JOBS = max(64, 4 * cores())
"""The most threads: more than the cores gain nothing, and each takes memory."""


def jobs_option(what: str) -> Callable[[Function], Function]:
    """The option ``--jobs``, the number of threads; ``what`` names the work in its help."""
    return click.option(
        "-j",
        "--jobs",
        type=click.IntRange(1, MOST_JOBS),
        help=f"Threads of {what}; by default all cores, at most 64 or four per core.",
    )


JOBS = jobs_option("an optimal search, or of a heuristic over a large game")


def _read_seconds(context: click.Context, option: click.Parameter, seconds: float | None) -> float | None:
    if seconds is not None and math.isnan(seconds):
        raise click.BadParameter("expected a number of seconds, got nan", context, option)
    return seconds


def seconds_option(what: str) -> Callable[[Function], Function]:
    """The option ``--time-limit``, in seconds; ``what`` is its help."""
    return click.option("--time-limit", type=click.FloatRange(min=0), callback=_read_seconds, help=what)


TIME_LIMIT = seconds_option("Seconds after which an optimal search is stopped; inf for never.")


def _read_size(context: click.Context, option: click.Parameter, text: str | None) -> int | None:
    try:
        return None if text is None else parse_size(text)
    except StrategistError as error:
        raise click.BadParameter(str(error), context, option) from None


MEMORY = click.option(
    "--memory",
    metavar="SIZE",
    callback=_read_size,
    help="All memory that an optimal search or a heuristic may take, e.g., 400M or 2G.",
)
USED = click.option(
    "--used",
    type=click.Path(),
    metavar="FILE",
    help="Secrets that were used before, in a text file: a remark names them.",
)
GIVEN = click.option("--given", metavar="HISTORY", default="", help='Begin after, e.g., "1122:1b1w 3456:0b2w".')
JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead.")
FORM = click.option(
    "--format", "form", type=click.Choice(["text", "markdown", "latex"]), default="text", help="How tables are written."
)


def table_form(form: str, as_json: bool) -> str:
    """The form of tables that ``--format`` names. Raises :class:`click.UsageError` beside ``--json``."""
    if as_json and form != "text":
        raise click.UsageError(f"--format {form}: expected no --json, which prints no table")
    return form


def begins_with(path: str, contents: bytes) -> bool:
    """Whether a file begins so. A pipe cannot be read twice: whoever reads it as a strategy says what is wrong."""
    if not os.path.isfile(path):
        return False
    try:
        with open(path, "rb") as opened:
            return opened.read(len(contents)) == contents
    except OSError:
        return False


def is_mixture(path: str) -> bool:
    """Whether a file begins as that of a mixture does."""
    from strategist.files.envelope import MIXTURE_BEGINS

    return begins_with(path, MIXTURE_BEGINS)


def mixture_at(path: str) -> Mixture | None:
    """The mixture in a file; None if the file begins otherwise, or is none."""
    if not is_mixture(path):
        return None
    from strategist.files.mixtures.mixture import read_mixture

    return read_mixture(path)


def make_deduction_game(text: str) -> Game:
    """The game that a string names, for a command without a meaning for solitaires. The file of a mixture stands for
    its game with the chances of its codemaker.

    Raises :class:`~strategist.common.errors.SpecError` for a solitaire or an invalid string.
    """
    if (mixture := mixture_at(text)) is not None:
        from strategist.files.mixtures.whole_weights import hiding

        return hiding(mixture.game, mixture.secret_weights)
    from strategist.games.catalog import make_rules

    return no_solitaire(make_rules(text))


def no_solitaire(made: AnyGame) -> Game:
    """The same game; raises :class:`~strategist.common.errors.SpecError` for a solitaire."""
    from strategist.model.solitaire import Solitaire

    if isinstance(made, Solitaire):
        raise SpecError(f"{made.spec} is a solitaire: expected a game in which something is hidden")
    return made


def game_and_strategy(game: str, strategy: str) -> tuple[AnyGame, Strategy | ShortestLine]:
    """The game and the strategy that two strings name. Raises :class:`~strategist.common.errors.SpecError`."""
    from strategist.choosing.registry import make_strategy
    from strategist.games.catalog import make_rules

    made = make_rules(game)
    return made, make_strategy(strategy, made)


def start_text(data: StrategyData) -> str:
    """The history at which a strategy starts, as the end of a sentence; empty for the beginning of the game."""
    start = data.game.format_history(data.start)
    return f" from {start}" if start else ""


def print_json(value: Any) -> None:
    """Print a value as one line of JSON."""
    click.echo(json.dumps(value, ensure_ascii=False))


def first_given(options: Mapping[str, object]) -> str | None:
    """The name of the first option that has a value; None if none has.

    >>> first_given({"--depth": None, "--title": "Zoo"})
    '--title'
    """
    return next((name for name, value in options.items() if value is not None), None)
