"""The best guesses at any position, side by side, and any guess of one's own beside them.

A first ranking takes less than a second in every game: by the score of a heuristic, over all guesses and candidates, or
over a sample of either where they are too many. Better figures replace it while there is time: what each of the best
guesses will take in all, by the heuristic's own tree or, where the cells are small enough to be solved, exactly.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from strategist.choosing.heuristics import Heuristic, Strategy
from strategist.choosing.reasons.guess_figures import AtPosition
from strategist.choosing.registry import make_strategy
from strategist.common.errors import CodeError, SpecError
from strategist.games.catalog import make_game
from strategist.model.game import Code, Game, History
from strategist.search.advice.comparing import EXACT
from strategist.search.advice.comparing import RankedGuess as RankedGuess
from strategist.search.advice.comparing_by_kind import comparison_at
from strategist.search.advice.drawing import Seen
from strategist.search.advice.shipped.shipped_openings import shipped_openings
from strategist.search.advice.shortlist import union
from strategist.search.state.start import Start

_BESIDE = 2
"""The number of guesses that are looked at closely, for each guess that is wanted."""


@dataclass(frozen=True)
class Ranking(AtPosition):
    """The best guesses at a position, the best first, and beside them the guesses that were asked for.

    ``candidates`` is the number of candidates, ``drawn`` of how many of them the figures are estimated, if not of all,
    ``considered`` the number of guesses that were compared, and ``sampled`` says whether they are a sample. Of guesses
    that a symmetry maps to each other, only the lowest is compared. ``by`` is the heuristic that compares.

    Examples
    --------
    >>> ranking = rank("mastermind(2,3)", "12:0b1w", seconds=0)
    >>> ranking.candidates, ranking.best[0].guess
    (2, '23')
    """

    game: Game
    history: History
    candidates: int
    considered: int
    sampled: bool
    best: Sequence[RankedGuess]
    own: Sequence[RankedGuess] = ()
    drawn: int | None = None
    by: str = "entropy"


def rank(
    game: Game | str,
    history: History | str = (),
    *,
    start: Start | None = None,
    top: int = 10,
    guesses: Iterable[Code | str] = (),
    strategy: Strategy | str = "entropy",
    seconds: float = 1.0,
) -> Ranking:
    """The best guesses after a history, with the figures that time allows.

    Parameters
    ----------
    game : Game or str
        The game, or the string that names it.
    history : History or str, default ()
        The moves so far, as codes or as text: ``"1122:0b0w 3345:0b3w"``.
    start : Start, optional
        The position of the history, if only some of its candidates are wanted.
    top : int, default 10
        How many guesses are ranked.
    guesses : iterable of codes or str, optional
        Guesses of one's own, which are ranked besides.
    strategy : Strategy or str, default "entropy"
        The heuristic that compares guesses and continues behind them.
    seconds : float, default 1.0
        Seconds for better figures; the first ones come at once.

    Returns
    -------
    Ranking
        The best guesses, the best first, and those of one's own. Each has the secrets ``left`` (int) by response,
        ``worst`` (int), ``expected_left`` (float, secrets), ``bits`` (float) and ``further`` (float, guesses or cost).

    Raises
    ------
    NoCandidateError
        For a history that no secret agrees with.
    CodeError
        For a guess that is not allowed.
    SpecError
        For a string that cannot be read, and for a strategy that does not score guesses.

    References
    ----------
    E. Neuwirth, "Some strategies for Mastermind", Zeitschrift für Operations Research 26 (1982), compares guesses by
    entropy.

    Examples
    --------
    >>> ranking = rank("mastermind(4,6)", "1122:0b0w 3345:0b3w", top=2, guesses=["4653"])
    >>> [(each.text, each.by) for each in ranking.best]
    [('4653', 'exact'), ('4534', 'exact')]
    >>> mine = ranking.own[0]
    >>> mine.worst, mine.candidate, round(mine.further, 2)
    (3, True, 2.45)
    """
    *_, last = rankings(game, history, start=start, top=top, guesses=guesses, strategy=strategy, seconds=seconds)
    return last


def rankings(
    game: Game | str,
    history: History | str = (),
    *,
    start: Start | Seen | None = None,
    top: int = 10,
    guesses: Iterable[Code | str] = (),
    strategy: Strategy | str = "entropy",
    seconds: float = math.inf,
) -> Iterator[Ranking]:
    """Better and better rankings: what guesses leave, then what they take by the heuristic, and then at best.

    The first one comes at once. The others come within ``seconds``; time to compile kernels is not counted. ``start``
    may also be what :func:`~strategist.search.advice.drawing.seen` has found, so that it is not found twice.
    """
    game = make_game(game) if isinstance(game, str) else game
    made = game.parse_history(history) if isinstance(history, str) else history
    chosen = ranking_strategy(strategy, game)
    own = [own_guess(game, made, each) for each in guesses]
    comparison = comparison_at(game, made, start)
    known = {} if made or isinstance(start, Start) else shipped_openings(game, chosen)
    if len(known) >= top:
        # Those that ship are the best by score of all guesses, in this order.
        near, considered, sampled = np.array(sorted(known), dtype=np.int32), game.question_count, False
        score_of = {guess: place for place, guess in enumerate(known)}
    else:
        compared = comparison.compare(chosen)
        near, considered, sampled = comparison.nearest(compared, _BESIDE * top), len(compared.guesses), compared.sampled
        score_of = dict(zip(compared.guesses.tolist(), compared.scores.tolist(), strict=True))
    rows = comparison.rows(union(game, near, np.array(own, dtype=np.int64)))
    for guess in known.keys() & rows.keys():
        rows[guess] = replace(rows[guess], further=known[guess].average, by=chosen.name)
    seen = comparison.seen
    drawn = len(seen.start.candidates) if seen.sampled else None
    found = Ranking(game, made, seen.left, considered, sampled, (), (), drawn, chosen.name)

    def ordered() -> list[int]:
        return sorted(near.tolist(), key=lambda guess: _order(rows[guess], score_of[guess], guess))

    def now() -> Ranking:
        return replace(found, best=[rows[each] for each in ordered()[:top]], own=[rows[each] for each in own])

    yield now()
    if seen.sampled or known.keys() >= rows.keys():
        return
    for by, takes in comparison.worths(chosen, seconds):
        for guess in [*own, *ordered()]:
            if rows[guess].by == EXACT or guess in known:
                continue
            told = takes(guess)
            if told is not None:
                rows[guess] = replace(rows[guess], further=told, by=by)
        yield now()


def ranking_strategy(strategy: Strategy | str, game: Game) -> Heuristic:
    """A strategy that scores guesses; raises :class:`~strategist.common.errors.SpecError` for another one."""
    chosen = make_strategy(strategy, game) if isinstance(strategy, str) else strategy
    if not isinstance(chosen, Heuristic):
        raise SpecError(f"expected a strategy that scores guesses, such as entropy, got {chosen.spec}")
    return chosen


def own_guess(game: Game, made: History, guess: Code | str) -> int:
    """The index of a question.

    Raises :class:`~strategist.common.errors.CodeError` for a guess that the rules do not allow now.
    """
    code = game.guesses[game.parse_question(guess)] if isinstance(guess, str) else guess
    allowed = game.allowed(made) if game.restricts else None
    if allowed is not None and code not in allowed:
        raise CodeError(f"{game.spec}: guess {game.format_code(code)} is not allowed after {game.format_history(made)}")
    return game.guesses.index(code)


def _order(row: RankedGuess, score: int, guess: int) -> tuple[bool, float, int, bool, int]:
    """Guesses whose course is known come first; then by score, candidates first among equals."""
    return row.further is None, row.further or 0.0, score, not row.candidate, guess
