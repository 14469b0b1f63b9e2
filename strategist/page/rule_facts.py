"""The rules of a game as a page implements them, and the names that it needs of any other game."""

from __future__ import annotations

from typing import Any

from strategist.files.strategy import StrategyData
from strategist.games.pegs.alphabet import LETTERS
from strategist.games.pegs.grand import GrandMastermind
from strategist.games.pegs.pegs import AB, BullsAndCows, Mastermind, PegGame
from strategist.games.tables.table import Table
from strategist.games.words.words import Words
from strategist.model.game import Game
from strategist.model.tree import GIVE_UP

Facts = dict[str, Any]

_KEYS = {
    "mastermind": [("black", "blacks"), ("white", "whites")],
    "bulls-and-cows": [("bull", "bulls"), ("cow", "cows")],
    "ab": [("A", "A"), ("B", "B")],
    "grand-mastermind": [("black", "blacks"), ("white", "whites"), ("half", "halves")],
}
"""The nouns for what a response counts: singular and plural."""


def rule_facts(game: Game) -> Facts | None:
    """The parameters of the rules as implemented in the page; None for a game that the page does not implement.

    A subclass may answer differently, so the page implements only the exact classes; and it knows no costs of answers,
    and no limits of them.
    """
    if game.answer_costs is not None or game.limits:
        return None
    if isinstance(game, PegGame) and type(game) in (Mastermind, BullsAndCows, AB):
        return _peg_rule(game)
    if type(game) is GrandMastermind:
        kinds = [
            [f"{color}{shape}", number]
            for number, color in enumerate(LETTERS[: game.colors])
            for shape in range(1, game.shapes + 1)
        ]
        return {
            "kind": "grand",
            "pegs": game.pegs,
            "shapes": game.shapes,
            "alphabet": kinds,
            "keys": _KEYS[game.name],
        }
    if type(game) is Words:
        dotless = {"dotless": True} if game.dotless else {}
        cut = {"cut": True} if game.cut else {}
        return {"kind": "words", "feedback": game.values["feedback"], "hard": game.hard, **dotless, **cut}
    if type(game) is Table:
        # The column of costs and the lines of chances and classes hold no answers.
        told = {"cost": "cost", "chance": "chance", "class": "classes"}
        return {"kind": "table"} | {told[key]: True for key in told if game.values[key] is not None}
    return None


def _peg_rule(game: PegGame) -> Facts:
    return {
        "kind": "pegs",
        "pegs": game.pegs,
        "repeats": game.repeats,
        "leadingZero": game.values.get("leading_zero", True) is True,
        "whites": game.whites,
        "alphabet": [[symbol, number] for number, symbol in enumerate(game.alphabet.symbols)],
        "separator": game.alphabet.separator,
        "keys": _KEYS[game.name] if game.whites else _KEYS[game.name][:1],
    }


def response_names(game: Game, rule: Facts) -> Facts:
    """The texts of all responses; empty for Wordle, whose texts are the marks and may be many."""
    if rule.get("feedback") == "wordle":
        return {}
    return {"responses": [game.format_response(response) for response in range(game.response_count)]}


def foreign_names(game: Game, data: StrategyData) -> Facts:
    """The texts and pieces that the tree of a game needs if the page lacks its rules: guesses, responses, secrets."""
    guesses = guesses_of(game, data)
    mask = 0
    for own in data.tree.masks:
        mask |= own
    for _, response in data.start:
        mask |= 1 << response
    responses = [response for response in range(game.response_count) if mask >> response & 1]
    named: Facts = {
        "names": {guess: game.format_code(game.guesses[guess]) for guess in guesses},
        "pieces": {guess: [list(piece) for piece in game.pieces(game.guesses[guess])] for guess in guesses},
        "responses": {response: game.format_response(response) for response in responses},
        "marks": {response: marks for response in responses if (marks := game.marks(response)) is not None},
    }
    if game.announces:
        announced = [guess for guess in guesses if guess >= game.question_count]
        named["secrets"] = {guess: game.format_secret(game.guesses[guess]) for guess in announced}
    return named


def guesses_of(game: Game, data: StrategyData) -> list[int]:
    """The guesses of a tree and of the history before it, ascending."""
    return sorted({*data.tree.guesses, *(game.guesses.index(code) for code, _ in data.start)} - {GIVE_UP})
