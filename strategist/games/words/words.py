"""Games of words: Wordle, word Mastermind, Jotto.

The secret is one of the answers. A guess is any answer or any word of a second list. There are three kinds of feedback
(see :mod:`strategist.games.words.word_marks`). A letter is one sign, unless ``letters=`` says otherwise
(see :mod:`strategist.games.words.cutting`). With ``hard=true``, Wordle's hard mode, later guesses must use what was
revealed: a green letter stays in its place, and a word holds each letter at least as often as it was green or yellow in
any one guess before. There are no further restrictions, as in the original: a yellow letter may be tried in the same
place again, and a grey one anywhere. With ``fibble=true``, one mark of every row but the winning one is false (see
:mod:`strategist.games.words.fibble`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from strategist.common.errors import CodeError, SpecError
from strategist.common.quoting import quoted
from strategist.common.side_remarks import aside
from strategist.common.text_files import label_of
from strategist.common.wording import counted
from strategist.games.every_game.announcements import GOAL, KNOWN, Announcement, CodeGame
from strategist.games.words.cutting import Word, text_of
from strategist.games.words.dictionaries import lists_for
from strategist.games.words.fibble import Fibble
from strategist.games.words.hard_mode import Fitting, demand_of
from strategist.games.words.letters import MOST_LETTERS, Spelling, in_capitals
from strategist.games.words.made_lists import RULES, USUAL_SIGNS, made_lists
from strategist.games.words.word_lists import Lists, WordList, unpack_lists
from strategist.games.words.word_marks import Jotto, Marks, Mastermind, Wordle, wordle_marks
from strategist.model.game import Bulk, Code, History, Piece, Revealed
from strategist.model.spec import Parameter, Value

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from strategist.games.words.bulk_words import ManyWords
    from strategist.games.words.word_rows import Rows, Spelled

_MARKS: dict[str, type[Marks]] = {"wordle": Wordle, "mastermind": Mastermind, "jotto": Jotto}


def _are_cut(values: Mapping[str, Value]) -> bool:
    """Whether words are tuples of letters, which may be of several signs."""
    return any(values.get(key) is not None for key in ("letters", "rule"))


class Words(CodeGame):
    """Words of one length from plain-text lists: Wordle, word Mastermind, Jotto; wordle is words(length=5).

    A code is the word, composed and in lower case: a text, or with ``letters=`` or ``rule=`` a tuple of letters.

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
        GOAL,
        Parameter(
            "length",
            int,
            None,
            "letters of a word: without a file, the list that ships; of a file with several lengths, by default 5",
            low=1,
            high=MOST_LETTERS,
            named=True,
        ),
        Parameter(
            "fibble",
            bool,
            False,
            "whether one mark of every row but the winning one is false, as in Fibble",
            named=True,
        ),
        Parameter(
            "letters",
            str,
            None,
            "how the words of a file are cut into letters: graphemes, any (sign), letters such as ng or ij between "
            "blanks, or spaced, if they stand apart in the file",
            named=True,
        ),
        Parameter(
            "rule",
            str,
            None,
            "equations, as in Nerdle, or primes, as in Primel, instead of words from a list",
            choices=RULES,
            named=True,
        ),
    )
    lists = ("answers", "guesses")
    kernel = "rows"
    nothing_right = 0
    secrets: WordList

    def __init__(self, values: dict[str, Value], lists: Lists | None = None) -> None:
        """The game of ``lists``, or of the words in the files. Only the name of a file is kept, as a label."""
        self.values = {parameter.name: parameter.default for parameter in self.parameters} | values
        paths = [None if path is None else str(path) for path in (self.values["answers"], self.values["guesses"])]
        for key, path in zip(("answers", "guesses"), paths, strict=True):
            self.values[key] = None if path is None else label_of(path)
        feedback = str(self.values["feedback"])
        self.hard = self.values["hard"] is True
        self.turns = int(self.values["turns"] or 0) or None
        self.fibs = self.values["fibble"] is True
        letters = None if self.values["letters"] is None else str(self.values["letters"])
        rule = None if self.values["rule"] is None else str(self.values["rule"])
        self._check_together(feedback)
        if rule is not None and self.values["length"] is None:
            self.values["length"] = USUAL_SIGNS[rule]
        length = None if self.values["length"] is None else int(self.values["length"])
        if lists is None:
            made = None if rule is None or length is None else made_lists(rule, length)
            lists = made or lists_for(paths[0], paths[1], length, letters)
        self._lists = lists
        self.secrets = self._lists.secrets
        self.guesses: Sequence[Code] = self._lists.guesses
        if length is not None and length != len(self.secrets[0]):
            raise SpecError(
                f"{self.spec}: expected words of {counted(length, 'letter')}, got {quoted(text_of(self.secrets[0]))}"
            )
        self._spelling = Spelling(self._lists.guesses)
        self.dotless = self._spelling.dotless
        for remark in self._spelling.remarks():
            aside(f"{self.spec}: {remark}")
        count, kind = len(self.secrets[0]), Fibble if self.fibs else _MARKS[feedback]
        if count > kind.most_letters:
            raise SpecError(
                f"{self.spec}: expected words of at most {kind.most_letters} letters with feedback={feedback}, "
                f"got words of {count}"
            )
        self.marking = kind(count)
        self.response_count = self.marking.response_count
        self.cut = _are_cut(self.values)
        self._bulk: ManyWords | None = None
        self.settle_goal()

    def _check_together(self, feedback: str) -> None:
        """Raise :class:`~strategist.common.errors.SpecError` for parameters that cannot stand beside each other."""
        for key, given in (("hard", self.hard), ("fibble", self.fibs)):
            if given and feedback != "wordle":
                raise SpecError(f"{self.name}: {key}=true needs feedback=wordle, got feedback={feedback}")
        files = [key for key in ("answers", "guesses") if self.values[key] is not None]
        if self.values["letters"] is not None and not files:
            raise SpecError(f"{self.name}: letters= needs answers=FILE: words that ship have letters of one sign")
        if self.values["rule"] is not None and files:
            raise SpecError(f"{self.name}: rule={self.values['rule']} makes the words: expected no {files[0]}=")
        # A false mark in every row leaves no demand on later guesses, and no turns by which a secret is lost.
        if self.fibs and self.hard:
            raise SpecError(f"{self.name}: fibble=true cannot stand beside hard=true: what a row revealed may be false")
        if self.fibs and self.turns is not None:
            raise SpecError(
                f"{self.name}: fibble=true cannot stand beside turns: expected the strategy optimal(depth) or "
                "feasible(max_depth=K) instead"
            )

    @classmethod
    def restore(cls, values: dict[str, Value], payload: bytes | None) -> Self:
        """The game of packed lists of words; raises :class:`~strategist.common.errors.SpecError` if there are none."""
        if payload is None:
            raise SpecError(f"{cls.name}: expected lists of words, got nothing")
        return cls(values, unpack_lists(payload, _are_cut(values)))

    def payload(self) -> bytes:
        """The lists, packed. The lists of this package are packed, too, because they may change."""
        return self._lists.pack()

    def respond(self, guess: Word | Announcement, secret: Word) -> int:
        """The response to ``guess`` when ``secret`` is hidden, by the feedback of the game. With ``fibble=true`` it is
        the true row, which is shown only if it wins."""
        if isinstance(guess, Announcement):
            return self.respond_to_announcement(guess, secret)
        return self.marking.respond(guess, secret)

    def admitted(self, guess: Word | Announcement, secret: Word) -> Sequence[int]:
        """The true row; with ``fibble=true`` each row that may be shown in its place, ascending.

        >>> game = Words({"fibble": True}, Lists(["ape", "bee"]))
        >>> [game.format_response(row) for row in game.admitted("ape", "bee")]
        ['---', '--y', '-yg', '-gg', 'y-g', 'g-g']
        """
        truth = self.respond(guess, secret)
        marking = self.marking
        return marking.shown(truth) if isinstance(marking, Fibble) and not isinstance(guess, Announcement) else (truth,)

    def shown_rows(self) -> NDArray[Any] | None:
        """See :meth:`Game.shown_rows <strategist.model.game.Game.shown_rows>`: for each true row those with one mark
        changed, for the winning row only itself.

        >>> Words({"fibble": True}, Lists(["a", "i"])).shown_rows().tolist()
        [[1, 2], [0, 2], [0, 1], [3, 3]]
        """
        if not isinstance(self.marking, Fibble):
            return None
        import numpy as np

        rows = [self.marking.shown(row) for row in range(self.marking.response_count - 1)]
        alone = [(row,) * len(rows[0]) for row in range(len(rows), self.response_count)]
        return np.array([*rows, *alone], dtype=np.uint8 if self.response_count <= 256 else np.uint16)

    def bulk(self) -> Bulk | None:
        """The feedback for many words at once, by NumPy."""
        from strategist.games.words.bulk_words import ManyWords

        # A copy of this game may have other words.
        if self._bulk is None or self._bulk.secrets is not self.secrets:
            questions: Sequence[Word] = self.guesses[: self.question_count]
            self._bulk = ManyWords(questions, self.secrets, self.marking)
        return self._bulk

    def row(self, guess: int) -> NDArray[Any]:
        """The responses of all secrets, in their order, to the guess with this index: for the row kernel."""
        return self._rows.row(self.guesses[guess])

    def rows_of(self, secrets: Sequence[int]) -> Callable[[NDArray[np.int32]], NDArray[Any]]:
        """The rows of some secrets only and of many guesses at once, which takes less time the fewer secrets there are.

        >>> import numpy as np
        >>> from strategist.games.catalog import make_game
        >>> game = make_game("words")
        >>> game.rows_of([7, 9])(np.array([3])).tolist() == [game.row(3)[[7, 9]].tolist()]
        True
        """
        from strategist.games.words.word_rows import make_rows

        rows = make_rows(WordList([self.secrets[index] for index in secrets]), self.marking)
        return rows.block_of(self._lists.guesses, self._spelled)

    @cached_property
    def _spelled(self) -> Spelled:
        from strategist.games.words.word_rows import spelled

        return spelled(self._lists.guesses)

    @cached_property
    def _rows(self) -> Rows:
        # Import here, because playing and verifying do not need NumPy.
        from strategist.games.words.word_rows import make_rows

        return make_rows(self.secrets, self.marking)

    def parse_code(self, text: str) -> Word | Announcement:
        """The word or announcement that ``text`` spells; raises :class:`~strategist.common.errors.CodeError` if there
        is none."""
        if (announcement := self.parse_announcement(text)) is not None:
            return announcement
        word: Word | None = self._spelling.find(text)
        if word is None:
            raise CodeError(
                f"{self.spec}: {quoted(text)} is not in the list: "
                f"expected one of {len(self._lists.guesses)} words of {self.marking.letters} letters"
            )
        return word

    def format_code(self, code: Word | Announcement) -> str:
        """The word itself; an announcement with its sign."""
        return self.format_announcement(code) if isinstance(code, Announcement) else text_of(code)

    def pieces(self, code: Word | Announcement) -> list[Piece]:
        """A piece for each letter, without a color."""
        return [Piece(letter) for letter in self.named(code)]

    def in_capitals(self, text: str) -> str:
        """A letter in capitals: that of i is İ where the words hold ı."""
        return in_capitals(text, self.dotless)

    def marks(self, response: int) -> list[int] | None:
        """The mark of each letter; None for an announcement, and if responses have no marks of letters."""
        return None if self.is_known(response) else self.marking.each(response)

    def parse_response(self, text: str) -> int:
        """The response that ``text`` means; raises :class:`~strategist.common.errors.ResponseError` if there
        is none."""
        return self.response_count - 1 if self.means_known(text) else self.marking.read(text, self.spec)

    def format_response(self, response: int) -> str:
        """``response`` as the feedback writes it, or ``known`` for the response to an announcement."""
        return KNOWN if self.is_known(response) else self.marking.write(response)

    def allowed(self, history: History) -> Sequence[Word] | None:
        """In hard mode, the guesses that fit every move of ``history``; a longer history allows fewer.

        The ``in`` operator tests one word without listing all of them.
        """
        if not self.hard or not history:
            return super().allowed(history)
        return Fitting(self._lists.guesses, [demand_of(guess, response) for guess, response in history])

    def unlisted(self, history: History) -> list[Word]:
        """The words that are no secrets and give every response of ``history``: a Wordle played elsewhere may hide one.

        >>> game = Words({}, Lists(["abbey", "bobby"], ["ebony"]))
        >>> game.unlisted([("abbey", game.parse_response("-yy-g"))]), game.unlisted([("bobby", 0)])
        ([], [])
        >>> game.unlisted([("abbey", game.parse_response("-g-yg"))])
        ['ebony']
        """
        secrets = self._lists.secrets
        return [word for word in self._lists.guesses if word not in secrets and self.agrees(word, history)]

    @property
    def restricts(self) -> bool:
        """Whether hard mode restricts later guesses, or limits of answers do."""
        return self.hard or bool(self.limits)

    def revealed(self) -> Revealed | None:
        """The restriction of hard mode for compiled searches; None in a game without it."""
        return self._revealed if self.hard else None

    @cached_property
    def _revealed(self) -> Revealed:
        # Cached, because compiling needs it more than once.
        words = self._lists.guesses
        number_of = {letter: number for number, letter in enumerate(sorted(set().union(*words)))}
        letters = self.marking.letters
        return Revealed(
            [[number_of[letter] for letter in word] for word in words],
            [wordle_marks(response, letters) for response in range(self.marking.response_count)],
        )

    def fits(self, word: Word, guess: Word, response: int) -> bool:
        """Whether ``word`` may be guessed after ``guess`` got ``response``; always true except in hard mode.

        :meth:`allowed` allows the words that fit every move of a history, so a longer history allows fewer words.

        >>> game = Words({"hard": True}, Lists(["abbey", "bobby", "ebony"]))
        >>> [word for word in game.secrets if game.fits(word, "bobby", game.parse_response("yyyyy"))]
        ['bobby']
        """
        return not self.hard or demand_of(guess, response).met_by(word)
