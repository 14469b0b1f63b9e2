"""The next guess for several boards, by heuristics.

A guess that is a secret is never lost: it has to be made at some time, and tells sooner what it tells. So a secret
that is known is guessed at once, the one that tells most of the other boards. Where few combinations of secrets are
left, the guess is the best one that there is (:mod:`~strategist.search.compile.boards.least_for_boards`). Else it is
the guess with the most bits over all boards, where each chance to solve a board counts :data:`HIT` bits: so boards that
are nearly solved come first. The twin of all this in a page is ``strategist/page/js/boards/choosing.js``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.common.errors import SpecError
from strategist.model.spec import Parameter, bind, parse
from strategist.search.compile.boards.board_desk import BoardDesk, Candidates
from strategist.search.compile.boards.least_for_boards import Least

HIT = 3.0
"""The bits that a sure hit is worth."""
_FEW = 12
"""The most combinations of secrets for which the best guess is looked for."""
_FIRST = Parameter("first", str, None, "the first guesses, between blanks")


class Ranked(NamedTuple):
    """A guess, as an index; the bits of its answers over all boards, and the boards on which it may be right."""

    guess: int
    bits: float
    hits: int


class Choice:
    """Guesses for several boards. ``how`` is the string of the strategy: ``bits``, or ``bits(first=crane moist)``.

    >>> from strategist.games.boards import Boards
    >>> from strategist.games.catalog import make_game
    >>> choice = Choice(BoardDesk(Boards(make_game("mastermind(2,3)"), 2)))
    >>> choice.rank(choice.desk.left(()), 1)[0].hits
    2
    """

    def __init__(self, desk: BoardDesk, how: str = "bits") -> None:
        self.desk = desk
        arguments = parse(how)
        if arguments.name != "bits":
            raise SpecError(f"{desk.boards.spec}: expected the strategy bits or bits(first=WORD WORD), got {how}")
        first = str(bind(arguments, (_FIRST,))["first"] or "")
        self.first = [desk.boards.game.parse_question(text) for text in first.split()]
        self._least = Least(desk)

    def next_guess(self, left: Sequence[Candidates], made: int) -> int:
        """The index of the next guess after ``made`` guesses."""
        if made < len(self.first):
            return self.first[made]
        open_boards = [each for each in left if len(each)]
        combinations = float(np.prod([float(len(each)) for each in open_boards]))
        if 1 < combinations <= _FEW and all(len(each) > 1 for each in open_boards):
            return self._least.best(open_boards)
        return int(np.argmax(self.scores(left)[0]))

    def scores(self, left: Sequence[Candidates]) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int32]]:
        """The score of each guess, its bits, and the number of boards on which it may be right."""
        bits = self.desk.bits(left)
        score, hits = bits.copy(), np.zeros(len(bits), dtype=np.int32)
        for candidates in left:
            if not len(candidates):
                continue
            questions = self.desk.guess_of_secret[candidates]
            hits[questions] += 1
            # A secret that is known comes before all others.
            score[questions] += HIT / len(candidates) if len(candidates) > 1 else 1000.0
        return score, bits, hits

    def rank(self, left: Sequence[Candidates], top: int) -> list[Ranked]:
        """The best guesses, the best first; among equals the lowest index."""
        score, bits, hits = self.scores(left)
        order = np.argsort(-score, kind="stable")[:top]
        return [Ranked(int(at), float(bits[at]), int(hits[at])) for at in order]
