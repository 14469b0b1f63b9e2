"""Replay a tree where answers may be false: every secret, and with it every way of lying that the rules allow.

Shares nothing with what grows such trees or states their figures: all follows from ``Game.lies_told``. To each question
a secret gives every answer that it may give, true or false, as long as its lies last. Lies that help nobody are played,
too: a lie is any answer that the question can get from some secret of the game, even if no secret that is left gives
it, so that everybody knows it as a lie.

A secret counts once in the figures, at the most guesses that any way of lying makes it need. It is lost if some way
leads where the tree gives up.

What follows at a slot depends on the secret and on the lies told before, not on the way there: a slot that several
branches lead to is played once for each number of lies, and counts as many games as there are ways to it.

Everything here is plain Python, the specification of :mod:`strategist.checking.lies.replay_lies_in_bulk`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import NamedTuple

from strategist.checking.replays.replay_in_bulk import Replayed
from strategist.common.wording import counted
from strategist.model.game import Code, Game, History, Response
from strategist.model.tree import GIVE_UP, DecisionTree


@dataclass
class Fate:
    """What becomes of one secret: the most guesses until it is ``found``, announcements counted; whether it is ``lost``
    under some lies; the first ``problem``; and how many ``games`` it was played in, one for each way of lying."""

    found: int = 0
    lost: bool = False
    problem: str = ""
    games: int = 0


class _Way(NamedTuple):
    """How play came to a slot: a path, the most guesses ``made`` on any, and how many ``ways`` there are."""

    path: History
    made: int
    ways: int

    def joined_by(self, other: _Way) -> _Way:
        """Both together."""
        return _Way(self.path, max(self.made, other.made), self.ways + other.ways)


def replay_lies(game: Game, tree: DecisionTree, start: History, tell: Callable[[int], object]) -> Replayed:
    """Play every secret with every way of lying against a tree that begins after ``start``. ``tell`` is called with the
    number of secrets played so far.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,2,lies=1,honest=yes)")
    >>> tree = DecisionTree(guesses=[0, 1, 0, 1], masks=[0b11, 0b11, 0b11, 0b10], response_count=2)
    >>> found = replay_lies(game, tree, (), lambda played: None)
    >>> found.solved_at, found.games
    ([0, 0, 1, 1], 4)
    """
    replay = LyingReplay(game, tree, start)
    found = Replayed([], [], [], [], frozenset())
    games, lost, wrong = 0, [], []
    for number, secret in enumerate(game.secrets):
        fate = replay.play(secret)
        if fate is None:
            continue
        games += fate.games
        if fate.problem:
            wrong.append(number)
        elif fate.lost:
            lost.append(number)
        else:
            found.solved_at += [0] * (fate.found - len(found.solved_at))
            found.solved_at[fate.found - 1] += 1
        tell(number + 1)
    found.games, found.lost, found.wrong = games, lost, wrong
    found.unreached = frozenset(slot for slot, met in enumerate(replay.visited) if not met)
    found.unmet = [
        slot
        for slot, (met, solved) in enumerate(zip(replay.visited, replay.solvers, strict=True))
        if not met or (tree.solves(slot) and not solved)
    ]
    return found


class LyingReplay:
    """The secrets of one tree, each played with every way of lying."""

    def __init__(self, game: Game, tree: DecisionTree, start: History) -> None:
        self.game, self.tree, self.start = game, tree, start
        self.visited = bytearray(len(tree))
        self.solvers = bytearray(len(tree))

    def play(self, secret: Code) -> Fate | None:
        """What becomes of a secret; None if it cannot be hidden any more where the tree begins.

        Slots are played in their order, so that the first problem is the same in every run.
        """
        told = self.game.lies_in(self.start, secret)
        if told is None or told > self.game.lies:
            return None
        fate = Fate()
        there: dict[int, dict[int, _Way]] = {0: {told: _Way((), 0, 1)}}
        slots = [0]
        while slots:
            # Every slot stands before those that it leads to.
            slot = heappop(slots)
            for told, way in sorted(there.pop(slot).items()):
                for child, lies, longer in self._move(fate, secret, slot, told, way):
                    if child not in there:
                        there[child] = {}
                        heappush(slots, child)
                    known = there[child].get(lies)
                    there[child][lies] = longer if known is None else known.joined_by(longer)
        return fate

    def _move(self, fate: Fate, secret: Code, slot: int, told: int, way: _Way) -> list[tuple[int, int, _Way]]:
        """Make the guess of a slot, where some lies have been told: the games that go on, by ascending answers."""
        game, tree = self.game, self.tree
        self.visited[slot] = 1
        index = tree.guesses[slot]
        if index == GIVE_UP:
            fate.games += way.ways
            fate.lost = True
            return []
        guess = game.guesses[index]
        announced = index >= game.question_count
        if problem := self._refused(secret, guess, announced, way):
            self._end(fate, secret, way, problem)
            return []
        below = []
        for response, lies in self._answers(guess, secret, announced):
            if told + lies > game.lies:
                continue
            if not tree.masks[slot] >> response & 1:
                what = f"no branch for {game.format_response(response)}{', a lie,' if lies else ''}"
                self._end(fate, secret, way, f"{what} to {game.format_code(guess)}")
            elif game.solved(response):
                self.solvers[slot] = 1
                self._end(fate, secret, way, "")
                fate.found = max(fate.found, way.made + 1)
            else:
                child = tree.child(slot, response)
                assert child is not None  # the mask has this bit, and it is not the solved one
                below.append((child, told + lies, _Way((*way.path, (guess, response)), way.made + 1, way.ways)))
        return below

    def _refused(self, secret: Code, guess: Code, announced: bool, way: _Way) -> str:
        """What is wrong with a guess where it is made; empty if nothing is."""
        game = self.game
        if announced:
            right = game.solved(game.respond(guess, secret))
            return "" if right else f"announced as {game.format_code(guess)}"
        if game.turns is not None and len(self.start) + way.made >= game.turns:
            return f"more than the {counted(game.turns, game.move_noun)} that the rules allow"
        allowed = game.allowed((*self.start, *way.path)) if game.restricts else None
        return "" if allowed is None or guess in allowed else f"guess {game.format_code(guess)} is not allowed"

    def _answers(self, guess: Code, secret: Code, announced: bool) -> list[tuple[Response, int]]:
        """All answers that a secret may give, ascending, each with the lies that it tells by it."""
        game = self.game
        if announced:
            return [(game.respond(guess, secret), 0)]
        each = ((response, game.lies_told(guess, secret, response)) for response in sorted(game.can_get(guess)))
        return [(response, lies) for response, lies in each if lies is not None]

    def _end(self, fate: Fate, secret: Code, way: _Way, problem: str) -> None:
        """Games have ended that came one way or another."""
        fate.games += way.ways
        if problem and not fate.problem:
            after = f" after {self.game.format_history(way.path)}" if way.path else ""
            fate.problem = f"secret {self.game.format_secret(secret)}: {problem}{after}"
