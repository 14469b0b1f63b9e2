"""Which positions a value cache holds, and what they cost: those that sensible play reaches, the likeliest first.

Positions are followed in rounds, until there are as many as are wanted:

1. the first position, and what the openings leave: those that differ by more than a symmetry, if they are few, else the
   best ones by entropy;
2. what the best guesses leave, from there on to the end;
3. what every candidate leaves, as a second guess;
4. what every other second guess leaves, where those are not too many;
5. what every candidate leaves, from there on, in the order in which the positions were found.

Positions of one or two candidates cost what counting tells, and are left out, and so are positions that another one of
the same name stands for. All others are solved exactly, one after the other by one thread, up to a number of pairs of a
candidate and a question; larger ones get bounds. Neither depends on time: equal parameters give equal bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from strategist.common.errors import SpecError
from strategist.files.values.value_file import Entry, encode
from strategist.model.game import Game
from strategist.search.advice.cached.move_values import Cells, Values
from strategist.search.advice.cached.set_costs import Cost, SetCosts, known_cost
from strategist.search.advice.openings import essentially_different
from strategist.search.advice.ranking import rank
from strategist.search.kernels.symmetry.code_group import make_code_group
from strategist.search.state.start import Start, start_of

OPENINGS, POSITIONS = 64, 30_000
"""The first guesses that are followed, and the positions that are kept, where nobody says."""
_SOLVED_PAIRS, _SOLVED_PAIRS_HARD = 1 << 23, 1 << 20
"""Pairs of a candidate and a question up to which a position is solved exactly: in hard mode, where no results are
shared by sets behind other guesses, some sets of twice that size take minutes."""
_MOST_REPLIES = 1 << 20
"""Second guesses behind all openings up to which all of them are followed."""
_TOLD_EVERY = 256

Tell = Callable[[int], object]
Name = tuple[int, int]


@dataclass
class Built:
    """The positions of a value cache.

    Attributes
    ----------
    game : Game
        The game.
    entries : dict
        What is known of each position, by the two words of its name.
    openings : int
        How many first guesses were followed.
    exact : int
        How many entries are exact.
    """

    game: Game
    openings: int
    entries: dict[Name, Entry] = field(default_factory=dict)

    @property
    def exact(self) -> int:
        """How many entries are exact."""
        return sum(each.lower == each.upper for each in self.entries.values())

    def encode(self) -> bytes:
        """The bytes of the file."""
        return encode(self.game, self.entries, self.openings)


def build_values(
    game: Game, openings: int = OPENINGS, positions: int = POSITIONS, whole: bool = False, tell: Tell | None = None
) -> Built:
    """The positions of a game that sensible play reaches, with what they cost.

    Parameters
    ----------
    game : Game
        The game: each question has one answer, which is true, and all secrets and questions weigh alike.
    openings : int, default 64
        The most first guesses that are followed.
    positions : int, default 30,000
        The most positions.
    whole : bool, default False
        Whether the first position is solved exactly however large it is.
    tell : callable, optional
        Is called now and then with the number of positions so far.

    Raises
    ------
    SpecError
        For another game, and for numbers below one.

    Examples
    --------
    >>> from strategist.games.catalog import make_game
    >>> built = build_values(make_game("mastermind(3,4)"), positions=40)
    >>> len(built.entries), built.exact, built.openings
    (40, 40, 3)
    """
    for name, value in (("openings", openings), ("positions", positions)):
        if value < 1:
            raise SpecError(f"{name}: expected at least 1, got {value}")
    builder = _Builder(game, positions, tell)
    return builder.build(openings, whole)


class _Builder:
    def __init__(self, game: Game, most: int, tell: Tell | None) -> None:
        self.game = game
        self.values = Values(game)
        self.costs = SetCosts(game)
        self.most = most
        self.tell = tell
        self.entries: dict[Name, Entry] = {}
        self.found: list[tuple[Start, int]] = []
        """The positions kept, in the order in which they were found, each with its best guess, -1 for none."""

    def build(self, openings: int, whole: bool) -> Built:
        game = self.game
        first = start_of(game)
        tried, every = _openings(game, openings)
        built = Built(game, len(tried), self.entries)
        if known_cost(game, len(first.candidates), game.turns) is not None:
            return built
        solved = whole or self._is_solved(first)
        # Without an exact cost, its place is kept until the openings have told their costs.
        self._keep(self._name(first), first, self._cost(first, solved))
        for guess in tried:
            self._follow(first, guess)
        if not solved:
            self._improve(first, tried, every)
        self._follow_rounds()
        return built

    @property
    def _full(self) -> bool:
        """Whether there are as many positions as are wanted."""
        return len(self.entries) >= self.most

    def _follow_rounds(self) -> None:
        behind = [position for position, _ in self.found if len(position.history) == 1]
        self._follow_best()
        for position in behind:
            self._follow_all(position, self._candidates(position))
        if len(behind) * self.game.question_count <= _MOST_REPLIES and not self.game.restricts:
            for position in behind:
                self._follow_all(position, range(self.game.question_count))
        # More are found meanwhile, and followed, too.
        for position, _ in self.found:
            if self._full:
                return
            self._follow_all(position, self._candidates(position))

    def _follow_best(self) -> None:
        for position, guess in self.found:
            if guess >= 0 and not self._full:
                self._follow(position, guess)

    def _follow_all(self, position: Start, guesses: Iterable[int]) -> None:
        turns = self.game.turns
        if turns is not None and len(position.history) >= turns:
            return
        for guess in guesses:
            if self._full:
                return
            self._follow(position, guess)

    def _candidates(self, position: Start) -> Iterator[int]:
        """The candidates as guesses; none where secrets are announced, and are no questions."""
        game = self.game
        for secret in position.candidates.tolist() if game.secrets_are_questions else ():
            yield game.guesses.index(game.secrets[secret])

    def _follow(self, position: Start, guess: int) -> None:
        """Keep all positions behind a guess."""
        cells = self.values.cells(position, guess)
        if not len(cells.ends):
            return
        names = self.values.names(cells)
        for cell in np.flatnonzero(~self.values.counted(cells)[1]).tolist():
            name = names.at(cell)
            if name not in self.entries and not self._full:
                after = cells.behind(cell)
                self._keep(name, after, self._cost(after, self._is_solved(after)))

    def _keep(self, name: Name, position: Start, cost: Cost) -> None:
        if self._full:
            return
        image = None if cost.guess < 0 else self.values.namer.image_of(position.candidates, cost.guess)
        self.entries[name] = Entry(cost.lower, cost.upper, image, len(position.candidates))
        self.found.append((position, cost.guess))
        if self.tell is not None and len(self.entries) % _TOLD_EVERY == 0:
            self.tell(len(self.entries))

    def _name(self, position: Start) -> Name:
        return self.values.names(Cells.alone(position)).at(0)

    def _is_solved(self, position: Start) -> bool:
        most = _SOLVED_PAIRS_HARD if self.game.restricts else _SOLVED_PAIRS
        return len(position.candidates) * self.game.question_count <= most

    def _cost(self, position: Start, solved: bool) -> Cost:
        if solved:
            return self.costs.cost(position.history, position.candidates)
        return self.costs.bounds(position.history, position.candidates)

    def _improve(self, first: Start, tried: Iterable[int], every: bool) -> None:
        """Give the first position the bounds that follow from those of the openings; if ``every`` kind of opening was
        followed, they are also lower ones."""
        name = self._name(first)
        entry, guess = self.entries[name], self.found[0][1]
        least = None if every else entry.lower
        for opening in tried:
            found = self._behind(first, opening)
            if found is None:
                least = entry.lower
                continue
            lower, upper = found
            if every:
                least = lower if least is None else min(least, lower)
            if upper < entry.upper:
                image = self.values.namer.image_of(first.candidates, opening)
                entry, guess = replace(entry, upper=upper, guess=image), opening
        lower = entry.lower if least is None else max(entry.lower, least)
        self.entries[name] = replace(entry, lower=min(lower, entry.upper))
        self.found[0] = first, guess

    def _behind(self, position: Start, guess: int) -> tuple[int, int] | None:
        """Bounds of the cost if a guess is made, from the entries behind it; None where one is missing."""
        cells = self.values.cells(position, guess)
        total, counted = self.values.counted(cells)
        lower = upper = len(position.candidates) + total
        if counted.all():
            return lower, upper
        names = self.values.names(cells)
        for cell in np.flatnonzero(~counted).tolist():
            held = self.entries.get(names.at(cell))
            if held is None:
                return None
            lower, upper = lower + held.lower, upper + held.upper
        return lower, upper


def _openings(game: Game, most: int) -> tuple[list[int], bool]:
    """The first guesses to follow, one of each kind, or the best ones by entropy; and whether they are all kinds."""
    if game.symmetry is not None and not game.restricts:
        kinds = essentially_different(game, make_code_group)
        if len(kinds) <= most:
            return kinds, True
    return [game.guesses.index(row.code) for row in rank(game, (), top=most, seconds=0).best], False
