"""The site of the library in a real browser: from disk, from a server, without a network; its search and its look."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from patience import PATIENCE

from strategist import library
from strategist.page.mirror import write_site
from strategist.page.site import site

KNUTH = "mastermind-4x6.minimax"
SOME = {KNUTH, "mastermind-4x6.optimal-total-depth-worst", "mastermind-4x4.optimal-total-depth"}
Open = Callable[..., Any]


# Playwright waits for a promise without a limit, so the promise has its own.
POLLED = f"""new Promise((tell, refuse) => {{
    const until = performance.now() + {1000 * PATIENCE};
    const look = async () => {{
        if (await (%s)()) tell();
        else if (performance.now() > until) refuse(Error("waited in vain"));
        else setTimeout(look, 20);
    }};
    look();
}})"""
LOADED = POLLED % "async () => (await navigator.serviceWorker.getRegistration()).waiting"
LEFT_ALONE = POLLED % "async () => (await caches.keys()).length === 1"


class Server:
    """A folder over HTTP on this machine, until it is stopped."""

    def __init__(self, folder: Path) -> None:
        class Quiet(SimpleHTTPRequestHandler):
            def log_message(self, format: str, *args: object) -> None:
                pass

            def send_head(self) -> Any:
                # Files have the time of their second: one that is written again within it would count as unchanged.
                del self.headers["If-Modified-Since"]
                return super().send_head()

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()

    def stop(self) -> None:
        if self.thread.is_alive():
            self.server.shutdown()
            self.thread.join()
            self.server.server_close()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of all that ships."""
    folder = tmp_path_factory.mktemp("site")
    write_site(folder, site(library()))
    return folder


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """The site of three strategies, for a test that changes it."""
    folder = tmp_path / "site"
    write_site(folder, site(each for each in library() if each.name in SOME))
    return folder


@pytest.fixture
def serve() -> Iterator[Callable[[Path], Server]]:
    servers: list[Server] = []

    def start(folder: Path) -> Server:
        servers.append(Server(folder))
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


@pytest.fixture
def visit(chromium: Any) -> Iterator[Open]:
    """Open an address; at the end, check that nothing was complained of in the console."""
    complaints: list[str] = []
    contexts = []

    def go(address: str, **options: Any) -> Any:
        context = chromium.new_context(**{"viewport": {"width": 1200, "height": 800}} | options)
        contexts.append(context)
        shown = context.new_page()
        shown.set_default_timeout(1000 * PATIENCE)
        shown.on("console", lambda message: complaints.append(message.text))
        shown.on("pageerror", lambda error: complaints.append(str(error)))
        shown.goto(address)
        return shown

    yield go
    for context in contexts:
        context.close()
    assert complaints == []


def names(shown: Any) -> list[str]:
    """The strategies that can be seen, by the addresses of their pages."""
    links = "[...document.querySelectorAll('tr[data-words] th a')].filter((each) => each.checkVisibility())"
    found: list[str] = shown.evaluate(f"{links}.map((each) => each.getAttribute('href'))")
    return [each.removeprefix("pages/").removesuffix(".html") for each in found]


def test_from_disk(visit: Open, whole: Path) -> None:
    shown = visit((whole / "index.html").as_uri())
    assert sorted(names(shown)) == [each.name for each in library()]
    assert shown.locator("#count").inner_text() == f"{len(library())} strategies"
    assert shown.locator("#kept").is_hidden()
    shown.click(f"th a[href='pages/{KNUTH}.html']")
    shown.wait_for_selector("html[data-ready]")
    assert shown.locator("#strategy").inner_text() == "mastermind(pegs=4,colors=6) · minimax"
    shown.click("text=All strategies")
    assert shown.url == (whole / "index.html").as_uri()


def test_the_search_filters_as_one_types(visit: Open, whole: Path) -> None:
    shown = visit((whole / "index.html").as_uri())
    everything = names(shown)
    shown.keyboard.press("Tab")
    shown.keyboard.press("Tab")
    shown.keyboard.type("4X6 mini")
    assert sorted(names(shown)) == [KNUTH, "mastermind-4x6.minimax-guesses-candidates-first-1122"]
    assert shown.locator("#count").inner_text() == f"2 of {len(everything)} strategies"
    assert shown.locator("section.family:visible h2").all_inner_texts() == ["mastermind"]
    assert shown.locator("tbody.game:visible").count() == 1
    shown.keyboard.type("nothing of the kind")
    assert names(shown) == [] and shown.locator("#nothing").is_visible()
    assert shown.locator("#count").inner_text() == f"0 of {len(everything)} strategies"
    shown.keyboard.press("Escape")
    assert names(shown) == everything and shown.locator("#nothing").is_hidden()
    shown.keyboard.type("certificate")
    assert set(names(shown)) == {each.name for each in library() if each.certificate}


