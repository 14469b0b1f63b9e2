"""Players of one's own: what they take over all secrets, what their moves cost, and what becomes of bad ones."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from patience import PATIENCE
from preloaded import command

from strategist import compile_strategy, json_schema, make_game
from strategist.common.errors import PlayerError, SpecError
from strategist.environment.league.playing_out import play_out, split
from strategist.environment.league.program_player import ProgramPlayer
from strategist.environment.league.regrets import regrets_of
from strategist.model.game import Game, History

GAMES = ("mastermind(2,3)", "bulls-and-cows(2,5)", "mastermind(2,3,goal=identify)")
FIRST = """
from strategist import make_game
GAME = make_game("mastermind(2,3)")
def guess(history):
    print("this is not the guess")
    past = GAME.parse_history(" ".join(":".join(move) for move in history))
    return GAME.format_code(GAME.consistent(past)[0])
"""


def first_consistent(game: Game, history: History) -> int:
    """A player that guesses the first candidate, and announces it where it is the only one."""
    left = [game.secrets.index(code) for code in game.consistent(history)]
    return (
        game.announcement(left[0]) if game.announces and len(left) == 1 else game.guesses.index(game.secrets[left[0]])
    )


def plain_least(game: Game, left: list[int]) -> int:
    """The least total over some secrets, by trying every question."""
    if game.announces and len(left) == 1:
        return 0
    if not game.announces and len(left) == 1:
        return 1
    best = 10**9
    for question in range(game.question_count):
        cells = split(game, game.guesses[question], left)
        if len(cells) > 1:
            behind = (plain_least(game, cell) for response, cell in cells.items() if not game.solved(response))
            best = min(best, len(left) + sum(behind))
    return best


@pytest.mark.parametrize("name", GAMES)
def test_regrets_agree_with_trying_everything_and_add_up(name: str) -> None:
    game = make_game(name)
    played = play_out(game, lambda history: first_consistent(game, history))
    regrets = regrets_of(game, played)
    assert not played.lost and not regrets.unknown
    assert regrets.least == plain_least(game, list(range(len(game.secrets))))
    assert played.claims.total == regrets.least + regrets.total
    costs = {each.move.history: each.regret for each in regrets.costly}
    for move in played.moves:
        cells = split(game, game.guesses[move.guess], move.left)
        behind = sum(plain_least(game, cell) for response, cell in cells.items() if not game.solved(response))
        here = (len(move.left) if move.guess < game.question_count else 0) + behind
        assert here - plain_least(game, list(move.left)) == costs.get(move.history, 0)


def test_a_compiled_strategy_takes_what_its_file_claims() -> None:
    strategy = compile_strategy("mastermind(3,4)", "minimax")
    game = strategy.game

    def follow(history: History) -> int:
        play = strategy.start()
        for _, response in history:
            play.respond(response)
        assert play.guess is not None
        return game.parse_question(play.guess)

    assert play_out(game, follow).claims == strategy.claims


def test_the_best_play_has_no_regret_and_the_first_move_of_another_has_its_own() -> None:
    game = make_game("mastermind(2,3)")
    best = compile_strategy(game, "optimal")
    played = play_out(game, lambda history: _following(best, history))
    assert regrets_of(game, played).costly == () and regrets_of(game, played).total == 0


def _following(strategy, history: History) -> int:  # type: ignore[no-untyped-def]
    slot = 0
    for _, response in history:
        slot = strategy.tree.child(slot, response)
    return int(strategy.tree.guesses[slot])


def test_secrets_not_found_within_the_horizon_are_lost() -> None:
    game = make_game("mastermind(2,3)")
    played = play_out(game, lambda history: 0, horizon=3)
    assert len(played.lost) == 8 and played.claims.lost == 8 and played.claims.histogram == (1,)
    turns = make_game("mastermind(2,3,turns=2)")
    assert play_out(turns, lambda history: 0).horizon == 2


def test_a_wrong_announcement_loses() -> None:
    game = make_game("mastermind(1,3,goal=identify)")
    played = play_out(game, lambda history: game.announcement(0))
    assert played.lost == (1, 2) and regrets_of(game, played).unknown == 1


def test_each_position_is_asked_once() -> None:
    game = make_game("mastermind(3,4)")
    asked: list[History] = []

    def player(history: History) -> int:
        asked.append(history)
        return first_consistent(game, history)

    play_out(game, player)
    assert len(asked) == len(set(asked)) == 64
    assert all(len(one) <= len(other) for one, other in pairwise(asked))


def test_games_with_other_answers_are_refused() -> None:
    with pytest.raises(SpecError, match="needs true answers: it is asked once"):
        play_out(make_game("mastermind(2,3,lies=1)"), lambda history: 0)
    with pytest.raises(IndexError, match="expected the index of a guess from 0 to 8, got 9"):
        play_out(make_game("mastermind(2,3)"), lambda history: 9)


def test_regrets_that_take_too_long_are_not_told() -> None:
    game = make_game("mastermind(2,3)")
    regrets = regrets_of(game, play_out(game, lambda history: first_consistent(game, history)), seconds=0)
    assert regrets.least is None and regrets.unknown > 0


def run(tmp_path: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*command(), "compare", "mastermind(2,3)", *words],
        capture_output=True,
        text=True,
        input="",
        timeout=PATIENCE,
        cwd=tmp_path,
    )


def test_compare_ranks_a_player_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(FIRST)
    done = run(tmp_path, "optimal", "--player", "mine.py")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert [line.split()[:2] for line in lines[2:4]] == [["optimal(total)", "21"], ["mine.py", "24"]]
    assert "the best possible tree takes 21, which is 3 less" in lines and "this is not" not in done.stdout
    told = json.loads(run(tmp_path, "--player", "mine.py", "--json").stdout)
    Draft202012Validator(json_schema("compare")).validate(told)
    (player,) = told["players"]
    assert (player["total"], player["least"], player["regret"], player["moves"][0]["guess"]) == (24, 21, 3, "11")


PROGRAM = """
import sys
assert input() == "game mastermind(pegs=2,colors=3)"
for line in sys.stdin:
    made = len(line.split()) - 1
    print(["11", "12", "13", "21", "22", "23", "31", "32", "33"][made], flush=True)
