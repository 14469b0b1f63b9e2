"""What answers the person's guesses: a fixed secret, or an adversary that decides as late as it can."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

from strategist.choosing.draws import draw, history_key
from strategist.model.game import Code, Game, History, Response
from strategist.model.lies.volume import answers_by_counting
from strategist.play.certain_lies import lies_afterwards
from strategist.play.history import FEW, Record, listing
from strategist.show.moves.lines_of_lies import lies_lines
from strategist.show.texts.names import between, said

_SEEDS, _WORDS = 1 << 31, 1 << 64
"""The number of seeds that are drawn, and of the words that a draw is."""
_ANSWERS = 1 << 32
"""From here on, the numbers of the draws for answers; those below it are for the places of lies."""


class FixedSecret:
    """Answers by the rules. Where the secret may give several answers, one is drawn by their chances: it depends on the
    seed and the question alone, so it is settled.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(4,6)")
    >>> hidden = FixedSecret(game, game.parse_code("4563"))
    >>> game.format_response(hidden.respond(game.parse_code("1243"))), hidden.tell()
    ('1b1w', '4563')
    """

    def __init__(self, game: Game, secret: Code, seed: int | None = None) -> None:
        self._game = game
        self._secret = secret
        self._seed = random.randrange(_SEEDS) if seed is None else seed

    def respond(self, guess: Code) -> Response:
        """The answer to a guess."""
        game = self._game
        answers = game.answers(guess, self._secret)
        if len(answers) == 1:
            return answers[0].response
        drawn = Fraction(draw(history_key(self._seed), game.guesses.index(guess)), _WORDS)
        for answer in answers:
            drawn -= answer.chance
            if drawn < 0:
                break
        return answer.response

    def tell(self) -> str:
        """The text of the secret, with its class if it has one."""
        game, names = self._game, said(self._game)
        name = names.secret(self._secret)
        if game.classes is None:
            return name
        return f"{name} ({names.kind(game.classes[game.secrets.index(self._secret)])})"

    def tell_lies(self, history: History) -> list[str]:
        """The lines that say which answers were lies; none where answers are always true."""
        return lies_lines(self._game, history, self._secret)


class LyingSecret(FixedSecret):
    """A secret some of whose answers are false, within the rules, by draws of a seed.

    It tells from none to all of the lies that the game allows, as many as it likes, each at one of the first answers:
    as many as counting proves to be needed. Where exactly so many of all answers are false, it tells all of its lies,
    each at any answer to come. Which other answer a lie is, is drawn, too. Where no answer to a question would be a lie
    that the rules allow, it lies at the next. With ``lies=0`` it tells none, if it need not. Where rows hold a
    falsehood each (``Game.fibs``), one of those is drawn for every row.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3,lies=1)")
    >>> hidden = LyingSecret(game, game.parse_code("13"), seed=3)
    >>> [game.format_response(hidden.respond(game.parse_code(code))) for code in ("12", "23", "13")]
    ['0b2w', '1b0w', '2b0w']
    """

    def __init__(
        self, game: Game, secret: Code, seed: int | None = None, start: History = (), lies: int | None = None
    ) -> None:
        super().__init__(game, secret, seed)
        told = game.lies_in(start, secret) or 0
        most = max(0, (game.lies if lies is None or game.of is not None else lies) - told)
        self._key = history_key(self._seed)
        self._made = len(start)
        self._due = self._drawn_places(draw(self._key, 0) % (most + 1) if game.of is None else most)

    def _drawn_places(self, lies: int) -> list[int]:
        """The answers by which the lies are due, ascending."""
        game = self._game
        if not lies:
            return []
        if game.of is not None:
            left = list(range(self._made, game.of))
            return sorted(left.pop(draw(self._key, 1 + number) % len(left)) for number in range(lies))
        first = answers_by_counting(game)
        return sorted(self._made + draw(self._key, 1 + number) % first for number in range(lies))

    def respond(self, guess: Code) -> Response:
        """The answer to a guess."""
        game, secret = self._game, self._secret
        if game.is_announcement(guess):
            return game.respond(guess, secret)
        key = draw(self._key, _ANSWERS + self._made)
        self._made += 1
        free = game.admitted(guess, secret)
        false: list[Response] = []
        if self._due and self._due[0] < self._made:
            false = [answer for answer in sorted(game.can_get(guess)) if game.lies_told(guess, secret, answer) == 1]
        if not false:
            return free[key % len(free)]
        self._due.pop(0)
        return false[key % len(false)]


class Adversary:
    """Gives the answer that leaves the most candidates: some secret always fits, but no guess is lucky.

    Among equal answers it prefers one that does not solve, then the lowest. In a game of classes, it avoids answers
    that determine the class as long as it can. Where answers may be false, it leaves the candidates that weigh most.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(4,6)")
    >>> hidden = Adversary(game)
    >>> game.format_response(hidden.respond(game.parse_code("1122")))
    '0b0w'
    """

    def __init__(self, game: Game, start: History = ()) -> None:
        self._game = game
        self._standing = Record(game, start).standing()

    def respond(self, guess: Code) -> Response:
        """The answer to a guess; later answers are consistent with it."""
        response = self._standing.worst(guess)
        self._standing = self._standing.after(guess, response)
        return response

    def tell(self) -> str:
        """The text of the secrets that are still possible."""
        game, left = self._game, self._standing.codes
        return f"one of {listing(len(left), map(said(game).secret, left), between(game, left[:FEW]))}"

    def tell_lies(self, history: History) -> list[str]:
        """The lines that say which answers were lies, as far as that is certain."""
        return lies_afterwards(self._game, history, lambda: self._standing.codes)


Hidden = FixedSecret | Adversary


def hidden_secret(
    game: Game, secret: Code, seed: int | None = None, start: History = (), lies: int | None = None
) -> FixedSecret:
    """A secret that answers as the game allows it, by draws of a seed where there is anything to draw; with no more
    than so many ``lies``, if that is given."""
    if game.doubtful:
        return LyingSecret(game, secret, seed, start, lies)
    return FixedSecret(game, secret, seed)


def random_secret(game: Game, seed: int | None, start: History = ()) -> Code:
    """A random secret that is consistent with ``start``; equal seeds give equal secrets.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(4,6)")
    >>> random_secret(game, 1) == random_secret(game, 1)
    True
    """
    return next(random_secrets(game, seed, start))


def random_secrets(game: Game, seed: int | None, start: History = ()) -> Iterator[Code]:
    """An endless sequence of random secrets consistent with ``start``; equal seeds give equal sequences.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(4,6)")
    >>> secrets = random_secrets(game, 1)
    >>> next(secrets) == random_secret(game, 1), next(secrets) == random_secret(game, 1)
    (True, False)
    """
    secrets = Record(game, start).candidates() if start else game.secrets
    drawn = random.Random(seed)
    while True:
        yield secrets[drawn.randrange(len(secrets))]
