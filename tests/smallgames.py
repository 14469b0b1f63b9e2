"""Small games of every kind, and the games that some ways to guess make of all their secrets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

from strategist import make_game, make_strategy
from strategist.choosing.heuristics import Position
from strategist.choosing.valuing import behind
from strategist.game import Game
from strategist.games.chances import with_chances
from strategist.games.wordlists import Lists
from strategist.games.words import Words

ANIMALS = Path(__file__).with_name("animals.csv")
KINDS = Path(__file__).with_name("kinds.csv")
WORDS = ["abbey", "bobby", "ebony", "ebbed", "below", "elbow", "bowel", "nobel"]
GAMES: dict[str, Callable[[], Game]] = {
    "mastermind": lambda: make_game("mastermind(2,3)"),
    "turns": lambda: make_game("mastermind(2,3,turns=2)"),
    "identify": lambda: make_game("mastermind(2,3,goal=identify)"),
    "identify in turns": lambda: make_game("mastermind(2,3,goal=identify,turns=1)"),
    "bulls and cows": lambda: make_game("bulls-and-cows(2,4)"),
    "words": lambda: Words({}, Lists(WORDS)),
    "hard": lambda: Words({"hard": True}, Lists(WORDS)),
    "hard in turns": lambda: Words({"hard": True, "turns": 3}, Lists(WORDS)),
    "table": lambda: make_game(f"table(file={ANIMALS},goal=identify)"),
    "classes": lambda: make_game(f"table(file={KINDS},secrets=rows,goal=class,class=kind)"),
    "classes at stake": lambda: weighed(make_game(f"table(file={KINDS},secrets=rows,goal=class,class=kind)")),
    "chances": lambda: with_chances(make_game("mastermind(2,3)"), {"11": 5, "12": Fraction("3.5"), "*": 1}),
    "costs": lambda: costly(make_game("bulls-and-cows(2,3)")),
}


def costly(game: Game) -> Game:
    game.weigh(chances=list(map(Fraction, (1, 2, 3, 1, 1, 1))), costs=list(map(Fraction, ("1/2", 1, 1, 2, 3, 1))))
    return game


def weighed(game: Game) -> Game:
    game.weigh(chances=list(map(Fraction, (1, 2, 3, 1, 5, 1))), costs=list(map(Fraction, ("5/2", 1, 2))))
    return game


def ways(game: Game) -> Iterator[Callable[[Position], int | None]]:
    """Some ways to guess, good and bad; None where there is nothing more to guess."""
    for text in ("entropy", "random(seed=3)"):
        strategy = make_strategy(text, game)
        yield strategy.guess
    # A guess that tells nothing is no end of the game.
    yield lambda position: None if len(position.history) == 2 else 0


def games_of(game: Game, way: Callable[[Position], int | None]) -> Iterator[tuple[int, tuple[tuple[int, int], ...]]]:
    """The game that each secret leads to."""
    for secret in range(len(game.secrets)):
        now = Position((), range(len(game.secrets)))
        while game.turns is None or len(now.history) < game.turns:
            guess = way(now)
            if guess is None or guess >= game.question_count:
                break
            allowed = game.allowed(tuple((game.guesses[each], answer) for each, answer in now.history))
            if allowed is not None and game.guesses[guess] not in allowed:
                break
            answer = game.respond(game.guesses[guess], game.secrets[secret])
            now = behind(game, now, guess)[answer]
            if game.solved(answer):
                break
        yield secret, now.history
