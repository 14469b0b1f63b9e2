"""The errors that strategist raises on purpose.

Each is a :class:`StrategistError` and also the builtin that a caller would expect, so both
``except StrategistError`` and ``except ValueError`` work. Each message is one line: what was expected, what was
got, and where.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


class StrategistError(Exception):
    """Base of every error that strategist raises on purpose.

    >>> issubclass(CodeError, StrategistError) and issubclass(CodeError, ValueError)
    True
    """


class SpecError(StrategistError, ValueError):
    """A game or strategy string that cannot be read, or a parameter out of range."""


class UnknownNameError(SpecError):
    """A game or strategy of this name is not known."""


class CodeError(StrategistError, ValueError):
    """A code that the game does not have."""


class ResponseError(StrategistError, ValueError):
    """A response that the game does not have, or that contradicts the history."""


class NoCandidateError(StrategistError, ValueError):
    """A history that no secret agrees with."""


class StrategyFileError(StrategistError, ValueError):
    """A strategy file that is missing, truncated, altered, foreign or for other rules."""


class JournalError(StrategistError, OSError):
    """A journal that cannot be read or written, is in use, was altered, or belongs to another search."""


class OutputError(StrategistError, OSError):
    """A file that cannot be written."""


class KernelError(StrategistError, RuntimeError):
    """A kernel that can be neither compiled nor loaded, or that ends where it should not."""


class MissingLibraryError(StrategistError, ImportError):
    """An optional library that is not installed; the message says how to install it."""


class ClusterError(StrategistError, ConnectionError):
    """A cluster that cannot be reached, is lost, or has a machine that does not fit."""


class TooLargeError(StrategistError, MemoryError):
    """A game that does not fit in memory."""


class TooDeepError(StrategistError, RecursionError):
    """A tree that is too deep to be searched."""


class EndlessError(StrategistError, RuntimeError):
    """A strategy, or the rules of a solitaire, that would never end."""


class ProofError(StrategistError, RuntimeError):
    """A search that has not proven what its certificate would have to state."""


class InfeasibleError(StrategistError, ValueError):
    """No strategy keeps within the restrictions: an answer, and a proven one."""


class RefutedError(InfeasibleError):
    """An infeasible search whose certificate can be written.

    Attributes
    ----------
    bound : int
        The lower bound that follows, which the certificate states.
    prove : callable
        Returns the certificate. It takes a function that is told of progress, or None.
    """

    def __init__(self, message: str, bound: int, prove: Callable[[Any], Any]) -> None:
        super().__init__(message)
        self.bound = bound
        self.prove = prove


class OutOfTimeError(StrategistError, TimeoutError):
    """Work that was not done within the time that it was given."""


class PlayerError(StrategistError, RuntimeError):
    """A player of one's own that ends, takes too long, or does not guess what the rules allow."""


@contextmanager
def told_at(
    where: object, caught: type[StrategistError] = SpecError, raised: type[StrategistError] | None = None
) -> Iterator[None]:
    """An error that is raised inside is told with where that was, as one of the same or of another kind.

    >>> with told_at("pets.csv"):
    ...     raise UnknownNameError("the table is empty")
    Traceback (most recent call last):
    ...
    strategist.common.errors.SpecError: pets.csv: the table is empty
    """
    try:
        yield
    except caught as error:
        raise (raised or caught)(f"{where}: {error}") from None
