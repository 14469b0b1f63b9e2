"""The replay of trees where answers may be false: what is right is verified, what is broken refused, each for its
reason, by the plain replay and in bulk alike."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from all_lies import Fibbing, doubtful_games, grown, grown_shared, unfolded

from strategist import make_game, verify_strategy
from strategist.checking.replays import replay_in_bulk as replay_in_bulk_module
from strategist.checking.replays.replay_in_bulk import begin_lying, replay_in_bulk
from strategist.checking.replays.replay_plain import LyingWalk, Replayed, replay_plainly
from strategist.checking.verify import Verification
from strategist.common import lazy_numpy
from strategist.files.strategy import StrategyData
from strategist.games.words.word_lists import Lists
from strategist.games.words.words import Words
from strategist.model.game import Game
from strategist.model.position import kind_of
from strategist.model.tree import GIVE_UP, Claims, DecisionTree
from strategist.model.trees.figures import claims_of

WORDS = ["abbey", "bobby", "ebony", "ebbed", "below", "elbow", "bowel", "nobel"]


@pytest.fixture(autouse=True)
def few_repay_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let small trees be replayed in bulk, too; a test that wants the plain replay says so."""
    monkeypatch.setattr(lazy_numpy, "MANY", 0)


def data_of(game: Game, tree: DecisionTree, moves: tuple[tuple[int, int], ...] = ()) -> StrategyData:
    left = kind_of(game).left(moves)
    assert left is not None
    start = tuple((game.guesses[question], response) for question, response in moves)
    return StrategyData(game, "grown", tree, claims_of(game, tree, left.candidates, moves), start=start)


def in_bulk(data: StrategyData, jobs: int = 1) -> Replayed | None:
    return replay_in_bulk(data.game, data, begin_lying, jobs, lambda number: None)


def verified(data: StrategyData, jobs: int = 1) -> Verification:
    """What both replays find; they agree."""
    played = replay_plainly(LyingWalk(data.game, data.tree, data.start), lambda number: None)
    if not isinstance(data.game, Fibbing):
        assert in_bulk(data, jobs) == played
    found = verify_strategy(data, jobs=jobs)
    assert found == verify_strategy(data, plain=True)
    return found


def test_complete_trees_are_verified(tmp_path: Path) -> None:
    for game in doubtful_games(tmp_path):
        for seed in range(3):
            data = data_of(game, grown(game, seed, patience=None if seed else 3))
            found = verified(data, jobs=1 + seed % 2)
            assert found.problems == [] and found.claims == data.claims
            assert found.games is not None and found.games >= len(game.secrets)
            assert len(found.lost_examples) == min(5, data.claims.lost)


def test_trees_that_share_slots_are_verified_as_the_whole_trees_are(tmp_path: Path) -> None:
    for game in doubtful_games(tmp_path):
        tree = grown_shared(game, 1)
        found = verified(data_of(game, tree), jobs=2)
        assert found.problems == []
        whole = verified(data_of(game, unfolded(tree)))
        assert (found.claims, found.games) == (whole.claims, whole.games)


def test_more_games_than_can_be_counted_in_bulk_are_counted_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game("mastermind(2,2,goal=identify,lies=2)")
    data = data_of(game, grown_shared(game, 1))
    found = verified(data)
    monkeypatch.setattr(replay_in_bulk_module, "_MOST_WAYS", 2)
    assert in_bulk(data) is None
    assert verify_strategy(data) == found


@pytest.mark.thorough
def test_broken_trees_that_share_slots_are_refused_alike_by_both(tmp_path: Path) -> None:
    draw = random.Random(37)
    refused = 0
    for game in doubtful_games(tmp_path):
        tree = grown_shared(game, 1)
        claims = claims_of(game, tree, range(len(game.secrets)))
        for _ in range(15):
            guesses, masks, links = list(tree.guesses), list(tree.masks), list(tree.links or ())
            if not links:
                continue
            slot = draw.randrange(len(tree))
            if draw.random() < 0.5:
                at = draw.randrange(len(links))
                above = next(each for each in range(len(tree)) if tree.first_child[each + 1] - 1 > at)
                links[at] = draw.randrange(above + 1, len(tree))
            elif guesses[slot] < game.question_count:
                guesses[slot] = draw.randrange(game.question_count)
            else:
                guesses[slot] = draw.randrange(game.question_count, len(game.guesses))
            forged = DecisionTree(guesses, masks, tree.response_count, links)
            refused += not verified(StrategyData(game, "forged", forged, claims)).verified
    assert refused > 100


def test_words_with_a_false_mark_are_verified_in_masks_of_many_words() -> None:
    game = Words({"fibble": True}, Lists(WORDS))
    tree = grown(game, 1)
    assert not isinstance(tree.masks, type(tree.guesses)) and verified(data_of(game, tree)).verified


def test_words_of_which_one_answer_may_be_false() -> None:
    game = Words({}, Lists(WORDS[:4]))
    game.lies, game.honest = 1, make_game("mastermind(2,3,lies=1)").honest
    assert verified(data_of(game, grown(game, 1))).verified


def test_every_secret_is_played_with_every_way_of_lying() -> None:
    game = make_game("mastermind(1,3,lies=1,honest=yes)")
    assert [game.parse_response(text) for text in ("0b0w", "1b0w")] == [0, 1]
    tree = grown(game, 0)
    found = verified(data_of(game, tree))
    ends = sum(len(tree.solved_secrets(slot)) for slot in range(len(tree)))
    assert found.games == ends > len(game.secrets)


