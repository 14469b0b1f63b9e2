"""Luck and skill after a game: :mod:`strategist.choosing.luck_and_skill`, with values that a search finds.

Its first words say what the figures mean and how they add up.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from strategist.choosing.heuristics import Heuristic, Strategy
from strategist.choosing.luck_and_skill import ESTIMATE, EXACT, Review, review_by
from strategist.choosing.registry import make_strategy, recorded_strategy
from strategist.choosing.searched import SearchedStrategy
from strategist.common.errors import OutOfTimeError, ResponseError, SpecError, StrategistError, TooLargeError
from strategist.common.quoting import quoted
from strategist.files.given import HasData, data_of
from strategist.files.strategy import StrategyData
from strategist.files.values.value_file import ValueFile, open_cache
from strategist.games.catalog import make_game
from strategist.model.game import Code, Game, History, Response
from strategist.model.position import by_kind
from strategist.model.refusals import refuse
from strategist.model.told_history import check_answers
from strategist.search.advice.cached.move_values import BOUNDED, LookedUp, Values
from strategist.search.advice.valuing.searched_values import (
    RANKED_BY,
    Estimated,
    Exactly,
    Following,
    Heuristically,
    Located,
)
from strategist.search.advice.valuing.values_at_worst import Counted, ExactlyAtWorst, HeuristicallyAtWorst
from strategist.search.growing.plans import by_kernel
from strategist.search.state.start import Start, start_of

MOST_PAIRS = 1 << 29
"""Pairs of a question and a candidate up to which a heuristic's tree is grown: some seconds of one core."""
_PLAIN_PAIRS = 1 << 22
"""Pairs up to which the tree of a heuristic without a kernel is grown."""


class _Rules(NamedTuple):
    """The rules of V for a kind of answers."""

    exactly: Callable[[Game, float, int], Located]
    heuristically: Callable[[Game, Strategy, int], Located]
    estimated: Callable[[Game, Start], Located]
    grows_beyond: bool
    """Whether it is known only when a tree is grown how many positions it has, because cells overlap."""


_AT_WORST = _Rules(ExactlyAtWorst, HeuristicallyAtWorst, Counted, True)
_ON_AVERAGE = _Rules(Exactly, Heuristically, Estimated, False)


