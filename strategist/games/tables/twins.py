"""Secrets that no question tells apart, because each cell of one is equal to that of the other: *twins*.

They are refused, or become one secret, or, where it is enough to know the class, take the class of most of them.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Container, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from strategist.common.errors import SpecError
from strategist.common.numbers import read_number, write_number
from strategist.common.quoting import shortened
from strategist.common.wording import is_or_are
from strategist.games.tables.cells.states import States
from strategist.games.tables.contents import JOINT, Sheet, Written
from strategist.matrices.marked_text import literal


def kinds_of(sheet: Sheet, states: States | None) -> Sequence[int]:
    """A number for each secret, ascending in their order, equal for secrets with equal cells in each row.

    >>> sheet = Sheet(["cat", "dog", "hen"], ["legs"], ["4", "2"], [array("H", [0, 0, 1])])
    >>> kinds_of(sheet, None)
    [0, 0, 1]
    """
    kinds: Sequence[int] = [0] * len(sheet.secrets)
    for row in sheet.rows:
        cells: Sequence[Hashable] = row
        if states is not None and sheet.shares is not None:
            value = states.alike(Counter(row), sheet.shares)
            cells = [value[cell] for cell in row]
        numbers: dict[tuple[int, Hashable], int] = {}
        kinds = [numbers.setdefault(pair, len(numbers)) for pair in zip(kinds, cells, strict=True)]
        if len(numbers) == len(kinds):
            break
    return kinds


def without_twins(sheet: Sheet, kinds: Sequence[int], states: States | None) -> Sheet:
    """Return the table; raise :class:`~strategist.common.errors.SpecError` if no question tells two of its secrets
    apart, or where there are classes, two secrets of different classes. ``kinds`` are those of :func:`kinds_of`."""
    first: dict[int, tuple[str, str]] = {}
    for kind, name, group in zip(kinds, sheet.secrets, sheet.classes or sheet.secrets, strict=True):
        other, of_other = first.setdefault(kind, (name, group))
        if of_other == group:
            continue
        if sheet.classes is None:
            narrow = "" if states is None else ", goal=narrow ends with all of them"
            pair = f"{shortened(other)} and {shortened(name)}"
            raise SpecError(f"no question tells {pair} apart; twins=group makes one secret of such secrets{narrow}")
        pair = f"{shortened(other)} ({shortened(of_other)}) and {shortened(name)} ({shortened(group)})"
        raise SpecError(
            f"no question tells {pair} apart, which are of different classes; twins=majority gives such secrets "
            "the class of most of them, and twins=keep leaves them to a tree that may err"
        )
    return sheet


def grouped(sheet: Sheet, states: States | None, mixed: bool) -> Sheet:
    """The table with one secret for all twins of one class. A name that recurs elsewhere gets a number.

    Raises :class:`~strategist.common.errors.SpecError` if all secrets are twins, and, unless it is ``mixed``, for twins
    of different classes.
    """
    groups: dict[tuple[int, str | None], list[int]] = {}
    kinds = kinds_of(sheet, states)
    if sheet.classes is not None and not mixed:
        without_twins(sheet, kinds, states)
    for place, kind in enumerate(kinds):
        groups.setdefault((kind, None if sheet.classes is None else sheet.classes[place]), []).append(place)
    if len(groups) < 2:
        raise SpecError("expected at least 2 secrets that some question tells apart, got none")
    taken: set[str] = set()
    of_group = [[sheet.secrets[place] for place in places] for places in groups.values()]
    joined = [_joined(names, taken, sheet.written.secrets) for names in of_group]
    names = [name for name, _ in joined]
    written = {name: marked for name, marked in joined if marked != name}
    chances = None
    if sheet.chances is not None:
        chances = [_summed([sheet.chances[place] for place in places]) for places in groups.values()]
    kept = [places[0] for places in groups.values()]
    rows = [array(row.typecode, map(row.__getitem__, kept)) for row in sheet.rows]
    classes = None if sheet.classes is None else [sheet.classes[place] for place in kept]
    return replace(
        sheet,
        secrets=names,
        rows=rows,
        chances=chances,
        classes=classes,
        written=replace(sheet.written, secrets=written) if sheet.written.secrets or written else sheet.written,
    )


def _joined(names: Iterable[str], taken: set[str], written: Mapping[str, str]) -> tuple[str, str]:
    """The names of one group, each once, as one name, and that name as people write it; names that other groups have
    ``taken`` get a number."""
    own, shown = [], []
    for name in dict.fromkeys(names):
        free = _free(name, taken)
        taken.add(free)
        own.append(free)
        shown.append(written.get(name, literal(name)) + free.removeprefix(name))
    return JOINT.join(own), JOINT.join(shown)


def _free(name: str, taken: Container[str]) -> str:
    """The name, with a number behind it if others have ``taken`` it."""
    free, number = name, 1
    while free in taken:
        number += 1
        free = f"{name}_{number}"
    return free


def numbered_repeats(secrets: Sequence[str], written: Written) -> tuple[list[str], Written]:
    """The names, each once, because those that recur get a number, and how people write them.

    >>> numbered_repeats(["fox", "fox", "fox_2", "fox"], Written())[0]
    ['fox', 'fox_3', 'fox_2', 'fox_4']
    """
    found, own, shown, taken = set[str](), list[str](), dict(written.secrets), set(secrets)
    for name in secrets:
        free = name if name not in found else _free(name, taken)
        if free != name and name in shown:
            shown[free] = shown[name] + free.removeprefix(name)
        found.add(free)
        taken.add(free)
        own.append(free)
    return own, replace(written, secrets=shown)


def _summed(texts: Sequence[str]) -> str:
    return texts[0] if len(texts) == 1 else write_number(sum(map(read_number, texts), Fraction(0)))


def by_majority(sheet: Sheet, states: States | None) -> tuple[Sheet, str | None]:
    """The table with all twins in one class, and a remark on the secrets that were of another; None if none were.

    It is the class with the greatest chance among them, in a table without chances that of most of them. Of several
    such classes it is the one that comes first in the table. Raises :class:`~strategist.common.errors.SpecError` if one
    class is left.

    >>> rows = [array("H", [0, 0, 0, 1])]
    >>> sheet = Sheet(["cat", "bat", "hen", "carp"], ["legs"], ["yes", "no"], rows, classes=["m", "b", "b", "f"])
    >>> changed, remark = by_majority(sheet, None)
    >>> changed.classes, remark
    (['b', 'b', 'b', 'f'], '1 of 4 secrets is counted as of the class of most of its twins: cat (m) as b')
    """
    assert sheet.classes is not None  # only tables with classes are read so
    kinds = kinds_of(sheet, states)
    chances = [Fraction(1)] * len(kinds) if sheet.chances is None else list(map(read_number, sheet.chances))
    order = {name: place for place, name in enumerate(dict.fromkeys(sheet.classes))}
    masses: dict[int, dict[str, Fraction]] = {}
    for kind, name, chance in zip(kinds, sheet.classes, chances, strict=True):
        of_kind = masses.setdefault(kind, {})
        of_kind[name] = of_kind.get(name, Fraction(0)) + chance
    taken = {
        kind: min((-mass, order[name], name) for name, mass in of_kind.items())[2] for kind, of_kind in masses.items()
    }
    classes = [taken[kind] for kind in kinds]
    moved = [place for place, (new, old) in enumerate(zip(classes, sheet.classes, strict=True)) if new != old]
    if not moved:
        return sheet, None
    if len(set(classes)) < 2:
        raise SpecError(f"expected at least 2 classes that a question tells apart, got {shortened(classes[0])} alone")
    first = moved[0]
    example = f"{shortened(sheet.secrets[first])} ({shortened(sheet.classes[first])}) as {shortened(classes[first])}"
    remark = (
        f"{len(moved)} of {len(classes)} secrets {is_or_are(len(moved))} counted as of the class of most of "
        f"{'its' if len(moved) == 1 else 'their'} twins: {example}{', …' if len(moved) > 1 else ''}"
    )
    return replace(sheet, classes=classes), remark
