"""A record of the atlas is made, and made again: search, verification, certificate and check."""

from __future__ import annotations

import hashlib
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from strategist.checking.pairing import moves_of_reduction
from strategist.checking.verify import verify_strategy
from strategist.common.errors import OutOfTimeError, ProofError
from strategist.files import certificate_file
from strategist.files import strategy as strategies
from strategist.files.atlas.entry import PROVEN, Certified, Kept, Measured, Record, record_name
from strategist.files.atlas.entry_json import to_json
from strategist.files.atlas.listed_words import ensure_lists, lists_of, make_from_lists
from strategist.files.atlas.merging import contradictions
from strategist.files.atlas.values import in_register
from strategist.files.certificate import Certificate
from strategist.files.shipped import library
from strategist.files.strategy import StrategyData
from strategist.model.game import Game
from strategist.model.objective import figure_of, objectives_in
from strategist.model.tree import Figure
from strategist.search.compile.compile import compile_strategy
from strategist.search.compile.compiled import Compiled
from strategist.search.kernels.numba.stopwatch import seconds_of_compiling
from strategist.search.state.options import Options


def make_record(game: str, strategy: str, options: Options, lists: Path = Path()) -> Record:
    """Search for the tree of a record, verify it, and with ``options.certificate`` write its certificate and check it.

    Lists of words that the game is read from are looked for in the folder ``lists``.
    The figures of time and memory are those of this process so far: they say most in a process of their own. Raises
    :class:`~strategist.common.errors.ProofError` if the tree does not verify or the certificate does not hold.

    >>> record = make_record("mastermind(2,3)", "optimal(total,depth)", Options(certificate=True))
    >>> record.status, record.values, record.certificate.entries > 0
    ('proven', {'total': 21, 'depth': 3}, True)
    """
    begin, before = time.process_time(), seconds_of_compiling()
    made = make_from_lists(game, lists)
    compiled = compile_strategy(made, strategy, options=options)
    # Kernels are compiled, or loaded, by one thread at a time.
    seconds = max(0.0, time.process_time() - begin - (seconds_of_compiling() - before))
    memory = peak_memory()
    data = compiled.data
    if problems := verify_strategy(data).problems:
        raise ProofError(f"{data.game.spec} {data.strategy}: the tree does not verify: {problems[0]}")
    certificate = _certified(compiled) if compiled.certify is not None and data.bound == "optimal" else None
    measured = Measured(round(seconds, 3), compiled.nodes, memory, version("strategist-compiler"))
    return replace(record_of(data, certificate, measured), lists=lists_of(made, lists))


def record_of(data: StrategyData, certificate: Certified | None, measured: Measured | None) -> Record:
    """The record of a tree that a search has found.

    >>> from strategist.files.shipped import find_shipped
    >>> record_of(find_shipped("mastermind-4x4.optimal").data, None, None).values
    {'total': 905, 'depth': 4}
    """
    values = values_of(data)
    return Record(
        game=data.game.spec,
        strategy=data.strategy,
        values=values,
        bounds=bounds_of(data, values),
        claims=data.claims,
        first=first_of(data),
        tree=kept(strategies.encode(data)),
        certificate=certificate,
        file=_shipped_as(data),
        measured=measured,
    )


def shipped_records() -> Iterator[Record]:
    """The records of the trees that ship as optimal, with their certificates, as their files state them."""
    for each in library():
        # The register is of games that hide something.
        if each.data.bound != "optimal" or not isinstance(each.data.game, Game):
            continue
        stated = None
        if each.certificate is not None:
            contents = each.certificate.read_bytes()
            stated = certified(certificate_file.decode(contents), contents)
        yield record_of(each.data, stated, None)


def values_of(data: StrategyData) -> dict[str, int]:
    """What a tree comes to, for each objective of its search."""
    figures = {name: figure_of(name, data.claims, data.game) for name in objectives_in(data.objective)}
    return {name: _in_register(data, name, figure) for name, figure in figures.items() if figure is not None}


def bounds_of(data: StrategyData, values: dict[str, int]) -> dict[str, int | None]:
    """The bounds that a search has proven, for each objective: see :class:`~strategist.files.atlas.entry.Record`."""
    if data.bound == "optimal":
        return dict(values)
    names = list(values)
    at, bound = 0, data.lower_bound
    if data.open_bound is not None:
        at, bound = names.index(data.open_bound[0]), data.open_bound[1]
    told: dict[str, int | None] = dict.fromkeys(names)
    for name in names[:at]:
        told[name] = values[name]
    told[names[at]] = None if bound is None else _in_register(data, names[at], bound)
    return told


def _in_register(data: StrategyData, objective: str, value: Figure) -> int:
    assert isinstance(data.game, Game)
    return in_register(data.game, objective, int(data.claims.secrets), int(value))


