"""Positions where answers may be one of several: what is left, and what each answer leads to.

A secret s may give any of a non-empty set of answers to a question q, answer a with the chance p(a|q,s)
(``Game.answers``). So the *cells* of a question overlap: that of an answer holds every secret that may give it, with
its mass times p. A position is a mass for each secret that is left, and the questions asked before. Two facts keep
positions few:

* Only proportions matter, so masses are divided by their greatest common divisor. What a position costs is then its
  cost times that divisor: cost(m) = cost of the question · |m| + Σ factor(a) · cost(cell(a)).
* That a question was asked matters only while a secret is left that has several answers to it. Of any other question
  all secrets left give the answer that was given, and to ask again would tell nothing.

Everything here is plain Python in fractions of any size: the specification of the searches of such games, and what
trees are verified by.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from strategist.common.errors import SpecError
from strategist.model.game import Game, Response, Rules
from strategist.model.goal import Narrow


@dataclass(frozen=True)
class Left:
    """A position: ``secrets``, ascending indices, with their ``masses``, whole numbers without a common divisor, and
    the questions ``asked``, by their indices, to which some of these secrets have several answers."""

    secrets: tuple[int, ...]
    masses: tuple[int, ...]
    asked: frozenset[int] = frozenset()

    @property
    def mass(self) -> int:
        """All masses summed."""
        return sum(self.masses)


@dataclass(frozen=True)
class Cell:
    """What an answer leads to: its position, of which every mass has been divided by ``factor``."""

    factor: Fraction
    left: Left


def left_of(game: Game, masses: Iterable[tuple[int, Fraction | int]], asked: Iterable[int] = ()) -> Cell:
    """The position of some secrets with these masses, which are positive, after these questions.

    >>> from strategist.games.catalog import make_game
    >>> left_of(make_game("mastermind(1,3,goal=identify)"), [(0, Fraction(1, 2)), (2, Fraction(1, 3))])
    Cell(factor=Fraction(1, 6), left=Left(secrets=(0, 2), masses=(3, 2), asked=frozenset()))
    """
    secrets, given = zip(*masses, strict=True)
    each = [Fraction(mass) for mass in given]
    factor = Fraction(math.gcd(*(mass.numerator for mass in each)), math.lcm(*(mass.denominator for mass in each)))
    codes = [game.secrets[secret] for secret in secrets]
    matter = (
        question for question in asked if any(len(game.answers(game.guesses[question], code)) > 1 for code in codes)
    )
    return Cell(factor, Left(secrets, tuple(int(mass / factor) for mass in each), frozenset(matter)))


def left_after(game: Game, moves: Iterable[tuple[int, Response]], secrets: Iterable[int] | None = None) -> Cell | None:
    """The position after some moves, each the index of a question with its answer; None if no secret is left.

    ``secrets`` are those that may be left, by their indices; None for all. The mass of each is its weight times the
    chances of its answers. A question that was asked again has the answer that is settled, which counts once.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,3,goal=identify)")
    >>> left_after(game, [(0, 0), (0, 0)]).left, left_after(game, [(0, 0), (0, 1)])
    (Left(secrets=(1, 2), masses=(1, 1), asked=frozenset()), None)
    """
    settled: dict[int, Response] = {}
    for question, response in moves:
        if settled.setdefault(question, response) != response:
            return None
    masses = []
    for secret in range(len(game.secrets)) if secrets is None else secrets:
        mass = Fraction(game.weight_of(secret)) * chance_of(game, settled.items(), secret)
        if mass:
            masses.append((secret, mass))
    return left_of(game, masses, settled) if masses else None


def chance_of(game: Game, moves: Iterable[tuple[int, Response]], secret: int) -> Fraction:
    """The chance that a secret gives these answers to these questions, none of which was asked twice.

    >>> from strategist.games.catalog import make_game
    >>> chance_of(make_game("mastermind(1,3,goal=identify)"), [(0, 0), (1, 1)], 1)
    Fraction(1, 1)
    """
    chance = Fraction(1)
    for question, response in moves:
        answers = game.answers(game.guesses[question], game.secrets[secret])
        chance *= next((each.chance for each in answers if each.response == response), 0)
        if not chance:
            break
    return chance


def cells_left(game: Game, left: Left, question: int) -> dict[Response, Cell]:
    """What each answer to a question leads to, by answer, ascending.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,3,goal=identify)")
    >>> cells = cells_left(game, left_of(game, enumerate([1, 1, 1])).left, question=0)
    >>> [(game.format_response(answer), cell.left.secrets) for answer, cell in cells.items()]
    [('0b0w', (1, 2)), ('1b0w', (0,))]
    """
    code = game.guesses[question]
    found: dict[Response, list[tuple[int, Fraction]]] = {}
    for secret, mass in zip(left.secrets, left.masses, strict=True):
        for answer in game.answers(code, game.secrets[secret]):
            found.setdefault(answer.response, []).append((secret, mass * answer.chance))
    asked = {*left.asked, question}
    return {response: left_of(game, found[response], asked) for response in sorted(found)}


def tells(game: Game, left: Left, question: int) -> bool:
    """Whether anything can be learnt from a question: it was not asked, and secrets left differ in their answers, or
    in the chances of these."""
    if question in left.asked:
        return False
    code, first = game.guesses[question], left.secrets[0]
    alike = game.answers(code, game.secrets[first])
    return any(game.answers(code, game.secrets[secret]) != alike for secret in left.secrets[1:])


def telling(game: Game, left: Left) -> list[int]:
    """The questions from which anything can be learnt, ascending."""
    return [question for question in range(game.question_count) if tells(game, left, question)]


def excludes(game: Game, left: Left, question: int) -> bool:
    """Whether two of the secrets left have no answer to a question in common, and it was not asked."""
    if question in left.asked:
        return False
    code = game.guesses[question]
    sets = {
        frozenset(answer.response for answer in game.answers(code, game.secrets[secret])) for secret in left.secrets
    }
    return any(one.isdisjoint(other) for one in sets for other in sets)


def helping(game: Game, left: Left) -> list[int]:
    """The questions among which heuristics choose, ascending: those from which anything can be learnt.

    With ``narrow=sure`` play ends where no question is sure to tell two secrets apart, so only those that are count:
    another one shifts what is likely, with most secrets left behind each of its answers. To ask those, too, made trees
    of 10⁹ slots of ones of 10⁴. Where play has not ended, there is one at least.
    """
    if game.narrow is Narrow.SURE:
        return [question for question in range(game.question_count) if excludes(game, left, question)]
    return telling(game, left)


def ending(game: Game, left: Left) -> int | None:
    """The announcement that ends play at a position, as an index into ``guesses``; None if a question is to be asked.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,3,goal=identify)")
    >>> ending(game, Left((0, 2), (1, 1))), game.format_code(game.guesses[ending(game, Left((2,), (1,)))])
    (None, '=3')
    """
    if game.is_pure(left.secrets):
        return game.announcement(left.secrets[0])
    if game.narrow is None:
        return None
    helps = excludes if game.narrow is Narrow.SURE else tells
    return None if any(helps(game, left, question) for question in range(game.question_count)) else game.undecided


def evasive(game: Game) -> frozenset[Response]:
    """The answers that every secret may give to every question, such as that one cannot tell.

    >>> from strategist.games.catalog import make_game
    >>> evasive(make_game("mastermind(2,3,goal=identify)"))
    frozenset()
    """
    found: frozenset[Response] | None = None
    for guess in game.guesses[: game.question_count]:
        for code in game.secrets:
            given = frozenset(answer.response for answer in game.answers(guess, code))
            found = given if found is None else found & given
            if not found:
                return frozenset()
    return found or frozenset()


def never_apart(game: Game, ignored: Container[Response] = ()) -> list[tuple[int, int]]:
    """The pairs of secrets, by their indices, whose answers overlap in every question: no question is sure to tell them
    apart. Where secrets have classes, the pairs of different classes. Some answers may be ``ignored``.

    >>> from strategist.games.catalog import make_game
    >>> never_apart(make_game("mastermind(2,3,goal=identify)"))
    []
    """
    return sorted(pair for start, rows in _overlaps(game, ignored) for pair in _pairs(start, rows))


def first_never_apart(game: Game, most: int) -> tuple[list[tuple[int, int]], int]:
    """The first pairs of :func:`never_apart`, at most that many, and how many there are: of many secrets there may be
    too many to list.

    >>> from strategist.games.catalog import make_game
    >>> first_never_apart(make_game("mastermind(2,3,goal=identify)"), 3)
    ([], 0)
    """
    first: list[tuple[int, int]] = []
    count = 0
    for start, rows in _overlaps(game, ()):
        count += sum(others.bit_count() for _, others in rows)
        # The squares of one row stand side by side, and each is in order.
        first = sorted([*first, *islice(_pairs(start, rows), most)])[:most]
    return first, count


def _pairs(start: int, rows: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    for secret, others in rows:
        while others:
            yield secret, start + (others & -others).bit_length() - 1
            others &= others - 1


_SIDE = 1 << 14
"""The pairs of secrets are looked at in squares with that side, 32 MiB of bits each."""


def _overlaps(game: Game, ignored: Container[Response]) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """The pairs of :func:`never_apart`, in squares: the first secret of the columns, and for some secrets, ascending,
    which of these columns behind the secret make a pair with it, as bits."""
    count = len(game.secrets)
    for top in range(0, count, _SIDE):
        for start in range(top, count, _SIDE):
            rows = range(top, min(top + _SIDE, count))
            columns = range(start, min(start + _SIDE, count))
            if found := _overlaps_in(game, rows, columns, ignored):
                yield start, found


def _overlaps_in(game: Game, rows: range, columns: range, ignored: Container[Response]) -> list[tuple[int, int]]:
    """The secrets of ``rows`` with a bit for each of those of ``columns`` that is never told from them for sure."""
    start, everyone = columns.start, (1 << len(columns)) - 1
    left = {row: everyone if row < start else everyone & -(2 << row - start) for row in rows}
    if game.classes is not None:
        same: dict[int, int] = {}
        for column in columns:
            same[game.classes[column]] = same.get(game.classes[column], 0) | 1 << column - start
        left = {row: others & ~same.get(game.classes[row], 0) for row, others in left.items()}
    left = {row: others for row, others in left.items() if others}
    for guess in game.guesses[: game.question_count]:
        if not left:
            break
        given: dict[Response, int] = {}
        for column in columns:
            for answer in game.answers(guess, game.secrets[column]):
                if answer.response not in ignored:
                    given[answer.response] = given.get(answer.response, 0) | 1 << column - start
        kept: dict[int, int] = {}
        for row, others in left.items():
            together = 0
            for answer in game.answers(guess, game.secrets[row]):
                together |= given.get(answer.response, 0)
            if others := others & together:
                kept[row] = others
        left = kept
    return list(left.items())


def refuse_several(game: Rules, what: str) -> None:
    """Raise :class:`~strategist.common.errors.SpecError` where answers may be one of several, which ``what`` does not
    know yet."""
    if isinstance(game, Game) and game.several:
        raise SpecError(f"{game.spec}: {what} does not know yet answers that may be one of several")
