"""The site of the library: its files, its links, its bytes, and how it is written into a folder."""

from __future__ import annotations

import hashlib
import html
import json
import os
import re
import subprocess
import sys
import zlib
from pathlib import Path
from urllib.parse import unquote, urljoin

import pytest
from elements import Elements
from png import png_chunks
from said import run

from strategist import library, make_game, make_strategy, read_strategy
from strategist.common.errors import OutputError
from strategist.files import shipped
from strategist.files.shipped import Shipped, find_shipped
from strategist.files.strategy import StrategyData, write_strategy
from strategist.games.titles import called
from strategist.model.tree import Claims
from strategist.page.bars import bars_svg
from strategist.page.icon import SIZE, icon_png
from strategist.page.index import Download, Entry, index
from strategist.page.mirror import LIST, write_site
from strategist.page.site import Site, site
from strategist.search.compile.compile import compile_strategy

KNUTH = "mastermind-4x6.minimax"
SMALL = ("mastermind-3x6.optimal-total-depth", "mastermind-4x4.optimal-total-depth")


@pytest.fixture(scope="module")
def whole() -> Site:
    return site(library())


@pytest.fixture(scope="module")
def small() -> Site:
    return site(each for each in library() if each.name in SMALL)


def parsed(text: bytes) -> Elements:
    found = Elements(text.decode())
    found.check_programs()
    return found


# What it holds


def test_every_strategy_has_a_page_and_its_files(whole: Site) -> None:
    for each in library():
        assert whole[f"files/{each.name}.msgpack"] == each.path.read_bytes()
        certificate = f"files/{each.name}.certificate"
        assert whole.get(certificate) == (each.certificate.read_bytes() if each.certificate else None)
        assert (
            f"<title>{called(each.data.game)} · {each.data.strategy}</title>"
            in whole[f"pages/{each.name}.html"].decode()
        )
    assert len(whole) == 5 + 2 * len(library()) + sum(each.certificate is not None for each in library())


def test_all_links_lead_to_files_of_the_site(whole: Site) -> None:
    reached = {"index.html"}
    for name, contents in whole.items():
        if name.endswith(".html"):
            reached |= {unquote(urljoin(name, link)) for link in parsed(contents).links}
    assert {name for name in whole if "/" in name} | {"index.html"} == reached


def test_the_worker_and_the_manifest_name_what_is_there(whole: Site) -> None:
    kept = re.search(r"const FILES = (\[.*\]);", whole["sw.js"].decode())
    assert kept is not None
    assert {unquote(each) for each in json.loads(kept[1])} == whole.keys() - {"sw.js"}
    manifest = json.loads(whole["manifest.webmanifest"])
    assert {each["src"] for each in manifest["icons"]} == {"icon.svg", "icon.png"}
    assert manifest["start_url"] in whole
    # The worker comes last: a browser that finds a new one loads everything else.
    assert list(whole)[-1] == "sw.js"


def test_figures_and_histograms(whole: Site) -> None:
    text = whole["index.html"].decode()
    [row] = re.findall(rf'<tr role="row" data-words="{KNUTH} .*?</tr>', text)
    assert re.findall(r'class="[a-z-]+ number" data-label="([a-z ]+)">([^<]*)<', row) == [
        ("total", "5801"),
        ("average", "4.476"),
        ("depth", "5"),
        ("worst count", "694"),
    ]
    [line] = re.findall(r'<tr role="row" data-words="pegswap-3x3.optimal .*?</tr>', text)
    assert re.findall(r'number[a-z ]*" data-label="([a-z ]+)">([^<]+)<', line) == [("depth", "15 moves")]
    assert 'aria-label="1 guess: 1, 2 guesses: 6, 3 guesses: 62, 4 guesses: 533, 5 guesses: 694"' in row
    assert "upper bound" in row and "strategy 4.1 kB" in row and "certificate" not in row
    [row] = re.findall(r'<tr role="row" data-words="mastermind-4x4.optimal-total-depth .*?</tr>', text)
    assert "proven" in row and "upper bound" not in row and "certificate" in row


def test_the_table_of_proven_totals(whole: Site) -> None:
    [table] = re.findall(r'<table aria-label="Proven[^"]*colors across">(.*?)</table>', whole["index.html"].decode())
    rows = re.findall(r"<tr>(.*?)</tr>", table)
    told = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in rows]
    plain = [[re.sub("<.*?>", "", cell) for cell in row] for row in told]
    assert plain == [
        ["pegs ╲ colors", "4", "5", "6", "7", "8", "9"],
        ["3", "", "", "854 / 5", "", "", ""],
        ["4", "905 / 4", "2463 / 5", "5625 / 6", "11228 / 6", "20471 / 7", "34666 / 7"],
        ["5", "3954 / 5", "13496 / 6", "36721 / 6", "", "", ""],
    ]


