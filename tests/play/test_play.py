"""Every play reports contradictions, has an honest adversary, handles nonsense, and imports nothing heavy."""

from __future__ import annotations

import contextlib
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from patience import PATIENCE
from preloaded import command
from selection import examples
from smallgames import ALL_KINDS, GAMES, games_of_kind

from strategist import compile_strategy, make_game, make_strategy, write_strategy
from strategist.common.errors import CodeError, ResponseError
from strategist.files.player import CompiledStrategy
from strategist.files.strategy import StrategyData
from strategist.games.pegs.pegs import Mastermind
from strategist.model.game import Game
from strategist.model.lies.accused import contradiction
from strategist.play.board import PlainBoard
from strategist.play.chosen import ChosenStrategy, next_guess
from strategist.play.hidden import Adversary, hidden_secret
from strategist.play.history import Record
from strategist.play.modes.answer import Answering
from strategist.play.modes.assist import read_turn
from strategist.play.prompt import MOST_IDLE, Leave, Talk
from strategist.play.reply import ask_response

Compiled = Callable[[str, str], StrategyData]


def conversation(lines: Iterable[str]) -> tuple[Talk, list[str], list[str]]:
    said: list[str] = []
    complaints: list[str] = []
    waiting = iter(lines)
    return Talk(said.append, lambda prompt: next(waiting, None), complaints.append), said, complaints


def run(*arguments: str, stdin: bytes = b"", cwd: Path | None = None) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    line = [*command(), *([] if arguments[0] == "assist" else ["play"]), *arguments]
    return subprocess.run(line, input=stdin, capture_output=True, cwd=cwd, env=environment, timeout=PATIENCE)


@pytest.fixture
def knuth(compiled: Compiled, tmp_path: Path) -> Path:
    """A folder with the file ``knuth.msgpack``."""
    write_strategy(tmp_path / "knuth.msgpack", compiled("mastermind(4,6)", "minimax"))
    return tmp_path


# The adversary


@settings(max_examples=examples(40))
@given(st.sampled_from(["mastermind(3,4)", "bulls-and-cows(3,6)", "grand-mastermind(2,2,2)"]), st.integers(0, 10**6))
def test_the_adversary_is_consistent_and_leaves_most_candidates(game_text: str, seed: int) -> None:
    game = make_game(game_text)
    adversary, rng = Adversary(game), random.Random(seed)
    history: list[tuple[object, int]] = []
    for _ in range(6):
        before = game.consistent(tuple(history))
        guess = rng.choice([*game.guesses, *before])
        cells = Counter(game.respond(guess, secret) for secret in before)
        response = adversary.respond(guess)
        assert cells[response] == max(cells.values())
        assert response == min(each for each, size in cells.items() if size == cells[response])
        history.append((guess, response))
    assert game.consistent(tuple(history))


def test_the_adversary_gives_no_class_away_where_another_answer_does_not() -> None:
    game = GAMES["classes"]()
    milk, wings = game.parse_code("milk"), game.parse_code("wings")
    adversary = Adversary(game)
    # Both answers leave three, and the lower one three mammals.
    assert [game.format_response(adversary.respond(guess)) for guess in (milk, wings)] == ["no", "yes"]


# Contradictions


def test_a_contradiction_names_the_answers_to_doubt(compiled: Compiled) -> None:
    """A contradiction is never accepted; the message names the possible responses if they are few."""
    strategy = CompiledStrategy(compiled("mastermind(4,6)", "minimax"))
    talk, _, complaints = conversation(["1 1"] * 4)
    answering = Answering(strategy, talk, PlainBoard())
    with pytest.raises(Leave) as left:
        answering.play_to(None)
    assert left.value.refused and len(answering.answers) == 3
    history = strategy.game.parse_history("1122:1b1w 1134:1b1w 1516:1b1w 1245:1b1w")
    assert complaints == [contradiction(strategy.game, history) + "; possible here is 2b0w, 1b2w, 2b1w, 4b0w"]
    assert "1516:1b1w (then 9 are left) or 1122:1b1w (5)" in complaints[0]


