"""Both bounds of the value of a game, the trees of a mixture and the codemaker's weights, as text and in JSON."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from strategist.checking.mixtures.bounds_of_value import MixtureVerification
from strategist.checking.proof import Check
from strategist.common.numbers import in_brief, shown
from strategist.common.wording import counted, percent_above, plural
from strategist.files.envelope import writer
from strategist.files.mixtures.equivalent import CLASS_NOUN, first_of_classes, sizes_of_classes
from strategist.files.mixtures.mixture import Mixture
from strategist.model.game import Game
from strategist.model.tree import Figure, exact
from strategist.show.moves.ranking_table import columns
from strategist.show.reports.report import summary
from strategist.show.texts.names import said
from strategist.show.texts.weighed import in_json

_MOST_LINES = 20
"""The most trees, and the most classes, that are listed as text."""


def value_sentence(game: Game, lower: Figure, upper: Figure) -> str:
    """The value of a game, or its bounds, in a sentence without a verb for who says so.

    >>> from strategist.games.catalog import make_game
    >>> value_sentence(make_game("mastermind(2,3)"), Fraction(29, 12), Fraction(29, 12))
    'the value of mastermind(pegs=2,colors=3) is 29/12 (2.417) guesses'
    >>> value_sentence(make_game("mastermind(2,3)"), 2, Fraction(5, 2))
    'the value of mastermind(pegs=2,colors=3) is between 2 and 5/2 (2.500) guesses, gap 25 %'
    """
    unit = plural(game.move_noun) if game.costs is None else "in expected cost"
    low, high = (shown(Fraction(each) * game.cost_unit) for each in (lower, upper))
    if lower == upper:
        return f"the value of {game.spec} is {low} {unit}"
    above = percent_above(upper, lower)
    gap = "" if above is None else f", gap {above:.2g} %"
    return f"the value of {game.spec} is between {low} and {high} {unit}{gap}"


def mixed_sentence(mixture: Mixture) -> str:
    """What a mixture of trees needs at most, in a sentence without a verb for who says so."""
    game = mixture.game
    unit = plural(game.move_noun) if game.costs is None else "in cost"
    trees, upper = counted(len(mixture.trees), "tree"), shown(mixture.upper * game.cost_unit)
    return f"{trees} for {game.spec}, whose mixture needs no more than {upper} {unit} on average, whatever is hidden"


def mixture_lines(mixture: Mixture, costs: Sequence[Fraction] = ()) -> list[str]:
    """The trees of a mixture with their chances, and the classes of secrets with the codemaker's; ``costs`` are what
    the mixture costs a secret of each class, where that is known."""
    return [*_tree_lines(mixture), *_class_lines(mixture, costs)]


def _tree_lines(mixture: Mixture) -> list[str]:
    whole = sum(mixture.weights)
    rows = [
        [f"{float(Fraction(weight, whole)):.2%}", in_brief(weight), summary(tree.claims)]
        for weight, tree in zip(mixture.weights, mixture.trees, strict=True)
    ]
    what = "tree" if mixture.game.code_symmetry is None else "tree, shuffled by a random symmetry"
    return _cut(columns([["chance", "weight", what], *rows], left=(2,)), "tree")


def _class_lines(mixture: Mixture, costs: Sequence[Fraction]) -> list[str]:
    game, names = mixture.game, said(mixture.game)
    sizes = sizes_of_classes(mixture.class_of)
    whole = sum(weight * size for weight, size in zip(mixture.hidden, sizes, strict=True))
    heads = ["chance", "weight", "secrets", "such as", *(["the mixture needs"] if costs else [])]
    rows = []
    for number, first in enumerate(first_of_classes(mixture.class_of)):
        weight, size = mixture.hidden[number], sizes[number]
        chance, name = f"{float(Fraction(weight * size, whole)):.2%}", names.secret(game.secrets[first])
        needs = [shown(costs[number] * game.cost_unit)] if costs else []
        rows.append([chance, in_brief(weight), str(size), name, *needs])
    return _cut(columns([heads, *rows], left=(3, 4)), CLASS_NOUN)


def _cut(lines: list[str], noun: str) -> list[str]:
    more = len(lines) - 1 - _MOST_LINES
    return lines if more <= 0 else [*lines[: _MOST_LINES + 1], f"and {counted(more, noun)} more"]


def provenance_line(mixture: Mixture, file: str, size: int) -> str:
    """Which file it is, of which format, and who wrote it."""
    trees, classes = counted(len(mixture.trees), "tree"), counted(len(mixture.hidden), CLASS_NOUN)
    return f"{file}: {size} bytes, {trees}, {classes} of secrets, format 1, written by {writer(mixture.generator)}"


def mixture_record(mixture: Mixture) -> dict[str, Any]:
    """The JSON object of what the file of a mixture claims. Weights and figures are exact."""
    game = mixture.game
    sizes = sizes_of_classes(mixture.class_of)
    firsts = first_of_classes(mixture.class_of)
    return {
        "mixture": True,
        "game": game.spec,
        "secrets": len(game.secrets),
        "lower": in_json(mixture.lower),
        "upper": in_json(mixture.upper),
        "exact": mixture.exact,
        "trees": [
            {"weight": weight, "total": in_json(tree.claims.total), "depth": tree.claims.depth}
            for weight, tree in zip(mixture.weights, mixture.trees, strict=True)
        ],
        "classes": [
            {"first": game.format_secret(game.secrets[first]), "secrets": size, "weight": weight}
            for first, size, weight in zip(firsts, sizes, mixture.hidden, strict=True)
        ],
        "generator": writer(mixture.generator),
    }


def check_record(mixture: Mixture, found: MixtureVerification, check: Check, lower: Figure) -> dict[str, Any]:
    """The JSON object of a check of both bounds."""
    proven, sentence = value_proven(mixture, found, check, lower)
    return verified_record(mixture, found) | {
        "entries": check.entries,
        "proven": proven,
        "lower_bound": in_json(lower),
        "problems": [*check.problems, *found.problems],
        "sentence": sentence,
    }


def value_proven(mixture: Mixture, found: MixtureVerification, check: Check, lower: Figure) -> tuple[bool, str]:
    """Whether a certificate and the trees of a mixture show the value, with a sentence that says so.

    ``lower`` is the bound of the certificate.
    """
    game = mixture.game
    checked = counted(check.entries, "position")
    if not check.proven:
        return False, f"not proven: that the value of {game.spec} is at least {shown(lower)} ({checked} listed)"
    if not found.verified or found.upper is None:
        return False, f"proven: the value of {game.spec} is at least {shown(lower)}; but the mixture does not verify"
    bounds = value_sentence(game, lower, found.upper)
    trees = counted(len(mixture.trees), "tree")
    if lower < mixture.lower:
        return False, f"proven: {bounds} ({checked} checked); but the file claims at least {shown(mixture.lower)}"
    if lower != found.upper:
        return False, f"proven: {bounds} ({checked} checked, {trees} replayed); the value itself is not proven"
    return True, f"proven: {bounds} ({checked} checked, {trees} replayed)"


def verified_record(mixture: Mixture, found: MixtureVerification) -> dict[str, Any]:
    """The JSON object of the replay of a mixture."""
    costs = [in_json(exact(cost)) for cost in found.costs]
    return mixture_record(mixture) | {"costs": costs, "verified": found.verified, "problems": found.problems}
