"""The cache of machine code: its name, what happens if a file is damaged, and what happens if it cannot be saved."""

from __future__ import annotations

import ast
import errno
import importlib
import inspect
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import llvmlite
import pytest
from numba.core import config

from strategist.search.kernels.numba import codecache, jit, lazy, sources, switch
from strategist.search.kernels.numba.ahead import planned

TINY = """
from strategist.search.kernels.numba.jit import CACHE, borrowing_kernel

@borrowing_kernel
def double(number):
    return 2 * number

if __name__ == "__main__":
    print(CACHE.folder)
    print(double(21), double.found, double.compiled)
"""


def double(number: int) -> int:
    """The kernel compiled here, so small that it compiles at once."""
    return 2 * number


def compiled(function: Callable[[int], int] = double) -> Any:
    """A kernel as in a new process, after its first call."""
    lazy._by_file.clear()
    made: Any = jit.borrowing_kernel(function)
    assert made(21) == 42
    return made


def hits_and_misses(made: Any) -> tuple[int, int]:
    return made.found, made.compiled


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for kernels, and a process that has printed no message yet."""
    monkeypatch.setattr(jit, "CACHE", codecache.Cache(lambda: tmp_path))
    monkeypatch.setattr(codecache, "_told", set())
    return tmp_path


@pytest.fixture
def kept(folder: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The one file that an earlier process has saved for a kernel."""
    assert hits_and_misses(compiled()) == (0, 1)
    capsys.readouterr()
    codecache._told.clear()
    (file,) = folder.iterdir()
    return file


# What machine code depends on.


def test_sources_are_all_that_a_kernel_reaches_and_no_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "strategist"
    monkeypatch.setattr(sources, "_ROOT", package)
    texts = {
        "search/solve.py": "from strategist.search.state import memo\ndef now():\n    import strategist.search.bits\n",
        "search/state/memo.py": "from strategist.search.state.result_log import note\n",
        "search/state/result_log.py": "import numpy\nfrom strategist.choosing.masses import SCALE\n",
        "search/state/__init__.py": "",
        "search/bits.py": "",
        "choosing/masses.py": "SCALE = 8\n",
        "search/advice/review.py": "from strategist.search.solve import solve\n",
        "choosing/shortest_lines.py": "from strategist.choosing.masses import SCALE\n",
    }
    for name, text in texts.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text)

    def digest() -> str:
        sources.digest_of_sources.cache_clear()
        sources._imported.cache_clear()
        return sources.digest_of_sources(package / "search" / "solve.py")

    before = digest()
    for name in texts:
        (package / name).write_text(texts[name] + "# edited\n")
        assert (digest() == before) == (name in ("search/advice/review.py", "choosing/shortest_lines.py")), name
        (package / name).write_text(texts[name])
        assert digest() == before
    (package / "search" / "bits.py").rename(package / "search" / "state" / "bits.py")
    assert digest() != before


def test_imports_are_found_without_parsing() -> None:
    for path in sources._ROOT.rglob("*.py"):
        nodes = [node for node in ast.walk(ast.parse(path.read_bytes())) if isinstance(node, ast.ImportFrom)]
        modules = [node.module or "" for node in nodes]
        modules += [f"{node.module}.{each.name}" for node in nodes for each in node.names]
        found = {file for module in modules for file in sources._file_of(module)}
        # Examples in docstrings import, too: a few files more cost nothing.
        assert found <= set(sources._imported(path)), path
        assert not [node for node in nodes if node.level]


def reached(name: str) -> set[str]:
    """The sources that a kernel of a file of the package is compiled from."""
    return {each.relative_to(sources._ROOT).as_posix() for each in sources._reached(sources._ROOT / name)}


def test_every_kernel_reaches_only_what_it_is_compiled_from() -> None:
    found = reached("search/exact/solve.py")
    assert {"search/state/memo.py", "search/bounds/regime.py", "search/kernels/responses/responses.py"} <= found
    # An edit of these costs nobody a minute of compilation.
    assert (
        not {"search/advice/review.py", "search/run/objectives.py", "search/tasks/workers.py", "files/player.py"}
        & found
    )
    assert {"choosing/heuristics.py", "choosing/masses.py"} <= reached("search/kernels/growth/grow.py")


