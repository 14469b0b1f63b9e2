"""The contract of a strategy: how it is declared, and what it is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Self

from strategist.common.errors import SpecError
from strategist.model.game import Game
from strategist.model.position import Moves, Position, kind_of
from strategist.model.spec import Named, Parameter, Value

FIRST_PARAMETER = Parameter("first", str, None, "the forced opening, a code")
GUESSES_PARAMETER = Parameter("guesses", str, "all", "what may be guessed", choices=("all", "candidates"))
HIGHEST_SEED = 2**31 - 1
SEED_PARAMETER = Parameter("seed", int, 0, "seed of the draws", low=0, high=HIGHEST_SEED)


class Strategy(Named):
    """A way to choose the next guess, bound to one game.

    Subclasses implement :meth:`choose`; the choice may depend only on the history.

    Examples
    --------
    >>> from strategist.choosing.registry import make_strategy
    >>> make_strategy("minimax", "mastermind(4,6)").spec
    'minimax'
    """

    summary: ClassVar[str]
    unwritten: ClassVar[Mapping[str, Value]] = {}
    """Parameters that are always written today, with their values in older files that leave them out."""
    doubts: ClassVar[bool] = True
    """Whether it chooses where answers may be false, too."""
    keeps_limits: ClassVar[bool] = True
    """Whether it asks only what limits of answers allow."""

    def __init__(self, game: Game, values: dict[str, Value]) -> None:
        if game.doubtful and not self.doubts:
            raise SpecError(
                f"{self.name}: expected a strategy that knows answers that may be false, such as minimax, entropy, "
                f"optimal(depth) or first, for {game.spec}"
            )
        if game.limits and not self.keeps_limits:
            raise SpecError(f"{self.name}: expected a game without limits of answers, got {game.spec}")
        self.game = game
        self.values = {parameter.name: parameter.default for parameter in self.parameters} | values
        if not game.secrets_are_questions and self.values.get("guesses") == "candidates":
            raise SpecError(f"{self.name}: guesses=candidates needs questions that can be right, {game.spec} has none")
        self.opening: int | None = None
        first = self.values.get("first")
        if first is not None:
            self.opening = game.parse_question(str(first))
            self.values["first"] = game.format_code(game.guesses[self.opening])

    @property
    def draws(self) -> bool:
        """Whether the seed, if there is one, changes anything."""
        return "seed" in self.values

    def for_tree(self) -> Self:
        """The strategy as it makes one whole tree, from the top, level by level, each level in order; itself if it
        remembers nothing of the tree."""
        return self

    def guess(self, position: Position) -> int | None:
        """The index of the next guess, which may be the opening or an announcement; None to give up."""
        kind = kind_of(self.game)
        position = kind.at(position)
        end = kind.ending(position)
        # Where each secret has its answer, even one that is known at once is asked for by a forced opening.
        if self.opening is not None and not position.history and (end is None or not kind.settles):
            return self.opening
        return self.choose(position) if end is None else end

    def permitted(self, position: Position) -> Sequence[int]:
        """The questions that the rules allow, ascending: all questions unless the game restricts guesses. Where answers
        have limits, they are those that tell anything: in vain, an answer would be used up, or asked for without end.

        >>> from strategist.choosing.registry import make_strategy
        >>> from strategist.games.catalog import make_game
        >>> game = make_game("comparisons(8,limit=yes:1)")
        >>> strategy = make_strategy("entropy", game)
        >>> strategy.permitted(Position((), range(8))), strategy.permitted(Position(((3, 1),), range(4)))
        ([0, 1, 2, 3, 4, 5, 6], [])
        """
        game = self.game
        history = tuple((game.guesses[guess], response) for guess, response in position.history)
        codes = game.allowed(history) if game.restricts else None
        allowed = range(game.question_count) if codes is None else sorted(map(game.guesses.index, codes))
        if not game.limits:
            return allowed
        kind = kind_of(game)
        left = position if position.candidates else kind.left(position.history)
        cells = {} if left is None else {each: kind.cells(left, each) for each in allowed}
        return [each for each, found in cells.items() if len(found) > 1 or game.solved(next(iter(found)))]

    def choose(self, position: Position) -> int | None:
        """The index of the next guess after the opening (a question if the game announces); None to give up."""
        raise NotImplementedError  # every strategy implements it; see the subclasses

    def reason(self, position: Position, question: int) -> str:
        """What speaks for a question that it asks at a position, in words; by default what it always looks for."""
        return self.summary

    def explain(self, history: Moves) -> list[str]:
        """One line for each move of ``history`` with the conclusion from it; no lines if the strategy draws none."""
        return []
