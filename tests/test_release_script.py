"""The data release: the same bytes whenever it is made, and a manifest that says how each file is made and checked."""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import subprocess
import tarfile
from dataclasses import replace
from pathlib import Path
from typing import Any

from preloaded import command
from said import run, told

from strategist.files.atlas.register import Register, register, write_register

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "scripts" / "release"
SMALL = "mastermind-3x3.optimal-total"


def release(folder: Path, *words: Path) -> subprocess.CompletedProcess[str]:
    line = [*command(SCRIPT), "-o", str(folder), *map(str, words)]
    return subprocess.run(line, capture_output=True, text=True)


def manifest_of(folder: Path) -> dict[str, Any]:
    (path,) = folder.glob("*.MANIFEST.json")
    found: dict[str, Any] = json.loads(path.read_text())
    return found


def written(folder: Path) -> tuple[Path, Path]:
    """The tree and the certificate of a small record, as its command makes them."""
    folder.mkdir()
    tree, certificate = folder / "a.msgpack", folder / "b.certificate"
    record = register().find(SMALL)
    copies = "--copies" if record.certificate is not None and record.certificate.copies else "--no-copies"
    told("compile", record.game, record.strategy, "-o", tree, "--certificate", certificate, copies)
    return tree, certificate


def test_a_release_is_made_again_byte_for_byte(tmp_path: Path) -> None:
    tree, certificate = written(tmp_path / "written")
    assert register().find(SMALL).certificate is not None
    first = release(tmp_path / "one", tmp_path / "written")
    assert first.returncode == 0, first.stderr
    os.utime(tree, (1, 1))
    certificate.rename(certificate.with_name("zz.certificate"))
    second = release(tmp_path / "two", tmp_path / "written" / "zz.certificate", tree)
    assert second.stdout.split("SHA-256")[1] == first.stdout.split("SHA-256")[1]
    (one,), (two,) = ((tmp_path / each).glob("*.tar") for each in ("one", "two"))
    assert one.read_bytes() == two.read_bytes()


def test_a_manifest_says_how_each_file_is_made_and_checked(tmp_path: Path, monkeypatch: Any) -> None:
    written(tmp_path / "written")
    assert release(tmp_path / "out", tmp_path / "written").returncode == 0
    manifest = manifest_of(tmp_path / "out")
    (archive,) = (tmp_path / "out").glob("*.tar")
    with tarfile.open(archive) as opened:
        opened.extractall(tmp_path / "here", filter="data")
    (folder,) = (tmp_path / "here").iterdir()
    assert manifest == json.loads((folder / "MANIFEST.json").read_text())
    names = {str(each.relative_to(folder)) for each in folder.rglob("*") if each.is_file()} - {"MANIFEST.json"}
    assert names == {each["file"] for each in manifest["files"]}
    for each in manifest["files"]:
        contents = (folder / each["file"]).read_bytes()
        assert (len(contents), hashlib.sha256(contents).hexdigest()) == (each["bytes"], each["sha256"])
    # All that ship and that a record names are there, and what was given.
    assert {f"certificates/{SMALL}.certificate", f"trees/{SMALL}.msgpack", "atlas.json"} <= names
    assert sum(name.endswith(".certificate") for name in names) > 5
    monkeypatch.chdir(folder)
    (own,) = (each for each in manifest["files"] if each["file"] == f"certificates/{SMALL}.certificate")
    assert run(*shlex.split(own["check"])[1:]).status == 0
    monkeypatch.chdir(tmp_path)
    assert run(*shlex.split(own["make"])[1:]).status == 0
    assert hashlib.sha256((tmp_path / f"{SMALL}.certificate").read_bytes()).hexdigest() == own["sha256"]


def test_a_file_of_no_record_is_refused_in_one_line(tmp_path: Path) -> None:
    other = tmp_path / "other.certificate"
    other.write_bytes(b"no certificate")
    said = release(tmp_path / "out", other)
    assert (
        said.returncode == 2 and said.stderr.count("\n") == 1 and "expected a file that a record names" in said.stderr
    )
    assert not (tmp_path / "out").exists()
    known = register().find(SMALL)
    assert known.certificate is not None
    forged = replace(known, tree=replace(known.tree, sha256="0" * 64))
    write_register(tmp_path / "atlas.json", Register([forged]))
    tree, _ = written(tmp_path / "written")
    said = release(tmp_path / "out", tree, Path("--register"), tmp_path / "atlas.json")
    assert said.returncode == 2 and "expected a file that a record names" in said.stderr
