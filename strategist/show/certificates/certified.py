"""The contents of a certificate: its claims, and its positions with one line of play, or its cores."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.checking.counted_bounds import found_within, least, least_by_tariff
from strategist.common.wording import counted, plural
from strategist.files.certificate import Certificate, tariff_of
from strategist.files.envelope import writer
from strategist.files.versions.core_columns import Cores, last_level
from strategist.files.versions.path_columns import KIND_PATHS
from strategist.model.game import Game, Response
from strategist.model.objective import Unit, objective_kind
from strategist.model.position import Branch, Position, kind_of
from strategist.model.tariffs.by_levels import levels_of, tariff_of_levels, text_of_levels
from strategist.show.certificates.certified_sets import sets_lines, sets_record
from strategist.show.certificates.optimality import certified_bound, claimed_bound, secrets_of
from strategist.show.moves.ranking_table import columns
from strategist.show.texts.histogram_lines import bar
from strategist.show.texts.kind_words import wording_of
from strategist.show.texts.names import said
from strategist.show.texts.weighed import in_json

_MOST_FOLLOWED = 12
"""The most positions of the example."""
_MOST_NAMED = 8
"""The most members of a core that are printed."""


def certificate_lines(certificate: Certificate, file: str, size: int) -> list[str]:
    """Lines of text on a certificate: what it is, what it claims, and the command that checks it."""
    tree = file.removesuffix(".certificate") + ".msgpack"
    beside = [f"strategist check {tree} {file} says whether the tree there is the best"]
    return [
        f"a certificate: the evidence that {claimed_bound(certificate, certificate.bound)}",
        f"it lists {_contents(certificate)}; none of them is checked yet",
        f"strategist check {file} checks them, by the rules of the game alone",
        *(beside if Path(tree).is_file() else []),
        f"{file}: {size} bytes, format {certificate.version}, rules "
        f"{certificate.game.rules_version}, written by {writer(certificate.generator)}",
    ]


def _contents(certificate: Certificate) -> str:
    if certificate.sets is not None:
        return f"{counted(len(certificate), 'set')} of questions, each with two secrets that it leaves together"
    if certificate.cores is None:
        copies = 0 if certificate.copies is None else certificate.copies.number
        alike = f", {copies} of them images of others" if copies else ""
        return f"{counted(len(certificate), 'position')} with a lower bound for each{alike}"
    return f"{counted(len(certificate), 'core')}, sets of secrets that some number of guesses is not enough for"


def certificate_record(certificate: Certificate) -> dict[str, Any]:
    """The JSON object of the claims of a certificate, which are not checked here."""
    game, first = certificate.game, certificate.first
    return {
        "certificate": True,
        "game": game.spec,
        "start": game.format_history(certificate.start),
        "objective": certificate.objective,
        "lower_bound": certified_bound(certificate, certificate.bound),
        "entries": len(certificate),
        "cores": None if certificate.cores is None else list(certificate.cores.counts),
        "copies": None if certificate.copies is None else certificate.copies.number,
        "left": certificate.left,
        "first": None if first is None else game.format_code(game.guesses[first]),
        "symmetries": len(certificate.symmetries if certificate.sets is None else certificate.sets.images),
        "generator": writer(certificate.generator),
    }


def explained_record(certificate: Certificate) -> dict[str, Any]:
    """The JSON object of what a certificate lists: see :func:`positions_record`, :func:`cores_record` and
    :func:`sets_record`."""
    if certificate.sets is not None:
        return {"sets": sets_record(certificate.game, certificate.sets)}
    if certificate.cores is not None:
        return {"cores": cores_record(certificate.game, certificate.cores)}
    return {"positions": positions_record(certificate)}


def explained_lines(certificate: Certificate) -> list[str]:
    """What a certificate lists, as lines of text: see :func:`positions_lines`, :func:`cores_lines` and
    :func:`sets_lines`."""
    if certificate.sets is not None:
        return sets_lines(certificate.game, certificate.sets)
    if certificate.cores is not None:
        return cores_lines(certificate, certificate.cores)
    return positions_lines(certificate)


def cores_record(game: Game, cores: Cores) -> list[dict[str, Any]]:
    """JSON objects of the cores of a certificate: for each level their number, their sizes, and a smallest core.

    >>> from strategist.games.catalog import make_game
    >>> cores_record(make_game("mastermind(2,3)"), Cores.of([[[0, 1, 2], [3, 4]]]))
    [{'within': 2, 'cores': 2, 'smallest': 2, 'largest': 3, 'example': ['21', '22']}]
    """
    rows = []
    for within, level in enumerate(cores.levels(), last_level(game)):
        sizes = list(map(len, level))
        example = min(level, key=len, default=())
        rows.append(
            {
                "within": within,
                "cores": len(level),
                "smallest": min(sizes, default=None),
                "largest": max(sizes, default=None),
                "example": [game.format_code(game.secrets[int(place)]) for place in example],
            }
        )
    return rows


def cores_lines(certificate: Certificate, cores: Cores) -> list[str]:
    """The cores of a certificate as lines of text: a table with a row for each level."""
    game = certificate.game
    noun, told = plural(game.move_noun), said(game)
    rows = [("not within", "cores", "members", "for example")]
    for row in cores_record(game, cores):
        sizes = sorted({row["smallest"], row["largest"]} - {None})
        names = list(map(told.of_code, row["example"]))
        space = ", " if any(" " in name for name in names) else " "
        more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
        listed = " to ".join(map(str, sizes)), space.join(names[:_MOST_NAMED]) + more
        rows.append((str(row["within"]), str(row["cores"]), *listed))
    rows.append((str(certificate.bound - 1), "", "all", ""))
    return [
        f"{counted(len(cores), 'core')}, by the {noun} that are not enough for them:",
        *(f"  {line}" for line in columns(rows, left=(3,))),
    ]


def positions_record(certificate: Certificate) -> dict[str, Any]:
    """The JSON object of the positions of a certificate: their sizes, the largest, and one line of play."""
    sizes = sizes_of(certificate)
    numbers, counts = np.unique(sizes, return_counts=True)
    return {
        "sizes": {str(number): count for number, count in zip(numbers.tolist(), counts.tolist(), strict=True)},
        "largest": None if len(sizes) < 2 else _position(certificate, sizes, _largest(sizes)),
        "example": [_position(certificate, sizes, entry) for entry in _line_of(certificate, sizes)],
    }


def positions_lines(certificate: Certificate) -> list[str]:
    """The positions of a certificate as lines of text: their sizes, the largest, and one line of play."""
    sizes = sizes_of(certificate)
    lines = [f"{counted(len(sizes), 'position')}, by how many secrets are left:", *_histogram(sizes)]
    if len(sizes) == 1:
        return [*lines, "that is the beginning: counting alone proves the bound there, guess by guess"]
    largest = _position(certificate, sizes, _largest(sizes))
    lines.append(f"the largest but the beginning: {largest['history']}, {counted(largest['secrets'], 'secret')}")
    followed = [_position(certificate, sizes, entry) for entry in _line_of(certificate, sizes)]
    if not wording_of(certificate.game).counts:
        # What counting gives there depends on the masses of the secrets, or on their lies, not on their number.
        lines.append("one line of play, with what is claimed there:")
        plain = [(str(row["secrets"]), _told(row["bound"]), row["history"] or "the beginning") for row in followed]
        table = columns([("secrets", "at least", "after"), *plain], left=(2,))
        return [*lines, *(f"  {line}" for line in table)]
    lines.append("one line of play, with what is claimed there, and what counting alone would give:")
    rows = [("secrets", "at least", "counted", "after")]
    for row in followed:
        alone = "" if row["counted"] is None else _told(row["counted"])
        rows.append((str(row["secrets"]), _told(row["bound"]), alone, row["history"] or "the beginning"))
    return [*lines, *(f"  {line}" for line in columns(rows, left=(3,)))]


def _told(bound: Any) -> str:
    """A bound of a position in a table: a number, or those of secrets at its levels."""
    return text_of_levels(bound) if isinstance(bound, list) else str(bound)


def sizes_of(certificate: Certificate) -> NDArray[np.int64]:
    """``int64[entries]``: the number of secrets of each position, found by following its moves by the rules."""
    game, kind = certificate.game, kind_of(certificate.game)
    entries = certificate.masses or certificate.entries
    children, guesses, responses = (
        list(map(int, each)) for each in (entries.children, entries.guesses, entries.responses)
    )
    start = [(game.guesses.index(guess), response) for guess, response in certificate.start]
    sizes = np.zeros(len(children), dtype=np.int64)
    # A position is kept only until its children are known.
    positions: dict[int, Position | None] = {0: kind.left(start)}
    following = 1
    for parent, count in enumerate(children):
        left = positions.pop(parent)
        sizes[parent] = 0 if left is None else len(left)
        cells: dict[int, dict[Response, Branch]] = {}
        for entry in range(following, following + count):
            guess = guesses[entry]
            if guess not in cells:
                cells[guess] = {} if left is None else kind.cells(left, guess)
            cell = cells[guess].get(responses[entry])
            positions[entry] = None if cell is None else cell.position
        following += count
    return sizes


def _parents(certificate: Certificate) -> NDArray[np.int64]:
    """``int64[entries - 1]``: the parent of each position but the first."""
    children = (certificate.masses or certificate.entries).children
    return np.repeat(np.arange(len(children)), children)


def _largest(sizes: NDArray[np.int64]) -> int:
    return 1 + int(np.argmax(sizes[1:]))


def _line_of(certificate: Certificate, sizes: NDArray[np.int64]) -> list[int]:
    """A line of play from the beginning: always to the child with the longest continuation, the largest of equals."""
    parents = _parents(certificate)
    heights = np.zeros(len(sizes), dtype=np.int64)
    # Children follow their parents in the list.
    for entry in range(len(sizes) - 1, 0, -1):
        above = parents[entry - 1]
        heights[above] = max(heights[above], heights[entry] + 1)
    line = [0]
    while len(line) < _MOST_FOLLOWED:
        below = 1 + np.flatnonzero(parents == line[-1])
        if not len(below):
            break
        line.append(int(max(below, key=lambda entry: (heights[entry], sizes[entry], -entry))))
    return line


def _position(certificate: Certificate, sizes: NDArray[np.int64], entry: int) -> dict[str, Any]:
    """One position of a certificate: its history, its size, the claimed bound, and the bound by counting alone."""
    game, parents = certificate.game, _parents(certificate)
    size, counted_alone = int(sizes[entry]), None
    levels = objective_kind(certificate.objective).unit is Unit.LEVELS
    entries = certificate.masses or certificate.entries
    moves = []
    here = entry
    while here:
        guess = game.guesses[int(entries.guesses[here])]
        moves.append((guess, int(entries.responses[here])))
        here = int(parents[here - 1])
    if (
        wording_of(game).counts
        and certificate.version != KIND_PATHS.version
        and objective_kind(certificate.objective).unit is not Unit.COST
    ):
        branches, tariff = game.response_count - 1, tariff_of(certificate)
        if tariff:
            table = least_by_tariff(size, found_within(size, branches, game.announces), tariff, len(moves))
        else:
            table = least(certificate.objective, size, branches, game.announces)
        counted_alone = int(table[size])
    history = (*certificate.start, *reversed(moves))

    def told(bound: int) -> list[int]:
        """Each secret counts only what later guesses add, so the others are added for all of them."""
        secrets = secrets_of(certificate)
        before = tariff_of_levels(game, secrets, max(1, len(moves))).listed[-1] if moves else 0
        return list(levels_of(game, secrets, bound + size * before))

    return {
        "history": game.format_history(history),
        "secrets": size,
        "bound": told(int(entries.bounds[entry])) if levels else in_json(entries.bounds[entry]),
        "counted": told(counted_alone) if levels and counted_alone is not None else counted_alone,
    }


def _histogram(sizes: NDArray[np.int64]) -> Iterator[str]:
    """A bar for the positions of one size, of two to three, four to seven, and so on."""
    # Sizes are grouped by powers of two.
    powers = np.floor(np.log2(np.maximum(sizes, 1))).astype(int)
    counts = np.bincount(powers).tolist()
    names = [str(1 << power) if not power else f"{1 << power} to {(2 << power) - 1}" for power in range(len(counts))]
    wide = max(map(len, names))
    for name, count in zip(names, counts, strict=True):
        if count:
            yield f"  {name:>{wide}} {plural('secret')}  {count:>8} {bar(count, max(counts))}".rstrip()
