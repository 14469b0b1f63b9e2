"""The guess in what a language model wrote.

A model is told to write its guess between ``<guess>`` and ``</guess>``, and does otherwise. Read, in this order: what
stands between such tags, or others of that kind; in ``\\\\boxed{}``; between brackets; behind "guess:", "my guess is"
or "I guess"; in bold; the whole reply; the only line that is a guess; and the last words that are a guess of the game.
Of several in one form, the last counts. What a stop text has cut off goes on to the end.

Within a mark the guess may be marked again, stand in a line of its own, or begin a sentence, "CRANE because …". Where
two may be meant, "CRANE or SLATE", none is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from strategist.common.errors import CodeError, StrategistError
from strategist.common.quoting import quoted
from strategist.model.game import Game

MOST_CHARACTERS = 1 << 14
"""The characters of a reply that are read, from its end."""
_MOST_WORDS = 100
"""The words at its end, or of a sentence, that may be a guess without any mark."""
_MOST_DEPTH = 4
"""The most marks within each other."""
_THOUGHT = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
_DRESS = " \t\r\n*_`'\"“”‘’„«».,;:!?()<>{}[]$"
_GAPS = re.compile(r"[\s,|_-]+")
_REASONS = {"because", "since", "as", "for", "to", "which"}
"""Words that go on behind a guess."""
_CHOICES = {"or", "and", "vs", "versus", "/", "|", "&"}
"""Words between two guesses."""
_BEFORE = re.compile(
    r"\A(?:(?:(?:my|the|final|next|guess|answer|word|code|number|is|will|would|be|still|now|then|again|that)\b:?|:)\s+)+",
    re.IGNORECASE,
)
"""Words before a guess."""

_GUESS_TAG, _ANSWER_TAG, _OTHER_TAG = (
    re.compile(rf"<\s{{0,3}}(/?)\s{{0,3}}(?:{names})\b[^<>]{{0,80}}>", re.IGNORECASE)
    for names in ("guess", "(?:final[ _-]?)?answer", "action|move|word|code|question|solution|output|response")
)
_SQUARE = re.compile(r"\[(/?(?:guess|answer))\]", re.IGNORECASE)
_CUT = re.compile(r"<(?:/[\s\w]{0,16})?\Z")
"""A closing tag that is cut off within itself."""
_MOST_CUT = 20
"""The most characters of a guess behind an opening tag alone."""
_BOX = re.compile(r"\\f?box(?:ed)?\s*\{")
_FORMS = tuple(
    (re.compile(form, re.IGNORECASE), sure)
    for form, sure in (
        (r"\[([^\[\]]*)(?:\]|\Z)", True),
        (r"\bguess[\"'*_`”]*\s*[:=]\s*([^\n.;!?]+)", True),
        (r"(?<!previous )(?<!earlier )(?<!prior )\bguess\s+is:?\s+([^\n.;!?]+)", True),
        (r"\bi(?:['’]ll| will| would| now)?\s+guess:?\s+([^\n.;!?]+)", False),
        (r"(?<!\*)\*{2,3}([^*\n]+)\*\*", False),
    )
)
"""Brackets, phrases and bold, and whether it surely marks a guess."""

_COMMANDS = re.compile(r"\\[a-zA-Z]+\*?\s*(?=\{)")
_SPACES = re.compile(r"\\[,;:! ]|~")
_SIGNS = re.compile(r"\\?[$(){}\[\]]|\\")


def read_guess(game: Game, reply: str) -> int:
    """The index of the guess in a reply.

    Raises :class:`~strategist.common.errors.CodeError` if there is none, in one line that says what was expected and
    what was got.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(4,6)")
    >>> texts = ["<guess>1122</guess>", "so **1 1 2 2**.", r"\\boxed{\\text{1,1,2,2}}", "My guess is 1122, as 3 is out"]
    >>> texts += ["<answer>[1122]", "1234, no: 1122"]
    >>> {read_guess(game, text) for text in texts} == {game.parse_question("1122")}
    True
    >>> read_guess(game, "I would say red")
    Traceback (most recent call last):
    ...
    strategist.common.errors.CodeError: expected a guess such as <guess>1111</guess>, got 'I would say red'
    """
    text = _THOUGHT.split(reply[-MOST_CHARACTERS:])[-1]
    for mark in _marks_of(text):
        found = _within(game, mark.text)
        if found is not None:
            return found
        if mark.sure:
            # Raises what the game says of the text as it was written.
            return _spelled(game, _without_commands(mark.text).strip(_DRESS))
    whole = _index(game, text)
    if whole is not None:
        return whole
    alone = _lines(game, text)
    if len(alone) == 1:
        return alone.pop()
    for part in _from_the_end(text):
        found = _index(game, part)
        if found is not None:
            return found
    raise CodeError(f"expected a guess such as <guess>{_example(game)}</guess>, got {quoted(text.strip())}")


def _example(game: Game) -> str:
    return game.format_code(game.guesses[0])


def _within(game: Game, text: str, depth: int = _MOST_DEPTH) -> int | None:
    """The guess that a marked text is, or holds."""
    found = _index(game, text)
    if found is not None or not depth:
        return found
    for mark in _marks_of(text):
        found = _within(game, mark.text, depth - 1) if mark.text != text else None
        if found is not None:
            return found
    alone = _lines(game, text)
    if alone:
        return alone.pop() if len(alone) == 1 else None
    words = text.split()[:_MOST_WORDS]
    found = _leading(game, words)
    return found if found is not None else _leading(game, _BEFORE.sub("", " ".join(words)).split())


def _lines(game: Game, text: str) -> set[int]:
    """The guesses that have lines of their own, the last lines of a text."""
    found = (_index(game, line) for line in text.splitlines()[-_MOST_WORDS:])
    return {guess for guess in found if guess is not None}


def _spelled(game: Game, text: str) -> int:
    code = game.parse_code(text)
    if code not in game.guesses:
        raise CodeError(f"{game.spec}: {quoted(text)} is no guess")
    return game.guesses.index(code)


def _index(game: Game, text: str) -> int | None:
    """The guess that a text is, as it stands, without what adorns it, or without the gaps between its symbols."""
    plain = _without_commands(text)
    bare = plain.strip(_DRESS)
    for spelling in dict.fromkeys((text.strip(), plain.strip(), bare, _GAPS.sub("", bare))):
        if spelling:
            try:
                return _spelled(game, spelling)
            except (StrategistError, ValueError):
                continue
    return None


def _leading(game: Game, words: Sequence[str]) -> int | None:
    """The guess with which a sentence begins, if it goes on as behind a guess, and no other may be meant."""
    row = next((at for at, word in enumerate(words) if len(word.strip(_DRESS)) != 1), len(words))
    for end in [*range(row, 1, -1), *[1] * bool(words)]:
        found = _index(game, " ".join(words[:end]))
        if found is not None:
            return found if _goes_on(game, found, words[:end], words[end:]) else None
    return None


def _goes_on(game: Game, guess: int, words: Sequence[str], rest: Sequence[str]) -> bool:
    """Whether a sentence names a guess first and then goes on with ``rest``."""
    if not rest:
        return True
    if not any(map(str.isalnum, rest[0])) and rest[0] not in _CHOICES:
        return _goes_on(game, guess, [*words, rest[0]], rest[1:])
    following = rest[0].strip(_DRESS).casefold() or rest[0]
    if following in _REASONS:
        return True
    if _set_off(words[0]):
        others = rest[1:4] if following in _CHOICES else rest[:1] if _set_off(rest[0]) else ()
    elif not words[-1][-1].isalnum() or not rest[0][0].isalnum():
        others = rest
    else:
        return False
    return not any(_index(game, other) not in (None, guess) for other in others)


def _set_off(word: str) -> bool:
    """Whether a word does not look like one of a sentence."""
    bare = word.strip(_DRESS)
    return not word[0].isalnum() or any(map(str.isdigit, bare)) or (len(bare) > 1 and bare.isupper())


def _from_the_end(text: str) -> Iterator[str]:
    """The words of a text, the last one first; and where single symbols stand apart, rows of them."""
    words = text.split()[-_MOST_WORDS:]
    for end in range(len(words), 0, -1):
        yield words[end - 1]
        begin = end
        while begin and len(words[begin - 1].strip(_DRESS)) == 1:
            begin -= 1
        if begin < end - 1:
            yield " ".join(words[begin:end])


class _Mark(NamedTuple):
    """A text that is marked as the guess, and whether it surely is one: else it counts only if it can be read."""

    text: str
    sure: bool = True


def _marks_of(reply: str) -> Iterator[_Mark]:
    """What is marked in a reply, the surest form first; of several in one form, the last."""
    text = _CUT.sub("", reply)
    text = _SQUARE.sub(r"<\1>", text) if "[/" in text else text
    yield from _tagged(_GUESS_TAG, text)
    yield from _tagged(_ANSWER_TAG, text)
    yield from (_Mark(mark.text, False) for mark in _tagged(_OTHER_TAG, text))
    yield from _boxed(text)
    for form, sure in _FORMS:
        yield from (_Mark(found, sure) for found in form.findall(text)[-1:])


def _without_commands(text: str) -> str:
    r"""A text without the commands of LaTeX: ``$\text{apple}$`` is ``apple``."""
    return _SIGNS.sub("", _SPACES.sub(" ", _COMMANDS.sub("", text)))


def _tagged(form: re.Pattern[str], text: str) -> Iterator[_Mark]:
    """What stands behind the last opening tag, up to the next tag or the end."""
    tags = list(form.finditer(text))
    opening = max((at for at, tag in enumerate(tags) if not tag[1]), default=-1)
    if opening > 0 and opening == len(tags) - 1 and not tags[opening - 1][1]:
        # An opening tag stands in the place of a closing one.
        opening -= 1
    if opening < 0:
        # The prompt has ended with the opening tag.
        yield from (_Mark(text[: tag.start()]) for tag in tags[:1])
    elif opening + 1 < len(tags):
        yield _Mark(text[tags[opening].end() : tags[opening + 1].start()])
    else:
        # Without a closing tag, this may be a sentence about the tag.
        rest = text[tags[opening].end() :]
        yield _Mark(rest, len(rest.strip()) <= _MOST_CUT)


def _boxed(text: str) -> Iterator[_Mark]:
    """What stands in the last box, with the braces in it."""
    for box in list(_BOX.finditer(text))[-1:]:
        depth, end = 1, box.end()
        while depth and end < len(text):
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        yield _Mark(text[box.end() : end - (not depth)])
