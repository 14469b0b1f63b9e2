"""The machine code that comes with the package is that of its sources, whole, and runs without Numba."""

from __future__ import annotations

import errno
import hashlib
import lzma
import os
import random
import re
import shutil
import subprocess
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from patience import PATIENCE

from strategist.common.errors import OutputError
from strategist.search.kernels.numba import sources
from strategist.search.kernels.numba.ahead import planned
from strategist.search.kernels.numba.switch import PACKED
from strategist.search.kernels.pack import packed, processor
from strategist.search.kernels.pack.packed import FOLDER, read_index
from strategist.search.kernels.pack.processor import CPUID, ENABLED, LEVELS, PROBES, Processor

ROOT = Path(__file__).parents[4]
LIBRARY = ROOT / "strategies"
BUILD = "build it anew: .venv/bin/python scripts/pack"
SHIPPED = {"mastermind-4x6.minimax": "minimax"}

here = pytest.mark.skipif(not PACKED or not packed._index()[1], reason="there is no pack for this machine")


# What it holds


def test_the_pack_holds_the_kernels_of_these_sources() -> None:
    rows = read_index()[1]
    changed = sorted({row.name for row in rows if planned.file_of(row.name, row.types) != row.file})
    assert not changed, f"the pack no longer holds {', '.join(changed)}: {BUILD}"
    held = {(row.name, row.types) for row in rows}
    missing = sorted(
        {name for name, types in planned.kernels(list(planned._known()["plans"])) if (name, types) not in held}
    )
    assert not missing, f"the pack does not hold all of {', '.join(missing)}: {BUILD}"


def test_the_files_are_those_of_the_index() -> None:
    libraries, rows, tools = read_index()
    assert list(libraries) == [*LEVELS, PROBES] and sorted(tools) == ["ld", "llvmlite", "numba", "python"]
    assert len({row.file for row in rows}) == len(rows)
    for name, digest in libraries.items():
        shipped = (FOLDER / f"{name}.xz").read_bytes()
        whole = lzma.decompress(shipped)
        assert hashlib.sha256(whole).hexdigest() == digest
        assert len(shipped) < (1_000 if name == PROBES else 1_000_000), name
        symbols = [CPUID, ENABLED] if name == PROBES else [row.file for row in rows]
        missing = [symbol for symbol in symbols if symbol.encode() + b"\0" not in whole]
        assert not missing


def test_a_kernel_that_has_changed_is_not_found(tmp_path: Path) -> None:
    """In a copy of the package in which one constant of the heuristics is edited."""
    program = (
        "from strategist.search.kernels.numba.ahead import planned; from strategist.search.kernels.pack import packed\n"
        "rows = packed.read_index()[1]\n"
        "print(*(row.name for row in rows if packed.holds(planned.file_of(row.name, row.types))))"
    )
    package = tmp_path / "strategist"
    shutil.copytree(sources._ROOT, package, ignore=shutil.ignore_patterns("__pycache__"))

    def held() -> set[str]:
        ran = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True)
        assert ran.stderr == ""
        return set(ran.stdout.split())

    before = held()
    heuristics = package / "choosing" / "heuristics.py"
    heuristics.write_text(re.sub(r"^SAMPLED_BESIDE = \d+", "SAMPLED_BESIDE = 1", heuristics.read_text(), flags=re.M))
    lost = before - held()
    assert "strategist.search.kernels.growth.grow:follow" in lost or not PACKED
    assert "strategist.search.kernels.responses.responses:fill_table" not in lost


# For which system


@here
def test_a_pack_of_another_system_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    index = (FOLDER / "index.json").read_text()
    monkeypatch.setattr(packed, "FOLDER", tmp_path)
    for system in (packed.this_system(), "win32-amd64"):
        (tmp_path / "index.json").write_text(re.sub(r'"system": "[^"]*"', f'"system": "{system}"', index))
        assert bool(packed._index.__wrapped__()[1]) == (system != "win32-amd64")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("system", "machine", "name"),
    [
        ("linux", "x86_64", "linux-x86_64"),
        ("linux", "aarch64", "linux-aarch64"),
        ("darwin", "arm64", "darwin-arm64"),
        ("win32", None, "win32-amd64"),
    ],
)
def test_packs_are_built_for_systems_that_find_them(
    system: str, machine: str | None, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packed.sys, "platform", system)
    monkeypatch.setattr(packed.os, "uname", lambda: types.SimpleNamespace(machine=machine))
    if machine is None:
        monkeypatch.delattr(packed.os, "uname")
        monkeypatch.setenv("PROCESSOR_ARCHITECTURE", "AMD64")
    assert packed.this_system() == name and f'"{name}"' in (ROOT / "scripts" / "pack").read_text()


# How it is unpacked


@pytest.fixture
def anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The pack as in a new process with an empty cache; gives the folder in which it will be unpacked."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(packed, "_library", packed._library.__wrapped__)
    return tmp_path / "home" / "strategist" / "pack"


