"""What answers cost, and how often they may be given: as parameters, and by the rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from said import run

from strategist import make_game
from strategist.common.errors import SpecError
from strategist.environment.rewards import PerGuess
from strategist.environment.steps import Step
from strategist.model.game import Game


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("comparisons(9,answer_costs=yes:10 no:1)", 'comparisons(numbers=9,answer_costs="no:1 yes:10")'),
        ("comparisons(9,answer_costs=y:0.50 no:0)", "comparisons(numbers=9,answer_costs=yes:0.5)"),
        ("comparisons(9,limit=true:2)", "comparisons(numbers=9,limit=yes:2)"),
        ("comparisons(4,costs=1 2.0 3 9)", 'comparisons(numbers=4,costs="1 2 3")'),
        ("mastermind(2,3,limit=ww:1)", "mastermind(pegs=2,colors=3,limit=0b2w:1)"),
        ("wordle(limit=-----:2)", "words(length=5,limit=-----:2)"),
    ],
)
def test_parameters_have_one_form(text: str, spec: str) -> None:
    game = make_game(text)
    assert game.spec == spec == make_game(spec).spec
    assert game.fingerprint() == make_game(spec).fingerprint() != make_game(text.partition("(")[0]).fingerprint()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("comparisons(9,answer_costs=yes:-1)", "expected a cost of 0 or more, such as 2.5, got '-1'"),
        ("comparisons(9,answer_costs=yes:0)", "expected an answer with a cost"),
        ("comparisons(9,answer_costs=maybe:1)", "expected yes or no"),
        ("comparisons(9,answer_costs=known:1)", "which ends the game"),
        ("comparisons(9,limit=yes)", "expected ANSWER:NUMBER, as in yes:2, got 'yes'"),
        ("comparisons(9,limit=yes:0)", "expected a whole number from 1 to 1000000, got '0'"),
        ("comparisons(9,limit=yes:1.5)", "expected a whole number"),
        ("comparisons(9,limit=yes:1 y:2)", "y stands there twice"),
        ('comparisons(9,limit="")', "got nothing"),
        ("comparisons(9,costs=1 2)", "expected a number for each of 8 questions, got 2"),
        ("comparisons(3,costs=1 -2)", "expected a positive number"),
        ("bulls-and-cows(2,3,limit=0b0c:1)", "got '0b0c', which nobody gives"),
        ("mastermind(2,3,limit=2b0w:1)", "which ends the game"),
        ("mastermind(2,3,lies=1,limit=0b0w:1)", "need answers that are true"),
        ("wordle(hard=true,answer_costs=-----:1)", "need a game without hard mode"),
    ],
)
def test_bad_input_is_refused_in_one_line(text: str, why: str) -> None:
    with pytest.raises(SpecError) as caught:
        make_game(text)
    assert why in str(caught.value) and "\n" not in str(caught.value)
    told = run("advise", text)
    assert told.status == 2 and told.err.count("\n") == 1 and why in told.err


def left_over(game: Game, history: str) -> list[str]:
    allowed = game.allowed(game.parse_history(history))
    return ["all"] if allowed is None else [game.format_code(code) for code in allowed]


def test_what_may_be_asked_depends_on_the_answers_so_far() -> None:
    game = make_game("comparisons(6,limit=yes:2 no:3)")
    assert left_over(game, "up-to-5:yes up-to-1:no") == ["all"]
    # No egg is left: whatever tells anything may break one.
    assert left_over(game, "up-to-5:yes up-to-4:yes") == []
    assert left_over(game, "up-to-5:yes up-to-1:no up-to-4:yes") == ["up-to-1"]
    assert left_over(game, "up-to-1:no up-to-2:no up-to-3:no") == []
    coded = make_game("mastermind(2,3,limit=0b0w:1)")
    allowed = left_over(coded, "11:0b0w")
    left = coded.consistent(coded.parse_history("11:0b0w"))
    assert set(allowed) == {
        coded.format_code(code)
        for code in coded.guesses
        if "0b0w" not in {coded.format_response(coded.respond(code, secret)) for secret in left}
    }


def test_steps_cost_what_their_questions_and_answers_do() -> None:
    game = make_game("comparisons(4,costs=1 2 3,answer_costs=yes:0.5)")
    costs = [[game.step_cost(question, answer) * game.cost_unit for answer in range(2)] for question in range(3)]
    assert costs == [[1, 1.5], [2, 2.5], [3, 3.5]] and game.step_cost(3, 2) == 0
    assert [cost * game.cost_unit for cost in game.cost_range] == [1, 3.5]


def test_programs_play_by_costs_and_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = "comparisons(9,limit=yes:2,answer_costs=yes:10 no:1)"
    told = run("compile", text, "optimal(worst-cost)", "-o", "t.msgpack", "--certificate", "c")
    assert told.status == 0 and "at worst" in told.out and "checked: the bound holds" in told.out
    for words in (
        ("verify", "t.msgpack"),
        ("check", "t.msgpack", "c"),
        ("show", "t.msgpack"),
        ("show", "c"),
        ("check", "c", "--explain"),
        ("play", "t.msgpack", "--secret", "7"),
        *(("export", "t.msgpack", "-o", f"t.{end}") for end in ("html", "csv", "js", "py", "svg")),
    ):
        assert run(*words).status == 0, words
    for words in (
        ("review", text, "--given", "up-to-3:yes"),
        ("compile", text, "value"),
        ("play", f"boards({text},2)"),
    ):
        told = run(*words)
        assert told.status == 2 and told.err.count("strategist: error") == 1, words


def test_rewards_are_what_is_paid() -> None:
    game = make_game("comparisons(9,answer_costs=yes:10 no:1)")
    reward = PerGuess(game)
    steps = [Step(3, answer, 9, 4, False, None) for answer in (0, 1, None)]
    assert [reward.of(step) for step in steps] == [-1, -10, 0]
