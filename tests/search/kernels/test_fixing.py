"""The symmetries that leave past guesses as they are, against one another and the whole group written out."""

from __future__ import annotations

import itertools
from random import Random

import pytest

from strategist import make_game
from strategist.checking.images import Images
from strategist.model.game import Code, Game
from strategist.search.kernels.symmetry.fixing import fixing, generators_fixing

GAMES = [
    "mastermind(4,2)",
    "mastermind(3,4)",
    "mastermind(5,3)",
    "bulls-and-cows(3,5)",
    "bulls-and-cows(4,5,leading_zero=false)",
    "bulls-and-cows(5,5)",
]


def image(symmetry: tuple[int, ...], code: Code, pegs: int) -> Code:
    return tuple(symmetry[pegs + code[place]] for place in symmetry[:pegs])


def written_out(game: Game, past: list[Code], pegs: int, symbols: int) -> set[tuple[int, ...]]:
    """All symmetries of a game of these that leave past guesses as they are, but the identity."""
    fixed = int("leading_zero=false" in game.spec)
    permuted = [
        [(*range(fixed), *each) for each in itertools.permutations(range(fixed, count))] for count in (pegs, symbols)
    ]
    every = {(*positions, *names) for positions in permuted[0] for names in permuted[1]}
    every.discard((*range(pegs), *range(symbols)))
    return {each for each in every if all(image(each, code, pegs) == code for code in past)}


def generated(symmetries: set[tuple[int, ...]], pegs: int) -> set[tuple[int, ...]]:
    """All products of some symmetries."""
    found, todo = set[tuple[int, ...]](), list(symmetries)
    while todo:
        one = todo.pop()
        if one not in found:
            found.add(one)
            for other in symmetries:
                names = one[pegs:]
                todo.append((*(other[place] for place in one[:pegs]), *(names[name] for name in other[pegs:])))
    found.discard((*range(pegs), *range(len(next(iter(symmetries), ())) - pegs)))
    return found


@pytest.mark.parametrize("text", GAMES)
def test_all_symmetries_that_leave_guesses_as_they_are_are_generated(text: str) -> None:
    game, random = make_game(text), Random(5)
    assert game.symmetry is not None
    pegs, symbols = len(game.guesses[0]), 1 + max(map(max, game.guesses))
    for count in (0, 1, 1, 2, 2, 3):
        past = [random.choice(game.guesses) for _ in range(count)]
        expected = written_out(game, past, pegs, symbols)
        for named in (fixing, generators_fixing):
            found = set(named(game.symmetry, past, pegs, symbols))
            assert found <= expected
            assert generated(found, pegs) == expected


@pytest.mark.parametrize("text", ["mastermind(6,3)", "mastermind(8,2)", "bulls-and-cows(6,6)"])
def test_few_symmetries_make_as_many_guesses_equal_as_all_permutations(text: str) -> None:
    game, random = make_game(text), Random(6)
    assert game.symmetry is not None
    pegs, symbols = len(game.guesses[0]), 1 + max(map(max, game.guesses))
    for count in (0, 1, 2, 3):
        past = [random.choice(game.guesses) for _ in range(count)]
        lowest = []
        for named in (fixing, generators_fixing):
            found = list(map(bytes, named(game.symmetry, past, pegs, symbols)))
            lowest.append(Images(game, found).lowest(tuple(range(len(found)))))
        # Of eight pegs only the permutations within blocks are tried one by one.
        assert (lowest[1] <= lowest[0]).all()
        if pegs < 8:
            assert (lowest[1] == lowest[0]).all()
