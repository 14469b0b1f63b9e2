"""Games of matrices, whatever their format: which questions, cells and parameters they get."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction as F

import pytest
from refusals import refused, refuses

from strategist import compile_strategy, make_game, make_strategy, verify_strategy
from strategist.files.strategy import decode, encode
from strategist.games.tables.sources import table_files
from strategist.matrices.marked_text import plain
from strategist.matrices.matrix import Bin, Cell, Character, Kind, Matrix, Read, Span, Taxon
from strategist.model.game import Game

pytestmark = pytest.mark.early


def spans(*ends: int) -> Cell:
    """A span, with its extremes behind it if there are any."""
    low, high, least, most = map(F, (*ends, *ends[:2])[:4])
    return Cell(spans=(Span(low, high, least, most),))


NONE, DASH = Cell(), Cell(inapplicable=True)
COLOUR = Character("flowers: colour", Kind.UNORDERED, ("dark red", "white", r"as in \i{}Rosa\i0{}"), reliability=F(7))
PETALS = Character("petals", Kind.WHOLE, key_states=(Bin(None, F(3)), Bin(F(4), F(5)), Bin(F(6), None)))
HEIGHT = Character("height", Kind.REAL, unit="cm", normal=True)
NOTES = Character("notes", Kind.TEXT)
LEAVES = Character("leaves", Kind.ORDERED, ("round", "oval", "long"), key_states=((0, 1), (2,)))
SPINES = Character("spines", Kind.UNORDERED, ("yes", "no"), excluded=True)
CHARACTERS = (COLOUR, PETALS, HEIGHT, NOTES, LEAVES, SPINES)
ROSE = (Cell(states=(0, 1)), spans(5, 5), spans(40, 90, 20, 150), Cell(text="thorny"), Cell(states=(1,)), NONE)
LILY = (Cell(states=(1,)), spans(3, 6), spans(100, 150), NONE, Cell(states=(2,)), NONE)
IRIS = (Cell(states=(2,)), spans(3, 3), NONE, NONE, Cell(states=(0, 2)), NONE)
MOSS = (DASH, DASH, spans(1, 2), NONE, NONE, NONE)
MATRIX = Matrix(
    "herbs",
    CHARACTERS,
    (Taxon(r"\i{}Rosa\i0{} sp.", ROSE, F(7)), Taxon("Lily", LILY), Taxon("Iris", IRIS), Taxon("Moss", MOSS)),
)


class Make:
    """Makes the game of a matrix, as if it had been read from a file."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch

    def __call__(self, matrix: Matrix, *parameters: str) -> Game:
        self._patch.setattr(table_files, "read_matrix", lambda path, sheet: Read(matrix, ["herbs: line 3: a remark"]))
        return make_game(f"table({','.join(['file=some/herbs', *parameters])})")


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Make:
    return Make(monkeypatch)


def cells(game: Game, question: str) -> list[str]:
    code = game.parse_code(question)
    return [
        "/".join(game.format_response(each.response) for each in game.answers(code, secret)) for secret in game.secrets
    ]


def questions(game: Game) -> list[str]:
    return [game.format_code(code) for code in game.guesses[: game.question_count]]


def test_a_matrix_fills_in_what_it_says(table: Make, told: list[str]) -> None:
    game = table(MATRIX, "goal=narrow", "narrow=sure")
    assert game.spec == (
        "table(file=herbs,goal=narrow,secrets=rows,chance=chance,cost=cost,narrow=sure,several=/,unknown=?,inapplicable=-)"
    )
    assert questions(game) == ["flowers∶_colour", "petals", "height_<_20_cm", "height_<_100_cm", "leaves"]
    assert cells(game, "flowers∶ colour")[:2] == ["dark_red/white", "white"]
    assert cells(game, "petals") == ["4-5", "4-5/up_to_3/6_or_more", "up_to_3", "-"]
    assert cells(game, "height_<_100_cm") == ["yes", "no", "no/yes", "yes"]
    assert cells(game, "leaves") == ["round_or_oval", "long", "round_or_oval/long", "round_or_oval/long"]
    assert [game.format_cost(code) for code in range(game.question_count)] == ["25/49", "1", "1", "1", "1"]
    assert [game.format_chance(secret) for secret in range(4)] == ["4", "1", "1", "1"]
    assert told == [
        "herbs: line 3: a remark",
        "herbs: 2 of 6 characters are no questions: 1 of text, 1 excluded",
    ]


