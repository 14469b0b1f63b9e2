"""A player that is a state machine, after the article Mastermind and Design Paradigms.

Two fixed guesses of two symbols each (*GuessOne*, *GuessTwo*), then the codes that can still be, counted by an odometer
whose first position turns fastest (*GuessCompute*), and once the symbols are known their permutations in lexicographic
order (*GuessPermute*). Three rules look at each response:

1. neither blacks nor whites: the symbols of the guess are out;
2. no blacks: no symbol of the guess stands in its place;
3. blacks and whites together are all pegs: the symbols are known, go to GuessPermute.

In GuessCompute rule 1 or 2 starts the odometer again, over fewer symbols, and rule 3 is not looked at then. After
GuessTwo, if the two guesses share no symbol and their totals add up to all pegs, the symbols in neither are out.

Rules 1 and 2 exclude only what the history excludes, and a code that has been passed over stays impossible. So the next
guess is the first candidate in the order of the state; the symbols left in each position, and how far the odometer
has turned, are needed only to explain it.

Where the article leaves it open: with an odd number of pegs the second symbol takes the larger half, as in its program;
with two symbols or fewer GuessTwo would repeat GuessOne, and is left out.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from enum import Enum

from strategist.choosing.draws import draw, history_key
from strategist.choosing.procedures.procedure import Procedure
from strategist.choosing.strategy_contract import SEED_PARAMETER
from strategist.common.errors import CodeError, SpecError
from strategist.common.quoting import quoted
from strategist.common.wording import counted
from strategist.games.pegs.codes import PegCode
from strategist.games.pegs.pegs import PegGame
from strategist.model.game import Game
from strategist.model.position import Moves, Position
from strategist.model.spec import Parameter, Value

_RANDOM = "random"


class State(Enum):
    """The states, by their names in the article."""

    ONE = "GuessOne"
    TWO = "GuessTwo"
    COMPUTE = "GuessCompute"
    PERMUTE = "GuessPermute"


class StateMachine(Procedure):
    """The state machine. The article draws its first symbol at random: ``start=random`` does so by a seed.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(4,6,alphabet=letters)")
    >>> machine = StateMachine(game, {"start": "f"})
    >>> machine.spec
    'state-machine(start=F)'
    >>> [game.format_code(StateMachine(game, {"start": "random", "seed": seed}).openings[0]) for seed in (1, 2)]
    ['FFAA', 'FFAA']
    >>> history = game.parse_history("FFAA:2b2w AFAF:0b4w FAFA:4b0w")
    >>> for line in machine.explain([(game.guesses.index(guess), response) for guess, response in history]):
    ...     print(line)
    GuessOne: rule 3: the symbols are A, A, F, F
    GuessPermute: 1 string skipped
    GuessPermute: 2 strings skipped; solved
    """

    name = "state-machine"
    summary = "two guesses of two symbols each, the codes still possible, then permutations of the known symbols"
    doubts = False
    parameters = (
        Parameter("start", str, None, "the symbol of the first guess, or random; by default the game's first"),
        SEED_PARAMETER,
    )

    def __init__(self, game: Game, values: dict[str, Value]) -> None:
        super().__init__(game, values)
        start = self._read_start()
        openings = (self.halves(start, start + 1), self.halves(start + 2, start + 3))
        self.openings: tuple[PegCode, ...] = tuple(dict.fromkeys(openings))

    @property
    def draws(self) -> bool:
        """Whether the first symbol is drawn by the seed."""
        return self.values["start"] == _RANDOM

    def _read_start(self) -> int:
        """The symbol to start with; ``values`` then hold it as the alphabet writes it, or None for the default."""
        text, seed = self.values["start"], int(self.values["seed"] or 0)
        if text == _RANDOM:
            return draw(history_key(seed), 0) % self.game.symbols
        if seed:
            raise SpecError(f"{self.name}: seed={seed} draws nothing without start={_RANDOM}")
        if text is None:
            return 0
        alphabet = self.game.alphabet
        try:
            (start,) = alphabet.read(str(text), self.name)
        except (CodeError, ValueError):
            raise SpecError(
                f"{self.name}: start must be one symbol of {alphabet.describe()}, or {_RANDOM}, got {quoted(text)}"
            ) from None
        self.values["start"] = alphabet.write((start,)) if start else None
        return start

    def choose(self, position: Position) -> int:
        """The fixed guess of the state, or the first candidate in the order of the state."""
        secrets = self.game.secrets
        match self.state(position.history):
            case State.ONE | State.TWO:
                return self.game.guesses.index(self.openings[len(position.history)])
            case State.COMPUTE:
                return min(position.candidates, key=lambda index: secrets[index][::-1])
        # Codes count in lexicographic order.
        return position.candidates[0]

    def state(self, history: Moves) -> State:
        """The state in which the guess after ``history`` is made."""
        fixed = len(self.openings)
        for number, (_, response) in enumerate(history):
            blacks, whites = self.answer(response)
            if blacks + whites == self.game.pegs and (blacks or number < fixed):
                return State.PERMUTE
        return (State.ONE, State.TWO)[len(history)] if len(history) < fixed else State.COMPUTE

    def explain(self, history: Moves) -> list[str]:
        """For each move its state, the strings skipped before the guess, and the rules that fire after it."""
        notes = _Notes(self.game)
        return [
            notes.line(self.state(history[:number]), self.game.guesses[guess], *self.answer(response))
            for number, (guess, response) in enumerate(history)
        ]


class _Notes:
    """What the machine has concluded so far, move by move."""

    def __init__(self, game: PegGame) -> None:
        self.game = game
        self.choices = [list(range(game.symbols)) for _ in range(game.pegs)]
        self.turned = -1
        """The rank of the last string made in the present enumeration."""
        self.first: tuple[PegCode, int] = ((), 0)
        """The guess of GuessOne, and its blacks and whites together."""

    def line(self, state: State, code: PegCode, blacks: int, whites: int) -> str:
        """What the move concludes."""
        parts = []
        if state in (State.COMPUTE, State.PERMUTE):
            parts += self._skipped(state, code)
        if blacks == self.game.pegs:
            parts.append("solved")
        elif state is not State.PERMUTE:
            parts += self._rules(state, code, blacks, blacks + whites) or ["no rule fires"]
        return f"{state.value}: {'; '.join(parts)}"

    def _skipped(self, state: State, code: PegCode) -> list[str]:
        rank = permutation_rank(code) if state is State.PERMUTE else odometer_rank(code, self.choices)
        # A guess that somebody else made need not come next in this enumeration, or in it at all.
        if rank is None or rank <= self.turned:
            return ["not the next string"]
        skipped, self.turned = rank - self.turned - 1, rank
        return [f"{counted(skipped, 'string')} skipped"]

    def _rules(self, state: State, code: PegCode, blacks: int, total: int) -> list[str]:
        parts = []
        if total == 0:
            parts.append(f"rule 1: {self._eliminate(dict.fromkeys(code))}")
        elif blacks == 0:
            parts.append(f"rule 2: {self._remove(code)}")
        if parts and state is State.COMPUTE:
            parts.append("the odometer starts again")
            self.turned = -1
        elif total == self.game.pegs:
            parts.append(f"rule 3: the symbols are {self._names(sorted(code))}")
            self.turned = -1
        elif state is State.TWO:
            parts += self._special(code, total)
        if state is State.ONE:
            self.first = code, total
        return parts

    def _special(self, code: PegCode, total: int) -> list[str]:
        earlier, earlier_total = self.first
        symbols = self.game.symbols
        unused = [symbol % symbols for symbol in range(code[-1] + 1, code[-1] + 1 + symbols)]
        unused = [symbol for symbol in unused if symbol not in earlier and symbol not in code]
        if not unused or set(code) & set(earlier) or earlier_total + total != self.game.pegs:
            return []
        return [f"the totals add up to {self.game.pegs}: {self._eliminate(unused)}"]

    def _eliminate(self, symbols: Sequence[int] | dict[int, None]) -> str:
        for position, choice in enumerate(self.choices):
            self.choices[position] = [symbol for symbol in choice if symbol not in symbols]
        return f"{self._names(symbols)} out"

    def _remove(self, code: PegCode) -> str:
        parts = []
        for position, symbol in enumerate(code):
            if symbol in self.choices[position]:
                self.choices[position].remove(symbol)
            parts.append(f"{self._names([symbol])} not in position {position + 1}")
        return ", ".join(parts)

    def _names(self, symbols: Sequence[int] | dict[int, None]) -> str:
        return ", ".join(self.game.alphabet.write((symbol,)) for symbol in symbols)


def odometer_rank(code: PegCode, choices: Sequence[Sequence[int]]) -> int | None:
    """How many strings the odometer makes before ``code``, its first position turning fastest; None if it never does.

    >>> odometer_rank((1, 2), [[0, 1], [1, 2]]), odometer_rank((2, 2), [[0, 1], [1, 2]])
    (3, None)
    """
    rank, weight = 0, 1
    for symbol, choice in zip(code, choices, strict=True):
        if symbol not in choice:
            return None
        rank += weight * choice.index(symbol)
        weight *= len(choice)
    return rank


def permutation_rank(code: PegCode) -> int:
    """How many permutations of the symbols of ``code`` come before it in lexicographic order.

    >>> permutation_rank((5, 0, 5, 0))
    4
    """
    left = Counter(code)
    rank = 0
    for symbol in code:
        # Of all orders of what is left, the share of those that begin with a smaller symbol come before.
        orders = math.factorial(left.total()) // math.prod(map(math.factorial, left.values()))
        rank += orders * sum(count for other, count in left.items() if other < symbol) // left.total()
        left[symbol] -= 1
    return rank