@pytest.fixture
def copied(anew: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the shipped folder, which may be changed."""
    shutil.copytree(FOLDER, tmp_path / "shipped")
    monkeypatch.setattr(packed, "FOLDER", tmp_path / "shipped")
    return tmp_path / "shipped"


@here
def test_it_is_unpacked_once(anew: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert packed._library() is not None
    files = list(anew.iterdir())
    monkeypatch.setattr(packed.lzma, "decompress", lambda content: pytest.fail("once"))
    for file in files:
        os.utime(file, (0, 0))
    assert packed._library() is not None
    # What is read stays young, and is kept. What another processor would run is not unpacked.
    assert sorted(anew.iterdir()) == sorted(files) and len(files) == 2
    assert all(file.stat().st_mtime > 0 for file in files)


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "one bit": lambda content: content[:300] + bytes([content[300] ^ 1]) + content[301:],
    "the last bit": lambda content: content[:-1] + bytes([content[-1] ^ 1]),
    "cut": lambda content: content[: len(content) // 2],
    "empty": lambda content: b"",
    "longer": lambda content: content + b"\0",
    "random": lambda content: random.Random(1).randbytes(len(content)),
    "another library": lambda content: lzma.compress(b"another library"),
}


@here
@pytest.mark.parametrize("names", [LEVELS, (PROBES,)], ids=["levels", PROBES])
@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_what_is_damaged_is_never_run(
    damage: Callable[[bytes], bytes],
    names: tuple[str, ...],
    copied: Path,
    anew: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in names:
        whole = (copied / f"{name}.xz").read_bytes()
        (copied / f"{name}.xz").write_bytes(damage(whole))
    assert packed._library() is None
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("strategist: kernels are compiled instead of loaded from the pack: ")
    # The processor was asked before.
    assert [file.name.partition("-")[0] for file in anew.glob("*")] == ([] if PROBES in names else [PROBES])


@here
@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_what_is_damaged_where_it_was_unpacked_is_replaced(
    damage: Callable[[bytes], bytes], anew: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # This process has the file of another test in memory, under another name.
    loaded: list[bytes] = []
    monkeypatch.setattr(packed.ctypes, "CDLL", lambda path: loaded.append(Path(path).read_bytes()) or path)
    monkeypatch.setattr(packed, "processor_by", lambda library: Processor(lambda leaf: (0,) * 4, lambda: 0))
    monkeypatch.setattr(Processor, "has", lambda self, level: True)
    packed._library()
    files = {file: file.read_bytes() for file in anew.iterdir()}
    for file, whole in files.items():
        file.write_bytes(damage(whole))
    first = loaded.copy()
    packed._library()
    assert sorted(files.values()) == sorted(first) and loaded == first * 2
    assert {file: file.read_bytes() for file in anew.iterdir()} == files
    assert capsys.readouterr().err == ""


@here
def test_a_whole_run_with_a_damaged_pack_compiles(copied: Path, tmp_path: Path) -> None:
    """In another process, which says so once: the smallest kernel that is shipped."""
    for level in LEVELS:
        (copied / f"{level}.xz").write_bytes(b"")
    program = (
        "import sys; from pathlib import Path; from strategist.search.kernels.pack import packed\n"
        "packed.FOLDER = Path(sys.argv[1])\n"
        "import numpy as np; from strategist.search.exact.cores import join_bits as kernel\n"
        "row = next(row for row in packed.read_index()[1] if row.name.endswith(':join_bits'))\n"
        "print(row.types, kernel.kept(row.types), kernel.kept(row.types))"
    )
    environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path / "empty")}
    ran = subprocess.run([sys.executable, "-c", program, str(copied)], env=environment, capture_output=True, text=True)
    assert ran.stdout.endswith("False False\n")
    assert len(ran.stderr.splitlines()) == 1


@here
def test_processes_that_begin_together_do_not_meet(tmp_path: Path) -> None:
    program = (
        "import sys; from strategist.search.kernels.pack import packed\n"
        "row = packed.read_index()[1][0]\n"
        "print('ready', flush=True); sys.stdin.readline(); print(packed.find(row.file) is not None)"
    )
    environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path)}
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "env": environment}
    processes = [subprocess.Popen([sys.executable, "-c", program], **pipes) for _ in range(4)]
    try:
        for process in processes:
            assert process.stdout is not None and process.stdout.readline() == "ready\n"
        for process in processes:
            assert process.stdin is not None
            process.stdin.write("\n")
            process.stdin.flush()
        assert [process.communicate(timeout=PATIENCE)[0] for process in processes] == ["True\n"] * 4
    finally:
        for process in processes:
            process.kill()
            process.communicate()
    assert [file.suffix for file in (tmp_path / "strategist" / "pack").iterdir()] == [".so"] * 2


def full(path: Path, chunks: object) -> int:
    raise OutputError(f"cannot write {path}: {os.strerror(errno.ENOSPC)}")


@here
def test_on_a_full_disk_it_is_in_memory(anew: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed, "write_file", full)
    assert runs()
    assert not list(anew.glob("*"))


@here
def test_where_nothing_can_be_kept_it_is_in_memory(anew: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed, "find_cache_folder", lambda name, suffix: None)
    assert runs()


@here
def test_where_nothing_can_be_executed_it_is_in_memory(anew: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load = packed.ctypes.CDLL

    def refuse(path: str) -> object:
        if path.startswith("/proc/self/fd/"):
            return load(path)
        raise OSError("failed to map segment from shared object: Operation not permitted")

    monkeypatch.setattr(packed.ctypes, "CDLL", refuse)
    assert runs()
    assert runs()


def asked() -> Processor:
    """This processor."""
    return processor.processor_by(packed._loaded(PROBES, packed._index()[0][PROBES]))


def runs() -> bool:
    """Whether a library is loaded, and code of one can be called."""
    return packed._library() is not None and asked().cpuid(0)[0] > 0


# On which processor


@here
@pytest.mark.parametrize("least", range(len(LEVELS) + 1))
def test_a_processor_gets_the_best_that_it_can_run(least: int, anew: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And no library is loaded that it cannot run."""
    loaded: list[str] = []

    def load(name: str, digest: str) -> str:
        loaded.append(name)
        return name

    has = LEVELS[least:]
    monkeypatch.setattr(packed, "_loaded", load)
    monkeypatch.setattr(packed, "processor_by", lambda library: Processor(lambda leaf: (0,) * 4, lambda: 0))
    monkeypatch.setattr(Processor, "has", lambda self, level: level in has)
    assert packed._library() == (has[0] if has else None)
    assert loaded == [PROBES, *has[:1]]


RUN = """
import sys
from strategist.search.kernels.pack import packed
packed.LEVELS = (sys.argv[1],)
from strategist import compile_strategy
from strategist.files.strategy import encode
for strategy, game in (("minimax", "mastermind(4,6)"), ("optimal(total,depth)", "mastermind(3,4)")):
    sys.stdout.buffer.write(encode(compile_strategy(game, strategy).data))
"""
WITHOUT = "import sys\nsys.modules.update(numba=None, llvmlite=None)\n"


@here
@pytest.mark.parametrize("program", [RUN, WITHOUT + RUN], ids=["with Numba", "without Numba"])
def test_all_levels_give_the_same_files(program: str, tmp_path: Path) -> None:
    found = []
    for level in filter(asked().has, LEVELS):
        environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path)}
        ran = subprocess.run([sys.executable, "-c", program, level], env=environment, capture_output=True)
        assert b"compiling" not in ran.stderr
        found.append(ran.stdout)
    assert len(set(found)) == 1
    assert (LIBRARY / "mastermind-4x6.minimax.msgpack").read_bytes() in found[0]


