"""The server: HTTP on the loopback, by aiohttp.

Looked-up moves are answered at once. What may take long runs in threads, a limited number at a time; more requests than
may wait are refused. Only requests for this machine are answered, and only JSON that says so: a page of another site in
a browser can send neither.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from typing import Any

from aiohttp import web

from strategist.common.errors import StrategistError, TooLargeError
from strategist.environment.server.api_page import api_page, open_api
from strategist.environment.server.service import Service

HOST = "127.0.0.1"
MOST_BYTES = 1 << 16
"""The bytes of the largest request."""
_HOSTS = frozenset({"127.0.0.1", "localhost", "[::1]"})
_THREADS = 2
_WAITING = 32
"""The requests that may wait for a thread, and be in one."""
_PATIENCE = 60.0
"""Seconds that a request may take, and within which all end when the server stops."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def make_app(service: Service, seconds: float = _PATIENCE) -> web.Application:
    """The application, to be run by any server of aiohttp. ``seconds`` are those that a slow request may take."""
    app = web.Application(middlewares=[_in_one_line], client_max_size=MOST_BYTES)
    number, names = version("strategist-compiler"), list(service.strategies)
    described, page = open_api(number, names), api_page(number, names)
    pool = ThreadPoolExecutor(_THREADS, "strategist-request")
    waiting = 0

    async def health(request: web.Request) -> web.Response:
        return web.json_response(service.health())

    async def step(request: web.Request) -> web.Response:
        return web.json_response(service.step(await _asked(request)))

    async def slow(request: web.Request) -> web.Response:
        nonlocal waiting
        asked = await _asked(request)
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


async def _asked(request: web.Request) -> dict[str, Any]:
    """The JSON object of a request."""
    if request.content_type != "application/json":
        raise web.HTTPUnsupportedMediaType(text=f"expected application/json, got {request.content_type[:60]}")
    try:
        asked = json.loads(await request.text())
    except (ValueError, RecursionError, LookupError):
        raise web.HTTPBadRequest(text="expected a JSON object") from None
    if not isinstance(asked, dict):
        raise web.HTTPBadRequest(text="expected a JSON object")
    return asked


@web.middleware
async def _in_one_line(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Every error as a JSON object with one line."""
    if request.host.rpartition(":")[0] not in _HOSTS and request.host not in _HOSTS:
        return _error(403, "expected a request to this machine by the name localhost")
    try:
        return await handler(request)
    except TooLargeError as error:
        return _error(413, str(error))
    except StrategistError as error:
        return _error(400, str(error))
    except web.HTTPException as error:
        return _error(error.status, error.text or error.reason)
    except (MemoryError, RecursionError):
        return _error(413, "expected a smaller request")


def _error(status: int, line: str) -> web.Response:
    return web.json_response({"error": " ".join(line.split())}, status=status)


def serve_until_told(service: Service, port: int, tell: Callable[[str], None]) -> int:
    """Serve on the loopback until SIGTERM or Ctrl-C; returns the signal. ``tell`` is told the address once it answers.

    Requests that have begun are answered before. Raises :class:`OSError` where the port is taken.
    """
    return asyncio.run(_serve(service, port, tell))


async def _serve(service: Service, port: int, tell: Callable[[str], None]) -> int:
    loop, told = asyncio.get_running_loop(), asyncio.Event()
    received: list[int] = []

    def stop(number: int) -> None:
        received.append(number)
        told.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        if sys.platform != "win32":
            loop.add_signal_handler(number, stop, number)
    runner = web.AppRunner(make_app(service), access_log=None, shutdown_timeout=_PATIENCE)
    await runner.setup()
    try:
        await web.TCPSite(runner, HOST, port).start()
        address = runner.addresses[0]
        tell(f"http://{HOST}:{address[1]}")
        await told.wait()
    finally:
        await runner.cleanup()
    return received[0]
