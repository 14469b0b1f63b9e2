"""A strategy as an identification key: numbered couplets, as biologists print them.

A couplet is a question with a lead for each answer. A lead ends at the number of another couplet, or at a name. If
the secret must be guessed, the last guess is the name at which a lead ends, unless it is the code that the couplet has
just asked for.

Where a secret may give one of several answers, a key says more: see :mod:`strategist.show.formats.key_details`. Where
answers may be false, a lead says so if it is only now known that one was, and several leads may end at one couplet.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator
from html import escape
from typing import NamedTuple

from strategist.common.errors import SpecError
from strategist.common.numbers import write_number
from strategist.files.strategy import StrategyData
from strategist.model.game import Game
from strategist.model.solitaire import Solitaire
from strategist.model.tree import GIVE_UP
from strategist.show.formats.key_details import Details, details_of
from strategist.show.reports.report import bound_line, headline
from strategist.show.slots.left_at_slots import lies_known, sizes_at
from strategist.show.slots.who_stands import check_size
from strategist.show.texts.kind_words import wording_of
from strategist.show.texts.names import Medium, Names, html, plain

WIDTH = 80
"""The columns of a printed key."""
MANY = 5000
"""From this number of couplets on, nobody reads a key from the beginning to the end."""
_NOBODY = "not found"
_NOTHING = "nothing is asked"
_SIZE = re.compile(r"(up to )?(\d+(?:\.\d+)?)(?![^\W\d])")
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
        leads = []
        for response in range(game.response_count):
            if response == solved and tree.solves(slot):
                leads.append(Lead(names.response(response), 0, _name(names, guess)))
            elif (child := behind.get(response)) is not None:
                to, name = (0, _end(data, child, names, details)) if _is_end(data, child) else (numbers[child][0], "")
                confirming = uncovered(slot, child) if details is None else details.confirming(slot, child)
                leads.append(Lead(names.response(response), to, name, confirming))
        yield Couplet(number, above, _question(names, guess), leads if details is None else _joined(_by_size(leads)))


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


def _question(names: Names[str], guess: int) -> str:
    game = names.game
    text = names.code(game.guesses[guess])
    return text if game.costs is None else f"{text} (cost {game.shown_cost(guess)})"


def key_text(data: StrategyData, title: str | None = None) -> Iterator[str]:
    """A printed key of at most 80 columns.

    >>> from strategist import compile_strategy
    >>> data = compile_strategy("mastermind(1,3)", "first").data
    >>> print("".join(key_text(data)), end="")
    mastermind(pegs=1,colors=3) first
    3 secrets: total 6, average 2.000, depth 3 (1 secret)
    upper bound: nothing is claimed about optimality
    <BLANKLINE>
    1. 1: 0b0w → 2; 1b0w = 1
    <BLANKLINE>
    2. 2: 0b0w = 3; 1b0w = 2
    """
    only = _only_end(data, plain)
    for line in [*_head_of(data, title), *([] if only is None else [f"{_NOTHING}: {only}"])]:
        yield from _lines("", line.split(" "))
    for couplet in couplets(data):
        # Names of codes may be numbers, so a sign distinguishes them from numbers of couplets.
        leads = [
            f"{_answer(lead)} {f'→ {lead.number}' if lead.number else f'= {lead.name}'};" for lead in couplet.leads
        ]
        leads[-1] = leads[-1].removesuffix(";")
        colon = "" if couplet.question.endswith("?") else ":"
        yield "\n"
        yield from _lines(f"{couplet.number}. ", [couplet.question + colon, *leads])
    if (details := details_of(data)) is not None:
        for heading, lines in _behind(data, details):
            yield "\n"
            yield from _lines("", [f"{heading}:", *(f"{line};" for line in lines[:-1]), lines[-1]])


def _answer(lead: Lead) -> str:
    return lead.answer + (f" ({lead.confirming})" if lead.confirming else "")


def _head_of(data: StrategyData, title: str | None) -> list[str]:
    """The lines above a key: its title if it has one, the game, the figures, and what is proven."""
    told = [f"{data.game.spec} {data.strategy}", headline(data), bound_line(data)]
    if rule := wording_of(data.game).rule:
        told.append(rule)
    if data.start:
        told.insert(1, f"after {data.game.format_history(data.start)}")
    return told if title is None else [title, *told]


def _only_end(data: StrategyData, medium: Medium[str]) -> str | None:
    """The only name, if nothing is asked; else None."""
    if not isinstance(data.game, Game) or not _is_end(data, 0):
        return None
    return _end(data, 0, Names(data.game, medium), details_of(data, medium))


def _lines(mark: str, parts: list[str]) -> Iterator[str]:
    """The lines of a paragraph: its mark, then its parts, filled line by line; a part longer than a line is divided."""
    indent = " " * len(mark)
    line = mark + parts[0]
    for part in [*parts[1:], ""]:
        if part and len(line) + 1 + len(part) <= WIDTH:
            line += f" {part}"
            continue
        yield from (f"{each}\n" for each in textwrap.wrap(line, WIDTH, subsequent_indent=f"{indent}  "))
        line = indent + part


def key_page(data: StrategyData, title: str | None = None) -> Iterator[str]:
    """A key as a web page, in chunks: each number links to its couplet, and each couplet links back.

    >>> from strategist import compile_strategy
    >>> data = compile_strategy("mastermind(1,3)", "first").data
    >>> print(list(key_page(data))[-2], end="")
    <li id="c2" value="2"><h2>2</h2> <a href="#c1">from 1</a>
    <dl><dt>0b0w</dt><dd>3</dd><dt>1b0w</dt><dd>2</dd></dl></li>
    """
    heading, *told = map(escape, _head_of(data, title))
    only = _only_end(data, html)
    yield _PAGE_HEAD.format(title=heading)
    yield "".join(f"<p>{line}</p>\n" for line in [*told, *([] if only is None else [f"{_NOTHING}: {only}"])]) + "<ol>\n"
    for couplet in couplets(data, html):
        back = f' <a href="#c{couplet.above}">from {couplet.above}</a>' if couplet.above else ""
        leads = "".join(f"<dt>{lead.answer}</dt><dd>{_target(lead)}{_also(lead)}</dd>" for lead in couplet.leads)
        place = f'id="c{couplet.number}" value="{couplet.number}"'
        yield f"<li {place}><h2>{couplet.question}</h2>{back}\n<dl>{leads}</dl></li>\n"
    yield "</ol>\n"
    if (details := details_of(data, html)) is not None:
        for name, lines in _behind(data, details):
            listed = "".join(f"<li>{line}</li>\n" for line in lines)
            yield f"<h2>{escape(name)}</h2>\n<ul>\n{listed}</ul>\n"


def _also(lead: Lead) -> str:
    return f" <small>{lead.confirming}</small>" if lead.confirming else ""


def _target(lead: Lead) -> str:
    return f'<a href="#c{lead.number}">{lead.number}</a>' if lead.number else lead.name


_PAGE_HEAD = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 1rem/1.4 system-ui, sans-serif; max-width: 44rem; margin: 1rem auto; padding: 0 1rem; }}
h1 {{ font-size: 1.25rem; overflow-wrap: anywhere; }}
h2 {{ font-size: 1rem; display: inline; }}
ol {{ padding-left: 3rem; }}
li {{ margin: .75rem 0; break-inside: avoid; }}
li:target {{ outline: 2px solid; outline-offset: .25rem; }}
dl {{ display: grid; grid-template-columns: minmax(4rem, max-content) 1fr; gap: .1rem 1rem; margin: .25rem 0 0; }}
dd {{ margin: 0; }}
</style>
<h1>{title}</h1>
"""
