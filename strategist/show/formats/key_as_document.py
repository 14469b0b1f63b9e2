"""A printed key as a document of a word processor (.docx), with python-docx."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from strategist.common.extras import require
from strategist.files.strategy import StrategyData
from strategist.show.formats.key import Lead, printed_key
from strategist.show.formats.key_as_text import NOTHING
from strategist.show.texts.names import runs

if TYPE_CHECKING:
    from docx.document import Document

_INDENT, _WIDTH = 0.75, 16.0
"""Centimetres: what leads are moved in, and the place of numbers and names, behind dots."""
_SMALL = 8.5
"""Points."""


def key_document(data: StrategyData, title: str | None = None) -> Iterator[bytes]:
    """A key as a document; the bytes depend on the strategy and the version of the library alone.

    Raises :class:`~strategist.common.errors.MissingLibraryError` without python-docx.

    >>> from strategist import compile_strategy
    >>> data = compile_strategy("mastermind(1,3)", "first").data
    >>> b"".join(key_document(data))[:2]
    b'PK'
    """
    require("docx")
    from docx import Document
    from docx.shared import Cm

    key = printed_key(data, title)
    made = Document()
    made.core_properties.title = key.heading
    made.core_properties.author = ""
    for section in made.sections:
        section.left_margin = section.right_margin = Cm(2.5)
    made.add_heading(key.heading, 1)
    if key.only is not None:
        _put(made.add_paragraph(f"{NOTHING}: "), key.only)
    for couplet in key.couplets:
        line = made.add_paragraph()
        line.paragraph_format.keep_with_next = True
        line.paragraph_format.space_after = Cm(0.1)
        line.add_run(f"{couplet.number}").bold = True
        _put(line, f"{f' ({couplet.above})' if couplet.above else ''}  ")
        _put(line, couplet.question)
        for place, lead in enumerate(couplet.leads, 1):
            _add_lead(made, lead, last=place == len(couplet.leads))
    for heading, lines in key.behind:
        made.add_heading(heading, 2)
        for text in lines:
            _put(made.add_paragraph(), text)
    for text in key.told:
        _small(made.add_paragraph().add_run(text))
    yield _packed(made)


def _add_lead(made: Document, lead: Lead, last: bool) -> None:
    """A lead in a line of its own, and what confirms it below."""
    from docx.enum.text import WD_TAB_ALIGNMENT, WD_TAB_LEADER
    from docx.shared import Cm

    line = made.add_paragraph()
    form = line.paragraph_format
    form.left_indent, form.space_after = Cm(_INDENT), Cm(0)
    form.keep_with_next = not last or bool(lead.confirming)
    form.tab_stops.add_tab_stop(Cm(_WIDTH), WD_TAB_ALIGNMENT.RIGHT, WD_TAB_LEADER.DOTS)
    _put(line, lead.answer)
    line.add_run("\t")
    _put(line, str(lead.number) if lead.number else lead.name)
    if lead.confirming:
        also = made.add_paragraph()
        also.paragraph_format.left_indent, also.paragraph_format.space_after = Cm(2 * _INDENT), Cm(0)
        also.paragraph_format.keep_with_next = not last
        for each in _put(also, lead.confirming):
            _small(each)


def _put(paragraph: Any, marked: str) -> list[Any]:
    """Add a marked text to a paragraph; returns its runs."""
    found = []
    for run in runs(marked):
        added = paragraph.add_run(run.text)
        added.italic = run.italic or None
        found.append(added)
    return found


def _small(run: Any) -> None:
    from docx.shared import Pt

    run.font.size = Pt(_SMALL)


def _packed(made: Document) -> bytes:
    """The bytes of a document without the time of day, which the library writes to its archive."""
    held, packed = io.BytesIO(), io.BytesIO()
    made.save(held)
    with ZipFile(held) as source, ZipFile(packed, "w", ZIP_DEFLATED) as target:
        for part in source.infolist():
            target.writestr(ZipInfo(part.filename), source.read(part.filename), ZIP_DEFLATED)
    return packed.getvalue()
