"""Cells with several states, unknown and inapplicable ones: how tables read them, refuse them and pack them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from refusals import refused, refuses

from strategist import compile_strategy
from strategist.common.errors import ResponseError, SpecError
from strategist.common.text_files import pack
from strategist.games.catalog import restored
from strategist.games.tables import never_apart, numbering, sheet
from strategist.games.tables.cells import states
from strategist.games.tables.cells.states import MOST_ANSWERS, States
from strategist.games.tables.table import Table
from strategist.model.game import Game

pytestmark = pytest.mark.early

FIVE_TAXA = """,a,b,c,d,e
q1,0,0,1,1,0/1
q2,0,1,0/1,1,0
q3,0/1,0,0,1,1
q4,1,0/1,0,0/1,0
"""
FLOWERS = """,rose,lily,iris,oak,elm
petals,4/5,3/6,3,-,-
colour,red|white,white,,green,?
leaves,a:0.7/b:0.3,a,b,b:3/a:7,?
height,low,low/high,low,high,?
"""
FLOWER_STATES = ("several=/|", "unknown=?", "inapplicable=-")
Make = Callable[..., Table]


@pytest.fixture
def flowers(table: Make) -> Make:
    """The game of a table with a goal: to know what can be known, if no other is given."""
    return lambda text, *parameters, goal="goal=narrow": table(text, goal, *parameters)


def held(game: Game, question: str, secret: str) -> dict[str, str]:
    """The answers that a secret may give, with their chances."""
    answers = game.answers(game.parse_code(question), game.parse_secret(secret))
    assert [each.response for each in answers] == sorted(each.response for each in answers)
    assert sum(each.chance for each in answers) == 1
    return {game.format_response(each.response): str(each.chance) for each in answers}


def unpacked(game: Table) -> Table:
    """The game as a strategy file restores it."""
    kind, values = type(game), dict(game.values)
    again = restored(kind, {"chances": None, "digits": None} | values, game.payload(), None)
    assert again.digest() == game.digest() and again.fingerprint() == game.fingerprint()
    assert again.spec == game.spec and again.several == game.several and again.payload() == game.payload()
    return again


def turned(text: str) -> str:
    """The table with a secret in each line."""
    return "\n".join(",".join(row) for row in zip(*(line.split(",") for line in text.splitlines()), strict=True))


# What cells mean


def test_what_cells_hold(flowers: Make) -> None:
    game = flowers(FLOWERS.replace(",,", ",?,"), *FLOWER_STATES)
    assert held(game, "petals", "rose") == {"4": "1/2", "5": "1/2"}
    assert held(game, "petals", "oak") == {"-": "1"}
    assert held(game, "colour", "rose") == {"red": "1/2", "white": "1/2"}
    assert held(game, "colour", "iris") == {"red": "1/3", "white": "1/3", "green": "1/3"}
    assert held(game, "leaves", "rose") == held(game, "leaves", "oak") == {"a": "7/10", "b": "3/10"}
    assert held(game, "height", "elm") == {"low": "1/2", "high": "1/2"}
    assert game.several and game.gives(game.parse_code("petals"), game.parse_secret("rose"), game.parse_response("5"))
    assert not game.gives(game.parse_code("petals"), game.parse_secret("rose"), game.parse_response("3"))
    with refused("petals has one of several answers for rose: 4, 5", ResponseError):
        game.respond(game.parse_code("petals"), game.parse_secret("rose"))


def test_frequencies_and_unknown_inapplicable_cells(flowers: Make) -> None:
    text = FLOWERS.replace(",,", ",?,")
    game = flowers(text, *FLOWER_STATES, "unknown_as=known", "inapplicable_as=unknown", "cannot_tell=10 %")
    assert held(game, "height", "elm") == {"low": "9/16", "high": "27/80", "cannot_tell": "1/10"}
    assert held(game, "petals", "oak") == {
        "4": "3/20",
        "5": "3/20",
        "3": "9/20",
        "6": "3/20",
        "cannot_tell": "1/10",
    }
    assert game.format_response(game.response_count - 2) == "cannot_tell"
    assert game.parse_response("cannot tell") == game.response_count - 2


def test_a_question_of_which_nothing_is_known_has_one_answer(flowers: Make) -> None:
    text = ",a,b,c\nq,1,2,3\nnone,?,?,?\n"
    assert held(flowers(text, "unknown=?"), "none", "a") == {"?": "1"}
    assert held(flowers(text.replace("?", ""), "unknown=empty", "inapplicable=-"), "none", "a") == {"empty": "1"}
    assert held(flowers(text.replace("?", "-"), "inapplicable=-", "inapplicable_as=unknown"), "none", "b") == {"-": "1"}


def test_a_table_of_the_plain_kind_stays_plain(flowers: Make) -> None:
    plain = flowers(",a,b,c\nq,1,2,?\nr,1,-,\n", "several=/", "unknown=x", "inapplicable=empty", goal="goal=identify")
    assert not plain.several and plain.respond(0, plain.parse_secret("c")) == plain.parse_response("?")
    assert plain.format_response(plain.respond(1, plain.parse_secret("c"))) == "empty"
    assert not unpacked(plain).several


@pytest.mark.parametrize(
    ("several", "cell", "expected"),
    [
        ("/", "a/b", "ab"),
        ("/", "a / b", "ab"),
        ("/|", "a|b/c", "abc"),
        ("or", "a or b OR c", "abc"),
        ("or /", "a or b/c", "abc"),
        ('","', '"a, b,c"', "abc"),
        ("&;", "a&b; c", "abc"),
        ("|", "a:1/3|b:2/3", "ab"),
        ("/", "a: 70 % / b: 30 %", "ab"),
        ("/", "a:1", "a"),
        ("/", "a: 1.0", "a"),
        ("-", "a-b", "ab"),
        ("(", "a", "a"),
    ],
)
def test_separators(flowers: Make, several: str, cell: str, expected: str) -> None:
    if several == "(":
        several = '"("'
    game = flowers(f",x,y\nq,{cell},z\n", f"several={several}")
    assert "".join(held(game, "q", "x")) == expected


@pytest.mark.parametrize(
    "cells",
    [("a/b", "b/a"), ("a/b", "b|a"), ("a/b", "a:0.5/b:1/2".replace("1/2", "50 %")), ("a:1/b:3", "b:0.75|a:0.25")],
)
def test_equal_cells_are_equal_however_they_are_written(flowers: Make, cells: tuple[str, str]) -> None:
    game = flowers(f",x,y,z\nq,{cells[0]},{cells[1]},a\n", "several=/|", "twins=group")
    assert [game.format_secret(code) for code in game.secrets] == ["x/y", "z"]


# Strings


@pytest.mark.parametrize(
    ("given", "canonical"),
    [
        ("several=/", "several=/"),
        ("several=| /", "several=/|"),
        ('several="/"', "several=/"),
        ('several="or / and"', 'several="/ and or"'),
        ('several=","', 'several=","'),
        ("unknown=?", "unknown=?"),
        ("unknown=not  known", "unknown=not_known"),
        ("inapplicable=-,inapplicable_as=unknown", "inapplicable=-,inapplicable_as=unknown"),
        ("unknown=empty,unknown_as=known", "unknown=empty,unknown_as=known"),
        ("cannot_tell=10 %", 'cannot_tell="10 %"'),
        ("several=/,digits=2", "several=/,digits=2"),
    ],
)
def test_canonical_strings(flowers: Make, given: str, canonical: str) -> None:
    game = flowers(",x,y,z\nq,a/b,b,c\n", given)
    assert game.spec == f"table(file=some.csv,goal=narrow,{canonical})"
    assert unpacked(game).spec == game.spec


def test_names_of_files(flowers: Make) -> None:
    text = ",x,y,z\nq,a/b,b,c\n"
    assert flowers(text, "several=/").slug == "table-some-narrow"
    assert flowers(text, "several=/", "cannot_tell=0.1", "turns=3").slug == (
        "table-some-narrow-turns-3-cannot-tell-0-1"
    )
    assert flowers(text, "several=/", "narrow=sure", "turns=3").slug == "table-some-narrow-narrow-sure-turns-3"


@pytest.mark.parametrize("turns", [(), ("turns=3",)])
def test_where_nobody_is_sure_to_be_excluded_another_end_is_named(flowers: Make, turns: tuple[str, ...]) -> None:
    """A key that ends where nobody can be excluded for sure would have no question."""
    with refused(r"narrow=sure beside cannot_tell=0\.1: .*; expected narrow=alike"):
        flowers(",x,y,z\nq,a,b,b\n", "cannot_tell=0.1", "narrow=sure", *turns)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        (("several=:",), r"expected signs such as / or \|, or words such as or, as several, got ':'"),
        (("several=_",), "expected signs such as"),
        (("several=1",), "expected signs such as"),
        (('several=""',), "expected signs such as"),
        (('unknown=" "',), "expected a text as unknown, got nothing; unknown=empty means empty cells"),
        (("unknown=?", "inapplicable=?"), "one text for unknown and another for inapplicable, got the same"),
        (("inapplicable_as=unknown",), "expected a text as inapplicable beside inapplicable_as"),
        (("unknown_as=known",), "expected a text as unknown beside unknown_as"),
        (("cannot_tell=1",), "expected a chance below 1 as cannot_tell, got 1"),
        (("cannot_tell=-1",), "cannot_tell: expected a positive number"),
        (("cannot_tell=often",), "cannot_tell: expected a positive number"),
        (("cannot_tell=1e-300",), "expected a chance with fewer digits as cannot_tell"),
        (("goal=ask", "several=/"), "expected goal=identify, goal=class or goal=narrow where answers may be several"),
        (("twins=majority", "several=/"), "expected goal=class beside twins=majority, got goal=narrow"),
    ],
)
def test_bad_parameters(flowers: Make, parameters: tuple[str, ...], message: str) -> None:
    goal, *rest = parameters if parameters[0].startswith("goal") else ("goal=narrow", *parameters)
    refuses(flowers, ",x,y,z\nq,a/b,b,c\n", *rest, told=message, goal=goal)


# Errors


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("a:0.7/b", "expected a chance for each state or for none, got 'a:0.7/b'"),
        ("a:1/3/b:2/3", "expected a chance for each state or for none"),
        ("a/", "expected a state on both sides of each of /, got 'a/'"),
        ("/", "expected a state on both sides"),
        ("a//b", "expected a state on both sides"),
        (":1/b:2", "expected a state on both sides"),
        ("a:0/b:1", "expected a positive number such as 0.25, 12.5 % or 3e-4, got '0'"),
        ("a:-1/b:1", "expected a positive number such as 0.25, 12.5 % or 3e-4, got '-1'"),
        ("a:nan/b:1", "expected a positive number such as 0.25, 12.5 % or 3e-4, got 'nan'"),
        ("a:/b:1", "expected a positive number such as 0.25, 12.5 % or 3e-4, got an empty cell"),
        ("a:0", "expected a positive number"),
        ("a:-1", "expected a positive number"),
        ("10:30", "expected several states with chances, or one with the chance 1, got '10:30'"),
        ("a/a", "expected each state once, got 'a/a'"),
        ("a:1/b:1/a:2", "expected each state once"),
        ("a/?", r"expected states that are known, or '\?' alone, got 'a/\?'"),
        ("a:1e999/b:1e-999", "expected chances with fewer digits, got 'a:1e999/b:1e-999'; digits=N rounds them to N"),
        ("", r"has no answer for secret y; unknown=empty reads empty cells as unknown, inapplicable=empty as inap"),
    ],
)
@pytest.mark.parametrize("by_rows", [False, True])
def test_a_bad_cell_is_told_in_one_line_with_its_place(flowers: Make, cell: str, message: str, by_rows: bool) -> None:
    text = f",x,y,z\nother,a,b,c\npetals,b,{cell},c\n"
    form = ("secrets=rows",) if by_rows else ()
    with pytest.raises(SpecError, match=message) as caught:
        flowers(turned(text) if by_rows else text, "several=/", "unknown=?", *form)
    told = str(caught.value)
    assert "\n" not in told and len(told) < 400 and "question petals" in told
    assert ("column 3" if by_rows else "line 3") in told
    assert cell == "" or "line 3, column 3: question petals: " in told


def test_the_states_of_a_cell_are_counted_before_they_are_read() -> None:
    values = {"file": "some.csv", "goal": "narrow", "several": "/"}
    packed = pack(["\tx\ty", f"q\t{'/'.join(map(str, range(1_000_000)))}\tb"])
    message = f"line 2, column 2: question q: expected a cell of at most {MOST_ANSWERS} states, got 1000000"
    refuses(Table.restore, dict(values), packed, told=message)
    game = Table.restore(dict(values), pack(["\tx\ty", f"q\t{'/'.join(map(str, range(MOST_ANSWERS)))}\t7"]))
    assert len(game.answers(0, game.secrets[0])) == MOST_ANSWERS


def test_a_small_file_cannot_hold_too_many_possible_answers() -> None:
    names = [f"s{n}" for n in range(60_000)]
    cells = [str(n) for n in range(30_000)] + ["?"] * 30_000
    values = {"file": "some.csv", "goal": "narrow", "unknown": "?"}
    packed = pack(["\t".join(["", *names]), "\t".join(["q", *cells])])
    with refused("question q: expected at most 67108864 possible answers, got more"):
        Table.restore(dict(values), packed)


def test_forty_digits_are_kept(flowers: Make) -> None:
    digits = "0." + "3" * 40
    game = flowers(f",x,y\nq,a:{digits}/b:0.{'6' * 39}7,b\n", "several=/")
    assert game.answers(0, game.secrets[0])[0].chance == Fraction(digits)
    rounds = flowers(f",x,y\nq,a:{digits}/b:0.{'6' * 39}7,b\n", "several=/", "digits=2")
    assert held(rounds, "q", "x") == {"a": "33/100", "b": "67/100"}
    tiny = flowers(",x,y\nq,a:1e999/b:1e-999,b\n", "several=/", "digits=3")
    assert held(tiny, "q", "x") == {"a": "1000/1001", "b": "1/1001"}


def test_ratios_of_many_digits_are_refused_before_they_grow() -> None:
    random = Random(7)
    cell = "|".join(f"s{n}:{random.getrandbits(120) | 1}/{random.getrandbits(120) | 1}" for n in range(5_000))
    for digits in (None, 15):
        refuses(States("|", digits=digits).read, cell, told="expected chances with fewer digits")


def test_frequencies_of_many_digits_are_refused(flowers: Make) -> None:
    random = Random(7)
    cells = [f"a:1/b:{random.getrandbits(80) | 1}" for _ in range(20)]
    text = f",{','.join(f's{n}' for n in range(21))}\nq,{','.join(cells)},?\n"
    with refused("question q: expected chances with fewer digits where unknown_as adds"):
        flowers(text, "several=/", "unknown=?", "unknown_as=known")
    assert flowers(text, "several=/", "unknown=?", "unknown_as=known", "digits=9").several


@pytest.mark.parametrize(
    ("module", "limit", "message"),
    [
        (sheet, "MOST_STATES", "expected at most 5 states in all different cells, got more"),
        (numbering, "MOST_STATES", "expected at most 5 answers in all different cells, got more"),
        (numbering, "_MOST_POSSIBLE", "question r: expected at most 5 possible answers, got more"),
        (states, "MOST_ANSWERS", "expected a cell of at most 5 states, got 6"),
    ],
)
def test_limits(flowers: Make, monkeypatch: pytest.MonkeyPatch, module: object, limit: str, message: str) -> None:
    monkeypatch.setattr(module, limit, 5)
    refuses(flowers, ",x,y\nq,a/b,a/c/b\nr,a,a/b/c/d/e/f\n", "several=/", told=message)


# Packed


def _forms() -> Iterator[tuple[str, ...]]:
    yield ("goal=narrow",)
    yield ("goal=narrow", "unknown_as=known")
    yield ("goal=narrow", "inapplicable_as=unknown", "narrow=sure")
    yield ("goal=narrow", "cannot_tell=0.1", "digits=2")
    yield ("goal=narrow", "twins=group", "unknown_as=known", "digits=3")
    yield ("goal=narrow", "chance=share", "cost=price")
    yield ("goal=narrow", "twins=group", "chance=share", "cost=price", "digits=1")
    yield ("goal=class", "class=kind", "narrow=alike", "twins=group")
    yield ("goal=class", "class=kind", "turns=2", "twins=majority", "chance=share")
    yield ("goal=identify", "turns=2")


@pytest.mark.parametrize("by_rows", [False, True])
@pytest.mark.parametrize("form", list(_forms()), ids="-".join)
def test_a_packed_table_is_the_same_game(flowers: Make, form: tuple[str, ...], by_rows: bool) -> None:
    text = """,rose,lily,iris,tulip,oak,elm,ash,price
