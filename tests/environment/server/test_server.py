"""The server over real sockets: what it answers, what it refuses, and how it ends."""

from __future__ import annotations

import http.client
import json
import signal
import socket
import struct
import subprocess
import threading
import tracemalloc
from collections.abc import Iterator
from contextlib import suppress
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from patience import PATIENCE
from preloaded import PROGRAM, command

from strategist import make_game, open_strategy, verify_strategy
from strategist.common.errors import StrategistError
from strategist.environment.server.service import MOST_PAIRS, Service, make_fileless_game, named_strategies
from strategist.files.values.value_file import ValueFile, write_cache
from strategist.games.catalog import known_games
from strategist.search.advice.cached.building import build_values

KNUTH = "mastermind-4x6.minimax"
SLOW = Path(__file__).parents[2] / "programs" / "slow_server.py"


class Server:
    """A server in a process of its own, on a free port."""

    def __init__(self, program: str | Path = PROGRAM, *arguments: str) -> None:
        line = [*command(program), *(arguments or ("serve", KNUTH, "--port", "0"))]
        self.process = subprocess.Popen(
            line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        told = self.line()
        assert "http://127.0.0.1:" in told, told
        self.port = int(told.rpartition(":")[2])

    def line(self) -> str:
        """The next line that it prints."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().rstrip("\n")

    def ask(self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> tuple[int, Any]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        data = body if isinstance(body, (bytes, type(None))) else json.dumps(body).encode()
        connection.request(method, path, data, {"Content-Type": "application/json"} | (headers or {}))
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, json.loads(text) if "json" in (answer.getheader("Content-Type") or "") else text

    def post(self, path: str, **keys: Any) -> tuple[int, Any]:
        return self.ask("POST", path, keys)

    def send(self, *parts: bytes) -> tuple[int, Any]:
        """The status and the JSON object that the server answers to some bytes."""
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE) as connection:
            for part in parts:
                connection.sendall(part)
            answer = http.client.HTTPResponse(connection)
            answer.begin()
            assert answer.getheader("Content-Type") == "application/json; charset=utf-8"
            return answer.status, json.loads(answer.read())

    def break_off(self, data: bytes, linger: bool) -> None:
        """Send some bytes and close the connection; with ``linger`` none of the server's reach anybody."""
        connection = socket.create_connection(("127.0.0.1", self.port), PATIENCE)
        if linger:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.sendall(data)
        connection.close()

    def end(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """The exit status, and what was said on standard error, but for kernels that nobody has kept."""
        self.process.send_signal(number)
        errors = self.process.communicate(timeout=PATIENCE)[1].splitlines(keepends=True)
        return self.process.returncode, "".join(line for line in errors if "compiling kernels" not in line)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    made = Server()
    yield made
    assert made.end() == (0, "")


def test_health_names_the_strategies(server: Server) -> None:
    status, told = server.ask("GET", "/health")
    assert status == 200 and told["status"] == "ok"
    assert told["strategies"] == {KNUTH: {"game": "mastermind(pegs=4,colors=6)", "strategy": "minimax"}}


def test_moves_are_looked_up(server: Server) -> None:
    game = open_strategy(KNUTH).game
    for secret in ("4563", "1122", "6665"):
        play, history = open_strategy(KNUTH).start(), ""
        while not play.solved:
            assert server.post("/step", strategy=KNUTH, history=history) == (
                200,
                {"guess": play.guess, "over": False, "found": None},
            )
            assert play.guess is not None
            response = game.respond(game.parse_code(play.guess), game.parse_code(secret))
            history = f"{history} {play.guess}:{game.format_response(response)}"
            play.respond(response)
        told = server.post("/step", strategy=KNUTH, history=history)[1]
        assert told == {"guess": None, "over": True, "found": secret}


def test_rankings_reviews_and_verifications(server: Server) -> None:
    status, ranking = server.post("/rank", game="mastermind(2,3)", history="12:0b1w", top=2)
    assert status == 200 and len(ranking["best"]) == 2
    status, review = server.post("/score", game="mastermind(2,3)", history="11:1b0w 12:1b0w 13:2b0w")
    assert status == 200 and review["by"] == "exact"
    status, verdict = server.post("/verify", strategy=KNUTH, max_depth=5)
    assert status == 200 and verdict["verified"] is verify_strategy(KNUTH, max_depth=5).verified is True
    assert server.post("/verify", strategy=KNUTH, max_depth=4)[1]["verified"] is False


@pytest.mark.parametrize(
    ("path", "keys", "status", "told"),
    [
        ("/step", {"strategy": "../../etc/passwd"}, 400, "strategy: expected one of mastermind-4x6.minimax; got"),
        ("/step", {"strategy": 7}, 400, "strategy: expected a text, got '7'"),
        ("/step", {}, 400, "strategy: expected a text, got none"),
        ("/step", {"strategy": KNUTH, "history": "1123:1b1w"}, 400, "history: move 1: mastermind-4x6.minimax guesses"),
        ("/step", {"strategy": KNUTH, "history": "1122"}, 400, "history: expected GUESS:RESPONSE, got '1122'"),
        ("/step", {"strategy": KNUTH, "history": "1122:4b4w"}, 400, "'4b4w'"),
        ("/step", {"strategy": KNUTH, "history": "1122:4b0w 1122:4b0w"}, 400, "the game is over"),
        ("/step", {"strategy": KNUTH, "history": "1122:0b0w " * 101}, 400, "expected at most 100 moves, got 101"),
        ("/step", {"strategy": KNUTH, "file": "x"}, 400, "expected the keys strategy, history, got 'file'"),
        ("/rank", {"game": "chess"}, 400, "game: expected one of"),
        ("/rank", {"game": "pyproject.toml"}, 400, "game: "),
        ("/rank", {"game": "table(file=/etc/passwd)"}, 400, "expected a game that names no file, got table with file="),
        ("/rank", {"game": "words(answers=/etc/passwd)"}, 400, "names no file, got words with answers="),
        ("/rank", {"game": "mastermind(2,3,chances=/etc/passwd)"}, 400, "names no file, got mastermind with chances="),
        ("/rank", {"game": "mastermind(6,9)"}, 413, "expected at most 134217728 pairs"),
        ("/rank", {"game": "comparisons(1000000)"}, 413, "expected at most 134217728 pairs"),
        ("/rank", {"game": "subsets(20)"}, 413, "expected at most 262144 questions, got 524287"),
        ("/rank", {"game": "pegswap(3,3)"}, 400, "is a solitaire"),
        ("/rank", {"game": "x" * 1000}, 400, "expected at most 200 characters, got 1000"),
        ("/rank", {"game": "mastermind(2,3)", "by": "pyproject.toml"}, 400, "by: expected the name of a strategy"),
        ("/rank", {"game": "mastermind(2,3)", "top": True}, 400, "top: expected a whole number from 1 to 1000"),
        ("/rank", {"game": "mastermind(2,3)", "history": "12:0b1w 12:2b0w"}, 400, "no secret agrees with the history"),
        ("/score", {"game": "mastermind(2,3,lies=1)", "history": "11:2b0w 22:2b0w"}, 400, "even with one lie"),
        ("/nothing", {}, 404, "Not Found"),
    ],
)
def test_bad_requests_get_one_line(server: Server, path: str, keys: dict[str, Any], status: int, told: str) -> None:
    got, answer = server.post(path, **keys)
    assert got == status and told in answer["error"] and "\n" not in answer["error"]


@pytest.mark.parametrize(
    ("body", "headers", "status", "told"),
    [
        (b"{", {}, 400, "expected a JSON object"),
        (b"[" * 10_000, {}, 400, "expected a JSON object"),
        (b"[]", {}, 400, "expected a JSON object"),
        (b"\xff\xfe", {}, 400, "expected a JSON object"),
        (b"{}", {"Content-Type": "text/plain"}, 415, "expected application/json"),
        (b"{}", {"Content-Type": "application/json; charset=none"}, 400, "expected a JSON object"),
        (b" " * (1 << 17), {}, 413, ""),
        (b"{}", {"Content-Encoding": "gzip"}, 400, "expected a request that can be read: Can not decode"),
        (b"{}", {"Expect": "the worst"}, 417, "Unknown Expect: the worst"),
    ],
)
def test_what_is_no_request_gets_one_line(
    server: Server, body: bytes, headers: dict[str, str], status: int, told: str
) -> None:
    got, answer = server.ask("POST", "/step", body, headers)
    assert got == status and told in answer["error"] and "\n" not in answer["error"]


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1:8642,evil.com", "127.0.0.1:evil.com", "127.0.0.1:", "evil.com", "localhost.evil.com:80", "", "[::1]:x"],
)
def test_only_requests_to_this_machine_are_answered(server: Server, host: str) -> None:
    status, answer = server.ask("GET", "/health", headers={"Host": host})
    assert status == 403 and answer["error"] == "expected a request to this machine by the name localhost"


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:8642", "LocalHost:80", "[::1]:65535"])
def test_this_machine_has_several_names(server: Server, host: str) -> None:
    assert server.ask("GET", "/health", headers={"Host": host})[0] == 200


HOST = b"Host: 127.0.0.1\r\n"
STEP = b"POST /step HTTP/1.1\r\nContent-Type: application/json\r\n" + HOST


@pytest.mark.parametrize(
    "sent",
    [
        b"nonsense\r\n\r\n",
        b"G@T / HTTP/1.1\r\n" + HOST + b"\r\n",
        b"GET /health HTTP/1.1\r\n" + HOST + b"nonsense\r\n\r\n",
        b"GET /health HTTP/1.1\r\n" + HOST + b"X: " + b"a" * 20_000 + b"\r\n\r\n",
        b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n" + HOST + b"\r\n",
        STEP + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
        STEP + b"Content-Length: -3\r\n\r\n{}",
    ],
    ids=lambda sent: sent[:24].decode() + sent[-8:].decode(),
)
def test_what_is_no_http_gets_one_line(server: Server, sent: bytes) -> None:
    status, answer = server.send(sent)
    line = answer["error"]
    assert status == 400 and line.startswith("expected a request that can be read: ") and len(line) <= 300
    assert line.isprintable()


def test_who_breaks_off_leaves_no_traceback() -> None:
    """At each point of a request, and of an answer. At the end nothing was said, but of our own fault."""
    server = Server(SLOW, "60")
    asks = STEP + b"Content-Length: 3\r\n\r\n{}"
    for linger in (False, True):
        for sent in (b"GET", asks, STEP + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{", STEP * 2, asks + b"]" + asks):
            server.break_off(sent, linger)
        page = b"GET /openapi.json HTTP/1.1\r\n" + HOST + b"\r\n"
        server.break_off(page * 30, linger)
    ranks = b"POST /rank HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\n" + HOST + b"\r\n{}"
    server.break_off(ranks, True)
    assert server.line() == "begun"
    assert server.process.stdin is not None
    server.process.stdin.write("go on\n")
    server.process.stdin.flush()
    # All that came before is worked off in the order in which it came, and what follows is a fault of ours.
    status, answer = server.post("/rank", game="broken")
    assert (status, answer["error"].partition(";")[0]) == (500, "the server has failed at this request")
    status, errors = server.end()
    assert status == 0 and errors.startswith("Error handling request") and errors.count("Traceback") == 1
    assert errors.endswith("AssertionError: a fault of ours\n")


def test_who_never_ends_a_request_is_told_so() -> None:
    server = Server(SLOW, "0.1")
    status, answer = server.send(STEP + b"Content-Length: 20\r\n\r\n{}")
    assert (status, answer["error"]) == (408, "expected the whole request within 0.1 seconds")
    # A chunk that cannot be read, behind the beginning: the parser may swallow it.
    status, answer = server.send(STEP + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n", b"zz\r\n")
    assert status in (400, 408)
    assert server.end() == (0, "")


def test_the_wrong_method_gets_one_line(server: Server) -> None:
    status, answer = server.ask("GET", "/step")
    assert status == 405 and answer["error"] == "405: Method Not Allowed"


def test_the_page_describes_the_requests_and_needs_no_network(server: Server) -> None:
    status, described = server.ask("GET", "/openapi.json")
    assert status == 200 and set(described["paths"]) == {"/health", "/step", "/rank", "/score", "/verify"}
    status, page = server.ask("GET", "/")
    outside: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            outside.extend(value for name, value in attrs if name in ("src", "href") and value and "//" in value)

    Reader().feed(page)
    assert status == 200 and outside == [] and all(path in page for path in described["paths"])


def test_a_hundred_connections_lose_nothing(server: Server) -> None:
    found: list[tuple[int, Any]] = []

    def ask() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        for _ in range(5):
            body = json.dumps({"strategy": KNUTH, "history": "1122:1b1w"})
            connection.request("POST", "/step", body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            found.append((answer.status, json.loads(answer.read())["guess"]))
        connection.close()

    threads = [threading.Thread(target=ask) for _ in range(100)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [(200, "1134")] * 500


def test_sigterm_waits_for_a_request_that_has_begun() -> None:
    server, found = Server(SLOW, "60"), []
    asking = threading.Thread(target=lambda: found.append(server.post("/rank")))
    asking.start()
    assert server.line() == "begun"
    server.process.send_signal(signal.SIGTERM)
    while _listens(server.port):
        pass
    output, errors = server.process.communicate("go on\n", timeout=PATIENCE)
    asking.join()
    assert found == [(200, {"finished": True})] and output == f"{signal.SIGTERM.value}\n" and errors == ""


def _listens(port: int) -> bool:
    """Whether a socket listens on a port. Nobody connects to ask, which would leave a connection behind."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return any(row[1].endswith(f":{port:04X}") and row[3] == "0A" for row in rows)


def test_ctrl_c_ends_it_as_any_command() -> None:
    assert Server().end(signal.SIGINT) == (130, "strategist: interrupted\n")


def test_a_port_that_is_taken_gets_one_line(server: Server) -> None:
    done = subprocess.run(
        [*command(), "serve", "--port", str(server.port)], capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 2 and "address already in use" in done.stderr and len(done.stderr.splitlines()) == 1


def test_two_files_of_one_name_are_refused() -> None:
    with pytest.raises(StrategistError, match=r"expected files of different names, got mastermind-4x6\.minimax twice"):
        named_strategies((KNUTH, KNUTH))


def test_games_without_files_are_made() -> None:
    for text in ("wordle", "ab(4,10)", "mastermind-4x6", "mastermind(2,3,alphabet=letters,goal=identify)"):
        assert make_fileless_game(text).secrets


def _largest() -> Iterator[str]:
    """The games of the catalog with the highest numbers that each size may have, all of them and one alone."""
    for name, kind in known_games().items():
        sizes = [each for each in kind.parameters if each.size]
        if sizes:
            yield f"{name}({','.join(str(each.high) for each in sizes)})"
        for one in sizes:
            yield f"{name}({','.join(str(each.high if each is one else each.low) for each in sizes)})"


@pytest.mark.parametrize("text", [*_largest()])
def test_a_game_is_refused_before_anything_large_is_built(text: str) -> None:
    with suppress(StrategistError):
        make_fileless_game(text)
    tracemalloc.start()
    try:
        made = make_fileless_game(text)
        too_large = len(made.secrets) * made.question_count > MOST_PAIRS
    except StrategistError:
        too_large = False
    finally:
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert not too_large and most < 2_000_000


def test_moves_are_scored_by_a_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, history = make_game("mastermind(3,4)"), "112:1b0w 223:0b1w"
    path = tmp_path / "values.cache"
    write_cache(path, build_values(game).encode())
    monkeypatch.setattr("strategist.environment.server.service.REVIEW_SECONDS", 0.0)
    asked = {"game": "mastermind(3,4)", "history": history}
    assert Service({}).score(asked)["by"] == "entropy"
    assert Service({}, [ValueFile(path)]).score(asked)["by"] == "exact"
    # Another game, of which there is no cache.
    assert Service({}, [ValueFile(path)]).score(asked | {"game": "mastermind(3,5)"})["by"] == "entropy"
