"""A library of strategies as a static site: a page for each, a list of all, and a program for offline use.

The site needs no server program: any file host will do, and it opens from disk. The bytes depend on the library alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from urllib.parse import quote

from strategist.files.shipped import CERTIFICATE_SUFFIX, SUFFIX, Shipped
from strategist.page.assemble import page
from strategist.page.icon import SIZE, icon_png, icon_svg
from strategist.page.index import Download, Entry, index
from strategist.page.template import fill, json_text, source

Site = dict[str, bytes]
"""The files of a site: the path of each within the folder, with ``/``, and its contents."""

PAPER, INK = "#f5f3ee", "#1c2026"


def site(library: Iterable[Shipped]) -> Site:
    """The files of the site of a library, in the order in which to write them.

    >>> from strategist.files.shipped import find_shipped
    >>> list(site([find_shipped("mastermind-4x6.minimax")]))
    ['files/mastermind-4x6.minimax.msgpack', 'pages/mastermind-4x6.minimax.html', 'icon.svg', 'icon.png', \
'manifest.webmanifest', 'index.html', 'sw.js']
    """
    files: Site = {}
    entries = []
    for shipped in library:
        strategy = _add(files, f"files/{shipped.name}{SUFFIX}", shipped.path.read_bytes())
        certificate = None
        if shipped.certificate is not None:
            name = f"files/{shipped.name}{CERTIFICATE_SUFFIX}"
            certificate = _add(files, name, shipped.certificate.read_bytes())
        shown = _add(files, f"pages/{shipped.name}.html", page(shipped.data, home="../index.html").encode())
        entries.append(Entry(shipped.name, shipped.data, shown.address, strategy, certificate))
    _add(files, "icon.svg", icon_svg().encode())
    _add(files, "icon.png", icon_png())
    _add(files, "manifest.webmanifest", _manifest().encode())
    _add(files, "index.html", index(entries).encode())
    # A browser that finds a new worker loads the files named in it, so the worker is written last.
    _add(files, "sw.js", _worker(files).encode())
    return files


def _add(files: Site, path: str, contents: bytes) -> Download:
    files[path] = contents
    return Download(quote(path), len(contents))


def _manifest() -> str:
    """The manifest that lets a system install the site."""
    icons = [{"src": "icon.svg", "type": "image/svg+xml", "sizes": "any"}]
    icons += [
        {"src": "icon.png", "type": "image/png", "sizes": f"{SIZE}x{SIZE}", "purpose": purpose}
        for purpose in ("any", "maskable")
    ]
    told = {
        "id": "./",
        "name": "Compiled strategies",
        "short_name": "Strategies",
        "description": "Compiled strategies for games of deduction: play them, walk through them.",
        "lang": "en",
        "start_url": "index.html",
        "scope": "./",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": INK,
        "icons": icons,
    }
    return json_text(told) + "\n"


def _worker(files: Site) -> str:
    """The program that keeps the given files on a device; its version is a digest of itself and their contents."""
    digest = hashlib.sha256(source("js/ui/worker.js").encode())
    for path in sorted(files):
        digest.update(f"{path}\0{hashlib.sha256(files[path]).hexdigest()}\n".encode())
    addresses = [quote(path) for path in sorted(files)]
    return fill("js/ui/worker.js", {"VERSION": json_text(digest.hexdigest()), "FILES": json_text(addresses)})