def test_a_lie_that_helps_nobody_is_played() -> None:
    game = make_game("mastermind(2,2,lies=1)")
    tree = grown(game, 0)
    # Only a secret that is out by then would give such an answer: a tree that leaves it out is refused.
    for slot in range(len(tree)):
        for response in tree.responses(slot):
            if response == game.response_count - 1:
                continue
            broken = without(tree, slot, response)
            problems = verified(StrategyData(game, "broken", broken, claims_of(game, broken, range(4)))).problems
            assert any("no branch for" in problem for problem in problems), (slot, response)


def branches(tree: DecisionTree) -> list[dict[int, int]]:
    return [dict(tree.branches(slot)) for slot in range(len(tree))]


def rebuilt(
    tree: DecisionTree, below: list[dict[int, int]], solves: list[bool], guesses: list[int], root: int = 0
) -> DecisionTree:
    """The tree of these branches, breadth-first: slots may stand below several others."""
    level, asked, masks = [root], [], []
    while level:
        deeper = []
        for slot in level:
            asked.append(guesses[slot])
            masks.append(sum(1 << response for response in below[slot]) | tree.solved_bit * solves[slot])
            deeper += [below[slot][response] for response in sorted(below[slot])]
        level = deeper
    return DecisionTree(asked, masks, tree.response_count)


def without(tree: DecisionTree, slot: int, response: int) -> DecisionTree:
    """A tree without one branch."""
    below, solves = branches(tree), [tree.solves(each) for each in range(len(tree))]
    if response == tree.response_count - 1:
        solves[slot] = False
    else:
        del below[slot][response]
    return rebuilt(tree, below, solves, list(tree.guesses))


def broken(game: Game, tree: DecisionTree, draw: random.Random) -> DecisionTree | None:
    """A tree with one fault; None if this one was none."""
    below, solves, guesses = branches(tree), [tree.solves(each) for each in range(len(tree))], list(tree.guesses)
    slot = draw.randrange(len(tree))
    asks = 0 <= guesses[slot] < game.question_count
    match draw.choice(["missing", "extra", "announcement", "solved", "question", "stop"]):
        case "missing" if below[slot]:
            del below[slot][draw.choice(list(below[slot]))]
        case "extra" if asks:
            more = [each for each in range(game.response_count - 1) if each not in below[slot]]
            leaves = [each for each in range(len(tree)) if not below[each] and each != slot]
            if not more or not leaves:
                return None
            below[slot][draw.choice(more)] = draw.choice(leaves)
        case "announcement" if guesses[slot] >= game.question_count and game.announcement_count > 1:
            others = [each for each in range(game.question_count, len(game.guesses)) if each != guesses[slot]]
            guesses[slot] = draw.choice(others)
        case "solved" if not game.announces and guesses[slot] != GIVE_UP:
            solves[slot] = not solves[slot]
        case "question" if asks and game.question_count > 1:
            guesses[slot] = draw.choice([each for each in range(game.question_count) if each != guesses[slot]])
        case "stop" if guesses[slot] != GIVE_UP and slot:
            guesses[slot], below[slot], solves[slot] = GIVE_UP, {}, False
        case _:
            return None
    return rebuilt(tree, below, solves, guesses)


def test_broken_trees_are_refused_alike_by_both(tmp_path: Path) -> None:
    draw = random.Random(36)
    kinds: set[str] = set()
    refused = 0
    for game in doubtful_games(tmp_path):
        tree = grown(game, 1)
        claims = claims_of(game, tree, range(len(game.secrets)))
        for _ in range(20):
            forged = broken(game, tree, draw)
            if forged is None or (list(forged.guesses), list(forged.masks)) == (list(tree.guesses), list(tree.masks)):
                continue
            found = verified(StrategyData(game, "forged", forged, claims))
            kinds |= {
                kind
                for kind in ("no branch for", ", a lie, to", "dead branch: no secret reaches", "announced as", "lost:")
                if any(kind in problem for problem in found.problems)
            }
            refused += not found.verified
            # Another question may do as well: then nothing is wrong.
            assert found.problems or found.claims == claims
    assert len(kinds) == 5 and refused > 100


def test_trees_behind_moves_go_on_with_the_lies_told() -> None:
    game = make_game("mastermind(2,3,goal=identify,lies=2)")
    for moves in (((1, 0), (1, 2)), ((0, 0), (0, 4), (8, 0))):
        data = data_of(game, grown(game, 2, moves=moves), moves)
        assert verified(data).verified
        assert not verified(replace(data, start=())).verified


@pytest.mark.parametrize("plain", [False, True])
def test_wrong_claims_and_the_guarantee(plain: bool) -> None:
    game = make_game("mastermind(2,3,lies=1)")
    data = data_of(game, grown(game, 1))
    depth = data.claims.depth
    assert verify_strategy(data, depth, plain=plain).verified
    assert verify_strategy(data, depth - 1, plain=plain).problems == [
        f"{depth - 1} guesses are not guaranteed: the tree needs up to {depth}"
    ]
    better = Claims.of([1, 8], 0)
    problems = verify_strategy(replace(data, claims=better), plain=plain).problems
    assert [problem.partition(":")[0] for problem in problems][:3] == ["total", "depth", "worst_count"]
