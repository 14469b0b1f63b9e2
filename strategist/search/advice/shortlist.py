"""Advice in a game of too many guesses to look at them all.

A heuristic compares every guess, over every candidate: in Mastermind with eight pegs and eight colors 16,777,216 by as
many as are left. Beyond :data:`MOST_GUESSES` guesses, or :data:`MOST_PAIRS` pairs of a guess and a candidate, it looks
at a part of the guesses, which depends on nothing but the game, the seed of the strategy and the history:

* all candidates, and beside them a sample of all codes, drawn by a hash. The whole tree is grown from these codes.
* Where the candidates alone are too many pairs, only the next guess is chosen, among as many guesses as fit: a sample
  of the candidates and one of all codes, half of each. At the beginning, where all positions are alike and all symbols
  too, only the essentially different guesses are compared: one for each way to use symbols once, twice and so on.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.draws import history_key
from strategist.choosing.heuristics import Heuristic, Strategy
from strategist.games.every_game.announcements import WithAnnouncements
from strategist.model.bulk import SomeCodes, cells
from strategist.model.game import Game
from strategist.model.tree import GIVE_UP, DecisionTree, packed
from strategist.search.adapters.registry import adapter_of, make_source
from strategist.search.compile.compile import compile_from
from strategist.search.growing.growing import best_guess
from strategist.search.growing.plans import by_kernel, make_plan, warm_up_for
from strategist.search.kernels.numba.jit import warm_up
from strategist.search.kernels.scores.scores import score_table
from strategist.search.state.options import Options
from strategist.search.state.start import Start

MOST_GUESSES = 1 << 20
MOST_PAIRS = 1 << 28
"""Pairs of a guess and a candidate: a second of one core, or some seconds where a whole tree is grown."""
_MOST_MARKED = 1 << 26
"""Codes of a game that are marked in an array of a byte for each."""


class Shortlisted(NamedTuple):
    """A tree from the shortlist, in the numbers of the whole game, and how many questions were looked at.

    ``ahead`` says whether the tree is complete; if not, it is one guess deep and gives up behind it.
    """

    tree: DecisionTree
    considered: int
    ahead: bool


def needs_shortlist(game: Game, strategy: Strategy, start: Start) -> bool:
    """Whether advice looks at a part of the guesses only.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.choosing.registry import make_strategy
    >>> from strategist.search.state.start import start_of
    >>> game = make_game("mastermind(4,6)")
    >>> needs_shortlist(game, make_strategy("entropy", game), start_of(game))
    False
    """
    if not (isinstance(strategy, Heuristic) and by_kernel(game, strategy) and adapter_of(game).computed):
        return False
    # A strategy with a sample of its own looks at that.
    many = game.question_count > MOST_GUESSES or len(start.candidates) * game.question_count > MOST_PAIRS
    return many and strategy.values.get("sample") is None


def choose_from_shortlist(
    game: Game, strategy: Strategy, start: Start, options: Options, deep: bool = True
) -> Shortlisted:
    """What a heuristic does where :func:`needs_shortlist`; only the next guess with ``deep=False``."""
    count = len(start.candidates)
    forced = strategy.opening if not start.history else None
    key = history_key(int(strategy.values.get("seed") or 0), start.history, game.response_count)
    if deep and forced is None and count * count <= MOST_PAIRS:
        others = sample_of(key, game.question_count, min(MOST_GUESSES, MOST_PAIRS // count))
        codes = union(game, start.candidates, others)
        return Shortlisted(_grow(game, strategy, start, codes, options), len(codes), True)
    turns = None if game.turns is None else game.turns - len(start.history)
    if turns is not None and turns <= 0 and not (game.announces and count == 1):
        return Shortlisted(one_guess(game, None, ()), 0, True)
    if count == 1 or forced is not None:
        guess, considered = (int(start.candidates[0]) if forced is None else forced), 1
        if game.announces and count == 1:
            return Shortlisted(_announce(game, guess), 1, True)
    else:
        guesses = few_guesses(game, strategy, start, key, MOST_PAIRS)
        guess, considered = _best(game, strategy, start, guesses, key, options), len(guesses)
    return Shortlisted(one_guess(game, guess, _responses(game, guess, start.candidates)), considered, False)


def few_guesses(game: Game, strategy: Strategy, start: Start, key: int, pairs: int) -> NDArray[np.int32]:
    """The guesses among which one is chosen, ascending, where the candidates are too many to be all of them."""
    if not start.history and len(start.candidates) == len(game.secrets) and (different := patterns_of(game)):
        return np.array(different, dtype=np.int32)
    fit = max(2, min(MOST_GUESSES, pairs // len(start.candidates)))
    candidates = start.candidates[sample_of(key, len(start.candidates), fit // 2)]
    if strategy.values["guesses"] == "candidates":
        return candidates
    return union(game, candidates, sample_of(key + 1, game.question_count, fit - fit // 2))


def union(game: Game, *codes: NDArray[Any]) -> NDArray[np.int32]:
    """The codes that are in one of the arrays, ascending, by marking them: to hash or sort millions takes longer."""
    if game.question_count > _MOST_MARKED:
        return np.unique(np.concatenate([np.asarray(some, dtype=np.int64) for some in codes])).astype(np.int32)
    marked = np.zeros(game.question_count, dtype=bool)
    for some in codes:
        marked[some] = True
    return np.flatnonzero(marked).astype(np.int32)


def patterns_of(game: Game) -> list[int]:
    """The lowest guess for each way to use symbols several times, ascending; none if codes are not so symmetric.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(4,6)")
    >>> [game.format_code(game.guesses[index]) for index in patterns_of(game)]
    ['1111', '1112', '1122', '1123', '1234']
    """
    symmetry = game.code_symmetry
    pegs = 0 if symmetry is None else len(game.secrets[0])
    if symmetry is None or symmetry.moves or symmetry.positions != (tuple(range(pegs)),) or len(symmetry.symbols) != 1:
        return []
    symbols = len(symmetry.symbols[0])
    codes = [
        tuple(symbol for symbol, copies in enumerate(counts) for _ in range(copies))
        for counts in _partitions(pegs, pegs)
        if len(counts) <= symbols
    ]
    return sorted(game.guesses.index(code) for code in codes if code in game.guesses)


def _partitions(total: int, most: int) -> Iterator[tuple[int, ...]]:
    """The ways to write a number as a sum of numbers up to ``most``, which do not ascend.

    >>> list(_partitions(4, 4))
    [(4,), (3, 1), (2, 2), (2, 1, 1), (1, 1, 1, 1)]
    """
    if not total:
        yield ()
    for first in range(min(total, most), 0, -1):
        for rest in _partitions(total - first, first):
            yield (first, *rest)


def sample_of(key: int, count: int, size: int) -> NDArray[np.int64]:
    """At most ``size`` of the numbers below ``count``, ascending: draws from ``key``, each number once.

    >>> from strategist.choosing.draws import draw
    >>> sample_of(5, 10, 3).tolist() == sorted({draw(5, number) % 10 for number in range(3)})
    True
    """
    if size >= count:
        return np.arange(count)
    words = mix_words(np.uint64(key % 2**64) ^ mix_words(np.arange(size, dtype=np.uint64)))
    if count > _MOST_MARKED:
        return np.unique(words % np.uint64(count)).astype(np.int64)
    drawn = np.zeros(count, dtype=bool)
    drawn[words % np.uint64(count)] = True
    return np.flatnonzero(drawn)


def mix_words(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """``mix`` of :mod:`~strategist.choosing.draws` for many words."""
    words = words + np.uint64(0x9E3779B97F4A7C15)
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))


def part_of(game: Game, codes: NDArray[np.int32]) -> Game:
    """A copy of ``game`` whose secrets and questions are ``codes`` only; its rules do not change."""
    part = copy.copy(game)
    some = SomeCodes(game.secrets, packed("i", np.ascontiguousarray(codes)))
    part.secrets = some
    part.guesses = WithAnnouncements(some, some) if game.announces else some
    part.weights = None if game.weights is None else [game.weights[code] for code in codes.tolist()]
    part.costs = None if game.costs is None else [game.costs[code] for code in codes.tolist()]
    # A part has no symmetry that is known.
    part.symmetry = None
    return part


def _grow(game: Game, strategy: Strategy, start: Start, codes: NDArray[np.int32], options: Options) -> DecisionTree:
    """The whole tree with a part of the codes."""
    part = part_of(game, codes)
    # The part does not know what was asked before.
    part.turns = None if game.turns is None else max(0, game.turns - len(start.history))
    same = type(strategy)(part, strategy.values | {"first": None})
    places = np.searchsorted(codes, start.candidates).astype(np.int32)
    tree = compile_from(part, same, Start((), places), options=options, merge=False).data.tree
    guesses = np.array(tree.guesses, dtype=np.int64)
    asked = (guesses >= 0) & (guesses < len(codes))
    announced = guesses >= len(codes)
    guesses[asked] = codes[guesses[asked]]
    guesses[announced] = game.question_count + codes[guesses[announced] - len(codes)]
    return DecisionTree(guesses.tolist(), tree.masks, tree.response_count)


def _best(game: Game, strategy: Strategy, start: Start, guesses: NDArray[np.int32], key: int, options: Options) -> int:
    """The best of some guesses by the score of a heuristic, as ``Heuristic.choose`` breaks ties."""
    codes = union(game, start.candidates, guesses)
    part = part_of(game, codes)
    warm_up_for(part)
    source = make_source(part)
    plan = make_plan(part, type(strategy)(part, strategy.values | {"first": None}))
    asked, candidates = (np.searchsorted(codes, each).astype(np.int32) for each in (guesses, start.candidates))

    def scores(rule: int, costs: NDArray[np.int64], some: NDArray[np.int32]) -> NDArray[np.int64]:
        return np.asarray(score_table(source, rule, plan.weights, some, candidates, False, plan.chances, costs))

    warm_up("score-table", lambda: scores(plan.rule, plan.costs, asked[:1]))
    blocks = np.array_split(asked, min(len(asked), max(options.jobs, len(asked) // _TOGETHER)))

    def all_scores(rule: int, costs: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.concatenate(_in_threads(lambda some: scores(rule, costs, some), blocks, options))

    likely = np.empty(0, dtype=np.bool_) if game.announces else np.isin(guesses, start.candidates)
    return best_guess(plan, key, guesses, likely, all_scores)


_TOGETHER = 256
"""Guesses that are scored between two looks at the clock and at Ctrl-C."""


def _in_threads(
    work: Callable[[NDArray[np.int32]], NDArray[np.int64]], blocks: Sequence[NDArray[np.int32]], options: Options
) -> list[NDArray[np.int64]]:
    """The results for all blocks, in order."""
    pool = ThreadPoolExecutor(options.jobs, thread_name_prefix="strategist-shortlist")
    try:
        return list(pool.map(work, blocks))
    finally:
        # After Ctrl-C nobody waits for the blocks in hand.
        pool.shutdown(wait=False, cancel_futures=True)


def one_guess(game: Game, guess: int | None, answers: Iterable[int]) -> DecisionTree:
    """The tree of one guess, which gives up behind each of its answers but the solved one; without a guess at once."""
    if guess is None:
        return DecisionTree([GIVE_UP], [0], game.response_count)
    mask = sum(1 << response for response in set(answers))
    behind = mask.bit_count() - (mask >> (game.response_count - 1))
    return DecisionTree([guess] + [GIVE_UP] * behind, [mask] + [0] * behind, game.response_count)


def _announce(game: Game, secret: int) -> DecisionTree:
    return DecisionTree([game.announcement(secret)], [1 << (game.response_count - 1)], game.response_count)


def _responses(game: Game, guess: int, candidates: NDArray[np.int32]) -> Any:
    code = game.guesses[guess]
    sizes = cells(game, code, packed("i", np.ascontiguousarray(candidates)))
    return sizes if sizes is not None else {game.respond(code, game.secrets[index]) for index in candidates.tolist()}
