"""How a heuristic rates questions at a position: one class for each kind of answers.

A :class:`Rating` finds the *cells* of a question, what is left after each answer, and asks the heuristic for a score of
them (:class:`Scores`); smaller is better. The formulas stand in :mod:`strategist.choosing.masses` and
:mod:`strategist.choosing.lies.berlekamp`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from strategist.choosing.classes import ClassCell, class_cells
from strategist.choosing.lies.berlekamp import telling_cells, weighed_cells, weighing_at
from strategist.choosing.masses import WORST, SeveralCells, per_cost, several_cells, sizes_of, undivided
from strategist.model.game import Code, Game
from strategist.model.position import Position, by_kind, kind_of
from strategist.model.spec import Value


class Scores:
    """What a heuristic makes of the cells of a question: a whole number, smaller is better."""

    game: Game
    weighs: ClassVar[bool] = False
    """Whether the score depends on the chances of secrets: see :meth:`score_masses`."""

    def score(self, sizes: Iterable[int]) -> int:
        """The score of a partition into cells of these sizes; smaller is better."""
        raise NotImplementedError  # see the four heuristics

    def score_masses(self, cells: Sequence[tuple[int, int]]) -> int:
        """The score under chances, if it depends on them, of cells given by size and mass; smaller is better."""
        raise NotImplementedError  # see those of the heuristics that say so

    def score_classes(self, cells: Sequence[ClassCell]) -> int:
        """The score where it is enough to know the class; smaller is better."""
        raise NotImplementedError  # see the four heuristics

    def score_several(self, found: SeveralCells) -> int:
        """The score where cells overlap; smaller is better: see :mod:`strategist.choosing.masses`."""
        return self.score(size for size, _ in sizes_of(self.game, found))

    def score_under_lies(self, cells: Sequence[tuple[int, bool]], whole: int) -> int:
        """The score where answers may be false, of cells given by their weight and whether play goes on there;
        smaller is better: see :mod:`strategist.choosing.lies.berlekamp`."""
        raise NotImplementedError  # see those of the heuristics that choose there


class Rating(ABC):
    """How a heuristic rates the questions at one position, which has its labels."""

    usual: ClassVar[Mapping[str, Value]] = {}
    """The parameters of heuristics that mean nothing here, with the one value that they may have."""

    def __init__(self, scores: Scores, position: Position, *, per_cost: bool) -> None:
        self.scores, self.game, self.position = scores, scores.game, position
        self.per_cost = per_cost

    def among(self, permitted: Sequence[int]) -> Sequence[int]:
        """Those of the permitted questions that are compared, ascending: here all."""
        return permitted

    @abstractmethod
    def of(self, question: int) -> tuple[int, int]:
        """The score of a question, smaller is better, and the number of its cells; the score may be
        :data:`~strategist.choosing.masses.WORST` for a question that tells nothing."""

    def of_each(self, questions: Sequence[int]) -> list[tuple[int, int]]:
        """:meth:`of` for each of some questions, one by one or in bulk."""
        return [self.of(question) for question in questions]


class PlainRating(Rating):
    """Where each secret has one answer: by the sizes of the cells, their masses or their classes."""

    def __init__(self, scores: Scores, position: Position, *, per_cost: bool) -> None:
        super().__init__(scores, position, per_cost=per_cost)
        self._codes = [self.game.secrets[secret] for secret in position.candidates]
        self._weighs = scores.weighs and self.game.weights is not None

    def of(self, question: int) -> tuple[int, int]:
        """See :class:`Rating`."""
        cost = self.game.cost_of(question) if self.per_cost else None
        if self.game.classes is not None:
            by_class = list(class_cells(self.game, question, self.position.candidates).values())
            return self._by_classes(by_class, cost), len(by_class)
        found = self._cells(question)
        return self._by_cells(found, cost), len(found)

    def _cells(self, question: int) -> list[tuple[int, int]]:
        """The size and the mass of each cell; the size alone counts where nothing depends on chances."""
        game = self.game
        if not self._weighs:
            return [(size, size) for size in cell_sizes(game, game.guesses[question], self._codes).values()]
        cells = cells_of(game, question, self.position.candidates).values()
        return [(len(cell), sum(map(game.weight_of, cell))) for cell in cells]

    def _by_cells(self, cells: Sequence[tuple[int, int]], cost: int | None) -> int:
        scores, weighs = self.scores, self._weighs
        if len(cells) == 1 and (weighs or cost is not None):
            return WORST
        score = scores.score_masses(cells) if weighs else scores.score(size for size, _ in cells)
        if cost is None:
            return score
        everything = sum(size for size, _ in cells), sum(mass for _, mass in cells)
        before = scores.score_masses([everything]) if weighs else scores.score(everything[:1])
        return per_cost(before, score, everything[0], cost)

    def _by_classes(self, cells: Sequence[ClassCell], cost: int | None) -> int:
        if len(cells) == 1:
            return WORST
        score = self.scores.score_classes(cells)
        if cost is None:
            return score
        return per_cost(self.undivided(), score, len(self.position.candidates), cost)

    def undivided(self) -> int:
        """The score of a question about classes that tells nothing."""
        game = self.game
        assert game.classes is not None  # only then it is asked for
        everything: dict[int, tuple[int, int]] = {}
        for secret in self.position.candidates:
            size, mass = everything.get(game.classes[secret], (0, 0))
            everything[game.classes[secret]] = size + 1, mass + game.weight_of(secret)
        return self.scores.score_classes([everything])


class SeveralRating(Rating):
    """Where answers may be one of several: by the masses of cells that overlap."""

    def among(self, permitted: Sequence[int]) -> Sequence[int]:
        """See :class:`Rating`: those that help. A question that tells nothing might score as well as one that does."""
        return [question for question in kind_of(self.game).helping(self.position) if question in permitted]

    def of(self, question: int) -> tuple[int, int]:
        """See :class:`Rating`."""
        game, left = self.game, self.position
        found = several_cells(game, left, question)
        score = self.scores.score_several(found)
        if self.per_cost:
            before = self.scores.score_several(undivided(game, left))
            score = per_cost(before, score, len(left.candidates), game.cost_of(question))
        return score, len(found.cells)


class LiesRating(Rating):
    """Where answers may be false: by Berlekamp's weights of the cells."""

    usual: ClassVar[Mapping[str, Value]] = {"sample": None, "per": "guess"}

    def __init__(self, scores: Scores, position: Position, *, per_cost: bool) -> None:
        super().__init__(scores, position, per_cost=per_cost)
        self._weights = weighing_at(self.game, position)

    def of(self, question: int) -> tuple[int, int]:
        """See :class:`Rating`: the worst score for a question that an answer leaves without effect.

        >>> from strategist.choosing.heuristics import Minimax
        >>> from strategist.games.catalog import make_game
        >>> game, left = make_game("mastermind(1,3,lies=1,honest=yes)"), Position((), (0, 2), (1, 0))
        >>> rating = Minimax(game, {}).rating_at(left)
        >>> [rating.of(question) == (WORST, 0) for question in range(3)]
        [False, True, False]
        """
        weights = self._weights
        for _, cells in telling_cells(self.game, self.position, [question]):
            return self.scores.score_under_lies(weighed_cells(self.game, weights, cells), weights.whole), len(cells)
        return WORST, 0


def rating_of(game: Game) -> type[Rating]:
    """How questions of a game are rated.

    >>> from strategist.games.catalog import make_game
    >>> rating_of(make_game("mastermind(4,6,lies=1)")).__name__
    'LiesRating'
    """
    return by_kind(game, one=PlainRating, several=SeveralRating, lies=LiesRating)


def cell_sizes(game: Game, guess: Code, candidates: Iterable[Code]) -> Counter[int]:
    """The number of candidates left after each response to ``guess``."""
    return Counter(game.respond(guess, secret) for secret in candidates)


def cells_of(game: Game, guess: int, candidates: Iterable[int]) -> dict[int, list[int]]:
    """The candidates by their response to a guess, all as indices; their order is kept.

    >>> from strategist.games.catalog import make_game
    >>> cells_of(make_game("mastermind(2,2)"), 1, range(4))
    {2: [0, 3], 4: [1], 3: [2]}
    """
    code = game.guesses[guess]
    cells: dict[int, list[int]] = {}
    for secret in candidates:
        cells.setdefault(game.respond(code, game.secrets[secret]), []).append(secret)
    return cells
