"""Hints for a person who guesses: the guess of a strategy, and how good the last guess was in comparison."""

from __future__ import annotations

from collections.abc import Sequence

from strategist.common.errors import MissingLibraryError, TooLargeError
from strategist.common.wording import counted
from strategist.files.strategy import StrategyData
from strategist.model.game import Code, Game, History
from strategist.play.history import Record
from strategist.play.split_figures import Split
from strategist.show.moves.lines_of_lies import sure_lies_line
from strategist.show.texts.names import said

_NEAR, _FAR = 0.1, 0.5
"""The most bits that a nearly as good guess falls short by, and the least by which a guess is much weaker."""


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
    lines = [f"{counted(len(left), 'candidate')} left", *_certain_lies(record)]
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
    left = record.candidates()
    lines = [f"{counted(len(left), 'candidate')} left", *_certain_lies(record)]
    if len(record) > first:
        before = record.standing(len(record) - 1)
        expected = before.split(record.history[-1][0]).expected
        told = f"your last answer left {len(left)} of {len(before.codes)}"
        if expected is not None:
            told += f"; {expected:.1f} were to be expected: {_fortune(len(left), expected)}"
        lines.append(told)
    if guess is None:
        return [*lines, f"{name} gives up here"]
    return [*lines, _proposal(record, name, guess, "guesses")]


def _certain_lies(record: Record) -> list[str]:
    """A line on the answers of which some were lies for sure."""
    line = sure_lies_line(record.game, record.history, record.candidates())
    return [] if line is None else [line]


def _proposal(record: Record, name: str, guess: Code, verb: str) -> str:
    """The next guess of a strategy, and how it partitions the candidates."""
    game, left = record.game, record.candidates()
    possible = " (it may be the secret)" if guess in left and len(left) > 1 and not game.announces else ""
    if len(left) == 1 or game.is_announcement(guess):
        return f"{name} {verb} {said(game).code(guess)}: it is certain"
    return f"{name} {verb} {said(game).code(guess)}{possible}: it {record.standing().split(guess)}"


def _judge(record: Record, adviser: Adviser) -> list[str]:
    """A verdict on the last guess, at the position where it was made."""
    game = record.game
    before, left = record.standing(len(record) - 1), record.candidates()
    guess, _ = record.history[-1]
    yours = before.split(guess)
    impossible = (
        ""
        if guess in before.codes or game.announces or not game.names_secrets
        else "; it could not be the secret any more"
    )
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
        theirs = before.split(better)
        lines.append(f"{name} would have guessed {said(game).code(better)}: it {theirs}")
        lines.append(_verdict(yours, theirs))
    if game.classes is not None and record.announced() is not None:
        lines.append(f"the answer told the class{_luck(0, yours.expected)}")
    elif yours.cells > 1:
        lines.append(f"the answer left {len(left)}{_luck(len(left), yours.expected)}")
    return lines


def _luck(left: int, expected: float | None) -> str:
    """A verdict on an answer that left ``left`` candidates; none where nothing was to be expected by chance.

    >>> _luck(3, 10.5), _luck(9, 10.5), _luck(20, 10.5), _luck(20, None)
    (': you were lucky', ': about as expected', ': you were unlucky', '')
    """
    if expected is None:
        return ""
    how = _fortune(left, expected)
    return f": {how}" if how.startswith("about") else f": you were {how}"


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
