"""The command for somebody who plays elsewhere: assist."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from strategist.commands.shared.basics import EXIT_BAD_INPUT, GIVEN, USED
from strategist.commands.shared.conversations import greet, make_board, make_talk, reviewer, sharer
from strategist.commands.shared.name_arguments import FILE_OR_GAME, STRATEGY, names_boards, open_game
from strategist.common.errors import SpecError, StrategistError

if TYPE_CHECKING:
    from strategist.model.game import History

_SECONDS = 1.0
_RANKED_BY = "entropy"


@click.command()
@click.argument("what", metavar="FILE|GAME", type=FILE_OR_GAME)
@GIVEN
@USED
@click.option("--strategy", type=STRATEGY, help="The heuristic that ranks guesses; by default entropy.")
@click.option("--top", type=click.IntRange(1, 100), default=10, show_default=True, help="Rank so many guesses.")
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0),
    default=_SECONDS,
    show_default=True,
    help="Seconds for what the guesses will take in all; inf for as long as that takes.",
)
@click.option("--review", is_flag=True, help="After the game, tell what each guess was worth, and luck from skill.")
@click.option("--share", is_flag=True, help="After the game, a text of colored squares to send to others.")
@click.option("--plain", is_flag=True, help="No colors and no drawings.")
def assist(
    what: str,
    given: str,
    used: str | None,
    strategy: str | None,
    top: int,
    time_limit: float,
    review: bool,
    share: bool,
    plain: bool,
) -> None:
    """Help with a game that you play elsewhere.

    Type your guess and its answer, and see what to guess next.

    \b
    strategist assist words
    strategist assist "mastermind(4,6)" --given "1122:1b1w"
    strategist assist mastermind-4x6.minimax

    \b
    1122            your guess; then you are asked for the answer
    1122 1b1w       both in one line
    (an empty line) the guess that is proposed
    explain 1122    how good a guess is, beside others; rank lists them again
    undo, change    correct what you have entered; help lists all commands

    With a FILE, the guess of its strategy stands above the ranking, as long as your game follows its tree. At any time
    review tells what each guess was worth, what was luck and what was skill, and share makes a text to send to others.
    """
    from strategist.games.used_before import read_used, used_lines
    from strategist.model.game import Game
    from strategist.play.afterwards import Afterwards
    from strategist.play.counsel import Counsel
    from strategist.play.hints import Adviser
    from strategist.play.modes.assist import Assisting
    from strategist.play.prompt import Leave
    from strategist.search.advice.ranking import ranking_strategy

    if names_boards(what):
        from strategist.commands.boards.board_commands import assist_boards

        assist_boards(what, given, strategy, top)
        return
    game, data = open_game(what)
    if not isinstance(game, Game):
        raise SpecError(f"{game.spec} is a solitaire: expected a game in which something is hidden")
    heuristic = ranking_strategy(strategy or _RANKED_BY, game)
    history: History = game.parse_history(given)
    if data is not None and data.start:
        if history:
            raise StrategistError("the file starts from a position: expected no --given besides")
        history = data.start
    talk = make_talk()
    counsel = Counsel(game, heuristic.spec, top, time_limit)
    tell, give = reviewer(game), sharer(game, plain)
    begin = 0 if data is None else len(data.start)
    adviser = Adviser(game, heuristic.spec, data)
    before = frozenset() if used is None else read_used(game, used)
    remark = partial(used_lines, game, before)
    assisting = Assisting(game, adviser, counsel, talk, make_board(plain), tell, give, history, begin, remark)
    try:
        greet(game, talk)
        assisting.play()
        Afterwards(talk, tell, give, reviewed=review, shared=share).game_over(assisting.played)
    except Leave as leave:
        raise click.exceptions.Exit(EXIT_BAD_INPUT if leave.refused else 0) from None
    except KeyboardInterrupt:
        click.echo()
        raise