def test_a_changed_answer_gives_the_tree_of_the_new_answers(compiled: Compiled) -> None:
    """After any answers are taken back and changed, the play is where the remaining answers lead."""
    strategy = CompiledStrategy(compiled("mastermind(3,4)", "minimax"))
    game, rng = strategy.game, random.Random(1)
    texts = [game.format_response(response) for response in range(game.response_count - 1)]
    for _ in range(60):
        lines = [
            rng.choice([rng.choice(texts), "undo", f"change {rng.randint(1, 3)} {rng.choice(texts)}"])
            for _ in range(12)
        ]
        talk, _, _ = conversation(lines)
        answering = Answering(strategy, talk, PlainBoard())
        with contextlib.suppress(Leave):
            answering.play_to(None)
        again = strategy.start()
        for answer in answering.answers:
            again.respond(answer)
        assert again.history == answering.play.history
        assert again.candidates_left == answering.play.candidates_left


def test_a_record_refuses_what_no_secret_answers() -> None:
    game = make_game("mastermind(4,6)")
    record = Record(game, game.parse_history("1111:2b0w 2222:2b0w"))
    with pytest.raises(ResponseError, match="must be wrong"):
        record.check_answer(game.parse_code("3333"), game.parse_response("1b0w"))
    with pytest.raises(ResponseError, match="must be wrong"):
        record.check_change(0, game.parse_response("4b0w"))
    assert game.format_history(record.history) == "1111:2b0w 2222:2b0w"
    record.check_change(0, game.parse_response("1b0w"))
    record.change(0, game.parse_response("1b0w"))
    assert list(record.candidates()) == game.consistent(record.history)
    record.take_back()
    assert list(record.candidates()) == game.consistent(game.parse_history("1111:1b0w"))


# Nonsense and commands

NONSENSE = [
    b"what",
    b"\x00",
    b"\x1b[31mred",
    b"\xff\xfe",
    b"9" * 100_000,
    b":",
    b":what",
    b"?x",
    "１１２２\u200b".encode(),
]
ANSWERED = [
    ["knuth.msgpack"],
    ["mastermind(2,3,lies=1)", "--mode", "answer"],
    ["assist", "mastermind(2,3,lies=1)"],
]
"""Where an empty line is an answer, or the best guess."""
PROMPTS = [
    *ANSWERED,
    ["mastermind(4,6)"],
    ["bulls-and-cows(4,10)"],
    ["words"],
    ["grand-mastermind(2,2,2)"],
    ["knuth.msgpack", "--mode", "duel"],
    ["mastermind(4,6)", "--mode", "referee"],
    ["mastermind(2,3,lies=1)"],
    ["pegswap(3,3)"],
]


@pytest.mark.parametrize("arguments", PROMPTS, ids=" ".join)
def test_nonsense_is_one_line_and_asked_again(arguments: list[str], knuth: Path) -> None:
    result = run(*arguments, stdin=b"\n".join([*NONSENSE, b""]), cwd=knuth)
    assert result.returncode == 2
    complaints = result.stderr.decode().splitlines()
    assert len(complaints) == len(NONSENSE)
    for line in complaints:
        assert line.startswith("strategist: ") and line.isprintable() and len(line) < 1200
    assert b"\x1b" not in result.stdout and b"\x00" not in result.stdout


@pytest.mark.parametrize("arguments", [each for each in PROMPTS if each not in ANSWERED], ids=" ".join)
def test_an_empty_line_is_no_guess_and_no_move(arguments: list[str], knuth: Path) -> None:
    result = run(*arguments, stdin=b"\n \n\t\n", cwd=knuth)
    assert result.returncode == 2
    assert [line.startswith("strategist: ") for line in result.stderr.decode().splitlines()] == [True] * 3


EMPTY = {
    "mastermind(4,6)": "0b0w",
    "mastermind(4,6,feedback=black)": "0",
    "bulls-and-cows(4,10)": "0b0c",
    "ab(4,10)": "0a0b",
    "grand-mastermind(2,2,2)": "0b0w0h",
    "words": "-----",
    "words(feedback=mastermind)": "0b0w",
    "words(feedback=jotto)": "0",
}


