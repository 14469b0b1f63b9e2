"""Advice at a position, as lines and as a JSON object: the candidates, the next guess, and the expected figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from strategist.choosing.classes import told_classes
from strategist.common.wording import counted, plural
from strategist.model.game import Code, Game
from strategist.model.lies.accused import false_answers
from strategist.model.objective import FIGURES
from strategist.model.position import Moves
from strategist.show.moves.lines_of_lies import lies_lines_of, sure_lies_line
from strategist.show.reports.report import bound_line, record
from strategist.show.slots.who_stands import nothing_asked
from strategist.show.texts.kind_words import wording_of
from strategist.show.texts.names import between, said
from strategist.show.texts.weighed import (
    amount,
    candidate_names,
    chances_told,
    class_line,
    expected_cost,
    expected_questions,
    masses,
    per_cent,
    shares,
    weighed_record,
)

if TYPE_CHECKING:
    from strategist.search.advice.advise import Advice
    from strategist.search.advice.drawing import Seen

_FEW_SECRETS = 30


def advice_record(advice: Advice) -> dict[str, Any]:
    """The JSON object of a piece of advice."""
    game = advice.game
    figures = record(advice.data)
    return {
        **{key: figures[key] for key in ("game", "strategy", "secrets")},
        "candidates": [game.format_secret(code) for code in advice.secrets],
        "guess": None if advice.guess is None else game.format_code(advice.guess),
        "left": {game.format_response(response): count for response, count in advice.left.items()},
        # A single guess has no figures.
        **{key: figures[key] if advice.ahead else None for key in FIGURES},
        **{key: figures[key] for key in ("bound", "lower_bound", "gap", "open", "stopped")},
        **({} if advice.considered is None else {"considered": advice.considered}),
        **_advice_by_chance(advice),
    }


def _advice_by_chance(advice: Advice) -> dict[str, Any]:
    """The further entries of the JSON object in a game with chances or costs."""
    game = advice.game
    found = weighed_record(game, advice.data.claims) if advice.ahead else {}
    if game.costs is not None and advice.guess is not None:
        found["cost"] = game.format_cost(game.guesses.index(advice.guess))
    if game.lies:
        history = tuple((game.guesses[guess], response) for guess, response in advice.moves)
        found["lies_told"] = [len(false_answers(game, history, secret)) for secret in advice.secrets]
    if game.weights is not None or wording_of(game).shifts:
        parts = {} if advice.guess is None else masses(game, advice.guess, advice.secrets, advice.moves)
        found["chances"] = [float(share) for share in shares(game, advice.secrets, advice.moves)]
        found["left_chances"] = {game.format_response(each): float(parts[each]) for each in sorted(parts)}
    return found


def advice_lines(advice: Advice) -> list[str]:
    """A piece of advice as lines of text."""
    data, game = advice.data, advice.game
    nouns, names = plural(game.move_noun), said(game)
    lines = [_left_line(game, len(advice.secrets), advice.secrets, advice.moves)]
    if advice.guess is None:
        return [*lines, f"{data.strategy} gives up here"]
    if (why := nothing_asked(data)) is not None:
        return [*lines, why, bound_line(data)]
    possible = " (it may be the secret)" if advice.guess in advice.secrets and not game.announces else ""
    costs = "" if game.costs is None else f" (cost {game.shown_cost(game.guesses.index(advice.guess))})"
    lines.append(f"next {game.move_noun}: {names.code(advice.guess)}{costs}{possible}")
    wide = max(len(names.response(response)) for response in advice.left)
    by_chance = chances_told(game, advice.secrets, advice.moves)
    parts = masses(game, advice.guess, advice.secrets, advice.moves) if by_chance else {}
    told = told_classes(game, advice.guess, advice.secrets)
    for response, left in advice.left.items():
        after = "solved" if game.solved(response) else f"{left} left"
        after += f", {names.kind(told[response])}" if response in told else ""
        after += f", {per_cent(parts[response])}" if parts else ""
        lines.append(f"  {names.response(response):<{wide}}  {after}")
    if advice.considered is not None:
        lines.append(f"chosen among {advice.considered} of {game.question_count} {nouns}")
    if not advice.ahead:
        return [*lines, f"further {nouns}: not searched from so many candidates"]
    return [*lines, *_further_lines(advice), bound_line(data)]


def ahead_lines(advice: Advice) -> list[str]:
    """The lines of a piece of advice on what a strategy needs from a position on."""
    if not advice.ahead:
        return []
    return [f"{advice.data.strategy} goes on from here: {line}" for line in _further_lines(advice)]


def _further_lines(advice: Advice) -> list[str]:
    game, claims, nouns = advice.game, advice.data.claims, plural(advice.game.move_noun)
    lines = []
    if claims.average is not None:
        mean = expected_questions(game, claims)
        expected = f"{claims.average:.3f}" if mean is None else amount(mean)
        cost = expected_cost(game, claims)
        at = "" if cost is None else f" at a cost of {amount(cost)}"
        average = f"{expected} expected{at}, " if wording_of(game).expects else ""
        lines.append(f"further {nouns}: {average}{claims.depth} at worst")
    if claims.lost:
        lines.append(f"lost: {counted(claims.lost, 'secret')}")
    return lines


def left_line(game: Game, position: Seen) -> str:
    """A line with the number of candidates of a position, and their names if they are few."""
    about = "about " if position.sampled else ""
    secrets = () if position.left > _FEW_SECRETS else [game.secrets[index] for index in position.start.candidates]
    return about + _left_line(game, position.left, secrets, position.start.history)


def lines_under_lies(game: Game, position: Seen) -> list[str]:
    """Where answers may be false, the candidates by the number of lies, if they are few, and which answers were lies
    for sure."""
    history = position.start.moves(game)
    if not game.lies or not history:
        return []
    left = [game.secrets[index] for index in position.start.candidates]
    if len(left) <= _FEW_SECRETS:
        return lies_lines_of(game, history, left)
    line = sure_lies_line(game, history, left)
    return [] if line is None else [line]


def left_by_class(game: Game, position: Seen) -> list[str]:
    """A line with the number of candidates in each class; no line if secrets have no classes."""
    if game.classes is None or position.sampled:
        return []
    return [class_line(game, [game.secrets[index] for index in position.start.candidates], position.start.history)]


def _left_line(game: Game, count: int, secrets: Sequence[Code], moves: Moves) -> str:
    names = between(game, secrets).join(candidate_names(game, secrets, moves)) if count <= _FEW_SECRETS else ""
    listed = f": {names}" if count <= _FEW_SECRETS else ""
    return f"{counted(count, 'secret')} left{listed}"
