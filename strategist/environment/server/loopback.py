"""The server: HTTP on the loopback, by aiohttp.

Looked-up moves are answered at once. What may take long runs in threads, a limited number at a time; more requests than
may wait are refused. Only requests for this machine are answered, and only JSON that says so: a page of another site in
a browser can send neither.
"""

from __future__ import annotations

import asyncio
import json
import re
import signal
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from typing import Any

from aiohttp import web
from aiohttp.http import HttpProcessingError

from strategist.common.errors import StrategistError, TooLargeError
from strategist.common.quoting import shortened
from strategist.environment.server.api_page import api_page, open_api
from strategist.environment.server.service import Service

HOST = "127.0.0.1"
MOST_BYTES = 1 << 16
"""The bytes of the largest request."""
_THIS_MACHINE = re.compile(r"(127\.0\.0\.1|localhost|\[::1\])(:[0-9]{1,5})?", re.IGNORECASE | re.ASCII)
_THREADS = 2
_WAITING = 32
"""The requests that may wait for a thread, and be in one."""
_BACKLOG = 128
"""The connections that may wait to be accepted."""
_MOST_OF_A_LINE = 300
"""The most characters of what is told of a request that cannot be read."""
_PATIENCE = 60.0
"""Seconds that a request may take, and within which all end when the server stops."""
_OF_THE_CLIENT = (ConnectionError, web.RequestPayloadError, HttpProcessingError)
"""The errors that are no fault of ours, and leave no traceback: what cannot be read, and who breaks off."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def make_app(service: Service, seconds: float = _PATIENCE) -> web.Application:
    """The application. ``seconds`` are those in which a request must have come, and those that a slow one may take."""
    app = web.Application(middlewares=[_in_one_line], client_max_size=MOST_BYTES)
    number, names = version("strategist-compiler"), list(service.strategies)
    described, page = open_api(number, names), api_page(number, names)
    pool = ThreadPoolExecutor(_THREADS, "strategist-request")
    waiting = 0

    async def health(request: web.Request) -> web.Response:
        return web.json_response(service.health())

    async def step(request: web.Request) -> web.Response:
        return web.json_response(service.step(await _asked(request, seconds)))

    async def slow(request: web.Request) -> web.Response:
        nonlocal waiting
        asked = await _asked(request, seconds)
        if waiting >= _WAITING:
            return _error(503, f"expected at most {_WAITING} requests that may take long at a time")
        waiting += 1
        work = asyncio.get_running_loop().run_in_executor(pool, service.slow[request.path], asked)

        def done(ended: asyncio.Future[dict[str, Any]]) -> None:
            nonlocal waiting
            waiting -= 1
            # What nobody waits for any longer has nobody to tell.
            if not ended.cancelled():
                ended.exception()

        work.add_done_callback(done)
        try:
            return web.json_response(await asyncio.wait_for(asyncio.shield(work), seconds))
        except TimeoutError:
            return _error(503, f"expected an answer within {seconds:g} seconds")

    async def described_by_openapi(request: web.Request) -> web.Response:
        return web.json_response(described)

    async def described_on_a_page(request: web.Request) -> web.Response:
        return web.Response(text=page, content_type="text/html")

    async def stop(app: web.Application) -> None:
        pool.shutdown(wait=False, cancel_futures=True)

    app.router.add_get("/", described_on_a_page)
    app.router.add_get("/openapi.json", described_by_openapi)
    app.router.add_get("/health", health)
    app.router.add_post("/step", step)
    for path in service.slow:
        app.router.add_post(path, slow)
    app.on_cleanup.append(stop)
    return app


async def _asked(request: web.Request, seconds: float) -> dict[str, Any]:
    """The JSON object of a request."""
    if request.content_type != "application/json":
        raise web.HTTPUnsupportedMediaType(text=f"expected application/json, got {request.content_type[:60]}")
    try:
        async with asyncio.timeout(seconds):
            text = await request.text()
        asked = json.loads(text)
    except TimeoutError:
        raise web.HTTPRequestTimeout(text=f"expected the whole request within {seconds:g} seconds") from None
    except (ValueError, RecursionError, LookupError):
        raise web.HTTPBadRequest(text="expected a JSON object") from None
    if not isinstance(asked, dict):
        raise web.HTTPBadRequest(text="expected a JSON object")
    return asked


@web.middleware
async def _in_one_line(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Every error as a JSON object with one line."""
    if not _THIS_MACHINE.fullmatch(request.host):
        return _error(403, "expected a request to this machine by the name localhost")
    try:
        return await handler(request)
    except TooLargeError as error:
        return _error(413, str(error))
    except StrategistError as error:
        return _error(400, str(error))
    except (MemoryError, RecursionError):
        return _error(413, "expected a smaller request")
    except ConnectionError:
        # Nobody hears it.
        return _error(400, "expected a whole request, got the end of the connection")
    except _OF_THE_CLIENT as error:
        return _unreadable(400, str(error))


class _Connection(web.RequestHandler):
    """A connection that tells also those errors as JSON that arise before any handler is called, or behind it.

    An error of ours leaves a traceback on standard error; nothing that a client sends does.
    """

    __slots__ = ()

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        super().handle_error(request, status, exc, message)
        failed = _error(status, "the server has failed at this request; why stands on its standard error")
        told = failed if status >= 500 else _unreadable(status, message or "")
        told.force_close()
        return told

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> tuple[web.StreamResponse, bool]:
        if isinstance(resp, web.HTTPException):
            resp = _error(resp.status, resp.text or resp.reason)
        return await super().finish_response(request, resp, start_time)

    def log_exception(self, *args: Any, **kw: Any) -> None:
        if not isinstance(kw.get("exc_info"), _OF_THE_CLIENT):
            super().log_exception(*args, **kw)


def _unreadable(status: int, why: str) -> web.Response:
    # Some texts begin with the status; a sign points at a place of the line above it.
    line = " ".join(why.removeprefix(f"{status}, message:").replace("^", " ").split())
    return _error(status, shortened(f"expected a request that can be read: {line}", _MOST_OF_A_LINE))


def _error(status: int, line: str) -> web.Response:
    return web.json_response({"error": " ".join(line.split())}, status=status)


def serve_until_told(service: Service, port: int, tell: Callable[[str], None], seconds: float = _PATIENCE) -> int:
    """Serve on the loopback until SIGTERM or Ctrl-C; returns the signal. ``tell`` is told the address once it answers.

    Requests that have begun are answered before. ``seconds`` are those of :func:`make_app`. Raises :class:`OSError`
    where the port is taken.
    """
    return asyncio.run(_serve(service, port, tell, seconds))


async def _serve(service: Service, port: int, tell: Callable[[str], None], seconds: float) -> int:
    loop, told = asyncio.get_running_loop(), asyncio.Event()
    received: list[int] = []

    def stop(number: int) -> None:
        received.append(number)
        told.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        if sys.platform != "win32":
            loop.add_signal_handler(number, stop, number)
    runner = web.AppRunner(make_app(service, seconds), access_log=None, shutdown_timeout=seconds)
    await runner.setup()
    manager = runner.server
    assert manager is not None
    listening = None
    try:
        listening = await loop.create_server(lambda: _Connection(manager, loop=loop), HOST, port, backlog=_BACKLOG)
        tell(f"http://{HOST}:{listening.sockets[0].getsockname()[1]}")
        await told.wait()
    finally:
        if listening is not None:
            listening.close()
        await runner.cleanup()
    return received[0]
