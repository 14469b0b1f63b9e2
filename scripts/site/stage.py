"""Put the sources of the site into one folder: the READMEs where they stand, and the pages of the site itself.

A link to a file of the package that is no README leads to a page that shows the file.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = Path(__file__).parent / "pages"
_LINK = re.compile(r"(?<!!)\[(?P<text>[^\]]*)\]\((?P<target>[^)\s#]+)(?P<anchor>#[^)\s]*)?\)")
_IMAGE = re.compile(r'<img src="(?P<source>[^"]+)" width="(?P<width>\d+)" alt="(?P<alt>[^"]*)">')
_FENCE = re.compile(r"^```(?P<language>csv|toml|text|sh|console|python|html)(?P<rest>.*)$", re.MULTILINE)
_LEXERS = {"csv": "text", "toml": "toml", "text": "text", "sh": "sh", "console": "console", "python": "python"}
_LANGUAGES = {".py": "python", ".md": "markdown"}


def stage(target: Path) -> None:
    """Fill the folder ``target`` with the sources that Sphinx reads."""
    shutil.copytree(PAGES, target, dirs_exist_ok=True)
    shown: set[Path] = set()
    for readme in readmes():
        page = target / readme.relative_to(ROOT)
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(_adapted(readme, target, shown), "utf-8")
    for source in shown:
        _show(source, target)


def readmes() -> Iterator[Path]:
    """The READMEs of the repository, but those of other people."""
    for folder in ("strategist", "strategies", "scripts"):
        yield from (each for each in sorted((ROOT / folder).rglob("README.md")) if "vendor" not in each.parts)


def _adapted(readme: Path, target: Path, shown: set[Path]) -> str:
    """The text of a README for the site; files that it leads to are added to ``shown``."""

    def link(match: re.Match[str]) -> str:
        path = match["target"]
        if ":" in path:
            return match[0]
        file = Path(os.path.normpath(readme.parent / path))
        if file == ROOT / "README.md":
            file = ROOT / "index.md"
        elif file.is_dir() and (file / "README.md").exists():
            file = file / "README.md"
        elif file.suffix != ".md":
            shown.add(file)
            file = file.with_name(f"{file.name}.md")
        place = os.path.relpath(file, readme.parent).replace(os.sep, "/")
        return f"[{match['text']}]({place}{match['anchor'] or ''})"

    def image(match: re.Match[str]) -> str:
        file = readme.parent / match["source"]
        copy = target / file.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)
        return f"![{match['alt']}]({match['source']}){{width={match['width']}px}}"

    text = _LINK.sub(link, readme.read_text("utf-8"))
    text = _IMAGE.sub(image, text)
    return _FENCE.sub(lambda match: f"```{_LEXERS.get(match['language'], 'text')}", text)


def _show(source: Path, target: Path) -> None:
    """Write the page that shows a file, or lists a folder."""
    page = target / f"{source.relative_to(ROOT)}.md"
    page.parent.mkdir(parents=True, exist_ok=True)
    name = source.relative_to(ROOT).as_posix()
    if source.is_dir():
        body = "\n".join(f"* {each.name}" for each in sorted(source.iterdir()) if not each.name.startswith((".", "_")))
    else:
        body = f"`````{_LANGUAGES.get(source.suffix, 'text')}\n{source.read_text('utf-8')}`````\n"
    page.write_text(f"---\norphan: true\n---\n\n# {name}\n\n{body}\n", "utf-8")