@pytest.mark.parametrize("game_text", EMPTY)
def test_an_empty_answer_says_that_nothing_is_right(game_text: str) -> None:
    game = make_game(game_text)
    assert game.nothing_right == game.parse_response(EMPTY[game_text])
    apart = [
        (guess, secret)
        for guess in game.guesses[:50]
        for secret in game.secrets[-50:]
        if not set(game.format_code(guess)) & set(game.format_code(secret))
    ]
    assert apart
    assert {game.respond(guess, secret) for guess, secret in apart} == {game.nothing_right}


def test_an_empty_answer_that_cannot_be_is_asked_again() -> None:
    game = make_game("mastermind(4,6)")
    record = Record(game, game.parse_history("1111:0b0w 2233:0b0w"))
    for guess, said, response in (("4455", ["an empty answer: 0b0w"], "0b0w"), ("4566", [], "1b2w")):
        talk, spoken, complaints = conversation(["", "1 2"])
        asked = game.parse_code(guess)
        found = ask_response(talk, game, asked, "?", {}, lambda answer, asked=asked: record.check_answer(asked, answer))  # type: ignore[misc]
        assert (spoken, found) == (said, game.parse_response(response))
        assert complaints == ["response '': expected a response such as 1b2w or two numbers such as '1 2'"][len(said) :]


def test_games_of_other_packages_have_no_empty_answer() -> None:
    class Other(Mastermind):
        nothing_right = None

    talk, spoken, complaints = conversation(["", "0 0"])
    assert ask_response(talk, Other({}), 0, "?", {}, lambda answer: None) == 0
    assert (spoken, len(complaints)) == ([], 1)


@pytest.mark.parametrize("line", [b"1 1", b"1122", b"left", b"?", b"undo"])
@pytest.mark.parametrize(
    "arguments", [["knuth.msgpack"], ["mastermind(4,6)", "--mode", "referee"], ["mastermind(4,6)"]]
)
def test_the_same_line_for_ever_comes_to_an_end(line: bytes, arguments: list[str], knuth: Path) -> None:
    result = run(*arguments, stdin=(line + b"\n") * 400, cwd=knuth)
    assert result.returncode == 2
    assert result.stderr.decode().splitlines()[-1] == (
        f"strategist: stopped after {MOST_IDLE} lines in a row that changed nothing"
    )


@pytest.mark.parametrize("arguments", [["knuth.msgpack"], ["mastermind(4,6)", "--mode", "referee"]])
def test_a_change_that_changes_nothing_does_not_count(arguments: list[str], knuth: Path) -> None:
    result = run(*arguments, stdin=b"1122\n1b1w\n" + b"change 1 1b1w\n" * 200, cwd=knuth)
    assert result.stderr.decode().splitlines()[-2:] == [
        "strategist: answer 1 is 1b1w already",
        f"strategist: stopped after {MOST_IDLE} lines in a row that changed nothing",
    ]


def test_a_game_from_a_position(knuth: Path) -> None:
    game = make_game("mastermind(4,6)")
    start = game.parse_history("1122:0b0w")
    data = compile_strategy(game, make_strategy("minimax", game), start=start).data
    write_strategy(knuth / "later.msgpack", data)
    result = run("later.msgpack", "--mode", "guess", "--secret", "4563", stdin=b"3345\nboard\n4563\n", cwd=knuth)
    assert result.stdout.decode().startswith(
        "mastermind(pegs=4,colors=6): 1296 secrets; :help lists the commands\nguess 1: 1122 → 0b0w\n"
    )
    assert result.stdout.decode().endswith("solved in 3 guesses: 4563\n")
    assert b"contradicts the start" in run("later.msgpack", "--secret", "1111", cwd=knuth).stderr
    assert b"starts from a position" in run("later.msgpack", "--mode", "referee", cwd=knuth).stderr
    result = run("later.msgpack", stdin=b"0b3w\nchange 1 4b\nchange 2 0b0w\nundo\n", cwd=knuth)
    assert b"expected a number from 2 to 2, got '1'" in result.stderr and result.returncode == 0


