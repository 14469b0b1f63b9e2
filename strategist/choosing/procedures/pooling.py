"""How laboratories test in pools: Dorfman's groups, halving, and the best nested procedure.

Each is written down as it goes on from answer to answer. What follows from earlier answers is not tested again: after
a positive pool of A and B and a negative one of A, nobody tests B. So figures may be a little lower than those that
are printed for procedures that do.

Sources: R. Dorfman, "The detection of defective members of large populations", Annals of Mathematical Statistics 14
(1943); M. Sobel and P. A. Groll, "Group testing to eliminate efficiently all defectives in a binomial sample", Bell
System Technical Journal 38 (1959), whose procedure R1 is ``nested`` where all rates are equal.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from strategist.choosing.strategy_contract import Strategy
from strategist.common.errors import SpecError
from strategist.games.sets.pools import POSITIVE, Pool, Pools
from strategist.model.game import Game
from strategist.model.position import Position
from strategist.model.spec import Parameter, Value

Steps = Generator[int, bool, None]
"""A procedure: it yields a pool as bits, and is sent whether that is positive."""


class PoolProcedure(Strategy):
    """The base of procedures for pools. Each derives its state from the history."""

    game: Pools
    doubts = False
    keeps_limits = False
    parameters: ClassVar[Sequence[Parameter]] = ()

    def __init__(self, game: Game, values: dict[str, Value]) -> None:
        if not isinstance(game, Pools):
            raise SpecError(
                f"{self.name}: expected specimens that are tested in pools, such as pools(8), got {game.spec}"
            )
        if game.erring is not None:
            raise SpecError(f"{self.name}: expected tests that do not err, got {game.spec}")
        super().__init__(game, values)

    @cached_property
    def order(self) -> list[int]:
        """The specimens in the order in which they are grouped: by their rates, the lowest first."""
        return sorted(range(len(self.game.rates)), key=lambda place: self.game.rates[place])

    def steps(self) -> Steps:
        """The procedure from its beginning."""
        raise NotImplementedError  # see the three subclasses

    def choose(self, position: Position) -> int:
        """The next pool of the procedure whose answer is not known."""
        answers = [(self.game.guesses[guess], response == POSITIVE) for guess, response in position.history]
        told = {code.bits: positive for code, positive in answers if isinstance(code, Pool)}
        cleared = 0
        for bits, positive in told.items():
            cleared |= 0 if positive else bits
        hits = [bits & ~cleared for bits, positive in told.items() if positive]
        steps = self._to_the_end()
        pool = next(steps)
        while True:
            if any(hit & pool == hit for hit in hits):
                pool = steps.send(True)
            elif pool & ~cleared:
                return self.game.index_of(pool)
            else:
                pool = steps.send(False)

    def _to_the_end(self) -> Steps:
        yield from self.steps()
        # After pools that somebody else has chosen, something may be left.
        for place in self.order:
            yield 1 << place

    def group(self, start: int, count: int) -> int:
        """Some specimens that stand side by side in the order, as bits."""
        return sum(1 << place for place in self.order[start : start + count])


class Dorfman(PoolProcedure):
    """Groups of one size, and in a positive group each specimen by itself.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("pools(10)")
    >>> Dorfman(game, {}).spec, game.format_code(game.guesses[Dorfman(game, {}).choose(Position((), game.secrets))])
    ('dorfman', 'A+B+C+D+E')
    """

    name = "dorfman"
    summary = "pools of one size, then each specimen of a positive pool: Dorfman 1943"
    parameters = (Parameter("size", int, None, "specimens in a pool; by default what costs least", low=1),)

    def __init__(self, game: Game, values: dict[str, Value]) -> None:
        super().__init__(game, values)
        size = self.values["size"]
        if size is not None and int(size) > self.game.most:
            raise SpecError(f"dorfman: expected size of at most {self.game.most} in {self.game.spec}, got {size}")

    @cached_property
    def size(self) -> int:
        """The size of the groups: the one that costs least, if each specimen of a positive group is tested."""
        if self.values["size"] is not None:
            return int(self.values["size"])
        return min(range(1, self.game.most + 1), key=self._cost)

    def _cost(self, size: int) -> Fraction:
        cost = Fraction(0)
        for start in range(0, len(self.order), size):
            some = self.order[start : start + size]
            clear = math.prod((1 - self.game.rates[place] for place in some), start=Fraction(1))
            cost += 1 if len(some) == 1 else 1 + len(some) * (1 - clear)
        return cost

    def steps(self) -> Steps:
        """Each group, and its specimens if it is positive."""
        for start in range(0, len(self.order), self.size):
            if (yield self.group(start, self.size)):
                for place in self.order[start : start + self.size]:
                    yield 1 << place


class Halving(PoolProcedure):
    """All at once, or as many as a pool holds; a positive pool is halved, and each half tested.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("pools(4)")
    >>> strategy = Halving(game, {})
    >>> first = strategy.choose(Position((), game.secrets))
    >>> asked = first, strategy.choose(Position(((first, 1),), game.secrets))
    >>> [game.format_code(game.guesses[each]) for each in asked]
    ['A+B+C+D', 'A+B']
    """

    name = "halving"
    summary = "a pool of all; a positive pool is halved, and so are its halves"

    def steps(self) -> Steps:
        """Each group of the most specimens, halved as far as it is positive."""
        for start in range(0, len(self.order), self.game.most):
            yield from self._halves(start, min(self.game.most, len(self.order) - start))

    def _halves(self, start: int, count: int) -> Steps:
        if (yield self.group(start, count)) and count > 1:
            yield from self._halves(start, count // 2)
            yield from self._halves(start + count // 2, count - count // 2)


class Nested(PoolProcedure):
    """The best nested procedure: behind a positive pool, the next one is a part of it, until a positive is found.

    What is left of a positive pool then is as if it had never been tested. Specimens stand in one order, by their
    rates, and pools are the first of those that are open. Of these procedures it has the least expected number of
    tests, by a dynamic program (Sobel and Groll 1959).

    >>> from strategist.games.catalog import make_game
    >>> float(Nested(make_game("pools(4)"), {}).cost)
    1.537625
    """

    name = "nested"
    summary = "the best procedure that goes on within a positive pool: Sobel and Groll 1959"

    @cached_property
    def _best(self) -> tuple[dict[int, tuple[Fraction, int]], dict[tuple[int, int], tuple[Fraction, int]]]:
        """The cost and the next pool, by its size, where nothing is known of the specimens from a place on; and where
        one at least of so many from a place on is positive, with its cost times the chance of that."""
        count = len(self.order)
        clear = [Fraction(1)]
        for place in self.order:
            clear.append(clear[-1] * (1 - self.game.rates[place]))

        def chance(start: int, size: int) -> Fraction:
            """The chance that none of these is positive."""
            return clear[start + size] / clear[start]

        free: dict[int, tuple[Fraction, int]] = {count: (Fraction(0), 0)}
        hit: dict[tuple[int, int], tuple[Fraction, int]] = {}
        for start in range(count - 1, -1, -1):
            hit[start, 1] = (1 - chance(start, 1)) * free[start + 1][0], 0
            for size in range(2, min(self.game.most, count - start) + 1):
                mass = 1 - chance(start, size)
                ways = [
                    (mass + chance(start, part) * hit[start + part, size - part][0] + hit[start, part][0], part)
                    for part in range(1, size)
                ]
                hit[start, size] = min(ways)
            free[start] = min(
                (1 + chance(start, size) * free[start + size][0] + hit[start, size][0], size)
                for size in range(1, min(self.game.most, count - start) + 1)
            )
        return free, hit

    @property
    def cost(self) -> Fraction:
        """The expected number of tests."""
        return self._best[0][0][0]

    def steps(self) -> Steps:
        """The next pool among those of which nothing is known, and its parts where it is positive."""
        free, hit = self._best
        start = 0
        while start < len(self.order):
            size = free[start][1]
            if not (yield self.group(start, size)):
                start += size
                continue
            while size > 1:
                part = hit[start, size][1]
                if (yield self.group(start, part)):
                    size = part
                else:
                    start, size = start + part, size - part
            start += 1
