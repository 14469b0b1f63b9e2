"""Write how the program is cited, from what ``pyproject.toml`` says, and nothing that it does not say."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

NAME = "strategist"


def project(root: Path) -> dict[str, Any]:
    """The table ``project`` of ``pyproject.toml``."""
    return dict(tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"])


def authors_of(told: dict[str, Any]) -> list[str]:
    """The authors whom ``pyproject.toml`` names, else whom the licence speaks of."""
    return [each["name"] for each in told.get("authors", ()) if "name" in each] or [f"The authors of {NAME}"]


def citation_file(told: dict[str, Any]) -> str:
    """A file in the Citation File Format 1.2.0. A URL or an author stands there if ``pyproject.toml`` has one."""
    lines = [
        "cff-version: 1.2.0",
        "message: If you use this software, please cite it as below.",
        "type: software",
        f"title: {json.dumps(NAME + ': ' + told['description'])}",
        f"version: {told['version']}",
        f"license: {told['license']}",
        "authors:",
        *(f"  - name: {json.dumps(author)}" for author in authors_of(told)),
        "keywords:",
        *(f"  - {json.dumps(word)}" for word in told["keywords"]),
    ]
    urls = {name.lower(): url for name, url in told.get("urls", {}).items()}
    for field, names in {"url": ("homepage", "documentation"), "repository-code": ("repository", "source")}.items():
        lines += [f"{field}: {json.dumps(urls[name])}" for name in names if name in urls][:1]
    return "\n".join(lines) + "\n"


def bibtex(told: dict[str, Any]) -> str:
    """An entry for BibTeX."""
    authors = " and ".join(f"{{{author}}}" for author in authors_of(told))
    fields = {"author": authors, "title": f"{NAME}: {told['description']}", "version": told["version"]}
    fields |= {"note": f"Computer program, {told['license']} license"}
    return "@misc{strategist,\n" + "".join(f"  {name} = {{{text}}},\n" for name, text in fields.items()) + "}\n"
