"""Letters of several signs: how texts are cut, and that a game of such letters is a game like any other."""

from __future__ import annotations

import re
import subprocess
import sys
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random

import pytest
from refusals import refuses

from strategist import compile_strategy, make_game, verify_strategy
from strategist.common.side_remarks import heard
from strategist.files.strategy import decode, encode
from strategist.games.titles import called
from strategist.games.words.cutting import Cutting
from strategist.games.words.dictionaries import read_dictionary
from strategist.games.words.made_lists import equations, primes
from strategist.games.words.word_lists import Lists, unpack_lists
from strategist.games.words.words import Words

TAMIL = "மரங்கள் அழகான படங்கள் கண்ணாடி"
DIGRAPHS = "bring slang lijst ijzer wring zwijg engel"


@pytest.mark.parametrize(
    ("how", "text", "letters"),
    [
        ("graphemes", "முகம்", "மு க ம்"),
        ("graphemes", "क्षत्रिय", "क्ष त्रि य"),
        ("graphemes", "กำลัง", "กำ ลั ง"),
        ("graphemes", "שָׁלוֹם", "שָׁ ל וֹ מ"),
        ("graphemes gb", "ọ́gbọ́n", "ọ́ gb ọ́ n"),
        ("graphemes n", "n\u0301nn", "ń n n"),
        ("lj nj dž", "LJUBAV", "lj u b a v"),
        ("l·l", "col·legi", "c o l·l e g i"),
        ("ch c'h", "merc’hed", "m e r c'h e d"),
        ("tlh ch gh ng '", "qapla'", "q a p l a '"),
        ("any", "12+34=46", "1 2 + 3 4 = 4 6"),
        ("any ng", "ng-2", "ng - 2"),
        ("spaced", "ng a m", "ng a m"),
        ("ng", "it's", None),
        ("graphemes", "a-b", None),
        ("graphemes", "\u0301a", None),
        ("any", "a b", None),
        ("any", "a\u200b", None),
    ],
)
def test_texts_are_cut_into_letters(how: str, text: str, letters: str | None) -> None:
    found = read_dictionary([f"{text}\n"], None, how) if letters else None
    assert found is None or found.words == [tuple(letters.split())]  # type: ignore[union-attr]
    if letters is None:
        assert Cutting(how).cut(text) is None


def test_without_letters_a_word_is_cut_as_it_always_was() -> None:
    assert [Cutting(None).cut(text) for text in ("crane", "it's", "ab1", "n\u0308", "")] == [
        "crane",
        None,
        None,
        None,
        None,
    ]


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ("{list},letters=spaced ng", "letters: expected letters such as ng, graphemes, any, or spaced alone, got"),
        ('{list},letters=""', "letters: expected letters such as ng"),
        ("letters=ng", "letters= needs answers=FILE"),
        ("{list},letters=spaced", "letters=spaced: expected blanks between the letters of a word, got 'bring'"),
        ("{list},rule=primes", "rule=primes makes the words: expected no answers="),
        ("rule=equations,length=9", "rule=equations: expected length=5 to 8, got 9"),
        ("{list},letters=ng,length=9", "expected words of 9 letters, got"),
    ],
)
def test_bad_letters_are_refused_in_one_line(tmp_path: Path, values: str, told: str) -> None:
    (tmp_path / "list").write_text("\n".join(DIGRAPHS.split()))
    refuses(make_game, f"words({values.format(list=tmp_path / 'list')})", told=re.escape(told))


def test_words_that_are_written_alike_are_one(tmp_path: Path) -> None:
    (tmp_path / "list").write_text("ch a t\nc h at\nb a t\n")
    with heard() as remarks:
        game = make_game(f"words({tmp_path / 'list'},letters=spaced)")
    assert list(game.secrets) == [("b", "a", "t"), ("ch", "a", "t")]
    assert "1 repeated ('c h at')" in remarks[0]
    refuses(unpack_lists, Lists([("ch", "a"), ("c", "ha")]).pack(), True, told="two words are written 'cha'")


def cut_games() -> list[Words]:
    """Games of letters of several signs, with each feedback, goal and mode; few words, so that all trees are found."""
    words = [Cutting("ng ij").cut(word) or "" for word in DIGRAPHS.split()]
    lists = Lists([word for word in words if len(word) == 4][:4], [word for word in words if len(word) == 4][4:])
    options: list[dict[str, str | bool | int]] = [
        {}, {"hard": True}, {"feedback": "jotto"}, {"feedback": "mastermind", "goal": "identify"}, {"turns": 2},
    ]  # fmt: skip
    return [Words({"answers": "list.txt", "letters": "ng ij"} | values, lists) for values in options]


