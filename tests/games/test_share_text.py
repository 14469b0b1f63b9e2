"""The text of a game to send to others: it names no guess, and says with squares what the answers told."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from patience import PATIENCE
from preloaded import command

from strategist import make_game
from strategist.games.share_text import HALF, SQUARES, share_text
from strategist.model.game import Game
from strategist.play.afterwards import Played, ending_of

PETS = Path(__file__).parents[1] / "fixtures" / "animals.csv"
WORDS = "crane:-y--g store:y-yyg horse:ggggg"
SHARED = "Wordle: solved in 3 guesses\n⬛🟨⬛⬛🟩\n🟨⬛🟨🟨🟩\n🟩🟩🟩🟩🟩\n"


def test_a_table_has_a_line_alone() -> None:
    game = make_game(f"table(file={PETS},goal=identify)")
    guess = game.guesses[0]
    response = game.respond(guess, game.secrets[0])
    assert share_text(game, ((guess, response),), "known") == "animals: known after 1 question"


@pytest.mark.parametrize(
    ("text", "history", "told"),
    [
        ("mastermind(2,3)", "11:0b0w 23:2b0w", "solved in 2 guesses"),
        ("mastermind(2,3,turns=4)", "11:0b0w 23:2b0w", "solved in 2 of 4 guesses"),
        ("mastermind(2,3,turns=2)", "11:0b0w 23:1b0w", "lost after 2 guesses"),
        ("mastermind(2,3)", "11:0b0w", "1 guess so far"),
        ("mastermind(2,3,goal=identify)", "12:0b2w", "known after 1 guess"),
        ("mastermind(2,3,goal=identify)", "12:2b0w", "known after 1 guess"),
    ],
)
def test_the_first_line_says_how_it_ended(text: str, history: str, told: str) -> None:
    game = make_game(text)
    moves = game.parse_history(history)
    first, *rows = share_text(game, moves, ending_of(game, Played("your guesses", moves))).splitlines()
    assert first.endswith(f": {told}")
    assert len(rows) == len(moves) and all(len(row) == 2 for row in rows)


@pytest.mark.parametrize(
    "text",
    ["mastermind(3,3)", "bulls-and-cows(3,4)", "grand-mastermind(2,2,2)", "words", "words(feedback=jotto)"],
)
def test_no_guess_is_named(text: str) -> None:
    game: Game = make_game(text)
    guess = game.guesses[len(game.guesses) // 2]
    for secret in game.secrets[:50]:
        _, row = share_text(game, ((guess, game.respond(guess, secret)),), None).splitlines()
        assert len(row) == len(game.pieces(guess)) and set(row) <= set(SQUARES + HALF)


def call(folder: Path, *arguments: str, stdin: str = "", encoding: str = "utf-8") -> str:
    ran = subprocess.run(
        [*command(), *arguments], cwd=folder, input=stdin.encode(), capture_output=True, timeout=PATIENCE
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.decode(encoding)


def test_play_assist_and_review_share(tmp_path: Path) -> None:
    guesses = "crane\nstore\nhorse\n"
    played = call(tmp_path, "play", "words", "--secret", "horse", "--share", stdin=guesses)
    assert played.endswith(f"solved in 3 guesses: horse\n{SHARED}")
    plain = call(tmp_path, "play", "words", "--secret", "horse", "--share", "--plain", stdin=guesses)
    assert plain.endswith("Wordle: solved in 3 guesses\n-y--g\ny-yyg\nggggg\n")
    helped = call(tmp_path, "assist", "words", "--time-limit", "0", "--share", stdin=WORDS.replace(" ", "\n"))
    assert helped.endswith(SHARED)
    so_far = call(tmp_path, "assist", "words", "--time-limit", "0", stdin="crane -y--g\n:share\n:quit\n")
    assert "Wordle: 1 guess so far\n⬛🟨⬛⬛🟩\n" in so_far
    reviewed = call(tmp_path, "review", "words", "--given", WORDS, "--by", "entropy", "--share")
    assert reviewed.endswith(SHARED)
    record = json.loads(call(tmp_path, "review", "words", "--given", WORDS, "--by", "entropy", "--share", "--json"))
    assert f"{record['share']}\n" == SHARED
    # Of two players each has a text of its own.
    both = call(tmp_path, "play", "mastermind(2,3)", "--mode", "referee", "--share", stdin="11\n2b0w\n12\n1b0w\n")
    assert "2 colors" not in both and "3 colors, Ann's guesses: solved in 1 guess\n🟩🟩\n" in both
    assert both.endswith("3 colors, Bob's guesses: 1 guess so far\n🟩⬛\n")