def test_the_string_reads_the_matrix_again_and_the_file_its_table(table: Make) -> None:
    game = table(MATRIX, "goal=narrow")
    again = table(MATRIX, *game.spec.removeprefix("table(file=herbs,").removesuffix(")").split(","))
    assert again.spec == game.spec and again.fingerprint() == game.fingerprint()
    compiled = compile_strategy(game, make_strategy("entropy", game), plain=True)
    kept = decode(encode(compiled.data)).game
    assert isinstance(kept, Game) and kept.spec == game.spec and kept.fingerprint() == game.fingerprint()
    verify_strategy(compiled)
    # Names are shown as they are written.
    assert kept.shown_secret(kept.parse_secret("Rosa_sp.")) == r"\i{}Rosa\i0{} sp."
    assert "dark red" in {plain(kept.shown_response(each)) for each in range(kept.response_count)}


def test_parameters_go_before_the_format(table: Make) -> None:
    game = table(
        MATRIX, "goal=narrow", "several=| ;", "unknown=empty", "inapplicable=none", "extremes=yes", "cost=price"
    )
    assert "cost=price,several=;|,unknown=empty,inapplicable=none,extremes=yes" in game.spec
    assert cells(game, "petals")[3] == "none"
    assert questions(game)[2:4] == ["height_<_10_cm", "leaves"]
    game = table(MATRIX, "goal=narrow", "key_states=height:~50/50~", "numbers=height")
    assert questions(game) == ["flowers∶_colour", "height_(cm)", "leaves"]
    assert cells(game, "height (cm)") == ["up_to_50/50_or_more", "50_or_more", "up_to_50/50_or_more", "up_to_50"]
    assert questions(table(MATRIX, "goal=narrow", "thresholds=0"))[1:] == ["petals", "leaves"]
    with refused("expected several= that stands in no state, got 'or', as in 6_or_more"):
        table(MATRIX, "goal=narrow", "several=or")
    with refused("expected names of characters as numbers and key_states, got width"):
        table(MATRIX, "goal=narrow", "numbers=width")


def test_inapplicable_may_be_unknown(table: Make) -> None:
    some = replace(MATRIX, taxa=(*MATRIX.taxa[:3], Taxon("Moss", (Cell(states=(0,), inapplicable=True), *MOSS[1:]))))
    assert cells(table(some, "goal=narrow"), "flowers∶ colour")[3] == "dark_red/-"
    game = table(some, "goal=narrow", "inapplicable_as=unknown")
    assert cells(game, "flowers∶ colour")[3] == "dark_red/white/as_in_Rosa"


def test_shares_are_kept(table: Make) -> None:
    leaves = Cell(states=(0, 1, 2), shares=(F(1, 4), F(1, 4), F(1, 2)))
    some = replace(MATRIX, taxa=(Taxon("Rose", (*ROSE[:4], leaves, NONE)), *MATRIX.taxa[1:]))
    game = table(some, "goal=narrow")
    assert [each.chance for each in game.answers(game.parse_code("leaves"), game.secrets[0])] == [F(1, 2), F(1, 2)]
    some = replace(some, characters=(*CHARACTERS[:4], replace(LEAVES, key_states=()), SPINES))
    game = table(some, "goal=narrow")
    assert [each.chance for each in game.answers(game.parse_code("leaves"), game.secrets[0])] == [
        F(1, 4),
        F(1, 4),
        F(1, 2),
    ]


def test_a_plain_matrix_is_a_plain_game(table: Make) -> None:
    character = Character("wings", Kind.UNORDERED, ("", "pair"))
    taxa = Taxon("bee", (Cell(states=(1,)),)), Taxon("ant", (Cell(states=(0,)),))
    game = table(Matrix("", (character,), taxa))
    assert game.spec == "table(file=herbs,secrets=rows)" and not game.several
    assert [game.format_response(each) for each in range(3)] == ["pair", "1", "no"]


