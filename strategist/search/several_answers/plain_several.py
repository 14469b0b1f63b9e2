"""Best possible keys in fractions, in plain Python: what the compiled search does, without doubles.

It decides where doubles cannot, and is what ``compile_strategy(…, plain=True)`` uses. Positions come from
:mod:`strategist.model.position`. The costs are vectors as in :mod:`~strategist.search.several_answers.several_costs`,
sums first and then the depth, and are compared as tuples. One bound is used: a question costs at least what it costs by
itself and what is known of its cells, which is what each secret costs that is not found yet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from strategist.model.game import Game
from strategist.model.objective import EXPECTED, LOST, SIZE, TOTAL
from strategist.model.position import Branch, Position, Several
from strategist.model.tree import GIVE_UP, DecisionTree

NOTHING_FOUND = -(1 << 40)
"""The depth of a tree that finds nothing."""

Vector = tuple[Fraction | int, ...]
"""Sums, in their order, and the depth; 0 where no depth is asked for."""


class PlainSeveral:
    """The best keys of a game: the least of some sums, in their order, and then, if ``deep``, the least depth.

    ``limited`` says that questions are counted down, ``late`` how many have to be left where a secret is found, and
    ``stopped`` whether to give up.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.model.position import kind_of
    >>> game = make_game("mastermind(2,3,goal=identify)")
    >>> keys = PlainSeveral(game, ["size"], deep=True)
    >>> [int(each) for each in keys.cost(Several(game).normal(((secret, 1) for secret in range(9))).position, 0)]
    [3, 2]
    """

    def __init__(
        self,
        game: Game,
        sums: Sequence[str],
        *,
        deep: bool = False,
        limited: bool = False,
        late: int = 0,
        stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        self.game, self.sums, self.deep = game, tuple(sums), deep
        self.limited, self.late, self.stopped = limited, late, stopped
        self.loses = LOST.name in sums
        self._known: dict[tuple[Position, int], tuple[Vector, int] | None] = {}

    def cost(self, left: Position, questions: int) -> Vector | None:
        """The least cost of a position with so many questions left; None if no tree keeps the restrictions."""
        found = self._best(left, questions)
        return None if found is None else found[0]

    def tree(self, begin: Position, questions: int, opening: int = -1) -> DecisionTree:
        """The tree of least cost, which asks the lowest of the best questions at each position."""
        game, last = self.game, 1 << self.game.response_count - 1
        guesses: list[int] = []
        masks: list[int] = []
        level = [(begin, questions)]
        while level:
            below: list[tuple[Position, int]] = []
            for left, more in level:
                end = Several(game).ending(left)
                question = end
                if end is None:
                    forced = opening >= 0 and left is begin and more == questions
                    best = self._best(left, more)
                    assert best is not None  # there is a tree
                    question = opening if forced else best[1]
                if end is not None or question == GIVE_UP:
                    guesses.append(GIVE_UP if end is None else end)
                    masks.append(0 if end is None else last)
                    continue
                assert question is not None  # no end
                cells = Several(game).cells(left, question)
                guesses.append(question)
                masks.append(sum(1 << response for response in cells))
                below += [(cell.position, more - 1) for response, cell in cells.items() if not game.solved(response)]
            level = below
        return DecisionTree(guesses, masks, game.response_count)

    def start(self, left: Position, questions: int, opening: int) -> Vector | None:
        """The least cost of a position where the first question is given."""
        if Several(self.game).ending(left) is not None:
            return self.cost(left, questions)
        return None if self.limited and questions == 0 else self._price(left, questions, opening, None)

    def _best(self, left: Position, questions: int) -> tuple[Vector, int] | None:
        key = (left, questions if self.limited else 0)
        if key not in self._known:
            self._known[key] = self._search(left, questions)
        return self._known[key]

    def _search(self, left: Position, questions: int) -> tuple[Vector, int] | None:
        if self.stopped():
            raise TimeoutError
        game = self.game
        if Several(game).ending(left) is not None:
            return None if self.late and questions < self.late else (self._vector({}, 0), GIVE_UP)
        possible = range(game.question_count) if questions or not self.limited else ()
        asked = [question for question in possible if self._helps(left, question)]
        if not asked:
            return self._lost(left, questions)
        best: tuple[Vector, int] | None = None
        for question in asked:
            cost = self._price(left, questions, question, None if best is None else best[0])
            if cost is not None and (best is None or cost < best[0]):
                best = cost, question
        return best

    def _helps(self, left: Position, question: int) -> bool:
        """Whether a question tells something, or may name the one secret that is left."""
        if Several(self.game).tells(left, question):
            return True
        last = not self.game.announces and len(left.candidates) == 1
        return last and self.game.guesses[question] == self.game.secrets[left.candidates[0]]

    def _price(self, left: Position, questions: int, question: int, budget: Vector | None) -> Vector | None:
        """What a tree costs that begins with a question; None if it is not less than the budget, or there is none."""
        game = self.game
        even = self._even(left)
        total = self._vector(
            {
                SIZE.name: Fraction(len(left.candidates) > 1),
                EXPECTED.name: Fraction(game.cost_of(question) * left.mass),
                TOTAL.name: even,
            },
            NOTHING_FOUND,
        )
        cells = Several(game).cells(left, question)
        rest = [(cell, self._least(cell)) for response, cell in cells.items() if not game.solved(response)]
        if len(rest) < len(cells):
            if self.late and questions - 1 < self.late:
                return None
            total = (*total[:-1], 1 if self.deep else 0)
        for at, (cell, _) in enumerate(rest):
            below = self.cost(cell.position, questions - 1)
            if below is None:
                return None
            total = self._sum(total, cell.factor, below)
            if budget is not None:
                bound = total
                for later, least in rest[at + 1 :]:
                    bound = self._sum(bound, later.factor, least)
                if bound >= budget:
                    return None
        return total

    def _least(self, cell: Branch) -> Vector:
        """What a cell costs at least: each secret that is not at its end, one question or a loss."""
        if Several(self.game).ending(cell.position) is not None:
            return self._vector({}, 0)
        cheapest = min(map(self.game.cost_of, range(self.game.question_count)))
        mass = Fraction(0 if self.loses else cheapest * cell.position.mass)
        figures = {EXPECTED.name: mass, TOTAL.name: Fraction(0) if self.loses else self._even(cell.position)}
        return self._vector(figures, NOTHING_FOUND)

    def _even(self, left: Position) -> Fraction:
        pairs = zip(left.candidates, left.labels, strict=True)
        return sum((Fraction(mass, self.game.weight_of(secret)) for secret, mass in pairs), Fraction(0))

    def _lost(self, left: Position, questions: int) -> tuple[Vector, int] | None:
        if not self.loses:
            return None
        late = questions + 1
        figures = {
            LOST.name: Fraction(left.mass),
            EXPECTED.name: Fraction(late * left.mass),
            TOTAL.name: late * self._even(left),
        }
        return self._vector(figures, NOTHING_FOUND), GIVE_UP

    def _vector(self, figures: Mapping[str, Fraction], depth: int) -> Vector:
        return (*(figures.get(name, Fraction(0)) for name in self.sums), depth if self.deep else 0)

    def _sum(self, one: Vector, factor: Fraction, other: Vector) -> Vector:
        depth = max(one[-1], other[-1] + 1) if self.deep else 0
        scales = (1 if name == SIZE.name else factor for name in self.sums)
        sums = (mine + scale * more for mine, scale, more in zip(one[:-1], scales, other[:-1], strict=True))
        return (*sums, depth)
