"""The least cost of a set of secrets, and of a guess, over all trees: by the rules of the game alone.

:mod:`~strategist.search.run.alltrees` is the specification, but it lists every tree that differs in a figure. Here
each set keeps the least cost only, so thousands of sets take no longer than one there; ``test_brute.py`` holds the two
to each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from strategist.model.game import Game

NEVER = 1 << 70
"""The cost of a set that no tree finds in time."""

Past = tuple[tuple[int, int], ...]
"""The guesses before, by their indices, and the responses; empty unless they restrict the next one."""


class Counts(NamedTuple):
    """What a search counts: each guess ``unit`` for each secret that is left and ``scale`` times its cost and their
    chances; ``extra`` for a secret that is found at the last guess of ``limit``; and ``gone``, for each secret and for
    its weight, where it is not found by then. Zeros in ``gone`` say that all must be found. By a ``tariff`` the first
    guess, the second, ... count so much in place of ``unit``; without a limit the last number goes on, and the guesses
    left are those that the tariff tells apart."""

    unit: int
    extra: int
    limit: int | None
    scale: int = 0
    gone: tuple[int, int] = (0, 0)
    tariff: tuple[int, ...] = ()

    @property
    def endless(self) -> bool:
        """Whether the last number of a tariff goes on."""
        return bool(self.tariff) and self.limit is None

    def of_guess(self, left: int | None) -> int:
        """What a guess counts with so many left."""
        return self.tariff[-max(1, left or 0)] if self.tariff else self.unit

    @property
    def loses(self) -> bool:
        """Whether secrets may be lost."""
        return any(self.gone)


def members_of(mask: int) -> list[int]:
    """The numbers of the bits of a mask, ascending.

    >>> members_of(0b1101)
    [0, 2, 3]
    """
    return [place for place in range(mask.bit_length()) if mask >> place & 1]


def mask_of(members: Iterable[int]) -> int:
    """The mask of some secrets.

    >>> mask_of([0, 2, 3])
    13
    """
    mask = 0
    for member in members:
        mask |= 1 << int(member)
    return mask


class Brute:
    """All sets of secrets of one game, each a mask of bits by the index of the secret, and their least costs."""

    def __init__(self, game: Game, counts: Counts, candidates_only: bool = False) -> None:
        self.game, self.counts, self.candidates_only = game, counts, candidates_only
        self.solved = game.response_count - 1
        self.answers = [
            [game.respond(game.guesses[guess], secret) for secret in game.secrets]
            for guess in range(game.question_count)
        ]
        self.mass = cache(self._mass)
        self.cells = cache(self._cells)
        self.guesses = cache(self._guesses)
        self.cost = cache(self._cost)
        self.cost_of_guess = cache(self._cost_of_guess)
        self.most_found = cache(self._most_found)
        self.fewest_lost = cache(self._fewest_lost)
        if candidates_only:
            self._own = [game.guesses.index(code) for code in game.secrets]

    def _mass(self, mask: int) -> int:
        return sum(map(self.game.weight_of, members_of(mask)))

    def pure(self, mask: int) -> bool:
        """Whether no question is needed."""
        return self.game.is_pure(members_of(mask))

    def _cells(self, mask: int, guess: int) -> dict[int, int]:
        """The mask of each cell of a guess, by the response."""
        found: dict[int, int] = {}
        for secret in members_of(mask):
            response = self.answers[guess][secret]
            found[response] = found.get(response, 0) | 1 << secret
        return found

    def _guesses(self, mask: int, past: Past) -> tuple[int, ...]:
        """The guesses that are allowed and tell something."""
        game = self.game
        guesses: Sequence[int] = range(game.question_count)
        allowed = game.allowed(tuple((game.guesses[guess], response) for guess, response in past)) if past else None
        if allowed is not None:
            guesses = sorted(map(game.guesses.index, allowed))
        if self.candidates_only:
            own = {self._own[secret] for secret in members_of(mask)}
            guesses = [guess for guess in guesses if guess in own]
        return tuple(guess for guess in guesses if guess < game.question_count and self._tells(self.cells(mask, guess)))

    def _tells(self, cells: dict[int, int]) -> bool:
        """Whether a guess with these cells tells something, or may be the secret."""
        return len(cells) > 1 or self.solved in cells

    def below(self, guess: int, mask: int, past: Past) -> Iterator[tuple[int, Past]]:
        """The cells that a guess leaves, each with the past that leads to it."""
        for response, cell in self.cells(mask, guess).items():
            if response != self.solved:
                yield cell, (*past, (guess, response)) if self.game.restricts else ()

    def asking(self, guess: int, mask: int, left: int | None) -> int:
        """What a guess itself costs."""
        counts = self.counts
        return counts.of_guess(left) * mask.bit_count() + counts.scale * self.game.cost_of(guess) * self.mass(mask)

    def _cost(self, mask: int, left: int | None, past: Past = ()) -> int:
        """The least cost of a set with so many guesses left, None for no limit."""
        size, counts = mask.bit_count(), self.counts
        if self.pure(mask):
            return counts.extra * size if left == 0 else 0
        if left == 0 and not counts.endless:
            return counts.gone[0] * size + counts.gone[1] * self.mass(mask) if counts.loses else NEVER
        return min((self.cost_of_guess(guess, mask, left, past) for guess in self.guesses(mask, past)), default=NEVER)

    def _cost_of_guess(self, guess: int, mask: int, left: int | None, past: Past = ()) -> int:
        """The least cost of a set that begins with a guess."""
        cost = self.asking(guess, mask, left)
        if left == 1 and self.solved in self.cells(mask, guess):
            cost += self.counts.extra
        after = None if left is None else max(0, left - 1)
        return min(NEVER, cost + sum(self.cost(cell, after, then) for cell, then in self.below(guess, mask, past)))

    def _most_found(self, mask: int, left: int) -> int:
        """The most secrets of a set that are found within so many guesses, where nothing restricts them."""
        if self.pure(mask):
            return mask.bit_count()
        if left == 0:
            return 0
        return max(
            (
                mask.bit_count()
                - sum(cell.bit_count() - self.most_found(cell, left - 1) for cell, _ in self.below(guess, mask, ()))
                for guess in self.guesses(mask, ())
            ),
            default=0,
        )

    def _fewest_lost(self, mask: int, left: int, past: Past = ()) -> int:
        """The least number of secrets of a set that are not found within so many guesses."""
        if self.pure(mask):
            return 0
        if left == 0:
            return mask.bit_count()
        return min(
            (
                sum(self.fewest_lost(cell, left - 1, then) for cell, then in self.below(guess, mask, past))
                for guess in self.guesses(mask, past)
            ),
            default=mask.bit_count(),
        )
