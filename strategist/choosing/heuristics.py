"""The built-in strategies, their declarations, and the ranking of guesses by heuristics: the specification.

A heuristic compares the *cells* of guesses: the candidates left after each response, including the solved one.
:func:`score` turns the sizes of the cells into an int, and smaller is better. Ties go to a candidate before a
non-candidate, then to the lowest index, unless ``ties=`` says otherwise. Chances and costs: see
:mod:`strategist.choosing.masses`; answers that may be false: :mod:`strategist.choosing.lies.berlekamp`. The compiled
kernels compute the same scores in bulk, and tests compare them with this file.

Sources: minimax, Knuth (1977), The computer as Master Mind; expected size, Irving (1979), Towards an optimum Mastermind
strategy; entropy, Neuwirth (1982), Some strategies for Mastermind; most parts, Kooi (2005), Yet another Mastermind
strategy.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import ClassVar, Self

from strategist.choosing.classes import ClassCell, class_cells, mixed
from strategist.choosing.draws import draw, history_key
from strategist.choosing.lies.berlekamp import heaviest, missing_on_average, telling_cells, weighed_cells, weighing_at
from strategist.choosing.masses import EXACT_MASS, WORST, interpolated, per_cost, rounded_mass
from strategist.choosing.several_masses import (
    SeveralCells,
    chance_unit,
    expected_left,
    missing_information,
    several_cells,
    sizes_of,
    undivided,
)
from strategist.common.errors import SpecError
from strategist.model.game import Code, Game
from strategist.model.position import Moves as Moves
from strategist.model.position import Position as Position
from strategist.model.position import kind_of
from strategist.model.spec import Named, Parameter, Value

FRACTION_BITS = 36
"""Fixed-point precision of logarithms: differences of 10⁻⁹ bits are kept, and n up to 2³¹ fits in 64 bits."""

FIRST_PARAMETER = Parameter("first", str, None, "the forced opening, a code")
GUESSES_PARAMETER = Parameter("guesses", str, "all", "what may be guessed", choices=("all", "candidates"))
HIGHEST_SEED = 2**31 - 1
SEED_PARAMETER = Parameter("seed", int, 0, "seed of the draws", low=0, high=HIGHEST_SEED)
_TIES = Parameter(
    "ties",
    str,
    "lowest",
    "among equal scores, candidates first: the lowest or highest index, a seeded draw, or first of all more cells",
    choices=("lowest", "highest", "random", "cells"),
)
_SAMPLE = Parameter(
    "sample", int, None, "where more guesses are allowed, score only this many, drawn, beside the candidates", low=1
)
_PER = Parameter("per", str, "guess", "cost: compare what guesses gain for their cost", choices=("guess", "cost"))
SAMPLED_BESIDE = 4
"""Up to this multiple of the sample, all candidates are scored, too; of more candidates, a sample of equal size
is drawn."""
_ORDERS = ("counting", "reversed", "shuffle", "last-fastest", "first-fastest")


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

    def __init__(self, game: Game, values: dict[str, Value]) -> None:
        if game.doubtful and not self.doubts:
            raise SpecError(
                f"{self.name}: expected a strategy that knows answers that may be false, such as minimax, entropy, "
                f"optimal(depth) or first, for {game.spec}"
            )
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
        if self.game.several and (end := kind_of(self.game).ending(kind_of(self.game).at(position))) is not None:
            return end
        if self.opening is not None and not position.history:
            return self.opening
        if not self.game.several and self.game.is_pure(position.candidates):
            return self.game.announcement(position.candidates[0])
        return self.choose(position)

    def permitted(self, position: Position) -> Sequence[int]:
        """The questions that the rules allow, ascending: all questions unless the game restricts guesses."""
        game = self.game
        history = tuple((game.guesses[guess], response) for guess, response in position.history)
        codes = game.allowed(history) if game.restricts else None
        if codes is None:
            return range(game.question_count)
        return sorted(game.guesses.index(code) for code in codes)

    def choose(self, position: Position) -> int | None:
        """The index of the next guess after the opening (a question if the game announces); None to give up."""
        raise NotImplementedError  # every strategy implements it; see the subclasses

    def explain(self, history: Moves) -> list[str]:
        """One line for each move of ``history`` with the conclusion from it; no lines if the strategy draws none."""
        return []


class _TakesAny(Strategy):
    """A strategy that takes any candidate, or where none can be asked, any question that splits the candidates."""

    def options(self, position: Position) -> Sequence[int]:
        """The options: candidates as indices into ``secrets``, or questions that split the candidates."""
        game = self.game
        if game.several:
            return kind_of(game).helping(kind_of(game).at(position))
        if game.secrets_are_questions:
            return position.candidates
        if game.doubtful:
            left = kind_of(game).at(position)
            return [question for question, _ in telling_cells(game, left, range(game.question_count))]
        candidates = [game.secrets[index] for index in position.candidates]
        return [
            question
            for question in range(game.question_count)
            if len(cell_sizes(game, game.guesses[question], candidates)) > 1
        ]

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


class Heuristic(Strategy):
    """The guess whose cells have the best score."""

    parameters = (GUESSES_PARAMETER, FIRST_PARAMETER, _TIES, SEED_PARAMETER, _SAMPLE, _PER)
    weighs: ClassVar[bool] = False
    """Whether the score depends on the chances of secrets: see :meth:`score_masses`."""
    doubts = False

    def __init__(self, game: Game, values: dict[str, Value]) -> None:
        super().__init__(game, values)
        if game.doubtful:
            for name, usual in (("sample", None), ("per", "guess")):
                if self.values[name] != usual:
                    raise SpecError(
                        f"{self.name}: {name}={self.values[name]} cannot stand beside answers that may be false"
                    )

    @property
    def draws(self) -> bool:
        """Whether ties are decided by the seed, or a sample is drawn by it."""
        return self.values["ties"] == "random" or self.values["sample"] is not None

    @cached_property
    def _units(self) -> dict[int, int]:
        """The units of the chances of questions, as far as they are known: of where cells overlap."""
        return {}

    def score(self, sizes: Iterable[int]) -> int:
        """The score of a partition into cells of these sizes; smaller is better."""
        raise NotImplementedError  # see the four subclasses

    def score_masses(self, cells: Sequence[tuple[int, int]]) -> int:
        """The score under chances, if it depends on them, of cells given by size and mass; smaller is better."""
        raise NotImplementedError  # see those of the subclasses that say so

    def score_classes(self, cells: Sequence[ClassCell]) -> int:
        """The score where it is enough to know the class; smaller is better."""
        raise NotImplementedError  # see the four subclasses

    def score_several(self, found: SeveralCells) -> int:
        """The score where cells overlap; smaller is better: see :mod:`strategist.choosing.several_masses`."""
        return self.score(size for size, _ in sizes_of(self.game, found))

    def score_under_lies(self, cells: Sequence[tuple[int, bool]], whole: int) -> int:
        """The score where answers may be false, of cells given by their weight and whether play goes on there;
        smaller is better: see :mod:`strategist.choosing.lies.berlekamp`."""
        raise NotImplementedError  # see those of the subclasses that choose there

    def rated_lies(self, guess: int, left: Position) -> tuple[int, int]:
        """The score of a question where answers may be false, smaller is better, and the number of its cells; ``WORST``
        for one that an answer leaves without effect.

        >>> from strategist.games.catalog import make_game
        >>> game, left = make_game("mastermind(1,3,lies=1,honest=yes)"), Position((), (0, 2), (1, 0))
        >>> [Minimax(game, {}).rated_lies(guess, left) == (WORST, 0) for guess in range(3)]
        [False, True, False]
        """
        game, weights = self.game, weighing_at(self.game, left)
        for _, cells in telling_cells(game, left, [guess]):
            return self.score_under_lies(weighed_cells(game, weights, cells), weights.whole), len(cells)
        return WORST, 0

    def rated_left(self, guess: int, left: Position) -> tuple[int, int]:
        """The score of a question at a position where cells may overlap, smaller is better; and the number of its
        cells."""
        game = self.game
        unit = self._units.get(guess)
        if unit is None:
            unit = self._units[guess] = chance_unit(game, guess)
        found = several_cells(game, left, guess, unit)
        score = self.score_several(found)
        if self.values["per"] == "cost":
            before = self.score_several(undivided(game, left))
            score = per_cost(before, score, len(left.candidates), game.cost_of(guess))
        return score, len(found.cells)

    def _score_by_classes(self, cells: Sequence[ClassCell], cost: int | None) -> int:
        """The score of a guess by the classes in its cells and, if that counts, by its cost."""
        if len(cells) == 1:
            return WORST
        score = self.score_classes(cells)
        if cost is None:
            return score
        everything: dict[int, tuple[int, int]] = {}
        for cell in cells:
            for kind, (size, mass) in cell.items():
                before = everything.get(kind, (0, 0))
                everything[kind] = before[0] + size, before[1] + mass
        number = sum(size for size, _ in everything.values())
        return per_cost(self.score_classes([everything]), score, number, cost)

    def _cells(self, guess: int, candidates: Sequence[Code], indices: Sequence[int]) -> list[tuple[int, int]]:
        """The size and the mass of each cell of a guess; the size alone counts where nothing depends on chances."""
        game = self.game
        if not self.weighs or game.weights is None:
            return [(size, size) for size in cell_sizes(game, game.guesses[guess], candidates).values()]
        cells = cells_of(game, guess, indices).values()
        return [(len(cell), sum(map(game.weight_of, cell))) for cell in cells]

    def _score_cells(self, cells: Sequence[tuple[int, int]], cost: int | None) -> int:
        """The score of a guess by its cells and, if that counts, by its cost."""
        weighs = self.weighs and self.game.weights is not None
        alone = len(cells) == 1
        if alone and (weighs or cost is not None):
            return WORST
        score = self.score_masses(cells) if weighs else self.score(size for size, _ in cells)
        if cost is None:
            return score
        everything = sum(size for size, _ in cells), sum(mass for _, mass in cells)
        before = self.score_masses([everything]) if weighs else self.score(everything[:1])
        return per_cost(before, score, everything[0], cost)

    def _sampled(self, position: Position, possible: Sequence[int], everything: Sequence[int]) -> Sequence[int]:
        """The guesses that are scored, ascending: ``everything``, or with ``sample=`` some of it.

        ``possible`` are the candidates as guesses. All first guesses are scored if symmetries make few of them.
        """
        count = self.values["sample"]
        if not isinstance(count, int) or len(everything) <= count:
            return everything
        if not position.history and self.scores_all_first(len(position.candidates)):
            return everything
        key = draw(history_key(int(self.values["seed"] or 0), position.history, self.game.response_count), count)
        drawn = {everything[draw(key, number) % len(everything)] for number in range(count)}
        if len(possible) > SAMPLED_BESIDE * count:
            possible = [possible[draw(key, count + number) % len(possible)] for number in range(count)]
        return sorted(drawn | set(possible).intersection(everything))

    def scores_all_first(self, candidates: int) -> bool:
        """Whether no sample is taken of the first guesses: symmetries of the whole game make few of them."""
        return self.game.symmetry is not None and candidates == len(self.game.secrets)

    def rated(self, guess: int, candidates: Sequence[Code], indices: Sequence[int]) -> tuple[int, int]:
        """The score of a guess over some candidates and their indices, smaller is better; and the number of its cells.

        >>> from strategist.games.catalog import make_game
        >>> game = make_game("mastermind(2,3)")
        >>> Minimax(game, {}).rated(0, list(game.secrets), range(9))
        (4, 3)
        """
        game = self.game
        cost = game.cost_of(guess) if self.values["per"] == "cost" else None
        if game.classes is not None:
            by_class = list(class_cells(game, guess, indices).values())
            return self._score_by_classes(by_class, cost), len(by_class)
        found = self._cells(guess, candidates, indices)
        return self._score_cells(found, cost), len(found)

    def choose(self, position: Position) -> int | None:
        """The guess with the best score; ties are decided as ``ties=`` says. None if no question tells anything."""
        if self.game.several:
            return self._choose_left(position)
        if self.game.doubtful:
            return self._choose_under_lies(position)
        game = self.game
        candidates = [game.secrets[index] for index in position.candidates]
        # A class is announced: no secret has a guess of its own.
        possible = [] if game.classes is not None else [game.guesses.index(code) for code in candidates]
        everything = possible if self.values["guesses"] == "candidates" else self.permitted(position)
        everything = self._sampled(position, possible, everything)
        # A guess that may end the game comes first among equals; where knowing is enough, no question does.
        marked = set() if game.announces else set(possible)
        ranked: dict[tuple[int, int, bool], list[int]] = {}
        for guess in everything:
            score, count = self.rated(guess, candidates, position.candidates)
            cells = -count if self.values["ties"] == "cells" else 0
            ranked.setdefault((score, cells, guess not in marked), []).append(guess)
        return self._among(sorted(ranked[min(ranked)]), position)

    def _choose_left(self, position: Position) -> int | None:
        """The question with the best score where cells may overlap, among those that help."""
        left = kind_of(self.game).at(position)
        ranked: dict[tuple[int, int], list[int]] = {}
        for guess in self._sampled(position, (), kind_of(self.game).helping(left)):
            score, count = self.rated_left(guess, left)
            ranked.setdefault((score, -count if self.values["ties"] == "cells" else 0), []).append(guess)
        return self._among(ranked[min(ranked)], position) if ranked else None

    def _choose_under_lies(self, position: Position) -> int | None:
        """The question with the best score where answers may be false, among those that no answer leaves without
        effect; ties are decided as ``ties=`` says. None if there is none."""
        game, left = self.game, kind_of(self.game).at(position)
        # A class is announced, and so is the secret where a right guess does not end play.
        possible = (
            [] if game.classes is not None else [game.guesses.index(game.secrets[each]) for each in left.candidates]
        )
        everything = sorted(possible) if self.values["guesses"] == "candidates" else range(game.question_count)
        marked = set() if game.announces else set(possible)
        ranked: dict[tuple[int, int, bool], list[int]] = {}
        for guess in everything:
            score, cells = self.rated_lies(guess, left)
            if score != WORST:
                count = -cells if self.values["ties"] == "cells" else 0
                ranked.setdefault((score, count, guess not in marked), []).append(guess)
        return self._among(ranked[min(ranked)], position) if ranked else None

    def _among(self, best: Sequence[int], position: Position) -> int:
        """One of equal guesses, ascending, as ``ties=`` says."""
        match self.values["ties"]:
            case "highest":
                return best[-1]
            case "random":
                key = history_key(int(self.values["seed"] or 0), position.history, self.game.response_count)
                return best[draw(key, 0) % len(best)]
        return best[0]


class Minimax(Heuristic):
    """Knuth's rule: the largest cell as small as possible."""

    name = "minimax"
    summary = "the largest cell as small as possible (Knuth 1977)"
    doubts = True

    def score(self, sizes: Iterable[int]) -> int:
        """The size of the largest cell."""
        return max(sizes)

    def score_under_lies(self, cells: Sequence[tuple[int, bool]], whole: int) -> int:
        """The weight of the heaviest cell where play goes on."""
        return heaviest(cells)

    def score_classes(self, cells: Sequence[ClassCell]) -> int:
        """The size of the largest cell of several classes; 0 if there is none."""
        return max(mixed(cell)[0] for cell in cells)


