"""Tests of pools that err: ``errs="negative:0.1 positive:0.02"``, as text and as the chances of answers."""

from __future__ import annotations

from fractions import Fraction

from strategist.common.errors import SpecError, told_at
from strategist.common.numbers import read_number, write_number
from strategist.common.quoting import quoted
from strategist.model.lies.erring import Erring
from strategist.model.rules import Answer
from strategist.model.spec import Parameter, Value

MOST_TESTS = 1000
PARAMETERS = (
    Parameter("errs", str, None, "the chances of a false positive and a false negative: positive:0.02 negative:0.1"),
    Parameter("tests", int, None, "the most tests, where they err", low=1, high=MOST_TESTS),
    Parameter("sure", str, None, "how likely the likeliest set has to be to end sooner, where tests err: 0.95"),
)
ERRS, TESTS, SURE = (parameter.name for parameter in PARAMETERS)
_NAMES = ("negative", "positive")
"""The answers, in the order of their numbers."""
_EXPECTED = "expected chances of false answers, as in positive:0.02 negative:0.1"


def read_errors(values: dict[str, Value]) -> tuple[Erring, tuple[tuple[Answer, ...], tuple[Answer, ...]]] | None:
    """When play ends, and the answers to a pool that holds no positive specimen, and to one that holds some; None if no
    test errs. The texts of the values become canonical. Raises :class:`~strategist.common.errors.SpecError`.

    >>> values = {"errs": "positive:2%", "tests": 3, "sure": "0.950"}
    >>> ending, (clear, _) = read_errors(values)
    >>> ending.sure, [str(answer.chance) for answer in clear], values["errs"], values["sure"]
    (Fraction(19, 20), ['49/50', '1/50'], 'positive:0.02', '0.95')
    """
    if values[ERRS] is None:
        for name in (TESTS, SURE):
            if values[name] is not None:
                raise SpecError(f"expected errs= beside {name}={values[name]}, as in errs=positive:0.02")
        return None
    with told_at(ERRS):
        false = _read(str(values[ERRS]))
    tests = values[TESTS]
    if tests is None:
        raise SpecError("expected how many tests may be done at most where they err, as in tests=6")
    sure = None
    if values[SURE] is not None:
        with told_at(SURE):
            sure = read_number(str(values[SURE]))
            if sure > 1:
                raise SpecError(f"expected a chance of at most 1, got {quoted(str(values[SURE]))}")
        values[SURE] = write_number(sure)
    values[ERRS] = " ".join(f"{_NAMES[each]}:{write_number(chance)}" for each, chance in sorted(false.items()))
    right = [tuple(_answers(truth, false.get(1 - truth, Fraction(0)))) for truth in (0, 1)]
    return Erring(int(tests), sure), (right[0], right[1])


def _read(text: str) -> dict[int, Fraction]:
    """The chance of each answer to be given where the other one is right."""
    found: dict[int, Fraction] = {}
    for item in text.split():
        name, colon, number = item.partition(":")
        if name not in _NAMES or not colon:
            raise SpecError(f"{_EXPECTED}, got {quoted(item)}")
        if _NAMES.index(name) in found:
            raise SpecError(f"{name} stands there twice")
        with told_at(name):
            found[_NAMES.index(name)] = read_number(number)
    if not found:
        raise SpecError(f"{_EXPECTED}, got nothing")
    if sum(found.values()) >= 1:
        raise SpecError(f"expected chances that add up to less than 1, got {quoted(text)}: such a test tells nothing")
    return found


def _answers(truth: int, wrong: Fraction) -> list[Answer]:
    """The answers where one of them is right, ascending."""
    both = (Answer(truth, 1 - wrong), Answer(1 - truth, wrong))
    return sorted(answer for answer in both if answer.chance)
