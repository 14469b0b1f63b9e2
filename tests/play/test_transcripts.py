"""Whole games in every mode, and advice about them, by a process with piped input, word for word, in
``transcripts.txt``.

A block is a line ``arguments < line / line / …`` and the output that follows, including complaints. The command is
``play``, unless the arguments begin with another one of :data:`VERBS`. ``FILE[game | strategy]`` stands for a strategy
file, ``(empty)`` for an empty line. Update the output with
``PYTHONPATH=tests/fixtures:tests/programs python tests/play/test_transcripts.py`` and read the difference.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from patience import PATIENCE
from preloaded import command

from strategist import compile_strategy, make_rules, make_strategy, write_strategy

HERE = Path(__file__).parent
TRANSCRIPTS = HERE / "transcripts.txt"
EMPTY = "(empty)"
VERBS = ("assist", "advise", "compare", "review", "show", "verify")
PETS = ",cat,dog,hen,fish\nfur,yes,yes,no,no\nlegs,4,4/3,2,?\nbarks,no,yes/no,no,no\n"
"""A table in which an answer may be one of several."""


def blocks() -> list[list[str]]:
    text = TRANSCRIPTS.read_text(encoding="utf-8")
    return [block.splitlines() for block in text.strip().split("\n\n")]


def with_file(match: re.Match[str], folder: Path) -> str:
    game_text, strategy_text = match[1].split(" | ")
    path = folder / (re.sub(r"\W+", "-", match[1]) + ".msgpack")
    if not path.exists():
        game = make_rules(re.sub(r"file=(\w+\.csv)", lambda name: f"file={folder / name[1]}", game_text))
        write_strategy(path, compile_strategy(game, make_strategy(strategy_text, game)).data)
    return path.name


def play(title: str, folder: Path) -> list[str]:
    """The output of a process, with standard error in its place, and its exit status."""
    beginning, _, lines = title.partition(" <")
    arguments = shlex.split(re.sub(r"FILE\[(.*?)\]", lambda match: with_file(match, folder), beginning))
    verb = [] if arguments[0] in VERBS else ["play"]
    result = subprocess.run(
        [*command(), *verb, *arguments],
        input="".join(f"{line.replace(EMPTY, '')}\n" for line in lines.strip().split(" / ") if line),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        cwd=folder,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        timeout=PATIENCE,
    )
    said = [line for line in result.stdout.splitlines() if "compiling kernels" not in line]
    return [line.rstrip() for line in said if line.strip()] + [f"[{result.returncode}]"]


def prepare(folder: Path) -> None:
    for name in ("golden.csv", "kinds.csv"):
        shutil.copy(HERE.parent / "fixtures" / name, folder)
    (folder / "secret.txt").write_text("4563\n")
    (folder / "pets.csv").write_text(PETS)
    (folder / "sides.csv").write_text(",a,b,c\nx,left,right,left\ny,right,right,left\n")
    (folder / "abbey.txt").write_text("abbey bobby below\n")
    (folder / "more.txt").write_text("ebony elbow\n")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("play")
    prepare(path)
    return path


@pytest.mark.parametrize("block", blocks(), ids=lambda block: block[0])
def test_a_game_is_played_word_for_word(block: list[str], folder: Path) -> None:
    assert play(block[0], folder) == block[1:]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(1) as pool:
        prepare(Path(name))
        titles = [block[0] for block in blocks()]
        answers = pool.map(lambda title: play(title, Path(name)), titles)
        texts = ["\n".join([title, *answer]) for title, answer in zip(titles, answers, strict=True)]
    TRANSCRIPTS.write_text("\n\n".join(texts) + "\n", encoding="utf-8")
