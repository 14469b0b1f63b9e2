"""Words in capitals and with marks apart: every letter that a list may hold, in every game and in every place."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from refusals import refuses

from strategist import CompiledStrategy, compile_strategy, make_game, make_strategy, verify_strategy
from strategist.commands.cli import main
from strategist.common.errors import CodeError
from strategist.common.side_remarks import heard, tell_by
from strategist.files.strategy import decode, encode
from strategist.games.pegs.alphabet import Alphabet
from strategist.games.tables.lexicon import Lexicon
from strategist.games.words.letters import Spelling, fold, in_capitals
from strategist.games.words.word_lists import Lists
from strategist.games.words.words import Words

TURKISH = "sınır sinir kadın bilir ılgın"
"""Words that differ in capitals by their dots alone, and others."""
I_IS_DOTLESS = "the words hold ı: I is read as its capital, and İ as that of i"


def letters_of_unicode() -> Iterator[str]:
    """Every letter that a word may hold: one code point when composed."""
    for letter in map(chr, range(sys.maxunicode + 1)):
        if unicodedata.category(letter).startswith("L") and unicodedata.is_normalized("NFC", letter):
            yield letter


def written(word: str) -> set[str]:
    """A word in all cases, composed or not."""
    forms = {word, word.upper(), word.lower(), word.casefold(), word.title(), word.swapcase()}
    return {unicodedata.normalize(form, text) for text in forms for form in ("NFC", "NFD")}


def test_every_letter_is_itself_in_either_case() -> None:
    changed = 0
    for letter in letters_of_unicode():
        if letter.upper() == letter == letter.lower() and fold(letter) == letter:
            assert fold(unicodedata.normalize("NFD", letter)) == letter
            continue
        changed += 1
        word = fold(f"{letter}x")
        spelling = Spelling([word])
        # Where words hold ı, other software than that of Turkey has other capitals: whoever types them is told.
        assert spelling.remarks() == [I_IS_DOTLESS] * (letter == "ı")
        for text in written(f"{letter}x") | written(word):
            assert spelling.find(text) == word, (letter, text)
        with_dotless = Spelling([fold(f"{letter}xı", dotless=True)])
        for text in (f"{letter}xı", in_capitals(f"{fold(letter, dotless=True)}xı", dotless=True)):
            assert with_dotless.find(text) == with_dotless.find(unicodedata.normalize("NFD", text)) is not None
    assert changed > 2000


def test_words_that_are_alike_in_capitals_are_told() -> None:
    with heard() as remarks:
        game = Words({}, Lists(["assß", "aßss", "ﬁxen", "grün"]))
    assert remarks == [
        "words: in capitals, words such as 'assß' and 'aßss' are written alike: what can be both is refused"
    ]
    assert (game.parse_code("AẞSS"), game.parse_code("GRÜN"), game.parse_code("FIXEN")) == ("aßss", "grün", "ﬁxen")
    refuses(game.parse_code, "ASSSS", told="'ASSSS' is not in the list", error=CodeError)


# Turkish and Azeri


def test_dotted_and_dotless_i_are_two_letters() -> None:
    with heard() as remarks:
        game = Words({}, Lists(TURKISH.split()))
    assert remarks == [f"words: {I_IS_DOTLESS}"]
    for text, word in (
        ("SINIR", "sınır"),
        ("SİNİR", "sinir"),
        ("SI\u0307NI\u0307R", "sinir"),
        ("Sınır", "sınır"),
        ("si\u0307ni\u0307r", "sinir"),
        ("ILGIN", "ılgın"),
        ("Bilir", "bilir"),
    ):
        assert game.parse_code(text) == word
    refuses(game.parse_code, "BILIR", told="'BILIR' is not in the list", error=CodeError)
    assert game.parse_history("SINIR:ggggg SİNİR:g-g-g")[0][0] == "sınır"
    assert compile_strategy(game, make_strategy("entropy(first=SINIR)", game)).start().guess == "sınır"
    assert game.parse_secret("SINIR") == "sınır"


@pytest.mark.parametrize(
    ("answers", "guesses", "read"),
    [
        ("SINIR SİNİR KADIN", None, ["kadın", "sinir", "sınır"]),
        ("SINIR KADIN", "sinir bilir ılgın", ["bilir", "kadın", "sinir", "sınır", "ılgın"]),
        ("sinir SINIR", "SİNİR KADIN", ["kadın", "sinir", "sınır"]),
        # A list in capitals without a dot or its lack: nothing tells that it is Turkish.
        ("SINIR KADIN", None, ["kadin", "sinir"]),
        # The name is passed over, and does not make English Turkish.
        ("light LIGHTS lights Işıklı", None, ["light"]),
    ],
)
def test_the_words_of_both_lists_say_what_capital_i_is(
    tmp_path: Path, answers: str, guesses: str | None, read: list[str]
) -> None:
    (tmp_path / "answers").write_text(answers, encoding="utf-8")
    (tmp_path / "guesses").write_text(guesses or "", encoding="utf-8")
    more = "" if guesses is None else f",guesses={tmp_path}/guesses"
    game = make_game(f"words(answers={tmp_path}/answers{more})")
    assert list(game.guesses) == sorted(read)
    assert game.dotless == any("ı" in word for word in read)


def test_the_remark_is_made_once_in_every_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("tr.txt").write_text(TURKISH, encoding="utf-8")

    def told(*arguments: str) -> tuple[str, str]:
        monkeypatch.setattr("sys.argv", ["strategist", *arguments])
        try:
            with pytest.raises(SystemExit) as caught:
                main()
        finally:
            tell_by(None)
        assert not caught.value.code
        return capsys.readouterr()

    for arguments in (
        ("compile", "words(tr.txt)", "entropy(first=SINIR)", "-o", "tr.msgpack"),
        ("verify", "tr.msgpack"),
        ("play", "tr.msgpack", "--secret", "SINIR"),
        ("partition", "words(tr.txt)", "SINIR", "--given", "SİNİR:g-g-g"),
    ):
        out, err = told(*arguments)
        assert err.count(I_IS_DOTLESS) == 1
        if arguments[0] in ("play", "partition"):
            assert "sınır" in out


def test_a_file_reads_its_words_as_the_list_did() -> None:
    game = Words({}, Lists([*TURKISH.split()]))
    data = decode(encode(compile_strategy(game, make_strategy("first", game)).data))
    assert (data.game.parse_code("SINIR"), data.game.parse_code("SİNİR")) == ("sınır", "sinir")
    assert verify_strategy(data).verified


# One form of each letter


def test_final_letters_are_those_within_a_word(written: Callable[..., str]) -> None:
    path = written("שלום מילים λόγος κόσμος ſaß", "list.txt")
    assert list(make_game(f"words({path},length=4)").secrets) == ["שלומ"]
    game = Words({}, Lists([fold("שלום"), fold("מלכה")]))
    # ם in the guess stands where the secret has מ: one letter, as σ and ς are.
    assert game.format_response(game.respond(game.parse_code("שלום"), game.parse_code("מלכה"))) == "-g-y"
    assert fold("ΛΌΓΟΣ") == fold("λόγος") == "λόγοσ"


def test_a_file_of_an_older_version_keeps_its_words() -> None:
    """These held final letters and İ as they were; they are read, and play as they did."""
    words = ["שלום", "בוקר", "דרכי", "İzmi"]
    game = Words({}, Lists(words))
    data = decode(encode(compile_strategy(game, make_strategy("first", game)).data))
    assert list(data.game.secrets) == sorted(words)
    assert [data.game.parse_code(text) for text in ("שלום", "İZMİ", "izmi")] == ["שלום", "İzmi", "İzmi"]
    play = CompiledStrategy(data).start()
    assert play.guess in words


def test_letters_of_an_alphabet_that_share_a_capital_have_none() -> None:
    alphabet = Alphabet.of("ıiab", 4, first="1")
    assert alphabet.read("ıiAB", "code") == (0, 1, 2, 3)
    refuses(alphabet.read, "Iiab", "code", told="got 'I'", error=CodeError)


def test_names_of_a_table_do_not_differ_by_a_dot_in_capitals() -> None:
    names = Lexicon(["ısı", "isi", "ışık", "İzmir"])
    assert [names.find(text) for text in ("ISI", "ısı", "isi", "IŞIK", "izmir", "IZMIR")] == [None, 0, 1, 2, 3, 3]
