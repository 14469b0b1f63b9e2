"""The parameters of ``table``: what they are, and which of them stand beside each other."""

from __future__ import annotations

from collections.abc import Mapping

from strategist.common.errors import SpecError
from strategist.games.tables.cells.number_parameters import PARAMETERS as MEASURES
from strategist.games.tables.cells.number_parameters import canonical_measures
from strategist.games.tables.cells.states import CANNOT_TELL, CELLS, canonical_states
from strategist.games.tables.cells.states import PARAMETERS as STATES
from strategist.games.tables.contents import BY_CLASS
from strategist.games.tables.lexicon import canonical
from strategist.games.tables.sources.table_files import KEEP, MAJORITY, NAMED
from strategist.games.tables.sources.table_frame import PARAMETERS as FRAME
from strategist.matrices.readers import MATRICES
from strategist.model.goal import ASK, CLASS, GOALS, IDENTIFY, NARROW, Narrow, goal_parameter
from strategist.model.spec import Parameter, Value

GOAL = goal_parameter(ASK, IDENTIFY, CLASS, NARROW)
COLUMNS = Parameter(
    "columns",
    str,
    None,
    "the columns or lines that hold no answers: class:kind chance:share cost:effort",
    named=True,
    parts=(BY_CLASS, "chance", "cost"),
    bundle=True,
)
PARAMETERS = (
    Parameter(
        "file",
        str,
        None,
        "a CSV file: columns are secrets, rows are questions, cells are answers; a workbook; or " + ", ".join(MATRICES),
    ),
    GOAL,
    COLUMNS,
    Parameter(BY_CLASS, str, None, "the line (of rows: column) that holds the classes of secrets", named=True),
    Parameter("secrets", str, "columns", "whether secrets are columns or rows", ("columns", "rows"), named=True),
    Parameter("chance", str, None, "the line (of rows: column) that holds the chances of secrets", named=True),
    Parameter("cost", str, None, "the column (of rows: line) that holds the costs of questions", named=True),
    Parameter(
        "twins",
        str,
        "refuse",
        "secrets that no question tells apart: refuse them, make one secret of each group, give all of a group "
        "the class of most of them, or keep them, so that a tree errs in some",
        choices=("refuse", "group", MAJORITY, KEEP),
        named=True,
    ),
    Parameter(
        "narrow",
        str,
        None,
        "end where no question left has different answers or chances (alike), or none is sure to tell two apart",
        choices=tuple(each.value for each in Narrow),
        named=True,
    ),
    Parameter("turns", int, None, "questions after which the secret is lost", low=1, high=1000, named=True),
    CELLS,
    *STATES,
    *MEASURES,
    Parameter(
        "sheet",
        str,
        None,
        "the sheet of a workbook, by its name",
        named=True,
        parts=("header", "rows", "names"),
    ),
    *FRAME,
    Parameter(
        "names", str, None, "none: rows have no names, and the first column is a question", ("none",), named=True
    ),
)
DEFAULTS = {parameter.name: parameter.default for parameter in PARAMETERS}
DIGESTED = ("narrow", "turns", *(each.name for each in STATES))
"""The parameters that say what is asked for, and what cells mean."""
IN_SLUG = ("narrow", "turns", "unknown_as", "inapplicable_as", CANNOT_TELL)
"""Those of them that stand in the name of a file, where they are given. What remains are signs."""
_FOR_SEVERAL = ("several", "unknown", "inapplicable", CANNOT_TELL, "narrow", "turns")
"""The parameters with which answers may be several, or a secret may stay unknown."""


def settled(given: Mapping[str, Value]) -> dict[str, Value]:
    """The values of all parameters in their one written form, of which ``given`` holds some.

    Raises :class:`~strategist.common.errors.SpecError` for values that cannot stand beside each other.

    >>> settled({"goal": "narrow", "narrow": "alike", "chance": "how common"})["chance"]
    'how_common'
    >>> settled({"goal": "class"})
    Traceback (most recent call last):
    ...
    strategist.common.errors.SpecError: table: expected goal=class and class=NAME together, got goal=class alone
    """
    values: dict[str, Value] = {**DEFAULTS, **given}
    goal = GOALS[str(values["goal"])]
    if goal.by_class != (values[BY_CLASS] is not None):
        got = "goal=class alone" if goal.by_class else f"class={values[BY_CLASS]} and goal={values['goal']}"
        raise SpecError(f"table: expected goal=class and class=NAME together, got {got}")
    values |= {key: canonical(str(values[key])) for key in NAMED if values[key]}
    values |= canonical_states(values) | canonical_measures(values)
    if values["twins"] in (MAJORITY, KEEP) and not goal.by_class:
        raise SpecError(f"table: expected goal=class beside twins={values['twins']}, got goal={goal.name}")
    if values["narrow"] is not None and not goal.may_end_undecided and not goal.by_class:
        raise SpecError(
            f"table: expected narrow={values['narrow']} beside goal=narrow or goal=class, got {values['goal']}"
        )
    if goal.may_end_undecided and narrow_of(values) is Narrow.ALIKE:
        # The goal says so.
        values["narrow"] = None
    check_goal(values)
    if len(lines := [values[key] for key in ("chance", BY_CLASS) if values[key]]) > len(set(lines)):
        raise SpecError(f"table: expected a line for chance and another for class, got {lines[0]} for both")
    return values


def check_goal(values: Mapping[str, Value]) -> None:
    """Raise :class:`~strategist.common.errors.SpecError` where answers may be several and nothing is announced. A file
    may say that they are, so this is asked again when it has been read."""
    if not GOALS[str(values["goal"])].announces and any(values[key] is not None for key in _FOR_SEVERAL):
        raise SpecError("table: expected goal=identify, goal=class or goal=narrow where answers may be several")


def narrow_of(values: Mapping[str, Value]) -> Narrow | None:
    """When play ends with several secrets left; None if never.

    >>> narrow_of({"goal": "narrow", "narrow": None}), narrow_of({"goal": "class", "narrow": "sure"})
    (<Narrow.ALIKE: 'alike'>, <Narrow.SURE: 'sure'>)
    """
    if values["narrow"] is None and not GOALS[str(values["goal"])].may_end_undecided:
        return None
    return Narrow(values["narrow"] or Narrow.ALIKE.value)
