"""The command that plays: a person guesses, answers, duels with a strategy, or two persons play under its eyes."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, NamedTuple

import click

from strategist.commands.shared import EXIT_BAD_INPUT
from strategist.errors import CodeError, SpecError, StrategistError, UnknownNameError
from strategist.quoting import quoted, shortened, unprintable
from strategist.wording import counted

if TYPE_CHECKING:
    from strategist.files.strategy import StrategyData
    from strategist.game import Code, Game, History
    from strategist.play.answer import Explain
    from strategist.play.board import Board
    from strategist.play.guess import Guessing
    from strategist.play.prompt import Talk
    from strategist.player import CompiledStrategy
    from strategist.solitaire import AnyGame, Solitaire

_MODES = ("guess", "answer", "duel", "referee")
_BELONGS = {
    "secret": ("guess", "answer", "duel"),
    "secret_file": ("guess", "answer", "duel"),
    "seed": ("guess", "duel"),
    "adversarial": ("guess",),
    "strategy": ("guess", "duel"),
    "explain": ("answer", "duel"),
    "names": ("referee",),
    "guessers": ("referee",),
}
"""The modes in which an option makes sense."""
_MOST_BYTES = 4096
"""The most that is read of a file with a secret, and of a line of input."""


class PlayOptions(NamedTuple):
    """The options of ``play`` that belong to some modes only; those that are not given are None or False."""

    secret: str | None
    secret_file: str | None
    seed: int | None
    adversarial: bool
    strategy: str | None
    explain: bool
    names: str | None
    guessers: int | None

    def given(self) -> list[str]:
        """The names of those that are given."""
        return [name for name, value in self._asdict().items() if value is not None and value is not False]


@click.command()
@click.argument("what", metavar="FILE|GAME")
@click.option("--mode", type=click.Choice(_MODES), help="By default answer with a FILE, guess with a GAME.")
@click.option("--secret", metavar="CODE", help="What is hidden; in mode answer nobody is asked then.")
@click.option("--secret-file", metavar="PATH", help="The same from a text file, which a friend may write.")
@click.option("--seed", type=int, help="Draw the same secret again.")
@click.option("--adversarial", is_flag=True, help="No secret: always the answer that leaves most candidates.")
@click.option("--strategy", help="Whose hints are given where no FILE has one; by default entropy.")
@click.option("--explain", is_flag=True, help="Tell below each guess what the strategy concludes.")
@click.option("--names", metavar="A,B", help="The two players in mode referee.")
@click.option("--guessers", type=click.IntRange(1, 2), help="How many of the two guess; by default both.")
@click.option("--plain", is_flag=True, help="No colors and no drawings.")
def play(what: str, mode: str | None, plain: bool, **given: str | int | bool | None) -> None:
    """Play in the terminal: you guess, or the strategy of a FILE does, or both in a duel; or two persons play.

    \b
    strategist play knuth.msgpack
    strategist play knuth.msgpack --secret 4563
    strategist play hill.msgpack --secret 4563 --explain
    strategist play "mastermind(4,6)" --seed 7
    strategist play words --adversarial
    strategist play knuth.msgpack --mode duel
    strategist play bulls-and-cows-4x10 --mode referee --names Ann,Bob
    strategist play pegswap-3x3

    \b
    guess    you guess; hint, left and board are commands at the prompt, and help lists them
    answer   the strategy of FILE guesses and you answer; undo and change correct an answer
    duel     you and the strategy of FILE guess in turns
    referee  two persons guess and answer in turns, and answers that cannot be are refused

    Of a solitaire a FILE shows its line move by move, and with --mode guess, or a GAME, you move.
    """
    from strategist.play.prompt import Leave
    from strategist.solitaire import Solitaire

    # Click has made each of the type that its option declares.
    options = PlayOptions(**given)  # type: ignore[arg-type]
    game, data = _open(what)
    chosen = mode or ("guess" if data is None else "answer")
    talk = _talk()
    try:
        if isinstance(game, Solitaire):
            _play_solitaire(game, data, mode, options, talk, plain)
        else:
            _refuse_foreign(options, chosen)
            _play_deduction(game, data, chosen, options, talk, _board(plain))
    except Leave as leave:
        raise click.exceptions.Exit(EXIT_BAD_INPUT if leave.refused else 0) from None
    except KeyboardInterrupt:
        click.echo()
        raise


def _open(what: str) -> tuple[AnyGame, StrategyData | None]:
    """The game of a file with what the file holds, or the game that a string names."""
    if os.path.exists(what) and not os.path.isdir(what):
        from strategist.files.strategy import read_strategy

        data = read_strategy(what)
        return data.game, data
    from strategist.catalog import make_rules
    from strategist.spec import parse

    try:
        name = parse(what).name
    except SpecError as error:
        raise SpecError(f"{quoted(what)} is neither a file nor a known game: {error}") from None
    try:
        return make_rules(what), None
    except UnknownNameError as error:
        known = str(error).removeprefix(f"unknown game {quoted(name)}: ")
        raise SpecError(f"{quoted(what)} is neither a file nor a known game: {known}") from None


def _refuse_foreign(options: PlayOptions, mode: str) -> None:
    """Refuse options that make no sense in a mode, and two ways to choose one secret."""
    for name in options.given():
        if mode not in _BELONGS[name]:
            modes = " and ".join(_BELONGS[name])
            raise click.UsageError(f"{_flag(name)} makes no sense in mode {mode}: it belongs to {modes}")
    ways = [name for name in options.given() if name in ("secret", "secret_file", "seed", "adversarial")]
    if len(ways) > 1:
        raise click.UsageError(f"expected one of {' and '.join(map(_flag, ways))}, got both")


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")


def _greet(game: AnyGame, talk: Talk) -> None:
    from strategist.solitaire import Solitaire

    secrets = "" if isinstance(game, Solitaire) else f": {counted(len(game.secrets), 'secret')}"
    talk.say(f"{game.spec}{secrets}; :help lists the commands")


def _play_solitaire(
    game: Solitaire, data: StrategyData | None, mode: str | None, options: PlayOptions, talk: Talk, plain: bool
) -> None:
    if mode not in (None, "guess"):
        raise click.UsageError(f"{game.spec} is a solitaire: it has no mode {mode}, expected guess")
    for name in options.given():
        raise click.UsageError(f"{game.spec} is a solitaire: it has no {_flag(name)}")
    if data is not None and mode is None:
        from strategist.play.line import play_line

        play_line(game, data.tree.guesses, click.echo)
        return
    from strategist.play.slide import Sliding

    _greet(game, talk)
    Sliding(game, talk, _board(plain), data.tree.guesses if data is not None else ()).play()


def _play_deduction(
    game: Game, data: StrategyData | None, mode: str, options: PlayOptions, talk: Talk, board: Board
) -> None:
    if mode == "referee":
        _referee(game, data, options, talk, board)
        return
    if mode == "guess":
        from strategist.play.guess import play_guesses

        guessing = _guessing(game, data, options, talk, board)
        _greet(game, talk)
        play_guesses(guessing)
        return
    if data is None:
        raise click.UsageError(
            f"mode {mode} needs a strategy file: write one by strategist compile {game.slug} entropy"
        )
    from strategist.play.answer import Answering, play_against_secret
    from strategist.player import CompiledStrategy

    strategy = CompiledStrategy(data)
    explain = _explainer(strategy) if options.explain else None
    secret = _secret(game, options, data.start) if mode == "answer" else None
    if secret is not None:
        play_against_secret(strategy, secret, click.echo, explain, board)
        return
    answering = Answering(strategy, talk, board, explain, "my" if mode == "duel" else "")
    if mode == "duel":
        from strategist.play.duel import play_duel

        guessing = _guessing(game, data, options, talk, board, "your")
        _greet(game, talk)
        play_duel(guessing, answering)
    else:
        if talk.patient:
            _greet(game, talk)
        if data.start:
            answering.show()
        answering.play_to(None)
        click.echo(answering.outcome())


def _guessing(
    game: Game, data: StrategyData | None, options: PlayOptions, talk: Talk, board: Board, owner: str = ""
) -> Guessing:
    from strategist.play.guess import Guessing
    from strategist.play.hidden import Adversary, FixedSecret, random_secret
    from strategist.play.hints import Adviser

    if options.strategy is not None:
        from strategist.choosing.registry import make_strategy

        # A hint would complain, too, but only when it is asked for.
        make_strategy(options.strategy, game)
    start = data.start if data is not None else ()
    hidden: FixedSecret | Adversary
    if options.adversarial:
        hidden = Adversary(game, start)
    else:
        secret = _secret(game, options, start)
        hidden = FixedSecret(game, random_secret(game, options.seed, start) if secret is None else secret)
    adviser = Adviser(game, options.strategy or "entropy", data)
    return Guessing(game, hidden, adviser, talk, board, start, owner)


def _secret(game: Game, options: PlayOptions, start: History) -> Code | None:
    """The secret that is given; None for none. What a file holds is not told, not even in an error."""
    if options.secret is not None:
        secret = game.parse_secret(options.secret)
    elif options.secret_file is not None:
        try:
            with open(options.secret_file, "rb") as file:
                text = file.read(_MOST_BYTES).decode("utf-8-sig")
            secret = game.parse_secret(text.strip())
        except OSError as error:
            raise StrategistError(f"cannot read {options.secret_file}: {error.strerror or error}") from None
        except (UnicodeDecodeError, CodeError):
            raise CodeError(f"{options.secret_file}: expected a text file with a secret of {game.spec}") from None
    else:
        return None
    if not game.agrees(secret, start):
        raise CodeError(f"the secret contradicts the start of the file, {game.format_history(start)}")
    return secret


def _referee(game: Game, data: StrategyData | None, options: PlayOptions, talk: Talk, board: Board) -> None:
    from strategist.play.referee import Referee

    if data is not None and data.start:
        raise StrategistError("the file starts from a position: name the game to referee it from its beginning")
    names = [name.strip() for name in (options.names or "Ann,Bob").split(",")]
    if len(set(names)) != 2 or len(names) != 2 or any(not name or unprintable(name) for name in names):
        raise click.UsageError(f"--names: expected two different names such as Ann,Bob, got {quoted(options.names)}")
    referee = Referee(game, names, talk, board, options.guessers or 2)
    _greet(game, talk)
    referee.play()


def _talk() -> Talk:
    """The conversation on standard input and output; patient where somebody sits there."""
    from strategist.play.prompt import Talk

    stdin = sys.stdin
    if hasattr(stdin, "reconfigure"):
        stdin.reconfigure(errors="replace")

    def ask(prompt: str) -> str | None:
        click.echo(prompt, nl=False)
        line = rest = stdin.readline(_MOST_BYTES)
        while rest and not rest.endswith("\n"):
            # The rest of a line that is far too long; it is refused by its length.
            rest = stdin.readline(_MOST_BYTES)
        return line if line else None

    def complain(text: str) -> None:
        click.echo(f"strategist: {text}", err=True)

    return Talk(click.echo, ask, complain, patient=stdin.isatty())


def _board(plain: bool) -> Board:
    """In color on a terminal that has colors, unless it is not wanted."""
    if plain or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not sys.stdout.isatty():
        from strategist.play.board import PlainBoard

        return PlainBoard()
    from rich.console import Console

    from strategist.play.paint import PaintedBoard

    return PaintedBoard(Console(file=sys.stdout, markup=False, emoji=False, highlight=False))


def _explainer(strategy: CompiledStrategy) -> Explain | None:
    """How the strategy that a file names explains its moves; None, and a word on standard error, if it does not."""
    from strategist.choosing.heuristics import Strategy
    from strategist.choosing.registry import make_strategy

    named = strategy.data.strategy
    try:
        made = make_strategy(named, strategy.game)
    except StrategistError as error:
        click.echo(f"strategist: cannot explain {shortened(named)}: {error}", err=True)
        return None
    if type(made).explain is Strategy.explain:
        click.echo(f"strategist: {shortened(named)} has nothing to explain", err=True)
        return None
    return made.explain
