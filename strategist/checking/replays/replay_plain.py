"""Play a tree against every secret, by the rules alone, in plain Python: the specification of
:mod:`strategist.checking.replays.replay_in_bulk`, whose words for what is wrong are found here, too.

Shares nothing with what grows trees or states their figures: all follows from ``Game.respond`` and ``Game.lies_told``.
The secrets that have come to a slot by one way are *together* there: the guess is made once, and each answers it. Where
answers may be false, a secret gives every answer that it may give, true or false, as long as its lies last. Lies that
help nobody are played, too: a lie is any answer that the question can get from some secret of the game, even if no
secret that is left gives it, so that everybody knows it as a lie.

A secret counts once in the figures, at the most guesses that any way of lying makes it need. It is lost if some way
leads where the tree gives up.

What follows at a slot depends on the secret and on the lies told before, not on the way there: a slot that several
branches lead to is played once for each number of lies, and counts as many games as there are ways to it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count, islice
from typing import ClassVar, NamedTuple

from strategist.common.wording import counted
from strategist.model.game import Code, Game, History, Response
from strategist.model.tree import GIVE_UP, DecisionTree, Weighed


@dataclass
class Replayed:
    """What became of the secrets.

    ``solved_at[i]`` is the number of secrets solved at move i + 1. ``lost`` and ``wrong`` are the indices of the
    secrets at which the tree gives up, or names a wrong class, and of those that it does not follow as the rules are,
    both ascending. ``dead`` are the slots that no secret reaches, and those whose solved response no secret gives,
    ascending, each with whether it is reached. ``weighed`` are the figures under chances and costs, None in a game
    without any. ``games`` is how many games were played, where answers may be false; else None.
    """

    solved_at: list[int] = field(default_factory=list)
    lost: list[int] = field(default_factory=list)
    wrong: list[int] = field(default_factory=list)
    dead: list[tuple[int, bool]] = field(default_factory=list)
    weighed: Weighed | None = None
    games: int | None = None


@dataclass(slots=True)
class Fate:
    """What becomes of one secret: the most guesses until it is ``found``, announcements counted, the questions
    ``asked`` and what was ``spent`` on them; whether it is ``lost`` under some lies; the first ``problem``; and how
    many ``games`` it was played in, one for each way of lying."""

    found: int = 0
    asked: int = 0
    spent: int = 0
    lost: bool = False
    problem: str = ""
    games: int = 0


_Hidden = tuple[int, Code]
"""A secret, by its index and its code."""
_Cell = tuple[Response, int, list[_Hidden]]
"""An answer, the lies that are told by it, 0 or 1, and the secrets that may give it."""


class _Party(NamedTuple):
    """The secrets that have come to a slot together: the lies ``told``, the ``number`` of the party, a path, the most
    guesses ``made`` on any and what was ``spent`` on them, how many ``ways`` there are; and who ``hides`` there."""

    slot: int
    told: int
    number: int
    path: History
    made: int
    spent: int
    ways: int
    hides: list[_Hidden]

    def joined_by(self, other: _Party) -> _Party:
        """Both together."""
        return self._replace(made=max(self.made, other.made), ways=self.ways + other.ways)


def replay_plainly(walk: Walk, tell: Callable[[int], object]) -> Replayed:
    """Play every secret with every way of lying. ``tell`` is called with the number of secrets played so far.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,2,lies=1,honest=yes)")
    >>> tree = DecisionTree(guesses=[0, 1, 0, 1], masks=[0b11, 0b11, 0b11, 0b10], response_count=2)
    >>> found = replay_plainly(LyingWalk(game, tree, start=()), print)
    1
    2
    >>> found.solved_at, found.games
    ([0, 0, 1, 1], 4)
    """
    game = walk.game
    found = Replayed()
    games, mass, asked, expected, lost = 0, 0, 0, 0, 0
    hidden, played = walk.hidden(), 0
    while some := list(islice(hidden, walk.block)):
        for (secret, _), fate in zip(some, walk.play(some), strict=True):
            games += fate.games
            weight = game.weight_of(secret) if game.weighted else 0
            if fate.problem:
                found.wrong.append(secret)
            elif fate.lost:
                found.lost.append(secret)
                lost += weight
            else:
                found.solved_at += [0] * (fate.found - len(found.solved_at))
                found.solved_at[fate.found - 1] += 1
                mass, asked, expected = mass + weight, asked + weight * fate.asked, expected + weight * fate.spent
        played += len(some)
        tell(played)
    found.dead = walk.dead()
    found.weighed = Weighed(mass, asked, expected, lost) if game.weighted else None
    found.games = games if walk.lies else None
    return found


class Walk:
    """The walk through one tree from slot to slot, where each secret has one answer to each question."""

    lies: ClassVar[bool] = False
    """Whether answers may be false."""
    block: ClassVar[int] = 1 << 12
    """The secrets that are played together."""
    announced: ClassVar[str] = "announced as {guess} at guess {number}"
    late: ClassVar[str] = "more than the {turns} that the rules allow"
    banned: ClassVar[str] = "guess {guess} is not allowed after the history"
    astray: ClassVar[str] = "no branch for {answer} at guess {number}, {guess}"
    overdrawn: ClassVar[str] = "{answer} to guess {number}, {guess}, is more than limit={limit} allows"

    def __init__(self, game: Game, tree: DecisionTree, start: History) -> None:
        self.game, self.tree, self.start = game, tree, start
        self.questions, self.weighted, self.limited = game.question_count, game.weighted, bool(game.limits)
        self.restricted = game.restricts and not self.limited
        self.noun, self.recalls = "guess", game.restricts
        self.numbers = count(1)
        self.visited = bytearray(len(tree))
        self.solvers = bytearray(len(tree))

    def hidden(self) -> Iterator[_Hidden]:
        """The secrets that can be hidden where the tree begins."""
        game, start = self.game, self.start
        return (each for each in enumerate(game.secrets) if not start or game.agrees(each[1], start))

    def play(self, hidden: list[_Hidden]) -> list[Fate]:
        """What becomes of some secrets, as many as ``block`` at most."""
        fates = {secret: Fate() for secret, _ in hidden}
        told = self.game.lies_in(self.start, hidden[0][1]) or 0 if self.lies else 0
        self._walk(fates, _Party(0, told, 0, (), 0, 0, 1, hidden))
        return list(fates.values())

    def _walk(self, fates: dict[int, Fate], party: _Party) -> None:
        """Let secrets play on; each has one way, so it does not matter who comes first."""
        waiting = [party]
        while waiting:
            waiting += self._move(fates, waiting.pop())

    def _move(self, fates: dict[int, Fate], party: _Party) -> list[_Party]:
        """Make the guess of a slot: those that go on, by ascending answers."""
        game, tree = self.game, self.tree
        slot, told, _, path, made, spent, ways, hides = party
        self.visited[slot] = 1
        index = tree.guesses[slot]
        if index == GIVE_UP:
            for secret, _ in hides:
                fates[secret].lost = True
                fates[secret].games += ways
            return []
        guess, announced = game.guesses[index], index >= self.questions
        if not announced and (refused := self._refused(guess, party)):
            self._fail(fates, party, hides, guess, refused)
            return []
        below = []
        for response, lie, cell in (Walk.cells if announced else type(self).cells)(self, guess, party):
            solved = game.solved(response)
            paid = spent + game.step_cost(index, response) if self.weighted else 0
            if self.limited and self._overdrawn(response, path):
                self._fail(fates, party, cell, guess, self.overdrawn, game.format_response(response))
            elif announced and not solved and not self.lies and game.classes is not None:
                # A wrong class loses the secret.
                for secret, _ in cell:
                    fates[secret].lost = True
            elif announced and not solved:
                self._fail(fates, party, cell, guess, self.announced)
            elif not tree.masks[slot] >> response & 1:
                self._fail(fates, party, cell, guess, self.astray, game.format_response(response) + ", a lie," * lie)
            elif solved:
                self.solvers[slot] = 1
                for secret, _ in cell:
                    fate = fates[secret]
                    fate.games += ways
                    fate.found, fate.asked, fate.spent = max(fate.found, made + 1), made + 1 - announced, paid
            else:
                child = tree.child(slot, response)
                assert child is not None  # the mask has this bit, and it is not the solved one
                longer = (*path, (guess, response)) if self.recalls else path
                number = next(self.numbers)
                below.append(_Party(child, told + lie, number, longer, made + 1, paid, ways, cell))
        return below

    def cells(self, guess: Code, party: _Party) -> list[_Cell]:
        """The secrets that may give each answer."""
        respond, hides = self.game.respond, party.hides
        if len(hides) == 1:
            return [(respond(guess, hides[0][1]), 0, hides)]
        found: defaultdict[Response, list[_Hidden]] = defaultdict(list)
        for each in hides:
            found[respond(guess, each[1])].append(each)
        return [(response, 0, found[response]) for response in sorted(found)]

    def _refused(self, guess: Code, party: _Party) -> str:
        """What is wrong with a question where it is asked; empty if nothing is."""
        game = self.game
        if game.turns is not None and len(self.start) + party.made >= game.turns:
            return self.late
        allowed = game.allowed((*self.start, *party.path)) if self.restricted else None
        return "" if allowed is None or guess in allowed else self.banned

    def _overdrawn(self, response: Response, path: History) -> bool:
        """Whether a response has been given before as often as it may be."""
        most = self.game.limits.get(response)
        return most is not None and sum(each == response for _, each in (*self.start, *path)) >= most

    def _fail(
        self, fates: dict[int, Fate], party: _Party, some: list[_Hidden], guess: Code, problem: str, answer: str = ""
    ) -> None:
        """Games have ended, because the tree does not follow them."""
        game = self.game
        for secret, code in some:
            fate = fates[secret]
            fate.games += party.ways
            if not fate.problem:
                told = problem.format(
                    guess=game.format_code(guess),
                    answer=answer,
                    number=party.made + 1,
                    turns=counted(game.turns or 0, self.noun),
                    limit=game.limit_text,
                    after=f" after {game.format_history(party.path)}" if party.path else "",
                )
                fate.problem = f"secret {game.format_secret(code)}: {told}"

    def dead(self) -> list[tuple[int, bool]]:
        """The slots that no secret has reached, or at which none was solved although one is to be, with which it is."""
        return [
            (slot, bool(met))
            for slot, (met, solved) in enumerate(zip(self.visited, self.solvers, strict=True))
            if not met or (self.tree.solves(slot) and not solved)
        ]


class LyingWalk(Walk):
    """The walk where answers may be false, one secret after the other: each may come to a slot in many ways."""

    lies = True
    block = 1
    announced = "announced as {guess}{after}"
    late = Walk.late + "{after}"
    banned = "guess {guess} is not allowed{after}"
    astray = "no branch for {answer} to {guess}{after}"

    def __init__(self, game: Game, tree: DecisionTree, start: History) -> None:
        super().__init__(game, tree, start)
        self.noun, self.recalls = game.move_noun, True

    def _walk(self, fates: dict[int, Fate], party: _Party) -> None:
        """See :class:`Walk`. Slots are played in their order, so that the first problem is the same in every run; ways
        to a slot on which as many lies were told go on as one."""
        waiting = [party]
        while waiting:
            # Every slot stands before those that it leads to.
            party = heappop(waiting)
            while waiting and waiting[0][:2] == party[:2]:
                party = party.joined_by(heappop(waiting))
            for each in self._move(fates, party):
                heappush(waiting, each)

    def cells(self, guess: Code, party: _Party) -> list[_Cell]:
        """See :class:`Walk`."""
        game = self.game
        found: defaultdict[tuple[Response, int], list[_Hidden]] = defaultdict(list)
        for response in sorted(game.can_get(guess)):
            for each in party.hides:
                lie = game.lies_told(guess, each[1], response)
                if lie is not None and game.may_tell(party.told + lie, len(self.start) + party.made + 1):
                    found[response, lie].append(each)
        return [(response, lie, cell) for (response, lie), cell in found.items()]
