"""The words, digits and headings in which reports on games of different kinds of answers differ.

Where answers may be false, no chance of a lie is known: so nothing is expected, figures are what play takes at worst,
whole numbers, and what an answer spared is no luck. Where answers may be one of several, they change how likely the
secrets are.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from strategist.common.wording import counted, is_or_are
from strategist.model.game import Game, Rules
from strategist.model.lies.honest import Honest
from strategist.model.position import by_kind

if TYPE_CHECKING:
    from strategist.choosing.luck_and_skill import Review, ReviewedGuess


class Wording:
    """The words for a game in which all answers are true, and each secret has one to each question."""

    expects: ClassVar[bool] = True
    """Whether averages and luck mean anything, so that figures are expected ones."""
    shifts: ClassVar[bool] = False
    """Whether answers change how likely the secrets are that are left, beside excluding others."""
    scatters: ClassVar[bool] = False
    """Whether a secret may be named in several places of a tree by chance: then no place has the chance of its secret,
    a printed key has an index, and the bars of a histogram are expected numbers."""
    counts: ClassVar[bool] = True
    """Whether the number of the secrets that are left, alone, bounds what they take."""
    rule: str = ""
    """A sentence that says which answers may be false; empty if none may."""
    legend: str = ""
    """A sentence that says how the numbers of secrets are read; empty if that needs no words."""
    of_each: ClassVar[str] = ""
    """At what each secret counts in the figures; empty if it always takes as much."""
    solved_at: ClassVar[str] = "on average"
    """At which of its moves a secret is solved."""
    estimated: ClassVar[str] = "values are estimated by the candidates left"
    """From where the values of a review are, if they are estimated."""
    review_heads: ClassVar[tuple[str, ...]] = (
        *("", "guess", "answer", "left", "expected", "worth", "better guess"),
        *("regret", "/99", "luck", "/99"),
    )
    """The heads of the columns of a review; skill and luck on the scale from 0 to 99 stand beside regret and luck."""
    value, value_at_first, value_lost = "expected", "at first", " (lost: one more)"
    """What a value is, in the last line of a review: in general, at first in a game that goes on, and behind a loss."""

    def takes(self, expected: str) -> str:
        """The heading of what guesses will take, which is the given one where that is expected.

        >>> from strategist.games.catalog import make_game
        >>> [wording_of(make_game(text)).takes("guesses") for text in ("mastermind(2,3)", "mastermind(2,3,lies=1)")]
        ['guesses', 'at worst']
        """
        return expected

    def figure(self, value: Fraction | float, digits: int = 3) -> str:
        """A figure with so many digits, or as many as it has if it is one at worst.

        >>> from strategist.games.catalog import make_game
        >>> [wording_of(make_game(text)).figure(3.0, 1) for text in ("mastermind(2,3)", "mastermind(2,3,lies=1)")]
        ['3.0', '3']
        """
        return f"{float(value):.{digits}f}"

    def luck(self, of: Review | ReviewedGuess) -> list[str]:
        """The cells of a review on luck."""
        return [f"{float(of.luck):+.3f}", str(of.luck_score)]

    def luck_term(self, luck: Fraction) -> str:
        """Luck as the last term of a sum."""
        return f"- {self.figure(luck)} luck" if luck > 0 else f"+ {self.figure(-luck)} bad luck"

    def luck_record(self, of: Review | ReviewedGuess) -> dict[str, Any]:
        """The entries of a JSON object for luck and skill."""
        return {"luck": float(of.luck), "skill": of.skill, "luck_score": of.luck_score}

    def can_win(self, can_win: bool) -> dict[str, bool]:
        """The entry of a JSON object that says whether a guess could be right after those before it; none where what is
        left says that, too."""
        return {}

    def win_cells(self, can_win: bool) -> list[str]:
        """The same as cells of a review."""
        return []

    def record(self) -> dict[str, Any]:
        """What a JSON object tells of answers that may be false; empty where none may.

        >>> from strategist.games.catalog import make_game
        >>> wording_of(make_game("mastermind(2,3,lies=1)")).record(), wording_of(make_game("mastermind(2,3)")).record()
        ({'lies': 1, 'honest': 'solved', 'fibble': False}, {})
        """
        return {}


class WordingOfSeveral(Wording):
    """The words where a secret may give one of several answers."""

    shifts = True
    scatters = True
    counts = False


class WordingOfLies(Wording):
    """The words where answers may be false."""

    expects = False
    counts = False
    of_each = "at the most that it can need over all lies"
    solved_at = "at the latest"
    estimated = "values are the least that counting allows"
    review_heads = (
        *("", "guess", "answer", "left", "at most", "at worst", "better guess"),
        *("regret", "/99", "spared", ""),
    )
    value, value_at_first, value_lost = "at worst", "at worst at first", ""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.rule, self.legend = _rule_of(game), _legend_of(game)

    def takes(self, expected: str) -> str:
        """See :class:`Wording`."""
        return self.value

    def figure(self, value: Fraction | float, digits: int = 3) -> str:
        """See :class:`Wording`."""
        return super().figure(value, 0)

    def luck(self, of: Review | ReviewedGuess) -> list[str]:
        """See :class:`Wording`."""
        return [self.figure(of.luck)]

    def luck_term(self, luck: Fraction) -> str:
        """See :class:`Wording`."""
        return f"- {self.figure(luck)} spared"

    def luck_record(self, of: Review | ReviewedGuess) -> dict[str, Any]:
        """See :class:`Wording`."""
        return {"skill": of.skill, "spared": float(of.luck)}

    def can_win(self, can_win: bool) -> dict[str, bool]:
        """See :class:`Wording`."""
        return {"can_win": can_win}

    def win_cells(self, can_win: bool) -> list[str]:
        """See :class:`Wording`."""
        return ["could be it" if can_win else ""]

    def record(self) -> dict[str, Any]:
        """See :class:`Wording`."""
        game = self._game
        honest = None if game.honest is None else game.honest.value
        of = {} if game.of is None else {"of": game.of}
        return {"lies": game.lies, **of, "honest": honest, "fibble": game.fibs}


def wording_of(game: Rules) -> Wording:
    """The words for a game; for a solitaire, in which nobody answers, those for one without lies.

    >>> from strategist.games.catalog import make_game
    >>> wording_of(make_game("mastermind(2,3,lies=1)")).rule
    'one answer may be false, but a right guess is always admitted'
    """
    if not isinstance(game, Game):
        return Wording()
    words: Callable[[], Wording] = by_kind(
        game, one=Wording, several=WordingOfSeveral, lies=lambda: WordingOfLies(game)
    )
    return words()


def _rule_of(game: Game) -> str:
    """The sentence that says which answers may be false.

    >>> from strategist.games.catalog import make_game
    >>> print(_rule_of(make_game("mastermind(2,3,lies=1)")))
    one answer may be false, but a right guess is always admitted
    >>> print(_rule_of(make_game("mastermind(2,3,lies=2,honest=yes)")))
    up to 2 answers may be false, also by denying a right guess
    >>> print(_rule_of(make_game("mastermind(2,3,goal=identify,lies=1)")))
    one answer may be false
    >>> print(_rule_of(make_game("subsets(100,lies=1,of=10)")))
    exactly 1 of 10 answers is false
    """
    if game.fibs:
        return "one mark of every row but the winning one is false"
    who = "one answer may be false" if game.lies == 1 else f"up to {game.lies} answers may be false"
    if game.of is not None:
        who = f"exactly {game.lies} of {counted(game.of, 'answer')} {is_or_are(game.lies)} false"
    also = {Honest.SOLVED: ", but a right guess is always admitted", Honest.YES: ", also by denying a right guess"}
    return who + ("" if game.honest is None else also.get(game.honest, ""))


def _legend_of(game: Game) -> str:
    """The sentence that says how sizes by lies are read.

    >>> from strategist.games.catalog import make_game
    >>> print(_legend_of(make_game("mastermind(2,3,lies=1)")))
    1+8: one secret is left if all answers were true, 8 if one was false
    """
    if game.fibs:
        return "a number counts the secrets that are left"
    many = "" if game.lies == 1 else ", and so on"
    return f"1+8: one secret is left if all answers were true, 8 if one was false{many}"
