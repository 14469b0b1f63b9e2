"""Replay a tree where answers may be false: every secret, and with it every way of lying that the rules allow.

Shares nothing with what grows such trees or states their figures: all follows from ``Game.lies_told``. To each question
a secret gives every answer that it may give, true or false, as long as its lies last. Lies that help nobody are played,
too: a lie is any answer that the question can get from some secret of the game, even if no secret that is left gives
it, so that everybody knows it as a lie.

A secret counts once in the figures, at the most guesses that any way of lying makes it need. It is lost if some way
leads where the tree gives up.

Everything here is plain Python, the specification of :mod:`strategist.checking.lies.replay_lies_in_bulk`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from strategist.checking.replay import Replayed
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

        Answers are given in ascending order, so that the first problem is the same in every run.
        """
        told = self.game.lies_in(self.start, secret)
        if told is None or told > self.game.lies:
            return None
        fate = Fate()
        stack: list[tuple[int, int, History]] = [(0, told, ())]
        while stack:
            slot, told, path = stack.pop()
            stack += reversed(self._move(fate, secret, slot, told, path))
        return fate

    def _move(self, fate: Fate, secret: Code, slot: int, told: int, path: History) -> list[tuple[int, int, History]]:
        """Make the guess of a slot, where some lies have been told: the games that go on, by ascending answers."""
        game, tree = self.game, self.tree
        self.visited[slot] = 1
        index = tree.guesses[slot]
        if index == GIVE_UP:
            fate.games += 1
            fate.lost = True
            return []
        guess = game.guesses[index]
        announced = index >= game.question_count
        if problem := self._refused(secret, guess, announced, path):
            self._end(fate, secret, problem + _after(game, path))
            return []
        below = []
        for response, lies in self._answers(guess, secret, announced):
            if told + lies > game.lies:
                continue
            if not tree.masks[slot] >> response & 1:
                what = f"no branch for {game.format_response(response)}{', a lie,' if lies else ''}"
                self._end(fate, secret, f"{what} to {game.format_code(guess)}{_after(game, path)}")
            elif game.solved(response):
                self.solvers[slot] = 1
                self._end(fate, secret, "")
                fate.found = max(fate.found, len(path) + 1)
            else:
                child = tree.child(slot, response)
                assert child is not None  # the mask has this bit, and it is not the solved one
                below.append((child, told + lies, (*path, (guess, response))))
        return below

    def _refused(self, secret: Code, guess: Code, announced: bool, path: History) -> str:
        """What is wrong with a guess where it is made; empty if nothing is."""
        game = self.game
        if announced:
            right = game.solved(game.respond(guess, secret))
            return "" if right else f"announced as {game.format_code(guess)}"
        if game.turns is not None and len(self.start) + len(path) >= game.turns:
            return f"more than the {counted(game.turns, game.move_noun)} that the rules allow"
        allowed = game.allowed((*self.start, *path)) if game.restricts else None
        return "" if allowed is None or guess in allowed else f"guess {game.format_code(guess)} is not allowed"

    def _answers(self, guess: Code, secret: Code, announced: bool) -> list[tuple[Response, int]]:
        """All answers that a secret may give, ascending, each with the lies that it tells by it."""
        game = self.game
        if announced:
            return [(game.respond(guess, secret), 0)]
        each = ((response, game.lies_told(guess, secret, response)) for response in sorted(game.can_get(guess)))
        return [(response, lies) for response, lies in each if lies is not None]

    def _end(self, fate: Fate, secret: Code, problem: str) -> None:
        """One game has ended."""
        fate.games += 1
        if problem and not fate.problem:
            fate.problem = f"secret {self.game.format_secret(secret)}: {problem}"


def _after(game: Game, path: History) -> str:
    return f" after {game.format_history(path)}" if path else ""
