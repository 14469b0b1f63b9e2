"""Every example in every README and page of the site runs, links and maps name files that exist, and tables agree with
the files."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from preloaded import command
from read_along import blocks_of, mistakes_of

from strategist import read_strategy

ROOT = Path(__file__).parents[1]
SCRIPT = Path(__file__).parent / "programs" / "read_along.py"


def _readmes() -> Iterator[Path]:
    for folder, below, names in os.walk(ROOT):
        below[:] = sorted(name for name in below if not name.startswith(".") and name != "node_modules")
        if "README.md" in names:
            yield Path(folder, "README.md")


READMES = {str(path.parent.relative_to(ROOT)): path for path in _readmes()}
PAGES = {str(path.relative_to(ROOT)): path for path in (ROOT / "scripts" / "site" / "pages").rglob("*.md")}
READ = READMES | PAGES
EVERY = pytest.mark.parametrize("room", sorted(READ))


def read_along(readme: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the examples of a README in a folder that has the shipped files beside it."""
    os.symlink(ROOT / "strategies", folder / "strategies")
    environment = os.environ | {"PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
    line = [*command(SCRIPT), str(readme)]
    return subprocess.run(line, cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8")


def test_the_examples_of_the_front_page_run(tmp_path: Path) -> None:
    test_every_example_runs(".", tmp_path)


@pytest.mark.thorough
@EVERY
def test_every_example_runs(room: str, tmp_path: Path) -> None:
    run = read_along(READ[room], tmp_path)
    assert run.returncode == 0, run.stdout + run.stderr


def test_readmes_are_found_and_have_examples() -> None:
    assert {".", "scripts", "strategies", "strategist/games", "strategist/search"} <= set(READMES)
    blocks = [block for path in READ.values() for block in blocks_of(path.read_text("utf-8"))]
    assert sum(block.session for block in blocks) > 5
    assert sum(block.kind == "console" for block in blocks) > 10


@pytest.mark.parametrize("room", sorted(room for room in READMES if room != "strategist/files"))
def test_a_readme_is_short(room: str) -> None:
    """What users read stands on pages. The format of strategy files is a contract, and the only one that is longer."""
    lines = READMES[room].read_text("utf-8").count("\n")
    assert lines <= (200 if room == "scripts" else 150), f"{lines} lines: move what users read to the pages"


GOOD = """
```python
>>> 6 * 7
42
```
```console
$ strategist list games
mastermind: ...
$ strategist verify nothing.msgpack  # exit status 2
strategist: error: nothing.msgpack: ...
```
"""


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("42", "43", "line 3"),
        ("$ strategist list games", "$ strategist gmaes", "line 7: strategist gmaes: expected exit status 0, got 2"),
        ("mastermind: ...", "chess: ...", "line 7: strategist list games: Differences"),
        ("# exit status 2", "# exit status 1", "line 9: .*: expected exit status 1, got 2"),
        ("$ strategist verify", "$ cat", "line 9: cat nothing.msgpack: expected strategist or pytest"),
        ("```python\n>>> 6 * 7\n42", "```python\nprint(42)", "line 3: a block of kind 'python' without a title"),
    ],
)
def test_a_wrong_example_is_found(tmp_path: Path, right: str, wrong: str, told: str) -> None:
    readme, folders = tmp_path / "README.md", (tmp_path / "good", tmp_path / "bad")
    for folder, text in zip(folders, (GOOD, GOOD.replace(right, wrong)), strict=True):
        folder.mkdir()
        readme.write_text(text, encoding="utf-8")
        run = read_along(readme, folder)
        assert run.returncode == (folder.name == "bad"), run.stdout + run.stderr
    assert re.search(told, run.stdout), run.stdout


@EVERY
def test_links_lead_somewhere(room: str) -> None:
    readme = READ[room]
    text = readme.read_text("utf-8")
    blocks = blocks_of(text)
    assert not mistakes_of(blocks)
    for link in [*re.findall(r"\]\(([^)\s]+)\)", text), *re.findall(r'src="([^"]+)"', text)]:
        if link.startswith("https:"):
            continue
        # A page of the site shows what its examples make.
        if room in PAGES and "/" not in link and any(link in block.body for block in blocks):
            continue
        path, _, heading = link.partition("#")
        target = readme.parent / path if path else readme
        assert target.exists(), link
        assert not heading or heading in headings_of(target.read_text("utf-8")), link


def headings_of(text: str) -> set[str]:
    """The names that links give to the headings of a README."""
    return {re.sub(r"[^\w -]", "", line).lower().replace(" ", "-") for line in re.findall(r"^#+ (.*)$", text, re.M)}


def test_the_map_names_what_is_there() -> None:
    found = 0
    (block,) = (block for block in blocks_of(READMES["scripts"].read_text("utf-8")) if block.kind == "text")
    folders = [(-1, ROOT)]
    for line in block.body.splitlines():
        indent = len(line) - len(line.lstrip())
        while folders[-1][0] >= indent:
            folders.pop()
        above = folders[-1][1]
        for name in re.split(r"\s{2,}", line.strip())[0].split():
            if name != "...":
                assert (above / name).exists(), name
                folders.append((indent, above / name))
                found += 1
    assert found > 20


