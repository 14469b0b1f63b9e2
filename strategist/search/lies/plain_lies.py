"""The least depth where answers may be false, by the rules alone: the specification of the search.

:class:`PlainLies` tries every question at every position. It asks the game for each answer, so it is for small games.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from strategist.common.errors import TooLargeError
from strategist.model.game import Game, Response
from strategist.model.position import Position, kind_of
from strategist.model.tree import DecisionTree

Late = frozenset[int]
"""Secrets that need the last of the questions that are left."""
_MOST_LATE = 1 << 14
"""The most sets of late secrets that are kept of one position."""


class PlainLies:
    """The positions of one game, and what is known of them.

    Examples
    --------
    >>> from strategist.games.catalog import make_game
    >>> from strategist.model.position import kind_of
    >>> for honest in ("solved", "yes", "none"):
    ...     game = make_game(f"mastermind(2,2,lies=1,honest={honest})")
    ...     PlainLies(game).depth(kind_of(game).begin())
    4
    5
    4
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._cells: dict[tuple[Position, int], dict[Response, Position]] = {}
        self._within: dict[tuple[Position, int], bool] = {}
        self._late: dict[tuple[Position, int], dict[Late, int]] = {}
        self.bound = 0
        """The questions that are proven to be needed, for those who watch."""

    def depth(self, left: Position) -> int:
        """The least number of questions within which a position is resolved, whatever is answered."""
        return next(questions for questions in count() if self.within(left, questions))

    def cells(self, left: Position, question: int) -> dict[Response, Position]:
        """What each answer to a question leaves, without the one that ends play."""
        key = left, question
        if key not in self._cells:
            cells = kind_of(self.game).cells(left, question)
            self._cells[key] = {
                response: cell.position for response, cell in cells.items() if not self.game.solved(response)
            }
        return self._cells[key]

    def within(self, left: Position, questions: int) -> bool:
        """Whether a position is resolved within so many questions."""
        if kind_of(self.game).ending(left) is not None:
            return True
        if questions == 0:
            return False
        key = left, questions
        if key not in self._within:
            self._within[key] = any(
                self.resolves(left, questions, question) for question in range(self.game.question_count)
            )
        return self._within[key]

    def resolves(self, left: Position, questions: int, question: int) -> bool:
        """Whether a question resolves a position within so many questions, itself included."""
        cells = sorted(self.cells(left, question).values(), key=lambda cell: -len(cell))
        # Where it is fixed how many answers are false, the codemaker may have none to give: that ends nothing.
        return (bool(cells) or self.game.of is None) and all(self.within(cell, questions - 1) for cell in cells)

    def late(self, left: Position, questions: int) -> dict[Late, int]:
        """The sets of secrets that may need all of so many questions, in trees of no more, each with a first question;
        of two sets, one of which holds the other, the larger is left out. None where there is no such tree.

        A secret is late if some way of lying makes it so. So the late secrets of a tree are those of any of its cells.
        Raises :class:`~strategist.common.errors.TooLargeError` for a position with too many of them.
        """
        key = left, questions
        if key not in self._late:
            self._late[key] = self._least_sets(dict(self._late_sets(left, questions)))
        return self._late[key]

    def _late_sets(self, left: Position, questions: int) -> Iterator[tuple[Late, int]]:
        game = self.game
        if kind_of(game).ending(left) is not None:
            yield frozenset(left.candidates) if questions == 0 else frozenset(), -1
            return
        if questions == 0:
            return
        for question in range(game.question_count):
            yield from self.late_behind(left, questions, question).items()

    def late_behind(self, left: Position, questions: int, question: int) -> dict[Late, int]:
        """The sets of :meth:`late` of trees that begin with a question."""
        if not self.resolves(left, questions, question):
            return {}
        sets = {self._right_now(left, questions, question): question}
        for cell in self.cells(left, question).values():
            joined = {one | other for one in sets for other in self.late(cell, questions - 1)}
            sets = self._least_sets(dict.fromkeys(joined, question))
        return sets

    def _right_now(self, left: Position, questions: int, question: int) -> Late:
        """The secret that the question may name, where it is the last one."""
        game, guess = self.game, self.game.guesses[question]
        if questions > 1:
            return frozenset()
        return frozenset(
            each for each in left.candidates if any(map(game.solved, game.admitted(guess, game.secrets[each])))
        )

    def _least_sets(self, sets: dict[Late, int]) -> dict[Late, int]:
        least: dict[Late, int] = {}
        for one in sorted(sets, key=len):
            if not any(other <= one for other in least):
                least[one] = sets[one]
            if len(least) > _MOST_LATE:
                raise TooLargeError(f"{self.game.spec}: expected a smaller game for the objective worst")
        return least

    def tree(
        self, left: Position, questions: int, late: Late | None = None, opening: int | None = None
    ) -> DecisionTree:
        """The tree of the lowest first questions that resolve a position within so many questions; or one in which no
        secrets but those of ``late`` need all of them, which is one of :meth:`late`."""
        guesses: list[int] = []
        masks: list[int] = []
        level: list[tuple[Position, int, Late | None, int | None]] = [(left, questions, late, opening)]
        while level:
            below: list[tuple[Position, int, Late | None, int | None]] = []
            for candidates, remaining, needed, first in level:
                guess, mask, cells = self._slot(candidates, remaining, needed, first)
                guesses.append(guess)
                masks.append(mask)
                below += [(cell, remaining - 1, needed, None) for cell in cells]
            level = below
        return DecisionTree(guesses, masks, self.game.response_count)

    def _slot(
        self, left: Position, questions: int, late: Late | None, first: int | None
    ) -> tuple[int, int, list[Position]]:
        game = self.game
        end = kind_of(game).ending(left)
        if end is not None:
            return end, 1 << game.response_count - 1, []
        question = self._choice(left, questions, late) if first is None else first
        mask = sum(1 << response for response in kind_of(game).cells(left, question))
        return question, mask, list(self.cells(left, question).values())

    def _choice(self, left: Position, questions: int, late: Late | None) -> int:
        if late is not None:
            return next(question for sets, question in self.late(left, questions).items() if sets <= late)
        return next(each for each in range(self.game.question_count) if self.resolves(left, questions, each))