def test_a_constant_that_a_kernel_holds_is_in_its_name(tmp_path: Path) -> None:
    """Of a copy of the package in which one constant of the heuristics is edited, no old kernel is loaded."""
    program = (
        "from strategist.search.kernels.numba import sources; import strategist.search.kernels.growth.grow as grow; "
        "from pathlib import Path; print(grow.__file__, sources.digest_of_sources(Path(grow.__file__)))"
    )
    package = tmp_path / "strategist"
    shutil.copytree(sources._ROOT, package, ignore=shutil.ignore_patterns("__pycache__"))

    def digest() -> str:
        # The folder in which it runs is searched for modules first.
        ran = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True)
        file, found = ran.stdout.split()
        assert Path(file).is_relative_to(tmp_path), ran.stderr
        return found

    before = digest()
    heuristics = package / "choosing" / "heuristics.py"
    edited = re.sub(r"^SAMPLED_BESIDE = \d+", "SAMPLED_BESIDE = 1", heuristics.read_text(), flags=re.MULTILINE)
    assert edited != heuristics.read_text()
    heuristics.write_text(edited)
    assert digest() != before


@pytest.mark.parametrize("name", switch.SETTINGS)
def test_every_setting_that_changes_code_is_in_the_name(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = codecache.digest_of_compilers()
    # A setting that this Numba does not have would be useless in the name.
    assert f"NUMBA_{name}" in inspect.getsource(config)
    monkeypatch.setenv(f"NUMBA_{name}", "something else")
    assert codecache.digest_of_compilers() != before


def test_the_file_of_settings_is_in_the_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    before = codecache.digest_of_compilers()
    monkeypatch.chdir(tmp_path)
    assert codecache.digest_of_compilers() == before
    (tmp_path / ".numba_config.yaml").write_text("opt: 1\n")
    assert codecache.digest_of_compilers() != before


def test_the_compiler_is_in_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    before = codecache.digest_of_compilers()
    assert jit.CACHE.folder is not None and jit.CACHE.folder.name == f"kernels-{before}"
    monkeypatch.setattr(llvmlite, "__version__", "0.0.1")
    assert codecache.digest_of_compilers() != before


# Where it is kept.


@pytest.fixture
def homes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """An empty cache folder of the user, and an empty temporary folder."""
    home, temporary = tmp_path / "home", tmp_path / "temporary"
    home.mkdir()
    temporary.mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", str(home))
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    return home, temporary


def test_the_users_cache_folder_comes_first(homes: tuple[Path, Path]) -> None:
    home, _ = homes
    folder = codecache.find_folder()
    assert folder is not None
    assert folder.parent == home / "strategist"
    assert codecache.find_folder() == folder
    assert list(folder.iterdir()) == []


def test_a_folder_of_somebody_else_is_not_used(homes: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    home, _ = homes
    monkeypatch.setattr(os, "getuid", lambda: os.stat(home).st_uid + 1)
    assert codecache.find_folder() is None


def test_a_full_folder_still_serves_those_whose_kernels_it_holds(
    homes: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    home, temporary = homes
    in_home = codecache.find_folder()
    assert in_home is not None
    open_file = tempfile.TemporaryFile

    def full_at_home(dir: Path) -> Any:
        if dir.is_relative_to(home):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return open_file(dir=dir)

    monkeypatch.setattr(tempfile, "TemporaryFile", full_at_home)
    elsewhere = codecache.find_folder()
    assert elsewhere is not None and elsewhere.is_relative_to(temporary)
    (in_home / "some.kernel").write_bytes(b"")
    assert codecache.find_folder() == in_home


def run_tiny(tmp_path: Path, **environment: str) -> tuple[list[str], str]:
    """The output and the complaints of a fresh interpreter that runs the kernel of a file."""
    (tmp_path / "tiny.py").write_text(TINY)
    command = [sys.executable, "-W", "error", str(tmp_path / "tiny.py")]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ | environment)
    return done.stdout.splitlines(), done.stderr


@pytest.mark.thorough
def test_without_a_cache_folder_the_temporary_one_is_used(tmp_path: Path) -> None:
    unwritable = tmp_path / "file"
    unwritable.write_text("in the way: not even root can make a folder here")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    environment = {"XDG_CACHE_HOME": str(unwritable), "TMPDIR": str(temporary)}
    (folder, result), told = run_tiny(tmp_path, **environment)
    assert Path(folder).is_relative_to(temporary)
    assert result == "42 0 1"
    assert told == f"strategist: {planned.told()}\n"
    # The next process uses the folder, too.
    assert run_tiny(tmp_path, **environment) == ([folder, "42 1 0"], "")
    # A process with other settings finds nothing there.
    (other, result), _ = run_tiny(tmp_path, **environment, NUMBA_BOUNDSCHECK="1")
    assert Path(other).is_relative_to(temporary)
    assert (other != folder, result) == (True, "42 0 1")


def test_without_any_folder_kernels_are_compiled_all_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(jit, "CACHE", codecache.Cache(lambda: None))
    monkeypatch.setattr(codecache, "_told", set())
    assert hits_and_misses(compiled()) == (0, 1)
    assert "compiling kernels for their first use" in capsys.readouterr().err


# What is kept.


def test_a_second_process_loads_what_the_first_has_compiled(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = compiled()
    assert hits_and_misses(made) == (1, 0)
    assert capsys.readouterr().err == ""


def test_each_signature_has_a_file(kept: Path) -> None:
    made = compiled()
    assert made(1.5) == 3.0
    assert hits_and_misses(made) == (1, 1)
    assert len(list(kept.parent.iterdir())) == 2
    assert compiled()(0.5) == 1.0


def test_an_edited_kernel_is_compiled_again(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path_factory.mktemp("sources")
    monkeypatch.syspath_prepend(home)
    # Python's own cache does not notice an edit within the same second.
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    results = []
    for factor in (2, 2, 3):
        (home / "edited.py").write_text(
            f"from strategist.search.kernels.numba.jit import borrowing_kernel\nFACTOR = {factor}\n\n\n"
            "@borrowing_kernel\ndef times(number):\n    return FACTOR * number\n"
        )
        # Python's own cache does not notice an edit within the same second.
        monkeypatch.delitem(sys.modules, "edited", raising=False)
        sources.digest_of_sources.cache_clear()
        sources._imported.cache_clear()
        importlib.invalidate_caches()
        times = importlib.import_module("edited").times
        results.append((times(7), *hits_and_misses(times)))
    monkeypatch.delitem(sys.modules, "edited")
    assert results == [(14, 0, 1), (14, 1, 0), (21, 0, 1)]


def test_a_kernel_has_no_closure() -> None:
    factor = 2
    with pytest.raises(TypeError, match="expected a kernel without a closure"):
        jit.borrowing_kernel(lambda number: factor * number)


def test_a_kernel_without_its_source_is_not_kept(folder: Path) -> None:
    names: dict[str, Any] = {"__name__": __name__}
    exec(compile("def double(number):\n    return 2 * number\n", "nowhere.py", "exec"), names)
    assert hits_and_misses(compiled(names["double"])) == (0, 1)
    assert list(folder.iterdir()) == []


# Damage. Whatever stands in the file, the kernel is right, and the next process finds it whole.


def flipped(content: bytes, at: int) -> bytes:
    damaged = bytearray(content)
    damaged[at] ^= 0x10
    return bytes(damaged)


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "bit flipped in the digest": lambda content: flipped(content, 5),
    "bit flipped at the beginning": lambda content: flipped(content, 32),
    "bit flipped in the code": lambda content: flipped(content, len(content) // 2),
    "bit flipped at the end": lambda content: flipped(content, -1),
    "cut in the middle": lambda content: content[: len(content) // 2],
    "cut by one byte": lambda content: content[:-1],
    "cut in the digest": lambda content: content[:20],
    "nothing but the digest": lambda content: content[:32],
    "empty": lambda content: b"",
    "longer": lambda content: content + b"\0",
    "random": lambda content: random.Random(1).randbytes(len(content)),
    "zeros": lambda content: bytes(len(content)),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_what_is_damaged_is_compiled_again_and_replaced(
    damage: Callable[[bytes], bytes], kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = kept.read_bytes()
    assert damage(whole) != whole
    kept.write_bytes(damage(whole))
    assert hits_and_misses(compiled()) == (0, 1)
    assert capsys.readouterr().err == "strategist: compiling kernels again: their saved code is damaged …\n"
    assert list(kept.parent.iterdir()) == [kept]
    assert hits_and_misses(compiled()) == (1, 0)
    assert capsys.readouterr().err == ""


def test_what_nobody_reads_any_more_is_deleted(kept: Path) -> None:
    old, recent = kept.with_name("old.kernel"), kept.with_name("recent.kernel")
    # A process that was killed leaves the lock behind.
    lock = kept.with_name("old.kernel.lock")
    for file, days in ((old, 61), (lock, 61), (recent, 59), (kept, 61)):
        file.touch()
        os.utime(file, (time.time() - days * 86400,) * 2)
    # Reading a file makes it young again.
    made = compiled()
    assert hits_and_misses(made) == (1, 0)
    made(1.5)
    assert not old.exists() and not lock.exists() and recent.exists() and kept.exists()


def test_what_is_lost_is_compiled_again(kept: Path) -> None:
    kept.unlink()
    assert hits_and_misses(compiled()) == (0, 1)
    assert hits_and_misses(compiled()) == (1, 0)


def not_kept(capsys: pytest.CaptureFixture[str]) -> str:
    """The message, once for all kernels of a process, after the one that says that kernels are compiled."""
    made = compiled()
    assert hits_and_misses(made) == (0, 1)
    assert made(1.5) == 3.0
    compiling, line = capsys.readouterr().err.splitlines()
    assert "compiling kernels" in compiling
    return line


def test_a_full_disk_is_no_obstacle(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if not Path("/dev/full").is_char_device():
        pytest.skip("no device here is always full")
    kept.unlink()
    kept.symlink_to("/dev/full")
    line = not_kept(capsys)
    assert line == f"strategist: kernels are not kept: cannot write {kept}: No space left on device"


def test_a_name_that_is_taken_is_no_obstacle(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept.unlink()
    kept.mkdir()
    assert not_kept(capsys).startswith(f"strategist: kernels are not kept: cannot write {kept}: ")
    assert kept.is_dir()


def test_a_folder_that_is_gone_is_no_obstacle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(jit, "CACHE", codecache.Cache(lambda: tmp_path / "gone"))
    monkeypatch.setattr(codecache, "_told", set())
    assert not_kept(capsys).startswith(f"strategist: kernels are not kept: cannot write {tmp_path / 'gone'}")


# Several processes at once.

SLOW = """
import sys, time
from pathlib import Path
from strategist.search.kernels.numba import lazy
from strategist.search.kernels.numba.jit import borrowing_kernel

@borrowing_kernel
def double(number):
    return 2 * number

def sleep(seconds, sleep=time.sleep):
    print("waiting", flush=True)
    time.sleep = sleep
    sleep(seconds)

time.sleep = sleep
compiler = lazy._compiler()
compile_kernel = compiler.compile_kernel

def slowly(kernel, types):
    print("compiling", flush=True)
    sys.stdin.readline()
    return compile_kernel(kernel, types)

compiler.compile_kernel = slowly
print(double(21), double.found, double.compiled, flush=True)
"""


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[Callable[[], subprocess.Popen[str]]]:
    """Start a process that compiles one kernel, but not before it is told to."""
    (tmp_path / "slow.py").write_text(SLOW)
    started = []

    def start() -> subprocess.Popen[str]:
        environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path / "home")}
        command = [sys.executable, str(tmp_path / "slow.py")]
        started.append(
            subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
        )
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.communicate()


def tell(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()


def said(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


@pytest.mark.skipif(codecache.fcntl is None, reason="files cannot be locked")
def test_one_process_compiles_and_another_waits(slow: Callable[[], subprocess.Popen[str]], tmp_path: Path) -> None:
    first = slow()
    assert said(first) == "compiling"
    second = slow()
    assert said(second) == "waiting"
    tell(first)
    assert said(first) == "42 0 1"
    assert said(second) == "42 1 0"
    assert [file.suffix for file in (tmp_path / "home").rglob("*") if file.is_file()] == [".kernel"]


@pytest.mark.skipif(codecache.fcntl is None, reason="files cannot be locked")
def test_a_process_that_is_killed_leaves_its_turn_to_others(slow: Callable[[], subprocess.Popen[str]]) -> None:
    first = slow()
    assert said(first) == "compiling"
    second = slow()
    assert said(second) == "waiting"
    first.kill()
    assert said(second) == "compiling"
    tell(second)
    assert said(second) == "42 0 1"


def test_nobody_waits_for_ever(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codecache, "_PATIENCE_SECONDS", 0.2)
    monkeypatch.setattr(codecache, "_locked", lambda path: None)
    made = compiled()
    assert hits_and_misses(made) == (0, 1)
    assert len(list(folder.iterdir())) == 1


def test_where_files_cannot_be_locked_each_compiles(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(codecache, "_locked", refuse)
    assert hits_and_misses(compiled()) == (0, 1)
    monkeypatch.setattr(codecache, "fcntl", None)
    assert hits_and_misses(compiled(lambda number: 2 * number)) == (0, 1)
