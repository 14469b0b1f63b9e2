"""Many games of one kind at once, by NumPy: the fast twin of :class:`~strategist.environment.episode.Episode`.

Every secret is fixed when its game begins. An adversary looks at all candidates for each answer, so games against one
are played one by one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from strategist.common.errors import SpecError
from strategist.environment.codemakers import ADVERSARIAL, UNIFORM, Codemakers
from strategist.environment.episode import HORIZON
from strategist.environment.named_rewards import make_reward
from strategist.environment.rewards import Reward
from strategist.environment.steps import Steps
from strategist.environment.vectors.many_allowed import ManyAllowed
from strategist.model.bulk import bulk_rules
from strategist.model.game import Game
from strategist.model.refusals import refuse

_ONE_BY_ONE = "episodes one by one"
MOST_BYTES = 1 << 28
"""The bytes that the table of all responses may take, and the candidates of all games."""


class ManyGames:
    """Games of one kind that are played at the same time, each against its own secret.

    Parameters
    ----------
    game : Game
        The game: each question has one answer, which is true. Guesses may be restricted as in hard mode.
    games : int
        How many are played at once.
    secrets : str or mapping, default "uniform"
        How secrets are drawn: see :class:`~strategist.environment.codemakers.Codemakers`.
    reward : str or Reward, default "guesses"
        The rule of the rewards.
    horizon : int, default 20
        The guesses after which a game without turns is cut off.
    seed : int, default 0
        The seed of the secrets.

    Raises
    ------
    SpecError
        For a game with several states or lies, one that restricts guesses otherwise than hard mode does, an adversary,
        and a table of responses beyond 256 MiB.

    Examples
    --------
    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(4,6)")
    >>> many = ManyGames(game, 3)
    >>> many.begin(secrets=np.array([0, 7, 1295]))
    >>> steps, rewards = many.step(np.array([7, 7, 7]))
    >>> [game.format_response(response) for response in steps.responses.tolist()], rewards.tolist()
    (['2b0w', '4b0w', '0b0w'], [-1.0, -1.0, -1.0])
    >>> steps.won.tolist(), steps.after.tolist()
    ([False, True, False], [114, 0, 256])
    """

    def __init__(
        self,
        game: Game,
        games: int,
        *,
        secrets: str | Mapping[str, float] = UNIFORM,
        reward: str | Reward = "guesses",
        horizon: int = HORIZON,
        seed: int = 0,
    ) -> None:
        refuse(game, "episodes in bulk")
        if games < 1:
            raise SpecError(f"games: expected at least 1, got {games}")
        self.game = game
        self.count = games
        self.horizon = horizon if game.turns is None else game.turns
        self._reward = make_reward(reward, game)
        if self._reward.one_by_one:
            raise SpecError(f"reward={self._reward.name}: expected games one by one, got {games} at once")
        self._makers = Codemakers(game, secrets)
        if ADVERSARIAL in self._makers.kinds:
            raise SpecError(f"secrets={ADVERSARIAL}: expected games one by one, got {games} at once")
        self._random = np.random.default_rng(seed)
        self._responses = _table(game, games)
        self.made = np.zeros(games, dtype=np.int32)
        """The guesses made in each game, of shape (games,)."""
        self.over = np.ones(games, dtype=np.bool_)
        """Whether each game has ended, of shape (games,)."""
        self.secrets = np.zeros(games, dtype=np.int32)
        """The secret of each game, an index into ``game.secrets``, of shape (games,)."""
        self.candidates = np.zeros((games, len(game.secrets)), dtype=np.bool_)
        """Which secrets each game has left, of shape (games, secrets)."""
        self.left = np.zeros(games, dtype=np.int32)
        """The number of candidates of each game, of shape (games,)."""
        self._allowed = ManyAllowed(game, games) if game.restricts else None
        self._own: list[np.random.Generator] | None = None
        self.begin()

    @property
    def allowed(self) -> NDArray[np.bool_] | None:
        """Which guesses the rules allow in each game, of shape (games, guesses); None where nothing restricts them."""
        return None if self._allowed is None else self._allowed.masks()

    def begin(
        self, which: NDArray[np.bool_] | None = None, secrets: Sequence[int] | NDArray[np.int_] | None = None
    ) -> None:
        """Begin new games: those of ``which``, of shape (games,), or all. Their ``secrets`` are drawn, unless they are
        given by their indices. Raises :class:`IndexError` for a number that is no secret."""
        if secrets is not None:
            _check_indices("secrets", np.asarray(secrets), len(self.game.secrets))
        places = np.arange(self.count) if which is None else np.flatnonzero(which)
        self.secrets[places] = self._drawn(places) if secrets is None else secrets
        self.made[places] = 0
        self.over[places] = False
        self.candidates[places] = True
        self.left[places] = self.candidates.shape[1]
        if self._allowed is not None:
            self._allowed.begin(places)

    def reseed(self, seed: int | Sequence[int | None]) -> None:
        """Draw later secrets by another seed, or those of each game by its own: None draws a seed. Raises
        :class:`ValueError` for another number of seeds than there are games."""
        if isinstance(seed, int):
            self._random, self._own = np.random.default_rng(seed), None
            return
        if len(seed) != self.count:
            raise ValueError(f"seed: expected one number, or {self.count}, got {len(seed)}")
        self._own = [np.random.default_rng(each) for each in seed]

    def _drawn(self, places: NDArray[np.int_]) -> NDArray[np.int_]:
        makers = self._makers
        if makers.kinds == (UNIFORM,) and self._own is None:
            return self._random.integers(len(self.game.secrets), size=len(places))

        def drawn(place: int) -> int:
            source = self._random if self._own is None else self._own[place]

            def below(limit: int) -> int:
                return int(source.integers(limit))

            return makers.draw_secret(makers.draw_kind(below), below)

        return np.array(list(map(drawn, places.tolist())), dtype=np.int64)

    def step(self, guesses: NDArray[np.int_]) -> tuple[Steps, NDArray[np.float64]]:
        """Make one guess in each game that is not over; ``guesses`` are indices, of shape (games,). Returns what they
        have led to, and the rewards, which are 0 in the other games.

        Raises :class:`ValueError` for another shape, and :class:`IndexError` for a number that is no guess.
        """
        game, guesses = self.game, np.asarray(guesses)
        if guesses.shape != (self.count,):
            raise ValueError(f"guesses: expected the shape ({self.count},), got {guesses.shape}")
        _check_indices("guesses", guesses, len(game.guesses))
        going = ~self.over
        before = self.left.copy()
        asked = guesses < game.question_count
        illegal = np.zeros(self.count, dtype=np.bool_)
        if self._allowed is not None:
            illegal = going & asked & ~self._allowed.holds(guesses)
        rows = self._responses[np.where(asked, guesses, 0)]
        told = rows[np.arange(self.count), self.secrets]
        # A game that is over, ends by an announcement, or does not allow the guess keeps its candidates.
        updated = going & asked & ~illegal
        responses = np.where(updated, told.astype(np.int32), -1)
        self.made += going
        kept = rows == told[:, None]
        if not updated.all():
            kept[~updated] = True
        self.candidates &= kept
        self.left = _counted(self.candidates)
        if self._allowed is not None:
            answered = np.flatnonzero(updated)
            self._allowed.reveal(answered, guesses[answered], responses[answered])
        won = going & self._right(guesses, responses)
        # An announcement that is wrong loses, and one that is right takes no turn.
        failed = going & ~won & (~asked | ((self.made >= self.horizon) & ~self._known()))
        after = np.where(won, 0, self.left).astype(np.int32)
        self.over |= won | failed
        steps = Steps(
            np.where(going, guesses, -1).astype(np.int32),
            responses,
            before,
            after,
            won,
            failed,
            illegal,
            game.turns is not None,
        )
        rewards = np.zeros(self.count)
        if going.all():
            rewards = self._reward.of_many(steps)
        elif going.any():
            rewards[going] = self._reward.of_many(steps.some(going))
        return steps, rewards

    def _right(self, guesses: NDArray[np.int_], responses: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Whether each guess ends its game rightly."""
        game = self.game
        if not game.announces:
            solved: NDArray[np.bool_] = responses == game.response_count - 1
            return solved
        announced: NDArray[np.bool_] = guesses == game.question_count + self._kinds()[self.secrets]
        return announced

    def _known(self) -> NDArray[np.bool_]:
        """Whether each game has no need of a further question."""
        if not self.game.announces:
            return np.zeros(self.count, dtype=np.bool_)
        kinds = self._kinds()
        wrong = self.candidates & (kinds[None, :] != kinds[self.secrets][:, None])
        known: NDArray[np.bool_] = ~wrong.any(axis=1)
        return known

    def _kinds(self) -> NDArray[np.int64]:
        """Which of the announcements each secret has."""
        game = self.game
        return np.arange(len(game.secrets)) if game.classes is None else np.array(game.classes, dtype=np.int64)


