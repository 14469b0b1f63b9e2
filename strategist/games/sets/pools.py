"""Group testing: ``pools(n,rate=0.05)`` and ``pools(rates=FILE,most=8)``.

A laboratory tests some specimens for something rare, several in one pool. A pool is positive if one of its specimens
is. Each specimen is positive by itself, with a chance that is known, so the secrets are the sets of specimens, and the
questions are the pools. It is enough to know the set.

Set number s and the pool number i hold the specimens whose places are the ones of s, or of the bits of the pool, in
binary. Sets are not listed. Where tests err (:mod:`strategist.games.sets.pool_errors`), a pool may be tested again, and
the second test is a question of its own, ``A+B#2``: all pools for the first time, then all for the second.

Source: R. Dorfman, "The detection of defective members of large populations", Annals of Mathematical Statistics 14
(1943).
"""

from __future__ import annotations

import hashlib
import math
import re
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

from strategist.common.errors import CodeError, ResponseError, SpecError, told_at
from strategist.common.numbers import in_whole_numbers, read_number
from strategist.common.quoting import quoted, shortened
from strategist.common.text_files import label_of, pack, read_lines, split_lines, unpack_text
from strategist.games.every_game.announcements import KNOWN, Announcement, WithAnnouncements
from strategist.games.sets.pool_errors import PARAMETERS, read_errors
from strategist.games.tables.sources.csv_cells import csv_rows
from strategist.model.game import Answer, Code, Game, History
from strategist.model.spec import Parameter, Value

NEGATIVE, POSITIVE, SOLVED = range(3)
MOST_SPECIMENS = 12
NONE = "none"
_ANSWERS = ("negative", "positive", KNOWN)
_CERTAIN = tuple(Answer(response, Fraction(1)) for response in (NEGATIVE, POSITIVE, SOLVED))
_READ = {
    **dict.fromkeys(("n", "neg", "negative", "no", "-", "0"), NEGATIVE),
    **dict.fromkeys(("p", "pos", "positive", "yes", "+", "1"), POSITIVE),
    KNOWN: SOLVED,
}
_KIND = "file of rates"
_MOST_QUESTIONS = 1 << 16
_AGAIN = "#"
_NAME = re.compile(r"[\w.-]{1,40}")


@dataclass(frozen=True, slots=True)
class Pool:
    """A question: is one of these specimens positive? Bit i of ``bits`` stands for specimen number i. ``before`` is how
    often the pool was tested before."""

    bits: int
    before: int = 0


def _read_rate(text: str) -> Fraction:
    rate = read_number(text)
    if rate >= 1:
        raise SpecError(f"expected a rate below 1, got {quoted(text)}")
    return rate


def _read_lines(path: str) -> list[str]:
    """A line for each specimen, its name and its rate, of a CSV file of two columns; a heading is passed over."""
    lines: list[str] = []
    for count, (line, cells) in enumerate(csv_rows(read_lines(path, _KIND))):
        if len(cells) != 2:
            raise SpecError(f"line {line}: expected a specimen and its rate, got {len(cells)} cells")
        name, rate = (" ".join(cell.split()) for cell in cells)
        try:
            _read_rate(rate)
        except SpecError as error:
            if not count and not any(letter.isdigit() for letter in rate):
                continue
            raise SpecError(f"line {line}, column 2: {error}") from None
        lines.append(f"{name}\t{rate}")
    return lines


