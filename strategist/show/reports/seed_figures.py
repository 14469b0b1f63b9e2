"""The figures of a strategy under several seeds, as a table, lines and a JSON object."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from rich.table import Table

from strategist.common.wording import counted
from strategist.model.objective import AVERAGE, DEPTH, LOST, TOTAL
from strategist.search.advice.seeds import Spread
from strategist.show.texts.histogram_lines import histogram_lines
from strategist.show.texts.weighed import EXPECTED_HEADS, expected_cost, expected_questions

if TYPE_CHECKING:
    from strategist.search.advice.seeds import Draws


def draws_record(draws: Draws) -> dict[str, Any]:
    """The JSON object of one strategy under several seeds.

    ``expected_questions`` and ``expected_cost`` are given for games with chances or costs. ``histogram``, ``known`` and
    ``lost`` count the secrets of all trees; ``shares`` are the parts of them that are solved at each guess. ``depths``
    says how many trees have each depth. A single seed has no ``deviation``.
    """
    pooled, average = draws.pooled, draws.average
    return {
        "game": draws.strategy.game.spec,
        "strategy": draws.strategy.spec,
        "secrets": draws.claims[0].secrets,
        "first_seed": draws.seeds.start,
        "seeds": len(draws.seeds),
        TOTAL.name: draws.total._asdict(),
        AVERAGE: None if average is None else average._asdict(),
        **{name: spread._asdict() for name, (spread, _) in _weighed(draws).items()},
        "depths": {str(depth): count for depth, count in draws.depths.items()},
        "histogram": list(pooled.histogram),
        "shares": [count / pooled.secrets for count in pooled.histogram],
        "known": pooled.known,
        LOST.name: pooled.lost,
    }


def draws_table(several: Iterable[Draws]) -> Table:
    """A table with one row per strategy: total and guesses per secret, each with its mean and its spread.

    Games with chances or costs add columns of expected values.
    """
    several = list(several)
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("strategy", overflow="fold")
    more = {name: head for draws in several for name, (_, head) in _weighed(draws).items()}
    weighed = [column for head in more.values() for column in (head, "spread")]
    for name in (TOTAL.name, "spread", "least", "most", AVERAGE, "spread", *weighed, DEPTH.name, LOST.name):
        table.add_column(name, justify="right")
    for draws in several:
        total, average = draws.total, draws.average
        least, *_, most = (*draws.depths, max(draws.depths))
        found = _weighed(draws)
        figures = [found[name][0] if name in found else None for name in more]
        table.add_row(
            draws.strategy.spec,
            f"{total.mean:.2f}",
            _deviation(total.deviation, 2),
            str(total.least),
            str(total.most),
            "-" if average is None else f"{average.mean:.4f}",
            "-" if average is None else _deviation(average.deviation, 4),
            *(text for spread in figures for text in _mean_and_deviation(spread)),
            str(least) if least == most else f"{least} to {most}",
            str(draws.pooled.lost),
        )
    return table


def _weighed(draws: Draws) -> dict[str, tuple[Spread, str]]:
    """The expected values under chances and costs, each with the head of its column; empty without either.

    Costs are per solved secret, in the unit in which they were written.
    """
    game = draws.strategy.game
    if not game.uneven:
        return {}
    columns = (
        [expected_questions(game, claims) for claims in draws.claims],
        [expected_cost(game, claims) for claims in draws.claims],
    )
    known = [[float(each) for each in values if each is not None] for values in columns]
    return {
        name: (Spread.of(values), head)
        for (name, head), values in zip(EXPECTED_HEADS.items(), known, strict=True)
        if len(values) == len(draws.claims)
    }


def _mean_and_deviation(spread: Spread | None) -> tuple[str, str]:
    return ("-", "-") if spread is None else (f"{spread.mean:.4f}", _deviation(spread.deviation, 4))


def _deviation(deviation: float | None, digits: int) -> str:
    return "-" if deviation is None else f"{deviation:.{digits}f}"


def draws_lines(draws: Draws) -> list[str]:
    """Lines of text: the number of trees of each depth, and the histogram of the secrets of all trees."""
    noun, seeds = draws.strategy.game.move_noun, len(draws.seeds)
    labels = [counted(depth, noun) for depth in draws.depths]
    wide = max(map(len, labels))
    return [
        f"{draws.strategy.spec}, at worst:",
        *(
            f"{label:<{wide}} {counted(count, 'seed'):>12} {count / seeds:>7.2%}"
            for label, count in zip(labels, draws.depths.values(), strict=True)
        ),
        "",
        f"{draws.strategy.spec}, all secrets of all seeds:",
        *histogram_lines(draws.pooled, noun, shares=True),
    ]
