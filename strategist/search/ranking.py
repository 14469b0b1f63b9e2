"""The best guesses at any position, side by side, and any guess of one's own beside them.

A first ranking takes less than a second in every game: by the score of a heuristic, over all guesses, or over a sample
of them where these are too many. Better figures replace it while there is time: what each of the best guesses will take
in all, by the heuristic's own tree or, where the cells are small enough to be solved, exactly.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from strategist.catalog import make_game
from strategist.choosing.draws import history_key
from strategist.choosing.heuristics import Heuristic, Position, Strategy
from strategist.choosing.registry import make_strategy
from strategist.choosing.searched import Optimal
from strategist.errors import CodeError, InfeasibleError, SpecError
from strategist.game import Code, Game, History
from strategist.search.adapters.registry import source_at
from strategist.search.compile import compile_from
from strategist.search.kernels.jit import warm_up
from strategist.search.kernels.responses import Source, responses_of
from strategist.search.kernels.scores import BYTES, cell_table, score_table
from strategist.search.kernels.symmetry import make_group, representatives
from strategist.search.options import Options
from strategist.search.plans import by_kernel, make_plan, warm_up_for
from strategist.search.position import Start, start_of
from strategist.search.proof.objectives import warm_up_exact
from strategist.search.shortlist import few_guesses, part_of, union
from strategist.shown import Shown

FIRST_PAIRS = 1 << 26
"""Pairs of a guess and a candidate that a first ranking looks at: some tenths of a second of one core."""
_SOLVED_UP_TO = 1 << 21
"""Pairs of a question and a candidate of a cell that is solved exactly."""
_PAIRS_A_SECOND = 1 << 28
"""What a core scores when it grows the tree of a heuristic, roughly: decides only whether there is time for it."""
_BESIDE = 2
"""For each guess that is wanted, so many are looked at closely."""

EXACT = "exact"


@dataclass(frozen=True)
class RankedGuess:
    """One guess at a position: what it leaves, and what it will take.

    ``left`` is the number of candidates behind each response, by ascending response, and ``candidate`` says whether the
    guess can be the secret. ``worst`` is the largest cell that is not solved, ``expected_left`` the average number of
    candidates left (0 where the guess is right), and ``bits`` the information of the answer, both under the chances of
    the secrets, if they have any. ``further`` is the average
    number of guesses from here on, this one included, and ``by`` says whose: ``exact`` for the best possible, else the
    name of the heuristic that continues; both are None where there was no time for it.
    """

    code: Code
    text: str
    left: Mapping[int, int]
    candidate: bool
    worst: int
    expected_left: float
    bits: float
    further: float | None = None
    by: str | None = None


@dataclass(frozen=True)
class Ranking(Shown):
    """The best guesses at a position, the best first, and beside them the guesses that were asked for.

    ``candidates`` is the number of candidates, ``considered`` the number of guesses that were compared, and ``sampled``
    says whether these are a sample. Of guesses that a symmetry maps to each other, only the lowest is compared.
    """

    game: Game
    history: History
    candidates: int
    considered: int
    sampled: bool
    best: Sequence[RankedGuess]
    own: Sequence[RankedGuess] = ()


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
    """The ``top`` best guesses after ``history``, and ``guesses`` of one's own, with the figures that time allows.

    ``start`` is the position of the history, if only some of its candidates are wanted. ``strategy`` is the heuristic
    that compares guesses and continues behind them. Where secrets have chances or questions have costs, what guesses
    take is left out. Raises :class:`~strategist.errors.StrategistError`: for a history that leaves no candidate, for a
    guess that is not allowed, for a strategy that does not score guesses.

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
    start: Start | None = None,
    top: int = 10,
    guesses: Iterable[Code | str] = (),
    strategy: Strategy | str = "entropy",
    seconds: float = math.inf,
) -> Iterator[Ranking]:
    """Better and better rankings: what guesses leave, then what they take by the heuristic, and then at best.

    The first one comes at once. The others come within so many ``seconds``; time to compile kernels is not counted.
    """
    game = make_game(game) if isinstance(game, str) else game
    made = game.parse_history(history) if isinstance(history, str) else history
    chosen = make_strategy(strategy, game) if isinstance(strategy, str) else strategy
    if not isinstance(chosen, Heuristic) or not can_rank(chosen):
        raise SpecError(f"expected a strategy that scores guesses, such as entropy, got {chosen.spec}")
    narrowed = start is not None
    start = start or start_of(game, made)
    own = [_own_guess(game, made, each) for each in guesses]
    ground = _Ground(game, start)
    compared, scores, sampled = _scored(ground, chosen, narrowed)
    near = _nearest(game, start, compared, scores, _BESIDE * top)
    rows = _rows(ground, union(game, near, np.array(own, dtype=np.int64)))
    score_of = dict(zip(compared.tolist(), scores.tolist(), strict=True))
    found = Ranking(game, made, len(start.candidates), len(compared), sampled, ())

    def now() -> Ranking:
        order = sorted(near.tolist(), key=lambda guess: _order(rows[guess], score_of[guess], guess))
        return replace(found, best=[rows[each] for each in order[:top]], own=[rows[each] for each in own])

    yield now()
    if game.weighted:
        return
    worth = _Worth(ground, chosen, seconds)
    for exactly in (False, True):
        worth.prepare(exactly)
        for guess in [*own, *sorted(near.tolist(), key=lambda each: _order(rows[each], score_of[each], each))]:
            if rows[guess].by == EXACT:
                continue
            told = worth.of(guess, exactly)
            if told is not None:
                rows[guess] = replace(rows[guess], further=told, by=EXACT if exactly else chosen.name)
        yield now()