class ExpectedSize(Heuristic):
    """The expected number of candidates left, times n: the sum of the squared sizes. With chances, times their sum."""

    name = "expected-size"
    summary = "as few candidates left as possible on average (Irving 1979)"
    weighs = True

    def score(self, sizes: Iterable[int]) -> int:
        """The sum of the squared sizes of the cells."""
        return sum(size * size for size in sizes)

    def score_masses(self, cells: Sequence[tuple[int, int]]) -> int:
        """The sum of size times mass over the cells."""
        return sum(size * mass for size, mass in cells)

    def score_classes(self, cells: Sequence[ClassCell]) -> int:
        """The sum of size times mass over the cells of several classes."""
        return sum(size * mass for size, mass in map(mixed, cells))

    def score_several(self, found: SeveralCells) -> int:
        """The expected number of secrets left."""
        return expected_left(sizes_of(self.game, found), found.whole)


class Entropy(Heuristic):
    """The most information: the sum of m·log₂ m as small as possible, m being the size of a cell, or its mass."""

    name = "entropy"
    summary = "as much information as possible (Neuwirth 1982)"
    weighs = True
    doubts = True

    def score(self, sizes: Iterable[int]) -> int:
        """The sum of m·log₂ m over the sizes of the cells, in fixed point."""
        return sum(map(weighted_log, sizes))

    def score_masses(self, cells: Sequence[tuple[int, int]]) -> int:
        """The sum of m·log₂ m over the masses of the cells, in fixed point."""
        if self._whole_mass <= EXACT_MASS:
            return sum(weighted_log(mass) for _, mass in cells)
        whole = sum(mass for _, mass in cells)
        return sum(interpolated(rounded_mass(mass, whole)) for _, mass in cells)

    def score_classes(self, cells: Sequence[ClassCell]) -> int:
        """The information about the class that is missing after the answer, times the mass, in fixed point."""
        masses = [[mass for _, mass in cell.values()] for cell in cells]
        if self._whole_mass <= EXACT_MASS:
            return sum(weighted_log(sum(cell)) - sum(map(weighted_log, cell)) for cell in masses)
        whole = sum(map(sum, masses))

        def information(mass: int) -> int:
            return interpolated(rounded_mass(mass, whole))

        return sum(information(sum(cell)) - sum(map(information, cell)) for cell in masses)

    def score_under_lies(self, cells: Sequence[tuple[int, bool]], whole: int) -> int:
        """What is missing on average behind the answer."""
        return missing_on_average(cells, whole)

    def score_several(self, found: SeveralCells) -> int:
        """The information that is missing after the answer."""
        return missing_information(found)

    @cached_property
    def _whole_mass(self) -> int:
        return len(self.game.secrets) if self.game.weights is None else sum(self.game.weights)


