"""The proof of the least total for several boards: a text file in JSON, which names every set that was looked at.

A *claim* is a list of sets of candidates, one for each board that is not solved, with the least total of guesses over
all combinations of their secrets, and a guess that reaches it. Sets are lists of indices of secrets, in ascending
order; the guess is an index of guesses. The words of a game travel in the file. What claims have to fulfil says
:mod:`strategist.checking.boards.check_boards`.
"""

from __future__ import annotations

import base64
import json
import math
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from strategist.common.errors import SpecError, StrategyFileError
from strategist.common.whole_files import read_file, write_file
from strategist.games.boards import Boards
from strategist.games.catalog import read_game, restored
from strategist.model.game import Game

BEGINNING = b'{"strategist": "boards"'
_VERSION = 1
_MOST_BYTES = 1 << 28
MOST_COMBINATIONS = 1 << 20
"""The most combinations of secrets of a claim."""

Sets = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class BoardsProof:
    """The boards, and for each list of sets its least total and a guess that reaches it."""

    boards: Boards
    claims: dict[Sets, tuple[int, int]]

    @property
    def whole(self) -> Sets:
        """The sets at the beginning."""
        return (tuple(range(len(self.boards.game.secrets))),) * self.boards.number


def write_boards_proof(path: str | os.PathLike[str], proof: BoardsProof) -> int:
    """Write a proof, and return the number of its bytes; the same proof gives the same bytes."""
    game = proof.boards.game
    payload = game.payload()
    told = {
        "strategist": "boards",
        "version": _VERSION,
        "game": game.spec,
        "payload": None if payload is None else base64.b64encode(payload).decode(),
        "number": proof.boards.number,
        "claims": [[*claim, *proof.claims[claim]] for claim in sorted(proof.claims)],
    }
    contents = (json.dumps(told) + "\n").encode()
    return write_file(Path(path), [contents])


def holds_boards(path: str | os.PathLike[str]) -> bool:
    """Whether a file begins as such a proof does; a pipe, which could not be read again, is none."""
    try:
        return os.path.isfile(path) and read_file(path, BEGINNING).startswith(BEGINNING)
    except OSError:
        return False


def read_boards_proof(path: str | os.PathLike[str]) -> BoardsProof:
    """The proof in a file. Raises :class:`~strategist.common.errors.StrategyFileError` for a file that holds none."""
    try:
        contents = read_file(Path(path))
        if len(contents) > _MOST_BYTES or not contents.startswith(BEGINNING):
            raise StrategyFileError(f"{path}: expected the proof of several boards")
        told = json.loads(contents)
        kind, values = read_game(str(told["game"]))
        payload = None if told["payload"] is None else base64.b64decode(told["payload"], validate=True)
        game = restored(kind, values, payload, None)
        if told["version"] != _VERSION or not isinstance(game, Game):
            raise StrategyFileError(f"{path}: expected version {_VERSION}, got {told['version']!r}")
        boards = Boards(game, _whole(told["number"], 1, 64))
        if len(game.secrets) ** boards.number > MOST_COMBINATIONS:
            raise StrategyFileError(f"{path}: expected at most {MOST_COMBINATIONS} combinations of secrets")
        claims = dict(_claim(boards, each) for each in told["claims"])
        return BoardsProof(boards, claims)
    except StrategyFileError:
        raise
    except (ValueError, KeyError, TypeError, IndexError, RecursionError, SpecError) as error:
        told = f"{type(error).__name__}: {error}" if isinstance(error, LookupError) else error
        raise StrategyFileError(f"{path}: expected the proof of several boards, whole: {told}") from None
    except OSError as error:
        raise StrategyFileError(f"{path}: cannot read: {error.strerror or error}") from None


def _claim(boards: Boards, told: list[Any]) -> tuple[Sets, tuple[int, int]]:
    *listed, value, guess = told
    secrets = len(boards.game.secrets)
    sets = tuple(tuple(_whole(code, 0, secrets - 1) for code in each) for each in listed)
    if not 1 <= len(sets) <= boards.number or not all(sets):
        raise ValueError("sets")
    if list(sets) != sorted(sets) or any(list(each) != sorted(set(each)) for each in sets):
        raise ValueError("order")
    if math.prod(map(len, sets)) > MOST_COMBINATIONS:
        raise ValueError("too many")
    return sets, (_whole(value, 0, 1 << 62), _whole(guess, 0, len(boards.game.guesses) - 1))


def _whole(value: Any, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise ValueError("number")
    return value
