"""The responses to a word: the feedback of Wordle, of word Mastermind and of Jotto.

The rules in this module are for one pair of words; :mod:`strategist.games.words.word_rows` applies them in bulk.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from operator import eq

from strategist.common.errors import ResponseError
from strategist.common.quoting import quoted
from strategist.games.pegs.notation import Notation, PairTexts, peg_pairs
from strategist.games.words.letters import MOST_LETTERS

GREY, YELLOW, GREEN = 0, 1, 2

_SYMBOLS = ("-0._xb⬛⬜", "y1🟨🟦🟪", "g2🟩🟧")
"""The symbols that are read as each mark; the first one is written."""

_MARK_OF = {symbol: mark for mark, symbols in enumerate(_SYMBOLS) for symbol in symbols}


class Marks(ABC):
    """One kind of feedback for words of ``letters`` letters. Responses are numbered, the solved one last."""

    most_letters = MOST_LETTERS
    """With more letters there would be more responses than fit in two bytes."""
    response_count: int

    def __init__(self, letters: int) -> None:
        self.letters = letters

    @abstractmethod
    def respond(self, guess: Sequence[str], secret: Sequence[str]) -> int:
        """The response to ``guess`` when ``secret`` is hidden."""

    @abstractmethod
    def read(self, text: str, where: str) -> int:
        """The response that ``text`` means; raises :class:`~strategist.common.errors.ResponseError`, which names
        the game ``where``, if there is none."""

    @abstractmethod
    def write(self, response: int) -> str:
        """``response`` in its one written form."""

    def each(self, response: int) -> list[int] | None:
        """The mark of each letter; None if responses have no marks of letters."""
        return None


class Wordle(Marks):
    """Green for a letter in its place, yellow for one that stands elsewhere, grey for one that is not there (again).

    Each letter of the secret accounts for one mark: first the letters in place, then, from left to right, each yellow
    uses one copy that is left over. A response is a number in base 3 with a digit for each letter, the first letter
    first: grey 0, yellow 1, green 2. The numbers with one yellow and all others green never occur.

    >>> wordle = Wordle(5)
    >>> wordle.write(wordle.respond("speed", "erase"))
    'y-yy-'
    >>> [wordle.write(wordle.read(text, "words")) for text in ("🟨⬜🟨🟨⬜", "Y.YY.", "10110")]
    ['y-yy-', 'y-yy-', 'y-yy-']
    """

    most_letters = 10

    def __init__(self, letters: int) -> None:
        super().__init__(letters)
        self.response_count = 3**letters

    def respond(self, guess: Sequence[str], secret: Sequence[str]) -> int:
        """The response to ``guess`` when ``secret`` is hidden: a mark for each letter, as a number in base 3."""
        left = [hidden for asked, hidden in zip(guess, secret, strict=True) if asked != hidden]
        number = 0
        for asked, hidden in zip(guess, secret, strict=True):
            number *= 3
            if asked == hidden:
                number += GREEN
            elif asked in left:
                left.remove(asked)
                number += YELLOW
        return number

    def read(self, text: str, where: str) -> int:
        """The response that ``text`` means; raises :class:`~strategist.common.errors.ResponseError`, which names
        the game ``where``, if there is none."""
        marks = self.read_marks(text, text, where)
        if marks.count(GREEN) == self.letters - 1 and YELLOW in marks:
            raise ResponseError(f"{where}: response {quoted(text)} cannot be: beside greens alone, no letter is yellow")
        return int("".join(map(str, marks)), 3)

    def read_marks(self, marks: str, text: str, where: str) -> list[int]:
        """The mark of each letter that ``marks`` spells, in any of its forms; raises
        :class:`~strategist.common.errors.ResponseError`, which names the game ``where`` and quotes ``text``.

        >>> Wordle(3).read_marks("🟨-2", "🟨-2", "words")
        [1, 0, 2]
        """
        # Emoji are often followed by the selector of their colored form.
        plain = "".join(marks.split()).replace("\ufe0f", "").lower()
        if len(plain) != self.letters or not all(symbol in _MARK_OF for symbol in plain):
            example = self.write(min(5, self.response_count - 1))
            raise ResponseError(
                f"{where}: response {quoted(text)}: expected {self.letters} of g (green), y (yellow) and - (grey), "
                f"such as {example}"
            )
        return [_MARK_OF[symbol] for symbol in plain]

    def write(self, response: int) -> str:
        """A symbol for each letter: ``g`` for green, ``y`` for yellow, ``-`` for grey."""
        return "".join(_SYMBOLS[mark][0] for mark in self.each(response))

    def each(self, response: int) -> list[int]:
        """The mark of each letter, from left to right."""
        return wordle_marks(response, self.letters)


def wordle_marks(response: int, letters: int) -> list[int]:
    """The mark of each letter.

    >>> wordle_marks(5, letters=5) == [GREY, GREY, GREY, YELLOW, GREEN]
    True
    """
    return [response // 3**place % 3 for place in range(letters - 1, -1, -1)]


class Mastermind(Marks):
    """Blacks for letters in their place, whites for letters that stand elsewhere, as in Mastermind with pegs.

    >>> mastermind = Mastermind(5)
    >>> mastermind.write(mastermind.respond("speed", "erase"))
    '0b3w'
    """

    def __init__(self, letters: int) -> None:
        super().__init__(letters)
        self._texts = PairTexts(Notation("b", "w"), peg_pairs(letters))
        self.response_count = len(self._texts.texts)

    def respond(self, guess: Sequence[str], secret: Sequence[str]) -> int:
        """The response to ``guess`` when ``secret`` is hidden: blacks and whites."""
        blacks = sum(map(eq, guess, secret))
        return self.number(blacks, common_letters(guess, secret))

    def number(self, blacks: int, common: int) -> int:
        """The response with ``blacks`` blacks among ``common`` common letters."""
        return self._texts.number_of[blacks, common - blacks]

    def read(self, text: str, where: str) -> int:
        """The response that ``text`` means; raises :class:`~strategist.common.errors.ResponseError`, which names
        the game ``where``, if there is none."""
        return self._texts.read(text, where)

    def write(self, response: int) -> str:
        """Blacks and whites, as in ``1b2w``."""
        return self._texts.texts[response]


class Jotto(Marks):
    """The number of letters that both words have, wherever they stand: ``0`` to the length, or ``solved``.

    A letter counts as often as it occurs in both. An anagram of the secret has all its letters but is not the secret,
    so the secret itself gets a response of its own, the last one.

    >>> jotto = Jotto(5)
    >>> [jotto.write(jotto.respond(guess, "loyal")) for guess in ("alloy", "total", "loyal")]
    ['5', '3', 'solved']
    """

    _solved_texts = ("solved", "right", "=", "jotto")

    def __init__(self, letters: int) -> None:
        super().__init__(letters)
        self.response_count = letters + 2

    def respond(self, guess: Sequence[str], secret: Sequence[str]) -> int:
        """The number of common letters; the last response if the guess is the secret."""
        return self.response_count - 1 if guess == secret else common_letters(guess, secret)

    def read(self, text: str, where: str) -> int:
        """The response that ``text`` means; raises :class:`~strategist.common.errors.ResponseError`, which names
        the game ``where``, if there is none."""
        plain = text.strip().lower()
        if plain in self._solved_texts:
            return self.response_count - 1
        if plain.isdecimal() and len(plain) <= len(str(self.letters)) and int(plain) <= self.letters:
            return int(plain)
        raise ResponseError(f"{where}: response {quoted(text)}: expected a number from 0 to {self.letters}, or solved")

    def write(self, response: int) -> str:
        """The number of common letters, or ``solved``."""
        return self._solved_texts[0] if response == self.response_count - 1 else str(response)


def common_letters(guess: Sequence[str], secret: Sequence[str]) -> int:
    """The number of letters that both have, each counted as often as it occurs in both.

    >>> common_letters("geese", "elegy")
    3
    """
    return sum([min(guess.count(letter), secret.count(letter)) for letter in set(guess)])
