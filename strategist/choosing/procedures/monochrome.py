"""One color a guess until the colors are known, then their orders: the way children begin, according to an article on a
Mastermind solver in a spreadsheet.

The article makes up to five guesses of one color each, in the order of the colors. The last color need not be tried,
because its number follows from the others. Often fewer guesses are enough, because the colors found fill all pegs. At
most 24 orders are then left. The article does not say how to continue, only that it takes luck.

Mastermind 4×6 takes 9932 guesses for the 1,296 codes: 7.66 on average and 11 at worst.

The choices that the article leaves open:

* The next order is the first in counting order that agrees with all answers.
* The colors are known when all possible codes are orders of the same colors. The next color to try is the first whose
  number is not known. From the beginning of a game, this is the same as counting blacks. After guesses of somebody
  else, it tries no color whose number they have already told.
* A guess of one color that is the code solves it, so the last color is guessed only if it is the code.
"""

from __future__ import annotations

from collections.abc import Sequence

from strategist.choosing.procedures.procedure import Procedure
from strategist.common.wording import counted
from strategist.games.pegs.codes import PegCode
from strategist.model.position import Moves, Position

_ONE_COLOR = "one color"


class Monochrome(Procedure):
    """One color a guess, then the orders of the colors that were found.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(4,6,alphabet=letters)")
    >>> history = game.parse_history("AAAA:1b0w BBBB:1b0w CCCC:1b0w DDDD:0b0w EEEE:0b0w ABCF:2b2w ABFC:1b3w")
    >>> moves = [(game.guesses.index(guess), response) for guess, response in history]
    >>> for line in Monochrome(game, {}).explain(moves):
    ...     print(line)
    one color: A stands once; 3 pegs open
    one color: B stands once; 2 pegs open
    one color: C stands once; 1 peg open
    one color: D is out; 1 peg open
    one color: E is out; the colors are A, B, C, F, 24 orders left
    an order of A, B, C, F: 6 orders left
    an order of A, B, C, F: 4 orders left
    """

    name = "monochrome"
    summary = "one color a guess until the colors are known, then the orders that are still possible"
    doubts = False
    parameters = ()
    needs_whites = False

    def choose(self, position: Position) -> int:
        """A guess of the first color whose number is not known; the first candidate once all are known."""
        secrets = self.game.secrets
        color = self._open_color([secrets[index] for index in position.candidates])
        return position.candidates[0] if color is None else self.game.guesses.index((color,) * self.game.pegs)

    def _open_color(self, codes: Sequence[PegCode]) -> int | None:
        """The first color that not all of the codes hold equally often; None if there is no such color."""
        for color in range(self.game.symbols):
            counts = (code.count(color) for code in codes)
            often = next(counts, 0)
            if any(count != often for count in counts):
                return color
        return None

    def explain(self, history: Moves) -> list[str]:
        """For each move which color it tries and what that tells, or how many orders are left."""
        game = self.game
        left: Sequence[PegCode] = game.secrets
        lines = []
        for guess, response in history:
            code, before = game.guesses[guess], left
            left = [secret for secret in before if game.respond(code, secret) == response]
            color = self._open_color(before)
            step = self._step(color, code, before)
            verdict = "solved" if game.solved(response) else self._verdict(color, step == _ONE_COLOR, left)
            lines.append(f"{step}: {verdict}")
        return lines

    def _step(self, color: int | None, code: PegCode, before: Sequence[PegCode]) -> str:
        """What kind of guess a code is; somebody else may have made another one."""
        if color is None and code in before:
            return f"an order of {self._names(code)}"
        return _ONE_COLOR if code == (color,) * self.game.pegs else "no step of this strategy"

    def _verdict(self, color: int | None, tried: bool, left: Sequence[PegCode]) -> str:
        """What is known after a guess, before which ``color`` was the first open one; whether it was ``tried``."""
        if not left:
            return "no code agrees with that"
        if color is None:
            return f"{counted(len(left), 'order')} left"
        often = [{code.count(each) for code in left} for each in range(self.game.symbols)]
        if all(len(counts) == 1 for counts in often):
            known = f"the colors are {self._names(left[0])}, {counted(len(left), 'order')} left"
        else:
            known = f"{counted(self.game.pegs - sum(map(min, often)), 'peg')} open"
        return f"{self._name(color)} {_times(min(often[color]))}; {known}" if tried else known

    def _names(self, code: PegCode) -> str:
        return ", ".join(map(self._name, sorted(code)))

    def _name(self, color: int) -> str:
        return self.game.alphabet.write((color,))


def _times(often: int) -> str:
    """How often a color stands in the code.

    >>> _times(0), _times(1), _times(3)
    ('is out', 'stands once', 'stands 3 times')
    """
    return ("is out", "stands once", "stands twice")[often] if often < 3 else f"stands {often} times"
