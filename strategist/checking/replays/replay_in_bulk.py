"""Play many secrets at once, block by block, by the bulk form of the rules (``Game.bulk``).

The specification is :mod:`strategist.checking.replays.replay_plain`, which also finds the words for what is wrong.
Nothing of a search is used: the guesses and masks of the file, and the rules.

What is played is a list of *games*, in arrays: the slot that a game has come to, its secret, the lies told. Every step
makes one guess in each game. Where each secret has one answer, that is all. Where answers may be false, a game goes on
as one game for each answer that its secret may give; in a tree that shares slots, games that come to the same slot with
the same secret and lies go on as one, which counts as several.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from strategist.checking.replays.arrays import Board, LyingAnswers, TrueAnswers
from strategist.checking.replays.replay_plain import Replayed
from strategist.common.lazy_numpy import numpy_for
from strategist.files.strategy import StrategyData
from strategist.model.bulk import BLOCK, agreeing, bulk_rules
from strategist.model.game import Game
from strategist.model.tree import GIVE_UP, Weighed

_SECRETS = 1 << 10
"""The secrets of a block where answers may be false."""
_SECRETS_OF_SHARED = 1 << 6
"""The secrets of a block where a tree shares slots: all games of a block that have as many guesses are compared."""
_MOST_WAYS = 1 << 53
"""Above this number of games that are played as one, the plain replay counts them."""
_GAMES = 1 << 15
"""The games that are played on at once: their answers are to stay in the processor's cache."""
_STEPS_OF_A_SLOT = 8
"""About how many games a slot stands for, when it is decided whether NumPy pays where answers may be false."""


@dataclass(frozen=True)
class Begun:
    """What is played in bulk: the secrets that may be ``left`` at the beginning, by their indices, None for all; the
    lies ``told`` by each secret so far, None where none may be; how many of them make a ``block``; and what they may
    answer."""

    np: Any
    left: Any
    told: Any
    block: int
    answers: TrueAnswers


def replay_in_bulk(
    game: Game,
    data: StrategyData,
    begin: Callable[[Game, StrategyData], Begun | None],
    jobs: int,
    tell: Callable[[int], object],
) -> Replayed | None:
    """Play every secret, with every way of lying; None where it has to be done by the plain replay.

    ``begin`` is :func:`begin_truly` or :func:`begin_lying`. ``jobs`` threads play a block of secrets each; nothing else
    depends on their number. ``tell`` is called with the number of secrets played so far.
    """
    fits = not game.restricts and game.answer_costs is None and data.tree.response_count == game.response_count
    begun = begin(game, data) if fits else None
    if begun is None:
        return None
    np, left, told, size = begun.np, begun.left, begun.told, begun.block
    count = len(game.secrets) if left is None else len(left)
    player = _Player(game, data, begun)

    def play(at: int) -> _Block | None:
        secrets = np.arange(at, min(at + size, count), dtype=np.int32) if left is None else left[at : at + size]
        return player.play(secrets, None if told is None else told[secrets])

    found = Replayed(games=None if told is None else 0)
    weighed = [0, 0, 0, 0]
    for number, block in enumerate(_in_threads(play, range(0, count, size), jobs), 1):
        if block is None:
            return None
        _add(np, found, block)
        weighed = list(map(sum, zip(weighed, block.weighed, strict=True)))
        tell(min(number * size, count))
    found.weighed = Weighed(*weighed) if game.weighted else None
    found.dead = player.dead()
    return found


def begin_truly(game: Game, data: StrategyData) -> Begun | None:
    """Where each secret has one answer; None without bulk rules and for few secrets."""
    left = agreeing(game, data.start) if data.start else None
    np, rules = numpy_for(len(game.secrets) if left is None else len(left)), bulk_rules(game)
    if np is None or rules is None:
        return None
    secrets = None if left is None else np.frombuffer(left, dtype=np.int32)
    return Begun(np, secrets, None, BLOCK, TrueAnswers(np, rules))


def begin_lying(game: Game, data: StrategyData) -> Begun | None:
    """Where answers may be false; None for small trees, and where a game has a rule of its own for lies."""
    tree = data.tree
    np = numpy_for(_STEPS_OF_A_SLOT * len(tree))
    if np is None or not _usual(game):
        return None
    told = [game.lies_in(data.start, secret) for secret in game.secrets] if data.start else [0] * len(game.secrets)
    left = np.array([secret for secret, lies in enumerate(told) if lies is not None and lies <= game.lies], dtype="i4")
    size = _SECRETS if tree.links is None else _SECRETS_OF_SHARED
    return Begun(np, left, np.array([lies or 0 for lies in told], dtype=np.uint8), size, LyingAnswers(np, game, tree))


