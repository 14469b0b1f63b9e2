"""Guess a number by questions of yes and no: ``subsets(n)`` and ``comparisons(n)``.

It is the game of Rényi and Ulam: a number from 1 to n is hidden, and it is enough to know it. In ``subsets`` a question
is any set of the numbers, "is it one of these?", with ``most=k`` any of at most k of them; in ``comparisons`` only "is
it at most k?". With ``lies=E`` up to E answers are false.

A set and its complement ask the same. So questions leave out the number n, and each is asked in one way only. Question
number i is the set whose numbers, less one, are the places of the ones of i + 1 in binary. Where k is less than half of
n, no complement is a question, and n may be asked for. From half of n on every question is there, and ``most`` says
nothing. No question is listed, so n may be large. Where the questions are too many to be numbered by 31 bits, what
would number them raises :class:`~strategist.common.errors.TooLargeError`.

Sources: A. Rényi, "On a problem of information theory", MTA Mat. Kut. Int. Közl. 6B (1961); S. M. Ulam, "Adventures of
a Mathematician", Scribner (1976); G. Katona, "On separating systems of a finite set", Journal of Combinatorial Theory 1
(1966), for small sets.
"""

from __future__ import annotations

import hashlib
import re
from array import array
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from strategist.common.errors import CodeError, ResponseError, SpecError, told_at
from strategist.common.numbers import read_number, write_number
from strategist.common.quoting import quoted
from strategist.common.wording import counted
from strategist.games.every_game.announcements import KNOWN, Announcement, WithAnnouncements
from strategist.games.sets.asked_sets import AtMost, Bounds, SmallSets, Subset, Subsets
from strategist.model.game import Code, Game
from strategist.model.spec import Parameter, Value

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NO, YES, SOLVED = range(3)
_ANSWERS = ("no", "yes", KNOWN)
_READ = {"n": NO, "no": NO, "0": NO, "false": NO, "y": YES, "yes": YES, "1": YES, "true": YES, KNOWN: SOLVED}
_SPAN = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?")
_AT_MOST = re.compile(r"(?:up-to-|<=|≤)?(\d{1,9})")
MOST_NUMBERS = 1_000_000


class HiddenNumber(Game):
    """A number is hidden, and every question is answered by yes or no."""

    kernel = "rows"
    announces = True
    response_count = len(_ANSWERS)
    parameters: ClassVar[Sequence[Parameter]] = (
        Parameter("numbers", int, 16, "how many numbers may be hidden", low=2, high=MOST_NUMBERS, size=True),
    )
    secrets: range
    divides: bool = True
    """Whether any number of the lowest candidates may be asked for."""

    def __init__(self, values: dict[str, Value]) -> None:
        self.values = {parameter.name: parameter.default for parameter in self.parameters} | values
        self.numbers = int(self.values["numbers"] or 0)
        self.secrets = range(1, self.numbers + 1)
        self.guesses: Sequence[Code] = WithAnnouncements(self.asked(), self.secrets)

    def asked(self) -> Sequence[Code]:
        """All questions."""
        raise NotImplementedError

    def holds(self, question: Any, number: int) -> bool:
        """Whether the true answer to a question is yes."""
        raise NotImplementedError

    def of_lowest(self, numbers: Sequence[int]) -> Code:
        """A question to which just these of the numbers left say yes, the lowest ones."""
        raise NotImplementedError  # see the two subclasses

    def parse_asked(self, text: str) -> Code:
        """The question that ``text`` spells; raises :class:`~strategist.common.errors.CodeError` if there is none."""
        raise NotImplementedError

    def format_asked(self, question: Any) -> str:
        """A question as it is written."""
        raise NotImplementedError

    def digest(self) -> bytes:
        """SHA-256 over the name of the rules and how many numbers there are, by which all questions are numbered."""
        return hashlib.sha256(f"{self.name} {self.numbers}".encode()).digest()

    def respond(self, guess: Code, secret: int) -> int:
        """Whether the number is what is asked for; of an announcement, whether it is right."""
        if isinstance(guess, Announcement):
            return SOLVED if guess.secret == secret else NO
        return YES if self.holds(guess, secret) else NO

    def can_get(self, guess: Code) -> frozenset[int]:
        """Yes and no; what an announcement can get."""
        return frozenset((NO, SOLVED) if isinstance(guess, Announcement) else (NO, YES))

    def row(self, guess: int) -> array[int]:
        """The responses of all numbers to the guess with this index: for the row kernel."""
        asked = self.guesses[guess]
        return array("B", (self.respond(asked, secret) for secret in self.secrets))

    def named(self, guess: Code) -> Code:
        """The question itself, or the number that an announcement names."""
        return guess.secret if isinstance(guess, Announcement) else guess

    def parse_code(self, text: str) -> Code:
        """The question or the announcement that ``text`` spells; raises
        :class:`~strategist.common.errors.CodeError` if there is none."""
        plain = "".join(text.split())
        return Announcement(self.parse_secret(plain)) if plain.startswith("=") else self.parse_asked(plain)

    def format_code(self, code: Code) -> str:
        """A question as it is written; an announcement with its sign, ``=5``."""
        if isinstance(code, int):
            return str(code)
        return f"={code.secret}" if isinstance(code, Announcement) else self.format_asked(code)

    def parse_secret(self, text: str) -> int:
        """The number that ``text`` spells; raises :class:`~strategist.common.errors.CodeError` if there is none."""
        plain = text.strip().removeprefix("=").strip()
        if not _SPAN.fullmatch(plain) or "-" in plain or int(plain) not in self.secrets:
            raise CodeError(f"{self.spec}: {quoted(text)}: expected a number from 1 to {self.numbers}")
        return int(plain)

    def format_secret(self, code: Code) -> str:
        """The number, or that which an announcement names."""
        return str(self.named(code))

    def parse_response(self, text: str) -> int:
        """The answer that ``text`` means; raises :class:`~strategist.common.errors.ResponseError` if there is none."""
        answer = _READ.get(text.strip().lower())
        if answer is None:
            raise ResponseError(f"{self.spec}: response {quoted(text)}: expected yes or no")
        return answer

    def format_response(self, response: int) -> str:
        """``yes``, ``no``, or ``known`` for a right announcement."""
        return _ANSWERS[response]


