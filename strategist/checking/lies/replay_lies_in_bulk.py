"""Play many secrets with every way of lying at once, block by block, by the bulk form of the rules (``Game.bulk``).

The specification is :mod:`strategist.checking.lies.replay_lies`, which also finds the words for what is wrong. Nothing
of a search is used: the guesses and masks of the file, and the rules.

What is played is a list of *games*, in arrays: the slot that a game has come to, its secret, the lies told. Every step
makes one guess in each game, and a game goes on as one game for each answer that its secret may give. In a tree that
shares slots, games that come to the same slot with the same secret and lies go on as one, which counts as several.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from strategist.checking.replays.replay_in_bulk import Replayed, in_threads
from strategist.common.lazy_numpy import MANY, numpy_for
from strategist.files.strategy import StrategyData
from strategist.model.bulk import bulk_rules
from strategist.model.game import Game
from strategist.model.lies.honest import Honest
from strategist.model.tree import GIVE_UP, DecisionTree

_SECRETS = 1 << 10
"""The secrets of a block."""
_SECRETS_OF_SHARED = 1 << 6
"""The secrets of a block where a tree shares slots: all games of a block that have as many guesses are compared."""
_MOST_WAYS = 1 << 53
"""Above this number of games that are played as one, the plain replay counts them."""
_GAMES = 1 << 15
"""The games that are played on at once: their answers are to stay in the processor's cache."""
_STEPS_OF_A_SLOT = 8
"""About how many games a slot stands for, when it is decided whether NumPy pays."""
_WORD = 64


def replay_lies_in_bulk(game: Game, data: StrategyData, jobs: int, tell: Callable[[int], object]) -> Replayed | None:
    """Play every secret with every way of lying; None where it has to be done one by one.

    ``jobs`` threads play a block of secrets each; nothing else depends on their number. ``tell`` is called with the
    number of secrets played so far.
    """
    tree = data.tree
    np = numpy_for(_STEPS_OF_A_SLOT * len(tree))
    if np is None or game.restricts or not _usual(game) or tree.response_count != game.response_count:
        return None
    told = [game.lies_in(data.start, secret) for secret in game.secrets] if data.start else [0] * len(game.secrets)
    left = np.array([secret for secret, lies in enumerate(told) if lies is not None and lies <= game.lies], dtype="i4")
    lies = np.array([lies or 0 for lies in told], dtype=np.uint8)
    player = _Player(np, game, data)
    size = _SECRETS if tree.links is None else _SECRETS_OF_SHARED

    def play(start: int) -> _Block | None:
        secrets = left[start : start + size]
        return player.play(secrets, lies[secrets])

    found = Replayed([], [], [], [], frozenset(), games=0)
    for number, block in enumerate(in_threads(play, range(0, len(left), size), jobs), 1):
        if block is None:
            return None
        _add(np, found, block)
        tell(min(number * size, len(left)))
    while found.solved_at and not found.solved_at[-1]:
        found.solved_at.pop()
    found.unmet = np.flatnonzero(~player.visited | (player.board.solves & ~player.solved)).tolist()
    found.unreached = frozenset(np.flatnonzero(~player.visited).tolist())
    return found


def _usual(game: Game) -> bool:
    """Whether the answers of a game are those of the class of all games, or known for many at once."""
    kind = type(game)
    known = not game.fibs or game.shown_rows() is not None
    return known and kind.lies_told is Game.lies_told and kind.can_get is Game.can_get


@dataclass
class _Block:
    """What became of the ``secrets`` of one block, in arrays: the most moves until each was ``found``, and whether it
    was ``lost`` or played ``wrong`` under some lies; and how many ``games`` there were."""

    secrets: Any
    found: Any
    lost: Any
    wrong: Any
    games: int = 0


