"""The chances of secrets: read from a file, packed for strategy files, or given by a program.

The file is a CSV text of two columns, a secret and a positive number (:mod:`strategist.common.numbers`). The line ``*``
holds the number of every secret that has no line. A first line in which neither is a secret nor a number is a heading.
Chances need not add up to anything: only their proportions matter.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from strategist.common.errors import CodeError, SpecError, told_at
from strategist.common.numbers import read_number, write_number
from strategist.common.quoting import quoted, shortened
from strategist.common.text_files import label_of, pack, read_lines, split_lines, unpack_text
from strategist.common.wording import counted
from strategist.games.tables.sources.csv_cells import Row, csv_rows
from strategist.model.game import Code, Game

REST = "*"
"""What stands for all secrets that have no line."""

_KIND = "file of chances"
_NAMED = 3

G = TypeVar("G", bound=Game)


def with_chances(game: G, chances: Mapping[str, object], *, label: str = "chances.csv", digits: int | None = None) -> G:
    """A copy of a game with chances: texts of secrets, each with a number or the text of one; ``*`` for the rest.

    ``label`` stands for them in the string of the game. Raises :class:`~strategist.common.errors.SpecError`.

    >>> from strategist.games.catalog import make_game
    >>> game = with_chances(make_game("mastermind(2,2)"), {"11": "0.5", "22": "12.5 %", "*": 0.25})
    >>> game.spec, game.weights
    ('mastermind(pegs=2,colors=2,chances=chances.csv)', [4, 2, 2, 1])
    """
    rows = ((number, [secret, str(chance)]) for number, (secret, chance) in enumerate(chances.items(), 1))
    made = copy.copy(game)
    _give(made, _texts_of(made, rows), label, digits)
    return made


def with_weights(game: G, weights: Sequence[int], *, label: str) -> G:
    """A copy of a game with positive whole numbers as the chances of its secrets, in their order.

    Raises :class:`~strategist.common.errors.SpecError`, also for a game that has chances.

    >>> from strategist.games.catalog import make_game
    >>> with_weights(make_game("mastermind(1,3)"), [4, 2, 2], label="some.csv").weights
    [2, 1, 1]
    """
    made = copy.copy(game)
    _give(made, list(map(str, weights)), label, None)
    return made


def read_chances(game: Game, path: str, digits: int | None) -> None:
    """Give a game the chances in a file; raises :class:`~strategist.common.errors.SpecError`."""
    with told_at(path):
        texts = _texts_of(game, csv_rows(read_lines(path, _KIND)))
    _give(game, texts, label_of(path), digits)


def pack_chances(game: Game) -> bytes:
    """The chances of a game, packed: a line with the number of each secret, in their order, as it was written."""
    assert game.chance_texts is not None
    return pack(game.chance_texts)


def unpack_chances(game: Game, packed: bytes, label: str, digits: int | None) -> None:
    """Give a game chances that :func:`pack_chances` packed; raises :class:`~strategist.common.errors.SpecError`."""
    count = len(game.secrets)
    text = unpack_text(packed, _KIND)
    if text.count("\n") != count or not text.endswith("\n"):
        raise SpecError(f"expected chances of {counted(count, 'secret')}, got {text.count(chr(10))}")
    _give(game, [line.removesuffix("\n") for line in split_lines(text)], label_of(label), digits)


def _give(game: Game, texts: Sequence[str], label: str, digits: int | None) -> None:
    if game.weights is not None:
        raise SpecError(f"{game.spec} has chances of its own: expected no chances={label} beside them")
    numbers = []
    for place, text in enumerate(texts):
        try:
            numbers.append(read_number(text))
        except SpecError as error:
            raise SpecError(f"the chance of {game.format_secret(game.secrets[place])}: {error}") from None
    game.chances, game.chance_texts = label, tuple(texts)
    game.weigh(chances=numbers, digits=digits)


def _texts_of(game: Game, rows: Iterable[Row]) -> list[str]:
    """The number of each secret, as it is written."""
    places = {code: place for place, code in enumerate(game.secrets)}
    given: dict[tuple[int, int], tuple[int, str]] = {}
    rest: tuple[int, str] | None = None
    for count, (line, cells) in enumerate(rows):
        if len(cells) != 2:
            raise SpecError(f"line {line}: expected a secret and a number, got {counted(len(cells), 'cell')}")
        name, text = cells[0].strip(), " ".join(cells[1].split())
        number_error = _number_error(text)
        if name == REST:
            if rest is not None:
                raise SpecError(f"line {line}, column 1: {REST} stands there twice, first in line {rest[0]}")
            rest = line, text
        else:
            try:
                key = _place_of(game, places, name)
            except CodeError as error:
                if not count and number_error:
                    continue
                raise SpecError(f"line {line}, column 1: {error}") from None
            if key in given:
                before = given[key][0]
                raise SpecError(f"line {line}, column 1: {shortened(name)} stands there twice, first in line {before}")
            given[key] = line, text
        if number_error:
            raise SpecError(f"line {line}, column 2: {number_error}")
    return _complete(game, given, rest)


def _number_error(text: str) -> str:
    try:
        read_number(text)
    except SpecError as error:
        return str(error)
    return ""


def _place_of(game: Game, places: Mapping[Code, int], name: str) -> tuple[int, int]:
    """The index of the secret that has this name, and which of its names this is: -1 for the only one, or for all."""
    code = game.parse_secret(name)
    names = game.names(code)
    spelled = "_".join(name.split()).casefold()
    which = (at for at, each in enumerate(names) if len(names) > 1 and each.casefold() == spelled)
    return places[code], next(which, -1)


def _complete(game: Game, given: Mapping[tuple[int, int], tuple[int, str]], rest: tuple[int, str] | None) -> list[str]:
    """The number of each secret; of one with several names the sum of theirs, where they are given name by name."""
    texts, missing = [], []
    for place, code in enumerate(game.secrets):
        names = game.names(code)
        if (place, -1) in given:
            if any((place, at) in given for at in range(len(names))):
                line = given[place, -1][0]
                raise SpecError(f"line {line}, column 1: {game.format_secret(code)} has lines for its names, too")
            texts.append(given[place, -1][1])
            continue
        parts = []
        for at, name in enumerate(names):
            found = given.get((place, at if len(names) > 1 else -1), rest)
            if found is None:
                missing.append(name)
            else:
                parts.append(found[1])
        texts.append(parts[0] if len(parts) == 1 else write_number(sum(map(read_number, parts), Fraction(0))))
    if missing:
        some = ", ".join(map(shortened, missing[:_NAMED]))
        more = ", …" if len(missing) > _NAMED else ""
        raise SpecError(
            f"{counted(len(missing), 'secret')} without a chance: {some}{more}; "
            f"a line {quoted(REST)} gives one to all that have no line"
        )
    return texts
