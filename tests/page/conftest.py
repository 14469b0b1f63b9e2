"""Pages in a real browser, and their programs in Node.js, if these are installed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from patience import PATIENCE

from strategist import read_strategy
from strategist.files.strategy import StrategyData
from strategist.page import page

ROOT = Path(__file__).parent.parent.parent
SOURCES = ROOT / "strategist" / "page"
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
QUIET += ["--disable-component-update", "--disable-sync"]

Engine = Callable[[str, Any], Any]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A headless Chromium driven by Playwright."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        pytest.skip("browser tests left out: chromium is not found on the path")
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="browser tests left out: playwright is not installed"
    )
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core, which checks accessibility."""
    path = Path(os.environ.get("AXE_CORE") or ROOT / ".venv/axe/node_modules/axe-core/axe.min.js")
    if not path.is_file():
        pytest.skip(f"accessibility tests left out: axe-core is not found at {path} (set AXE_CORE)")
    return path.read_text(encoding="utf-8")


@pytest.fixture
def show(chromium: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Open the page of a strategy from disk; at the end, check that it made no requests and logged no errors."""
    complaints: list[str] = []
    contexts = []

    def open_page(data: StrategyData, **options: Any) -> Any:
        file = tmp_path / "page.html"
        file.write_text(page(data), encoding="utf-8")
        context = chromium.new_context(
            **{"viewport": {"width": 1000, "height": 700}, "reduced_motion": "reduce"} | options
        )
        contexts.append(context)
        # A program that the page starts beside itself comes out of the page: it has the address of a blob.
        own = (file.as_uri(), "blob:")
        context.on("request", lambda request: None if request.url.startswith(own) else complaints.append(request.url))
        shown = context.new_page()
        shown.set_default_timeout(1000 * PATIENCE)
        shown.on("console", lambda message: complaints.append(message.text))
        shown.on("pageerror", lambda error: complaints.append(str(error)))
        shown.goto(file.as_uri())
        shown.wait_for_selector("html[data-ready]")
        return shown

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def shipped() -> Callable[[str], StrategyData]:
    """A shipped strategy, by the name of its file."""
    return lambda name: read_strategy(ROOT / "strategies" / f"{name}.msgpack")


def _node() -> Engine:
    path = shutil.which("node")
    if path is None:
        pytest.skip("programs of the page not run by node: it is not found on the path")

    def run(code: str, job: Any) -> Any:
        program = f"""
            globalThis.MessagePack = require({json.dumps(str(SOURCES / "vendor" / "msgpack.min.js"))});
            const job = JSON.parse(require("fs").readFileSync(0, "utf8"));
            process.stdout.write(JSON.stringify((() => {{ {code} }})()));
        """
        result = subprocess.run(
            [path, "-e", program], input=json.dumps(job), capture_output=True, text=True, encoding="utf-8", check=True
        )
        return json.loads(result.stdout)

    return run


@pytest.fixture(scope="session", params=["node", "chromium"])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """Run the programs of the page outside a page: ``engine(code, job)`` is what ``code`` returns, given ``job``."""
    names = ("tree", "codes", "rules", "book", "rows", "symmetry", "scores", "field", "worth", "ranking", "review")
    programs = "\n".join((SOURCES / f"{name}.js").read_text(encoding="utf-8") for name in names)
    if request.param == "node":
        node = _node()
        yield lambda code, job: node(f"{programs}\n{code}", job)
        return
    tab = request.getfixturevalue("chromium").new_page()
    tab.evaluate((SOURCES / "vendor" / "msgpack.min.js").read_text(encoding="utf-8"))

    def run(code: str, job: Any) -> Any:
        # Pass one text each way, because Playwright converts values piece by piece.
        function = f"(text) => JSON.stringify(((job) => {{ {programs}\n{code} }})(JSON.parse(text)))"
        return json.loads(tab.evaluate(function, json.dumps(job)))

    yield run
    tab.close()
