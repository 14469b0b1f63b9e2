"""Play a tree against every secret, by the rules alone: as its kind of answers says.

Where each secret has one answer, or where answers may be false, a large tree is replayed in bulk
(:mod:`strategist.checking.replays.replay_in_bulk`); what is wrong is told by the plain replay
(:mod:`strategist.checking.replays.replay_plain`). Where answers may be one of several, every leaf is replayed once
(:mod:`strategist.checking.replays.replay_several`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

from strategist.checking.replays.replay_in_bulk import Begun, begin_lying, begin_truly, replay_in_bulk
from strategist.checking.replays.replay_plain import LyingWalk, Walk, replay_plainly
from strategist.checking.replays.replay_several import replay_several
from strategist.common.wording import counted
from strategist.files.strategy import StrategyData
from strategist.model.game import Code, Game
from strategist.model.position import by_kind
from strategist.model.tree import GIVE_UP, Claims, DecisionTree

_MOST_PROBLEMS = 10
_MOST_LOST = 5
"""The number of lost secrets that are named as examples."""


@dataclass(frozen=True)
class Played:
    """What the replay of a tree has found: its figures, the first of the secrets that are lost, and where answers may
    be false, the number of ``games``."""

    claims: Claims
    losers: list[Code] = field(default_factory=list)
    games: int | None = None


class Problems:
    """The first problems, and how many there are: there may be one for each of millions of secrets."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._count = 0

    def add(self, text: str) -> None:
        """Add one problem."""
        self.add_all(1, iter([text]))

    def add_all(self, count: int, texts: Iterator[str]) -> None:
        """Add ``count`` problems; only the first few of ``texts`` are read."""
        self._texts += islice(texts, _MOST_PROBLEMS - len(self._texts))
        self._count += count

    def listed(self) -> list[str]:
        """The first ones, and a line for the rest."""
        more = self._count - len(self._texts)
        return [*self._texts, f"and {counted(more, 'problem')} more"] if more else self._texts


class Replay(ABC):
    """The replay of one tree against every secret; ``problems`` learn what is wrong with it."""

    def __init__(self, game: Game, data: StrategyData, problems: Problems) -> None:
        self.game, self.data, self.problems = game, data, problems

    @abstractmethod
    def played(self, jobs: int, tell: Callable[[int], object], plain: bool) -> Played:
        """Play against every secret by so many threads; ``tell`` is called with the number of secrets played so far.
        With ``plain``, one secret is played after the other."""


class ReplayEach(Replay):
    """Each secret is played once, or where answers may be false, with every way of lying: by the rules of ``walk``, or
    in bulk as ``begin`` says."""

    def __init__(
        self,
        game: Game,
        data: StrategyData,
        problems: Problems,
        walk: type[Walk],
        begin: Callable[[Game, StrategyData], Begun | None],
    ) -> None:
        super().__init__(game, data, problems)
        self.walk, self.begin = walk, begin

    def played(self, jobs: int, tell: Callable[[int], object], plain: bool) -> Played:
        """See :class:`Replay`."""
        game, data = self.game, self.data
        found = None if plain else replay_in_bulk(game, data, self.begin, jobs, tell)
        if found is None:
            found = replay_plainly(self.walk(game, data.tree, data.start), tell)
        self.problems.add_all(len(found.wrong), map(self._problem_of, found.wrong))
        dead = (_dead_branch(game, data.tree, slot, met) for slot, met in found.dead)
        self.problems.add_all(len(found.dead), dead)
        true = replace(Claims.of_moves(found.solved_at, len(found.lost), game.announces), weighed=found.weighed)
        return Played(true, [game.secrets[index] for index in found.lost[:_MOST_LOST]], found.games)

    def _problem_of(self, secret: int) -> str:
        """What is wrong where one secret is hidden."""
        walk = self.walk(self.game, self.data.tree, self.data.start)
        return walk.play([(secret, self.game.secrets[secret])])[0].problem


class ReplaySeveral(Replay):
    """Every leaf is reached once, by all secrets that may be left there."""

    def played(self, jobs: int, tell: Callable[[int], object], plain: bool) -> Played:
        """See :class:`Replay`; there is one way to do it."""
        claims, losers = replay_several(self.game, self.data.tree, self.data.start, self.problems.add)
        return Played(claims, losers[:_MOST_LOST])


def replay_of(game: Game, data: StrategyData, problems: Problems) -> Replay:
    """The replay of a tree, by the kind of the game's answers.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,2)")
    >>> tree = DecisionTree(guesses=[0, 1], masks=[0b11, 0b10], response_count=2)
    >>> data = StrategyData(game, "first", tree, Claims.of([1, 1], 0))
    >>> replay_of(game, data, Problems()).played(1, lambda played: None, plain=True).claims.total
    3
    """
    given = game, data, problems
    return by_kind(
        game,
        one=ReplayEach(*given, Walk, begin_truly),
        several=ReplaySeveral(*given),
        lies=ReplayEach(*given, LyingWalk, begin_lying),
    )


def _dead_branch(game: Game, tree: DecisionTree, slot: int, met: bool) -> str:
    """What is wrong with a slot that no secret meets, or at which none is solved although its guess is to be one."""
    if not met:
        return f"dead branch: no secret reaches slot {slot}"
    guess = game.format_code(game.guesses[tree.guesses[slot]])
    return f"dead branch: no secret is solved by {guess} at slot {slot}"


def size_by_rules(game: Game, tree: DecisionTree, secrets: Iterable[Code]) -> int:
    """The number of slots at which a question is asked while more than one of some secrets (classes) is left.

    >>> from strategist.games.catalog import make_game
    >>> tree = DecisionTree(guesses=[0, 1, 2], masks=[0b11, 0b11, 0b10], response_count=2)
    >>> size_by_rules(make_game("mastermind(1,3)"), tree, [(0,), (1,), (2,)])
    2
    """
    size = 0
    # A slot stands before those that it leads to.
    there = {0: list(secrets)}
    for slot, guess in enumerate(tree.guesses):
        left = there.pop(slot, [])
        if guess == GIVE_UP or guess >= game.question_count:
            continue
        kinds = {game.secrets.index(code) if game.classes is None else game.class_of(code) for code in left}
        size += len(kinds) > 1
        for code in left:
            for answer in game.answers(game.guesses[guess], code):
                child = tree.child(slot, answer.response)
                if child is not None:
                    there.setdefault(child, []).append(code)
    return size


def worst_cost_by_rules(game: Game, tree: DecisionTree, secrets: Iterable[Code]) -> int:
    """What it costs at most to find one of some secrets, in whole numbers; each has one answer to each question.

    >>> from strategist.games.catalog import make_game
    >>> tree = DecisionTree(guesses=[0, 1, 2], masks=[0b11, 0b11, 0b10], response_count=2)
    >>> worst_cost_by_rules(make_game("mastermind(1,3,answer_costs=0b0w:1)"), tree, [(0,), (1,), (2,)])
    2
    """
    worst = 0
    for code in secrets:
        slot: int | None = 0
        cost = 0
        while slot is not None and (guess := tree.guesses[slot]) != GIVE_UP:
            response = game.respond(game.guesses[guess], code)
            cost += game.step_cost(guess, response)
            slot = tree.child(slot, response)
            if game.solved(response):
                worst = max(worst, cost)
    return worst
