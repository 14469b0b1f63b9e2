"""Compile the kernels that many tests need, each once: ``python tests/kernels.py PART`` of 0 and 1, at the same time.

Tests run in several processes, and each would compile what it does not find. The rest, which few tests need, is
compiled by these.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction
from itertools import product

from strategist import compile_strategy, make_game
from strategist.game import Game
from strategist.games.chances import with_chances
from strategist.games.wordlists import Lists
from strategist.games.words import Words
from strategist.search.kernels import second
from strategist.search.options import Options
from strategist.search.proof import certify, objectives
from strategist.search.ranking import rankings


def small() -> Game:
    return make_game("mastermind(2,3)")


def uneven(game: Game) -> Game:
    return with_chances(game, {game.format_secret(game.secrets[0]): Fraction(5), "*": Fraction(1)})


def hard() -> Words:
    words = ["".join(letters) for letters in product("abc", repeat=3)]
    return Words({"hard": True, "turns": 3}, Lists(words[::2], words))


def grand() -> Game:
    return make_game("grand-mastermind(2,2,2)")


def likely() -> Game:
    game = hard()
    game.weigh(chances=[Fraction(place + 1) for place in range(len(game.secrets))])
    return game


Case = tuple[Callable[[], Game], str]

# The halves take equally long. A search is compiled for games with a table of responses, with rules that restrict
# guesses and with responses by a formula, each with stakes and without; so is the growing of a tree.
PARTS: tuple[list[Case], list[Case]] = (
    [
        (small, "optimal(total,depth)"),
        (lambda: uneven(small()), "optimal(expected)"),
        (lambda: uneven(small()), "entropy"),
        (hard, "entropy"),
        (grand, "entropy"),
    ],
    [
        (small, "minimax"),
        (hard, "optimal(total)"),
        (likely, "optimal(lost,total)"),
        (grand, "optimal(total)"),
    ],
)


def compile_part(part: int) -> None:
    # The kernels for many sets at a time, too, which certificates of large games use.
    certify._PRICED_FROM = 0
    # The other part takes the other core.
    second.ALLOWED = False
    for make, strategy in PARTS[part]:
        options = Options(certificate=strategy.startswith("optimal"))
        compiled = compile_strategy(make(), strategy, options=options)
        if compiled.certify is not None:
            compiled.certify(None)
    if part:
        # Cores, which games with many guesses have.
        objectives._MOST_OPENINGS = 0
        compiled = compile_strategy(small(), "optimal(depth)", options=Options(certificate=True))
        assert compiled.certify is not None
        compiled.certify(None)
    for make, strategy in PARTS[part]:
        if not strategy.startswith("optimal"):
            # Rankings score guesses by kernels of their own.
            for _ in rankings(make(), "", seconds=0):
                pass


if __name__ == "__main__":
    compile_part(int(sys.argv[1]))
