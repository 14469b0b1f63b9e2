"""Which answers to doubt when a history leaves no candidate.

People mis-score. Each secret contradicts some of the answers. The smallest sets of answers that some secret contradicts
are the likely mistakes, and all of them are named.
"""

from __future__ import annotations

from collections import Counter

from strategist.common.wording import counted, is_or_are
from strategist.model.bulk import doubts
from strategist.model.game import Game, History
from strategist.model.lies.accused import is_false

_MOST_NAMED = 5


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
    if not game.fibs and (many := doubts(game, history)) is not None:
        return _sorted(many)
    found: Counter[tuple[int, ...]] = Counter()
    fewest = len(history)
    for secret in game.secrets:
        wrong: list[int] = []
        for place, (guess, response) in enumerate(history):
            if is_false(game, guess, secret, response) or (game.several and _settled(history, place)):
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
    doubts = uncertain_answers(game, history)
    size = len(doubts[0][0])
    many = "one answer" if size == 1 else counted(size, "answer")
    named: list[str] = []
    for places, left in doubts[:_MOST_NAMED]:
        answers = " and ".join(game.format_history((history[place],)) for place in places)
        named.append(f"{answers} ({left})" if named else f"{answers} (then {left} {is_or_are(left)} left)")
    more = f" or {counted(len(doubts) - _MOST_NAMED, 'choice')} more" if len(doubts) > _MOST_NAMED else ""
    others = [game.format_code(code) for code in game.unlisted(history)]
    besides = f" or {len(others) - _MOST_NAMED} more" if len(others) > _MOST_NAMED else ""
    listed = f"; or the secret is not in the list, as {' or '.join(others[:_MOST_NAMED])}{besides}" if others else ""
    lies = "" if not game.lies else ", even with one lie" if game.lies == 1 else f", even with {game.lies} lies"
    return f"no secret agrees with the history{lies}; {many} must be wrong: {' or '.join(named)}{more}{listed}"
