"""The rules of Mastermind and Bulls and Cows."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refuses

from strategist import make_game
from strategist.common.errors import CodeError, ResponseError, SpecError, TooLargeError
from strategist.games.pegs.alphabet import Alphabet
from strategist.model.game import Game
from strategist.search.kernels.symmetry.same_guesses import elements

pytestmark = pytest.mark.early

GAMES = [
    "mastermind(1,5)",
    "mastermind(3,4)",
    "mastermind(4,6)",
    "mastermind(7,3)",
    "mastermind(3,4,feedback=black)",
    "bulls-and-cows(1,3)",
    "bulls-and-cows(3,3)",
    "bulls-and-cows(4,6)",
    "bulls-and-cows(3,6,leading_zero=false)",
    "bulls-and-cows(4,5,feedback=black)",
    "ab(4,10)",
]
ALL = pytest.mark.parametrize("text", GAMES)


def scored_by_hand(guess: tuple[int, ...], secret: tuple[int, ...]) -> tuple[int, int]:
    """Blacks and whites as a person marks them: cross off the pegs in place, then the misplaced ones."""
    blacks = [asked == hidden for asked, hidden in zip(guess, secret, strict=True)]
    left = [hidden for hidden, black in zip(secret, blacks, strict=True) if not black]
    whites = 0
    for asked, black in zip(guess, blacks, strict=True):
        if not black and asked in left:
            left.remove(asked)
            whites += 1
    return sum(blacks), whites


def drawn(data: st.DataObject, game: Game) -> tuple[int, ...]:
    """Some code of a game."""
    code: tuple[int, ...] = game.secrets[data.draw(st.integers(0, len(game.secrets) - 1))]
    return code


@ALL
@given(data=st.data())
def test_responses_are_those_of_a_person_and_symmetric(text: str, data: st.DataObject) -> None:
    game = make_game(text)
    guess, secret = drawn(data, game), drawn(data, game)
    blacks, whites = scored_by_hand(guess, secret)
    told = f"{blacks} {whites}" if game.values["feedback"] == "both" else str(blacks)
    response = game.respond(guess, secret)
    assert response == game.parse_response(told) == game.respond(secret, guess)
    assert game.solved(response) == (guess == secret)


@ALL
@given(data=st.data())
def test_the_declared_symmetries_keep_responses(text: str, data: st.DataObject) -> None:
    game = make_game(text)
    symmetry = game.symmetry
    assert symmetry is not None
    guess, secret = drawn(data, game), drawn(data, game)
    permutation, classes = data.draw(st.sampled_from(elements(symmetry, len(game.secrets[0]))))
    names: dict[int, int] = {}
    for members, number in zip(symmetry.symbols, classes, strict=True):
        names.update(zip(members, data.draw(st.permutations(symmetry.symbols[number])), strict=True))
    code_of: dict[tuple[int, ...], tuple[int, ...]] = {tuple(game.spelled(code)): code for code in game.secrets}

    def image(code: tuple[int, ...]) -> tuple[int, ...]:
        spelled = game.spelled(code)
        return code_of[tuple(names.get(spelled[place], spelled[place]) for place in permutation)]

    assert game.respond(image(guess), image(secret)) == game.respond(guess, secret)


@ALL
def test_every_response_has_its_own_text(text: str) -> None:
    game = make_game(text)
    texts = [game.format_response(response) for response in range(game.response_count)]
    assert [game.parse_response(text) for text in texts] == list(range(game.response_count))
    assert len(set(texts)) == len(texts)
    assert not set("".join(texts)) & set(" :")


@ALL
@given(data=st.data())
def test_codes_are_read_as_they_are_written(text: str, data: st.DataObject) -> None:
    game = make_game(text)
    code = drawn(data, game)
    assert game.parse_code(game.format_code(code)) == code
    assert game.parse_code(f" {game.format_code(code)}\n") == code


def test_four_pegs_have_fourteen_responses_by_sum_then_blacks() -> None:
    game = make_game("mastermind")
    texts = [game.format_response(response) for response in range(game.response_count)]
    assert " ".join(texts) == "0b0w 0b1w 1b0w 0b2w 1b1w 2b0w 0b3w 1b2w 2b1w 3b0w 0b4w 1b3w 2b2w 4b0w"


@pytest.mark.parametrize(
    ("game", "first", "last", "count"),
    [
        ("mastermind", "1111", "6666", 1296),
        ("mastermind(4,9)", "1111", "9999", 6561),
        ("mastermind(4,10)", "0000", "9999", 10_000),
        ("mastermind(2,36)", "00", "ZZ", 1296),
        ("mastermind(2,37)", "0-0", "36-36", 1369),
        ("mastermind(4,6,alphabet=digits)", "0000", "5555", 1296),
        ("mastermind(4,6,alphabet=letters)", "AAAA", "FFFF", 1296),
        ("mastermind(2,3,alphabet=xYz)", "xx", "zz", 9),
        ("bulls-and-cows", "0123", "9876", 5040),
        ("bulls-and-cows(4,10,leading_zero=false)", "1023", "9876", 4536),
        ("bulls-and-cows(4,26,alphabet=letters)", "ABCD", "ZYXW", 358_800),
        ("bulls-and-cows(2,40)", "0-1", "39-38", 1560),
        ("mastermind(20,1)", "1" * 20, "1" * 20, 1),
    ],
)
def test_alphabets_and_counts(game: str, first: str, last: str, count: int) -> None:
    rules = make_game(game)
    assert len(rules.secrets) == count
    assert rules.format_code(rules.secrets[0]) == first
    assert rules.format_code(rules.secrets[-1]) == last
    assert rules.parse_code(last) == rules.secrets[-1]


def test_letters_are_read_in_either_case_unless_the_alphabet_tells_them_apart() -> None:
    assert make_game("mastermind(2,6,alphabet=letters)").parse_code("aF") == (0, 5)
    assert make_game("mastermind(2,4,alphabet=aAbB)").parse_code("Ab") == (1, 2)


@pytest.mark.parametrize(
    ("game", "code", "message"),
    [
        ("mastermind", "1127", "expected symbols 123456, got '7'"),
        ("mastermind", "112", "expected 4 symbols, got 3"),
        ("mastermind", "11223", "expected 4 symbols, got 5"),
        ("mastermind", "", "expected 4 symbols, got 0"),
        ("mastermind", "1 22", "got ' '"),
        ("mastermind(2,37)", "36", "expected 2 symbols, got 1"),
        ("mastermind(2,37)", "36-37", "expected symbols 0 to 36 joined by '-', got '37'"),
        ("mastermind(2,37)", "36--1", "got ''"),
        ("bulls-and-cows", "1223", "repeats a symbol"),
        ("bulls-and-cows(leading_zero=false)", "0123", "starts with a zero"),
        ("bulls-and-cows(leading_zero=false)", "0023", "repeats a symbol"),
    ],
)
def test_a_bad_code_says_what_is_wrong(game: str, code: str, message: str) -> None:
    refuses(make_game(game).parse_code, code, told=message, error=CodeError)


@given(st.text(max_size=6))
def test_any_text_is_a_code_or_an_error_of_ours(text: str) -> None:
    game = make_game("bulls-and-cows(leading_zero=false)")
    try:
        code = game.parse_code(text)
    except CodeError:
        return
    assert code in game.guesses


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bulls-and-cows(4,3)", "symbols must be at least pegs=4 without repetition, got 3"),
        ("bulls-and-cows(1,1,false)", "no code is left without a leading zero"),
        ("mastermind(4,6,alphabet=abc)", "expected 6 different symbols"),
        ("mastermind(2,3,alphabet=aab)", "expected 3 different symbols"),
        ("mastermind(2,3,alphabet=a-b)", "expected printable symbols"),
        ("mastermind(2,3,alphabet=a:b)", "expected printable symbols"),
        ('mastermind(2,3,alphabet="a b")', "expected printable symbols"),
        ("mastermind(2,11,alphabet=digits)", "digits has 10 symbols, the game needs 11"),
        ("mastermind(2,27,alphabet=letters)", "letters has 26 symbols, the game needs 27"),
    ],
)
def test_parameters_that_do_not_go_together(text: str, message: str) -> None:
    refuses(make_game, text, told=message)


@pytest.mark.parametrize("text", ["mastermind(20,200)", "bulls-and-cows(20,200)", "mastermind(10,10)"])
def test_a_game_beyond_32_bit_indices_is_too_large(text: str) -> None:
    refuses(make_game, text, told="codes: expected at most 2147483647", error=TooLargeError)


@given(st.text(min_size=1, max_size=5))
def test_every_alphabet_that_is_accepted_can_be_read_back(option: str) -> None:
    try:
        alphabet = Alphabet.of(option, len(option), first="1")
    except SpecError:
        return
    code = tuple(range(len(option)))
    assert alphabet.read(alphabet.write(code), "here") == code


@ALL
def test_the_digest_is_of_the_codes_in_their_order(text: str) -> None:
    game = make_game(text)
    assert game.digest() == hashlib.sha256(bytes(digit for code in game.secrets for digit in code)).digest()


def test_consistent_is_elimination() -> None:
    game = make_game("mastermind")
    history = game.parse_history("1122:1b1w 3456:0b2w")
    left = game.consistent(history)
    by_hand = [c for c in game.secrets if scored_by_hand((0, 0, 1, 1), c) == (1, 1)]
    by_hand = [c for c in by_hand if scored_by_hand((2, 3, 4, 5), c) == (0, 2)]
    assert left == by_hand
    assert game.format_history(history) == "1122:1b1w 3456:0b2w"
    assert game.consistent(()) == list(game.secrets)


@pytest.mark.parametrize("text", ["1122", "1122:", ":1b1w", "1122 1b1w", "1122:1b1w:", "1122:9b"])
def test_a_bad_history_is_refused(text: str) -> None:
    with pytest.raises((ResponseError, CodeError)):
        make_game("mastermind").parse_history(text)


@pytest.mark.parametrize("text", ["mastermind(4,6)", "bulls-and-cows(4,6)", "mastermind(3,4,feedback=black)"])
def test_the_cells_of_a_guess_add_up_to_the_secrets(text: str) -> None:
    game = make_game(text)
    for guess in game.guesses[:: max(1, len(game.guesses) // 7)]:
        cells = Counter(game.respond(guess, secret) for secret in game.secrets)
        assert sum(cells.values()) == len(game.secrets)
        assert cells[game.response_count - 1] == 1
        assert set(cells) <= set(range(game.response_count))