def test_a_hint_in_a_huge_solitaire_does_not_hang() -> None:
    result = run("pegswap(50,50)", stdin=b"hint\n50\nhint\n49\nhint\n")
    assert "50 -> 51 begins a shortest line to the goal: 2600 moves" in result.stdout.decode()
    assert "this position is lost" in result.stdout.decode()


@pytest.mark.thorough
def test_a_hint_where_all_guesses_would_take_minutes_looks_at_some() -> None:
    lines = b"ABCD\n:hint\n"
    game = "bulls-and-cows(4,26,alphabet=letters)"
    result = run(game, "--secret", "WXYZ", stdin=lines)
    assert "entropy would now guess" in result.stdout.decode()
    # A proof has no such way out.
    result = run(game, "--secret", "WXYZ", "--strategy", "optimal", stdin=lines)
    assert "no guess is proposed: optimal(total) would take minutes" in result.stdout.decode()


# Options


def test_a_player_that_draws_draws_afresh_unless_a_seed_says_otherwise() -> None:
    def first_guess(*arguments: str) -> bytes:
        return run("bulls-and-cows(4,10)", "--mode", "answer", *arguments).stdout.splitlines()[0]

    fresh = {first_guess("--strategy", "random") for _ in range(4)}
    assert len(fresh) > 1
    same = {first_guess("--strategy", *more) for more in (["random", "--seed", "3"], ["random(seed=3)"])}
    assert len(same) == 1
    # The seed of the string is the nearer one.
    assert first_guess("--strategy", "random(seed=3)", "--seed", "4") in same


REFUSED = [
    (
        ["mastermnd(4,6)"],
        "nerdle, pegswap, pools, primel, subsets, table, wordle, words; did you mean mastermind",
    ),
    (["mastermind-4x6.minmax"], "; did you mean mastermind-4x6.minimax?"),
    (["mastermind(4,colours=6)"], "no parameter 'colours': it takes pegs, colors, alphabet"),
    (["mastermind(4,colours=6)"], "; did you mean colors?"),
    (["mastermind", "--strategy", "minmax"], "; did you mean minimax?"),
    (["nothing.msgpack"], "'nothing.msgpack' is neither a file nor a known game"),
    (["nothing"], "; strategist list library lists the files that ship"),
    (["bulls"], "; or a file such as bulls-and-cows-"),
    (["wordle-hard"], "; did you mean wordle(hard=true)?"),
    (["zoo.tab"], "; did you mean table(file=zoo.tab)?"),
    (["my table.csv"], '; did you mean table(file="my table.csv")?'),
    (["no such file"], "'no such file' is neither a file nor a known game"),
    (["mastermind(0,6)"], "pegs must be a whole number"),
    (["knuth.msgpack", "--adversarial"], "--adversarial makes no sense in mode answer: it belongs to guess"),
    (["knuth.msgpack", "--seed", "1"], "--seed makes no sense in mode answer with a file: the tree in it guesses"),
    (["knuth.msgpack", "--strategy", "random"], "--strategy makes no sense in mode answer with a file"),
    (["mastermind", "--mode", "answer", "--seed", "1"], "--seed makes no sense in mode answer: entropy draws"),
    (["mastermind", "--mode", "answer", "--strategy", "first", "--seed", "1"], "in mode answer: first draws nothing"),
    (["mastermind", "--mode", "answer", "--strategy", "random", "--seed", "-1"], "seed must be a whole number of at"),
    (["mastermind", "--mode", "referee", "--strategy", "random"], "--strategy makes no sense in mode referee"),
    (["mastermind", "--explain"], "--explain makes no sense in mode guess"),
    (["mastermind", "--names", "A,B"], "--names makes no sense in mode guess: it belongs to referee"),
    (["mastermind", "--guessers", "1"], "--guessers makes no sense in mode guess"),
    (["mastermind", "--mode", "referee", "--secret", "1111"], "--secret makes no sense in mode referee"),
    (["mastermind", "--games", "2"], "--games makes no sense in mode guess: it belongs to duel and referee"),
    (["knuth.msgpack", "--games", "2"], "--games makes no sense in mode answer: it belongs to duel and referee"),
    (["mastermind", "--mode", "referee", "--games", "3"], "--games: expected an even number, so that both guess as"),
    (["mastermind", "--mode", "referee", "--games", "0"], "0 is not in the range x>=2"),
    (["mastermind", "--mode", "referee", "--games", "-2"], "-2 is not in the range x>=2"),
    (["mastermind", "--mode", "referee", "--games", "two"], "'two' is not a valid integer"),
    (["mastermind", "--mode", "referee", "--games", "2", "--guessers", "2"], "--guessers makes no sense with --games"),
    (["knuth.msgpack", "--mode", "duel", "--games", "2", "--secret", "1111"], "--secret makes no sense with --games"),
    (["knuth.msgpack", "--mode", "duel", "--games", "2", "--secret-file", "x"], "each game has a secret of its own"),
    (["knuth.msgpack", "--mode", "duel", "--games", "2", "--strategy", "magic"], "unknown strategy 'magic'"),
    (["mastermind(8,10)", "--mode", "referee", "--games", "2"], "too many to go through"),
    (["pegswap", "--games", "2"], "is a solitaire: it has no --games"),
    (["mastermind", "--mode", "referee", "--names", "Ann"], "expected two different names such as Ann,Bob"),
    (["mastermind", "--secret", "1111", "--seed", "1"], "expected one of --secret and --seed, got both"),
    (["mastermind", "--adversarial", "--seed", "1"], "expected one of --seed and --adversarial, got both"),
    (["mastermind", "--secret", "7777"], "expected symbols 123456"),
    (["mastermind", "--secret-file", "nowhere"], "cannot read nowhere"),
    (["mastermind", "--secret-file", "knuth.msgpack"], "expected a text file with a secret of mastermind"),
    (["mastermind", "--strategy", "magic"], "unknown strategy 'magic': expected one of blind, dallwitz"),
    (["mastermind", "--strategy", ""], "expected a name"),
    (["mastermind(8,10)", "--adversarial"], "too many to go through"),
    (["mastermind(8,10)", "--mode", "referee"], "too many to go through"),
    (["pegswap", "--mode", "duel"], "is a solitaire, in which nobody answers: it has no mode duel"),
    (["pegswap", "--adversarial"], "is a solitaire: it has no --adversarial"),
]


