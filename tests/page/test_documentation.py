"""The documentation site: built without a warning, whole, and read in a real browser without a network."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from patience import PATIENCE

import strategist

pytest.importorskip("sphinx", reason="the site is left out: the extra docs is not installed")
pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "scripts" / "site"))

from paper import BROWSERS, sheets  # noqa: E402  # behind the path to it

SIZES = [(width, scheme) for width in (360, 1280) for scheme in ("light", "dark")]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("documentation") / "site"
    run = subprocess.run(
        [sys.executable, ROOT / "scripts" / "site" / "build", "-o", folder],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert (run.returncode, run.stderr) == (0, ""), run.stdout
    return folder


def pages_of(site: Path) -> list[Path]:
    """The pages that Sphinx has made."""
    # The page with strategist in a tab has tests of its own.
    others = {"_static", "tab"}
    return [page for page in sorted(site.rglob("*.html")) if not others & set(page.relative_to(site).parts)]


def is_prose(page: Path) -> bool:
    """Whether a page is no view of a source file."""
    return "_modules" not in page.parts and "." not in page.stem


def test_every_readme_and_public_name_is_there(site: Path) -> None:
    assert "computes complete strategies" in (site / "index.html").read_text("utf-8")
    for readme in (ROOT / "strategist").rglob("README.md"):
        if "vendor" not in readme.parts:
            assert (site / readme.relative_to(ROOT)).with_suffix(".html").exists(), readme
    text = "".join(page.read_text("utf-8") for page in (site / "reference").glob("*.html"))
    assert [name for name in strategist.__all__ if not re.search(rf'"strategist\.(?:\w+\.)*{name}"', text)] == []


def test_links_lead_to_what_is_there(site: Path) -> None:
    names = {page: set(re.findall(r'\b(?:id|name)="([^"]+)"', page.read_text("utf-8"))) for page in pages_of(site)}
    wrong = []
    for page in names:
        for link in re.findall(r'\b(?:href|src)="([^"]+)"', page.read_text("utf-8")):
            if re.match(r"https?:|data:", link):
                continue
            path, _, anchor = link.partition("#")
            target = (page.parent / unquote(path.partition("?")[0])).resolve() if path else page
            if not target.exists() or (anchor and target in names and unquote(anchor) not in names[target]):
                wrong.append((page.name, link))
    # Symbols and the top of a page are no places of a file.
    assert [each for each in wrong if each[1] != "#"] == []


def test_the_paper_has_eight_sheets(site: Path) -> None:
    if not any(map(shutil.which, BROWSERS)):
        pytest.skip("the paper is not printed: chromium is not found on the path")
    assert sheets((site / "paper.pdf").read_bytes()) == 8


def test_the_citation_says_what_the_package_says(site: Path) -> None:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lines = (site / "CITATION.cff").read_text("utf-8").splitlines()
    assert {"cff-version: 1.2.0", f"version: {told['version']}", f"license: {told['license']}"} <= set(lines)
    assert told["description"] in "".join(lines)
    assert any("://" in line for line in lines) <= ("urls" in told)
    assert told["version"] in (site / "cite.html").read_text("utf-8")


@pytest.fixture
def reader(chromium: Any) -> Iterator[Any]:
    """A page that may read nothing but the disk, and lists its complaints."""
    context = chromium.new_context(reduced_motion="reduce")
    shown = context.new_page()
    shown.set_default_timeout(1000 * PATIENCE)
    shown.complaints = []
    own = ("file:", "blob:", "data:")
    shown.on("request", lambda sent: None if sent.url.startswith(own) else shown.complaints.append(sent.url))
    shown.on("pageerror", lambda error: shown.complaints.append(str(error)))
    yield shown
    context.close()
    assert shown.complaints == []


@pytest.mark.parametrize(("width", "scheme"), SIZES)
def test_every_page_can_be_read_by_all(site: Path, reader: Any, axe: str, width: int, scheme: Any) -> None:
    reader.set_viewport_size({"width": width, "height": 800})
    reader.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    wrong = []
    for page in filter(is_prose, pages_of(site)):
        reader.goto(page.as_uri())
        reader.evaluate(axe)
        told = reader.evaluate("async () => (await axe.run(document, {preload: false})).violations")
        wrong += [(page.name, each["id"], each["nodes"][0]["html"][:200]) for each in told]
        # Code and tables scroll by themselves.
        assert reader.evaluate("document.documentElement.scrollWidth") <= width, page.name
    assert wrong == []


def test_no_page_needs_a_network(site: Path, reader: Any) -> None:
    for page in pages_of(site):
        reader.goto(page.as_uri())
        assert reader.complaints == [], page


def test_search_works_from_disk(site: Path, reader: Any) -> None:
    reader.goto(f"{(site / 'search.html').as_uri()}?q=certificate")
    reader.wait_for_selector("#search-results li a")
    assert "Prove it and let others check it" in reader.inner_text("#search-results")
