"""Forged files: strategy files and certificates altered by somebody who knows their format.

Each forgery is made from a number alone, so the number is enough to make it again. Headers lose and gain fields, and
hold other types, other sizes and texts that no header should hold. Columns and packed tables are altered, cut and
exchanged. Finally the digests are computed again, so that only the contents can reveal a forgery.
"""

from __future__ import annotations

import hashlib
import random
import zlib
from collections.abc import Callable
from contextlib import suppress
from copy import copy
from dataclasses import asdict, astuple, replace
from functools import cache
from typing import Any

import msgpack
from certificates import any_proof, forged
from toys import KNOWN_PETS, KNOWN_PRICED_PETS, PETS, PRICED_PETS, SORTED_PETS, SORTED_PRICED_PETS, WORDS

from strategist import compile_strategy, make_game, make_solitaire, make_strategy
from strategist.catalog import read_game, restored
from strategist.errors import StrategyFileError
from strategist.files import certificate as certificates
from strategist.files import strategy as strategyfile
from strategist.files.envelope import Kind, seal, unseal, version_in
from strategist.files.strategy import StrategyData
from strategist.game import Game
from strategist.games.chances import with_chances
from strategist.games.words import Words
from strategist.solitaire import Solitaire
from strategist.tree import GIVE_UP, Claims, DecisionTree
from strategist.weighing import claims_of

GAMES = (
    "mastermind(pegs=2,colors=3)",
    "mastermind(pegs=2,colors=4)",
    "mastermind(pegs=2,colors=3,feedback=black)",
    "mastermind(pegs=2,colors=3,turns=2)",
    "bulls-and-cows(pegs=2,symbols=4)",
    "grand-mastermind(pegs=2,colors=2,shapes=2)",
    "ab(pegs=2,symbols=4)",
    "pegswap(left=1,right=2)",
    "table(file=pets.csv)",
    "table(file=pets.csv,goal=identify)",
    "words(answers=some.txt,guesses=more.txt)",
    "words(answers=some.txt,guesses=more.txt,hard=true)",
    "words(answers=some.txt,feedback=jotto)",
    "mastermind(pegs=2,colors=3,goal=identify)",
    "words(answers=some.txt,guesses=more.txt,hard=true,goal=identify)",
    "mastermind(pegs=2,colors=3,chances=chances.csv)",
    "mastermind(pegs=2,colors=3,chances=chances.csv,digits=1)",
    "table(file=pets.csv,chance=odds,cost=price)",
    "table(file=pets.csv,goal=identify,secrets=rows,chance=odds,cost=price,twins=group)",
    "table(file=pets.csv,goal=class,class=sort)",
    "table(file=pets.csv,goal=class,class=sort,chance=odds,cost=price)",
    "mastermind(pegs=2,colors=3,turns=2,chances=chances.csv)",
)
"""All games are small, so every forgery can be tested exhaustively."""

TEXTS = (
    *GAMES,
    "", "x", "mastermind", "minimax", "optimal(total,depth)", "entropy", "total", "depth", "depth,total", "optimal",
    "upper", "12:0b1w", "12:1b0w 13:0b0w", "11:9b", "cat:no", "gives:milk", "gives:eggs", "aba:g-g", "cde:-y-",
    "\x1b[2J", "a\nverified: b", "\x07", "\u202egpj", "\u2066x\u2069", "\u200f", "\u061c", "\x00", "\ud7ff", ":heart:",
    "[bold]", "x" * 5000, "(" * 500, "é" * 300, "table(file=\"a\\\"b\")",
)  # fmt: skip
NUMBERS = (0, 1, -1, 2, 3, 255, 256, 65535, 65536, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1)
VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -(2**63), 1.5, float("nan"), "", "x", b"", b"\x00", [], [0], [[]], {}, {"a": 1},
)  # fmt: skip

_LARGEST = 64
"""The most secrets of a game that is forged."""


# What is forged