def first_of(data: StrategyData) -> str:
    """The first guess of a tree."""
    assert isinstance(data.game, Game)
    return data.game.format_code(data.game.guesses[data.tree.guesses[0]])


def kept(contents: bytes) -> Kept:
    """What the atlas remembers of a file.

    >>> kept(b"").sha256[:8], kept(b"").size
    ('e3b0c442', 0)
    """
    return Kept(hashlib.sha256(contents).hexdigest(), len(contents))


def peak_memory() -> int:
    """The most bytes that this process has held in memory so far; 0 where the system does not tell."""
    try:
        import resource
    except ImportError:
        return 0
    told = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return told if sys.platform == "darwin" else told * 1024


def differences(record: Record, again: Record) -> Iterator[str]:
    """What is proven otherwise in a record that was made again, a line for each field.

    Both are proven. Certificates are compared where both have one, with copies or without.
    """
    expected, found = to_json(record)["proven"], to_json(again)["proven"]
    one, other = record.certificate, again.certificate
    if one is None or other is None or one.copies != other.copies:
        del expected["certificate"], found["certificate"]
    for field, value in expected.items():
        if found[field] != value:
            yield f"{field}: expected {value}, got {found[field]}"


@dataclass(frozen=True)
class Repeated:
    """What came of making a record again: ``repeated`` says whether all of it was found again, or what is known of a
    record with a gap was not contradicted."""

    record: Record
    repeated: bool
    sentence: str
    problems: list[str]
    again: Record | None

    def told(self) -> dict[str, Any]:
        """The JSON object."""
        return {
            "name": self.record.name,
            "repeated": self.repeated,
            "sentence": self.sentence,
            "problems": self.problems,
            "record": None if self.again is None else to_json(self.again),
        }


def repeat(record: Record, options: Options, lists: Path = Path()) -> Repeated:
    """Make a record again, and compare what is proven. The lists of words that its game is read from are looked for in
    the folder ``lists``, and must be those of the record: else :class:`~strategist.common.errors.SpecError` is raised.

    >>> from strategist.files.atlas.register import register
    >>> repeat(register().find("mastermind-3x3.optimal-total"), Options(certificate=True)).sentence
    'repeated: mastermind-3x3.optimal-total: total 73; tree and certificate are the same'
    """
    ensure_lists(record.lists, lists)
    if record.certificate is not None:
        options = replace(options, copies=record.certificate.copies)
    try:
        again = make_record(record.game, record.strategy, options, lists)
    except OutOfTimeError as error:
        return Repeated(record, False, f"not repeated: {record.name}: {error}", [], None)
    values = ", ".join(f"{name} {value}" for name, value in record.values.items())
    if problems := [*contradictions(record, again)]:
        return Repeated(record, False, f"wrong: {record.name}: {values} is contradicted", problems, again)
    if again.status != PROVEN:
        known = {name: bound for name, bound in again.bounds.items() if bound is not None}
        gap = ", ".join(f"{name} {bound} to {again.values[name]}" for name, bound in known.items())
        if record.status == PROVEN:
            return Repeated(record, False, f"not repeated: {record.name}: the search was stopped at {gap}", [], again)
        return Repeated(
            record, True, f"not contradicted: {record.name}: {values}; this search ended at {gap}", [], again
        )
    if record.status != PROVEN:
        found = ", ".join(f"{name} {value}" for name, value in again.values.items())
        return Repeated(record, True, f"proven now: {record.name}: {found}; the register has a gap", [], again)
    if problems := [*differences(record, again)]:
        return Repeated(record, False, f"wrong: {record.name}: {values} was found again, but not all", problems, again)
    both = record.certificate is not None and again.certificate is not None
    same = "tree and certificate are the same" if both else "the tree is the same"
    return Repeated(record, True, f"repeated: {record.name}: {values}; {same}", [], again)


def _certified(compiled: Compiled) -> Certified | None:
    """The certificate of a search, checked; None if its time limit has stopped the writing, too."""
    try:
        certificate = compiled.prove(checked=True)
    except OutOfTimeError:
        return None
    return certified(certificate, certificate_file.encode(certificate))


def certified(certificate: Certificate, contents: bytes) -> Certified:
    """What the atlas remembers of a certificate, and of its file."""
    game, objective = certificate.game, certificate.objective
    bound = in_register(game, objective, len(game.secrets), int(certificate.bound) + moves_of_reduction(certificate))
    return Certified(objective, bound, len(certificate), kept(contents), certificate.copies is not None)


def _shipped_as(data: StrategyData) -> str | None:
    """The name in the library of a tree with these claims, if it ships."""
    name = record_name(data.game.spec, data.strategy)
    return next((each.name for each in library() if each.name == name), None)
