"""Playing, assisting and asking for advice where answers may be false."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path

import pytest
from all_lies import Fibbing, doubtful_games
from click.testing import CliRunner

from strategist import compile_strategy, make_game, make_strategy
from strategist.choosing.heuristics import Heuristic
from strategist.commands.cli import cli
from strategist.common.errors import CodeError, ResponseError
from strategist.files.player import CompiledStrategy
from strategist.model.game import Code, Game, History
from strategist.model.lies.accused import accusations, false_answers
from strategist.model.position import kind_of
from strategist.play.chosen import ChosenStrategy, next_guess
from strategist.play.hidden import Adversary, LyingSecret, hidden_secret
from strategist.play.history import Record
from strategist.play.modes.answer import play_against_secret
from strategist.show.moves.lines_of_lies import lies_lines, lies_lines_of, sure_lies_line

GAME = "mastermind(2,3,lies=1)"


def run(*arguments: str, stdin: str = "", status: int = 0) -> str:
    """What a command prints, complaints included."""
    result = CliRunner().invoke(cli, arguments, input=stdin, catch_exceptions=False)
    assert result.exit_code == status, result.output
    return result.output


def histories(game: Game, length: int) -> list[History]:
    """Some histories, also of answers that contradict each other."""
    questions = list(game.guesses[: game.question_count])[: 5 if length < 3 else 3]
    moves = [(code, response) for code in questions for response in sorted(game.can_get(code))]
    every = list(product(moves, repeat=length))
    return every[:: max(1, len(every) // 60)]


def ways_to_lie(game: Game, history: History, secret: Code) -> list[set[int]]:
    """By trying everything: the sets of answers that may have been lies, so that all others are true and each lie is
    one that the rules allow."""
    found = []
    for lies in product((False, True), repeat=len(history)):
        if sum(lies) > game.lies:
            continue
        for lie, (guess, response) in zip(lies, history, strict=True):
            true = game.respond(guess, secret)
            if not lie and response != true:
                break
            right = game.solved(true) and not game.announces
            others = {game.respond(guess, other) for other in game.secrets} - {true}
            if not game.announces:
                others -= {game.response_count - 1}
            if lie and (
                response not in others or (right and game.honest is not None and game.honest.value == "solved")
            ):
                break
        else:
            found.append({place for place, lie in enumerate(lies) if lie})
    return found


def test_who_is_left_and_what_is_accused_is_what_trying_everything_finds(tmp_path: Path) -> None:
    for game in doubtful_games(tmp_path, tables=8):
        if game.fibs:
            continue
        for history in [each for length in (1, 2, 3) for each in histories(game, length)]:
            ways = {secret: ways_to_lie(game, history, secret) for secret in game.secrets}
            left = [secret for secret in game.secrets if ways[secret]]
            record = Record(game, history)
            assert list(record.candidates()) == left
            # For each secret the false answers are settled by the true ones.
            assert all(ways[secret] == [set(false_answers(game, history, secret))] for secret in left)
            accused = accusations(game, history, left)
            if any(not places for secret in left for places in ways[secret]) or not left:
                assert accused == [] and sure_lies_line(game, history, left) is None
                continue
            counted = Counter(frozenset(ways[secret][0]) for secret in left)
            assert {frozenset(places): size for places, size in accused} == counted
            line = sure_lies_line(game, history, left)
            assert line is not None
            named = {place for places, _ in accused[:5] for place in places}
            for place in range(len(history)):
                text = f"answer {place + 1} ({game.format_history((history[place],))}"
                assert (text in line) == (place in named)


def test_records_follow_what_the_rules_leave(tmp_path: Path) -> None:
    for game in doubtful_games(tmp_path, tables=4):
        for history in histories(game, 2):
            moves = [(game.guesses.index(guess), response) for guess, response in history]
            left, record = kind_of(game).left(moves), Record(game, history)
            secrets = [] if left is None else [game.secrets[secret] for secret in left.candidates]
            assert list(record.candidates()) == secrets
            record.take_back()
            record.add(*history[-1])
            assert list(record.candidates()) == secrets
            if left is None:
                with pytest.raises(ResponseError, match="no secret agrees with the history"):
                    Record(game, history[:1]).check_answer(*history[1])


def test_a_secret_lies_within_the_rules_and_as_often_as_it_may(tmp_path: Path) -> None:
    for game in doubtful_games(tmp_path, tables=4):
        counts: Counter[int] = Counter()
        for seed in range(60):
            secret = game.secrets[seed % len(game.secrets)]
            hidden = LyingSecret(game, secret, seed)
            again = LyingSecret(game, secret, seed)
            history: History = ()
            for number in range(8):
                guess = game.guesses[(seed + 3 * number) % game.question_count]
                response = hidden.respond(guess)
                assert again.respond(guess) == response
                history = (*history, (guess, response))
                assert game.agrees(secret, history)
            counts[game.lies_in(history, secret) or 0] += 1
        if game.lies and game.response_count > 2:
            assert set(counts) == set(range(game.lies + 1)), game.spec


def test_a_secret_without_a_seed_of_its_own_tells_the_truth_where_it_should() -> None:
    game = make_game(GAME)
    hidden = hidden_secret(game, (0, 2), seed=5, lies=0)
    assert [hidden.respond(guess) for guess in game.guesses] == [game.respond(guess, (0, 2)) for guess in game.guesses]
    started = ((game.parse_code("12"), game.parse_response("0b0w")),)
    for seed in range(30):
        behind = LyingSecret(game, (0, 2), seed, started)
        assert [behind.respond(guess) for guess in game.guesses] == [
            game.respond(guess, (0, 2)) for guess in game.guesses
        ]


@pytest.mark.parametrize("name", ["minimax", "entropy"])
def test_a_strategy_chosen_guess_by_guess_is_its_tree(name: str, tmp_path: Path) -> None:
    for game in doubtful_games(tmp_path, tables=5):
        strategy = make_strategy(name, game)
        tree = CompiledStrategy(compile_strategy(game, strategy).data)
        for seed, secret in enumerate(game.secrets):
            hidden = hidden_secret(game, secret, seed)
            chosen = ChosenStrategy(
                game, name, lambda history, left, by=strategy: next_guess(by.game, by, history, left)
            )
            one, other = tree.start(), chosen.start()
            while (guess := one.guess) is not None:
                assert other.guess == guess and other.responses == one.responses
                response = game.format_response(hidden.respond(game.parse_code(guess)))
                one.respond(response)
                other.respond(response)
            assert other.guess is None and one.secret == other.secret and one.solved and other.solved
            assert secret in map(game.parse_secret, other.candidates_left)


def test_the_adversary_is_never_caught_and_gives_the_heaviest_answer(tmp_path: Path) -> None:
    for game in doubtful_games(tmp_path, tables=4):
        strategy = make_strategy("minimax", game)
        assert isinstance(strategy, Heuristic)
        depth = compile_strategy(game, strategy).data.claims.depth
        hidden, record = Adversary(game), Record(game)
        while record.announced() is None and not any(game.solved(answer) for _, answer in record.history):
            guess = next_guess(game, strategy, record.history, record.candidates())
            assert guess is not None
            sizes = record.standing().sizes(guess)
            record.add(guess, hidden.respond(guess))
            assert record.history[-1][1] in sizes and len(record.candidates()) == sizes[record.history[-1][1]]
        assert len(record) <= depth


def test_fibble_rows_are_told_truly_afterwards() -> None:
    game = Fibbing({"pegs": 2, "colors": 3})
    said: list[str] = []
    strategy = CompiledStrategy(compile_strategy(game, "minimax").data)
    play_against_secret(strategy, (0, 2), said.append, seed=1)
    assert said[-2].startswith("solved in ")
    assert said[-1].startswith("the true rows: ") and said[-1].count("→") == len(said) - 3
    words = make_game("words(fibble=true)")
    history = words.parse_history("alert:-yy-- apple:ggggg")
    assert lies_lines(words, history, "apple") == ["the true rows: alert → gyy--"]
    assert sure_lies_line(words, history, ["apple"]) is None


def test_a_person_guesses_a_secret_that_lies_once() -> None:
    told = run("play", GAME, "--seed", "3", stdin="12\nleft\n12\nhint\n12\n33\nleft\n21\n")
    assert "guess 1: 12 → 1b0w" in told and "guess 2: 12 → 0b2w" in told
    assert "4 candidates left if one answer was a lie: 21 23 31 33" in told
    assert "the answer left 5\n" in told and "expected" not in told
    assert "one answer was a lie: answer 1 (12:1b0w)" in told
    assert told.endswith("solved in 5 guesses: 21\nanswer 1 was a lie: 12 → 1b0w, in truth 0b2w\n")
    left = run("play", GAME, "--seed", "3", stdin="12\nquit\n")
    assert left.endswith("the secret is 21\nanswer 1 was a lie: 12 → 1b0w, in truth 0b2w\n")


def test_a_person_who_answers_is_told_of_lies_and_of_contradictions() -> None:
    lines = "1\n0b0w\n0b0w\n0b0w\nundo\nchange 2 0b1w\n0b0w\n\n1b0w\n2b0w\n"
    told = run("play", GAME, "--mode", "answer", stdin=lines)
    assert "one of your answers was a lie: answer 1 (12:0b0w)" in told
    assert "no secret agrees with the history, even with one lie; " in told
    assert "is taken back" in told and "solved in " in told
    assert "\nanswer 1 was a lie: 12 → 0b0w, in truth " in told


def test_a_line_of_nonsense_and_the_end_of_the_input_end_well() -> None:
    for command in (["play", GAME, "--seed", "1"], ["play", GAME, "--mode", "answer"], ["assist", GAME]):
        told = run(*command, stdin="\x01\n" + "x" * 2000 + "\n99\n", status=2)
        assert "Traceback" not in told and told.count("strategist: ") >= 3
    run("play", GAME, "--mode", "duel", "--seed", "2", stdin="12\n0b0w\nquit\n")


def test_a_question_may_be_asked_again_and_an_early_announcement_is_refused() -> None:
    told = run("play", "mastermind(2,3,goal=identify,lies=1)", "--secret", "13", stdin="13\n13\n=13\n=22\nquit\n")
    assert "guess 2: 13 → " in told
    game = make_game("mastermind(2,3,goal=identify,lies=1)")
    record = Record(game, game.parse_history("13:2b0w"))
    with pytest.raises(CodeError, match="it is not certain that it is 13: "):
        record.check_guess(game.parse_code("=13"))
    record.add(*game.parse_history("13:2b0w")[0])
    assert record.announced() == game.parse_code("=13")
    with pytest.raises(CodeError, match=r"it is not 22: that contradicts 13:2b0w 13:2b0w"):
        record.check_guess(game.parse_code("=22"))


def test_a_referee_tells_of_lies() -> None:
    lines = "12\n0b0w\n23\n0b0w\nleft\n33\n1b0w\n1b1w\n2b0w\n"
    told = run("play", GAME, "--mode", "referee", "--guessers", "1", stdin=lines)
    assert "Ann: one of Bob's answers was a lie: answer 1 (12:0b0w; then 1 is left) or answer 2 (23:0b0w; 1)" in told
    assert "Ann solved in 3 guesses: 33\nAnn: answer 2 was a lie: 23 → 0b0w, in truth 1b0w\n" in told


def test_a_duel_ends_with_the_lies_of_both() -> None:
    lines = "".join(f"{guess}\n2b0w\n" for guess in ["12", "23"])
    told = run("play", GAME, "--mode", "duel", "--seed", "2", "--strategy", "first", stdin=lines)
    assert "the strategy wins after 1 round" in told
    assert "yours: no answer was a lie" in told and "my answers: " in told


def test_a_match_draws_the_same_lies_again() -> None:
    lines = "12\n13\n23\n11\n22\n33\n21\n31\n32\n2b0w\n"
    told = [run("play", GAME, "--mode", "duel", "--games", "2", "--seed", "4", stdin=lines) for _ in range(2)]
    assert told[0] == told[1] and "the match" in told[0]


def test_a_file_lies_only_by_a_seed(tmp_path: Path) -> None:
    path = str(tmp_path / "tree.msgpack")
    run("compile", GAME, "entropy", "-o", path)
    assert run("play", path, "--secret", "13").endswith("no answer was a lie\n")
    told = {run("play", path, "--secret", "13", "--seed", str(seed)).splitlines()[-1][:8] for seed in range(8)}
    assert {"no answe", "answer 1"} <= told


def test_assist_ranks_and_tells_of_lies() -> None:
    lines = "12 0b0w\n23 0b0w\nundo\n23\n0b0w\nhint\nexplain 11\nrank 22\nleft\nreview\n11 0b0w\n33 2b0w\n"
    told = run("assist", GAME, "--time-limit", "60", stdin=lines)
    assert "one answer was a lie: answer 1 (12:0b0w; then 1 is left) or answer 2 (23:0b0w; 1)" in told
    assert "at worst  at most left" in told and "23:0b0w is taken back" in told
    assert told.endswith("solved in 4 guesses: 33\nanswer 2 was a lie: 23 → 0b0w, in truth 1b0w\n")


def test_suspects_are_listed_by_lies() -> None:
    game = make_game(GAME)
    history = game.parse_history("11:0b0w 23:1b0w")
    assert lies_lines_of(game, history, game.consistent(history)) == [
        "2 candidates left if no answer was a lie: 22 33",
        "3 candidates left if one answer was a lie: 13 21 32",
    ]
    two = make_game("mastermind(2,3,goal=identify,lies=2)")
    history = two.parse_history("11:2b0w 22:2b0w 33:2b0w")
    line = sure_lies_line(two, history, two.consistent(history))
    assert line is not None and line.startswith("2 answers were lies: answer 1 (11:2b0w) and answer 2 (22:2b0w; then 1")
    with pytest.raises(ResponseError, match="no secret agrees with the history, even with 2 lies; 3 answers"):
        Record(two, history).check_answer((0, 1), two.parse_response("2b0w"))