class AnySubset(HiddenNumber):
    """A number is hidden, any set of numbers may be asked for: is it one of these?

    A set is written by its spans, ``1-3+7``. Sets with the last number are left out: their complements ask the same.

    >>> game = AnySubset({"numbers": 8})
    >>> [game.format_code(game.parse_code(text)) for text in ("1-3+7", "7,3,1,2", "=5")]
    ['1-3+7', '1-3+7', '=5']
    >>> [game.format_response(game.respond(game.parse_code("1-3+7"), secret)) for secret in (3, 4)]
    ['yes', 'no']
    >>> game.guesses.index(game.parse_code("1+2+4"))
    10
    >>> game.parse_code("8")
    Traceback (most recent call last):
    ...
    strategist.common.errors.CodeError: subsets(numbers=8): '8': questions leave out 8: expected 1-7, which asks the \
same, answered the other way round
    """

    name = "subsets"
    parameters: ClassVar[Sequence[Parameter]] = (
        *HiddenNumber.parameters,
        Parameter("most", int, None, "how many numbers may be asked for at once, at most", low=1, named=True),
    )
    most: int | None
    """The most numbers in a question; None where that says nothing."""

    def asked(self) -> Sequence[Subset]:
        """All sets of the numbers but the last one; those of at most so many, if that is given."""
        most = self.values["most"]
        self.most = self.values["most"] = None if most is None or 2 * int(most) >= self.numbers else int(most)
        self.divides = self.most is None
        return Subsets(self.numbers) if self.most is None else SmallSets(self.numbers, self.most)

    def digest(self) -> bytes:
        """See :class:`HiddenNumber`; with the most numbers in a question."""
        known = super().digest()
        return known if self.most is None else hashlib.sha256(known + str(self.most).encode()).digest()

    def holds(self, question: Subset, number: int) -> bool:
        """Whether the number is in the set."""
        return bool(question.bits >> (number - 1) & 1)

    def of_lowest(self, numbers: Sequence[int]) -> Subset:
        """These numbers; see :class:`HiddenNumber`."""
        return Subset(sum(1 << number - 1 for number in numbers))

    def rows_of(self, secrets: Sequence[int]) -> Callable[[NDArray[np.int32]], NDArray[np.uint8]]:
        """The rows of some numbers only, by their indices, and of many guesses at once.

        >>> import numpy as np
        >>> AnySubset({"numbers": 4}).rows_of([0, 3])(np.array([0, 6, 7, 10])).tolist()
        [[1, 0], [1, 0], [2, 0], [0, 2]]
        """
        import numpy as np

        places, questions = np.array(secrets, dtype=np.int64), self.question_count
        bits = [1 << place for place in secrets]

        def rows(guesses: NDArray[np.int32]) -> NDArray[np.uint8]:
            asked = guesses.astype(np.int64)[:, np.newaxis]
            if self.most is None:
                told = (asked + 1 >> places & 1).astype(np.uint8)
            else:
                each = [self.guesses[guess].bits if guess < questions else 0 for guess in guesses.tolist()]
                told = np.array([[bool(held & bit) for bit in bits] for held in each], dtype=np.uint8)
            announced = np.where(asked - questions == places, SOLVED, NO)
            return np.where(asked < questions, told, announced).astype(np.uint8)

        return rows

    def parse_asked(self, text: str) -> Subset:
        """The set whose spans stand between ``+`` or commas; raises :class:`~strategist.common.errors.CodeError`."""
        bits = 0
        for part in re.split("[+,]", text):
            span = _SPAN.fullmatch(part)
            if span is None or not 1 <= int(span[1]) <= int(span[2] or span[1]) <= self.numbers:
                raise CodeError(
                    f"{self.spec}: question {quoted(text)}: expected numbers from 1 to {self.numbers}, such as 1-3+7"
                )
            first, last = int(span[1]), int(span[2] or span[1])
            bits |= (1 << last) - (1 << first - 1)
        if self.most is not None:
            if bits.bit_count() > self.most:
                raise CodeError(f"{self.spec}: {quoted(text)}: expected at most {counted(self.most, 'number')}")
        elif bits >> self.numbers - 1:
            others = Subset((1 << self.numbers) - 1 - bits)
            expected = (
                f"{self.format_asked(others)}, which asks the same, answered the other way round"
                if others.bits
                else "one that some numbers are not in"
            )
            raise CodeError(f"{self.spec}: {quoted(text)}: questions leave out {self.numbers}: expected {expected}")
        return Subset(bits)

    def format_asked(self, question: Subset) -> str:
        """The set by its spans."""
        # Alternating runs of zeros and ones, from the lowest bit on.
        runs = re.finditer("1+", bin(question.bits)[:1:-1])
        spans = [(run.start() + 1, run.end()) for run in runs]
        return "+".join(str(first) if first == last else f"{first}-{last}" for first, last in spans)


