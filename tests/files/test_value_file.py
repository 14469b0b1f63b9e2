"""Value caches: beside the plain reader, from many processes at once, and hostile bytes."""

from __future__ import annotations

import hashlib
import random
import subprocess
from pathlib import Path
from typing import Any

import msgpack
import numpy as np
import pytest
from preloaded import command
from refusals import flipped, one_line, refused, refuses

from strategist import make_game
from strategist.common.errors import StrategyFileError
from strategist.files.values.read_plainly import read_plainly
from strategist.files.values.value_file import ENTRY_BYTES, Entry, ValueFile, encode, open_cache, write_cache
from strategist.search.advice.cached.building import build_values

GAME = make_game("mastermind(3,4)")
KNUTH = Path(__file__).parents[2] / "strategies" / "mastermind-4x6.minimax.msgpack"


@pytest.fixture(scope="module")
def contents() -> bytes:
    return build_values(GAME, positions=30).encode()


def written(folder: Path, contents: bytes) -> Path:
    path = folder / "values.cache"
    path.write_bytes(contents)
    return path


def sealed(contents: bytes) -> bytes:
    """Forged contents with the digest that fits them."""
    return contents[:-32] + hashlib.sha256(contents[:-34]).digest()


def test_the_mapped_reader_reads_what_the_plain_one_does(tmp_path: Path, contents: bytes) -> None:
    plain, cache = read_plainly(contents), ValueFile(written(tmp_path, contents))
    assert len(plain) == cache.positions == 30 and cache.game.spec == GAME.spec and cache.openings == 3
    told = {name: (each.lower, each.upper, each.guess, each.size) for name, each in cache.entries().items()}
    assert told == plain
    keys, checks = (np.array(words, dtype=np.uint64) for words in zip(*plain, strict=True))
    sizes = np.array([size for *_, size in plain.values()])
    lowers, uppers, places = cache.find(keys, checks, sizes)
    assert list(zip(lowers, uppers, strict=True)) == [(low, high) for low, high, *_ in plain.values()]
    assert [cache.guess_at(place) for place in places.tolist()] == [guess for _, _, guess, _ in plain.values()]


def test_an_entry_is_found_by_its_whole_name_only(tmp_path: Path, contents: bytes) -> None:
    cache = ValueFile(written(tmp_path, contents))
    (key, check), entry = next(iter(cache.entries().items()))
    for one, other, size in [
        (key, check ^ 1, entry.size),
        (key ^ 1, check, entry.size),
        (key, check, entry.size + 1),
        ((1 << 64) - 1, check, entry.size),
    ]:
        _, _, places = cache.find(np.array([one], np.uint64), np.array([other], np.uint64), np.array([size]))
        assert places.tolist() == [-1]


def program(path: Path, text: str) -> list[str]:
    """The command line of a program in a process of its own."""
    path.write_text(text)
    return command(path)


def test_equal_input_gives_equal_bytes(tmp_path: Path, contents: bytes) -> None:
    building = (
        "import sys; from strategist import make_game; "
        "from strategist.search.advice.cached.building import build_values; "
        "sys.stdout.buffer.write(build_values(make_game('mastermind(3,4)'), positions=30).encode())"
    )
    again = subprocess.run(program(tmp_path / "building.py", building), capture_output=True, check=True).stdout
    assert again == contents
    table = contents.index(np.array(sorted(key for key, _ in read_plainly(contents)), dtype="<u8").tobytes())
    assert table % 8 == 0 and len(contents) == table + 30 * ENTRY_BYTES + 34


def test_a_file_is_replaced_while_others_read_it(tmp_path: Path, contents: bytes) -> None:
    path = tmp_path / "values.cache"
    assert write_cache(path, contents) == len(contents)
    old = ValueFile(path)
    entries = old.entries()
    write_cache(path, encode(GAME, {(1, 2): Entry(5, 6, None, 3)}, 1))
    assert old.entries() == entries and ValueFile(path).entries() == {(1, 2): Entry(5, 6, None, 3)}
    assert [each.name for each in tmp_path.iterdir()] == ["values.cache"]


def test_an_empty_cache_holds_nothing(tmp_path: Path) -> None:
    cache = ValueFile(written(tmp_path, encode(GAME, {}, 0)))
    one = np.array([1])
    assert cache.find(one.astype(np.uint64), one.astype(np.uint64), one)[2].tolist() == [-1] and not cache.entries()


def test_many_processes_share_a_file(tmp_path: Path, contents: bytes) -> None:
    path = written(tmp_path, contents)
    reading = (
        f"from strategist.files.values.value_file import ValueFile; cache = ValueFile({str(path)!r}); "
        "print('ready', flush=True); input(); print(sum(each.upper for each in cache.entries().values()))"
    )
    line = program(tmp_path / "reading.py", reading)
    started: list[Any] = [
        subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(3)
    ]
    for each in started:
        assert each.stdout.readline() == "ready\n"
    told = {each.communicate("\n")[0] for each in started}
    assert told == {f"{sum(high for _, high, *_ in read_plainly(contents).values())}\n"}


