"""Whether a certificate and a strategy file are for the same game, from the same position on, or the certificate from a
position to which the rules reduce the game (:mod:`~strategist.checking.reduced`).

Otherwise the bound of the certificate says nothing about the tree of the strategy. An attacker may choose the contents
of both files, so everything is compared: two files that agree in a part of a digest can be made on purpose.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from strategist.checking.reduced import moves_of_reduction
from strategist.common.errors import StrategyFileError
from strategist.common.quoting import quoted, shortened

if TYPE_CHECKING:
    from strategist.files.certificate import Certificate
    from strategist.files.strategy import StrategyData
    from strategist.model.game import History
    from strategist.model.solitaire import AnyGame


def refuse_unlike(certificate: Certificate, data: StrategyData) -> None:
    """Raise :class:`~strategist.common.errors.StrategyFileError` if the two differ, with the name of the field.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.files.certificate import Certificate
    >>> from strategist.files.versions.position_columns import Entries
    >>> from strategist.files.columns import column
    >>> from strategist.files.strategy import StrategyData
    >>> from strategist.model.tree import Claims, DecisionTree
    >>> game = make_game("mastermind(1,2)")
    >>> certificate = Certificate(game, "total", Entries(*(column([n]) for n in (0, 0, 0, 3, 0))))
    >>> tree, claims = DecisionTree(guesses=[0, 1], masks=[0b11, 0b10], response_count=2), Claims.of([1, 1], 0)
    >>> refuse_unlike(certificate, StrategyData(game, "first", tree, claims))
    >>> refuse_unlike(certificate, StrategyData(game, "first", tree, claims, start=game.parse_history("1:0b0w")))
    Traceback (most recent call last):
    ...
    strategist.common.errors.StrategyFileError: the files differ in start: the certificate has '', the strategy '1:0b0w'
    """
    one, other = _subject(certificate.game, certificate.start), _subject(data.game, data.start)
    for what, value in one.items():
        if value != other[what] and not (what == "start" and moves_of_reduction(certificate, data.start)):
            pair = f"the certificate has {_shown(value)}, the strategy {_shown(other[what])}"
            raise StrategyFileError(f"the files differ in {what}: {pair}")


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
