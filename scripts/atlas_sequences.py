"""Integer sequences as b-files, the form in which the OEIS takes them: see scripts/atlas.

Those of the register are the least values of games with one number of pegs by colors, or with one number of colors by
pegs, by each variant of the rules. A231205 is found by search: the most guesses that are needed to know a code of k
different colors out of n, if each peg is marked black, white or gray in its place, read by n and then by k from 1 to n.
That is Wordle with all arrangements as words.
"""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from strategist import compile_strategy
from strategist.files.atlas.entry import PROVEN
from strategist.files.atlas.register import Register
from strategist.files.atlas.scope import FEWEST_PEGS, variant_of
from strategist.files.atlas.values import restrictions_of

FEWEST_TERMS = 8
"""A sequence of fewer terms is none that anybody looks for."""
ROWS = 5
"""The rows of A231205 that are proven in seconds; of the next one the fifth number is open."""
FAMILIES = {"mastermind": "Mastermind", "bulls-and-cows": "Bulls and Cows (codes without repetition)"}
_OBJECTIVES = {
    "total": ("Least total number of guesses over all codes", "Least total number of guesses until the code is known"),
    "depth": ("Least number of guesses enough for all codes", "Least number of guesses enough to know every code"),
}
"""For each objective the name of its sequence, and that of the sequence for ``goal=identify``."""
_VARIANTS = {
    "": ("", ""),
    "feedback=black": ("-black", ", if only the number of pegs in their place is told"),
    "goal=identify": ("-identify", ", where the last guess need not be made"),
}
"""For each variant of the rules what the name of its file has, and that of its sequences."""


class Sequence(NamedTuple):
    """A sequence of the register: the name of its file and its own, the games that it is about, and its terms by their
    index."""

    file: str
    name: str
    variant: str
    terms: dict[int, int]


def of_register(told: Register) -> Iterator[Sequence]:
    """The sequences of at least :data:`FEWEST_TERMS` terms: of one number of pegs by colors, and of Mastermind with one
    number of colors by pegs. Terms are proven without a gap, from the first index on.

    >>> from strategist.files.atlas.register import register
    >>> next(of_register(register())).file
    'b-mastermind-3-pegs-total.txt'
    """
    known = _known(told)
    for variant, (ending, rules) in _VARIANTS.items():
        for family, called in FAMILIES.items():
            for objective, names in _OBJECTIVES.items():
                name = f"{names[variant == 'goal=identify']} in {called} with"
                for pegs in range(FEWEST_PEGS, 14):
                    terms = _terms(known, (family, variant, objective), pegs, None)
                    if len(terms) >= FEWEST_TERMS:
                        file = f"b-{family}-{pegs}-pegs{ending}-{objective}.txt"
                        yield Sequence(file, f"{name} {pegs} pegs and n colors{rules}.", variant, terms)
                for colors in (2, 3) if family == "mastermind" else ():
                    terms = _terms(known, (family, variant, objective), None, colors)
                    if len(terms) >= FEWEST_TERMS:
                        file = f"b-{family}-{colors}-colors{ending}-{objective}.txt"
                        yield Sequence(file, f"{name} n pegs and {colors} colors{rules}.", variant, terms)


Kind = tuple[str, str, str]
"""A family, a variant of its rules, and an objective."""


def _known(told: Register) -> dict[tuple[Kind, int, int], int]:
    """The values that are proven, by their kind, their pegs and their colors."""
    found = {}
    for each in told.records:
        kind = variant_of(each.game)
        alone = len(each.objectives) == 1 and not restrictions_of(each.strategy)
        if kind is not None and each.status == PROVEN and alone:
            objective = each.objectives[0]
            found[(*kind, objective), each.pegs or 0, each.colors or 0] = each.values[objective]
    return found


def _terms(known: dict[tuple[Kind, int, int], int], kind: Kind, pegs: int | None, colors: int | None) -> dict[int, int]:
    """The terms of one number of pegs, by colors, or of one number of colors, by pegs, from the fewest on."""
    terms = {}
    first = FEWEST_PEGS if pegs is None else 2 if kind[0] == "mastermind" else pegs
    for index in itertools.count(first):
        place = (index, colors) if pegs is None else (pegs, index)
        value = known.get((kind, place[0] or 0, place[1] or 0))
        if value is None:
            return terms
        terms[index] = value
    return terms


def marked_in_place(colors: int, pegs: int) -> int:
    """A231205 for so many colors and pegs, proven by a search that has run to its end.

    >>> marked_in_place(4, 3)
    2
    """
    with tempfile.TemporaryDirectory() as folder:
        words = Path(folder, "arrangements.txt")
        letters = "abcdefghijklmnopqrstuvwxyz"[:colors]
        words.write_text("".join(f"{''.join(word)}\n" for word in itertools.permutations(letters, pegs)))
        compiled = compile_strategy(f"words({words},goal=identify)", "optimal(depth)")
    assert compiled.data.bound == "optimal"
    return compiled.data.claims.depth


def a231205(rows: int = ROWS) -> list[int]:
    """The first rows of A231205, one after the other."""
    return [marked_in_place(colors, pegs) for colors in range(1, rows + 1) for pegs in range(1, colors + 1)]


def b_file(name: str, terms: dict[int, int]) -> str:
    """The text of a b-file.

    >>> print(b_file("Odd numbers.", {1: 1, 2: 3}), end="")
    # Odd numbers.
    1 1
    2 3
    """
    return "".join([f"# {name}\n", *(f"{index} {value}\n" for index, value in terms.items())])
