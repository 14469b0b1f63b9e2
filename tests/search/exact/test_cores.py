"""Limits refuted by cores: the same verdicts as by trying all trees."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selection import examples

from strategist import compile_strategy, make_game
from strategist.checking.check import check_certificate
from strategist.checking.ground import table_by_rules
from strategist.common.errors import InfeasibleError, OutOfTimeError
from strategist.search.certify.certify_cores import needed_cores
from strategist.search.exact.cores import Refuter, find_core, left_whole_by
from strategist.search.run import root
from strategist.search.tasks.supervise import StopSignal

Rows = list[list[int]]


def solvable(rows: Rows, members: frozenset[int], within: int, announces: bool, solved: int) -> bool:
    """Whether some tree solves the members within so many guesses, by the definition alone."""

    @cache
    def by(members: frozenset[int], within: int) -> bool:
        if announces and len(members) == 1:
            return True
        return within > 0 and any(
            all(
                response == solved or by(frozenset(m for m in members if rows[m][guess] == response), within - 1)
                for response in {rows[member][guess] for member in members}
            )
            for guess in range(len(rows[0]))
        )

    return by(members, within)


@st.composite
def tables(draw: Any) -> tuple[Rows, bool, int]:
    """Responses of some secrets, whether they are announced, and the response that solves."""
    secrets, responses = draw(st.integers(2, 9)), draw(st.integers(1, 3))
    questions = draw(st.integers(0, 5))
    announces = draw(st.booleans())
    drawn = random.Random(draw(st.integers(0, 10**6)))
    rows = [[drawn.randrange(responses) for _ in range(questions)] for _ in range(secrets)]
    if announces:
        return [[*row, 0] for row in rows], True, responses
    own = [
        [responses if guess == secret else drawn.randrange(responses) for guess in range(secrets)]
        for secret in range(secrets)
    ]
    return [[*mine, *row] for mine, row in zip(own, rows, strict=True)], False, responses


@settings(max_examples=examples(300), deadline=None)
@given(tables(), st.integers(1, 5))
def test_a_set_is_refuted_if_no_tree_solves_it(table: tuple[Rows, bool, int], within: int) -> None:
    rows, announces, solved = table
    refuter = Refuter(np.array(rows, dtype=np.uint8), solved, 1 if announces else 2, lambda: False)
    everything = np.arange(len(rows))
    for members in (everything, everything[::2]):
        if len(members) > 1:
            # Cores that were found before serve again.
            for _ in range(2):
                found = refuter.refutes(members, within)
                assert found == (not solvable(rows, frozenset(members.tolist()), within, announces, solved))


@settings(max_examples=examples(100), deadline=None)
@given(tables())
def test_a_core_makes_every_guess_fail_and_no_part_of_it_does(table: tuple[Rows, bool, int]) -> None:
    rows = np.array(table[0], dtype=np.uint8)
    core = find_core(rows, np.arange(len(rows)))

    def fails(members: list[int]) -> bool:
        return all(len(set(column)) < len(members) for column in rows[members].T.tolist())

    assert bool(len(core)) == fails(list(range(len(rows))))
    for left_out in core.tolist():
        assert not fails([member for member in core.tolist() if member != left_out])
    if len(core):
        whole = left_whole_by(rows, core)
        assert whole.tolist() == [len(set(column)) == 1 for column in rows[core].T.tolist()]


def test_a_stopped_refuter_refutes_nothing() -> None:
    rows = np.zeros((5, 3), dtype=np.uint8)
    assert Refuter(rows, 1, 2, lambda: False).refutes(np.arange(5), 3)
    assert not Refuter(rows, 1, 2, lambda: True).refutes(np.arange(5), 3)


def few_words(folder: Path) -> str:
    """A game of words that differ in a letter or two, and of which few guesses tell many apart."""
    listed = make_game("words")
    answers = [
        word for word in map(listed.format_code, listed.secrets) if word.endswith(("atch", "ound", "ight", "er"))
    ]
    guesses = [*answers, *list(map(listed.format_code, listed.guesses))[::60]]
    for name, words in (("answers", answers[::3]), ("guesses", guesses)):
        (folder / name).write_text("\n".join(dict.fromkeys(words)))
    return f"words({folder / 'answers'},{folder / 'guesses'})"


def hard_words(folder: Path) -> str:
    """A game in which four guesses are not enough."""
    listed = make_game("wordle")
    words = list(map(listed.format_code, listed.guesses))
    answers = [word for word in words if word.endswith(("atch", "ound", "ight"))]
    (folder / "answers").write_text("\n".join(answers))
    (folder / "guesses").write_text("\n".join(dict.fromkeys([*answers, *words[::90]])))
    return f"words({folder / 'answers'},{folder / 'guesses'})"


@pytest.mark.parametrize("text", ["words", "mastermind(3,5)", "bulls-and-cows(3,6,goal=identify)"])
def test_the_least_depth_is_the_same_with_cores(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str) -> None:
    game = make_game(few_words(tmp_path) if text == "words" else text)
    tried: list[tuple[int, bool]] = []

    class Watched(Refuter):
        def refutes(self, members: Any, within: int, tell: Any = None) -> bool:
            found = super().refutes(members, within, tell)
            tried.append((within, found))
            return found

    monkeypatch.setattr(root, "Refuter", Watched)
    monkeypatch.setattr(root, "_MOST_OPENINGS", 10**9)
    without = compile_strategy(game, "optimal(depth)", jobs=1).data
    assert not tried
    monkeypatch.setattr(root, "_MOST_OPENINGS", -1)
    with_cores = compile_strategy(game, "optimal(depth)", jobs=1).data
    assert with_cores.claims.depth == without.claims.depth
    assert with_cores.lower_bound == without.lower_bound and with_cores.bound == without.bound
    assert (without.claims.depth - 1, True) in tried or not any(found for _, found in tried)
    with pytest.raises(InfeasibleError):
        compile_strategy(game, f"feasible(max_depth={without.claims.depth - 1})")


def test_a_core_of_two_pairs_is_found() -> None:
    """Where no member agrees with one that was chosen, two others may agree."""
    rows = np.array([[2, 0, 1, 1], [0, 2, 1, 0], [1, 0, 2, 1], [0, 1, 1, 2]], dtype=np.uint8)
    assert sorted(find_core(rows, np.arange(4)).tolist()) == [0, 1, 2, 3]


def test_a_stopped_search_certifies_what_its_cores_have_refuted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Its bound is that of the last limit that was refuted to the end."""

    class Stopping(Refuter):
        def refutes(self, members: Any, within: int, tell: Any = None) -> bool:
            if within == 4:
                # What is asked is a method of the workers.
                workers = self.stopped.__self__  # type: ignore[attr-defined]
                workers.brake.pull()
            return super().refutes(members, within, tell)

    monkeypatch.setattr(root, "Refuter", Stopping)
    compiled = compile_strategy(hard_words(tmp_path), "optimal(depth)", jobs=1, certificate=True)
    assert (compiled.data.lower_bound, compiled.data.bound, compiled.data.stopped) == (4, "upper", True)
    assert compiled.certify is not None
    certified = compiled.certify(None)
    assert (certified.gaps, certified.certificate.version, certified.certificate.bound) == (0, 3, 4)
    assert check_certificate(certified.certificate).proven


