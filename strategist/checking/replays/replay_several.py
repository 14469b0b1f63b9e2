"""Replay a tree where a secret may give several answers: every leaf once, its path against the rules.

Shares nothing with what grows such trees or states their figures: all follows from ``Game.answers``. From the root on,
each slot gets the secrets that may be there, each with the chance that it is: the product of the chances of its
answers. Of each secret these chances add up to its chance at the root over all leaves, exactly, because

* the chances of its answers to every question asked add up to one, and
* the tree has a branch for an answer exactly if some secret left may give it.

An announcement must be right for every secret left, unless answers err (``Game.erring``): then all others are lost,
and the secret must be as likely as the rules ask for. That those left are all that can be known may be announced only
where more than one announcement would be needed, and no question that was not asked could help (``Game.narrow``). What
is settled is not asked again: a question stands once on a path.

Chances are exact, and reckoned in whole numbers over one denominator for each slot.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from operator import mul

from strategist.checking.replays.rows_of_cells import Rows, SurelyApart
from strategist.common.wording import counted
from strategist.model.game import Code, Game, History, Response
from strategist.model.tree import GIVE_UP, Claims, DecisionTree, Figure, Weighed

_Parts = Counter[int]
"""A sum of fractions: what all of those of each denominator have as numerators together."""
_LARGE = 1 << 120
"""From that denominator on, masses are reduced: that takes time, and below it large numbers cost little more than
small ones."""


@dataclass
class _Masses:
    """How likely each secret is to be at a slot: its part of ``whole``. Only of secrets that may be there."""

    whole: int
    parts: dict[int, int]


@dataclass
class _Sums:
    """What the leaves add up to, so far. ``found[d]`` is what is found after d questions."""

    found: dict[int, _Parts] = field(default_factory=dict)
    standing: dict[int, set[int]] = field(default_factory=dict)
    """The secrets that may be found after d questions."""
    lost: _Parts = field(default_factory=Counter)
    losers: set[int] = field(default_factory=set)
    weights: _Parts = field(default_factory=Counter)
    asked: _Parts = field(default_factory=Counter)
    spent: _Parts = field(default_factory=Counter)
    lost_weight: _Parts = field(default_factory=Counter)


def replay_several(
    game: Game, tree: DecisionTree, start: History, problem: Callable[[str], object]
) -> tuple[Claims, list[Code]]:
    """Follow a tree that begins after ``start``; returns its figures, and the secrets that can be lost. ``problem`` is
    told what is wrong.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,2,goal=identify)")
    >>> tree = DecisionTree(guesses=[0, 2, 3], masks=[0b11, 0b100, 0b100], response_count=3)
    >>> replay_several(game, tree, (), print)[0].total
    secret 2: announced as =1 after 1:0b0w
    secret 1: announced as =2 after 1:1b0w
    2
    """
    root = _at_start(game, start)
    replay = _Replay(game, tree, start, problem)
    sums = _Sums()
    met = bytearray(len(tree))
    begun = {code for code, _ in start}
    asked = sum(1 << question for question in range(game.question_count) if begun and game.guesses[question] in begun)
    stack: list[tuple[int, History, int, int, _Masses]] = [(0, (), asked, 0, root)]
    while stack:
        slot, path, asked, spent, masses = stack.pop()
        met[slot] = 1
        guess = tree.guesses[slot]
        if guess == GIVE_UP or guess >= game.question_count:
            if guess != GIVE_UP:
                replay.check_announcement(guess, path, asked, masses)
            if guess != GIVE_UP and game.erring is not None:
                named = guess - game.question_count
                wrong = _Masses(masses.whole, {each: part for each, part in masses.parts.items() if each != named})
                _add(game, sums, True, len(path), spent, wrong)
                masses = _Masses(masses.whole, {named: masses.parts.get(named, 0)})
            _add(game, sums, guess == GIVE_UP, len(path), spent, masses)
            continue
        replay.check_question(slot, guess, path, asked)
        code = game.guesses[guess]
        cells = replay.cells(guess, masses)
        for response, cell in sorted(cells.items(), reverse=True):
            child = tree.child(slot, response)
            if child is None:
                text = game.format_response(response)
                problem(f"no branch for {text} to {game.format_code(code)}{_after(game, path)}")
            else:
                longer = (*path, (code, response))
                stack.append((child, longer, asked | 1 << guess, spent + game.cost_of(guess), cell))
    for slot, reached in enumerate(met):
        if not reached:
            problem(f"dead branch: no secret reaches slot {slot}")
    return _claims(game, sums), [game.secrets[secret] for secret in sorted(sums.losers)]


def _at_start(game: Game, start: History) -> _Masses:
    """The secrets that may be left where a tree begins, with masses in proportion to the chances of their answers so
    far, scaled so that they sum to the number of secrets."""
    settled: dict[Code, Response] = {}
    masses = dict.fromkeys(range(len(game.secrets)), Fraction(1))
    for code, response in start:
        if settled.setdefault(code, response) != response:
            return _Masses(1, {})
    for code, response in settled.items():
        for secret in list(masses):
            chances = {answer.response: answer.chance for answer in game.answers(code, game.secrets[secret])}
            if response in chances:
                masses[secret] *= chances[response]
            else:
                del masses[secret]
    scale = len(masses) / (sum(masses.values(), Fraction(0)) or Fraction(1))
    masses = {secret: mass * scale for secret, mass in masses.items()}
    whole = math.lcm(*(mass.denominator for mass in masses.values()))
    return _Masses(whole, {secret: int(mass * whole) for secret, mass in masses.items()})


def _after(game: Game, path: History) -> str:
    return f" after {game.format_history(path)}" if path else ""


class _Replay:
    """The rules, one slot at a time."""

    def __init__(self, game: Game, tree: DecisionTree, start: History, problem: Callable[[str], object]) -> None:
        self.game, self.tree, self.start, self.problem = game, tree, start, problem
        self.rows = Rows(game)
        self.told = SurelyApart(game, self.rows)

    def check_question(self, slot: int, guess: int, path: History, asked: int) -> None:
        """A question must be allowed where it is asked, and does not end play."""
        game = self.game
        text = game.format_code(game.guesses[guess])
        if self.tree.solves(slot):
            self.problem(f"dead branch: no secret is solved by {text} at slot {slot}")
        made = len(self.start) + len(path)
        if game.turns is not None and made >= game.turns:
            allowed = counted(game.turns, game.move_noun)
            self.problem(f"{text}{_after(game, path)}: more than the {allowed} that the rules allow")
        if game.erring is not None and made >= game.erring.questions:
            allowed = counted(game.erring.questions, game.move_noun)
            self.problem(f"{text}{_after(game, path)}: more than the {allowed} that the rules allow")
        if asked >> guess & 1:
            self.problem(f"{text}{_after(game, path)}: it was asked before, and its answer is settled")

    def cells(self, guess: int, masses: _Masses) -> dict[Response, _Masses]:
        """The secrets that may give each answer."""
        row = self.rows[guess]
        common = math.lcm(*{row[secret].whole for secret in masses.parts})
        found: defaultdict[Response, dict[int, int]] = defaultdict(dict)
        for secret, mass in masses.parts.items():
            cell = row[secret]
            each = mass * (common // cell.whole)
            for response, part in cell.parts:
                found[response][secret] = each * part
            if sum(part for _, part in cell.parts) != cell.whole:
                name, code = self.game.format_secret(self.game.secrets[secret]), self.game.guesses[guess]
                told = self.game.format_code(code)
                self.problem(f"secret {name}: the chances of its answers to {told} add up to {cell.sum}")
        return {response: _lowest(masses.whole * common, parts) for response, parts in found.items()}

    def check_announcement(self, guess: int, path: History, asked: int, masses: _Masses) -> None:
        """An announcement must be right for every secret left."""
        game, left = self.game, masses.parts
        named = {secret if game.classes is None else game.classes[secret] for secret in left}
        text = game.format_code(game.guesses[guess])
        if game.narrow is not None and guess == len(game.guesses) - 1:
            if len(named) < 2:
                self.problem(f"{text}{_after(game, path)}, where the {game.known_noun} is known")
            elif (question := self.told.helpful(left, asked)) is not None:
                told = game.format_code(game.guesses[question])
                self.problem(f"{text}{_after(game, path)}, where {told} can still be asked")
            return
        right = guess - game.question_count
        if game.erring is not None:
            likely = {secret: game.weight_of(secret) * part for secret, part in left.items()}
            share = Fraction(likely.get(right, 0), sum(likely.values()))
            if not game.erring.may_name(share, asked.bit_count()):
                self.problem(f"announced as {text}{_after(game, path)}, where that is not as likely as sure= says")
            return
        wrong = [secret for secret in left if (secret if game.classes is None else game.classes[secret]) != right]
        if wrong:
            name = game.format_secret(game.secrets[wrong[0]])
            self.problem(f"secret {name}: announced as {text}{_after(game, path)}")


def _lowest(whole: int, parts: dict[int, int]) -> _Masses:
    """The masses of a cell; large numbers are divided by what they have in common."""
    if whole >= _LARGE and (common := math.gcd(whole, *parts.values())) > 1:
        return _Masses(whole // common, {secret: part // common for secret, part in parts.items()})
    return _Masses(whole, parts)


def _add(game: Game, sums: _Sums, gives_up: bool, asked: int, spent: int, masses: _Masses) -> None:
    """Add the secrets at a leaf."""
    whole, left = masses.whole, masses.parts
    number = sum(left.values())
    weight = sum(map(mul, map(game.weight_of, left), left.values())) if game.weighted else 0
    if gives_up:
        sums.lost[whole] += number
        sums.lost_weight[whole] += weight
        sums.losers.update(left)
        if game.erring is None:
            return
    else:
        sums.found.setdefault(asked, Counter())[whole] += number
        sums.standing.setdefault(asked, set()).update(left)
        sums.weights[whole] += weight
    sums.asked[whole] += weight * asked
    sums.spent[whole] += weight * spent


def _value(parts: _Parts) -> Fraction:
    return sum((Fraction(numerator, whole) for whole, numerator in parts.items()), Fraction(0))


def _figure(value: Fraction) -> Figure:
    return int(value) if value == int(value) else value


def _claims(game: Game, sums: _Sums) -> Claims:
    """The figures that the leaves add up to."""
    found = {asked: _value(parts) for asked, parts in sums.found.items()}
    depth = max(found, default=0)
    weighed = None
    if game.weighted:
        each = (sums.weights, sums.asked, sums.spent, sums.lost_weight)
        weighed = Weighed(*(_figure(_value(parts)) for parts in each))
    return Claims(
        total=_figure(sum((asked * number for asked, number in found.items()), Fraction(0))),
        depth=depth,
        worst_count=len(sums.standing.get(depth, ())),
        lost=_figure(_value(sums.lost)),
        histogram=tuple(_figure(found.get(asked, Fraction(0))) for asked in range(1, depth + 1)),
        known=_figure(found.get(0, Fraction(0))),
        weighed=weighed,
        can_lose=len(sums.losers),
    )