def _add(np: Any, found: Replayed, block: _Block) -> None:
    """Add the secrets of a block, which come after those there are."""
    solved = np.bincount(block.found[~block.lost & ~block.wrong], minlength=1).tolist()[1:]
    found.solved_at += [0] * (len(solved) - len(found.solved_at))
    for at, count in enumerate(solved):
        found.solved_at[at] += count
    found.lost = [*found.lost, *block.secrets[block.lost & ~block.wrong].tolist()]
    found.wrong = [*found.wrong, *block.secrets[block.wrong].tolist()]
    found.games = (found.games or 0) + block.games


@dataclass
class _Games:
    """Games that are played on, in arrays: their ``slots``, ``who`` is hidden, by places in a block, the lies ``told``,
    and in how many ``ways`` play has come there."""

    slots: Any
    who: Any
    told: Any
    ways: Any

    def arrays(self) -> tuple[Any, Any, Any, Any]:
        """All four."""
        return self.slots, self.who, self.told, self.ways

    def __getitem__(self, chosen: Any) -> _Games:
        """Some of the games, by a slice, a mask or an array of numbers."""
        return _Games(*(each[chosen] for each in self.arrays()))


class _Player:
    """Plays blocks of secrets, and notes which slots were met. Threads may play at the same time."""

    def __init__(self, np: Any, game: Game, data: StrategyData) -> None:
        self.np, self.game = np, game
        self.board = _Board(np, data.tree)
        self.answers = _Answers(np, game, self.board.guesses)
        self.questions = game.question_count
        classes = range(len(game.secrets)) if game.classes is None else game.classes
        self.announcements = np.array(classes, dtype=np.int32) + self.questions
        self.turns = None if game.turns is None else game.turns - len(data.start)
        self.last = game.response_count - 1
        # Several threads may write into these, but all of them write the same.
        self.visited = np.zeros(len(data.tree), dtype=bool)
        self.solved = np.zeros(len(data.tree), dtype=bool)

    def play(self, secrets: Any, lies: Any) -> _Block | None:
        """Play some secrets under which some lies have been told; None if that are too many games to count here."""
        np = self.np
        count = len(secrets)
        block = _Block(secrets, np.zeros(count, dtype=np.int64), np.zeros(count, dtype=bool), np.zeros(count, bool))
        root = _Games(np.zeros(count, np.int64), np.arange(count), lies, np.ones(count, np.int64))
        if self.board.links is not None:
            return self._play_shared(block, root)
        stack = [(0, root)]
        while stack:
            made, games = stack.pop()
            if len(games.slots) > _GAMES:
                stack.append((made, games[_GAMES:]))
            below = self._move(block, made, games[:_GAMES])
            if len(below.slots):
                stack.append((made + 1, below))
        return block

    def _play_shared(self, block: _Block, games: _Games) -> _Block | None:
        """Play on by one guess after the other, so that games that meet go on as one."""
        np = self.np
        made = 0
        while len(games.slots):
            starts = range(0, len(games.slots), _GAMES)
            parts = [self._move(block, made, games[start : start + _GAMES]) for start in starts]
            slots, who, told, ways = (np.concatenate(each) for each in zip(*map(_Games.arrays, parts), strict=True))
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
        slots, who = games.slots, games.who
        self.visited[slots] = True
        guesses = self.board.guesses[slots]
        gave_up = guesses == GIVE_UP
        announced = guesses >= self.questions
        named = announced & (self.announcements[block.secrets[who]] == guesses)
        named &= self.board.has(slots, self.last)
        refused = announced & ~named
        if self.turns is not None and made >= self.turns:
            refused |= ~announced & ~gave_up
        block.lost[who[gave_up]] = True
        block.wrong[who[refused]] = True
        self._find(block, made, slots[named], who[named])
        asks = ~(gave_up | announced | refused)
        block.games += int(games.ways[~asks].sum())
        games, guesses = games[asks], guesses[asks]
        rows, responses, more = self.answers.of(guesses, block.secrets[games.who], games.told)
        games = games[rows]
        fits = self.board.has(games.slots, responses)
        right = fits & (responses == self.last)
        block.wrong[games.who[~fits]] = True
        self._find(block, made, games.slots[right], games.who[right])
        on = fits & ~right
        block.games += int(games.ways[~on].sum())
        games, responses = games[on], responses[on]
        return _Games(self.board.children(games.slots, responses), games.who, games.told + more[on], games.ways)

    def _find(self, block: _Block, made: int, slots: Any, who: Any) -> None:
        """Note secrets that are found by the move after some others."""
        self.solved[slots] = True
        block.found[who] = self.np.maximum(block.found[who], made + 1)


