"""The best tree of a small game, by all trees: a depth-first search in plain Python, for pages without NumPy.

What costs least is what its secrets pay on their ways, each by its weight. It stops early by what a set costs at least
and by what is known of a set that was met before; guesses that divide a set alike are tried once. A set of secrets is
an int, a bit for each.
"""

import heapq

from strategist.choosing.ratings import PlainRating, rating_of
from strategist.choosing.searched import Optimal
from strategist.common.errors import StrategistError, TooLargeError
from strategist.model.objective import EXPECTED, TOTAL

MOST_SECRETS = 128
"""The secrets beyond which no search is begun."""
MOST_POSITIONS = 400_000
"""The sets that are searched at most: some minutes in a browser."""


class Best:
    """The best tree of a game for one objective, ``total`` or ``expected``; ``tell`` is called with the share of the
    first guesses that are done, whenever that changes."""

    def __init__(self, game, objective, tell):
        self._tell = tell
        count, questions = len(game.secrets), range(game.question_count)
        weighs = objective == EXPECTED.name
        self._weights = [game.weight_of(each) if weighs else 1 for each in range(count)]
        self._costs = [game.cost_of(each) if weighs else 1 for each in questions]
        self._cheapest = min(self._costs)
        self._announces, self._classes = game.announces, game.classes
        self._cells = [self._divided(game, each) for each in questions]
        self._width = max(len(cells) for cells in self._cells)
        self._solves = [self._solved(game, each) for each in questions]
        # What is known of a set: what it costs, and whether that is what the best tree costs, and its guess.
        self._known = {}
        self._everything = (1 << count) - 1
        self.positions = 0

    def _divided(self, game, question):
        cells = {}
        for index, secret in enumerate(game.secrets):
            response = game.respond(game.guesses[question], secret)
            if not game.solved(response):
                cells[response] = cells.get(response, 0) | 1 << index
        return list(cells.values())

    def _solved(self, game, question):
        code = game.guesses[question]
        return sum(1 << each for each, secret in enumerate(game.secrets) if game.solved(game.respond(code, secret)))

    def value(self):
        """What the best tree costs."""
        found, question = self._search(self._everything, 1 << 200, root=True)
        if question is None and found:
            raise StrategistError("no questions tell all of these secrets apart")
        return found

    def guess(self, candidates):
        """What the best tree asks at a set of secrets, by their indices."""
        return self._search(sum(1 << each for each in candidates), 1 << 200)[1]

    def _mass(self, left):
        return sum(self._weights[each] for each in _bits(left))

    def _over(self, left):
        """Whether nothing is asked any more."""
        if not left or not self._announces:
            return not left
        if self._classes is None:
            return left & (left - 1) == 0
        return len({self._classes[each] for each in _bits(left)}) == 1

    def _least(self, left):
        """What a set costs at least, whatever is asked: by counting."""
        weights = [self._weights[each] for each in _bits(left)]
        if not self._announces:
            # A guess finds one secret, and behind each other answer the next one finds one.
            weights.sort(reverse=True)
            total, depth, room, used = 0, 1, 1, 0
            for weight in weights:
                if used == room:
                    depth, room, used = depth + 1, room * max(1, self._width), 0
                total, used = total + weight * depth, used + 1
            return total * self._cheapest
        if self._classes is not None:
            masses = {}
            for each in _bits(left):
                masses[self._classes[each]] = masses.get(self._classes[each], 0) + self._weights[each]
            weights = list(masses.values())
        return _huffman(weights, max(2, self._width)) * self._cheapest

    def _search(self, left, budget, root=False):
        """What a set costs at best with its guess, exactly if that is below ``budget``; else a bound of at least
        ``budget``, and no guess."""
        if self._over(left):
            return 0, None
        bound, exact, guess = self._known.get(left, (None, False, None))
        if exact or (bound is not None and bound >= budget):
            return bound, guess
        least = max(bound or 0, self._least(left))
        if least >= budget:
            return least, None
        self.positions += 1
        if self.positions > MOST_POSITIONS:
            raise TooLargeError(f"more than {MOST_POSITIONS:,} sets of secrets to search here; install strategist")
        found, best = budget, None
        options = self._options(left)
        for number, (lower, question, cells) in enumerate(options):
            if root:
                self._tell(number, len(options))
            if lower >= found:
                break
            spent = lower
            for at_least, cell in cells:
                spent += self._search(cell, found - spent + at_least)[0] - at_least
                if spent >= found:
                    break
            else:
                found, best = spent, question
                if found <= least:
                    break
        if root:
            self._tell(len(options), len(options))
        self._known[left] = found, best is not None, best
        return found, best

    def _options(self, left):
        """The guesses that tell anything, each with what it costs at least and its cells with what those do; the
        cheapest first. Of guesses that divide a set alike, the cheapest, a possible secret first."""
        mass, least = self._mass(left), {}
        found = {}
        for question, divided in enumerate(self._cells):
            cells = [cell for each in divided if (cell := each & left)]
            if cells == [left]:
                continue
            lower = self._costs[question] * mass
            rated = []
            for cell in cells:
                if cell not in least:
                    least[cell] = 0 if self._over(cell) else self._least(cell)
                lower += least[cell]
                rated.append((least[cell], cell))
            # The small ones first: they say soon that a guess is too dear.
            rated.sort(key=lambda each: (each[1].bit_count(), each[1]))
            order = lower, not self._solves[question] & left, question
            key = tuple(cell for _, cell in rated)
            if key not in found or order < found[key][0]:
                found[key] = order, rated
        ordered = sorted(found.values(), key=lambda each: each[0])
        return [(order[0], order[2], rated) for order, rated in ordered]


def _bits(left):
    """The places of the bits of an int."""
    while left:
        low = left & -left
        yield low.bit_length() - 1
        left ^= low


def _huffman(weights, width):
    """The least sum of weight times depth in a tree with so many branches at each node, its leaves of these weights
    (Huffman 1952)."""
    heap = [*weights, *[0] * (-(len(weights) - 1) % (width - 1))]
    heapq.heapify(heap)
    total = 0
    while len(heap) > 1:
        joined = sum(heapq.heappop(heap) for _ in range(width))
        total += joined
        heapq.heappush(heap, joined)
    return total


class Exactly(Optimal):
    """The strategy whose tree is the best one, found by :class:`Best`."""

    def __init__(self, game, values, tell=lambda done, of: None):
        super().__init__(game, values)
        self.best = Best(game, self.objectives[0], tell)

    def choose(self, position):
        """What the best tree asks."""
        return self.best.guess(position.candidates)


def exactly(game, strategy, tell):
    """The strategy for an ``optimal(…)`` that is found here; raises what says why it is not."""
    wanted = [TOTAL.name], [EXPECTED.name]
    others = [name for name in ("max_depth", "first", "width") if strategy.values.get(name) is not None]
    if not isinstance(strategy, Optimal) or strategy.objectives not in wanted or others or strategy.candidates_only:
        raise StrategistError(f"{strategy.spec}: expected optimal(total) or optimal(expected) alone: others need NumPy")
    if rating_of(game) is not PlainRating or game.restricts or game.turns is not None:
        raise StrategistError(
            f"{game.spec}: expected one true answer to each question, and no limit: others need NumPy"
        )
    if len(game.secrets) > MOST_SECRETS:
        raise TooLargeError(
            f"{game.spec}: {len(game.secrets)} secrets: expected at most {MOST_SECRETS} for a proof here; "
            "install strategist for more"
        )
    return Exactly(game, strategy.values, tell)
