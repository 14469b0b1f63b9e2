"""What a search has found, written down: its tree, the exact costs of positions, and certificates.

The tree is written level by level: the lowest of the best questions everywhere. The memo holds doubles, so a cost is
found once more in fractions: the search says which question is best, position by position, and the costs of what its
answers lead to are added.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from strategist.checking.several_answers.mass_board import INFINITE, Cost
from strategist.checking.several_answers.mass_board import MassPosition as BoardPlace
from strategist.choosing.searched import Optimal, SearchedStrategy
from strategist.model.game import Game, Response
from strategist.model.objective import DEPTH, EXPECTED, LOST, SIZE
from strategist.model.tree import GIVE_UP, DecisionTree, Figure, exact
from strategist.search.certify.certify import Certified, certifier
from strategist.search.run.objectives import Outcome, warm_up_exact
from strategist.search.several_answers.several_desks import StagePosition
from strategist.search.several_answers.several_memo import EXACT, NEVER
from strategist.search.several_answers.several_stage import SeveralStage
from strategist.search.several_answers.solve_several import AT_END, GREEDY, PROVE, QUICK, STUCK, UNPROVEN
from strategist.search.state.options import Options, Progress
from strategist.search.state.start import Start
from strategist.search.tasks.remote.instance import assemble
from strategist.search.tasks.supervise import StopSignal

Name = tuple[tuple[int, ...], tuple[Fraction, ...], frozenset[int], int]
_ERROR = 1e-6
"""Doubles that stand for whole numbers are wrong by less."""


def grow_searched(
    stage: SeveralStage, root: StagePosition, opening: int = -1, mode: int = PROVE
) -> DecisionTree | None:
    """The tree that begins with ``opening``, or -1 for the best question; None if the search was stopped meanwhile."""
    game = stage.game
    chosen: dict[Name, int] = {}
    guesses: list[int] = []
    masks: list[int] = []
    level = [root]
    while level:
        after: list[StagePosition] = []
        for place in level:
            name = name_of(place, stage)
            question = chosen.get(name)
            if question is None:
                question = opening if place is root and opening >= 0 else _chosen(stage, place, mode)
                if question == UNPROVEN:
                    return None
                chosen[name] = question
            if question < 0 or _names_last(game, place, question):
                guesses.append(GIVE_UP if question == STUCK else question if question >= 0 else _end(game, place))
                masks.append(0 if question == STUCK else 1 << game.response_count - 1)
                continue
            below = stage.below(place, question)
            guesses.append(question)
            hits = not game.announces and any(game.guesses[question] == game.secrets[secret] for secret in place.masses)
            masks.append(sum(1 << each for each in below) | (1 << game.response_count - 1 if hits else 0))
            after += below.values()
        level = after
    return DecisionTree(guesses, masks, game.response_count)


def _chosen(stage: SeveralStage, place: StagePosition, mode: int) -> int:
    question = stage.choose(place, mode)
    if question == UNPROVEN and mode == QUICK and stage.recalls:
        stage.fill_in(place)
        question = stage.choose(place, QUICK)
    if question == UNPROVEN and mode == QUICK:
        question = stage.choose(place, GREEDY)
    return question


def name_of(place: StagePosition, stage: SeveralStage) -> Name:
    """What makes two positions the same: secrets, the proportions of their masses if these count, and questions."""
    masses = list(place.masses.values())
    proportions = tuple(mass / masses[0] for mass in masses) if stage.arrays.massed else ()
    return tuple(place.masses), proportions, place.asked, place.left


def _names_last(game: Game, place: StagePosition, question: int) -> bool:
    """Whether a question names the only secret that is left."""
    secrets = list(place.masses)
    return not game.announces and len(secrets) == 1 and game.guesses[question] == game.secrets[secrets[0]]


def _end(game: Game, place: StagePosition) -> int:
    """The announcement at the end of play."""
    secrets = list(place.masses)
    return game.announcement(secrets[0]) if game.is_pure(secrets) else game.undecided


class StageWorth:
    """The costs of positions in the first objective of a search, by the search itself.

    It is a :class:`~strategist.search.certify.certify_several.Worth`.
    """

    def __init__(self, stage: SeveralStage, root: StagePosition, objective: str) -> None:
        self.stage, self.root, self.objective = stage, root, objective
        self.massed = objective not in (DEPTH.name, SIZE.name)
        self.costs: dict[Name, Cost] = {}

    def start(self) -> StagePosition:
        """The position at the beginning."""
        return self.root

    def below(self, position: StagePosition, question: int) -> Mapping[Response, StagePosition]:
        """What each answer to a question leads to."""
        return self.stage.below(position, question)

    def at_hand(self, position: StagePosition, place: BoardPlace) -> Cost:
        """What is known at once of what a position costs at least, in the unit of ``place``."""
        kind, bound = self.stage.at_least(position)
        if kind == NEVER:
            return INFINITE
        if kind == EXACT:
            return self.cost(position, place)
        if not self.massed:
            return math.ceil(bound - _ERROR)
        scale = self.stage.unit(position.masses) / self._unit(position, place)
        return bound * float(scale) if isinstance(bound, float) else exact(bound * scale)

    def refute(self, position: StagePosition, place: BoardPlace, question: int, needed: Figure) -> None:
        """Search once more for a proof that a question costs as much as is needed.

        Raises :class:`~strategist.common.errors.OutOfTimeError` if that was stopped.
        """
        budget = Fraction(needed)
        if self.massed:
            budget *= self._unit(position, place) / self.stage.unit(position.masses)
        self.stage.refute(position, question, budget)
        self.stage.brake.heed("the certificate was not written")

    def cost(self, position: StagePosition, place: BoardPlace) -> Cost:
        """What a position costs, in the unit of ``place``.

        Raises :class:`~strategist.common.errors.OutOfTimeError` if the search for it was stopped.
        """
        cost = self._cost(position)
        return cost if isinstance(cost, float) else exact(cost / self._unit(position, place))

    def _unit(self, position: StagePosition, place: BoardPlace) -> Fraction:
        """The mass of a position whose mass on the board is 1."""
        return Fraction(1) if place.masses is None else self._mass(position) / sum(place.masses)

    def _mass(self, position: StagePosition) -> Fraction:
        """All masses, as the objective counts them."""
        if self.objective in (EXPECTED.name, LOST.name):
            return sum(position.masses.values(), Fraction(0))
        weight = self.stage.game.weight_of
        return sum((mass / weight(secret) for secret, mass in position.masses.items()), Fraction(0))

    def _cost(self, position: StagePosition) -> Cost:
        """The cost of a position with the masses that it has."""
        name = name_of(position, self.stage)
        scale = next(iter(position.masses.values())) if self.massed else Fraction(1)
        found = self.costs.get(name)
        if found is None:
            found = self._found(position)
            if not isinstance(found, float):
                found = found / scale
            self.costs[name] = found
        return found if isinstance(found, float) else found * scale

    def _found(self, position: StagePosition) -> Cost:
        game = self.stage.game
        if not game.announces and len(position.masses) == 1:
            # It is named by one guess more.
            return INFINITE if self.stage.what.limit is not None and position.left < 1 else 0
        question = self.stage.choose(position)
        if question == UNPROVEN:
            self.stage.brake.heed("the certificate was not written")
            return INFINITE
        if question == AT_END:
            return 0
        if question == STUCK:
            return self._mass(position)
        costs = [self._cost(each) for each in self.stage.below(position, question).values()]
        if INFINITE in costs:
            return INFINITE
        if self.objective == DEPTH.name:
            return 1 + max(costs, default=0)
        if self.objective == SIZE.name:
            return 1 + sum(costs)
        price = 0 if self.objective == LOST.name else game.cost_of(question) if self.objective == EXPECTED.name else 1
        return price * self._mass(position) + sum(costs)


def certify_as_cells(
    strategy: SearchedStrategy,
    options: Options,
    start: Start,
    brake: StopSignal,
    outcome: Outcome,
    progress: Progress | None = None,
) -> Certified:
    """The certificate of a bound of the first objective where each question has one answer, and sizes only stand behind
    it: the exact search proves it once more."""
    assert isinstance(strategy, Optimal) and outcome.lower_bound is not None  # others prove no bound
    warm_up_exact(strategy.game, strategy.objectives[:1])
    workers = assemble(strategy.game, strategy, replace(options, journal=None, cluster=None), start, brake)
    limit = strategy.max_depth(len(start.history))
    return certifier(workers, strategy, int(outcome.lower_bound), outcome.closed, start, limit)(progress)
