"""Adapters: what each says of its game, and what becomes of those of other packages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from foreign_kernels import Mirrored, Swift
from toys import KNOWN_PETS, PETS, Echo

from strategist import compile_strategy, make_game, make_strategy
from strategist.commands.cli import cli, main
from strategist.common import errors
from strategist.files.strategy import encode
from strategist.games.pegs.pegs import Mastermind
from strategist.model.game import Game
from strategist.search.adapters.asking import Asking
from strategist.search.adapters.registry import adapter_of, make_source, small_game, source_at
from strategist.search.adapters.row_adapter import Rows
from strategist.search.growing.slow_path import slow_path
from strategist.search.kernels.responses.responses import BLOCK, response_table, responses_of

GAMES = {
    "pegs": "mastermind(4,6)",
    "blacks": "mastermind(3,5,feedback=black)",
    "no repetition": "bulls-and-cows(3,7)",
    "announced": "mastermind(3,4,goal=identify)",
    "grand": "grand-mastermind(3,2,3)",
    "words": "words",
    "jotto": "words(feedback=jotto)",
}


def game_of(text: str) -> Game:
    return {"echo": Echo({}), "wide echo": Echo({"responses": 300}), "pets": PETS, "known pets": KNOWN_PETS}.get(
        text
    ) or make_game(GAMES[text])


def plainly(game: Game) -> list[list[int]]:
    """Every response to a question, by the rules."""
    asked = game.guesses[: game.question_count]
    return [[game.respond(guess, secret) for guess in asked] for secret in game.secrets]


EVERY = pytest.mark.parametrize("text", [*GAMES, "echo", "wide echo", "pets", "known pets"])


@EVERY
def test_the_responses_of_one_guess_are_those_of_the_rules(text: str) -> None:
    game = game_of(text)
    source = make_source(game)
    some = np.arange(0, len(game.secrets), 3, dtype=np.int32)
    every = np.arange(len(game.secrets), dtype=np.int32)
    for guess in (0, game.question_count // 2, game.question_count - 1):
        plain = [game.respond(game.guesses[guess], secret) for secret in game.secrets]
        assert responses_of(source, guess, every).tolist() == plain
        assert responses_of(source, guess, some).tolist() == plain[::3]
        assert responses_of(source, guess, some[:0]).tolist() == []
    assert len(make_game(GAMES["pegs"]).secrets) > BLOCK


@EVERY
def test_an_adapter_is_what_it_says(text: str) -> None:
    game = game_of(text)
    adapter = adapter_of(game)
    source = adapter.source()
    questions, secrets = game.question_count, len(game.secrets)
    assert source.columns.itemsize * 8 == adapter.bits == (16 if game.response_count > 256 else 8)
    if adapter.computed:
        assert source.columns.shape[1] == questions and source.columns.shape[0] < 20
    else:
        assert source.columns.shape == (secrets, questions)
        assert source.columns.nbytes == adapter.search_bytes(secrets) < adapter.source_bytes(secrets)
    if adapter.symmetric:
        table = response_table(source)
        assert np.array_equal(table, table.T)


@EVERY
def test_a_table_has_the_candidates_and_no_others(text: str) -> None:
    game = game_of(text)
    candidates = np.array([0, 2], dtype=np.int32)
    source, at = source_at(game, candidates)
    assert len(source.guess_of_secret) == (len(game.secrets) if adapter_of(game).computed else 2)
    secrets = [game.secrets[place] for place in candidates]
    for guess in range(0, game.question_count, 7):
        asked = game.guesses[guess]
        assert responses_of(source, guess, at).tolist() == [game.respond(asked, secret) for secret in secrets]


def test_any_game_can_be_asked() -> None:
    every = np.arange(9, dtype=np.int32)
    game = make_game("mastermind(2,3)")
    assert Asking(game).responses(every, every).tolist() == plainly(game)
    assert Rows(PETS).responses(every[:4], every[:2]).tolist() == [row[:2] for row in plainly(PETS)]


@pytest.mark.parametrize(
    "like",
    [
        make_game("mastermind(4,6)"),
        make_game("bulls-and-cows(3,5)"),
        make_game("grand-mastermind(2,2,3)"),
        make_game("words"),
        Echo({"responses": 70}),
        Echo({"responses": 300}),
    ],
    ids=lambda like: like.spec,
)
def test_the_small_game_has_the_types_of_large_ones(like: Game) -> None:
    game, source = small_game(like)
    for name, here, there in zip(source._fields, source, make_source(like), strict=True):
        if isinstance(there, np.ndarray):
            assert (here.dtype, here.ndim) == (there.dtype, there.ndim), name
        else:
            assert type(here) is type(there), name
    assert response_table(source).tolist() == plainly(game)


def named(kernel: str, game: Game | None = None) -> Game:
    """A game that names another adapter."""
    game = game or Echo({"numbers": 60, "responses": 9})
    game.kernel = kernel
    return game


@pytest.mark.usefixtures("installed_kernels")
@pytest.mark.parametrize("strategy", ["entropy", "first", "optimal(total)"])
def test_an_adapter_of_another_package_gives_the_tree_of_the_rules(strategy: str) -> None:
    files = []
    for kernel in ("asking", "swift"):
        game = named(kernel)
        files.append(encode(compile_strategy(game, strategy).data))
    assert files[0] == files[1]


@pytest.mark.usefixtures("installed_kernels")
def test_an_adapter_of_another_package_is_asked_once_for_what_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Swift] = []
    start = Swift.__init__

    def note(self: Swift, game: Game) -> None:
        start(self, game)
        made.append(self)

    monkeypatch.setattr(Swift, "__init__", note)
    game = named("swift")
    past = game.parse_history("7:0")
    left = len(game.consistent(past))
    compile_strategy(game, "optimal(total)", start=past)
    assert 1 < left < 30
    assert [shape for adapter in made for shape in adapter.shapes] == [(left, 60)]


@pytest.mark.usefixtures("installed_kernels")
def test_a_large_table_is_asked_for_block_by_block() -> None:
    game = named("swift", Echo({"numbers": 1100, "responses": 9}))
    adapter = adapter_of(game)
    assert isinstance(adapter, Swift)
    assert response_table(adapter.source()).tolist() == plainly(game)
    assert len(adapter.shapes) > 2
    assert {secrets for secrets, _ in adapter.shapes} == {550}
    assert sum(guesses for _, guesses in adapter.shapes) == 1100


@pytest.mark.usefixtures("installed_kernels")
def test_the_name_of_a_kernel_of_ours_means_ours() -> None:
    assert isinstance(adapter_of(named("swift")), Swift)
    assert isinstance(adapter_of(make_game("words")), Rows)


KNOWN = "asking, broken, choosy, fleet, grand, hollow, mirrored, pegs, rows, swift"


@pytest.mark.usefixtures("installed_kernels")
@pytest.mark.parametrize(
    ("kernel", "told"),
    [
        ("swfit", f"echo(numbers=60,responses=9): unknown kernel 'swfit': expected one of {KNOWN}"),
        ("", f"echo(numbers=60,responses=9): unknown kernel '': expected one of {KNOWN}"),
        ("broken", "kernel 'broken': cannot import nowhere:Adapter: No module named 'nowhere'"),
        (
            "hollow",
            "kernel 'hollow': expected toys:Echo to be a subclass of Adapter, got <class 'toys.Echo'>",
        ),
        ("fleet", "kernel 'fleet': expected foreign_kernels:Swift to have the name 'fleet', got 'swift'"),
        ("pegs", "echo(numbers=60,responses=9): kernel 'pegs' serves PegGame, got Echo"),
        ("rows", "echo(numbers=60,responses=9): kernel 'rows' serves games with a method row(guess), got one without"),
    ],
)
@pytest.mark.parametrize("strategy", ["minimax", "first", "optimal(total)"])
def test_a_kernel_that_cannot_be_used_is_told_in_one_line(kernel: str, told: str, strategy: str) -> None:
    game = named(kernel)
    with pytest.raises(errors.SpecError) as refused:
        compile_strategy(game, strategy)
    assert str(refused.value) == told


@pytest.mark.usefixtures("installed_kernels")
def test_an_adapter_refuses_games_that_it_does_not_serve() -> None:
    assert adapter_of(named("choosy")).name == "choosy"
    with pytest.raises(errors.SpecError, match=r"kernel 'choosy' serves Echo, got Mastermind$"):
        adapter_of(named("choosy", make_game("mastermind(2,3)")))
    with pytest.raises(errors.SpecError, match=r"kernel 'grand' serves GrandMastermind, got Echo$"):
        adapter_of(named("grand"))


@pytest.mark.usefixtures("installed_echo")
def test_a_game_whose_adapter_is_not_installed_is_refused_by_the_commands(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Echo, "kernel", "swift")
    told = "strategist: error: echo(numbers=20,responses=70): unknown kernel 'swift': expected one of"
    for command in (["compile", "echo(20)", "minimax"], ["advise", "echo(20)", "optimal"]):
        monkeypatch.setattr("sys.argv", ["strategist", *command])
        with pytest.raises(SystemExit) as left:
            main()
        said = capsys.readouterr()
        assert (left.value.code, said.out) == (2, "")
        assert said.err.startswith(told) and said.err.count("\n") == 1


@pytest.mark.usefixtures("installed_kernels")
def test_the_rules_alone_need_no_adapter(tmp_path: Path) -> None:
    game = named("swift")
    file = tmp_path / "echo.msgpack"
    file.write_bytes(encode(compile_strategy(game, "minimax").data))
    result = CliRunner().invoke(cli, ["verify", str(file)], catch_exceptions=False)
    assert result.exit_code == 0, result.stderr


@pytest.mark.usefixtures("installed_kernels")
def test_only_asking_is_a_slow_path() -> None:
    for kernel, slow in {"swift": False, "asking": True}.items():
        game = named(kernel)
        assert (slow_path(game, make_strategy("minimax", game)) is not None) == slow


SPOILED: dict[str, tuple[Any, str]] = {
    "too high": (lambda block: block + (block == 0) * 9, "expected a response below 8, got 9"),
    "negative": (lambda block: block - (block == 0), "expected a response below 8, got -1"),
    "solved elsewhere": (lambda block: block * 0 + 8, "0: expected a response below 8, got 8"),
    "never solved": (lambda block: block % 8, "0 to 0: expected 8, got 0"),
    "transposed": (lambda block: block.T, r"expected responses of shape \(30, 60\), got int64 of shape \(60, 30\)"),
    "fractions": (lambda block: block / 2, r"got float64 of shape \(30, 60\)"),
    "truths": (lambda block: block > 2, r"got bool of shape \(30, 60\)"),
    "nothing": (lambda block: None, r"got object of shape \(\)"),
}


@pytest.mark.usefixtures("installed_kernels")
@pytest.mark.parametrize("spoil", SPOILED)
def test_responses_of_another_package_are_checked_before_a_kernel_reads_them(
    spoil: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    change, told = SPOILED[spoil]
    right = Swift.responses
    monkeypatch.setattr(Swift, "responses", lambda self, *asked: change(right(self, *asked)))
    with pytest.raises(errors.SpecError, match=rf"^echo\(numbers=60,responses=9\): .*{told}$"):
        make_source(named("swift"))


def test_a_response_beyond_all_words_is_refused() -> None:
    game = Echo({"numbers": 10, "responses": 6})
    game.respond = lambda guess, secret: 10**30  # type: ignore[method-assign]
    with pytest.raises(errors.SpecError, match="expected responses below 6, got a number of more than 64 bits"):
        make_source(game)


class Uneven(Mastermind):
    """Mastermind, but it matters which of two codes is hidden."""

    def respond(self, guess: tuple[int, ...], secret: tuple[int, ...]) -> int:
        response = super().respond(guess, secret)
        return 0 if guess > secret and response == 1 else response


@pytest.mark.usefixtures("installed_kernels")
def test_symmetry_is_checked() -> None:
    even = named("mirrored", make_game("mastermind(2,3)"))
    assert isinstance(adapter_of(even), Mirrored)
    assert response_table(make_source(even)).tolist() == plainly(even)
    with pytest.raises(
        errors.SpecError, match=r"the same codes as secrets and questions, got 30 secrets and 60 questions$"
    ):
        make_source(named("mirrored"))
    uneven = named("mirrored", Uneven({"pegs": 2, "colors": 3}))
    told = r": \d\d to \d\d: expected the same as the other way round, .* 'mirrored' is symmetric, got \d and \d$"
    with pytest.raises(errors.SpecError, match=told):
        make_source(uneven)
    # Of some candidates there is nothing to compare.
    assert make_source(uneven, np.array([1, 5], dtype=np.int32)).columns.shape == (2, 9)
