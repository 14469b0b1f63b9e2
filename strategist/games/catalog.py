"""The known games: the built-in rule sets and those that other packages offer.

A package adds its own through the entry point group ``strategist.games``: each entry is a subclass of
:class:`~strategist.model.game.Game` or :class:`~strategist.model.solitaire.Solitaire` that takes a dict of its
parameters' values.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar, cast

from strategist.common.errors import SpecError, UnknownNameError
from strategist.common.plugins import load, misnamed, offered
from strategist.common.quoting import did_you_mean, quoted
from strategist.games.every_game.answer_numbers import number_answers
from strategist.games.every_game.lying import let_lie
from strategist.model.game import Game
from strategist.model.goal import ASK, IDENTIFY
from strategist.model.lies.honest import Honest
from strategist.model.solitaire import AnyGame, Solitaire
from strategist.model.spec import Value, bind, parse, quote

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.metadata import EntryPoint

R = TypeVar("R", bound=AnyGame)

_BUILT_IN = {
    "mastermind": "pegs.pegs:Mastermind",
    "bulls-and-cows": "pegs.pegs:BullsAndCows",
    "ab": "pegs.pegs:AB",
    "grand-mastermind": "pegs.grand:GrandMastermind",
    "words": "words.words:Words",
    "table": "tables.table:Table",
    "subsets": "sets.hidden_numbers:AnySubset",
    "comparisons": "sets.hidden_numbers:Comparisons",
    "pools": "sets.pools:Pools",
    "pegswap": "solitaires:PegSwap",
}
"""Where in this folder the class of each game is."""
_OF_GAMES = {"boards": "boards_game:BoardsGame"}
"""The same of games that are made of another game."""
_NICKNAMES: dict[str, tuple[str, Mapping[str, Value]]] = {
    "wordle": ("words", {"length": 5}),
    "fibble": ("words", {"length": 5, "fibble": True}),
    "nerdle": ("words", {"length": 8, "rule": "equations"}),
    "primel": ("words", {"length": 5, "rule": "primes"}),
}
"""Other names of built-in games, and the values that they stand for; what is printed is the name of the game."""
_GROUP = "strategist.games"


def _built_in(name: str) -> type[AnyGame]:
    """One built-in game. Its rules are imported on demand, because playing a file needs only one game."""
    module, _, kind = (_BUILT_IN | _OF_GAMES)[name].partition(":")
    return cast("type[AnyGame]", getattr(import_module(f"strategist.games.{module}"), kind))


def _foreign(entry: EntryPoint) -> type[AnyGame]:
    # load has checked that the class is a subclass of one of these.
    return cast("type[AnyGame]", load(entry, "game", Game, Solitaire))


def known_games() -> dict[str, type[AnyGame]]:
    """All games by name. Raises :class:`~strategist.common.errors.SpecError` if a game of another package is broken.

    >>> sorted(known_games())[:2]
    ['ab', 'bulls-and-cows']
    """
    ours = {name: _built_in(name) for name in _BUILT_IN}
    # The name of a built-in game always means the built-in game.
    return {name: _foreign(entry) for name, entry in offered(_GROUP).items()} | ours


def names_of_games() -> list[str]:
    """All names by which games are called, sorted, without importing any.

    >>> [name for name in names_of_games() if name in ("fibble", "mastermind", "wordle")]
    ['fibble', 'mastermind', 'wordle']
    """
    return sorted({*_BUILT_IN, *_NICKNAMES, *offered(_GROUP)})


def make_game(text: str) -> Game:
    """The game of deduction that a string names.

    Parameters
    ----------
    text : str
        A string such as ``"mastermind(4,6)"``, ``"wordle"`` or ``"table(file=animals.csv)"``.

    Returns
    -------
    Game
        The game, with ``secrets`` and ``guesses`` as sequences and the rule as ``respond(guess, secret)``.

    Raises
    ------
    UnknownNameError
        For a name that no game has.
    SpecError
        For a string that cannot be read, a parameter out of range, and a solitaire, which :func:`make_solitaire` makes.

    Examples
    --------
    >>> make_game("mastermind-4x6").spec, make_game("ab").spec
    ('mastermind(pegs=4,colors=6)', 'ab(pegs=4,symbols=10)')
    """
    kind, values = read_game(text)
    if issubclass(kind, Solitaire):
        raise SpecError(
            f"{kind.name} is a solitaire: expected a game in which something is hidden; make_solitaire makes it"
        )
    return built(kind, values)


def make_solitaire(text: str) -> Solitaire:
    """The solitaire that a string names.

    Parameters
    ----------
    text : str
        A string such as ``"pegswap(3,3)"``.

    Returns
    -------
    Solitaire
        The puzzle: its start, its moves and its goal.

    Raises
    ------
    SpecError
        If the string names none, and for a game of deduction.

    Examples
    --------
    >>> make_solitaire("pegswap-3x2").spec
    'pegswap(left=3,right=2)'
    """
    kind, values = read_game(text)
    if issubclass(kind, Game):
        raise SpecError(f"expected a solitaire such as pegswap(3,3), got {kind.name}; make_game makes it")
    return kind(values)


def make_rules(text: str) -> AnyGame:
    """The game that a string names, of either kind.

    Parameters
    ----------
    text : str
        The string of a game of deduction or of a solitaire.

    Returns
    -------
    Game or Solitaire
        The game.

    Raises
    ------
    SpecError
        If the string names none.

    Examples
    --------
    >>> make_rules("mastermind-4x6").spec, make_rules("pegswap").spec
    ('mastermind(pegs=4,colors=6)', 'pegswap(left=3,right=3)')
    """
    kind, values = read_game(text)
    return built(kind, values)


def read_game(text: str) -> tuple[type[AnyGame], dict[str, Value]]:
    """The class of the game that a string names and its parameters, without making the game.
    Raises :class:`~strategist.common.errors.SpecError`.

    >>> read_game("mastermind-4x6")[1]["colors"]
    6
    >>> make_game("wordle(hard=true)").spec
    'words(hard=true,length=5)'
    """
    arguments = parse(text, (*_BUILT_IN, *_NICKNAMES))
    name, meant = _NICKNAMES.get(arguments.name, (arguments.name, {}))
    if name in _BUILT_IN or name in _OF_GAMES:
        kind = _built_in(name)
    elif name in (foreign := offered(_GROUP)):
        kind = _foreign(foreign[name])
    elif error := misnamed(_GROUP, name, "game"):
        raise error
    else:
        known = names_of_games()
        like = _meant(name) or did_you_mean(name, known)
        raise UnknownNameError(f"unknown game {quoted(name)}: expected one of {', '.join(known)}{like}")
    return kind, bind(arguments, kind.declared(), meant)


def _meant(name: str) -> str:
    """The end of a message about an unknown game that is the name of a table or of a list, or a game with a switch.

    >>> _meant("zoo.tab"), _meant("wordle-hard"), _meant("chess-960")
    ('; did you mean table(file=zoo.tab)?', '; did you mean wordle(hard=true)?', '')
    """
    if name.lower().endswith((".csv", ".tsv", ".tab")):
        return f"; did you mean table(file={quote(name)})?"
    if name.lower().endswith(".txt"):
        return f"; did you mean words({quote(name)})?"
    game, _, switch = name.rpartition("-")
    kind = _NICKNAMES.get(game, (game, {}))[0]
    if kind in _BUILT_IN and any(each.name == switch and each.kind is bool for each in _built_in(kind).declared()):
        return f"; did you mean {game}({switch}=true)?"
    return ""


def built(kind: type[R], values: Mapping[str, Value]) -> R:
    """The game of a class with these parameters, and with the chances in their file; raises
    :class:`~strategist.common.errors.SpecError` if either is bad.

    >>> from strategist.games.pegs.pegs import Mastermind
    >>> built(Mastermind, {"pegs": 2, "colors": 3, "chances": None}).spec
    'mastermind(pegs=2,colors=3)'
    """
    own, shared = _divided(kind, values)
    game = kind(own)
    if isinstance(game, Game):
        if shared.chances is not None:
            from strategist.games.every_game.chances import read_chances

            read_chances(game, shared.chances, shared.digits)
        _finish(game, shared)
    return game


def restored(kind: type[R], values: Mapping[str, Value], payload: bytes | None, chances: bytes | None) -> R:
    """The game that a strategy file names, made from what the file holds: its own payload, and packed chances.

    Raises :class:`~strategist.common.errors.SpecError`.
    """
    own, shared = _divided(kind, values)
    game = cast("R", kind.restore(own, payload))
    if (shared.chances is None) != (chances is None):
        raise SpecError(f"expected {'no chances' if shared.chances is None else 'chances'} for {game.spec}")
    if isinstance(game, Game):
        if chances is not None and shared.chances is not None:
            from strategist.games.every_game.chances import unpack_chances

            unpack_chances(game, chances, shared.chances, shared.digits)
        _finish(game, shared)
    return game


@dataclass(frozen=True)
class _Shared:
    """The parameters that every game takes."""

    chances: str | None = None
    digits: int | None = None
    lies: int = 0
    of: int | None = None
    honest: str | None = None
    answer_costs: str | None = None
    limit: str | None = None


def _divided(kind: type[R], values: Mapping[str, Value]) -> tuple[dict[str, Value], _Shared]:
    """What a class gets of its parameters, and what every game takes.

    A class that reads numbers of its own rounds them, too, so it gets the digits, where they are given. Where any
    answer may be false, and where exactly so many are, no answer ends the game: the goal is to know the secret.
    """
    common = {each.name for each in kind.declared()} - {each.name for each in kind.parameters}
    own = {name: value for name, value in values.items() if name not in common}
    given: dict[str, Any] = {name: value for name, value in values.items() if name in common and value is not None}
    shared = _Shared(**given)
    if shared.digits is not None:
        own["digits"] = shared.digits
    any_answer = shared.honest == Honest.NONE.value or (shared.honest is None and shared.of is not None)
    if shared.lies and any_answer and own.get("goal") == ASK.name:
        own["goal"] = IDENTIFY.name
    return own, shared


def _finish(game: Game, shared: _Shared) -> None:
    """Let answers of a game that has its chances be false, or have costs and limits, if that is asked for."""
    if shared.digits is not None and not (game.weighted or game.several):
        raise SpecError(f"{game.name}: digits rounds chances and costs, and there are none")
    let_lie(game, shared.lies, shared.honest, shared.of)
    number_answers(game, shared.answer_costs, shared.limit)
