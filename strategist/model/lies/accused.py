"""Which answers can have been lies, if any was for sure, and which were, once the secret is known.

Each candidate accuses some answers: those that are false if it is the secret. Where no candidate is left under whom all
answers are true, at least one answer was a lie, and it is among those that a candidate accuses.

Where a history leaves no candidate, somebody was mistaken: people mis-score. Each secret contradicts some of the
answers. The smallest sets of answers that some secret contradicts are the likely mistakes, and all of them are named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from strategist.common.wording import counted, is_or_are
from strategist.model.bulk import false_together
from strategist.model.game import Code, Game, History, Response
from strategist.model.position import kind_of

_MOST_NAMED = 5


class Accusation(NamedTuple):
    """Answers that may all have been false, by their ascending places in the history, and no others: if they were,
    ``left`` secrets are left."""

    places: tuple[int, ...]
    left: int


def is_false(game: Game, guess: Code, secret: Code, response: Response) -> bool:
    """Whether ``secret`` does not give a response, or by a lie alone.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,3,lies=1,honest=yes)")
    >>> [is_false(game, (0,), (0,), response) for response in range(2)]
    [True, False]
    """
    return game.lies_told(guess, secret, response) != 0


def false_answers(game: Game, history: History, secret: Code) -> tuple[int, ...]:
    """The places of the answers that are false if ``secret`` is hidden.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3,lies=1)")
    >>> false_answers(game, game.parse_history("11:0b0w 23:0b0w"), game.parse_secret("33"))
    (1,)
    """
    return tuple(place for place, (guess, response) in enumerate(history) if is_false(game, guess, secret, response))


def accusations(game: Game, history: History, candidates: Iterable[Code]) -> list[Accusation]:
    """What the candidates accuse where an answer was false for sure: the fewest answers first, then those that leave
    most secrets, then the earliest. Empty where all answers may be true.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3,lies=1)")
    >>> history = game.parse_history("11:0b0w 23:0b0w")
    >>> accusations(game, history, game.consistent(history))
    [Accusation(places=(1,), left=3)]
    >>> accusations(game, history[:1], game.consistent(history[:1]))
    []
    """
    if not game.lies:
        return []
    found: Counter[tuple[int, ...]] = Counter()
    for secret in candidates:
        places = false_answers(game, history, secret)
        if not places:
            return []
        found[places] += 1
    ordered = sorted(found.items(), key=lambda item: (len(item[0]), -item[1], item[0]))
    return [Accusation(places, left) for places, left in ordered]


def uncertain_answers(game: Game, history: History) -> list[tuple[tuple[int, ...], int]]:
    """The smallest sets of answers that, if wrong, leave candidates: places in ``history`` and number of candidates.

    The sets are sorted: the most candidates first, then by place. An empty set means that nothing is wrong.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(4,6)")
    >>> history = game.parse_history("1111:2b0w 2222:2b0w 3333:1b0w")
    >>> uncertain_answers(game, history)
    [((0,), 48), ((1,), 48), ((2,), 6)]
    """
    # Where rows hold a falsehood each, several answers are right.
    if not game.fibs and (many := false_together(game, history)) is not None:
        return _sorted(many)
    found: Counter[tuple[int, ...]] = Counter()
    settles = kind_of(game).settles
    fewest = len(history)
    for secret in game.secrets:
        wrong: list[int] = []
        for place, (guess, response) in enumerate(history):
            if is_false(game, guess, secret, response) or (settles and _settled(history, place)):
                wrong.append(place)
                if len(wrong) > fewest:
                    break
        if len(wrong) < fewest:
            fewest = len(wrong)
            found.clear()
        if len(wrong) == fewest:
            found[tuple(wrong)] += 1
    return _sorted(found)


def _settled(history: History, place: int) -> bool:
    """Whether an earlier answer to the guess at ``place`` is another one."""
    guess, response = history[place]
    return any(guess == earlier and response != told for earlier, told in history[:place])


def _sorted(found: Counter[tuple[int, ...]]) -> list[tuple[tuple[int, ...], int]]:
    return sorted(found.items(), key=lambda item: (-item[1], item[0]))


def contradiction(game: Game, history: History) -> str:
    """A line that says that no candidate is left and which answers to doubt.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(4,6)")
    >>> print(contradiction(game, game.parse_history("1111:4b0w 2222:2b0w")))
    no secret agrees with the history; one answer must be wrong: 1111:4b0w (then 150 are left) or 2222:2b0w (1)

    Where answers may be false, the answers named are the fewest that must be, and more than may be:

    >>> game = make_game("mastermind(1,2,goal=identify,lies=1)")
    >>> print(contradiction(game, game.parse_history("1:1b0w 1:1b0w 2:1b0w 2:1b0w")).partition("; ")[0])
    no secret agrees with the history, even with one lie
    """
    choices = uncertain_answers(game, history)
    size = len(choices[0][0])
    many = "one answer" if size == 1 else counted(size, "answer")
    named: list[str] = []
    for places, left in choices[:_MOST_NAMED]:
        answers = " and ".join(game.format_history((history[place],)) for place in places)
        named.append(f"{answers} ({left})" if named else f"{answers} (then {left} {is_or_are(left)} left)")
    more = f" or {counted(len(choices) - _MOST_NAMED, 'choice')} more" if len(choices) > _MOST_NAMED else ""
    others = [game.format_code(code) for code in game.unlisted(history)]
    besides = f" or {len(others) - _MOST_NAMED} more" if len(others) > _MOST_NAMED else ""
    listed = f"; or the secret is not in the list, as {' or '.join(others[:_MOST_NAMED])}{besides}" if others else ""
    told = "one lie" if game.lies == 1 else f"{game.lies} lies"
    lies = f", even with {told}" if game.of is None else f", with {told} among {counted(game.of, 'answer')}"
    lies = lies if game.lies else ""
    return f"no secret agrees with the history{lies}; {many} must be wrong: {' or '.join(named)}{more}{listed}"
