"""A certificate of the least depth behind a history to which the rules reduce the whole game.

:meth:`Game.reductions <strategist.model.game.Game.reductions>` says why each of the k moves there costs one guess: what
the certificate states holds from the beginning, too, with k guesses more. What has to be believed beyond the
certificate is that argument, and that the history is one of those that the rules of the game name.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from strategist.checking.proof import Check
from strategist.model.objective import DEPTH

if TYPE_CHECKING:
    from strategist.files.certificate import Certificate
    from strategist.model.game import History


def moves_of_reduction(certificate: Certificate, start: History = ()) -> int:
    """How many guesses more a certificate proves of every strategy from ``start`` on than behind its own history: 0
    where that is no reduction from there.

    >>> import strategist
    >>> compiled = strategist.compile_strategy("mastermind(3,8,feedback=black)", "optimal(depth)", certificate=True)
    >>> certificate = compiled.prove()
    >>> certificate.bound, moves_of_reduction(certificate), compiled.depth
    (5, 5, 10)
    """
    limited = certificate.left is not None or certificate.first is not None
    if start or not certificate.start or limited or certificate.objective != DEPTH.name:
        return 0
    return len(certificate.start) if certificate.start in certificate.game.reductions() else 0


def bounded_from(certificate: Certificate, check: Check, start: History) -> Check:
    """The result of a check with the bound that it proves of every strategy from ``start`` on."""
    return replace(check, bound=check.bound + moves_of_reduction(certificate, start))
