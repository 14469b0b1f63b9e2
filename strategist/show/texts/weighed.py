"""Figures under the chances of secrets and the costs of questions, in the units in which they were given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import astuple
from fractions import Fraction
from typing import Any

from strategist.common.numbers import write_number
from strategist.common.wording import plural
from strategist.model.game import Code, Game, Response, Rules
from strategist.model.objective import EXPECTED, WEIGHED_FIGURES
from strategist.model.position import Moves, kind_of
from strategist.model.tree import Claims, DecisionTree, Figure
from strategist.model.trees.figures import mass_of_plays, solved_masses
from strategist.show.texts.kind_words import wording_of
from strategist.show.texts.names import said

EXPECTED_HEADS = {"expected_questions": EXPECTED.name, "expected_cost": "cost"}
"""The expected values of :func:`weighed_record`, each with the head of its column."""
_MOST_CLASSES = 12


def expected_questions(game: Rules, claims: Claims) -> Fraction | None:
    """The expected guesses for a solved secret under the chances, or where answers err, for any; None without chances
    or costs, or if none is solved.

    >>> from dataclasses import replace
    >>> from strategist.games.catalog import make_game
    >>> from strategist.model.tree import Weighed
    >>> game, plain = make_game("pools(2)"), Claims.of([1, 1], 0)
    >>> print(expected_questions(game, plain), expected_questions(game, replace(plain, weighed=Weighed(4, 5, 9))))
    None 5/4
    """
    weighed = claims.weighed
    if not isinstance(game, Game) or weighed is None or not weighed.mass:
        return None
    return Fraction(weighed.questions, mass_of_plays(game, weighed))


def expected_cost(game: Rules, claims: Claims) -> Fraction | None:
    """The expected cost of the guesses for a solved secret under the chances; None if questions have no costs."""
    weighed = claims.weighed
    if not isinstance(game, Game) or not game.priced or weighed is None or not weighed.mass:
        return None
    return Fraction(weighed.expected, weighed.mass) * game.cost_unit


def lost_chance(claims: Claims) -> Fraction:
    """The probability that the secret is lost."""
    weighed = claims.weighed
    return Fraction(0) if weighed is None else Fraction(weighed.lost, max(1, weighed.mass + weighed.lost))


def amount(value: Fraction) -> str:
    """A number in reports: three decimals, or four digits of a small one.

    >>> amount(Fraction(7, 3)), amount(Fraction(1, 3000))
    ('2.333', '0.0003333')
    """
    return f"{float(value):.3f}" if value >= 1 or not value else f"{float(value):.4g}"


def per_cent(share: Fraction) -> str:
    """A part of a whole: one decimal, or two digits of a small one.

    >>> per_cent(Fraction(1, 8)), per_cent(Fraction(1, 3000)), per_cent(Fraction(0))
    ('12.5 %', '0.033 %', '0.0 %')
    """
    percent = 100 * float(share)
    return f"{percent:.1f} %" if percent >= 1 or not percent else f"{percent:.2g} %"


def weighed_text(game: Rules, claims: Claims) -> str:
    """The figures under chances and costs, to be appended to a line of figures; empty without either."""
    questions, cost = expected_questions(game, claims), expected_cost(game, claims)
    if questions is None or not (isinstance(game, Game) and game.uneven):
        return ""
    at = "" if cost is None else f" at a cost of {amount(cost)}"
    chances = isinstance(game, Game) and game.weights is not None
    under = "expected under the chances" if chances else "on average"
    lost = f", lost {per_cent(lost_chance(claims))} of the chances" if chances and claims.lost else ""
    worst = "" if claims.worst_cost is None else f", cost {path_text(game, claims.worst_cost)} at worst"
    return f"; {amount(questions)} {plural(game.move_noun)}{at} {under}{lost}{worst}"


def weighed_record(game: Rules, claims: Claims) -> dict[str, Any]:
    """The JSON object of the figures under chances and costs, with exact numbers and units; empty without either."""
    weighed = claims.weighed
    if weighed is None or not isinstance(game, Game) or not game.uneven:
        return {}
    questions, cost = expected_questions(game, claims), expected_cost(game, claims)
    return {
        "expected_questions": None if questions is None else float(questions),
        "expected_cost": None if cost is None else float(cost),
        **({} if claims.worst_cost is None else {"worst_cost": float(claims.worst_cost * game.cost_unit)}),
        "lost_chance": float(lost_chance(claims)),
        **dict(zip(WEIGHED_FIGURES, map(in_json, astuple(weighed)), strict=True)),
        "chance_unit": str(game.weight_unit),
        "cost_unit": str(game.cost_unit),
    }


def in_json(value: Any) -> Any:
    """A figure in a JSON object: a text such as ``13/5`` where it is not a whole number; anything else is left alone.

    >>> from fractions import Fraction
    >>> in_json(13), in_json(Fraction(13, 5)), in_json(None)
    (13, '13/5', None)
    """
    return str(value) if isinstance(value, Fraction) else value


def rounding_lines(game: Rules) -> list[str]:
    """A line that says that chances or costs were rounded; no line where they are exact."""
    if not isinstance(game, Game) or game.digits is None:
        return []
    what = " and ".join(name for name, there in (("chances", game.weights), ("costs", game.costs)) if there is not None)
    places = f"{game.digits} decimal place{'s' if game.digits > 1 else ''}"
    whole = {"chances": "their sum", "costs": "the greatest"}.get(what, "their sum and of the greatest cost")
    return [f"{what} are rounded to {places} of {whole}"]


def path_text(game: Game, cost: int) -> str:
    """The text of what questions cost together, in the unit of the costs.

    >>> from strategist.games.catalog import make_game
    >>> path_text(make_game("comparisons(3,costs=0.5 1.5)"), 4)
    '2'
    """
    text = write_number(cost * game.cost_unit)
    return amount(cost * game.cost_unit) if "/" in text else text


def cost_text(game: Game, expected: Figure, mass: Figure) -> str:
    """The text of an expected cost per secret, in the unit of the costs: of the sum and the mass.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,2)")
    >>> game.weigh(costs=[Fraction("0.5"), Fraction("1.5")])
    >>> cost_text(game, 5, 2)
    '1.250'
    """
    return amount(Fraction(expected, mass) * game.cost_unit)


def mass_under(game: Game, tree: DecisionTree) -> list[Fraction]:
    """For each slot, the probability that a solved secret is solved there or below."""
    found = solved_masses(game, tree)
    for slot in range(len(tree) - 1, -1, -1):
        found[slot] += sum(found[tree.first_child[slot] : tree.first_child[slot + 1]])
    return [Fraction(mass, max(1, found[0])) for mass in found]


def likely(game: Game, secrets: Iterable[Code], moves: Moves = ()) -> list[Fraction | int]:
    """How likely each of some secrets is after some moves, in any unit: its weight times the chances of its answers.

    The secrets are among those left. Where an answer may be one of several, it makes those that seldom give it less
    likely; elsewhere the weights of the beginning stand.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,3)")
    >>> game.weigh(chances=[Fraction(5), Fraction(2), Fraction(3)])
    >>> likely(game, game.secrets[1:], [(0, 0)])
    [2, 3]
    """
    kind = kind_of(game)
    return [kind.weight_after(place, moves) for place in map(game.secrets.index, secrets)]


def chances_told(game: Game, secrets: Iterable[Code], moves: Moves = ()) -> bool:
    """Whether chances say anything of secrets: they have some from the beginning, or answers made them differ.

    >>> from strategist.games.catalog import make_game
    >>> chances_told(make_game("mastermind(1,2)"), [(0,), (1,)])
    False
    """
    return game.weights is not None or (wording_of(game).shifts and len(set(likely(game, secrets, moves))) > 1)


def masses(game: Game, guess: Code, secrets: Sequence[Code], moves: Moves = ()) -> dict[Response, Fraction]:
    """The probability of each response to a guess after some moves, if the secret is among the given ones.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,2)")
    >>> game.weigh(chances=[Fraction(1), Fraction(3)])
    >>> {game.format_response(response): str(part) for response, part in masses(game, (0,), game.secrets).items()}
    {'1b0w': '1/4', '0b0w': '3/4'}
    """
    found: dict[Response, Fraction | int] = {}
    for secret, weight in zip(secrets, likely(game, secrets, moves), strict=True):
        for answer in game.answers(guess, secret):
            found[answer.response] = found.get(answer.response, 0) + weight * answer.chance
    whole = sum(found.values())
    return {response: Fraction(mass, whole) for response, mass in found.items()}


def class_line(game: Game, secrets: Sequence[Code], moves: Moves = ()) -> str:
    """The number of the given secrets in each class, the likeliest first, with its probability after some moves if
    there are chances.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,3)")
    >>> game.classes, game.class_names = [0, 1, 1], ["odd", "other"]
    >>> class_line(game, game.secrets)
    'by class: other 2, odd 1'
    >>> game.weigh(chances=[Fraction(2), Fraction(1), Fraction(1)])
    >>> class_line(game, game.secrets)
    'by class: odd 1 (50.0 %), other 2 (50.0 %)'
    """
    sizes: Counter[int] = Counter()
    weights: dict[int, Fraction | int] = {}
    for secret, weight in zip(secrets, likely(game, secrets, moves), strict=True):
        kind = 0 if game.classes is None else game.classes[game.secrets.index(secret)]
        sizes[kind] += 1
        weights[kind] = weights.get(kind, 0) + weight
    whole, told = sum(weights.values()), chances_told(game, secrets, moves)
    names, parts = said(game), []
    for kind in sorted(sizes, key=lambda kind: (-weights[kind], kind)):
        part = f" ({per_cent(Fraction(weights[kind], whole))})" if told else ""
        parts.append(f"{names.kind(kind)} {sizes[kind]}{part}")
    more = len(parts) - _MOST_CLASSES
    return f"by class: {', '.join(parts[:_MOST_CLASSES])}" + (f" and {more} more" if more > 0 else "")


def shares(game: Game, secrets: Iterable[Code], moves: Moves = ()) -> list[Fraction]:
    """The probability of each of the given secrets after some moves if the secret is among them."""
    weights = likely(game, secrets, moves)
    whole = sum(weights)
    return [Fraction(weight, whole) for weight in weights]


def candidate_names(game: Game, secrets: Sequence[Code], moves: Moves = ()) -> list[str]:
    """The names of candidates after some moves as people read them, each with its chance if that says anything.

    Where an answer may be one of several, chances change with the answers: then the likeliest stand first.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,2)")
    >>> game.weigh(chances=[Fraction(1), Fraction(3)])
    >>> candidate_names(game, game.secrets)
    ['1 (25.0 %)', '2 (75.0 %)']
    """
    names = list(map(said(game).secret, secrets))
    if not chances_told(game, secrets, moves):
        return names
    parts = shares(game, secrets, moves)
    told = [(part, f"{name} ({per_cent(part)})") for part, name in zip(parts, names, strict=True)]
    if wording_of(game).shifts:
        told.sort(key=lambda each: -each[0])
    return [text for _, text in told]
