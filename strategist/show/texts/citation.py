"""How the program is cited, from what its package says of itself, and nothing that it does not say."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib.metadata import metadata
from typing import NamedTuple

NAME, PACKAGE = "strategist", "strategist-compiler"


class Cited(NamedTuple):
    """What is cited. ``urls`` are addresses by their labels, in lower case, as those of a ``pyproject.toml``."""

    description: str
    version: str
    license: str
    keywords: Sequence[str] = ()
    authors: Sequence[str] = ()
    urls: Mapping[str, str] = {}

    @property
    def credited(self) -> Sequence[str]:
        """The authors whom the package names, else whom its licence speaks of."""
        return self.authors or [f"The authors of {NAME}"]


def installed() -> Cited:
    """The program that runs.

    >>> installed().license
    'MIT'
    """
    told = metadata(PACKAGE)
    urls = dict(each.lower().split(", ", 1) for each in told.get_all("Project-URL") or ())
    keywords = [each.strip() for each in (told["Keywords"] or "").split(",") if each.strip()]
    authors = [told["Author"]] if "Author" in told else []
    return Cited(told["Summary"], told["Version"], told["License-Expression"], keywords, authors, urls)


def bibtex(cited: Cited) -> str:
    """An entry for BibTeX.

    >>> print(bibtex(Cited("It searches", "1.0", "MIT")), end="")
    @misc{strategist,
      author = {{The authors of strategist}},
      title = {strategist: It searches},
      version = {1.0},
      note = {Computer program, version 1.0, MIT license},
    }
    """
    fields = {
        "author": " and ".join(f"{{{author}}}" for author in cited.credited),
        "title": f"{NAME}: {cited.description}",
        "version": cited.version,
        "note": f"Computer program, version {cited.version}, {cited.license} license",
    }
    return "@misc{strategist,\n" + "".join(f"  {name} = {{{text}}},\n" for name, text in fields.items()) + "}\n"


def plain_citation(cited: Cited) -> str:
    """One line for a list of references.

    >>> plain_citation(Cited("It searches", "1.0", "MIT"))
    'The authors of strategist. strategist: It searches. Version 1.0. Computer program, MIT license.\\n'
    """
    authors = ", ".join(cited.credited)
    title = f"{NAME}: {cited.description}"
    return f"{authors}. {title}. Version {cited.version}. Computer program, {cited.license} license.\n"


def citation_file(cited: Cited) -> str:
    """A file in the Citation File Format 1.2.0. A URL stands there if the package has one.

    >>> citation_file(Cited("It searches", "1.0", "MIT", ["game"])).splitlines()[3:5]
    ['title: "strategist: It searches"', 'version: 1.0']
    """
    lines = [
        "cff-version: 1.2.0",
        "message: If you use this software, please cite it as below.",
        "type: software",
        f"title: {json.dumps(f'{NAME}: {cited.description}')}",
        f"version: {cited.version}",
        f"license: {cited.license}",
        "authors:",
        *(f"  - name: {json.dumps(author)}" for author in cited.credited),
        "keywords:",
        *(f"  - {json.dumps(word)}" for word in cited.keywords),
    ]
    for field, names in {"url": ("homepage", "documentation"), "repository-code": ("repository", "source")}.items():
        lines += [f"{field}: {json.dumps(cited.urls[name])}" for name in names if name in cited.urls][:1]
    return "\n".join(lines) + "\n"


WAYS = {"bibtex": bibtex, "text": plain_citation, "cff": citation_file}
"""What ``strategist cite --format`` prints."""
