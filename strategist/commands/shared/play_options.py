"""The options of the command that plays: which belong to which mode, which go together, and what they name."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import click

from strategist.commands.shared.conversations import MOST_BYTES
from strategist.common.errors import CodeError, StrategistError

if TYPE_CHECKING:
    from strategist.choosing.heuristics import Strategy
    from strategist.files.strategy import StrategyData
    from strategist.model.game import Code, Game, History

ANYBODY = "entropy"
"""The strategy that guesses and gives hints by default."""
MODES = ("guess", "answer", "duel", "referee")
_BELONGS = {
    "secret": ("guess", "answer", "duel"),
    "secret_file": ("guess", "answer", "duel"),
    "seed": ("guess", "answer", "duel"),
    "adversarial": ("guess",),
    "strategy": ("guess", "answer", "duel"),
    "explain": ("answer", "duel"),
    "names": ("referee",),
    "guessers": ("referee",),
    "games": ("duel", "referee"),
    "review": MODES,
    "share": MODES,
}
"""The modes to which each option applies."""
_OF_ONE_GAME = {
    "secret": "each game has a secret of its own",
    "secret_file": "each game has a secret of its own",
    "guessers": "one guesses in each game, the other in the next",
}
"""The options that do not apply to a match, with the reasons."""


class PlayOptions(NamedTuple):
    """The options of ``play`` that belong to some modes only; options that are not given are None or False."""

    secret: str | None
    secret_file: str | None
    seed: int | None
    adversarial: bool
    strategy: str | None
    explain: bool
    names: str | None
    guessers: int | None
    games: int | None
    review: bool
    share: bool

    def given(self) -> list[str]:
        """The names of the options that are given."""
        return [name for name, value in self._asdict().items() if value is not None and value is not False]

    def check(self, game: Game, data: StrategyData | None, mode: str, *, draws: bool) -> None:
        """Raise :class:`click.UsageError` for options that make no sense together, or in a mode of play: those of
        another mode, an unusable or a second strategy, a seed without effect, a second secret, an unfair match.
        ``draws`` says that the file holds several trees, of which one is drawn."""
        for name in self.given():
            if mode not in _BELONGS[name]:
                modes = " and ".join(_BELONGS[name])
                raise click.UsageError(f"{flag(name)} makes no sense in mode {mode}: it belongs to {modes}")
        self._check_draws(game, data, mode, draws)
        if self.games is None:
            return
        if self.games % 2:
            raise click.UsageError(f"--games: expected an even number, so that both guess as often, got {self.games}")
        for name in self.given():
            if name in _OF_ONE_GAME:
                raise click.UsageError(f"{flag(name)} makes no sense with --games: {_OF_ONE_GAME[name]}")

    def _check_draws(self, game: Game, data: StrategyData | None, mode: str, draws: bool) -> None:
        # A secret that may lie does so by the seed.
        draws |= game.doubtful and (self.secret is not None or self.secret_file is not None)
        told = self.strategy is not None or (self.seed is not None and not draws)
        if data is not None and mode == "answer" and told:
            name = "--seed" if self.strategy is None else "--strategy"
            raise click.UsageError(f"{name} makes no sense in mode answer with a file: the tree in it guesses")
        chosen = None if self.strategy is None else self.strategy_of(game)
        draws |= chosen is not None and chosen.draws
        if self.seed is not None and mode == "answer" and not draws:
            who = ANYBODY if chosen is None else chosen.spec
            raise click.UsageError(f"--seed makes no sense in mode answer: {who} draws nothing")
        ways = [name for name in self.given() if name in ("secret", "secret_file", "seed", "adversarial")]
        # If the secret is given, the seed is for the strategy.
        if len(ways) > 1 and not (draws and len(ways) == 2 and "seed" in ways):
            raise click.UsageError(f"expected one of {' and '.join(map(flag, ways))}, got both")

    def strategy_of(self, game: Game, before: int = 0) -> Strategy:
        """The named strategy, with the seed of the current game of a match; entropy if none is named."""
        from strategist.choosing.registry import seeded_strategy
        from strategist.choosing.strategy_contract import HIGHEST_SEED

        seed = self.seed
        if seed is not None and before:
            # In a match, the first seed follows the last one.
            seed = (seed + before) % (HIGHEST_SEED + 1)
        return seeded_strategy(ANYBODY if self.strategy is None else self.strategy, game, seed)

    def secret_of(self, game: Game, start: History) -> Code | None:
        """The given secret, or None. The contents of a file are not revealed, not even in an error."""
        if self.secret is not None:
            secret = game.parse_secret(self.secret)
        elif self.secret_file is not None:
            try:
                with open(self.secret_file, "rb") as file:
                    text = file.read(MOST_BYTES).decode("utf-8-sig")
                secret = game.parse_secret(text.strip())
            except OSError as error:
                raise StrategistError(f"cannot read {self.secret_file}: {error.strerror or error}") from None
            except (UnicodeDecodeError, CodeError):
                raise CodeError(f"{self.secret_file}: expected a text file with a secret of {game.spec}") from None
        else:
            return None
        if not game.agrees(secret, start):
            raise CodeError(f"the secret contradicts the start of the file, {game.format_history(start)}")
        return secret


def flag(name: str) -> str:
    """An option as it is typed.

    >>> flag("secret_file")
    '--secret-file'
    """
    return "--" + name.replace("_", "-")