def test_a_bar_for_each_number_of_guesses() -> None:
    drawn = bars_svg(Claims.of([0, 1, 1000], lost=3), "question")
    assert drawn.count("<rect") == 4 and drawn.count(">×<") == 1
    assert "1 question: 0, 2 questions: 1, 3 questions: 1000, lost: 3" in drawn
    heights = [float(each) for each in re.findall(r'<rect [^>]*height="([\d.]+)"', drawn)]
    assert heights[0] == 0 and heights[1] >= 1 and heights[2] == max(heights)
    # Many bars share the room that there is.
    [width] = re.findall(r'role="img" .*? width="([\d.]+)"', bars_svg(Claims.of([1] * 500, lost=0)))
    assert float(width) <= 204


def test_the_icon_is_a_picture() -> None:
    rows = zlib.decompress(png_chunks(icon_png())[b"IDAT"])
    assert len(rows) == SIZE * (1 + 3 * SIZE)

    def pixel(x: int, y: int) -> str:
        begin = y * (1 + 3 * SIZE) + 1 + 3 * x
        return rows[begin : begin + 3].hex()

    assert (pixel(0, 0), pixel(178, 178), pixel(334, 178)) == ("1c2026", "e69f00", "56b4e9")
    assert (pixel(178, 334), pixel(334, 334), pixel(256, 256)) == ("009e73", "f0e442", "1c2026")


# What others have written


def hostile(folder: Path) -> Shipped:
    """A strategy of a table whose texts are markup, under a name that is, too."""
    sheet = folder / "sheet.csv"
    sheet.write_text('"<i>&amp;""\'","<script>alert(1)</script>","</td>"\n"<b>q</b>",yes,"<img src=x>"\n')
    game = make_game(f'table(file="{sheet}",goal=identify)')
    path = folder / "<b onclick=1>&\"'%41 {{STYLE}}.msgpack"
    write_strategy(path, compile_strategy(game, make_strategy("entropy", game)).data)
    return Shipped(path)


def test_everything_is_escaped(tmp_path: Path, small: Site) -> None:
    each = hostile(tmp_path)
    files = site([each])
    told = parsed(files["index.html"])
    # No element is there that the site of peaceful names does not have.
    assert set(told.tags) <= set(parsed(small["index.html"]).tags)
    assert told.tags.count("script") == 1
    assert {unquote(link) for link in told.links} == {f"pages/{each.name}.html", f"files/{each.name}.msgpack"}
    assert all(name in files for name in map(unquote, told.links))
    [words] = told.values("data-words")
    assert words.startswith(each.name.lower())
    assert html.escape(each.name) in files["index.html"].decode()
    worker = files["sw.js"].decode()
    assert "<" not in worker.partition("const FILES")[2].partition("\n")[0]


def entry(data: StrategyData) -> Entry:
    return Entry("some.one", data, "pages/x.html", Download("files/x.msgpack", 1_234_567), None)


def test_a_solitaire_has_moves_and_no_histogram(tmp_path: Path) -> None:
    from strategist import make_rules

    game = make_rules("pegswap(2,2)")
    text = index([entry(compile_strategy(game, make_strategy("optimal", game)).data)])
    assert 'data-label="depth">8 moves<' in text and "<rect" not in text and "1.2 MB" in text
    assert "1 strategy for 1 game" in text


def test_losses_and_positions_are_told() -> None:
    game = make_game("mastermind(2,3,turns=2)")
    strategy = make_strategy("first", game)
    text = index([entry(compile_strategy(game, strategy).data)])
    assert re.search(r">lost [1-9]\d*<", text)
    start = game.parse_history("11:0b0w")
    text = index([entry(compile_strategy(game, strategy, start=start).data)])
    assert "from 11:0b0w" in text


# Its bytes


