"""The simple players: any candidate, the first one in some order or a random one."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

from strategist.choosing.draws import draw, history_key
from strategist.choosing.strategy_contract import FIRST_PARAMETER, SEED_PARAMETER, Strategy
from strategist.common.errors import SpecError
from strategist.model.game import Game
from strategist.model.position import Position, kind_of
from strategist.model.spec import Parameter, Value

_ORDERS = ("counting", "reversed", "shuffle", "last-fastest", "first-fastest")


class _TakesAny(Strategy):
    """A strategy that takes any candidate, or where none can be asked, any question that helps."""

    def options(self, position: Position) -> Sequence[int]:
        """The options: candidates as indices into ``secrets``, or questions that help."""
        kind = kind_of(self.game)
        options = position.candidates if self.game.secrets_are_questions else kind.helping(kind.at(position))
        if not self.game.limits:
            return options
        permitted = self.permitted(position)
        return [each for each in options if self.guess_of(each) in permitted]

    def guess_of(self, option: int) -> int:
        """The guess that an option stands for."""
        game = self.game
        return game.guesses.index(game.secrets[option]) if game.secrets_are_questions else option


class FirstCandidate(_TakesAny):
    """The first option in some order of enumeration."""

    name = "first"
    summary = "the first code that is still possible, in counting order or another"
    parameters = (
        Parameter("order", str, "counting", "the order of enumeration", choices=_ORDERS),
        SEED_PARAMETER,
        FIRST_PARAMETER,
    )

    def __init__(self, game: Game, values: dict[str, Value]) -> None:
        super().__init__(game, values)
        fastest = str(self.values["order"]).endswith("-fastest")
        if fastest and not (game.secrets_are_questions and isinstance(game.secrets[0], Sequence)):
            raise SpecError(f"first: order={self.values['order']} needs codes of symbols, {game.spec} has none")

    @property
    def draws(self) -> bool:
        """Whether the order of enumeration is drawn by the seed."""
        return self.values["order"] == "shuffle"

    def ranks(self) -> Sequence[int]:
        """rank[i]: the place of option i in the order of enumeration: of a secret, or of a question."""
        secrets = self.game.secrets
        count = len(secrets) if self.game.secrets_are_questions else self.game.question_count
        order: Iterable[int] = range(count)
        match self.values["order"]:
            case "reversed":
                order = reversed(range(count))
            case "shuffle":
                key = history_key(int(self.values["seed"] or 0))
                order = sorted(order, key=lambda index: (draw(key, index), index))
            case "last-fastest":
                order = sorted(order, key=secrets.__getitem__)
            case "first-fastest":
                order = sorted(order, key=lambda index: tuple(reversed(secrets[index])))
        # Four bytes a code: there may be millions.
        ranks = array("i", bytes(4 * count))
        for rank, index in enumerate(order):
            ranks[index] = rank
        return ranks

    def choose(self, position: Position) -> int | None:
        """The guess of the option with the lowest rank; None if there is no option."""
        if not hasattr(self, "_ranks"):
            self._ranks = self.ranks()
        options = self.options(position)
        return self.guess_of(min(options, key=self._ranks.__getitem__)) if options else None


class RandomCandidate(_TakesAny):
    """An option drawn by a hash of the seed and the history: the same position always draws the same one."""

    name = "random"
    summary = "a code that is still possible, drawn at random (seeded)"
    parameters = (SEED_PARAMETER, FIRST_PARAMETER)

    def choose(self, position: Position) -> int | None:
        """The guess of an option drawn by the seed and the history; None if there is no option."""
        key = history_key(int(self.values["seed"] or 0), position.history, self.game.response_count)
        options = self.options(position)
        return self.guess_of(options[draw(key, 0) % len(options)]) if options else None
