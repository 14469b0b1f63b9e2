"""The facts that a page needs besides the strategy file, as JSON: figures, names, drawing and scoring."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from strategist.common.numbers import shown
from strategist.common.palette import MARKS, PIECES, ink_on
from strategist.common.wording import plural
from strategist.files.strategy import StrategyData
from strategist.games.pegs.alphabet import LETTERS
from strategist.games.pegs.grand import GrandMastermind
from strategist.games.pegs.pegs import AB, BullsAndCows, Mastermind, PegGame
from strategist.games.solitaires import PegSwap
from strategist.games.tables.table import Table
from strategist.games.words.words import Words
from strategist.model.figures import solved_masses
from strategist.model.game import Game
from strategist.model.objective import AVERAGE, DEPTH, LOST, TOTAL
from strategist.model.solitaire import Solitaire, follow
from strategist.model.tree import GIVE_UP, DecisionTree
from strategist.page.lies_facts import lies_facts
from strategist.page.several_facts import several_facts
from strategist.show.moves.first_guesses import openings_of
from strategist.show.reports.report import bound_line
from strategist.show.texts.weighed import amount, expected_cost, expected_questions

Facts = dict[str, Any]

_KEYS = {
    "mastermind": [("black", "blacks"), ("white", "whites")],
    "bulls-and-cows": [("bull", "bulls"), ("cow", "cows")],
    "ab": [("A", "A"), ("B", "B")],
    "grand-mastermind": [("black", "blacks"), ("white", "whites"), ("half", "halves")],
}
"""The nouns for what a response counts: singular and plural."""


def facts_of(data: StrategyData) -> Facts:
    """The facts of a strategy; they include the rules of its game if the page has a twin of them.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.model.tree import Claims, DecisionTree
    >>> game = make_game("mastermind(pegs=1,colors=2)")
    >>> tree = DecisionTree(guesses=[0, 1], masks=[0b11, 0b10], response_count=2)
    >>> facts = facts_of(StrategyData(game, "first", tree, Claims.of([1, 1], 0)))
    >>> facts["rule"]["kind"], facts["responses"]
    ('pegs', ['0b0w', '1b0w'])
    """
    game = data.game
    common: Facts = {
        "game": game.spec,
        "strategy": data.strategy,
        "look": game.look,
        "noun": game.move_noun,
        "bound": bound_line(data),
        "figures": _figures(data),
        "colors": [[color, ink_on(color)] for color in PIECES],
        "markColors": [[color, ink_on(color)] for color in MARKS],
        "guessCount": len(game.guesses),
        "responseCount": game.response_count,
    }
    if isinstance(game, Solitaire):
        return common | _solitaire_facts(game, data)
    common |= _written(game)
    if game.several:
        return common | several_facts(game, data)
    if game.doubtful:
        common["bound"] += "; figures count each secret at the most that it can need over all lies"
    return common | _game_facts(game, data)


def _written(game: Game) -> Facts:
    """The marked texts of names and answers that people write otherwise than in their canonical form; empty for none.

    Of equal canonical texts the first counts: that of an answer, a class, a question, a secret.
    """
    if not isinstance(game, Table) or not game.written:
        return {}
    kinds = game.written
    return {"written": {**kinds.secrets, **kinds.questions, **kinds.classes, **kinds.answers}}


def _figures(data: StrategyData) -> list[tuple[str, str]]:
    """The figures of the header, each with its label."""
    claims = data.claims
    if not data.game.hides:
        return [("moves", str(claims.depth))]
    questions, cost = expected_questions(claims), expected_cost(data.game, claims)
    several = isinstance(data.game, Game) and data.game.several
    write = shown if several else amount
    average = "none" if claims.average is None else f"{claims.average:.3f}"
    if several and claims.average is not None:
        average = shown(Fraction(claims.total) / (sum(claims.histogram) + claims.known))
    figures = [
        ("secrets", f"{claims.secrets}"),
        (TOTAL.name, shown(claims.total)),
        (AVERAGE, average),
        (DEPTH.name, f"{claims.depth}"),
        ("worst count", f"{claims.worst_count}"),
    ]
    if isinstance(data.game, Game) and not data.game.uneven:
        questions = None
    figures += [] if questions is None else [(f"expected {plural(data.game.move_noun)}", write(questions))]
    figures += [] if cost is None else [("expected cost", write(cost))]
    figures += [(LOST.name, shown(claims.lost))] if claims.lost else []
    return figures + ([("can be lost", f"{claims.can_lose}")] if claims.can_lose else [])


def _solitaire_facts(game: Solitaire, data: StrategyData) -> Facts:
    steps = list(follow(game, data.tree.guesses))
    return {
        "solitaire": True,
        "start": game.format_position(game.start),
        "line": [[move, game.format_position(position)] for move, position in steps],
        "goal": bool(steps) and game.solved(steps[-1][1]),
        # A subclass may have changed the rules.
        "rule": {"kind": "pegswap"} if type(game) is PegSwap else None,
    }


def _game_facts(game: Game, data: StrategyData) -> Facts:
    rule = _rule(game)
    # Where answers may be false, the page finds out for itself who is left where the strategy gives up.
    lost = _lost_at(game, data) if data.claims.lost and not game.doubtful else []
    return (
        {
            "solitaire": False,
            "announces": game.announces,
            "turns": game.turns,
            "start": [[game.guesses.index(code), response] for code, response in data.start],
            "histogram": list(data.claims.histogram),
            "lost": [(slot, len(left)) for slot, left in lost],
            "questionCount": game.question_count,
            "rule": rule,
            **_many_at_a_slot(game, data.tree),
        }
        | (_foreign_names(game, data) if rule is None else _response_names(game, rule))
        | _beside_the_rules(game, data, rule, lost)
    )


def _beside_the_rules(
    game: Game, data: StrategyData, rule: Facts | None, lost: Sequence[tuple[int, Sequence[int]]]
) -> Facts:
    """What the page needs to find its way beside the rules, or without."""
    if game.doubtful:
        return lies_facts(game, data, _asked(game, data) if rule is None else None)
    return {} if rule is None else _advice(game, data, lost)


def _many_at_a_slot(game: Game, tree: DecisionTree) -> Facts:
    """The number and mass of the secrets solved at each slot, for games of classes; empty for other games."""
    if game.classes is None or game.doubtful:
        return {}
    found: Facts = {"classes": True, "solvedAt": [tree.solved_at(slot) for slot in range(len(tree))]}
    return found if game.weights is None else found | {"solvedMasses": solved_masses(game, tree)}


def _advice(game: Game, data: StrategyData, lost: Sequence[tuple[int, Sequence[int]]]) -> Facts:
    """What the page needs to rank guesses: symmetry, best openings, weights of secrets, costs of questions."""
    symmetry = None if game.restricts or game.symmetry is None else game.symmetry
    known: Facts = {
        "symmetry": symmetry
        and {"positions": symmetry.positions, "symbols": symmetry.symbols, "moves": symmetry.moves},
    }
    known |= openings_of(game, data.start)
    if game.weights is not None:
        known["weights"] = list(game.weights)
        known["lostMasses"] = [(slot, sum(map(game.weight_of, secrets))) for slot, secrets in lost]
    if game.costs is not None:
        known["costs"], known["costUnit"] = list(game.costs), float(game.cost_unit)
    return known


def _rule(game: Game) -> Facts | None:
    """The parameters of the rules as implemented in the page; None for a game that the page does not implement.

    A subclass may answer differently, so the page implements only the exact classes.
    """
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
        return {"kind": "words", "feedback": game.values["feedback"], "hard": game.hard, **dotless}
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


def _response_names(game: Game, rule: Facts) -> Facts:
    """The texts of all responses; empty for Wordle, whose texts are the marks and may be many."""
    if rule.get("feedback") == "wordle":
        return {}
    return {"responses": [game.format_response(response) for response in range(game.response_count)]}


def _foreign_names(game: Game, data: StrategyData) -> Facts:
    """The texts and pieces that the tree of a game needs if the page lacks its rules: guesses, responses, secrets."""
    guesses = _guesses(game, data)
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


def _guesses(game: Game, data: StrategyData) -> list[int]:
    """The guesses of a tree and of the history before it, ascending."""
    return sorted({*data.tree.guesses, *(game.guesses.index(code) for code, _ in data.start)} - {GIVE_UP})


def _asked(game: Game, data: StrategyData) -> list[int]:
    """Those of them that are questions."""
    return [guess for guess in _guesses(game, data) if guess < game.question_count]


def _lost_at(game: Game, data: StrategyData) -> list[tuple[int, list[int]]]:
    """Pairs (slot that gives up, secrets lost there), ascending, found by playing against every secret."""
    tree = data.tree
    candidates = game.consistent(data.start) if data.start else game.secrets
    lost: dict[int, list[int]] = {}
    for secret in candidates:
        slot: int | None = 0
        while slot is not None and tree.guesses[slot] != GIVE_UP:
            slot = tree.child(slot, game.respond(game.guesses[tree.guesses[slot]], secret))
        if slot is not None:
            lost.setdefault(slot, []).append(game.secrets.index(secret))
    return sorted(lost.items())
