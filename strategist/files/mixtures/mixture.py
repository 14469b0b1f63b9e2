"""The file of a mixture: decision trees with weights, and the weights by which a codemaker hides secrets.

::

    ["mixture", 1, header, columns, digest]

sealed like a strategy file, so the first bytes are always ``95 a7 6d 69 78 74 75 72 65 01``. ``header`` is a map:

==============  ========================================================================================
``game``        canonical game string
``rules``       version of the rule set (int)
``codes``       SHA-256 over the codes in their order (32 bytes), see ``Game.fingerprint``
``trees``       array of arrays of two: the weight of a tree, and the bytes of its strategy file (int)
``classes``     array of arrays of two: the first secret of a class, as text, and the weight of each secret of the class
``lower``       what every mixture of strategies costs at least against the codemaker's weights
``upper``       what the mixture of the trees costs at most, whatever is hidden
``generator``   who wrote it, as text
``data``        what the game needs beyond its string, as in a strategy file; absent for nothing
==============  ========================================================================================

Weights are whole numbers, positive ones for trees, and for at least one class; ``lower`` and ``upper`` are expected
costs of the questions, in whole numbers of ``Game.costs``. These numbers are integers, or texts where they are
fractions, ``"560/129"`` in lowest terms, or whole numbers from 2⁶⁴ on.

``columns`` is an array of one byte string: the strategy files of the trees, whole, one behind the other. Each is for
the game of the mixture, from its beginning.

A tree is drawn by the weights, and its guesses are then mapped by a random symmetry of the game, each with the same
chance: permutations of positions and of symbols within the classes of ``Game.code_symmetry``, without its ``moves``.
Secrets are of one class if such a symmetry maps one to the other; classes are listed by their first secrets. In a game
without such symmetries each secret is a class.

Reading validates all of this but ``lower``, ``upper`` and the claims of the trees, which
:mod:`strategist.checking.mixtures` checks.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from strategist.common.errors import StrategyFileError, told_at
from strategist.common.quoting import quoted, shortened
from strategist.common.whole_files import write_file
from strategist.common.wording import counted
from strategist.files import strategy as strategyfile
from strategist.files.envelope import (
    GENERATOR,
    MIXTURE_BEGINS,
    Kind,
    enclosed,
    game_of,
    identity,
    load,
    read_text,
    seal,
    take,
    unseal,
)
from strategist.files.exact_figures import read, written
from strategist.files.mixtures.equivalent import CLASS_NOUN, class_of_each, first_of_classes
from strategist.files.strategy import StrategyData
from strategist.model.game import Game
from strategist.model.refusals import UNMIXABLE, first_refusal, traits_of
from strategist.model.tree import Figure, exact

KIND = Kind("mixture", 1, "a mixture", columns=1)


@dataclass(frozen=True)
class Mixture:
    """Trees with weights for the codebreaker, and weights of the classes of secrets for the codemaker.

    Attributes
    ----------
    game : Game
        The game, without chances.
    trees : tuple of StrategyData
        Complete trees for the game, each of which finds every secret.
    weights : tuple of int
        The positive weight of each tree.
    hidden : tuple of int
        The weight of each secret of a class, class by class.
    lower, upper : int or Fraction
        The bounds of the value that are claimed.
    generator : str
        Who wrote the file.
    """

    game: Game
    trees: tuple[StrategyData, ...]
    weights: tuple[int, ...]
    hidden: tuple[int, ...]
    lower: Figure
    upper: Figure
    generator: str = field(default=GENERATOR)

    @property
    def exact(self) -> bool:
        """Whether the bounds agree, so that both are the value."""
        return self.lower == self.upper

    @cached_property
    def class_of(self) -> Sequence[int]:
        """The class of each secret, by index."""
        return class_of_each(self.game)

    @cached_property
    def secret_weights(self) -> list[int]:
        """The codemaker's weight of each secret, by index."""
        return [self.hidden[each] for each in self.class_of]


def encode(mixture: Mixture) -> bytes:
    """The bytes of the file of a mixture."""
    game = mixture.game
    files = [strategyfile.encode(tree) for tree in mixture.trees]
    header = {
        **identity(game),
        "trees": [[written(weight), len(each)] for weight, each in zip(mixture.weights, files, strict=True)],
        "classes": [
            [game.format_secret(game.secrets[first]), written(weight)]
            for first, weight in zip(first_of_classes(mixture.class_of), mixture.hidden, strict=True)
        ],
        "lower": written(mixture.lower),
        "upper": written(mixture.upper),
        "generator": mixture.generator,
        **enclosed(game),
    }
    return seal(KIND, header, [b"".join(files)])


def write_mixture(path: str | os.PathLike[str], mixture: Mixture) -> int:
    """Write the file of a mixture, all of it or nothing; returns its size in bytes. Raises
    :class:`~strategist.common.errors.OutputError`."""
    return write_file(path, [encode(mixture)])


