"""What stands where GitHub looks for it: links lead somewhere, and the change log begins with this version."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

pytestmark = pytest.mark.early

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".github"


@pytest.mark.parametrize("name", ["CHANGELOG.md", "CONTRIBUTING.md"])
def test_links_lead_somewhere(name: str) -> None:
    links = re.findall(r"\]\(([^)\s#]+)[^)]*\)", (FOLDER / name).read_text(encoding="utf-8"))
    assert links
    for link in links:
        assert link.startswith("https:") or (FOLDER / link).exists(), link


def test_the_change_log_begins_with_this_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    versions = re.findall(r"^## (.*)$", (FOLDER / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert versions[0] == project["version"]
    assert versions == sorted(set(versions), key=lambda text: [int(each) for each in text.split(".")], reverse=True)


def test_the_workflow_calls_what_anybody_can_call() -> None:
    assert "run: bash .ci/run\n" in (FOLDER / "workflows" / "ci.yml").read_text(encoding="utf-8")
