"""A record that somebody sends: one file with the record, its tree and the certificate of its bound.

It states what these two show and nothing else, so whoever gets it makes the record again from them, without a search,
and compares. The same files give the same bytes.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from strategist.checking.pairing import moves_between
from strategist.checking.proof import Check
from strategist.checking.verify import verify_strategy
from strategist.commands.atlas.repeating import certified, record_of, values_of
from strategist.common.errors import ProofError, StrategyFileError
from strategist.files import certificate_file
from strategist.files import strategy as strategies
from strategist.files.atlas.entry import Record
from strategist.files.atlas.entry_json import from_json, to_json
from strategist.files.atlas.listed_words import ensure_lists, lists_of
from strategist.files.atlas.merging import contradictions
from strategist.files.atlas.register import Register
from strategist.files.atlas.values import told as in_text
from strategist.files.certificate import Certificate
from strategist.files.envelope import BEGINNING, decode_named, read_named
from strategist.files.strategy import StrategyData
from strategist.model.game import Game

BEGINS = b"PK\3\4"
"""The first bytes of a submission."""
_RECORD, _TREE, _CERTIFICATE = "record.json", "tree.msgpack", "bound.certificate"
_MOST = 1 << 30
"""The most bytes of all parts together."""


@dataclass(frozen=True)
class Submission:
    """A record with the bytes of its tree and, unless it states no bound, of its certificate."""

    record: Record
    tree: bytes
    certificate: bytes | None

    def encode(self) -> bytes:
        """The bytes of the file."""
        record = json.dumps(to_json(self.record), ensure_ascii=False, indent=1).encode() + b"\n"
        parts = {_RECORD: record, _TREE: self.tree}
        if self.certificate is not None:
            parts[_CERTIFICATE] = self.certificate
        contents = io.BytesIO()
        with zipfile.ZipFile(contents, "w", zipfile.ZIP_STORED) as archive:
            for name, part in parts.items():
                # Else there would be a time in it. Both files are compressed already.
                archive.writestr(zipfile.ZipInfo(name), part)
        return contents.getvalue()


def submissions(
    files: Mapping[str, bytes], check: Callable[[Certificate], Check], lists: Path = Path()
) -> Iterator[Submission]:
    """A submission of each tree among some files, with the certificate among them that bounds it.

    Lists of words that a game is read from are looked for in the folder ``lists``. Raises
    :class:`~strategist.common.errors.ProofError` if a tree does not verify or a certificate does not hold, and
    :class:`~strategist.common.errors.StrategyFileError` for a file that is neither, and a certificate without a tree.
    """
    certificates = {path: each for path, each in files.items() if certificate_file.is_certificate(each)}
    read = {path: decode_named(path, each, certificate_file.decode) for path, each in certificates.items()}
    for path, contents in files.items():
        if path in certificates:
            continue
        data = decode_named(path, contents, strategies.decode)
        own = next((each for each in read if _bounds(read[each], data)), None)
        certificate = None if own is None else (read.pop(own), certificates[own])
        record = _record(path, data, contents, certificate, check, lists)
        yield Submission(record, contents, certificate and certificate[1])
    if read:
        got = "no tree" if len(certificates) == len(files) else "that of another"
        raise StrategyFileError(f"{next(iter(read))}: expected a certificate of one of the trees, got {got}")


def _bounds(certificate: Certificate, data: StrategyData) -> bool:
    """Whether a certificate states a bound of the first objective of a tree."""
    try:
        moves_between(certificate, data)
    except StrategyFileError:
        return False
    return certificate.objective == (data.objective or "").partition(",")[0]


def _record(
    path: str,
    data: StrategyData,
    contents: bytes,
    certificate: tuple[Certificate, bytes] | None,
    check: Callable[[Certificate], Check],
    lists: Path,
) -> Record:
    """What a tree and a certificate show by themselves."""
    if not isinstance(data.game, Game) or data.objective is None or data.start:
        raise StrategyFileError(f"{path}: expected the tree of a search from the beginning, got {data.strategy}")
    if problems := verify_strategy(data).problems:
        raise ProofError(f"{path}: the tree does not verify: {problems[0]}")
    values = values_of(data)
    first, *_ = values
    bounds: dict[str, int | None] = dict.fromkeys(values)
    stated = None
    if certificate is not None:
        stated = certified(*certificate)
        if problems := check(certificate[0]).problems:
            raise ProofError(f"{path}: the certificate does not hold: {problems[0]}")
        bounds[first] = stated.bound
    made = record_of(data, stated, None)
    listed = lists_of(data.game, lists)
    shown = replace(made, bounds=bounds, file=None, lists=listed, tree=replace(made.tree, size=len(contents)))
    # As whoever reads it would have it: a record that contradicts itself is refused here.
    return from_json(to_json(shown), "record")


def read_submission(path: str) -> Submission:
    """The parts of a file. Raises :class:`~strategist.common.errors.StrategyFileError`."""
    contents = read_named(path, BEGINS)
    try:
        with zipfile.ZipFile(io.BytesIO(contents)) as archive:
            infos = archive.infolist()
            names = [each.filename for each in infos]
            if names not in ([_RECORD, _TREE], [_RECORD, _TREE, _CERTIFICATE]):
                raise StrategyFileError(f"expected {_RECORD}, {_TREE} and {_CERTIFICATE}, got {', '.join(names)[:200]}")
            stored = all(each.compress_type == zipfile.ZIP_STORED for each in infos)
            if not stored or sum(each.file_size for each in infos) > min(_MOST, len(contents)):
                raise StrategyFileError("expected parts that are not compressed once more")
            record, tree, *certificate = map(archive.read, infos)
        told = from_json(json.loads(record), "record")
    except (zipfile.BadZipFile, EOFError, OSError, NotImplementedError, RuntimeError, ValueError) as error:
        raise StrategyFileError(f"{path}: expected a submission of the atlas: {error}") from None
    return Submission(told, tree, certificate[0] if certificate else None)


def differences_of(told: Submission, check: Callable[[Certificate], Check], lists: Path = Path()) -> Sequence[str]:
    """Where a record is not what its tree and its certificate show; empty where it is. Raises as :func:`submissions`
    does."""
    ensure_lists(told.record.lists, lists)
    files = {_TREE: told.tree} | ({} if told.certificate is None else {_CERTIFICATE: told.certificate})
    (made,) = submissions(files, check, lists)
    stated, shown = to_json(told.record), to_json(made.record)
    stated |= stated.pop("proven")
    shown |= shown.pop("proven")
    return [
        f"{field}: stated {stated[field]}, shown {shown[field]}" for field in stated if stated[field] != shown[field]
    ]


def news_of(told: Register, record: Record) -> tuple[bool, str]:
    """Whether a record can be true beside a register, and what it adds, as a sentence."""
    old = next((each for each in told.records if each.name == record.name), None)
    objective, value = next(iter(record.values.items()))
    bound = record.bounds[objective]
    proven = "no bound is stated" if bound is None else f"at least {in_text(bound)} is proven"
    if bound == value:
        proven = "proven to be the least"
    shown = f"{record.name}: {objective} {in_text(value)}, {proven}"
    if old is None:
        return True, f"{shown}; the register has no such record"
    if wrong := next(contradictions(old, record), None):
        return False, f"{shown}; the register is contradicted: {wrong}"
    known = old.bounds[objective]
    at = next((each for each in old.values if record.values[each] != old.values[each]), objective)
    compared = f"{shown};" if at == objective else f"{shown}; {at} {in_text(record.values[at])},"
    if record.values[at] < old.values[at]:
        return True, f"{compared} the best value known was {in_text(old.values[at])}"
    if bound is not None and (known is None or bound > known):
        return True, f"{shown}; the register knows of no bound as high"
    if record.values[at] > old.values[at]:
        return True, f"{compared} the register knows a better tree, with {in_text(old.values[at])}"
    if record.certificate is not None and old.certificate is None:
        return True, f"{shown}; the register knows of no certificate of that"
    return True, f"{shown}; the register knows that"


def read_files(paths: Iterable[str]) -> dict[str, bytes]:
    """The bytes of some files, each read once."""
    return {path: read_named(path, BEGINNING) for path in paths}
