"""Names of sets that images share: beside all symmetries of a game, and proofs with and without them."""

from __future__ import annotations

import itertools
import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from strategist import compile_strategy, make_game
from strategist.files.strategy import encode
from strategist.model.game import Game
from strategist.search.adapters.registry import make_source
from strategist.search.kernels.numba.jit import borrowing_kernel
from strategist.search.kernels.symmetry.canonical import name_of_image
from strategist.search.kernels.symmetry.same_guesses import elements, make_group, make_stabilizer
from strategist.search.state.options import Options
from strategist.search.state.problem import ALL_TECHNIQUES, SYMMETRY

GAMES = [
    "mastermind(2,4)",
    "mastermind(3,3)",
    "mastermind(3,3,feedback=black)",
    "bulls-and-cows(2,5)",
    "bulls-and-cows(3,4,leading_zero=false)",
    "grand-mastermind(2,2,2)",
]

name = borrowing_kernel(lambda group, candidates, stabilizer: name_of_image(group, candidates, stabilizer))


class Names:
    def __init__(self, text: str) -> None:
        self.game = make_game(text)
        self.group = make_group(self.game, make_source(self.game))
        self.stabilizer = make_stabilizer(self.group, 1)
        self.place = {tuple(self.game.spelled(code)): place for place, code in enumerate(self.game.secrets)}

    def of(self, chosen: frozenset[int]) -> tuple[int, int]:
        key, check = name(self.group, np.array(sorted(chosen), dtype=np.int32), self.stabilizer)
        return int(key), int(check)

    def images(self, chosen: frozenset[int]) -> Iterator[frozenset[int]]:
        """The set under every symmetry of the game."""
        codes = [self.game.spelled(self.game.secrets[index]) for index in chosen]
        assert self.game.symmetry is not None
        symbols = self.game.symmetry.symbols
        for permutation, classes in elements(self.game.symmetry, len(codes[0])):
            for choice in itertools.product(*(itertools.permutations(symbols[number]) for number in classes)):
                new = dict(zip(itertools.chain(*symbols), itertools.chain(*choice), strict=True))
                yield frozenset(self.place[tuple(new.get(code[p], code[p]) for p in permutation)] for code in codes)


def some_sets(game: Game, count: int) -> list[frozenset[int]]:
    """Random sets, and cells of random guesses, which are as regular as those of a search."""
    drawn = random.Random(repr(game.spec))
    found = []
    for _ in range(count):
        secrets = list(range(len(game.secrets)))
        for _ in range(drawn.randint(1, 2)):
            guess, secret = drawn.choice(game.guesses), game.secrets[drawn.choice(secrets)]
            response = game.respond(guess, secret)
            secrets = [each for each in secrets if game.respond(guess, game.secrets[each]) == response]
        found.append(frozenset(secrets))
        found.append(frozenset(drawn.sample(range(len(game.secrets)), drawn.randint(1, 6))))
    return found


@pytest.mark.parametrize("text", GAMES)
def test_sets_of_one_name_are_images_of_each_other(text: str) -> None:
    names = Names(text)
    groups = defaultdict(list)
    for chosen in some_sets(names.game, 300):
        groups[names.of(chosen)].append(chosen)
    shared = 0
    for alike in groups.values():
        images = set(names.images(alike[0]))
        assert images.issuperset(alike)
        shared += len(set(alike)) > 1
    assert shared > 20


@pytest.mark.parametrize("text", GAMES)
def test_images_have_few_names(text: str) -> None:
    names = Names(text)
    images = [set(names.images(chosen)) for chosen in some_sets(names.game, 20)]
    few = sum(len({names.of(image) for image in each}) for each in images)
    # Ties are broken by the order of the symbols, and moves of whole classes are not followed.
    assert few < 0.5 * sum(map(len, images))


@pytest.fixture
def by_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chances that depend on how many colors a code of three pegs has, so that the game keeps its symmetries."""
    monkeypatch.chdir(tmp_path)
    codes = ["".join(code) for code in itertools.product("123456", repeat=3)]
    Path("kinds.csv").write_text("".join(f"{code},{[0, 7, 2, 11][len(set(code))]}\n" for code in codes))


@pytest.mark.usefixtures("by_kind")
@pytest.mark.parametrize("strategy", ["optimal(total)", "optimal(depth,total,worst)", "optimal(expected,depth)"])
@pytest.mark.parametrize(
    "text",
    ["mastermind(3,6)", "bulls-and-cows(3,6)", "mastermind(3,6,goal=identify)", "mastermind(3,6,chances=kinds.csv)"],
)
def test_a_proof_with_images_finds_the_same_tree(text: str, strategy: str) -> None:
    merged = compile_strategy(text, strategy, jobs=1)
    each = compile_strategy(text, strategy, options=Options(jobs=1, techniques=ALL_TECHNIQUES & ~SYMMETRY))
    assert encode(merged.data) == encode(each.data)
    assert merged.nodes < each.nodes
