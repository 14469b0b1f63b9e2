"""Games of words: their rules against cases worked out by hand, lists in any alphabet, and packed lists."""

from __future__ import annotations

import unicodedata
import zlib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refused, refuses
from selection import examples

from strategist import CompiledStrategy, compile_strategy, make_game, make_strategy, verify_strategy
from strategist.common.errors import CodeError, ResponseError, StrategyFileError
from strategist.common.text_files import pack
from strategist.files.strategy import StrategyData, decode, encode
from strategist.games.words import words as words_module
from strategist.games.words.letters import fold
from strategist.games.words.word_lists import Lists, WordList, read_words, unpack_lists
from strategist.games.words.word_marks import Jotto, Marks, Mastermind, Wordle
from strategist.games.words.word_rows import make_rows
from strategist.games.words.words import Words
from strategist.model.game import Game
from strategist.model.tree import Claims, DecisionTree
from strategist.search.adapters.registry import make_source

KINDS: tuple[type[Marks], ...] = (Wordle, Mastermind, Jotto)

WriteList = Callable[..., str]


def game_of(answers: str, others: str = "", **values: str | bool) -> Words:
    """The game of the words in a text, separated by blanks, without a file."""
    return Words(dict(values), Lists(answers.split(), others.split()))


def answer(game: Game, guess: str, secret: str) -> str:
    return game.format_response(game.respond(game.parse_code(guess), game.parse_secret(secret)))


# Wordle


@pytest.mark.parametrize(
    ("guess", "secret", "marks"),
    [
        ("alloy", "loyal", "yyyyy"),
        ("allot", "loyal", "yyyy-"),
        ("loyal", "loyal", "ggggg"),
        ("speed", "abide", "--y-y"),
        ("speed", "erase", "y-yy-"),
        ("speed", "steal", "g-g--"),
        ("speed", "crepe", "-ygy-"),
        ("erase", "speed", "y--yy"),
        ("geese", "elegy", "yyg--"),
        ("eerie", "elder", "gyy--"),
        ("llama", "label", "gyy--"),
        ("mamma", "maxim", "ggy--"),
        ("sissy", "essay", "y-g-g"),
        ("abbey", "babes", "yygg-"),
        ("floor", "robot", "--ygy"),
        ("radar", "array", "yy-gy"),
        ("tepee", "theme", "gy--g"),
        ("puppy", "apply", "y-g-g"),
        ("eaten", "tenet", "y-ygy"),
        ("fuzzy", "pizza", "--gg-"),
        ("aabbb", "bbaaa", "yyyy-"),
    ],
)
def test_repeated_letters_are_marked_as_in_the_original(guess: str, secret: str, marks: str) -> None:
    game = game_of(secret, guess)
    assert answer(game, guess, secret) == marks
    assert game.row(game.guesses.index(guess)).tolist() == [game.parse_response(marks)]


def test_wordle_responses_are_numbers_in_base_3_with_the_solved_one_last() -> None:
    wordle = Wordle(3)
    assert wordle.response_count == 27
    texts = [wordle.write(response) for response in range(27)]
    assert texts[:4] == ["---", "--y", "--g", "-y-"]
    assert texts[-1] == "ggg"
    possible = [text for text in texts if Counter(text) != Counter("ggy")]
    assert [wordle.read(text, "words") for text in possible] == [texts.index(text) for text in possible]


@pytest.mark.parametrize(
    "text", ["gy--g", "GY..G", "gyxxg", "gybbg", "GY__g", "21002", " g y - - g ", "🟩🟨⬛⬜🟩", "🟩🟨⬛️⬜️🟩"]
)
def test_wordle_responses_are_read_as_people_write_them(text: str) -> None:
    assert Wordle(5).write(Wordle(5).read(text, "words")) == "gy--g"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("gy--", r"words: response 'gy--': expected 5 of g \(green\), y \(yellow\) and - \(grey\), such as ---yg"),
        ("gy---y", "expected 5 of g"),
        ("", "expected 5 of g"),
        ("gy-?-", "expected 5 of g"),
        ("ggygg", "response 'ggygg' cannot be: beside greens alone, no letter is yellow"),
    ],
)
def test_what_is_no_wordle_response_is_refused(text: str, message: str) -> None:
    refuses(Wordle(5).read, text, "words", told=message, error=ResponseError)


