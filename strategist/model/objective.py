"""The objectives of a search: which figure of a tree each makes as small as it can be, and what it means to others.

An objective is one entry of :data:`OBJECTIVES`. How the search minimizes it stands in
:mod:`strategist.search.run.stages`. ``README.md`` in this folder is the guide to adding one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from operator import attrgetter

from strategist.common.errors import SpecError
from strategist.model.game import Game
from strategist.model.solitaire import AnyGame
from strategist.model.tariffs.by_levels import tariff_of_levels
from strategist.model.tariffs.price import NAME_OF_PRICE, figure_by_price
from strategist.model.tariffs.price import price_of as price_of
from strategist.model.tariffs.tariff import Tariff, read_tariff
from strategist.model.tree import Claims


class Unit(Enum):
    """What the whole numbers of an objective stand for, and so how reports write them."""

    COUNT = "guesses, or secrets"
    COST = "weights of secrets times costs of questions: reports divide by the weight of all secrets"
    LEVELS = "secrets at each level, by a tariff for which more at a deeper level outweigh all others"
    PRICE = "what a tariff counts for secrets: reports add the average over all of them"
    CHANCE = "weights of secrets, told as a part of all of them; secrets, in a game without chances"
    PATH = "what the questions of one play cost: reports write it as costs were given"
    SHARE = "parts of the weight of all secrets, as many of each as the name of the objective says"


@dataclass(frozen=True, kw_only=True)
class Objective:
    """What the places that meet an objective need to know of it."""

    name: str
    """Its name in ``optimal(…)``, in files, in reports and in traces."""
    figure: Callable[[Claims], int]
    """What a tree comes to: the figure that a lower bound is compared with."""
    lost: Callable[[Claims], int] | None = None
    """The number or the weight of the lost secrets, if each counts like one found a guess after the last turn. None if
    the objective does not count them so."""
    unit: Unit = Unit.COUNT
    needs: str = ""
    """What a bound says of every strategy, after ``every strategy``, with ``{bound}`` and ``{nouns}`` (guesses or
    questions); empty if no certificate states it."""
    certified: int | None = None
    """The lowest version of a certificate that can state a bound; None for none."""
    loses: bool = False
    """Whether its trees may lose secrets: it is the first objective then."""
    errs: bool = False
    """Whether its trees may name a wrong class, which loses the secret; else secrets are lost in games with turns."""
    alone: bool = False
    """Whether no other objective may stand beside it."""
    behind: tuple[str, str] | None = None
    """The objective that has to stand before it, and why. Alone, such an objective has no bound."""
    even: str | None = None
    """The objective that it is in a game without chances and costs; None for itself."""
    in_rounds: bool = False
    """Whether ``width=`` limits the search for its trees."""
    tariff: Callable[[str, Game, int, int], Tariff] | None = None
    """The tariff by which the guesses of a tree count, where it is one: for what stands behind ``=`` in the name, a
    game, a number of secrets, and the most levels of a tree. ``figure`` is given by :func:`objective_in` then."""
    numbered: Callable[[str], Callable[[Claims], int] | None] | None = None
    """The figure of a tree for what stands behind ``=`` in the name, where that alone decides; None for what nobody
    writes there."""
    refusal: Callable[[Game, Sequence[str], bool], str] | None = None
    """Why it means nothing, or not one thing, in a game, in this list of objectives, with ``max_depth`` or without;
    empty if there is no reason. None if there never is one."""

    def value(self, claims: Claims, turns: int) -> int:
        """What the search minimizes: the figure of a tree, with what its lost secrets count.

        >>> TOTAL.value(Claims.of([1, 4], lost=2), turns=2), LOST.value(Claims.of([1, 4], lost=2), turns=2)
        (15, 2)
        """
        return self.figure(claims) + (0 if self.lost is None else self.lost(claims) * (turns + 1))


def _refusal_of_worst(game: Game, listed: Sequence[str], limited: bool) -> str:
    if game.several:
        return f"the objective worst needs a secret at one leaf, and answers may be one of several in {game.spec}"
    return f"expected {WORST.name} without {SIZE.name}" if SIZE.name in listed else ""


def _refusal_of_size(game: Game, listed: Sequence[str], limited: bool) -> str:
    return f"the objective size needs a game that does not restrict guesses, got {game.spec}" if game.restricts else ""


def _refusal_of_lost(game: Game, listed: Sequence[str], limited: bool) -> str:
    if game.turns is None and game.erring is None:
        return f"the objective lost needs a game with turns, as in turns=6, got {game.spec}"
    # The search for keys counts classes that are lost, other searches only secrets.
    if game.classes is not None and not game.several:
        return f"expected a game without classes for the objective lost, got {game.spec}"
    if listed[0] != LOST.name and game.erring is None:
        return f"expected lost before the other objectives, got {','.join(listed)}"
    if limited:
        return "expected lost without max_depth: the turns of the game are the limit"
    if EXPECTED.name in listed and game.costs is not None:
        return f"expected a game without costs of questions for {','.join(listed)}, got {game.spec}"
    return ""


TOTAL = Objective(
    name="total",
    figure=attrgetter("total"),
    lost=attrgetter("lost"),
    needs="needs a total of at least {bound} {nouns}",
    certified=1,
    in_rounds=True,
)
DEPTH = Objective(
    name="depth",
    figure=attrgetter("depth"),
    needs="needs {bound} {nouns} at worst",
    certified=1,
)
WORST = Objective(
    name="worst",
    figure=attrgetter("worst_count"),
    behind=(DEPTH.name, "which counts secrets that need the full depth"),
    refusal=_refusal_of_worst,
)
EXPECTED = Objective(
    name="expected",
    figure=attrgetter("expected"),
    lost=attrgetter("lost_weight"),
    unit=Unit.COST,
    needs="needs an expected cost of at least {bound}",
    certified=2,
    even=TOTAL.name,
    in_rounds=True,
)
SIZE = Objective(
    name="size",
    figure=attrgetter("size"),
    needs="needs a key of at least {bound} {nouns}",
    certified=4,
    refusal=_refusal_of_size,
)
LOST = Objective(
    name="lost",
    figure=attrgetter("lost_weight"),
    unit=Unit.CHANCE,
    needs="loses at least {bound}",
    certified=2,
    loses=True,
    refusal=_refusal_of_lost,
)

STATIC = Objective(
    name="static",
    figure=attrgetter("asked"),
    needs="that asks all {nouns} at once needs at least {bound}",
    certified=6,
    alone=True,
)


def _refusal_of_tariff(game: Game, listed: Sequence[str], limited: bool) -> str:
    name = listed[0]
    if game.announces or game.doubtful:
        return f"the objective {name} needs a game that ends with the secret as a guess, got {game.spec}"
    if game.costs is not None:
        return f"expected a game without costs of questions for the objective {name}, got {game.spec}"
    return ""


LEXICOGRAPHIC = Objective(
    name="lexicographic",
    figure=attrgetter("histogram"),
    unit=Unit.LEVELS,
    needs="needs, from the deepest level on, at least {bound}",
    certified=2,
    alone=True,
    tariff=lambda _, game, secrets, depth: tariff_of_levels(game, secrets, depth),
    refusal=_refusal_of_tariff,
)
COST = Objective(
    name="cost=",
    figure=attrgetter("histogram"),
    unit=Unit.PRICE,
    needs="needs a cost of at least {bound}",
    certified=2,
    alone=True,
    in_rounds=True,
    tariff=lambda numbers, game, secrets, depth: read_tariff(numbers.replace(_BETWEEN, ",")),
    refusal=_refusal_of_tariff,
)
_BETWEEN = ":"


def _refusal_of_price(game: Game, listed: Sequence[str], limited: bool) -> str:
    return "" if game.classes is not None else f"the objective {listed[0]} needs a game with classes, got {game.spec}"


PRICE = Objective(
    name=NAME_OF_PRICE,
    figure=attrgetter("size"),
    unit=Unit.SHARE,
    needs="errs, with the price of its {nouns}, by at least {bound}",
    certified=4,
    loses=True,
    errs=True,
    alone=True,
    numbered=figure_by_price,
    refusal=_refusal_of_price,
)
"""The least error of a tree that names classes: the share of the weight of all secrets whose class it gets wrong, and a
price for each question of the tree."""

WORST_COST = Objective(
    name="worst-cost",
    figure=attrgetter("worst_cost"),
    unit=Unit.PATH,
    needs="needs a cost of {bound} at worst",
    certified=8,
    alone=True,
    even=DEPTH.name,
)

OBJECTIVES = {
    each.name: each
    for each in (TOTAL, DEPTH, WORST, EXPECTED, WORST_COST, SIZE, LOST, STATIC, LEXICOGRAPHIC, COST, PRICE)
}
"""All objectives by name, in the order in which messages list them."""


def needs_masses(game: Game, objective: str) -> bool:
    """Whether a bound of an objective is one of keys: positions of a game where a secret may give one of several
    answers, or for ``size``. Certificates state those in version 4 alone.

    >>> from strategist.games.catalog import make_game
    >>> needs_masses(make_game("mastermind"), "total"), needs_masses(make_game("mastermind"), "size")
    (False, True)
    """
    return game.several or objective == SIZE.name or price_of(objective) is not None


BY_PATHS = (TOTAL.name, DEPTH.name, EXPECTED.name, WORST_COST.name)
"""The objectives that may be costs of paths."""


def by_paths(game: Game, objective: str) -> bool:
    """Whether a bound of an objective is one of the costs of paths: where answers have costs or limits, or the greatest
    cost counts. Certificates state those in version 8 alone.

    >>> from strategist.games.catalog import make_game
    >>> by_paths(make_game("comparisons(8,limit=yes:2)"), "total"), by_paths(make_game("comparisons(8)"), "total")
    (True, False)
    """
    return bool(game.limits) or game.answer_costs is not None or objective == WORST_COST.name


def needs_size(objectives: Sequence[str]) -> bool:
    """Whether figures of some objectives need the number of questions of a tree, which no file keeps.

    >>> needs_size(["size", "total"]), needs_size(["price=0.01"]), needs_size(["total"])
    (True, True, False)
    """
    return any(each == SIZE.name or price_of(each) is not None for each in objectives)


AVERAGE = "average"
FIGURES = (TOTAL.name, AVERAGE, DEPTH.name, "worst_count", LOST.name)
"""The figures that reports tell of a tree, in their order: keys of JSON objects, and attributes of
:class:`~strategist.model.tree.Claims`."""
KEPT_FIGURES = tuple(name for name in FIGURES if name != AVERAGE)
"""Those that a strategy file holds. The average follows from them."""
WEIGHED_FIGURES = ("mass", "questions", EXPECTED.name, "lost_mass")
"""The fields of :class:`~strategist.model.tree.Weighed` in their order, as files and JSON objects name them."""


def named_cost(numbers: str) -> str:
    """The name of the objective of a cost for each number of guesses, in files and reports.

    >>> named_cost("1,2,3,20")
    'cost=1:2:3:20'
    """
    listed = map(str, read_tariff(numbers).listed)
    return f"{COST.name}{_BETWEEN.join(listed)}"


def _parted(name: str) -> tuple[str, str]:
    """The name of an objective in :data:`OBJECTIVES`, and the numbers that may stand behind it."""
    head, sign, numbers = name.partition("=")
    return head + sign, numbers


def objective_kind(name: str) -> Objective:
    """What is known of an objective of this name in all games.

    >>> objective_kind("cost=1:2:3:20").name
    'cost='
    """
    return OBJECTIVES[_parted(name)[0]]


def _is_canonical(name: str, numbers: str) -> bool:
    """Whether :func:`named_cost` writes the name of a cost of these numbers so."""
    try:
        return named_cost(numbers.replace(_BETWEEN, ",")) == name
    except SpecError:
        return False


def objective_in(game: AnyGame, name: str, made: int = 0) -> Objective | None:
    """The objective of a name for trees of a game that begin after ``made`` guesses; None for an unknown one.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3)")
    >>> found = objective_in(game, named_cost("1,2,10"))
    >>> found.name, found.figure(Claims.of([1, 4, 4], lost=0)), objective_in(game, "beauty")
    ('cost=1:2:10', 49, None)
    """
    kind, numbers = _parted(name)
    known = OBJECTIVES.get(kind)
    if known is not None and known.numbered is not None:
        by_number = known.numbered(numbers)
        return None if by_number is None else replace(known, name=name, figure=by_number)
    if known is None or known.tariff is None or not isinstance(game, Game):
        return known if name == kind else None
    if (known is COST) != bool(numbers) or (numbers and not _is_canonical(name, numbers)):
        return None
    make = known.tariff

    def figure(claims: Claims) -> int:
        return make(numbers, game, claims.secrets, claims.depth).sum_over(claims, made if known is COST else 0)

    return replace(known, name=name, figure=figure)


def tariff_in(game: Game, name: str, secrets: int, depth: int, made: int) -> tuple[int, ...]:
    """What each guess of a tree of up to ``depth`` levels counts for each secret, if an objective is a tariff: the
    first that is made after ``made`` others, the second, ...; nothing if it is none.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3)")
    >>> tariff_in(game, "lexicographic", 9, 3, 0), tariff_in(game, "cost=1:2:10", 9, 3, 1)
    ((0, 1, 4), (1, 8))
    """
    known = objective_kind(name)
    if known.tariff is None:
        return ()
    return known.tariff(_parted(name)[1], game, secrets, depth).steps(made if known is COST else 0)


def refusal_of_tariff(game: Game, name: str) -> str:
    """Why an objective cannot be one of a game, if it is a tariff; nothing if it can be, or is none.

    >>> from strategist.games.catalog import make_game
    >>> refusal_of_tariff(make_game("mastermind(2,3)"), "lexicographic")
    ''
    """
    return "" if objective_kind(name).tariff is None else _refusal_of_tariff(game, [name], False)


def figure_of(objective: str, claims: Claims, game: AnyGame, made: int = 0) -> int | None:
    """The figure of a tree that an objective makes as small as it can be; None for an unknown objective.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3)")
    >>> figure_of("depth", Claims.of([1, 4, 4], lost=0), game), figure_of("beauty", Claims.of([1], lost=0), game)
    (3, None)
    """
    known = objective_in(game, objective, made)
    return None if known is None else known.figure(claims)


def objectives_in(objective: str | None) -> list[str]:
    """The names in what a file says was minimized, without the restrictions that may stand behind them; one empty name
    where nothing was.

    >>> objectives_in("total,depth max_depth=5"), objectives_in(None)
    (['total', 'depth'], [''])
    """
    return (objective or "").partition(" ")[0].split(",")


def certifiable(version: int) -> tuple[str, ...]:
    """The objectives whose bounds a certificate of this version can state.

    >>> certifiable(1)
    ('total', 'depth')
    """
    return tuple(each.name for each in OBJECTIVES.values() if each.certified is not None and each.certified <= version)


def head_of(figure: str) -> str:
    """The name of a figure in text.

    >>> head_of("worst_count")
    'worst count'
    """
    return figure.replace("_", " ")
