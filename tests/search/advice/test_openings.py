"""Forced first guesses, and those that ship."""

from __future__ import annotations

import json
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from click.testing import CliRunner

from strategist import make_game, make_strategy
from strategist.choosing.heuristics import Strategy
from strategist.commands.cli import cli
from strategist.common.errors import CodeError
from strategist.games.words.shipped_words import shipped_lists
from strategist.games.words.word_lists import Lists
from strategist.games.words.words import Words
from strategist.model.game import Game
from strategist.play.chosen import next_guess
from strategist.search.advice import advise
from strategist.search.advice.comparing_by_kind import TrueAnswers
from strategist.search.advice.openings import with_first
from strategist.search.advice.ranking import rank
from strategist.search.advice.shipped.shipped_openings import OPENINGS, shipped_advice, shipped_openings
from strategist.search.state.start import Start, start_of
from strategist.show.moves.advice_lines import advice_lines, advice_record

GAME = make_game("mastermind(4,6)")


def test_none_leaves_a_strategy_alone() -> None:
    strategy = make_strategy("minimax(first=1111)", GAME)
    assert with_first(GAME, strategy, None) == [strategy]


def test_one_code_takes_the_place_of_another_and_keeps_the_other_options() -> None:
    (forced,) = with_first(GAME, make_strategy("minimax(guesses=candidates,first=1111)", GAME), "1234")
    assert forced.spec == "minimax(guesses=candidates,first=1234)"


def test_all_are_the_essentially_different_ones() -> None:
    strategies = with_first(GAME, make_strategy("entropy", GAME), "all")
    assert [strategy.spec for strategy in strategies] == [
        "entropy(first=1111)",
        "entropy(first=1112)",
        "entropy(first=1122)",
        "entropy(first=1123)",
        "entropy(first=1234)",
    ]


def test_what_is_no_code_is_refused() -> None:
    with pytest.raises(CodeError):
        with_first(GAME, make_strategy("entropy", GAME), "everything")


# Openings that ship


@pytest.fixture(scope="module")
def builder() -> ModuleType:
    """The script that builds them, as a module."""
    loader = SourceFileLoader("build_openings", str(Path(__file__).parents[3] / "scripts" / "build_openings"))
    module = module_from_spec(spec_from_loader("build_openings", loader) or pytest.fail())
    loader.exec_module(module)
    return module


def entropy(game: Game) -> Strategy:
    return make_strategy("entropy", game)


def test_what_ships_is_found_again(builder: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert builder.main(["--check", "--rows", "1", "words(length=4)"]) == 0
    entry = json.loads(OPENINGS.read_text())["words(length=4)"]
    game = make_game("words(length=4)")
    tale, lare = list(entry["openings"])[:2]
    wrong = entry | {"openings": entry["openings"] | {lare: entry["openings"][tale]}}
    assert builder.differences("words(length=4)", entry, [tale, lare], game, 2) == [
        f"words(length=4): found {tale}, {lare}"
    ]
    found = builder.differences("words(length=4)", wrong, list(entry["openings"]), game, 2)
    assert found == [f"words(length=4): {lare} takes {entry['openings'][lare]}"]


@pytest.mark.slow
def test_all_that_ships_is_found_again(builder: ModuleType) -> None:
    assert builder.main(["--check"]) == 0


def test_the_openings_of_all_lists_fit(builder: ModuleType) -> None:
    kept = json.loads(OPENINGS.read_text())
    assert list(kept) == list(builder.SHIPPED) and OPENINGS.stat().st_size < 6000
    for name, count in builder.SHIPPED.items():
        game = make_game(name)
        openings = shipped_openings(game, entropy(game))
        assert len(openings) == count >= 10
        assert {sum(claims.histogram) for claims in openings.values()} == {len(game.secrets)}


def test_the_first_question_is_answered_at_once_with_averages(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("nothing is searched")

    for searches in ("compare", "worths"):
        monkeypatch.setattr(TrueAnswers, searches, refuse)
    monkeypatch.setattr(advise, "advise", refuse)
    game = make_game("wordle")
    ranking = rank(game, seconds=60)
    assert (ranking.considered, ranking.sampled, len(ranking.best)) == (11409, False, 10)
    told = [each.further for each in ranking.best]
    assert told == sorted(told) and {each.by for each in ranking.best} == {"entropy"}
    openings = shipped_openings(game, entropy(game))
    assert told == sorted(claims.average for claims in openings.values())[:10]
    first = next(iter(openings))
    assert next_guess(game, entropy(game), (), game.secrets) == game.guesses[first]
    result = CliRunner().invoke(cli, ["advise", "wordle"])
    assert result.output.splitlines()[2].split() == ["guess", "guesses", "at", "most", "left", "left", "bits", "cells"]
    assert result.output.endswith("entropy goes on from here: further guesses: 3.610 expected, 6 at worst\n")
    result = CliRunner().invoke(cli, ["advise", "wordle", "entropy", "--json"])
    found = json.loads(result.output)
    assert (found["guess"], found["total"], found["depth"]) == ("raise", openings[first].total, 6)
    assert sum(found["left"].values()) == 3264 and found["ranking"]["best"][0]["further"] == told[0]


def test_advice_that_ships_is_that_of_the_tree() -> None:
    game = make_game("words(length=4)")
    found, searched = shipped_advice(game, entropy(game)), advise.advise(game, entropy(game), start_of(game))
    assert found is not None
    assert advice_record(found) == advice_record(searched) and advice_lines(found) == advice_lines(searched)


def test_other_games_lists_and_heuristics_go_on_as_ever(tmp_path: Path) -> None:
    lists = shipped_lists(4)
    (tmp_path / "answers.txt").write_text("\n".join(lists.answers))
    for text in ("words(length=4,turns=6)", f"words({tmp_path / 'answers.txt'})", "mastermind(2,3)"):
        game = make_game(text)
        assert shipped_openings(game, entropy(game)) == {}
    shorter = Words({"length": 4}, Lists(lists.answers[1:], lists.others))
    assert shorter.spec == "words(length=4)" and shipped_openings(shorter, entropy(shorter)) == {}
    game = make_game("words(length=4)")
    for strategy in ("minimax", "entropy(guesses=candidates)", "entropy(ties=random)"):
        assert shipped_openings(game, make_strategy(strategy, game)) == {}
    # Of those who ask for more than ships, and of positions further on.
    assert rank(game, top=21, seconds=0).best[20].further is None
    assert rank(game, "tale:----", top=1, seconds=0).best[0].further is None
    assert rank(game, start=Start((), np.arange(900, dtype=np.int32)), top=1, seconds=0).best[0].further is None


def test_a_guess_of_ones_own_is_ranked_beside_them() -> None:
    game = make_game("words(length=4)")
    ranking = rank(game, guesses=["fuzz", "tale"], top=3, seconds=60)
    fuzz, tale = ranking.own
    assert tale.further == shipped_openings(game, entropy(game))[game.parse_question("tale")].average
    assert fuzz.by == "entropy" and fuzz.further > tale.further
