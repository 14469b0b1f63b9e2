"""Progress bars on standard error. They are tqdm's, which is imported when the first one is made: it takes long."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from typing import Any


def progress_bar(items: Iterable[Any] | None = None, *, delay: float = 0.2, **options: Any) -> Any:
    """A bar over some items, or one that is moved by hand; none where standard error is no terminal.

    A thread of tqdm's looks after slow bars. Where no thread can be started, as in a browser, bars do without.

    >>> list(progress_bar(range(3)))
    [0, 1, 2]
    """
    from tqdm import TqdmMonitorWarning, tqdm

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TqdmMonitorWarning)
        return tqdm(items, disable=None, leave=False, delay=delay, **options)
