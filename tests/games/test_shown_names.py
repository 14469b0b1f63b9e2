"""Names and answers of tables as people write them: kept, packed and shown; strings and digests are canonical."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import pytest

from strategist.common.text_files import unpack_text
from strategist.games.tables.table import Table
from strategist.matrices.marked_text import literal, plain, tidy

MARKED = r"""
,\i{}Poa\i0{} annua,  Carex étirée ,Big_Dog
leaf  hairy?,dark red,no,no
habit,no,very tall / dark red,stout
kind,"Grass, true",Sedge <s>,Grass_true
""".lstrip()


Make = Callable[..., Table]


def shown(game: Table) -> tuple[list[str], list[str], list[str], list[str]]:
    return (
        [game.shown_code(code) for code in game.guesses],
        [game.shown_secret(code) for code in game.secrets],
        [game.shown_response(response) for response in range(game.response_count)],
        [game.shown_class(kind) for kind in range(len(game.class_names))],
    )


def test_names_are_shown_as_they_are_written(table: Make) -> None:
    game = table(MARKED, "goal=class,class=kind,several=/")
    codes, secrets, responses, classes = shown(game)
    assert secrets == [r"\i{}Poa\i0{} annua", "Carex étirée", "Big_Dog"]
    assert codes == ["leaf hairy?", "habit", "=Grass, true", "=Sedge <s>", "=Grass_true"]
    assert responses == ["dark red", "no", "very tall", "stout", "solved"]
    assert classes == ["Grass, true", "Sedge <s>", "Grass_true"]
    assert list(map(game.format_secret, game.secrets)) == ["Poa_annua", "Carex_étirée", "Big_Dog"]
    assert [game.format_response(response) for response in range(3)] == ["dark_red", "no", "very_tall"]


@pytest.mark.parametrize("more", ["goal=class,class=kind,several=/", "goal=identify", "goal=ask", "twins=group"])
def test_a_packed_table_keeps_what_people_wrote(table: Make, more: str) -> None:
    game = table(MARKED, more)
    again = Table.restore(dict(game.values), game.payload())
    assert shown(again) == shown(game)
    assert again.payload() == game.payload()
    assert again.digest() == game.digest()


def test_the_digest_is_that_of_canonical_names(table: Make) -> None:
    text = ",Poa annua,Aira\nleaf hairy?,dark red,no\n"
    game = table(text, "goal=identify")
    canonical = table(text.replace(" ", "_"), "goal=identify")
    assert game.digest() == canonical.digest()
    assert unpack_text(game.payload(), "table") == "\tPoa annua\tAira\nleaf hairy?\tdark red\tno\n"
    assert unpack_text(canonical.payload(), "table") == "\tPoa_annua\tAira\nleaf_hairy?\tdark_red\tno\n"
    assert shown(canonical)[1] == ["Poa_annua", "Aira"]


@pytest.mark.parametrize("name", [r"C:\tab".replace(":", ""), r"\i Poa", r"a\b", "\\", r"\'e9", r"{}\i0"])
def test_a_backslash_without_the_end_of_a_command_is_text(table: Make, name: str) -> None:
    text = f",{name},Big Aira\nleaf?,{name},no\n"
    game = table(text, "goal=identify")
    assert game.format_secret(game.secrets[0]) == "_".join(name.split())
    assert plain(game.shown_secret(game.secrets[0])) == name
    assert plain(game.shown_response(0)) == name
    again = Table.restore(dict(game.values), game.payload())
    assert shown(again) == shown(game)
    assert again.digest() == game.digest()
    assert unpack_text(game.payload(), "table").startswith(f"\t{name}\t")


def test_what_is_shown_is_read(table: Make) -> None:
    game = table(MARKED, "goal=class,class=kind,several=/")
    for code in game.secrets:
        for text in (game.shown_secret(code), plain(game.shown_secret(code)), game.format_secret(code)):
            assert game.parse_secret(text) == code
            assert game.parse_secret(unicodedata.normalize("NFD", text).upper() if "\\" not in text else text) == code
    for guess in game.guesses:
        assert game.parse_code(plain(game.shown_code(guess))) == guess
    for response in range(game.response_count):
        assert game.parse_response(plain(game.shown_response(response))) == response


def test_names_of_twins_are_joined_and_numbered_as_they_are_written(table: Make) -> None:
    text = ",Poa annua,\\i{}Poa\\i0{} trivialis,Aira x,Poa annua\nleaf?,no,no,yes,maybe so\n"
    game = table(text, "goal=identify,twins=group")
    assert [game.format_secret(code) for code in game.secrets] == ["Poa_annua/Poa_trivialis", "Aira_x", "Poa_annua_2"]
    assert shown(game)[1] == [r"Poa annua/\i{}Poa\i0{} trivialis", "Aira x", "Poa annua_2"]
    assert list(game.shown_names(game.secrets[0])) == ["Poa annua", r"\i{}Poa\i0{} trivialis"]
    assert game.parse_secret("Poa trivialis") == game.secrets[0]


def test_words_between_states_do_not_hide_how_they_are_written(table: Make) -> None:
    text = ",a,b,c\nhue,light  red or dark blue,white:1 or dark_blue:3,x\nform,x,y,z\n"
    game = table(text, "goal=identify,several=or")
    assert shown(game)[2] == ["light red", "dark blue", "white", "x", "y", "z", "solved"]


@pytest.mark.parametrize(
    "text", [r"\i{}a  b\i0{} c", r"\i a\i0  b", r"x\tab y", r"\'5ctab", r"\i{}\i0{}", "a\\", r"é\u233?"]
)
def test_tidy_text_is_read_as_before_and_stays(text: str) -> None:
    assert plain(tidy(text)) == plain(text)
    assert tidy(tidy(text)) == tidy(text)
    assert tidy(literal(plain(text))) == literal(plain(text))
