"""Each objective has a stage, and a new one takes an entry in each of two registries."""

from __future__ import annotations

import pytest
from bothways import result, searched
from cases import stakes_case

from strategist import compile_strategy
from strategist.common.errors import SpecError
from strategist.files.strategy import decode, encode
from strategist.model.objective import OBJECTIVES, PRICE, SIZE, STATIC, WORST_COST, Objective
from strategist.search.run.stages import STAGES, Counts, summed
from strategist.show.reports.report import bound_line


def test_each_objective_has_a_stage() -> None:
    # Questions of a tree are counted by the search for several answers, and those asked all at once have their own, as
    # have the least error and the costs of paths.
    apart = (SIZE.name, STATIC.name, PRICE.name, WORST_COST.name)
    assert list(STAGES) == [name for name in OBJECTIVES if name not in apart]


@pytest.fixture
def effort(monkeypatch: pytest.MonkeyPatch) -> None:
    """The objective of the guide: the guesses and the costs of the questions together."""
    name = "effort"
    told = Objective(name=name, figure=lambda claims: claims.total + claims.expected)
    monkeypatch.setitem(OBJECTIVES, name, told)
    monkeypatch.setitem(STAGES, name, summed(Counts(unit=1, scale=1)))


@pytest.mark.usefixtures("effort")
@pytest.mark.parametrize("objectives", ["effort", "effort,depth", "depth,effort", "total,effort", "effort,expected"])
def test_a_new_objective_is_minimized(objectives: str) -> None:
    for number in range(6):
        strategy = searched(f"optimal({objectives})", stakes_case(number).game)
        assert result(strategy) == result(strategy, plain=True), stakes_case(number)


@pytest.mark.usefixtures("effort")
def test_a_new_objective_is_told_and_kept() -> None:
    game = next(game for number in range(50) if (game := stakes_case(number).game).costs is not None)
    data = compile_strategy(game, "optimal(effort)").data
    assert encode(decode(encode(data), game)) == encode(data)
    assert data.bounded_figure == data.lower_bound == data.claims.total + data.claims.expected
    assert bound_line(data).startswith(f"claimed optimal: effort; proven {data.lower_bound} ")
    with pytest.raises(SpecError, match=r"^no certificate states a bound of effort, got optimal\(effort\)$"):
        compile_strategy(game, "optimal(effort)", certificate=True)
