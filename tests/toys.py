"""Games and strategies made for tests, to reach cases that real ones do not; and all partitions of a number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy as copy_of
from fractions import Fraction
from typing import ClassVar

from strategist.choosing.draws import draw, history_key, mix
from strategist.choosing.heuristics import Heuristic, Position, Strategy
from strategist.errors import CodeError, ResponseError
from strategist.game import Code, Game, History
from strategist.games.pegs import Mastermind
from strategist.games.sheet import Reading, make_sheet
from strategist.games.table import Table
from strategist.games.wordlists import Lists
from strategist.spec import Parameter, Value


class Echo(Game):
    """A third-party game without a kernel: the secret is an even number, a guess is any number.

    The answers are arbitrary. A guess has five different ones, spread over ``responses`` numbers, so that masks need
    more than one machine word and responses more than one byte.
    """

    name = "echo"
    parameters: ClassVar[Sequence[Parameter]] = (
        Parameter("numbers", int, 60, "numbers that may be asked", low=1, size=True),
        Parameter("responses", int, 70, "different responses", low=2, size=True),
    )

    def __init__(self, values: dict[str, Value]) -> None:
        self.values = {parameter.name: parameter.default for parameter in self.parameters} | values
        self.guesses = range(int(self.values["numbers"] or 0))
        self.secrets = range(0, len(self.guesses), 2)
        self.response_count = int(self.values["responses"] or 0)

    def respond(self, guess: int, secret: int) -> int:
        if guess == secret:
            return self.response_count - 1
        return mix(1000 * guess + secret) % 5 * (self.response_count - 1) // 5

    def parse_code(self, text: str) -> int:
        if not text.isdecimal() or int(text) not in self.guesses:
            raise CodeError(f"{self.spec}: expected a number below {len(self.guesses)}, got {text!r}")
        return int(text)

    def format_code(self, code: int) -> str:
        return str(code)

    def parse_response(self, text: str) -> int:
        if not text.isdecimal() or int(text) >= self.response_count:
            raise ResponseError(f"{self.spec}: expected a number below {self.response_count}, got {text!r}")
        return int(text)

    def format_response(self, response: int) -> str:
        return str(response)


class Erratic(Strategy):
    """Any code at all, drawn from the history; gives up after ``patience`` guesses."""

    name = "erratic"
    summary = "anything"
    parameters = (
        Parameter("seed", int, 0, "seed of the draws"),
        Parameter("patience", int, 6, "guesses before giving up"),
    )

    def choose(self, position: Position) -> int | None:
        if len(position.history) >= int(self.values["patience"] or 0):
            return None
        if len(position.candidates) == 1:
            return self.game.guesses.index(self.game.secrets[position.candidates[0]])
        key = history_key(int(self.values["seed"] or 0), position.history, self.game.response_count)
        return draw(key, 0) % len(self.game.guesses)


class Singles(Heuristic):
    """A third-party heuristic, without a kernel: as many cells of one candidate as possible."""

    name = "singles"
    summary = "as many cells of one candidate as possible"

    def score(self, sizes: Iterable[int]) -> int:
        return -sum(size == 1 for size in sizes)


class Strict(Mastermind):
    """Only candidates may be guessed, a restriction that kernels do not know: there is no ``revealed``."""

    def allowed(self, history: History) -> Sequence[Code]:
        return self.consistent(history)


def weighted(game: Game, weights: Sequence[int] | None = None, costs: Sequence[int] | None = None) -> Game:
    """A copy of a game with these whole numbers as chances of its secrets and costs of its questions."""
    copy = copy_of(game)
    chances, prices = ([Fraction(each) for each in numbers] if numbers else None for numbers in (weights, costs))
    copy.weigh(chances, prices)
    return copy


def partitions(total: int, most: int) -> list[tuple[int, ...]]:
    """All ways to write ``total`` as a sum of parts of at most ``most``, in descending order."""
    if total == 0:
        return [()]
    return [(part, *rest) for part in range(min(total, most), 0, -1) for rest in partitions(total - part, part)]


PETS = Table(
    {"file": "pets.csv"},
    make_sheet(
        [
            (1, ["", "cat", "dog", "hen", "cow"]),
            (2, ["fur?", "yes", "yes", "no", "yes"]),
            (3, ["legs", "4", "4", "2", "4"]),
            (4, ["gives", "love", "love", "eggs", "milk"]),
            (5, ["cat", "yes", "close", "far", "no"]),
        ]
    ),
)
KNOWN_PETS = Table(
    {"file": "pets.csv", "goal": "identify"},
    make_sheet(
        [
            (1, ["", "cat", "dog", "hen", "cow"]),
            (2, ["barks?", "no", "yes", "no", "no"]),
            (3, ["gives", "love", "love", "eggs", "milk"]),
            (4, ["legs", "4", "4", "2", "4"]),
        ]
    ),
)
_PRICED = [
    (1, ["", "cat", "dog", "hen", "cow", "price"]),
    (2, ["barks?", "no", "yes", "no", "no", "0.5"]),
    (3, ["gives", "love", "love", "eggs", "milk", "2"]),
    (4, ["legs", "4", "4", "2", "4", "1.25"]),
    (5, ["odds", "50 %", "0.2", "1/5", "1e-1", ""]),
]
_NUMBERS = {"chance": "odds", "cost": "price"}
PRICED_PETS = Table({"file": "pets.csv", **_NUMBERS}, make_sheet(_PRICED, Reading(**_NUMBERS)))
KNOWN_PRICED_PETS = Table(
    {"file": "pets.csv", "goal": "identify", **_NUMBERS}, make_sheet(_PRICED, Reading(**_NUMBERS))
)
_SORTED = [*_PRICED[:4], (5, ["sort", "pet", "pet", "stock", "stock", ""]), (6, _PRICED[4][1])]
_BY_SORT = {"file": "pets.csv", "goal": "class", "class": "sort"}
SORTED_PETS = Table(_BY_SORT, make_sheet([(line, cells[:-1]) for line, cells in _SORTED[:5]], Reading(kind="sort")))
SORTED_PRICED_PETS = Table({**_BY_SORT, **_NUMBERS}, make_sheet(_SORTED, Reading(kind="sort", **_NUMBERS)))
"""It is enough to know which sort of animal it is."""
WORDS = Lists(["aba", "aca", "ada", "aea", "afa"], ["cde"])
"""After ``aba``, the best guess is one that hard mode forbids."""