"""


def test_compare_plays_a_program_that_speaks_lines(tmp_path: Path) -> None:
    (tmp_path / "program").write_text(PROGRAM)
    done = run(tmp_path, "--player", f"{sys.executable} program", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["players"][0]["total"] == sum(range(1, 10))


@pytest.mark.parametrize(
    ("player", "told"),
    [
        ("def guess(history): return 1 / len(history)", "ended with status 1: ZeroDivisionError: division by zero"),
        ("import os\ndef guess(history): os.abort()", "it was ended by signal 6"),
        ("def guess(history): return 'hello'", "got 'hello': code 'hello': expected"),
        ("def guess(history): return None", "got 'None'"),
        ("def guess(history): return '1' * 100000", "bytes without an end"),
        ("other = 1", "ended with status 1: expected a function guess(history)"),
        ("def guess(history", "ended with status 1: SyntaxError"),
        ("while True: pass", "expected a guess within 0.5 seconds, got none"),
    ],
)
def test_bad_players_get_one_line(tmp_path: Path, player: str, told: str) -> None:
    (tmp_path / "bad.py").write_text(player)
    done = run(tmp_path, "--player", "bad.py", "--move-time", "0.5" if "while" in player else "60")
    assert done.returncode == 2 and done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("strategist: error: player bad.py at the beginning: ") and told in line


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "expected a STRATEGY or a --player"),
        (["--player", "none.py"], "player none.py: there is no such file"),
        (["--player", "/no/such/program"], "cannot be started: No such file or directory"),
        (["--player", ""], "expected a Python file or a command line"),
        (["--player", "'"], "expected a command line: No closing quotation"),
        (["minimax", "--time-limit", "1"], "expected a --player"),
        (["--player", "x.py", "--seeds", "3"], "expected neither --seeds nor --first"),
    ],
)
def test_bad_words_get_one_line(tmp_path: Path, words: list[str], told: str) -> None:
    done = run(tmp_path, *words)
    assert done.returncode == 2 and told in done.stderr and len(done.stderr.splitlines()) == 1


def test_guesses_that_hard_mode_forbids_are_told(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("aa\nab\nba\n")
    game = make_game(f"words(answers={tmp_path / 'words.txt'},hard=true)")
    (tmp_path / "bad.py").write_text("def guess(history): return 'ba' if history else 'ab'")
    with ProgramPlayer(game, str(tmp_path / "bad.py")) as player, pytest.raises(PlayerError, match="'ba' is not all"):
        play_out(game, player.guess)


def test_processes_that_a_player_has_started_end_with_it(tmp_path: Path) -> None:
    (tmp_path / "parent.py").write_text(
        "import subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(1000)'])\n"
        "open('pid', 'w').write(str(child.pid))\n"
        "def guess(history): return 'x'\n"
    )
    done = run(tmp_path, "--player", "parent.py")
    assert done.returncode == 2
    child = Path("/proc", (tmp_path / "pid").read_text())
    due = time.monotonic() + PATIENCE
    # A process that has ended is gone, or waits for somebody to ask how.
    while child.exists() and child.joinpath("stat").read_text().rpartition(")")[2].split()[0] != "Z":
        assert time.monotonic() < due
        os.sched_yield()


def test_figures_under_chances_are_counted() -> None:
    game = make_game("mastermind(1,3)")
    game.weigh(chances=[Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)])
    played = play_out(game, lambda history: first_consistent(game, history))
    assert played.claims == compile_strategy(game, "first").claims
