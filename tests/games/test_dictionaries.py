"""Words from any dictionary, and the lists that ship."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from refusals import refused, refuses

from strategist import compile_strategy, make_game, make_strategy, verify_strategy
from strategist.commands.cli import main
from strategist.common.errors import SpecError, StrategyFileError
from strategist.common.side_remarks import tell_by
from strategist.files.strategy import decode, encode
from strategist.games.words.dictionaries import read_dictionary
from strategist.games.words.shipped_words import DATA, LENGTHS, fold_lists, shipped_lists, unfold_lists
from strategist.games.words.word_lists import Lists
from strategist.games.words.words import Words

UNSEEN = "with characters that cannot be seen"
DICTIONARY = (
    "A\nAaron\nAaron's\naback\nabacus\nabacus's\nabash\nboard\nBoard\nboards\nnaïve\nwell-known\nzebra\nzebra's\n"
)


def test_of_a_dictionary_the_words_of_one_length_are_kept(written: Callable[..., str], told: list[str]) -> None:
    path = written(DICTIONARY, "words")
    game = make_game(f"words({path})")
    assert list(game.secrets) == ["aback", "abash", "board", "naïve", "zebra"]
    assert told == [
        f"{path}: 5 words read, 9 passed over: 4 with other signs (\"Aaron's\", \"abacus's\", 'well-known', …), "
        "3 of other lengths ('A', 'abacus', 'boards'), 2 with capitals ('Aaron', 'Board')",
    ]
    six = make_game(f"words({path},length=6)")
    assert list(six.secrets) == ["abacus", "boards"] and six.spec == "words(answers=words,length=6)"


@pytest.mark.parametrize(
    ("lines", "length", "words", "passed"),
    [
        (["crane;slate;trace"], None, ["crane", "slate", "trace"], {}),
        (["crane\tslate\t", ";trace, about"], None, ["crane", "slate", "trace", "about"], {}),
        (["crane;1234", "slate;77"], None, ["crane", "slate"], {"with other signs": 2}),
        (["CRANE", "SLATE", "CAT"], None, ["crane", "slate"], {"of other lengths": 1}),
        (["Crane slate cat"], None, ["slate"], {"of other lengths": 1, "with capitals": 1}),
        (["Crane slate"], 5, ["crane", "slate"], {}),
        (["cat dog Hen"], None, ["cat", "dog", "hen"], {}),
        (["cat horse mouse horse"], 3, ["cat"], {"of other lengths": 3}),
        (["cat horse mouse horse"], None, ["horse", "mouse"], {"of other lengths": 1, "repeated": 1}),
        (["# it's a list", "can’t", "won win"], None, ["won", "win"], {"with other signs": 1}),
        (["crane", "slate", "crane"], None, ["crane", "slate"], {"repeated": 1}),
        (
            ["crane", "cri\u0306ne\u030a", "sl\u200bate", "slate"],
            None,
            ["crane", "slate"],
            {"with combining marks": 1, UNSEEN: 1},
        ),
        (["crane", "x" * 101], None, ["crane"], {"of more than 100 letters": 1}),
        (["planet"] + [f"sl{end}ver" for end in "abcdefgh"] + ["words"], None, 9, {"of other lengths": 1}),
        (
            ["crane slate adieu hy=phen's =don't", 'trace=about=("x")'],
            None,
            ["crane", "slate", "adieu"],
            {"with other signs": 3},
        ),
        (['"crane","slate"', "“trace”", "«about»"], None, ["crane", "slate", "trace", "about"], {}),
    ],
)
def test_what_is_read_and_what_is_passed_over(
    lines: list[str], length: int | None, words: list[str] | int, passed: dict[str, int]
) -> None:
    found = read_dictionary(lines, length)
    assert words in (found.words, len(found.words))
    assert {why: len(texts) for why, texts in found.passed.items()} == passed


def test_a_real_list_loses_what_cannot_be_used_and_nothing_else(written: Callable[..., str], told: list[str]) -> None:
    words = [f"{one}{two}ta{three}" for one in "kpstv" for two in "aeiou" for three in "lmnrst"]
    path = written("\n".join([*words, words[7], "t\u0306as", "rei'i", words[3].upper()]), "finnish.txt")
    assert list(make_game(f"words({path})").secrets) == sorted(words)
    assert told == [
        f"{path}: 150 words read, 4 passed over: 1 with combining marks ('t\u0306as'), 1 with other signs (\"rei'i\"), "
        "2 repeated ('ketam', 'KATAR')"
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("['crane','slate']", ["crane", "slate"]),
        ('["crane", "slate"]\n', ["crane", "slate"]),
        ("const words = [\n  'crane', // common\n  'slate',\n];\nexport default words;\n", ["crane", "slate"]),
        ("# words\nANSWERS = (\n    'crane',\n    \"slate\",  # too\n)\nprint('hello')\n", ["crane", "slate"]),
        ('{"words": ["crane", "slate"], "other": {"n": 2}}', ["crane", "slate"]),
        ('let first = table["words"]; new Set(["crane", "slate"]);', ["crane", "slate"]),
        ('var Ma=["crane"],Oa=["slate"];function f(){return Ma["a"]||"const"}', ["crane", "slate"]),
        ('[["crane", "slate"], ["trace"]]', ["crane", "slate", "trace"]),
        ('["stra\\u00dfe", "b\\u00e4rte\\u006e"]', ["bärten", "straße"]),
    ],
)
def test_of_a_program_the_words_in_its_lists_are_read(written: Callable[..., str], text: str, words: list[str]) -> None:
    path = written(text, "program.txt")
    assert list(make_game(f"words({path})").secrets) == words


@pytest.mark.parametrize(
    "text",
    [
        "const words = 'crane slate'.split(' ');",
        'words = """\ncrane\nslate\n"""',
        '{"crane": 12, "slate": 3}',
        "[crane, slate]",
        "const words = load('crane')",
        "words = first(others)",
        "const x=load('crane')",
    ],
)
def test_a_program_without_a_list_is_refused_in_one_line(written: Callable[..., str], text: str) -> None:
    path = written(text, "program.txt")
    refuses(make_game, f"words({path})", told=r"program\.txt: expected a list of words, got a program without a list")


def test_a_few_words_among_other_texts_are_no_list() -> None:
    with refused(r"expected a list of words, got 2 words beside 4 with other signs \('run/SM', "):
        read_dictionary(["abbey", "abbot", "run/SM", "walk/S", "go/S", "12"])


@pytest.mark.parametrize("part", ["['", "=\"'a`b", '["\\', "['a',", "/*='", "[a,"])
def test_a_long_program_is_read_at_once(part: str) -> None:
    lines = [part * 30_000]
    try:
        assert read_dictionary(lines).words == ["a"]
    except SpecError as error:
        assert "\n" not in str(error)


def test_guesses_are_as_long_as_answers(tmp_path: Path, told: list[str]) -> None:
    answers, guesses = tmp_path / "answers", tmp_path / "guesses"
    answers.write_text("cat dog")
    guesses.write_text("cat hen horse")
    game = make_game(f"words({answers},{guesses})")
    assert (list(game.secrets), list(game.guesses)) == (["cat", "dog"], ["cat", "dog", "hen"])
    assert told == [f"{guesses}: 2 words read, 1 passed over: 1 of other lengths ('horse')"]


def test_the_command_line_tells_what_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("words").write_text(DICTIONARY)
    monkeypatch.setattr("sys.argv", ["strategist", "play", "words(words)", "--secret", "zebra"])
    monkeypatch.setattr("sys.stdin", io.StringIO("zebra\n"))
    try:
        with pytest.raises(SystemExit):
            main()
    finally:
        tell_by(None)
    assert capsys.readouterr().err.count("strategist: words: 5 words read, 9 passed over") == 1


@pytest.mark.parametrize("length", LENGTHS)
def test_the_lists_that_ship_are_in_order(length: int) -> None:
    lists = shipped_lists(length)
    assert set(lists.secrets) < set(lists.guesses) and list(lists.guesses) == sorted(set(lists.guesses))
    assert all(len(word) == length and word.isascii() and word.islower() for word in lists.guesses)
    game = make_game(f"words(length={length})")
    assert game.spec == f"words(length={length})"
    assert (len(game.secrets), len(game.guesses)) == (len(lists.secrets), len(lists.guesses))
    again = unfold_lists(fold_lists(lists))
    assert (list(again.secrets), list(again.guesses)) == (list(lists.secrets), list(lists.guesses))


def test_wordle_is_another_name() -> None:
    assert make_game("wordle").spec == "words(length=5)"
    assert make_game("wordle(length=4,hard=true)").spec == "words(hard=true,length=4)"
    assert len(make_game("words").secrets) == 439
    for word in ("crane", "slate", "trace", "raise", "cried", "tweed"):
        assert word in make_game("wordle").secrets
    for word in ("words", "asked", "salet", "tares"):
        assert word in make_game("wordle").guesses and word not in make_game("wordle").secrets


def test_the_licence_of_the_lists_is_beside_them() -> None:
    text = (DATA / "scowl.txt").read_text()
    for notice in ("Kevin Atkinson", "J Ross Beresford", "Princeton University", "Geoff Kuenning", "They are modified"):
        assert notice in text


@pytest.mark.parametrize("length", [1, 3, 9, 100])
def test_for_other_lengths_a_file_is_needed(length: int) -> None:
    with refused(f"words of 4 to 8 letters ship, there is no list of {length} letter"):
        make_game(f"words(length={length})")


def test_the_length_in_a_file_is_that_of_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Words({"length": 3}, Lists(["cat", "dog"]))
    data = compile_strategy(game, make_strategy("first", game)).data
    again = decode(encode(data))
    assert again.game.spec == "words(length=3)" and verify_strategy(again).verified
    monkeypatch.setattr(data.game, "payload", lambda: Lists(["cats", "dogs"]).pack())
    refuses(decode, encode(data), told="expected words of 3 letters, got 'cats'", error=StrategyFileError)
