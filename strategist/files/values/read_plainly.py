"""The specification of value caches: a reader without NumPy, and the names of positions.

Nothing here is fast, and the file is read as a whole. Tests compare :mod:`~strategist.files.values.value_file` and
:mod:`strategist.search.advice.cached.position_names` with it.
"""

from __future__ import annotations

import hashlib
import struct
from collections import Counter
from collections.abc import Iterable, Sequence

import msgpack

from strategist.files.values.words_of_names import seeds_of, words_of_rest
from strategist.model.game import Game, History

_WORD = (1 << 64) - 1
_FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xD1B54A32D192ED03


def read_plainly(contents: bytes) -> dict[tuple[int, int], tuple[int, int, int, int]]:
    """The table of a value cache: by key and check word, the lower and upper bound, the guess and the size."""
    name, version, header, columns, digest = msgpack.unpackb(contents)
    assert (name, version) == ("value-cache", 1)
    assert hashlib.sha256(contents[:-34]).digest() == digest
    (table,) = columns
    count, at, read = header["positions"], 0, []
    for letter, width in zip("QQIIII", (8, 8, 4, 4, 4, 4), strict=True):
        read.append(struct.unpack_from(f"<{count}{letter}", table, at))
        at += count * width
    assert at == len(table)
    keys, checks, *rest = read
    return dict(zip(zip(keys, checks, strict=True), zip(*rest, strict=True), strict=True))


def name_plainly(game: Game, history: History, candidates: Sequence[int]) -> tuple[int, int]:
    """The two words that name the position after a history; ``candidates`` are the indices of those that are left."""
    codes = [game.secrets[index] for index in candidates]
    if game.symmetry is None or game.restricts:
        key, check = 0, 0
        one, other = seeds_of(game.fingerprint())
        for index in candidates:
            key ^= _mixed(one + (index + 1) * _FIRST)
            check ^= _mixed(other + (index + 1) * _FIRST)
    else:
        key, check = _name_of_image(game, codes)
    left = None if game.turns is None else game.turns - len(history)
    more = words_of_rest(left, _demanded(history) if game.restricts else "")
    return key ^ more[0], check ^ more[1]


def _mixed(word: int) -> int:
    """The finalizer of SplitMix64."""
    word &= _WORD
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
    return word ^ word >> 31


def _stirred(word: int) -> int:
    word &= _WORD
    return (word ^ word >> 32) * _SECOND & _WORD


def _name_of_image(game: Game, codes: Iterable[tuple[int, ...]]) -> tuple[int, int]:
    """The name of the image of a set of codes: positions and symbols are put in an order that the set itself tells."""
    symmetry, every = game.code_symmetry, list(game.secrets)
    if symmetry is None:
        symmetry, every = game.symmetry, [tuple(game.spelled(code)) for code in every]
        codes = [tuple(game.spelled(code)) for code in codes]
    assert symmetry is not None
    codes = list(codes)
    places, symbols = len(codes[0]), 1 + max(map(max, every))
    kind_of_place, kind_of_symbol = list(range(places)), _kinds(symmetry.symbols, symbols)
    for members in symmetry.positions:
        for place in members:
            kind_of_place[place] = min(members)
    occurs = Counter((code[place], place) for code in codes for place in range(places))
    of_symbol = {s: sum(occurs[s, p] ** 2 for p in range(places)) for s in range(symbols)}
    of_place = {p: sum(occurs[s, p] ** 2 for s in range(symbols)) for p in range(places)}
    together = {
        (s, p): _stirred((of_symbol[s] * _SECOND & _WORD ^ of_place[p]) * _FIRST + occurs[s, p])
        for s in range(symbols)
        for p in range(places)
    }
    told_of_symbol, told_of_place = dict.fromkeys(range(symbols), 0), dict.fromkeys(range(places), 0)
    for code in codes:
        word = _stirred(sum(together[symbol, place] for place, symbol in enumerate(code)))
        for place, symbol in enumerate(code):
            product = word * together[symbol, place]
            told_of_symbol[symbol] = told_of_symbol[symbol] + product & _WORD
            told_of_place[place] = told_of_place[place] + product & _WORD
    present = sorted({symbol for code in codes for symbol in code})
    # The highest bit says that a symbol occurs, which all of these do.
    ordered = sorted(present, key=lambda s: (kind_of_symbol[s], told_of_symbol[s] | 1 << 63, s))
    positions = sorted(range(places), key=lambda p: (kind_of_place[p], told_of_place[p], p))
    names: dict[int, int] = {}
    for kind in set(kind_of_symbol):
        new = [symbol for symbol in range(symbols) if kind_of_symbol[symbol] == kind]
        names |= dict(zip((s for s in ordered if kind_of_symbol[s] == kind), new, strict=False))
    key, check = 0, 0
    for code in codes:
        number = 0
        for place in positions:
            number = number * symbols + names[code[place]]
        word = _mixed(number + 1)
        key, check = key ^ word, check + word * _stirred(word) & _WORD
    return key, check


def _kinds(classes: Iterable[Sequence[int]], symbols: int) -> list[int]:
    """The class of each symbol; a symbol of no class is a class of its own, behind the others."""
    found = [-1] * symbols
    count = 0
    for number, members in enumerate(classes):
        count = number + 1
        for symbol in members:
            found[symbol] = number
    for symbol in range(symbols):
        if found[symbol] < 0:
            found[symbol], count = count, count + 1
    return found


def _demanded(history: History) -> str:
    """What the next guess has to use in hard mode: letters in their places, then how many copies of each letter."""
    placed, copies = set(), Counter[str]()
    for guess, response in history:
        marks = [response // 3 ** (len(guess) - 1 - place) % 3 for place in range(len(guess))]
        revealed = Counter(letter for letter, mark in zip(guess, marks, strict=True) if mark)
        placed |= {(place, guess[place]) for place, mark in enumerate(marks) if mark == 2}
        copies |= revealed
    told = [f"{place}{letter}" for place, letter in sorted(placed)]
    return " ".join(told + [f"{letter}{copies[letter]}" for letter in sorted(copies)])
