"""Replay a tree where a secret may give several answers: every leaf once, its path against the rules.

Shares nothing with what grows such trees or states their figures: all follows from ``Game.answers``. From the root on,
each slot gets the secrets that may be there, each with the chance that it is: the product of the chances of its
answers. Of each secret these chances add up to its chance at the root over all leaves, exactly, because

* the chances of its answers to every question asked add up to one, and
* the tree has a branch for an answer exactly if some secret left may give it.

An announcement must be right for every secret left. That those left are all that can be known may be announced only
where more than one announcement would be needed, and no question that was not asked could help (``Game.narrow``). What
is settled is not asked again: a question stands once on a path.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from strategist.common.wording import counted
from strategist.model.game import Code, Game, History, Response
from strategist.model.goal import Narrow
from strategist.model.tree import GIVE_UP, Claims, DecisionTree, Figure, Weighed

_Masses = dict[int, Fraction]


@dataclass
class _Sums:
    """What the leaves add up to, so far. ``found[d]`` is what is found after d questions."""

    found: dict[int, Fraction] = field(default_factory=dict)
    standing: dict[int, set[int]] = field(default_factory=dict)
    """The secrets that may be found after d questions."""
    lost: Fraction = Fraction(0)
    losers: set[int] = field(default_factory=set)
    weights: Fraction = Fraction(0)
    asked: Fraction = Fraction(0)
    spent: Fraction = Fraction(0)
    lost_weight: Fraction = Fraction(0)


def replay_overlapping(
    game: Game, tree: DecisionTree, start: History, problem: Callable[[str], object]
) -> tuple[Claims, list[Code]]:
    """Follow a tree that begins after ``start``; returns its figures, and the secrets that can be lost. ``problem`` is
    told what is wrong.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,2,goal=identify)")
    >>> tree = DecisionTree(guesses=[0, 2, 3], masks=[0b11, 0b100, 0b100], response_count=3)
    >>> replay_overlapping(game, tree, (), print)[0].total
    secret 2: announced as =1 after 1:0b0w
    secret 1: announced as =2 after 1:1b0w
    2
    """
    root = _at_start(game, start)
    replay = _Replay(game, tree, start, problem)
    sums = _Sums()
    met = bytearray(len(tree))
    stack: list[tuple[int, History, int, _Masses]] = [(0, (), 0, root)]
    while stack:
        slot, path, spent, masses = stack.pop()
        met[slot] = 1
        guess = tree.guesses[slot]
        if guess == GIVE_UP or guess >= game.question_count:
            if guess != GIVE_UP:
                replay.check_announcement(guess, path, masses)
            _add(game, sums, guess == GIVE_UP, len(path), spent, masses)
            continue
        replay.check_question(slot, guess, path)
        code = game.guesses[guess]
        cells = replay.cells(guess, path, masses)
        for response, cell in sorted(cells.items(), reverse=True):
            child = tree.child(slot, response)
            if child is None:
                text = game.format_response(response)
                problem(f"no branch for {text} to {game.format_code(code)}{_after(game, path)}")
            else:
                stack.append((child, (*path, (code, response)), spent + game.cost_of(guess), cell))
    for slot, reached in enumerate(met):
        if not reached:
            problem(f"dead branch: no secret reaches slot {slot}")
    return _claims(game, sums, len(root)), [game.secrets[secret] for secret in sorted(sums.losers)]


def _at_start(game: Game, start: History) -> _Masses:
    """The secrets that may be left where a tree begins: each counts in proportion to the chance of its answers so far,
    together they count as many as they are."""
    settled: dict[Code, Response] = {}
    masses = dict.fromkeys(range(len(game.secrets)), Fraction(1))
    for code, response in start:
        if settled.setdefault(code, response) != response:
            return {}
    for code, response in settled.items():
        for secret in list(masses):
            chances = {answer.response: answer.chance for answer in game.answers(code, game.secrets[secret])}
            if response in chances:
                masses[secret] *= chances[response]
            else:
                del masses[secret]
    whole = sum(masses.values(), Fraction(0))
    return {secret: mass * len(masses) / whole for secret, mass in masses.items()}


def _after(game: Game, path: History) -> str:
    return f" after {game.format_history(path)}" if path else ""


class _Replay:
    """The rules, one slot at a time."""

    def __init__(self, game: Game, tree: DecisionTree, start: History, problem: Callable[[str], object]) -> None:
        self.game, self.tree, self.start, self.problem = game, tree, start, problem

    def check_question(self, slot: int, guess: int, path: History) -> None:
        """A question must be allowed where it is asked, and does not end play."""
        game, code = self.game, self.game.guesses[guess]
        text = game.format_code(code)
        if self.tree.solves(slot):
            self.problem(f"dead branch: no secret is solved by {text} at slot {slot}")
        made = len(self.start) + len(path)
        if game.turns is not None and made >= game.turns:
            allowed = counted(game.turns, game.move_noun)
            self.problem(f"{text}{_after(game, path)}: more than the {allowed} that the rules allow")
        if any(code == asked for asked, _ in (*self.start, *path)):
            self.problem(f"{text}{_after(game, path)}: it was asked before, and its answer is settled")

    def cells(self, guess: int, path: History, masses: _Masses) -> dict[Response, _Masses]:
        """The secrets that may give each answer."""
        game, code = self.game, self.game.guesses[guess]
        found: dict[Response, _Masses] = {}
        for secret, mass in masses.items():
            whole = Fraction(0)
            for response, chance in game.answers(code, game.secrets[secret]):
                found.setdefault(response, {})[secret] = mass * chance
                whole += chance
            if whole != 1:
                name = game.format_secret(game.secrets[secret])
                self.problem(f"secret {name}: the chances of its answers to {game.format_code(code)} add up to {whole}")
        return found

    def check_announcement(self, guess: int, path: History, masses: _Masses) -> None:
        """An announcement must be right for every secret left."""
        game = self.game
        named = {secret if game.classes is None else game.classes[secret] for secret in masses}
        text = game.format_code(game.guesses[guess])
        if game.narrow is not None and guess == len(game.guesses) - 1:
            if len(named) < 2:
                self.problem(f"{text}{_after(game, path)}, where the {game.known_noun} is known")
            elif (question := self._helpful(path, masses)) is not None:
                told = game.format_code(game.guesses[question])
                self.problem(f"{text}{_after(game, path)}, where {told} can still be asked")
            return
        right = guess - game.question_count
        wrong = [secret for secret in masses if (secret if game.classes is None else game.classes[secret]) != right]
        if wrong:
            name = game.format_secret(game.secrets[wrong[0]])
            self.problem(f"secret {name}: announced as {text}{_after(game, path)}")

    def _helpful(self, path: History, masses: _Masses) -> int | None:
        """A question that was not asked and by which the secrets left could be told from each other; None if there is
        none."""
        game = self.game
        asked = {code for code, _ in (*self.start, *path)}
        for question in range(game.question_count):
            code = game.guesses[question]
            if code in asked:
                continue
            told = {frozenset(game.answers(code, game.secrets[secret])) for secret in masses}
            helps = len(told) > 1
            if game.narrow is Narrow.SURE:
                given = {frozenset(answer.response for answer in answers) for answers in told}
                helps = any(not one & other for one in given for other in given)
            if helps:
                return question
        return None


def _add(game: Game, sums: _Sums, gives_up: bool, asked: int, spent: int, masses: _Masses) -> None:
    """Add the secrets at a leaf."""
    number = sum(masses.values(), Fraction(0))
    weight = sum((game.weight_of(secret) * mass for secret, mass in masses.items()), Fraction(0))
    if gives_up:
        sums.lost += number
        sums.lost_weight += weight
        sums.losers.update(masses)
        return
    sums.found[asked] = sums.found.get(asked, Fraction(0)) + number
    sums.standing.setdefault(asked, set()).update(masses)
    sums.weights += weight
    sums.asked += weight * asked
    sums.spent += weight * spent


def _whole(value: Fraction) -> Figure:
    return int(value) if value == int(value) else value


def _claims(game: Game, sums: _Sums, secrets: int) -> Claims:
    """The figures that the leaves add up to."""
    depth = max(sums.found, default=0)
    weighed = None
    if game.weighted:
        weighed = Weighed(*map(_whole, (sums.weights, sums.asked, sums.spent, sums.lost_weight)))
    return Claims(
        total=_whole(sum((asked * number for asked, number in sums.found.items()), Fraction(0))),
        depth=depth,
        worst_count=len(sums.standing.get(depth, ())),
        lost=_whole(sums.lost),
        histogram=tuple(_whole(sums.found.get(asked, Fraction(0))) for asked in range(1, depth + 1)),
        known=secrets if 0 in sums.found else 0,
        weighed=weighed,
        can_lose=len(sums.losers),
    )
