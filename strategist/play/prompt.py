"""The conversation at the prompt: output, questions, complaints, and the commands that can be entered instead.

A line that is valid input is taken as input; so if ``hint`` is a word of the game, it is a guess. Any other line may be
a command. With a colon in front, ``:hint``, it always is one; the prompt says so once for each command whose name is
valid input. For any other line, the prompt says what is expected, and asks again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from strategist.common.errors import StrategistError
from strategist.common.quoting import quoted, unprintable
from strategist.common.wording import plural

Say = Callable[[str], None]
Ask = Callable[[str], str | None]
"""Shows a prompt and hands back the line that is entered, None at the end of the input."""

MOST_CHARACTERS = 1000
"""The most characters of a line; a longer one is refused."""
MOST_IDLE = 100
"""The most consecutive lines of a script that change nothing, before it is stopped."""

_COMMANDS = frozenset(
    ("hint", "explain", "rank", "left", "board", "undo", "change", "reveal", "score", "review", "share")
)
"""The commands of all prompts, so that a command of another prompt gets a better message than nonsense."""

T = TypeVar("T")


class Leave(Exception):
    """The person leaves the game before its end; ``refused`` says that the last line was invalid."""

    def __init__(self, refused: bool = False) -> None:
        self.refused = refused


class Command(NamedTuple):
    """A command: the function that takes the text after its name, and its line of ``help``.

    ``run`` returns whether the game has changed, so that the prompt has to ask something else; or the lines that tell
    what was asked for, which changes nothing.
    """

    help: str
    run: Callable[[str], bool | Iterable[str]]
    usage: str = ""
    """How the text after the name is written."""


class Talk:
    """One conversation. A ``patient`` one, with a person, has no limit of idle lines; one with a script has.

    >>> lines = iter(["seven", ":double", "7"])
    >>> talk = Talk(print, lambda prompt: next(lines), print)
    >>> def number(text: str) -> int:
    ...     if not text.isdecimal():
    ...         raise StrategistError(f"expected a number, got {text!r}")
    ...     return int(text)
    >>> talk.ask("number: ", number, {"double": Command("two for one", lambda text: ["twice as much"])})
    expected a number, got 'seven'
    twice as much
    7
    """

    def __init__(self, say: Say, ask: Ask, complain: Say, *, patient: bool = False) -> None:
        self.say = say
        self._ask = ask
        self._complain = complain
        self.patient = patient
        self._idle = 0
        self._refused = False
        self._told: set[str] = set()
        """The commands whose names are valid input and for which the prompt has said so."""
        self.always: dict[str, Command] = {}
        """Commands that every prompt knows, beside ``help`` and ``quit``."""

    def tell(self, lines: Iterable[str]) -> None:
        """Say several lines."""
        for line in lines:
            self.say(line)

    def ask(
        self,
        prompt: str,
        read: Callable[[str], T],
        commands: Mapping[str, Command] | None = None,
        check: Callable[[T], None] | None = None,
        noun: str = "line",
    ) -> T | None:
        """The value that ``read`` makes of the line entered at ``prompt``; None after a command that changed the game.

        ``read`` raises :class:`~strategist.common.errors.StrategistError` for invalid input, and ``check`` for input
        that is impossible now: then the prompt asks again. ``noun`` names the input. Raises :class:`Leave` at the end
        of the input, after ``quit``, and unless patient after too many consecutive lines that change nothing.
        """
        known = self._with_common(commands or {}, read)
        self._tell_of_colons(known, read, noun)
        while True:
            line = self._ask(prompt)
            if line is None:
                self.say("")
                raise Leave(self._refused)
            self._refused = False
            try:
                text = _plain(line)
                name = _command(text, read, known)
                if name is None:
                    found = read(text)
                    if check is not None:
                        check(found)
                    self._idle = 0
                    return found
                if self._obeys(known[name], name, text):
                    self._idle = 0
                    return None
            except StrategistError as error:
                self._refused = True
                self._complain(str(error))
            self._idle += 1
            if self._idle >= MOST_IDLE and not self.patient:
                self._complain(f"stopped after {MOST_IDLE} lines in a row that changed nothing")
                raise Leave(refused=True)

    def _tell_of_colons(self, known: Mapping[str, Command], read: Callable[[str], object], noun: str) -> None:
        """Say, once for each command, that its name is also valid input."""
        names = [name for name in known if name not in self._told and _readable(name, read)]
        if names:
            self._told.update(names)
            colons = _and([f":{name}" for name in names])
            if len(names) == 1:
                self.say(f"{names[0]} is also a {noun} here: the command is {colons}")
            else:
                self.say(f"{_and(names)} are also {plural(noun)} here: the commands are {colons}")

    def _with_common(self, commands: Mapping[str, Command], read: Callable[[str], object]) -> dict[str, Command]:
        """``commands`` and the commands that every prompt knows."""

        def leave(_: str) -> bool:
            raise Leave

        def explain(_: str) -> Iterator[str]:
            for name, command in known.items():
                colon = ":" if _readable(name, read) else ""
                usage = f" {command.usage}" if command.usage else ""
                yield f"  {colon}{name}{usage}: {command.help}"

        known = {"help": Command("this list", explain), **commands, **self.always}
        known.setdefault("quit", Command("leave the game", leave))
        return known

    def _obeys(self, command: Command, name: str, text: str) -> bool:
        """Run a command, and say the lines that it tells; whether it has changed the game."""
        argument = text.partition(" ")[2].strip()
        if argument and not command.usage:
            raise StrategistError(f"expected {name} alone, got {quoted(text)}")
        found = command.run(argument)
        if isinstance(found, bool):
            return found
        self.tell(found)
        return False


def _plain(line: str) -> str:
    """The line without surrounding white space. Raises an error for characters that should not be printed."""
    if len(line.strip()) > MOST_CHARACTERS:
        raise StrategistError(f"expected a line of at most {MOST_CHARACTERS} characters, got a longer one")
    text = line.strip().replace("\t", " ")
    if unprintable(text):
        raise StrategistError("expected printable characters, got others")
    return text


def _command(text: str, read: Callable[[str], object], known: Mapping[str, Command]) -> str | None:
    """The command in a line; None for a line that can be read as an answer to the prompt."""
    colon = text.startswith(":")
    first = text.removeprefix(":").partition(" ")[0].casefold()
    name = "help" if first == "?" else first
    if name in _COMMANDS and name not in known and not _readable(text, read):
        raise StrategistError(f"there is no {name} here: expected one of {', '.join(known)}, or what is asked for")
    if name not in known:
        if colon and not _readable(text, read):
            raise StrategistError(f"unknown command {quoted(text)}: expected one of {', '.join(known)}")
        return None
    return name if colon or not _readable(text, read) else None


def _and(names: Sequence[str]) -> str:
    """Names as a list within a sentence.

    >>> _and(["help"]), _and(["help", "hint", "left"])
    ('help', 'help, hint and left')
    """
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _readable(text: str, read: Callable[[str], object]) -> bool:
    try:
        read(text)
    except StrategistError:
        return False
    return True
