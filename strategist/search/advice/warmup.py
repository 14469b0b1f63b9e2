"""Which kernels there are to compile: small work for each kind of game, which calls all that large games call.

Numba compiles a kernel for the types of its arguments. The types depend on the game: whether its responses are a table
or computed, whether rules restrict guesses, whether there are chances or classes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from strategist.common.errors import SpecError
from strategist.common.quoting import quoted
from strategist.games.catalog import make_game
from strategist.games.every_game.chances import with_chances
from strategist.games.pegs.grand import GrandMastermind
from strategist.games.pegs.pegs import PegGame
from strategist.games.tables.sheet import Reading, make_sheet
from strategist.games.tables.table import Table
from strategist.games.words.word_lists import Lists
from strategist.games.words.words import Words
from strategist.model.game import Game
from strategist.model.goal import CLASS, IDENTIFY, NARROW, Goal
from strategist.model.objective import DEPTH, EXPECTED, TOTAL, Objective
from strategist.model.position import by_kind
from strategist.model.refusals import refuse
from strategist.model.spec import Value
from strategist.search.advice.ranking import rankings
from strategist.search.compile.compile import compile_strategy
from strategist.search.compile.growers import warm_up_growers
from strategist.search.kernels.numba.jit import CACHE
from strategist.search.run.opening_bounds import warm_up_lanes
from strategist.search.state.options import Options

_LETTERS = ["".join(letters) for letters in product("abc", repeat=3)]
_LONGER = ["".join(letters) for letters in product("abc", repeat=4)]


def _words(**values: Value) -> Game:
    return Words(values, Lists(_LETTERS[::2], _LETTERS))


def _table(goal: Goal) -> Game:
    head = ["", *(f"s{number}" for number in range(9))]
    rows = [[f"q{digit}", *(f"a{number // 3**digit % 3}" for number in range(9))] for digit in range(2)]
    kinds = ["kind", *(f"k{number % 4}" for number in range(9))]
    lines = list(enumerate([head, *rows, kinds], 1))
    values: dict[str, Value] = {"file": "made.csv", "goal": goal.name}
    if goal.by_class:
        return Table(values | {"class": "kind"}, make_sheet(lines, Reading(kind="kind")))
    return Table(values, make_sheet(lines))


def _uneven(make: Callable[[], Game]) -> Callable[[], Game]:
    """A maker of the game of ``make`` with unequal chances."""

    def made() -> Game:
        game = make()
        return with_chances(game, {game.format_secret(game.secrets[0]): Fraction(5), "*": Fraction(1)})

    return made


def _several() -> Game:
    lines = [["", "s0", "s1", "s2"], ["q0", "a", "a/b", "b"], ["q1", "a/b", "a", "b"]]
    values: dict[str, Value] = {"file": "made.csv", "goal": NARROW.name, "several": "/"}
    return Table(values, make_sheet(list(enumerate(lines, 1)), Reading(alike=True)))


def _both(make: Callable[[], Game]) -> tuple[Callable[[], Game], Callable[[], Game]]:
    return make, _uneven(make)


GAMES: dict[str, tuple[Callable[[], Game], ...]] = {
    "codes": _both(partial(make_game, "mastermind(2,3)")),
    "words": _both(_words),
    "hard": _both(partial(_words, hard=True, turns=3)),
    "tables": (*_both(partial(_table, IDENTIFY)), *_both(partial(_table, CLASS)), _several),
    "grand": (partial(make_game, "grand-mastermind(2,2,2)"),),
}
"""Kinds of games: Mastermind and its kin, words, words in hard mode, tables, and Grand Mastermind."""


def kind_of(game: Game) -> str:
    """The kind in :data:`GAMES` that calls what a game calls.

    Raises :class:`~strategist.common.errors.SpecError` for a game of no kind.

    >>> kind_of(make_game("bulls-and-cows")), kind_of(make_game("pools(4)"))
    ('codes', 'tables')
    """
    refuse(game, "prepare")
    if isinstance(game, Words):
        return "hard" if game.restricts else "words"
    if isinstance(game, PegGame):
        return "codes"
    return "grand" if isinstance(game, GrandMastermind) else "tables"


def _optimal(game: Game) -> None:
    objectives = EXPECTED.name if game.weighted else f"{TOTAL.name},{DEPTH.name}"
    with TemporaryDirectory() as folder:
        # Journals are read by a kernel of their own.
        compile_strategy(game, f"optimal({objectives})", journal=Path(folder, "journal"))
    if game.weighted and isinstance(game, PegGame):
        # Only large games need it.
        warm_up_lanes()


def _certificates(game: Game) -> None:
    _certify(game, EXPECTED if game.weighted else TOTAL)
    if game.weighted or game.restricts or game.classes is not None:
        return
    if isinstance(game, PegGame):
        # A game with enough positions that many are looked at together.
        _certify(make_game("mastermind(3,10)"), TOTAL)
    if isinstance(game, Words):
        # A game with enough first guesses that the search looks for sets that no guess divides.
        _certify(Words({}, Lists(_LONGER)), DEPTH)


def _certify(game: Game, objective: Objective) -> None:
    compiled = compile_strategy(game, f"optimal({objective.name})", options=Options(certificate=True))
    assert compiled.certify is not None  # the options ask for it
    compiled.certify(None)


def _advice(game: Game) -> None:
    for _ in rankings(game, "", seconds=1):
        pass


WORK: dict[str, Callable[[Game], None]] = {
    "heuristics": warm_up_growers,
    "optimal": _optimal,
    "certificates": _certificates,
    "advice": _advice,
}
"""Kinds of work."""


class Step(NamedTuple):
    """One piece of work: it compiles what it needs and is not there yet."""

    name: str
    run: Callable[[], None]


def steps(kinds: tuple[str, ...] = ()) -> Iterator[Step]:
    """The steps for some kinds of games or of work; all kinds of games if none is named, and so with work.

    Raises :class:`~strategist.common.errors.SpecError` for a kind that is not known.

    >>> [step.name for step in steps(("codes", "optimal"))]
    ['codes optimal', 'codes optimal with chances']
    """
    for kind in kinds:
        if kind not in (*GAMES, *WORK):
            raise SpecError(f"expected kinds of {', '.join((*GAMES, *WORK))}, got {quoted(kind)}")
    games = [kind for kind in GAMES if kind in kinds] or list(GAMES)
    work = [kind for kind in WORK if kind in kinds] or list(WORK)
    for of_game, of_work in product(games, work):
        for make in GAMES[of_game]:
            game = make()
            kinds_told, uneven = game.classes is not None, game.weights is not None
            words = (
                of_game,
                of_work,
                "of classes" * kinds_told,
                by_kind(game, one="", several="of several answers", lies=""),
                "with chances" * uneven,
            )
            yield Step(" ".join(filter(None, words)), partial(WORK[of_work], game))


def kept() -> tuple[int, int]:
    """How many compiled kernels the cache folder holds, and their bytes; both 0 where they are not kept."""
    files = [] if CACHE.folder is None else list(CACHE.folder.glob("*.kernel"))
    return len(files), sum(path.stat().st_size for path in files)
