"""A look at a table before anything is compiled."""

from __future__ import annotations

import json
import shlex
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from said import run

from strategist.games.tables.table import Table
from strategist.matrices.matrix import Matrix
from strategist.matrices.readers import read_matrix
from strategist.search.compile.key_prices import KeyPrice
from strategist.show.survey.survey import survey

GRASSES = """species,awns,colour,hairs,stem,note,glumes
Poa,absent,green/red,0,round,x,?
Carex,absent,green,1,angled,x,?
Aira,present,red,1,round,x,?
Luzula,present,red/green,0,round,x,?
Juncus,present,red,1,round,x,?
"""
GIVEN = {"secrets": "rows", "several": "/", "unknown": "?"}
PARAMETERS = [f"{name}={value}" for name, value in GIVEN.items()]
CHARS = """*CHARACTER LIST

#1. \\i{}petals\\i0{}/
 1. four/
 2. five/

#2. awns/
 1. present/
 2. absent/

#3. awn length/
 mm/
"""
SPECS = """*NUMBER OF CHARACTERS 3
*MAXIMUM NUMBER OF STATES 2
*MAXIMUM NUMBER OF ITEMS 3
*CHARACTER TYPES 3,RN
*IMPLICIT VALUES 2,2
*DEPENDENT CHARACTERS 2,2:3
"""
ITEMS = """*ITEM DESCRIPTIONS
# Poa annua/
1,1 2,1 3,2-4
# Aira/
1,1/2
# Carex/
1,2 2,1 3,7
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a table and a matrix."""
    monkeypatch.chdir(tmp_path)
    Path("grasses.csv").write_text(GRASSES)
    Path("plants").mkdir()
    for name, text in (("chars", CHARS), ("specs", SPECS), ("items", ITEMS)):
        Path("plants", name).write_text(text)


def test_a_table_is_told_in_numbers() -> None:
    status, out, _ = run("look", "grasses.csv", *PARAMETERS, "--json")
    assert status == 0
    found = json.loads(out)
    assert (found["format"], found["taxa"], found["questions"], found["states"]) == ("CSV", 5, 6, 10)
    cells = {"one": 23, "several": 2, "unknown": 5, "inapplicable": 0}
    assert {name: found["cells"][name] for name in cells} == cells
    assert found["useless"] == {"unknown": ["glumes"], "same": ["note"], "never_sure": []}
    assert found["duplicate_questions"] == []
    assert found["duplicate_taxa"] == [["Aira", "Juncus"]]
    assert found["together"] == {"pairs": 10, "unsure": 1, "first": [["Aira", "Juncus"]], "groups": 1, "largest": 2}
    assert found["best"][0]["question"] in ("awns", "hairs") and found["best"][-1]["bits"] == 0
    assert [each["strategy"] for each in found["keys"]] == ["entropy", "dallwitz", "optimal(size,expected)"]
    assert all(each["problem"] is None and each["depth"] >= 2 for each in found["keys"])
    assert found["proposed"] == "optimal(size,expected)"
    assert found["compile"] == (
        'strategist compile grasses.csv secrets=rows several=/ "unknown=?" "optimal(size,expected)"'
    )


def test_the_command_that_it_ends_with_runs() -> None:
    told = json.loads(run("look", "grasses.csv", *PARAMETERS, "--json")[1])["compile"]
    status, out, _ = run(*shlex.split(told)[1:], "-o", "key.msgpack", "--json")
    assert status == 0
    made = json.loads(out)
    found = json.loads(run("look", "grasses.csv", *PARAMETERS, "--json")[1])["keys"][-1]
    assert [made[name] for name in ("depth", "size", "lower_bound")] == [found["depth"], found["size"], found["size"]]


