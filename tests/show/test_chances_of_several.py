"""What is told of chances where answers may be one of several: an answer changes how likely the secrets left are."""

from __future__ import annotations

from pathlib import Path

from strategist import compile_strategy, make_game, make_strategy
from strategist.search.advice.advise import advise
from strategist.search.compile.compile import start_for
from strategist.show.advice_lines import advice_lines, advice_record
from strategist.show.formats.key import key_text

TABLE = """taxon,petals,colour,family,odds
rose,4/5,red/white,R,3
lily,3/5,white,L,1
iris,3,red,L,2
"""


def test_no_chances_are_told_that_answers_have_changed(tmp_path: Path) -> None:
    file = tmp_path / "odds.csv"
    file.write_text(TABLE)
    game = make_game(f"table({file},goal=class,class=family,secrets=rows,chance=odds,several=/,narrow=alike)")
    strategy = make_strategy("optimal(expected)", game)
    advice = advise(game, strategy, start_for(game, strategy, game.parse_history("petals:5")))
    assert any(line.startswith("2 secrets left: rose lily") for line in advice_lines(advice))
    assert "  white  2 left" in advice_lines(advice) and "  red    1 left, R" in advice_lines(advice)
    assert not {"chances", "left_chances"} & set(advice_record(advice))
    assert "(0)" not in "".join(key_text(compile_strategy(game, strategy).data))