def test_the_drawing_of_the_search_names_all_its_files() -> None:
    room = READMES["strategist/search"].parent
    text = "".join(block.body for block in blocks_of(READMES["strategist/search"].read_text("utf-8")))
    drawn = set()
    for line in text.splitlines():
        folder = ""
        for path in re.findall(r"(?<![./])\b[a-z/_]+\.py\b", line):
            folder = path.rpartition("/")[0] or folder
            drawn.add(room / folder / path.rpartition("/")[2])
    modules = {path for path in room.rglob("*.py") if path.name != "__init__.py"}
    assert drawn == modules, drawn ^ modules


@pytest.mark.thorough
def test_the_picture_is_drawn_from_the_code_as_it_is(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from PIL import Image, ImageChops

    kept, drawn = ROOT / "scripts" / "picture.png", tmp_path / "picture.png"
    subprocess.run([*command(ROOT / "scripts" / "picture"), "-o", drawn], check=True, capture_output=True)
    assert kept.stat().st_size < 60_000
    with Image.open(kept) as one, Image.open(drawn) as other:
        assert one.size == other.size
        grays = ImageChops.difference(one.convert("L"), other.convert("L")).histogram()
    # Versions of matplotlib smooth letters a little differently: a few pixels may differ, and most of them slightly.
    assert sum(grays[96:]) < 0.001 * sum(grays), "the picture looks different now: run scripts/picture"


def test_the_tables_of_optima_say_what_the_files_say() -> None:
    # Behind the tables of the usual rules stand those of others.
    text = PAGES["scripts/site/pages/proven-values.md"].read_text("utf-8").partition("Totals first published by")[0]
    cells: dict[tuple[str, str, str], str] = {}
    game, columns = "", []
    for line in text.splitlines():
        if found := re.match(r"(Mastermind|Bulls and Cows), ", line):
            game = found[1].lower().replace(" ", "-")
        row = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if game and row and not row[0]:
            columns = row
        elif game and row and row[0].isdigit():
            cells |= {(game, row[0], column): cell for column, cell in zip(columns[1:], row[1:], strict=True)}
    checked = 0
    for path in (ROOT / "strategies").glob("*.optimal-total-depth*.msgpack"):
        name, size, _ = re.split(r"-(\d+x\d+)\.", path.name)
        if "max-depth" not in path.name:
            claims = read_strategy(path).claims
            told = re.match(r"\d+ / \d+", cells[name, *size.split("x")])
            assert told and told[0] == f"{claims.total} / {claims.depth}", path.name
            checked += 1
    assert checked > 10


@pytest.mark.skipif(shutil.which("chromium") is None, reason="browser tests left out: chromium is not found")
def test_the_page_is_drawn_from_the_code_as_it_is(tmp_path: Path) -> None:
    kept, drawn = ROOT / "scripts" / "page.png", tmp_path / "page.png"
    line = [*command(ROOT / "scripts" / "page_picture"), "-o", drawn]
    subprocess.run(line, check=True, capture_output=True)
    assert kept.stat().st_size < 100_000
    words, difference = _compared_pages(kept, drawn)
    assert "1 1 1 2 2 1b0w" in words[1] and "2 1 3 4 4 0b2w" in words[1] and "Guess 3 41 left" in words[1]
    assert words[0] == words[1], "the page says something else now: run scripts/page_picture"
    assert difference < ROUGHLY, "the page looks different now: run scripts/page_picture"


def test_pages_that_look_different_are_told_apart(tmp_path: Path) -> None:
    from PIL import Image

    kept, moved = ROOT / "scripts" / "page.png", tmp_path / "moved.png"
    with Image.open(kept) as page:
        page.convert("L").transform(page.size, Image.Transform.AFFINE, (1, 0, 0, 0, 1, -60)).save(moved)
    words, difference = _compared_pages(kept, moved)
    assert words[0] and not words[1] and difference > 2 * ROUGHLY


ROUGHLY = 6.0
"""The mean difference of two pages in grays of 255 that other fonts may make."""


def _compared_pages(kept: Path, drawn: Path) -> tuple[tuple[str, str], float]:
    """What two pictures of a page say in words, and how far they are apart where each is looked at from afar."""
    from PIL import Image, ImageChops, ImageStat

    with Image.open(kept) as one, Image.open(drawn) as other:
        assert one.size == other.size
        afar = [page.convert("L").resize((60, 38), Image.Resampling.BOX) for page in (one, other)]
        words = str(one.info.get("Description", "")), str(other.info.get("Description", ""))
    return words, ImageStat.Stat(ImageChops.difference(*afar)).mean[0]


def test_the_measurements_can_begin() -> None:
    """Nobody takes them every day, and what they import moves."""
    for script in ("bench_advice", "bench_long", "bench_cluster", "bench_peers", "bench_trees", "figures"):
        run = subprocess.run([*command(ROOT / "scripts" / script), "--help"], capture_output=True, text=True)
        assert (run.returncode, run.stderr) == (0, ""), script
