"""Positions where answers may be false: the suspects, each with the fewest lies that it takes to clear it.

A secret that did not give an answer itself may still be the one, if that answer was a lie. So a position is, for each
secret that is left, the number of lies told if it is the secret: the *suspects*. The codemaker may tell
``game.lies`` of them. An answer leaves every suspect that gives it, and one lie more on each other suspect, which goes
when that is one too many (Rényi 1961, Ulam 1976; the vector of the numbers of secrets by lies told is Berlekamp's
state, 1968). The cells of a question overlap, and asking again may tell something.

A lie is another answer that the question can get, from whatever secret: an answer that the question never gets would be
known as a lie at once. In a game with rows that hold a falsehood each (``game.fibs``), no lie is counted: each of
several answers is given freely.

Everything here is plain Python by :meth:`Game.lies_told`: the specification of the searches of such games.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from strategist.common.errors import SpecError
from strategist.model.game import Game, Response, Rules


@dataclass(frozen=True)
class Suspects:
    """A position: ``secrets``, ascending indices, and for each the number of lies ``told`` if it is the secret."""

    secrets: tuple[int, ...]
    told: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.secrets)

    def with_told(self, lies: int) -> tuple[int, ...]:
        """The secrets under which that many lies have been told.

        >>> Suspects((0, 2, 5), (1, 0, 1)).with_told(1)
        (0, 5)
        """
        return tuple(secret for secret, told in zip(self.secrets, self.told, strict=True) if told == lies)


def all_suspects(game: Game, secrets: Iterable[int] | None = None) -> Suspects:
    """The position before any answer, of all secrets or of some, by their ascending indices.

    >>> from strategist.games.catalog import make_game
    >>> all_suspects(make_game("mastermind(1,3,lies=1)"))
    Suspects(secrets=(0, 1, 2), told=(0, 0, 0))
    """
    left = tuple(range(len(game.secrets)) if secrets is None else secrets)
    return Suspects(left, (0,) * len(left))


def suspects_after(game: Game, left: Suspects, question: int, response: Response) -> Suspects | None:
    """What an answer to a question, by its index, leaves of a position; None if no secret is left.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,3,lies=1)")
    >>> once = suspects_after(game, all_suspects(game), 0, 0)
    >>> once
    Suspects(secrets=(1, 2), told=(0, 0))
    >>> known = make_game("mastermind(1,3,goal=identify,lies=1)")
    >>> suspects_after(known, all_suspects(known), 0, 0)
    Suspects(secrets=(0, 1, 2), told=(1, 0, 0))
    """
    guess = game.guesses[question]
    kept = []
    for secret, told in zip(left.secrets, left.told, strict=True):
        more = game.lies_told(guess, game.secrets[secret], response)
        if more is not None and told + more <= game.lies:
            kept.append((secret, told + more))
    return Suspects(*zip(*kept, strict=True)) if kept else None


def suspects_left(
    game: Game, moves: Iterable[tuple[int, Response]], secrets: Iterable[int] | None = None
) -> Suspects | None:
    """The position after some moves, each the index of a question with its answer; None if no secret is left.
    ``secrets`` are those that may be hidden, ascending; None for all.

    >>> from strategist.games.catalog import make_game
    >>> suspects_left(make_game("mastermind(1,3,goal=identify,lies=1)"), [(0, 0), (0, 0)])
    Suspects(secrets=(1, 2), told=(0, 0))
    """
    left: Suspects | None = all_suspects(game, secrets)
    for question, response in moves:
        left = suspects_after(game, left, question, response) if left is not None else None
    return left


def cells_of_suspects(game: Game, left: Suspects, question: int) -> dict[Response, Suspects]:
    """What each answer to a question leads to, by answer, ascending: every answer that the question can get, from
    whatever secret, after which a secret is left.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,3,lies=1,honest=yes)")
    >>> {game.format_response(answer): cell for answer, cell in cells_of_suspects(game, all_suspects(game), 0).items()}
    {'0b0w': Suspects(secrets=(0, 1, 2), told=(1, 0, 0)), '1b0w': Suspects(secrets=(0,), told=(0,))}
    """
    found = {}
    for response in sorted(game.can_get(game.guesses[question])):
        cell = suspects_after(game, left, question, response)
        if cell is not None:
            found[response] = cell
    return found


def ending_of_suspects(game: Game, left: Suspects) -> int | None:
    """The announcement that ends play at a position, by its index in ``guesses``; None if a question is to be asked.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,3,goal=identify,lies=1)")
    >>> ending_of_suspects(game, Suspects((0, 2), (1, 0))), ending_of_suspects(game, Suspects((2,), (1,)))
    (None, 5)
    """
    return game.announcement(left.secrets[0]) if game.is_pure(left.secrets) else None


def refuse_doubtful(game: Rules, what: str, why: str) -> None:
    """Raise :class:`~strategist.common.errors.SpecError` where answers may be false, for ``what`` means nothing there,
    and say ``why``."""
    if isinstance(game, Game) and game.doubtful:
        raise SpecError(f"{game.spec}: {what} needs true answers: {why}")
