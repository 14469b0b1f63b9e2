"""The strategy guesses and a person, or a given secret, answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from strategist.errors import ResponseError
from strategist.game import Code
from strategist.player import Play, Strategy

Say = Callable[[str], None]
Ask = Callable[[str], str | None]
Explain = Callable[[Sequence[tuple[int, int]]], list[str]]
"""One line for each move of a history in numbers: what the strategy concluded from it."""


def play_against_secret(strategy: Strategy, secret: Code, say: Say, explain: Explain | None = None) -> None:
    """Play one whole game against ``secret``, answered by the rules; with ``explain``, a line of it below each guess.

    >>> from strategist.catalog import make_game
    >>> from strategist.strategyfile import StrategyData
    >>> from strategist.tree import Claims, DecisionTree
    >>> game = make_game("mastermind(pegs=1,colors=2)")
    >>> tree = DecisionTree(guesses=[0, 1], masks=[0b11, 0b10], response_count=2)
    >>> play_against_secret(Strategy(StrategyData(game, "first", tree, Claims.of([1, 1], 0))), (1,), print)
    guess 1: 1 → 0b0w   (2 candidates)
    guess 2: 2 → 1b0w   (1 candidate)
    solved in 2 guesses: 2
    """
    game = strategy.game
    play = strategy.start()
    while (guess := play.guess) is not None:
        left = _candidates(play)
        response = game.format_response(game.respond(game.parse_code(guess), secret))
        say(f"{_move(play)}: {guess} → {response}   ({left})")
        play.respond(response)
        _say_why(play, say, explain)
    _say_outcome(play, say)


def play_against_person(strategy: Strategy, say: Say, ask: Ask, complain: Say, explain: Explain | None = None) -> bool:
    """Play one game that a person answers; False when the person's last word was no possible response.

    ``ask`` returns None when there is no more input. What cannot be is answered with what is expected, and asked again.
    """
    play = strategy.start()
    while (guess := play.guess) is not None:
        say(f"{_move(play)}: {guess}   ({_candidates(play)})")
        refused = False
        while True:
            answer = ask("response: ")
            if answer is None:
                say("")
                return not refused
            try:
                play.respond(answer)
            except ResponseError as error:
                complain(str(error))
                refused = True
            else:
                _say_why(play, say, explain)
                break
    _say_outcome(play, say)
    return True


def _say_why(play: Play, say: Say, explain: Explain | None) -> None:
    if explain is not None:
        say(f"    {explain(play.moves)[-1]}")


def _candidates(play: Play) -> str:
    left = len(play.candidates_left)
    return f"{left} candidate{'' if left == 1 else 's'}"


def _move(play: Play) -> str:
    return f"{play.game.move_noun} {len(play.history) + 1}"


def _say_outcome(play: Play, say: Say) -> None:
    count = len(play.history)
    plural = "" if count == 1 else "s" if play.game.announces else "es"
    moves = f"{count} {play.game.move_noun}{plural}"
    if play.solved and play.game.announces:
        say(f"known after {moves}: the secret is {play.secret}")
    elif play.solved:
        say(f"solved in {moves}: {play.secret}")
    else:
        left = play.candidates_left
        some = ", ".join(left[:10]) + (", …" if len(left) > 10 else "")
        say(f"lost after {moves}: the secret is one of {len(left)} left: {some}")
