"""Give costs and limits to the answers of a game, by the parameters ``answer_costs=`` and ``limit=`` of all games."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import islice
from typing import TypeVar

from strategist.common.errors import ResponseError, SpecError
from strategist.common.numbers import read_number
from strategist.common.quoting import quoted
from strategist.model.game import ANSWER_COSTS, LIMIT, Game, Response
from strategist.model.refusals import refuse

_MOST = 1_000_000
_PAIRS = 1 << 20
"""So many answers are looked at to find one that is named."""

N = TypeVar("N")


def number_answers(game: Game, costs: str | None, limit: str | None) -> None:
    """Give costs and limits to answers of a game, as texts such as ``yes:10 no:1``. Raises
    :class:`~strategist.common.errors.SpecError` where the game has what they cannot stand beside, and for answers that
    nobody gives.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("comparisons(100)")
    >>> number_answers(game, "yes:10 no:1", "yes:2")
    >>> game.spec
    'comparisons(numbers=100,answer_costs="no:1 yes:10",limit=yes:2)'
    """
    if costs is None and limit is None:
        return
    refuse(game, "costs and limits of answers")
    # Both are read before either is told: the string of the game is part of messages.
    charged = {} if costs is None else _read(game, ANSWER_COSTS.name, costs, _cost)
    limits = {} if limit is None else _read(game, LIMIT.name, limit, _most)
    if costs is not None and not any(charged.values()):
        raise SpecError(f"{game.name}: {ANSWER_COSTS.name}: expected an answer with a cost, got {quoted(costs)}")
    if charged:
        game.weigh_answers({response: cost for response, cost in charged.items() if cost})
    game.limits = limits


def _read(game: Game, parameter: str, text: str, number: Callable[[str], N]) -> dict[Response, N]:
    """The number of each answer in a text, by ascending answers."""
    where = f"{game.name}: {parameter}"
    found: dict[Response, N] = {}
    for item in text.split():
        name, colon, figure = item.rpartition(":")
        if not colon:
            raise SpecError(f"{where}: expected ANSWER:NUMBER, as in yes:2, got {quoted(item)}")
        try:
            response = game.parse_response(name)
        except ResponseError as error:
            raise SpecError(f"{where}: {error}") from None
        ends = game.solved(response) and (game.announces or parameter == LIMIT.name)
        if ends or not _is_given(game, response):
            why = "which ends the game" if game.solved(response) else "which nobody gives"
            raise SpecError(f"{where}: expected answers to questions, got {quoted(name)}, {why}")
        if response in found:
            raise SpecError(f"{where}: {name} stands there twice")
        try:
            found[response] = number(figure)
        except SpecError as error:
            raise SpecError(f"{where}: {name}: {error}") from None
    if not found:
        raise SpecError(f"{where}: expected ANSWER:NUMBER, as in yes:2, got nothing")
    return dict(sorted(found.items()))


def _is_given(game: Game, response: Response) -> bool:
    """Whether some secret gives an answer to some question; it is believed where very many would have to be asked."""
    asked = (game.guesses[question] for question in range(game.question_count))
    given = (game.respond(guess, secret) for guess in asked for secret in game.secrets)
    looked = 0
    for each in islice(given, _PAIRS):
        if each == response:
            return True
        looked += 1
    return looked == _PAIRS


def _cost(text: str) -> Fraction:
    if not text.strip("0.") and "0" in text:
        return Fraction(0)
    try:
        return read_number(text)
    except SpecError:
        raise SpecError(f"expected a cost of 0 or more, such as 2.5, got {quoted(text)}") from None


def _most(text: str) -> int:
    if not (text.isascii() and text.isdigit()) or not 1 <= int(text[:9]) <= _MOST or len(text) > len(str(_MOST)):
        raise SpecError(f"expected a whole number from 1 to {_MOST}, got {quoted(text)}")
    return int(text)