def _usual(game: Game) -> bool:
    """Whether the answers of a game are those of the class of all games, or known for many at once."""
    kind = type(game)
    known = not game.fibs or game.shown_rows() is not None
    return known and game.of is None and kind.lies_told is Game.lies_told and kind.can_get is Game.can_get


def _in_threads(play: Callable[[int], _Block | None], starts: range, jobs: int) -> Iterator[_Block | None]:
    """The blocks in order, played by ``jobs`` threads; after Ctrl-C, blocks that have not begun are not played."""
    if jobs == 1:
        yield from map(play, starts)
        return
    pool = ThreadPoolExecutor(jobs, thread_name_prefix="strategist-replay")
    try:
        yield from pool.map(play, starts)
    finally:
        pool.shutdown(cancel_futures=True)


@dataclass
class _Block:
    """What became of the ``secrets`` of one block, in arrays: the most moves until each was ``found``, and whether it
    was ``lost`` or played ``wrong`` under some lies; how many ``games`` there were; and the fields of
    :class:`~strategist.model.tree.Weighed`, zeros in a game without chances and costs."""

    secrets: Any
    found: Any
    lost: Any
    wrong: Any
    games: int
    weighed: list[int]


def _add(np: Any, found: Replayed, block: _Block) -> None:
    """Add the secrets of a block, which come after those there are."""
    solved = np.bincount(block.found[~(block.lost | block.wrong)])[1:].tolist()
    found.solved_at = [sum(pair) for pair in zip_longest(found.solved_at, solved, fillvalue=0)]
    found.lost += block.secrets[block.lost & ~block.wrong].tolist()
    found.wrong += block.secrets[block.wrong].tolist()
    if found.games is not None:
        found.games += block.games


@dataclass
class _Games:
    """Games that are played on, in arrays: their ``slots``, ``who`` is hidden, by places in a block; and each only
    where it matters, else None: the lies ``told``, in how many ``ways`` play has come there, and what was ``spent``."""

    slots: Any
    who: Any
    told: Any = None
    ways: Any = None
    spent: Any = None

    def take(self, chosen: Any) -> _Games:
        """Some of the games, by an array of numbers."""
        each = (self.slots, self.who, self.told, self.ways, self.spent)
        return _Games(*(None if some is None else some.take(chosen) for some in each))

    def count(self) -> int:
        """How many games were played to come here."""
        return len(self.slots) if self.ways is None else int(self.ways.sum())