class _Board:
    """A tree as arrays of NumPy, its masks in words of 64 responses."""

    def __init__(self, np: Any, tree: DecisionTree) -> None:
        self.np = np
        self.guesses = np.array(tree.guesses, dtype=np.int32)
        self.first_child = np.array(tree.first_child, dtype=np.int64)
        self.links = None if tree.links is None else np.array(tree.links, dtype=np.int64)
        words = -(-tree.response_count // _WORD)
        raw = b"".join(mask.to_bytes(8 * words, "little") for mask in tree.masks)
        self.masks = np.frombuffer(raw, dtype="<u8").reshape(len(tree), words)
        counts = np.bitwise_count(self.masks).astype(np.int64)
        self.before = np.cumsum(counts, axis=1) - counts
        """The responses of a mask that stand in the words before each."""
        last = tree.response_count - 1
        self.solves = self.masks[:, last // _WORD] >> np.uint64(last % _WORD) & np.uint64(1) == 1

    def has(self, slots: Any, responses: Any) -> Any:
        """Whether the mask of each slot has a response."""
        np = self.np
        words, bits = np.divmod(np.asarray(responses, dtype=np.uint64), np.uint64(_WORD))
        return self.masks[slots, words.astype(np.int64)] >> bits & np.uint64(1) == 1

    def children(self, slots: Any, responses: Any) -> Any:
        """The slot behind each response, which the mask has."""
        np = self.np
        words, bits = np.divmod(responses.astype(np.uint64), np.uint64(_WORD))
        words = words.astype(np.int64)
        below = self.masks[slots, words] & ((np.uint64(1) << bits) - np.uint64(1))
        branches = self.first_child[slots] + self.before[slots, words] + np.bitwise_count(below)
        return branches if self.links is None else self.links[branches - 1]


class _Answers:
    """What secrets may answer to the questions of a tree, true and false."""

    def __init__(self, np: Any, game: Game, guesses: Any) -> None:
        self.np, self.lies = np, game.lies
        self.last = game.response_count - 1
        self.denies = game.honest is Honest.YES
        asked = np.unique(guesses)
        asked = asked[(asked >= 0) & (asked < game.question_count)]
        self.place = np.zeros(game.question_count, dtype=np.int64)
        self.place[asked] = np.arange(len(asked))
        self.rules: Any = bulk_rules(game, max(MANY, len(asked) * len(game.secrets)))
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
        return counts, np.cumsum(counts) - counts, np.concatenate(shown).astype(np.int64)

    def of(self, guesses: Any, secrets: Any, told: Any) -> tuple[Any, Any, Any]:
        """Every answer that each of some games may get: the number of the game, the answer, whether it is a lie."""
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
            return rows, responses, np.zeros(len(rows), dtype=np.uint8)
        liars = told < self.lies
        if not self.denies:
            liars &= true != self.last
        lying = np.flatnonzero(liars)
        false = self.can_get[places[lying]]
        false[np.arange(len(lying)), true[lying]] = False
        who, lies = np.nonzero(false)
        more = np.repeat(np.array([0, 1], dtype=np.uint8), [len(rows), len(who)])
        return np.concatenate([rows, lying[who]]), np.concatenate([responses, lies]), more