@pytest.mark.parametrize(("arguments", "message"), REFUSED, ids=[" ".join(each[0]) for each in REFUSED])
def test_options_that_make_no_sense(arguments: list[str], message: str, knuth: Path) -> None:
    result = run(*arguments, cwd=knuth)
    assert (result.returncode, result.stdout) == (2, b"")
    lines = result.stderr.decode().splitlines()
    assert len(lines) == 1 and message in lines[0]


def test_a_bad_secret_file_tells_nothing_of_the_secret(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("45637\n")
    assert b"4563" not in run("mastermind", "--secret-file", "secret.txt", cwd=tmp_path).stderr


# Strategies without a tree


@pytest.mark.parametrize(
    ("games", "strategy_text"),
    [
        ("mastermind(3,4)", "minimax"),
        ("mastermind(3,4,turns=3)", "random(seed=3)"),
        ("mastermind(3,3,goal=identify)", "entropy"),
        ("bulls-and-cows(3,5)", "first"),
        ("mastermind(3,4)", "monochrome"),
        *product(("several", "lies"), ("minimax", "entropy")),
    ],
)
def test_guess_by_guess_a_strategy_plays_as_its_tree_does(games: str, strategy_text: str, tmp_path: Path) -> None:
    for game in games_of_kind(games, tmp_path, 5) if games in ALL_KINDS else [make_game(games)]:
        strategy = make_strategy(strategy_text, game)
        compiled = CompiledStrategy(compile_strategy(game, strategy).data)
        chosen = ChosenStrategy(game, strategy.spec, partial(next_guess, game, strategy))
        for seed, secret in enumerate(game.secrets[:: 1 + len(game.secrets) // 10]):
            hidden, tree, play = hidden_secret(game, secret, seed), compiled.start(), chosen.start()
            while tree.guess is not None:
                assert (play.guess, play.responses) == (tree.guess, tree.responses)
                assert (play.candidates_left, play.candidate_count) == (tree.candidates_left, tree.candidate_count)
                response = hidden.respond(game.parse_code(tree.guess))
                tree.respond(response)
                play.respond(response)
            assert (play.guess, play.secret, play.history, play.moves) == (None, tree.secret, tree.history, tree.moves)
            assert game.format_secret(secret) in play.candidates_left


def test_without_a_tree_a_contradiction_is_told_as_with_one(compiled: Compiled) -> None:
    data = compiled("mastermind(3,4)", "minimax")
    game = data.game
    assert isinstance(game, Game)
    strategy = make_strategy("minimax", game)
    messages = []
    for each in (CompiledStrategy(data), ChosenStrategy(game, "minimax", partial(next_guess, game, strategy))):
        play = each.start()
        play.respond("0b1w")
        with pytest.raises(ResponseError) as caught:
            play.respond("3b0w" if "3b0w" not in play.responses else "0b0w")
        messages.append(str(caught.value))
    assert messages[0] == messages[1]


# Help while somebody plays elsewhere


@pytest.mark.parametrize(
    ("text", "guess", "response"),
    [
        ("1122", "1122", None),
        ("1 1 2 2", "1122", None),
        ("1,1,2,2", "1122", None),
        ("1122 1b1w", "1122", "1b1w"),
        ("1122:1 1", "1122", "1b1w"),
        ("1 1 2 2 1 1", "1122", "1b1w"),
        ("1122 1 black 2 whites", "1122", "1b2w"),
    ],
)
def test_a_guess_and_its_answer_may_stand_in_one_line(text: str, guess: str, response: str | None) -> None:
    game = make_game("mastermind(4,6)")
    turn = read_turn(game, text)
    assert game.format_code(turn.guess) == guess
    assert (None if turn.response is None else game.format_response(turn.response)) == response


@pytest.mark.parametrize("text", ["112", "1122 1b9w", "9999", "1122 ", "1b1w", ""])
def test_what_is_no_guess_is_told_as_what_it_is(text: str) -> None:
    game = make_game("mastermind(4,6)")
    if text == "1122 ":
        assert read_turn(game, text).response is None
        return
    with pytest.raises(CodeError, match="expected"):
        read_turn(game, text)


# Weight

LIGHT = [
    (["mastermind(4,6)", "--secret", "4563"], "1122\nleft\n3345\nboard\n4563\n"),
    (["words", "--adversarial"], "crane\nstone\n"),
    (["knuth.msgpack"], "0 0\n0b3w\nundo\nchange 1 1b1w\nquit\n"),
    (["knuth.msgpack", "--mode", "duel", "--secret", "4563"], "1122\n0b0w\n4563\n0b3w\n"),
    (["knuth.msgpack", "--mode", "guess", "--secret", "4563"], "hint\n1122\nhint\n4563\n"),
    (["mastermind(3,4)", "--mode", "referee"], "123\n0b0w\n123\n1b0w\nleft\nquit\n"),
    (["knuth.msgpack", "--mode", "duel", "--games", "2", "--seed", "1"], "1122\n2246\nscore\n4b\n"),
    (["mastermind(3,4)", "--mode", "referee", "--games", "2"], "123\n3b\n123\n3b\n"),
    (["pegswap(3,3)"], "3\nhint\nundo\nquit\n"),
]


@pytest.mark.parametrize(("arguments", "stdin"), LIGHT, ids=[" ".join(arguments) for arguments, _ in LIGHT])
def test_playing_is_light(arguments: list[str], stdin: str, knuth: Path) -> None:
    code = (
        "import sys; from strategist.commands.cli import main\n"
        f"sys.argv = ['strategist', 'play', *{arguments!r}]\n"
        "try: main()\n"
        "finally: print({'numpy', 'numba', 'networkx', 'rich', 'tqdm'} & set(sys.modules))"
    )
    result = subprocess.run([sys.executable, "-c", code], input=stdin, capture_output=True, text=True, cwd=knuth)
    assert result.stdout.endswith("set()\n") and result.stderr == ""
