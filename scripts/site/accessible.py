"""Mend in the pages of Sphinx and Furo what readers need who hear a page or move in it by keys."""

from __future__ import annotations

import re
from pathlib import Path

_MENDED = (
    # Two landmarks of one kind need names.
    (re.compile(r'<aside class="sidebar-drawer"'), '<aside aria-label="Site" class="sidebar-drawer"'),
    (re.compile(r'<aside class="toc-drawer'), '<aside aria-label="This page" class="toc-drawer'),
    (re.compile(r'<p class="caption" role="heading">'), '<p class="caption" role="heading" aria-level="2">'),
    (re.compile(r'(?=<div id="search-results">)'), "<h1>Search</h1>\n"),
    # No browser is to ask for an icon that is not there.
    (re.compile(r"(?=</head>)"), '<link rel="icon" href="data:,">\n'),
    # The corner of a table is no heading.
    (re.compile(r'<th class="(head[^"]*)">(?:<p></p>)?</th>'), r'<td class="\1"></td>'),
)


def mend(site: Path) -> None:
    """Mend all pages of Sphinx below a folder."""
    for page in sorted(site.rglob("*.html")):
        if "_static" not in page.relative_to(site).parts:
            text = page.read_text("utf-8")
            for wrong, right in _MENDED:
                text = wrong.sub(right, text)
            page.write_text(text, "utf-8")
