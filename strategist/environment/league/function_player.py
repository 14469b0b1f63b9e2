"""A function in a Python file as a program that speaks lines: run as a program by ``program_player``.

The file defines ``guess(history)``: ``history`` is a list of pairs of texts, guess and response, oldest first, and what
it returns is the next guess as text. What the file prints goes to standard error. It is no part of strategist that runs
here, so that a player starts at once, and imports what it needs.
"""

from __future__ import annotations

import os
import runpy
import sys


def main(path: str) -> None:
    """Answer each line, a history, by a guess."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    sys.argv = [path]
    guess = runpy.run_path(path).get("guess")
    if not callable(guess):
        sys.exit("expected a function guess(history)")
    for line in sys.stdin:
        history = [tuple(move.split(":", 1)) for move in line.split()[1:]]
        if line.startswith("guess"):
            text = str(guess(history))
            print(" ".join(text.split()), file=answers, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