@here
def test_without_numba_what_is_missing_names_the_extra(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN)
    program = f"{WITHOUT}import own\ntry: own.twice(4)\nexcept ImportError as error: print(error)"
    ran = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True)
    assert ran.stdout == (
        "compiling kernels needs Numba: pip install 'strategist-compiler[compile]'; the pack holds those of common "
        "work, but not twice for this work\n"
    )
    assert ran.stderr == ""


# Beside what is compiled

OWN = """
from strategist.search.kernels.numba.jit import borrowing_kernel
from strategist.search.kernels.symmetry.same_guesses import reduce_guesses

@borrowing_kernel
def twice(number):
    return 2 * number

@borrowing_kernel
def reduced(group, past, stabilizer, guesses):
    return reduce_guesses(group, past, stabilizer, guesses)
"""


@here
def test_compiled_kernels_call_those_of_the_pack(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN)
    program = (
        "import numpy as np, own; from strategist import make_game\n"
        "from strategist.search.adapters.registry import make_source\n"
        "from strategist.search.kernels.symmetry.same_guesses import make_group, make_stabilizer, reduce_guesses\n"
        "game = make_game('mastermind(4,6)'); group = make_group(game, make_source(game))\n"
        "for run in own.reduced, reduce_guesses:\n"
        "    found = np.zeros(1296, dtype=np.int32)\n"
        "    count = run(group, np.empty(0, dtype=np.int32), make_stabilizer(group, 1), found)\n"
        "    print(found[:count].tolist(), run.compiled)\n"
    )
    # Beside the program, a folder of that name would be taken for the package.
    environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    for compiled in 1, 0:
        ran = subprocess.run(
            [sys.executable, "-c", program], cwd=tmp_path, env=environment, capture_output=True, text=True
        )
        openings = "[0, 1, 7, 8, 51]"
        assert ran.stdout.splitlines() == [f"{openings} {compiled}", f"{openings} 0"], ran.stderr


SETTINGS: dict[str, dict[str, str]] = {
    "compile": {"STRATEGIST_NUMBA": "compile"},
    "plain": {"STRATEGIST_NUMBA": "plain"},
    "checked": {"NUMBA_BOUNDSCHECK": "1"},
    "for another processor": {"NUMBA_CPU_NAME": "generic"},
    "by Python": {"NUMBA_DISABLE_JIT": "1"},
}


@pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)
def test_settings_that_change_code_leave_it_out(setting: dict[str, str]) -> None:
    program = "from strategist.search.kernels.numba import switch; print(switch.PACKED)"
    ran = subprocess.run([sys.executable, "-c", program], env=os.environ | setting, capture_output=True, text=True)
    assert ran.stdout == "False\n", ran.stderr
