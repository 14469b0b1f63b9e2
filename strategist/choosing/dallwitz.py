"""The rule by which DELTA's program KEY chooses characters, as a strategy.

Sources: Dallwitz (1974), A flexible computer program for generating identification keys, Systematic Zoology 23, 50-57;
Dallwitz, Paine and Zurcher, User's guide to the DELTA system, sections 5.3 (keys of the sample data), 5.4 (the
formula) and 5.5 (its parameters).

A group of n taxa is divided by a character of the cost c into subgroups of n_j taxa with the summed frequency f_j; a
taxon of several states is in several of them, each time with its whole frequency. The character with the least K is
taken, among equals the first:

    K = c + c_min · (Σ f_j log₂ n_j / Σ f_j + V),   V = (1 - v) / v · (n + 8) / (n log₂ n) · (Σ n_j - n)

c_min is the least cost among the characters under consideration: they have not been used on the way, and divide the
group. v is ``varywt``. A character is not taken if it does not apply to a taxon of the group, or if a subgroup is as
large as the group (an *improper* subgroup); with ``varywt=0``, nor is one in which a taxon of the group has several
states.

A character of the reliability r costs rbase^(5 - r), and a taxon of the abundance a has the frequency abase^(a - 5).
Here the game has costs and chances already. They are taken to be of the bases 1.4 and 2, and another base raises them
to the power that makes them of that base: with base 1 they do not count. When a character is used, its cost is divided
by ``reuse`` for the rest of the key, which is made level by level, and on a level in the order of the answers. So
whoever asks for one question alone gets the rule without ``reuse``.

What differs from KEY:

* The key goes on where KEY leaves it incomplete. Where all characters have improper subgroups, the one with the least K
  is taken; V has the factor 1 + 100 m there, with m improper subgroups, as in KEY under ALLOW IMPROPER SUBGROUPS. And
  where all are variable and ``varywt`` is 0, V is that of 0.01.
* That a character does not apply to a taxon is an answer of its own here (a table's ``inapplicable=``). Such a
  character is taken as well, by its K, where the best of the others makes the group no easier: the term in parentheses
  is log₂ n or more. Where most is unknown, a key without them would have millions of places.
* Characters of which nothing can be excluded are passed over: see :func:`~strategist.model.position.Several.helping`.
* KEY goes through the answers in the order of the states, here they have the order in which the game numbers them. That
  changes what is used first, and so which of two characters with nearly the same K is taken.
* Where the same taxa are left in several places of the key, with the same questions open, the first place decides for
  all.
* Where it is enough to know the class, a subgroup of one class counts as one taxon in log₂ n_j.
* Confirmatory and preset characters, and a key that stops after a column, are not known here.

Scores are whole numbers, so that all machines choose alike: K / c_min in units of 2⁻²⁰.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, Self

from strategist.choosing.strategy_contract import FIRST_PARAMETER, Strategy
from strategist.common.errors import SpecError
from strategist.common.numbers import read_number, write_number
from strategist.model.game import Game, Response
from strategist.model.position import Position, kind_of
from strategist.model.spec import Parameter, Value

UNIT_BITS = 20
"""Scores are in units of 2⁻²⁰."""
COST_BITS = 40
"""Costs are rounded to this number of bits of the greatest one."""
FREQUENCY_BITS = 22
"""Frequencies whose sum has more bits are rounded to this number of bits of it."""
MOST_VARIABLE = 1 << 30
"""What the variability of a question counts at most, so that V fits in 64 bits."""
MOST_PART = 1 << 56
"""What the cost and the division count at most."""
IMPROPER, VARIABLE = 1 << 60, 1 << 59
"""What is added to the score of a question that KEY would not take."""
IMPROPER_FACTOR = 100
"""The factor of V is more by this for each improper subgroup."""
_LEAST_VARYWT = Fraction(1, 100)
_COST_BASE, _FREQUENCY_BASE = Fraction("1.4"), Fraction(2)


class Rated(NamedTuple):
    """What a question is worth at a position."""

    score: int
    """K / c_min, and more for what is taken last; the less the better."""
    division: int
    """The term in parentheses of K."""
    applies: bool
    """Whether the question applies to all secrets left."""


def _number(name: str, default: str, low: int, high: int, words: str) -> Parameter:
    return Parameter(name, str, default, f"{words}, from {low} to {high}", named=True)


_RANGES = {"rbase": (1, 5), "abase": (1, 5), "reuse": (1, 5), "varywt": (0, 1)}


class Dallwitz(Strategy):
    """The rule of KEY: reliable characters that divide a group into even parts, with few taxa in several of them.

    >>> from strategist.games.tables.sheet import make_sheet
    >>> from strategist.games.tables.table import Table
    >>> rows = [["", "a", "b", "c", "d"], ["petals", "4", "4", "5", "5"], ["hairs", "0", "1", "1", "1"]]
    >>> sheet = make_sheet(list(enumerate([*rows, ["stem", "x", "y", "x", "y"]], 1)))
    >>> game = Table({"file": "plants.csv", "goal": "identify"}, sheet)
    >>> strategy = Dallwitz(game, {"rbase": "2.0"})
    >>> strategy.spec, game.format_code(strategy.guess(Position((), range(4))))
    ('dallwitz(rbase=2)', 'petals')
    """

    name = "dallwitz"
    summary = "reliable characters that divide evenly: the rule of DELTA's program KEY (Dallwitz 1974)"
    doubts = False
    parameters = (
        _number("rbase", "1.4", *_RANGES["rbase"], "how much costs count: 1 for not at all, 1.4 for as they are"),
        _number("abase", "2", *_RANGES["abase"], "how much chances count: 1 for not at all, 2 for as they are"),
        _number("reuse", "1.01", *_RANGES["reuse"], "what divides the cost of a question that the key has already"),
        _number("varywt", "0.8", *_RANGES["varywt"], "how welcome questions with several answers of a secret are"),
        FIRST_PARAMETER,
    )

    def __init__(self, game: Game, values: dict[str, Value]) -> None:
        super().__init__(game, values)
        self._exact = {name: self._read(name) for name in _RANGES}
        self.used: set[int] | None = None
        """The questions that the key has so far; None where only one question is asked for."""
        self._chosen: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}

    @property
    def excludes_variable(self) -> bool:
        """Whether a question is taken last to which a secret left has several answers."""
        return not self._exact["varywt"]

    def _read(self, name: str) -> Fraction:
        """The exact value of a parameter, which gets its one written form."""
        text, (low, high) = str(self.values[name]), _RANGES[name]
        try:
            value = Fraction(0) if not text.strip("0. ") and text.count(".") < 2 else read_number(text)
        except SpecError:
            value = Fraction(-1)
        if not text.strip() or not low <= value <= high:
            raise SpecError(f"{self.name}: expected a number from {low} to {high} as {name}, got {text}")
        self.values[name] = write_number(value)
        return value

    def for_tree(self) -> Self:
        """The strategy as it makes one whole key, from the top, level by level: it remembers what it has used."""
        maker = copy.copy(self)
        maker.used, maker._chosen = set(), {}
        return maker

    def note_used(self, question: int | None) -> None:
        """Remember a question that the key has, if a whole key is made. Announcements are none."""
        if self.used is not None and question is not None and question < self.game.question_count:
            self.used.add(question)

    def guess(self, position: Position) -> int | None:
        """The index of the next guess, which may be the opening or an announcement; None to give up."""
        found = super().guess(position)
        self.note_used(found)
        return found

    def choose(self, position: Position) -> int | None:
        """The question with the least K; None if no question tells anything."""
        game, secrets = self.game, tuple(position.candidates)
        if not game.announces and len(secrets) == 1:
            return game.guesses.index(game.secrets[secrets[0]])
        kind, permitted = kind_of(game), self.permitted(position)
        asked = (question for question in kind.helping(kind.at(position)) if question in permitted)
        groups = {question: self._groups(question, secrets) for question in asked}
        options = tuple(question for question, found in groups.items() if len(found) > 1)
        if not options:
            return None
        known = self._chosen.get((secrets, options))
        if known is not None:
            return known
        least = min(map(self.cost, options))
        right = set() if game.announces else {game.guesses.index(game.secrets[secret]) for secret in secrets}
        rated = {each: self.rated(each, groups[each], secrets, least) for each in options}

        def best(some: Iterable[int]) -> int:
            return min(some, key=lambda each: (rated[each].score, each not in right))

        chosen = best([each for each in options if rated[each].applies] or options)
        if rated[chosen].division >= self.logarithms[len(secrets)]:
            chosen = best(options)
        if self.used is not None:
            self._chosen[secrets, options] = chosen
        return chosen

    def reason(self, position: Position, question: int) -> str:
        """See :class:`~strategist.choosing.strategy_contract.Strategy`: the two parts of K / c_min."""
        secrets = position.candidates
        options = [each for each in kind_of(self.game).helping(kind_of(self.game).at(position)) if each != question]
        least = min(map(self.cost, [question, *options]))
        rated = self.rated(question, self._groups(question, secrets), secrets, least)
        cost, division = self.cost(question) / least, rated.division / (1 << UNIT_BITS)
        return f"{cost:.2f} for its cost and {division:.2f} for what it leaves open; the least sum is asked"

    def _groups(self, question: int, secrets: Sequence[int]) -> dict[Response, list[int]]:
        """The subgroups of a question, by answer."""
        game = self.game
        code = game.guesses[question]
        found: dict[int, list[int]] = {}
        for secret in secrets:
            for answer in game.answers(code, game.secrets[secret]):
                found.setdefault(answer.response, []).append(secret)
        return found

    def rated(
        self, question: int, groups: Mapping[Response, Sequence[int]], secrets: Sequence[int], least: int
    ) -> Rated:
        """What a question is worth that divides some secrets into ``groups``; ``least`` is the least :meth:`cost`."""
        game, logs, parts = self.game, self.logarithms, self.frequencies
        count = len(secrets)
        spread = whole = repeated = improper = 0
        for group in groups.values():
            mass = sum(parts[secret] for secret in group)
            pure = game.classes is not None and len({game.classes[secret] for secret in group}) == 1
            spread += mass * (0 if pure else logs[len(group)])
            whole += mass
            repeated += len(group)
            improper += len(group) == count
        repeated -= count
        varied = self.penalties[count] * min(repeated * (1 + IMPROPER_FACTOR * improper), MOST_VARIABLE)
        division = min((2 * spread + whole) // (2 * whole) + varied, MOST_PART)
        score = min((self.cost(question) << UNIT_BITS) // least, MOST_PART) + division
        score += (IMPROPER if improper else 0) + (VARIABLE if repeated and self.excludes_variable else 0)
        return Rated(score, division, game.inapplicable not in groups)

    def cost(self, question: int) -> int:
        """What a question costs, in units of 2⁻⁴⁰ of the most expensive one; less if the key has it already."""
        full, reduced = self.costs
        return reduced[question] if self.used and question in self.used else full[question]

    @cached_property
    def costs(self) -> tuple[list[int], list[int]]:
        """The costs of all questions, and what they are once the key has them."""
        game, reuse = self.game, self._exact["reuse"]
        given = [game.cost_of(question) for question in range(game.question_count)]
        full = _in_parts(given, max(given, default=1), COST_BITS, self._exact["rbase"], _COST_BASE)
        above, below = reuse.numerator, reuse.denominator
        return full, [max(1, (2 * cost * below + above) // (2 * above)) for cost in full]

    @cached_property
    def frequencies(self) -> list[int]:
        """How often secrets are met, in proportion."""
        given = list(map(self.game.weight_of, range(len(self.game.secrets))))
        common = math.gcd(*given)
        given = [weight // common for weight in given]
        base = self._exact["abase"]
        if base == 1:
            return [1] * len(given)
        if base == _FREQUENCY_BASE and sum(given) < 1 << FREQUENCY_BITS:
            return given
        return _in_parts(given, sum(given), FREQUENCY_BITS, base, _FREQUENCY_BASE)

    @cached_property
    def logarithms(self) -> list[int]:
        """log₂ n in units of 2⁻²⁰ for every size of a group."""
        return [0, *(round(math.log2(size) * (1 << UNIT_BITS)) for size in range(1, len(self.game.secrets) + 1))]

    @cached_property
    def penalties(self) -> list[int]:
        """V of one taxon in one subgroup more, in units of 2⁻²⁰, for every size of a group."""
        weight = self._exact["varywt"] or _LEAST_VARYWT
        factor = float((1 - weight) / weight) * (1 << UNIT_BITS)
        sizes = range(2, len(self.game.secrets) + 1)
        return [0, 0, *(round(factor * (size + 8) / (size * math.log2(size))) for size in sizes)]


def _in_parts(values: Iterable[int], whole: int, bits: int, base: Fraction, own: Fraction) -> list[int]:
    """Positive numbers, made to be of another base than their own, in units of 2^-bits of the whole, at least 1.

    >>> _in_parts([2, 4], 4, 3, Fraction("1.4"), Fraction("1.4")), _in_parts([1, 4], 4, 3, Fraction(1), Fraction(2))
    ([4, 8], [8, 8])
    """
    if base == own:
        return [max(1, ((value << bits + 1) + whole) // (2 * whole)) for value in values]
    power = math.log(base) / math.log(own)
    return [max(1, round((value / whole) ** power * (1 << bits))) for value in values]
