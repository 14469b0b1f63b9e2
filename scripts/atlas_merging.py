"""Records of other registers, such as those of another machine, taken into the register of the atlas."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from atlas_forks import OnDisk

from strategist.commands.atlas.repeating import differences
from strategist.files.atlas.entry import PROVEN
from strategist.files.atlas.merging import contradictions, merged
from strategist.files.atlas.register import read_register


def merge(path: Path, others: Iterable[Path]) -> int:
    """Take in what other registers know more. Records that cannot both be true are told, and left as they are. Returns
    the exit status."""
    register = OnDisk(path)
    known = {each.name: each for each in register.now().records}
    changed, faults = {}, 0
    for other in others:
        for record in read_register(other).records:
            old = known.get(record.name)
            if old is not None:
                both = old.status == record.status == PROVEN
                if wrong := next(differences(old, record) if both else contradictions(old, record), None):
                    print(f"{other}: {record.name}: {wrong}: this is a bug, please report it", file=sys.stderr)
                    faults += 1
                    continue
            new = merged(old, record)
            if new != old:
                known[record.name] = changed[record.name] = new
    register.put(*changed.values())
    print(f"{len(changed)} records are new or better")
    return 1 if faults else 0
