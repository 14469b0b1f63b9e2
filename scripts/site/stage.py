"""Put the sources of the site into one folder: the READMEs where they stand, and the pages of the site itself.

Pages of the site are Markdown, and their examples run as those of the READMEs do. Besides, they may say:

* ``<!-- part of FILE: Heading -->``: here stands that part of a README, or all of it if no heading is named.
* ``<!-- table N of FILE: Heading -->``: here stands the table of that part with this number, counted from 1.
* ``<!-- runs in a tab -->``: the block below is a cell that readers can run in their browser (``tab/cells.js``).
* ``![Text](FILE)``: here stands what an example of the page has made: a picture, a text, or a page in a frame.

A link to a file of the package that is no README leads to a page that shows the file.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = Path(__file__).parent / "pages"
MADE = "static/made"
"""Where made pages stand, which Sphinx is not to read."""
_READ_ALONG = ROOT / "tests" / "programs" / "read_along.py"
_PART = re.compile(r"^<!-- part of (?P<file>\S+?)(?:: (?P<heading>.+))? -->$", re.MULTILINE)
_NTH_TABLE = re.compile(r"^<!-- table (?P<number>\d+) of (?P<file>\S+?): (?P<heading>.+) -->$", re.MULTILINE)
_TABLE = re.compile(r"^\|.*\n(?:\|.*\n?)+", re.MULTILINE)
_SHOWN = re.compile(r"^!\[(?P<text>[^\]]*)\]\((?P<file>[\w.-]+)\)$", re.MULTILINE)
_LINK = re.compile(r"(?<!!)\[(?P<text>[^\]]*)\]\((?P<target>[^)\s#]+)(?P<anchor>#[^)\s]*)?\)")
_IMAGE = re.compile(r'<img src="(?P<source>[^"]+)" width="(?P<width>\d+)" alt="(?P<alt>[^"]*)">')
_FENCE = re.compile(r'^```(?P<language>[a-z]+)(?: title="(?P<title>[^"]+)")?$', re.MULTILINE)
_RUNS = re.compile(r"^<!-- runs in a tab -->\n```(?P<language>[a-z]+)$", re.MULTILINE)
_CELLS = '<script>if (location.protocol.startsWith("http")) import("{up}tab/cells.js");</script>'
"""A page that is opened from disk may not load modules."""
_LEXERS = {"csv": "text"}
_LANGUAGES = {".py": "python", ".md": "markdown"}


def stage(target: Path) -> None:
    """Fill the folder ``target`` with the sources that Sphinx reads."""
    shown: set[Path] = set()
    for source in [*pages(), *readmes()]:
        page = target / _place(source)
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(_adapted(source.read_text("utf-8"), source, source, target, shown), "utf-8")
    for source in sorted(shown):
        _show(source, target)


def pages() -> Iterator[Path]:
    """The pages of the site itself."""
    yield from sorted(PAGES.rglob("*.md"))


def readmes() -> Iterator[Path]:
    """The READMEs of the rooms, but those of other people, and what those who contribute read."""
    yield from sorted((ROOT / ".github").glob("C*.md"))
    for folder in ("strategist", "strategies", "scripts"):
        yield from (each for each in sorted((ROOT / folder).rglob("README.md")) if "vendor" not in each.parts)


def _place(source: Path) -> Path:
    """Where the page of a file stands in the site."""
    if source == ROOT / "README.md":
        return Path("index.md")
    return source.relative_to(PAGES if source.is_relative_to(PAGES) else ROOT)


def _adapted(text: str, source: Path, page: Path, target: Path, shown: set[Path]) -> str:
    """A text of the file ``source`` as it stands in a page; files that it leads to are added to ``shown``."""
    here = target / _place(page).parent

    def link(match: re.Match[str]) -> str:
        if ":" in match["target"]:
            return match[0]
        file = Path(os.path.normpath(source.parent / match["target"]))
        if file.is_dir() and (file / "README.md").exists():
            file = file / "README.md"
        elif file.suffix != ".md":
            shown.add(file)
            file = file.with_name(f"{file.name}.md")
        place = os.path.relpath(target / _place(file), here).replace(os.sep, "/")
        return f"[{match['text']}]({place}{match['anchor'] or ''})"

    def image(match: re.Match[str]) -> str:
        copy = target / "pictures" / Path(match["source"]).name
        copy.parent.mkdir(exist_ok=True)
        shutil.copyfile(source.parent / match["source"], copy)
        return f"![{match['alt']}](/pictures/{copy.name}){{width={match['width']}px}}"

    def part(match: re.Match[str]) -> str:
        file = Path(os.path.normpath(source.parent / match["file"]))
        return _adapted(_part_of(file.read_text("utf-8"), match["heading"]), file, page, target, shown)

    def table(match: re.Match[str]) -> str:
        file = Path(os.path.normpath(source.parent / match["file"]))
        tables = _TABLE.findall(_part_of(file.read_text("utf-8"), match["heading"]))
        return _adapted(tables[int(match["number"]) - 1].rstrip(), file, page, target, shown)

    def fence(match: re.Match[str]) -> str:
        language = _LEXERS.get(match["language"], match["language"])
        return f"```{{code-block}} {language}\n:caption: {match['title']}" if match["title"] else f"```{language}"

    runs, count = _RUNS.subn(r"```{code-block} \g<language>\n:class: runs", text)
    if count:
        text = f"{runs}\n{_CELLS.format(up='../' * (len(_place(page).parts) - 1))}\n"
    text = _IMAGE.sub(image, _LINK.sub(link, _FENCE.sub(fence, text)))
    if _SHOWN.search(text):
        with tempfile.TemporaryDirectory() as folder:
            _run(source, Path(folder))
            text = _SHOWN.sub(lambda match: _made(match["text"], Path(folder, match["file"]), page, target), text)
    return _PART.sub(part, _NTH_TABLE.sub(table, text))


def _part_of(text: str, heading: str | None) -> str:
    """What stands below a heading, up to the next one of its level or above."""
    if heading is None:
        return text
    found = re.search(rf"^(#+) {re.escape(heading)}$\n", text, re.MULTILINE)
    if found is None:
        raise ValueError(f"no heading {heading!r}")
    below = text[found.end() :]
    end = re.search(rf"^#{{1,{len(found[1])}}} ", below, re.MULTILINE)
    return below[: end.start()] if end else below


def _run(page: Path, folder: Path) -> None:
    """Run the examples of a page in an empty folder."""
    os.symlink(ROOT / "strategies", folder / "strategies")
    environment = os.environ | {"PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
    run = subprocess.run(
        [sys.executable, _READ_ALONG, page], cwd=folder, env=environment, capture_output=True, text=True
    )
    if run.returncode:
        raise SystemExit(f"{page}:\n{run.stdout}{run.stderr}")


def _made(text: str, file: Path, page: Path, target: Path) -> str:
    """What shows a file that an example has made."""
    name = f"{page.stem}-{file.name}"
    if file.suffix in (".svg", ".png"):
        (target / "pictures").mkdir(exist_ok=True)
        shutil.copyfile(file, target / "pictures" / name)
        return f"![{text}](/pictures/{name})"
    if file.suffix == ".html":
        folder = target / MADE
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, folder / name)
        up = "../" * (len(_place(page).parts) - 1)
        where = f"{up}_static/made/{name}"
        alone = f'<a href="{where}">{text}: the page alone</a>'
        return f'<iframe src="{where}" title="{text}" loading="lazy"></iframe>\n\n{alone}'
    return f"```text\n{file.read_text('utf-8').rstrip()}\n```"


def _show(source: Path, target: Path) -> None:
    """Write the page that shows a file, or lists a folder."""
    page = target / f"{_place(source)}.md"
    page.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        body = "\n".join(f"* {each.name}" for each in sorted(source.iterdir()) if not each.name.startswith((".", "_")))
    else:
        body = f"`````{_LANGUAGES.get(source.suffix, 'text')}\n{source.read_text('utf-8')}`````\n"
    page.write_text(f"---\norphan: true\n---\n\n# {_place(source).as_posix()}\n\n{body}\n", "utf-8")
