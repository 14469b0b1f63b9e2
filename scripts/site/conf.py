"""Sphinx's settings of the documentation site. ``scripts/site/build`` stages its sources and calls Sphinx."""

from __future__ import annotations

from importlib.metadata import version as installed

project = "strategist"
author = "The authors of strategist"
copyright = "the authors of strategist, MIT license"
release = version = installed("strategist-compiler")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode", "sphinx_copybutton"]
source_suffix = {".md": "markdown"}
root_doc = "index"
language = "en"

# Readers jump to headings of READMEs by the anchors that GitHub gives them.
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence", "attrs_inline"]

autodoc_typehints = "signature"
autodoc_member_order = "bysource"
napoleon_google_docstring = False
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_title = f"strategist {release}"
html_static_path = ["static"]
html_css_files = ["site.css"]
# A page is to read, not to download again as its source.
html_copy_source = False
html_show_sourcelink = False
