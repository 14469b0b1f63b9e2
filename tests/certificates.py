"""Certificates for tests: made by a search or by hand, altered, and compared with an exhaustive search."""

from __future__ import annotations

import math
import random
import zlib
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from toys import KNOWN_PETS, PETS, SORTED_PETS, SORTED_PRICED_PETS, WORDS

from strategist import compile_strategy, make_game, make_strategy
from strategist.errors import StrategyFileError
from strategist.files.certificate import (
    OBJECTIVES,
    OBJECTIVES_UNDER,
    Certificate,
    Entries,
    Under,
    decode,
    encode,
    enough,
)
from strategist.files.columns import Column, column
from strategist.files.cores import Cores, last_level
from strategist.game import Game
from strategist.games.chances import with_chances
from strategist.games.sheet import make_sheet
from strategist.games.table import Table
from strategist.games.words import Words
from strategist.ground import table_by_rules
from strategist.search.options import Options
from strategist.search.proof.certify_cores import needed_cores
from strategist.search.proof.cores import Refuter


@cache
def certificate_of(game: str, objective: str = "total", history: str = "") -> Certificate:
    return certify(make_game(game), objective, history)


def certify(game: Game, objective: str, history: str = "") -> Certificate:
    strategy = make_strategy(f"optimal({objective})", game)
    options = Options(certificate=True)
    compiled = compile_strategy(game, strategy, options=options, start=game.parse_history(history))
    assert compiled.certify is not None
    certified = compiled.certify(None)
    assert certified.gaps == 0
    assert certified.certificate.bound == compiled.data.lower_bound
    # Check the certificate as its file holds it.
    return decode(encode(certified.certificate))


def true_value(
    game: Game, candidates: tuple[int, ...], objective: str, left: int | None = None, first: int | None = None
) -> float:
    """The least figure of a set of secrets (by their indices), by exhaustive search; infinite where there is no tree.

    At most ``left`` guesses are made, and ``first`` is the first of them, if they are given.
    """

    @cache
    def value(some: tuple[int, ...], left: int | None, first: int | None) -> float:
        if first is None and game.is_pure(some):
            return 0
        mass = sum(map(game.weight_of, some))
        if left == 0:
            return mass if objective == "lost" else math.inf
        best = mass if objective == "lost" else math.inf
        for guess in range(game.question_count) if first is None else [first]:
            cells: dict[int, list[int]] = {}
            for place in some:
                cells.setdefault(game.respond(game.guesses[guess], game.secrets[place]), []).append(place)
            if first is None and len(cells) == 1 and not game.solved(next(iter(cells))):
                continue
            below = [
                value(tuple(cell), None if left is None else left - 1, None)
                for response, cell in cells.items()
                if not game.solved(response)
            ]
            own = {"total": len(some), "expected": mass * game.cost_of(guess), "lost": 0}
            best = min(best, 1 + max(below, default=0) if objective == "depth" else own[objective] + sum(below))
        return best

    return value(candidates, left, first)


def places(certificate: Certificate, entry: int) -> tuple[int, ...]:
    """The secrets of an entry, computed by the rules."""
    game, entries = certificate.game, certificate.entries
    parent_of = np.repeat(np.arange(len(certificate)), entries.children)
    moves = []
    while entry:
        moves.append((game.guesses[int(entries.guesses[entry])], int(entries.responses[entry])))
        entry = int(parent_of[entry - 1])
    return tuple(place for place, secret in enumerate(game.secrets) if game.agrees(secret, tuple(moves)))


def changed(certificate: Certificate, **columns: dict[int, int]) -> Certificate:
    """The certificate with other numbers at some entries of some columns."""
    entries = certificate.entries._asdict()
    for name, values in columns.items():
        entries[name] = entries[name][:]
        for at, value in values.items():
            entries[name][at] = value
    return replace(certificate, entries=type(certificate.entries)(**entries))