def test_one_letter_is_read_and_written() -> None:
    game = game_of("a b", "c")
    assert (answer(game, "c", "a"), answer(game, "a", "a")) == ("-", "g")
    refuses(game.parse_response, "gg", told="such as g", error=ResponseError)


# Mastermind and Jotto


@pytest.mark.parametrize(
    ("guess", "secret", "pegs", "common"),
    [
        ("alloy", "loyal", "0b5w", "5"),
        ("geese", "elegy", "1b2w", "3"),
        ("speed", "erase", "0b3w", "3"),
        ("eerie", "elder", "1b2w", "3"),
        ("sissy", "essay", "2b1w", "3"),
        ("fuzzy", "pizza", "2b0w", "2"),
        ("loyal", "speed", "0b0w", "0"),
        ("loyal", "loyal", "5b0w", "solved"),
    ],
)
def test_mastermind_and_jotto_count_each_letter_as_often_as_both_have_it(
    guess: str, secret: str, pegs: str, common: str
) -> None:
    assert answer(game_of(secret, guess, feedback="mastermind"), guess, secret) == pegs
    assert answer(game_of(secret, guess, feedback="jotto"), guess, secret) == common


def test_mastermind_responses_are_those_of_the_game_of_pegs() -> None:
    pegs, words = make_game("mastermind(4,6)"), game_of("abcd", feedback="mastermind")
    texts = [pegs.format_response(response) for response in range(pegs.response_count)]
    assert [words.format_response(response) for response in range(words.response_count)] == texts
    assert words.parse_response("1 black 2 whites") == words.parse_response("bww") == texts.index("1b2w")
    for bad in ("3b1w", "1", "hot"):
        refuses(words.parse_response, bad, told="response", error=ResponseError)


def test_an_anagram_of_the_secret_does_not_solve_jotto() -> None:
    game = game_of("loyal alloy", feedback="jotto")
    assert [game.format_response(response) for response in range(7)] == [*"012345", "solved"]
    assert answer(game, "alloy", "loyal") == "5"
    assert [game.parse_response(text) for text in (" 5", "Solved", "right", "=")] == [5, 6, 6, 6]
    for bad in ("6", "-1", "", "five", "9" * 5000):
        refuses(game.parse_response, bad, told="expected a number from 0 to 5, or solved", error=ResponseError)


# Rows against a specification of their own


def slow_marks(guess: str, secret: str) -> str:
    """Wordle by counting: a letter is yellow if fewer copies of it are to its left than are left over."""
    marks = ""
    for place, letter in enumerate(guess):
        green = [asked == hidden == letter for asked, hidden in zip(guess, secret, strict=True)]
        before = sum(asked == letter and not green[at] for at, asked in enumerate(guess[:place]))
        marks += "g" if green[place] else "y" if before < secret.count(letter) - sum(green) else "-"
    return marks


def slow_answer(kind: type[Marks], guess: str, secret: str) -> str:
    common = sum((Counter(guess) & Counter(secret)).values())
    blacks = sum(asked == hidden for asked, hidden in zip(guess, secret, strict=True))
    if kind is Wordle:
        return slow_marks(guess, secret)
    if kind is Mastermind:
        return f"{blacks}b{common - blacks}w"
    return "solved" if guess == secret else str(common)


@st.composite
def word_lists(draw: st.DrawFn, most_letters: int = 7) -> list[str]:
    """Some words of one length over few letters, so that most are repeated."""
    letters = draw(st.integers(1, most_letters))
    alphabet = draw(st.sampled_from(["ab", "abc", "abcdef", "äßжλ𐐨"]))
    word = st.text(alphabet, min_size=letters, max_size=letters)
    return draw(st.lists(word, min_size=1, max_size=12, unique=True))


@given(word_lists(), word_lists(), st.sampled_from(KINDS))
@settings(max_examples=examples(150))
def test_respond_and_row_do_what_the_specification_says(
    secrets: list[str], others: list[str], kind: type[Marks]
) -> None:
    letters = len(secrets[0])
    guesses = [*secrets, *(word for word in others if len(word) == letters)]
    marks = kind(letters)
    rows = make_rows(WordList(secrets), marks)
    for guess in guesses:
        expected = [slow_answer(kind, guess, secret) for secret in secrets]
        row = rows.row(guess)
        assert [marks.write(marks.respond(guess, secret)) for secret in secrets] == expected
        assert [marks.write(response) for response in row.tolist()] == expected
        assert row.dtype.itemsize == (1 if marks.response_count <= 256 else 2)
        assert [marks.read(text, "words") for text in expected] == row.tolist()


