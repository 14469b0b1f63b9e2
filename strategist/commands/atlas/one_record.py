"""A record of the atlas in full: what it states, what that rests on, how to check it and how to cite it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from fractions import Fraction

from strategist.common.memory_sizes import format_size
from strategist.common.wording import counted
from strategist.files.atlas.entry import Kept, Record
from strategist.files.atlas.publications import NONE_FOUND
from strategist.files.atlas.register import Register
from strategist.files.atlas.values import restrictions_of


def lines_of(told: Register, record: Record) -> Iterator[str]:
    """The lines that ``strategist atlas show`` prints.

    >>> from strategist.files.atlas.register import register
    >>> lines = [*lines_of(register(), register().find("mastermind-4x4.optimal-total-depth"))]
    >>> lines[2]
    'value        depth 4, the least behind that'
    """
    yield f"{record.name}: {record.game}"
    for head, text in _rows(told, record):
        yield f"{head:<12} {text}"


def _rows(told: Register, record: Record) -> Iterator[tuple[str, str]]:
    certificate, measured, claims = record.certificate, record.measured, record.claims
    yield from (("value", each) for each in _values(record))
    yield from (("among", f"trees with {each}") for each in restrictions_of(record.strategy))
    average = f"{float(Fraction(claims.total) / Fraction(claims.secrets)):.4f}"
    yield "tree", f"begins with {record.first}; total {claims.total}, average {average}, depth {claims.depth}"
    yield "histogram", " ".join(map(str, claims.histogram))
    yield "file", _file(record.tree) + (f"; ships as {record.file}" if record.file else "")
    if certificate is not None:
        copies = ", with copies" if certificate.copies else ""
        yield "certificate", f"{_file(certificate.file)}, {counted(certificate.entries, 'position')}{copies}"
    for name, words in record.lists.items():
        yield "list", f"{name}: SHA-256 {words.sha256}, {counted(words.entries, 'word')}"
    yield "rests", "; ".join(_grounds(record))
    for at, (objective, value) in enumerate(record.values.items(), 1):
        found = told.publishers(record.game, ",".join(record.objectives[:at]), value)
        yield "published", f"{objective} {value}: {found or NONE_FOUND}"
    if measured is not None:
        seconds, positions = f"{measured.seconds:.1f} s of a processor", counted(measured.positions, "position")
        yield "took", f"{seconds}, {positions}, {format_size(measured.memory)}; version {measured.version}"
    yield "make", command_of(record)
    yield "check", f"strategist atlas verify {record.name}{' --lists FOLDER' if record.lists else ''}"
    cited = record.tree if certificate is None else certificate.file
    yield "cite", f"strategist, the atlas, record {record.name}, SHA-256 {cited.sha256[:16]}"


def _values(record: Record) -> Iterator[str]:
    """Each value with what is proven of it."""
    for at, (objective, value) in enumerate(record.values.items()):
        bound, behind = record.bounds[objective], " behind that" if at else ""
        if bound == value:
            yield f"{objective} {value}, the least{behind}"
        else:
            proven = "nothing is proven" if bound is None else f"at least {bound} is proven"
            yield f"{objective} {value}, the best known{behind}; {proven}"


def _grounds(record: Record) -> Iterator[str]:
    """What has to be believed of the tree, and of each bound."""
    yield "the tree on its replay against every secret"
    certificate = record.certificate
    for objective, bound in record.bounds.items():
        if bound is not None:
            certified = certificate is not None and certificate.objective == objective
            yield f"the bound of {objective} on {'the certificate' if certified else 'the search'}"


def _file(kept: Kept) -> str:
    return f"SHA-256 {kept.sha256}, {counted(kept.size, 'byte')}"


def command_of(record: Record) -> str:
    """The command that makes the files of a record."""
    certificate = record.certificate
    more = "" if certificate is None else f" --certificate {record.name}.certificate"
    # Where games are read from lists, no certificate has copies.
    copies = "" if certificate is None or certificate.copies or record.lists else " --no-copies"
    names = f"{shlex.quote(record.game)} {shlex.quote(record.strategy)}"
    return f"strategist compile {names} -o {record.name}.msgpack{more}{copies}"