def _counted(rows: NDArray[np.bool_]) -> NDArray[np.int32]:
    """How many are true in each row. By bits it takes a fifth of the time that summing bytes does."""
    packed = np.packbits(rows, axis=1)
    count: NDArray[np.int32] = np.bitwise_count(packed).sum(axis=1, dtype=np.int32)
    return count


def _table(game: Game, games: int) -> NDArray[np.uint8]:
    """All responses, of shape (questions, secrets)."""
    questions, secrets = game.question_count, len(game.secrets)
    kind = np.uint8 if game.response_count <= 1 << 8 else np.uint16
    size = max(questions * secrets * np.dtype(kind).itemsize, games * secrets)
    if size > MOST_BYTES:
        raise SpecError(
            f"{game.spec}: expected at most {MOST_BYTES >> 20} MiB for all responses and candidates of {games} games, "
            f"got {size >> 20} MiB"
        )
    table = np.empty((questions, secrets), dtype=kind)
    rules = bulk_rules(game, questions * secrets)
    everything = np.arange(secrets, dtype=np.int32)
    for question in range(questions):
        if rules is not None:
            table[question] = rules.respond(question, everything)
        else:
            guess = game.guesses[question]
            table[question] = [game.respond(guess, secret) for secret in game.secrets]
    return table


def _check_indices(noun: str, indices: NDArray[np.int_], count: int) -> None:
    """Raise :class:`IndexError` for what is no index of ``count`` things; negative ones would count from the end."""
    if indices.size and indices.dtype.kind not in "iu":
        raise IndexError(f"{noun}: expected whole numbers, got {indices.dtype}")
    wrong = indices[(indices < 0) | (indices >= count)]
    if wrong.size:
        raise IndexError(f"{noun}: expected indices from 0 to {count - 1}, got {wrong.flat[0]}")
