"""Sphinx's settings of the documentation site. ``scripts/site/build`` stages its sources and calls Sphinx."""

from __future__ import annotations

from typing import Any

project = "strategist"
author = "The authors of strategist"
copyright = "the authors of strategist, MIT license"

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
    "sphinx_copybutton",
]
source_suffix = {".md": "markdown"}
root_doc = "index"
language = "en"
exclude_patterns = ["static", "extra"]

# Readers jump to headings of READMEs by the anchors that GitHub gives them.
myst_heading_anchors = 4
myst_enable_extensions = ["attrs_inline"]

autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autosummary_generate = False
napoleon_google_docstring = False
napoleon_use_rtype = False
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_title = "strategist"
html_static_path = ["static"]
html_extra_path = ["extra"]
html_css_files = ["site.css"]
html_js_files = ["site.js"]
# Colors of code with a contrast of at least 4.5 on their backgrounds.
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
# A page is to read, not to download again as its source.
html_copy_source = False
html_show_sourcelink = False
# A page that is opened from disk may not read others, from which a summary would be taken.
html_show_search_summary = False


def _of_scikit_learn(_app: Any, _what: str, name: str, _thing: Any, skip: bool, _options: Any) -> bool | None:
    """Leave out what scikit-learn adds to estimators: its text refers to pages of its own site."""
    return True if name.startswith("set_") and name.endswith("_request") else None


def setup(app: Any) -> None:
    """Keep napoleon from comments of attributes, in which it takes what stands before a colon for a type."""
    kept: dict[str, list[str]] = {}

    def keep(app: Any, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
        if what == "attribute":
            kept[name] = list(lines)

    def give_back(app: Any, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
        if name in kept:
            lines[:] = kept.pop(name)

    app.connect("autodoc-skip-member", _of_scikit_learn)
    app.connect("autodoc-process-docstring", keep, priority=400)
    app.connect("autodoc-process-docstring", give_back, priority=600)
