"""One key in every form of print says the same, and numbers in words."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from docx import Document
from said import run

from strategist import compile_strategy, make_game, write_strategy
from strategist.files.strategy import StrategyData
from strategist.model.game import Game
from strategist.show.formats.key import couplet_count, couplets, printed_key
from strategist.show.formats.key_as_document import key_document
from strategist.show.formats.key_as_markup import key_latex, key_markdown
from strategist.show.formats.key_as_page import key_page
from strategist.show.formats.key_as_text import key_text
from strategist.show.formats.measured_leads import told_at_once

MOSSES = r"""species,width (mm),rays,hairs,bark
\i{}Poa\i0{} rhoeas,6-8,8-12,standing,grey
dubium,5-6,5-9,lying,grey
50% & more_,1-2,2,none,brown
<alpinum> #4,2-3,2,none,brown
hybridum $x$,9-11,14,standing,brown
"""


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StrategyData:
    monkeypatch.chdir(tmp_path)
    Path("mosses.csv").write_text(MOSSES)
    spec = "table(file=mosses.csv,secrets=rows,goal=narrow,numbers=all,narrow=sure)"
    return compile_strategy(spec, "optimal(size,expected)").data


def document(data: StrategyData) -> str:
    found = Document(io.BytesIO(b"".join(key_document(data))))
    return "\n".join(each.text for each in found.paragraphs)


FORMS: dict[str, Callable[[StrategyData], str]] = {
    "text": lambda data: "".join(key_text(data)),
    "page": lambda data: "".join(key_page(data)),
    "markdown": lambda data: "".join(key_markdown(data)),
    "latex": lambda data: "".join(key_latex(data)),
    "document": document,
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_names_all_and_numbers_all(form: str, data: StrategyData) -> None:
    text = FORMS[form](data)
    assert all(name in text for name in ("rhoeas", "dubium", "alpinum", "hybridum"))
    sought = {"text": r"^\d+\. ", "page": r'<li id="c\d+"', "markdown": r'<a id="c', "latex": r"^\\couplet\{"}
    pattern = sought.get(form, r"^\d+(?: \(\d+\))?  ")
    assert len(re.findall(pattern, text, re.MULTILINE)) == couplet_count(data)


@pytest.mark.parametrize("form", FORMS)
def test_no_heading_is_a_string_of_the_program(form: str, data: StrategyData) -> None:
    text = FORMS[form](data)
    heading = re.search(r"(?:<h1>|# |section\*\{)(.*)", text) if form in ("page", "markdown", "latex") else None
    assert "table(" not in (heading[1] if heading else text.splitlines()[0])
    assert "mosses" in (heading[1] if heading else text.splitlines()[0])


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
@pytest.mark.parametrize("alone", [True, False])
def test_a_key_is_compiled_by_pdflatex(alone: bool, data: StrategyData) -> None:
    """Also with the signs of botanists, with letters that no font of pdfLaTeX has, and over several pages."""
    if not alone:
        rows = [
            f"T{number} Жук ż--x ½″ “c” ≤ {{,}}\\x,{'♂' if number % 2 else 'α × −1'},{number}" for number in range(150)
        ]
        Path("long.csv").write_text("\n".join(["taxon,sex°,length (µm)", *rows]).replace("{,}", "{}"))
        spec = "table(file=long.csv,secrets=rows,goal=identify,numbers=all)"
        data = compile_strategy(spec, "entropy").data
        if subprocess.run(["kpsewhich", "wasysym.sty"], capture_output=True, check=False).returncode:
            pytest.skip("wasysym, with the signs of the sexes, is not installed")
    Path("key.tex").write_text("".join(key_latex(data)))
    ended = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "key.tex"], capture_output=True, check=False
    )
    log = Path("key.log").read_text(errors="replace")
    assert ended.returncode == 0 and not re.search(r"^! |Missing character", log, re.MULTILINE), log[-2000:]
    pages = re.search(r"Output written on key.pdf \((\d+) page", log)
    assert pages and (int(pages[1]) == 1) == alone, log[-2000:]
    assert "Overfull" not in log


def test_signs_of_each_form_are_escaped(data: StrategyData) -> None:
    assert "&lt;alpinum&gt; #4" in FORMS["page"](data) and "<i>Poa</i> rhoeas" in FORMS["page"](data)
    tex = FORMS["latex"](data)
    assert r"50\% \& more\_" in tex and r"\textless{}alpinum\textgreater{} \#4" in tex and r"hybridum \$x\$" in tex
    assert r"\textit{Poa} rhoeas" in tex and tex.count("{") - tex.count(r"\{") == tex.count("}") - tex.count(r"\}")
    assert "*Poa* rhoeas" in FORMS["markdown"](data) and r"\<alpinum>" in FORMS["markdown"](data)
    found = Document(io.BytesIO(b"".join(key_document(data))))
    assert {each.text for line in found.paragraphs for each in line.runs if each.italic} == {"Poa"}


def test_a_document_has_the_same_bytes_each_time(data: StrategyData) -> None:
    assert b"".join(key_document(data)) == b"".join(key_document(data))


def test_thresholds_are_said_in_words(data: StrategyData) -> None:
    for couplet in couplets(data):
        assert " < " not in couplet.question
        for lead in couplet.leads:
            assert " < " not in lead.confirming and " < " not in lead.answer
            words = lead.confirming.split(", ")
            columns = [column for each in words for column in ("width", "rays") if column in each]
            assert len(columns) == len(set(columns)), lead
    text = " ".join(FORMS["text"](data).split())
    assert "or more" in text and "under" in text


def test_leads_of_a_threshold_are_in_the_order_of_sizes(tmp_path: Path) -> None:
    (tmp_path / "two.csv").write_text("s,height\na,9\nb,2\n")
    made = compile_strategy(f"table(file={tmp_path / 'two.csv'},secrets=rows,goal=narrow,numbers=all)", "entropy").data
    (couplet,) = couplets(made)
    assert couplet.question == "height" and [lead.name for lead in couplet.leads] == ["b", "a"]
    assert [lead.answer for lead in couplet.leads] == ["under 6", "6 or more"]


def test_the_words_say_what_the_thresholds_say() -> None:
    """Whatever is known, words and what is known leave the numbers that all thresholds leave."""
    from random import Random

    for seed in range(200):
        draw = Random(seed)
        least, most = sorted((draw.randint(0, 12), draw.randint(0, 12)))
        every = [(f"w < {at}", "no" if least >= at else "yes") for at in range(1, 13) if least >= at or most < at]
        known = [pair for pair in every if draw.random() < 0.4]
        new = [pair for pair in every if pair not in known]
        told = told_at_once(new, known)
        assert len(told) <= 1

        def numbers(pairs: list[tuple[str, str]]) -> set[int]:
            return {
                number
                for number in range(-1, 14)
                if all((number < int(question.split()[-1])) == (answer == "yes") for question, answer in pairs)
            }

        said = numbers(known)
        for text in told:
            if found := re.fullmatch(r"w (\d+) to under (\d+)", text):
                said &= set(range(int(found[1]), int(found[2])))
            elif found := re.fullmatch(r"w (\d+) or more", text):
                said &= set(range(int(found[1]), 14))
            else:
                found = re.fullmatch(r"w under (\d+)", text)
                assert found is not None
                said &= set(range(-1, int(found[1])))
        assert said == numbers(every)
        assert bool(told) == (numbers(known) != numbers(every))


def test_a_colon_is_a_colon_for_people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("two.nex").write_text(
        '#NEXUS\nBEGIN DATA;\nDIMENSIONS NTAX=2 NCHAR=1;\nFORMAT DATATYPE=STANDARD SYMBOLS="01";\n'
        "CHARSTATELABELS 1 'leaf: form' / 'ratio 1:2' round;\nMATRIX\na 0\nb 1\n;\nEND;\n"
    )
    game = make_game("table(file=two.nex,goal=identify)")
    assert isinstance(game, Game) and game.format_code(game.guesses[0]) == "leaf∶_form"
    assert game.parse_code("leaf: form") == game.guesses[0]
    made = compile_strategy(game, "entropy").data
    text = FORMS["text"](made)
    assert "leaf: form" in text and "ratio 1:2" in text and "∶" not in text.partition("\n\n")[2]
    write_strategy("two.msgpack", made)
    assert run("export", "two.msgpack", "-o", "two.docx").status == 0 and Path("two.docx").read_bytes()[:2] == b"PK"
    assert printed_key(made, "My key").heading == "My key"
