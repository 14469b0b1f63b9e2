"""Mixtures of trees whose parts behind the first guess are exchanged, for secrets of many classes.

A tree is a first guess and, behind each answer, a part. The codebreaker draws the first guess, and then the part behind
each answer as he likes, from any tree that begins so: k trees give far more mixtures than k. The best of them is a
linear program. Let p[g] be the chance of a first guess and q[g, a, t] that of part t behind its answer a. Then
Σ q[g, a, t] over t is p[g], and no class may cost more than v on average, which is to be as small as possible. Its dual
are the weights of the codemaker. HiGHS solves it through SciPy. Its floating-point numbers only say where to look: the
chances are rounded to a grid, and what the mixture costs is reckoned in fractions.

The dual of a few trees names a few secrets, and says little. So the next trees are searched for where weights are
within a *box* around the best ones so far: those against which the best known tree has cost most.

References
----------
D. Koller, N. Megiddo and B. von Stengel, "Efficient computation of equilibria for extensive two-person games", Games
and Economic Behavior 14 (1996), for chances by position; R. E. Marsten, W. W. Hogan and J. W. Blankenship, "The
BOXSTEP method for large-scale optimization", Operations Research 23 (1975).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.common.errors import MissingLibraryError
from strategist.common.extras import how_to_install
from strategist.model.game import Game
from strategist.model.tree import DecisionTree

_GRID = 10_000
"""Chances are multiples of one in so many."""
_BOX = 2
"""Weights are at most so many times those at the middle of the box, and at least this part of them."""
_AVERAGE = 1000
"""The weight of an average secret in whole numbers; the least is 1, so that every one is looked for."""

Costs = tuple[int, ...]
_Answer = tuple[int, int]
"""A first guess, and a response to it."""


class Part(NamedTuple):
    """The part of a tree below a slot."""

    tree: DecisionTree
    slot: int


class Drawn(NamedTuple):
    """A whole tree of a mixture: its weight, its first guess, what secrets cost in it, summed over each class, and the
    part behind each answer."""

    weight: int
    guess: int
    column: list[int]
    parts: list[Part]


class ExchangedParts:
    """The game of some trees, whose parts are exchanged, against the classes of secrets.

    ``class_of`` is the class of each secret, and ``sizes`` are the numbers of secrets in the classes. Raises
    :class:`~strategist.common.errors.MissingLibraryError` without SciPy.

    Examples
    --------
    Behind 2, no tree is needed for two secrets, so both orders are mixed there.

    >>> from strategist.games.catalog import make_game
    >>> game = ExchangedParts(make_game("mastermind(1,3)"), [0, 1, 2], [1, 1, 1])
    >>> game.add(DecisionTree([1, 0, 2], [0b11, 0b11, 0b10], 2), [2, 1, 3])
    True
    >>> game.add(DecisionTree([1, 2, 0], [0b11, 0b11, 0b10], 2), [3, 1, 2])
    True
    >>> [each.weight for each in game.solve()], game.used
    ([5000, 5000], [1])
    """

    def __init__(self, game: Game, class_of: Sequence[int], sizes: Sequence[int]) -> None:
        try:
            import scipy.optimize
            import scipy.sparse
        except ImportError:
            need = f"the value of {game.spec}, of so many classes, needs SciPy"
            raise MissingLibraryError(f"{need}: {how_to_install('static')}") from None
        self._solver, self._sparse = scipy.optimize, scipy.sparse
        self._game, self._class_of = game, class_of
        self._sizes = np.array(sizes, dtype=float)
        self._cells: dict[int, dict[int, list[int]]] = {}
        """The secrets behind each answer to a first guess."""
        self._parts: dict[_Answer, dict[Costs, Part]] = defaultdict(dict)
        """The parts behind an answer to a first guess, by what each secret there costs from then on."""
        self._middle, self._reached = self._sizes / self._sizes.sum(), 0.0
        self.used: list[int] = []
        """The first guesses of the best mixture, the likeliest first."""

    def add(self, tree: DecisionTree, costs: Sequence[int]) -> bool:
        """Add a tree in which secrets cost so much. Returns whether a part of it is new."""
        game, guess, is_new = self._game, tree.guesses[0], False
        if guess not in self._cells:
            cells = self._cells[guess] = defaultdict(list)
            for secret, code in enumerate(game.secrets):
                cells[game.respond(game.guesses[guess], code)].append(secret)
        for response, secrets in self._cells[guess].items():
            slot = tree.child(0, response)
            if slot is not None:
                known, found = self._parts[guess, response], tuple(costs[secret] for secret in secrets)
                is_new = is_new or found not in known
                known.setdefault(found, Part(tree, slot))
        return is_new

    def met(self, weights: Sequence[int], cost: float) -> bool:
        """The best tree against these weights of the classes costs so much on average, as far as was looked for.
        Returns whether it is more than against any before."""
        if cost <= self._reached:
            return False
        masses = np.array(weights) * self._sizes
        self._middle, self._reached = masses / masses.sum(), cost
        return True

    def solve(self) -> list[Drawn]:
        """The best mixture, as whole trees."""
        chances, starts, _ = self._solved(None)
        shares = {guess: round(_GRID * chance) for guess, chance in zip(self._cells, chances, strict=False)}
        self.used = sorted((guess for guess in shares if shares[guess]), key=lambda guess: -shares[guess])
        return [each for guess in self.used for each in self._drawn(guess, shares[guess], chances, starts)]

    def _drawn(self, guess: int, share: int, chances: list[float], starts: dict[_Answer, int]) -> Iterator[Drawn]:
        """The trees that begin with a guess: the parts behind each answer fill its ``share``, one by one."""
        ends: dict[_Answer, list[tuple[int, Costs]]] = {}
        for answer in ((guess, response) for response in sorted(self._cells[guess])):
            if answer in starts:
                parts = self._parts[answer]
                mine = chances[starts[answer] : starts[answer] + len(parts)]
                sums = list(accumulate(max(0.0, each) for each in mine))
                marks = [round(share * each / (sums[-1] or 1)) for each in sums[:-1]]
                ends[answer] = list(zip([*marks, share], parts, strict=True))
        before = 0
        for mark in sorted({end for each in ends.values() for end, _ in each if end}):
            chosen = {answer: next(costs for end, costs in each if end > before) for answer, each in ends.items()}
            column = [0] * len(self._sizes)
            for response, secrets in self._cells[guess].items():
                costs = chosen.get((guess, response), [self._game.cost_of(guess)] * len(secrets))
                for secret, cost in zip(secrets, costs, strict=True):
                    column[self._class_of[secret]] += cost
            yield Drawn(mark - before, guess, column, [self._parts[answer][chosen[answer]] for answer in chosen])
            before = mark

    def weights(self) -> list[int]:
        """The weights for the next tree, of each secret of a class, class by class."""
        weights = self._solved(self._middle)[2] / self._sizes
        average = weights @ self._sizes / self._sizes.sum()
        return [max(1, round(each)) for each in (weights * (_AVERAGE / average)).tolist()]

    def _solved(self, middle: NDArray[Any] | None) -> tuple[list[float], dict[_Answer, int], NDArray[Any]]:
        """The chances of first guesses, and then of parts, with the place of the first part behind each answer; and the
        masses of the classes, in the box around ``middle``."""
        classes, count = len(self._sizes), len(self._cells)
        class_of, starts = np.array(self._class_of), dict[_Answer, int]()
        rows, places, values = [np.arange(classes)], [np.full(classes, count)], [-np.ones(classes)]
        equal = []
        at = count + 1
        for place, (guess, cells) in enumerate(self._cells.items()):
            for response, secrets in cells.items():
                kinds, parts = class_of[secrets], self._parts.get((guess, response))
                begin = at if parts else place
                for shift, costs in enumerate(parts or [(self._game.cost_of(guess),)]):
                    rows.append(kinds)
                    places.append(np.full(len(secrets), begin + shift))
                    values.append(np.array(costs) / self._sizes[kinds])
                if parts:
                    at += len(parts)
                    equal += [(len(starts), each, 1) for each in range(begin, at)] + [(len(starts), place, -1)]
                    starts[guess, response] = begin
        row = len(starts)
        equal += [(row, place, 1) for place in range(count)]
        sparse = self._sparse
        of = np.concatenate(rows), np.concatenate(places)
        costs_of = sparse.coo_matrix((np.concatenate(values), of), shape=(classes, at))
        rows_of, places_of, signs = zip(*equal, strict=True)
        sums = sparse.coo_matrix((signs, (rows_of, places_of)), shape=(row + 1, at))
        aim = np.zeros(at)
        aim[count] = 1
        if middle is not None:
            # What a class costs beyond v is paid by the greatest weight, and what it saves by the least.
            one = sparse.identity(classes)
            costs_of = sparse.hstack([costs_of, -one, one])
            sums = sparse.hstack([sums, sparse.coo_matrix((row + 1, 2 * classes))])
            aim = np.concatenate([aim, middle * _BOX, -middle / _BOX])
        told = np.zeros(row + 1)
        told[row] = 1
        solution = self._solver.linprog(
            aim, costs_of.tocsc(), np.zeros(classes), sums.tocsc(), told, method="highs-ipm"
        )
        return solution.x[:at].tolist(), starts, np.maximum(-solution.ineqlin.marginals, 0)


def assembled(drawn: Drawn) -> DecisionTree:
    """A tree of a mixture, from its parts."""
    whole = drawn.parts[0].tree
    guesses, masks = [drawn.guess], [whole.masks[0]]
    below = [list(part.tree.levels(part.slot)) for part in drawn.parts]
    for depth in range(max(map(len, below))):
        for part, levels in zip(drawn.parts, below, strict=True):
            if depth < len(levels):
                guesses += [part.tree.guesses[slot] for slot in levels[depth]]
                masks += [part.tree.masks[slot] for slot in levels[depth]]
    return DecisionTree(guesses, masks, whole.response_count)
