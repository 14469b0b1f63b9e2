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

from strategist.common.errors import CodeError, ResponseError, SpecError
from strategist.common.numbers import in_brief, in_whole_numbers, rounded, write_number
from strategist.common.quoting import quoted
from strategist.model.goal import ASK, CLASS, IDENTIFY, NARROW, Goal, Narrow
from strategist.model.lies.honest import HONEST, LIES, Honest
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
from strategist.model.symmetry import kept_by

MOST_EXPECTED = 1 << 60
"""Weights summed, times the number of secrets, times the greatest cost, are below this number."""
MOST_COST = 1 << 31
"""Every cost is below this number."""

CHANCES = Parameter("chances", str, None, "a CSV file: secrets, each with its chance; * for all others", named=True)
DIGITS = Parameter(
    "digits", int, None, "decimal places to which chances and costs are rounded", low=1, high=15, named=True
)
_COMMON = (CHANCES, DIGITS, LIES, HONEST)


class Game(Rules):
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
    symmetry: Symmetry | None = None
    rules_symmetry: Symmetry | None = None
    """The symmetry of the rules alone, where chances or costs may have reduced :attr:`symmetry`; else None."""
    turns: int | None = None
    """The number of guesses after which the secret is lost; None for no limit."""
    several: bool = False
    """Whether a secret may give one of several answers to a question, or several secrets may be left in the end."""
    inapplicable: Response | None = None
    """The answer that a question does not apply to the secret; None if there is none. It says little of a secret."""
    narrow: Narrow | None = None
    """When play ends with secrets that are not told apart; None if it goes on until all are."""
    announces: bool = False
    """Whether the last guess only announces the secret: it is no question, and is not counted."""
    classes: Sequence[int] | None = None
    """The class of each secret, an index into ``class_names``, where it is enough to know the class; else None."""
    class_names: Sequence[str] = ()
    """The names of the classes."""
    nothing_right: Response | None = None
    """The response that says that nothing in a guess is right, which a person may give by an empty answer."""
    weights: Sequence[int] | None = None
    """The chance of each secret as a positive whole number; None where all are alike."""
    costs: Sequence[int] | None = None
    """The cost of each question as a positive whole number; None where each costs one. Announcements cost nothing."""
    weight_unit: Fraction = Fraction(1)
    """A chance as it was written is a weight times this unit."""
    cost_unit: Fraction = Fraction(1)
    """A cost as it was written is one of ``costs`` times this unit."""
    chances: str | None = None
    """The name of the file of chances, without its folder; None for no such file."""
    chance_texts: Sequence[str] | None = None
    """The chance of each secret as it was written; None where that is not known."""
    cost_texts: Sequence[str] | None = None
    """The cost of each question as it was written; None where that is not known."""
    lies: int = 0
    """The most answers that may be false: see :mod:`strategist.model.position`."""
    honest: Honest | None = None
    """In which answers a codemaker who may lie is honest; None where nobody may."""
    fibs: bool = False
    """Whether each of several answers of a secret holds a falsehood that the rules prescribe: see :meth:`admitted`."""
    digits: int | None = None
    """The decimal places to which chances and costs were rounded: see :meth:`weigh`; None where they are exact."""

    secrets: Sequence[Code]

    @classmethod
    def declared(cls) -> Sequence[Parameter]:
        """All parameters of the game: its own, then the common ones that it does not declare itself."""
        own = {parameter.name for parameter in cls.parameters}
        return (*cls.parameters, *(parameter for parameter in _COMMON if parameter.name not in own))

    def _all_values(self) -> Mapping[str, Value]:
        usual = Honest.NONE if self.announces else Honest.SOLVED
        honest = None if self.honest is None or self.honest is usual else self.honest.value
        lying: dict[str, Value] = {"lies": self.lies, "honest": honest}
        return {"chances": self.chances, "digits": self.digits} | lying | self.values

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

    @property
    def uneven(self) -> bool:
        """Whether secrets have chances or questions have costs, so that the expected cost is not the total."""
        return self.weights is not None or self.costs is not None

    def weight_of(self, secret: int) -> int:
        """The weight of the secret with this index."""
        return 1 if self.weights is None else self.weights[secret]

    def cost_of(self, guess: int) -> int:
        """The cost of the guess with this index, as a whole number: 0 for an announcement.

        >>> from strategist.games.catalog import make_game
        >>> make_game("mastermind(4,6)").cost_of(7), make_game("mastermind(4,6,goal=identify)").cost_of(1296)
        (1, 0)
        """
        if guess >= self.question_count:
            return 0
        return 1 if self.costs is None else self.costs[guess]

    def weigh(
        self,
        chances: Sequence[Fraction] | None = None,
        costs: Sequence[Fraction] | None = None,
        digits: int | None = None,
    ) -> None:
        """Give chances to the secrets, costs to the questions, or both: positive numbers in their order.

        The numbers are converted to whole numbers exactly, or, with ``digits``, after rounding: chances to that number
        of decimal places of their sum, costs to as many of the greatest cost. The symmetry of the game is reduced to
        the part that keeps all numbers. Raises :class:`~strategist.common.errors.SpecError` if the whole numbers are
        too large for a search.

        >>> from strategist.games.catalog import make_game
        >>> game = make_game("mastermind(1,3)")
        >>> game.weigh(chances=[Fraction("0.5"), Fraction("0.25"), Fraction("0.25")])
        >>> game.weights, game.weight_unit, game.symmetry.symbols
        ([2, 1, 1], Fraction(1, 4), ((1, 2),))
        """
        if chances is not None:
            chances = chances if digits is None else rounded(chances, sum(chances, Fraction(0)), digits)
            self.weights, self.weight_unit = in_whole_numbers(chances)
        if costs is not None:
            costs = costs if digits is None else rounded(costs, max(costs), digits)
            self.costs, self.cost_unit = in_whole_numbers(costs)
        self.digits = digits
        self._refuse_too_precise()
        if self.symmetry is not None:
            self.rules_symmetry = self.rules_symmetry or self.symmetry
            self.symmetry = kept_by(self.symmetry, self._spelled_numbers())

    def _refuse_too_precise(self) -> None:
        weights, greatest = sum(self.weights or [1] * len(self.secrets)), max(self.costs or [1])
        if weights * len(self.secrets) * greatest < MOST_EXPECTED and greatest < MOST_COST:
            return
        parts = [f"chances that add up to {in_brief(weights)}"] if self.weights is not None else []
        parts += [f"costs of up to {in_brief(greatest)}"] if self.costs is not None else []
        raise SpecError(
            f"{self.spec}: in whole numbers there are {' and '.join(parts)}, too large for {len(self.secrets)} "
            "secrets: expected fewer digits; digits=N rounds them to N decimal places"
        )

    def _spelled_numbers(self) -> list[dict[tuple[int, ...], int]]:
        """The weights by spelled secret, and the costs by spelled question."""
        found = []
        for codes, numbers in ((self.secrets, self.weights), (self.guesses[: self.question_count], self.costs)):
            if numbers is not None:
                found.append({tuple(self.spelled(code)): n for code, n in zip(codes, numbers, strict=True)})
        return found

    def format_chance(self, secret: int) -> str:
        """The chance of the secret with this index, as it was written, if it was not rounded."""
        if self.chance_texts is not None and self.digits is None:
            return self.chance_texts[secret]
        return write_number(self.weight_of(secret) * self.weight_unit)

    def format_cost(self, guess: int) -> str:
        """The cost of the guess with this index, as it was written, if it was not rounded."""
        if self.cost_texts is not None and self.digits is None and guess < self.question_count:
            return self.cost_texts[guess]
        return write_number(self.cost_of(guess) * self.cost_unit)

    def shown_cost(self, guess: int) -> str:
        """The cost of the guess with this index as it is shown: a fraction to three digits."""
        text = self.format_cost(guess)
        return f"{float(self.cost_of(guess) * self.cost_unit):.3g}" if "/" in text else text

    def names(self, code: Code) -> Sequence[str]:
        """All names of a secret: more than one where secrets that no question tells apart have been made one."""
        return (self.format_secret(code),)

    @property
    def move_noun(self) -> str:
        """The noun for what is counted: guess, or question where a secret is only announced and cannot be asked."""
        return "guess" if self.secrets_are_questions else "question"

    @property
    def known_noun(self) -> str:
        """The noun for what is to be known in the end: secret, or class where that is enough."""
        return self.goal.known

    @property
    def goal(self) -> Goal:
        """What the player has to do in the end.

        >>> from strategist.games.catalog import make_game
        >>> make_game("mastermind(4,6)").goal.name, make_game("mastermind(4,6,goal=identify)").goal.name
        ('ask', 'identify')
        """
        if not self.announces:
            return ASK
        if self.classes is not None:
            return CLASS
        return IDENTIFY if self.narrow is None else NARROW

    @property
    def question_count(self) -> int:
        """The number of ``guesses`` that are questions: all of them, or all but the announcements, which stand last."""
        return len(self.guesses) - self.announcement_count

    @property
    def announcement_count(self) -> int:
        """The number of announcements: one for each secret, or for each class of secrets, and one for several that
        cannot be told apart, where play may end so."""
        if not self.announces:
            return 0
        return (len(self.secrets) if self.classes is None else len(self.class_names)) + (self.narrow is not None)

    @property
    def undecided(self) -> int:
        """The index in ``guesses`` of the announcement that those left are all that can be known (``narrow``)."""
        assert self.narrow is not None  # other games have no such announcement
        return len(self.guesses) - 1

    @property
    def secrets_are_questions(self) -> bool:
        """Whether each secret can be asked by its own code; where it can only be announced, usually not."""
        return not self.announces

    def announcement(self, secret: int) -> int:
        """The index in ``guesses`` of the guess that announces a secret, by its index in ``secrets``."""
        return self.question_count + (secret if self.classes is None else self.classes[secret])

    def is_pure(self, secrets: Sequence[int]) -> bool:
        """Whether no question is needed if these are the candidates, by their indices: they have one announcement.

        >>> from strategist.games.catalog import make_game
        >>> make_game("mastermind(4,6,goal=identify)").is_pure([7]), make_game("mastermind(4,6)").is_pure([7])
        (True, False)
        """
        if not self.announces or self.classes is None:
            return self.announces and len(secrets) == 1
        first = self.classes[secrets[0]]
        return all(self.classes[secret] == first for secret in secrets)

    def is_announcement(self, guess: Code) -> bool:
        """Whether a guess only announces a secret."""
        return self.announces and self.guesses.index(guess) >= self.question_count

    def named(self, guess: Code) -> Code:
        """The secret that a guess names: the code itself, unless announcements are codes of their own.

        The announcement of a class names no secret. It stands for itself.
        """
        return guess

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
        """The responses that ``secret`` may give to ``guess`` without a lie that counts: the true one, or where
        rows hold a falsehood each (``fibs``), those that do.

        >>> from strategist.games.catalog import make_game
        >>> make_game("mastermind(2,3,lies=1)").admitted((0, 1), (1, 0))
        (3,)
        """
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
        if self.doubtful:
            return self.lies_told(guess, secret, response) is not None
        if self.several:
            return any(answer.response == response for answer in self.answers(guess, secret))
        return self.respond(guess, secret) == response

    def spelled(self, code: Code) -> Sequence[int]:
        """The symbols of ``code`` that :attr:`symmetry` speaks of: the code itself, unless a game says otherwise.

        >>> from strategist.games.catalog import make_game
        >>> game = make_game("grand-mastermind(2,3,3)")
        >>> game.spelled(game.parse_code("A1B3"))
        (0, 3, 1, 5)
        """
        symbols: Sequence[int] = code
        return symbols

    @property
    def code_symmetry(self) -> Symmetry | None:
        """:attr:`symmetry` where codes are their own spelling, as certificates need it; else None."""
        return self.symmetry if type(self).spelled is Game.spelled else None

    @abstractmethod
    def parse_code(self, text: str) -> Code:
        """The code that ``text`` spells; raises :class:`~strategist.common.errors.CodeError` if there is none."""

    @abstractmethod
    def format_code(self, code: Code) -> str:
        """``code`` in its one written form, which holds no spaces."""

    def parse_question(self, text: str) -> int:
        """The index in ``guesses`` of the question that ``text`` spells.

        Raises :class:`~strategist.common.errors.CodeError` when there is none.

        >>> from strategist.games.catalog import make_game
        >>> make_game("mastermind(4,6)").parse_question("1121")
        6
        """
        index = self.guesses.index(self.parse_code(text))
        if index >= self.question_count:
            raise CodeError(
                f"{self.spec}: expected a question, got {quoted(text)}, which only names a {self.known_noun}"
            )
        return index

    def parse_secret(self, text: str) -> Code:
        """The secret that ``text`` spells; raises :class:`~strategist.common.errors.CodeError` if there is none."""
        code = self.parse_code(text)
        if code not in self.secrets:
            raise CodeError(f"{self.spec}: {quoted(text)} is no possible secret")
        return code

    def format_secret(self, code: Code) -> str:
        """``code``, a secret or its announcement, as it is written where it is not a guess; holds no spaces."""
        return self.format_code(code)

    def shown_code(self, code: Code) -> str:
        """``code`` as it is shown to people, a marked text (:mod:`strategist.matrices.marked_text`), which may hold
        blanks and italics. :meth:`parse_code` reads its plain text.

        >>> from strategist.games.catalog import make_game
        >>> make_game("mastermind(2,3)").shown_code((0, 1))
        '12'
        """
        return self.format_code(code)

    def shown_secret(self, code: Code) -> str:
        """``code``, a secret or its announcement, as it is shown where it is not a guess, a marked text."""
        return self.format_secret(code)

    def shown_names(self, code: Code) -> Sequence[str]:
        """The :meth:`names` of a secret as they are shown, marked texts."""
        return self.names(code)

    def shown_class(self, kind: int) -> str:
        """The name of a class, an index into ``class_names``, as it is shown, a marked text."""
        return self.class_names[kind]

    def shown_response(self, response: Response) -> str:
        """``response`` as it is shown, a marked text. :meth:`parse_response` reads its plain text."""
        return self.format_response(response)

    def class_of(self, secret: Code) -> str | None:
        """The name of the class of a secret; None where secrets have no classes.

        >>> from strategist.games.catalog import make_game
        >>> make_game("mastermind(2,3)").class_of((0, 1)) is None
        True
        """
        return None if self.classes is None else self.class_names[self.classes[self.secrets.index(secret)]]

    def pieces(self, code: Code) -> Sequence[Piece]:
        """The pieces by which a board shows ``code``, from left to right.

        >>> from strategist.games.catalog import make_game
        >>> game = make_game("mastermind(2,3)")
        >>> game.pieces(game.parse_code("13"))
        [Piece(text='1', color=0), Piece(text='3', color=2)]
        """
        return [Piece(self.format_code(code))]

    def in_capitals(self, text: str) -> str:
        """A piece of a code in capitals, as tiles show it."""
        return text.upper()

    def marks(self, response: Response) -> Sequence[int] | None:
        """A mark for each piece of the guess: 2 in its place, 1 elsewhere, 0 nowhere; None if responses tell less."""
        return None

    @abstractmethod
    def parse_response(self, text: str) -> Response:
        """The response that ``text`` means; raises :class:`~strategist.common.errors.ResponseError` if there
        is none."""

    def parse_answer(self, guess: Code, text: str) -> Response:
        """The response to ``guess`` that ``text`` means; where each guess has responses of its own, those of other
        guesses are refused. Raises :class:`~strategist.common.errors.ResponseError`."""
        return self.parse_response(text)

    @abstractmethod
    def format_response(self, response: Response) -> str:
        """``response`` in its one written form, which holds no spaces."""

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
        return type(self).allowed is not Game.allowed

    def revealed(self) -> Revealed | None:
        """The restriction of :meth:`allowed` in a form for compiled searches; None if there is none, or none of
        this form."""
        return None

    def allowed(self, history: History) -> Sequence[Code] | None:
        """The codes that the rules allow as the next guess; None if they allow all of ``guesses``."""
        return None

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
        """SHA-256 over the digest, the weights, the costs and the classes; the digest itself in a game without any
        of them.

        >>> from strategist.games.catalog import make_game
        >>> game = make_game("mastermind(2,3)")
        >>> game.fingerprint() == game.digest()
        True
        """
        if not self.uneven and self.classes is None:
            return self.digest()
        whole = hashlib.sha256(self.digest())
        for numbers, unit in ((self.weights, self.weight_unit), (self.costs, self.cost_unit)):
            listed = "" if numbers is None else " ".join(map(str, numbers))
            whole.update(f"{unit}: {listed}\n".encode())
        if self.classes is not None:
            whole.update(" ".join(map(str, self.classes)).encode())
        return whole.digest()

    def consistent(self, history: History) -> list[Code]:
        """The candidates: the secrets, in order, that give every response of ``history``."""
        return [secret for secret in self.secrets if self.agrees(secret, history)]

    def agrees(self, secret: Code, history: History) -> bool:
        """Whether ``secret`` gives every response of ``history``, with no more lies than the game allows. Where it may
        give several, what it gives is settled: to one guess it does not give two responses."""
        if self.doubtful:
            told = self.lies_in(history, secret)
            return told is not None and told <= self.lies
        if not self.several:
            return all(self.respond(guess, secret) == response for guess, response in history)
        if len({guess for guess, _ in history}) < len(set(history)):
            return False
        return all(self.gives(guess, secret, response) for guess, response in history)

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
        if self.several or self.doubtful:
            return [secret for secret in secrets if self.gives(guess, secret, response)]
        return [secret for secret in secrets if self.respond(guess, secret) == response]

    def unlisted(self, history: History) -> Sequence[Code]:
        """Codes outside the secrets that give every response of ``history`` and may be hidden in a game played
        elsewhere, for example words that may only be guessed."""
        return ()

    def parse_history(self, text: str) -> History:
        """The history that a text such as ``1122:1b1w 3456:0b2w`` spells; raises
        :class:`~strategist.common.errors.ResponseError` or :class:`~strategist.common.errors.CodeError` if there
        is none."""
        history = []
        for item in text.split():
            text, colon, response = item.partition(":")
            if not colon:
                raise ResponseError(f"history: expected GUESS:RESPONSE, got {quoted(item)}")
            guess = self.guesses[self.parse_question(text)] if self.announces else self.parse_code(text)
            history.append((guess, self.parse_answer(guess, response)))
        return tuple(history)

    def format_history(self, history: History) -> str:
        """``history`` as :meth:`parse_history` reads it."""
        return " ".join(f"{self.format_code(guess)}:{self.format_response(r)}" for guess, r in history)
