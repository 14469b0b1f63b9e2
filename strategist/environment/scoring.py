"""What each move of a game was worth to an agent: a review, and what the move could have known and did learn."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from strategist.choosing.luck_and_skill import ESTIMATE, EXACT, Review, ReviewedGuess
from strategist.files.given import HasData
from strategist.files.strategy import StrategyData
from strategist.games.catalog import make_game
from strategist.model.game import Code, Game, History
from strategist.model.refusals import refuse

if TYPE_CHECKING:
    from strategist.files.values.value_file import ValueFile


@dataclass(frozen=True)
class ScoredMove(ReviewedGuess):
    """One move of a game: its figures in the review, and more.

    Those of the review are ``worth`` (the expected cost of this move and of what follows it), ``best`` and
    ``best_worth`` (those of the best move that is known), ``regret``, ``luck`` (what the answer has saved beside what
    was expected) and others, all of type ``Fraction``. ``can_win`` says whether the guess could have been right.

    Attributes
    ----------
    consistent : bool
        Whether all answers so far would have been the same if the guess were the secret.
    bits : float
        The information that the answer has brought: what was missing before, less what is missing after.
    by : str
        Where the figures are from: ``Score.by``, or with a cache of values ``"cache"``, ``"search"`` or ``"bounds"``.
    regret_bounds : tuple of Fraction, optional
        With a cache of values, bounds of the regret, which agree where it is exact.
    """

    consistent: bool = False
    bits: float = 0.0
    by: str = ""
    regret_bounds: tuple[Fraction, Fraction] | None = None

    @property
    def reviewed(self) -> ReviewedGuess:
        """The move as the review tells it."""
        return self


@dataclass(frozen=True)
class Score:
    """A game move by move: see :func:`score`.

    Attributes
    ----------
    review : Review
        The review of the game, which ``strategist review`` prints.
    moves : sequence of ScoredMove
        The moves, the first one first.
    """

    review: Review
    moves: Sequence[ScoredMove]

    @property
    def by(self) -> str:
        """Where values are from: ``exact``, ``estimate``, ``bounds``, or the strategy whose trees they are of."""
        return self.review.by

    @property
    def exact(self) -> bool:
        """Whether all figures are exact."""
        return self.by == EXACT

    @property
    def at_most(self) -> bool:
        """Whether each worth is at least an upper bound: the best tree costs no more. An estimate bounds nothing."""
        return self.by != ESTIMATE and not self.by.endswith(f" {ESTIMATE}")

    @cached_property
    def regret(self) -> Fraction:
        """The regrets of all moves, summed."""
        return self.review.regret

    def to_dict(self) -> dict[str, Any]:
        """The score as a JSON object: that of ``strategist review --json``, with three more names for each guess, and
        two more with a cache."""
        from strategist.show.moves.review_table import review_record

        record = review_record(self.review)
        more: list[dict[str, Any]] = [
            {"consistent": each.consistent, "can_win": each.can_win, "bits": each.bits} for each in self.moves
        ]
        for told, each in zip(more, self.moves, strict=True):
            if each.regret_bounds is not None:
                told |= {"by": each.by, "regret_bounds": list(map(float, each.regret_bounds))}
        guesses = [row | added for row, added in zip(record["guesses"], more, strict=True)]
        return record | {"exact": self.exact, "guesses": guesses}


def score(
    game: Game | str,
    history: History | str,
    *,
    secret: Code | str | None = None,
    by: str | StrategyData | HasData | None = None,
    seconds: float = 2.0,
    jobs: int = 1,
    cache: str | os.PathLike[str] | ValueFile | None = None,
) -> Score:
    """What each move of a game was worth.

    Parameters
    ----------
    game : Game or str
        The game, or the string that names it. Each question has one answer, which may be false where the game allows
        lies: then worths are moves at worst, and ``luck`` is what the answer spared.
    history : History or str
        The moves; answers may be left out where the secret is given: ``"1122 3456"``.
    secret : code or str, optional
        The secret, if it is known.
    by : str or strategy, optional
        Where values are from: see :func:`~strategist.search.advice.review.review`.
    seconds : float, default 2.0
        Seconds for exact values.
    jobs : int, default 1
        The number of threads, which changes no figure.
    cache : path or ValueFile, optional
        A value cache, instead of ``by``: see :func:`~strategist.search.advice.review.review`.

    Returns
    -------
    Score
        The game move by move. Worths, regrets and luck are of type ``Fraction``, in guesses, or in costs where
        questions have costs; ``exact`` says whether they are exact. ``bits`` are floats.

    Raises
    ------
    StrategistError
        As :func:`~strategist.search.advice.review.review` does; :class:`~strategist.common.errors.SpecError` also for
        a game with several answers to a question.

    Examples
    --------
    >>> found = score("mastermind(2,3)", "11 12 13", secret="13")
    >>> [(each.guess, float(each.worth), float(each.regret), float(each.luck)) for each in found.moves][1:]
    [('12', 1.75, 0.0, -0.25), ('13', 1.0, 0.0, 0.0)]
    >>> [(each.consistent, each.can_win, each.bits) for each in found.moves][1:]
    [(True, True, 2.0), (True, True, 0.0)]
    >>> found.exact, found.to_dict()["guesses"][0]["guess"]
    (True, '11')
    """
    # Here, because text and rewards need no NumPy.
    from strategist.files.values.value_file import open_cache
    from strategist.search.advice.cached.move_values import Values
    from strategist.search.advice.review import read_moves
    from strategist.search.advice.review import review as review_game
    from strategist.search.advice.valuing.valued_positions import positions_of
    from strategist.search.state.start import start_of

    game = make_game(game) if isinstance(game, str) else game
    refuse(game, "a score")
    hidden = game.parse_secret(secret) if isinstance(secret, str) else secret
    made = read_moves(game, history, hidden) if isinstance(history, str) else history
    # One for the review and for the moves: what one of them has searched, the other one knows.
    values = None if cache is None else Values(game, open_cache(cache, game), seconds)
    reviewed = review_game(game, made, secret=hidden, by=by, seconds=seconds, jobs=jobs, cache=values)
    starts = [start_of(game, made[:count]) for count in range(len(made) + 1)]
    positions = positions_of(game)
    moves = []
    for place, (row, (guess, response)) in enumerate(zip(reviewed.rows, made, strict=True)):
        before = starts[place].candidates.tolist()
        index = game.guesses.index(guess)
        value = None if values is None or index >= game.question_count else values.move(starts[place], index)
        told: dict[str, Any] = {
            "consistent": _consistent(game, made[:place], guess, before),
            "bits": positions.told(starts[place], index, response, starts[place + 1]),
            "by": reviewed.by if value is None else value.by,
            "regret_bounds": None if value is None else value.regret_bounds,
        }
        moves.append(ScoredMove(**vars(row), **told))
    return Score(reviewed, moves)


def _consistent(game: Game, history: History, guess: Code, candidates: Sequence[int]) -> bool:
    """Whether the answers so far would be the same if the guess were the secret."""
    if game.announces or not game.secrets_are_questions:
        return any(game.secrets[each] == game.named(guess) for each in candidates)
    return game.agrees(guess, history)
