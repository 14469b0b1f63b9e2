"""Labels in SDD: one of several languages, and HTML's italics."""

from __future__ import annotations

import html
import re

from strategist.matrices.sdd.sdd_elements import Element
from strategist.matrices.summed_remarks import SummedRemarks

_TAG = re.compile(r"<(/?)([A-Za-z]{1,10})(?:\s[^<>]{0,200})?/?>")
_ITALIC = {"i", "em"}
_SCRIPT = {"b", "strong", "u", "sub", "sup", "br", "p", "span", "font", "small"}
_SCIENTIFIC = ("zxx", "la")
"""How the languages of names of taxa begin."""


def label_of(element: Element, language: str, remarks: SummedRemarks) -> str:
    """The label of an element, in the language of the data set where there is one; empty if there is none.

    Names of taxa are taken in Latin. Labels with a role, such as abbreviations, come last.
    """
    labels = [*element.all("Representation", "Label"), *element.all("Label")]
    if not labels:
        return ""

    def rank(label: Element) -> tuple[bool, int]:
        own = label.attributes.get("lang", "")
        if own.startswith(_SCIENTIFIC):
            return "role" in label.attributes, 0
        return "role" in label.attributes, 1 if own in ("", language) else 2

    best = min(labels, key=rank)
    for label in labels:
        if label is not best and "role" not in label.attributes:
            remarks.add("label in a further language left out", label.text, label.line)
    return marked(best.text)


def marked(text: str) -> str:
    r"""A text with HTML's tags as marked text.

    >>> marked("<i>Viola</i> <b>x</b> &lt; 3")
    '\\i{}Viola\\i0{} x < 3'
    """

    def command(tag: re.Match[str]) -> str:
        name = tag[2].lower()
        if name in _ITALIC:
            return "\\i0{}" if tag[1] else "\\i{}"
        return "" if name in _SCRIPT else tag[0]

    return " ".join(html.unescape(_TAG.sub(command, text)).split())
