"""Why a guess: what it leaves, beside the runners-up and beside what other heuristics would guess."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from strategist.choosing.heuristics import Entropy, ExpectedSize, Heuristic, Minimax, MostParts, Strategy
from strategist.choosing.registry import make_strategy
from strategist.common.notebook_hooks import Told
from strategist.games.catalog import make_game
from strategist.model.game import Code, Game, History
from strategist.search.advice.comparing import Compared, Comparison, RankedGuess
from strategist.search.advice.comparing_by_kind import comparison_at
from strategist.search.advice.drawing import Seen
from strategist.search.advice.ranking import own_guess
from strategist.search.advice.shortlist import union
from strategist.search.state.start import Start

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
class Explanation(Told):
    """Why a guess is made at a position.

    ``strategy`` is the strategy that makes it, and ``by`` the heuristic by which it is compared: the strategy itself,
    else entropy. ``guess`` is the guess, ``runners`` are the best of the others, and ``others`` what each of the four
    heuristics would guess. ``ties`` is how many other guesses are as good by ``by``, and ``rival`` the guess that the
    sentence compares with: the next best if ``best`` says that none is better, else the best. ``candidates`` is the
    number of candidates, and ``known`` says that they are of one class, where that is enough to know.

    Examples
    --------
    >>> explain("mastermind(4,6)", "1122:1b1w", strategy="minimax").guess.text
    '1134'
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

    @property
    def given(self) -> str:
        """The history as text, as JSON objects name it."""
        return self.game.format_history(self.history)

    @property
    def secrets(self) -> int:
        """The number of candidates, as JSON objects name it."""
        return self.candidates

    @property
    def sentence(self) -> str:
        """The explanation in one sentence.

        >>> explain("mastermind(4,6)", "1122:1b1w", strategy="minimax").sentence
        '1134 leaves at most 38; the next best, 1314, 39'
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


def explain(
    game: Game | str,
    history: History | str = (),
    guess: Code | str | None = None,
    *,
    strategy: Strategy | str = "entropy",
    start: Start | Seen | None = None,
    runners: int = 2,
) -> Explanation:
    """Why a strategy makes a guess after a history.

    Parameters
    ----------
    game : Game or str
        The game, or the string that names it.
    history : History or str, default ()
        The moves so far, as codes or as text: ``"1122:1b1w"``.
    guess : code or str, optional
        The guess to be explained; by default the best one by ``strategy``.
    strategy : Strategy or str, default "entropy"
        The strategy that makes the guess. One that compares no cells, like ``optimal`` or ``random``, has its guess
        compared by entropy.
    start : Start, optional
        The position of the history, if only some of its candidates are wanted.
    runners : int, default 2
        How many of the other guesses stand beside it.

    Returns
    -------
    Explanation
        The guess, its figures, the runners-up, what other heuristics would guess, and all of that in one sentence.

    Raises
    ------
    NoCandidateError
        For a history that no secret agrees with.
    CodeError
        For a guess that is not allowed.
    SpecError
        For a string that cannot be read.

    References
    ----------
    E. Neuwirth, "Some strategies for Mastermind", Zeitschrift für Operations Research 26 (1982), compares guesses by
    entropy.

    Examples
    --------
    >>> found = explain("mastermind(4,6)", "1122:1b1w", "1314")
    >>> found.sentence
    '1314 tells 3.36 bits; the next best, 2234, 3.24'
    >>> {name: row.text for name, row in found.others.items()}
    {'minimax': '1134', 'expected-size': '1314', 'entropy': '1314', 'most-parts': '1314'}
    """
    game = make_game(game) if isinstance(game, str) else game
    made = game.parse_history(history) if isinstance(history, str) else history
    named = make_strategy(strategy, game) if isinstance(strategy, str) else strategy
    by = named if isinstance(named, Heuristic) else Entropy(game, {})
    comparison = comparison_at(game, made, start)
    compared = _compared(comparison, by)
    order = comparison.in_order(compared)
    asked = int(compared.guesses[order[0]]) if guess is None else own_guess(game, made, guess)
    mine = int(comparison.scores(by, np.array([asked], dtype=np.int32))[0])
    best = mine <= int(compared.scores[order[0]])
    worse = order[compared.scores[order] > mine] if best else order
    rival = int(compared.guesses[worse[0]]) if len(worse) else None
    near = [each for each in compared.guesses[order[: runners + 1]].tolist() if each != asked][:runners]
    if rival is not None and runners and rival not in near:
        near = [*near[: runners - 1], rival]
    choices = {kind.name: _choice(comparison, kind(game, {})) for kind in comparison.heuristics}
    beside = [*near, *([] if rival is None else [rival])]
    rows = comparison.rows(union(game, np.array([asked, *beside, *choices.values()], dtype=np.int64)))
    return Explanation(
        game=game,
        history=made,
        strategy=named.spec,
        by=by.name,
        guess=rows[asked],
        runners=[rows[each] for each in near],
        others={name: rows[each] for name, each in choices.items()},
        best=best,
        # The guess, or a symmetric image of it, is among the guesses compared.
        ties=max(0, int((compared.scores == mine).sum()) - 1) if best else 0,
        rival=None if rival is None else rows[rival],
        candidates=comparison.seen.left,
        known=comparison.seen.tells_class(game),
    )


def _compared(comparison: Comparison, heuristic: Heuristic) -> Compared:
    """The guesses that a heuristic may make, with their scores; all questions where none is left to ask."""
    compared = comparison.compare(heuristic)
    if len(compared.guesses):
        return compared
    every = np.arange(comparison.game.question_count, dtype=np.int32)
    return Compared(every, comparison.scores(heuristic, every), False)


def _choice(comparison: Comparison, heuristic: Heuristic) -> int:
    """What a heuristic guesses, of the guesses that are compared."""
    compared = _compared(comparison, heuristic)
    return int(compared.guesses[comparison.in_order(compared)[0]])
