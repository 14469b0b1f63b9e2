"""Names of a table in every medium: italics where it has them, blanks, accents, and nothing that is taken for more."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from elements import Elements
from rich.console import Console

from strategist import compile_strategy, explain, rank
from strategist.files.strategy import StrategyData, decode, encode
from strategist.matrices.marked_text import plain
from strategist.play.board import PlainBoard
from strategist.play.colored_board import PaintedBoard
from strategist.play.hidden import FixedSecret
from strategist.play.history import left_lines
from strategist.show import notebook
from strategist.show.formats.export import dot, node_link, table
from strategist.show.formats.key_as_page import key_page
from strategist.show.formats.key_as_text import key_text
from strategist.show.moves.partition import partition_record, partition_table
from strategist.show.pictures.tree_picture import tree_picture
from strategist.show.reports.tree_levels import tree_view
from strategist.show.texts.names import Names, html, markdown, rich, said

GRASSES = r"""
,\i{}Poa\i0{} annua,Carex étirée,<script>&amp; *Big_Dog*,$x$ [bold]_|
leaf [red]hairy[/red]?,dark red,$a^b$ or_c,dark red,no
culm & sheath,very tall,dark red,\i{}x\i0{} <y>,no
""".lstrip()


@pytest.fixture
def data(tmp_path: Path) -> StrategyData:
    path = tmp_path / "grasses.csv"
    path.write_text(GRASSES, encoding="utf-8")
    made = compile_strategy(f"table(file={path},goal=identify)", "entropy").data
    # What is read back from a file is shown in the same way.
    return decode(encode(made))


def printed(thing: object) -> str:
    out = Console(file=io.StringIO(), width=200, force_terminal=True, color_system="standard")
    out.print(thing)
    text = out.file
    assert isinstance(text, io.StringIO)
    return text.getvalue()


def names_of(data: StrategyData) -> list[str]:
    game = data.game
    return [plain(game.shown_secret(secret)) for secret in game.secrets]


def test_the_printed_key(data: StrategyData) -> None:
    text = "".join(key_text(data))
    assert all(name in text for name in names_of(data))
    page = "".join(key_page(data))
    assert "<i>Poa</i> annua" in page and "<i>x</i> &lt;y&gt;" in page
    assert "<script" not in page
    found = Elements(page)
    assert all(name in found.text for name in names_of(data)) and found.texts("i").count("Poa") == 1


def test_reports_on_a_terminal(data: StrategyData) -> None:
    tree = printed(tree_view(data, 5))
    assert "\x1b[1;3mPoa\x1b[0m\x1b[1m annua\x1b[0m" in tree and "[bold]_|" in tree
    game = data.game
    records = [partition_record(game, game.format_code(guess), {0: 2, 1: 1}) for guess in game.guesses[:2]]
    shown = printed(partition_table(game, records))
    assert "leaf [red]hairy[/red]?" in shown and "culm & sheath" in shown and "dark red" in shown
    assert {*records[0]["cells"]} == {"dark_red", "$a^b$_or_c"}


def test_boards(data: StrategyData) -> None:
    game = data.game
    row = game, "question 1", game.guesses[0], 0
    assert PlainBoard().row(*row) == "question 1: leaf [red]hairy[/red]? → dark red"
    assert PaintedBoard(Console(width=80, color_system=None)).row(*row) == "question 1 leaf [red]hairy[/red]? dark red"
    assert FixedSecret(game, game.secrets[0]).tell() == "Poa annua"
    assert left_lines(game, game.secrets[:2], ()) == ["2 candidates left: Poa annua, Carex étirée"]


def test_notebooks(data: StrategyData) -> None:
    game = data.game
    found = rank(game, (), top=2, seconds=0)
    assert "leaf [red]hairy[/red]?" in notebook.text(found)
    assert r"leaf \[red\]hairy\[/red\]?" in notebook.markdown(found)
    assert "culm &amp; sheath" in notebook.html(found)
    told = explain(game)
    assert any(plain(game.shown_code(guess)) in notebook.text(told) for guess in game.guesses[:2])
    assert "_" in told.sentence and "&lt;script&gt;&amp;amp;" in notebook.html(game)
    assert "<i>Poa</i> annua" in notebook.html(game)


def test_pictures_draw_names_as_they_stand(data: StrategyData) -> None:
    picture = tree_picture(data, "svg").contents.decode()
    texts = Elements(picture).text
    assert "$x$ [bold]_|" in texts and "dark red" in texts and "<script>" in texts
    assert re.search(r"italic[^>]*>Poa<", picture) and not re.search(r"italic[^>]*>Carex", picture)


def test_strings_stay_canonical(data: StrategyData) -> None:
    for write in (node_link, table):
        text = "".join(write(data))
        assert "Poa_annua" in text and "Poa annua" not in text and "\\i{}" not in text
    assert 'label="Poa annua' in "".join(dot(data)).replace("=Poa", "Poa")


def test_media() -> None:
    text = r"\i{}a <b>\i0{} *c* & [d] $e_f$"
    assert html(text) == "<i>a &lt;b&gt;</i> *c* &amp; [d] $e_f$"
    assert markdown(text) == r"*a \<b>* \*c\* \& \[d\] $e_f$"
    assert rich(text).plain == plain(text) == "a <b> *c* & [d] $e_f$"
    assert rich(text, "bold").spans[0].style == "italic"


def test_names_from_strings(data: StrategyData) -> None:
    game = data.game
    names = said(game)
    assert [names.of_secret(game.format_secret(secret)) for secret in game.secrets] == names_of(data)
    assert names.of_secret("Poa_annua or Carex_étirée") == "Poa annua or Carex étirée"
    assert Names(game, html).of_response("x_<y>") == "<i>x</i> &lt;y&gt;"
    assert names.of_code("culm_&_sheath") == "culm & sheath"
