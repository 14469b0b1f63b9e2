"""What is searched, as a value: from it any machine makes the same arrays, and checks that they are the same."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from strategist.choosing.heuristics import Strategy
from strategist.choosing.registry import make_strategy
from strategist.choosing.searched import SearchedStrategy
from strategist.common.errors import ClusterError
from strategist.common.quoting import quoted
from strategist.games.catalog import read_game
from strategist.games.catalog import restored as game_from
from strategist.games.every_game.chances import pack_chances
from strategist.model.game import Game
from strategist.search.state.options import Options
from strategist.search.state.problem import SYMMETRY
from strategist.search.state.start import Start, position_of, whole_game
from strategist.search.tasks.supervise import StopSignal
from strategist.search.tasks.workers import Workers


class Instance(NamedTuple):
    """A game with its data, a strategy and a start, and what must come out alike wherever they are made again.

    ``history`` holds the indices of guesses with their responses, ``candidates`` the bytes of ``int32[…]``, and
    ``chances`` those of a file of chances, packed. ``facts`` are pairs of a name and a value: the header of the
    journal, which names the search, and the versions.
    """

    game: str
    payload: bytes | None
    strategy: str
    history: tuple[tuple[int, int], ...]
    candidates: bytes
    techniques: int
    facts: tuple[tuple[str, str], ...]
    kind: str = "proof"
    """What is wanted: a proof, a search for ``keys``, or the ``growth`` of a heuristic's tree; then ``techniques`` says
    whether equivalent guesses are merged."""
    chances: bytes | None = None

    @property
    def digest(self) -> str:
        """A name for it: equal for equal searches."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:16]


def instance_of(workers: Workers, strategy: SearchedStrategy, start: Start) -> Instance:
    """The search that ``workers`` are made for.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.search.state.start import start_of
    >>> game = make_game("mastermind(2,3)")
    >>> strategy, start = make_strategy("optimal", game), start_of(game)
    >>> brake = StopSignal()
    >>> instance = instance_of(assemble(game, strategy, Options(), start, brake), strategy, start)
    >>> rebuilt, strategy, start = rebuild(instance, Options(), brake)
    >>> instance_of(rebuilt, strategy, start).digest == instance.digest
    True
    """
    header = header_of(workers, strategy, start)
    return make_instance(workers.game, strategy, start, header, techniques=workers.options.techniques)


def make_instance(
    game: Game, strategy: Strategy, start: Start, header: Mapping[str, str], kind: str = "proof", techniques: int = 0
) -> Instance:
    """What a ``header`` describes, as a value."""
    return Instance(
        game=game.spec,
        payload=game.payload(),
        strategy=strategy.spec,
        history=start.history,
        candidates=start.candidates.tobytes(),
        techniques=techniques,
        facts=tuple({**header, **versions()}.items()),
        kind=kind,
        # They are no part of the payload.
        chances=None if game.chances is None else pack_chances(game),
    )


def rebuild(instance: Instance, options: Options, brake: StopSignal) -> tuple[Workers, SearchedStrategy, Start]:
    """The search that a value describes, made again; its desks log what other processes should know.

    Raises :class:`~strategist.common.errors.ClusterError` that names what differs here, versions first: another version
    may read a game string in another way.
    """
    game, strategy, start = restored(instance)
    assert isinstance(strategy, SearchedStrategy)
    workers = assemble(game, strategy, options, start, brake, logged=True)
    compare_facts(dict(instance.facts), header_of(workers, strategy, start))
    return workers, strategy, start


def restored(instance: Instance) -> tuple[Game, Strategy, Start]:
    """The game, the strategy and the start, made again; raises like :func:`rebuild`."""
    expected = dict(instance.facts)
    compare_facts(expected, versions())
    kind, values = read_game(instance.game)
    game = game_from(kind, values, instance.payload, instance.chances)
    assert isinstance(game, Game)  # a solitaire is not searched here
    compare_facts(expected, identity_of(game))
    strategy = make_strategy(instance.strategy, game)
    assert isinstance(strategy, Strategy)
    # Kernels would be compiled again for an array that cannot be written.
    start = Start(instance.history, np.frombuffer(instance.candidates, dtype=np.int32).copy())
    return game, strategy, start


def identity_of(game: Game) -> dict[str, str]:
    """The version of the rules, and a digest of codes, chances, costs and classes."""
    return {"rules": str(game.rules_version), "codes": game.fingerprint().hex()}


def assemble(
    game: Game, strategy: SearchedStrategy, options: Options, start: Start, brake: StopSignal, logged: bool = False
) -> Workers:
    """The arrays and threads of the search for a strategy from a position on."""
    opening = None if start.history else strategy.opening
    everything = len(start.candidates) == len(game.secrets)
    merge = options.techniques & SYMMETRY != 0
    subgame = whole_game(game, merge) if everything else position_of(game, start.candidates, opening, merge)
    # If the rules restrict guesses, the subgame has all guesses of the game, with the same indices.
    past = tuple(guess for guess, _ in start.history) if game.restricts else ()
    return Workers(game, subgame, options, brake, strategy.candidates_only, past, logged)


def header_of(workers: Workers, strategy: SearchedStrategy, start: Start) -> dict[str, str]:
    """Which search it is; ``names`` is a digest of the words that name sets, and of what they stand for."""
    names = hashlib.sha256(workers.words.tobytes())
    names.update(start.candidates.tobytes() + workers.guess_names.tobytes())
    return describe(workers.game, strategy, start, names.hexdigest())


def describe(game: Game, strategy: SearchedStrategy, start: Start, names: str) -> dict[str, str]:
    """The header of a search's journals; ``names`` is a digest of what names positions."""
    history = start.moves(game)
    return {
        "game": game.spec,
        **identity_of(game),
        "strategy": strategy.spec,
        "start": game.format_history(history),
        "names": names,
    }


@cache
def versions() -> dict[str, str]:
    """The versions that must be the same on all machines of one search.

    >>> list(versions())
    ['Python', 'strategist', 'kernels']
    """
    folder = Path(__file__).parents[3]
    paths = [*(folder / "search").rglob("*.py"), *(folder / "cluster").rglob("*.py")]
    sources = hashlib.sha256()
    for name, path in sorted((path.relative_to(folder).as_posix(), path) for path in paths):
        contents = path.read_bytes()
        sources.update(f"{name} {len(contents)} ".encode() + contents)
    return {
        "Python": ".".join(platform.python_version_tuple()[:2]),
        "strategist": _version(),
        "kernels": sources.hexdigest()[:16],
    }


def _version() -> str:
    # Importing it takes long, and most runs do not need it.
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("strategist-compiler")
    except PackageNotFoundError:
        return "not installed"


def compare_facts(expected: dict[str, str], found: dict[str, str]) -> None:
    """Raise :class:`~strategist.common.errors.ClusterError` for a fact that is not as expected."""
    for name, value in found.items():
        if expected.get(name) != value:
            raise ClusterError(f"expected {name} {quoted(expected.get(name, 'nothing'))}, got {quoted(value)}")