def test_without_javascript_all_is_listed(visit: Open, whole: Path) -> None:
    shown = visit((whole / "index.html").as_uri(), java_script_enabled=False)
    assert shown.locator("tr[data-words]").count() == len(library())
    assert shown.locator("#find").is_hidden()


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_the_list_fits_its_screen_and_pleases_axe(
    request: pytest.FixtureRequest, visit: Open, whole: Path, width: int
) -> None:
    shown = visit((whole / "index.html").as_uri(), viewport={"width": width, "height": 700})
    assert shown.evaluate("document.documentElement.scrollWidth") == width
    if width < 860:
        low = "[...document.querySelectorAll('button, input, .list a')].filter((each) => each.clientHeight < 42)"
        assert shown.evaluate(f"{low}.map((each) => each.textContent)") == []
    # The fixture is requested last, so that the rest is tested without axe-core, too.
    shown.evaluate(request.getfixturevalue("axe"))
    for scheme in ("light", "dark"):
        shown.emulate_media(color_scheme=scheme)
        found = shown.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
        said = [(each["id"], [node["target"] for node in each["nodes"]][:3]) for each in found["violations"]]
        assert said == [], scheme


def test_a_page_of_the_site_pleases_axe(visit: Open, whole: Path, axe: str) -> None:
    shown = visit((whole / "pages" / f"{KNUTH}.html").as_uri(), viewport={"width": 360, "height": 700})
    shown.wait_for_selector("html[data-ready]")
    assert shown.evaluate("document.documentElement.scrollWidth") == 360
    shown.evaluate(axe)
    found = shown.evaluate("() => axe.run('header', {resultTypes: ['violations']})")
    assert [each["id"] for each in found["violations"]] == []


def test_one_choice_of_colors_for_the_list_and_its_pages(visit: Open, whole: Path, serve: Any) -> None:
    shown = visit(serve(whole).address, color_scheme="dark")
    paper = "getComputedStyle(document.body).backgroundColor"
    bar = "getComputedStyle(document.querySelector('.bars rect')).fill"
    dark = shown.evaluate(paper), shown.evaluate(bar)
    shown.click("#theme")
    light = shown.evaluate(paper), shown.evaluate(bar)
    assert all(one != other for one, other in zip(dark, light, strict=True))
    shown.click(f"th a[href='pages/{KNUTH}.html']")
    shown.wait_for_selector("html[data-ready]")
    assert shown.evaluate(paper) == light[0]


def test_once_loaded_it_needs_no_network(visit: Open, whole: Path, serve: Any) -> None:
    server = serve(whole)
    shown = visit(server.address)
    shown.wait_for_selector("html[data-kept]")
    assert shown.locator("#kept").is_visible()
    shown.context.set_offline(True)
    server.stop()
    # By the address of the folder, by that of the file, and a page and a file that were never opened before.
    for address in ("", "index.html"):
        shown.goto(server.address + address)
        shown.wait_for_selector("html[data-kept]")
        assert len(names(shown)) == len(library())
    for link in shown.locator("tr[data-words*='4x4'] a.file").all():
        with shown.expect_download() as found:
            link.click()
        name = found.value.suggested_filename
        assert Path(found.value.path()).read_bytes() == (whole / "files" / name).read_bytes()
    shown.goto(f"{server.address}pages/{KNUTH}.html")
    shown.wait_for_selector("html[data-ready]")
    shown.reload()
    shown.wait_for_selector("html[data-ready]")
    assert shown.locator("#strategy").inner_text() == "mastermind(pegs=4,colors=6) · minimax"


def test_a_browser_can_install_it(visit: Open, whole: Path, serve: Any) -> None:
    shown = visit(serve(whole).address)
    shown.wait_for_selector("html[data-kept]")
    browser = shown.context.new_cdp_session(shown)
    told = browser.send("Page.getAppManifest")
    assert told["url"].endswith("/manifest.webmanifest") and told["errors"] == []
    found = {each["errorId"] for each in browser.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    # Contexts of tests are private windows, in which nothing is installed.
    assert found <= {"in-incognito"}


def test_a_new_version_takes_the_place_of_the_old(visit: Open, small: Path, serve: Any) -> None:
    address = serve(small).address
    shown = visit(address)
    shown.wait_for_selector("html[data-kept]")
    write_site(small, site(each for each in library() if each.name == KNUTH))
    shown.evaluate("navigator.serviceWorker.getRegistration().then((each) => each.update())")
    shown.evaluate(LOADED)
    # As long as a page is open, the version stays.
    shown.reload()
    assert len(names(shown)) == len(SOME)
    until = time.monotonic() + PATIENCE
    while names(shown) != [KNUTH]:
        assert time.monotonic() < until
        shown.goto("about:blank")
        shown.goto(address)
    shown.wait_for_selector("html[data-kept]")
    shown.evaluate(LEFT_ALONE)


def test_a_site_that_is_not_all_there_is_not_kept(chromium: Any, small: Path, serve: Any) -> None:
    (small / "pages" / f"{KNUTH}.html").unlink()
    context = chromium.new_context()
    shown = context.new_page()
    shown.goto(serve(small).address)
    outcome = """() => navigator.serviceWorker.register("sw.js").then((each) => new Promise((tell) => {
        const worker = each.installing ?? each.waiting ?? each.active;
        if (worker === each.installing) worker?.addEventListener("statechange", () => tell(worker.state));
        if (!worker || worker !== each.installing) tell(worker?.state ?? "redundant");
    }))"""
    assert shown.evaluate(outcome) == "redundant"
    assert shown.locator("#kept").is_hidden() and len(names(shown)) == len(SOME)
    context.close()