def test_names_become_unlike(table: Make) -> None:
    same = Character("leaf", Kind.UNORDERED, ("a", "a", "b"))
    number = Character("leaf (1) < 2", Kind.WHOLE)
    height = Character("x", Kind.WHOLE)
    other = Character("x < 2", Kind.UNORDERED, ("?", "-"))
    empty = Character(" ", Kind.UNORDERED, ("a", "b"))
    ones = (Cell(states=(0,)), Cell(states=(1,)), spans(1, 1), spans(1, 1), Cell(states=(0,)), Cell(states=(0,)))
    twos = (Cell(states=(2,)), Cell(states=(2,)), spans(2, 2), spans(2, 2), Cell(states=(1,)), NONE)
    matrix = Matrix(
        "", (same, same, number, height, other, empty), (Taxon("T", ones), Taxon("T", twos), Taxon("", ones))
    )
    game = table(matrix, "goal=narrow")
    assert questions(game) == ["leaf_(1)", "leaf_(2)", "leaf_(1)_<_2_<_2", "x_<_2", "x_<_2'", "character_6"]
    assert [game.format_secret(secret) for secret in game.secrets] == ["T_(1)", "T_(2)", "taxon_3"]
    assert cells(game, "leaf_(1)") == ["a_(1)", "b", "a_(1)"] and cells(game, "x < 2'") == ["?", "-", "?"]
    assert ",unknown=??" in game.spec


def test_a_character_may_be_the_class(table: Make) -> None:
    family = Character("family", Kind.TEXT)
    taxa = tuple(
        Taxon(taxon.name, (*taxon.cells, Cell(text=text)))
        for taxon, text in zip(MATRIX.taxa, ("Rosaceae", "Liliaceae", "Iridaceae", "mosses"), strict=True)
    )
    game = table(Matrix("", (*CHARACTERS, family), taxa), "goal=class", "class=family", "narrow=sure")
    assert game.class_names == ["Rosaceae", "Liliaceae", "Iridaceae", "mosses"]
    game = table(MATRIX, "goal=class", "class=leaves", "narrow=sure")
    assert game.class_names == ["oval", "long", "round_or_long", "unknown"]


def test_what_makes_no_question_is_told(table: Make) -> None:
    with refused(r"got none; 2 of 2 characters are no questions: 1 of text, 1 excluded$"):
        table(Matrix("", (NOTES, SPINES), (Taxon("a", (NONE, NONE)), Taxon("b", (NONE, NONE)))))
    for key in ("cost", "chance"):
        with refused(f"expected no {key} beside a matrix whose"):
            plain_taxa = tuple(replace(taxon, abundance=None) for taxon in MATRIX.taxa)
            table(
                Matrix("", (replace(COLOUR, reliability=None), *CHARACTERS[1:]), plain_taxa), "goal=narrow", f"{key}=x"
            )


def test_a_bad_place_is_named(table: Make) -> None:
    taxa = (Taxon("=a", ROSE), *MATRIX.taxa[1:])
    refuses(table, replace(MATRIX, taxa=taxa), "goal=narrow", told=r"^some/herbs: taxon 1: expected a name without ':'")


def test_a_nexus_file_is_a_game(written: Callable[..., str]) -> None:
    path = written(
        '#NEXUS\nBEGIN DATA;\nDIMENSIONS NTAX=3 NCHAR=2;\nFORMAT DATATYPE=STANDARD MISSING=? GAP=- SYMBOLS="012";\n'
        "CHARSTATELABELS 1 'skin colour' / green 'dark brown' red, 2 call / soft loud;\n"
        "MATRIX\n'Rana one' (01)1\nHyla 2?\nBufo -0\n;\nEND;\n",
        "frogs.nex",
    )
    game = make_game(f"table({path},goal=narrow)")
    assert game.spec == "table(file=frogs.nex,goal=narrow,secrets=rows,several=/,unknown=?,inapplicable=-)"
    assert cells(game, "skin colour") == ["green/dark_brown", "red", "-"]


def test_a_matrix_of_one_taxon_is_told_as_such(table: Make) -> None:
    refuses(table, replace(MATRIX, taxa=MATRIX.taxa[:1]), told=r"expected at least 2 taxa, got 1$")