@cache
def strategies() -> list[bytes]:
    """Strategy files for every kind of game, before any forgery."""
    labels = {"answers": "some.txt", "guesses": "more.txt"}
    soft, hard = Words(labels, WORDS), Words(labels | {"hard": True}, WORDS)
    few = make_game(GAMES[3]), with_chances(make_game(GAMES[3]), {"11": 3, "*": "0.5"})
    games: list[tuple[Any, str, str]] = [
        *((make_game(text), "minimax", "") for text in GAMES[:7]),
        (make_game("mastermind(2,3)"), "first", "12:0b1w"),
        (make_solitaire(GAMES[7]), "optimal", ""),
        *((pets, strategy, "") for pets in (PETS, KNOWN_PETS) for strategy in ("first", "minimax")),
        (KNOWN_PETS, "minimax", "barks?:no"),
        *((words, strategy, "") for words in (soft, hard) for strategy in ("first", "minimax(first=aba)")),
        (Words({"answers": "some.txt", "feedback": "jotto"}, WORDS), "minimax", ""),
        *((pets, "entropy", "") for pets in (PRICED_PETS, KNOWN_PRICED_PETS)),
        *((with_chances(game, {"11": 3, "*": "0.5"}), "first", "") for game in map(make_game, GAMES[:4:3])),
        (with_chances(KNOWN_PETS, {"cat": "12.5 %", "*": 1}), "minimax", "barks?:no"),
        *((SORTED_PETS, strategy, "") for strategy in ("first", "minimax", "optimal(total,depth)")),
        (SORTED_PETS, "entropy", "barks?:no"),
        (SORTED_PETS, "entropy", "gives:love"),
        *((SORTED_PRICED_PETS, strategy, "") for strategy in ("entropy", "optimal(expected)")),
        *((game, strategy, "") for game in few for strategy in ("optimal(lost,total)", "optimal(lost)", "entropy")),
        (with_chances(soft, {"aba": "1e-3", "*": 1}, digits=2), "minimax", ""),
    ]
    found = []
    for game, strategy, history in games:
        start = game.parse_history(history)
        data = compile_strategy(game, make_strategy(strategy, game), plain=True, start=start).data
        found.append(strategyfile.encode(data))
        if data.objective is None:
            bound = random.Random(strategy).randrange(data.claims.total + 1)
            found.append(strategyfile.encode(replace(data, objective="total", lower_bound=bound)))
    return found


# Numbers to forgeries


def forged_strategy(number: int) -> bytes:
    """An altered strategy file."""
    draws = random.Random(f"strategy {number}")
    contents = draws.choice(strategies())
    if draws.random() < 0.5:
        data = _forged_tree(strategyfile.decode(contents), draws)
        contents = strategyfile.encode(data)
        if draws.random() < 0.8:
            return contents
    kinds = (strategyfile.KIND, strategyfile.WEIGHTED_KIND)
    return _forged_file(version_in(kinds, contents), contents, draws, _alter_raw)


def forged_certificate_file(number: int) -> bytes:
    """A certificate altered as a file."""
    draws = random.Random(f"certificate file {number}")
    certificate = any_proof(draws)
    if draws.random() < 0.3:
        with suppress(StrategyFileError):
            certificate = forged(certificate, draws)
    contents = certificates.encode(certificate)
    return _forged_file(version_in(certificates.KINDS, contents), contents, draws, _alter_packed)


# Trees


def _forged_tree(data: StrategyData, draws: random.Random) -> StrategyData:
    """Another tree of the same form, with the figures that follow from its form, without playing."""
    game, tree = data.game, data.tree
    guesses, masks = list(tree.guesses), list(tree.masks)
    for _ in range(draws.choice((0, 1, 1, 2, 4))):
        slot, other = draws.randrange(len(guesses)), draws.randrange(len(guesses))
        match draws.randrange(7):
            case 0 | 1:
                guesses[slot] = draws.randrange(len(game.guesses))
            case 2:
                guesses[slot], guesses[other] = guesses[other], guesses[slot]
            case 3:
                # Replace one response by another: the number of branches stays the same.
                mask, bits = masks[slot], [1 << response for response in range(game.response_count - 1)]
                given, free = [bit for bit in bits if mask & bit], [bit for bit in bits if not mask & bit]
                masks[slot] ^= draws.choice(given) ^ draws.choice(free) if given and free else 0
            case 4:
                masks[slot] ^= tree.solved_bit
            case 5 if guesses[slot] != GIVE_UP:
                # Add a branch that ends in nothing, or in a guess.
                bit = 1 << draws.randrange(game.response_count - 1)
                place = DecisionTree(guesses, masks, game.response_count).first_child[slot]
                place += (masks[slot] & bit - 1).bit_count()
                if not masks[slot] & bit:
                    masks[slot] |= bit
                    guesses.insert(place, draws.choice((GIVE_UP, guesses[other])))
                    masks.insert(place, 0 if guesses[place] == GIVE_UP else tree.solved_bit)
            case _ if masks[slot] == tree.solved_bit:
                guesses[slot], masks[slot] = GIVE_UP, 0
            case _ if guesses[slot] == GIVE_UP:
                guesses[slot], masks[slot] = draws.randrange(len(game.guesses)), tree.solved_bit
    forged = DecisionTree(guesses, masks, game.response_count)
    if isinstance(game, Solitaire):
        return replace(data, tree=forged)
    if draws.random() < 0.3:
        game = _restricted(game)
    indices = [game.secrets.index(code) for code in game.consistent(data.start)]
    claims = _figures(game, forged, indices) or data.claims
    return replace(data, game=game, tree=forged, claims=claims, objective=None, lower_bound=None)