class _Player:
    """Plays blocks of secrets, and notes which slots were met. Threads may play at the same time."""

    def __init__(self, game: Game, data: StrategyData, begun: Begun) -> None:
        np = self.np = begun.np
        self.game, self.answers = game, begun.answers
        self.board = Board(np, data.tree)
        self.questions, self.last = game.question_count, np.uint64(game.response_count - 1)
        self.classes = None if game.classes is None else np.array(game.classes, dtype=np.int32)
        self.turns = None if game.turns is None else game.turns - len(data.start)
        self.weights: Any = None if game.weights is None else np.array(game.weights, dtype=np.int64)
        self.costs: Any = None if game.costs is None else np.array(game.costs, dtype=np.int64)
        # Several threads may write into these, but all of them write the same.
        self.visited = np.zeros(len(data.tree), dtype=bool)
        self.solved = np.zeros(len(data.tree), dtype=bool)

    def dead(self) -> list[tuple[int, bool]]:
        """The slots that no secret has reached, or at which none was solved although one is to be, with which it is."""
        np = self.np
        solves = self.board.has(np.arange(len(self.visited)), self.last)
        slots = np.flatnonzero(~self.visited | (solves & ~self.solved))
        return list(zip(slots.tolist(), self.visited[slots].tolist(), strict=True))

    def play(self, secrets: Any, told: Any) -> _Block | None:
        """Play some secrets under which some lies have been told; None if that are too many games to count here."""
        np, count = self.np, len(secrets)
        lost, wrong = np.zeros(count, dtype=bool), np.zeros(count, dtype=bool)
        block = _Block(secrets, np.zeros(count, dtype=np.int64), lost, wrong, 0, [0, 0, 0, 0])
        root = _Games(np.zeros(count, dtype=np.int64), np.arange(count, dtype=np.int32), told)
        if self.costs is not None:
            root.spent = np.zeros(count, dtype=np.int64)
        if self.board.links is not None:
            root.ways = np.ones(count, dtype=np.int64)
            return self._play_shared(block, root)
        stack = [(0, root)]
        while stack:
            made, games = stack.pop()
            if len(games.slots) > _GAMES:
                stack.append((made, games.take(np.arange(_GAMES, len(games.slots)))))
                games = games.take(np.arange(_GAMES))
            below = self._move(block, made, games)
            if len(below.slots):
                stack.append((made + 1, below))
        return block

    def _play_shared(self, block: _Block, games: _Games) -> _Block | None:
        """Play on by one guess after the other, so that games that meet go on as one."""
        np = self.np
        made = 0
        while len(games.slots):
            starts = range(_GAMES, len(games.slots), _GAMES)
            parts = [
                self._move(block, made, games.take(some)) for some in np.split(np.arange(len(games.slots)), starts)
            ]
            each = ((part.slots, part.who, part.told, part.ways) for part in parts)
            slots, who, told, ways = (np.concatenate(some) for some in zip(*each, strict=True))
            keys = (slots * len(block.secrets) + who) * (self.game.lies + 1) + told
            _, first, which = np.unique(keys, return_index=True, return_inverse=True)
            together = np.zeros(len(first), dtype=np.int64)
            np.add.at(together, which, ways)
            if len(first) and together.max() >= _MOST_WAYS:
                return None
            games = _Games(slots[first], who[first], told[first], together)
            made += 1
        return block

    def _move(self, block: _Block, made: int, games: _Games) -> _Games:
        """Make one guess in each game; returns those that go on."""
        np = self.np
        self.visited[games.slots] = True
        guesses = self.board.guesses.take(games.slots)
        ends = (guesses == GIVE_UP) | (guesses >= self.questions)
        if self.turns is not None and made >= self.turns:
            ends[:] = True
        if ends.any():
            gone, on = np.flatnonzero(ends), np.flatnonzero(~ends)
            self._end(block, made, games.take(gone), guesses.take(gone))
            games, guesses = games.take(on), guesses.take(on)
        if games.spent is not None:
            games.spent = games.spent + self.costs.take(guesses)
        which, responses, lies = self.answers.of(guesses, block.secrets.take(games.who), games.told)
        if which is not None:
            games = games.take(which)
        fits = self.board.has(games.slots, responses)
        right = responses == self.last
        on = ~right
        if not fits.all():
            block.wrong[games.who[~fits]] = True
            right, on = right & fits, on & fits
        self._find(block, games.take(np.flatnonzero(right)), made + 1, made + 1)
        on = np.flatnonzero(on)
        ended = games.count()
        games, responses = games.take(on), responses.take(on)
        block.games += ended - games.count()
        games.slots = self.board.children(games.slots, responses)
        if lies is not None:
            games.told = games.told + lies.take(on)
        return games

    def _end(self, block: _Block, made: int, games: _Games, guesses: Any) -> None:
        """Games end without a question: the tree gives up, announces the secret, or asks more than it may."""
        np = self.np
        secrets = block.secrets.take(games.who)
        named = secrets if self.classes is None else self.classes[secrets]
        gave_up, right = guesses == GIVE_UP, named + self.questions == guesses
        right &= self.board.has(games.slots, self.last)
        lost = gave_up
        if self.classes is not None and games.told is None:
            # A wrong class loses the secret.
            lost = gave_up | ((guesses >= self.questions) & ~(named + self.questions == guesses))
        block.lost[games.who[lost]] = True
        block.wrong[games.who[~(lost | right)]] = True
        block.games += games.count()
        if self.game.weighted:
            block.weighed[3] += int(self._weights(secrets[lost]).sum())
        self._find(block, games.take(np.flatnonzero(right)), made + 1, made)

    def _find(self, block: _Block, games: _Games, number: int, asked: int) -> None:
        """Note secrets that are found by the move of that number, after so many questions."""
        self.solved[games.slots] = True
        # Where each game is its secret's only one, there is nothing to compare.
        most = number if games.told is None else self.np.maximum(block.found.take(games.who), number)
        block.found[games.who] = most
        if self.game.weighted:
            weights = self._weights(block.secrets[games.who])
            spent = asked if games.spent is None else games.spent
            for figure, values in enumerate((weights, weights * asked, weights * spent)):
                block.weighed[figure] += int(values.sum())

    def _weights(self, secrets: Any) -> Any:
        """How much each of some secrets counts."""
        return self.np.ones(len(secrets), dtype=self.np.int64) if self.weights is None else self.weights[secrets]
