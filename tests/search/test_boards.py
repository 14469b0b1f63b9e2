"""Several boards at once: the least total against all ways to play, its proof against a checker, and the heuristics."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest
from refusals import refuses

from strategist import compile_strategy, make_game
from strategist.checking.boards.check_boards import check_boards
from strategist.common.errors import CodeError, ResponseError, StrategyFileError, TooLargeError
from strategist.files.boards_proof import BoardsProof, read_boards_proof, write_boards_proof
from strategist.games.boards import Boards, make_boards
from strategist.games.words.word_lists import Lists
from strategist.games.words.words import Words
from strategist.model.game import Game
from strategist.search.compile.boards.board_desk import BoardDesk
from strategist.search.compile.boards.choosing_for_boards import Choice
from strategist.search.compile.boards.least_for_boards import Least, bound_of
from strategist.search.compile.boards.played_boards import drawn_secrets, play_boards, play_many

SMALL = [
    ("mastermind(1,3)", 2),
    ("mastermind(2,2)", 2),
    ("mastermind(2,2)", 1),
    ("mastermind(1,2)", 3),
    ("bulls-and-cows(2,3)", 2),
    ("mastermind(2,2,feedback=black)", 2),
]


def plainly(game: Game, number: int) -> int:
    """The least total by all guesses at all positions, as they are played: combinations one by one, and of each the
    boards that are not solved yet."""

    @cache
    def least(left: frozenset[tuple[int | None, ...]]) -> int:
        waiting = [each for each in left if any(secret is not None for secret in each)]
        if not waiting:
            return 0
        found = []
        for guess in game.guesses:
            cells: dict[tuple[int | None, ...], set[tuple[int | None, ...]]] = {}
            for each in waiting:
                told = tuple(None if at is None else game.respond(guess, game.secrets[at]) for at in each)
                behind = tuple(
                    None if at is None or game.solved(answer or 0) else at
                    for at, answer in zip(each, told, strict=True)
                )
                cells.setdefault(told, set()).add(behind)
            after = [frozenset(cell) for cell in cells.values()]
            if after != [frozenset(waiting)]:
                found.append(len(waiting) + sum(map(least, after)))
        return min(found)

    def all_of(boards: int) -> list[tuple[int | None, ...]]:
        return [(*rest, at) for rest in all_of(boards - 1) for at in range(len(game.secrets))] if boards else [()]

    return least(frozenset(all_of(number)))


def proof_of(game: Game, number: int) -> BoardsProof:
    boards = Boards(game, number)
    least = Least(BoardDesk(boards))
    least.value(BoardsProof(boards, {}).whole)
    return BoardsProof(boards, {sets: told for sets, told in least.known.items() if sets})


@pytest.mark.parametrize(("text", "number"), SMALL)
def test_the_least_total_is_that_of_all_ways_to_play(text: str, number: int) -> None:
    game = make_game(text)
    proof = proof_of(game, number)
    found = check_boards(proof)
    assert found.proven and found.total == plainly(game, number)


@pytest.mark.parametrize("seed", range(6))
def test_the_least_total_of_words(seed: int) -> None:
    random = Random(seed)
    words = sorted({"".join(random.choices("abc", k=3)) for _ in range(7)})
    count = random.randint(2, 4)
    game = Words({}, Lists(words[:count], words[count:]))
    proof = proof_of(game, 2)
    found = check_boards(proof)
    assert found.proven and found.total == plainly(game, 2)
    # No position is bounded too high.
    assert all(bound_of(sets) <= value for sets, (value, _) in proof.claims.items())


@pytest.mark.parametrize("text", ["mastermind(2,3)", "bulls-and-cows(2,5)", "words(feedback=jotto)"])
def test_one_board_is_the_game_itself(text: str) -> None:
    game = (
        make_game(text)
        if "words" not in text
        else Words({"feedback": "jotto"}, Lists(["crane", "slate", "those", "three", "where"]))
    )
    compiled = compile_strategy(game, "optimal")
    assert check_boards(proof_of(game, 1)).total == compiled.data.claims.total


def test_a_false_claim_is_found(tmp_path: Path) -> None:
    proof = proof_of(make_game("mastermind(2,2)"), 2)
    assert check_boards(proof).proven
    random = Random(1)
    for sets, (value, guess) in random.sample(sorted(proof.claims.items()), 12):
        for told in ((value - 1, guess), (value + 1, guess)):
            assert not check_boards(replace(proof, claims=proof.claims | {sets: told})).proven
    without = {sets: told for sets, told in proof.claims.items() if sets != proof.whole}
    assert check_boards(replace(proof, claims=without)).problems == ("the whole is not claimed",)


def test_proofs_are_read_and_bad_ones_refused(tmp_path: Path) -> None:
    game = Words({"letters": "ch", "answers": "x.txt"}, Lists([("ch", "a"), ("b", "a"), ("b", "ch")]))
    proof, path = proof_of(game, 2), tmp_path / "proof"
    write_boards_proof(path, proof)
    again = read_boards_proof(path)
    assert again.claims == proof.claims and again.boards.spec == proof.boards.spec
    text = path.read_text()
    told = json.loads(text)
    bad = [
        {"version": 2}, {"game": "chess"}, {"payload": "?"}, {"number": 0}, {"number": "2"}, {"claims": 7},
        {"claims": [[[0], 1]]}, {"claims": [[[0], -1, 0]]}, {"claims": [[[1, 0], 3, 0]]}, {"claims": [[[0, 0], 3, 0]]},
        {"claims": [[[7], 1, 0]]}, {"claims": [[[0], 1, 99]]}, {"claims": [[[0]] * 9 + [1, 0]]},
    ]  # fmt: skip
    for change in bad:
        path.write_text(json.dumps(told | change))
        refuses(read_boards_proof, path, told="expected", error=StrategyFileError)
    # To tell that the whole is not claimed makes 60 million codes, and a list of them for each board.
    large = {"game": "mastermind(10,6)", "payload": None, "claims": []}
    for change in (large, {"number": 20}):
        path.write_text(json.dumps(told | change))
        refuses(read_boards_proof, path, told="at most 1048576 combinations", error=StrategyFileError)
    for damaged in (text[:50], "", text.replace("[", "[[", 1)):
        path.write_text(damaged)
        refuses(read_boards_proof, path, told="expected the proof of several boards", error=StrategyFileError)
    refuses(read_boards_proof, tmp_path / "none", told="cannot read", error=StrategyFileError)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("boards", "expected a game and a number of boards, as in boards(wordle,4)"),
        ("boards(wordle,mastermind)", "number must be a whole number"),
        ("boards(wordle,65)", "at most 64"),
        ('boards("wordle(hard=true)",2)', "restricts guesses by what was answered"),
        ('boards("mastermind(2,3,goal=identify)",2)', "ends when the secret is known"),
        ('boards("mastermind(2,3,lies=1)",2)', "has answers that may be false"),
        ('boards("mastermind(2,3,turns=3)",2)', "has turns: expected a game without"),
        ("boards(chess,2)", "unknown game 'chess'"),
    ],
)
def test_boards_that_cannot_be_are_refused(text: str, told: str) -> None:
    refuses(make_boards, text, told=re.escape(told))


def test_histories_of_boards() -> None:
    boards = make_boards("boards(words,3)")
    moves = boards.parse_history("crane:-y--g,ggggg,----- store:y--yg,-----")
    assert boards.format_history(moves) == "crane:-y--g,ggggg,----- store:y--yg,+,-----"
    assert boards.parse_history(boards.format_history(moves)) == moves
    assert boards.solved(moves) == [False, True, False]
    refuses(boards.parse_history, "crane:-y--g", told="expected 3 responses", error=ResponseError)
    refuses(boards.parse_history, "crane", told="expected GUESS:RESPONSE", error=ResponseError)
    refuses(boards.parse_secrets, "crane store", told="expected 3 secrets, got 2", error=CodeError)
    refuses(make_game, "boards(words,3)", told="combinations of secrets for a tree, got", error=TooLargeError)


def test_bits_and_candidates_are_those_of_the_rules() -> None:
    """Bits are summed over boards, and the candidates those that give all answers."""
    boards = make_boards("boards(words,2)")
    game, desk = boards.game, BoardDesk(boards)
    secrets = [game.secrets[5], game.secrets[77]]
    moves = []
    for word in ("crane", "south"):
        moves.append(boards.respond(word, secrets, moves))
    left = desk.left(moves)
    for at, candidates in enumerate(left):
        fitting = [
            code for code in game.secrets if all(game.respond(move.guess, code) == move.responses[at] for move in moves)
        ]
        assert [game.secrets[index] for index in candidates.tolist()] == fitting
    bits = desk.bits(left)
    for guess in Random(2).sample(range(len(game.guesses)), 20):
        told = 0.0
        for candidates in left:
            answers = [game.respond(game.guesses[guess], game.secrets[index]) for index in candidates.tolist()]
            shares = np.array([answers.count(each) for each in set(answers)]) / len(answers)
            told -= float((shares * np.log2(shares)).sum())
        assert bits[guess] == pytest.approx(told, abs=1e-5)


@pytest.mark.parametrize("text", ["boards(words,4)", "boards(mastermind,3)", 'boards("ab(3,6)",1)'])
def test_games_are_played_to_their_end_and_seeds_draw_the_same(text: str) -> None:
    choice = Choice(BoardDesk(make_boards(text)))
    game = choice.desk.boards.game
    found = play_many(choice, 15, 3)
    assert found == play_many(Choice(BoardDesk(make_boards(text))), 15, 3) and found.games == 15
    for number in range(3):
        secrets = drawn_secrets(choice, 3, number)
        made = [game.guesses[guess] for guess in play_boards(choice, secrets)]
        assert set(secrets) <= set(made) and made[-1] in secrets and len(set(made)) == len(made)


def test_few_combinations_are_played_best() -> None:
    """From where the least total is known, games take that many guesses in all."""
    game = Words({}, Lists(["bat", "cat", "hat", "mat"], ["bch", "mmm"]))
    choice = Choice(BoardDesk(Boards(game, 2)))
    choice.first = []
    least = Least(choice.desk)
    sets = ((0, 1, 2), (1, 2, 3))
    total = 0
    for one in sets[0]:
        for other in sets[1]:
            left = [np.array(each, dtype=np.int32) for each in sets]
            while any(map(len, left)):
                guess = choice.next_guess(left, 9)
                told = [
                    game.respond(game.guesses[guess], game.secrets[at]) if len(each) else None
                    for at, each in zip((one, other), left, strict=True)
                ]
                left = choice.desk.after(left, guess, told)
                total += 1
    assert total == least.value(sets)


def test_first_guesses_are_given_by_the_strategy() -> None:
    desk = BoardDesk(make_boards("boards(words,2)"))
    choice = Choice(desk, "bits(first=crane south)")
    made = play_boards(choice, ["about", "three"])
    assert [desk.boards.game.guesses[guess] for guess in made[:2]] == ["crane", "south"]
    refuses(Choice, desk, "entropy", told="expected the strategy bits")
    refuses(Choice, desk, "bits(first=xyzzy)", told="not in the list", error=CodeError)


def run(folder: Path, *arguments: str, entered: str = "") -> tuple[int, str]:
    command = [sys.executable, "-m", "strategist", *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=folder, input=entered)
    return ran.returncode, ran.stdout + ran.stderr


FEW = 'boards("words(few.txt)",2)'


@pytest.fixture
def few(tmp_path: Path) -> Path:
    (tmp_path / "few.txt").write_text("crane slate store three horse\n")
    return tmp_path


def test_a_proof_is_written_and_checked(few: Path) -> None:
    status, told = run(few, "compile", FEW, "optimal", "-o", "few.proof")
    assert status == 0 and re.search(r"25 combinations: total (\d+)", told)
    status, checked = run(few, "check", "few.proof")
    assert (status, checked.startswith("proven: boards")) == (0, True)


def test_more_combinations_than_a_proof_may_hold_are_refused(tmp_path: Path) -> None:
    """At once: all of them were listed, until the memory was full."""
    status, told = run(tmp_path, "compile", 'boards("mastermind(1,2)",21)', "optimal", "-o", "x.proof")
    assert status == 2 and told.count("\n") == 1
    assert "expected at most 1048576 combinations of secrets for a proof, got 2097152" in told
    assert not (tmp_path / "x.proof").exists()


@pytest.mark.thorough
def test_commands(few: Path) -> None:
    run(few, "compile", FEW, "optimal", "-o", "few.proof")
    text = (few / "few.proof").read_text()
    worse = re.sub(r", (\d+), (\d+)\]\]\}", lambda match: f", {int(match[1]) + 1}, {match[2]}]]}}", text)
    (few / "few.proof").write_text(worse)
    status, checked = run(few, "check", "few.proof")
    assert (status, checked.startswith("not proven: boards")) == (1, True)
    status, told = run(few, "advise", FEW, "--given", "crane:-y--g,-----", "--top", "2")
    assert status == 2 and "board 2: no secret agrees with crane:-----" in told
    status, told = run(few, "advise", FEW, "--given", "crane:-y--g,ggggg", "--json")
    assert json.loads(told)["left"] == [3, 0]
    status, told = run(few, "play", FEW, "--secret", "crane slate", entered="crane\nslate\n")
    assert status == 0 and told.endswith("all 2 boards solved in 2 guesses\n")
    status, told = run(few, "assist", FEW, entered="crane\n-y--g,ggggg\nleft\n")
    assert status == 0 and "board 1: 3 candidates left: horse store three" in told
    status, told = run(few, "play", FEW, "--mode", "answer", "--games", "20", "--seed", "2")
    assert status == 0 and "20 games, seed 2" in told
    status, told = run(few, "export", FEW, "-o", "few.html", "--title", "Two words")
    assert status == 0 and "<title>Two words</title>" in (few / "few.html").read_text()
    status, told = run(few, "compile", FEW, "optimal(total)", "-o", "few.msgpack")
    assert status == 0 and "claimed optimal: total" in told
    assert run(few, "verify", "few.msgpack")[0] == 0
    entered = "crane\nslate\n"
    status, told = run(few, "play", "few.msgpack", "--mode", "guess", "--secret", "crane,slate", entered=entered)
    assert status == 0 and told.endswith("solved in 2 guesses: crane,slate\n")
    for refused in (
        ("export", FEW, "-o", "few.csv"),
        ("export", FEW, "--depth", "2"),
        ("export", "few.msgpack", "-o", "few.html"),
        ("assist", "few.msgpack"),
        ("play", FEW, "--games", "4"),
        ("advise", FEW, "--candidates", "x"),
        ("compile", FEW, "minimax"),
        ("verify", FEW),
    ):
        assert run(few, *refused)[0] == 2
