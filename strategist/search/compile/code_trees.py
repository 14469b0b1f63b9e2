"""Trees of ``subsets(n)`` whose questions are fixed in advance, where answers may be false: the words of a code.

No set is numbered to find them, so a million numbers are decided at once. A tree numbers its questions, and can be
written for some thirty numbers only.
"""

from __future__ import annotations

from collections.abc import Sequence

from strategist.choosing.heuristics import Strategy
from strategist.choosing.searched import SearchedStrategy
from strategist.common.errors import InfeasibleError, OutOfTimeError, TooLargeError
from strategist.common.wording import counted
from strategist.games.sets.asked_sets import Subset
from strategist.games.sets.hidden_numbers import AnySubset
from strategist.model.game import Game
from strategist.model.position import Position
from strategist.search.compile.grow_plainly import grow_plainly
from strategist.search.run.objectives import Outcome
from strategist.search.state.start import Start
from strategist.search.static.linear_codes import questions_at_once
from strategist.search.static.search_static import too_few, wanted_of

_MOST_QUESTIONS = 20
"""A tree with more levels has millions of leaves."""


def set_of(numbers: int, digits: int) -> Subset:
    """The numbers of which some binary digits, of the number less one, have an odd sum; or the others, if the last
    number is one of them.

    >>> [set_of(6, digits).numbers() for digits in (0b001, 0b011, 0b100)]
    [[1, 3, 5], [1, 4, 5], [1, 2, 3, 4]]
    """
    odd = [bool(((number - 1) & digits).bit_count() & 1) for number in range(1, numbers + 1)]
    return Subset(sum(1 << place for place, each in enumerate(odd) if each != odd[-1]))


class _Fixed(Strategy):
    """Asks for some sets, one after the other."""

    name = "fixed"
    summary = "questions that are fixed in advance"
    parameters = ()
    draws = True
    """Not by chance, but what it asks depends on how many questions were asked before."""

    def __init__(self, game: Game, questions: Sequence[int]) -> None:
        super().__init__(game, {})
        self.questions = questions

    def choose(self, position: Position) -> int:
        """The index of the next question."""
        return self.questions[len(position.history)]


def search_codes(game: Game, strategy: SearchedStrategy, start: Start) -> Outcome:
    """The tree with few questions that are asked all at once, and the fewest that are proven to be needed.

    Raises :class:`~strategist.common.errors.InfeasibleError` if ``count=`` is proven to be too few;
    :class:`~strategist.common.errors.OutOfTimeError` if neither is known; and
    :class:`~strategist.common.errors.TooLargeError`, which tells the questions, if the tree cannot be written.
    """
    assert isinstance(game, AnySubset)
    found, wanted = questions_at_once(game.numbers, game.lies), wanted_of(strategy)
    if found is None:
        raise TooLargeError(f"{game.spec}: the questions asked all at once would be too many to look for them")
    if wanted is not None and wanted < found.least:
        raise InfeasibleError(too_few(game, wanted))
    many = len(found.questions)
    if wanted is not None and wanted < many:
        raise OutOfTimeError(
            f"{game.spec}: {counted(many, 'question')} asked all at once were found, and {found.least} are needed at "
            f"least: of {wanted} it is not known"
        )
    told = f"{counted(many, 'question')} asked all at once are needed and enough (proven)"
    if many > found.least:
        told = f"{counted(many, 'question')} asked all at once are enough, at least {found.least} are needed (proven)"
    sums = ", ".join(_digits(each) for each in found.questions)
    told += f": whether the sum of these binary digits of the number less one is odd, from the last: {sums}"
    try:
        len(game.guesses)
    except TooLargeError as error:
        raise TooLargeError(f"{game.spec}: {told}; but a tree numbers its questions: {error}") from None
    if many > _MOST_QUESTIONS:
        raise TooLargeError(f"{game.spec}: {told}; but a tree has at most {_MOST_QUESTIONS} questions in a row")
    asked = [game.guesses.index(set_of(game.numbers, each)) for each in found.questions]
    tree = grow_plainly(game, _Fixed(game, asked), start)
    proven = found.least if wanted is None else None
    return Outcome(tree, strategy.objective(), proven, wanted is None and many == found.least, len(tree))


def _digits(bits: int) -> str:
    """The places of the ones, from 1.

    >>> _digits(0b1101)
    '1+3+4'
    """
    return "+".join(str(place + 1) for place in range(bits.bit_length()) if bits >> place & 1)