def without(certificate: Certificate, entry: int) -> Certificate:
    """The certificate without one of its leaf entries."""
    entries = certificate.entries
    parent_of = np.repeat(np.arange(len(certificate)), entries.children)
    children = entries.children[:]
    children[parent_of[entry - 1]] -= 1
    columns = [_deleted(numbers, entry) for numbers in entries._replace(children=children)]
    return replace(certificate, entries=type(entries)(*columns), under=_columns(certificate, _deleted, entry))


def _deleted(numbers: Column[int], entry: int) -> Column[int]:
    return numbers[:entry] + numbers[entry + 1 :]


def _inserted(numbers: Column[int], entry: int, number: int) -> Column[int]:
    return numbers[:entry] + column([number]) + numbers[entry:]


def table_game(rows: list[list[str]], goal: str) -> Table | None:
    """The game of a table of answers; None if its questions do not tell all secrets apart."""
    columns = list(zip(*rows, strict=True))
    if len(set(columns)) < len(columns):
        return None
    names = [f"s{number}" for number in range(len(columns))]
    lines = [(1, ["", *names]), *((at + 2, [f"q{at}", *row]) for at, row in enumerate(rows))]
    return Table({"file": "made.csv", "goal": goal}, make_sheet(lines))


def entries_of(*rows: tuple[int, int, int, int, int]) -> Entries:
    """Entries from rows of children, guess, response, bound and group."""
    return Entries(*map(column, zip(*rows, strict=True)))


@cache
def proofs() -> list[Certificate]:
    """Certificates for every kind of game, as a search finds them."""
    found = [
        certificate_of(game, objective, history)
        for objective in OBJECTIVES
        for game, history in (
            ("mastermind(2,3)", ""),
            ("mastermind(2,4)", ""),
            ("mastermind(2,3,feedback=black)", ""),
            ("mastermind(2,5)", "12:0b1w"),
            ("bulls-and-cows(2,4)", ""),
            ("bulls-and-cows(2,5,leading_zero=false)", ""),
            ("grand-mastermind(2,2,2)", ""),
            ("mastermind(2,4,goal=identify)", ""),
            ("bulls-and-cows(2,5,leading_zero=false,goal=identify)", ""),
            ("bulls-and-cows(3,4,goal=identify)", "012:1b1c"),
        )
    ]
    words = Words({"answers": "some.txt", "guesses": "more.txt"}, WORDS)
    return found + [certify(game, objective) for objective in OBJECTIVES for game in (PETS, KNOWN_PETS, words)]


@cache
def proofs_under() -> list[Certificate]:
    """Certificates of version 2: of what is lost, of classes, under limits, chances and costs."""
    turns = make_game("mastermind(2,3,turns=2)")
    found = [
        certify(turns, "lost"),
        certify(make_game("bulls-and-cows(2,4,turns=2,goal=identify)"), "lost"),
        certify(with_chances(turns, {"11": 3, "*": Fraction(1, 2)}), "lost"),
        certify(make_game("mastermind(2,4)"), "total,max_depth=4"),
        certify(make_game("mastermind(2,4,turns=4)"), "depth"),
        certify(make_game("mastermind(1,2,turns=1,goal=identify)"), "total"),
        certify(make_game("mastermind(2,3,turns=3,goal=identify)"), "depth"),
        certify(with_chances(make_game("mastermind(2,3)"), {"11": 3, "*": Fraction(1, 2)}), "expected"),
        certify(make_game("mastermind(2,3)"), "total,first=11"),
    ]
    games = (SORTED_PETS, SORTED_PRICED_PETS)
    return found + [certify(game, each) for game in games for each in ("total", "depth", "expected")]


