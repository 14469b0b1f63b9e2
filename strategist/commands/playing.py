"""The command that plays: a person guesses, answers, or duels with a strategy, or two persons play."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain, count, repeat
from typing import TYPE_CHECKING

import click

from strategist.commands.shared.basics import EXIT_BAD_INPUT, mixture_at
from strategist.commands.shared.conversations import afterwards, greet, make_board, make_talk
from strategist.commands.shared.name_arguments import FILE_OR_GAME, names_boards, open_game
from strategist.commands.shared.play_options import ANYBODY, MODES, PlayOptions, flag
from strategist.commands.shared.table_arguments import TakesTables
from strategist.commands.shared.work import tell_if_slow
from strategist.common.errors import StrategistError
from strategist.common.quoting import quoted, shortened, unprintable
from strategist.common.wording import plural

if TYPE_CHECKING:
    from strategist.choosing.heuristics import Strategy
    from strategist.files.mixtures.mixture import Mixture
    from strategist.files.player import CompiledStrategy
    from strategist.files.strategy import StrategyData
    from strategist.model.game import Game
    from strategist.model.solitaire import Solitaire
    from strategist.play.afterwards import Afterwards, Played
    from strategist.play.board import Board
    from strategist.play.chosen import ChosenStrategy
    from strategist.play.hints import Adviser
    from strategist.play.modes.answer import Explain
    from strategist.play.modes.guess import Guessing
    from strategist.play.modes.match import Machine
    from strategist.play.prompt import Talk


@click.command(cls=TakesTables)
@click.argument("what", metavar="FILE|GAME", type=FILE_OR_GAME)
@click.option("--mode", type=click.Choice(MODES), help="By default answer with a FILE, guess with a GAME.")
@click.option("--secret", metavar="CODE", help="What is hidden; in mode answer nobody is asked then.")
@click.option("--secret-file", metavar="PATH", help="The same from a text file, which a friend may write.")
@click.option("--seed", type=int, help="Draw the same secret again, and the same guesses.")
@click.option("--adversarial", is_flag=True, help="No secret: always the answer that leaves most candidates.")
@click.option("--strategy", help="Who guesses, or gives hints, where no FILE does; by default entropy.")
@click.option("--explain", is_flag=True, help="Tell below each guess why it was made, or what was concluded.")
@click.option("--names", metavar="A,B", help="The two players in mode referee.")
@click.option("--guessers", type=click.IntRange(1, 2), help="How many of the two guess; by default both.")
@click.option("--games", type=click.IntRange(min=2), help="A match of so many games, an even number.")
@click.option("--review", is_flag=True, help="After the game, tell what each guess was worth, and luck from skill.")
@click.option("--share", is_flag=True, help="After the game, a text of colored squares to send to others.")
@click.option("--plain", is_flag=True, help="No colors and no drawings.")
def play(what: str, mode: str | None, plain: bool, **given: str | int | bool | None) -> None:
    """Play in the terminal: you guess, a strategy does, or both do.

    The strategy is that of a FILE or of a GAME. Two persons can play, too.

    \b
    strategist play knuth.msgpack
    strategist play mastermind-4x6.minimax
    strategist play knuth.msgpack --secret 4563
    strategist play hill.msgpack --secret 4563 --explain
    strategist play "mastermind(4,6)" --seed 7
    strategist play words --adversarial
    strategist play knuth.msgpack --mode duel
    strategist play "mastermind(4,6)" --mode answer --strategy random
    strategist play bulls-and-cows-4x10 --mode referee --names Ann,Bob
    strategist play knuth.msgpack --mode duel --games 4
    strategist play value.msgpack --seed 7
    strategist play frogs.csv secrets=rows several=/
    strategist play pegswap-3x3

    \b
    guess    you guess; hint, left and board are commands at the prompt, and help lists them
    answer   the strategy of FILE, or of --strategy, guesses and you answer; undo and change correct an answer
    duel     you and the strategy guess in turns
    referee  two persons guess and answer in turns, and answers that cannot be are refused

    A strategy that draws, such as random, draws afresh in each game, unless it or --seed names a seed. A FILE holds
    one tree, whose draws are made. A FILE of compile GAME value holds several: one is drawn and shuffled, and in modes
    guess and duel a secret is drawn by the codemaker's chances.

    An empty answer says that nothing is right. Where left or quit is a code, :left and :quit are the commands.

    With --games, modes duel and referee play a match: in each game one guesses and the other answers, and then they
    change places. Whoever finds more secrets wins, and fewer guesses break a tie.

    Of a solitaire a FILE shows its line move by move, and with --mode guess, or a GAME, you move.
    """
    from strategist.model.solitaire import Solitaire
    from strategist.play.prompt import Leave

    if names_boards(what):
        from strategist.commands.boards.board_commands import play_boards

        play_boards(what, mode, given)
        return
    # Click has converted each value to the declared type.
    options = PlayOptions(**given)  # type: ignore[arg-type]
    mixture = mixture_at(what)
    game, data = open_game(what) if mixture is None else (mixture.game, mixture.trees[0])
    chosen = mode or ("guess" if data is None else "answer")
    talk = make_talk()
    try:
        if isinstance(game, Solitaire):
            _play_solitaire(game, data, mode, options, talk, plain)
        else:
            options.check(game, data, chosen, draws=mixture is not None)
            if mixture is not None:
                data, options = _drawn(mixture, chosen, options)
            _play_deduction(game, data, chosen, options, talk, plain)
    except Leave as leave:
        raise click.exceptions.Exit(EXIT_BAD_INPUT if leave.refused else 0) from None
    except KeyboardInterrupt:
        click.echo()
        raise


def _drawn(mixture: Mixture, mode: str, options: PlayOptions) -> tuple[StrategyData, PlayOptions]:
    """The tree that guesses, drawn from a mixture, and the options with a secret that its codemaker hides, unless
    another is given."""
    from strategist.files.mixtures.drawn import drawn_secret, drawn_tree

    if options.games is not None and mode == "duel":
        raise click.UsageError("--games makes no sense with a mixture: one tree is drawn, and one secret")
    data = drawn_tree(mixture, options.seed)
    if mode == "answer":
        return data, options._replace(seed=None)
    if mode == "referee" or options.adversarial or options.secret is not None or options.secret_file is not None:
        return data, options
    return data, options._replace(secret=mixture.game.format_secret(drawn_secret(mixture, options.seed)), seed=None)


def _play_solitaire(
    game: Solitaire, data: StrategyData | None, mode: str | None, options: PlayOptions, talk: Talk, plain: bool
) -> None:
    if mode not in (None, "guess"):
        raise click.UsageError(
            f"{game.spec} is a solitaire, in which nobody answers: it has no mode {mode}, expected guess, or a file of "
            f'its line, which is shown move by move: strategist compile "{game.spec}" optimal -o line.msgpack'
        )
    for name in options.given():
        raise click.UsageError(f"{game.spec} is a solitaire: it has no {flag(name)}")
    if data is not None and mode is None:
        from strategist.play.modes.told_line import play_line

        play_line(game, data.tree.guesses, click.echo)
        return
    from strategist.play.modes.slide import Sliding

    greet(game, talk)
    Sliding(game, talk, make_board(plain), data.tree.guesses if data is not None else ()).play()


def _play_deduction(
    game: Game, data: StrategyData | None, mode: str, options: PlayOptions, talk: Talk, plain: bool
) -> None:
    board = make_board(plain)
    after = afterwards(game, talk, plain, reviewed=options.review, shared=options.share)
    if mode == "referee":
        _referee(game, data, options, talk, board, after)
        return
    if mode == "guess":
        from strategist.play.modes.guess import play_guesses

        guessing = _guessing(game, data, options, _adviser(game, data, options), talk, board)
        greet(game, talk)
        play_guesses(guessing)
        after.game_over(_guessed(guessing))
        return
    machines = _machines(game, data, options)
    if mode == "duel":
        _duel(game, data, machines, options, talk, board, after)
        return
    from strategist.play.afterwards import played_by
    from strategist.play.modes.answer import Answering, play_against_secret

    strategy, explain = next(machines)
    start = () if data is None else data.start
    secret = options.secret_of(game, start)
    if secret is not None:
        played = play_against_secret(strategy, secret, click.echo, explain, board, options.seed)
        after.one_of_many(played_by(game, played.moves, strategy.name, len(start)))
        return
    answering = Answering(strategy, talk, board, explain)
    if talk.patient:
        greet(game, talk)
    if start:
        talk.tell(answering.rows())
    answering.play_to(None)
    for line in answering.outcome():
        click.echo(line)
    after.game_over(played_by(game, answering.play.moves, strategy.name, len(start)))


def _duel(
    game: Game,
    data: StrategyData | None,
    machines: Iterator[Machine],
    options: PlayOptions,
    talk: Talk,
    board: Board,
    after: Afterwards,
) -> None:
    """Play one duel, in which both guess in turns, or a match."""
    from strategist.play.hints import Adviser

    strategy, explain = first = next(machines)
    # Without a file, hints come from the strategy that guesses, with its draws.
    adviser = Adviser(game, strategy.name) if data is None else _adviser(game, data, options)
    start = () if data is None else data.start
    if options.games is not None:
        from strategist.play.hidden import random_secrets
        from strategist.play.modes.match import Match, duelists

        secrets = random_secrets(game, options.seed, start)
        players = duelists(game, secrets, chain([first], machines), adviser, talk, board, start, after, options.seed)
        greet(game, talk)
        Match(players, options.games, talk, game.move_noun).play()
        return
    from strategist.play.afterwards import played_by
    from strategist.play.modes.answer import Answering
    from strategist.play.modes.duel import play_duel

    answering = Answering(strategy, talk, board, explain, "my")
    guessing = _guessing(game, data, options, adviser, talk, board, "your")
    greet(game, talk)
    play_duel(guessing, answering)
    mine = played_by(game, answering.play.moves, f"my {plural(game.move_noun)}", len(start))
    after.game_over(_guessed(guessing), mine)


def _guessed(guessing: Guessing) -> Played:
    """The guesses of a person, for the review."""
    from strategist.play.afterwards import Played

    return Played(guessing.whose, guessing.record.history, guessing.begin)


def _machines(game: Game, data: StrategyData | None, options: PlayOptions) -> Iterator[Machine]:
    """The strategies that guess in successive games: that of the file, or the named one, which may draw afresh."""
    from strategist.files.player import CompiledStrategy

    if data is not None:
        strategy = CompiledStrategy(data)
        yield from repeat((strategy, _explainer(strategy.name, game) if options.explain else None))
    for before in count():
        chosen = options.strategy_of(game, before)
        machine = _machine(chosen), _explainer(chosen.spec, game) if options.explain else None
        yield from [machine] if chosen.draws else repeat(machine)


def _machine(strategy: Strategy) -> CompiledStrategy | ChosenStrategy:
    """A strategy ready to play: one that chooses guess by guess, or the tree that a search finds as a whole."""
    from strategist.choosing.searched import SearchedStrategy
    from strategist.commands.shared.work import compile_with_bar
    from strategist.files.player import CompiledStrategy
    from strategist.play.chosen import ChosenStrategy, next_guess

    game = strategy.game
    if isinstance(strategy, SearchedStrategy):
        return CompiledStrategy(compile_with_bar(game, strategy).data)
    tell_if_slow(game, strategy)
    return ChosenStrategy(game, strategy.spec, partial(next_guess, game, strategy))


def _guessing(
    game: Game,
    data: StrategyData | None,
    options: PlayOptions,
    adviser: Adviser,
    talk: Talk,
    board: Board,
    owner: str = "",
) -> Guessing:
    from strategist.play.hidden import Adversary, Hidden, hidden_secret, random_secret
    from strategist.play.modes.guess import Guessing

    start = data.start if data is not None else ()
    hidden: Hidden
    if options.adversarial:
        hidden = Adversary(game, start)
    else:
        secret = options.secret_of(game, start)
        drawn = random_secret(game, options.seed, start) if secret is None else secret
        hidden = hidden_secret(game, drawn, options.seed, start)
    return Guessing(game, hidden, adviser, talk, board, start, owner)


def _adviser(game: Game, data: StrategyData | None, options: PlayOptions) -> Adviser:
    """The adviser that gives hints."""
    from strategist.play.hints import Adviser

    return Adviser(game, ANYBODY if options.strategy is None else options.strategy_of(game).spec, data)


def _referee(
    game: Game, data: StrategyData | None, options: PlayOptions, talk: Talk, board: Board, after: Afterwards
) -> None:
    from strategist.play.modes.referee import Referee

    if data is not None and data.start:
        raise StrategistError("the file starts from a position: name the game to referee it from its beginning")
    names = [name.strip() for name in (options.names or "Ann,Bob").split(",")]
    if len(set(names)) != 2 or len(names) != 2 or any(not name or unprintable(name) for name in names):
        raise click.UsageError(f"--names: expected two different names such as Ann,Bob, got {quoted(options.names)}")
    if options.games is not None:
        from strategist.play.modes.match import Match, refereed

        players = refereed(game, names, talk, board, after)
        greet(game, talk)
        Match(players, options.games, talk, game.move_noun).play()
        return
    referee = Referee(game, names, talk, board, options.guessers or 2)
    greet(game, talk)
    referee.play()
    after.game_over(*referee.played())


def _explainer(named: str, game: Game) -> Explain:
    """The function that explains the guesses of a strategy: by its rules if it has any, else by their cells.

    Guesses of a strategy that is not known here are compared by entropy, with a warning on standard error.
    """
    from strategist.choosing.heuristics import Strategy
    from strategist.choosing.registry import recorded_strategy
    from strategist.play.counsel import Sentences

    try:
        made = recorded_strategy(named, game)
    except StrategistError as error:
        click.echo(f"strategist: {shortened(named)} is compared by entropy: {error}", err=True)
        return Sentences(game, named)
    return Sentences(game, named) if type(made).explain is Strategy.explain else made.explain