@pytest.mark.parametrize("kind", KINDS)
def test_the_longest_words_have_rows(kind: type[Marks]) -> None:
    secrets = ["abacabadab" * 10, "bbaacabada" * 10, "a" * 100]
    secrets = [word[: kind.most_letters] for word in secrets]
    marks = kind(len(secrets[0]))
    assert marks.response_count <= 1 << 16
    rows = make_rows(WordList(secrets), marks)
    for guess in secrets:
        assert rows.row(guess).tolist() == [marks.respond(guess, secret) for secret in secrets]


def test_a_row_may_be_written_to() -> None:
    game = game_of("aaa aab")
    game.row(0)[:] = 7
    assert game.row(0).tolist() == [26, 24]


def test_the_table_of_a_search_holds_what_the_rules_answer() -> None:
    game = game_of("loyal alloy speed", "erase about")
    source = make_source(game)
    assert source.columns.tolist() == [
        [game.respond(guess, secret) for guess in game.guesses] for secret in game.secrets
    ]
    assert source.guess_of_secret.tolist() == [1, 3, 4]


# Hard mode


HARD_WORDS = "abbey babes bobby ebony elegy erase geese loyal alloy speed steel theme"


@pytest.mark.parametrize(
    ("history", "allowed"),
    [
        ("loyal:-----", HARD_WORDS),
        ("speed:g----", "speed steel"),
        ("speed:--g--", "elegy geese speed steel theme"),
        ("theme:----y", "abbey babes ebony elegy erase geese speed steel theme"),
        ("theme:----y speed:--y--", "abbey babes ebony elegy erase geese speed steel theme"),
        ("geese:-yy--", "elegy erase geese speed steel theme"),
        ("geese:-y--g", "erase geese theme"),
        ("geese:-yy-g", "geese"),
        ("bobby:--g--", "abbey babes bobby"),
        ("bobby:y-y--", "abbey babes bobby"),
        ("bobby:yyy--", "bobby"),
        ("bobby:y-y-- abbey:-g---", "abbey"),
        ("loyal:-g--- speed:--g--", ""),
    ],
)
def test_hard_mode_allows_what_uses_all_that_was_revealed(history: str, allowed: str) -> None:
    game = game_of(HARD_WORDS, hard=True)
    moves, expected = game.parse_history(history), sorted(allowed.split())
    fitting = game.allowed(moves)
    assert fitting is not None
    assert [word for word in game.guesses if word in fitting] == expected
    assert (list(fitting), len(fitting), fitting[:1]) == (expected, len(expected), expected[:1])
    assert [word for word in game.guesses if all(game.fits(word, *move) for move in moves)] == expected
    assert "chess" not in fitting


@given(word_lists(), st.data())
@settings(max_examples=examples(50))
def test_hard_mode_never_forbids_the_secret_and_never_allows_again(words: list[str], data: st.DataObject) -> None:
    game = Words({"hard": True}, Lists(words))
    secret = data.draw(st.sampled_from(words))
    guesses = data.draw(st.lists(st.sampled_from(words), max_size=4))
    history = tuple((guess, game.respond(guess, secret)) for guess in guesses)
    before = set(words)
    for length in range(len(history) + 1):
        fitting = game.allowed(history[:length])
        allowed = set(game.guesses if fitting is None else fitting)
        assert secret in allowed <= before
        before = allowed


def test_without_hard_mode_all_is_allowed() -> None:
    game = game_of(HARD_WORDS)
    history = game.parse_history("speed:ggg--")
    assert game.allowed(history) is None
    assert game_of(HARD_WORDS, hard=True).allowed(()) is None
    assert all(game.fits(word, *history[0]) for word in game.guesses)


@pytest.mark.parametrize("feedback", ["mastermind", "jotto"])
def test_hard_mode_is_for_wordle(feedback: str) -> None:
    with refused(f"words: hard=true needs feedback=wordle, got feedback={feedback}"):
        make_game(f"words(feedback={feedback},hard=true)")


