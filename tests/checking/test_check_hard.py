"""Certificates where rules restrict guesses: both checkers, forged entries, and the demands that moves make."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

import numpy as np
import pytest
from alterations import raised
from certificates import certify, entries_of
from claim_kinds import hard_case
from verdicts import judged

from strategist import compile_strategy, make_strategy
from strategist.checking.check import check_certificate
from strategist.checking.demands import FREE, Rules
from strategist.checking.known import Known
from strategist.common.errors import StrategyFileError
from strategist.files.certificate import Certificate
from strategist.files.certificate_file import encode
from strategist.files.columns import column
from strategist.files.versions.position_columns import Under
from strategist.games.words.word_lists import Lists
from strategist.games.words.words import Words
from strategist.model.game import Revealed
from strategist.search.state.options import Options
from strategist.search.state.problem import ALL_TECHNIQUES, MEMO


def test_the_bytes_do_not_depend_on_the_memo() -> None:
    for number in (8, 12, 49, 62):
        game, text = hard_case(number)
        strategy = make_strategy(f"optimal({text})", game)
        written = []
        for techniques in (ALL_TECHNIQUES, ALL_TECHNIQUES & ~MEMO):
            certify = compile_strategy(
                game, strategy, options=Options(jobs=1, certificate=True, techniques=techniques)
            ).certify
            assert certify is not None
            written.append(encode(certify(None).certificate))
        assert written[0] == written[1], number


def words(*listed: str) -> Words:
    return Words({"hard": True}, Lists(list(listed)))


def test_demands_are_those_of_the_rules() -> None:
    game = Words({"hard": True}, Lists(["".join(word) for word in product("abc", repeat=3)]))
    rules, random = Rules(game), Random("demands")
    for _ in range(300):
        moves = [
            (random.randrange(len(game.guesses)), random.randrange(game.response_count - 1))
            for _ in range(random.randint(0, 3))
        ]
        history = tuple((game.guesses[guess], response) for guess, response in moves)
        assert np.array_equal(rules.allowed(rules.after_all(moves)), rules.by_the_game(history)), moves


class Silent(Words):
    """A game that restricts guesses and does not say what its responses reveal."""

    def revealed(self) -> Revealed | None:
        return None


def test_a_game_need_not_say_what_it_reveals() -> None:
    lists = Lists(["".join(word) for word in product("ab", repeat=3)])
    certificate = certify(Words({"hard": True}, lists), "total")
    silent = replace(certificate, game=Silent({"hard": True}, lists))
    assert judged(silent) and not judged(raised(silent, 0))


def test_bounds_hold_where_more_is_demanded_and_fewer_guesses_are_left() -> None:
    game = words("abbey", "bobby", "ebony")
    rules = Rules(game)
    known = Known(rules)
    yellow = rules.after(1, game.parse_response("y----"))
    known.add(b"set", 5, 3, yellow)
    grey, both = game.parse_response("-----"), game.parse_response("yy---")
    assert known.bound(b"set", 3, 1, both, FREE) == known.bound(b"set", 2, 1, grey, yellow) == 5
    assert known.bound(b"set", 4, 1, both, FREE) == known.bound(b"set", None, 1, both, FREE) == 0
    assert known.bound(b"set", 3, 1, grey, FREE) == 0
    known.add(b"set", 5, None, FREE)
    assert (known.always, known.under) == ({b"set": 5}, {b"set": []})


def test_other_demands_may_allow_the_same_guesses() -> None:
    game = words("abc", "abd", "cab")
    rules = Rules(game)
    placed, held = rules.after(0, game.parse_response("-g-")), rules.after(1, game.parse_response("--y"))
    assert rules.allowed(placed).tolist() == [0, 1] and rules.allowed(held).tolist() == [1]
    known = Known(rules)
    known.add(b"set", 4, None, placed)
    assert known.bound(b"set", None, 1, game.parse_response("--y"), FREE) == 0
    assert known.bound(b"set", None, 1, game.parse_response("--y"), FREE, exactly=True) == 4


def test_a_game_that_reveals_other_than_its_rules_say_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    certificate = certify(*hard_case(12))
    game = certificate.game
    assert len(certificate) > 1 and isinstance(game, Words)
    wrong = Words({"hard": True}, Lists(list(game.secrets), list(game.guesses)))
    marks = [[0] * 4 for _ in range(game.response_count)]
    monkeypatch.setattr(wrong, "revealed", lambda: Revealed([[0] * 4] * len(game.guesses), marks))
    with pytest.raises(StrategyFileError, match="does not follow from each move"):
        check_certificate(replace(certificate, game=wrong))


def test_a_claim_under_demands_does_not_serve_without_them() -> None:
    """No guess with what one guess reveals tells the three words apart; behind the other one, "bch" does."""
    game = Words({"hard": True}, Lists(["bat", "cat", "hat"], ["bat", "cat", "hat", "bch", "eat", "xyz"]))
    eat, vain = (game.guesses.index(game.parse_code(word)) for word in ("eat", "xyz"))
    rest = game.respond(game.guesses[eat], game.secrets[0])
    for bound in (3, 4):
        rows, under = ((1, 0, 0, bound, 0), (0, eat, rest, 3, 0)), Under(None, vain, column([0, 0]), column([0, 1]))
        assert judged(Certificate(game, "depth", entries_of(*rows), under=under)) == (bound == 3)
