"""What people call a game: ``Mastermind, 4 pegs, 6 colors`` where its string is ``mastermind(pegs=4,colors=6)``."""

from __future__ import annotations

import os

from strategist.common.wording import counted
from strategist.games.pegs.grand import GrandMastermind
from strategist.games.pegs.pegs import AB, BullsAndCows, Mastermind
from strategist.games.solitaires import PegSwap
from strategist.games.tables.table import Table
from strategist.games.words.made_lists import USUAL_SIGNS
from strategist.games.words.words import Words
from strategist.model.game import Game, Rules
from strategist.model.goal import GOALS, IDENTIFY
from strategist.model.lies.honest import Honest
from strategist.model.spec import Value

_NAMES: dict[type[Rules], str] = {
    Mastermind: "Mastermind",
    BullsAndCows: "Bulls and Cows",
    AB: "AB",
    GrandMastermind: "Grand Mastermind",
    PegSwap: "Peg Swap",
}
_WORDS = {"wordle": "Wordle", "mastermind": "Word Mastermind", "jotto": "Jotto"}
"""The games of words by what their answers tell."""
_MADE = {"equations": "Nerdle", "primes": "Primel"}
_USUAL_LETTERS = 5
_OPTIONS: dict[tuple[str, Value], str] = {
    ("feedback", "black"): "blacks only",
    ("leading_zero", False): "no zero in front",
    ("hard", True): "hard mode",
    **{("goal", each.name): each.title for each in GOALS.values() if each.title},
}
"""What some options are called; others are not told."""


def called(game: Rules) -> str:
    """The game as a person calls it, with its sizes; its string, where that is all that is known.

    Games that differ in rare options may be called alike.

    >>> from strategist.games.catalog import make_rules
    >>> called(make_rules("mastermind")), called(make_rules("wordle(hard=true,turns=6)"))
    ('Mastermind, 4 pegs, 6 colors', 'Wordle, hard mode, 6 turns')
    >>> called(make_rules("bulls-and-cows(4,10)")), called(make_rules("pegswap(2,1)"))
    ('Bulls and Cows, 4 pegs, 10 symbols', 'Peg Swap, 2 left, 1 right')
    >>> called(make_rules("mastermind(2,3,lies=1)")), called(make_rules("mastermind(2,3,lies=2,honest=yes)"))
    ('Mastermind, 2 pegs, 3 colors, 1 lie', 'Mastermind, 2 pegs, 3 colors, 2 lies, the right guess may be denied')
    """
    values = game.values
    if type(game) is Words:
        rule = values["rule"]
        made = [] if rule is None else [_MADE[str(rule)]]
        parts = made if made and values["feedback"] == "wordle" else [_WORDS[str(values["feedback"])], *made]
        parts = ["Fibble", *made] if game.fibs else parts
        letters = len(game.secrets[0])
        parts += [] if letters == USUAL_SIGNS.get(str(rule), _USUAL_LETTERS) else [counted(letters, "letter")]
    elif type(game) is Table:
        parts = [os.path.splitext(str(values["file"]))[0]]
    elif type(game) in _NAMES:
        parts = [_NAMES[type(game)], *(_sized(game, each.name) for each in game.parameters if each.size)]
    else:
        # A subclass, or a game of another package, may be anything.
        return game.spec
    if type(game) is not Table or values["goal"] != IDENTIFY.name:
        # What is a secret of a table is no question: that knowing it is enough goes without saying.
        parts += [name for (option, value), name in _OPTIONS.items() if values.get(option) == value]
    parts += _of_lies(game)
    turns = values.get("turns")
    return ", ".join([*parts, *([] if turns is None else [counted(int(turns), "turn")])])


def _of_lies(game: Rules) -> list[str]:
    """How many answers may be false, and whether the right guess may be denied, where that is not usual. The name of
    Fibble says it."""
    if not isinstance(game, Game) or not game.lies:
        return []
    denied = ["the right guess may be denied"] if game.honest is Honest.YES else []
    of = "" if game.of is None else f" of {counted(game.of, 'answer')}"
    return [f"{counted(game.lies, 'lie')}{of}", *denied]


def _sized(game: Rules, size: str) -> str:
    """A size of a game: its parameter is a noun in the plural, or says where the pieces stand."""
    number = int(game.values[size] or 0)
    return counted(number, size.removesuffix("s")) if size.endswith("s") else f"{number} {size}"
