"""Play all secrets of a large tree at once, block by block, by the bulk form of the rules (``Game.bulk``).

The specification is the replay of one secret in :mod:`strategist.checking.replays.replay`, which also finds the words
for what is wrong. Nothing of a search is used: the guesses and masks of the file, and the rules.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, TypeVar

from strategist.common.lazy_numpy import numpy_for
from strategist.files.strategy import StrategyData
from strategist.model.bulk import BLOCK, bulk_rules
from strategist.model.game import Game
from strategist.model.tree import GIVE_UP, Weighed

B = TypeVar("B")


@dataclass
class Replayed:
    """What became of the secrets.

    ``solved_at[i]`` is the number of secrets solved at move i + 1. ``lost`` and ``wrong`` are the indices of the
    secrets at which the tree gives up, and of those that it does not follow as the rules are, both ascending.
    ``unmet`` are the slots that no secret reaches, and those whose solved response no secret gives, ascending;
    ``unreached`` holds the slots that no secret reaches. ``weighed`` are the figures under chances and costs, None in
    a game without any. ``games`` is how many games were played, where answers may be false; else None.
    """

    solved_at: list[int]
    lost: Sequence[int]
    wrong: Sequence[int]
    unmet: Sequence[int]
    unreached: frozenset[int]
    weighed: Weighed | None = None
    games: int | None = None


def replay_in_bulk(
    game: Game, data: StrategyData, candidates: array[int] | None, jobs: int, tell: Callable[[int], object]
) -> Replayed | None:
    """Play the secrets ``candidates``, by their indices, or all of them; None where it has to be done one by one.

    ``jobs`` threads play a block each; nothing else depends on their number. ``tell`` is called with the number of
    secrets played so far.
    """
    np = numpy_for(len(game.secrets) if candidates is None else len(candidates))
    rules = bulk_rules(game)
    one_by_one = game.restricts or game.classes is not None
    if np is None or rules is None or one_by_one or not isinstance(data.tree.masks, array):
        return None
    if data.tree.response_count != game.response_count:
        return None
    count = len(game.secrets) if candidates is None else len(candidates)
    everything = None if candidates is None else np.frombuffer(candidates, dtype=np.int32)
    tree = _Tree(np, game, data, rules)

    def play(start: int) -> _Block:
        stop = min(start + BLOCK, count)
        secrets = np.arange(start, stop, dtype=np.int32) if everything is None else everything[start:stop]
        return tree.play(secrets)

    found = Replayed([], [], [], [], frozenset())
    lost, wrong = [], []
    weighed = [0] * 4
    for number, block in enumerate(in_threads(play, range(0, count, BLOCK), jobs), 1):
        found.solved_at = [sum(pair) for pair in zip_longest(found.solved_at, block.solved_at, fillvalue=0)]
        lost.append(block.lost)
        wrong.append(block.wrong)
        weighed = list(map(sum, zip(weighed, block.weighed, strict=True)))
        tell(min(number * BLOCK, count))
    found.lost, found.wrong = np.concatenate(lost).tolist(), np.concatenate(wrong).tolist()
    found.unmet = np.flatnonzero(~tree.visited | (tree.solves & ~tree.solved)).tolist()
    found.unreached = frozenset(np.flatnonzero(~tree.visited).tolist())
    found.weighed = Weighed(*weighed) if game.weighted else None
    return found


def in_threads(play: Callable[[int], B], starts: range, jobs: int) -> Iterator[B]:
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
    """What became of the secrets of one block."""

    solved_at: list[int]
    lost: Any
    wrong: Any
    weighed: list[int]
    """The fields of :class:`~strategist.model.tree.Weighed`; zeros in a game without chances and costs."""


class _Tree:
    """A tree as arrays of NumPy, and which of its slots were met. Threads may play at the same time."""

    def __init__(self, np: Any, game: Game, data: StrategyData, rules: Any) -> None:
        tree = data.tree
        self.np, self.rules = np, rules
        self.guesses = np.frombuffer(tree.guesses, dtype=np.int32)
        self.masks = np.frombuffer(tree.masks, dtype=np.uint64)
        self.first_child = np.frombuffer(tree.first_child, dtype=np.dtype(tree.first_child.typecode))
        self.solves = self.masks >= np.uint64(tree.solved_bit)
        # Several threads may write into these, but all of them write the same.
        self.visited = np.zeros(len(tree), dtype=bool)
        self.solved = np.zeros(len(tree), dtype=bool)
        self.last = tree.response_count - 1
        self.announces, self.questions = game.announces, game.question_count
        self.turns = None if game.turns is None else max(0, game.turns - len(data.start))
        self.weighted = game.weighted
        self.weights = None if game.weights is None else np.array(game.weights, dtype=np.int64)
        self.costs = None if game.costs is None else np.array([*game.costs, 0], dtype=np.int64)

    def play(self, secrets: Any) -> _Block:
        """Follow the tree with some secrets until each of them ends."""
        np = self.np
        slots = np.zeros(len(secrets), dtype=self.first_child.dtype)
        spent = np.zeros(len(secrets) if self.weighted else 0, dtype=np.int64)
        solved_at: list[int] = []
        lost, wrong = [], []
        weighed = [0, 0, 0, 0]
        while len(secrets):
            self.visited[slots] = True
            guesses = self.guesses.take(slots)
            gave_up = guesses == GIVE_UP
            announced = guesses >= self.questions
            fails = announced & (guesses - self.questions != secrets)
            if self.turns is not None and len(solved_at) >= self.turns:
                fails |= ~announced
            ends = gave_up | fails
            if ends.any():
                lost.append(secrets[gave_up])
                wrong.append(secrets[fails & ~gave_up])
                if self.weighted:
                    weighed[3] += self._mass(secrets[gave_up])
                    spent = spent[~ends]
                secrets, slots, guesses, announced = (each[~ends] for each in (secrets, slots, guesses, announced))
            responses = self._respond(guesses, secrets, announced)
            masks = self.masks.take(slots)
            if self.weighted:
                spent = spent + self._costs_of(guesses, announced)
            fits = (masks >> responses) & np.uint64(1) == 1
            if not fits.all():
                wrong.append(secrets[~fits])
                if self.weighted:
                    spent, announced = spent[fits], announced[fits]
                secrets, slots, responses, masks = (each[fits] for each in (secrets, slots, responses, masks))
            found = responses == self.last
            self.solved[slots[found]] = True
            solved_at.append(int(np.count_nonzero(found)))
            on = ~found
            if self.weighted:
                self._weigh(weighed, secrets[found], spent[found], len(solved_at) - announced[found])
                spent = spent[on]
            secrets, slots, responses, masks = (each[on] for each in (secrets, slots, responses, masks))
            before = masks & ((np.uint64(1) << responses) - np.uint64(1))
            slots = self.first_child.take(slots) + np.bitwise_count(before)
        while solved_at and not solved_at[-1]:
            solved_at.pop()
        nothing = np.empty(0, dtype=np.int32)
        gone, astray = (np.sort(np.concatenate([nothing, *each])) for each in (lost, wrong))
        return _Block(solved_at, gone, astray, weighed)

    def _mass(self, secrets: Any) -> int:
        """The weights of some secrets, summed."""
        return len(secrets) if self.weights is None else int(self.weights[secrets].sum())

    def _costs_of(self, guesses: Any, announced: Any) -> Any:
        """The cost of each guess: nothing for an announcement."""
        if self.costs is None:
            return ~announced
        return self.costs[self.np.where(announced, len(self.costs) - 1, guesses)]

    def _weigh(self, weighed: list[int], secrets: Any, spent: Any, asked: Any) -> None:
        """Add solved secrets to the figures, each with what was spent and how many questions were asked."""
        weights = 1 if self.weights is None else self.weights[secrets]
        weighed[0] += self._mass(secrets)
        weighed[1] += int((weights * asked).sum())
        weighed[2] += int((weights * spent).sum())

    def _respond(self, guesses: Any, secrets: Any, announced: Any) -> Any:
        """The responses, as words; an announcement that is made is right."""
        np = self.np
        if not self.announces or not announced.any():
            return self.rules.respond(guesses, secrets).astype(np.uint64)
        responses = np.full(len(secrets), self.last, dtype=np.uint64)
        asked = ~announced
        responses[asked] = self.rules.respond(guesses[asked], secrets[asked])
        return responses
