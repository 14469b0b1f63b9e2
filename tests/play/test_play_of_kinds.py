"""Play beside the rules of each kind of answers: one, several, lies. Whole games stand in ``transcripts.txt``."""

from __future__ import annotations

import shlex
from collections import Counter
from itertools import product
from pathlib import Path

import pytest
from all_lies import Fibbing, doubtful_games
from click.testing import CliRunner
from plain_several_replay import random_games
from smallgames import ALL_KINDS, games_of_kind
from test_transcripts import PETS

from strategist import CompiledStrategy, compile_strategy, make_game, make_strategy
from strategist.commands.cli import cli
from strategist.common.errors import CodeError, ResponseError
from strategist.files.strategy import write_strategy
from strategist.model.game import Code, Game, History
from strategist.model.lies.accused import accusations, false_answers
from strategist.model.position import kind_of
from strategist.play.chosen import next_guess
from strategist.play.hidden import Adversary, FixedSecret, LyingSecret, hidden_secret
from strategist.play.history import Record
from strategist.play.modes.answer import play_against_secret
from strategist.show.moves.lines_of_lies import lies_lines, lies_lines_of, sure_lies_line


@pytest.fixture
def pets(tmp_path: Path) -> Game:
    (tmp_path / "pets.csv").write_text(PETS)
    return make_game(f"table({tmp_path / 'pets.csv'},goal=narrow,several=/,unknown=?)")