def test_every_cut_is_refused_in_one_line(tmp_path: Path, contents: bytes) -> None:
    for length in {*range(200), *range(200, len(contents), 97), len(contents) - 1}:
        told_of(written(tmp_path, contents[:length]))
    told_of(written(tmp_path, contents + b"\0"))


def test_every_flipped_bit_is_refused(tmp_path: Path, contents: bytes) -> None:
    drawn = random.Random(1)
    for at in {*range(160), *(drawn.randrange(len(contents)) for _ in range(60))}:
        told_of(written(tmp_path, flipped(contents, at, 1 << drawn.randrange(8))))


def test_forged_bytes_are_refused_or_told_apart(tmp_path: Path, contents: bytes) -> None:
    """With a digest that fits, a field is refused when the file is opened, and an entry when it is looked up."""
    drawn = random.Random(2)
    for _ in range(300):
        changed = bytearray(contents)
        for _ in range(drawn.randint(1, 4)):
            changed[drawn.randrange(len(contents) - 34)] = drawn.randrange(256)
        path = written(tmp_path, sealed(bytes(changed)))
        try:
            cache = ValueFile(path)
            names = cache._columns
            _, _, places = cache.find(names["keys"], names["checks"], names["sizes"].astype(np.int64))
            for place in places.tolist():
                cache.guess_at(place)
        except StrategyFileError as error:
            assert str(path) in str(error) and "\n" not in str(error)


def told_of(path: Path) -> str:
    """The one line in which a file is refused."""
    with pytest.raises(StrategyFileError) as caught:
        ValueFile(path)
    return one_line(caught.value, f"{path}: ", 400)


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("positions", 31, "expected 1"),
        ("positions", -1, "header.positions: expected 0 to 67108864, got -1"),
        ("positions", "30", "header.positions: expected int, got str"),
        ("openings", -3, "header.openings: expected a number from 0 on, got -3"),
        ("game", "mastermind(pegs=3,colors=5)", "the file was written for other codes"),
        ("game", "pegswap(2,2)", "header.game"),
        ("codes", bytes(32), "the file was written for other codes"),
        ("generator", "a\nb", "expected printable text"),
        ("padding", None, "header.padding: expected bytes, got NoneType"),
        ("padding", b"\0", "expected "),
    ],
)
def test_fields_that_cannot_be(tmp_path: Path, contents: bytes, field: str, value: Any, told: str) -> None:
    name, version, header, columns, digest = msgpack.unpackb(contents)
    padding = header["padding"] if field != "padding" else value
    forged = msgpack.packb([name, version, header | {field: value, "padding": padding}, columns, digest])
    if field not in ("padding", "positions"):
        # The table begins at a multiple of eight bytes again.
        header = header | {field: value, "padding": b""}
        spare = len(msgpack.packb([name, version, header, columns, digest])) - 34 - 30 * ENTRY_BYTES
        forged = msgpack.packb([name, version, header | {"padding": bytes(-spare % 8)}, columns, digest])
    assert told in told_of(written(tmp_path, sealed(forged)))


def test_other_files_are_named(tmp_path: Path) -> None:
    assert "byte 0: expected a value cache, got" in told_of(KNUTH)
    assert "cannot read: No such file or directory" in told_of(tmp_path / "none")
    assert "cannot read: Is a directory" in told_of(tmp_path)
    assert "expected format version 1, got 2" in told_of(written(tmp_path, b"\x95\xabvalue-cache\x02" + bytes(90)))
    assert "byte 0: expected a value cache, got b''" in told_of(written(tmp_path, b""))


def test_entries_out_of_order_and_bounds_that_cross(tmp_path: Path) -> None:
    entries = {(1, 5): Entry(7, 6, 1 << 20, 3), (9, 5): Entry(5, 6, None, 3)}
    path = written(tmp_path, encode(GAME, entries, 1))
    cache, one = ValueFile(path), np.array([1], dtype=np.uint64)
    with refused("entry 0: lower above upper", StrategyFileError):
        cache.find(one, one + np.uint64(4), np.array([3]))
    refuses(cache.guess_at, 0, told="entry 0: expected a guess, got 1048576", error=StrategyFileError)
    contents = path.read_bytes()
    order = np.array([1, 9], dtype="<u8").tobytes()
    path.write_bytes(sealed(contents.replace(order, order[8:] + order[:8])))
    assert "table: expected ascending keys" in told_of(path)


def test_a_cache_of_another_game_is_refused(tmp_path: Path, contents: bytes) -> None:
    path = written(tmp_path, contents)
    with refused(r"expected a value cache of mastermind\(pegs=2,colors=3\), got one of"):
        open_cache(path, make_game("mastermind(2,3)"))
    opened = ValueFile(path)
    assert open_cache(opened, GAME) is opened
