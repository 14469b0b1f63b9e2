"""Advice at one position: what is left, what to guess next, and what that will take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from strategist.choosing.heuristics import Strategy
from strategist.choosing.searched import SearchedStrategy
from strategist.common.errors import CodeError, TooLargeError
from strategist.common.quoting import quoted
from strategist.files.strategy import StrategyData
from strategist.model.bulk import SomeCodes
from strategist.model.game import Code, Game
from strategist.model.position import by_kind
from strategist.model.tree import packed
from strategist.model.trees.figures import claims_of
from strategist.search.advice.shortlist import choose_from_shortlist, needs_shortlist, one_guess
from strategist.search.advice.valuing.at_worst import guess_under_lies
from strategist.search.advice.valuing.valued_positions import positions_of
from strategist.search.compile.compile import compile_from
from strategist.search.growing.plans import grows_several
from strategist.search.state.options import Options
from strategist.search.state.start import Start

_MOST_UNDER_LIES = 1 << 25
"""Pairs of a question and a candidate up to which a whole tree is grown: a minute of one core."""
AHEAD_UNDER_LIES = 1 << 22
"""The same where nobody has asked for a strategy."""
_AHEAD_BYTES = 1 << 26
"""What a tree may take that is grown for its figures alone: some ten thousand positions, in about a second."""


@dataclass(frozen=True)
class Advice:
    """The answer to "what now?".

    ``secrets`` are the candidates, ``guess`` is what the strategy guesses next, ``left`` how many candidates each
    response to it would leave, by ascending response; ``data`` is the compiled tree from here on, with its figures.
    ``considered`` is the number of questions that the strategy looked at, if it left some out, and ``ahead`` says
    whether the tree goes further than one guess: see :mod:`~strategist.search.advice.shortlist`. ``moves`` are the
    guesses so far, by their indices, with their responses.
    """

    game: Game
    secrets: Sequence[Code]
    guess: Code | None
    left: dict[int, int]
    data: StrategyData
    considered: int | None = None
    ahead: bool = True
    moves: tuple[tuple[int, int], ...] = ()


def advise(
    game: Game,
    strategy: Strategy,
    start: Start,
    *,
    options: Options | None = None,
) -> Advice:
    """What ``strategy`` does at a position, from its compiled tree.

    Raises what :func:`~strategist.search.compile.compile.compile_strategy` raises.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.choosing.registry import make_strategy
    >>> from strategist.search.state.start import start_of
    >>> game = make_game("mastermind(4,6)")
    >>> start = start_of(game, game.parse_history("1122:0b0w 3345:0b3w"))
    >>> advice = advise(game, make_strategy("minimax", game), start)
    >>> len(advice.secrets), game.format_code(advice.guess), advice.data.claims.depth
    (20, '4653', 3)
    """
    considered, ahead = None, True
    if needs_shortlist(game, strategy, start):
        tree, considered, ahead = choose_from_shortlist(game, strategy, start, options or Options())
        claims = claims_of(game, tree, start.candidates, start.history)
        data = StrategyData(game, strategy.spec, tree, claims)
    else:
        grow = by_kind(game, one=_whole, several=_as_far_as_fits, lies=_whole_or_one)
        data, ahead = grow(game, strategy, start, options or Options())
    indices = packed("i", np.ascontiguousarray(start.candidates))
    secrets = SomeCodes(game.secrets, indices)
    index = data.tree.guesses[0]
    guess = game.guesses[index] if index >= 0 else None
    left: Mapping[int, int] = {}
    if index >= game.question_count:
        left = {game.response_count - 1: 1}
    elif guess is not None:
        left = sizes_behind(game, start, index)
    return Advice(game, secrets, guess, dict(left), data, considered, ahead, start.history)


def sizes_behind(game: Game, start: Start, question: int) -> Mapping[int, int]:
    """How many candidates each response to a question would leave, by ascending response."""
    return positions_of(game).sizes(start, question)


def pairs_of(game: Game, start: Start) -> int:
    """The pairs of a question and a candidate of a position."""
    return game.question_count * len(start.candidates)


def _whole(game: Game, strategy: Strategy, start: Start, options: Options) -> tuple[StrategyData, bool]:
    """The whole tree of a strategy, with the word that it is whole."""
    return compile_from(game, strategy, start, options=options).data, True


def _whole_or_one(game: Game, strategy: Strategy, start: Start, options: Options) -> tuple[StrategyData, bool]:
    """The tree of a strategy where answers may be false. Where it takes long to grow, it is the next guess alone, and
    gives up behind every answer but the solved one."""
    if isinstance(strategy, SearchedStrategy) or pairs_of(game, start) <= _MOST_UNDER_LIES:
        return _whole(game, strategy, start, options)
    guess = guess_under_lies(game, strategy, start)
    tree = one_guess(game, guess, () if guess is None else sizes_behind(game, start, guess))
    claims = claims_of(game, tree, start.candidates, start.history)
    return StrategyData(game, strategy.spec, tree, claims), False


def _as_far_as_fits(game: Game, strategy: Strategy, start: Start, options: Options) -> tuple[StrategyData, bool]:
    """The tree of a heuristic where cells overlap, and whether it is whole: where much is unknown it may have far too
    many slots. Then it is the next question alone."""
    from strategist.search.compile.grow_once import grow_once

    if not grows_several(game, strategy):
        return _whole(game, strategy, start, options)
    grow = partial(grow_once, game, strategy, start, jobs=options.jobs, memory=options.memory, budget=_AHEAD_BYTES)
    try:
        (tree, claims), whole = grow(), True
    except TooLargeError:
        (tree, claims), whole = grow(levels=1), False
    return StrategyData(game, strategy.spec, tree, claims), whole


def choose_candidates(game: Game, start: Start, texts: Iterable[str]) -> Start:
    """The position with only those candidates that a list names.

    Raises :class:`~strategist.common.errors.CodeError` for a text that is no secret, and if no candidate is left.
    """
    wanted = {game.parse_secret(text) for text in texts}
    return _keep(game, start, wanted.__contains__, "of the list")


def match_candidates(game: Game, start: Start, pattern: str) -> Start:
    """The position with only those candidates that a pattern like ``ABC?`` fits: ``?`` stands for any character.

    Raises :class:`~strategist.common.errors.CodeError` if there is none.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.search.state.start import start_of
    >>> game = make_game("bulls-and-cows(4,26,alphabet=letters)")
    >>> len(match_candidates(game, start_of(game), "ABC?").candidates)
    23
    """
    wanted = pattern.casefold()

    def fits(code: Code) -> bool:
        text = game.format_secret(code).casefold()
        return len(text) == len(wanted) and all(mark in ("?", text[place]) for place, mark in enumerate(wanted))

    return _keep(game, start, fits, f"that fits {quoted(pattern)}")


def _keep(game: Game, start: Start, wanted: Callable[[Code], bool], what: str) -> Start:
    secrets = game.secrets
    kept = [index for index in start.candidates.tolist() if wanted(secrets[index])]
    if not kept:
        raise CodeError(f"{game.spec}: no secret {what} is left")
    return Start(start.history, np.array(kept, dtype=np.int32))
