"""Write certificates of version 6: the tree of sets of questions that refutes a number of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from strategist.files.certificate import Certificate
from strategist.files.columns import column
from strategist.files.versions.set_columns import QuestionSets
from strategist.model.game import Game, History
from strategist.search.certify.certify import Certified, begin_anew
from strategist.search.certify.prover import NOT_WRITTEN
from strategist.search.state.options import Options
from strategist.search.tasks.supervise import StopSignal, supervise


@dataclass
class RefutedSet:
    """A set of questions that was refuted: the question that it adds to the one above, the two candidates that no
    question of it tells apart, or some such pairs with weights, neither if counting is enough; and the sets below."""

    question: int
    pair: tuple[int, int] | None = None
    weights: list[tuple[int, int, int]] = field(default_factory=list)
    """Two candidates, the lower one first, and the weight of the pair."""
    below: list[RefutedSet] = field(default_factory=list)


@dataclass(frozen=True)
class SetProof:
    """What refutes a number of questions: the empty set, with all sets below it, and the permutations of candidates up
    to which they were tried, of which so many ``products`` were made."""

    top: RefutedSet
    symmetries: Sequence[Sequence[int]]
    products: int


def certify_sets(
    game: Game,
    start: History,
    candidates: Sequence[int],
    bound: int,
    prove: Callable[[Callable[[], object]], SetProof],
    brake: StopSignal,
    options: Options,
) -> Certified:
    """The certificate that fewer than ``bound`` questions do not tell all ``candidates`` apart, which are those that
    are left after ``start``. ``prove`` gets a function that it has to call now and then, and which may raise.

    ``brake`` is that of the search, which may have been stopped. Raises
    :class:`~strategist.common.errors.OutOfTimeError` if the time limit stops the writing, too.
    """
    brake = begin_anew(brake, options.time_limit)
    proof = supervise(lambda: prove(lambda: brake.heed(NOT_WRITTEN)), brake)
    return Certified(certificate_of_sets(game, start, candidates, bound, proof), 0)


def certificate_of_sets(
    game: Game, start: History, candidates: Sequence[int], bound: int, proof: SetProof
) -> Certificate:
    """The certificate of a proof: its sets breadth-first."""
    listed = [proof.top]
    for each in listed:
        listed += each.below
    pairs = [(0, 0) if each.pair is None else (candidates[each.pair[0]], candidates[each.pair[1]]) for each in listed]
    sets = QuestionSets(
        bound,
        column(len(each.below) for each in listed),
        column(each.question for each in listed),
        column(one for one, _ in pairs),
        column(other for _, other in pairs),
        tuple(map(column, proof.symmetries)),
        proof.products,
        column(len(each.weights) for each in listed),
        column(candidates[one] for each in listed for one, _, _ in each.weights),
        column(candidates[other] for each in listed for _, other, _ in each.weights),
        column(weight for each in listed for _, _, weight in each.weights),
    )
    return Certificate.of_sets(game, sets, start)
