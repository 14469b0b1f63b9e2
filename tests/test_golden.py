"""One complete game for every rule set and every strategy, word for word, in ``golden.txt``.

A block is a line ``game | strategy | secret`` and the output of ``strategist play``. A rule set or strategy that is
registered without a block fails here.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from strategist import compile_strategy, make_rules, make_strategy
from strategist.choosing.registry import known_strategies
from strategist.files.player import CompiledStrategy
from strategist.games.catalog import known_games
from strategist.model.solitaire import Solitaire
from strategist.model.spec import parse
from strategist.play.modes.answer import play_against_secret
from strategist.play.modes.told_line import play_line

HERE = Path(__file__).parent / "fixtures"
TABLE = HERE / "golden.csv"


def blocks() -> list[list[str]]:
    text = (HERE / "golden.txt").read_text(encoding="utf-8")
    return [block.splitlines() for block in text.strip().split("\n\n")]


def transcript(title: str) -> list[str]:
    """The output when the game of a title is played."""
    game_text, strategy_text, secret = title.split(" | ")
    game = make_rules(game_text.replace("golden.csv", str(TABLE)))
    data = compile_strategy(game, make_strategy(strategy_text, game)).data
    lines: list[str] = []
    if isinstance(game, Solitaire):
        play_line(game, data.tree.guesses, lines.append)
    else:
        play_against_secret(CompiledStrategy(data), game.parse_secret(secret), lines.append)
    return lines


@pytest.mark.parametrize("block", blocks(), ids=lambda block: block[0])
def test_every_game_is_played_word_for_word(block: list[str]) -> None:
    assert transcript(block[0]) == block[1:]


def test_every_game_and_strategy_has_a_transcript() -> None:
    titles = [block[0].split(" | ") for block in blocks()]
    names = [{parse(title[place], []).name for title in titles} for place in (0, 1)]
    assert names[0] >= set(known_games())
    assert names[1] >= set(known_strategies())
