"""The journal of one search: its file, the header that it must have, and the time that it is open."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager

from strategist.choosing.searched import SearchedStrategy
from strategist.search.position import Start
from strategist.search.proof.journal import Journal
from strategist.search.proof.problem import LEAST_NODES, NEVER, RECALLED
from strategist.search.proof.workers import Workers


@contextmanager
def resumed(workers: Workers, strategy: SearchedStrategy, start: Start) -> Iterator[None]:
    """Keep the journal that the options name, if any, open within the block.

    Raises :class:`~strategist.errors.JournalError`.
    """
    path = workers.options.journal
    if path is None:
        yield
        return
    workers.journal = Journal(path, _header(workers, strategy, start), workers.count)
    try:
        yield
        workers.journal.keep(workers.desks, workers.shared, workers.nodes())
    finally:
        workers.shared[LEAST_NODES], workers.shared[RECALLED] = NEVER, 0
        journal, workers.journal = workers.journal, None
        journal.close()


def _header(workers: Workers, strategy: SearchedStrategy, start: Start) -> dict[str, str]:
    """The header of the journal; ``names`` is a digest of the words that name sets, and of what they stand for."""
    names = hashlib.sha256(workers.words.tobytes())
    names.update(start.candidates.tobytes() + workers.guess_names.tobytes())
    game = workers.game
    history = tuple((game.guesses[guess], response) for guess, response in start.history)
    return {
        "game": game.spec,
        "rules": str(game.rules_version),
        "codes": game.digest().hex(),
        "strategy": strategy.spec,
        "start": game.format_history(history),
        "names": names.hexdigest(),
    }
