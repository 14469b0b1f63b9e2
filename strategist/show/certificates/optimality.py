"""What a checked certificate proves, alone or of a tree: sentences and a JSON object."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from strategist.checking.pairing import bounded_from, moves_between, moves_of_reduction
from strategist.common.numbers import shown
from strategist.common.wording import counted, plural
from strategist.files.strategy import StrategyData
from strategist.model.objective import STATIC, Objective, Unit, objective_in
from strategist.model.tariffs.price import share_of
from strategist.model.tree import Claims, Figure
from strategist.model.trees.figures import with_more
from strategist.show.reports.report import record, summary
from strategist.show.texts.in_units import gap_text, text_in_unit, value_in_json
from strategist.show.texts.names import said
from strategist.show.texts.weighed import amount, cost_text, in_json, path_text, per_cent

if TYPE_CHECKING:
    from strategist.checking.proof import Check
    from strategist.checking.verify import Verification
    from strategist.files.certificate import Certificate


def optimality(
    certificate: Certificate, check: Check, data: StrategyData | None, verification: Verification | None
) -> tuple[bool, str]:
    """Whether a certificate holds and, if a tree is given, proves it optimal; with a sentence that says so.

    Raises :class:`~strategist.common.errors.StrategistError` if the tree and the certificate are for different games.
    """
    if data is not None:
        check = replace(check, bound=check.bound + moves_between(certificate, data))
    objective = _objective_of(certificate)

    def told(value: Figure) -> str:
        return _bound_text(certificate, value)

    under = _limits_of(certificate)
    claimed = claimed_bound(certificate, certificate.bound)
    bound = f"{claimed} ({counted(check.entries, certificate.listed)} checked)"
    if not check.proven:
        return False, f"not proven: that {bound.replace(' checked)', ' listed)')}"
    if data is None or verification is None:
        return True, f"proven: {bound}"
    claims = with_more(verification.claims, certificate.game, data.tree, [objective.name])
    if objective is STATIC and claims.asked is None:
        return False, f"proven: {bound}; but questions of the tree of {data.strategy} depend on answers"
    reached = objective.figure(claims)
    if not verification.verified:
        return False, f"proven: {bound}; but the tree of {data.strategy} does not verify"
    tree = f"the tree of {data.strategy} comes to that ({summary(claims)})"
    if claims.lost and not objective.loses:
        return False, f"proven: {bound}; but the tree of {data.strategy} loses {counted(claims.lost, 'secret')}"
    if not _keeps(certificate, data, claims):
        return False, f"proven: {bound}; but the tree of {data.strategy} is not{under}"
    if reached != check.bound:
        more = reached - check.bound
        whole = gap_text(more, check.bound)
        if objective.unit is not Unit.PRICE:
            whole = whole.replace(str(more), told(more), 1)
        gap = "" if objective.unit is Unit.LEVELS else f", gap {whole}"
        gap = f"{'loses' if objective.loses else 'needs'} {told(reached)}{gap}"
        return False, f"proven: {bound}; the bound holds, but the tree of {data.strategy} {gap}: not proven optimal"
    return True, f"optimal in {objective.name}: {bound}, and {tree}"


def _objective_of(certificate: Certificate) -> Objective:
    """The objective of a certificate, which its form says is known."""
    found = objective_in(certificate.game, certificate.objective, len(certificate.start))
    assert found is not None
    return found


def claimed_bound(certificate: Certificate, bound: Figure) -> str:
    """A sentence on what a certificate with this bound proves of every strategy."""
    game, objective = certificate.game, _objective_of(certificate)
    told = _bound_text(certificate, bound)
    if objective.unit is Unit.CHANCE:
        told = counted(bound, "secret") if game.weights is None else f"{told} of the chances"
    start = f" after {game.format_history(certificate.start)}" if certificate.start else ""
    needs = objective.needs.format(bound=told, nouns=plural(game.move_noun))
    moves = moves_of_reduction(certificate)
    whole = f", and {bound + moves} from the beginning" if moves else ""
    return f"every strategy for {game.spec}{start}{_limits_of(certificate)} {needs}{whole}"


def _bound_text(certificate: Certificate, value: Figure) -> str:
    """A bound in the unit that reports use."""
    game, unit = certificate.game, _objective_of(certificate).unit
    if unit is Unit.COUNT or (unit is Unit.CHANCE and game.weights is None):
        return shown(value)
    if unit is Unit.PATH:
        return path_text(game, int(value))
    if unit in (Unit.PRICE, Unit.LEVELS):
        return text_in_unit(game, unit, secrets_of(certificate), value)
    among = map(game.secrets.index, game.consistent(certificate.start)) if certificate.start else None
    mass = sum(map(game.weight_of, among or range(len(game.secrets))))
    if unit is Unit.SHARE:
        return amount(share_of(certificate.objective, value, mass))
    return cost_text(game, value, mass) if unit is Unit.COST else per_cent(Fraction(value) / mass)


def secrets_of(certificate: Certificate) -> int:
    """The number of secrets at the beginning of a certificate."""
    return len(certificate.game.consistent(certificate.start)) if certificate.start else len(certificate.game.secrets)


def certified_bound(certificate: Certificate, bound: Figure) -> Any:
    """A bound of a certificate in a JSON object: see :func:`~strategist.show.texts.in_units.value_in_json`."""
    if _objective_of(certificate).unit is not Unit.LEVELS:
        return in_json(bound)
    return value_in_json(certificate.game, certificate.objective, secrets_of(certificate), bound)


def _limits_of(certificate: Certificate) -> str:
    """The limits under which the bound of a certificate holds, after a blank; empty if there are none."""
    left, first, game = certificate.left, certificate.first, certificate.game
    parts = [f" within {counted(left, game.move_noun)}"] if left is not None else []
    parts += [f" beginning with {said(game).code(game.guesses[first])}"] if first is not None else []
    return "".join(parts)


def _keeps(certificate: Certificate, data: StrategyData, claims: Claims) -> bool:
    """Whether a tree keeps the limits of a certificate."""
    begins = certificate.first is None or data.tree.guesses[0] == certificate.first
    return begins and (certificate.left is None or claims.depth <= certificate.left)


def optimality_record(
    certificate: Certificate, check: Check, data: StrategyData | None, verification: Verification | None
) -> dict[str, Any]:
    """The JSON object of a check of a certificate."""
    proven, sentence = optimality(certificate, check, data, verification)
    start = certificate.start if data is None else data.start
    check = bounded_from(certificate, check, start)
    found: dict[str, Any] = {
        "game": certificate.game.spec,
        "start": certificate.game.format_history(start),
        "objective": certificate.objective,
        "lower_bound": certified_bound(certificate, check.bound),
        "entries": check.entries,
        "proven": check.proven,
        "problems": check.problems,
        "sentence": sentence,
    }
    if data is not None and verification is not None:
        found |= {"optimal": proven, "verified": verification.verified, "tree": record(data, verification.claims)}
    return found
