"""The contract of a game of deduction: its secrets, its guesses, its responses.

A *code* is any hashable value of the rule set's own; players, files and searches name it by its index in
``secrets`` or ``guesses``. A *response* is an int in ``range(game.response_count)``; the last one,
``response_count - 1``, says that the guess is the secret.

In most games the last guess has to be the secret, and gets a response like any other. Where it is enough to *know* the
secret (``announces``), the last ``len(secrets)`` guesses are *announcements*, one for each secret in order: such a
guess only names the known secret. It is made when one candidate is left, its response is the solved one, and no figure
counts it: all figures count the *questions*, the guesses before it. A question never gets the solved response, not
even one that is the code of the secret.

Where secrets have *classes* (``classes``), it is enough to know the class. There is one announcement for each class. A
*pure* set, of secrets of one class, needs no question, and its announcement is right for all of them at once.

Where a secret may give one of *several* answers to a question (``several``), :meth:`Game.answers` tells which, with
their chances, and :mod:`strategist.model.position` what is left after an answer. Which of them it gives is *settled*:
asked again, a question gets the same answer. Such a game announces. Where play may end with secrets that are not told
apart (``narrow``), one more announcement, the last of ``guesses``, says that those left are all that can be known.

Where answers may be false (``lies``, ``fibs``), :meth:`Game.respond` is still the true one, :meth:`Game.lies_told`
tells what a secret may answer instead, and :mod:`strategist.model.position` what is left after an answer.
"""

from __future__ import annotations

import hashlib
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from strategist.model.lies.honest import HONEST, LIES, OF, Honest
from strategist.model.rules import Answer as Answer
from strategist.model.rules import Bulk as Bulk
from strategist.model.rules import Code as Code
from strategist.model.rules import History as History
from strategist.model.rules import Piece as Piece
from strategist.model.rules import Response as Response
from strategist.model.rules import Revealed as Revealed
from strategist.model.rules import Rules as Rules
from strategist.model.spec import Parameter, Value, slug, write
from strategist.model.symmetry import Symmetry as Symmetry
from strategist.model.tariffs.answered import GameAnswers

CHANCES = Parameter("chances", str, None, "a CSV file: secrets, each with its chance; * for all others", named=True)
DIGITS = Parameter(
    "digits", int, None, "decimal places to which chances and costs are rounded", low=1, high=15, named=True
)
ANSWER_COSTS = Parameter("answer_costs", str, None, "what answers cost beside their question: yes:10 no:1", named=True)
LIMIT = Parameter("limit", str, None, "how often answers may be given at most: yes:2", named=True)
_COMMON = (CHANCES, DIGITS, LIES, OF, HONEST, ANSWER_COSTS, LIMIT)