class MostParts(Heuristic):
    """The most cells: as many different responses as possible."""

    name = "most-parts"
    summary = "as many different responses as possible (Kooi 2005)"

    def score(self, sizes: Iterable[int]) -> int:
        """Minus the number of cells that are not empty."""
        return -sum(1 for size in sizes if size)

    def score_classes(self, cells: Sequence[ClassCell]) -> int:
        """Minus the number of cells."""
        return -len(cells)

    def score_several(self, found: SeveralCells) -> int:
        """Minus the number of cells."""
        return -len(found.cells)


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


def weighted_log(size: int) -> int:
    """m·log₂ m in fixed point, such that equal products Π m^m have equal sums *exactly*.

    The logarithm of m is the sum of the logarithms of its prime factors, each rounded once. So two partitions with
    equal products add up the same integers. (Floating-point sums would rank {6,4,2,1,1} and {4,4,3,3} apart.)

    >>> sum(map(weighted_log, (6, 1, 1, 1, 1, 1, 1))) == sum(map(weighted_log, (3, 3, 2, 2, 2)))
    True
    >>> weighted_log(8) == 24 << FRACTION_BITS
    True
    """
    total = 0
    rest, factor = size, 2
    while rest > 1:
        if factor * factor > rest:
            factor = rest
        while rest % factor == 0:
            total += round(math.log2(factor) * (1 << FRACTION_BITS))
            rest //= factor
        factor += 1
    return size * total
