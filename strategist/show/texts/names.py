r"""The names and the answers of a game in the form that a medium has for them: italics, accents and blanks as people
wrote them.

A *medium* is a function of a marked text (:mod:`strategist.matrices.marked_text`). Wherever people read, a
:class:`Names` gives the texts; files, JSON objects, CSV tables and histories that can be typed hold canonical ones
(``Game.format_code`` and the like).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from html import escape
from typing import TYPE_CHECKING, Generic, TypeVar

from strategist.matrices.marked_text import COLON as COLON
from strategist.matrices.marked_text import plain as plain
from strategist.matrices.marked_text import runs as runs
from strategist.model.game import Code, Game, Response

if TYPE_CHECKING:
    from rich.text import Text

T = TypeVar("T")
Medium = Callable[[str], T]

OR = " or "
"""What stands between the names of secrets that are told together. No canonical name holds it."""
_SIGNS = re.compile(r"[\\`*\[\]<&|]|(?<![^\W_])_|_(?![^\W_])|~(?=~)|(?<=~)~")
"""Signs that are no text in Markdown; ``_`` and ``~`` are, inside a word and alone."""

_LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "_": r"\_", "%": r"\%",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "≤": r"$\leq$", "≥": r"$\geq$", "±": r"$\pm$", "♂": r"\male{}", "♀": r"\female{}", "→": r"$\to$", "×": r"$\times$",
    "−": "$-$", "≠": r"$\neq$", "≈": r"$\approx$", "∞": r"$\infty$", "′": r"$^\prime$", "″": r"$^{\prime\prime}$",
    "½": r"$\frac12$", "¼": r"$\frac14$", "¾": r"$\frac34$", "`": r"\textasciigrave{}",
    "α": r"$\alpha$", "β": r"$\beta$", "γ": r"$\gamma$", "δ": r"$\delta$", "μ": r"$\mu$",
}  # fmt: skip
_JOINED = re.compile(r"([-,'])(?=\1)")
"""Signs that LaTeX makes one of, where they stand side by side."""


def html(marked: str) -> str:
    r"""The text as HTML, escaped.

    >>> html(r"\i{}Poa\i0{} <annua>")
    '<i>Poa</i> &lt;annua&gt;'
    """
    return "".join(f"<i>{escape(run.text)}</i>" if run.italic else escape(run.text) for run in runs(marked))


def markdown(marked: str) -> str:
    r"""The text as Markdown, escaped.

    >>> print(markdown(r"\i{}Poa\i0{} *_annua_x"))
    *Poa* \*\_annua_x
    """
    found = []
    for run in runs(marked):
        text = _SIGNS.sub(r"\\\g<0>", run.text)
        words = text.strip()
        found.append(text.replace(words, f"*{words}*") if run.italic and words else text)
    return "".join(found)


def latex(marked: str) -> str:
    r"""The text in LaTeX, with its signs escaped.

    >>> latex(r"\i{}Poa\i0{} 50 %")
    '\\textit{Poa} 50 \\%'
    """
    found = []
    for run in runs(marked):
        text = _JOINED.sub(r"\1{}", "".join(_LATEX.get(mark, mark) for mark in run.text))
        found.append(rf"\textit{{{text}}}" if run.italic else text)
    return "".join(found)


def rich(marked: str, style: str = "") -> Text:
    r"""The text for a terminal; nothing in it is markup.

    >>> rich(r"\i{}Poa\i0{} [bold]").markup
    '[italic]Poa[/italic] \\[bold]'
    """
    from rich.text import Text

    found = Text(style=style)
    for run in runs(marked):
        found.append(run.text, "italic" if run.italic else None)
    return found


class Names(Generic[T]):
    """The names and the answers of one game in one medium, also those of which only the canonical text is known.

    >>> from strategist.games.tables.sheet import make_sheet
    >>> from strategist.games.tables.table import Table
    >>> sheet = make_sheet([(1, ["", r"\\i{}Poa\\i0{} annua", "Aira"]), (2, ["dark red?", "no", "yes"])])
    >>> game = Table({"file": "grass.csv", "goal": "identify"}, sheet)
    >>> names = Names(game, html)
    >>> names.secret(game.secrets[0]), names.code(game.guesses[0]), names.of_secret("Poa_annua or Aira")
    ('<i>Poa</i> annua', 'dark red?', '<i>Poa</i> annua or Aira')
    """

    def __init__(self, game: Game, medium: Medium[T]) -> None:
        self.game = game
        self._medium = medium
        self._responses: dict[str, T] = {}

    def medium(self, marked: str) -> T:
        """A marked text in the medium. In strings a colon has a meaning, so names have another sign there."""
        return self._medium(marked.replace(COLON, ":"))

    def code(self, code: Code) -> T:
        """A guess."""
        return self.medium(self.game.shown_code(code))

    def secret(self, code: Code) -> T:
        """A secret, or what an announcement names."""
        return self.medium(self.game.shown_secret(code))

    def every(self, code: Code) -> T:
        """All names of a secret."""
        return self.medium(OR.join(self.game.shown_names(code)))

    def response(self, response: Response) -> T:
        """An answer."""
        return self.medium(self.game.shown_response(response))

    def kind(self, kind: int) -> T:
        """A class, by its number."""
        return self.medium(self.game.shown_class(kind))

    def of_code(self, text: str) -> T:
        """A guess, from its canonical text."""
        return self.code(self.game.parse_code(text))

    def of_response(self, text: str) -> T:
        """An answer, from its canonical text."""
        if text not in self._responses:
            self._responses[text] = self.response(self.game.parse_response(text))
        return self._responses[text]

    def of_secret(self, text: str) -> T:
        """What is known in the end, from its canonical text: a secret, a class, or several of either joined by
        :data:`OR`."""
        return self.medium(OR.join(map(self._marked, text.split(OR))))

    def _marked(self, name: str) -> str:
        game = self.game
        if game.classes is not None and name in game.class_names:
            return game.shown_class(game.class_names.index(name))
        return game.shown_secret(game.parse_secret(name))


def said(game: Game) -> Names[str]:
    """The names of a game in plain text."""
    return Names(game, plain)


def as_marked(game: Game) -> Names[str]:
    """The names of a game as marked texts, for what more than one medium shows."""
    return Names(game, str)


def between(game: Game, secrets: Iterable[Code]) -> str:
    """What stands between the names of secrets in a line: a blank, or a comma where a name holds a blank.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3)")
    >>> between(game, game.secrets[:2])
    ' '
    """
    return ", " if any(" " in game.shown_secret(code) for code in secrets) else " "
