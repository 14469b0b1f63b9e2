"""Every error that strategist raises on purpose, by its public name.

Each is a :class:`StrategistError`, and also the built-in error that a caller would expect:

============================  ========================  =====================================================
error                         also                      raised for
============================  ========================  =====================================================
:class:`SpecError`            :class:`ValueError`       a string, a table or a parameter that cannot be read
:class:`UnknownNameError`     :class:`ValueError`       a game or strategy of this name (a ``SpecError``)
:class:`CodeError`            :class:`ValueError`       a code that the game does not have
:class:`ResponseError`        :class:`ValueError`       a response that cannot be, or contradicts the history
:class:`NoCandidateError`     :class:`ValueError`       a history that no secret agrees with
:class:`StrategyFileError`    :class:`ValueError`       a file that is missing, damaged or for other rules
:class:`InfeasibleError`      :class:`ValueError`       restrictions that no strategy keeps: a proven answer
:class:`RefutedError`         :class:`ValueError`       the same, where a certificate can say so
:class:`JournalError`         :class:`OSError`          a journal that cannot be used
:class:`OutputError`          :class:`OSError`          a file that cannot be written
:class:`ClusterError`         :class:`ConnectionError`  a cluster that cannot be reached or used
:class:`OutOfTimeError`       :class:`TimeoutError`     work that was not done in its time
:class:`TooLargeError`        :class:`MemoryError`      a game that does not fit in memory
:class:`TooDeepError`         :class:`RecursionError`   a tree that is too deep to be searched
:class:`EndlessError`         :class:`RuntimeError`     a strategy that would never end
:class:`ProofError`           :class:`RuntimeError`     a proof with a gap: no certificate
:class:`KernelError`          :class:`RuntimeError`     a kernel that cannot be compiled or loaded
:class:`PlayerError`          :class:`RuntimeError`     a player of one's own that does not play
:class:`MissingLibraryError`  :class:`ImportError`      an optional library that is not installed
============================  ========================  =====================================================

Examples
--------
>>> import strategist
>>> try:
...     strategist.make_game("chess")
... except strategist.errors.UnknownNameError as error:
...     print(isinstance(error, ValueError), str(error)[:20])
True unknown game 'chess'
"""

from __future__ import annotations

from strategist.common.errors import (
    ClusterError,
    CodeError,
    EndlessError,
    InfeasibleError,
    JournalError,
    KernelError,
    MissingLibraryError,
    NoCandidateError,
    OutOfTimeError,
    OutputError,
    PlayerError,
    ProofError,
    RefutedError,
    ResponseError,
    SpecError,
    StrategistError,
    StrategyFileError,
    TooDeepError,
    TooLargeError,
    UnknownNameError,
)

__all__ = [
    "ClusterError",
    "CodeError",
    "EndlessError",
    "InfeasibleError",
    "JournalError",
    "KernelError",
    "MissingLibraryError",
    "NoCandidateError",
    "OutOfTimeError",
    "OutputError",
    "PlayerError",
    "ProofError",
    "RefutedError",
    "ResponseError",
    "SpecError",
    "StrategistError",
    "StrategyFileError",
    "TooDeepError",
    "TooLargeError",
    "UnknownNameError",
]