def test_a_certificate_that_is_stopped_is_not_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    certify = compile_strategy(hard_words(tmp_path), "optimal(depth)", jobs=1, certificate=True).certify
    assert certify is not None
    monkeypatch.setattr(StopSignal, "stopped", True)
    with pytest.raises(OutOfTimeError, match="no certificate is written"):
        certify(None)


def test_what_was_not_refuted_leaves_gaps() -> None:
    rows = np.array([[2, 0, 1], [0, 2, 1], [0, 1, 2]], dtype=np.uint8)
    refuter = Refuter(rows, 2, 2, lambda: False)
    assert not refuter.refutes(np.arange(3), 3)
    assert needed_cores(refuter, np.arange(3), 3) == ([[]], 3)


def test_few_cores_are_chosen_and_of_large_ones_few_members(tmp_path: Path) -> None:
    game = make_game(hard_words(tmp_path))
    refuter = Refuter(table_by_rules(game, range(len(game.secrets))), game.response_count - 1, 2, lambda: False)
    everything = np.arange(len(game.secrets))
    assert refuter.refutes(everything, 4)
    told: list[tuple[int, int]] = []
    levels, gaps = needed_cores(refuter, everything, 4, lambda *each: told.append(each))
    assert gaps == 0 and max(done / whole for done, whole in told) <= 1
    for level, pool in zip(levels, (refuter.pools[2], refuter.pools[3]), strict=True):
        assert 0 < len(level) <= len(pool)
    found, wider = (
        sum(map(len, each)) for each in (levels[1], map(refuter.pools[3].core, range(len(refuter.pools[3]))))
    )
    assert found < wider
