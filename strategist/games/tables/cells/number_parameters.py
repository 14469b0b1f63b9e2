"""Questions made of numbers, such as lengths and counts.

A character of numbers has a question for each of several *thresholds*, ``height < 5``, which is answered yes if all
numbers of a cell are below it, no if none is, and either, with equal chances, if the cell holds numbers on both sides.
Or it has *key states*, spans of numbers: these make one question, which a cell answers by each span that holds one of
its numbers. Both ends of a span belong to it, so a number between two spans that meet there is in both.

The thresholds of one character are questions of their own: in the game, a secret may answer no to ``height < 4`` and
yes to ``height < 3``, where its cell is 2-5, though no plant can. Every true answer is a possible one, so a secret is
never excluded by a true answer, and no true answers lead to a wrong leaf. What is proven holds for the game, with the
answers that contradict each other:

* Nobody who measures needs more questions than the most that a tree asks. But a strategy that knew that these answers
  are tied might need fewer, so that a key which is proven shortest is shortest among those that do not.
* Two secrets that a history can still tell apart in the game may be told apart by contradicting answers alone. A
  question may be asked in vain then, and ``goal=narrow`` may end later than it could.
* A cell with a gap, such as 1 or 5, answers either to any threshold within, so no threshold tells it from 3 for sure,
  though a measurement does: such secrets may stay together.
* Averages weigh a contradiction like other answers, so they may be higher or lower than what is asked of plants.

Nothing of this concerns secrets with one number each, nor a cell that holds numbers on both sides of at most one of the
thresholds; and characters with key states have one question, so nothing is to be tied.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from strategist.common.errors import SpecError, told_at
from strategist.common.quoting import quoted, shortened
from strategist.games.tables.cells.cell_signs import Answers
from strategist.games.tables.lexicon import canonical
from strategist.matrices.matrix import Bin
from strategist.matrices.spans import read_bin, write_bin, write_signed
from strategist.matrices.thresholds import Piece, Side, bins_of, sides_of, useful_thresholds
from strategist.model.spec import Parameter, Value

ALL = "all"
"""The value of ``numbers=`` that stands for all columns of numbers."""
MOST_THRESHOLDS = 100
"""The most thresholds of one character, unless the number is given."""
_MOST_BINS = 1000

PARAMETERS = (
    Parameter(
        "numbers",
        str,
        None,
        f"the questions (of rows: columns) whose cells are numbers such as 4.2 or 3-5, separated by ;, or {ALL}",
        named=True,
        parts=("thresholds", "key_states", "extremes"),
    ),
    Parameter(
        "thresholds",
        int,
        None,
        f"the most questions 'below T?' that come of one column of numbers, by default {MOST_THRESHOLDS}",
        low=0,
        high=10_000,
        named=True,
    ),
    Parameter(
        "key_states",
        str,
        None,
        "columns of numbers that are one question each, with spans as answers: height:~2/2-5/5~;width:1-3/4~",
        named=True,
    ),
    Parameter(
        "extremes",
        str,
        None,
        "whether the extremes of (2-)3-5(-7) count; by default they do, unless the format says otherwise",
        choices=("yes", "no"),
        named=True,
    ),
)


@dataclass(frozen=True)
class Measures:
    """How numbers become questions; see :data:`PARAMETERS`. Names are canonical."""

    names: Sequence[str] = ()
    every: bool = False
    """Whether all characters of numbers are meant; ``names`` are empty then."""
    thresholds: int = MOST_THRESHOLDS
    bins: Mapping[str, Sequence[Bin]] = field(default_factory=dict)
    extremes: bool | None = None
    """Whether extremes count; None if that is left to the format."""

    def takes(self, name: str) -> bool:
        """Whether the character of this canonical name is one of those that are meant."""
        return self.every or name in self.names or name in self.bins

    def check_names(self, known: Container[str], what: str) -> None:
        """Raise :class:`~strategist.common.errors.SpecError` if a name that is given is not one of those ``known``."""
        for name in (*self.names, *self.bins):
            if name not in known:
                raise SpecError(f"expected names of {what}, got {shortened(name)}")


class Measured(NamedTuple):
    """What a cell of numbers says; without pieces it is unknown, or does not apply."""

    pieces: tuple[Piece, ...] = ()
    inapplicable: bool = False


class NumberQuestion(NamedTuple):
    """A question about numbers: its name, and for each cell the answers that its numbers give, none for no numbers."""

    name: str
    answers: Sequence[tuple[str, ...]]


def canonical_measures(values: Mapping[str, Value]) -> dict[str, Value]:
    """The values of :data:`PARAMETERS` that are names, where they are given, in their one written form.

    Raises :class:`~strategist.common.errors.SpecError`.

    >>> canonical_measures({"numbers": "leaf length; width", "key_states": "height: ~ 2/2 - 5"})
    {'numbers': 'leaf_length;width', 'key_states': 'height:~2/2-5'}
    """
    found: dict[str, Value] = {}
    if values.get("numbers") is not None:
        names = list(filter(None, map(canonical, str(values["numbers"]).split(";"))))
        if not names:
            raise SpecError(f"table: expected names of columns, or {ALL}, as numbers, got nothing")
        found["numbers"] = ";".join(dict.fromkeys(names))
    if values.get("key_states") is not None:
        bins = _read_bins(str(values["key_states"]))
        found["key_states"] = ";".join(f"{name}:{'/'.join(map(write_bin, some))}" for name, some in bins.items())
    return found


def measures_of(values: Mapping[str, Value]) -> Measures | None:
    """How numbers become questions in a game with these parameters; None if none of them is given.

    Raises :class:`~strategist.common.errors.SpecError`.

    >>> measures_of({"numbers": "all", "thresholds": 3}).takes("height"), measures_of({})
    (True, None)
    """
    if all(values.get(each.name) is None for each in PARAMETERS):
        return None
    given = canonical_measures(values)
    names = str(given["numbers"]).split(";") if "numbers" in given else []
    most, extremes = values.get("thresholds"), values.get("extremes")
    return Measures(
        [] if names == [ALL] else names,
        names == [ALL],
        MOST_THRESHOLDS if most is None else int(most),
        _read_bins(str(given["key_states"])) if "key_states" in given else {},
        None if extremes is None else extremes == "yes",
    )


def _read_bins(text: str) -> dict[str, tuple[Bin, ...]]:
    """The bins of each name in ``height:~2/2-5;width:1/2``."""
    found: dict[str, tuple[Bin, ...]] = {}
    for part in text.split(";"):
        name, colon, states = part.rpartition(":")
        name = canonical(name)
        if not colon or not name:
            raise SpecError(f"table: expected key states such as height:~2/2-5/5~, got {quoted(part)}")
        if name in found:
            raise SpecError(f"table: expected key states for {shortened(name)} once, got them twice")
        with told_at(f"table: key states of {shortened(name)}"):
            bins = tuple(dict.fromkeys(map(read_bin, states.split("/"))))
        if len(bins) > _MOST_BINS:
            raise SpecError(f"table: expected at most {_MOST_BINS} key states for {shortened(name)}, got {len(bins)}")
        found[name] = bins
    return found


def questions_of(
    name: str, unit: str, cells: Sequence[Measured], bins: Sequence[Bin], most: int
) -> tuple[list[NumberQuestion], int]:
    """The questions about a character of numbers, and how many thresholds it has without the limit ``most``.

    >>> from fractions import Fraction
    >>> cells = [Measured(((Fraction(low), Fraction(high)),)) for low, high in ((1, 3), (2, 4), (5, 9))] + [Measured()]
    >>> questions_of("height", "cm", cells, (), 9)
    ([NumberQuestion(name='height < 5 cm', answers=[('yes',), ('yes',), ('no',), ()])], 1)
    >>> from strategist.matrices.spans import read_bin
    >>> questions_of("height", "cm", cells, [read_bin("~4"), read_bin("4~")], 9)[0][0]
    NumberQuestion(name='height (cm)', answers=[('up to 4',), ('up to 4', '4 or more'), ('4 or more',), ()])
    """
    if bins:
        labels = [bin_label(each) for each in bins]
        held = {cell: tuple(labels[place] for place in bins_of(cell, bins)) for cell in _different(cells)}
        return [NumberQuestion(f"{name} ({unit})" if unit else name, [held[each.pieces] for each in cells])], 0
    thresholds, possible = useful_thresholds((each.pieces for each in cells), most)
    sides = {cell: [_SIDES[side] for side in sides_of(cell, thresholds)] for cell in _different(cells)}
    rows = [sides[each.pieces] for each in cells]
    return [
        NumberQuestion(f"{name} < {write_signed(threshold)}{f' {unit}' if unit else ''}", [row[place] for row in rows])
        for place, threshold in enumerate(thresholds)
    ], possible


def answers_to(question: NumberQuestion, cells: Sequence[Measured]) -> list[Answers]:
    """What the cells answer to one of their questions.

    >>> answers_to(NumberQuestion("height < 5", [("yes",), ()]), [Measured(), Measured(inapplicable=True)])[1]
    Answers(states=(), shares=(), inapplicable=True)
    """
    pairs = [(held, cell.inapplicable) for held, cell in zip(question.answers, cells, strict=True)]
    found = {pair: Answers(pair[0], inapplicable=pair[1]) for pair in set(pairs)}
    return [found[pair] for pair in pairs]


def bin_label(each: Bin) -> str:
    """A bin as an answer.

    >>> from strategist.matrices.spans import read_bin
    >>> [bin_label(read_bin(text)) for text in ("~2", "2-5", "5~")]
    ['up to 2', '2-5', '5 or more']
    """
    if each.low is None and each.high is not None:
        return f"up to {write_signed(each.high)}"
    if each.high is None and each.low is not None:
        return f"{write_signed(each.low)} or more"
    return write_bin(each)


def _different(cells: Sequence[Measured]) -> Iterator[tuple[Piece, ...]]:
    yield from dict.fromkeys(each.pieces for each in cells)


_SIDES: Mapping[Side, tuple[str, ...]] = {
    Side.BELOW: ("yes",),
    Side.NOT_BELOW: ("no",),
    Side.EITHER: ("yes", "no"),
    Side.UNKNOWN: (),
}