@pytest.mark.parametrize("game", cut_games(), ids=lambda game: game.spec)
def test_a_game_of_such_letters_is_that_of_single_signs(game: Words) -> None:
    """Letters renamed to single signs change neither the tree nor the figures; the file is verified and read again."""
    sign = {
        letter: chr(ord("a") + at)
        for at, letter in enumerate(sorted(set().union(*game.guesses[: game.question_count])))
    }
    plain = [
        ["".join(sign[letter] for letter in word) for word in words]
        for words in (game.secrets, game.guesses[: game.question_count])
    ]
    values = {
        key: value for key, value in game.values.items() if key not in ("letters", "answers") and value is not None
    }
    twin = Words(values, Lists(*plain))
    for strategy in ("entropy", "optimal(total,depth)"):
        found, other = (compile_strategy(each, strategy).data for each in (game, twin))
        assert (list(found.tree.guesses), found.claims) == (list(other.tree.guesses), other.claims)
        again = decode(encode(found))
        assert list(again.game.secrets) == list(game.secrets) and again.game.spec == game.spec
        assert verify_strategy(again).verified


def test_rows_and_the_rule_agree_for_such_letters() -> None:
    import numpy as np

    random = Random(3)
    letters = ("a", "b", "ch", "ngg", "மு")
    words = sorted({tuple(random.choices(letters, k=4)) for _ in range(40)})
    for feedback in ("wordle", "mastermind", "jotto"):
        game = Words({"answers": "list.txt", "letters": "x", "feedback": feedback}, Lists(words[::2], words[1::2]))
        bulk = game.bulk()
        assert bulk is not None
        for at, guess in enumerate(game.guesses):
            told = [game.respond(guess, secret) for secret in game.secrets]
            assert game.row(at).tolist() == told
            assert bulk.respond(at, np.arange(len(game.secrets))).tolist() == told
            assert game.rows_of([1, 5])(np.array([at]))[0].tolist() == [told[1], told[5]]


def test_a_file_is_played_without_the_library_that_cuts(tmp_path: Path) -> None:
    (tmp_path / "list").write_text(TAMIL)
    compiled = compile_strategy(f"words({tmp_path / 'list'},letters=graphemes)", "entropy")
    path = tmp_path / "tree.msgpack"
    path.write_bytes(encode(compiled.data))
    program = (
        "import sys; sys.modules['regex'] = None\n"
        "import strategist\n"
        f"play = strategist.open_strategy({str(path)!r}).start()\n"
        "print(ascii(play.guess))\n"
        f"try: strategist.make_game('words({tmp_path / 'list'},letters=graphemes)')\n"
        "except Exception as error: print(error)\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert len(ran.stdout.splitlines()) == 2
    assert "pip install 'strategist-compiler[graphemes]'" in ran.stdout


def plain_equations(signs: int) -> set[str]:
    """All equations of so many signs, by trying every text on the left."""
    found = set()
    for left in range(3, signs - 1):
        for text in map("".join, product("0123456789+-*/", repeat=left)):
            if re.fullmatch(r"[1-9]\d*(?:[-+*/][1-9]\d*)+", text):
                value = eval(re.sub(r"\d+", r"Fraction(\g<0>)", text), {"Fraction": Fraction})
                found |= {f"{text}={value}"} if value >= 0 else set()
    return {text for text in found if len(text) == signs and "/" not in text.partition("=")[2]}


def test_a_letter_that_is_in_no_word_is_told(tmp_path: Path) -> None:
    """Else a slip such as ``graphemez`` changes nothing, and nobody hears of it."""
    path = tmp_path / "list.txt"
    path.write_text("ljeto njega")
    with heard() as remarks:
        make_game(f'words("{path}",length=4,letters="lj nj graphemez")')
    assert [each for each in remarks if "no word" in each] == ["letters: in no word that was read: graphemez"]


@pytest.mark.parametrize("signs", [5, 6])
def test_equations_are_all_that_there_are(signs: int) -> None:
    listed = list(equations(signs))
    assert len(listed) == len(set(listed)) and set(listed) == plain_equations(signs)


def test_as_many_equations_and_primes_as_are_published() -> None:
    assert [len(list(equations(signs))) for signs in (6, 8)] == [206, 17_723]
    assert len(list(primes(5))) == 8_363
    assert list(primes(2)) == [str(n) for n in range(10, 100) if all(n % k for k in range(2, n))]
    games = [
        make_game(name) for name in ("nerdle", "primel", "words(rule=equations)", "words(rule=equations,length=6)")
    ]
    assert [game.spec for game in games[:3:2]] == ["words(length=8,rule=equations)"] * 2
    assert [called(game) for game in games] == ["Nerdle", "Primel", "Nerdle", "Nerdle, 6 letters"]
    nerdle = games[0]
    moves = nerdle.parse_history("12+34=46:g-y---g-")
    assert nerdle.format_history(moves) == "12+34=46:g-y---g-"
    assert "".join(piece.text for piece in nerdle.pieces(moves[0][0])) == "12+34=46"
