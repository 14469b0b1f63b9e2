"""What is told of chances where answers may be one of several: an answer changes how likely the secrets left are."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

from fixtures.several_tables import several_table

from strategist import compile_strategy, make_game, make_strategy
from strategist.model.game import Game
from strategist.model.position import Several
from strategist.play.history import Record, left_lines
from strategist.search.advice.advise import Advice, advise
from strategist.search.compile.compile import start_for
from strategist.show.formats.key_as_text import key_text
from strategist.show.moves.advice_lines import advice_lines, advice_record
from strategist.show.texts.weighed import chances_told, class_line, masses, shares

TABLE = """taxon,petals,colour,family,odds
rose,4/5,red/white,R,3
lily,3/5,white,L,1
iris,3,red,L,2
"""


def flowers(folder: Path, options: str, columns: int = 5) -> Game:
    file = folder / "odds.csv"
    file.write_text("".join(",".join(line.split(",")[:columns]) + "\n" for line in TABLE.split()))
    return make_game(f"table({file},secrets=rows,several=/,{options})")


def advice_after(game: Game, answers: str) -> Advice:
    strategy = make_strategy("optimal(expected)", game)
    return advise(game, strategy, start_for(game, strategy, game.parse_history(answers)))


def test_chances_are_those_that_answers_have_left(tmp_path: Path) -> None:
    game = flowers(tmp_path, "goal=class,class=family,chance=odds,narrow=alike")
    # Rose has 3 of 4, and both give 5 half the time.
    advice = advice_after(game, "petals:5")
    assert "2 secrets left: rose (75.0 %) lily (25.0 %)" in advice_lines(advice)
    # Rose is white half the time, lily always.
    assert "  white  2 left, 62.5 %" in advice_lines(advice) and "  red    1 left, R, 37.5 %" in advice_lines(advice)
    found = advice_record(advice)
    assert found["chances"] == [0.75, 0.25] and found["left_chances"] == {"red": 0.375, "white": 0.625}
    assert "(0)" not in "".join(key_text(compile_strategy(game, "optimal(expected)").data))


def test_chances_that_were_equal_are_told_where_answers_made_them_differ(tmp_path: Path) -> None:
    game = flowers(tmp_path, "goal=narrow", columns=3)
    assert advice_lines(advice_after(game, ""))[0] == "3 secrets left: rose lily iris"
    # The likeliest stands first; in a JSON object chances stand in the order of the candidates.
    advice = advice_after(game, "colour:white")
    assert advice_lines(advice)[0] == "2 secrets left: lily (66.7 %) rose (33.3 %)"
    found = advice_record(advice)
    assert (found["candidates"], found["chances"]) == (["rose", "lily"], [1 / 3, 2 / 3])
    record = Record(game, game.parse_history("colour:white"))
    assert left_lines(game, record.candidates(), record.moves) == ["2 candidates left: lily (66.7 %) rose (33.3 %)"]


def test_classes_stand_with_their_chances(tmp_path: Path) -> None:
    game = flowers(tmp_path, "goal=class,class=family,narrow=alike", columns=4)
    assert class_line(game, game.secrets) == "by class: L 2, R 1"
    history = game.parse_history("colour:white")
    record = Record(game, history)
    assert class_line(game, record.candidates(), record.moves) == "by class: L 1 (66.7 %), R 1 (33.3 %)"


def test_chances_are_the_masses_of_the_position() -> None:
    told = 0
    for number in range(60):
        drawn, game = Random(f"chances {number}"), several_table(number)
        secret = drawn.choice(game.secrets)
        # Questions may be asked again; the answer is settled.
        asked = drawn.choices(range(game.question_count), k=drawn.randint(0, 3))
        given = {question: drawn.choice(game.answers(game.guesses[question], secret)).response for question in asked}
        moves = [(question, given[question]) for question in asked]
        left = Several(game).left(moves)
        assert left is not None
        secrets = [game.secrets[each] for each in left.candidates]
        assert shares(game, secrets, moves) == [Fraction(mass, left.mass) for mass in left.labels]
        for question in range(game.question_count):
            cells = Several(game).cells(left, question)
            parts = {each: cell.factor * cell.position.mass / left.mass for each, cell in cells.items()}
            assert masses(game, game.guesses[question], secrets, moves) == parts
        told += game.several and chances_told(game, secrets, moves)
    assert told > 10