def certify_by_cores(game: Game, history: str = "") -> Certificate | None:
    """The certificate of the largest limit that cores refute; None if they refute none."""
    start = game.parse_history(history)
    codes = game.consistent(start)
    refuter = Refuter(table_by_rules(game, codes), game.response_count - 1, last_level(game), lambda: False)
    everything, within = np.arange(len(codes)), refuter.last
    while len(codes) > 1 and refuter.refutes(everything, within):
        within += 1
    if within == refuter.last:
        return None
    levels, gaps = needed_cores(refuter, everything, within - 1)
    assert gaps == 0
    index = [game.secrets.index(code) for code in codes]
    cores = Cores.of([[[index[member] for member in core] for core in level] for level in levels])
    return decode(encode(Certificate.of_cores(game, within, cores, start)))


@cache
def proofs_by_cores() -> list[Certificate]:
    """Certificates of version 3, of which the last levels are one, two and three guesses below the bound."""
    words = {"answers": "some.txt", "guesses": "more.txt"}
    found = [certify_by_cores(game) for game in (PETS, KNOWN_PETS, Words(words, WORDS))]
    found += [certify_by_cores(Words(words | {"hard": True}, WORDS))]
    found += [
        certify_by_cores(make_game(game), history)
        for game, history in (
            ("mastermind(1,5)", ""),
            ("mastermind(2,4)", ""),
            ("mastermind(2,3,feedback=black)", ""),
            ("mastermind(2,4,turns=9)", "12:0b1w"),
            ("bulls-and-cows(2,5)", ""),
            ("bulls-and-cows(3,4,goal=identify)", ""),
            ("mastermind(2,4,goal=identify)", ""),
            ("mastermind(2,4,feedback=black,goal=identify)", ""),
        )
    ]
    return [each for each in found if each is not None]


def forged_certificate(number: int) -> Certificate:
    """A certificate with altered entries, groups, symmetries or cores that can still be read.

    Raises :class:`~strategist.errors.StrategyFileError` if it cannot be read.
    """
    draws = random.Random(f"certificate {number}")
    certificate = any_proof(draws)
    for _ in range(draws.choice((1, 1, 1, 2, 3))):
        certificate = forged(certificate, draws)
    return certificate


def any_proof(draws: random.Random) -> Certificate:
    """A certificate of any version."""
    by_number = draws.random()
    return draws.choice(proofs_under() if by_number < 0.3 else proofs_by_cores() if by_number < 0.4 else proofs())


# Lies from the first entry to the last


@cache
def games_of_lies() -> list[Game]:
    """Small games of every kind: with turns, announcements, chances, costs, classes and restricted guesses."""
    texts = (
        "mastermind(1,2,turns=1,goal=identify)",
        "mastermind(1,3,turns=2,goal=identify)",
        "mastermind(2,2,turns=2,goal=identify)",
        "mastermind(2,2,turns=3)",
        "mastermind(2,2)",
        "bulls-and-cows(2,3,goal=identify)",
        "bulls-and-cows(2,3,turns=2)",
        "bulls-and-cows(2,3,turns=1,goal=identify)",
    )
    games = [make_game(text) for text in texts]
    words = {"answers": "some.txt", "guesses": "more.txt"}
    hard = Words(words | {"hard": True}, WORDS), Words(words | {"hard": True, "turns": 2}, WORDS)
    chances = [with_chances(game, {"11": 3, "*": Fraction(1, 2)}) for game in games[2:5]]
    return [*games, *chances, PETS, KNOWN_PETS, SORTED_PETS, SORTED_PRICED_PETS, *hard]


