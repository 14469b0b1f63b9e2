"""Records of others taken into a register: those of another register, and those that were sent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from strategist.checking.proof import Check
from strategist.commands.atlas.repeating import differences
from strategist.commands.atlas.submitted import BEGINS, differences_of, read_submission
from strategist.commands.shared.basics import begins_with
from strategist.common.errors import ProofError
from strategist.files.atlas.entry import PROVEN, Record
from strategist.files.atlas.merging import contradictions, merged
from strategist.files.atlas.register import Register, read_register
from strategist.files.certificate import Certificate


def take_in(
    told: Register, paths: Iterable[str], check: Callable[[Certificate], Check], lists: Path = Path()
) -> tuple[Register, int, list[str]]:
    """A register with what others know more, the number of records that are new or better, and why others were left
    out, a line each: records that cannot both be true, and those that do not follow from the files that were sent."""
    known = {each.name: each for each in told.records}
    changed: dict[str, Record] = {}
    faults = []
    for path in paths:
        for record, wrong, sent in _records(path, check, lists):
            old = known.get(record.name)
            wrong = wrong or _contradiction(old, record, sent)
            if wrong is not None:
                faults.append(f"{path}: {record.name}: {wrong}")
                continue
            new = merged(old, record)
            if new != old:
                known[record.name] = changed[record.name] = new
    for each in changed.values():
        told = told.with_record(each)
    return told, len(changed), faults


def _records(
    path: str, check: Callable[[Certificate], Check], lists: Path
) -> Iterator[tuple[Record, str | None, bool]]:
    """The records of a file, each with what is wrong with it by itself, and whether it was sent alone."""
    if not begins_with(path, BEGINS):
        yield from ((each, None, False) for each in read_register(path).records)
        return
    submission = read_submission(path)
    try:
        wrong = next(iter(differences_of(submission, check, lists)), None)
    except ProofError as error:
        wrong = str(error)
    yield submission.record, wrong, True


def _contradiction(old: Record | None, record: Record, sent: bool) -> str | None:
    if old is None:
        return None
    # Two searches of one version find one tree; another program may find another one that is as good.
    same = old.status == record.status == PROVEN and not sent
    wrong = next(differences(old, record) if same else contradictions(old, record), None)
    return None if wrong is None else f"{wrong}: this is a bug, please report it"