petals,4/5,3/6,3,5/4,-,-,-,1
colour,red|white,white,,white/red,green,?,green,2
leaves,a:0.7/b:0.3,a,b,b:3/a:7,?,c:1,?,0.3
height,low,low/high,low,low,high,?,high,1
share,1,2,3,4,5,6,7,
kind,herb,herb,herb,tree,tree,tree,tree,
"""
    if "cost=price" not in form:
        text = "\n".join(line.rpartition(",")[0] for line in text.splitlines())
    dropped = [each for each in ("share", "kind") if not any(word.endswith(f"={each}") for word in form)]
    text = "\n".join(line for line in text.splitlines() if line.partition(",")[0] not in dropped)
    text = text.replace("white,,", "white,?,")
    goal, *rest = form
    game = flowers(turned(text) if by_rows else text, *FLOWER_STATES, *rest, *["secrets=rows"] * by_rows, goal=goal)
    again = unpacked(game)
    grouped = "twins=group" in form
    assert again.several and len(game.secrets) == 7 - (1 if "class=kind" in form else 2) * grouped
    assert [again.names(code) for code in again.secrets] == [game.names(code) for code in game.secrets]
    for guess in game.guesses[: game.question_count]:
        assert [again.answers(guess, code) for code in again.secrets] == [
            game.answers(guess, code) for code in game.secrets
        ]
    assert (again.weights, again.costs, again.classes) == (game.weights, game.costs, game.classes)


def test_what_cells_mean_is_part_of_the_digest(flowers: Make) -> None:
    text = ",x,y,z\nq,a/b,?,c\n"
    forms: list[Sequence[str]] = [(), ("unknown=?",), ("unknown=?", "unknown_as=known"), ("cannot_tell=0.1",)]
    forms += [("narrow=sure",), ("turns=2",), ("digits=2",)]
    assert len({flowers(text, "several=/", *form).digest() for form in forms}) == len(forms)


# Pairs that are never told apart for sure


def test_the_five_taxa_can_be_told_apart(flowers: Make) -> None:
    game = flowers(FIVE_TAXA, "several=/", goal="goal=identify")
    assert game.several and never_apart.never_apart(game) == []


def test_pairs_that_cannot_be_told_apart_are_named(flowers: Make) -> None:
    text = ",a,b,c,d\nq,1,1/2,2,?\nr,1/2,2,1,1\n"
    with pytest.raises(SpecError) as caught:
        flowers(text, "several=/", "unknown=?", goal="goal=identify")
    told = str(caught.value)
    assert "no question is sure to tell a and b, a and d, c and d apart: their answers overlap in every" in told
    assert told.endswith("goal=narrow ends where nothing more can be learnt")
    more = text.replace("r,1/2", "r,?").replace("q,1,", "q,?,")
    with refused(r"tell a and b, a and c, a and d, … \(4 pairs in all\) apart"):
        flowers(more, "several=/", "unknown=?", goal="goal=identify")
    with refused("any question may be answered cannot_tell: expected goal=narrow or turns="):
        flowers(FIVE_TAXA, "several=/", "cannot_tell=0.1", goal="goal=identify")
    by_class = f"{text}kind,m,m,n,n\n"
    with refused(r"tell a and d apart: .*; narrow=alike ends where"):
        flowers(by_class, "several=/", "unknown=?", "class=kind", goal="goal=class")
    assert never_apart.never_apart(flowers(text, "several=/", "unknown=?")) == [(0, 1), (0, 3), (2, 3)]


def test_twins_are_refused_where_each_cell_holds_one_answer(flowers: Make) -> None:
    identify = "goal=identify"
    with refused("no question tells a and b apart; twins=group makes one secret of such"):
        flowers(",a,b,c\nq,1,1,2\n", "several=/", goal=identify)
    with refused("no question tells a and b apart; twins=group makes one secret of such"):
        flowers(",a,b,c\nq,1,1,2\nr,x,?,x\n", "unknown=?", goal=identify)
    with refused("no question is sure to tell a and b apart: their answers overlap in every"):
        flowers(",a,b,c\nq,1,1,2\nr,x,?,x\n", "unknown=?", "unknown_as=known", goal=identify)
    grouped = flowers(",a,b,c\nq,1,1,2\nr,x,?,x\n", "unknown=?", "twins=group", goal=identify)
    assert [grouped.format_secret(code) for code in grouped.secrets] == ["a/b", "c"] and not unpacked(grouped).several


@pytest.mark.parametrize("side", [1, 3, 1 << 14])
def test_pairs_of_random_tables(flowers: Make, monkeypatch: pytest.MonkeyPatch, side: int) -> None:
    monkeypatch.setattr(never_apart, "_SIDE", side)
    random = Random(f"pairs {side}")
    for _ in range(40):
        count = random.randint(2, 9)
        rows = [[random.choice(("a", "b", "c", "a/b", "b/c", "?")) for _ in range(count)] for _ in range(4)]
        lines = [["", *(f"s{n}" for n in range(count))], *([f"q{n}", *row] for n, row in enumerate(rows))]
        text = "".join(",".join(line) + "\n" for line in lines)
        classes = [random.choice("mn") for _ in range(count)]
        by_class = random.random() < 0.5 and len(set(classes)) == 2
        more = ("class=kind", "narrow=alike") if by_class else ()
        game = flowers(
            text + f"kind,{','.join(classes)}\n" * by_class,
            "several=/",
            "unknown=?",
            *more,
            goal="goal=class" if by_class else "goal=narrow",
        )
        expected = [
            (one, other)
            for one, other in combinations(range(count), 2)
            if (not by_class or classes[one] != classes[other])
            and all(
                {each.response for each in game.answers(guess, game.secrets[one])}
                & {each.response for each in game.answers(guess, game.secrets[other])}
                for guess in game.guesses[: game.question_count]
            )
        ]
        assert never_apart.never_apart(game) == expected
        assert never_apart.first_never_apart(game, 3) == (expected[:3], len(expected))


# Random tables


TAME = ("a", "b", "c", "a/b", "b/a", "?", "-", "a:2/b:1", "b:0.2|c:0.8", "c or b", "a:1", "")
WILD = ("a", "b", "?", "-", "", ":", "/", "|", " or ", "0.5", "1", "1/3", "50 %", " ", "_", "a:1", "b:0.3/a:0.7")
CHOICES = (
    (0.8, ("several=/", "several=/|", 'several="/| or"', "several=|")),
    (0.8, ("unknown=?", "unknown=empty", "unknown=a")),
    (0.3, ("unknown_as=known",)),
    (0.6, ("inapplicable=-", "inapplicable=empty")),
    (0.2, ("inapplicable_as=unknown",)),
    (0.2, ("cannot_tell=0.1",)),
    (0.3, ("digits=2",)),
    (0.4, ("turns=2",)),
    (0.6, ("twins=group", "twins=majority")),
    (0.5, ("secrets=rows",)),
)


def test_a_random_table_is_refused_in_one_line_or_packed_as_it_is(flowers: Make) -> None:
    random = Random("packed")
    made = 0
    for _ in range(600):
        count, goal = random.randint(2, 6), random.choice(("identify", "narrow", "class"))
        parameters = [random.choice(some) for share, some in CHOICES if random.random() < share]
        wild = random.random() < 0.2
        rows = [["", *(f"s{n}" for n in range(count))]]
        for number in range(random.randint(1, 4)):
            cells = (random.choices(WILD, k=random.randint(1, 3)) if wild else [random.choice(TAME)] for _ in rows[0])
            rows.append([f"q{number}", *("".join(cell) for cell, _ in zip(cells, rows[0][1:], strict=False))])
        if goal == "class":
            rows.append(["kind", *random.choices("mn", k=count)])
            parameters.append("class=kind")
        if random.random() < 0.3:
            rows.append(["odds", *random.choices("123", k=count)])
            parameters.append("chance=odds")
        text = "\n".join(map(",".join, rows))
        try:
            game = flowers(turned(text) if "secrets=rows" in parameters else text, *parameters, goal=f"goal={goal}")
        except SpecError as error:
            assert "\n" not in str(error) and len(str(error)) < 600
            continue
        made += game.several
        again = unpacked(game)
        assert again.classes == game.classes and again.weights == game.weights
        for guess in game.guesses:
            for secret in game.secrets:
                assert again.answers(guess, secret) == game.answers(guess, secret)
                assert sum(answer.chance for answer in game.answers(guess, secret)) == 1
        assert goal == "narrow" or game.turns is not None or never_apart.never_apart(game) == []
    assert made > 60


# Secrets that are alike


@pytest.mark.parametrize("more", [(), ("turns=2",)])
def test_secrets_that_are_alike_are_refused_where_each_cell_holds_one_answer(
    flowers: Make, more: tuple[str, ...]
) -> None:
    """``?`` is the only answer of its question: no cell holds several, and nobody tells a from b."""
    text, signs = ",a,b,c\nq,x,x,y\nr,?,?,?\n", ("several=/", "unknown=?", *more)
    refuses(flowers, text, *signs, told=r"no question (tells|is sure to tell) a and b apart", goal="goal=identify")
    assert compile_strategy(flowers(text, *signs), "entropy").data.claims.histogram == (3,)


def test_digits_round_the_chances_of_states(flowers: Make) -> None:
    text = ",a,b,c\nq,x,x:1/y:2,y\nr,u,v,u\n"
    games = [flowers(text, "several=/", *more, goal="goal=identify") for more in ((), ("digits=2",))]
    assert [str(game.answers(0, game.secrets[1])[0].chance) for game in games] == ["1/3", "33/100"]
    assert len({game.fingerprint() for game in games}) == 2
