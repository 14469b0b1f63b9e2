"""Fibble: the search for a depth where each row holds a falsehood, beside the rules, and its trees of shared slots."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from strategist import compile_strategy, make_game, verify_strategy
from strategist.common.errors import InfeasibleError
from strategist.files.strategy import StrategyData, read_strategy, write_strategy
from strategist.games.words.word_lists import Lists
from strategist.games.words.words import Words
from strategist.model.game import Game
from strategist.model.position import Position, kind_of
from strategist.search.lies.depth_prover import Prover
from strategist.search.lies.plain_lies import PlainLies
from strategist.search.lies.refuted_at_once import FEW, indistinct_from
from strategist.search.lies.search_lies import proven_tree
from strategist.search.state.start import start_of
from strategist.search.tasks.supervise import StopSignal

WORDS = ["eight", "fight", "light", "might", "night", "right", "sight", "tight", "wight"]
SHORT = ["aa ab", "aa ab ca cb cc"]


def prover_of(game: Game) -> Prover:
    prover = Prover(game, StopSignal())
    prover.room_for(9)
    return prover


def fibbles() -> list[Game]:
    """Small games in which each row holds a falsehood."""
    found: list[Game] = []
    draws = random.Random(7)
    for letters, count in ((3, 7), (3, 9), (4, 8), (5, 6)):
        words = list(dict.fromkeys("".join(draws.choices("abcd", k=letters)) for _ in range(2 * count)))
        for goal in ("ask", "identify"):
            found.append(Words({"fibble": True, "goal": goal}, Lists(words[:count], words[count:])))
    # To know such a word, its row of hits is as good as any other, and is the only one that a guess of it may get.
    return found + [Words({"fibble": True, "goal": "identify"}, Lists(words.split(), ())) for words in SHORT]


@pytest.mark.parametrize("number", range(8 + len(SHORT)))
def test_positions_are_decided_as_by_the_rules(number: int) -> None:
    game = fibbles()[number]
    plain, prover, draws = PlainLies(game), prover_of(game), random.Random(number)
    for _ in range(12):
        left: Position = kind_of(game).begin()
        for _ in range(draws.randint(0, 2)):
            cells = list(plain.cells(left, draws.randrange(game.question_count)).values())
            left = draws.choice(cells) if cells else left
        for width in (1, 0):
            prover.narrow(width)
            for questions in range(5):
                found, true = prover.within(prover.place_of(left), questions), plain.within(left, questions)
                assert found == true if not width else found <= true, (left, questions)


@pytest.mark.thorough
@pytest.mark.parametrize("number", [0, 2, 4])
def test_a_tree_of_shared_slots_keeps_what_is_proven(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = fibbles()[number]
    depth = PlainLies(game).depth(kind_of(game).begin())
    monkeypatch.setattr("strategist.search.lies.search_lies._MOST_UNFOLDED", 1)
    prover = prover_of(game)
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


def test_nine_words_that_differ_in_one_letter_need_five_rows(tmp_path: Path) -> None:
    """Whoever knows no more than these nine may be asked needs five rows; so does Wordle's whole list, of which they
    are part, with the guesses that stand here."""
    words = tmp_path / "words.txt"
    words.write_text("\n".join(WORDS))
    with pytest.raises(InfeasibleError, match=r"no strategy guarantees 4 guesses \(proven\)"):
        compile_strategy(f"words({words},fibble=true)", "feasible(max_depth=4)")


def test_a_tree_within_some_rows_is_written_and_read(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("\n".join(WORDS))
    found = compile_strategy(make_game(f"words({words},fibble=true)"), "feasible(max_depth=9)")
    write_strategy(tmp_path / "tree.msgpack", found.data)
    read = read_strategy(tmp_path / "tree.msgpack")
    assert (read.bound, read.claims) == ("upper", found.data.claims)
    assert verify_strategy(read, 9).problems == []


def test_a_few_that_are_alike_refute_a_long_list() -> None:
    """Words that are far from each other stand beside those that are alike."""
    draws = random.Random(1)
    far = ["".join(draws.choices("abcdopqu", k=5)) for _ in range(60)]
    game = Words({"fibble": True}, Lists([*WORDS, *dict.fromkeys(far)], ()))
    prover = prover_of(game)
    place = prover.place_of(kind_of(game).begin())
    sets = [
        {game.secrets[int(place.secrets[at])] for at in few} for few in indistinct_from(prover.arrays, place.secrets)
    ]
    assert any(set(WORDS) <= words for words in sets)
    assert prover.has_hard_few(place, 4)
    prover.room_for(FEW)
    assert not prover.has_hard_few(place, FEW)