def test_the_same_library_gives_the_same_bytes(whole: Site) -> None:
    program = (
        "import hashlib; from strategist import library; from strategist.page.site import site\n"
        "for name, contents in site(library()).items(): print(hashlib.sha256(contents).hexdigest(), name)"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    ran = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    told = "".join(f"{hashlib.sha256(contents).hexdigest()} {name}\n" for name, contents in whole.items())
    assert ran.stdout == told


def version(files: Site) -> str:
    found = re.search(r'const VERSION = "([0-9a-f]{64})";', files["sw.js"].decode())
    assert found is not None
    return found[1]


def test_another_library_is_another_version(small: Site) -> None:
    [one, other] = (find_shipped(name) for name in SMALL)
    assert one is not None and other is not None
    assert version(site([one, other])) == version(small)
    assert len({version(each) for each in (small, site([one]), site([other]))}) == 3


# Writing it


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_folder_is_made_and_written_again(tmp_path: Path, small: Site) -> None:
    folder = tmp_path / "site"
    assert write_site(folder, small) == sum(map(len, small.values()))
    first = contents(folder)
    assert {name: first[name] for name in small} == small and first.keys() - small.keys() == {LIST}
    (folder / "index.html").write_text("broken")
    write_site(folder, small)
    assert contents(folder) == first
    (tmp_path / "empty").mkdir()
    write_site(tmp_path / "empty", small)
    assert contents(tmp_path / "empty") == first


def test_what_the_site_has_no_more_is_removed_and_what_others_put_there_stays(tmp_path: Path, small: Site) -> None:
    folder = tmp_path / "site"
    write_site(folder, small)
    (folder / "CNAME").write_text("example.org")
    changed = folder / "files" / f"{SMALL[0]}.certificate"
    changed.write_text("mine now")
    [other] = (each for each in library() if each.name == SMALL[1])
    write_site(folder, site([other]))
    left = contents(folder)
    assert left.pop("CNAME") == b"example.org"
    assert left.pop(changed.relative_to(folder).as_posix()) == b"mine now"
    assert not any(SMALL[0] in name for name in left)
    assert left.keys() == {*site([other]), LIST}


def test_a_list_that_was_edited_removes_nothing_outside(tmp_path: Path, small: Site) -> None:
    folder, outside = tmp_path / "site", tmp_path / "outside"
    write_site(folder, small)
    outside.write_bytes(b"precious")
    told = json.loads((folder / LIST).read_text())
    digest = hashlib.sha256(b"precious").hexdigest()
    told["files"] |= {"../outside": digest, str(outside): digest, "pages": digest, "": digest}
    (folder / LIST).write_text(json.dumps(told))
    write_site(folder, small)
    assert outside.read_bytes() == b"precious"
    assert contents(folder).keys() == {*small, LIST}


@pytest.mark.parametrize("said", ["", "[]", "{}", '{"made by": "another", "files": {}}', "\xff", "[" * 100_000])
def test_a_folder_of_others_is_refused(tmp_path: Path, small: Site, said: str) -> None:
    folder = tmp_path / "home"
    folder.mkdir()
    (folder / LIST).write_text(said, encoding="latin-1")
    before = contents(folder)
    with pytest.raises(OutputError, match=r"expected a new or empty folder, or one with a site\.json of ours") as told:
        write_site(folder, small)
    assert "\n" not in str(told.value)
    assert contents(folder) == before


def test_a_write_that_stopped_can_be_repeated(tmp_path: Path, small: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    from strategist.page import mirror

    real, left = mirror.write_file, iter(range(4))

    def failing(path: Path, chunks: list[bytes]) -> int:
        if next(left, None) is None:
            raise OutputError(f"cannot write {path}: No space left on device")
        return real(path, chunks)

    folder = tmp_path / "site"
    monkeypatch.setattr(mirror, "write_file", failing)
    with pytest.raises(OutputError, match="No space left"):
        write_site(folder, small)
    assert "index.html" not in contents(folder)
    monkeypatch.undo()
    write_site(folder, small)
    assert {name: contents(folder)[name] for name in small} == small


def test_a_file_in_the_way_is_one_line(tmp_path: Path, small: Site) -> None:
    folder = tmp_path / "site"
    write_site(folder, small)
    for path in (folder / "pages").iterdir():
        path.unlink()
    (folder / "pages").rmdir()
    (folder / "pages").write_text("")
    with pytest.raises(OutputError, match="File exists"):
        write_site(folder, small)


# The command


def test_the_command(tmp_path: Path, whole: Site) -> None:
    folder = f"{tmp_path}/site/"
    result = run("export", "--library", "-o", folder)
    size = sum(map(len, whole.values()))
    assert result.out == f"{folder}: {len(library())} strategies, {len(whole)} files, {size} bytes\n"
    assert {name: text for name, text in contents(Path(folder)).items() if name != LIST} == whole
    assert read_strategy(tmp_path / "site" / "files" / f"{KNUTH}.msgpack").claims.total == 5801


def test_without_a_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipped, "_FOLDERS", ())
    result = run("export", "--library", "-o", str(tmp_path / "site"))
    assert "no strategies ship with this installation" in result.err
    assert not (tmp_path / "site").exists()
