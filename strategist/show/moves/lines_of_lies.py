"""Lines that say which answers must have been lies, or can have been, and after a game which were."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from strategist.common.wording import counted, is_or_are
from strategist.model.game import Code, Game, History
from strategist.model.lies.accused import Accusation, accusations, false_answers
from strategist.show.texts.kind_words import wording_of
from strategist.show.texts.names import between, said

_MOST_NAMED, _MOST_LISTED = 5, 30
"""The most answers, and the most candidates, that a line names."""


def sure_lies_line(game: Game, history: History, left: Iterable[Code], whose: str = "") -> str | None:
    """A line that names the answers of which some were lies for sure; None where all may be true. ``whose`` answers
    they are can be said.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3,lies=1)")
    >>> history = game.parse_history("12:0b1w 21:0b1w")
    >>> print(sure_lies_line(game, history, game.consistent(history)))
    one answer was a lie: answer 1 (12:0b1w; then 2 are left) or answer 2 (21:0b1w; 2)
    >>> history = game.parse_history("11:0b0w 23:0b0w")
    >>> print(sure_lies_line(game, history, game.consistent(history)))
    one answer was a lie: answer 2 (23:0b0w)
    """
    return line_of_accusations(game, history, accusations(game, history, left), whose)


def line_of_accusations(game: Game, history: History, found: Sequence[Accusation], whose: str = "") -> str | None:
    """:func:`sure_lies_line` where it is known what the candidates accuse."""
    if not found:
        return None
    fewest = len(found[0].places)
    of = f" of {whose} answers" if whose else ""
    many = f"one{of or ' answer'} was a lie" if fewest == 1 else f"{fewest}{of or ' answers'} were lies"
    if game.lies > fewest:
        many = f"at least {many}"
    named: list[str] = []
    for places, left in found[:_MOST_NAMED]:
        then = "" if len(found) == 1 else f"; {left}" if named else f"; then {left} {is_or_are(left)} left"
        each = [f"answer {place + 1} ({game.format_history((history[place],))}" for place in places]
        named.append(f"{') and '.join(each)}{then})")
    more = f" or {counted(len(found) - _MOST_NAMED, 'choice')} more" if len(found) > _MOST_NAMED else ""
    return f"{many}: {' or '.join(named)}{more}"


def lies_lines(game: Game, history: History, secret: Code) -> list[str]:
    """After a game, the lines that say which answers were lies, and what would have been true; none where answers are
    always true.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3,lies=1)")
    >>> lies_lines(game, game.parse_history("11:0b0w 23:0b0w 33:2b0w"), game.parse_secret("33"))
    ['answer 2 was a lie: 23 → 0b0w, in truth 1b0w']
    >>> lies_lines(game, game.parse_history("33:2b0w"), game.parse_secret("33"))
    ['no answer was a lie']
    """
    if not wording_of(game).rule:
        return []
    names = said(game)

    def truth(place: int) -> str:
        return names.response(game.respond(history[place][0], secret))

    if game.fibs:
        rows = [place for place, (_, response) in enumerate(history) if not game.solved(response)]
        true = ", ".join(f"{names.code(history[place][0])} → {truth(place)}" for place in rows)
        return [f"the true rows: {true}"] if true else []
    places: Sequence[int] = false_answers(game, history, secret)
    if not places:
        return ["no answer was a lie"]
    return [
        f"answer {place + 1} was a lie: {names.code(history[place][0])} → {names.response(history[place][1])}, "
        f"in truth {truth(place)}"
        for place in places
    ]


def lies_lines_of(game: Game, history: History, left: Sequence[Code]) -> list[str]:
    """The candidates by the number of lies told, a line for each number, and which answers were lies for sure.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3,lies=1)")
    >>> history = game.parse_history("11:0b0w 23:1b0w")
    >>> for line in lies_lines_of(game, history, game.consistent(history)): print(line)
    2 candidates left if no answer was a lie: 22 33
    3 candidates left if one answer was a lie: 13 21 32
    """
    by_lies: dict[int, list[Code]] = {}
    for secret in left:
        by_lies.setdefault(len(false_answers(game, history, secret)), []).append(secret)
    lines = []
    for lies, some in sorted(by_lies.items()):
        which = {0: "no answer was a lie", 1: "one answer was a lie"}.get(lies, f"{lies} answers were lies")
        shown = between(game, some[:_MOST_LISTED]).join(map(said(game).secret, some[:_MOST_LISTED]))
        more = f"{between(game, some[:_MOST_LISTED])}…" if len(some) > _MOST_LISTED else ""
        lines.append(f"{counted(len(some), 'candidate')} left if {which}: {shown}{more}")
    line = sure_lies_line(game, history, left)
    return lines if line is None else [*lines, line]
