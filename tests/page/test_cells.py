"""Cells of tutorials that run in a tab: they say what the page says, with the network cut after loading."""

from __future__ import annotations

import doctest
import html
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from patience import PATIENCE
from read_along import Block, blocks_of, commands_of

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "scripts" / "site" / "pages" / "tutorials"
MARK = "<!-- runs in a tab -->\n"
sys.path += [str(ROOT / "scripts" / "site"), str(ROOT / "scripts" / "site" / "tab")]

from stage import _CELLS as CELLS  # noqa: E402  # behind the path to it
from tab_page import pyodide_folder, write_tab  # noqa: E402  # behind the path to it

pytestmark = pytest.mark.thorough
TUTORIALS = sorted(page.stem for page in PAGES.glob("*.md") if MARK in page.read_text("utf-8"))


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Nothing is told of requests."""


def cells_of(text: str) -> list[Block]:
    """The blocks of a page that run in a tab."""
    marked = {1 + text[:at].count("\n") + 2 for at in _places(text)}
    return [block for block in blocks_of(text) if block.line in marked]


def _places(text: str) -> Iterator[int]:
    at = text.find(MARK)
    while at >= 0:
        yield at
        at = text.find(MARK, at + 1)


def page_of(text: str) -> str:
    """A page with the cells and the files of a tutorial, as the site shows them."""
    shown = "<!doctype html><html lang='en'><title>A tutorial</title><link rel='icon' href='data:,'><h1>A tutorial</h1>"
    cells = cells_of(text)
    for block in blocks_of(text):
        body = f"<pre>{html.escape(block.body)}</pre>"
        if block.title:
            shown += f"<div class='literal-block-wrapper'><span class='caption-text'>{block.title}</span>{body}</div>"
        elif block in cells:
            shown += f"<div class='runs'>{body}</div>"
    return f"{shown}{CELLS.format(up='../')}</html>"


def expected(block: Block) -> str:
    """What a cell shows, with ``...`` for anything."""
    if block.session:
        return "".join(each.want for each in doctest.DocTestParser().get_examples(block.body))
    return "".join(each.output or "...\n" for each in commands_of(block))


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if pyodide_folder() is None:
        pytest.skip("cells left out: npm's pyodide is not found (set PYODIDE)")
    site = tmp_path_factory.mktemp("site")
    (site / "tutorials").mkdir()
    for name in TUTORIALS:
        (site / "tutorials" / f"{name}.html").write_text(page_of((PAGES / f"{name}.md").read_text("utf-8")), "utf-8")
    (site / "tab").mkdir()
    assert write_tab(site / "tab")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/tutorials/"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("name", TUTORIALS)
def test_cells_say_what_the_page_says(chromium: Any, address: str, axe: str, name: str) -> None:
    context = chromium.new_context(viewport={"width": 360, "height": 800})
    shown = context.new_page()
    shown.set_default_timeout(2000 * PATIENCE)
    complaints: list[str] = []
    shown.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    shown.on("pageerror", lambda error: complaints.append(str(error)))
    shown.goto(f"{address}{name}.html")
    shown.click(".run-bar button")
    shown.wait_for_selector("html[data-cells=ready]")
    context.set_offline(True)
    shown.click("text=Run all")
    shown.wait_for_selector("html[data-cells=ran]")
    text = (PAGES / f"{name}.md").read_text("utf-8")
    cells = cells_of(text)
    assert len(cells) == text.count(MARK)
    said = shown.locator("pre.ran").all_inner_texts()
    assert len(said) == len(cells) > 0
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    for block, each in zip(cells, said, strict=True):
        want = expected(block)
        # What is said on standard error comes first.
        check = doctest.OutputChecker().check_output
        right = check(want, f"{each}\n", flags) or check(f"...\n{want}", f"{each}\n", flags)
        assert right, f"{block.line}: {each}\n{want}"
    shown.evaluate(axe)
    found = shown.evaluate("axe.run('.run-bar, .ran, .run-cell')")
    assert [each["id"] for each in found["violations"]] == []
    assert complaints == []
    context.close()


def test_work_can_be_stopped(chromium: Any, address: str) -> None:
    context = chromium.new_context()
    shown = context.new_page()
    shown.set_default_timeout(1000 * PATIENCE)
    shown.goto(f"{address}mastermind.html")
    shown.click(".run-bar button")
    shown.wait_for_selector("html[data-cells=ready]")
    # The first cell grows a tree for half a minute.
    shown.locator("div.runs + button").first.click()
    shown.wait_for_function("/running … [1-9]/.test(document.querySelector('.run-state').textContent)")
    shown.click(".run-bar button:text('Stop')")
    shown.wait_for_function("/stopped/.test(document.querySelector('.run-state').textContent)")
    assert shown.locator("div.runs + button").first.is_enabled()
    context.close()