class Pools(Game):
    """Specimens are tested in pools: a pool is positive if one of its specimens is.

    >>> game = Pools({"specimens": 4})
    >>> game.spec, len(game.secrets), game.question_count
    ('pools(specimens=4,rate=0.05)', 16, 15)
    >>> pool = game.parse_code("A+C")
    >>> [game.format_response(game.respond(pool, game.parse_secret(text))) for text in ("none", "B+D", "C+D")]
    ['negative', 'negative', 'positive']
    """

    name = "pools"
    kernel = "rows"
    announces = True
    response_count = len(_ANSWERS)
    parameters = (
        Parameter("specimens", int, None, "how many specimens there are", low=2, high=MOST_SPECIMENS, size=True),
        Parameter("rate", str, None, "the chance that a specimen is positive (0.05 if none is given)"),
        Parameter("rates", str, None, "a CSV file: specimens, each with its rate"),
        Parameter("most", int, None, "the most specimens in a pool", low=1, high=MOST_SPECIMENS),
        *PARAMETERS,
    )
    secrets: range

    def __init__(self, values: dict[str, Value], lines: Sequence[str] | None = None) -> None:
        self.values = {parameter.name: parameter.default for parameter in self.parameters} | values
        self._lines = None if lines is None else tuple(lines)
        count = self.values["specimens"]
        rates = self._from_file() if self.values["rates"] is not None else self._of_one_rate()
        self.rates: tuple[Fraction, ...] = tuple(rates)
        """The chance that each specimen is positive."""
        if not 2 <= len(self.rates) <= MOST_SPECIMENS or (count is not None and count != len(self.rates)):
            wanted = f"2 to {MOST_SPECIMENS}" if count is None else str(count)
            raise SpecError(f"{self.name}: expected {wanted} specimens, got {len(self.rates)}")
        self.values["specimens"] = len(self.rates)
        most = self.values["most"]
        if most is not None and int(most) >= len(self.rates):
            most = self.values["most"] = None
        self.most = len(self.rates) if most is None else int(most)
        """The most specimens in a pool."""
        self.secrets = range(1 << len(self.rates))
        with told_at(self.name):
            errors = read_errors(self.values)
        self._answers = None
        if errors is not None:
            self.erring, self._answers = errors
            self.several = True
        times = 1 if self.erring is None else self.erring.questions
        some = [bits for bits in self.secrets if 0 < bits.bit_count() <= self.most]
        if times * len(some) > _MOST_QUESTIONS:
            raise SpecError(
                f"{self.name}: {len(some)} pools by {times} tests: expected at most {_MOST_QUESTIONS} together"
            )
        pools = [Pool(bits, before) for before in range(times) for bits in some]
        self._places = {pool: place for place, pool in enumerate(pools)}
        self.guesses: Sequence[Code] = WithAnnouncements(pools, self.secrets)
        self.shares = tuple((rate.denominator - rate.numerator, rate.numerator) for rate in self.rates)
        """For each specimen whole numbers in the proportion of its chances of being negative and positive."""
        weights = [1]
        for negative, positive in self.shares:
            weights += [weight * positive for weight in weights]
            weights[: len(weights) // 2] = [weight * negative for weight in weights[: len(weights) // 2]]
        self.weights, unit = in_whole_numbers([Fraction(weight) for weight in weights])
        self.weight_unit = unit / math.prod(map(sum, self.shares))
        self.check_size()

    def _of_one_rate(self) -> list[Fraction]:
        if self.values["specimens"] is None:
            raise SpecError(
                f"{self.name}: expected how many specimens there are, or a file of rates: pools(8,rate=0.05)"
            )
        self.names_of = [chr(ord("A") + place) for place in range(int(self.values["specimens"]))]
        text = "0.05" if self.values["rate"] is None else str(self.values["rate"])
        with told_at(f"{self.name}: rate"):
            rate = _read_rate(text)
        self.values["rate"] = text
        return [rate] * int(self.values["specimens"])

    def _from_file(self) -> list[Fraction]:
        path = str(self.values["rates"])
        if self.values["rate"] is not None:
            raise SpecError(f"{self.name}: expected rate or rates, got both")
        with told_at(path):
            if self._lines is None:
                self._lines = tuple(_read_lines(path))
                self.values["rates"] = label_of(path)
            cells = [line.split("\t") for line in self._lines]
            self.names_of = [row[0] for row in cells]
            for place, name in enumerate(self.names_of):
                if not _NAME.fullmatch(name) or name.lower() in (NONE, "pool"):
                    raise SpecError(f"expected a name of letters and digits, got {quoted(shortened(name))}")
                if name.lower() in map(str.lower, self.names_of[:place]):
                    raise SpecError(f"the specimen {name} stands there twice")
            return [_read_rate(row[1]) for row in cells]

    @classmethod
    def restore(cls, values: dict[str, Value], payload: bytes | None) -> Self:
        """The game of packed rates; raises :class:`~strategist.common.errors.SpecError` if there are none."""
        if (payload is None) != (values.get("rates") is None):
            raise SpecError(f"{cls.name}: expected {'no rates' if payload is not None else 'rates'} in the file")
        if payload is None:
            return cls(values)
        lines = [line.removesuffix("\n") for line in split_lines(unpack_text(payload, _KIND))]
        if any(line.count("\t") != 1 for line in lines):
            raise SpecError(f"{cls.name}: expected a name and a rate in each line of the packed rates")
        return cls(values, lines)

    def payload(self) -> bytes | None:
        """The names and the rates, packed, where they come from a file."""
        return None if self._lines is None else pack(self._lines)

    def digest(self) -> bytes:
        """SHA-256 over the names, the rates, how tests err, and the most specimens in a pool, by which pools are
        numbered."""
        told = [self.name, str(self.most), *self.names_of, *map(str, self.rates)]
        if self._answers is not None:
            told += [str(self.values[each.name]) for each in PARAMETERS]
        return hashlib.sha256("\n".join(told).encode()).digest()

    def index_of(self, bits: int, before: int = 0) -> int:
        """The index in ``guesses`` of the pool of these specimens, tested so often before."""
        return self._places[Pool(bits, before)]

    def respond(self, guess: Code, secret: int) -> int:
        """Whether one of the pool is positive, which a test that may err does not tell; of an announcement, whether it
        is right."""
        if isinstance(guess, Announcement):
            return SOLVED if guess.secret == secret else NEGATIVE
        found = self.answers(guess, secret)
        if len(found) > 1:
            raise ResponseError(f"{self.spec}: the test of {self.format_code(guess)} may err: expected its answer")
        return found[0].response

    def answers(self, guess: Code, secret: int) -> Sequence[Answer]:
        """What a test may say, with its chances: one answer, unless tests err; of an announcement, whether it is
        right."""
        if isinstance(guess, Announcement):
            return (_CERTAIN[SOLVED if guess.secret == secret else NEGATIVE],)
        positive = bool(guess.bits & secret)
        return (_CERTAIN[positive],) if self._answers is None else self._answers[positive]

    def row(self, guess: int) -> array[int]:
        """The responses of all sets to the guess with this index: for the row kernel."""
        asked = self.guesses[guess]
        return array("B", (self.respond(asked, secret) for secret in self.secrets))

    def named(self, guess: Code) -> Code:
        """The pool itself, or the set that an announcement names."""
        return guess.secret if isinstance(guess, Announcement) else guess

    def _bits(self, text: str) -> int:
        places = {name.lower(): place for place, name in enumerate(self.names_of)}
        bits = 0
        for name in re.split("[+,]", text):
            if name.lower() not in places:
                names = ", ".join(self.names_of)
                raise CodeError(f"{self.spec}: {quoted(text)}: expected specimens of {names}, such as {self._text(3)}")
            bits |= 1 << places[name.lower()]
        return bits

    def _text(self, bits: int, between: str = "+") -> str:
        return between.join(name for place, name in enumerate(self.names_of) if bits >> place & 1) or NONE

    def parse_code(self, text: str) -> Code:
        """The pool or the announcement that ``text`` spells: ``A+B``, ``pool A, B``, ``=A+B``, ``=none``; raises
        :class:`~strategist.common.errors.CodeError` if there is none."""
        if text.strip().startswith("="):
            return Announcement(self.parse_secret(text))
        plain = "".join(re.sub(r"^\s*pool\s", "", text, flags=re.IGNORECASE).split())
        names, again, number = plain.partition(_AGAIN)
        bits = self._bits(names)
        if bits.bit_count() > self.most:
            raise CodeError(f"{self.spec}: {quoted(text)}: expected at most {self.most} specimens in a pool")
        times = 1 if self.erring is None else self.erring.questions
        which = int(number) if re.fullmatch("[0-9]{1,4}", number) else 0 if again else 1
        if not 1 <= which <= times:
            raise CodeError(f"{self.spec}: {quoted(text)}: expected test 1 to {times} of a pool, as in {names}#1")
        return Pool(bits, which - 1)

    def parse_history(self, text: str) -> History:
        """See :meth:`~strategist.model.game.Game.parse_history`. Where tests err, a pool that stands there again
        without a number is the next test of it."""
        if self.erring is None:
            return super().parse_history(text)
        seen: dict[str, int] = {}
        items = []
        for item in text.split():
            pool, colon, response = item.partition(":")
            name = "+".join(sorted(pool.lower().split("+")))
            seen[name] = seen.get(name, 0) + 1
            again = f"{_AGAIN}{seen[name]}" if seen[name] > 1 and _AGAIN not in pool else ""
            items.append(f"{pool}{again}{colon}{response}")
        return super().parse_history(" ".join(items))

    def format_code(self, code: Code) -> str:
        """A pool by its specimens, ``A+B``; an announcement with its sign, ``=A+B``."""
        if isinstance(code, Announcement):
            return f"={self._text(code.secret)}"
        return self._text(code) if isinstance(code, int) else self._text(code.bits) + self._again(code)

    def _again(self, pool: Pool) -> str:
        return f"{_AGAIN}{pool.before + 1}" if pool.before else ""

    def shown_code(self, code: Code) -> str:
        """A pool as a technician reads it: ``pool A, B``."""
        if not isinstance(code, Pool):
            return self.format_code(code)
        return f"pool {self._text(code.bits, ', ')}{self._again(code)}"

    def parse_secret(self, text: str) -> int:
        """The set that ``text`` spells, ``A+B`` or ``none``; raises :class:`~strategist.common.errors.CodeError`."""
        plain = "".join(text.split()).removeprefix("=")
        return 0 if plain.lower() == NONE else self._bits(plain)

    def format_secret(self, code: Code) -> str:
        """The specimens of a set that is hidden, or that an announcement names; ``none``."""
        return self._text(self.named(code))

    def shown_secret(self, code: Code) -> str:
        """The specimens that are positive: ``A, B``; ``none``."""
        return self._text(self.named(code), ", ")

    def parse_response(self, text: str) -> int:
        """The answer that ``text`` means; raises :class:`~strategist.common.errors.ResponseError` if there is none."""
        answer = _READ.get(text.strip().lower())
        if answer is None:
            raise ResponseError(f"{self.spec}: response {quoted(text)}: expected positive or negative")
        return answer

    def format_response(self, response: int) -> str:
        """``negative``, ``positive``, or ``known`` for a right announcement."""
        return _ANSWERS[response]