def _figures(game: Game, tree: DecisionTree, candidates: list[int]) -> Claims | None:
    """The figures that follow from a tree; None where it solves what is no secret, or more than there is."""
    try:
        claims = claims_of(game, tree, candidates)
    except (KeyError, IndexError):
        return None
    return None if claims.weighed is not None and min(astuple(claims.weighed)) < 0 else claims


def _restricted(game: Game) -> Game:
    """The same game with restrictions on guesses or on trees."""
    restricted = copy(game)
    if "hard" in game.values and game.values["feedback"] == "wordle":
        restricted.values = game.values | {"hard": True}
        restricted.hard = True
    elif "turns" in game.values:
        restricted.values = game.values | {"turns": 2}
        restricted.turns = 2
    return restricted


# Files


def _forged_file(
    kind: Kind, contents: bytes, draws: random.Random, alter_column: Callable[[bytes, int, random.Random], bytes]
) -> bytes:
    header, columns = unseal(kind, contents)
    if draws.random() < 0.1:
        return _damaged(kind, seal(kind, header, columns), draws)
    for _ in range(draws.choice((1, 1, 2, 3))):
        if draws.random() < 0.5:
            _alter_header(header, draws)
        elif columns:
            _alter_columns(columns, draws, alter_column)
    if draws.random() < 0.6:
        # The file may be invalid by now: reading it must find that out.
        with suppress(Exception):
            _write_anew(kind, header, columns)
    return seal(kind, header, columns)


def _damaged(kind: Kind, contents: bytes, draws: random.Random) -> bytes:
    """Bytes changed, removed or added; with a valid digest or without."""
    body = bytearray(contents[:-34])
    for _ in range(draws.randrange(1, 4)):
        at = draws.randrange(len(kind.magic), len(body))
        body[at : at + draws.randrange(3)] = draws.randbytes(draws.randrange(3))
    if draws.random() < 0.1:
        return bytes(body) + contents[-34:]
    return bytes(body) + bytes(msgpack.packb(hashlib.sha256(body).digest()))


def _alter_header(header: dict[Any, Any], draws: random.Random) -> None:
    """Alter one field, at any depth."""
    place: Any = header
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            return
        key = draws.choice(keys)
        if not (isinstance(place[key], dict | list) and place[key] and draws.random() < 0.8):
            break
        place = place[key]
    value = place[key]
    match draws.randrange(6):
        case 0:
            del place[key]
        case 1 if isinstance(place, dict):
            place[draws.choice((draws.choice(TEXTS), b"game", f"{key}x", "data"))] = value
        case 1:
            place.append(value)
        case 2:
            place[key] = draws.choice(VALUES)
        case _:
            place[key] = _altered(value, draws)


def _altered(value: Any, draws: random.Random) -> Any:
    """Another value of the same type."""
    if type(value) is int:
        near = value + draws.choice((-1, 1))
        return near if draws.random() < 0.5 and -(2**63) <= near < 2**64 else draws.choice(NUMBERS)
    if isinstance(value, str):
        at = draws.randrange(len(value) + 1)
        return value[:at] + draws.choice(TEXTS) + value[at:] if draws.random() < 0.3 else draws.choice(TEXTS)
    if isinstance(value, bytes):
        return _alter_text(value, draws) if draws.random() < 0.7 else _alter_raw(value, 0, draws)
    if isinstance(value, list):
        return draws.sample(value, draws.randrange(len(value) + 1))
    return draws.choice(VALUES)


