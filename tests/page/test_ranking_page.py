"""Rankings by the page against those by Python: the same guesses in the same order, with the same figures."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jobs import job_of, numbered

from strategist import make_game
from strategist.choosing.masses import weighted_log
from strategist.search.advice.ranking import RankedGuess, rankings
from strategist.show.moves import first_guesses

Engine = Callable[[str, Any], Any]

RANK = """
    const field = new Field(job.facts, makeTwin(job.facts, job.payload));
    const steps = rankings(field, job.history, { own: job.own, work: Infinity });
    let found = null;
    for (let stage = 0; stage < job.stages; ) {
        const { value, done } = steps.next();
        if (done) break;
        if (value) [found, stage] = [JSON.stringify(value), stage + 1];
    }
    return JSON.parse(found);
"""
FIRST, BY_HEURISTIC, EXACTLY = 1, 2, 3

CASES = [
    ("mastermind(4,6)", "", FIRST),
    ("mastermind(4,6)", "1123:1b1w 4456:1b0w", EXACTLY),
    ("mastermind(4,6,goal=identify)", "1123:1b1w", FIRST),
    ("mastermind(4,6,goal=identify)", "1123:1b1w 4456:1b0w", BY_HEURISTIC),
    ("mastermind(4,6,turns=4)", "1123:1b1w 4456:1b0w", BY_HEURISTIC),
    ("bulls-and-cows(4,10)", "1234:0b1c", FIRST),
    ("bulls-and-cows(4,10)", "1234:0b1c 9807:1b0c", FIRST),
    ("grand-mastermind(3,2,2)", "A1B2A1:0b1w1h", BY_HEURISTIC),
    ("words", "adult:--g-y", EXACTLY),
    ("words(hard=true)", "adult:--g-y", EXACTLY),
    ("words(feedback=jotto)", "adult:2", FIRST),
    ("words(feedback=mastermind,goal=identify)", "adult:1b1w", BY_HEURISTIC),
    ("table(file={folder}/animals.csv)", "", EXACTLY),
    ("table(file={folder}/animals.csv,goal=identify)", "", EXACTLY),
    ("table(file={folder}/priced.csv,cost=price,chance=odds)", "", EXACTLY),
    ("table(file={folder}/priced.csv,cost=price,chance=odds,goal=identify)", "", EXACTLY),
    ("table(file={folder}/kinds.csv,secrets=rows,goal=class,class=kind)", "", FIRST),
    ("table(file={folder}/kinds.csv,secrets=rows,goal=class,class=kind)", "swims:yes", BY_HEURISTIC),
    ("table(file={folder}/kinds.csv,secrets=rows,goal=class,class=kind)", "", EXACTLY),
    ("table(file={folder}/faults.csv,secrets=rows,goal=class,class=part,chance=share,cost=minutes)", "", EXACTLY),
    ("table(file={folder}/rare.csv,secrets=rows,goal=class,class=part,chance=share,cost=minutes)", "", EXACTLY),
    ("mastermind(4,6,chances={folder}/few.csv)", "1123:1b1w", FIRST),
    ("mastermind(4,6,chances={folder}/fine.csv)", "1123:0b1w", FIRST),
    ("mastermind(4,6,chances={folder}/few.csv)", "1123:1b1w 4456:1b0w", EXACTLY),
    ("mastermind(4,6,chances={folder}/fine.csv)", "1123:0b1w 4456:1b0w", EXACTLY),
]


@pytest.mark.parametrize(("text", "history", "stages"), CASES)
def test_page_ranks_as_python_does(engine: Engine, folder: Path, text: str, history: str, stages: int) -> None:
    game = make_game(text.format(folder=folder))
    # In hard mode this word is not allowed.
    own = [] if game.restricts else [min(3, game.question_count - 1)]
    # The first ranking needs no time; the others get all that they need.
    told = rankings(
        game, history, guesses=[game.guesses[each] for each in own], seconds=0 if stages == FIRST else math.inf
    )
    expected = [each for each, _ in zip(told, range(stages), strict=False)][-1]

    def row(each: RankedGuess) -> dict[str, Any]:
        return {
            "guess": game.guesses.index(each.code),
            "left": [[response, size] for response, size in sorted(each.left.items())],
            "candidate": each.candidate,
            "worst": each.worst,
            "expectedLeft": pytest.approx(each.expected_left),
            "bits": pytest.approx(each.bits),
            "further": None if each.further is None else pytest.approx(each.further),
            "by": each.by,
        }

    found = engine(RANK, job_of(game, history=numbered(game, history), own=own, stages=stages))
    for each in [*found["best"], *found["own"]]:
        each["left"] = [cell[:2] for cell in each["left"]]
    assert found["best"] == [row(each) for each in expected.best]
    assert found["own"] == [row(each) for each in expected.own]
    counts = (found["candidates"], found["considered"], found["sampled"])
    assert counts == (expected.candidates, expected.considered, expected.sampled)


def test_the_best_openings_of_a_long_list_are_all_there(engine: Engine) -> None:
    game = make_game("wordle")
    job = job_of(game, history=[], own=[], stages=FIRST)
    found = engine(RANK, job)
    assert (found["considered"], found["sampled"]) == (game.question_count, False)
    first = found["best"][0]
    assert (game.format_code(game.guesses[first["guess"]]), round(first["bits"], 2)) == ("raise", 5.87)
    # After a first guess all are compared by the page.
    after = engine(RANK, job | {"history": numbered(game, "raise:-----")})
    assert not after["sampled"] and after["considered"] == game.question_count
    assert len(json.dumps(job["facts"]["openings"])) < 300


@pytest.mark.parametrize(
    "text", ["words", "mastermind(3,5,chances={folder}/three.csv)", "words(goal=identify,hard=true)"]
)
def test_openings_that_are_known_are_ranked_as_all_are(
    engine: Engine, folder: Path, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make_game(text.format(folder=folder))
    asked = {"history": [], "own": [2], "stages": FIRST}
    plainly = job_of(game, **asked)
    monkeypatch.setattr(first_guesses, "SAMPLED_ABOVE", 0)
    monkeypatch.setattr(first_guesses, "_AT_ONCE", 1 << 12)
    known = job_of(game, **asked)
    assert "openings" not in plainly["facts"] and len(known["facts"]["openings"]["guesses"]) <= 25
    assert engine(RANK, known) == engine(RANK, plainly)


def test_where_guesses_are_too_many_candidates_and_a_sample_are_compared(engine: Engine) -> None:
    game = make_game("ab(5,12)")
    job = job_of(game, history=numbered(game, "12345:1a2b"), own=[], stages=FIRST)
    one, other = engine(RANK, job), engine(RANK, job)
    assert one == other and one["sampled"]
    assert 200 < one["considered"] < len(game.guesses)
    assert [sum(size for _, size, _ in row["left"]) for row in one["best"]] == [one["candidates"]] * 10


def test_logarithms_are_those_of_python(engine: Engine) -> None:
    sizes = [*range(1, 3000), 8191, 99991, 362880]
    found = engine("return job.map((size) => String(weightedLog(size)));", sizes)
    assert list(map(int, found)) == [weighted_log(size) for size in sizes]


DIFFERENCES = """
    const field = new Field(job.facts, makeTwin(job.facts, job.payload));
    const secrets = Int32Array.from({ length: field.twin.secretCount }, (_, secret) => secret);
    const out = new Int32Array(secrets.length);
    return job.asked.map((guess) => {
        field.rows.fill(guess, secrets, out);
        return [...secrets].filter((secret) => out[secret] !== field.twin.respond(guess, secret));
    });
"""


@pytest.mark.parametrize(
    "text",
    [
        "mastermind(4,5)",
        "bulls-and-cows(4,7,leading_zero=false)",
        "mastermind(3,7,feedback=black)",
        "ab(3,6,goal=identify)",
        "words",
        "words(feedback=jotto)",
        "words(feedback=mastermind,goal=identify)",
    ],
)
def test_rows_by_tables_are_those_of_the_rules(engine: Engine, text: str) -> None:
    game = make_game(text)
    asked = [*range(0, len(game.guesses), max(1, len(game.guesses) // 60)), len(game.guesses) - 1]
    assert engine(DIFFERENCES, job_of(game, asked=asked)) == [[]] * len(asked)
