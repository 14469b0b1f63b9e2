"""Trees where answers may be one of several: forged ones are refused, each for its reason."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner
from plain_several_replay import random_games, table_a

from strategist import compile_strategy, make_game, verify_strategy
from strategist.commands.cli import cli
from strategist.files.strategy import StrategyData, write_strategy
from strategist.model.game import Answer, Code, Game
from strategist.model.tree import GIVE_UP, DecisionTree
from strategist.model.trees.figures import claims_of

TABLE = ",cat,dog,hen,fish\nfur,yes,yes,no,no\nlegs,4,4/3,2,?\nbarks,no,yes/no,no,no\n"


@pytest.fixture
def game(tmp_path: Path) -> Game:
    file = tmp_path / "pets.csv"
    file.write_text(TABLE)
    return make_game(f"table({file},goal=narrow,several=/,unknown=?)")


def test_it_names_secrets_that_can_be_lost(tmp_path: Path) -> None:
    file = tmp_path / "pets.csv"
    file.write_text(TABLE)
    data = compile_strategy(f"table({file},goal=narrow,several=/,unknown=?,turns=1)", "optimal(lost)").data
    write_strategy(str(tmp_path / "pets.msgpack"), data)
    found = CliRunner().invoke(cli, ["verify", str(tmp_path / "pets.msgpack")])
    assert "\ncan be lost, for example: " in found.output and found.exit_code == 0


def problems(game: Game, guesses: Sequence[int], masks: Sequence[int]) -> list[str]:
    """The problems of a tree, beside its figures."""
    tree = DecisionTree(guesses, masks, game.response_count)
    claims = claims_of(game, tree, range(len(game.secrets)))
    return verify_strategy(StrategyData(game, "forged", tree, claims)).problems


def tree_of(game: Game) -> tuple[list[int], list[int]]:
    """The tree of the slots fur, legs, legs, barks, =dog, =fish, =fish, =?, =dog, =?."""
    tree = compile_strategy(game, "entropy").data.tree
    assert [game.format_code(game.guesses[guess]) for guess in tree.guesses] == [
        "fur", "legs", "legs", "barks", "=dog", "=fish", "=fish", "=?", "=dog", "=?",
    ]  # fmt: skip
    return list(tree.guesses), list(tree.masks)


def test_the_tree_itself_is_right(game: Game) -> None:
    assert problems(game, *tree_of(game)) == []


@pytest.mark.parametrize(
    ("slot", "guess", "told"),
    [
        (4, "=cat", "secret dog: announced as =cat after fur:yes legs:3"),
        (9, "=cat", "secret dog: announced as =cat after fur:yes legs:4 barks:no"),
        (4, "=?", "=? after fur:yes legs:3, where the secret is known"),
        (3, "fur", "fur after fur:yes legs:4: it was asked before, and its answer is settled"),
        (3, "legs", "legs after fur:yes legs:4: it was asked before, and its answer is settled"),
    ],
)
def test_wrong_guesses_are_named(game: Game, slot: int, guess: str, told: str) -> None:
    guesses, masks = tree_of(game)
    guesses[slot] = game.guesses.index(game.parse_code(guess))
    assert told in problems(game, guesses, masks)


def test_undecided_is_only_where_nothing_can_be_learnt(game: Game) -> None:
    guesses, masks = tree_of(game)
    guesses[3], masks[3] = game.undecided, 1 << game.response_count - 1
    assert "=? after fur:yes legs:4, where barks can still be asked" in problems(game, guesses[:8], masks[:8])


def test_a_missing_and_a_dead_branch_are_named(game: Game) -> None:
    guesses, masks = tree_of(game)
    three, two = game.parse_response("3"), game.parse_response("2")
    masks[1] ^= 1 << three
    assert any(
        each.startswith("no branch for 3 to legs after fur:yes")
        for each in problems(game, guesses[:4] + guesses[5:], masks[:4] + masks[5:])
    )
    guesses, masks = tree_of(game)
    # The answer 2 is the last one: its slot follows those of 4 and 3.
    masks[1] |= 1 << two
    guesses.insert(5, guesses[4])
    masks.insert(5, masks[4])
    assert any(each.startswith("dead branch: no secret reaches slot") for each in problems(game, guesses, masks))


def test_turns_are_counted(tmp_path: Path) -> None:
    file = tmp_path / "pets.csv"
    file.write_text(TABLE)
    free, short = (make_game(f"table({file},goal=narrow,several=/,unknown=?{more})") for more in ("", ",turns=2"))
    tree = compile_strategy(free, "entropy").data.tree
    found = problems(short, list(tree.guesses), list(tree.masks))
    assert found == ["barks after fur:yes legs:4: more than the 2 questions that the rules allow"]


def test_every_figure_is_compared(tmp_path: Path) -> None:
    for game in random_games(20, tmp_path):
        data = compile_strategy(game, "entropy").data
        claims = data.claims
        lies = [
            replace(claims, total=claims.total + Fraction(1, 3)),
            replace(claims, depth=claims.depth + 1),
            replace(claims, worst_count=claims.worst_count + 1),
            replace(claims, lost=claims.lost + 1),
            replace(claims, can_lose=claims.can_lose + 1),
            replace(claims, known=claims.known + 1),
            replace(claims, histogram=(*claims.histogram, Fraction(1, 7))),
        ]
        if claims.weighed is not None:
            for name in ("mass", "questions", "expected", "lost"):
                more = replace(claims.weighed, **{name: getattr(claims.weighed, name) + Fraction(1, 9)})
                lies.append(replace(claims, weighed=more))
            lies.append(replace(claims, weighed=None))
        for lie in lies:
            assert verify_strategy(replace(data, claims=lie)).problems, lie


def test_random_trees_that_verify_end_rightly(tmp_path: Path) -> None:
    """Trees altered at random: those that verify are complete, and say nothing wrong where they end."""
    draws = random.Random(5)
    verified = 0
    for game in random_games(60, tmp_path):
        data = compile_strategy(game, draws.choice(["first", "random"])).data
        for _ in range(10):
            guesses, masks = list(data.tree.guesses), list(data.tree.masks)
            for _ in range(draws.choice([1, 1, 2])):
                slot = draws.randrange(len(guesses))
                if draws.random() < 0.7:
                    guesses[slot] = draws.choice([GIVE_UP, draws.randrange(len(game.guesses))])
                else:
                    other = draws.randrange(len(guesses))
                    guesses[slot], guesses[other] = guesses[other], guesses[slot]
            tree = DecisionTree(guesses, masks, game.response_count)
            claims = claims_of(game, tree, range(len(game.secrets)))
            found = verify_strategy(replace(data, tree=tree, claims=claims))
            if not found.verified:
                continue
            verified += 1
            assert ends_rightly(game, tree)
    assert verified > 20


def ends_rightly(game: Game, tree: DecisionTree) -> bool:
    """Whether every secret that stands at a leaf is what is announced there, by the paths of all its answers."""
    for index, secret in enumerate(game.secrets):
        todo = [(0, frozenset[int]())]
        while todo:
            slot, asked = todo.pop()
            guess = tree.guesses[slot]
            if guess == GIVE_UP:
                continue
            if guess >= game.question_count:
                right = guess == game.announcement(index)
                if not right and (game.narrow is None or guess != game.undecided):
                    return False
                continue
            if guess in asked:
                return False
            for answer in game.answers(game.guesses[guess], secret):
                child = tree.child(slot, answer.response)
                if child is None:
                    return False
                todo.append((child, asked | {guess}))
    return True


def test_chances_that_do_not_add_up_are_a_problem(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    data = compile_strategy(game, "entropy").data
    rule = game.answers

    def answers(guess: Code, secret: Code) -> Sequence[Answer]:
        return [each._replace(chance=each.chance * Fraction(2, 3)) for each in rule(guess, secret)]

    monkeypatch.setattr(game, "answers", answers)
    assert "secret cat: the chances of its answers to fur add up to 2/3" in verify_strategy(data).problems


def test_a_depth_is_guaranteed_or_not(tmp_path: Path) -> None:
    data = compile_strategy(table_a(tmp_path), "entropy").data
    assert verify_strategy(data, max_depth=3).verified
    assert verify_strategy(data, max_depth=2).problems == ["2 questions are not guaranteed: the tree needs up to 3"]
