"""What tables refuse and take where signs for several states are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from strategist import compile_strategy, make_game
from strategist.common.errors import SpecError


@pytest.mark.parametrize("more", ["", ",turns=2"])
def test_secrets_that_are_alike_are_refused_where_each_cell_holds_one_answer(tmp_path: Path, more: str) -> None:
    """``?`` is the only answer of its question: no cell holds several, and nobody tells a from b."""
    file = tmp_path / "t.csv"
    file.write_text(",a,b,c\nq,x,x,y\nr,?,?,?\n")
    with pytest.raises(SpecError, match=r"no question (tells|is sure to tell) a and b apart"):
        make_game(f"table({file},goal=identify,several=/,unknown=?{more})")
    data = compile_strategy(make_game(f"table({file},goal=narrow,several=/,unknown=?{more})"), "entropy").data
    assert data.claims.histogram == (3,)


def test_digits_round_the_chances_of_states(tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    file.write_text(",a,b,c\nq,x,x:1/y:2,y\nr,u,v,u\n")
    games = [make_game(f"table({file},goal=identify,several=/{more})") for more in ("", ",digits=2")]
    assert [str(game.answers(0, game.secrets[1])[0].chance) for game in games] == ["1/3", "33/100"]
    assert len({game.fingerprint() for game in games}) == 2
