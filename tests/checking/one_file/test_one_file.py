"""The checker in one file of C says what ``strategist check`` says, of shipped files, of forgeries and of junk.

``pytest tests/checking/one_file --slow -s`` tells how many files of each version it has judged.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from random import Random

import claim_kinds
import pytest
from one_file import (
    BELIEVED,
    COMPILER,
    KINDS,
    REFUSED,
    REFUTED,
    SANITIZED,
    SOURCE,
    Verdicts,
    built,
    forgeries,
    listed,
    mutated,
)
from priced_tables import priced

from strategist import compile_strategy
from strategist.checking.proof import Check
from strategist.checking.verify import verify_strategy
from strategist.files import strategy
from strategist.files.certificate_file import encode, read_certificate
from strategist.files.shipped import library
from strategist.show.certificates.optimality import optimality

if COMPILER is None:
    pytest.skip(
        "no C compiler: the checker of one file is not built, and nothing of it tested", allow_module_level=True
    )

FUZZ = Path(__file__).parent / "fuzz.c"
CORPUS = sorted((Path(__file__).parent / "corpus").iterdir())
SHIPPED = {each.name: each for each in library() if each.certificate is not None}
_QUICK = 100_000
"""Certificates of more bytes are checked with --slow."""
_FORGERIES = 6
_MUTANTS, _MANY_MUTANTS = 60, 3_000
_MOST_LINES = 1871
"""Whoever makes the file shorter lowers this."""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("one_file"))


@pytest.fixture(scope="module")
def sanitized(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Each piece of memory is a block of its own."""
    return _sanitized(tmp_path_factory, SOURCE, "-DPAGE=0")


@pytest.fixture(scope="module")
def replay(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _sanitized(tmp_path_factory, FUZZ, "-DREPLAY")


def _sanitized(tmp_path_factory: pytest.TempPathFactory, source: Path, option: str) -> Path:
    folder = tmp_path_factory.mktemp("sanitized")
    (folder / "empty.c").write_text("int main(void) { return 0; }\n")
    try:
        built(folder, *SANITIZED, source=folder / "empty.c")
    except AssertionError:
        pytest.skip("the C compiler has no sanitizers")
    return built(folder, *SANITIZED, option, source=source)


def run(program: Path, *paths: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([program, *map(str, paths)], capture_output=True, text=True, errors="replace")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if Path(str(each.certificate)).stat().st_size > _QUICK else [])
        for name, each in SHIPPED.items()
    ],
)
def test_every_shipped_certificate_is_believed_in_the_same_words(program: Path, name: str) -> None:
    shipped = SHIPPED[name]
    certificate = read_certificate(str(shipped.certificate))
    check = Check(certificate.bound, len(certificate))
    for data, paths in ((None, ()), (shipped.data, (shipped.path,))):
        verification = None if data is None else verify_strategy(data)
        proven, sentence = optimality(certificate, check, data, verification)
        told = run(program, *paths, shipped.certificate)
        assert proven and (told.returncode, told.stdout, told.stderr) == (BELIEVED, f"{sentence}\n", "")


SENTENCES = [
    ("mastermind(2,3)", "optimal(total)"),
    ("mastermind(2,4,feedback=black)", "optimal(depth)"),
    ("mastermind(3,3,feedback=black)", "optimal(depth)"),
    ("mastermind(2,4,goal=identify)", "optimal(total,max_depth=3)"),
    ("ab(2,5)", "optimal(total,first=12)"),
    ("mastermind(2,4,turns=3)", "optimal(lost)"),
    ("mastermind(2,3)", "optimal(lexicographic)"),
    ("mastermind(2,3)", 'optimal(cost="1,2,10")'),
    ("mastermind(2,3)", "minimax"),
    ("mastermind(2,3)", "first"),
]


@pytest.mark.parametrize(("game", "best"), SENTENCES)
def test_sentences_are_those_of_the_package(program: Path, tmp_path: Path, game: str, best: str) -> None:
    """Also beside trees that are not optimal, that were altered, and that are for another game."""
    proven = compile_strategy(game, best if best.startswith("opt") else "optimal(total)", certificate=True)
    certificate = proven.prove()
    certified, tree = tmp_path / "a.certificate", tmp_path / "a.msgpack"
    certified.write_bytes(encode(certificate))
    for name in (best, "first", "minimax"):
        data = compile_strategy(game, name).data
        tree.write_bytes(strategy.encode(data))
        check = Check(certificate.bound, len(certificate))
        good, sentence = optimality(certificate, check, data, verify_strategy(data))
        told = run(program, certified, tree)
        assert (told.returncode, told.stdout) == (BELIEVED if good else REFUTED, f"{sentence}\n"), told.stderr
    tree.write_bytes(strategy.encode(compile_strategy("mastermind(1,3)", "first").data))
    told = run(program, certified, tree)
    assert told.returncode == REFUSED and "the files differ in game" in told.stderr


