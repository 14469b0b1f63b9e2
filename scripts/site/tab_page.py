"""The pages with strategist in a tab: Pyodide, the program and what it imports, samples, and the pages' programs.

Nothing is asked of another host. Where Pyodide is not found (npm's package ``pyodide``), there are no such pages.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import zipfile
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent / "tab"
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
PROGRAMS = ("tab.js", "review.js", "asking.js", "engine.js", "cells.js", "tab.css")
PAGES = {"tab.html": "index.html", "review.html": "review.html"}
SAMPLES = (
    "mastermind-4x6.minimax.msgpack",
    "mastermind-4x4.optimal-total-depth.msgpack",
    "mastermind-4x4.optimal-total-depth.certificate",
)
IMPORTED = ("click", "msgpack", "tqdm", "rich")
"""What commands that read files import."""
LEFT_OUT = ("search/kernels", "cluster", "estimators", "checking/one_file", "__pycache__")


def pyodide_folder() -> Path | None:
    """Where npm has put Pyodide; None where it is not."""
    place = Path(os.environ.get("PYODIDE") or ROOT / ".venv/pyodide/node_modules/pyodide")
    return place if (place / PYODIDE[2]).exists() else None


def write_tab(folder: Path) -> bool:
    """Write the page into a folder of the site; returns whether Pyodide was there."""
    pyodide = pyodide_folder()
    if pyodide is None:
        folder.mkdir()
        (folder / "cells.js").write_text("// Without Pyodide the cells of tutorials stay as they are.\n")
        (folder / "index.html").write_text("<!DOCTYPE html><title>Left out</title>This site was built without Pyodide.")
        return False
    (folder / "pyodide").mkdir(parents=True)
    (folder / "samples").mkdir()
    for name in PYODIDE:
        shutil.copyfile(pyodide / name, folder / "pyodide" / name)
    for name in SAMPLES:
        shutil.copyfile(ROOT / "strategies" / name, folder / "samples" / name)
    for name in PROGRAMS:
        shutil.copyfile(HERE / name, folder / name)
    (folder / "strategist.zip").write_bytes(bundle())
    size = sum(each.stat().st_size for each in folder.rglob("*") if each.is_file())
    told = f"{size / 1e6:.1f} MB"
    # Tutorials say it beside their cells.
    (folder / "size.txt").write_text(told, "utf-8")
    for name, written in PAGES.items():
        page = (HERE / name).read_text("utf-8").replace("{{SIZE}}", told)
        (folder / written).write_text(page, "utf-8")
    files = sorted(each.relative_to(folder).as_posix() for each in folder.rglob("*") if each.is_file())
    digest = hashlib.sha256()
    for name in files:
        digest.update((folder / name).read_bytes())
    keeper = (HERE / "keep.js").read_text("utf-8").replace("{{VERSION}}", digest.hexdigest()[:16])
    (folder / "keep.js").write_text(keeper.replace("{{FILES}}", json.dumps(["./", *files])), "utf-8")
    return True


def bundle() -> bytes:
    """The program and what it imports as an archive, the same bytes for the same sources."""
    parts = {path.name: path.read_bytes() for path in sorted(HERE.glob("*.py"))}
    for package in ("strategist", *IMPORTED):
        found = find_spec(package)
        assert found is not None and found.origin is not None
        home = Path(found.origin).parent
        for path in sorted(home.rglob("*")):
            name = path.relative_to(home).as_posix()
            kept = path.is_file() and path.suffix in (".py", ".json", ".txt", ".gz", ".html", ".css", ".js")
            if kept and not any(each in name for each in LEFT_OUT):
                parts[f"{package}/{name}"] = path.read_bytes()
    for name in ("atlas.json", *SAMPLES):
        parts[f"strategist/library/{name}"] = (ROOT / "strategies" / name).read_bytes()
    # Who asks for the version of the program asks this.
    parts["strategist_compiler-0.dist-info/METADATA"] = _metadata()
    contents = io.BytesIO()
    with zipfile.ZipFile(contents, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(zipfile.ZipInfo(name), part, zipfile.ZIP_DEFLATED)
    return contents.getvalue()


def _metadata() -> bytes:
    from importlib.metadata import metadata

    told = metadata("strategist-compiler")
    heads = ("Metadata-Version", "Name", "Version", "Summary", "License-Expression", "Keywords")
    return "".join(f"{head}: {told[head]}\n" for head in heads).encode()
