"""Play all secrets of a large tree at once, block by block, by the bulk form of the rules (``Game.bulk``).

The specification is the replay of one secret in :mod:`strategist.verify`, which also finds the words for what is wrong.
Nothing of a search is used: the guesses and masks of the file, and the rules.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from strategist.bulk import BLOCK, bulk_rules
from strategist.files.strategy import StrategyData
from strategist.game import Game
from strategist.many import numpy_for
from strategist.tree import GIVE_UP


@dataclass
class Replayed:
    """What became of the secrets.

    ``solved_at[i]`` is the number of secrets solved at move i + 1. ``lost`` and ``wrong`` are the indices of the
    secrets at which the tree gives up, and of those that it does not follow as the rules are, both ascending.
    ``unmet`` are the slots that no secret reaches, and those whose solved response no secret gives, ascending; the
    former are also in ``unreached``.
    """

    solved_at: list[int]
    lost: Sequence[int]
    wrong: Sequence[int]
    unmet: Sequence[int]
    unreached: frozenset[int]


def replay_in_bulk(
    game: Game, data: StrategyData, candidates: array[int] | None, jobs: int, tell: Callable[[int], object]
) -> Replayed | None:
    """Play the secrets ``candidates``, by their indices, or all of them; None where it has to be done one by one.

    ``jobs`` threads play a block each; nothing else depends on their number. ``tell`` is called with the number of
    secrets played so far.
    """
    np = numpy_for(len(game.secrets) if candidates is None else len(candidates))
    rules = bulk_rules(game)
    if np is None or rules is None or game.restricts or not isinstance(data.tree.masks, array):
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
    for number, block in enumerate(_in_threads(play, range(0, count, BLOCK), jobs), 1):
        found.solved_at = [sum(pair) for pair in zip_longest(found.solved_at, block.solved_at, fillvalue=0)]
        lost.append(block.lost)
        wrong.append(block.wrong)
        tell(min(number * BLOCK, count))
    found.lost, found.wrong = np.concatenate(lost).tolist(), np.concatenate(wrong).tolist()
    found.unmet = np.flatnonzero(~tree.visited | (tree.solves & ~tree.solved)).tolist()
    found.unreached = frozenset(np.flatnonzero(~tree.visited).tolist())
    return found


def _in_threads(play: Callable[[int], _Block], starts: range, jobs: int) -> Iterator[_Block]:
    """The blocks in order, played by so many threads; after Ctrl-C those that have not begun are not played."""
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

    def play(self, secrets: Any) -> _Block:
        """Follow the tree with some secrets until each of them ends."""
        np = self.np
        slots = np.zeros(len(secrets), dtype=self.first_child.dtype)
        solved_at: list[int] = []
        lost, wrong = [], []
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
                secrets, slots, guesses, announced = (each[~ends] for each in (secrets, slots, guesses, announced))
            responses = self._respond(guesses, secrets, announced)
            masks = self.masks.take(slots)
            fits = (masks >> responses) & np.uint64(1) == 1
            if not fits.all():
                wrong.append(secrets[~fits])
                secrets, slots, responses, masks = (each[fits] for each in (secrets, slots, responses, masks))
            found = responses == self.last
            self.solved[slots[found]] = True
            solved_at.append(int(np.count_nonzero(found)))
            on = ~found
            secrets, slots, responses, masks = (each[on] for each in (secrets, slots, responses, masks))
            before = masks & ((np.uint64(1) << responses) - np.uint64(1))
            slots = self.first_child.take(slots) + np.bitwise_count(before)
        while solved_at and not solved_at[-1]:
            solved_at.pop()
        nothing = np.empty(0, dtype=np.int32)
        return _Block(solved_at, np.sort(np.concatenate([nothing, *lost])), np.sort(np.concatenate([nothing, *wrong])))

    def _respond(self, guesses: Any, secrets: Any, announced: Any) -> Any:
        """The responses, as words; an announcement that is made is right."""
        np = self.np
        if not self.announces or not announced.any():
            return self.rules.respond(guesses, secrets).astype(np.uint64)
        responses = np.full(len(secrets), self.last, dtype=np.uint64)
        asked = ~announced
        responses[asked] = self.rules.respond(guesses[asked], secrets[asked])
        return responses