# Lists


def test_either_file_may_be_missing(written: WriteList) -> None:
    answers, guesses = written("b\nd\nc\n", "answers.txt"), written("a\nc e\n", "more.txt")
    both = make_game(f"words(answers={answers},guesses={guesses})")
    assert (list(both.secrets), list(both.guesses)) == (["b", "c", "d"], ["a", "b", "c", "d", "e"])
    assert [both.guesses.index(secret) for secret in both.secrets] == [1, 2, 3]
    assert (both.spec, both.slug) == (
        "words(answers=answers.txt,guesses=more.txt)",
        "words-answers-answers-txt-guesses-more-txt",
    )
    only_answers = make_game(f"words({answers})")
    assert only_answers.spec == "words(answers=answers.txt)"
    assert list(only_answers.guesses) == list(only_answers.secrets) == ["b", "c", "d"]
    only_guesses = make_game(f"words(guesses={guesses})")
    assert only_guesses.spec == "words(guesses=more.txt)"
    assert list(only_guesses.guesses) == list(only_guesses.secrets) == ["a", "c", "e"]


def test_the_list_of_the_package_is_in_order() -> None:
    game = make_game("words")
    assert 250 <= len(game.secrets) <= 500
    assert all(len(word) == 5 and word.isascii() and word.isalpha() for word in game.secrets)
    path = Path(words_module.__file__).with_name("data") / "english-5.txt"
    comment, *words = path.read_text(encoding="utf-8").splitlines()
    assert words == list(game.secrets)
    assert "CC0" in comment


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_comments_blanks_line_ends_and_byte_order_marks_do_not_count(written: WriteList, end: str) -> None:
    lines = ["# pets, 2 kinds", "", "Cat  dog", "   ", " \t# others", "\tHEN"]
    path = written("\ufeff" + end.join(lines), "my pets.txt")
    game = make_game(f'words("{path}")')
    assert list(game.guesses) == ["cat", "dog", "hen"]
    assert game.spec == 'words(answers="my pets.txt")'


@pytest.mark.parametrize(
    ("contents", "message"),
    [
        ("", "expected a list of words, got none"),
        ("# nothing\n\n  \n", "expected a list of words, got none"),
        ("# pets\nhare\nporcupine\n", "expected words of .*, got 1 of 4, 1 of 9"),
        ("a\nab\n", "expected words of .*, got 1 of 1, 1 of 2"),
        ("it's\n12\n", "expected words of .*, got 2 with other signs"),
        (
            "cat\nq\u0301a\nq\u0301b\n",
            "expected a list of words, got 1 word beside 2 with combining marks .'q\u0301a', ",
        ),
        ("c\x1b[2J\n", r"expected words of .*, got 1 with characters that cannot be seen \('c\\x1b\[2J'\)"),
        ("ca\xadt\n", r"expected words of .*, got 1 with characters that cannot be seen \('ca\\xadt'\)"),
        ("a" * 101, "expected words of .*, got 1 of more than 100 letters .'aaa"),
        ("a" + "\u0301" * 400, "expected words of .*, got 1 of more than 100 letters"),
        (b"cat\ndog\xff\n", "expected a list of words as UTF-8 text, got byte 7 = 0xff"),
    ],
)
def test_a_bad_list_is_refused_in_one_line_that_names_the_culprit(
    written: WriteList, contents: str | bytes, message: str
) -> None:
    bad, good = written(contents, "bad.txt"), written("cow\n", "good.txt")
    for text in (f"words(answers={bad})", f"words(guesses={bad})", f"words(answers={bad},guesses={good})"):
        refuses(make_game, text, told=rf"bad\.txt: {message}")


def test_both_lists_have_words_of_one_length(written: WriteList) -> None:
    answers, guesses = written("cat\n", "answers.txt"), written("# more\nhorse\n", "more.txt")
    with refused(r"more\.txt: expected words of 3 letters as in .*answers\.txt', got 1 of 5"):
        make_game(f"words(answers={answers},guesses={guesses})")


def test_what_cannot_be_read_is_refused(tmp_path: Path) -> None:
    refuses(make_game, f"words({tmp_path}/none.txt)", told=r"none\.txt: cannot read: No such file")
    for path in (str(tmp_path), ""):
        refuses(make_game, f'words(guesses="{path}")', told="cannot read: Is a directory")


