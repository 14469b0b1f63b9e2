"""What is cited, from what ``pyproject.toml`` says."""

from __future__ import annotations

import tomllib
from pathlib import Path

from strategist.show.texts.citation import Cited


def project(root: Path) -> Cited:
    """The program whose sources stand in a folder."""
    told = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    authors = [each["name"] for each in told.get("authors", ()) if "name" in each]
    urls = {name.lower(): url for name, url in told.get("urls", {}).items()}
    return Cited(told["description"], told["version"], told["license"], told["keywords"], authors, urls)
