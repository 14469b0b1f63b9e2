"""The rules of a game for many codes at once, and the candidates of a game of millions of codes.

A rule set may implement ``respond`` for arrays of codes, too (``Game.bulk``), independently of every search. That form
is used where there are many codes and NumPy is installed. Each function here has a plain twin in another module, which
calls ``respond`` code by code.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, overload

from strategist.common.lazy_numpy import numpy_for
from strategist.model.game import Bulk, Code, Game, History, Response

BLOCK = 1 << 15
"""The number of codes in a block, small enough that what is computed of them stays in the processor's cache."""

_FEW = 16
"""If at most one code in this number is selected, its symbols are computed, not taken from those of all codes."""


class SomeCodes(Sequence[Code]):
    """Some of the codes of a sequence, named by their indices, ascending: four bytes a code.

    >>> some = SomeCodes(["ab", "cd", "ef"], array("i", [0, 2]))
    >>> list(some), some[1], "cd" in some, some.index("ef")
    (['ab', 'ef'], 'ef', False, 1)
    """

    def __init__(self, codes: Sequence[Code], indices: array[int]) -> None:
        self.codes = codes
        self.indices = indices

    def __len__(self) -> int:
        return len(self.indices)

    def __iter__(self) -> Iterator[Code]:
        return map(self.codes.__getitem__, self.indices)

    @overload
    def __getitem__(self, index: int) -> Code: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Code]: ...
    def __getitem__(self, index: int | slice) -> Code | Sequence[Code]:
        if isinstance(index, slice):
            return SomeCodes(self.codes, self.indices[index])
        return self.codes[self.indices[index]]

    def __contains__(self, code: object) -> bool:
        return self._find(code) is not None

    def index(self, code: Any, start: int = 0, stop: int | None = None) -> int:
        """The place of ``code`` in this sequence; raises :class:`ValueError` if it is not there."""
        found = self._find(code)
        if found is None:
            raise ValueError(f"{code!r} is none of these codes")
        return found

    def _find(self, code: Any) -> int | None:
        if code not in self.codes:
            return None
        index = self.codes.index(code)
        place = bisect_left(self.indices, index)
        return place if place < len(self.indices) and self.indices[place] == index else None

    def index_bytes(self) -> bytes:
        """All symbols of these codes in order, one byte each; the codes are all of one length."""
        codes: Any = self.codes
        if _FEW * len(self) < len(codes) and hasattr(codes, "bytes_of"):
            few: bytes = codes.bytes_of(self.indices)
            return few
        if np := numpy_for(len(self)):
            everything = np.frombuffer(codes.index_bytes(), dtype=np.uint8).reshape(len(codes), -1)
            chosen: bytes = everything[np.frombuffer(self.indices, dtype=np.int32)].tobytes()
            return chosen
        return bytes(chain.from_iterable(self))


def bulk_rules(game: Game, responses: int | None = None) -> Bulk | None:
    """The rules of a game for many codes at once; None for few codes, for other rules, and without NumPy.

    ``responses`` is the number of responses that are wanted, by default one of each secret.

    A class that answers by a ``respond`` of its own and has no bulk form of it is asked code by code.

    >>> from strategist.games.catalog import make_game
    >>> bulk_rules(make_game("mastermind(4,6)"))
    """
    if numpy_for(len(game.secrets) if responses is None else responses) is None:
        return None
    for kind in type(game).__mro__:
        if "bulk" in vars(kind):
            return game.bulk()
        if "respond" in vars(kind):
            break
    return None


def agreeing(game: Game, history: History, among: array[int] | None = None) -> array[int] | None:
    """The indices of the secrets that give every response of ``history``, ascending; None without bulk rules, and where
    answers may be false.

    With ``among``, indices of secrets, all other secrets are left out.
    """
    rules = None if game.doubtful else bulk_rules(game)
    if rules is None:
        return None
    np = numpy_for(len(game.secrets))
    moves = [(game.guesses.index(guess), response) for guess, response in history]
    found = array("i")
    for block in _blocks(np, game, among):
        for guess, response in moves:
            block = block[rules.respond(guess, block) == response]
        found.frombytes(memoryview(block).cast("B"))
    return found


def narrowed(game: Game, guess: Code, response: Response, codes: Sequence[Code]) -> Sequence[Code] | None:
    """The secrets among ``codes`` that give a response to a guess; None without bulk rules.

    ``codes`` are all secrets, or the result of an earlier call.
    """
    found = agreeing(game, ((guess, response),), codes.indices if isinstance(codes, SomeCodes) else None)
    return None if found is None else SomeCodes(game.secrets, found)


def sizes_of_cells(game: Game, guess: Code, codes: Sequence[Code]) -> Counter[int]:
    """How many of some secrets give each response to a guess.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,2)")
    >>> sizes_of_cells(game, (0, 1), game.secrets)
    Counter({2: 2, 4: 1, 3: 1})
    """
    known = codes is game.secrets or isinstance(codes, SomeCodes)
    many = cells(game, guess, getattr(codes, "indices", None)) if known else None
    return Counter(game.respond(guess, secret) for secret in codes) if many is None else many


def cells(game: Game, guess: Code, among: array[int] | None = None) -> Counter[int] | None:
    """How many secrets, or how many of those ``among``, give each response to a guess; None without bulk rules."""
    rules = bulk_rules(game)
    if rules is None:
        return None
    np = numpy_for(len(game.secrets))
    sizes = np.zeros(game.response_count, dtype=np.int64)
    for block in _blocks(np, game, among):
        sizes += np.bincount(rules.respond(game.guesses.index(guess), block), minlength=len(sizes))
    return Counter({response: size for response, size in enumerate(sizes.tolist()) if size})


def false_together(game: Game, history: History) -> Counter[tuple[int, ...]] | None:
    """The smallest sets of answers that some secret contradicts, by their places in ``history``.

    Each comes with the number of secrets that contradict these answers and no others. None without bulk rules.
    """
    rules = bulk_rules(game)
    if rules is None:
        return None
    np = numpy_for(len(game.secrets))
    moves = [(game.guesses.index(guess), response) for guess, response in history]
    fewest = len(history)
    found: Counter[tuple[int, ...]] = Counter()
    for block in _blocks(np, game, None):
        wrong = np.array([rules.respond(guess, block) != response for guess, response in moves])
        counts = wrong.sum(axis=0)
        if counts.min() < fewest:
            fewest = int(counts.min())
            found.clear()
        patterns, sizes = np.unique(wrong[:, counts == fewest], axis=1, return_counts=True)
        for pattern, size in zip(patterns.T, sizes.tolist(), strict=True):
            found[tuple(np.flatnonzero(pattern).tolist())] += size
    return found


def _blocks(np: Any, game: Game, among: array[int] | None) -> Iterator[Any]:
    """The indices of secrets, block by block."""
    indices = None if among is None else np.frombuffer(among, dtype=np.int32)
    count = len(game.secrets) if indices is None else len(indices)
    for start in range(0, count, BLOCK):
        stop = min(start + BLOCK, count)
        yield np.arange(start, stop, dtype=np.int32) if indices is None else indices[start:stop]
