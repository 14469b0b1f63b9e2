"""What a table holds before anything is compiled: a look at a file.

Questions are those of the game that the table makes: where characters of numbers are asked by thresholds, each
threshold is a question of its own.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from strategist.common.errors import SpecError
from strategist.common.side_remarks import heard
from strategist.common.wording import joined
from strategist.games.table_of_file import in_shell, table_of_file
from strategist.games.tables.cells.states import EMPTY
from strategist.games.tables.never_apart import first_never_apart, never_apart
from strategist.games.tables.table import Table
from strategist.matrices.matrix import Kind, Matrix
from strategist.matrices.readers import CSV, MATRICES, format_of, read_matrix, write_matrix
from strategist.model.game import Game
from strategist.model.rules import Answer
from strategist.search.compile.key_prices import KeyPrice
from strategist.show.survey.cell_counts import CellCounts, cells_of_matrix, cells_of_table
from strategist.show.survey.shortest_key import shortest_of, told_to_compile, tried_prices

FIRST_PAIRS = 10
"""The pairs of taxa that are named."""
_BEST = 10
"""The questions that are named as the best ones."""
_MOST_PAIRS = 1 << 20
"""With more pairs that are not separated, groups are not looked for."""


@dataclass(frozen=True)
class Useless:
    """Questions that help in no key, by name."""

    unknown: Sequence[str]
    """Nothing is known of any taxon."""
    same: Sequence[str]
    """All taxa have the same answers, with the same chances."""
    never_sure: Sequence[str]
    """Answers differ, but no two taxa have none in common: none is sure to tell two apart."""


@dataclass(frozen=True)
class Together:
    """The taxa that no question is sure to tell apart; of taxa in classes, those of different classes."""

    pairs: int
    """Of how many pairs there are."""
    unsure: int
    first: Sequence[tuple[str, str]]
    groups: int | None
    """Taxa that a chain of such pairs links are of one group; None if there are too many pairs to look."""
    largest: int | None
    """The number of taxa in the largest group."""


@dataclass(frozen=True)
class Telling:
    """What a question tells if it is the first: its name, the information in bits, and the number of answers."""

    question: str
    bits: float
    answers: int


@dataclass(frozen=True)
class Survey:
    """A look at a file. Names are canonical; those of ``game`` are as people wrote them."""

    file: str
    format: str
    title: str
    taxa: int
    characters: Mapping[str, int]
    """How many of each kind; of a text, a workbook or a list of columns, all are ``columns``, or ``rows``."""
    excluded: int
    """The characters that a key leaves out."""
    states: int
    """All states of all characters of states; of a table the answers of all questions."""
    questions: int
    cells: CellCounts
    useless: Useless
    duplicate_questions: Sequence[Sequence[str]]
    """Questions that divide the taxa alike."""
    duplicate_taxa: Sequence[Sequence[str]]
    """Taxa with the same answers to all questions."""
    together: Together
    best: Sequence[Telling]
    keys: Sequence[KeyPrice]
    proposed: str
    """The strategy of the shortest of these keys."""
    remarks: Sequence[str]
    compile: str
    """The command that goes on from here."""
    game: Game
    matrix: Matrix | None
    """None of a table that is no matrix."""

    def record(self) -> dict[str, Any]:
        """The JSON object: everything but the game and the matrix, under the names above."""
        left_out = ("game", "matrix")
        shallow = {name: value for name, value in vars(self).items() if name not in left_out}
        nested = ("cells", "useless", "together")
        record = {name: asdict(value) if name in nested else value for name, value in shallow.items()}
        record["best"] = [asdict(each) for each in self.best]
        record["keys"] = [asdict(each) for each in self.keys]
        return record

    def write(self, output: str) -> Sequence[str]:
        """Write the matrix, as NEXUS if the name ends in ``.nex``, else as a folder of DELTA; returns remarks on what
        the format does not hold. Raises :class:`~strategist.common.errors.SpecError` for a table that is no matrix."""
        if self.matrix is None:
            expected = f"expected a matrix in {joined(MATRICES, 'or')} to write"
            raise SpecError(f"{self.file}: {expected}, got a {self.format} table")
        return write_matrix(self.matrix, output)


def survey(
    path: str, given: Mapping[str, str], seconds: float = 10.0, searching: Sequence[float] = (20.0, 40.0), jobs: int = 1
) -> Survey:
    """A look at a file, or at a folder of DELTA.

    ``given`` are parameters of :func:`~strategist.games.table_of_file.table_of_file`. Each key of a heuristic has about
    that many ``seconds``, and so has the search for the shortest key, in so many ``jobs``: the first number of
    ``searching``, and the next one as long as a heuristic's key is shorter. Raises
    :class:`~strategist.common.errors.SpecError` for what cannot be read.
    """
    found = format_of(path)
    with heard() as remarks:
        read = read_matrix(path, given.get("sheet"))
        game = table_of_file(path, given)
    sets = _Sets(game)
    keys = tried_prices(game, seconds, searching, jobs)
    proposed = shortest_of(keys)
    return Survey(
        file=path,
        format=CSV if found is None else found.name,
        title="" if read is None else read.matrix.title,
        taxa=len(game.secrets),
        characters={_lines_of(game): game.question_count} if read is None else _of_each_kind(read.matrix),
        excluded=0 if read is None else sum(each.excluded for each in read.matrix.characters),
        states=sum(len({answer.response for number in set(row) for answer in sets.held[number]}) for row in sets.rows)
        if read is None
        else sum(len(each.states) for each in read.matrix.characters),
        questions=game.question_count,
        cells=cells_of_table(game) if read is None else cells_of_matrix(read.matrix),
        useless=_useless(game, sets),
        duplicate_questions=_alike_questions(game, sets),
        duplicate_taxa=_alike_taxa(game, sets),
        together=_together(game),
        best=_best(game, sets),
        keys=keys,
        proposed=proposed.strategy,
        remarks=tuple(dict.fromkeys(remarks)),
        compile=f"strategist compile {in_shell(path, given)} {told_to_compile(proposed)}",
        game=game,
        matrix=None if read is None else read.matrix,
    )


def _lines_of(game: Game) -> str:
    """What the questions are in a table: its rows, unless these are the secrets."""
    return "rows" if game.values.get("secrets") == "columns" else "columns"


def _of_each_kind(matrix: Matrix) -> dict[str, int]:
    kinds = [each.kind for each in matrix.characters]
    return {kind.value: kinds.count(kind) for kind in Kind if kind in kinds}


class _Sets:
    """What each secret says to each question: ``rows[question][secret]`` is the number of answers in ``held``."""

    def __init__(self, game: Game) -> None:
        self.held: list[tuple[Answer, ...]] = []
        self.rows: list[list[int]] = []
        numbers: dict[tuple[Answer, ...], int] = {}
        # Most games give one object for equal cells: to hash fractions would take longer than all the rest.
        known: dict[int, tuple[Sequence[Answer], int]] = {}
        for code in game.guesses[: game.question_count]:
            row = []
            for secret in game.secrets:
                given = game.answers(code, secret)
                if id(given) not in known:
                    known[id(given)] = given, numbers.setdefault(tuple(given), len(numbers))
                row.append(known[id(given)][1])
            self.rows.append(row)
        self.held = list(numbers)

    def responses(self, number: int) -> frozenset[int]:
        """The answers, whatever their chances."""
        return frozenset(answer.response for answer in self.held[number])


def _names(game: Game, questions: Iterable[int]) -> list[str]:
    return [game.format_code(game.guesses[each]) for each in questions]


def _useless(game: Table, sets: _Sets) -> Useless:
    unknown: list[int] = []
    same: list[int] = []
    never: list[int] = []
    sign = game.values.get("unknown")
    blank = "" if sign == EMPTY else sign
    for question, row in enumerate(sets.rows):
        held = set(row)
        if len(held) == 1:
            nothing = sign is not None and all(cell == blank for cell in game.cells_of(question))
            (unknown if nothing else same).append(question)
            continue
        responses = set(map(sets.responses, held))
        if not any(one.isdisjoint(other) for one in responses for other in responses):
            never.append(question)
    return Useless(_names(game, unknown), _names(game, same), _names(game, never))


def _alike_questions(game: Game, sets: _Sets) -> list[list[str]]:
    """Questions that are equal but for the names of their answers, which are numbered as they are met."""
    groups: dict[object, list[int]] = defaultdict(list)
    for question, row in enumerate(sets.rows):
        held = list(dict.fromkeys(row))
        if len(held) > 1:
            number: dict[int, int] = {}
            for each in held:
                for answer in sets.held[each]:
                    number.setdefault(answer.response, len(number))
            renamed = [frozenset((number[one.response], one.chance) for one in sets.held[each]) for each in held]
            place = {each: at for at, each in enumerate(held)}
            groups[tuple(place[each] for each in row), tuple(renamed)].append(question)
    return [_names(game, group) for group in groups.values() if len(group) > 1]


def _alike_taxa(game: Game, sets: _Sets) -> list[list[str]]:
    groups: dict[object, list[int]] = defaultdict(list)
    for place, column in enumerate(zip(*sets.rows, strict=True)):
        groups[column].append(place)
    return [[game.format_secret(game.secrets[each]) for each in group] for group in groups.values() if len(group) > 1]


def _together(game: Game) -> Together:
    count = len(game.secrets)
    first, unsure = first_never_apart(game, FIRST_PAIRS)
    groups = largest = None
    if unsure <= _MOST_PAIRS:
        head = list(range(count))

        def root(place: int) -> int:
            while head[place] != place:
                head[place] = head[head[place]]
                place = head[place]
            return place

        for one, other in never_apart(game):
            head[root(one)] = root(other)
        sizes: dict[int, int] = defaultdict(int)
        for place in range(count):
            sizes[root(place)] += 1
        linked = [size for size in sizes.values() if size > 1]
        groups, largest = len(linked), max(linked, default=0)
    named = [(game.format_secret(game.secrets[one]), game.format_secret(game.secrets[other])) for one, other in first]
    return Together(count * (count - 1) // 2, unsure, named, groups, largest)


def _best(game: Game, sets: _Sets) -> list[Telling]:
    """The questions that tell most, by the information about the secret, or its class, in bits: what the answer leaves
    open without it less what it leaves open when it is known."""
    weights = [game.weight_of(secret) for secret in range(len(game.secrets))]
    whole = sum(weights)
    chances = [weight / whole for weight in weights]
    kinds = range(len(weights)) if game.classes is None else game.classes
    noise = [_entropy(float(answer.chance) for answer in held) for held in sets.held]
    found = []
    for question, row in enumerate(sets.rows):
        masses: dict[tuple[int, int], float] = defaultdict(float)
        for number, kind, chance in zip(row, kinds, chances, strict=True):
            # Where there are no classes, it is enough to know what kind of answers a secret has.
            masses[number, 0 if game.classes is None else kind] += chance
        answers: dict[int, float] = defaultdict(float)
        both: dict[tuple[int, int], float] = defaultdict(float)
        for (number, kind), mass in masses.items():
            for answer in sets.held[number]:
                answers[answer.response] += mass * float(answer.chance)
                both[kind, answer.response] += mass * float(answer.chance)
        if game.classes is None:
            open_then = math.fsum(mass * noise[number] for (number, _), mass in masses.items())
        else:
            open_then = _entropy(both.values()) - _entropy(_sums(masses))
        bits = max(0.0, _entropy(answers.values()) - open_then)
        found.append(Telling(_names(game, [question])[0], round(bits, 6), len(answers)))
    return sorted(found, key=lambda each: -each.bits)[:_BEST]


def _sums(masses: Mapping[tuple[int, int], float]) -> Iterable[float]:
    """The mass of each class."""
    found: dict[int, float] = defaultdict(float)
    for (_, kind), mass in masses.items():
        found[kind] += mass
    return found.values()


def _entropy(chances: Iterable[float]) -> float:
    return -math.fsum(chance * math.log2(chance) for chance in chances if chance)
