"""Hints for a person who guesses: the guess of a strategy, and how good the last guess was in comparison."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from strategist.choosing.classes import class_cells, told_by
from strategist.choosing.overlapping_masses import overlapping_cells, sizes_of
from strategist.common.errors import MissingLibraryError, TooLargeError
from strategist.common.wording import counted
from strategist.files.strategy import StrategyData
from strategist.model.bulk import sizes_of_cells
from strategist.model.game import Code, Game, History
from strategist.model.left import Left
from strategist.play.history import Record
from strategist.show.names import said

_NEAR, _FAR = 0.1, 0.5
"""The most bits that a nearly as good guess falls short by, and the least by which a guess is much weaker."""


class Split(NamedTuple):
    """How a guess partitions candidates: number of cells, the largest, the expected size, entropy in bits.

    In a game of classes, candidates in cells of a single class count as none, and the bits are about the class.
    """

    cells: int
    largest: int
    expected: float
    bits: float

    @classmethod
    def of(cls, game: Game, guess: Code, candidates: Sequence[Code], left: Left | None = None) -> Split:
        """The figures of one guess; ``left`` are the candidates with their masses, where answers may be one of several.

        >>> from strategist.games.catalog import make_game
        >>> game = make_game("mastermind(4,6)")
        >>> split = Split.of(game, game.parse_code("1122"), game.secrets)
        >>> split.cells, split.largest, round(split.expected, 1), round(split.bits, 2)
        (13, 256, 204.5, 2.89)
        """
        if game.is_announcement(guess):
            return cls(1, len(candidates), len(candidates), 0.0)
        if left is not None:
            found = overlapping_cells(game, left, game.guesses.index(guess))
            masses = sizes_of(game, found)
            expected_left = float(Fraction(sum(size * mass for size, mass in masses), found.whole))
            told = told_by(found.cells.values())
            return cls(len(masses), max(size for size, _ in masses), expected_left, told.bits)
        if game.classes is not None:
            cells = class_cells(game, game.guesses.index(guess), map(game.secrets.index, candidates))
            return cls(len(cells), *told_by(cells.values()))
        sizes = sizes_of_cells(game, guess, candidates).values()
        secrets = len(candidates)
        return cls(
            cells=len(sizes),
            largest=max(sizes),
            expected=sum(size * size for size in sizes) / secrets,
            bits=math.log2(secrets) - sum(size * math.log2(size) for size in sizes) / secrets,
        )

    def __str__(self) -> str:
        cells = "tells nothing new" if self.cells == 1 else f"tells {self.cells} cases apart"
        return f"{cells}, leaves {self.expected:.1f} on average and {self.largest} at worst ({self.bits:.2f} bits)"


class Adviser:
    """The guess of a strategy: from its file while the history follows the tree, else by a search.

    The search is imported on first use. It raises :class:`~strategist.common.errors.StrategistError` if it is
    impossible in this game.
    """

    def __init__(self, game: Game, strategy: str = "entropy", data: StrategyData | None = None) -> None:
        self._game = game
        self._strategy = strategy
        self._data = data
        self._known: dict[History, tuple[str, Code | None]] = {}

    def advise(self, record: Record, moves: int) -> tuple[str, Code | None]:
        """The name of the strategy that advises after the first ``moves`` moves, and its guess; None to give up.

        Raises :class:`~strategist.common.errors.TooLargeError` if the search would take minutes.
        """
        history = record.history[:moves]
        if history not in self._known:
            self._known[history] = self._find(history, record.candidates(moves))
        return self._known[history]

    def on_tree(self, history: History) -> tuple[str, Code | None] | None:
        """The name of the strategy of the file, and its guess; None if the history has left its tree."""
        slot = self._follow(history)
        if slot is None or self._data is None:
            return None
        index = self._data.tree.guesses[slot]
        return self._data.strategy, self._game.guesses[index] if index >= 0 else None

    def _find(self, history: History, candidates: Sequence[Code]) -> tuple[str, Code | None]:
        if (told := self.on_tree(history)) is not None:
            return told
        from strategist.choosing.registry import make_strategy
        from strategist.play.chosen import next_guess

        strategy = make_strategy(self._strategy, self._game)
        return strategy.spec, next_guess(self._game, strategy, history, candidates)

    def _follow(self, history: History) -> int | None:
        """The slot that a history leads to; None if it leaves the tree."""
        data = self._data
        if data is None or history[: len(data.start)] != data.start:
            return None
        slot: int | None = 0
        for guess, response in history[len(data.start) :]:
            if slot is None or data.tree.guesses[slot] != self._game.guesses.index(guess):
                return None
            slot = data.tree.child(slot, response)
        return slot


def hint_lines(record: Record, adviser: Adviser, first: int = 0) -> list[str]:
    """The lines of a hint; the last guess is judged unless it is one of the ``first``, which are not the person's.

    Raises :class:`~strategist.common.errors.StrategistError` for a game that is too large to enumerate.
    """
    left = record.candidates()
    lines = [f"{counted(len(left), 'candidate')} left"]
    if len(record) > first:
        lines += _judge(record, adviser)
    try:
        name, guess = adviser.advise(record, len(record))
    except (MissingLibraryError, TooLargeError) as error:
        return [*lines, f"no guess is proposed: {error}"]
    if guess is None:
        return [*lines, f"{name} gives up here"]
    return [*lines, _proposal(record, name, guess, "would now guess")]


def guess_lines(record: Record, name: str, guess: Code | None, first: int = 0) -> list[str]:
    """Lines on the quality of the next guess of a strategy, and on the luck of the last answer.

    The ``first`` answers are given by the position, and are not judged.
    """
    game, left = record.game, record.candidates()
    lines = [f"{counted(len(left), 'candidate')} left"]
    if len(record) > first:
        before = record.candidates(len(record) - 1)
        expected = Split.of(game, record.history[-1][0], before, record.left(len(record) - 1)).expected
        lines.append(
            f"your last answer left {len(left)} of {len(before)}; {expected:.1f} were to be expected: "
            f"{_fortune(len(left), expected)}"
        )
    if guess is None:
        return [*lines, f"{name} gives up here"]
    return [*lines, _proposal(record, name, guess, "guesses")]


def _proposal(record: Record, name: str, guess: Code, verb: str) -> str:
    """The next guess of a strategy, and how it partitions the candidates."""
    game, left = record.game, record.candidates()
    possible = " (it may be the secret)" if guess in left and len(left) > 1 and not game.announces else ""
    if len(left) == 1 or game.is_announcement(guess):
        return f"{name} {verb} {said(game).code(guess)}: it is certain"
    return f"{name} {verb} {said(game).code(guess)}{possible}: it {Split.of(game, guess, left, record.left())}"


def _judge(record: Record, adviser: Adviser) -> list[str]:
    """A verdict on the last guess, at the position where it was made."""
    game = record.game
    before, left = record.candidates(len(record) - 1), record.candidates()
    guess, _ = record.history[-1]
    masses = record.left(len(record) - 1)
    yours = Split.of(game, guess, before, masses)
    impossible = "" if guess in before or game.announces else "; it could not be the secret any more"
    lines = [f"your last {game.move_noun} {said(game).code(guess)} {yours}{impossible}"]
    try:
        name, better = adviser.advise(record, len(record) - 1)
    except (MissingLibraryError, TooLargeError):
        better = None
    if better == guess:
        lines.append(f"{name} would have guessed the same")
    elif better is not None and game.is_announcement(better):
        return [*lines, f"{name} would have guessed {said(game).code(better)}: it was certain"]
    elif better is not None:
        theirs = Split.of(game, better, before, masses)
        lines.append(f"{name} would have guessed {said(game).code(better)}: it {theirs}")
        lines.append(_verdict(yours, theirs))
    if game.classes is not None and record.announced() is not None:
        lines.append(f"the answer told the class: {_luck(0, yours.expected)}")
    elif yours.cells > 1:
        lines.append(f"the answer left {len(left)}: {_luck(len(left), yours.expected)}")
    return lines


def _luck(left: int, expected: float) -> str:
    """A verdict on an answer that left ``left`` candidates.

    >>> _luck(3, 10.5), _luck(9, 10.5), _luck(20, 10.5)
    ('you were lucky', 'about as expected', 'you were unlucky')
    """
    how = _fortune(left, expected)
    return how if how.startswith("about") else f"you were {how}"


def _fortune(left: int, expected: float) -> str:
    if left < expected / 2:
        return "lucky"
    return "unlucky" if left > expected * 1.25 else "about as expected"


def _verdict(yours: Split, theirs: Split) -> str:
    """A verdict on the first guess compared with the second, by their bits.

    >>> _verdict(Split(5, 9, 4.0, 2.0), Split(6, 8, 3.9, 2.05))
    'yours was nearly as good: 0.05 bits less'
    """
    less = theirs.bits - yours.bits
    if abs(less) < 0.005:
        return "yours told as much"
    if less < 0:
        return f"yours told even more: {-less:.2f} bits more"
    how = "nearly as good" if less < _NEAR else "good, but weaker" if less < _FAR else "much weaker"
    return f"yours was {how}: {less:.2f} bits less"
