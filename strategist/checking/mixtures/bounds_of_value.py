"""Both bounds of the value of a game, from the file of a mixture and a certificate, by the rules alone.

*Upper bound.* The codebreaker draws a tree by its weight and maps its guesses by a random symmetry. Then a secret costs
what the secrets of its class cost on average in the tree, because its image under the random symmetry is any of them
with the same chance. So no codemaker makes it cost more than the dearest class. It has to be shown that the trees are
right, which :func:`~strategist.checking.verify.verify_strategy` does by playing, and that the symmetries are those of
the rules: every exchange of two neighbors must keep every response, and every cost.

*Lower bound.* Whatever the codebreaker does against the codemaker's weights, it costs at least as much as the best tree
does. That is what a certificate of ``expected`` states for the game with these weights as chances, and either checker
of certificates checks (:mod:`strategist.files.mixtures.whole_weights` tells of secrets without weight).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from strategist.checking.mixtures.symmetries_of_rules import problem_of_symmetries
from strategist.checking.verify import verify_strategy
from strategist.common.errors import SpecError, StrategyFileError
from strategist.files.certificate import Certificate
from strategist.files.mixtures.equivalent import class_of_each, sizes_of_classes
from strategist.files.mixtures.mixture import Mixture
from strategist.files.mixtures.secret_costs import cost_of_mixture, costs_of_classes, costs_of_secrets
from strategist.files.mixtures.whole_weights import bound_on_value, hiding
from strategist.model.game import Game
from strategist.model.objective import EXPECTED, TOTAL
from strategist.model.tree import Figure, exact

_MOST_PROBLEMS = 10


@dataclass(frozen=True)
class MixtureVerification:
    """What the replay of a mixture has found.

    Attributes
    ----------
    upper : int, Fraction or None
        What the mixture costs at most; None if a tree does not verify.
    costs : tuple of Fraction
        What a secret of each class costs.
    problems : list of str
        Every problem with the file; empty if it verifies.
    """

    upper: Figure | None
    costs: tuple[Fraction, ...] = ()
    problems: list[str] = field(default_factory=list)

    @property
    def verified(self) -> bool:
        """Whether every tree is right and the mixture costs what is claimed."""
        return not self.problems


def verify_mixture(
    mixture: Mixture, max_depth: int | None = None, progress: Callable[[int], object] | None = None
) -> MixtureVerification:
    """Replay every tree of a mixture against every secret, and reckon what the mixture costs.

    ``max_depth`` is the number of guesses within which every tree must find every secret. ``progress`` is called with
    the number of trees that are replayed.

    >>> from strategist.files.strategy import StrategyData
    >>> from strategist.games.catalog import make_game
    >>> from strategist.model.tree import Claims, DecisionTree
    >>> game = make_game("mastermind(1,2)")
    >>> tree = DecisionTree(guesses=[0, 1], masks=[0b11, 0b10], response_count=2)
    >>> trees = (StrategyData(game, "first", tree, Claims.of([1, 1], 0)),)
    >>> found = verify_mixture(Mixture(game, trees, weights=(1,), hidden=(1,), lower=1, upper=Fraction(3, 2)))
    >>> found.verified, found.upper, found.costs
    (True, Fraction(3, 2), (Fraction(3, 2),))
    """
    game = mixture.game
    problem = problem_of_symmetries(game)
    problems = [] if problem is None else [problem]
    for number, tree in enumerate(mixture.trees):
        found = verify_strategy(tree, max_depth)
        problems += [f"tree {number}: {problem}" for problem in found.problems]
        if progress is not None:
            progress(number + 1)
    if problems:
        return MixtureVerification(None, problems=problems[:_MOST_PROBLEMS])
    class_of = class_of_each(game)
    columns = [costs_of_classes(costs_of_secrets(game, each.tree), class_of) for each in mixture.trees]
    upper, costs = cost_of_mixture(columns, mixture.weights, sizes_of_classes(class_of))
    if upper != mixture.upper:
        problems.append(f"upper: the file claims {mixture.upper}, replaying gives {upper}")
    return MixtureVerification(exact(upper), tuple(costs), problems)


def lower_bound(mixture: Mixture, certificate: Certificate) -> Figure:
    """What the value is at least if a certificate holds; whether it does, the checkers of certificates tell.

    Raises :class:`~strategist.common.errors.StrategyFileError` unless the certificate is about every strategy for the
    game with the codemaker's weights as chances, or for the game alone where all secrets have the same weight.
    """
    game, weights = mixture.game, mixture.secret_weights
    even = len(set(weights)) == 1
    try:
        known = hiding(game, weights)
    except SpecError as error:
        raise StrategyFileError(f"header.classes: {error}") from None
    plain = even and _subject(certificate.game) == _subject(game)
    if not plain and _subject(certificate.game) != _subject(known):
        raise StrategyFileError(
            f"the certificate is for {certificate.game.spec} with other chances or codes: expected the chances of the "
            f"mixture for {game.spec}"
        )
    objectives = (EXPECTED.name, TOTAL.name) if even and game.costs is None else (EXPECTED.name,)
    limited = certificate.left is not None or certificate.first is not None or bool(certificate.start)
    if limited or certificate.objective not in objectives:
        raise StrategyFileError(
            f"expected a certificate of {EXPECTED.name} for every strategy from the beginning of the game, got one of "
            f"{certificate.objective}{' under restrictions' if limited else ''}"
        )
    return exact(bound_on_value(known, weights, int(certificate.bound)))


def _subject(game: Game) -> tuple[str, int, bytes, bytes | None]:
    """What makes two games the same: the name, the rules, the codes with their chances and costs, the data."""
    return game.spec, game.rules_version, game.fingerprint(), game.payload()
