"""Fibble: the search for a depth where each row holds a falsehood, beside the rules, and its trees of shared slots."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from test_search_lies import SHORT, fibbles, prover_of

from strategist import compile_strategy, verify_strategy
from strategist.common.errors import InfeasibleError
from strategist.files.strategy import StrategyData, read_strategy, write_strategy
from strategist.games.words.word_lists import Lists
from strategist.games.words.words import Words
from strategist.model.position import Position, kind_of
from strategist.search.lies.hard_few import FEW, Search, has_hard_few
from strategist.search.lies.plain_lies import PlainLies
from strategist.search.lies.search_lies import proven_tree
from strategist.search.state.start import start_of

WORDS = ["eight", "fight", "light", "might", "night", "right", "sight", "tight", "wight"]


@pytest.mark.thorough
@pytest.mark.parametrize("number", [0, 2, 4])
def test_a_tree_of_shared_slots_keeps_what_is_proven(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = fibbles()[number]
    depth = PlainLies(game).depth(kind_of(game).begin())
    monkeypatch.setattr("strategist.search.lies.search_lies._MOST_UNFOLDED", 1)
    prover = prover_of(game, 9)
    for questions in (depth, depth + 1):
        opening = prover.opening(prover.place_of(kind_of(game).begin()), questions, True)
        assert opening is not None
        tree, claims = proven_tree(prover, questions, opening, start_of(game))
        data = StrategyData(game, f"feasible(max_depth={questions})", tree, claims)
        assert verify_strategy(data, questions).problems == []


@pytest.mark.parametrize("number", range(8 + len(SHORT)))
def test_best_trees_beside_the_specification(number: int) -> None:
    game = fibbles()[number]
    found = [compile_strategy(game, "optimal(depth)", plain=plain) for plain in (False, True)]
    assert [(each.depth, each.lower_bound, each.bound) for each in found] == [
        (found[1].depth, found[1].depth, "optimal")
    ] * 2
    assert verify_strategy(found[0].data, found[0].depth).problems == []


@pytest.fixture
def nine_words(tmp_path: Path) -> str:
    """The game of nine words that differ in one letter."""
    words = tmp_path / "words.txt"
    words.write_text("\n".join(WORDS))
    return f"words({words},fibble=true)"


def test_nine_words_that_differ_in_one_letter_need_five_rows(nine_words: str) -> None:
    """Whoever knows no more than these nine may be asked needs five rows; so does Wordle's whole list, of which they
    are part, with the guesses that stand here."""
    with pytest.raises(InfeasibleError, match=r"no strategy guarantees 4 guesses \(proven\)"):
        compile_strategy(nine_words, "feasible(max_depth=4)")


def test_a_tree_within_some_rows_is_written_and_read(nine_words: str, tmp_path: Path) -> None:
    found = compile_strategy(nine_words, "feasible(max_depth=9)")
    write_strategy(tmp_path / "tree.msgpack", found.data)
    read = read_strategy(tmp_path / "tree.msgpack")
    assert (read.bound, read.claims) == ("upper", found.data.claims)
    assert verify_strategy(read, 9).problems == []


EVERY = np.empty(0, dtype=np.int32)
"""Stands for all questions."""


def alike_among_others() -> Words:
    """Words that are far from each other stand beside those that are alike."""
    draws = random.Random(1)
    far = ["".join(draws.choices("abcdopqu", k=5)) for _ in range(60)]
    return Words({"fibble": True}, Lists([*WORDS, *dict.fromkeys(far)], ()))


def test_a_few_that_are_alike_refute_a_long_list() -> None:
    game = alike_among_others()
    prover = prover_of(game, 9)
    place = prover.place_of(kind_of(game).begin())
    assert has_hard_few(prover, place, 4, EVERY)
    prover.room_for(FEW)
    assert not has_hard_few(prover, place, FEW, EVERY)


def test_a_few_behind_each_question_refute_a_row_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three words take three rows at most, so no three refute three rows; but behind each question some three do, for
    the two that are left."""
    monkeypatch.setattr("strategist.search.lies.hard_few.FEW", 3)
    game = alike_among_others()
    prover = prover_of(game, 9)
    place = prover.place_of(kind_of(game).begin())
    assert [has_hard_few(prover, place, questions, EVERY) for questions in (2, 3, 4)] == [True, True, False]
    monkeypatch.setattr("strategist.search.lies.hard_few._CELLS", 0)
    assert [has_hard_few(prover, place, questions, EVERY) for questions in (2, 3)] == [True, False]


@pytest.mark.parametrize("number", [0, 2, 4, 6])
def test_a_few_refute_nothing_that_the_rules_allow(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("strategist.search.lies.hard_few.FEW", 3)
    game = fibbles()[number]
    plain, left, prover = PlainLies(game), kind_of(game).begin(), prover_of(game, 9)
    place = prover.place_of(left)
    for questions in range(1, 6):
        assert not (has_hard_few(prover, place, questions, EVERY) and plain.within(left, questions))
        for first in range(game.question_count):
            refuted = has_hard_few(prover, place, questions, np.array([first], dtype=np.int32))
            assert not (refuted and plain.resolves(left, questions, first))


def test_the_search_of_few_beside_the_rules() -> None:
    """Each part of a game's first secrets, within any number of questions."""
    depths = set()
    for game in (*fibbles()[:8:2], Words({"fibble": True}, Lists(WORDS[:6], ("elfin", "mumms")))):
        plain, some = PlainLies(game), np.arange(6, dtype=np.int32)
        search = Search(prover_of(game, 9), some, 7)
        for part in range(1, 1 << len(some)):
            candidates = tuple(at for at in some.tolist() if part >> at & 1)
            depth = plain.depth(Position((), candidates, (0,) * len(candidates)))
            refuted = [search.refutes(part, questions) for questions in range(1, 8)]
            assert refuted == [questions < depth for questions in range(1, 8)]
            depths.add(depth)
    assert depths == {1, 2, 3, 4, 5}
