"""The certificate: evidence for a lower bound that does not require trust in the search that found it.

A certificate lists *positions* (sets of candidates) with a lower bound for each, the first being the whole game. It
does not say why a bound is true. The checker (:mod:`strategist.checking.check`) looks at every guess at every position
and finds the bounds of its cells in the list; :mod:`strategist.checking.proof` says what each version claims. The file,
which :mod:`strategist.files.certificate_file` reads and writes, is one msgpack array ::

    ["certificate", version, header, columns, digest]

sealed like a strategy file. ``header`` is a map:

==============  ========================================================================================
``game``        canonical game string
``rules``       version of the rule set (int)
``codes``       SHA-256 over the codes in their order (32 bytes), see ``Game.digest``
``start``       history that leads to the first position, as text; empty at the beginning of a game
``objective``   ``total`` or ``depth``
``entries``     number of positions listed (int)
``symmetries``  array of byte strings, each a permutation of positions followed by one of symbols: the code c
                becomes the code whose symbol at place p is ``symbols[c[positions[p]]]``; those of tables are
                permutations of secrets (:mod:`strategist.files.versions.table_symmetries`)
``groups``      array of arrays of numbers of symmetries, each ascending
``generator``   who wrote it, as text
``data``        what the game needs beyond its string, as in a strategy file; absent for nothing
==============  ========================================================================================

``columns`` is an array of five byte strings, each compressed by zlib. A column has one integer for each entry,
little-endian and unsigned, of 1, 2 or 4 bytes. Entries form a tree, listed breadth-first, so no entry can rest on
itself:

1. *children* (4 bytes): the number of entries directly below this one. The children of the first entry come next, then
   those of the second, and so on.
2. *guesses* (the least width that holds every index of ``Game.guesses``) and
3. *responses* (the least width that holds every response): the move that leads from the position above to this one.
   This position is the cell of that response. Both are zero for the first entry.
4. *bounds* (4 bytes): the lower bound of the objective for this position.
5. *groups* (4 bytes): 0 for none, else the number of a group, from 1, whose symmetries leave this position as it is.

Version 2 is written where version 1 is not enough: where guesses are limited or restricted, secrets have chances or
classes, or questions have costs. ``objective`` may be ``expected`` or ``lost``, and ``data`` may be a map, as in a
strategy file. The header has two fields more, and there are seven columns:

==============  ========================================================================================
``left``        the number of guesses that are allowed from the first position on; nil for any number
``first``       the guess that is made at the first position, as text; nil if any may be made there
==============  ========================================================================================

4. *bounds* have 8 bytes.
6. *left* (4 bytes): 0 if the bound holds for any number of guesses, else the number of guesses left, plus one.
7. *revealed* (1 byte): 1 if the bound holds for the guesses only that the rules allow after the moves that lead here,
   0 if it holds for all guesses.

Version 3 lists no positions, but sets of secrets that cannot be found within a number of guesses, and states the least
depth. :mod:`strategist.files.versions.core_columns` describes it. Version 4 is for games in which a secret may give one
of several answers, for the objective ``size``, and for what a search with ``size`` behind it has proven of another one:
see :mod:`strategist.files.versions.mass_columns`.

Version 5 is for games in which answers may be false, and states the least depth. A position is the
lies that each secret still left can tell (:mod:`strategist.model.position`). The header is that of version 1, with
a field ``bound`` more: the lower bound (int). There are four columns: *children*, *guesses*, *responses* and *groups*
of version 1. Bounds have none, because an entry claims one less than the entry above it.

Version 6 is for questions that are asked all at once: see :mod:`strategist.files.versions.set_columns`. Version 7 is
version 2 with positions that are images of others: see :mod:`strategist.files.versions.copy_columns`.

Version 8 is for costs of paths: where answers have costs or limits, and for ``worst-cost``. See
:mod:`strategist.files.versions.path_columns`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

from strategist.common.errors import StrategyFileError
from strategist.common.quoting import quoted
from strategist.files.columns import Column, column
from strategist.files.envelope import (
    GENERATOR,
    Kind,
)
from strategist.files.versions.copy_columns import KIND_COPIES, Copies, check_copies
from strategist.files.versions.core_columns import KIND_CORES, Cores, check_form
from strategist.files.versions.mass_columns import KIND_MASSES, MassClaims, check_masses_form
from strategist.files.versions.path_columns import KIND_PATHS, check_form_of_paths
from strategist.files.versions.position_columns import (
    Entries,
    Under,
    check_entries,
    check_groups,
    check_symmetries,
)
from strategist.files.versions.set_columns import (
    KIND_SETS,
    QuestionSets,
    check_form_of_sets,
)
from strategist.model.game import Game, History
from strategist.model.objective import (
    DEPTH,
    LEXICOGRAPHIC,
    LOST,
    STATIC,
    by_paths,
    certifiable,
    needs_masses,
    objective_in,
    objective_kind,
    refusal_of_tariff,
    tariff_in,
)
from strategist.model.tree import Figure

VERSION = 1
KIND = Kind("certificate", VERSION, "a certificate", columns=5)
KIND_UNDER = Kind("certificate", 2, "a certificate", columns=7)
KIND_LIES = Kind("certificate", 5, "a certificate", columns=4)
KINDS = (KIND, KIND_UNDER, KIND_CORES, KIND_MASSES, KIND_LIES, KIND_SETS, KIND_COPIES, KIND_PATHS)
OBJECTIVES = certifiable(1)
OBJECTIVES_UNDER = certifiable(2)
OBJECTIVES_KEYS = certifiable(4)
MOST_LEFT = 1 << 31
"""Guesses left, and bounds of the depth, stay below this number."""
_MOST_LEVELS = 64
_MOST_COST = 1 << 61
"""Sums of costs stay below this number."""


@dataclass(frozen=True)
class Certificate:
    """The evidence for a lower bound, as its file holds it.

    Attributes
    ----------
    game : Game
        The game.
    objective : str
        What the bound is of: ``total``, ``depth``, ``expected``, ``worst-cost``, ``lost``, ``size`` or ``static``.
    entries : Entries
        Five columns of whole numbers (``array``), a number for each position listed.
    symmetries : tuple of bytes
        Permutations of positions and symbols that map the game onto itself.
    groups : tuple of tuple of int
        Groups of symmetries, by their numbers.
    start : History
        The moves that lead to the first position.
    generator : str
        Who wrote it.
    under, cores, masses, sets, copies
        What versions 2, 3, 4, 6 and 7 of the format hold besides; else None.

    Raises
    ------
    StrategyFileError
        If the contents are invalid.

    Examples
    --------
    >>> import strategist
    >>> from strategist.files.shipped import library
    >>> proven = next(each for each in library() if each.name.startswith("mastermind-4x6.optimal") and each.certificate)
    >>> certificate = strategist.read_certificate(proven.certificate)
    >>> certificate.objective, certificate.bound
    ('total', 5625)
    """

    game: Game
    objective: str
    entries: Entries
    symmetries: tuple[bytes, ...] = ()
    groups: tuple[tuple[int, ...], ...] = ()
    start: History = ()
    generator: str = field(default=GENERATOR)
    under: Under | None = None
    """None in a certificate of version 1, and of version 3."""
    cores: Cores | None = None
    """None but in a certificate of version 3, of which the one entry states the bound."""
    masses: MassClaims | None = None
    """None but in a certificate of version 4, in which these stand for ``entries``."""
    sets: QuestionSets | None = None
    """None but in a certificate of version 6, in which these stand for ``entries``."""
    copies: Copies | None = None
    """None but in a certificate of version 7, which has ``under``, too."""

    @classmethod
    def of_cores(cls, game: Game, bound: int, cores: Cores, start: History = (), generator: str = GENERATOR) -> Self:
        """A certificate of version 3, that no strategy finds all secrets within ``bound - 1`` guesses."""
        whole = Entries(*(column([value]) for value in (0, 0, 0, bound, 0)))
        return cls(game, DEPTH.name, whole, start=start, generator=generator, cores=cores)

    @classmethod
    def of_masses(cls, game: Game, objective: str, masses: MassClaims, generator: str = GENERATOR) -> Self:
        """A certificate of version 4."""
        nothing = Entries(*(column([0]) for _ in Entries._fields))
        return cls(game, objective, nothing, generator=generator, masses=masses)

    @classmethod
    def of_sets(cls, game: Game, sets: QuestionSets, start: History = (), generator: str = GENERATOR) -> Self:
        """A certificate of version 6, that no ``bound - 1`` questions asked all at once tell all secrets apart."""
        nothing = Entries(*(column([0]) for _ in Entries._fields))
        return cls(game, STATIC.name, nothing, start=start, generator=generator, sets=sets)

    @classmethod
    def of_lies(
        cls,
        game: Game,
        bound: int,
        moves: tuple[Column[int], Column[int], Column[int], Column[int]],
        symmetries: tuple[bytes, ...] = (),
        groups: tuple[tuple[int, ...], ...] = (),
        start: History = (),
        generator: str = GENERATOR,
    ) -> Self:
        """A certificate of version 5, that no strategy finds all secrets within ``bound - 1`` questions whatever is
        false: the columns children, guesses, responses and groups."""
        children, guesses, responses, of_groups = moves
        bounds = column(_one_less_below(children, bound))
        entries = Entries(children, guesses, responses, bounds, of_groups)
        return cls(game, DEPTH.name, entries, symmetries, groups, start, generator)

    @classmethod
    def of_paths(cls, game: Game, objective: str, entries: Entries, generator: str = GENERATOR) -> Self:
        """A certificate of version 8."""
        return cls(game, objective, entries, generator=generator)

    def __post_init__(self) -> None:
        game = self.game
        if self.version == KIND_PATHS.version:
            more = (self.under, self.cores, self.masses, self.sets, self.copies)
            if self.start or self.symmetries or any(each is not None for each in more):
                raise StrategyFileError(f"header.game: expected version 8, and no history, for {game.spec}")
            check_form_of_paths(game, self.objective, self.entries)
            return
        if (self.sets is None) != (self.objective != STATIC.name):
            raise StrategyFileError(
                f"header.objective: expected static in version 6 alone, got {quoted(self.objective)}"
            )
        if self.sets is not None:
            check_form_of_sets(game, self.start, self.sets)
            return
        if self.version == KIND_LIES.version:
            _check_lies_kind(self)
            return
        if self.masses is not None:
            stated = needs_masses(game, self.objective) or game.announces
            named = objective_in(game, self.objective) is not None
            stated = stated and named and objective_kind(self.objective).name in OBJECTIVES_KEYS
            if not stated or self.start:
                raise StrategyFileError(
                    "header.objective: expected a game that announces from its beginning, or size, got "
                    f"{quoted(self.objective)} of {game.spec}"
                )
            check_masses_form(game, self.objective, self.masses)
            return
        if needs_masses(game, self.objective):
            raise StrategyFileError(f"header.game: expected version 4 for {quoted(self.objective)} of {game.spec}")
        if self.cores is not None:
            if self.objective != DEPTH.name:
                raise StrategyFileError(f"header.objective: expected depth, got {quoted(self.objective)}")
            check_form(game, self.entries.bounds[0], self.cores)
            return
        if self.under is None and not enough(game):
            raise StrategyFileError(
                "header.game: expected a game without turns, restricted guesses, chances, costs or classes, "
                f"got {game.spec}"
            )
        known = OBJECTIVES if self.under is None else OBJECTIVES_UNDER
        if objective_in(game, self.objective) is None or objective_kind(self.objective).name not in known:
            raise StrategyFileError(f"header.objective: expected {' or '.join(known)}, got {quoted(self.objective)}")
        # Where secrets are announced, counting by levels does not bound every tree: an even one may cost more.
        if told := refusal_of_tariff(game, self.objective):
            raise StrategyFileError(f"header.objective: {told}")
        _check_positions(self)
        if self.under is not None:
            _check_under(self, self.under)
        if self.copies is not None:
            check_copies(game, self.start, self.entries, self.under, self.copies)

    def __len__(self) -> int:
        if self.masses is not None:
            return len(self.masses)
        if self.sets is not None:
            return len(self.sets)
        return len(self.entries.bounds if self.cores is None else self.cores.sizes)

    @property
    def version(self) -> int:
        """The version of the format that its file has."""
        if by_paths(self.game, self.objective):
            return KIND_PATHS.version
        if self.sets is not None:
            return KIND_SETS.version
        if self.game.doubtful:
            return KIND_LIES.version
        if self.masses is not None:
            return KIND_MASSES.version
        if self.cores is not None:
            return KIND_CORES.version
        return (KIND_COPIES if self.copies is not None else KIND if self.under is None else KIND_UNDER).version

    @property
    def left(self) -> int | None:
        """The number of guesses that are allowed from the first position on; None for any number."""
        limits = self.under if self.masses is None else self.masses
        return None if limits is None else limits.left

    @property
    def first(self) -> int | None:
        """The guess that is made at the first position, as an index; None if any may be made there."""
        limits = self.under if self.masses is None else self.masses
        return None if limits is None else limits.first

    @property
    def listed(self) -> str:
        """The noun for what the certificate lists."""
        return "set" if self.sets is not None else "position" if self.cores is None else "core"

    @property
    def bound(self) -> Figure:
        """The lower bound that is claimed for the whole game."""
        if self.sets is not None:
            return self.sets.bound
        return self.entries.bounds[0] if self.masses is None else self.masses.bounds[0]


def tariff_of(certificate: Certificate) -> tuple[int, ...]:
    """The steps of the guesses from the start on, if the objective of a certificate is a tariff; else none.

    They are those of as many guesses as are allowed, and if any number is, of those that the tariff tells apart.
    """
    game, start = certificate.game, certificate.start
    if certificate.version in (KIND_CORES.version, KIND_MASSES.version, KIND_LIES.version, KIND_PATHS.version):
        return ()
    secrets = len(game.consistent(start)) if start else len(game.secrets)
    return tariff_in(game, certificate.objective, secrets, certificate.left or 1, len(start))


def enough(game: Game) -> bool:
    """Whether version 1 can state a bound for a game."""
    return not (game.restricts or game.turns is not None or game.weighted)


def _one_less_below(children: Column[int], bound: int) -> list[int]:
    """What each entry claims if the first claims ``bound``, and each other one less than that above it.

    >>> _one_less_below(column([2, 0, 1, 0]), 5)
    [5, 4, 4, 3]
    """
    bounds = [bound]
    for above, count in enumerate(children):
        bounds += [bounds[above] - 1] * count
    return bounds


def _check_lies_kind(certificate: Certificate) -> None:
    """Check the form of a certificate of version 5."""
    game = certificate.game
    if certificate.objective != DEPTH.name:
        raise StrategyFileError(f"header.objective: expected depth, got {quoted(certificate.objective)}")
    if certificate.under is not None or certificate.cores is not None or certificate.masses is not None:
        raise StrategyFileError(f"header.game: expected version 5 for {game.spec}")
    if certificate.symmetries and (game.classes is not None or game.code_symmetry is None):
        raise StrategyFileError("header.symmetries: expected none in a game of classes, or that describes none")
    _check_positions(certificate)
    entries = certificate.entries
    if list(entries.bounds) != _one_less_below(entries.children, entries.bounds[0]):
        raise StrategyFileError("columns.bounds: expected one less than above at each entry")


def _check_positions(certificate: Certificate) -> None:
    """Check the form of the positions of a certificate, and of the symmetries that they name."""
    check_symmetries(certificate.game, certificate.start, certificate.symmetries)
    check_groups(certificate.groups, len(certificate.symmetries))
    check_entries(certificate.game, certificate.entries, len(certificate.groups))


def _check_under(certificate: Certificate, under: Under) -> None:
    """Check the limits of a certificate of version 2."""
    game, count = certificate.game, len(certificate)
    if under.left is not None and not 0 <= under.left < MOST_LEFT:
        raise StrategyFileError(f"header.left: expected 0 to {MOST_LEFT - 1}, got {under.left}")
    if game.turns is not None and (under.left is None or under.left > max(0, game.turns - len(certificate.start))):
        raise StrategyFileError(f"header.left: expected no more than the turns of {game.spec}, got {under.left}")
    if certificate.objective == LOST.name and (
        game.turns is None or under.left != max(0, game.turns - len(certificate.start))
    ):
        raise StrategyFileError(f"header.left: expected all turns left of {game.spec} beside lost, got {under.left}")
    if certificate.objective == LEXICOGRAPHIC.name:
        if under.left is None or not 0 < under.left <= _MOST_LEVELS:
            raise StrategyFileError(f"header.left: expected 1 to {_MOST_LEVELS} beside lexicographic, got {under.left}")
        if len(game.secrets) * sum(tariff_of(certificate)) >= _MOST_COST:
            raise StrategyFileError(f"header.left: expected fewer guesses beside lexicographic, got {under.left}")
    if under.first is not None and certificate.start:
        raise StrategyFileError("header.first: expected none behind a history")
    for name, numbers, most in (("left", under.lefts, MOST_LEFT), ("revealed", under.revealed, int(game.restricts))):
        if len(numbers) != count or min(numbers) < 0 or max(numbers) > most:
            raise StrategyFileError(f"columns.{name}: expected {count} numbers of 0 to {most}")