def test_the_shortest_key_is_proposed() -> None:
    """By entropy, nine couplets; by the rule of KEY, eight; no key has fewer than seven."""
    draw = Random(38)
    rows = [[f"t{taxon}", *(draw.choice(["a", "b", "c", "a/b"]) for _ in range(6))] for taxon in range(9)]
    lines = [["", *(f"q{each}" for each in range(6))], *rows]
    Path("drawn.csv").write_text("\n".join(",".join(line) for line in lines) + "\n")
    found = json.loads(run("look", "drawn.csv", "secrets=rows", "several=/", "--json")[1])
    sizes = {each["strategy"]: each["size"] for each in found["keys"]}
    assert sizes == {"entropy": 9, "dallwitz": 8, "optimal(size,expected)": 7}
    assert found["proposed"] == "optimal(size,expected)"
    page = run("look", "drawn.csv", "secrets=rows", "several=/")[1]
    assert "the shortest of them: optimal(size,expected), 7 questions to print; no key has fewer\n" in page


def test_a_search_without_a_proof_is_proposed_with_a_limit() -> None:
    draw = Random(5)
    rows = [[f"t{taxon}", *(draw.choice(["a", "b", "c", "d", "a/b"]) for _ in range(30))] for taxon in range(90)]
    lines = [["", *(f"q{each}" for each in range(30))], *rows]
    Path("drawn.csv").write_text("\n".join(",".join(line) for line in lines) + "\n")
    found = json.loads(run("look", "drawn.csv", "secrets=rows", "several=/", "--time-limit", "0", "--json")[1])
    searched = found["keys"][-1]
    # On a busy machine there may be no tree in no time.
    assert searched["size"] is None or searched["least_size"] < searched["size"]
    if found["proposed"] == searched["strategy"]:
        assert found["compile"].endswith('"optimal(size,expected)" --time-limit 60')
    else:
        assert found["compile"].endswith(f" {found['proposed']}")


