"""Grand Mastermind: every peg has a color and a shape.

A code is a row of pegs, each of one of ``colors`` colors and one of ``shapes`` shapes, and any peg may stand any number
of times. The response counts three classes, and each peg of the guess and of the secret is used up by one of them at
most. They take their pegs in this order:

1. *black*: the pegs that agree in color and shape with the peg in the same place. Both pegs are used up.
2. *white*: the pegs that agree in color and shape with a peg in another place. From left to right, each peg of the
   guess that is left takes the leftmost equal peg of the secret that is left. Both are used up.
3. *half*: the places in which neither peg is used up, and the two agree in color or in shape. (Agreeing in both, they
   would be a black.)

So ``A1B2`` against ``A2B2`` is ``1b0w1h``, and ``A1A2`` against ``A2B2`` is ``0b1w0h``, the white being the ``A2`` of
both: in the first place the color agrees, but that peg of the secret is used up; in the second the shape agrees, but
that peg of the guess is. What is right in one of the two, but in another place, is not told: ``A1B2`` against
``B3A4`` is ``0b0w0h``.

The published game is Invicta's Grand Mastermind of 1974, of four pegs with five colors and five shapes,
``grand-mastermind(4,5,5)``. Its three keys are the three classes above. The rest is our reading, for we know that game
from descriptions only: that no peg is used up twice, that whites go before halves, and that of equal pegs the leftmost
go first. This last point matters only where a white can choose: ``A1A1B1`` against ``B2A2A1`` is ``0b1w1h``, for the
left ``A1`` is the white, and the other stays and is half of ``A2``; mirrored, ``B1A1A1`` against ``A1A2B2`` is
``0b1w0h``.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from operator import eq

from strategist.common.errors import CodeError, ResponseError, TooLargeError
from strategist.common.quoting import listed, quoted
from strategist.games.every_game.announcements import GOAL, KNOWN, Announcement, CodeGame
from strategist.games.pegs.alphabet import LETTERS
from strategist.games.pegs.codes import CodeSpace, PegCode
from strategist.games.pegs.notation import MOST_CHARACTERS
from strategist.games.pegs.pegs import MOST_CODES
from strategist.model.game import Code, Piece, Symmetry
from strategist.model.spec import Parameter, Value

Keys = tuple[int, int, int]

_USED = -1
_MOST_PEGS_IN_BITS = 8
# Texts, not compiled: most programs that load this file never read such a response.
_NUMBERS = r"(\d{1,3})(?:\s*,\s*|\s+)(\d{1,3})(?:\s*,\s*|\s+)(\d{1,3})"
_LETTERS = r"[bwh]{1,99}"
_MARKS = r"(?:\s*+\d{1,3}+\s*+[bwh]\s*+,?)++"
_MARK = r"(\d{1,3})\s*([bwh])"


class GrandMastermind(CodeGame):
    """Mastermind in which each peg has a color and a shape: ``A1`` is color A, shape 1.

    A code is a tuple of kinds of pegs, ``color * shapes + shape``, counted from 0.

    >>> game = GrandMastermind({"pegs": 3, "colors": 2, "shapes": 2})
    >>> game.spec, len(game.secrets)
    ('grand-mastermind(pegs=3,colors=2,shapes=2)', 64)
    >>> guess, secret = game.parse_code("A1B1B2"), game.parse_code("A1B2A2")
    >>> game.format_response(game.respond(guess, secret))
    '1b1w0h'
    """

    name = "grand-mastermind"
    look = "pegs"
    nothing_right = 0
    parameters = (
        Parameter("pegs", int, 4, "pegs in a code", low=1, high=20, size=True),
        Parameter("colors", int, 2, "different colors, written as letters", low=1, high=26, size=True),
        Parameter("shapes", int, 2, "different shapes, written as digits", low=1, high=9, size=True),
        Parameter("turns", int, None, "guesses after which the secret is lost", low=1, high=1000),
        GOAL,
    )

    def __init__(self, values: dict[str, Value]) -> None:
        self.values = {parameter.name: parameter.default for parameter in self.parameters} | values
        self.pegs, self.colors, self.shapes = (int(self.values[key] or 0) for key in ("pegs", "colors", "shapes"))
        self.turns = int(self.values["turns"] or 0) or None
        kinds = self.colors * self.shapes
        space = CodeSpace(self.pegs, kinds, repeats=True)
        if space.length > MOST_CODES:
            raise TooLargeError(f"{self.spec} has {space.length} codes: expected at most {MOST_CODES}")
        self.secrets: Sequence[PegCode] = space
        self.guesses: Sequence[Code] = space
        self._space = space
        self._kinds = [f"{color}{shape}" for color in LETTERS[: self.colors] for shape in range(1, self.shapes + 1)]
        self._kind_of = {text: kind for kind, text in enumerate(self._kinds)}
        self._half = [[self._is_half(one, other) for other in range(kinds)] for one in range(kinds)]
        self.keys = self._possible_keys()
        self._response_of = {keys: response for response, keys in enumerate(self.keys)}
        self._texts = ["{}b{}w{}h".format(*keys) for keys in self.keys]
        self._response_of_text = {text: response for response, text in enumerate(self._texts)}
        self.response_count = len(self.keys)
        self.settle_goal()
        # The kernel marks the pegs of a code by the bits of a byte, and a response is a byte.
        self.kernel = "grand" if self.pegs <= _MOST_PEGS_IN_BITS and self.response_count <= 256 else None
        self.symmetry = self._symmetry()

    def _symmetry(self) -> Symmetry:
        """Colors are alike, and shapes. With as many of either, colors and shapes may be exchanged, all at once.

        Positions are not alike, as the leftmost peg goes first, but for the two of a code of two.
        """
        places = 2 * self.pegs
        exchange = tuple(place ^ 1 for place in range(places))
        moves = [(exchange, (1, 0))] if self.colors == self.shapes else []
        if self.pegs == 2:
            moves.append(((2, 3, 0, 1), (0, 1)))
        colors = tuple(range(self.colors))
        shapes = tuple(range(self.colors, self.colors + self.shapes))
        return Symmetry(positions=(), symbols=(colors, shapes), moves=tuple(moves))

    def spelled(self, code: PegCode) -> tuple[int, ...]:
        """The color and the shape of each peg as symbols; shapes are numbered after the colors."""
        return tuple(symbol for kind in code for symbol in (kind // self.shapes, self.colors + kind % self.shapes))

    def _is_half(self, one: int, other: int) -> bool:
        """Whether two different kinds of pegs share the color or the shape."""
        return one != other and (one // self.shapes == other // self.shapes or one % self.shapes == other % self.shapes)

    def _possible_keys(self) -> list[Keys]:
        """(blacks, whites, halves) of each response, ascending; all blacks are last."""
        counts = range(self.pegs + 1)
        return [
            (blacks, whites, halves)
            for blacks in counts
            for whites in counts
            for halves in counts
            # A lone white uses up the pegs of two places.
            if blacks + max(whites, 2 * (whites > 0)) + halves <= self.pegs
        ]

    def respond(self, guess: PegCode | Announcement, secret: PegCode) -> int:
        """The response to ``guess`` when ``secret`` is hidden: blacks, whites and halves."""
        if isinstance(guess, Announcement):
            return self.respond_to_announcement(guess, secret)
        blacks = sum(map(eq, guess, secret))
        shared = sum([min(guess.count(kind), secret.count(kind)) for kind in set(guess).intersection(secret)])
        whites = shared - blacks
        half = self._half
        if whites:
            guess, secret = _without_whites(guess, secret)
        # Of a place that is used up nothing is left, or a negative number: see _without_whites.
        halves = sum([one >= 0 and other >= 0 and half[one][other] for one, other in zip(guess, secret, strict=True)])
        return self._response_of[blacks, whites, halves]

    def parse_code(self, text: str) -> PegCode | Announcement:
        """The code or announcement that ``text`` spells; raises :class:`~strategist.common.errors.CodeError` if there
        is none."""
        if (announcement := self.parse_announcement(text)) is not None:
            return announcement
        stripped = text.strip().upper()
        code = []
        for at in range(0, len(stripped), 2):
            kind = self._kind_of.get(stripped[at : at + 2])
            if kind is None:
                raise CodeError(
                    f"{self.spec}: code {quoted(text)}: expected pegs from {self._kinds[0]} to {self._kinds[-1]}, "
                    f"got {stripped[at : at + 2]!r}"
                )
            code.append(kind)
        if len(code) != self.pegs:
            raise CodeError(f"{self.spec}: code {quoted(text)}: expected {self.pegs} pegs, got {len(code)}")
        return tuple(code)

    def format_code(self, code: PegCode | Announcement) -> str:
        """The color and the shape of each peg, as in ``A1B2``; an announcement with its sign."""
        if isinstance(code, Announcement):
            return self.format_announcement(code)
        return "".join([self._kinds[kind] for kind in code])

    def pieces(self, code: PegCode | Announcement) -> list[Piece]:
        """A piece for each peg, in its color."""
        return [Piece(self._kinds[kind], kind // self.shapes) for kind in self.named(code)]

    def parse_response(self, text: str) -> int:
        """The response that ``text`` means; raises :class:`~strategist.common.errors.ResponseError` if there
        is none."""
        if self.means_known(text):
            return self.response_count - 1
        # The canonical form is what programs send, move after move.
        response = self._response_of_text.get(text)
        if response is None:
            response = self._response_of.get(_read_keys(text))
        if response is None:
            raise ResponseError(
                f"{self.spec}: response {quoted(text)} cannot be: expected one of {listed(self._texts, 99)}"
            )
        return response

    def format_response(self, response: int) -> str:
        """``response`` as in ``1b0w1h``, or ``known`` for the response to an announcement."""
        return KNOWN if self.is_known(response) else self._texts[response]

    def digest(self) -> bytes:
        """SHA-256 over all codes in their order."""
        return hashlib.sha256(self._space.index_bytes()).digest()


def _without_whites(guess: PegCode, secret: PegCode) -> tuple[PegCode, PegCode]:
    """The two codes with a negative number for every peg that a white uses up."""
    left, kept = list(guess), list(secret)
    for place, kind in enumerate(guess):
        if kind == secret[place]:
            continue
        for other, its_kind in enumerate(kept):
            if its_kind == kind != guess[other]:
                left[place] = kept[other] = _USED
                break
    return tuple(left), tuple(kept)


def _read_keys(text: str) -> Keys:
    """Blacks, whites and halves as people write them: ``2b1w1h``, ``bbwh``, ``2 1 1``, ``2,1,1``.

    >>> _read_keys("1h 2b"), _read_keys("2, 1, 1")
    ((2, 0, 1), (2, 1, 1))
    """
    plain = text.strip().lower() if len(text) <= MOST_CHARACTERS else ""
    if numbers := re.fullmatch(_NUMBERS, plain):
        return int(numbers[1]), int(numbers[2]), int(numbers[3])
    if re.fullmatch(_LETTERS, plain):
        return plain.count("b"), plain.count("w"), plain.count("h")
    marks = re.findall(_MARK, plain)
    counts = {letter: int(number) for number, letter in marks}
    if not re.fullmatch(_MARKS, plain) or len(counts) != len(marks):
        raise ResponseError(f"response {quoted(text)}: expected keys such as 0b1w2h or three numbers such as '0 1 2'")
    return counts.get("b", 0), counts.get("w", 0), counts.get("h", 0)
