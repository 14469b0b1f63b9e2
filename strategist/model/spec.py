"""The strings that name games and strategies: ``mastermind(pegs=4,colors=6)``.

Grammar::

    spec   = name [ "(" [ arg { "," arg } ] ")" ] | name "-" size { "x" size }
    arg    = [ key "=" ] value
    value  = words with spaces between them, without , ( ) = or ", or a "quoted" text with \\" and \\\\ inside

A value may give parameters that belong together, where the declaration says so: ``cells=several:/ unknown:?`` means
``several=/,unknown=?``, and a text ends where the next name with a colon begins. Canonical strings never do that.

A declaration (:class:`Parameter` by parameter) turns the arguments into typed values and prints them in one
canonical form: sizes always, other options only when they are not the default or are marked ``always``, in declared
order.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from strategist.common.errors import SpecError
from strategist.common.quoting import did_you_mean, quoted

Value = int | str | bool | None

_TOKEN = re.compile(r'\s*(?:"((?:[^"\\]|\\.)*)"|([(),=])|([^,()="\s]+(?: +[^,()="\s]+)*))')
_QUOTES = "; a value that holds one of , ( ) = stands in double quotes"
_PLAIN = re.compile(r'[^,()="\s]+')
_SLUG = re.compile(r"(?P<name>[a-z][a-z-]*?)-(?P<sizes>\d+(?:x\d+)*)")


@dataclass(frozen=True)
class Parameter:
    """One declared parameter of a game or a strategy.

    ``kind`` is ``int``, ``bool`` or ``str``; ``choices`` lists the only values of a ``str``; ``low`` and ``high`` bound
    an ``int``; a ``size`` is always printed, and so is what is marked ``always``; ``rest``, for the first ``str`` only,
    takes all values without a name, joined by commas; what is marked ``named`` is given by its name only, and stands
    last; ``parts`` names other parameters that a text of this one may give, each as ``part:text``, and a ``bundle`` has
    no other value; ``help`` is one line for people.
    """

    name: str
    kind: type
    default: Value
    help: str
    choices: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    size: bool = False
    rest: bool = False
    always: bool = False
    named: bool = False
    parts: tuple[str, ...] = ()
    bundle: bool = False

    def divided(self, text: str, where: str) -> tuple[str, dict[str, str]]:
        """The text of this parameter alone, and those of its parts that a text gives.

        Raises :class:`SpecError` for a part that is given twice, and where a bundle gives anything else.

        >>> cells = Parameter("cells", str, None, "how cells are read", parts=("several", "unknown"), bundle=True)
        >>> cells.divided("several:/ or unknown:not known", "table")
        ('', {'several': '/ or', 'unknown': 'not known'})
        """
        if not self.parts:
            return text, {}
        own, *rest = re.split(rf"(?:^|(?<=\s))({'|'.join(self.parts)}):", text.strip())
        found: dict[str, str] = {}
        for part, given in zip(rest[::2], rest[1::2], strict=True):
            if part in found:
                raise SpecError(f"{where}: {self.name}: {part} is given twice")
            found[part] = given.strip()
        if self.bundle and (own.strip() or not found):
            word = next(iter(own.split()), "")
            meant = did_you_mean(word.partition(":")[0], self.parts)
            names, got = ", ".join(f"{part}:" for part in self.parts), quoted(word) if word else "nothing"
            raise SpecError(f"{where}: expected texts behind {names} in {self.name}, got {got}{meant}")
        return own.strip() if found else text, found

    def read(self, text: str, where: str) -> Value:
        """The typed value of ``text``; raises :class:`SpecError` if it has none."""
        if self.kind is int:
            return self._read_int(text, where)
        if self.kind is bool:
            if text not in ("true", "false"):
                raise SpecError(f"{where}: {self.name} must be true or false, got {quoted(text)}")
            return text == "true"
        if self.choices and text not in self.choices:
            meant = did_you_mean(text, self.choices)
            raise SpecError(f"{where}: {self.name} must be one of {', '.join(self.choices)}, got {quoted(text)}{meant}")
        return text

    def _read_int(self, text: str, where: str) -> int:
        low = "" if self.low is None else f" of at least {self.low}"
        high = "" if self.high is None else f"{' and' if low else ' of'} at most {self.high}"
        # Twelve digits are more than any size, seed or limit has, and keep int() cheap on hostile input.
        if not re.fullmatch(r"[+-]?[0-9]{1,12}", text):
            raise SpecError(f"{where}: {self.name} must be a whole number{low}{high}, got {quoted(text)}")
        value = int(text)
        if (self.low is not None and value < self.low) or (self.high is not None and value > self.high):
            raise SpecError(f"{where}: {self.name} must be a whole number{low}{high}, got {value}")
        return value

    def write(self, value: Value) -> str:
        """``value`` as a canonical string holds it."""
        if isinstance(value, bool):
            return "true" if value else "false"
        return quote(str(value))

    def shows(self, value: Value) -> bool:
        """Whether ``value`` stands in a canonical string."""
        if self.rest:
            return value != ""
        return self.size or self.always or value != self.default


@dataclass(frozen=True)
class Arguments:
    """A parsed string before its declaration is known: the name, and (key or None, text) pairs."""

    name: str
    pairs: tuple[tuple[str | None, str], ...] = field(default=())


def quote(text: str) -> str:
    """``text`` in quotes if it needs them.

    >>> quote("plain"), quote("a,b")
    ('plain', '"a,b"')
    """
    if _PLAIN.fullmatch(text):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def parse(text: str, names: Iterable[str] = ()) -> Arguments:
    """Split a string into its name and arguments.

    ``names`` are the known names: one of them is never read as a slug. Raises :class:`SpecError`.

    >>> parse("mastermind(4,colors=6)")
    Arguments(name='mastermind', pairs=((None, '4'), ('colors', '6')))
    >>> parse("bulls-and-cows-4x10").pairs
    ((None, '4'), (None, '10'))
    """
    tokens = _tokens(text)
    if not tokens or tokens[0][0] != "word":
        raise SpecError(f"expected a name such as mastermind(4,6), got {quoted(text)}")
    name = tokens[0][1]
    slug = _SLUG.fullmatch(name)
    if slug and name not in names:
        if len(tokens) > 1:
            raise SpecError(f"{quoted(text)}: sizes stand either after the name or in parentheses, not both")
        return Arguments(slug["name"], tuple((None, size) for size in slug["sizes"].split("x")))
    if len(tokens) == 1:
        return Arguments(name)
    if tokens[1] != ("mark", "(") or tokens[-1] != ("mark", ")"):
        raise SpecError(
            f"{quoted(text)}: expected NAME or NAME(…), with one closing parenthesis at the end{_hint(tokens)}"
        )
    return Arguments(name, tuple(_pairs(tokens[2:-1], text)))


def _tokens(text: str) -> list[tuple[str, str]]:
    tokens: list[tuple[str, str]] = []
    position = 0
    stripped = text.rstrip()
    while position < len(stripped):
        match = _TOKEN.match(stripped, position)
        if match is None:
            raise SpecError(f"{quoted(text)}: a quote is not closed at character {position + 1}")
        in_quotes, mark, word = match.groups()
        if in_quotes is not None:
            tokens.append(("quoted", re.sub(r"\\(.)", r"\1", in_quotes)))
        elif mark is not None:
            tokens.append(("mark", mark))
        else:
            tokens.append(("word", word))
        position = match.end()
    return tokens


def _hint(tokens: Sequence[tuple[str, str]]) -> str:
    """What to do about a parenthesis inside of a value, if there may be one."""
    return _QUOTES if tokens.count(("mark", "(")) > 1 or tokens.count(("mark", ")")) > 1 else ""


def _pairs(tokens: Sequence[tuple[str, str]], text: str) -> Iterable[tuple[str | None, str]]:
    """The arguments between the parentheses."""
    if not tokens:
        return
    group: list[tuple[str, str]] = []
    for token in [*tokens, ("mark", ",")]:
        if token != ("mark", ","):
            group.append(token)
            continue
        kinds = [kind if kind != "mark" else value for kind, value in group]
        if kinds in (["word"], ["quoted"]):
            yield None, group[0][1]
        elif kinds in (["word", "=", "word"], ["word", "=", "quoted"]):
            yield group[0][1], group[2][1]
        else:
            got = "".join(value for _, value in group)
            raise SpecError(f"{quoted(text)}: expected VALUE or KEY=VALUE between commas, got {quoted(got)}{_QUOTES}")
        group = []


def bind(
    arguments: Arguments, parameters: Sequence[Parameter], defaults: Mapping[str, Value] | None = None
) -> dict[str, Value]:
    """Typed values for every declared parameter; raises :class:`SpecError` for one that is unknown, repeated or bad.

    What the arguments leave out takes its value from ``defaults``, else the declared one.

    >>> bind(parse("f(7)"), [Parameter("n", int, 4, "a size", size=True)])
    {'n': 7}
    >>> bind(parse("f(a,b)"), [Parameter("names", str, "a", "some names", rest=True)])
    {'names': 'a,b'}
    >>> bind(parse("f"), [Parameter("n", int, 4, "a size", size=True)], {"n": 9})
    {'n': 9}
    """
    known = {parameter.name: parameter for parameter in parameters}
    values: dict[str, Value] = {parameter.name: parameter.default for parameter in parameters} | dict(defaults or {})
    seen: set[str] = set()
    pairs = list(arguments.pairs)
    if parameters and parameters[0].rest:
        unnamed = [text for key, text in itertools.takewhile(lambda pair: pair[0] is None, pairs)]
        if unnamed:
            pairs[: len(unnamed)] = [(parameters[0].name, ",".join(unnamed))]
    for index, (key, text) in enumerate(pairs):
        if key is None:
            if any(earlier is not None for earlier, _ in pairs[:index]):
                raise SpecError(f"{arguments.name}: the value {quoted(text)} without a name stands after a named one")
            if index >= len(parameters) or parameters[index].named:
                raise SpecError(f"{arguments.name} takes {_listing(parameters)}, got a further value {quoted(text)}")
            key = parameters[index].name
        if key not in known:
            meant = did_you_mean(key, known)
            raise SpecError(f"{arguments.name} has no parameter {quoted(key)}: it takes {_listing(parameters)}{meant}")
        if key in seen:
            raise SpecError(f"{arguments.name}: {key} is given twice")
        seen.add(key)
        parameter = known[key]
        own, parts = parameter.divided(text, arguments.name)
        for part, told in parts.items():
            if part in seen:
                raise SpecError(f"{arguments.name}: {part} is given twice, once in {key}")
            seen.add(part)
            values[part] = known[part].read(told, f"{arguments.name}: {key}")
        if own or not parts:
            values[key] = parameter.read(own, arguments.name)
    return values


def parts_of(parameters: Iterable[Parameter]) -> set[str]:
    """The names of those parameters that the text of another one may give."""
    return {part for parameter in parameters for part in parameter.parts}


def _listing(parameters: Sequence[Parameter]) -> str:
    hidden = parts_of(parameters)
    return ", ".join(each.name for each in parameters if each.name not in hidden) or "no parameters"


def write(name: str, parameters: Sequence[Parameter], values: Mapping[str, Value]) -> str:
    """The canonical string.

    >>> write("f", [Parameter("n", int, 4, "", size=True), Parameter("s", str, "", "")], {"n": 4, "s": "x y"})
    'f(n=4,s="x y")'
    """
    shown = [
        str(values[parameter.name]) if parameter.rest else f"{parameter.name}={parameter.write(values[parameter.name])}"
        for parameter in parameters
        if parameter.shows(values[parameter.name])
    ]
    return f"{name}({','.join(shown)})" if shown else name


def slug(name: str, parameters: Sequence[Parameter], values: Mapping[str, Value]) -> str:
    """The canonical string as part of a file name: sizes as ``4x6``, everything else joined by dashes.

    >>> slug("mastermind", [Parameter("pegs", int, 4, "", size=True)], {"pegs": 5})
    'mastermind-5'
    """
    sizes = "x".join(str(values[parameter.name]) for parameter in parameters if parameter.size)
    rest = [
        str(values[parameter.name]) if parameter.rest else f"{parameter.name}-{parameter.write(values[parameter.name])}"
        for parameter in parameters
        if not parameter.size and parameter.shows(values[parameter.name])
    ]
    words = (re.sub(r"[^0-9A-Za-z]+", "-", word).strip("-") for word in [name, sizes, *rest])
    return "-".join(word for word in words if word)


class Named:
    """Something that a string names: it has a name and a typed value for every declared parameter."""

    name: ClassVar[str]
    parameters: ClassVar[Sequence[Parameter]]
    values: dict[str, Value]

    @property
    def spec(self) -> str:
        """The canonical string."""
        return write(self.name, self.parameters, self.values)

    @property
    def slug(self) -> str:
        """The canonical string as part of a file name."""
        return slug(self.name, self.parameters, self.values)
