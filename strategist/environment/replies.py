"""The guess in what a language model wrote.

A model is told to write its guess between ``<guess>`` and ``</guess>``, and does otherwise. Read, in this order: what
stands between such tags; in ``\\\\boxed{}``; between brackets; behind "guess:" or "my guess is"; the whole reply; and
the last words of it that are a guess of the game. Of several in one form, the last counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from strategist.common.errors import CodeError, StrategistError
from strategist.common.quoting import quoted
from strategist.model.game import Game

MOST_CHARACTERS = 1 << 14
"""The characters of a reply that are read, from its end."""
_MOST_WORDS = 100
"""The words at its end that may be a guess without any mark."""
_FORMS = (
    re.compile(r"\\boxed\{([^{}]*)\}"),
    re.compile(r"\[([^\[\]]*)\]"),
    re.compile(r"\bguess\s*[:=]\s*([^\n.;!?]+)", re.IGNORECASE),
    re.compile(r"\bguess\s+is:?\s+([^\n.;!?]+)", re.IGNORECASE),
)
_TAG = re.compile(r"</?guess>", re.IGNORECASE)
_THOUGHT = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
_DRESS = " \t\r\n*`'\"“”‘’.,;:!?()<>{}"
_GAPS = re.compile(r"[\s,|_-]+")


def read_guess(game: Game, reply: str) -> int:
    """The index of the guess in a reply.

    Raises :class:`~strategist.common.errors.CodeError` if there is none, in one line that says what was expected and
    what was got.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(4,6)")
    >>> texts = ["<guess>1122</guess>", "so **1 1 2 2**.", r"\\boxed{1,1,2,2}", "My guess is 1122!", "1234, no: 1122"]
    >>> {read_guess(game, text) for text in texts} == {game.parse_question("1122")}
    True
    >>> read_guess(game, "I would say red")
    Traceback (most recent call last):
    ...
    strategist.common.errors.CodeError: expected a guess such as <guess>1111</guess>, got 'I would say red'
    """
    text = _THOUGHT.split(reply[-MOST_CHARACTERS:])[-1]
    marked = _tagged(text)
    for form in _FORMS:
        marked = marked or form.findall(text)
    if marked:
        return _read(game, marked[-1])
    whole = _index(game, text)
    if whole is not None:
        return whole
    for part in _from_the_end(text):
        found = _index(game, part)
        if found is not None:
            return found
    raise CodeError(f"expected a guess such as <guess>{_example(game)}</guess>, got {quoted(text.strip())}")


def _example(game: Game) -> str:
    return game.format_code(game.guesses[0])


def _read(game: Game, text: str) -> int:
    """The guess that a marked text is; raises what the game says of it."""
    found = _index(game, text)
    if found is not None:
        return found
    # What is wrong is said of the text as it was written.
    return _spelled(game, text.strip(_DRESS))


def _spelled(game: Game, text: str) -> int:
    code = game.parse_code(text)
    if code not in game.guesses:
        raise CodeError(f"{game.spec}: {quoted(text)} is no guess")
    return game.guesses.index(code)


def _index(game: Game, text: str) -> int | None:
    """The guess that a text is, as it stands, without what adorns it, or without the gaps between its symbols."""
    bare = text.strip(_DRESS)
    for spelling in dict.fromkeys((text.strip(), bare, _GAPS.sub("", bare))):
        if spelling:
            try:
                return _spelled(game, spelling)
            except (StrategistError, ValueError):
                continue
    return None


def _tagged(text: str) -> list[str]:
    """What stands between the last two tags, if there are two."""
    tags = list(_TAG.finditer(text))
    return [text[tags[-2].end() : tags[-1].start()]] if len(tags) > 1 else []


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
