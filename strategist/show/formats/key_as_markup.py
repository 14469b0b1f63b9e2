"""A printed key in Markdown and in LaTeX."""

from __future__ import annotations

from collections.abc import Iterator

from strategist.files.strategy import StrategyData
from strategist.matrices.marked_text import literal
from strategist.show.formats.key import Lead, PrintedKey, printed_key
from strategist.show.formats.key_as_text import NOTHING
from strategist.show.texts.names import latex, markdown

_HEAD = r"""\documentclass[11pt]{article}
\usepackage[T1]{fontenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage[margin=2.5cm]{geometry}
\emergencystretch3em
"""
_SEXES = "\\usepackage{wasysym}\n"
"""What ♂ and ♀ need; few keys have them, and not every installation has the package."""
_COMMANDS = r"""\usepackage[hidelinks]{hyperref}
\newcommand{\couplet}[3]{\par\pagebreak[2]\medskip\noindent\hypertarget{c#1}{\textbf{#1}}#3\quad #2\par\nobreak}
\newcommand{\lead}[2]{{\leftskip2em\noindent #1 \dotfill\ \mbox{}#2\par}\nobreak}
\newcommand{\also}[1]{{\leftskip3em\noindent\small #1\par}\nobreak}
\newcommand{\follow}[1]{\hyperlink{c#1}{#1}}
\newcommand{\sign}[2]{\ifdefined\DeclareUnicodeCharacter\ifcsname u8:\detokenize{#1}\endcsname\else
  \DeclareUnicodeCharacter{#2}{\texttt{U+#2}}\fi\fi}
"""


def key_markdown(data: StrategyData, title: str | None = None) -> Iterator[str]:
    """A key in Markdown: each number links to its couplet.

    >>> from strategist import compile_strategy
    >>> data = compile_strategy("mastermind(1,3)", "first").data
    >>> print(list(key_markdown(data))[-2])
    <BLANKLINE>
    <a id="c2"></a>**2** ([1](#c1)) 2
    <BLANKLINE>
    - 0b0w … 3
    - 1b0w … 2
    <BLANKLINE>
    """
    key = printed_key(data, title)
    yield f"# {markdown(literal(key.heading))}\n"
    if key.only is not None:
        yield f"\n{NOTHING}: {markdown(key.only)}\n"
    for couplet in key.couplets:
        above = f" ([{couplet.above}](#c{couplet.above}))" if couplet.above else ""
        leads = "".join(_lead_in_markdown(lead) for lead in couplet.leads)
        yield f'\n<a id="c{couplet.number}"></a>**{couplet.number}**{above} {markdown(couplet.question)}\n\n{leads}'
    for heading, lines in key.behind:
        yield f"\n## {heading}\n\n" + "".join(f"- {markdown(line)}\n" for line in lines)
    yield "\n---\n\n" + "".join(f"{markdown(literal(line))}  \n" for line in key.told)


def _lead_in_markdown(lead: Lead) -> str:
    to = f"[{lead.number}](#c{lead.number})" if lead.number else markdown(lead.name)
    also = f"  \n  <small>{markdown(lead.confirming)}</small>" if lead.confirming else ""
    return f"- {markdown(lead.answer)} … {to}{also}\n"


def key_latex(data: StrategyData, title: str | None = None) -> Iterator[str]:
    r"""A key as a document of LaTeX, which needs no more than the usual packages.

    A letter for which pdfLaTeX has no font is printed as its number, U+0416; XeLaTeX and LuaLaTeX print it.

    >>> from strategist import compile_strategy
    >>> data = compile_strategy("mastermind(1,3)", "first").data
    >>> print(list(key_latex(data))[-3], end="")
    \couplet{2}{2}{ (\follow{1})}
    \lead{0b0w}{3}
    \lead{1b0w}{2}
    """
    body = list(_body_in_latex(printed_key(data, title)))
    signs = sorted({sign for line in body for sign in line if not sign.isascii()})
    yield _HEAD + (_SEXES if any("male{}" in line for line in body) else "") + _COMMANDS
    yield "".join(f"\\sign{{{sign}}}{{{ord(sign):04X}}}\n" for sign in signs) + "\\begin{document}\n"
    yield from body


def _body_in_latex(key: PrintedKey) -> Iterator[str]:
    yield f"\\section*{{{latex(literal(key.heading))}}}\n"
    if key.only is not None:
        yield f"{NOTHING}: {latex(key.only)}\n"
    for couplet in key.couplets:
        above = rf" (\follow{{{couplet.above}}})" if couplet.above else ""
        leads = "".join(map(_lead_in_latex, couplet.leads))
        yield f"\\couplet{{{couplet.number}}}{{{latex(couplet.question)}}}{{{above}}}\n{leads}"
    told = [(f"\\subsection*{{{heading}}}", lines) for heading, lines in key.behind]
    for heading, lines in (*told, (r"\bigskip\hrule\bigskip\footnotesize", list(map(literal, key.told)))):
        yield f"{heading}\n" + "".join(f"\\noindent {latex(line)}\\par\n" for line in lines)
    yield "\\end{document}\n"


def _lead_in_latex(lead: Lead) -> str:
    to = rf"\follow{{{lead.number}}}" if lead.number else latex(lead.name)
    also = f"\\also{{{latex(lead.confirming)}}}\n" if lead.confirming else ""
    return f"\\lead{{{latex(lead.answer)}}}{{{to}}}\n{also}"
