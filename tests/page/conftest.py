"""Pages in a real browser, and their programs in Node.js, if these are installed."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from patience import PATIENCE
from tables import FILES

from strategist import read_strategy
from strategist.files.strategy import StrategyData
from strategist.page import page

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "strategist" / "page"
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
QUIET += ["--disable-component-update", "--disable-sync"]

Engine = Callable[[str, Any], Any]

_loops: list[asyncio.AbstractEventLoop | None] = [None]
"""The loop of Playwright's, which is said to run in this thread from the first test with a browser to the last."""


@contextmanager
def loop_of_browsers() -> Iterator[None]:
    """Playwright's loop runs in here only: what comes between tests of this folder may begin loops of its own."""
    asyncio._set_running_loop(_loops[0])
    try:
        yield
    finally:
        _loops[0] = asyncio._get_running_loop()
        asyncio._set_running_loop(None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Iterator[None]:
    with loop_of_browsers():
        return (yield)


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
        browser, driver_loop = driver.chromium.launch(executable_path=path, args=QUIET), asyncio._get_running_loop()
        yield browser
        # The last test of all may be one of another folder.
        asyncio._set_running_loop(driver_loop)
        browser.close()


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core, which checks accessibility."""
    path = Path(os.environ.get("AXE_CORE") or ROOT / ".venv/axe/node_modules/axe-core/axe.min.js")
    if not path.is_file():
        pytest.skip(f"accessibility tests left out: axe-core is not found at {path} (set AXE_CORE)")
    return path.read_text(encoding="utf-8")


class Tab:
    """One tab for all pages that are opened from disk: a browser takes half a second for each new one."""

    def __init__(self, browser: Any) -> None:
        self._browser = browser
        self._shown: Any = None

    def clean(self) -> Any:
        """The tab, showing nothing, with the mouse in its corner."""
        if self._shown is None:
            self._shown = self._browser.new_context().new_page()
            self._shown.set_default_timeout(1000 * PATIENCE)
        return self._shown

    def leave(self) -> None:
        """Forget what was shown and kept there. A tab that is stuck is replaced."""
        try:
            self._shown.evaluate("localStorage.clear()")
            self._shown.mouse.move(0, 0)
            self._shown.goto("about:blank")
        except Exception:
            self._shown.context.close()
            self._shown = None


@pytest.fixture(scope="session")
def tab(chromium: Any) -> Tab:
    return Tab(chromium)


@pytest.fixture
def show(tab: Tab, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Open the page of a strategy, or the text of one, from disk; at the end, check that it asked for nothing and
    logged no errors."""
    complaints: list[str] = []
    listeners: dict[str, Callable[[Any], None]] = {}

    def open_page(
        data: StrategyData | str,
        viewport: dict[str, int] | None = None,
        color_scheme: Literal["light", "dark"] = "light",
        pictures: dict[str, str] | None = None,
    ) -> Any:
        assert not listeners, "a test shows one page"
        file = tmp_path / "page.html"
        file.write_text(data if isinstance(data, str) else page(data, pictures=pictures), encoding="utf-8")
        # A program that the page starts beside itself comes out of the page: it has the address of a blob.
        own = (file.as_uri(), "blob:", "data:")
        listeners["request"] = lambda sent: None if sent.url.startswith(own) else complaints.append(sent.url)
        listeners["console"] = lambda message: complaints.append(message.text)
        listeners["pageerror"] = lambda error: complaints.append(str(error))
        shown = tab.clean()
        shown.set_viewport_size(viewport or {"width": 1000, "height": 700})
        shown.emulate_media(color_scheme=color_scheme, reduced_motion="reduce")
        for event, listener in listeners.items():
            shown.on(event, listener)
        shown.goto(file.as_uri())
        shown.wait_for_selector("html[data-ready]")
        return shown

    yield open_page
    if listeners:
        shown = tab.clean()
        for event, listener in listeners.items():
            shown.remove_listener(event, listener)
        tab.leave()
    assert complaints == []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the tables and lists of tables.py, and those of other tests."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    for name in ("animals", "kinds"):
        shutil.copy(ROOT / "tests" / "fixtures" / f"{name}.csv", tmp_path)
    return tmp_path


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


TWICE = [pytest.mark.slow] if shutil.which("node") else []
"""What is left out where Node.js has run the same."""


@pytest.fixture(scope="session", params=["node", pytest.param("chromium", marks=TWICE)])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """Run the programs of the page outside a page: ``engine(code, job)`` is what ``code`` returns, given ``job``.

    Node.js and Chromium run them by the same machine: with ``--slow`` by both, else by Node.js if it is there.
    """
    names = [
        "rules/tree",
        "rules/codes",
        "rules/rules",
        "rules/wording",
        "rules/book",
        "rules/rows",
        "advice/symmetry",
        "advice/scores",
        "advice/field",
        "advice/worth",
        "advice/ranking",
        "advice/review",
        "ui/share",
        "boards/choosing",
        "several/states",
        "several/ranked",
        "lies/fibble",
        "lies/lying",
        "lies/lies_tree",
        "lies/liar",
    ]
    programs = "\n".join((SOURCES / "js" / f"{name}.js").read_text(encoding="utf-8") for name in names)
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
