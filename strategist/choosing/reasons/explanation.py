"""Why a guess is made: its figures beside those of others, and what they mean in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from strategist.choosing.heuristics import Entropy, ExpectedSize, Heuristic, Minimax, MostParts, Strategy
from strategist.choosing.reasons.guess_figures import AtPosition, RankedGuess
from strategist.choosing.searched import SearchedStrategy
from strategist.model.game import Game, History
from strategist.model.position import Position

HEURISTICS: tuple[type[Heuristic], ...] = (Minimax, ExpectedSize, Entropy, MostParts)
"""The heuristics whose guesses stand beside each other."""

_MEASURES: dict[str, tuple[str, Callable[[RankedGuess], str], str]] = {
    Minimax.name: ("leaves at most", lambda row: str(row.worst), ""),
    ExpectedSize.name: ("leaves", lambda row: f"{row.expected_left:.2f}", " on average"),
    Entropy.name: ("tells", lambda row: f"{row.bits:.2f}", " bits"),
    MostParts.name: ("tells", lambda row: str(len(row.left)), " cases apart"),
}
"""What a heuristic compares: the words before a figure, the figure, and the words behind it. The guesses of a heuristic
of another package are described in bits."""
_LIES_MEASURES: dict[str, tuple[str, Callable[[RankedGuess], str], str]] = {
    Minimax.name: ("leaves at most", lambda row: f"{row.heaviest or 0:.2f}", " bits"),
    Entropy.name: _MEASURES[Entropy.name],
}
"""The same where answers may be false."""


@dataclass(frozen=True)
class Explanation(AtPosition):
    """Why a guess is made at a position.

    ``strategy`` is the strategy that makes it, and ``by`` the heuristic by which it is compared: the strategy itself,
    else entropy. ``guess`` is the guess, ``runners`` are the best of the others, and ``others`` what each of the four
    heuristics would guess. ``ties`` is how many other guesses are as good by ``by``, and ``rival`` the guess that the
    sentence compares with: the next best if ``best`` says that none is better, else the best. ``candidates`` is the
    number of candidates, and ``known`` says that they are of one class, where that is enough to know. ``reason`` is
    what the strategy looks for, in words.

    Examples
    --------
    >>> from strategist.choosing.reasons.plainly import explain_plainly
    >>> explain_plainly("mastermind(3,4)", "112:1b1w", strategy="minimax").guess.text
    '123'
    """

    game: Game
    history: History
    strategy: str
    by: str
    guess: RankedGuess
    runners: Sequence[RankedGuess]
    others: Mapping[str, RankedGuess]
    best: bool
    ties: int
    rival: RankedGuess | None
    candidates: int
    known: bool = False
    reason: str = ""

    @property
    def sentence(self) -> str:
        """The explanation in one sentence.

        >>> from strategist.choosing.reasons.plainly import explain_plainly
        >>> explain_plainly("mastermind(3,4)", "112:1b1w", strategy="minimax").sentence
        '123 leaves at most 2, as 10 others do; it may be the secret; the next best, 134, 3'
        """
        measures = _MEASURES if self.guess.heaviest is None else _LIES_MEASURES
        row, (before, figure, behind) = self.guess, measures.get(self.by, measures[Entropy.name])
        if self.known:
            return f"{row.text} tells nothing: the class is known"
        if self.candidates == 1:
            return f"{row.text} {'is certain' if row.candidate else 'tells nothing: one secret is left'}"
        told = f"{row.text} {before} {figure(row)}{behind}"
        if self.best and self.ties:
            told += ", as 1 other does" if self.ties == 1 else f", as {self.ties} others do"
            told += "; it may be the secret" if row.candidate else ""
        if self.rival is None:
            return told
        # Costs decide, too, where they differ; then the rival may have the same figure.
        which = "the next best" if self.best else f"the best by {self.by}"
        return f"{told}; {which}, {self.rival.text}, {figure(self.rival)}"


def can_be_asked(strategy: Strategy) -> bool:
    """Whether a strategy says what it guesses at a position alone: a search makes whole trees.

    >>> from strategist.choosing.registry import make_strategy
    >>> [can_be_asked(make_strategy(text, "mastermind")) for text in ("minimax", "random", "optimal")]
    [True, True, False]
    """
    return not isinstance(strategy, SearchedStrategy)


def reason_of(strategy: Strategy, position: Position, row: RankedGuess, candidates: int) -> str:
    """What a strategy looks for in the guess of ``row``, in words, at a position of so many candidates.

    >>> from strategist.choosing.reasons.guess_figures import true_row
    >>> from strategist.games.catalog import make_game
    >>> game, left = make_game("mastermind(2,3)"), Position((), range(9))
    >>> row = true_row(game, left, 1)
    >>> for kind in HEURISTICS:
    ...     print(reason_of(kind(game, {}), left, row, 9))
    minimax looks at the worst answer: 4 of 9 secrets are left then
    expected-size looks at the average answer: 2.44 of 9 secrets are left then
    entropy counts what the answer tells: 2.06 bits, as much as 4.2 equal answers
    most-parts counts answers: 5 different ones can come
    """
    game = strategy.game
    if strategy.opening == game.guesses.index(row.code) and not position.history:
        return f"{strategy.name} is told to begin with {row.text}"
    # One of another package may be made of one of ours, and says what it looks for itself.
    if type(strategy) not in HEURISTICS:
        return f"{strategy.name}: {strategy.reason(position, game.guesses.index(row.code))}"
    left = f"of {candidates} secrets are left then"
    if game.classes is not None:
        left += ", of several classes"
    match strategy.name:
        case Minimax.name if row.heaviest is not None:
            words = f"looks at the worst answer: {row.heaviest:.2f} bits, of secrets and of lies to come, are open then"
        case Minimax.name:
            words = f"looks at the worst answer: {row.worst} {left}"
        case ExpectedSize.name:
            words = f"looks at the average answer: {row.expected_left:.2f} {left}"
        case Entropy.name:
            about = "" if game.classes is None else " about the class"
            words = f"counts what the answer tells{about}: {row.bits:.2f} bits, "
            words += f"as much as {2**row.bits:.1f} equal answers"
        case _:
            words = f"counts answers: {len(row.left)} different ones can come"
    per_cost = "; what it gains is divided by its cost" if strategy.values["per"] == "cost" else ""
    return f"{strategy.name} {words}{per_cost}"
