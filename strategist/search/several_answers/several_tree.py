"""Write down the tree that a search for keys has found, level by level: the lowest of the best questions everywhere."""

from __future__ import annotations

from fractions import Fraction

from strategist.model.game import Game
from strategist.model.tree import GIVE_UP, DecisionTree
from strategist.search.several_answers.several_stage import SeveralStage, StagePosition
from strategist.search.several_answers.solve_several import GREEDY, PROVE, QUICK, STUCK, UNPROVEN

Name = tuple[tuple[int, ...], tuple[Fraction, ...], frozenset[int], int]


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
    proportions = tuple(mass / masses[0] for mass in masses) if stage.ground.massed else ()
    return tuple(place.masses), proportions, place.asked, place.left


def _names_last(game: Game, place: StagePosition, question: int) -> bool:
    """Whether a question names the only secret that is left."""
    secrets = list(place.masses)
    return not game.announces and len(secrets) == 1 and game.guesses[question] == game.secrets[secrets[0]]


def _end(game: Game, place: StagePosition) -> int:
    """The announcement at the end of play."""
    secrets = list(place.masses)
    return game.announcement(secrets[0]) if game.is_pure(secrets) else game.undecided
