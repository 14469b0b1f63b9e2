"""Let answers of a game be false, by the parameters ``lies=``, ``of=`` and ``honest=`` of all games."""

from __future__ import annotations

from strategist.common.errors import SpecError
from strategist.model.game import Game
from strategist.model.lies.honest import Honest

_CHANCES = "chances: an average needs a chance of each lie, which nobody has given"


def let_lie(game: Game, lies: int, honest: str | None, of: int | None = None) -> None:
    """Let up to ``lies`` answers of a game be false, or exactly so many of ``of`` answers in all. Raises
    :class:`~strategist.common.errors.SpecError` where the game has what lies cannot stand beside.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3)")
    >>> let_lie(game, 1, "yes")
    >>> game.spec, game.honest
    ('mastermind(pegs=2,colors=3,lies=1,honest=yes)', <Honest.YES: 'yes'>)
    """
    if not lies:
        if game.fibs and game.weights is not None:
            raise SpecError(f"{game.name}: fibble=true cannot stand beside {_CHANCES}")
        if honest is not None:
            raise SpecError(f"{game.name}: honest={honest} says how answers may be false: expected lies=1 or more")
        if of is not None:
            raise SpecError(f"{game.name}: of={of} says of how many answers some are false: expected lies=1 or more")
        return
    if reason := _stands_against(game):
        raise SpecError(f"{game.name}: lies={lies} cannot stand beside {reason}")
    usual = Honest.NONE if game.announces else Honest.SOLVED
    kind = usual if honest is None else Honest(honest)
    if game.announces and kind is not Honest.NONE:
        raise SpecError(
            f"{game.name}: honest={kind.value} needs a guess that can win: expected honest=none, because it is enough "
            f"to know the {game.known_noun}"
        )
    if not game.announces and kind is Honest.NONE:
        raise SpecError(f"{game.name}: honest=none needs a game in which it is enough to know the secret")
    game.lies, game.honest = lies, kind
    if of is None:
        return
    if not game.announces:
        raise SpecError(f"{game.name}: of={of} needs a game that no answer ends: expected honest=none, or without of")
    if of < lies:
        raise SpecError(f"{game.name}: expected no more lies than answers, got lies={lies} of={of}")
    game.of = game.turns = of


def _stands_against(game: Game) -> str:
    """What a game has that lies cannot stand beside; empty if there is nothing."""
    if game.several:
        return "several states: an answer would be one of several, and false besides"
    if game.fibs:
        return "fibble=true, whose rows hold a falsehood each"
    if game.weights is not None:
        return _CHANCES
    if game.costs is not None:
        return "costs of questions"
    if game.restricts:
        return "hard=true: what an answer revealed may be false"
    return "" if game.turns is None else "turns: expected the strategy optimal(depth) or feasible(max_depth=K) instead"