def is_mixture(contents: bytes) -> bool:
    """Whether a file begins as mixtures do, of whatever version."""
    return contents.startswith(MIXTURE_BEGINS)


def read_mixture(path: str | os.PathLike[str]) -> Mixture:
    """Read and validate the file of a mixture; raises :class:`~strategist.common.errors.StrategyFileError`."""
    return load(path, KIND, decode)


def decode(contents: bytes) -> Mixture:
    """The mixture in the bytes of a file; raises :class:`~strategist.common.errors.StrategyFileError`.

    >>> decode(b"hello")
    Traceback (most recent call last):
    ...
    strategist.common.errors.StrategyFileError: byte 0: expected a mixture, got b'hello'
    """
    header, columns = unseal(KIND, contents)
    game = game_of(header, len(contents))
    if not isinstance(game, Game):
        raise StrategyFileError(f"header.game: expected a game in which something is hidden, got {game.spec}")
    if reason := first_refusal(UNMIXABLE, traits_of(game)):
        raise StrategyFileError(f"header.game: expected {reason}, got {game.spec}")
    if game.classes is None and len(game.secrets) > len(contents):
        raise StrategyFileError(f"header.game: {game.spec} has more codes than the file has bytes")
    class_of = class_of_each(game)
    hidden = _read_classes(header, game, class_of)
    weights, trees = _read_trees(header, columns[0], game)
    lower, upper = (read(header.get(name), f"header.{name}") for name in ("lower", "upper"))
    if not lower <= upper:
        raise StrategyFileError(f"header.lower: expected at most {upper}, the upper bound, got {lower}")
    return Mixture(game, trees, weights, hidden, exact(lower), exact(upper), read_text(header, "header", "generator"))


def _read_classes(header: Mapping[str, Any], game: Game, class_of: Sequence[int]) -> tuple[int, ...]:
    """The weight of each class."""
    firsts = first_of_classes(class_of)
    pairs = _pairs(header, "classes")
    if len(pairs) != len(firsts):
        raise StrategyFileError(f"header.classes: expected {counted(len(firsts), CLASS_NOUN)}, got {len(pairs)}")
    found = []
    for number, ((text, weight), first) in enumerate(zip(pairs, firsts, strict=True)):
        name = game.format_secret(game.secrets[first])
        if text != name:
            got = quoted(shortened(text)) if isinstance(text, str) else type(text).__name__
            raise StrategyFileError(f"header.classes: {number}: expected {quoted(name)}, got {got}")
        found.append(_whole(weight, f"header.classes: {number}"))
    if not any(found):
        raise StrategyFileError("header.classes: expected a class with a weight, got none")
    return tuple(found)


def _read_trees(
    header: Mapping[str, Any], files: bytes, game: Game
) -> tuple[tuple[int, ...], tuple[StrategyData, ...]]:
    """The weights of the trees, and the trees."""
    weights, trees, at = [], [], 0
    for number, (weight, size) in enumerate(_pairs(header, "trees")):
        where = f"header.trees: {number}"
        weights.append(_whole(weight, where))
        if not weights[-1]:
            raise StrategyFileError(f"{where}: expected a positive weight, got 0")
        if type(size) is not int or not 0 < size <= len(files) - at:
            raise StrategyFileError(
                f"{where}: expected at most {len(files) - at} bytes that are left, got {size!r:.40}"
            )
        trees.append(_read_tree(files[at : at + size], game, number))
        at += size
    if not trees:
        raise StrategyFileError("header.trees: expected a tree, got none")
    if at != len(files):
        raise StrategyFileError(f"columns: expected {at} bytes of trees, got {len(files)}")
    return tuple(weights), tuple(trees)


def _read_tree(contents: bytes, game: Game, number: int) -> StrategyData:
    with told_at(f"tree {number}", StrategyFileError):
        tree = strategyfile.decode(contents, game)
    if tree.start:
        raise StrategyFileError(f"tree {number}: header.start: expected a tree from the beginning")
    if tree.claims.lost:
        raise StrategyFileError(f"tree {number}: expected a tree that finds every secret")
    return tree


def _pairs(header: Mapping[str, Any], name: str) -> list[list[Any]]:
    """A field of the header that is an array of arrays of two."""
    pairs: list[list[Any]] = take(header, "header", name, list)
    for number, pair in enumerate(pairs):
        if type(pair) is not list or len(pair) != 2:
            raise StrategyFileError(f"header.{name}: {number}: expected an array of two")
    return pairs


def _whole(value: Any, where: str) -> int:
    """A whole number that is not negative."""
    found = read(value, where)
    if isinstance(found, Fraction):
        raise StrategyFileError(f"{where}: expected a whole number, got {shortened(str(found))}")
    return found
