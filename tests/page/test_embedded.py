"""Modules in JavaScript and in Python: each is replayed against every secret and every answer that it may give."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from all_crossings import any_case
from said import run

from strategist import compile_strategy, make_game, make_strategy, read_strategy
from strategist.files.player import CompiledStrategy
from strategist.files.strategy import StrategyData
from strategist.model.game import Game
from strategist.page.embedding.embedded import javascript_module, python_module
from strategist.show.slots.at_slots import at_slots

ROOT = Path(__file__).parents[2]

BY_JAVASCRIPT = """
import { readFileSync } from "node:fs";
import { start } from "./module.mjs";
const told = ({ guess, responses, solved, secret }) => [guess, responses, solved, secret];
const found = JSON.parse(readFileSync(0, "utf8")).map((responses) => {
    const play = start();
    return [told(play), ...responses.map((response) => { play.respond(response); return told(play); })];
});
process.stdout.write(JSON.stringify(found));
"""
BY_PYTHON = """
import json, sys
from module import start
told = lambda play: [play.guess, list(play.responses), play.solved, play.secret]
def followed(responses):
    play = start()
    yield told(play)
    for each in responses:
        play.respond(each)
        yield told(play)
assert not {name for name in sys.modules if name.startswith(("strategist", "msgpack", "numpy"))}
json.dump([list(followed(responses)) for responses in json.load(sys.stdin)], sys.stdout)
"""


def _compiled(game: str, strategy: str, start: str = "") -> StrategyData:
    rules = make_game(game)
    return compile_strategy(rules, make_strategy(strategy, rules), start=rules.parse_history(start)).data


CASES: dict[str, Callable[[], StrategyData]] = {
    "knuth": lambda: read_strategy(ROOT / "strategies" / "mastermind-4x6.minimax.msgpack"),
    "optimal": lambda: read_strategy(ROOT / "strategies" / "mastermind-4x6.optimal-total-depth-worst.msgpack"),
    "words": lambda: _compiled("words", "entropy"),
    "many responses": lambda: _compiled("grand-mastermind(3,3,3)", "first"),
    "identify": lambda: _compiled("mastermind(3,4,goal=identify)", "entropy"),
    "out of turns": lambda: _compiled("mastermind(3,4,turns=3)", "minimax"),
    "from a position": lambda: _compiled("mastermind(4,6)", "minimax", "1122:1b1w"),
    "lies": lambda: _compiled("mastermind(2,3,goal=identify,lies=1)", "entropy"),
}


def _module_in(language: str, data: StrategyData, folder: Path) -> Callable[[Any], Any]:
    """A function that plays lists of responses by a module, and tells what it says before and behind each."""
    node = shutil.which("node")
    if language == "js" and node is None:
        pytest.skip("modules in JavaScript not run: node is not found on the path")
    write, suffix = (javascript_module, "mjs") if language == "js" else (python_module, "py")
    (folder / f"module.{suffix}").write_text("".join(write(data)), encoding="utf-8")
    (folder / f"follow.{suffix}").write_text(BY_JAVASCRIPT if language == "js" else BY_PYTHON, encoding="utf-8")
    line = [node or "", "follow.mjs"] if language == "js" else [sys.executable, "-P", "-c", BY_PYTHON]

    def follow(games: Any) -> Any:
        ran = subprocess.run(
            line,
            input=json.dumps(games),
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=folder,
            env={"PYTHONPATH": str(folder)},
        )
        assert ran.returncode == 0, ran.stderr
        return json.loads(ran.stdout)

    return follow


def _held_to_the_player(data: StrategyData, follow: Callable[[Any], Any]) -> None:
    """Along each path of each secret, a module says what the player of strategist says, and finds that secret."""
    game = data.game
    assert isinstance(game, Game)
    paths = list(at_slots(game, data).paths())
    games = [[game.format_response(response) for _, response in path.moves] for path in paths]
    strategy = CompiledStrategy(data)
    for path, responses, told in zip(paths, games, follow(games), strict=True):
        play = strategy.start()
        for response, (guess, possible, solved, _) in zip(responses, told, strict=False):
            assert (guess, set(possible), solved) == (play.guess, set(play.responses), False)
            play.respond(response)
        guess, possible, solved, secret = told[-1]
        assert (guess, possible, solved, secret) == (None, [], path.solved, play.secret)
        if solved and game.classes is None and game.narrow is None:
            assert secret == game.format_secret(path.secret)


@pytest.mark.parametrize("language", ["js", "py"])
@pytest.mark.parametrize("case", CASES)
def test_a_module_finds_every_secret(case: str, language: str, tmp_path: Path) -> None:
    data = CASES[case]()
    _held_to_the_player(data, _module_in(language, data, tmp_path))


@pytest.mark.parametrize("number", range(16))
def test_a_module_plays_games_of_all_kinds(number: int, tmp_path: Path) -> None:
    case = any_case(number)
    try:
        data = compile_strategy(case.game, case.strategy, start=case.start).data
    except ValueError:
        # No tree keeps the limits that were drawn.
        return
    for language in ("py", "js"):
        _held_to_the_player(data, _module_in(language, data, tmp_path))


def test_a_module_counts_what_the_verifier_counts(tmp_path: Path) -> None:
    """Every secret of Mastermind 4×6, answered by the rules alone."""
    data = CASES["optimal"]()
    game = data.game
    assert isinstance(game, Game)
    module: dict[str, Any] = {}
    exec("".join(python_module(data)), module)
    total = 0
    for secret in game.secrets:
        play = module["start"]()
        while play.guess is not None:
            play.respond(game.format_response(game.respond(game.parse_code(play.guess), secret)))
            total += 1
        assert play.secret == game.format_code(secret)
    assert total == data.claims.total == 5625


@pytest.mark.parametrize("language", ["js", "py"])
def test_a_module_refuses_in_one_line_and_takes_back(language: str, tmp_path: Path) -> None:
    data = _compiled("mastermind(1,2)", "first")
    _module_in(language, data, tmp_path)
    if language == "py":
        module: dict[str, Any] = {}
        exec("".join(python_module(data)), module)
        play = module["start"]()
        with pytest.raises(ValueError, match=r"^expected a response, 0b0w, 1b0w; got '2'$"):
            play.respond("2")
        with pytest.raises(ValueError, match=r"^expected a response to take back, got none"):
            play.undo()
        play.respond("0b0w")
        play.undo()
        assert (play.guess, play.moves) == ("1", [])
        play.respond("1b0w")
        with pytest.raises(ValueError, match=r"^expected a response, none, because play has ended; got '1b0w'$"):
            play.respond("1b0w")
        return
    code = """
        import { start } from "./module.mjs";
        const said = [];
        const play = start();
        const tried = (act) => { try { act(); } catch (error) { said.push(error.message); } };
        tried(() => play.respond("2"));
        tried(() => play.undo());
        play.respond("0b0w");
        play.undo();
        said.push(play.guess, play.moves.length);
        play.respond("1b0w");
        tried(() => play.respond("1b0w"));
        process.stdout.write(JSON.stringify(said));
    """
    line = [str(shutil.which("node")), "--input-type=module", "-e", code]
    ran = subprocess.run(line, capture_output=True, text=True, cwd=tmp_path, check=True)
    assert json.loads(ran.stdout) == [
        "expected a response, 0b0w, 1b0w; got '2'",
        "expected a response to take back, got none: the game is where it began",
        "1",
        0,
        "expected a response, none, because play has ended; got '1b0w'",
    ]


def test_the_command_writes_modules(tmp_path: Path) -> None:
    for suffix in ("js", "py"):
        ended = run("export", "mastermind-4x4.optimal", "-o", str(tmp_path / f"tree.{suffix}"))
        assert ended.status == 0 and "start()" in (tmp_path / f"tree.{suffix}").read_text("utf-8")
        refused = run("export", "pegswap-3x3.optimal", "--format", suffix)
        assert refused.status == 2 and len(refused.complaints) == 1 and "is a solitaire" in refused.err
