"""Certificates for records of the atlas: each is made again, and its certificate written and checked."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from atlas_forks import ERROR, OnDisk, Seconds, in_a_fork, made

from strategist.choosing.registry import make_strategy
from strategist.choosing.searched import Optimal
from strategist.commands.atlas.repeating import differences
from strategist.common.errors import StrategistError
from strategist.common.wording import counted
from strategist.files.atlas.entry import PROVEN, Certified, Record
from strategist.files.atlas.entry_json import from_json
from strategist.files.atlas.listed_words import ensure_lists, stand_in
from strategist.search.compile.engines import plan_of
from strategist.search.state.options import Options

_PAIRS_A_SECOND = 1e7
"""Roughly, how many pairs of a guess and a secret a checker asks the rules for in a second."""


@dataclass(frozen=True)
class Claim:
    """Proven records that rest on one certificate: those of a game whose first objective is the same, and what
    restricts their trees. What is minimized behind the first objective leaves no trace in a certificate."""

    game: str
    objective: str
    restrictions: str
    records: tuple[Record, ...]

    @property
    def lacking(self) -> list[Record]:
        """The records without a certificate."""
        return [each for each in self.records if each.certificate is None]

    @property
    def known(self) -> Certified | None:
        """The certificate that a record has."""
        return next((each.certificate for each in self.records if each.certificate is not None), None)

    @property
    def simplest(self) -> Record:
        """The record with the fewest objectives."""
        return min(self.records, key=lambda each: (len(each.objectives), each.strategy))

    @property
    def cost(self) -> float:
        """Roughly, how long it takes to make the simplest record again."""
        record = self.simplest
        searched = 0.0 if record.measured is None else record.measured.seconds
        return searched + record.claims.secrets**2 / _PAIRS_A_SECOND

    def refusal(self) -> str | None:
        """Why no certificate can state the bound; None if one can."""
        game = stand_in(self.game, self.simplest.first)
        return plan_of(game, make_strategy(self.simplest.strategy, game)).uncertifiable()


def claims_of(records: Iterable[Record]) -> list[Claim]:
    """The claims of the proven records, the cheapest first."""
    found: dict[tuple[str, str, str], list[Record]] = {}
    for record in records:
        if record.status == PROVEN:
            strategy = make_strategy(record.strategy, stand_in(record.game, record.first))
            restrictions = strategy.restrictions() if isinstance(strategy, Optimal) else record.strategy
            found.setdefault((record.game, record.objectives[0], restrictions), []).append(record)
    return sorted((Claim(*key, tuple(some)) for key, some in found.items()), key=lambda claim: claim.cost)


def certify(arguments: argparse.Namespace, wanted: Callable[[Record], bool]) -> int:
    """Write and check certificates of what is ``wanted`` and has none; they are in the register as soon as they are
    checked. Returns the exit status."""
    end = time.monotonic() + 3600 * arguments.hours + 60 * arguments.minutes
    register, tried = OnDisk(arguments.output), Seconds(arguments.work / "uncertified.json")
    faults = 0
    for claim in claims_of(register.now().records):
        lacking = [each for each in claim.lacking if wanted(each)]
        name = claim.simplest.name
        if not lacking:
            continue
        if (known := claim.known) is not None:
            register.put(*_with(lacking, known))
            continue
        if (refusal := claim.refusal()) is not None:
            print(f"{name}: {refusal}", flush=True)
            continue
        if tried.of(name) >= arguments.limit:
            continue
        if end - time.monotonic() < 1:
            break
        try:
            ensure_lists(claim.simplest.lists, arguments.lists)
        except StrategistError as error:
            print(f"{name}: {error}", flush=True)
            continue
        make = partial(made, claim.simplest, arguments.lists, Options(certificate=True))
        told, used = in_a_fork(make, most=arguments.limit, until=end)
        if ERROR in told:
            print(f"{name}: no certificate: {told[ERROR]}", flush=True)
            if time.monotonic() < end:
                tried.put(name, arguments.limit)
            continue
        again = from_json(told["record"], name)
        if again.certificate is None or (wrong := next(differences(claim.simplest, again), None)) is not None:
            wrong = "no certificate was written" if again.certificate is None else wrong
            print(f"{name}: {wrong}: this is a bug, please report it", file=sys.stderr, flush=True)
            faults += 1
            continue
        register.put(*_with(lacking, again.certificate))
        size, records = again.certificate.file.size, counted(len(lacking), "record")
        print(f"{name}: {again.certificate.entries} entries, {size} bytes, for {records}, {used:.1f} s", flush=True)
    every = [each for each in register.now().records if each.status == PROVEN and wanted(each)]
    have = sum(each.certificate is not None for each in every)
    print(f"{have} of {len(every)} proven records have a certificate", flush=True)
    return 1 if faults else 0


def _with(records: Iterable[Record], certificate: Certified) -> Iterator[Record]:
    return (replace(each, certificate=certificate) for each in records)