def test_sentences_about_chances_and_costs(program: Path, tmp_path: Path) -> None:
    met = set()
    for number in range(60):
        for certificate in priced(number):
            (tmp_path / "a.certificate").write_bytes(encode(certificate))
            _, sentence = optimality(certificate, Check(certificate.bound, len(certificate)), None, None)
            told = run(program, tmp_path / "a.certificate")
            assert (told.returncode, told.stdout) == (BELIEVED, f"{sentence}\n"), told.stderr
            met.add(certificate.objective)
    assert {"expected", "lost", "total", "depth"} <= met


def test_files_that_are_none_are_refused_in_one_line(program: Path, tmp_path: Path) -> None:
    certificate = str(SHIPPED["mastermind-4x4.optimal-total-depth"].certificate)
    (tmp_path / "junk").write_bytes(b"junk")
    (tmp_path / "cut").write_bytes(Path(certificate).read_bytes()[:-1])
    for paths in ((), ("nowhere",), (tmp_path / "junk",), (tmp_path / "cut",), (certificate, certificate)):
        told = run(program, *paths)
        assert told.returncode == REFUSED and told.stdout == "" and told.stderr.count("\n") == 1, told


@pytest.mark.parametrize("kind", KINDS)
def test_verdicts_are_those_of_the_package(program: Path, tmp_path: Path, kind: str) -> None:
    _judge_all(program, tmp_path, kind, KINDS[kind][1])


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_many_verdicts_are_those_of_the_package(program: Path, tmp_path: Path, kind: str) -> None:
    _judge_all(program, tmp_path, kind, KINDS[kind][2])


@pytest.mark.parametrize("kind", ["tables", "tariffs", "copies", "hard_mode"])
def test_verdicts_are_the_same_with_sanitizers(sanitized: Path, tmp_path: Path, kind: str) -> None:
    _judge_all(sanitized, tmp_path, kind, 3)


def _judge_all(program: Path, folder: Path, kind: str, cases: int) -> None:
    make, verdicts = KINDS[kind][0], Verdicts(program, folder)
    for number in range(cases):
        draws = Random(f"one file {number}")
        for proof in make(number):
            for each in forgeries(proof, draws, _FORGERIES):
                verdicts.judge(each)
    print(f"\n{kind}: {verdicts.total()} files", *listed(verdicts), sep="\n")
    if kind in ("several_answers", "lies", "all_at_once"):
        assert verdicts.total(REFUSED) == verdicts.total() > 0
    else:
        assert verdicts.total(BELIEVED) and verdicts.total(REFUTED)


def test_no_lie_is_believed(program: Path, tmp_path: Path) -> None:
    verdicts = Verdicts(program, tmp_path)
    for number in range(80):
        if (lie := claim_kinds.lie(number)) is not None:
            verdicts.judge(lie)
    assert verdicts.total(BELIEVED) == 0 and verdicts.total(REFUTED) > verdicts.total(REFUSED)


@pytest.mark.parametrize(
    "numbers", [range(_MUTANTS), pytest.param(range(_MUTANTS, _MANY_MUTANTS), marks=pytest.mark.slow)]
)
def test_altered_bytes_do_no_harm(replay: Path, tmp_path: Path, numbers: range) -> None:
    """Cut and mutated files, without a look at their digests: nothing is read past an end, and nothing is lost."""
    paths = []
    for number in numbers:
        draws = Random(f"mutant {number}")
        paths.append(tmp_path / str(number))
        paths[-1].write_bytes(mutated(draws.choice(CORPUS).read_bytes(), draws))
    for part in ([*CORPUS, *paths][at : at + 200] for at in range(0, len(CORPUS) + len(paths), 200)):
        told = run(replay, *part)
        assert told.returncode == 0 and "ERROR" not in told.stderr and "runtime error" not in told.stderr, told.stderr


def test_the_file_is_one_that_can_be_read() -> None:
    text = SOURCE.read_text("ascii")
    assert max(map(len, text.splitlines())) <= 120 and text.count("\n") <= _MOST_LINES
    included = {line.split()[1] for line in text.splitlines() if line.startswith("#include")}
    assert included <= {f"<{name}.h>" for name in ("limits", "stdarg", "stdint", "stdio", "stdlib", "string")}
