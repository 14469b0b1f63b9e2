"""Playing, assisting and asking for advice where answers may be one of several."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner
from plain_several_replay import random_games

from strategist import CompiledStrategy, compile_strategy, make_game, rank
from strategist.commands.cli import cli
from strategist.common.errors import CodeError, ResponseError, StrategistError
from strategist.files.strategy import write_strategy
from strategist.model.game import Game
from strategist.play.hidden import Adversary, FixedSecret
from strategist.play.history import Record
from strategist.play.modes.answer import play_against_secret

TABLE = ",cat,dog,hen,fish\nfur,yes,yes,no,no\nlegs,4,4/3,2,?\nbarks,no,yes/no,no,no\n"


@pytest.fixture
def text(tmp_path: Path) -> str:
    file = tmp_path / "pets.csv"
    file.write_text(TABLE)
    return f"table({file},goal=narrow,several=/,unknown=?)"


@pytest.fixture
def game(text: str) -> Game:
    return make_game(text)


@pytest.fixture
def file(game: Game, tmp_path: Path) -> str:
    path = tmp_path / "pets.msgpack"
    write_strategy(path, compile_strategy(game, "entropy").data)
    return str(path)


def run(*arguments: str, stdin: str = "") -> str:
    """The output of a command that ends well."""
    result = CliRunner().invoke(cli, arguments, input=stdin, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def refused(*arguments: str) -> str:
    with pytest.raises(StrategistError) as caught:
        CliRunner().invoke(cli, arguments, catch_exceptions=False)
    assert "\n" not in str(caught.value)
    return str(caught.value)


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


def test_an_adversary_is_consistent(tmp_path: Path) -> None:
    for game in random_games(40, tmp_path):
        hidden, record = Adversary(game), Record(game)
        for guess in game.guesses[: game.question_count]:
            response = hidden.respond(guess)
            record.check_answer(guess, response)
            record.add(guess, response)
        assert len(record.candidates()) >= 1
        assert hidden.tell().startswith("one of ")


def test_what_is_settled_cannot_be_answered_otherwise(game: Game) -> None:
    record = Record(game)
    for move in game.parse_history("legs:3"):
        record.add(*move)
    assert [game.format_secret(code) for code in record.candidates()] == ["dog", "fish"]
    (other,) = game.parse_history("legs:4")
    with pytest.raises(ResponseError, match="no secret agrees with the history"):
        record.check_answer(*other)
    assert game.consistent((*record.history, other)) == []
    with pytest.raises(CodeError, match="was question 1, answered 3"):
        record.check_guess(other[0])


def test_announcements_are_checked(game: Game) -> None:
    record = Record(game)
    undecided, cat, dog = (game.parse_code(text) for text in ("=?", "=cat", "=dog"))
    with pytest.raises(CodeError, match="it is not certain that nothing more can be known: fur can be asked"):
        record.check_guess(undecided)
    for move in game.parse_history("fur:yes legs:4 barks:no"):
        record.add(*move)
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


def test_a_file_guesses_and_a_person_answers(file: str) -> None:
    assert "known after 3 questions: the secret is cat or dog" in run("play", file, stdin="yes\n4\nno\n")
    assert "known after 2 questions: the secret is fish" in run("play", file, stdin="no\n3\n")
    said = run("play", file, "--explain", stdin="yes\n4\nundo\nleft\n3\n")
    assert "2 candidates left: cat dog" in said and "the secret is dog" in said
    assert "the secret is cat or dog" in run("play", file, "--secret", "cat")


def test_a_strategy_guesses_without_a_file(text: str) -> None:
    assert "the secret is cat or dog" in run("play", text, "--mode", "answer", stdin="yes\n4\nno\n")
    assert "the secret is fish" in run("play", text, "--mode", "answer", "--strategy", "first", stdin="no\n3\n")


def test_a_person_guesses(text: str) -> None:
    said = run("play", text, "--secret", "cat", stdin="hint\nfur\nhint\nlegs\nbarks\nexplain\nleft\n=?\n")
    assert "entropy would now guess fur" in said
    assert said.endswith("known after 3 questions: the secret is cat or dog\n")
    assert "the secret is" in run("play", text, "--adversarial", stdin="fur\nlegs\nbarks\n=?\n")


def test_equal_seeds_give_equal_games(text: str) -> None:
    games = {run("play", text, "--seed", "5", stdin="fur\nlegs\nbarks\nquit\n") for _ in range(3)}
    assert len(games) == 1


def test_duels_and_referees(text: str) -> None:
    assert "after" in run("play", text, "--mode", "duel", "--seed", "2", stdin="fur\nyes\nlegs\n3\nbarks\n=?\n=dog\n")
    said = run("play", text, "--mode", "referee", "--guessers", "1", stdin="fur\nyes\nlegs\n3\n=dog\n")
    assert "dog" in said


def test_assist_ends_with_all_that_are_left(text: str, file: str) -> None:
    said = run("assist", text, stdin="fur yes\nexplain barks\nhint\nlegs 4\nchange 2 3\n")
    assert "barks tells 0.31 bits" in said
    assert said.endswith("known after 2 questions: the secret is dog\n")
    assert run("assist", file, stdin="fur no\nlegs 2\n").endswith("the secret is hen or fish\n")


def test_advice(text: str) -> None:
    said = run("advise", text, "--given", "legs:4")
    assert "3 secrets left: cat (54.5 %) dog (27.3 %) fish (18.2 %)" in said
    assert "1.  fur         ~ 1.818             2  1.82  0.68      2" in said
    assert "further questions: 1.818 expected, 2 at worst" in said
    assert "no   2 left" in run("advise", text, "minimax")
    assert '"expected_left"' in run("advise", text, "--json")


def test_rankings_say_what_trees_take(tmp_path: Path) -> None:
    """What a question takes if the heuristic goes on is the average of the tree that begins with it."""
    for game in random_games(40, tmp_path):
        ranking = rank(game, top=20, strategy="minimax", seconds=60)
        for row in ranking.best:
            opened = compile_strategy(game, f"minimax(first={row.text})").data.claims
            if opened.depth == 0 or opened.lost:
                continue
            takes = Fraction(opened.total, opened.secrets)
            if opened.weighed is not None:
                takes = Fraction(opened.weighed.expected, opened.weighed.mass) * game.cost_unit
            assert row.by == "minimax" and row.further == pytest.approx(float(takes))
            assert row.bits >= -1e-9 and sum(row.left.values()) >= ranking.candidates


def test_partition_and_compare(text: str) -> None:
    assert "entropy (bits)  1.0000  0.8694  0.2936" in run("show", text)
    assert "49/6 (8.167)" in run("compare", text, "entropy(first=legs)", "first")
    assert '"total": "49/6"' in run("compare", text, "entropy(first=legs)", "--json")


def commands(text: str, file: str) -> Iterator[tuple[str, ...]]:
    for form in ("html", "key", "svg", "dot", "graphml", "json", "csv"):
        yield "export", file, "--format", form, "-o", f"{file}.{form}"
    yield "export", "--format", "chart", file, "-o", f"{file}.svg"


def test_every_export_knows_such_answers(text: str, file: str) -> None:
    for command in commands(text, file):
        run(*command)
        assert Path(command[-1]).stat().st_size > 100


def test_a_review_tells_luck_from_skill(text: str, file: str) -> None:
    said = run("review", text, "--given", "fur:no legs:2")
    assert said.startswith("known after 2 questions: hen or fish; values are exact")
    assert "2 questions = 2.042 expected + 0.333 regret - 0.375 luck" in said
    told = run("review", file, "--given", "fur:no legs:2", "--secret", "hen")
    assert told.startswith("known after 2 questions: hen or fish, and it was hen; values are those of entropy")
    assert '"among": "hen or fish"' in run("review", text, "--given", "fur:no legs:2", "--json")
    assert "regret" in run("play", text, "--secret", "cat", "--review", stdin="fur\nlegs\nbarks\n=?\n")


def test_show_names_all_that_are_left(file: str) -> None:
    said = run("show", file, "--levels", "5")
    assert "cat or dog (2, 31.2 %)" in said
    assert "claims 4 secrets: total 19/2 (9.500), average 2.375, depth 3 (2 secrets)" in said
    assert '"histogram": [0, "5/2", "3/2"]' in run("show", file, "--json")
    assert run("verify", file).startswith("verified: ")
