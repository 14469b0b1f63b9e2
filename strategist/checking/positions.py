"""The sets of secrets that claims are about."""

from __future__ import annotations

from itertools import groupby

import numpy as np

from strategist.checking.ground import Ground
from strategist.checking.proof import Proof
from strategist.common.errors import TooLargeError

_MOST_BYTES = 8 << 30


def positions_of(proof: Proof, ground: Ground) -> tuple[list[bytes], str | None]:
    """The sets of the claims, as far as there are such, and why there is not one for the next claim; None if all are.

    Raises :class:`~strategist.common.errors.TooLargeError` if the sets take too much memory.
    """
    return _listed(proof, ground) if proof.by_cores else _cells(proof, ground)


def _listed(proof: Proof, ground: Ground) -> tuple[list[bytes], str | None]:
    """The cores, as they are listed, and then the set of all secrets."""
    game, found = proof.game, list[bytes]()
    place_of = np.full(len(game.secrets), -1, dtype=np.int64)
    place_of[np.asarray(ground.places)] = np.arange(ground.count)
    for core, (_, secrets) in enumerate(proof.levels):
        members = place_of[np.asarray(secrets)]
        if members.min() < 0:
            stranger = game.format_code(game.secrets[secrets[int(members.argmin())]])
            return found, f"core {core}: {stranger} does not agree with the start"
        found.append(ground.name(members))
    found.append(ground.name(np.arange(ground.count)))
    return found, None


def _cells(proof: Proof, ground: Ground) -> tuple[list[bytes], str | None]:
    """The set of all secrets, and for each other claim a cell of the set of the claim above."""
    entries = proof.certificate.entries
    found = [ground.name(np.arange(ground.count))]
    names: dict[bytes, bytes] = {}
    room = _MOST_BYTES
    for above, alike in groupby(range(1, len(proof)), key=lambda entry: proof.above[entry - 1]):
        members = ground.members(found[above])
        for entry in alike:
            cell = members[ground.table[members, entries.guesses[entry]] == entries.responses[entry]]
            if not len(cell):
                return found, f"entry {entry}: no secret is left after the response it names"
            name = ground.name(cell)
            # A short file can list one set a million times: keep it once.
            if name not in names:
                names[name] = name
                room -= len(name)
                if room < 0:
                    raise TooLargeError(f"entry {entry}: the positions take more than {_MOST_BYTES / 2**30:.0f} GiB")
            found.append(names[name])
    return found, None
