"""The checker of one file as WebAssembly: small, and of the same mind as the program."""

from __future__ import annotations

import subprocess
from pathlib import Path
from shutil import which

import pytest
from one_file import BELIEVED, COMPILER, REFUSED, REFUTED, built

from strategist import compile_strategy
from strategist.files import strategy
from strategist.files.certificate_file import encode

SCRIPT = Path(__file__).resolve().parents[3] / "scripts" / "one_file_wasm"
HOST = Path(__file__).parent / "host.mjs"
_MOST_BYTES = 100_000


def test_webassembly_is_small_and_says_the_same(tmp_path: Path) -> None:
    module = tmp_path / "check.wasm"
    made = subprocess.run([SCRIPT, module], capture_output=True, text=True)
    if made.returncode:
        pytest.skip(f"the checker is not built as WebAssembly: {made.stderr or made.returncode}")
    assert module.stat().st_size < _MOST_BYTES
    if (node := which("node")) is None or COMPILER is None:
        pytest.skip("no Node.js or no C compiler: the module is built, and not run")
    program = built(tmp_path)
    compiled = compile_strategy("mastermind(2,3)", "optimal(total)", certificate=True)
    proven, best, first, cut = (tmp_path / name for name in ("a.certificate", "best.msgpack", "first.msgpack", "cut"))
    proven.write_bytes(encode(compiled.prove()))
    best.write_bytes(strategy.encode(compiled.data))
    first.write_bytes(strategy.encode(compile_strategy("mastermind(2,3)", "first").data))
    cut.write_bytes(proven.read_bytes()[:-1])
    for status, paths in ((BELIEVED, (proven, best)), (REFUTED, (proven, first)), (REFUSED, (cut,))):
        told = subprocess.run([program, *paths], capture_output=True, text=True)
        same = subprocess.run([node, "--no-warnings", HOST, module, *paths], capture_output=True, text=True)
        assert told.returncode == status, told
        assert (same.returncode, same.stdout, same.stderr) == (status, told.stdout, told.stderr), same
