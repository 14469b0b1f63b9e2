"""The pages with strategist in a tab, in Chromium, as a new user tries them, with the network cut after they loaded."""

from __future__ import annotations

import math
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from patience import PATIENCE

from strategist import make_game, review
from strategist.choosing.luck_and_skill import EXACT

ROOT = Path(__file__).parents[2]
sys.path += [str(ROOT / "scripts" / "site"), str(ROOT / "scripts" / "site" / "tab")]

import reviewing  # noqa: E402  # behind the path to it
from tab_page import bundle, pyodide_folder, write_tab  # noqa: E402  # behind the path to it

pytestmark = pytest.mark.thorough

KNUTH = "mastermind-4x6.minimax.msgpack"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Nothing is told of requests."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page, served on the loopback."""
    if pyodide_folder() is None:
        pytest.skip("strategist in a tab left out: npm's pyodide is not found (set PYODIDE)")
    site = tmp_path_factory.mktemp("site")
    (site / "index.html").write_text("<!doctype html><title>The site</title>")
    (site / "tab").mkdir()
    assert write_tab(site / "tab")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/tab/"
    server.shutdown()
    server.server_close()


@contextmanager
def opened(chromium: Any, address: str, page: str) -> Iterator[Any]:
    """A page after it has loaded, with the network cut and the page loaded again; it complains of nothing."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    shown = context.new_page()
    shown.set_default_timeout(1000 * PATIENCE)
    complaints: list[str] = []
    others: list[str] = []
    own = (address.removesuffix("tab/"), "blob:", "data:")
    context.on("request", lambda sent: None if sent.url.startswith(own) else others.append(sent.url))
    shown.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    shown.on("pageerror", lambda error: complaints.append(str(error)))
    shown.goto(address + page)
    assert " MB" in shown.inner_text("#load") and shown.is_hidden("#desk")
    shown.click("#load")
    shown.wait_for_selector("html[data-ready]")
    shown.wait_for_function(
        "navigator.serviceWorker.controller !== null || navigator.serviceWorker.ready.then(() => true)"
    )
    context.set_offline(True)
    shown.reload()
    shown.click("#load")
    shown.wait_for_selector("html[data-ready]")
    yield shown
    assert complaints == [] and others == []
    context.close()


@pytest.fixture(scope="module")
def desk(chromium: Any, address: str) -> Iterator[Any]:
    with opened(chromium, address, "") as shown:
        yield shown


@pytest.fixture(scope="module")
def table(chromium: Any, address: str) -> Iterator[Any]:
    """The page of reviews."""
    with opened(chromium, address, "review.html") as shown:
        yield shown


def done(shown: Any) -> str:
    """What is said when the work is over."""
    shown.wait_for_function(
        "document.querySelector('#stop').hidden && / in [\\d.]+ s$/.test(document.querySelector('#state').textContent)"
    )
    return str(shown.inner_text("#said"))


def act(shown: Any, button: str, **fields: str) -> str:
    for name, text in fields.items():
        if name in ("file", "strategy"):
            shown.select_option(f"#{name}", text)
        else:
            shown.fill(f"#{name}", text)
    shown.evaluate("document.querySelector('#state').textContent = ''")
    shown.click(f"#{button}")
    return done(shown)


def put(shown: Any, *files: tuple[str, bytes]) -> None:
    shown.set_input_files(
        "#open", [{"name": name, "mimeType": "application/octet-stream", "buffer": each} for name, each in files]
    )
    shown.wait_for_function(
        "(name) => [...document.querySelector('#file').options].some((each) => each.value === name)", arg=files[-1][0]
    )


def test_knuths_strategy_is_verified_within_ten_seconds(desk: Any) -> None:
    said = act(desk, "verify", file=KNUTH)
    assert "1296 secrets: total 5801, average 4.476, depth 5 (694 secrets)" in said
    # It takes half a second, so ten are enough on a busy machine.
    assert float(desk.inner_text("#state").split()[-2]) < 10


def test_files_are_shown_checked_and_played(desk: Any) -> None:
    assert "minimax" in act(desk, "show", file=KNUTH)
    assert "1." in act(desk, "key", file=KNUTH)
    assert "optimal in total" in act(desk, "check", file="mastermind-4x4.optimal-total-depth.certificate")
    act(desk, "play", file=KNUTH)
    page = desk.frame_locator("#played")
    page.locator("html[data-ready]").wait_for()
    assert "Mastermind" in page.locator("h1").inner_text()


def test_small_games_and_tables_are_compiled_and_compared(desk: Any) -> None:
    assert "verified: mastermind(pegs=2,colors=3) entropy" in act(desk, "compile", game="mastermind(2,3)")
    assert "known: total 206" in act(desk, "compare", game="mastermind(3,4)", value="206")
    assert "impossible" in act(desk, "compare", game="mastermind(3,4)", value="205")
    put(desk, ("zoo.csv", (ROOT / "tests" / "fixtures" / "animals.csv").read_bytes()))
    assert desk.input_value("#game") == "table(file=zoo.csv,goal=identify)"
    assert "questions" in act(desk, "look")
    assert "verified: table(file=zoo.csv,goal=identify) entropy" in act(desk, "compile")


def test_best_trees_of_small_tables_are_proven(desk: Any) -> None:
    put(desk, ("zoo.csv", (ROOT / "tests" / "fixtures" / "animals.csv").read_bytes()))
    said = act(desk, "compile", game="table(file=zoo.csv,goal=identify)", strategy="optimal(expected)")
    assert "verified: " in said and "claimed optimal: total; proven 10" in said
    said = act(desk, "compile", game="mastermind(3,4)", strategy="optimal(expected)")
    assert "64 secrets: total 206" in said and "claimed optimal: total; proven 206" in said
    act(desk, "look", strategy="entropy")


def test_guesses_are_explained(desk: Any) -> None:
    given = {"game": "mastermind(3,4)", "given": "112:1b0w", "guess": ""}
    said = act(desk, "explain", strategy="minimax", **given)
    assert said.startswith("17 secrets left\n133 leaves at most 4"), said
    assert "minimax looks at the worst answer: 4 of 17 secrets are left then" in said
    said = act(desk, "explain", strategy="entropy", **given | {"guess": "444"})
    assert "444 tells " in said and "the best by entropy, 134, 3.03" in said
    said = act(desk, "explain", **given | {"given": "112:9b"})
    assert said.startswith("strategist: error: ") and "\n" not in said
    said = act(desk, "explain", game="bulls-and-cows(4,10)", given="", guess="")
    assert "minutes here; install strategist" in said and "\n" not in said, said
    act(desk, "look", game="mastermind(3,4)", given="", guess="")


def test_what_cannot_be_done_here_is_told_in_one_line(desk: Any) -> None:
    contents = (ROOT / "strategies" / KNUTH).read_bytes()
    put(desk, ("cut.msgpack", contents[:-100]))
    said = act(desk, "verify", file="cut.msgpack")
    assert said.startswith("strategist: error: cut.msgpack") and "\n" not in said
    large = max((ROOT / "strategies").glob("*.certificate"), key=lambda path: path.stat().st_size)
    put(desk, ("large.certificate", large.read_bytes()))
    said = act(desk, "check", file="large.certificate")
    assert "here; install strategist" in said and "\n" not in said, said
    words = "\n".join(f"{number:06d}".translate(str.maketrans("0123456789", "abcdefghij")) for number in range(10**6))
    put(desk, ("words.txt", words.encode()))
    said = act(desk, "compile", game="words(answers=words.txt)")
    assert "\n" not in said and "expected at most" in said, said
    said = act(desk, "compile", game="mastermind(5,8)")
    assert "\n" not in said and "hours here" in said, said
    said = act(desk, "compile", game="mastermind(4,6)", strategy="optimal(expected)")
    assert "\n" not in said and "expected at most 128" in said, said
    act(desk, "look", strategy="entropy")


def test_work_can_be_stopped(desk: Any) -> None:
    desk.fill("#game", "mastermind(4,5)")
    desk.click("#compile")
    desk.wait_for_selector("#bar:not([hidden])")
    desk.click("#stop")
    assert desk.inner_text("#state") == "stopped"
    assert "verified" in act(desk, "verify", file=KNUTH)


def test_a_pasted_game_is_reviewed(table: Any) -> None:
    pasted = {"game": "mastermind(2,3)", "pasted": "11 1b0w\n12: 1b0w\n13 🟩🟩", "given": "", "secret": ""}
    said = act(table, "review", **pasted)
    assert said.startswith("solved in 3 guesses: 13; values are exact"), said
    assert "3 guesses = 2.333 expected + 0.333 regret + 0.333 bad luck" in said
    bare = pasted | {"pasted": "🟩⬛\n🟩⬛\n🟩🟩", "given": "11 12 13"}
    assert act(table, "review", **bare) == said
    said = act(table, "review", **bare | {"given": "", "secret": "13"})
    assert "2b0w  1 guess: 13" in said


def test_a_pasted_wordle_is_reviewed_by_estimates(table: Any) -> None:
    pasted = "Wordle 1,234 3/6\n\ncrane ⬛🟨⬛⬛🟩\nstore 🟨⬛🟨🟨🟩\nhorse 🟩🟩🟩🟩🟩"
    said = act(table, "review", game="wordle", pasted=pasted, given="", secret="")
    assert "solved in 3 guesses: horse; values are estimated" in said and "store  y-yyg     4" in said, said


@pytest.mark.parametrize(
    ("pasted", "secret", "told"),
    [
        ("Phew!", "", "expected rows of squares or lines"),
        ("11 2b0w\n22 2b0w", "", "one answer must be wrong"),
        ("11 0b0w", "13", "contradicts the secret 13"),
        ("🟩⬛", "", "line 1: expected a guess beside the row"),
        ("11 9b0w", "", "pasted: line 1"),
        ("x" * 70_000, "", "expected"),
    ],
)
def test_a_game_that_cannot_be_is_told_in_one_line(table: Any, pasted: str, secret: str, told: str) -> None:
    said = act(table, "review", game="mastermind(2,3)", pasted=pasted, given="", secret=secret)
    assert said.startswith("strategist: error: ") and told in said and "\n" not in said, said


@pytest.mark.parametrize(
    ("text", "moves", "secret"),
    [
        ("mastermind(2,3)", "11:1b0w 12:1b0w 13:2b0w", None),
        ("mastermind(3,4)", "112:0b0w 344:3b0w", None),
        ("mastermind(2,3,lies=1)", "11:1b0w 12:1b0w", None),
        ("mastermind(2,4,turns=3)", "11:1b0w 12:1b0w", "13"),
    ],
)
def test_the_page_reviews_as_a_search_does(text: str, moves: str, secret: str | None) -> None:
    game = make_game(text)
    hidden = None if secret is None else game.parse_secret(secret)
    found = reviewing.reviewed(game, game.parse_history(moves), hidden)
    right = review(game, moves, secret=hidden, by=found.by, seconds=math.inf)
    assert (found.ending, found.secret, found.value, found.luck) == (
        right.ending,
        right.secret,
        right.value,
        right.luck,
    )
    assert [(row.worth, row.luck) for row in found.rows] == [(row.worth, row.luck) for row in right.rows]
    assert all(own.best_worth >= best.best_worth for own, best in zip(found.rows, right.rows, strict=True))
    if found.by == EXACT:
        assert [row.best_worth for row in found.rows] == [row.best_worth for row in right.rows]


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("page", ["desk", "table"])
def test_the_pages_are_accessible_and_fit(request: pytest.FixtureRequest, axe: str, page: str, width: int) -> None:
    shown = request.getfixturevalue(page)
    shown.set_viewport_size({"width": width, "height": 800})
    if page == "desk":
        act(shown, "verify", file=KNUTH)
    else:
        act(shown, "review", game="mastermind(2,3)", pasted="11 1b0w\n13 2b0w", given="", secret="")
    assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")
    shown.evaluate(axe)
    found = shown.evaluate("axe.run(document, { iframes: false })")
    assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in found["violations"]] == []


def test_a_bundle_is_the_same_bytes_again() -> None:
    assert bundle() == bundle()
