"""Several boards as one game: rules are those of the boards, trees take the least total, and files are played."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from refusals import forged, refuses, with_header

from strategist import compile_strategy, make_game, open_strategy, verify_strategy
from strategist.checking.boards.check_boards import check_boards
from strategist.common.errors import CodeError, ResponseError, SpecError, StrategyFileError, TooLargeError
from strategist.files.boards_proof import BoardsProof
from strategist.files.strategy import StrategyData, decode, encode
from strategist.games.boards import BoardsMove
from strategist.games.boards_game import BoardsGame, Question
from strategist.games.words.word_lists import Lists
from strategist.games.words.words import Words
from strategist.model.game import Code
from strategist.page import page
from strategist.page.embedding.embedded import javascript_module, python_module
from strategist.search.compile.boards.board_desk import BoardDesk
from strategist.search.compile.boards.choosing_for_boards import Choice
from strategist.search.compile.boards.least_for_boards import Least, bound_of
from strategist.search.compile.boards.played_boards import play_boards
from strategist.show.formats.export import dot, graphml, node_link, table
from strategist.show.formats.key import couplets

GAMES = [
    'boards("mastermind(2,3)",2)',
    'boards("mastermind(1,3)",3)',
    'boards("bulls-and-cows(2,3)",2)',
    'boards("mastermind(2,2,feedback=black)",2)',
    'boards("grand-mastermind(1,2,2)",2)',
    'boards("mastermind(2,3)",1)',
]


def boards_game(text: str) -> BoardsGame:
    game = make_game(text)
    assert isinstance(game, BoardsGame)
    return game


def guesses_for(data: StrategyData, secrets: Sequence[Code]) -> list[Code]:
    """The codes that a tree guesses against some secrets, by the rules of the game of each board alone: until each of
    them has been guessed."""
    game = data.game
    assert isinstance(game, BoardsGame)
    made: list[Code] = []
    slot: int | None = 0
    while not set(secrets) <= set(made):
        assert slot is not None
        question = game.guesses[data.tree.guesses[slot]]
        assert question.open == tuple(at for at, secret in enumerate(secrets) if secret not in made)
        told = tuple(
            game.inner.respond(question.code, secret) if at in question.open else None
            for at, secret in enumerate(secrets)
        )
        made.append(question.code)
        over = set(secrets) <= set(made)
        [response] = [
            response
            for response in data.tree.responses(slot)
            if game.solved(response) == over and (over or tuple(game.parts(response)) == told)
        ]
        slot = data.tree.child(slot, response)
    assert slot is None
    return made


@pytest.mark.parametrize("text", GAMES)
def test_rules_are_those_of_the_boards(text: str) -> None:
    """What is answered, what is allowed, and when it ends, at positions of games of random guesses."""
    game, draw = boards_game(text), Random(5)
    boards = game.boards
    for _ in range(25):
        secret = draw.choice(list(game.secrets))
        history: tuple[tuple[Code, int], ...] = ()
        moves: list[BoardsMove] = []
        while not all(boards.solved(moves)):
            allowed = list(game.allowed(history))
            assert [each.code for each in allowed] == list(game.inner.guesses)
            guess = draw.choice(allowed)
            moves.append(boards.respond(guess.code, secret, moves))
            response = game.respond(guess, secret)
            assert game.solved(response) == all(boards.solved(moves))
            if not game.solved(response):
                assert tuple(game.parts(response)) == moves[-1].responses
                assert game.format_response(response) == boards.format_responses(moves[-1].responses)
            history = (*history, (guess, response))
            assert all(game.agrees(each, history) == agrees_on_boards(game, each, moves) for each in game.secrets)
        assert game.parse_history(game.format_history(history)) == history
        # As people write it, without the boards that are open.
        plainly = game.format_history(history)
        assert game.parse_history(re.sub(r"@[\d.]+", "", plainly)) == history


def agrees_on_boards(game: BoardsGame, secrets: Any, moves: list[BoardsMove]) -> bool:
    return all(
        told is None or game.inner.respond(move.guess, secret) == told
        for move in moves
        for told, secret in zip(move.responses, secrets, strict=True)
    )


@pytest.mark.parametrize("text", GAMES)
def test_texts_are_read_as_they_are_written(text: str) -> None:
    game = boards_game(text)
    assert boards_game(game.spec).fingerprint() == game.fingerprint()
    assert all(game.parse_code(game.format_code(code)) == code for code in game.guesses)
    assert all(game.parse_secret(game.format_secret(code)) == code for code in game.secrets)
    given = {game.respond(guess, secret) for guess in game.guesses for secret in game.secrets}
    assert all(game.parse_response(game.format_response(each)) == each for each in given)
    for guess in game.guesses:
        for response in {game.respond(guess, secret) for secret in game.secrets}:
            told = game.format_response(response)
            assert game.parse_answer(guess, told) == response
            assert game.parse_answer(guess, told.replace("+,", "").replace(",+", "")) == response


@pytest.mark.parametrize("text", GAMES)
def test_the_tree_takes_the_least_total_and_is_verified(text: str, tmp_path: Path) -> None:
    """Its total is that of the proof, and its figures those of games against all secrets by the rules of one board."""
    compiled = compile_strategy(text, "optimal(total)")
    game, data = boards_game(text), compiled.data
    least = Least(BoardDesk(game.boards))
    whole = BoardsProof(game.boards, {}).whole
    least.value(whole)
    proof = BoardsProof(game.boards, {sets: told for sets, told in least.known.items() if sets})
    assert data.claims.total == data.lower_bound == check_boards(proof).total and data.bound == "optimal"
    made = [len(guesses_for(data, secrets)) for secrets in game.secrets]
    assert list(data.claims.histogram) == [made.count(number + 1) for number in range(max(made))]
    again = decode(encode(data))
    assert encode(again) == encode(data) and again.version == 1
    assert verify_strategy(again).verified
    assert encode(compile_strategy(text, "optimal(total)", plain=True).data) == encode(data)


def test_a_tree_that_is_not_the_claimed_one_is_not_verified() -> None:
    """Each guess is replaced by others: what does not find every secret of every board, or not as soon, is told."""
    data = compile_strategy('boards("mastermind(2,3)",2)', "optimal(total)").data
    game, draw, other = boards_game(data.game.spec), Random(2), 0
    for slot in range(len(data.tree)):
        guesses = list(data.tree.guesses)
        guesses[slot] = draw.choice([each for each in range(len(game.guesses)) if each != guesses[slot]])
        tree = type(data.tree)(guesses, list(data.tree.masks), data.tree.response_count)
        found = verify_strategy(replace(data, tree=tree))
        if found.verified:
            # Two guesses may do the same, on the same boards only.
            other += 1
            assert game.guesses[guesses[slot]].open == game.guesses[data.tree.guesses[slot]].open
    assert other < len(data.tree) / 2
    banned = [game.guesses.index(Question(game.inner.guesses[0], (0,))), *data.tree.guesses[1:]]
    tree = type(data.tree)(banned, list(data.tree.masks), data.tree.response_count)
    assert any("is not allowed" in each for each in verify_strategy(replace(data, tree=tree)).problems)


def test_a_game_is_played_from_a_file() -> None:
    """To the end for all secrets; the candidates are those of the rules, and what is found are all secrets."""
    data = compile_strategy('boards("mastermind(2,3)",2)', "optimal(total)").data
    game, strategy = boards_game(data.game.spec), open_strategy(data)
    for secret in game.secrets:
        play = strategy.start()
        while not play.solved:
            history = game.parse_history(" ".join(f"{guess}:{told}" for guess, told in play.history))
            assert play.candidates_left == list(map(game.format_secret, game.consistent(history)))
            assert play.candidate_count == len(play.candidates_left) and play.secret is None
            play.respond(game.respond(game.parse_code(play.guess or ""), secret))
        assert play.secret == game.format_secret(secret) and play.candidates_left == [play.secret]
        assert len(play.history) == len(guesses_for(data, secret))


def test_only_guesses_that_can_be_right_have_the_solved_response(tmp_path: Path) -> None:
    """Said when a file is read, as in other games."""
    (tmp_path / "few.txt").write_text("crane slate\n")
    (tmp_path / "more.txt").write_text("blitz\n")
    text = f'boards("words(answers={tmp_path}/few.txt,guesses={tmp_path}/more.txt)",2)'
    data = compile_strategy(text, "optimal(total)").data
    [slot] = [slot for slot in range(len(data.tree)) if data.tree.solves(slot)][:1]
    guesses = list(data.tree.guesses)
    guesses[slot] = data.game.guesses.index(data.game.parse_code("blitz"))
    tree = type(data.tree)(guesses, list(data.tree.masks), data.tree.response_count)
    told = "blitz is no secret, but has the solved response"
    refuses(decode, encode(replace(data, tree=tree)), told=told, error=StrategyFileError)


def test_words_travel_in_the_file(tmp_path: Path) -> None:
    (tmp_path / "few.txt").write_text("crane slate store three horse\n")
    text = f'boards("words({tmp_path}/few.txt)",2)'
    compiled = compile_strategy(text, "optimal(total)")
    contents = encode(compiled.data)
    (tmp_path / "few.txt").unlink()
    again = decode(contents)
    assert verify_strategy(again).verified and len(guesses_for(again, ("crane", "horse"))) <= again.claims.depth
    game = Words({}, Lists(["crane", "slate", "store", "three", "horse"]))
    assert again.game.payload() == game.payload()


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("pegs=2,colors=200", "pairs of a guess and a secret"),
        ("pegs=2,colors=3,lies=1", "may be false"),
        ("pegs=2,colors=4", "other codes"),
    ],
)
def test_files_of_other_boards_are_refused_at_once(game: str, told: str) -> None:
    whole = encode(compile_strategy('boards("mastermind(2,3)",1)', "optimal(total)").data)
    named = with_header("game", f'boards(game="mastermind({game})",number=1)')
    refuses(decode, forged(whole, named), told=told, error=StrategyFileError)
    inner = ["words(answers=/etc/hosts)", "pegswap(left=1,right=1)", "chess"]
    for other in ("boards", *(f'boards(game="{each}",number=2)' for each in inner)):
        refuses(decode, forged(whole, with_header("game", other)), told="header", error=StrategyFileError)


@pytest.mark.parametrize("text", ["11:1b0w,0b0w", "12:2b0w,0b1w", "12:1b0w,1b0w 13:2b0w,1b0w"])
def test_trees_begin_behind_a_history(text: str) -> None:
    game = boards_game('boards("mastermind(2,3)",2)')
    history = game.parse_history(text)
    data = compile_strategy(game, "optimal(total)", start=history).data
    left = game.consistent(history)
    now_open = game.open_after(history)
    sets = sorted(tuple(sorted({game.inner.secrets.index(each[at]) for each in left})) for at in now_open)
    assert data.claims.total == Least(BoardDesk(game.boards)).value(tuple(sets))
    assert data.claims.secrets == len(left) and verify_strategy(decode(encode(data))).verified


def test_a_search_that_is_stopped_has_the_tree_of_the_heuristic_with_a_bound() -> None:
    game = boards_game('boards("mastermind(2,5)",2)')
    data = compile_strategy(game, "optimal(total)", time_limit=0.01).data
    assert data.stopped and data.bound == "upper" and verify_strategy(data).verified
    assert data.lower_bound == bound_of(BoardsProof(game.boards, {}).whole) < data.claims.total
    choice = Choice(BoardDesk(game.boards))
    for secrets in Random(3).sample(list(game.secrets), 20):
        made = [game.inner.guesses[guess] for guess in play_boards(choice, list(secrets))]
        assert guesses_for(data, secrets) == made


def test_exports_of_trees() -> None:
    data = compile_strategy('boards("mastermind(1,3)",2)', "optimal(total)").data
    rows = list(csv.DictReader(io.StringIO("".join(table(data)))))
    assert [row["secret"] for row in rows] == [f"{one},{other}" for one in "123" for other in "123"]
    assert sum(int(row["guesses"]) for row in rows) == data.claims.total
    for form in (dot, graphml, node_link):
        assert "0b0w,1b0w" in "".join(form(data, None))
    refused = "expected csv, dot, graphml, json, svg, png or pdf, or a page of boards"
    texts = (couplets, javascript_module, python_module)
    for more in (page, *(lambda data, each=each: list(each(data)) for each in texts)):
        refuses(more, data, told=refused)


@pytest.mark.parametrize(
    ("text", "told", "error"),
    [
        ('boards("mastermind(2,3,lies=1)",2)', "has answers that may be false", SpecError),
        ('boards("mastermind(2,3,goal=identify)",2)', "ends when the secret is known", SpecError),
        ('boards("mastermind(2,3,turns=4)",2)', "has turns", SpecError),
        ('boards("mastermind(2,3,limit=1b0w:2)",2)', "restricts guesses", SpecError),
        ('boards("words(hard=true)",2)', "restricts guesses", SpecError),
        ('boards("mastermind(2,3)",2,lies=1)', "lies", SpecError),
        ('boards("boards(\\"mastermind(1,2)\\",2)",2)', "restricts guesses|expected", SpecError),
        ("boards(pegswap,2)", "solitaire", SpecError),
        (
            "boards(words,2)",
            "combinations of secrets for a tree, got .*: advise, assist, play and a page",
            TooLargeError,
        ),
        ('boards("mastermind(1,2)",14)', "questions for a tree|responses for a tree", TooLargeError),
        ("boards", "expected a game and a number of boards, as in", SpecError),
        ('boards("mastermind(2,200)",1)', "pairs of a guess and a secret for a tree", TooLargeError),
        ('boards("mastermind(1,2)",64)', "combinations of secrets for a tree", TooLargeError),
    ],
)
def test_games_that_make_no_tree_are_refused(text: str, told: str, error: type[Exception]) -> None:
    refuses(make_game, text, told=told, error=error)


@pytest.mark.parametrize(
    ("strategy", "more", "told"),
    [
        ("minimax", {}, "expected optimal\\(total\\), the one tree"),
        ("optimal", {}, "expected optimal\\(total\\)|"),
        ("optimal(depth)", {}, "expected optimal\\(total\\)"),
        ("optimal(total,depth)", {}, "expected optimal\\(total\\)"),
        ("optimal(static)", {}, "expected optimal\\(total\\)"),
        ("optimal(worst-cost)", {}, "expected optimal\\(total\\)"),
        ("feasible(max_depth=7)", {}, "expected optimal\\(total\\)"),
        ("optimal(total,max_depth=7)", {}, "no max_depth"),
        ("optimal(total,first=1)", {}, "no first"),
        ("optimal(total)", {"certificate": True}, "the proof for"),
        ("optimal(total)", {"journal": "x"}, "journal: "),
        ("optimal(total)", {"cluster": "local:2"}, "cluster: "),
        ("optimal(total)", {"memory": "1G"}, "memory: "),
    ],
)
def test_what_else_is_asked_is_refused(strategy: str, more: dict[str, Any], told: str) -> None:
    if strategy == "optimal":
        # Without an objective it is optimal(total).
        assert compile_strategy('boards("mastermind(1,3)",2)', strategy).data.strategy == "optimal(total)"
        return
    refuses(compile_strategy, 'boards("mastermind(1,3)",2)', strategy, told=told, **more)


def test_texts_that_mean_nothing_are_refused() -> None:
    game = boards_game('boards("mastermind(2,3)",2)')
    for text in ("12@3", "12@", "12@x", "12@1.1", "14", "12@2.1"):
        refuses(game.parse_code, text, told="expected", error=CodeError)
    for text in ("1b0w", "1b0w,1b0w,1b0w", "9b0w,1b0w", "1b1w,0b0w"):
        refuses(game.parse_response, text, told="", error=ResponseError)
    refuses(game.parse_history, "12", told="GUESS:RESPONSE", error=ResponseError)
    refuses(game.parse_secret, "12", told="expected 2 secrets", error=CodeError)
