"""A strategy as an identification key: numbered couplets, as biologists print them.

A couplet is a question with a lead for each answer. A lead ends at the number of another couplet, or at a name. If
the secret must be guessed, the last guess is the name at which a lead ends, unless it is the code that the couplet has
just asked for.

Where a secret may give one of several answers, a key says more: see :mod:`strategist.show.formats.key_details`. Where
answers may be false, a lead says so if it is only now known that one was, and several leads may end at one couplet.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from strategist.common.errors import SpecError
from strategist.common.numbers import write_number
from strategist.files.strategy import StrategyData
from strategist.games.titles import called
from strategist.model.game import Game
from strategist.model.refusals import refuse
from strategist.model.solitaire import Solitaire
from strategist.model.tree import GIVE_UP
from strategist.show.formats.key_details import Details, details_of
from strategist.show.formats.measured_leads import MeasuredQuestion
from strategist.show.reports.report import bound_line, headline
from strategist.show.slots.left_at_slots import lies_known, sizes_at
from strategist.show.slots.who_stands import check_size
from strategist.show.texts.kind_words import wording_of
from strategist.show.texts.names import Medium, Names, plain

MANY = 5000
"""From this number of couplets on, nobody reads a key from the beginning to the end."""
_NOBODY = "not found"
_SIZE = re.compile(r"(up to |under )?(\d+(?:\.\d+)?)(?![^\W\d])")
"""A number, or a span of numbers, at the beginning of an answer."""


class Lead(NamedTuple):
    """An answer, or several, and where it leads: to the couplet ``number``, or if that is 0, to ``name``. What confirms
    it, or how many answers it shows to be false, is empty in most games."""

    answer: str
    number: int
    name: str
    confirming: str = ""


class Couplet(NamedTuple):
    """A question, the first couplet from which a lead comes here (0 for the first of all), and a lead for each
    answer."""

    number: int
    above: int
    question: str
    leads: list[Lead]


def couplets(data: StrategyData, medium: Medium[str] = plain) -> Iterator[Couplet]:
    """The couplets of a strategy, numbered from 1 in the order of reading, with texts for a medium; empty if nothing is
    asked.

    Raises :class:`~strategist.common.errors.SpecError` for a solitaire, and
    :class:`~strategist.common.errors.TooLargeError` for a tree that is too large.

    >>> from strategist import compile_strategy
    >>> data = compile_strategy("mastermind(1,2)", "first").data
    >>> for couplet in couplets(data):
    ...     print(couplet)
    Couplet(number=1, above=0, question='1', leads=[Lead(answer='0b0w', number=0, name='2', \
confirming=''), Lead(answer='1b0w', number=0, name='1', confirming='')])
    """
    game, tree = data.game, data.tree
    if isinstance(game, Solitaire):
        raise SpecError(f"{game.spec}: expected a game in which something is hidden; a solitaire has no key")
    refuse(game, "a text that names secrets")
    check_size(len(tree), "a key")
    if _is_end(data, 0):
        return
    numbers = _numbers(data)
    names = Names(game, medium)
    details = details_of(data, medium)
    uncovered = _uncovering(game, data)
    solved = game.response_count - 1
    for slot, (number, above) in numbers.items():
        guess = tree.guesses[slot]
        behind = dict(tree.branches(slot))
        measured = MeasuredQuestion(names, guess, [*behind])
        leads = []
        for response in range(game.response_count):
            if response == solved and tree.solves(slot):
                leads.append(Lead(measured.answer(response), 0, _name(names, guess)))
            elif (child := behind.get(response)) is not None:
                to, name = (0, _end(data, child, names, details)) if _is_end(data, child) else (numbers[child][0], "")
                confirming = uncovered(slot, child) if details is None else details.confirming(slot, child)
                leads.append(Lead(measured.answer(response), to, name, confirming))
        if details is not None:
            leads = _joined(_by_size(leads))
        yield Couplet(number, above, _question(names, guess, measured), leads)


def _uncovering(game: Game, data: StrategyData) -> Callable[[int, int], str]:
    """What tells of a lead from a slot to one behind it how many answers so far are known to be false, if it was not
    known before; empty for none."""
    known = list(map(lies_known, sizes_at(game, data))) if game.lies else []

    def uncovered(slot: int, child: int) -> str:
        if not known or known[child] <= known[slot]:
            return ""
        return "an answer was false" if known[child] == 1 else f"{known[child]} answers were false"

    return uncovered


def _by_size(leads: list[Lead]) -> list[Lead]:
    """The leads by the numbers with which their answers begin, if those of all but one do; else as they are.

    >>> [lead.answer for lead in _by_size([Lead(text, 1, "", "") for text in ("5", "-", "10-12", "up to 2", "2-3")])]
    ['up to 2', '2-3', '5', '10-12', '-']
    """
    found = [_SIZE.match(lead.answer) for lead in leads]
    if found.count(None) > 1:
        return leads
    sizes = [(1, 0.0, False) if each is None else (0, float(each[2]), not each[1]) for each in found]
    return [lead for _, lead in sorted(zip(sizes, leads, strict=True), key=lambda each: each[0])]


def _joined(leads: list[Lead]) -> list[Lead]:
    """The leads, with one for all answers that end with the same name."""
    found: dict[tuple[int, str], Lead] = {}
    for lead in leads:
        before = found.get((lead.number, lead.name))
        if before is None:
            found[lead.number, lead.name] = lead
        else:
            found[lead.number, lead.name] = before._replace(answer=f"{before.answer} or {lead.answer}")
    return list(found.values())


def _behind(data: StrategyData, details: Details) -> list[tuple[str, list[str]]]:
    """What stands behind the couplets, each part under its heading."""
    if _is_end(data, 0):
        return []
    ends = [
        (number, child)
        for slot, (number, _) in _numbers(data).items()
        for _, child in data.tree.branches(slot)
        if _is_end(data, child) and data.tree.guesses[child] != GIVE_UP
    ]
    places = [f"{name} {', '.join(map(str, where))}" for name, where in details.index(ends)]
    parts = [("Where each is named", places), ("No question is sure to tell apart", details.never_apart())]
    return [(heading, lines) for heading, lines in parts if lines]


def _numbers(data: StrategyData) -> dict[int, tuple[int, int]]:
    """For each slot that is a couplet, in the order of reading: its number, and that of the couplet above it."""
    numbers: dict[int, tuple[int, int]] = {}
    waiting = [(0, 0)]
    while waiting:
        slot, above = waiting.pop()
        if slot in numbers:
            continue
        numbers[slot] = len(numbers) + 1, above
        behind = [child for _, child in data.tree.branches(slot) if not _is_end(data, child)]
        waiting += [(child, len(numbers)) for child in reversed(behind)]
    return numbers


def couplet_count(data: StrategyData) -> int:
    """The number of couplets of a key, counted without building them."""
    return sum(not _is_end(data, slot) for slot in range(len(data.tree)))


def _is_end(data: StrategyData, slot: int) -> bool:
    """Whether play ends at a slot, with or without a name."""
    return data.tree.guesses[slot] == GIVE_UP or data.tree.masks[slot] == data.tree.solved_bit


def _end(data: StrategyData, slot: int, names: Names[str], details: Details | None) -> str:
    guess = data.tree.guesses[slot]
    assert isinstance(data.game, Game)
    if guess == GIVE_UP:
        return _NOBODY
    if details is not None and data.game.narrow is not None and guess == data.game.undecided:
        return details.names(slot)
    name = _name(names, guess)
    if data.game.classes is None or data.game.weights is None or details is not None:
        return name
    mass = sum(map(data.game.weight_of, data.tree.solved_secrets(slot)))
    return f"{name} ({write_number(mass * data.game.weight_unit)})"


def _name(names: Names[str], guess: int) -> str:
    """The name of the secret that a guess announces, with its chance if it has one and stands in one place;
    or the name of a class."""
    game = names.game
    secret = game.named(game.guesses[guess])
    name = names.every(secret)
    if game.classes is not None or wording_of(game).scatters:
        return name
    return name if game.weights is None else f"{name} ({game.format_chance(game.secrets.index(secret))})"


def _question(names: Names[str], guess: int, measured: MeasuredQuestion) -> str:
    game, text = names.game, measured.text
    return text if game.costs is None else f"{text} (cost {game.shown_cost(guess)})"


@dataclass(frozen=True)
class PrintedKey:
    """All that a printed key says. What stands in couplets and behind them are marked texts, the rest plain ones."""

    heading: str
    """The title, or what people call the game."""
    told: Sequence[str]
    """The game, the figures, and what is proven."""
    only: str | None
    """The only name, if nothing is asked."""
    couplets: Iterator[Couplet]
    behind: Sequence[tuple[str, Sequence[str]]]
    """What stands behind the couplets: headings, each with its lines."""


def printed_key(data: StrategyData, title: str | None = None) -> PrintedKey:
    """The key of a strategy, for any form of print. Raises as :func:`couplets` does.

    >>> from strategist import compile_strategy
    >>> key = printed_key(compile_strategy("mastermind(1,3)", "first").data)
    >>> key.heading, len(list(key.couplets))
    ('Mastermind, 1 peg, 3 colors', 2)
    """
    told = [f"{data.game.spec} {data.strategy}", headline(data), bound_line(data)]
    if rule := wording_of(data.game).rule:
        told.append(rule)
    if data.start:
        told.insert(1, f"after {data.game.format_history(data.start)}")
    game, details, only = data.game, details_of(data, str), None
    if isinstance(game, Game) and _is_end(data, 0):
        only = _end(data, 0, Names(game, str), details)
    behind = [] if details is None else _behind(data, details)
    return PrintedKey(called(game) if title is None else title, told, only, couplets(data, str), behind)
