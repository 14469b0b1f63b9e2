"""The words of a game from files: lists of one length, or any dictionary, of which the words of one length are kept.

A file is plain text in UTF-8. Words stand between white space, commas or semicolons, in quotes or without. Lines that
begin with ``#`` are ignored. Of the text of a program, the lists of words in quotes are read
(:mod:`~strategist.games.words.program_text`). How a text is cut into letters says
:mod:`~strategist.games.words.cutting`.

What cannot be used is passed over: texts with apostrophes, digits and other signs, or with combining marks, unless
these belong to letters; texts with characters that cannot be seen; words that stand there again; and words of other
lengths. If nine of ten words have one length, that is the length; in other files it is five letters, and capitalized
words are passed over as names, unless there are no others. One remark tells how many were passed over, and why, with
examples. A file is refused of which nothing is left, or too little: if less than half of what holds a letter is a word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from strategist.common.errors import SpecError, told_at
from strategist.common.quoting import listed, quoted, shortened
from strategist.common.side_remarks import aside
from strategist.common.text_files import MOST_NAMES, read_lines
from strategist.common.wording import counted
from strategist.games.words.cutting import Cutting, Word, text_of
from strategist.games.words.letters import fold, tells_dots
from strategist.games.words.shipped_words import shipped_lists
from strategist.games.words.word_lists import Lists, read_words

USUAL = 5
"""The letters of a word where a file holds several lengths and none is named."""

_KIND = "list of words"
_SMALL = Path(__file__).parent / "data" / "english-5.txt"
_MOST_LENGTHS = 6
"""The most lengths that a message names."""
_MOST_EXAMPLES = 3
_MOST_QUOTED = 24
"""The most examples of what is passed over for one reason, and the most characters of each."""


class Found(NamedTuple):
    """The words of a file, all of one length, and what was passed over, by why."""

    words: list[Word]
    passed: dict[str, list[str]]

    def remark(self) -> str:
        """What was passed over, with examples; empty if nothing was."""
        number = sum(map(len, self.passed.values()))
        return f"{counted(len(self.words), 'word')} read, {number} passed over: {_told(self.passed)}" if number else ""


class Chosen(NamedTuple):
    """The texts of a file that are words of one length, as they are written and with their letters, and what was passed
    over, by why."""

    words: list[tuple[str, Word]]
    letters: int
    passed: dict[str, list[str]]
    cutting: Cutting

    def found(self, dotless: bool) -> Found:
        """The words. ``dotless`` tells whether the words of the game hold ı; raises
        :class:`~strategist.common.errors.SpecError` for too many."""
        # By how a word is written: of two that are written alike, nobody could tell which was guessed.
        words: dict[str, Word] = {}
        repeated = []
        for text, letters in self.words:
            word = self.cutting.cut(fold(text, dotless)) if dotless else letters
            assert word is not None  # it could be cut before
            if text_of(word) in words:
                repeated.append(text)
            words.setdefault(text_of(word), word)
        if len(words) > MOST_NAMES:
            raise SpecError(f"expected at most {MOST_NAMES} words, got {len(words)}")
        return Found([*words.values()], self.passed | ({"repeated": repeated} if repeated else {}))


def lists_for(answers: str | None, guesses: str | None, length: int | None, letters: str | None = None) -> Lists:
    """The words in two files, those of ``length`` letters, cut as ``letters`` says. Either file may be missing.

    If both are, the result is the list that ships for this length, and without a length a small list of five letters.
    Remarks tell what is passed over. Raises :class:`~strategist.common.errors.SpecError`.

    >>> len(lists_for(None, None, None).answers), len(lists_for(None, None, 4).answers)
    (439, 2068)
    """
    paths = [path for path in (answers, guesses) if path is not None]
    cutting = Cutting(letters)
    if not paths:
        if length is not None:
            return shipped_lists(length)
        return Lists(read_words(read_lines(str(_SMALL), _KIND)))
    chosen: list[Chosen] = []
    for path in paths:
        wanted, like = (chosen[0].letters, paths[0]) if chosen else (length, "")
        with told_at(path):
            chosen.append(choose(read_lines(path, _KIND), wanted, like, cutting))
    # In the words of a game, wherever they are from, a letter is read in one way.
    dotless = any(tells_dots(text for text, _ in each.words) for each in chosen)
    lists = []
    for path, each in zip(paths, chosen, strict=True):
        with told_at(path):
            found = each.found(dotless)
        if remark := found.remark():
            aside(f"{path}: {remark}")
        lists.append(found.words)
    used = {letter for words in lists for word in words for letter in word} if cutting.own else set()
    if unused := [letter for letter in cutting.own if letter not in used]:
        aside(f"letters: in no word that was read: {listed(unused, 10)}")
    if len(lists) > 1:
        # A word that two lists cut differently is written alike: the list of answers says how.
        cut_as = {text_of(word): word for word in lists[0]}
        lists[1] = [cut_as.get(text_of(word), word) for word in lists[1]]
    return Lists(*lists)


def read_dictionary(lines: Iterable[str], length: int | None = None, letters: str | None = None) -> Found:
    """The words of some lines, cut as ``letters`` says, by the rules in the module's docstring; raises
    :class:`~strategist.common.errors.SpecError` for none.

    >>> found = read_dictionary(["Paris crane crane's", "cat;crane 12"])
    >>> found.words, {why: len(texts) for why, texts in found.passed.items()}
    (['crane'], {'with other signs': 2, 'of other lengths': 1, 'with capitals': 1, 'repeated': 1})
    """
    chosen = choose(lines, length, cutting=Cutting(letters))
    return chosen.found(tells_dots(text for text, _ in chosen.words))


def choose(lines: Iterable[str], length: int | None = None, like: str = "", cutting: Cutting | None = None) -> Chosen:
    """The words of one length in some lines; raises :class:`~strategist.common.errors.SpecError` for none.

    ``like`` names the file that says which length it is.
    """
    passed: dict[str, list[str]] = {}
    words: list[tuple[str, Word]] = []
    cutting = cutting or Cutting(None)
    for text in cutting.texts_of(list(lines)):
        word = cutting.cut(folded := fold(text))
        if word is not None:
            words.append((text, word))
        else:
            passed.setdefault(cutting.why_none(folded), []).append(text)
    cutting.check(text for text, _ in words)
    lengths = Counter(len(word) for _, word in words)
    common, number = next(iter(lengths.most_common(1)), (USUAL, 0))
    # A few words of other lengths do not make a list a dictionary.
    one_length = 10 * number >= 9 * lengths.total()
    wanted = length or (common if one_length else USUAL)
    fitting = [each for each in words if len(each[1]) == wanted]
    if not fitting:
        raise SpecError(_none_of(wanted, lengths, passed, like))
    spoilt = sum(any(map(str.isalpha, text)) for texts in passed.values() for text in texts)
    if len(words) < spoilt:
        raise SpecError(f"expected a list of words, got {counted(len(words), 'word')} beside {_told(passed)}")
    if len(fitting) < len(words):
        passed["of other lengths"] = [text for text, word in words if len(word) != wanted]
    if not one_length:
        names = [text for text, _ in fitting if _capital(text)]
        if 0 < len(names) < len(fitting):
            passed["with capitals"] = names
            fitting = [each for each in fitting if not _capital(each[0])]
    return Chosen(fitting, wanted, passed, cutting)


def _capital(raw: str) -> bool:
    return any(symbol.isupper() or symbol.istitle() for symbol in raw)


def _told(passed: dict[str, list[str]]) -> str:
    """What is passed over, by why, with examples."""
    return ", ".join(f"{len(texts)} {why} ({_examples(texts)})" for why, texts in passed.items())


def _examples(texts: Sequence[str]) -> str:
    some = list(dict.fromkeys(texts[: 10 * _MOST_EXAMPLES]))[:_MOST_EXAMPLES]
    return ", ".join([*(shortened(repr(text), _MOST_QUOTED) for text in some), *["…"][: len(texts) > len(some)]])


def _none_of(wanted: int, lengths: Counter[int], passed: dict[str, list[str]], like: str) -> str:
    """The message about a file without a word that fits."""
    if not lengths and not passed:
        return "expected a list of words, got none"
    got = [f"{number} of {length}" for length, number in sorted(lengths.items())]
    shown = [*got[:_MOST_LENGTHS], *(["…"] if len(got) > _MOST_LENGTHS else [])]
    others = [_told(passed)] if passed else []
    where = f" as in {quoted(like)}" if like else ""
    return f"expected words of {counted(wanted, 'letter')}{where}, got {', '.join([*shown, *others])}"