def review(
    game: Game | str,
    history: History | str,
    *,
    secret: Code | str | None = None,
    by: str | StrategyData | HasData | None = None,
    begin: int = 0,
    seconds: float = 2.0,
    jobs: int = 1,
    cache: str | os.PathLike[str] | ValueFile | Values | None = None,
) -> Review:
    """What each guess of a game was worth, and what was luck and what was skill.

    Parameters
    ----------
    game : Game or str
        The game, or the string that names it.
    history : History or str
        The moves; answers may be left out where the secret is given: ``"1122 3456"``.
    secret : code or str, optional
        The secret, if it is known.
    by : str or strategy, optional
        Where the values of positions are from. ``"exact"``: the best possible trees. The string of a strategy that
        scores guesses, like ``"entropy"``: its trees. ``"estimate"``: the numbers of candidates. A compiled strategy:
        its tree as far as the game follows it, and off the tree those of the same strategy, if that scores guesses,
        else what is found in time. By default the first of the three above that is found in time: ``exact`` if all
        positions are solved within ``seconds``, and ``estimate`` in very large games only. ``exact`` is refused where
        they are not.
    begin : int, default 0
        The guesses before the review: they lead to the position where it begins.
    seconds : float, default 2.0
        Seconds for values, not counting the time to compile kernels. Only they make one review differ from another.
    jobs : int, default 1
        The number of threads, which changes no figure.
    cache : path, ValueFile or Values, optional
        A value cache, instead of ``by``: what it does not hold is searched for at most ``seconds`` each, else bounded
        from above. ``by`` of the review is then ``exact`` or ``bounds``. ``Values`` know what was searched before, and
        have seconds of their own.

    Returns
    -------
    Review
        The game guess by guess. All values are of type ``Fraction``, in guesses, or in costs where questions have
        costs.

    Raises
    ------
    CodeError, ResponseError, NoCandidateError
        For guesses that are not allowed, and for answers that contradict each other or the secret.
    SpecError
        For a game that ``by`` cannot value, and a cache of another game.
    StrategyFileError
        For a file that is no value cache.
    OutOfTimeError
        If values that were asked for are not found in time.

    Examples
    --------
    >>> found = review("mastermind(2,3)", "11 12 13", secret="13")
    >>> [(row.answer, row.best, float(row.regret), float(row.luck)) for row in found.rows][1:]
    [('1b0w', '12', 0.0, -0.25), ('2b0w', '13', 0.0, 0.0)]
    >>> found.by, found.ending, found.skill, found.actual - found.value == found.regret - found.luck
    ('exact', 'solved', 79, True)
    """
    game = make_game(game) if isinstance(game, str) else game
    refuse(game, "a review")
    hidden = game.parse_secret(secret) if isinstance(secret, str) else secret
    made = read_moves(game, history, hidden) if isinstance(history, str) else history
    check_answers(game, made, hidden)
    # Refuses what cannot be, with a message that names the answers to doubt.
    moves = start_of(game, made).history[begin:]
    start = start_of(game, made[:begin])
    rules = by_kind(game, one=_ON_AVERAGE, several=_ON_AVERAGE._replace(grows_beyond=True), lies=_AT_WORST)

    def by_rule(name: str, valued: Located, inexact: str | None = None) -> Review:
        return replace(review_by(valued, start, moves, name, hidden), inexact=inexact)

    def without_exact() -> tuple[str, Located]:
        """The best rule that needs no exact values."""
        strategy = make_strategy(RANKED_BY, game)
        if _grows_in_time(strategy, start):
            return strategy.spec, rules.heuristically(game, strategy, jobs)
        return ESTIMATE, rules.estimated(game, start)

    def in_time(around: Callable[[str, Located], tuple[str, Located]]) -> Review:
        """By the first rule that comes to its end; ``around`` puts another one before it."""
        try:
            return by_rule(*around(EXACT, rules.exactly(game, seconds, jobs)))
        except (OutOfTimeError, TooLargeError) as error:
            why = str(error)
        try:
            return by_rule(*around(*without_exact()), inexact=why)
        except TooLargeError:
            if not rules.grows_beyond:
                raise
            return by_rule(*around(ESTIMATE, rules.estimated(game, start)), inexact=why)

    if cache is not None:
        if by is not None:
            raise SpecError("expected a cache or by, got both")
        values = cache if isinstance(cache, Values) else Values(game, open_cache(cache, game), seconds)
        valued = LookedUp(values)
        found = by_rule(EXACT, valued)
        # Values are found once, so the second time they are the same.
        return found if valued.exact else by_rule(BOUNDED, valued, "some values are not known exactly")
    if by is None:
        return in_time(lambda name, valued: (name, valued))
    if not isinstance(by, str):
        data = data_of(by)
        if data.game.spec != game.spec:
            raise SpecError(f"expected a strategy for {game.spec}, got one for {data.game.spec}")
        same = _same_off_the_tree(game, data, start)
        if same is not None:
            return by_rule(data.strategy, Following(game, data, rules.heuristically(game, same, jobs)))
        return in_time(lambda name, valued: (f"{data.strategy}, off its tree {name}", Following(game, data, valued)))
    if by == ESTIMATE:
        return by_rule(ESTIMATE, rules.estimated(game, start))
    if by != EXACT:
        strategy = make_strategy(by, game)
        if not isinstance(strategy, SearchedStrategy):
            return by_rule(strategy.spec, rules.heuristically(game, _scoring(strategy), jobs))
    try:
        return by_rule(EXACT, rules.exactly(game, seconds, jobs))
    except (OutOfTimeError, TooLargeError) as error:
        raise TooLargeError(f"{game.spec}: expected a game that can be solved exactly; {error}") from None


def _grows_in_time(strategy: Strategy, start: Start) -> bool:
    pairs = len(start.candidates) * strategy.game.question_count
    return pairs <= (MOST_PAIRS if by_kernel(strategy.game, strategy) else _PLAIN_PAIRS)


def _same_off_the_tree(game: Game, data: StrategyData, start: Start) -> Heuristic | None:
    """The strategy of a file, if it can go on anywhere."""
    try:
        strategy = recorded_strategy(data.strategy, game)
    except StrategistError:
        return None
    return strategy if isinstance(strategy, Heuristic) and _grows_in_time(strategy, start) else None


def read_moves(game: Game, text: str, secret: Code | None) -> History:
    """A history, in which guesses may stand without answers where the secret is known.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(4,6)")
    >>> game.format_history(read_moves(game, "1122 3456:1b1w", game.parse_code("1345")))
    '1122:1b0w 3456:1b1w'
    """
    moves: list[tuple[Code, Response]] = []
    for item in text.split():
        if ":" in item or secret is None:
            moves.extend(game.parse_history(item))
        else:
            guess = game.guesses[game.parse_question(item)]
            true = game.admitted(guess, secret)
            if len(true) > 1:
                raise ResponseError(f"history: expected GUESS:RESPONSE, got {quoted(item)}: several rows can be shown")
            moves.append((guess, game.respond(guess, secret)))
    return tuple(moves)


def _scoring(strategy: Strategy) -> Strategy:
    if not isinstance(strategy, Heuristic):
        raise SpecError(
            f"expected exact, estimate or a strategy that scores guesses, such as entropy, got {strategy.spec}"
        )
    return strategy
