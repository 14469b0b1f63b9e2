"""Conversations on standard input and output: lines that can be edited, texts that break between words, boards."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from typing import TYPE_CHECKING

import click

from strategist.commands.shared.basics import cores
from strategist.common.wording import counted

if TYPE_CHECKING:
    from strategist.model.game import Game
    from strategist.model.solitaire import AnyGame
    from strategist.play.afterwards import Afterwards, Played, Tell
    from strategist.play.board import Board
    from strategist.play.prompt import Talk

MOST_BYTES = 4096
"""The most bytes that are read of a line of input, and of a file with a secret."""
_NARROWEST = 20
"""Terminals that are narrower break lines by themselves."""
_INDENT = "    "


def make_talk() -> Talk:
    """The conversation on standard input and output; patient if a person is at a terminal."""
    from strategist.play.prompt import Talk

    stdin = sys.stdin
    if hasattr(stdin, "reconfigure"):
        stdin.reconfigure(errors="replace")
    patient = stdin.isatty()
    ask = _ask_line if not (patient and sys.stdout.isatty() and _can_edit()) else _ask_edited
    return Talk(_say, ask, _complain, patient=patient)


def _ask_line(prompt: str) -> str | None:
    """Read a line without editing, from a script or a simple terminal."""
    click.echo(prompt, nl=False)
    line = rest = sys.stdin.readline(MOST_BYTES)
    while rest and not rest.endswith("\n"):
        # Skip the rest of a line that is too long; its length makes it refused.
        rest = sys.stdin.readline(MOST_BYTES)
    return line if line else None


def _can_edit() -> bool:
    """Switch on the editing of lines, with a history of this conversation; returns whether that is possible."""
    if os.environ.get("TERM", "dumb") == "dumb":
        return False
    try:
        import readline
    except ImportError:
        # Python was built without readline, or this is Windows, whose console edits lines itself.
        return False
    # Pasted lines are treated as typed ones; completion would offer the names of files.
    readline.parse_and_bind("set enable-bracketed-paste off")
    readline.parse_and_bind("set disable-completion on")
    return True


def _ask_edited(prompt: str) -> str | None:
    """Read a line with editing and with the history of earlier lines."""
    sys.stdout.flush()
    try:
        return input(prompt)
    except EOFError:
        return None


def _say(text: str) -> None:
    click.echo(broken(text, _width()))


def _complain(text: str) -> None:
    click.echo(broken(f"strategist: {text}", _width(sys.stderr.isatty())), err=True)


def _width(terminal: bool | None = None) -> int | None:
    """The number of columns of the terminal; None for a file or a pipe."""
    if not (sys.stdout.isatty() if terminal is None else terminal):
        return None
    return shutil.get_terminal_size().columns


def broken(text: str, width: int | None) -> str:
    """Text with its long lines broken between words and continuation lines indented; drawings are unchanged.

    >>> print(broken("3 candidates left: horse route serve", 24))
    3 candidates left: horse
        route serve
    """
    if width is None or width < _NARROWEST or "\x1b" in text:
        return text
    return "\n".join(_broken_line(line, width) for line in text.split("\n"))


def _broken_line(line: str, width: int) -> str:
    if len(line) <= width:
        return line
    indent = " " * (len(line) - len(line.lstrip())) + _INDENT
    return textwrap.fill(
        line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False, replace_whitespace=False
    )


def make_board(plain: bool) -> Board:
    """A board: in color on a terminal with colors, unless ``plain``."""
    if plain or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not sys.stdout.isatty():
        from strategist.play.board import PlainBoard

        return PlainBoard()
    from rich.console import Console

    from strategist.play.colored_board import PaintedBoard

    return PaintedBoard(Console(file=sys.stdout, markup=False, emoji=False, highlight=False))


def greet(game: AnyGame, talk: Talk) -> None:
    """Print what is played, and how to ask for help."""
    from strategist.model.solitaire import Solitaire

    secrets = "" if isinstance(game, Solitaire) else f": {counted(len(game.secrets), 'secret')}"
    announce = not isinstance(game, Solitaire) and game.announces and game.secrets_are_questions
    known = "; =CODE says what you know" if announce else ""
    talk.say(f"{game.spec}{secrets}{known}; :help lists the commands")


def afterwards(game: Game, talk: Talk, plain: bool, *, reviewed: bool, shared: bool) -> Afterwards:
    """The review and the text to share after a game, shown at once if ``reviewed`` or ``shared``."""
    from strategist.play.afterwards import Afterwards

    return Afterwards(talk, reviewer(game), sharer(game, plain), reviewed=reviewed, shared=shared)


def reviewer(game: Game) -> Tell:
    """A function that prints the review of a game, or of its beginning."""

    def tell(played: Played) -> None:
        from strategist.search.advice.review import review
        from strategist.show.moves.review_table import print_review
        from strategist.show.texts.printing import console

        found = review(game, played.history, begin=played.begin, jobs=cores())
        print_review(console(), found, f"{played.whose}: ")

    return tell


def sharer(game: Game, plain: bool) -> Tell:
    """A function that prints the text of a game to share; without squares if ``plain``, or if they cannot be shown."""

    def share(played: Played) -> None:
        from strategist.games.share_text import share_text
        from strategist.play.afterwards import ending_of

        mine = played.history[played.begin :]
        whose = "" if played.whose.startswith("your ") else played.whose
        click.echo(share_text(game, mine, ending_of(game, played), whose=whose, plain=plain or not can_show_squares()))

    return share


def can_show_squares() -> bool:
    """Whether the encoding of standard output has the squares."""
    from strategist.games.share_text import HALF, SQUARES

    try:
        (SQUARES + HALF).encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
