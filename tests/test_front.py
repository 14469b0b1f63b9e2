"""What a program that imports the package finds: every name, its type, and arguments as a person would pass them."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from preloaded import command

import strategist
from strategist import CompiledStrategy
from strategist.common.errors import ResponseError, SpecError, StrategyFileError

KNUTH = Path(__file__).parents[1] / "strategies" / "mastermind-4x6.minimax.msgpack"

PACKAGE = Path(strategist.__file__).parent


def test_every_public_name_is_found() -> None:
    assert sorted(strategist.__all__) == sorted([*strategist._HOMES, "errors"])
    assert set(strategist.__all__) <= set(dir(strategist))
    for name in strategist.__all__:
        assert getattr(strategist, name).__doc__
    with pytest.raises(AttributeError, match="no attribute 'compile'"):
        _ = strategist.compile


@pytest.mark.thorough
def test_help_shows_every_name() -> None:
    told = subprocess.run(
        [sys.executable, "-c", "import strategist; help(strategist)"], capture_output=True, text=True, check=True
    ).stdout
    assert all(name in told for name in strategist.__all__)


def test_strings_and_paths_stand_for_what_they_name() -> None:
    compiled = strategist.compile_strategy("mastermind(2,3)", "minimax")
    assert strategist.make_strategy("minimax", "mastermind(2,3)").spec == compiled.data.strategy
    assert strategist.verify_strategy(compiled).verified
    assert strategist.verify_strategy(CompiledStrategy(compiled.data)).claims == compiled.data.claims
    assert strategist.verify_strategy(KNUTH).claims.total == strategist.verify_strategy(str(KNUTH)).claims.total == 5801
    assert strategist.compile_strategy("pegswap(2,2)", "optimal").data.claims.total == 8


def test_a_compiled_strategy_shows_itself() -> None:
    compiled = strategist.compile_strategy("mastermind(2,3)", "minimax")
    assert repr(compiled) == "<Compiled minimax of mastermind(pegs=2,colors=3): total 24>"
    shown = compiled._repr_html_()
    # The picture comes first, the table below it.
    assert 0 < shown.index("<svg") < shown.index("<table")


def test_what_stands_for_nothing_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(StrategyFileError, match=r"nowhere\.msgpack"):
        strategist.verify_strategy(tmp_path / "nowhere.msgpack")
    with pytest.raises(TypeError, match="expected a compiled strategy or the path of a strategy file, got NoneType"):
        strategist.verify_strategy(None)  # type: ignore[arg-type]
    with pytest.raises(SpecError, match="unknown game 'chess'"):
        strategist.make_strategy("minimax", "chess")


def test_undo_takes_back_one_response_at_a_time() -> None:
    play = strategist.open_strategy(KNUTH).start()
    seen = []
    for response in ("0b0w", "0b3w", "2b2w", "4b0w"):
        seen.append((play.guess, play.history, play.candidates_left, play.candidate_count))
        play.respond(response)
    assert play.solved
    for before in reversed(seen):
        play.undo()
        assert not play.solved
        assert (play.guess, play.history, play.candidates_left, play.candidate_count) == before
    with pytest.raises(ResponseError, match="no response to take back"):
        play.undo()


def test_undo_where_secrets_are_lost() -> None:
    compiled = strategist.compile_strategy("mastermind(3,3,turns=2)", "first")
    play = CompiledStrategy(compiled.data).start()
    before = play.candidates_left
    play.respond("0b0w")
    assert play.candidate_count == 8
    play.undo()
    assert play.candidates_left == before and play.candidate_count == 27


def test_graph_and_frame() -> None:
    graph = strategist.to_networkx(KNUTH, depth=1)
    assert graph.nodes[0]["guess"] == "1122" and graph.nodes[0]["candidates"] == 1296
    frame = strategist.to_frame(KNUTH)
    assert frame["guesses"].value_counts().sort_index().to_dict() == {1: 1, 2: 6, 3: 62, 4: 533, 5: 694}
    assert frame.set_index("secret").loc["4563"].tolist() == ["solved", 4, "1122", "3345", "4653", "4563", ""]
    line = strategist.to_frame(strategist.compile_strategy("pegswap(2,2)", "optimal"))
    assert line["number"].tolist() == list(range(1, 9))


def test_a_frame_without_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="to_frame needs pandas, which is not installed: pip install pandas"):
        strategist.to_frame(KNUTH)


def test_every_error_is_public_and_a_built_in() -> None:
    """Every class of errors in the package is at ``strategist.errors``, except those that never leave a module."""
    declared = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            bases = [base.id for base in getattr(node, "bases", ()) if isinstance(base, ast.Name)]
            if isinstance(node, ast.ClassDef) and any(base.endswith(("Error", "Exception")) for base in bases):
                declared.add(node.name)
    caught_inside = {"Contradiction", "Exhausted", "FormError", "Halted", "Leave", "NotUtf8Error", "Stopped"}
    caught_inside |= {"TooLargeToWeigh", "TooManyPairs", "_NoAnswerError", "SchedulerGone", "_Spent", "_Stopped"}
    assert declared - caught_inside == set(strategist.errors.__all__)
    for name in strategist.errors.__all__:
        kind = getattr(strategist.errors, name)
        own = {each for each in kind.__mro__ if each.__module__ == "builtins"} - {Exception, BaseException, object}
        assert issubclass(kind, strategist.StrategistError) and (own or name == "StrategistError"), name


def test_errors_without_a_built_in_are_those_of_the_command_line() -> None:
    found = {
        path.relative_to(PACKAGE).parts[0]
        for path in PACKAGE.rglob("*.py")
        if "raise StrategistError(" in path.read_text("utf-8")
    }
    assert found <= {"commands", "play"}


def test_options_by_keywords(tmp_path: Path) -> None:
    fields = {each.name for each in dataclasses.fields(strategist.Options)}
    keywords = inspect.signature(strategist.compile_strategy).parameters
    assert fields <= set(keywords)
    shares: list[float] = []
    compiled = strategist.compile_strategy(
        "mastermind(2,3)",
        "optimal",
        # The tests before may have left much in memory.
        memory="9G",
        trace=tmp_path / "a.trace",
        progress=lambda share, _: shares.append(share),
    )
    assert compiled.total == 21 and compiled.certify is None and (tmp_path / "a.trace").exists()
    with pytest.raises(SpecError, match="compiled with certificate=True"):
        compiled.prove()
    for word, near in (("time_limt", "time_limit"), ("job", "jobs"), ("option", "options")):
        with pytest.raises(TypeError, match=rf"unexpected keyword argument '{word}'; did you mean {near}\?"):
            strategist.compile_strategy("mastermind(2,3)", "minimax", **{word: 2})  # type: ignore[arg-type]
    for wrong in ({"jobs": 0}, {"time_limit": -1}, {"memory": "much"}):
        with pytest.raises(SpecError):
            strategist.compile_strategy("mastermind(2,3)", "minimax", **wrong)  # type: ignore[arg-type]
    kept = strategist.Options(certificate=True)
    assert strategist.compile_strategy("mastermind(2,3)", "optimal", options=kept, jobs=1).prove().bound == 21


def test_a_history_is_a_value() -> None:
    play = strategist.open_strategy(KNUTH).start()
    play.respond("0b0w")
    told = play.transcript
    play.respond("0b3w")
    assert str(told) == "1122:0b0w" and [move.left for move in play.transcript.moves] == [256, 20]
    assert len(told) == 1 and not told.solved and told.secret is None
    assert "1122" in told._repr_html_() and told._repr_svg_().count("<circle") == 4
    assert strategist.to_frame(told).to_dict("records") == [{"guess": "1122", "response": "0b0w", "left": 256}]
    with pytest.raises(dataclasses.FrozenInstanceError):
        told.solved = True  # type: ignore[misc]


def test_frames_and_graphs_of_games_and_rankings() -> None:
    frame = strategist.to_frame(strategist.make_game("mastermind(1,2)"))
    assert frame.to_dict() == {"1": {"1": "1b0w", "2": "0b0w"}, "2": {"1": "0b0w", "2": "1b0w"}}
    ranking = strategist.to_frame(strategist.rank("mastermind(2,3)", "12:0b1w", seconds=0))
    assert ranking.columns.tolist()[:3] == ["guess", "candidate", "worst"]
    assert len(strategist.to_networkx(strategist.make_solitaire("pegswap(1,1)"))) == 6
    assert strategist.to_dot(KNUTH, depth=1).startswith('digraph "mastermind(pegs=4,colors=6) minimax"')
    with pytest.raises(strategist.errors.TooLargeError):
        strategist.to_frame(strategist.make_game("mastermind(5,8)"))


def test_results_are_frozen() -> None:
    for kind in ("Checked", "Claims", "Compiled", "Explanation", "Options", "Ranking", "Review", "StrategyData"):
        assert getattr(strategist, kind).__dataclass_params__.frozen, kind
    assert strategist.Verification.__dataclass_params__.frozen  # type: ignore[attr-defined]


def test_a_users_script_takes_every_name_is_typed_and_runs(tmp_path: Path) -> None:
    script = Path(__file__).parent / "programs" / "user_script.py"
    used = script.read_text("utf-8")
    assert [name for name in strategist.__all__ if name not in used] == []
    subprocess.run([*command(script), str(tmp_path)], check=True, capture_output=True)
    # The mypy of scripts/test checks it, strictly, with the package; that of a user needs the sign that it has types.
    checked = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text("utf-8"))["tool"]["mypy"]
    assert checked["strict"] and script.stem in checked["modules"] and (PACKAGE / "py.typed").exists()
    assert "\n.venv/bin/mypy > " in (PACKAGE.parent / "scripts" / "test").read_text("utf-8")


def test_docstrings_have_the_sections_of_numpy() -> None:
    for name in sorted(set(strategist.__all__) - {"errors", "StrategistError"}):
        told = getattr(strategist, name).__doc__ or ""
        missing = [] if "Examples\n    ---" in told and ">>>" in told else ["Examples"]
        if inspect.isfunction(getattr(strategist, name)):
            takes = inspect.signature(getattr(strategist, name)).parameters
            missing += [each for each in ("Parameters", "Returns")[not takes :] if f"{each}\n    ---" not in told]
        assert not missing, name
