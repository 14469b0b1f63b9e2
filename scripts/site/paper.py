"""Print the page ``paper.html`` of the site as a PDF, by Chromium: the same text, set for sheets of A4.

A browser is where the site is looked at anyway, and LaTeX is seldom at hand. Where there is none, the site has no PDF.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_ARTICLE = re.compile(r"<article[^>]*>(.*)</article>", re.DOTALL)
_LEFT_OUT = re.compile(r'<a class="headerlink".*?</a>|<button.*?</button>', re.DOTALL)
_DATE = re.compile(rb"/(CreationDate|ModDate) \(D:\d{14}")
_HEAD = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<link rel="stylesheet" href="_static/paper.css"></head><body><main>"""


def print_paper(site: Path) -> bool:
    """Write ``paper.pdf`` beside ``paper.html``; returns whether a browser was there."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        return False
    article = _ARTICLE.search((site / "paper.html").read_text("utf-8"))
    assert article is not None
    title = "Best strategies for games of deduction"
    # It stands beside the page, so that pictures are found.
    alone = site / "paper-alone.html"
    alone.write_text(_HEAD.format(title=title) + _LEFT_OUT.sub("", article[1]) + "</main></body></html>", "utf-8")
    with tempfile.TemporaryDirectory() as profile:
        command = [browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}"]
        command += ["--no-pdf-header-footer", f"--print-to-pdf={site / 'paper.pdf'}", alone.as_uri()]
        subprocess.run(command, check=True, capture_output=True)
    alone.unlink()
    printed = (site / "paper.pdf").read_bytes()
    # Nothing on the site tells when it was made.
    (site / "paper.pdf").write_bytes(_DATE.sub(rb"/\1 (D:20000101000000", printed))
    return True


def sheets(pdf: bytes) -> int:
    """How many sheets a PDF of Chromium has."""
    return len(re.findall(rb"/Type /Page\b(?!s)", pdf))
