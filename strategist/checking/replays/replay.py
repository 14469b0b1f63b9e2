"""Play a tree against every secret, by the rules alone: as its kind of answers says.

Where each secret has one answer, or where answers may be false, a large tree is replayed in bulk
(:mod:`strategist.checking.replays.replay_in_bulk`, :mod:`strategist.checking.lies.replay_lies_in_bulk`); what is wrong
is told by the replay of one secret after the other. Where answers may be one of several, every leaf is replayed once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

from strategist.checking.lies.replay_lies import LyingReplay, replay_lies
from strategist.checking.lies.replay_lies_in_bulk import replay_lies_in_bulk
from strategist.checking.replays.replay_in_bulk import Replayed, replay_in_bulk
from strategist.checking.several_answers.replay_several import replay_several
from strategist.common.wording import counted
from strategist.files.strategy import StrategyData
from strategist.model.bulk import agreeing
from strategist.model.game import Code, Game
from strategist.model.position import by_kind
from strategist.model.tree import GIVE_UP, Claims, DecisionTree, Weighed

_MOST_PROBLEMS = 10
_MOST_LOST = 5
"""The number of lost secrets that are named as examples."""
_TOLD = 1 << 10
"""The number of secrets replayed between two reports of progress."""


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


class _ByPaths(Replay):
    """The replay of trees in which each secret, with its lies, has one way."""

    def _found(self, found: Replayed) -> Played:
        """What the replay of many secrets at once has found."""
        game, data = self.game, self.data
        self.problems.add_all(len(found.wrong), (self._problem_of(game.secrets[index]) for index in found.wrong))
        unmet = (_dead_branch(game, data.tree, slot, slot not in found.unreached) for slot in found.unmet)
        self.problems.add_all(len(found.unmet), unmet)
        true = replace(Claims.of_moves(found.solved_at, len(found.lost), game.announces), weighed=found.weighed)
        return Played(true, [game.secrets[index] for index in found.lost[:_MOST_LOST]], found.games)

    @abstractmethod
    def _problem_of(self, secret: Code) -> str:
        """What is wrong where one secret is hidden."""


class ReplayOne(_ByPaths):
    """Each secret is played once."""

    def played(self, jobs: int, tell: Callable[[int], object], plain: bool) -> Played:
        """See :class:`Replay`."""
        game, data = self.game, self.data
        indices = agreeing(game, data.start) if data.start and not plain else None
        found = None if plain else replay_in_bulk(game, data, indices, jobs, tell)
        return self._one_by_one(tell) if found is None else self._found(found)

    def _one_by_one(self, tell: Callable[[int], object]) -> Played:
        game, data = self.game, self.data
        playing = _Playing(game, data, self.problems)
        for number, secret in enumerate(game.consistent(data.start) if data.start else game.secrets, 1):
            playing.play(secret, game.weight_of(game.secrets.index(secret)) if game.weighted else 1)
            if not number % _TOLD:
                tell(number)
        playing.look_for_dead_branches()
        true = Claims.of_moves(playing.solved_at, playing.lost, game.announces)
        return Played(replace(true, weighed=playing.weighed if game.weighted else None), playing.lost_examples)

    def _problem_of(self, secret: Code) -> str:
        problems = Problems()
        _Playing(self.game, self.data, problems).play(secret)
        return problems.listed()[0]


class ReplaySeveral(Replay):
    """Every leaf is reached once, by all secrets that may be left there."""

    def played(self, jobs: int, tell: Callable[[int], object], plain: bool) -> Played:
        """See :class:`Replay`; there is one way to do it."""
        claims, losers = replay_several(self.game, self.data.tree, self.data.start, self.problems.add)
        return Played(claims, losers[:_MOST_LOST])


class ReplayLies(_ByPaths):
    """Each secret is played with every way of lying."""

    def played(self, jobs: int, tell: Callable[[int], object], plain: bool) -> Played:
        """See :class:`Replay`."""
        game, data = self.game, self.data
        found = None if plain else replay_lies_in_bulk(game, data, jobs, tell)
        return self._found(found or replay_lies(game, data.tree, data.start, tell))

    def _problem_of(self, secret: Code) -> str:
        fate = LyingReplay(self.game, self.data.tree, self.data.start).play(secret)
        assert fate is not None  # it was found to be wrong
        return fate.problem


def replay_of(game: Game, data: StrategyData, problems: Problems) -> Replay:
    """The replay of a tree, by the kind of the game's answers.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,2)")
    >>> tree = DecisionTree(guesses=[0, 1], masks=[0b11, 0b10], response_count=2)
    >>> data = StrategyData(game, "first", tree, Claims.of([1, 1], 0))
    >>> replay_of(game, data, Problems()).played(1, print, plain=True).claims.total
    3
    """
    given = game, data, problems
    return by_kind(game, one=ReplayOne(*given), several=ReplaySeveral(*given), lies=ReplayLies(*given))


class _Playing:
    """The secrets of one tree played one after the other."""

    def __init__(self, game: Game, data: StrategyData, problems: Problems) -> None:
        self.game = game
        self.tree: DecisionTree = data.tree
        self.start = data.start
        self.questions = game.question_count
        self.restricted = game.restricts
        self.problems = problems
        self.lost = 0
        self.lost_examples: list[Code] = []
        self.solved_at: list[int] = []
        self.visited = bytearray(len(self.tree))
        self.solvers = bytearray(len(self.tree))
        self.weighed = Weighed(0, 0, 0)

    def play(self, secret: Code, weight: int = 1) -> None:
        """Follow the tree with one secret and note where it ends."""
        game, tree = self.game, self.tree
        slot, guesses_made, spent = 0, 0, 0
        history = self.start
        while True:
            self.visited[slot] = 1
            if tree.guesses[slot] == GIVE_UP:
                self.lost += 1
                self.lost_examples += [secret] * (len(self.lost_examples) < _MOST_LOST)
                self.weighed = replace(self.weighed, lost=self.weighed.lost + weight)
                return
            guess = game.guesses[tree.guesses[slot]]
            announced = tree.guesses[slot] >= self.questions
            if announced and not game.solved(game.respond(guess, secret)):
                self.problem(secret, f"announced as {game.format_code(guess)} at guess {guesses_made + 1}")
                return
            if game.turns is not None and not announced and len(self.start) + guesses_made >= game.turns:
                self.problem(secret, f"more than the {counted(game.turns, 'guess')} that the rules allow")
                return
            allowed = game.allowed(history) if self.restricted and not announced else None
            if allowed is not None and guess not in allowed:
                self.problem(secret, f"guess {game.format_code(guess)} is not allowed after the history")
                return
            response = game.respond(guess, secret)
            guesses_made += 1
            spent += game.cost_of(tree.guesses[slot])
            if self.restricted:
                history = (*history, (guess, response))
            if not tree.masks[slot] >> response & 1:
                text = game.format_response(response)
                self.problem(secret, f"no branch for {text} at guess {guesses_made}, {game.format_code(guess)}")
                return
            if game.solved(response):
                self.solvers[slot] = 1
                self.solved_at.extend([0] * (guesses_made - len(self.solved_at)))
                self.solved_at[guesses_made - 1] += 1
                before, asked = self.weighed, guesses_made - announced
                self.weighed = Weighed(
                    before.mass + weight,
                    before.questions + weight * asked,
                    before.expected + weight * spent,
                    before.lost,
                )
                return
            child = tree.child(slot, response)
            assert child is not None  # the mask has this bit, and it is not the solved one
            slot = child

    def problem(self, secret: Code, text: str) -> None:
        self.problems.add(f"secret {self.game.format_secret(secret)}: {text}")

    def look_for_dead_branches(self) -> None:
        """Every slot must be reached by some secret, and every solved response given by one."""
        for slot, (met, solved) in enumerate(zip(self.visited, self.solvers, strict=True)):
            if not met or (self.tree.solves(slot) and not solved):
                self.problems.add(_dead_branch(self.game, self.tree, slot, bool(met)))


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