def test_wordle_takes_words_of_ten_letters_at_most(written: WriteList) -> None:
    path = written("accelerator\n", "long.txt")
    with refused(
        r"words\(answers=long.txt\): expected words of at most 10 letters with feedback=wordle, got words of 11"
    ):
        make_game(f"words({path})")
    assert make_game(f"words({path},feedback=jotto)").response_count == 13
    assert make_game(f"words({written('accelerate')})").response_count == 3**10


def test_a_word_that_is_not_in_the_list_is_refused() -> None:
    game = game_of("cat dog", "hen")
    assert game.parse_code(" CAT ") == "cat"
    for text in ("cow", "", "horse", "a\u0301" * 10_000):
        with refused(r"is not in the list: expected one of 3 words of 3 letters", CodeError):
            game.parse_code(text)
    refuses(game.parse_secret, "hen", told="'hen' is no possible secret", error=CodeError)


def test_a_word_list_finds_its_words() -> None:
    words = WordList(["ape", "bee"])
    assert (words.count("bee"), words.count("cat"), words[-1], words[:1]) == (1, 0, "bee", ("ape",))
    assert 5 not in words
    assert ["ape"] not in words
    with pytest.raises(ValueError, match="'cat' is not in this list of words"):
        words.index("cat")


# Alphabets


@pytest.mark.parametrize(
    ("words", "guess", "secret", "marks"),
    [
        ("grüße größe süßer", "GRÖẞE", "grüße", "gg-gg"),
        ("λογος τοπος νομος", "ΛΌΓΟΣ", "τοπος", None),
        ("λόγος τόπος νόμος", "ΛΌΓΟΣ", "τόπος", "-g-gg"),
        ("книга весна ветер", "ВЕСНА", "ветер", "gg---"),
        ("ёлка река мука", "РЕКА", "ёлка", "--gg"),
        ("사과 포도", "사과", "포도", "--"),
        ("りんご ぶどう", "ぶどう", "りんご", "---"),
        ("שלום בוקר", "בוקר", "שלום", "-y--"),
    ],
)
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_any_alphabet_spells_words(
    written: WriteList, words: str, guess: str, secret: str, marks: str | None, form: Literal["NFC", "NFD"]
) -> None:
    game = make_game(f"words({written(unicodedata.normalize(form, words))})")
    guess, secret = (unicodedata.normalize(form, word) for word in (guess, secret))
    if marks is None:
        refuses(game.parse_code, guess, told="is not in the list", error=CodeError)
        return
    assert answer(game, guess, secret) == marks
    index = game.guesses.index(game.parse_code(guess))
    assert game.format_response(int(game.row(index)[game.secrets.index(game.parse_secret(secret))])) == marks
    assert all(unicodedata.is_normalized("NFC", word) for word in game.guesses)


def test_the_same_word_in_other_spellings_stands_there_twice() -> None:
    for words in ("straße STRAẞE", "όσος ΌΣΟΣ", "u\u0308ber über", "K \u212a"):
        refuses(read_words, [words], told="stands there twice")


@given(st.text(st.characters(categories=["L"]), max_size=8))
def test_folding_is_done_once_and_keeps_the_number_of_letters(word: str) -> None:
    folded = fold(word)
    assert fold(folded) == folded
    assert len(folded) == len(unicodedata.normalize("NFC", word))
    assert unicodedata.is_normalized("NFC", folded)


# In a strategy file


def compiled(game: Game, strategy: str = "entropy") -> StrategyData:
    return compile_strategy(game, make_strategy(strategy, game)).data


def test_both_lists_travel_in_the_file_and_their_paths_do_not(written: WriteList) -> None:
    answers, guesses = written("loyal alloy größe", "answers.txt"), written("speed ebony alloy", "more.txt")
    data = compiled(make_game(f"words({answers},{guesses},hard=false,turns=9)"))
    for path in (answers, guesses):
        Path(path).unlink()
    contents = encode(data)
    assert str(Path(answers).parent).encode() not in contents
    again = decode(contents)
    assert again.game.spec == "words(answers=answers.txt,guesses=more.txt,turns=9)"
    assert again.game.turns == 9
    assert list(again.game.secrets) == list(data.game.secrets) == ["alloy", "größe", "loyal"]
    assert list(again.game.guesses) == list(data.game.guesses)
    assert encode(again) == contents
    assert verify_strategy(again).verified