class Game(GameAnswers):
    """A game of deduction.

    Subclasses are plain Python without NumPy. ``kernel`` names an adapter of the search, which computes responses in
    bulk; without one, the search calls :meth:`respond`. The kernel ``rows`` serves any game with a method
    ``row(guess)`` that returns the responses of all secrets to the guess with that index, as an array of unsigned bytes
    or pairs of bytes. Another package can offer kernels of its own.

    Attributes
    ----------
    secrets, guesses : sequence
        The codes that can be hidden and asked, in a fixed order.
    response_count : int
        Responses are the numbers below it.
    spec : str
        The canonical string.

    Examples
    --------
    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(4,6)")
    >>> len(game.secrets), game.format_response(game.respond(game.parse_code("1122"), game.parse_secret("1234")))
    (1296, '1b1w')
    """

    kernel: str | None = None
    turns: int | None = None
    """The number of guesses after which the secret is lost; None for no limit."""
    several: bool = False
    """Whether a secret may give one of several answers to a question, or several secrets may be left in the end."""
    inapplicable: Response | None = None
    """The answer that a question does not apply to the secret; None if there is none. It says little of a secret."""
    lies: int = 0
    """The most answers that may be false: see :mod:`strategist.model.position`."""
    of: int | None = None
    """How many answers are given in all, of which exactly ``lies`` are false; None where that is not fixed."""
    honest: Honest | None = None
    """In which answers a codemaker who may lie is honest; None where nobody may."""
    fibs: bool = False
    """Whether each of several answers of a secret holds a falsehood that the rules prescribe: see :meth:`admitted`."""

    @classmethod
    def declared(cls) -> Sequence[Parameter]:
        """All parameters of the game: its own, then the common ones that it does not declare itself."""
        own = {parameter.name for parameter in cls.parameters}
        return (*cls.parameters, *(parameter for parameter in _COMMON if parameter.name not in own))

    def _all_values(self) -> Mapping[str, Value]:
        usual = Honest.NONE if self.announces else Honest.SOLVED
        honest = None if self.honest is None or self.honest is usual else self.honest.value
        lying: dict[str, Value] = {"lies": self.lies, "of": self.of, "honest": honest}
        answers: dict[str, Value] = {ANSWER_COSTS.name: self.answer_costs_text, LIMIT.name: self.limit_text}
        return {"chances": self.chances, "digits": self.digits} | lying | answers | self.values

    @property
    def spec(self) -> str:
        """The canonical string."""
        return write(self.name, self.declared(), self._all_values())

    @property
    def slug(self) -> str:
        """The canonical string as part of a file name."""
        return slug(self.name, self.declared(), self._all_values())

    @property
    def weighted(self) -> bool:
        """Whether secrets have chances or classes, or questions have costs: figures under these are kept, too. Where
        answers may be false, there are none, because lies have no chances."""
        return self.uneven or (self.classes is not None and not self.doubtful)

    @abstractmethod
    def respond(self, guess: Code, secret: Code) -> Response:
        """The response to ``guess`` when ``secret`` is hidden: the rule itself.

        In a game of ``several`` answers it is the only answer that the secret can give; raises
        :class:`~strategist.common.errors.ResponseError` if there are more.
        """

    def answers(self, guess: Code, secret: Code) -> Sequence[Answer]:
        """The answers that ``secret`` may give to ``guess``, ascending, each with its chance; the chances add up to 1.

        There is one answer, that of :meth:`respond`, unless the game is one of ``several``.

        >>> from strategist.games.catalog import make_game
        >>> game = make_game("mastermind(2,3)")
        >>> game.answers((0, 1), (1, 0))
        (Answer(response=3, chance=Fraction(1, 1)),)
        """
        return (Answer(self.respond(guess, secret), Fraction(1)),)

    @property
    def doubtful(self) -> bool:
        """Whether an answer may be false, so that a position is more than a set of secrets:
        see :mod:`strategist.model.position`."""
        return self.lies > 0 or self.fibs

    def admitted(self, guess: Code, secret: Code) -> Sequence[Response]:
        """The responses that ``secret`` may give to ``guess`` without a lie that counts: the true one; in a game of
        ``several`` answers each of them; or where rows hold a falsehood each (``fibs``), those that do.

        >>> from strategist.games.catalog import make_game
        >>> make_game("mastermind(2,3,lies=1)").admitted((0, 1), (1, 0))
        (3,)
        """
        if self.several:
            return tuple(answer.response for answer in self.answers(guess, secret))
        return (self.respond(guess, secret),)

    def shown_rows(self) -> Any:
        """Where rows hold a falsehood each (``fibs``), :meth:`admitted` for all true responses at once, for kernels:
        ``unsigned[response_count, n]``, an array of NumPy. Row ``respond(guess, secret)`` holds what may be shown, in
        any order; where that is less than n responses, some stand there several times. None in other games.
        """
        return None

    def lies_told(self, guess: Code, secret: Code, response: Response) -> int | None:
        """The lies told, 0 or 1, if ``secret`` gives ``response`` to ``guess``; None if it never does.

        A lie is any other answer that the guess can get (:meth:`can_get`). A wrong guess is called right, and the right
        one denied, only as :attr:`honest` allows it.

        >>> from strategist.games.catalog import make_game
        >>> game = make_game("mastermind(1,3,lies=1,honest=yes)")
        >>> [[game.lies_told((0,), secret, response) for response in range(2)] for secret in game.secrets]
        [[1, 0], [0, None], [0, None]]
        """
        admitted = self.admitted(guess, secret)
        if response in admitted:
            return 0
        if not self.lies or self.solved(response):
            return None
        # Where any answer may be false, only the announcement of a secret gets the solved response.
        if self.honest is not Honest.YES and self.solved(admitted[0]):
            return None
        return 1 if response in self.can_get(guess) else None

    def can_get(self, guess: Code) -> frozenset[Response]:
        """All responses that a guess can get from one secret or another, the solved one included.

        >>> from strategist.games.catalog import make_game
        >>> sorted(make_game("mastermind(1,3,lies=1)").can_get((0,)))
        [0, 1]
        """
        known = self.__dict__.setdefault("_can_get", {})
        found: frozenset[Response] | None = known.get(guess)
        if found is None:
            found = frozenset(response for secret in self.secrets for response in self.admitted(guess, secret))
            known[guess] = found
        return found

    def gives(self, guess: Code, secret: Code, response: Response) -> bool:
        """Whether ``secret`` may give ``response`` to ``guess``."""
        return self.lies_told(guess, secret, response) is not None

    def solved(self, response: Response) -> bool:
        """Whether ``response`` says that the guess is the secret."""
        return response == self.response_count - 1

    def is_right(self, guess: Code, response: Response) -> bool:
        """Whether ``response`` says that ``guess`` is the secret, also where that is an answer like any other. One that
        may be false does not say it.

        >>> from strategist.games.catalog import make_game
        >>> game = make_game("mastermind(4,6,goal=identify)")
        >>> [(game.is_right(*move), game.solved(move[1])) for move in game.parse_history("1122:4b0w")]
        [(True, False)]
        """
        if self.announces:
            return not self.doubtful and guess in self.secrets and response == self.respond(guess, guess)
        return self.solved(response)

    def bulk(self) -> Bulk | None:
        """The rule of :meth:`respond` for many codes at once, by NumPy; None if the game has no such form.

        A subclass that overrides :meth:`respond` must override this method, too, or it is asked code by code. The
        verifier trusts the result as much as :meth:`respond`, so it must share nothing with a search. The result takes
        memory for each code, so create it once and keep it.
        """
        return None

    @property
    def restricts(self) -> bool:
        """Whether the rules restrict guesses by history: see :meth:`allowed`."""
        return type(self).allowed is not Game.allowed or bool(self.limits)

    def revealed(self) -> Revealed | None:
        """The restriction of :meth:`allowed` in a form for compiled searches; None if there is none, or none of
        this form."""
        return None

    def allowed(self, history: History) -> Sequence[Code] | None:
        """The codes that the rules allow as the next guess; None if they allow all of ``guesses``. Here these are the
        guesses to which no secret left gives an answer beyond its limit: see :mod:`strategist.model.tariffs.answered`.

        >>> from strategist.games.catalog import make_game
        >>> game = make_game("comparisons(8,limit=yes:1)")
        >>> list(map(game.format_code, game.allowed(game.parse_history("3:no 7:yes"))))
        ['up-to-1', 'up-to-2', 'up-to-3']
        """
        gone = self.used_up(response for _, response in history)
        if not gone:
            return None
        left = self.consistent(history)
        asked = (self.guesses[question] for question in range(self.question_count))
        return [guess for guess in asked if not any(self.respond(guess, secret) in gone for secret in left)]

    def reductions(self) -> Iterator[History]:
        """Histories to which the least depth of the whole game is reduced, the fewest candidates first; of most games
        none is known.

        Whatever k guesses are made, some answers to them leave secrets among which there is an image of the candidates
        behind such a history of k moves, by a symmetry of all guesses and answers. So every strategy for the whole game
        needs at least k guesses more than the best one needs behind it.

        >>> from strategist.games.catalog import make_game
        >>> game = make_game("mastermind(2,4,feedback=black)")
        >>> [game.format_history(each) for each in game.reductions()]
        ['11:0 22:0 33:0', '11:0 22:0', '11:0']
        """
        return iter(())

    def digest(self) -> bytes:
        """SHA-256 over the codes in their order, secrets before guesses."""
        lines = [self.format_code(code) for code in self.secrets]
        if self.guesses is not self.secrets:
            lines += ["", *(self.format_code(code) for code in self.guesses)]
        return hashlib.sha256("\n".join(lines).encode()).digest()

    def fingerprint(self) -> bytes:
        """SHA-256 over the digest, the weights, the costs, the classes, and the limits of answers; the digest itself in
        a game without any of them.

        >>> from strategist.games.catalog import make_game
        >>> game = make_game("mastermind(2,3)")
        >>> game.fingerprint() == game.digest()
        True
        """
        if not (self.uneven or self.limits) and self.classes is None:
            return self.digest()
        whole = hashlib.sha256(self.digest())
        for numbers, unit in ((self.weights, self.weight_unit), (self.costs, self.cost_unit)):
            listed = "" if numbers is None else " ".join(map(str, numbers))
            whole.update(f"{unit}: {listed}\n".encode())
        if self.classes is not None:
            whole.update(" ".join(map(str, self.classes)).encode())
        if self.answer_costs is not None or self.limits:
            whole.update(f"answers: {self.answer_costs_text}\nlimits: {self.limit_text}\n".encode())
        return whole.digest()

    def consistent(self, history: History) -> list[Code]:
        """The candidates: the secrets, in order, that give every response of ``history``."""
        return [secret for secret in self.secrets if self.agrees(secret, history)]

    def agrees(self, secret: Code, history: History) -> bool:
        """Whether ``secret`` gives every response of ``history``, with no more lies than the game allows. Where it may
        give several, what it gives is settled: to one guess it does not give two responses."""
        if self.several and len({guess for guess, _ in history}) < len(set(history)):
            return False
        told = self.lies_in(history, secret)
        return told is not None and self.may_tell(told, len(history))

    def may_tell(self, told: int, answered: int) -> bool:
        """Whether the rules allow so many lies among so many answers. Where it is fixed how many of all answers are
        false, it is fixed how many are true.

        >>> from strategist.games.catalog import make_game
        >>> game = make_game("subsets(8,lies=1,of=3)")
        >>> [[game.may_tell(told, answered) for told in range(3)] for answered in (1, 3, 4)]
        [[True, True, False], [False, True, False], [False, False, False]]
        """
        return told <= self.lies and (self.of is None or answered - told <= self.of - self.lies)

    def lies_in(self, history: History, secret: Code) -> int | None:
        """The lies told in ``history`` if ``secret`` is hidden, however many are allowed; None if it cannot be hidden,
        because it never gives one of these responses.

        >>> from strategist.games.catalog import make_game
        >>> game = make_game("mastermind(2,3,lies=1)")
        >>> history = game.parse_history("11:0b0w 23:0b0w")
        >>> [game.lies_in(history, game.parse_secret(secret)) for secret in ("11", "12", "22")]
        [None, 2, 1]
        """
        told = 0
        for guess, response in history:
            more = self.lies_told(guess, secret, response)
            if more is None:
                return None
            told += more
        return told

    def giving(self, guess: Code, response: Response, secrets: Iterable[Code]) -> list[Code]:
        """Those of some secrets, in their order, that may give ``response`` to ``guess``.

        >>> from strategist.games.catalog import make_game
        >>> game = make_game("mastermind(2,2)")
        >>> game.giving((0, 1), 4, game.secrets)
        [(0, 1)]
        """
        return [secret for secret in secrets if self.gives(guess, secret, response)]

    def unlisted(self, history: History) -> Sequence[Code]:
        """Codes outside the secrets that give every response of ``history`` and may be hidden in a game played
        elsewhere, for example words that may only be guessed."""
        return ()