def can_rank(strategy: Strategy) -> bool:
    """Whether a strategy scores guesses by a kernel.

    >>> game = make_game("mastermind")
    >>> can_rank(make_strategy("minimax", game)), can_rank(make_strategy("optimal", game))
    (True, False)
    """
    return isinstance(strategy, Heuristic) and by_kernel(strategy.game, strategy)


def _order(row: RankedGuess, score: int, guess: int) -> tuple[bool, float, int, bool, int]:
    """Guesses whose course is known come first; then by score, candidates first among equals."""
    return row.further is None, row.further or 0.0, score, not row.candidate, guess


def _own_guess(game: Game, made: History, guess: Code | str) -> int:
    code = game.guesses[game.parse_question(guess)] if isinstance(guess, str) else guess
    allowed = game.allowed(made) if game.restricts else None
    if allowed is not None and code not in allowed:
        raise CodeError(f"{game.spec}: guess {game.format_code(code)} is not allowed after {game.format_history(made)}")
    return game.guesses.index(code)


def _scored(ground: _Ground, strategy: Heuristic, narrowed: bool) -> tuple[NDArray[np.int32], NDArray[np.int64], bool]:
    """The guesses that are compared, ascending, their scores, and whether they are a sample."""
    game, start = ground.game, ground.start
    permitted = strategy.permitted(Position(start.history, ()))
    sampled = len(start.candidates) * len(permitted) > FIRST_PAIRS
    if not sampled:
        # Some of the candidates have fewer symmetries than all.
        guesses = np.array(permitted, dtype=np.int32) if game.restricts or narrowed else _different(ground)
    elif game.restricts:
        guesses = np.array(permitted[:: 1 + len(start.candidates) * len(permitted) // FIRST_PAIRS], dtype=np.int32)
    else:
        key = history_key(int(strategy.values.get("seed") or 0), start.history, game.response_count)
        guesses = few_guesses(game, strategy, start, key, FIRST_PAIRS)
    part, source, asked, candidates = ground.of(guesses)
    plan = make_plan(part, type(strategy)(part, strategy.values | {"first": None}))

    # The rows of a table are those of the candidates.
    chances = plan.chances[start.candidates] if len(plan.chances) > len(source.guess_of_secret) else plan.chances

    def scores(some: NDArray[np.int32]) -> NDArray[np.int64]:
        return np.asarray(score_table(source, plan.rule, plan.weights, some, candidates, BYTES, chances, plan.costs))

    warm_up("score-table", lambda: scores(asked[:1]))
    return guesses, scores(asked), sampled


def _different(ground: _Ground) -> NDArray[np.int32]:
    """The questions, ascending; of those that a symmetry of the history maps to each other, the lowest."""
    source, _ = ground.source
    group = make_group(ground.game, source)
    if not len(group.permutations):
        return np.arange(ground.game.question_count, dtype=np.int32)
    past = np.array([guess for guess, _ in ground.start.history], dtype=np.int32)
    warm_up("representatives", lambda: representatives(group, past))
    return np.asarray(representatives(group, past))


class _Ground:
    """Where the responses at a position come from."""

    def __init__(self, game: Game, start: Start) -> None:
        self.game, self.start = game, start

    @cached_property
    def source(self) -> tuple[Source, NDArray[np.int32]]:
        """The source of all questions, and where the candidates stand in it. A table takes long to make."""
        return source_at(self.game, self.start.candidates)

    def of(self, guesses: NDArray[np.int32]) -> tuple[Game, Source, NDArray[np.int32], NDArray[np.int32]]:
        """The game, or in a very large one a part of it that holds the candidates and some guesses; its source, and
        where the guesses and the candidates stand there."""
        if self.game.question_count <= FIRST_PAIRS >> 6:
            source, candidates = self.source
            return self.game, source, guesses, candidates
        codes = union(self.game, self.start.candidates, guesses)
        part = part_of(self.game, codes)
        source, _ = source_at(part, np.arange(len(codes), dtype=np.int32))
        asked, candidates = (np.searchsorted(codes, each).astype(np.int32) for each in (guesses, self.start.candidates))
        return part, source, asked, candidates


def _nearest(
    game: Game, start: Start, guesses: NDArray[np.int32], scores: NDArray[np.int64], count: int
) -> NDArray[np.int32]:
    """The guesses that are looked at closely: the best by score, and the best candidates among them."""
    unlikely = ~np.isin(guesses, _as_questions(game, start))
    order = np.lexsort((guesses, unlikely, scores))
    likely = order[~unlikely[order]]
    return union(game, guesses[order[:count]], guesses[likely[: max(1, count // 4)]])


def _as_questions(game: Game, start: Start) -> NDArray[np.int64]:
    if not game.secrets_are_questions:
        return np.empty(0, dtype=np.int64)
    if game.guesses is game.secrets:
        return start.candidates.astype(np.int64)
    codes = (game.secrets[index] for index in start.candidates.tolist())
    return np.array([game.guesses.index(code) for code in codes], dtype=np.int64)


def _rows(ground: _Ground, guesses: NDArray[np.int32]) -> dict[int, RankedGuess]:
    """What each guess leaves."""
    game, start = ground.game, ground.start
    _, source, asked, candidates = ground.of(guesses)
    warm_up(f"partition-{source.columns.dtype}", lambda: cell_table(source, asked[:1], candidates[:1]))
    table = cell_table(source, asked, candidates)
    possible = set(_as_questions(game, start).tolist())
    weights = None if game.weights is None else np.array(game.weights, dtype=np.int64)[start.candidates]
    rows = {}
    for guess, place, sizes in zip(guesses.tolist(), asked.tolist(), table, strict=True):
        left = masses = {response: int(sizes[response]) for response in np.flatnonzero(sizes).tolist()}
        if weights is not None:
            answers = responses_of(source, place, candidates)
            masses = {response: int(weights[answers == response].sum()) for response in left}
        rows[guess] = row_of(game, guess, left, masses, guess in possible)
    return rows


def row_of(game: Game, guess: int, left: Mapping[int, int], masses: Mapping[int, int], candidate: bool) -> RankedGuess:
    """The figures of a guess that leaves so many candidates behind each response; ``masses`` are their weights.

    >>> game = make_game("mastermind(2,3)")
    >>> left = {0: 1, 1: 4, 2: 1, 3: 2, 4: 1}
    >>> row = row_of(game, 1, left, left, True)
    >>> row.text, row.worst, round(row.expected_left, 2), round(row.bits, 2)
    ('12', 4, 2.44, 2.06)
    """
    solved = game.response_count - 1
    whole = sum(masses.values())
    behind = {response: size for response, size in left.items() if response != solved}
    code = game.guesses[guess]
    return RankedGuess(
        code=code,
        text=game.format_code(code),
        left=left,
        candidate=candidate,
        worst=max(behind.values(), default=0),
        expected_left=sum(masses[response] * size for response, size in behind.items()) / whole,
        bits=-sum(mass / whole * math.log2(mass / whole) for mass in masses.values()) + 0.0,
    )


class _Worth:
    """What the guesses at a position take in all; every cell is asked about once."""

    def __init__(self, ground: _Ground, strategy: Heuristic, seconds: float) -> None:
        self._ground = ground
        self._game = game = ground.game
        self._strategy = strategy
        self._best = Optimal(game, {})
        self._start = ground.start
        self._deadline = time.monotonic() + seconds
        self._costs: dict[tuple[bytes, bool], int | None] = {}

    def prepare(self, exactly: bool) -> None:
        """Compile the kernels, outside of the time that is given."""
        begun = time.monotonic()
        if begun < self._deadline:
            (warm_up_exact if exactly else self._warm_up)(self._game)
            self._deadline += time.monotonic() - begun

    def _warm_up(self, game: Game) -> None:
        warm_up_for(game)
        _, source, asked, candidates = self._ground.of(self._start.candidates[:1])
        warm_up(f"responses-{source.columns.dtype}", lambda: responses_of(source, int(asked[0]), candidates[:1]))

    def of(self, guess: int, exactly: bool) -> float | None:
        """The average number of guesses if this one is made now; None where there is no time to find out."""
        start = self._start
        _, source, asked, candidates = self._ground.of(np.array([guess], dtype=np.int32))
        answers = responses_of(source, int(asked[0]), candidates)
        total = len(candidates)
        for response in np.unique(answers).tolist():
            if response == self._game.response_count - 1:
                continue
            behind = Start((*start.history, (guess, response)), start.candidates[answers == response])
            cost = self._cost(behind, exactly)
            if cost is None:
                return None
            total += cost
        return total / len(candidates)

    def _cost(self, behind: Start, exactly: bool) -> int | None:
        if len(behind.candidates) == 1:
            return int(not self._game.announces)
        # Where earlier guesses restrict later ones, the same candidates may cost more behind others.
        where = repr(behind.history).encode() if self._game.restricts else b""
        key = behind.candidates.tobytes() + where, exactly
        if key not in self._costs:
            self._costs[key] = self._found(behind, exactly)
        return self._costs[key]

    def _found(self, behind: Start, exactly: bool) -> int | None:
        pairs = len(behind.candidates) * self._game.question_count
        seconds = self._deadline - time.monotonic()
        if seconds <= 0 or pairs > (_SOLVED_UP_TO if exactly else seconds * _PAIRS_A_SECOND):
            return None
        limit = seconds if exactly and seconds < math.inf else None
        strategy: Strategy = self._best if exactly else self._strategy
        try:
            data = compile_from(self._game, strategy, behind, options=Options(jobs=1, time_limit=limit)).data
        except InfeasibleError:
            return None
        return None if data.claims.lost or (exactly and data.bound != "optimal") else data.claims.total