def lie(number: int) -> tuple[Certificate, float] | None:
    """A certificate that claims more than is true, and what is true; None where nothing is too much, or no file can
    say so.

    Nearly every cell of the guesses at its first positions has an entry that lies as much, so whoever believes one kind
    of entry too easily believes the whole.
    """
    draws = random.Random(f"lie {number}")
    game = draws.choice(games_of_lies())
    under = not enough(game) or draws.random() < 0.3
    objective = draws.choice(OBJECTIVES_UNDER if under else OBJECTIVES)
    left = draws.choice((game.turns, game.turns, draws.randrange(1, 4))) if under else None
    truth = true_value(game, tuple(range(len(game.secrets))), objective, left)
    if truth == math.inf:
        return None
    false = int(truth) + draws.choice((1, 1, 2, 1000))
    rows, lefts = [[0, 0, 0, false, 0]], [0]
    todo = [(0, tuple(range(len(game.secrets))), left)]
    while todo and len(rows) < 200:
        entry, some, within = todo.pop(0)
        after = None if within is None else within - 1
        for guess in range(game.question_count if within != 0 else 0):
            cells: dict[int, list[int]] = {}
            for place in some:
                cells.setdefault(game.respond(game.guesses[guess], game.secrets[place]), []).append(place)
            for response, cell in cells.items():
                if game.solved(response) or len(cell) == len(some) or draws.random() < 0.05:
                    continue
                todo.append((len(rows), tuple(cell), after))
                rows.append([0, guess, response, false, 0])
                lefts.append(0 if after is None else 1 + after)
                rows[entry][0] += 1
    columns = Entries(*map(column, zip(*rows, strict=True)))
    nothing = column([int(draws.random() < 0.5 and game.restricts)] * len(rows))
    limits = Under(left, None, column(lefts), nothing) if under else None
    try:
        return Certificate(game, objective, columns, under=limits), truth
    except StrategyFileError:
        return None


# Forgeries that can still be read


def forged(certificate: Certificate, draws: random.Random) -> Certificate:
    """The certificate with one thing altered."""
    if certificate.cores is not None:
        return with_other_cores(certificate, certificate.cores, draws)
    entries, game = certificate.entries, certificate.game
    at, other = draws.randrange(len(certificate)), draws.randrange(len(certificate))
    bound, groups = int(entries.bounds[at]), entries.groups.tolist()
    if certificate.under is not None and draws.random() < 0.3:
        return _under_other_limits(certificate, certificate.under, at, draws)
    match draws.randrange(12):
        case 0 | 1:
            return changed(certificate, bounds={at: max(0, bound + draws.choice((-2, -1, 1, 2)))})
        case 2:
            return changed(certificate, bounds={at: draws.choice((0, 1, int(entries.bounds[other]), 2**32 - 1))})
        case 3:
            return changed(certificate, guesses={at: draws.randrange(game.question_count)})
        case 4:
            return changed(certificate, responses={at: draws.randrange(max(1, game.response_count - 1))})
        case 5:
            return changed(certificate, groups={at: draws.randrange(len(certificate.groups) + 1)})
        case 6:
            return changed(certificate, groups={at: groups[other], other: groups[at]})
        case 7 if at and not entries.children[at]:
            return without(certificate, at)
        case 8:
            return _with_another(certificate, at, draws)
        case 9 if certificate.symmetries:
            return replace(certificate, symmetries=_other_symmetries(certificate.symmetries, draws))
        case 10 if certificate.groups:
            members = [list(each) for each in certificate.groups]
            chosen = draws.choice(members)
            chosen[draws.randrange(len(chosen))] = draws.randrange(len(certificate.symmetries))
            return replace(certificate, groups=tuple(map(tuple, members)))
        case _:
            known = OBJECTIVES if certificate.under is None else OBJECTIVES_UNDER
            return replace(certificate, objective=draws.choice(known))


def with_other_cores(certificate: Certificate, cores: Cores, draws: random.Random) -> Certificate:
    """The certificate with one core altered, added, left out or moved to another level, or with another bound."""
    game, levels = certificate.game, [[core.tolist() for core in level] for level in cores.levels()]
    bound, kind = certificate.bound, draws.randrange(7)
    level = draws.choice(levels) if levels else []
    core = draws.choice(level) if level else []
    if kind < 2 and level:
        level.remove(core)
    elif kind == 2 and len(core) > 2:
        core.remove(draws.choice(core))
    elif kind == 3 and core:
        core[draws.randrange(len(core))] = draws.choice([each for each in range(len(game.secrets)) if each not in core])
    elif kind == 4 and levels:
        size = draws.randrange(2, len(game.secrets))
        draws.choice(levels).append(draws.sample(range(len(game.secrets)), size))
    elif kind == 5 and core:
        draws.choice(levels).append(core)
    elif levels and draws.random() < 0.5:
        del levels[draws.randrange(len(levels))]
        bound -= 1
    else:
        levels.insert(draws.randrange(len(levels) + 1), draws.choice([*levels, []]))
        bound += 1
    return Certificate.of_cores(game, bound, Cores.of(levels), certificate.start)


