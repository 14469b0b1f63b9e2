"""What is read of a table, and how it is read."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from strategist.games.tables.cells.states import Shares, States

BY_CLASS = "class"
"""The parameter that names the line of classes."""
JOINT = "/"
"""What joins the names of secrets that have become one."""
MARKED = "marked"
"""The corner cell of a packed table whose texts hold commands (:mod:`strategist.matrices.marked_text`)."""


@dataclass(frozen=True)
class Written:
    """The texts of a table as people wrote them, tidy marked texts (:func:`~strategist.matrices.marked_text.tidy`), by
    their canonical forms. Texts that are written in their canonical form are left out.
    """

    secrets: Mapping[str, str] = field(default_factory=dict)
    questions: Mapping[str, str] = field(default_factory=dict)
    answers: Mapping[str, str] = field(default_factory=dict)
    """Whole cells, and the states that they hold."""
    classes: Mapping[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return any((self.secrets, self.questions, self.answers, self.classes))


AS_CANONICAL = Written()


@dataclass(frozen=True)
class Sheet:
    """A checked table: no name occurs twice, and no cell is empty unless empty cells are read. For any two secrets a
    question tells them apart, unless such secrets are allowed.

    ``rows[q][s]`` is the answer to question q for secret s, an index into ``answers``. ``chances`` holds the number of
    each secret and ``costs`` that of each question, as they are written; None where the table has none. ``classes``
    holds the name of the class of each secret; with these, only secrets of two classes need a question between them.
    Where cells may hold several states, ``shares`` tells what each of the ``answers`` says by itself
    (:meth:`~strategist.games.tables.cells.states.States.read`); else it is None. All texts are canonical; ``written``
    tells how people wrote them.
    """

    secrets: Sequence[str]
    questions: Sequence[str]
    answers: Sequence[str]
    rows: Sequence[array[int]]
    chances: Sequence[str] | None = None
    costs: Sequence[str] | None = None
    classes: Sequence[str] | None = None
    shares: Sequence[Shares | None] | None = None
    written: Written = AS_CANONICAL


@dataclass(frozen=True)
class Reading:
    """How a table is read.

    ``chance`` is the name of the line of chances, ``kind`` that of the line of classes and ``cost`` that of the column
    of costs, all canonical, or None. Where a table has a secret in each line (``turned``), it is the other way round.
    With ``grouping``, secrets that no question tells apart become one, under all their names. With ``majority``, those
    of several classes are of one. ``alike`` allows such secrets, and ``keeping`` those of several classes. ``states``
    says what cells may hold besides one answer, or is None.
    """

    chance: str | None = None
    cost: str | None = None
    turned: bool = False
    grouping: bool = False
    kind: str | None = None
    alike: bool = False
    majority: bool = False
    states: States | None = None
    keeping: bool = False


PLAIN = Reading()
"""A secret in each column, and one answer in each cell."""
