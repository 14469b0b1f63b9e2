"""Games of words: Wordle, word Mastermind, Jotto.

The secret is one of the answers; what may be guessed is any answer and any word of a second list. Three kinds of
feedback exist (see :mod:`strategist.games.wordmarks`). With ``hard=true``, Wordle's hard mode, what was revealed must
be used: a green letter stays in its place, and a word holds each letter at least as often as it was green or yellow in
any one guess before. No more is asked, as in the original: a yellow letter may be tried in the same place again, and a
grey one anywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, Self, overload

from strategist.errors import CodeError, SpecError
from strategist.game import Game, History, Piece, Revealed
from strategist.games.texts import label_of
from strategist.games.wordlists import Lists, WordList, fold, read_lists, unpack_lists
from strategist.games.wordmarks import GREEN, GREY, Jotto, Marks, Mastermind, Wordle, wordle_marks
from strategist.quoting import quoted
from strategist.spec import Parameter, Value

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from strategist.games.wordrows import Rows

_MARKS: dict[str, type[Marks]] = {"wordle": Wordle, "mastermind": Mastermind, "jotto": Jotto}


class Words(Game):
    """Words of one length from plain-text lists: Wordle, word Mastermind, Jotto.

    A code is the word, composed and in lower case.

    >>> game = Words({}, Lists(["loyal", "alloy"], ["speed"]))
    >>> list(game.secrets), list(game.guesses)
    (['alloy', 'loyal'], ['alloy', 'loyal', 'speed'])
    >>> game.format_response(game.respond("alloy", "loyal"))
    'yyyyy'
    >>> hard = Words({"hard": True}, Lists(["loyal", "alloy"], ["speed"]))
    >>> list(hard.allowed(hard.parse_history("speed:-----"))), list(hard.allowed(hard.parse_history("speed:g----")))
    (['alloy', 'loyal', 'speed'], ['speed'])
    """

    name = "words"
    look = "tiles"
    parameters = (
        Parameter("answers", str, None, "a text file of the words that may be the secret"),
        Parameter("guesses", str, None, "a text file of words that may be guessed besides"),
        Parameter(
            "feedback",
            str,
            "wordle",
            "wordle: green, yellow, grey; mastermind: blacks and whites; jotto: the number of common letters",
            choices=tuple(_MARKS),
        ),
        Parameter("hard", bool, False, "whether guesses must use what was revealed, as in Wordle's hard mode"),
        Parameter("turns", int, None, "guesses after which the secret is lost", low=1, high=1000),
    )
    kernel = "rows"
    secrets: WordList
    guesses: WordList

    def __init__(self, values: dict[str, Value], lists: Lists | None = None) -> None:
        """The game of ``lists``, or of the words in the files. Of a file only the name is kept, as a label."""
        self.values = {parameter.name: parameter.default for parameter in self.parameters} | values
        paths = [None if path is None else str(path) for path in (self.values["answers"], self.values["guesses"])]
        for key, path in zip(("answers", "guesses"), paths, strict=True):
            self.values[key] = None if path is None else label_of(path)
        feedback = str(self.values["feedback"])
        self.hard = self.values["hard"] is True
        self.turns = int(self.values["turns"] or 0) or None
        if self.hard and feedback != "wordle":
            raise SpecError(f"{self.name}: hard=true needs feedback=wordle, got feedback={feedback}")
        self._lists = lists if lists is not None else read_lists(*paths)
        self.secrets, self.guesses = self._lists.secrets, self._lists.guesses
        letters, kind = len(self.secrets[0]), _MARKS[feedback]
        if letters > kind.most_letters:
            raise SpecError(
                f"{self.spec}: expected words of at most {kind.most_letters} letters with feedback={feedback}, "
                f"got words of {letters}"
            )
        self.marking = kind(letters)
        self.response_count = self.marking.response_count

    @classmethod
    def restore(cls, values: dict[str, Value], payload: bytes | None) -> Self:
        if payload is None:
            raise SpecError(f"{cls.name}: expected lists of words, got nothing")
        return cls(values, unpack_lists(payload))

    def payload(self) -> bytes:
        """The lists, packed: those of the package, too, which may change."""
        return self._lists.pack()

    def respond(self, guess: str, secret: str) -> int:
        return self.marking.respond(guess, secret)

    def row(self, guess: int) -> NDArray[Any]:
        """The responses of all secrets to the guess of this index, in the order of the secrets: for the row kernel."""
        return self._rows.row(self.guesses[guess])

    @cached_property
    def _rows(self) -> Rows:
        # Playing and verifying do without NumPy.
        from strategist.games.wordrows import make_rows

        return make_rows(self.secrets, self.marking)

    def parse_code(self, text: str) -> str:
        word = fold(text.strip())
        if word not in self.guesses:
            raise CodeError(
                f"{self.spec}: {quoted(text)} is not in the list: "
                f"expected one of {len(self.guesses)} words of {self.marking.letters} letters"
            )
        return word

    def format_code(self, code: str) -> str:
        return code

    def pieces(self, code: str) -> list[Piece]:
        return [Piece(letter) for letter in code]

    def marks(self, response: int) -> list[int] | None:
        return self.marking.each(response)

    def parse_response(self, text: str) -> int:
        return self.marking.read(text, self.spec)

    def format_response(self, response: int) -> str:
        return self.marking.write(response)

    def allowed(self, history: History) -> Sequence[str] | None:
        """In hard mode, the guesses that fit every move of ``history``; a longer history allows fewer.

        The ``in`` operator tests one word without listing them all.
        """
        if not self.hard or not history:
            return None
        return Fitting(self.guesses, [demand_of(guess, response) for guess, response in history])

    @property
    def restricts(self) -> bool:
        return self.hard

    def revealed(self) -> Revealed | None:
        return self._revealed if self.hard else None

    @cached_property
    def _revealed(self) -> Revealed:
        # Compiling asks more than once.
        number_of = {letter: number for number, letter in enumerate(sorted(set("".join(self.guesses))))}
        letters = self.marking.letters
        return Revealed(
            [[number_of[letter] for letter in word] for word in self.guesses],
            [wordle_marks(response, letters) for response in range(self.response_count)],
        )

    def fits(self, word: str, guess: str, response: int) -> bool:
        """Whether ``word`` may be guessed after ``guess`` was answered so; always, unless in hard mode.

        What :meth:`allowed` allows is what fits every move of a history, so that a longer one allows fewer words.

        >>> game = Words({"hard": True}, Lists(["abbey", "bobby", "ebony"]))
        >>> [word for word in game.secrets if game.fits(word, "bobby", game.parse_response("yyyyy"))]
        ['bobby']
        """
        return not self.hard or demand_of(guess, response).met_by(word)


class Demand(NamedTuple):
    """What one answered guess asks of all later ones in hard mode."""

    placed: tuple[tuple[int, str], ...]
    """Places and the letters that must stand there."""
    copies: tuple[tuple[str, int], ...]
    """Letters and how often each must stand somewhere at least."""

    def met_by(self, word: str) -> bool:
        """Whether ``word`` does all that is asked."""
        for place, letter in self.placed:
            if word[place] != letter:
                return False
        return all(word.count(letter) >= number for letter, number in self.copies)


@lru_cache(maxsize=1 << 14)
def demand_of(guess: str, response: int) -> Demand:
    """What ``guess``, answered by ``response`` of Wordle, asks.

    >>> demand_of("geese", Wordle(5).read("yg---", "words"))
    Demand(placed=((1, 'e'),), copies=(('e', 1), ('g', 1)))
    """
    marks = wordle_marks(response, len(guess))
    revealed = sorted(letter for letter, mark in zip(guess, marks, strict=True) if mark != GREY)
    return Demand(
        tuple((place, guess[place]) for place, mark in enumerate(marks) if mark == GREEN),
        tuple(Counter(revealed).items()),
    )


class Fitting(Sequence[str]):
    """The words that meet some demands, in order; listed only when it has to be.

    >>> words = Fitting(WordList(["ape", "bee", "cat"]), [Demand(((2, "e"),), ())])
    >>> "cat" in words, list(words)
    (False, ['ape', 'bee'])
    """

    def __init__(self, words: WordList, demands: Sequence[Demand]) -> None:
        self._all = words
        self._demands = demands

    @cached_property
    def _words(self) -> list[str]:
        return [word for word in self._all if self._meets(word)]

    def _meets(self, word: str) -> bool:
        return all(demand.met_by(word) for demand in self._demands)

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and word in self._all and self._meets(word)

    def __len__(self) -> int:
        return len(self._words)

    def __iter__(self) -> Iterator[str]:
        return iter(self._words)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        return self._words[index]
