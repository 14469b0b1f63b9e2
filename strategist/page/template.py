"""Templates of pages: files of this folder in which ``{{NAME}}`` stands for a part that is filled in."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path

_HERE = Path(__file__).parent


def source(name: str) -> str:
    """The text of a file by its path within this folder."""
    return (_HERE / name).read_text(encoding="utf-8")


def fill(name: str, parts: Mapping[str, str]) -> str:
    """The template ``name`` with its parts inserted unescaped.

    >>> fill("js/ui/worker.js", {"VERSION": '"5"', "FILES": "[]"}).count('const VERSION = "5";')
    1
    """
    # A single pass, so that inserted parts are not searched again.
    return re.sub(r"\{\{([A-Z]+)\}\}", lambda match: parts[match[1]], source(name))


def json_text(value: object) -> str:
    """JSON that is safe within a script element: a text without ``<`` cannot close the element.

    >>> json_text({"b": "</script>", "a": 1})
    '{"a":1,"b":"\\\\u003c/script\\\\u003e"}'
    """
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"), sort_keys=True)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def source_hash(text: str) -> str:
    """The source expression of a Content Security Policy that allows an element of exactly this text."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def policy_of(style: str, *programs: str) -> str:
    """The Content Security Policy of a page that asks no network for anything, and has one style and some programs."""
    return (
        "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; worker-src blob:; "
        f"script-src {' '.join(map(source_hash, programs))}; style-src {source_hash(style)}"
    )


def program(names: tuple[str, ...]) -> str:
    """The programs ``names`` of ``js/``, concatenated in a scope of their own, without comments.

    A part of several files, with blanks between their names, stands under the name of the first.
    """
    parts = []
    for name in names:
        first, *_ = files = name.split()
        texts = (bare(source(f"js/{file}.js")) for file in files)
        parts.append("\n".join([f"// {first.rpartition('/')[2]}.js", *texts, ""]))
    return '(() => {\n"use strict";\n\n' + "\n".join(parts) + "})();\n"


def bare(text: str) -> str:
    """A program or a style sheet without indentation, empty lines, and comments on separate lines.

    This is safe because no string literal of ours spans lines.

    >>> bare("/** Twice. */\\nfunction twice(x) {\\n  // By addition.\\n  return x + x;\\n}\\n")
    'function twice(x) {\\nreturn x + x;\\n}'
    """
    without = re.sub(r"^\s*/\*.*?\*/[ \t]*$", "", text, flags=re.DOTALL | re.MULTILINE)
    lines = (line.strip() for line in without.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("// "))