def histories(game: Game, length: int) -> list[History]:
    """Some histories, also of answers that contradict each other."""
    questions = list(game.guesses[: game.question_count])[: 5 if length < 3 else 3]
    moves = [(code, response) for code in questions for response in sorted(game.can_get(code))]
    every = list(product(moves, repeat=length))
    return every[:: max(1, len(every) // 60)]


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_records_follow_what_the_rules_leave(kind: str, tmp_path: Path) -> None:
    for game in games_of_kind(kind, tmp_path, 4):
        for history in histories(game, 2):
            moves = [(game.guesses.index(guess), response) for guess, response in history]
            left, record = kind_of(game).left(moves), Record(game, history)
            secrets = [] if left is None else [game.secrets[secret] for secret in left.candidates]
            assert list(record.candidates()) == secrets == game.consistent(history)
            record.take_back()
            record.add(*history[-1])
            assert list(record.candidates()) == secrets
            if left is None:
                with pytest.raises(ResponseError, match="no secret agrees with the history"):
                    Record(game, history[:1]).check_answer(*history[1])


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_the_adversary_is_never_caught_and_no_game_is_longer_than_its_tree(kind: str, tmp_path: Path) -> None:
    for game in games_of_kind(kind, tmp_path, 4):
        strategy = make_strategy("minimax", game)
        depth = compile_strategy(game, strategy).data.claims.depth
        hidden, record = Adversary(game), Record(game)
        while record.announced() is None and not any(game.solved(answer) for _, answer in record.history):
            if game.turns == len(record):
                break
            guess = next_guess(game, strategy, record.history, record.candidates())
            assert guess is not None
            sizes = record.standing().sizes(guess)
            response = hidden.respond(guess)
            record.check_answer(guess, response)
            record.add(guess, response)
            assert len(record.candidates()) == sizes[response]
        assert len(record) <= (game.turns or depth) and hidden.tell().startswith("one of ")


def test_a_hidden_secret_gives_settled_answers_by_their_chances(tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    file.write_text(",a,b\nq,x:1/y:3,x\nr,u,v\n")
    game = make_game(f"table({file},goal=identify,several=/)")
    met: Counter[str] = Counter()
    for seed in range(2000):
        hidden = FixedSecret(game, game.parse_secret("a"), seed)
        answers = [hidden.respond(game.guesses[0]) for _ in range(3)]
        assert len(set(answers)) == 1
        met[game.format_response(answers[0])] += 1
    assert 420 < met["x"] < 580 and met["x"] + met["y"] == 2000


def test_a_secret_lies_within_the_rules_and_as_often_as_it_may(tmp_path: Path) -> None:
    for game in doubtful_games(tmp_path, tables=4):
        counts: Counter[int] = Counter()
        for seed in range(60):
            secret = game.secrets[seed % len(game.secrets)]
            hidden, again = LyingSecret(game, secret, seed), LyingSecret(game, secret, seed)
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
    game = make_game("mastermind(2,3,lies=1)")
    true = [game.respond(guess, (0, 2)) for guess in game.guesses]
    hidden = hidden_secret(game, (0, 2), seed=5, lies=0)
    assert [hidden.respond(guess) for guess in game.guesses] == true
    started = ((game.parse_code("12"), game.parse_response("0b0w")),)
    for seed in range(30):
        behind = LyingSecret(game, (0, 2), seed, started)
        assert [behind.respond(guess) for guess in game.guesses] == true


def test_every_game_ends_with_the_secret_or_all_that_are_left(tmp_path: Path) -> None:
    for number, game in enumerate(random_games(60, tmp_path)):
        strategy = CompiledStrategy(compile_strategy(game, "minimax").data)
        secret = game.secrets[number % len(game.secrets)]
        said: list[str] = []
        play = play_against_secret(strategy, secret, said.append, seed=number)
        assert game.format_secret(secret) in play.candidates_left
        if play.secret is None:
            assert said[-1].startswith("lost after")
        else:
            assert (game.class_of(secret) or game.format_secret(secret)) in play.secret.split(" or ")


def test_announcements_are_checked(pets: Game) -> None:
    game, record = pets, Record(pets)
    undecided, cat, dog = (game.parse_code(text) for text in ("=?", "=cat", "=dog"))
    with pytest.raises(CodeError, match="it is not certain that nothing more can be known: fur can be asked"):
        record.check_guess(undecided)
    for move in game.parse_history("fur:yes legs:4 barks:no"):
        record.add(*move)
    with pytest.raises(CodeError, match="was question 1, answered yes"):
        record.check_guess(game.parse_code("fur"))
    record.check_guess(undecided)
    assert record.announced() == undecided and record.text_of(undecided) == "cat or dog"
    with pytest.raises(CodeError, match="it is not certain that it is cat: another candidate is left"):
        record.check_guess(cat)
    record.change(1, game.parse_response("3"))
    assert record.announced() == dog
    with pytest.raises(CodeError, match="it is not cat: that contradicts legs:3"):
        record.check_guess(cat)
    with pytest.raises(CodeError, match="nothing more can be known: the secret is known"):
        record.check_guess(undecided)


def test_a_question_may_be_asked_again_and_an_early_announcement_is_refused() -> None:
    game = make_game("mastermind(2,3,goal=identify,lies=1)")
    record = Record(game, game.parse_history("13:2b0w"))
    with pytest.raises(CodeError, match="it is not certain that it is 13: "):
        record.check_guess(game.parse_code("=13"))
    record.add(*game.parse_history("13:2b0w")[0])
    assert record.announced() == game.parse_code("=13")
    with pytest.raises(CodeError, match=r"it is not 22: that contradicts 13:2b0w 13:2b0w"):
        record.check_guess(game.parse_code("=22"))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("advise {game} --json", '"expected_left"'),
        ("compare {game} entropy(first=legs) first", "49/6 (8.167)"),
        ("compare {game} entropy(first=legs) --json", '"total": "49/6"'),
        ("review {game} --given 'fur:no legs:2' --json", '"among": "hen or fish"'),
        ("show {file} --levels 5", "cat or dog (2, 31.2 %)"),
        ("show {file} --levels 5", "claims 4 secrets: total 19/2 (9.500), average 2.375, depth 3 (2 secrets)"),
        ("show {file} --json", '"histogram": [0, "5/2", "3/2"]'),
        *((f"export {{file}} --format {form} -o pets.{form}", "") for form in ("html", "key", "svg", "dot", "graphml")),
        *((f"export {{file}} --format {form} -o pets.{form}", "") for form in ("json", "csv")),
        ("export --format chart {file} -o pets.svg", ""),
    ],
)  # fmt: skip
def test_reports_know_several_answers(
    line: str, told: str, pets: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_strategy("pets.msgpack", compile_strategy(pets, "entropy").data)
    arguments = [part.format(game=pets.spec, file="pets.msgpack") for part in shlex.split(line)]
    result = CliRunner().invoke(cli, arguments, catch_exceptions=False)
    assert result.exit_code == 0 and told in result.output, result.output
    assert told or Path(arguments[-1]).stat().st_size > 100


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
            assert list(Record(game, history).candidates()) == left
            # For each secret the false answers are settled by the true ones.
            assert all(ways[secret] == [set(false_answers(game, history, secret))] for secret in left)
            accused, line = accusations(game, history, left), sure_lies_line(game, history, left)
            if any(not places for secret in left for places in ways[secret]) or not left:
                assert accused == [] and line is None
                continue
            counted = Counter(frozenset(ways[secret][0]) for secret in left)
            assert {frozenset(places): size for places, size in accused} == counted
            assert line is not None
            named = {place for places, _ in accused[:5] for place in places}
            for place in range(len(history)):
                text = f"answer {place + 1} ({game.format_history((history[place],))}"
                assert (text in line) == (place in named)


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


def test_candidates_are_listed_by_lies() -> None:
    game = make_game("mastermind(2,3,lies=1)")
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
