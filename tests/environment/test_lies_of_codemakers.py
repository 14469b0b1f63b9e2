"""Games for agents where answers may be false."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from all_lies import doubtful_games

from strategist import make_game, make_strategy
from strategist.common.errors import SpecError
from strategist.environment.codemakers import Codemakers
from strategist.environment.episode import Episode
from strategist.environment.many import ManyGames
from strategist.environment.text_environment import TextEnvironment
from strategist.model.position import Position, kind_of
from strategist.play.hidden import Adversary, LyingSecret

pytestmark = pytest.mark.early


@pytest.mark.parametrize("secrets", ["uniform", "adversarial"])
def test_an_agent_that_takes_suspects_wins_against_every_liar(secrets: str, tmp_path: Path) -> None:
    for game in doubtful_games(tmp_path, tables=4):
        makers, player = Codemakers(game, secrets), make_strategy("minimax", game)
        for seed in range(5):
            hidden = makers.draw(Random(seed).randrange)
            assert isinstance(hidden, Adversary if secrets == "adversarial" else LyingSecret)
            episode = Episode(game, hidden, 30)
            while not episode.over:
                moves = tuple((game.guesses.index(guess), answer) for guess, answer in episode.history)
                left = kind_of(game).left(moves)
                assert left is not None and episode.left == len(left)
                guess = player.guess(Position(moves, left.candidates, left.labels))
                assert guess is not None
                step = episode.guess(guess)
                assert step.before == len(left)
            assert step.won, (game.spec, seed)


def test_a_wrong_announcement_loses_and_a_right_one_wins() -> None:
    game = make_game("mastermind(2,3,goal=identify,lies=1)")
    for code, ending in (("=13", "known"), ("=22", "lost")):
        episode = Episode(game, LyingSecret(game, game.parse_secret("13"), 0))
        assert episode.guess(game.guesses.index(game.parse_code(code))).ending == ending
    assert Episode(game, Adversary(game)).guess(game.guesses.index(game.parse_code("=13"))).ending == "lost"


def test_the_same_seed_tells_the_same_lies_in_text() -> None:
    told = []
    for _ in range(2):
        text = TextEnvironment("mastermind(2,3,lies=1)", seed=4)
        assert "One answer may be false, but a right guess is always admitted." in text.begin()
        for guess in ("12", "12", "33", "21"):
            if text.episode is not None and not text.episode.over:
                text.reply(f"<guess>{guess}</guess>")
        told.append(text.lines)
    assert told[0] == told[1] and len(told[0]) > 1


def test_many_games_at_once_have_true_answers() -> None:
    with pytest.raises(SpecError, match="has answers that may be false"):
        ManyGames(make_game("mastermind(2,3,lies=1)"), 3)
