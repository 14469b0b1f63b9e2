"""Whether a certificate and a strategy file are for the same game, from the same position on, or the certificate from a
position to which the rules reduce the game.

Otherwise the bound of the certificate says nothing about the tree of the strategy. An attacker may choose the contents
of both files, so everything is compared: two files that agree in a part of a digest can be made on purpose.

A certificate of the least depth behind such a history holds from the beginning, too, with one guess more for each of
its moves: :meth:`Game.reductions <strategist.model.game.Game.reductions>` says why. What has to be believed beyond the
certificate is that argument, and that the history is one of those that the rules of the game name.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from strategist.checking.proof import Check
from strategist.common.errors import StrategyFileError
from strategist.common.quoting import quoted, shortened
from strategist.model.objective import DEPTH

if TYPE_CHECKING:
    from strategist.files.certificate import Certificate
    from strategist.files.strategy import StrategyData
    from strategist.model.game import History
    from strategist.model.solitaire import AnyGame


def moves_between(certificate: Certificate, data: StrategyData) -> int:
    """How many guesses more a certificate proves of a strategy than behind its own history: 0 where both begin at one
    position.

    Raises :class:`~strategist.common.errors.StrategyFileError` with the name of the field in which the two differ.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.files.certificate import Certificate
    >>> from strategist.files.versions.position_columns import Entries
    >>> from strategist.files.columns import column
    >>> from strategist.files.strategy import StrategyData
    >>> from strategist.model.tree import Claims, DecisionTree
    >>> game = make_game("mastermind(1,2)")
    >>> certificate = Certificate(game, "total", Entries(*(column([n]) for n in (0, 0, 0, 3, 0))))
    >>> tree, claims = DecisionTree(guesses=[0, 1], masks=[0b11, 0b10], response_count=2), Claims.of([1, 1], 0)
    >>> moves_between(certificate, StrategyData(game, "first", tree, claims))
    0
    >>> moves_between(certificate, StrategyData(game, "first", tree, claims, start=game.parse_history("1:0b0w")))
    Traceback (most recent call last):
    ...
    strategist.common.errors.StrategyFileError: the files differ in start: the certificate has '', the strategy '1:0b0w'
    """
    one, other = _subject(certificate.game, certificate.start), _subject(data.game, data.start)
    moves = moves_of_reduction(certificate, data.start)
    for what, value in one.items():
        if value != other[what] and not (what == "start" and moves):
            pair = f"the certificate has {_shown(value)}, the strategy {_shown(other[what])}"
            raise StrategyFileError(f"the files differ in {what}: {pair}")
    return moves


def _subject(game: AnyGame, start: History) -> dict[str, Any]:
    """The fields to compare: the game, its rules, codes and tables, and the position it starts from."""
    return {
        "game": game.spec,
        "rules": game.rules_version,
        "codes": game.fingerprint(),
        "data": game.payload(),
        "start": game.format_history(start),
    }


def _shown(value: Any) -> str:
    return shortened(value.hex()) if isinstance(value, bytes) else quoted(value)


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
