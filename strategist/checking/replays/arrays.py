"""What a replay in bulk reads: a tree as arrays of NumPy, and what secrets answer to its questions, by the bulk form of
the rules.

>>> from strategist.common import lazy_numpy
>>> numpy = lazy_numpy.numpy_for(lazy_numpy.MANY)
>>> board = Board(numpy, DecisionTree(guesses=[0, 1], masks=[0b11, 0b10], response_count=2))
>>> board.has(numpy.array([0, 1]), 0).tolist()
[True, False]
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from strategist.common.lazy_numpy import MANY
from strategist.model.bulk import bulk_rules
from strategist.model.game import Game
from strategist.model.lies.honest import Honest
from strategist.model.tree import DecisionTree

_WORD = 64


class Board:
    """A tree as arrays of NumPy, its masks in words of 64 responses, slot by slot."""

    def __init__(self, np: Any, tree: DecisionTree) -> None:
        self.np = np
        self.guesses = np.frombuffer(tree.guesses, dtype=np.int32)
        self.first_child = np.frombuffer(tree.first_child, dtype=np.dtype(tree.first_child.typecode))
        self.links = None if tree.links is None else np.frombuffer(tree.links, dtype=np.int32)
        self.words = -(-tree.response_count // _WORD)
        if isinstance(tree.masks, array):
            self.masks = np.frombuffer(tree.masks, dtype=np.uint64)
        else:
            raw = b"".join(mask.to_bytes(8 * self.words, "little") for mask in tree.masks)
            self.masks = np.frombuffer(raw, dtype="<u8")
        self.before: Any = None
        """The responses of a mask that stand in the words before each, where there are several."""
        if self.words > 1:
            counts = np.bitwise_count(self.masks.reshape(len(tree), self.words)).astype(np.int64)
            self.before = (np.cumsum(counts, axis=1) - counts).ravel()

    def _bits(self, slots: Any, responses: Any) -> tuple[Any, Any]:
        """The place of the word in which the mask of each slot has a response, and the bit there."""
        if self.before is None:
            return slots, responses
        words, bits = self.np.divmod(responses, self.np.uint64(_WORD))
        return slots * self.words + words.astype(self.np.int64), bits

    def has(self, slots: Any, responses: Any) -> Any:
        """Whether the mask of each slot has a response."""
        places, bits = self._bits(slots, responses)
        return self.masks.take(places) >> bits & self.np.uint64(1) == 1

    def children(self, slots: Any, responses: Any) -> Any:
        """The slot behind each response, which the mask has."""
        np = self.np
        places, bits = self._bits(slots, responses)
        below = np.bitwise_count(self.masks.take(places) & ((np.uint64(1) << bits) - np.uint64(1)))
        branches = self.first_child.take(slots) + (below if self.before is None else below + self.before.take(places))
        return branches if self.links is None else self.links.take(branches - 1)


class TrueAnswers:
    """The one answer of each secret to each question."""

    def __init__(self, np: Any, rules: Any) -> None:
        self.np, self.rules = np, rules

    def of(self, guesses: Any, secrets: Any, told: Any) -> tuple[Any, Any, Any]:
        """Every answer that each of some games may get: the number of the game, the answer, whether it is a lie. Where
        each gets one, there are no numbers, and where none is a lie, none of these."""
        return None, self.rules.respond(guesses, secrets).astype(self.np.uint64), None


class LyingAnswers(TrueAnswers):
    """What secrets may answer to the questions of a tree, true and false."""

    def __init__(self, np: Any, game: Game, tree: DecisionTree) -> None:
        self.lies = game.lies
        self.last = game.response_count - 1
        self.denies = game.honest is Honest.YES
        asked = np.unique(np.frombuffer(tree.guesses, dtype=np.int32))
        asked = asked[(asked >= 0) & (asked < game.question_count)]
        self.place = np.zeros(game.question_count, dtype=np.int64)
        self.place[asked] = np.arange(len(asked))
        super().__init__(np, bulk_rules(game, max(MANY, len(asked) * len(game.secrets))))
        rows = game.shown_rows() if game.fibs else None
        self.shown = None if rows is None else [np.unique(row) for row in rows]
        self.table: Any = None
        if self.rules is None:
            self.table = np.zeros((len(asked), len(game.secrets)), dtype=np.min_scalar_type(self.last))
        self.can_get = np.zeros((len(asked) if self.lies else 0, game.response_count), dtype=bool)
        for place, question in enumerate(asked.tolist() if self.lies or self.rules is None else ()):
            row = self._row(game, question)
            if self.table is not None:
                self.table[place] = row
            if self.lies:
                self.can_get[place, row] = True
        # No lie calls a guess right.
        self.can_get[:, self.last] = False
        self.counts, self.begins, self.flat = self._freely()

    def _row(self, game: Game, question: int) -> Any:
        """The true answer of every secret to a question."""
        if self.rules is not None:
            return self.rules.respond(question, self.np.arange(len(game.secrets), dtype=self.np.int32))
        return [game.respond(game.guesses[question], secret) for secret in game.secrets]

    def _freely(self) -> tuple[Any, Any, Any]:
        """For each true answer, how many may be given without a lie; where they begin in the list that comes last."""
        np = self.np
        shown: Sequence[Any] = np.arange(self.last + 1)[:, None] if self.shown is None else self.shown
        counts = np.array([len(each) for each in shown], dtype=np.int64)
        return counts, np.cumsum(counts) - counts, np.concatenate(shown).astype(np.uint64)

    def of(self, guesses: Any, secrets: Any, told: Any) -> tuple[Any, Any, Any]:
        """See :class:`TrueAnswers`."""
        np = self.np
        places = self.place[guesses]
        if self.rules is None:
            true = self.table[places, secrets].astype(np.int64)
        else:
            true = self.rules.respond(guesses, secrets).astype(np.int64)
        counts = self.counts[true]
        rows = np.repeat(np.arange(len(true)), counts)
        nth = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
        responses = self.flat[self.begins[true][rows] + nth]
        if not self.lies:
            return rows, responses, None
        liars = told < self.lies
        if not self.denies:
            liars &= true != self.last
        lying = np.flatnonzero(liars)
        false = self.can_get[places[lying]]
        false[np.arange(len(lying)), true[lying]] = False
        who, lies = np.nonzero(false)
        more = np.repeat(np.array([0, 1], dtype=np.uint8), [len(rows), len(who)])
        return np.concatenate([rows, lying[who]]), np.concatenate([responses, lies.astype(np.uint64)]), more
