"""Mastermind, Bulls and Cows, and their black-peg forms.

All of them share one rule. *Blacks* (bulls) are the positions in which guess and secret agree. Blacks and *whites*
(cows) together are the symbols that they share, each counted as often as it occurs in both (the sum over the symbols of
the smaller of the two counts).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from fractions import Fraction
from operator import eq
from typing import TYPE_CHECKING, ClassVar

from strategist.common.errors import CodeError, SpecError, TooLargeError
from strategist.common.quoting import quoted
from strategist.games.every_game.announcements import GOAL, KNOWN, Announcement, CodeGame
from strategist.games.pegs.alphabet import Alphabet
from strategist.games.pegs.codes import CodeSpace, PegCode
from strategist.games.pegs.notation import Notation, PairTexts, peg_pairs
from strategist.model.game import Bulk, Code, History, Piece, Symmetry
from strategist.model.spec import Parameter, Value

if TYPE_CHECKING:
    from strategist.games.pegs.bulk_pegs import ManyPegs

MOST_CODES = 2**31 - 1
"""Indices of codes are stored as 32-bit integers everywhere."""

_MOST_PEGS_BY_PLACE, _MOST_SYMBOLS_BY_PLACE = 7, 256
"""Of more positions the search does not know all permutations, and a symbol at its place is a byte."""

_COMMON = (
    Parameter("alphabet", str, "auto", "symbols that spell the codes: digits, letters, or the symbols themselves"),
    Parameter("feedback", str, "both", "black: whites are not told", choices=("both", "black")),
    Parameter("turns", int, None, "guesses after which the secret is lost", low=1, high=1000),
    GOAL,
)


def _pegs(low: int, high: int) -> Parameter:
    return Parameter("pegs", int, 4, "symbols in a code", low=low, high=high, size=True)


class PegGame(CodeGame):
    """A game of codes of ``pegs`` symbols, answered in blacks and whites.

    >>> game = Mastermind({"pegs": 4, "colors": 6})
    >>> game.spec, len(game.secrets), game.response_count
    ('mastermind(pegs=4,colors=6)', 1296, 14)
    >>> guess, secret = game.parse_code("1122"), game.parse_code("1213")
    >>> game.format_response(game.respond(guess, secret))
    '1b2w'
    >>> known = Mastermind({"goal": "identify"})
    >>> known.format_response(known.respond(secret, secret)), known.format_code(known.guesses[-1])
    ('4b0w', '=6666')
    """

    kernel = "pegs"
    nothing_right = 0
    repeats: ClassVar[bool]
    sizes: ClassVar[str]
    """The parameter that holds the number of symbols."""
    by_place: bool
    """Whether symbols may have other names at each position: where they may repeat, and blacks alone are told."""
    first_digit: ClassVar[str]
    notation: ClassVar[Notation]

    def __init__(self, values: dict[str, Value]) -> None:
        self.values = {parameter.name: parameter.default for parameter in self.parameters} | values
        self.pegs = int(self.values["pegs"] or 0)
        self.symbols = int(self.values[self.sizes] or 0)
        self.whites = self.values["feedback"] == "both"
        self.turns = int(self.values["turns"] or 0) or None
        leading_zero = self.values.get("leading_zero", True) is True
        if not self.repeats and self.symbols < self.pegs:
            raise SpecError(
                f"{self.name}: {self.sizes} must be at least pegs={self.pegs} without repetition, got {self.symbols}"
            )
        if not leading_zero and self.symbols < 2:
            raise SpecError(f"{self.name}: no code is left without a leading zero")
        self.alphabet = Alphabet.of(str(self.values["alphabet"]), self.symbols, first=self.first_digit)
        space = CodeSpace(self.pegs, self.symbols, repeats=self.repeats, leading_zero=leading_zero)
        if space.length > MOST_CODES:
            raise TooLargeError(f"{self.spec} has {space.length} codes: expected at most {MOST_CODES}")
        self.secrets: Sequence[PegCode] = space
        self.guesses: Sequence[Code] = space
        self._space = space
        self._bulk: ManyPegs | None = None
        self.pairs = self._pairs()
        self.response_count = len(self.pairs)
        self._texts = PairTexts(self.notation, self.pairs)
        self.settle_goal()
        fixed = 0 if leading_zero else 1
        self._plain = Symmetry(
            positions=(tuple(range(fixed, self.pegs)),), symbols=(tuple(range(fixed, self.symbols)),)
        )
        few = self.pegs <= _MOST_PEGS_BY_PLACE and self.pegs * self.symbols <= _MOST_SYMBOLS_BY_PLACE
        self.by_place = few and self.repeats and not self.whites
        self.symmetry = self._symmetry_by_place() if self.by_place else self._plain

    def _symmetry_by_place(self) -> Symmetry:
        """The symbols of a position are alike, and go with it where positions are exchanged."""
        places = range(self.pegs)
        symbols = tuple(tuple(range(place * self.symbols, (place + 1) * self.symbols)) for place in places)
        exchanges = ((*range(place), place + 1, place, *range(place + 2, self.pegs)) for place in places[:-1])
        return Symmetry(positions=(), symbols=symbols, moves=tuple((each, each) for each in exchanges))

    def spelled(self, code: PegCode) -> Sequence[int]:
        """The symbols of a code; where they may have other names :attr:`by_place`, numbered from place to place."""
        if not self.by_place:
            return code
        return tuple(place * self.symbols + symbol for place, symbol in enumerate(code))

    @property
    def code_symmetry(self) -> Symmetry | None:
        """The part of the symmetry that gives symbols the same new names at all positions."""
        return self._plain if self.by_place else self.symmetry

    def weigh(
        self,
        chances: Sequence[Fraction] | None = None,
        costs: Sequence[Fraction] | None = None,
        digits: int | None = None,
    ) -> None:
        """Give the secrets chances and the questions costs: they rarely leave symbols alike by place."""
        self.symmetry, self.by_place = self.code_symmetry, False
        super().weigh(chances, costs, digits)

    def _pairs(self) -> tuple[tuple[int, int | None], ...]:
        """(blacks, whites) of each response: by their sum, then by blacks; all blacks are last."""
        if not self.whites:
            return tuple((blacks, None) for blacks in range(self.pegs + 1))
        return peg_pairs(self.pegs)

    def respond(self, guess: PegCode | Announcement, secret: PegCode) -> int:
        """The response to ``guess`` when ``secret`` is hidden: blacks, and whites where the game tells them."""
        if isinstance(guess, Announcement):
            return self.respond_to_announcement(guess, secret)
        blacks: int = sum(map(eq, guess, secret))
        if not self.whites:
            return blacks
        if not self.repeats:
            total = len(set(guess).intersection(secret))
        else:
            total = sum([min(guess.count(symbol), secret.count(symbol)) for symbol in set(guess)])
        # The number of pairs before (blacks, total) in the triangle of _pairs, without the impossible one.
        return total * (total + 1) // 2 + blacks - (blacks == self.pegs)

    def bulk(self) -> Bulk | None:
        """The rule for many codes at once, by NumPy; None for codes that are too large for it."""
        from strategist.games.pegs.bulk_pegs import ManyPegs

        # A copy of this game may have other codes.
        if ManyPegs.fits(self) and (self._bulk is None or self._bulk.codes is not self.secrets):
            self._bulk = ManyPegs(self)
        return self._bulk

    def parse_code(self, text: str) -> PegCode | Announcement:
        """The code or announcement that ``text`` spells; raises :class:`~strategist.common.errors.CodeError` if there
        is none."""
        if (announcement := self.parse_announcement(text)) is not None:
            return announcement
        code = self.alphabet.read(text, self.spec)
        if len(code) != self.pegs:
            raise CodeError(f"{self.spec}: code {quoted(text)}: expected {self.pegs} symbols, got {len(code)}")
        if code not in self._space:
            why = "starts with a zero" if self.repeats or len(set(code)) == self.pegs else "repeats a symbol"
            raise CodeError(f"{self.spec}: code {quoted(text)} {why}, which this game does not allow")
        return code

    def format_code(self, code: PegCode | Announcement) -> str:
        """``code`` in the alphabet of the game; an announcement with its sign."""
        return self.format_announcement(code) if isinstance(code, Announcement) else self.alphabet.write(code)

    def pieces(self, code: PegCode | Announcement) -> list[Piece]:
        """A piece for each symbol, in its color."""
        return [Piece(self.alphabet.symbols[symbol], symbol) for symbol in self.named(code)]

    def parse_response(self, text: str) -> int:
        """The response that ``text`` means; raises :class:`~strategist.common.errors.ResponseError` if there
        is none."""
        return self.response_count - 1 if self.means_known(text) else self._texts.read(text, self.spec)

    def format_response(self, response: int) -> str:
        """``response`` in the notation of the game, or ``known`` for the response to an announcement."""
        return KNOWN if self.is_known(response) else self._texts.texts[response]

    def digest(self) -> bytes:
        """SHA-256 over all codes in their order."""
        return hashlib.sha256(self._space.index_bytes()).digest()


class Mastermind(PegGame):
    """Codes of colored pegs; a color may stand more than once."""

    name = "mastermind"
    look = "pegs"
    sizes = "colors"
    first_digit = "1"
    repeats = True
    notation = Notation("b", "w")
    parameters = (
        _pegs(1, 20),
        Parameter("colors", int, 6, "different symbols", low=1, high=200, size=True),
        *_COMMON,
    )

    def reductions(self) -> Iterator[History]:
        """Where blacks alone are told: one guess after the other of one color, none of which is right anywhere.

        With blacks alone, the colors may have other names at each position. Of the codes with one of a few colors at
        each position, those that have nothing in common with a guess have at least one color less to choose from at
        each. So after k such guesses there are still codes of c - k colors, whatever the guesses were, and all of the
        other colors are alike.
        """
        if self.whites or self.restricts or self.lies or self.turns is not None or self.secrets is not self._space:
            return
        moves = [((color,) * self.pegs, 0) for color in range(self.symbols - 1)]
        for count in range(len(moves), 0, -1):
            yield tuple(moves[:count])


class BullsAndCows(PegGame):
    """Codes in which no symbol stands twice."""

    name = "bulls-and-cows"
    sizes = "symbols"
    first_digit = "0"
    repeats = False
    notation = Notation("b", "c")
    parameters = (
        _pegs(1, 20),
        Parameter("symbols", int, 10, "different symbols", low=1, high=200, size=True),
        Parameter("leading_zero", bool, True, "whether the first symbol may be the zero"),
        *_COMMON,
    )


class AB(BullsAndCows):
    """Bulls and Cows in A/B notation: A for right, B for misplaced."""

    name = "ab"
    notation = Notation("a", "b")
