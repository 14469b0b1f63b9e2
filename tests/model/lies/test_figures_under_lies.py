"""The figures of trees where answers may be false: as by the plain walk of positions, and as by telling all lies."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from all_lies import LYING, doubtful_games, grown, grown_shared, unfolded
from positions import cells_at, slots_of_positions

from strategist import make_game
from strategist.games.words.word_lists import Lists
from strategist.games.words.words import Words
from strategist.model.game import Game
from strategist.model.lies.answer_bits import AnswerBits, bits_of
from strategist.model.position import kind_of
from strategist.model.tree import GIVE_UP, Claims, DecisionTree
from strategist.model.trees.figures import claims_of


def plain(game: Game, tree: DecisionTree, secrets: list[int], moves: tuple[tuple[int, int], ...] = ()) -> Claims:
    """The figures by the plain walk."""
    most: dict[int, int] = {}
    lost: set[int] = set()
    for slot, made, left in slots_of_positions(game, tree, kind_of(game).left(moves, secrets)):
        guess = tree.guesses[slot]
        if guess == GIVE_UP:
            lost |= set(left.candidates)
            continue
        if guess >= game.question_count:
            right = left.candidates
        else:
            cell = cells_at(game, left, guess).get(game.response_count - 1)
            right, made = (cell.candidates if cell else ()), made + 1
        assert list(tree.solved_secrets(slot)) == list(right)
        for secret in right:
            most[secret] = max(most.get(secret, 0), made)
    counts = Counter(made for secret, made in most.items() if secret not in lost)
    histogram = [counts[made] for made in range(1, max(counts, default=0) + 1)]
    return Claims.of(histogram, len(lost), counts[0])


def told(game: Game, tree: DecisionTree, secret: int) -> int | None:
    """The most guesses that a secret can need, by telling every lie; None if it can be lost."""
    worst = 0
    stack = [(0, 0, 0)]
    while stack:
        slot, made, lies = stack.pop()
        guess = tree.guesses[slot]
        if guess == GIVE_UP:
            return None
        if guess >= game.question_count:
            worst = max(worst, made)
            continue
        for response in range(game.response_count):
            more = game.lies_told(game.guesses[guess], game.secrets[secret], response)
            if more is not None and lies + more <= game.lies:
                child = tree.child(slot, response)
                if child is not None:
                    stack.append((child, made + 1, lies + more))
                else:
                    assert game.solved(response)
                    worst = max(worst, made + 1)
    return worst


def test_the_figures_are_those_of_the_plain_walk_and_of_all_lies(tmp_path: Path) -> None:
    for game in doubtful_games(tmp_path):
        for seed in range(3):
            tree = grown(game, seed, patience=None if seed else 2)
            secrets = list(range(len(game.secrets)))
            claims = claims_of(game, tree, secrets)
            assert claims == plain(game, tree, secrets)
            each = [told(game, tree, secret) for secret in secrets]
            assert claims.lost == each.count(None) and claims.weighed is None
            assert list(claims.histogram) == [each.count(made) for made in range(1, claims.depth + 1)]
            assert claims.secrets == len(secrets) and claims.known == each.count(0)


def test_a_slot_counts_each_secret_below_it_once(tmp_path: Path) -> None:
    for game in doubtful_games(tmp_path, tables=6):
        for patience in (None, 2):
            tree = grown(game, 1, patience)
            claims_of(game, tree, range(len(game.secrets)))
            for slot in range(len(tree)):
                below = {
                    secret for level in tree.levels(slot) for each in level for secret in tree.solved_secrets(each)
                }
                assert tree.solved_under(slot) == len(below)


def test_figures_of_trees_that_share_slots_are_those_of_the_whole_trees(tmp_path: Path) -> None:
    shared = 0
    for game in doubtful_games(tmp_path):
        for seed in range(2):
            tree = grown_shared(game, seed)
            whole = unfolded(tree)
            secrets = range(len(game.secrets))
            assert claims_of(game, tree, secrets) == claims_of(game, whole, secrets)
            assert tree.solved_under(0) == whole.solved_under(0) == len(secrets)
            assert [len(tree) for tree in (tree, whole)] == sorted([len(tree), len(whole)])
            assert len(list(tree.levels())) == len(list(whole.levels()))
            assert sum(1 for _ in tree.walk()) == len(whole)
            shared += tree.links is not None
            for slot in range(len(tree)):
                below = {
                    secret for level in tree.levels(slot) for each in level for secret in tree.solved_secrets(each)
                }
                assert tree.solved_under(slot) == len(below)
    assert shared > 20


def test_figures_behind_moves_go_on_with_the_lies_told() -> None:
    game = make_game("mastermind(2,3,goal=identify,lies=2)")
    moves = ((1, 0), (1, 2))
    left = kind_of(game).left(moves)
    assert left is not None
    tree = grown(game, 2, moves=moves)
    claims = claims_of(game, tree, left.candidates, moves)
    assert claims == plain(game, tree, list(left.candidates), moves) and claims.secrets == len(left) and not claims.lost


@pytest.mark.parametrize("many", [False, True])
def test_cells_in_bits_are_those_of_the_rules(tmp_path: Path, many: bool) -> None:
    fibble = Words({"fibble": True}, Lists(["abbey", "ebony", "ebbed", "below", "elbow", "bowel"]))
    for game in [fibble, *doubtful_games(tmp_path)]:
        answers = AnswerBits(game, 1 << 40 if many else 0)
        level = [kind_of(game).begin()]
        for question in range(min(game.question_count, 12)):
            found = []
            for left in level:
                cells = cells_at(game, left, question)
                assert list(answers.cells(bits_of(left, game), question)) == [
                    (response, bits_of(cell, game)) for response, cell in cells.items()
                ]
                found += cells.values()
            level = sorted(found, key=str)[:: len(found) // 8 + 1]


@pytest.mark.parametrize("spec", LYING)
def test_brute_force_and_figures_agree_on_what_is_solved(spec: str) -> None:
    game = make_game(spec)
    claims = claims_of(game, grown(game), range(len(game.secrets)))
    assert not claims.lost and claims.depth >= 1 and sum(claims.histogram) + claims.known == len(game.secrets)
