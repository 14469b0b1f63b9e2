"""The marks of Fibble: in every row but the winning one, exactly one mark is false, and which one is not told.

Fibble (K. and R. Garfield, 2022; coded by K. Dornhaus, https://fibble.xyz) is Wordle but for this. The rules are those
of its source, https://github.com/6zs/fibble at commit fdcbc5f:

* For each row, ``makePuzzle`` draws the place of the false mark and which of the two other marks stands there. Neither
  depends on the word that is guessed, so any place and either mark may be met in any row.
* ``tellfib`` spares no mark: four greens may be shown as five. What wins is the word, not its colors (``doWinOrLose``),
  so play just goes on after a row of greens that is false. Four greens and a yellow may be shown, too.
* The winning row is shown as it is.
* There are nine rows (``maxGuesses``). The first holds a word of the site's own, drawn at random.
* A word that stands in a row already is refused.

What differs here: every row is the player's to choose, and no number of rows is set. A word may be guessed again: what
is false in its row is drawn for that row, as in any other. So what is proven impossible here is impossible there, and a
strategy that repeats no word can be played there.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from strategist.common.errors import ResponseError
from strategist.common.quoting import quoted
from strategist.games.words.word_marks import GREEN, Wordle, wordle_marks

_FALSE_GREENS = "~"
"""Behind a row of greens: one of them is false, and the game goes on."""


@lru_cache(maxsize=1 << 16)
def _one_mark_changed(row: int, letters: int) -> tuple[int, ...]:
    marks = [(3**place, row // 3**place % 3) for place in range(letters)]
    return tuple(sorted(row + (other - mark) * unit for unit, mark in marks for other in {0, 1, 2} - {mark}))


class Fibble(Wordle):
    """Wordle's marks, of which exactly one is false, unless the guess is the secret.

    A response is what is shown, a number in base 3 as in Wordle; all are possible. The number with all digits green is
    the row of greens of which one is false, ``ggggg~``. The number after it, the last one, is the winning row.

    >>> fibble = Fibble(3)
    >>> fibble.write(fibble.respond("ape", "bee")), fibble.write(fibble.respond("ape", "ape"))
    ('--g', 'ggg')
    >>> [fibble.write(row) for row in fibble.shown(fibble.respond("ape", "bee"))]
    ['---', '--y', '-yg', '-gg', 'y-g', 'g-g']
    >>> [fibble.write(row) for row in fibble.shown(fibble.respond("ape", "ace"))]
    ['--g', 'y-g', 'g--', 'g-y', 'gyg', 'ggg~']
    """

    def __init__(self, letters: int) -> None:
        super().__init__(letters)
        self.response_count += 1

    def respond(self, guess: Sequence[str], secret: Sequence[str]) -> int:
        """The true row: a number in base 3, or the last response if ``guess`` is the secret."""
        return self.response_count - 1 if guess == secret else super().respond(guess, secret)

    def shown(self, truth: int) -> tuple[int, ...]:
        """The rows that may be shown where ``truth`` is the true one, ascending: those with one mark changed; the
        winning row itself."""
        return (truth,) if truth == self.response_count - 1 else _one_mark_changed(truth, self.letters)

    def read(self, text: str, where: str) -> int:
        """The row that ``text`` means, a row of greens with ``~`` behind it if it does not win; raises
        :class:`~strategist.common.errors.ResponseError`, which names the game ``where``, if there is none.

        >>> [Fibble(5).read(text, "words") for text in ("gggyg", "🟩🟩🟩🟩🟩", "ggggg~")]
        [239, 243, 242]
        """
        plain = text.strip()
        denied = plain.endswith(_FALSE_GREENS)
        marks = self.read_marks(plain.removesuffix(_FALSE_GREENS), text, where)
        greens = marks.count(GREEN) == self.letters
        if denied and not greens:
            raise ResponseError(
                f"{where}: response {quoted(text)}: expected {_FALSE_GREENS} only behind {'g' * self.letters}, to say "
                "that one of these is false"
            )
        if greens and not denied:
            return self.response_count - 1
        return int("".join(map(str, marks)), 3)

    def write(self, response: int) -> str:
        """A symbol for each letter, and ``~`` behind a row of greens that does not win."""
        return super().write(response) + _FALSE_GREENS * (response == self.response_count - 2)

    def each(self, response: int) -> list[int]:
        """The mark of each letter, from left to right, as it is shown."""
        return wordle_marks(min(response, self.response_count - 2), self.letters)