def test_a_search_is_made_again_while_a_heuristic_has_the_shorter_key(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []

    def prices(_: object, strategies: tuple[str, ...], seconds: float, jobs: int = 1) -> list[KeyPrice]:
        if len(strategies) > 1:
            return [KeyPrice(each, 2.0, size=20) for each in strategies]
        asked.append(seconds)
        return [KeyPrice(strategies[0], 2.0, size=40 if seconds < 5 else 12, least_size=4)]

    monkeypatch.setattr("strategist.show.survey.shortest_key.key_prices", prices)
    for searching, sizes in (((2.0, 9.0, 30.0), [20, 20, 12]), ((2.0, 3.0), [20, 20, 40]), ((9.0, 30.0), [20, 20, 12])):
        found = survey("grasses.csv", GIVEN, searching=searching)
        assert [each.size for each in found.keys] == sizes
    assert asked == [2.0, 9.0, 2.0, 3.0, 9.0]


@pytest.mark.parametrize("goal", ["identify", "narrow", "class"])
def test_the_size_is_printed_after_compiling(goal: str) -> None:
    more = "class=hairs,narrow=alike," if goal == "class" else ""
    game = f"table(file=grasses.csv,goal={goal},{more}secrets=rows,several=/,unknown=?,twins=group)"
    status, out, err = run("compile", game, "dallwitz", "-o", "key.msgpack")
    assert status == 0, err
    size = int(out.split(", size ")[1].split()[0].rstrip(",;"))
    key = run("export", "key.msgpack", "--format", "key")[1]
    assert size == sum(line.partition(".")[0].isdigit() for line in key.splitlines())
    assert json.loads(run("show", "key.msgpack", "--json")[1])["size"] == size


@pytest.mark.parametrize(
    ("rows", "more"),
    [
        ("species,awns\nPoa,yes\nAira,no\n", ["cannot_tell=0.1"]),
        ("species,awns,stem\nPoa,yes/no,red\nAira,yes,red/blue\nCarex,no/yes,red\n", ["several=/"]),
    ],
)
def test_the_keys_ask_although_nobody_is_sure_to_be_excluded(rows: str, more: list[str]) -> None:
    """What play ends by otherwise would end it before the first question."""
    Path("vague.csv").write_text(rows)
    found = json.loads(run("look", "vague.csv", "secrets=rows", *more, "--json")[1])
    assert all(each["depth"] >= 1 for each in found["keys"])


def test_a_key_without_a_question_is_refused() -> None:
    status, out, err = run("look", "grasses.csv", *PARAMETERS, "cannot_tell=0.1", "narrow=sure")
    assert (status, out, len(err.splitlines())) == (2, "", 1) and "expected narrow=alike" in err


def test_a_page_for_people() -> None:
    status, out, _ = run("look", "grasses.csv", *PARAMETERS)
    assert status == 0
    for text in ("grasses.csv: CSV", "nothing known of: 1: glumes", "the same for all: 1: note", "Aira, Juncus"):
        assert text in out
    assert len(out.splitlines()) < 40


def test_a_matrix_is_told_by_its_characters() -> None:
    status, out, _ = run("look", "plants", "--json")
    assert status == 0
    found = json.loads(out)
    assert (found["format"], found["taxa"]) == ("DELTA", 3)
    assert found["characters"] == {"unordered states": 2, "real numbers": 1}
    cells = found["cells"]
    assert cells == {
        "one": 5, "several": 1, "unknown": 0, "inapplicable": 1, "numbers": 1, "ranges": 1, "texts": 0, "implicit": 1,
    }  # fmt: skip
    page = run("look", "plants")[1]
    assert "petals" in page and "\\i" not in page


@pytest.mark.parametrize("out", ["copy.nex", "copy"])
def test_a_matrix_goes_out_again(out: str) -> None:
    assert run("look", "plants", "-o", out)[0] == 0
    before, after = read_matrix("plants"), read_matrix(out)
    assert before is not None and after is not None

    def states(matrix: Matrix) -> list[tuple[str, ...]]:
        return [each.states for each in matrix.characters if each.states]

    assert [each.name for each in before.matrix.taxa] == [each.name for each in after.matrix.taxa]
    assert states(before.matrix) == states(after.matrix)


@pytest.mark.parametrize("number", range(8))
def test_what_is_useless_or_alike_is_found_by_plain_comparison(number: int, tmp_path: Path) -> None:
    draw = Random(number)
    taxa, questions = draw.randint(3, 8), draw.randint(2, 7)
    rows = [
        ["t" + str(taxon), *(draw.choice(["a", "b", "a/b", "?", "c"][: draw.randint(1, 5)]) for _ in range(questions))]
        for taxon in range(taxa)
    ]
    path = tmp_path / "drawn.csv"
    lines = [["", *(f"q{each}" for each in range(questions))], *rows]
    path.write_text("\n".join(",".join(line) for line in lines) + "\n")
    found = survey(str(path), GIVEN)
    game = found.game
    assert isinstance(game, Table)
    told = {
        code: [game.answers(code, secret) for secret in game.secrets] for code in game.guesses[: game.question_count]
    }
    names = {code: game.format_code(code) for code in told}
    same = {names[code] for code, cells in told.items() if all(cell == cells[0] for cell in cells)}
    assert {*found.useless.same, *found.useless.unknown} == same
    pairs = list(combinations(range(taxa), 2))

    def apart(code: int, one: int, other: int) -> bool:
        return not {each.response for each in told[code][one]} & {each.response for each in told[code][other]}

    never = {names[code] for code in told if names[code] not in same and not any(apart(code, *pair) for pair in pairs)}
    assert set(found.useless.never_sure) == never
    assert found.together.unsure == sum(not any(apart(code, *pair) for code in told) for pair in pairs)
    alike = {frozenset(group) for group in found.duplicate_taxa}
    for one, other in pairs:
        equal = all(cells[one] == cells[other] for cells in told.values())
        assert equal == any({f"t{one}", f"t{other}"} <= group for group in alike)


def test_a_key_that_takes_too_long_is_told(tmp_path: Path) -> None:
    path = tmp_path / "grasses.csv"
    path.write_text(GRASSES)
    for key in survey(str(path), GIVEN, seconds=-1.0).keys[:-1]:
        assert key.problem == "not finished after -1 s" and key.depth is None and key.questions is None
