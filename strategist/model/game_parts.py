"""What a game of deduction counts and what it says: its numbers and its texts, the two parts of its contract beside the
rules themselves (:class:`~strategist.model.game.Game`)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from fractions import Fraction

from strategist.common.errors import CodeError, ResponseError, SpecError
from strategist.common.numbers import in_brief, in_whole_numbers, rounded, write_number
from strategist.common.quoting import quoted
from strategist.model.goal import ASK, CLASS, IDENTIFY, NARROW, Goal, Narrow
from strategist.model.lies.erring import Erring
from strategist.model.rules import Code, History, Piece, Response, Rules
from strategist.model.symmetry import Symmetry, kept_by

MOST_EXPECTED = 1 << 60
"""Weights summed, times the number of secrets, times the greatest cost, are below this number."""
MOST_COST = 1 << 31
"""Every cost is below this number."""


class GameNumbers(Rules):
    """The numbers of a game: its secrets and questions with their chances and costs, and its announcements."""

    symmetry: Symmetry | None = None
    rules_symmetry: Symmetry | None = None
    """The symmetry of the rules alone, where chances or costs may have reduced :attr:`symmetry`; else None."""
    narrow: Narrow | None = None
    """When play ends with secrets that are not told apart; None if it goes on until all are."""
    erring: Erring | None = None
    """When play ends where every answer may err by chance; None in other games."""
    announces: bool = False
    """Whether the last guess only announces the secret: it is no question, and is not counted."""
    classes: Sequence[int] | None = None
    """The class of each secret, an index into ``class_names``, where it is enough to know the class; else None."""
    class_names: Sequence[str] = ()
    """The names of the classes."""
    weights: Sequence[int] | None = None
    """The chance of each secret as a positive whole number; None where all are alike."""
    costs: Sequence[int] | None = None
    """The cost of each question as a positive whole number; None where each costs one. Announcements cost nothing."""
    answer_costs: Sequence[int] | None = None
    """What each response costs beside its question, a whole number in the same unit; None where none costs anything.
    Where questions have no ``costs`` of their own, their answers are all that they cost."""
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
    digits: int | None = None
    """The decimal places to which chances and costs were rounded: see :meth:`weigh`; None where they are exact."""
    secrets: Sequence[Code]

    @property
    def uneven(self) -> bool:
        """Whether secrets have chances or questions have costs, so that the expected cost is not the total."""
        return self.weights is not None or self.priced

    @property
    def priced(self) -> bool:
        """Whether questions or answers have costs."""
        return self.costs is not None or self.answer_costs is not None

    def weight_of(self, secret: int) -> int:
        """The weight of the secret with this index."""
        return 1 if self.weights is None else self.weights[secret]

    def cost_of(self, guess: int) -> int:
        """The cost of the guess with this index, without that of its answer, as a whole number: 0 for an announcement.

        >>> from strategist.games.catalog import make_game
        >>> make_game("mastermind(4,6)").cost_of(7), make_game("mastermind(4,6,goal=identify)").cost_of(1296)
        (1, 0)
        """
        if guess >= self.question_count:
            return 0
        if self.costs is None:
            return 1 if self.answer_costs is None else 0
        return self.costs[guess]

    @property
    def cost_range(self) -> tuple[int, int]:
        """What a question with its answer costs at least, and at most."""
        answers = [0] if self.answer_costs is None else self.answer_costs
        asked = [self.cost_of(0)] if self.costs is None else self.costs
        return min(asked) + min(answers), max(asked) + max(answers)

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
        self.check_size()
        if self.symmetry is not None:
            self.rules_symmetry = self.rules_symmetry or self.symmetry
            self.symmetry = kept_by(self.symmetry, self._spelled_numbers())

    def check_size(self) -> None:
        """Raise :class:`~strategist.common.errors.SpecError` if weights and costs are too large for a search."""
        weights, greatest = sum(self.weights or [1] * len(self.secrets)), self.cost_range[1]
        if weights * len(self.secrets) * greatest >= MOST_EXPECTED or greatest >= MOST_COST:
            parts = [f"chances that add up to {in_brief(weights)}"] if self.weights is not None else []
            parts += [f"costs of up to {in_brief(greatest)}"] if self.priced else []
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
        return self.symmetry if type(self).spelled is GameNumbers.spelled else None

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


class GameTexts(GameNumbers):
    """The texts of a game: how its codes, responses and histories are read, written and shown."""

    nothing_right: Response | None = None
    """The response that says that nothing in a guess is right, which a person may give by an empty answer."""

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
    def secrets_are_questions(self) -> bool:
        """Whether each secret can be asked by its own code; where it can only be announced, usually not."""
        return not self.announces

    @property
    def names_secrets(self) -> bool:
        """Whether the guess that ends play names the secret; else all answers together tell it."""
        return self.announces or self.secrets_are_questions

    def asked_after(self, guess: Code, history: History) -> Code:
        """The guess that a person means by ``guess`` after a history: itself, but where questions with the same text
        are asked at different positions."""
        return guess

    def named(self, guess: Code) -> Code:
        """The secret that a guess names: the code itself, unless announcements are codes of their own.

        The announcement of a class names no secret. It stands for itself.
        """
        return guess

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

    def parse_history(self, text: str) -> History:
        """The history that a text such as ``1122:1b1w 3456:0b2w`` spells; raises
        :class:`~strategist.common.errors.ResponseError` or :class:`~strategist.common.errors.CodeError` if there
        is none."""
        history: list[tuple[Code, Response]] = []
        for item in text.split():
            text, colon, response = item.partition(":")
            if not colon:
                raise ResponseError(f"history: expected GUESS:RESPONSE, got {quoted(item)}")
            guess = self.guesses[self.parse_question(text)] if self.announces else self.parse_code(text)
            guess = self.asked_after(guess, tuple(history))
            history.append((guess, self.parse_answer(guess, response)))
        return tuple(history)

    def format_history(self, history: History) -> str:
        """``history`` as :meth:`parse_history` reads it."""
        return " ".join(f"{self.format_code(guess)}:{self.format_response(r)}" for guess, r in history)
