"""What counting says that a position costs at least where answers may be several, held to what it costs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
from inpython import in_python
from several_tables import several_table
from toys import Echo, weighted

from strategist.choosing.draws import mix
from strategist.common.errors import SpecError
from strategist.games.tables.sheet import Reading, make_sheet
from strategist.games.tables.table import Table
from strategist.model.game import Game
from strategist.model.objective import DEPTH, EXPECTED, LOST, SIZE, TOTAL
from strategist.model.position import Position, Several
from strategist.search.several_answers import several_bounds
from strategist.search.several_answers.several_arrays import RESULT
from strategist.search.several_answers.several_desks import StagePosition, What
from strategist.search.several_answers.several_game import answers_of
from strategist.search.several_answers.several_memo import EXACT, NEVER
from strategist.search.several_answers.several_questions import list_questions
from strategist.search.several_answers.several_stage import SeveralStage
from strategist.search.several_answers.several_words import residue
from strategist.search.tasks.supervise import StopSignal

GAMES = 40
"""The games of a regime."""
ENDS, QUESTIONS = "ends", "questions"
"""What is counted besides the objectives: the ends of a tree; its questions by the masses, each counting one."""


def ordinary_table(goal: str, number: int) -> Table:
    """A random table in which each secret has one answer to each question, perhaps with chances and costs."""
    for attempt in range(1000):
        draw = Random(f"{goal} {number} {attempt}")
        secrets, questions, states = draw.randint(2, 6), draw.randint(1, 4), draw.choice(["ab", "abc"])
        rows = [(1, ["", *(f"s{each}" for each in range(secrets))])]
        for at in range(questions):
            rows.append((at + 2, [f"q{at}", *(draw.choice(states) for _ in range(secrets))]))
        names = {name: name for name in ("chance", "cost") if draw.random() < 0.5}
        if "cost" in names:
            rows = [(line, [*row, str(draw.randint(1, 3)) if at else "cost"]) for at, (line, row) in enumerate(rows)]
        if "chance" in names:
            row = ["chance", *(str(draw.randint(1, 4)) for _ in range(secrets)), ""]
            rows.append((0, row[: len(rows[0][1])]))
        values: dict[str, object] = {"file": "drawn.csv", "goal": goal, **names}
        try:
            return Table(values, make_sheet(rows, Reading(names.get("chance"), names.get("cost"))))  # type: ignore[arg-type]
        except SpecError:
            continue
    raise AssertionError(f"no table for {number}")


class Arbitrary(Echo):
    """A game in which a guess that may be the secret also tells the others apart, with answers of its own for each
    number."""

    number = 0

    def respond(self, guess: int, secret: int) -> int:
        """Any answer; the last one if the guess is the secret."""
        last = self.response_count - 1
        return last if guess == secret else mix(10000 * self.number + 100 * guess + secret) % last


def guessing_game(number: int) -> Game:
    """A random game of that kind, perhaps with chances and costs."""
    draw = Random(f"guesses {number}")
    game = Arbitrary({"numbers": draw.randint(3, 11), "responses": draw.randint(3, 4)})
    game.number = number
    weights = [draw.randint(1, 4) for _ in game.secrets] if draw.random() < 0.5 else None
    return weighted(game, weights, [draw.randint(1, 3) for _ in game.guesses] if draw.random() < 0.5 else None)


REGIMES: Mapping[str, Callable[[Game], bool]] = {
    "several, identify": lambda game: game.classes is None and game.narrow is None,
    "several, class": lambda game: game.classes is not None and game.narrow is None,
    "narrow=alike": lambda game: game.classes is None and game.narrow is not None and game.narrow.name == "ALIKE",
    "narrow=sure": lambda game: game.classes is None and game.narrow is not None and game.narrow.name == "SURE",
    "narrow, class": lambda game: game.classes is not None and game.narrow is not None,
    "ordinary, identify": lambda game: True,
    "ordinary, ask": lambda game: True,
    "guesses, ask": lambda game: True,
}
NARROW = ["narrow=alike", "narrow=sure", "narrow, class"]
TOLD_APART = [name for name in REGIMES if name not in NARROW]
ANNOUNCED = [name for name in TOLD_APART if "ask" not in name]


def games(regime: str) -> Iterator[Game]:
    """The games of a regime."""
    found = number = 0
    while found < GAMES:
        number += 1
        kind, _, goal = regime.partition(", ")
        game: Game
        if kind == "guesses":
            game = guessing_game(number)
        else:
            game = ordinary_table(goal, number) if kind == "ordinary" else several_table(number, 5, 4)
        if REGIMES[regime](game):
            found += 1
            yield game


class Brute:
    """What positions of a game cost at least: every question everywhere, no bound, in fractions.

    With ``loses``, what is not found within the turns is lost, and counts like one question more after the last turn.
    """

    def __init__(self, game: Game, *, loses: bool) -> None:
        self.game, self.loses = game, loses
        self.sums = [LOST.name, SIZE.name, TOTAL.name] if loses else [SIZE.name, EXPECTED.name, TOTAL.name]
        """The objectives that are searched for together."""
        self.least = cache(self._least)

    def _least(self, left: Position, within: int | None, what: str) -> Fraction | float:
        game = self.game
        if Several(game).ending(left) is not None:
            return Fraction(what == ENDS)
        questions = [each for each in range(game.question_count) if self._helps(left, each)] if within != 0 else []
        if questions:
            return min(self._asked(left, each, within, what) for each in questions)
        if not self.loses:
            return math.inf
        return {LOST.name: 1, SIZE.name: 0}.get(what, (within or 0) + 1) * self._mass(left, what)

    def _helps(self, left: Position, question: int) -> bool:
        named = not self.game.announces and self.game.guesses[question] in {
            self.game.secrets[at] for at in left.candidates
        }
        return question not in left.asked and (named or Several(self.game).tells(left, question))

    def _mass(self, left: Position, what: str) -> Fraction:
        pairs = zip(left.candidates, left.labels, strict=True)
        return sum(
            (Fraction(mass, self.game.weight_of(at) if what == TOTAL.name else 1) for at, mass in pairs), Fraction()
        )

    def _asked(self, left: Position, question: int, within: int | None, what: str) -> Fraction | float:
        game, after = self.game, None if within is None else within - 1
        cells = Several(game).cells(left, question).items()
        found = any(game.solved(response) for response, _ in cells)
        costs = [
            (cell.factor, self.least(cell.position, after, what))
            for response, cell in cells
            if not game.solved(response)
        ]
        if what == DEPTH.name:
            return 1 + max((cost for _, cost in costs), default=Fraction(0))
        if what in (SIZE.name, ENDS):
            own = found if what == ENDS else len(left.candidates) > 1
            return own + sum((cost for _, cost in costs), Fraction(0))
        price = {EXPECTED.name: game.cost_of(question), LOST.name: 0}.get(what, 1)
        return price * self._mass(left, what) + sum((factor * cost for factor, cost in costs), Fraction(0))


class State(NamedTuple):
    """A position on the desk of a search that has proven nothing, and what is known of it at once."""

    stage: SeveralStage
    place: StagePosition
    kind: int
    brute: Brute
    limit: int | None

    def truth(self, what: str) -> Fraction | float:
        """What the position costs at least, in the unit of the desk."""
        unit = next(iter(self.place.masses.values())) if self.stage.arrays.scaled else Fraction(1)
        cell = Several(self.brute.game).normal(self.place.masses.items(), self.place.asked)
        cost = self.brute.least(cell.position, self.limit and self.place.left, what)
        return (
            cost if what in (SIZE.name, DEPTH.name, ENDS) or cost == math.inf else cell.factor * Fraction(cost) / unit
        )

    def part(self, name: str) -> Bound:
        """The bound of an objective."""
        at = self.brute.sums.index(name)
        return Bound(float(self.stage.desk.value[RESULT, at]), int(self.stage.desk.value_r[RESULT, at]))

    @property
    def branches(self) -> int:
        """The most answers that a question has here."""
        return int(in_python(list_questions)(self.stage.arrays, self.stage.desk, 0, -1)[1])

    def call(self, name: str, *values: Any) -> Any:
        """What a function of the bounds returns at this position."""
        with np.errstate(over="ignore"):
            return in_python(getattr(several_bounds, name))(self.stage.arrays, self.stage.desk, *values)


class Bound(NamedTuple):
    """A lower bound: a double, with its residue."""

    value: float
    residue: int


Pairs = Iterator[tuple[Bound, Fraction | float]]
Claim = Callable[[State], Pairs]


@cache
def brute(regime: str, loses: bool) -> list[Brute]:
    """The costs of the games of a regime, which are kept."""
    return [Brute(game, loses=loses) for game in games(regime)]


def states(regime: str, *, loses: bool, limited: bool = False) -> Iterator[State]:
    """Positions of the games of a regime, each reached by random answers."""
    for number, each in enumerate(brute(regime, loses)):
        game, draw = each.game, Random(f"walk {regime} {number}")
        answers, brake = answers_of(game), StopSignal()
        for _ in range(3):
            limit = draw.randint(1, 4) if loses or limited else None
            stage = SeveralStage(game, answers, What(tuple(each.sums), not loses, limit), brake=brake, memory=0)
            masses = {secret: Fraction(game.weight_of(secret)) for secret in range(len(game.secrets))}
            place = stage.start(masses, frozenset(), limit or 0)
            for _ in range(4):
                kind, _ = stage.at_least(place)
                yield State(stage, place, kind, each, limit)
                open_still = [at for at in range(game.question_count) if at not in place.asked]
                cells = stage.below(place, draw.choice(open_still)) if open_still and (place.left or not limit) else {}
                if not cells:
                    break
                place = draw.choice(list(cells.values()))


def open_positions(regime: str, *, loses: bool = False) -> Iterator[State]:
    """Those positions that are not known at once."""
    for state in states(regime, loses=loses):
        if state.kind not in (EXACT, NEVER):
            yield state


def whole(number: int) -> Bound:
    """A bound that is a whole number."""
    return Bound(float(number), number)


def of_size(state: State) -> Pairs:
    """``least_questions`` of ``kinds_left``."""
    yield state.part(SIZE.name), state.truth(SIZE.name)


def of_depth(state: State) -> Pairs:
    """``least_depth`` of ``kinds_left``."""
    yield whole(int(state.stage.desk.depth[RESULT])), state.truth(DEPTH.name)


def of_expected(state: State) -> Pairs:
    """What ``_least_mass`` says of masses with weights, times the cheapest question."""
    yield state.part(EXPECTED.name), state.truth(EXPECTED.name)


def of_total(state: State) -> Pairs:
    """What ``_least_mass`` says of masses without weights."""
    yield state.part(TOTAL.name), state.truth(TOTAL.name)


def of_kinds(state: State) -> Pairs:
    """``kinds_left``, with ``_picked``: the ends of a tree."""
    yield whole(state.call("kinds_left", 0)), state.truth(ENDS)


def of_leaves(state: State) -> Pairs:
    """``huffman`` of what ``gather`` writes, with ``_joined``, and without the first question."""
    for even, what in ((False, QUESTIONS), (True, TOTAL.name)):
        mass = first_question(state, even)
        for root in (True, False):
            count = state.call("gather", 0, even)
            if count > 1:
                value, told = state.call("huffman", count, state.branches, root)
                truth = state.truth(what)
                yield Bound(float(value), int(told)), truth if root else truth - mass


def of_others(state: State) -> Pairs:
    """``below_first``: secrets that have ends of their own, below the first question."""
    for even, what in ((False, QUESTIONS), (True, TOTAL.name)):
        value, told = state.call("below_first", 0, state.branches, even)
        if value > 0:
            yield Bound(float(value), int(told)), state.truth(what) - first_question(state, even)


def of_needs(state: State) -> Pairs:
    """``need_each`` and ``beside_picked``: what each secret needs, and the same beside those that are picked."""
    arrays = state.stage.arrays
    if not arrays.weak or arrays.asks:
        return
    costs = [arrays.cost[at] for at in range(arrays.questions)]
    cheapest = costs.index(min(costs))
    for even, what in ((False, EXPECTED.name), (True, TOTAL.name)):
        garbled = state.call("need_each", 0, cheapest, even)
        for picks in range(2 if arrays.narrow else 1):
            value, told = state.call("beside_picked", 0, state.branches, cheapest, even, picks == 1)
            yield Bound(float(value) * (1 - 4 * arrays.error * garbled), int(told)), state.truth(what)


def of_lost(state: State) -> Pairs:
    """``surely_lost``."""
    yield state.part(LOST.name), state.truth(LOST.name)


def of_first_question(state: State) -> Pairs:
    """What ``_least_mass`` says where secrets may be lost."""
    yield state.part(TOTAL.name), state.truth(TOTAL.name)


def first_question(state: State, even: bool) -> Fraction:
    """What the first question counts."""
    masses, weight = state.place.masses, state.brute.game.weight_of
    unit = next(iter(masses.values())) if state.stage.arrays.scaled else Fraction(1)
    return sum((mass / (weight(secret) if even else 1) for secret, mass in masses.items()), Fraction(0)) / unit


class Tally(NamedTuple):
    """The pairs of a claim; those in which the bound is exact, those in which a larger one would be too large, and
    those in which it is."""

    pairs: int
    exact: int
    noticed: int
    wrong: list[str]


class Counter:
    """Counts the pairs of a claim.

    A larger bound is one more if it counts, and else a thousandth of itself, or of 1 if it is 0.
    """

    def __init__(self, claim: Claim) -> None:
        self.claim = claim
        self.pairs = self.exact = self.noticed = 0
        self.wrong: list[str] = []

    def count(self, state: State) -> None:
        """Compare the pairs at one position."""
        for bound, truth in self.claim(state):
            if truth == math.inf:
                # Within the turns of this game, not all is found.
                continue
            close = abs(bound.value - truth) <= state.stage.arrays.error * truth
            met = close and bound.residue == residue(Fraction(truth))
            self.pairs += 1
            self.exact += met
            self.noticed += bound.value + (1 if self.claim in COUNTS else 1e-3 * (bound.value or 1)) > truth
            # A double may be above the truth by its error only where the residue says that the bound is exact.
            if Fraction(bound.value) > truth and not met:
                self.wrong.append(f"{bound.value} > {truth} at {state.place} in {state.brute.game.spec}")

    def tally(self) -> Tally:
        """What was counted."""
        return Tally(self.pairs, self.exact, self.noticed, self.wrong)


@cache
def held(regime: str, loses: bool) -> Mapping[Claim, Tally]:
    """Every claim for a regime, at all open positions: the way to them takes longer than the claims."""
    counters = [Counter(claim) for claim, regimes, _ in (LOSING if loses else SHARES) if regime in regimes]
    for state in open_positions(regime, loses=loses):
        for counter in counters:
            counter.count(state)
    return {counter.claim: counter.tally() for counter in counters}


@cache
def held_apart(regime: str) -> Mapping[Claim, Tally]:
    """Claims that join secrets at one end, at all open positions, as if no two secrets could stand at one end."""
    counters = [Counter(claim) for claim in JOINING]
    for state in open_positions(regime):
        arrays = state.stage.arrays
        state.stage.arrays = arrays._replace(together=np.zeros_like(arrays.together))
        for counter in counters:
            counter.count(state)
    return {counter.claim: counter.tally() for counter in counters}


COUNTS = {of_size, of_depth, of_kinds}
"""Claims of whole numbers."""
JOINING: list[Claim] = [of_kinds, of_leaves, of_others]
"""Claims that are right only if they join the secrets that may stand at one end."""
SHARES: list[tuple[Claim, list[str], Mapping[str, float]]] = [
    (of_size, [*REGIMES], {"ask": 0.5, "narrow": 0.6, "class": 0.75, "": 0.85}),
    (of_depth, [*REGIMES], {"ask": 0.7, "narrow": 0.65, "class": 0.75, "": 0.9}),
    (of_kinds, [*REGIMES], {"narrow": 0.45, "class": 0.7, "": 0.9}),
    (of_expected, [*REGIMES], {"ask": 0.4, "narrow": 0.5, "": 0.7}),
    (of_total, [*REGIMES], {"ask": 0.4, "narrow": 0.55, "": 0.75}),
    (of_leaves, [*ANNOUNCED, *NARROW], {"narrow": 0.55, "": 0.75}),
    (of_others, NARROW, {"": 0.3}),
    (of_needs, [name for name in REGIMES if name.startswith("several") or name in NARROW], {"": 0.4}),
]
"""Each claim with its regimes, and the least share of exact bounds by some words of a regime: the first that fits
counts."""
LOSING: list[tuple[Claim, list[str], Mapping[str, float]]] = [
    (of_lost, [*REGIMES], {"ask": 0.5, "": 0.6}),
    # With goal=ask, two questions at least are counted for all but one secret.
    (of_first_question, [*REGIMES], {"ask": 0.0, "": 0.4}),
]
"""The same, where secrets may be lost."""


def listed(table: list[tuple[Claim, list[str], Mapping[str, float]]], loses: bool) -> Iterator[Any]:
    """The parameters of a test, one for each regime and each claim in it: one process looks at a whole regime."""
    for regime in REGIMES:
        for claim, regimes, shares in table:
            if regime in regimes:
                share = next(shares[words] for words in shares if words in regime)
                yield pytest.param(claim, regime, loses, share, id=f"{claim.__name__}: {regime}")


@pytest.mark.parametrize("claim, regime, loses, share", [*listed(SHARES, False), *listed(LOSING, True)])
def test_bound(claim: Claim, regime: str, loses: bool, share: float) -> None:
    """No bound exceeds the truth, it is exact as often as is said, and a larger one would be noticed."""
    found = held(regime, loses)[claim]
    assert not found.wrong, found.wrong[0]
    assert found.pairs >= 50
    assert found.exact >= share * found.pairs, found
    assert found.noticed or not share


@pytest.mark.parametrize("claim", JOINING)
@pytest.mark.parametrize("regime", NARROW)
def test_secrets_that_may_stand_at_one_end_have_to_be_joined(claim: Claim, regime: str) -> None:
    assert held_apart(regime)[claim].wrong


@pytest.mark.parametrize("loses", [False, True])
@pytest.mark.parametrize("regime", REGIMES)
def test_what_is_known_at_once_is_true(regime: str, loses: bool) -> None:
    """Costs that are exact, and positions that no tree solves within the questions left (``least_depth``)."""
    exact = never = 0
    for state in states(regime, loses=loses, limited=True):
        if state.kind == NEVER:
            never += 1
            assert state.truth(SIZE.name) == math.inf
        elif state.kind == EXACT:
            exact += 1
            for name in state.brute.sums:
                truth, bound = state.truth(name), state.part(name)
                assert bound.value == pytest.approx(float(truth)) and bound.residue == residue(Fraction(truth))
    assert exact > 10
    assert bool(never) == (not loses)
