"""How often players of different strength find what they need in a value cache."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from strategist.files.values.value_file import ValueFile
from strategist.search.advice.cached.move_values import Cells, Values
from strategist.search.state.start import Start, start_of

GAMES = 200
"""The games that each player plays, where nobody says."""
MOST_MOVES = 6
"""The moves of a game that are counted: a player that guesses at random would go on for long."""

Chooses = Callable[[Start], int]


@dataclass(frozen=True)
class Hits:
    """The moves of one player.

    Attributes
    ----------
    moves : int
        Its moves at positions that have more than two candidates.
    hits : int
        Those for which everything was looked up, exactly: the position, and all that the move leaves.
    """

    moves: int
    hits: int

    @property
    def rate(self) -> float:
        """The share of hits, 1 where there were no moves."""
        return self.hits / self.moves if self.moves else 1.0


def hit_rates(cache: ValueFile, games: int = GAMES, seed: int = 0) -> Mapping[str, Hits]:
    """The hits of three players over games with random secrets: one that guesses anything, one that guesses any
    candidate, and one that makes a best guess.

    Parameters
    ----------
    cache : ValueFile
        The cache.
    games : int, default 200
        The games that each of them plays.
    seed : int, default 0
        The seed of the secrets and of the guesses.
    """
    game = cache.game
    values = Values(game, cache)
    draws = random.Random(f"{seed} {game.spec}")
    questions = game.question_count

    def any_guess(position: Start) -> int:
        if not game.restricts or not position.history:
            return draws.randrange(questions)
        allowed = game.allowed(tuple((game.guesses[guess], response) for guess, response in position.history))
        return game.guesses.index(draws.choice(game.guesses if allowed is None else allowed))

    def candidate(position: Start) -> int:
        if not game.secrets_are_questions:
            return any_guess(position)
        return game.guesses.index(game.secrets[int(draws.choice(position.candidates.tolist()))])

    def best(position: Start) -> int:
        guess = values.cost(position)[0].guess
        return candidate(position) if guess < 0 else guess

    players: dict[str, Chooses] = {"random": any_guess, "consistent": candidate, "optimal": best}
    secrets = [draws.randrange(len(game.secrets)) for _ in range(games)]
    return {name: _played(values, player, secrets) for name, player in players.items()}


def _played(values: Values, player: Chooses, secrets: list[int]) -> Hits:
    game = values.game
    moves = hits = 0
    for secret in secrets:
        position = start_of(game)
        while len(position.candidates) > 2 and len(position.history) < min(MOST_MOVES, game.turns or MOST_MOVES):
            guess = player(position)
            cells = values.cells(position, guess)
            moves += 1
            hits += is_held(values, Cells.alone(position)) and is_held(values, cells)
            response = game.respond(game.guesses[guess], game.secrets[secret])
            if game.solved(response):
                break
            position = cells.behind(cells.responses.tolist().index(response))
    return Hits(moves, hits)


def is_held(values: Values, cells: Cells) -> bool:
    """Whether the costs of all sets are in the cache, exactly, or known by counting."""
    which = ~values.counted(cells)[1]
    if not which.any():
        return True
    if values.cache is None:
        return False
    names = values.names(cells)
    lowers, uppers, places = values.cache.find(names.keys[which], names.checks[which], cells.sizes[which])
    return bool(((places >= 0) & (lowers == uppers)).all())
