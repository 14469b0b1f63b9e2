"""The words of a game from files: lists of one length, or any dictionary, of which the words of one length are kept.

A file is plain text in UTF-8. Words stand between white space, commas or semicolons. Lines that begin with ``#`` are
ignored. Words with apostrophes, digits and other printable signs are passed over. In a file with words of several
lengths, those of one length are kept, by default five letters, capitalized words are passed over as names, unless there
are no others, and a word may stand there twice. A remark tells how many were passed over, and why.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from strategist.common.errors import SpecError
from strategist.common.quoting import quoted
from strategist.common.side_remarks import aside
from strategist.common.text_files import MOST_NAMES, read_lines
from strategist.common.wording import counted
from strategist.games.words.shipped_words import shipped_lists
from strategist.games.words.word_lists import Lists, read_word, read_words

USUAL = 5
"""The letters of a word where a file holds several lengths and none is named."""

_KIND = "list of words"
_BESIDE = re.compile(r"[\s;,]+")
_SMALL = Path(__file__).parent / "data" / "english-5.txt"
_MOST_LENGTHS = 6
"""The most lengths that a message names."""


class Found(NamedTuple):
    """The words of a file, all of one length, and how many others were passed over, by why."""

    words: list[str]
    passed: Counter[str]


def lists_for(answers: str | None, guesses: str | None, length: int | None) -> Lists:
    """The words in two files, those of ``length`` letters. Either file may be missing.

    If both are, the result is the list that ships for this length, and without a length a small list of five letters.
    Raises :class:`~strategist.common.errors.SpecError`.

    >>> len(lists_for(None, None, None).answers), len(lists_for(None, None, 4).answers)
    (439, 2068)
    """
    if answers is None and guesses is None:
        if length is not None:
            return shipped_lists(length)
        return Lists(read_words(read_lines(str(_SMALL), _KIND)))
    one = answers if answers is not None else guesses
    assert one is not None  # one of them is named
    words = read_file(one, length)
    if answers is None or guesses is None:
        return Lists(words)
    return Lists(words, read_file(guesses, len(words[0]), answers))


def read_file(path: str, length: int | None = None, like: str = "") -> list[str]:
    """The words of one length in a file; a remark tells what is passed over.

    ``like`` names the file that says which length it is. Raises :class:`~strategist.common.errors.SpecError`.
    """
    try:
        found = read_dictionary(read_lines(path, _KIND), length, like)
    except SpecError as error:
        raise SpecError(f"{path}: {error}") from None
    if found.passed:
        why = ", ".join(f"{number} {reason}" for reason, number in found.passed.items())
        aside(f"{path}: {counted(len(found.words), 'word')} read, {found.passed.total()} passed over: {why}")
    return found.words


def read_dictionary(lines: Iterable[str], length: int | None = None, like: str = "") -> Found:
    """The words of some lines, by the rules in the module's docstring; raises
    :class:`~strategist.common.errors.SpecError` for none.

    >>> words, passed = read_dictionary(["Paris crane crane's", "cat;crane 12"])
    >>> words, dict(passed)
    (['crane'], {'with other signs': 2, 'of other lengths': 1, 'with capitals': 1, 'repeated': 1})
    """
    texts = list(_texts_of(lines))
    spelled = [(number, raw) for number, raw in texts if not _has_signs(raw)]
    passed = Counter({"with other signs": len(texts) - len(spelled)})
    words = [(number, read_word(raw, f"line {number}"), raw) for number, raw in spelled]
    lengths = Counter(len(word) for _, word, _ in words)
    wanted = length or (USUAL if len(lengths) > 1 else next(iter(lengths), USUAL))
    fitting = [each for each in words if len(each[1]) == wanted]
    if texts and not fitting:
        raise SpecError(_none_of(wanted, lengths, passed.total(), like))
    passed["of other lengths"] = len(words) - len(fitting)
    if len(lengths) > 1:
        small = [each for each in fitting if not _capital(each[2])]
        passed["with capitals"] = len(fitting) - len(small) if small else 0
        kept = list(dict.fromkeys(word for _, word, _ in small or fitting))
        passed["repeated"] = len(small or fitting) - len(kept)
        if len(kept) > MOST_NAMES:
            raise SpecError(f"expected at most {MOST_NAMES} words, got {len(kept)}")
        return Found(kept, +passed)
    return Found(_all_different(fitting), +passed)


def _all_different(words: list[tuple[int, str, str]]) -> list[str]:
    """The words of a list of one length, which is meant as it is: none may stand there twice."""
    lines: dict[int, list[str]] = {}
    for number, _, raw in words:
        lines.setdefault(number, []).append(raw)
    last = max(lines, default=0)
    return read_words(" ".join(lines.get(number, ())) for number in range(1, last + 1))


def _texts_of(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The texts of some lines, each with the number of its line."""
    for number, line in enumerate(lines, 1):
        if not line.lstrip().startswith("#"):
            for raw in _BESIDE.split(line):
                if raw:
                    yield number, raw


def _has_signs(raw: str) -> bool:
    """Whether a text holds printable signs that are no letters. What cannot be seen is not passed over, but refused."""
    kinds = {unicodedata.category(symbol)[0] for symbol in raw}
    return kinds <= set("LNPS") and kinds != {"L"}


def _capital(raw: str) -> bool:
    return any(symbol.isupper() or symbol.istitle() for symbol in raw)


def _none_of(wanted: int, lengths: Counter[int], signs: int, like: str) -> str:
    """The message about a file without a word that fits."""
    got = [f"{number} of {length}" for length, number in sorted(lengths.items())]
    shown = [*got[:_MOST_LENGTHS], *(["…"] if len(got) > _MOST_LENGTHS else [])]
    others = [f"{signs} with other signs"] if signs else []
    where = f" as in {quoted(like)}" if like else ""
    return f"expected words of {counted(wanted, 'letter')}{where}, got {', '.join([*shown, *others])}"