class Comparisons(HiddenNumber):
    """A number is hidden; each question compares it: is it at most k?

    With ``costs``, "is it at most 1?", "at most 2?", … cost so much; a cost for the last number, which nobody has to
    ask for, is left out.

    >>> game = Comparisons({"numbers": 8})
    >>> [game.format_code(game.parse_code(text)) for text in ("up-to-5", "<= 5", "5", "=5")]
    ['up-to-5', 'up-to-5', 'up-to-5', '=5']
    >>> [game.format_response(game.respond(game.parse_code("5"), secret)) for secret in (5, 6)]
    ['yes', 'no']
    """

    name = "comparisons"
    parameters: ClassVar[Sequence[Parameter]] = (
        *HiddenNumber.parameters,
        Parameter("costs", str, None, "what the questions cost, in order: 1 3 10 1 5 2", named=True),
    )

    def __init__(self, values: dict[str, Value]) -> None:
        super().__init__(values)
        if self.values["costs"] is not None:
            texts = str(self.values["costs"]).split()
            if len(texts) not in (self.numbers - 1, self.numbers):
                expected = counted(self.numbers - 1, "question")
                raise SpecError(f"{self.name}: costs: expected a number for each of {expected}, got {len(texts)}")
            with told_at(f"{self.name}: costs"):
                found = list(map(read_number, texts[: self.numbers - 1]))
            self.cost_texts = list(map(write_number, found))
            self.values["costs"] = " ".join(self.cost_texts)
            digits = self.values.get("digits")
            self.weigh(costs=found, digits=None if digits is None else int(digits))

    def asked(self) -> Sequence[AtMost]:
        """Whether the number is at most 1, at most 2, and so on; the last number is left out."""
        return Bounds(self.numbers)

    def holds(self, question: AtMost, number: int) -> bool:
        """Whether the number is at most that of the question."""
        return number <= question.number

    def of_lowest(self, numbers: Sequence[int]) -> AtMost:
        """At most the last of them; see :class:`HiddenNumber`."""
        return AtMost(numbers[-1])

    def parse_asked(self, text: str) -> AtMost:
        """The question for the number in ``text``; raises :class:`~strategist.common.errors.CodeError`."""
        match = _AT_MOST.fullmatch(text.lower())
        if match is None or not 1 <= int(match[1]) < self.numbers:
            raise CodeError(
                f"{self.spec}: question {quoted(text)}: expected a number from 1 to {self.numbers - 1}, such as up-to-1"
            )
        return AtMost(int(match[1]))

    def format_asked(self, question: AtMost) -> str:
        """As in ``up-to-5``."""
        return f"up-to-{question.number}"
