"""Secrets that were used before: named, and not excluded."""

from __future__ import annotations

from pathlib import Path

import pytest
from refusals import refuses

from strategist import make_game
from strategist.games.used_before import read_used, used_lines


@pytest.mark.parametrize("text", ["crane\nhorse\n", "2026-01-02 CRANE 1234\nno. 7;horse;xyzzy\n", "﻿horse,crane"])
def test_secrets_are_found_whatever_stands_beside_them(tmp_path: Path, text: str) -> None:
    game = make_game("words")
    (tmp_path / "used").write_text(text, "utf-8")
    used = read_used(game, str(tmp_path / "used"))
    assert used == {"crane", "horse"}
    assert used_lines(game, used, ["horse", "serve"]) == ["used before, of 2 left: horse"]
    assert used_lines(game, used, ["serve"]) == []


def test_a_file_without_secrets_is_refused(tmp_path: Path) -> None:
    (tmp_path / "used").write_text("2026\n")
    refuses(read_used, make_game("words"), str(tmp_path / "used"), told="used: expected secrets of words, got none")
    refuses(read_used, make_game("words"), str(tmp_path / "none"), told="none: cannot read")