def _under_other_limits(certificate: Certificate, under: Under, at: int, draws: random.Random) -> Certificate:
    """The certificate with another limit of guesses, here or at an entry, or another first guess."""
    match draws.randrange(4):
        case 0:
            return replace(certificate, under=under._replace(left=draws.choice((None, 0, 1, 2, 3, 5, 2**31 - 1, -1))))
        case 1:
            guess = draws.choice((None, draws.randrange(certificate.game.question_count)))
            return replace(certificate, under=under._replace(first=guess))
    name = draws.choice(("lefts", "lefts", "revealed"))
    numbers = getattr(under, name)[:]
    numbers[at] = draws.choice((0, 1, 1, 2, 3, 4, 2**31))
    return replace(certificate, under=under._replace(**{name: numbers}))


def _with_another(certificate: Certificate, at: int, draws: random.Random) -> Certificate:
    """With one more entry, the first below another one."""
    entries, game = certificate.entries, certificate.game
    row = (
        0,
        draws.randrange(game.question_count),
        draws.randrange(max(1, game.response_count - 1)),
        draws.randrange(1, int(entries.bounds[at]) + 2),
        draws.randrange(len(certificate.groups) + 1),
    )
    place = 1 + sum(entries.children[:at])
    more = entries._replace(children=column(number + (each == at) for each, number in enumerate(entries.children)))
    columns = [_inserted(numbers, place, value) for numbers, value in zip(more, row, strict=True)]
    under = _columns(certificate, _inserted, place, 0)
    return replace(certificate, entries=Entries(*columns), under=under)


def _columns(certificate: Certificate, change: Callable[..., Any], *arguments: int) -> Under | None:
    """The limits with their columns changed as those of the entries are."""
    under = certificate.under
    if under is None:
        return None
    lefts, revealed = (change(numbers, *arguments) for numbers in (under.lefts, under.revealed))
    return under._replace(lefts=lefts, revealed=revealed)


def _other_symmetries(symmetries: tuple[bytes, ...], draws: random.Random) -> tuple[bytes, ...]:
    """One symmetry with another mapping, or two that have changed places."""
    found = [bytearray(each) for each in symmetries]
    one, other = draws.choice(found), draws.choice(found)
    if draws.random() < 0.3:
        one[:], other[:] = bytes(other), bytes(one)
    else:
        at, to = draws.randrange(len(one)), draws.randrange(len(one))
        one[at], one[to] = one[to], one[at]
    return tuple(map(bytes, found))


# Files changed by somebody who knows how to compute a digest.

Change = Callable[[dict[str, Any], list[bytes]], object]


def packed(values: list[int], width: int = 4) -> bytes:
    return zlib.compress(np.array(values, dtype=f"<u{width}").tobytes())


def unpacked(column: bytes, width: int = 4) -> list[int]:
    values: list[int] = np.frombuffer(zlib.decompress(column), dtype=f"<u{width}").tolist()
    return values


def change_column(at: int, change: Callable[[list[int]], object], width: int = 4) -> Change:
    def apply(header: dict[str, Any], columns: list[bytes]) -> None:
        values = unpacked(columns[at], width)
        change(values)
        columns[at] = packed(values, width)

    return apply


def set_header(**values: Any) -> Change:
    return lambda header, columns: header.update(values)
