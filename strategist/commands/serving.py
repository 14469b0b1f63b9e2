"""The command that answers programs in other languages: serve."""

from __future__ import annotations

import signal

import click

from strategist.common.extras import require
from strategist.common.interrupts import leave


@click.command()
@click.argument("file", nargs=-1)
@click.option(
    "--cache", "caches", multiple=True, type=click.Path(), metavar="FILE", help="Score moves by it; see cache."
)
@click.option("--port", type=click.IntRange(0, 65535), default=8642, show_default=True, help="0 takes a free one.")
def serve(file: tuple[str, ...], caches: tuple[str, ...], port: int) -> None:
    """Serve moves, rankings and reviews by HTTP on the loopback.

    It verifies, too, and speaks JSON. FILEs are strategy files or names of the library, each known by its name without
    .msgpack. No request can name a file. The address tells in a browser what can be asked.

    \b
    strategist serve mastermind-4x6.minimax knuth.msgpack
    curl -H "Content-Type: application/json" -d '{"strategy": "knuth", "history": ""}' http://127.0.0.1:8642/step

    SIGTERM ends it, after the requests that have begun.
    """
    require("aiohttp")
    from strategist.environment.server.loopback import serve_until_told
    from strategist.environment.server.service import Service, named_strategies
    from strategist.files.values.value_file import ValueFile

    service = Service(named_strategies(file), map(ValueFile, caches))

    def tell(address: str) -> None:
        click.echo(f"serving on {address}")

    if serve_until_told(service, port, tell) == signal.SIGINT:
        leave()