def test_a_word_that_is_no_answer_cannot_be_right() -> None:
    game = game_of("cat dog", "hen")
    solved = 1 << game.response_count - 1
    tree = DecisionTree([game.guesses.index("hen")], [solved], game.response_count)
    with refused(r"^columns.masks: slot 0: hen is no secret, but has the solved", StrategyFileError):
        decode(encode(StrategyData(game, "by hand", tree, Claims.of([1], lost=1))))


@given(word_lists(), word_lists())
@settings(max_examples=examples(50))
def test_lists_are_packed_and_unpacked(answers: list[str], others: list[str]) -> None:
    lists = Lists(answers, [word for word in others if len(word) == len(answers[0])])
    again = unpack_lists(lists.pack())
    assert (list(again.secrets), list(again.guesses)) == (list(lists.secrets), list(lists.guesses))
    assert (again.guesses is again.secrets) == (lists.guesses is lists.secrets)
    assert again.pack() == lists.pack()


@pytest.mark.parametrize(
    ("payload", "message"),
    [
        (None, "header.game: words: expected lists of words, got nothing"),
        (b"", "header.data: expected a compressed list of words, got one that ends early"),
        (b"hello", "header.data: expected a compressed list of words: "),
        (pack(["cat", "dog"])[:-1], "header.data: expected a compressed list of words, got one that ends early"),
        (zlib.compress(b"\xff"), "header.data: expected a list of words as UTF-8 text, got byte 0 = 0xff"),
        (zlib.compress(b"a\n" * 10_000_000), "header.data: expected .* bytes to unpack to at most .*, got more"),
        (pack([]), "header.data: expected a list of words, got none"),
        (pack(["cat", "cat"]), "header.data: line 2: the word 'cat' stands there twice"),
        (pack(["cat", "", "horse"]), "header.data: guesses: line 1: expected words of 3 letters as in the answers"),
        (pack(["c:t"]), "header.data: line 1: expected letters, got ':'"),
        (pack(["cat", "cow"]), "header.codes: the file was written for other codes than those of words"),
    ],
)
def test_hostile_lists_in_a_file_are_refused(
    payload: bytes | None, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = compiled(game_of("cat dog"), "first")
    monkeypatch.setattr(data.game, "payload", lambda: payload)
    refuses(decode, encode(data), told=f"^{message}", error=StrategyFileError)


@pytest.mark.parametrize("text", ["words", "words(feedback=mastermind)", "words(feedback=jotto)"])
def test_the_list_of_the_package_is_played(text: str) -> None:
    data = decode(encode(compiled(make_game(text), "first")))
    assert verify_strategy(data).verified
    play = CompiledStrategy(data).start()
    while (guess := play.guess) is not None:
        play.respond(data.game.respond(data.game.parse_code(guess), "apple"))
    assert play.solved


@pytest.mark.parametrize("feedback", ["wordle", "mastermind", "jotto"])
@pytest.mark.parametrize("letters", [5, 6])
def test_kernels_and_specification_agree(feedback: str, letters: int) -> None:
    words = [word + "s" * (letters - 5) for word in HARD_WORDS.split()]
    game = Words({"feedback": feedback}, Lists(words[::2], words))
    for strategy in ("minimax", "expected-size", "most-parts", "entropy"):
        chosen = make_strategy(strategy, game)
        fast, plain = compile_strategy(game, chosen).data, compile_strategy(game, chosen, plain=True).data
        assert fast.claims == plain.claims
        assert list(fast.tree.guesses) == list(plain.tree.guesses)
        assert verify_strategy(decode(encode(fast))).verified


def test_commands_take_words(run: Callable[..., str]) -> None:
    assert "words entropy" in run("compile", "words", "entropy")
    assert "verified: words entropy" in run("verify", "words.entropy.msgpack")
    played = run("play", "words.entropy.msgpack", "--secret", "APPLE").splitlines()
    assert "→ ggggg" in played[-2]
    assert played[-1].endswith("guesses: apple")
    assert "-----" in run("show", "words", "about")
    assert "a text file of the words that may be the secret" in run("list", "games")