def _alter_text(packed: bytes, draws: random.Random) -> bytes:
    """A packed text, of a table or of words, with an alteration; other bytes unchanged."""
    try:
        text = zlib.decompress(packed).decode()
    except (zlib.error, UnicodeDecodeError):
        return _alter_raw(packed, 0, draws)
    lines = [line.split("\t") for line in text.split("\n")]
    for _ in range(draws.randrange(1, 3)):
        row, other = draws.choice(lines), draws.choice(lines)
        at = draws.randrange(len(row))
        match draws.randrange(5):
            case 0:
                row[at] = draws.choice(TEXTS)
            case 1:
                row[at] += draws.choice(TEXTS)
            case 2:
                row[at], other[at % len(other)] = other[at % len(other)], row[at]
            case 3:
                del row[at]
                row += [""] * (not row)
            case _:
                lines.insert(draws.randrange(len(lines)), list(row))
    return zlib.compress("\n".join("\t".join(line) for line in lines).encode(), draws.choice((0, 9)))


def _write_anew(kind: Kind, header: dict[Any, Any], columns: list[bytes]) -> None:
    """Compute again, if possible, what follows from the rest: the digest of the codes, and the figures of the tree."""
    named, values = read_game(header["game"])
    held = header.get("data")
    payload, chances = (held.get("game"), held.get("chances")) if isinstance(held, dict) else (held, None)
    game = restored(named, values, payload, chances)
    if not isinstance(game, Game) or len(game.secrets) > _LARGEST:
        return
    header["codes"], header["game"] = game.fingerprint(), game.spec
    if kind.name == strategyfile.KIND.name:
        candidates = [game.secrets.index(code) for code in game.consistent(game.parse_history(header["start"]))]
        claims = _figures(game, strategyfile._tree(columns, game), candidates)
        assert claims is not None
        header["secrets"] = len(candidates)
        header["claims"] |= asdict(claims) | {"histogram": list(claims.histogram)}
        header["claims"] |= strategyfile._weighed_claims(claims.weighed)


# Columns


def _alter_columns(
    columns: list[bytes], draws: random.Random, alter: Callable[[bytes, int, random.Random], bytes]
) -> None:
    at, other = (draws.randrange(len(columns)) for _ in range(2))
    match draws.randrange(10):
        case 0:
            columns[at], columns[other] = columns[other], columns[at]
        case 1 if draws.random() < 0.3:
            columns.insert(at, columns[other])
        case 2 if draws.random() < 0.3:
            del columns[at]
        case _:
            columns[at] = alter(columns[at], draws.choice((1, 1, 2, 4, 8)), draws)


def _alter_raw(column: bytes, width: int, draws: random.Random) -> bytes:
    """Bytes in which one item, an integer of ``width`` bytes or a byte, is changed, removed, repeated or moved."""
    size = max(width, 1)
    items = [column[at : at + size] for at in range(0, len(column), size)] or [b"\x00"]
    at, other = draws.randrange(len(items)), draws.randrange(len(items))
    match draws.randrange(9):
        case 0:
            items[at] = draws.randbytes(size)
        case 1 | 2:
            items[at] = _other_bits(items[at], [draws.randrange(8 * size)])
        case 3 | 4:
            # In a mask, replace one response by another: the number of branches stays the same.
            items[at] = _other_bits(items[at], [draws.randrange(8 * size) for _ in range(2)])
        case 5:
            del items[at]
        case 6:
            items.insert(at, items[other])
        case 7:
            items[at], items[other] = items[other], items[at]
        case _:
            items[at] = bytes([(items[at][0] + draws.choice((1, 255))) % 256, *items[at][1:]])
    return b"".join(items)


def _other_bits(item: bytes, bits: list[int]) -> bytes:
    number = int.from_bytes(item, "little")
    for bit in bits:
        number ^= 1 << bit % (8 * len(item))
    return number.to_bytes(len(item), "little")


def _alter_packed(column: bytes, width: int, draws: random.Random) -> bytes:
    """The same under compression; sometimes to the compressed bytes themselves."""
    if draws.random() > 0.1:
        with suppress(zlib.error):
            return zlib.compress(_alter_raw(zlib.decompress(column), width, draws))
    return _alter_raw(column, 1, draws)
