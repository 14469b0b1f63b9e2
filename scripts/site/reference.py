"""Write the pages of the reference: every public name of the package, grouped by the rooms that define them."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import strategist

GROUPS = {
    "Games": ("model.game", "model.solitaire", "games"),
    "Strategies": ("choosing.strategy_contract", "choosing.registry"),
    "Compile": ("search.compile", "search.state"),
    "Trees, files, play": ("model.tree", "files.player", "files.strategy", "files.shipped"),
    "Verify and prove": ("checking", "files.certificate", "files.certificate_file"),
    "Advice and review": ("search.advice", "choosing.luck_and_skill"),
    "Estimators": ("estimators",),
    "Frames and graphs": ("show",),
    "Errors": ("errors", "common.errors"),
}
"""For each page of the reference, its title and what defines its names. What fits nowhere is on a page of its own."""
_REST = "More"
_WITH_BASES = {"Game": "Rules"}
"""Classes that are told with the members of their bases, up to one base."""
_ATTRIBUTE = re.compile(r"^(\w+)(?: : |$)", re.MULTILINE)
"""The name of an attribute in NumPy's list of them."""


def write_reference(folder: Path) -> None:
    """Fill ``folder`` with a page for each group of names, and ``index.md``, which lists names and pages."""
    folder.mkdir(parents=True)
    groups: dict[str, list[str]] = {title: [] for title in (*GROUPS, _REST)}
    for name in strategist.__all__:
        if name != "errors" and hasattr(strategist.errors, name):
            # The page of errors has it.
            continue
        groups[_group_of(name)].append(name)
    index = [
        "# Reference",
        "Every public name. `import strategist` alone imports nothing; a name is loaded when it is used.",
    ]
    contents = []
    for title, names in groups.items():
        if names:
            page = title.lower().replace(",", "").replace(" ", "-")
            contents.append(page)
            (folder / f"{page}.md").write_text(_directives(title, [_entry(name) for name in names]), "utf-8")
            listed = [".. autosummary::", "   :nosignatures:", "", *(f"   strategist.{name}" for name in names)]
            index.append(_directives(title, ["\n".join(listed)], level=2))
    toctree = "\n".join(["```{toctree}", ":hidden:", *contents, "```"])
    (folder / "index.md").write_text("\n\n".join([*index, toctree]) + "\n", "utf-8")


def _group_of(name: str) -> str:
    thing = getattr(strategist, name)
    home = thing.__name__ if inspect.ismodule(thing) else str(getattr(thing, "__module__", ""))
    home = home.removeprefix("strategist.")
    for title, rooms in GROUPS.items():
        if any(home == room or home.startswith(f"{room}.") for room in rooms):
            return title
    return _REST


def _entry(name: str) -> str:
    """The directive that reads the docstrings of one name."""
    thing, options = getattr(strategist, name), ["   :members:"]
    if inspect.ismodule(thing):
        return "\n".join([f".. automodule:: strategist.{name}", *options, "   :imported-members:"])
    if inspect.isclass(thing):
        told = _ATTRIBUTE.findall((inspect.getdoc(thing) or "").partition("\nAttributes\n")[2])
        if told:
            # The docstring tells of them already.
            options.append(f"   :exclude-members: {', '.join(told)}")
        if name in _WITH_BASES:
            options.append(f"   :inherited-members: {_WITH_BASES[name]}")
        return "\n".join([f".. autoclass:: strategist.{name}", *options])
    return f".. {'autofunction' if callable(thing) else 'autodata'}:: strategist.{name}"


def _directives(title: str, directives: list[str], level: int = 1) -> str:
    body = "\n\n".join(directives)
    return f"{'#' * level} {title}\n\n```{{eval-rst}}\n{body}\n```\n"
