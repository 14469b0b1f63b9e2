"""Why a guess: what it leaves, beside the runners-up and beside what other heuristics would guess."""

from __future__ import annotations

import numpy as np

from strategist.choosing.heuristics import Entropy, Heuristic, Strategy
from strategist.choosing.reasons.explanation import Explanation as Explanation
from strategist.choosing.reasons.explanation import can_be_asked, reason_of
from strategist.choosing.registry import make_strategy
from strategist.games.catalog import make_game
from strategist.model.game import Code, Game, History
from strategist.model.position import Position
from strategist.search.advice.comparing import Compared, Comparison
from strategist.search.advice.comparing_by_kind import comparison_at
from strategist.search.advice.drawing import Seen
from strategist.search.advice.ranking import own_guess
from strategist.search.advice.shortlist import union
from strategist.search.state.start import Start


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
        The guess to be explained; by default the one that ``strategy`` makes, or if that makes whole trees or the
        position is too large for it, the best one by entropy. Of guesses that are equally good by a heuristic it is
        the one of the lowest index, whatever ``ties=`` says.
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
    position = Position(comparison.start.history, comparison.start.candidates.tolist())
    asked = own_guess(game, made, guess) if guess is not None else _asked(named, comparison, position)
    if asked is None:
        asked = int(compared.guesses[order[0]])
        named = by if not can_be_asked(named) else named
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
        reason=reason_of(named, position, rows[asked], comparison.seen.left),
    )


def _asked(strategy: Strategy, comparison: Comparison, position: Position) -> int | None:
    """What a strategy guesses, if it is no heuristic or is told how to begin; None where it makes no guess, or only
    names what is known, and where some of the candidates stand for all."""
    if strategy.opening is not None and not position.history:
        return strategy.opening
    if isinstance(strategy, Heuristic) or not can_be_asked(strategy) or comparison.seen.sampled:
        return None
    found = strategy.guess(position)
    return None if found is None or found >= strategy.game.question_count else found


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
