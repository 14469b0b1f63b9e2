"""Files of mixtures: they come back as they were, and hostile ones are refused in one line."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from patience import little_work
from refusals import Change, forged, refused, refuses

from strategist import compile_strategy, make_game, verify_strategy
from strategist.checking.mixtures.bounds_of_value import verify_mixture
from strategist.checking.mixtures.symmetries_of_rules import problem_of_symmetries
from strategist.common import lazy_numpy
from strategist.common.errors import StrategyFileError
from strategist.files.mixtures.drawn import drawn_secret, drawn_tree, shuffled
from strategist.files.mixtures.equivalent import class_of_each, exchanges, random_symmetry
from strategist.files.mixtures.mixture import KIND, Mixture, decode, encode
from strategist.files.mixtures.whole_weights import bound_on_value, hiding
from strategist.files.strategy import StrategyData
from strategist.files.strategy import decode as decode_strategy
from strategist.files.strategy import encode as encode_strategy

GAME = make_game("mastermind(2,3)")


def tree(strategy: str) -> StrategyData:
    return compile_strategy(GAME, strategy, plain=True).data


def mixture() -> Mixture:
    trees = tree("minimax"), tree("first")
    whole = Mixture(GAME, trees, weights=(3, 1 << 70), hidden=(0, 5), lower=2, upper=9)
    upper = verify_mixture(whole).upper
    assert upper is not None
    return replace(whole, upper=upper)


def test_a_file_comes_back_as_it_was() -> None:
    contents = encode(mixture())
    found = decode(contents)
    assert encode(found) == contents
    assert (found.weights, found.hidden, found.lower, found.upper) == (
        mixture().weights,
        (0, 5),
        2,
        mixture().upper,
    )
    assert verify_mixture(found).verified
    assert contents.startswith(KIND.magic)


def test_a_tree_stays_right_when_it_is_shuffled() -> None:
    whole = mixture()
    firsts = set()
    for seed in range(12):
        data = drawn_tree(whole, seed)
        found = verify_strategy(data)
        assert found.verified and data.claims in [each.claims for each in whole.trees]
        assert data.tree.guesses == drawn_tree(whole, seed).tree.guesses
        firsts.add(data.tree.guesses[0])
    assert len(firsts) > 1
    # What is no symmetry makes no right tree.
    assert not verify_strategy(shuffled(whole.trees[0], ((0, 0), (0, 1, 2)))).verified


def test_secrets_are_drawn_by_their_weights() -> None:
    drawn = Counter(drawn_secret(mixture(), seed) for seed in range(300))
    assert len(drawn) == 6 and not any(one == other for one, other in drawn)


@pytest.mark.parametrize(
    "spec", ["mastermind(3,3)", "ab(2,4)", "grand-mastermind(2,2,2)", "mastermind(2,3,feedback=black)"]
)
def test_classes_are_the_orbits_of_random_symmetries(spec: str) -> None:
    game = make_game(spec)
    found = class_of_each(game)
    draws = random.Random(1)
    if not exchanges(game):
        assert found == list(range(len(game.secrets)))
        return
    met: dict[int, set[int]] = {}
    places = {code: place for place, code in enumerate(game.secrets)}
    for _ in range(600):
        permutation = random_symmetry(game, draws)
        assert permutation is not None
        for first in {found.index(each) for each in found}:
            code = game.secrets[first]
            image = tuple(permutation[1][code[at]] for at in permutation[0])
            met.setdefault(found[first], set()).add(places[image])
    assert met == {each: {s for s, other in enumerate(found) if other == each} for each in set(found)}


def test_secrets_without_weight_do_not_change_a_bound() -> None:
    weights = [2, 1, 0]
    game = make_game("mastermind(1,3)")
    best = compile_strategy(hiding(game, weights), "optimal(expected)").data
    assert bound_on_value(hiding(game, weights), weights, int(best.lower_bound or 0)) == Fraction(4, 3)


def swapped(header: dict[str, Any], columns: list[bytes]) -> None:
    header["classes"].reverse()


def of_another_game(header: dict[str, Any], columns: list[bytes]) -> None:
    other = encode_strategy(compile_strategy("mastermind(2,2)", "minimax", plain=True).data)
    columns[0], header["trees"] = other, [[1, len(other)]]


def losing(header: dict[str, Any], columns: list[bytes]) -> None:
    data = decode_strategy(columns[0][: header["trees"][0][1]], GAME)
    started = compile_strategy(GAME, "minimax", start="12:0b1w", plain=True).data
    assert data.start != started.start
    columns[0] = encode_strategy(started)
    header["trees"] = [[1, len(columns[0])]]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda header, columns: header.pop("trees"), "header.trees: missing"),
        (lambda header, columns: header.update(trees=[]), "header.trees: expected a tree, got none"),
        (lambda header, columns: header.update(trees=[[1]]), "header.trees: 0: expected an array of two"),
        (lambda header, columns: header["trees"][0].__setitem__(0, 0), "expected a positive weight, got 0"),
        (lambda header, columns: header["trees"][0].__setitem__(0, -1), "expected a number such as"),
        (lambda header, columns: header["trees"][0].__setitem__(0, "1/2"), "expected a whole number, got 1/2"),
        (lambda header, columns: header["trees"][0].__setitem__(1, 1 << 40), "header.trees: 0: expected"),
        (lambda header, columns: header["trees"][0].__setitem__(1, True), "header.trees: 0: expected"),
        (lambda header, columns: header["trees"].pop(), "columns: expected"),
        (swapped, "header.classes: 0: expected '11', got '12'"),
        (lambda header, columns: header["classes"].pop(), "header.classes: expected 2 classes, got 1"),
        (lambda header, columns: header.update(classes=[["11", 0], ["12", 0]]), "expected a class with a weight"),
        (
            lambda header, columns: header.update(classes=[[11, 0], ["12", 0]]),
            "header.classes: 0: expected '11', got int",
        ),
        (lambda header, columns: header.update(lower="1/0"), "header.lower: expected a number"),
        (lambda header, columns: header.update(lower=10**6), "header.lower: expected at most"),
        (lambda header, columns: header.pop("upper"), "header.upper: expected a number"),
        (lambda header, columns: header.update(game="pegswap(2,2)"), "header"),
        (lambda header, columns: header.update(game="mastermind(pegs=9,colors=9)"), "header"),
        (lambda header, columns: columns.append(b""), "columns: expected an array of 1 byte strings"),
        (of_another_game, "tree 0: header.game"),
        (losing, "tree 0: header.start"),
    ],
)
def test_hostile_files_are_refused(change: Change, message: str) -> None:
    contents = forged(encode(mixture()), change)
    with little_work(seconds=2), refused(message, StrategyFileError):
        decode(contents)


def test_a_mixture_is_no_strategy_file() -> None:
    refuses(decode_strategy, encode(mixture()), told="a mixture, which strategist", error=StrategyFileError)


def test_false_claims_do_not_verify() -> None:
    whole = mixture()
    found = verify_mixture(replace(whole, upper=4))
    assert not found.verified and "the file claims 4" in found.problems[0]
    wrong = replace(whole.trees[0], claims=replace(whole.trees[0].claims, total=20))
    assert verify_mixture(replace(whole, trees=(wrong, whole.trees[1]))).problems[0].startswith("tree 0: ")
    shallow = verify_mixture(whole, max_depth=2)
    assert not shallow.verified


@pytest.mark.parametrize("many", [1, 1 << 40])
@pytest.mark.parametrize("spec", ["mastermind(2,3)", "ab(2,4)", "mastermind(2,3,goal=identify)"])
def test_symmetries_of_rules_are_tried_with_numpy_and_without(
    spec: str, many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lazy_numpy, "MANY", many)
    game = make_game(spec)
    assert problem_of_symmetries(game) is None
    # Here the first two symbols differ by the rules.
    bulk, plain = game.bulk(), game.respond
    monkeypatch.setattr(type(game), "respond", lambda self, guess, secret: plain(guess, secret) ^ (secret[0] == 0))

    class Wrong:
        def respond(self, guesses: Any, secrets: Any) -> Any:
            assert bulk is not None
            return bulk.respond(guesses, secrets) ^ (secrets == 0)

    monkeypatch.setattr(type(game), "bulk", lambda self: Wrong())
    assert problem_of_symmetries(game) == f"{game.spec} does not have the symmetries that it describes"
