"""The least totals of the register beside those of mmstrat, which scripts/site/pages/measure.md says how to build."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from strategist.files.atlas.entry import PROVEN, Record
from strategist.files.atlas.register import Register
from strategist.files.atlas.scope import FAMILIES
from strategist.model.objective import TOTAL

_TOLD = re.compile(r"^(\d+):\d+:\d+$", re.MULTILINE)
"""A total, a depth, and how many codes need it: of the tree that mmstrat has found first."""


def asked(record: Record) -> str | None:
    """The rules of a record as mmstrat names them; None if it does not know them, or if the record has no proven total
    of its own."""
    usual = record.parameters.get("feedback", "both") == "both" and record.parameters.get("goal", "ask") == "ask"
    if record.family not in FAMILIES or not usual or (record.status, record.objectives) != (PROVEN, (TOTAL.name,)):
        return None
    return f"p{record.pegs}c{record.colors}{'r' if record.family == FAMILIES[0] else 'n'}"


def ask(program: Path, rules: str, limit: float) -> int | None:
    """The least total that mmstrat proves in time; None if it proves none, or does not know the rules."""
    try:
        done = subprocess.run(
            [program, "-r", rules, "-s", "optimal", "-S", "-q"], capture_output=True, text=True, timeout=limit
        )
    except subprocess.TimeoutExpired:
        return None
    found = _TOLD.search(done.stdout)
    return None if done.returncode or found is None else int(found[1])


def compare(register: Register, program: Path, limit: float) -> int:
    """Compare all totals that mmstrat proves, each within ``limit`` seconds. Returns the exit status: 1 if one
    differs, or none was compared."""
    agreed, differ, left_out = 0, 0, []
    for record in sorted(register.records, key=lambda each: each.claims.secrets):
        rules = asked(record)
        if rules is None:
            continue
        found, ours = ask(program, rules, limit), record.values[TOTAL.name]
        if found is None:
            left_out.append(rules)
        elif found == ours:
            agreed += 1
            print(f"{rules}: {found}", flush=True)
        else:
            differ += 1
            print(f"{rules}: {program} has {found}, the register {ours}", file=sys.stderr, flush=True)
    print(f"{agreed} totals agree, {differ} differ; not found in time, or not known: {' '.join(left_out) or 'none'}")
    return 1 if differ or not agreed else 0
