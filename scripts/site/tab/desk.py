"""What the page with strategist in a tab asks for, in Python: it runs in a worker of the browser, without NumPy."""

import codecs
import io
import os
import sys
from contextlib import redirect_stderr, redirect_stdout

from tqdm import tqdm

from strategist.commands.cli import main
from strategist.common.errors import StrategistError
from strategist.files import certificate_file
from strategist.games.catalog import make_game
from strategist.games.tables.table import Table
from strategist.model.position import kind_of

GROWN_SECONDS = 2e-5
"""What the tree of a heuristic takes for each pair of a secret and a question, where a million additions in a loop take
0.06 seconds (Chromium 150 on an EPYC): 1.4e-5 for codes and 300 words, 2.7e-5 for a table."""
CHECK_SECONDS = 1.3e-5
"""What the check of a certificate takes for each question, times the secrets and the positions: there, 0.9e-5 to 1.3e-5
for those of Mastermind 3x6, 4x4, 4x5 and 4x6 and of Bulls and Cows 3x10."""
LONGEST = 600
"""The seconds beyond which no work is begun."""
MOST_LINES = 100_000
"""The lines of a list of words or a table that are read."""

tqdm.monitor_interval = 0


class Sent(io.RawIOBase):
    """The bytes of a standard stream, sent as texts while they are written. Bars are drawn where it is a terminal."""

    def __init__(self, send, terminal):
        self._send, self._terminal = send, terminal
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode

    def writable(self):
        return True

    def isatty(self):
        return self._terminal

    def write(self, data):
        self._send(self._decode(bytes(data)))
        return len(data)


def stream(send, terminal=False):
    """A standard stream."""
    return io.TextIOWrapper(Sent(send, terminal), encoding="utf-8", write_through=True, newline="\n")


def run(words, out, err):
    """Run a command, given as its words; returns its exit status."""
    sys.argv = ["strategist", *words]
    return spoken(main, out, err)


def spoken(work, out, err):
    """Do work that prints; returns its exit status."""
    os.environ["COLUMNS"], os.environ["NO_COLOR"] = "100", "1"
    with redirect_stdout(stream(out)), redirect_stderr(stream(err, True)):
        try:
            return int(work() or 0)
        except SystemExit as left:
            return int(left.code or 0)


def refusal(path):
    """Why a file is not worked on here, in one line; None for one that is."""
    with open(path, "rb") as opened:
        contents = opened.read()
    if certificate_file.is_certificate(contents):
        try:
            certificate = certificate_file.decode(contents)
        except StrategistError as error:
            return f"{path}: {error}"
        if (seconds := seconds_to_check(certificate)) > LONGEST:
            return (
                f"{path}: {len(certificate)} positions take some {shown(seconds)} to check here; "
                "install strategist, which checks by NumPy"
            )
    elif not contents.startswith(b"\x95") and (lines := contents.count(b"\n")) > MOST_LINES:
        return (
            f"{path}: {lines:,} lines: expected at most {MOST_LINES:,} here, where a heuristic for so many words takes "
            f"some {shown(GROWN_SECONDS * lines**2)}; install strategist for more"
        )
    return None


def estimate(path):
    """The seconds that a certificate takes to be checked; 0 for any other file."""
    with open(path, "rb") as opened:
        contents = opened.read()
    return seconds_to_check(certificate_file.decode(contents)) if certificate_file.is_certificate(contents) else 0.0


def seconds_to_check(certificate):
    game = certificate.game
    return CHECK_SECONDS * game.question_count * (len(game.secrets) + len(certificate))


def shown(seconds):
    """A number of seconds in words."""
    for unit, size in (("days", 86400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} seconds"


def look(text, out):
    """Say what a game, a list or a table has."""
    game = make_game(text)
    kinds = "" if game.classes is None else f" of {len(game.class_names)} classes"
    out(f"{game.spec}: {len(game.secrets)} secrets{kinds}, {game.question_count} questions, ")
    out(f"{game.response_count} responses; answers: {kind_of(game).name}\n")
    out(f"the tree of a heuristic takes some {shown(seconds_of(game))} here\n")
    if isinstance(game, Table):
        alike = {}
        for secret in game.secrets:
            answers = tuple(tuple(game.answers(question, secret)) for question in game.guesses[: game.question_count])
            alike.setdefault(answers, []).append(game.format_secret(secret))
        for names in alike.values():
            if len(names) > 1:
                out(f"never told apart: {', '.join(names)}\n")
    return 0


def seconds_of(game):
    return GROWN_SECONDS * len(game.secrets) * game.question_count
