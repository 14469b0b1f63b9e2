"""Integer sequences as b-files, the form in which the OEIS takes them: see scripts/atlas.

Those of the register are the least values of games with one number of pegs, from the fewest colors on. A231205 is found
by search: the most guesses that are needed to know a code of k different colors out of n, if each peg is marked black,
white or gray in its place, read by n and then by k from 1 to n. That is Wordle with all arrangements as words.
"""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Iterator
from pathlib import Path

from strategist import compile_strategy
from strategist.files.atlas.entry import PROVEN
from strategist.files.atlas.register import Register

FEWEST_TERMS = 8
"""A sequence of fewer terms is none that anybody looks for."""
ROWS = 5
"""The rows of A231205 that are proven in seconds; of the next one the fifth number is open."""
_NAMES = {
    "total": "Least total number of guesses over all codes",
    "depth": "Least number of guesses enough for all codes",
}


def of_register(told: Register) -> Iterator[tuple[str, str, dict[int, int]]]:
    """The name of the file, the name of the sequence, and the terms by their index, the number of colors."""
    for family, called in (
        ("mastermind", "Mastermind"),
        ("bulls-and-cows", "Bulls and Cows (codes without repetition)"),
    ):
        for objective, name in _NAMES.items():
            for pegs in range(3, 14):
                terms = _terms(told, family, pegs, objective)
                if len(terms) >= FEWEST_TERMS:
                    sequence = f"{name} in {called} with {pegs} pegs and n colors."
                    yield f"b-{family}-{pegs}-pegs-{objective}.txt", sequence, terms


def _terms(told: Register, family: str, pegs: int, objective: str) -> dict[int, int]:
    """The terms that are proven without a gap, from the fewest colors on."""
    known = {
        each.colors: each.values[objective]
        for each in told.records
        if (each.family, each.pegs, each.strategy) == (family, pegs, f"optimal({objective})")
        and (each.parameters["goal"], each.parameters.get("feedback", "both")) == ("ask", "both")
        and each.status == PROVEN
    }
    first = 2 if family == "mastermind" else pegs
    return {colors: known[colors] for colors in itertools.takewhile(known.__contains__, itertools.count(first))}


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
