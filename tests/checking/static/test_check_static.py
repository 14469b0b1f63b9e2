"""Certificates of questions asked all at once: both checkers, what they refuse, files and commands."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from strategist import compile_strategy, make_game, table
from strategist.checking.check import check_certificate
from strategist.checking.check_plain import check_plainly
from strategist.common.errors import InfeasibleError, RefutedError, StrategyFileError
from strategist.files.certificate import Certificate
from strategist.files.certificate_file import decode, encode
from strategist.files.columns import column
from strategist.files.envelope import seal, unseal
from strategist.files.versions.set_columns import KIND_SETS, QuestionSets
from strategist.model.game import Game
from strategist.show.certificates.certified import certificate_lines, certificate_record, explained_lines
from tests.programs.preloaded import command


def both(certificate: Certificate) -> list[str]:
    """What both checkers say, which must be the same."""
    fast, plain = check_certificate(certificate), check_plainly(certificate)
    assert fast.problems == plain[:10]
    return plain


def proven(game: Game | str, start: str = "") -> Certificate:
    return compile_strategy(game, "optimal(static)", start=start, certificate=True).prove()


def test_without_symmetries_orbits_are_single_questions() -> None:
    certificate = proven("mastermind(2,4,feedback=black)")
    assert certificate.sets is not None
    assert both(replace(certificate, sets=replace(certificate.sets, images=())))
    assert both(replace(certificate, sets=replace(certificate.sets, products=1)))


def weighed(game: Game | str, monkeypatch: pytest.MonkeyPatch) -> Certificate:
    """A certificate that weighs pairs."""
    with monkeypatch.context() as patch:
        patch.setattr("strategist.search.static.branching.MOST_TOLD", 0)
        return proven(game)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"weighed": column([1])}, "columns.weighed"),
        ({"weighed": column([1]), "firsts": column([0]), "seconds": column([0])}, "columns.weighed"),
        ({"weighed": column([0]), "firsts": column([0])}, "columns.weighed"),
        ({"weighed": column([1]), "firsts": column([1]), "seconds": column([0]), "weights": column([1])}, "pair 0"),
        ({"weighed": column([1]), "firsts": column([0]), "seconds": column([1]), "weights": column([0])}, "pair 0"),
        ({"weighed": column([1]), "firsts": column([0]), "seconds": column([99]), "weights": column([1])}, "pair 0"),
    ],
)
def test_forms_of_weights(change: dict[str, object], message: str) -> None:
    nothing = column([0])
    with pytest.raises(StrategyFileError, match=message):
        sets = replace(QuestionSets(2, nothing, nothing, nothing, nothing), **change)  # type: ignore[arg-type]  # columns
        Certificate.of_sets(make_game("mastermind(2,3)"), sets)


def test_what_is_asked_already_proves_nothing() -> None:
    """A question of the set is in every set behind it: if it were tried again, nothing would be left to try."""
    game = make_game("mastermind(1,3)")
    assert proven(game).bound == 2
    # Each entry below asks the same question once more, and the first names a pair that no question tells apart then.
    chain = (column([1, 1, 0]), column([0, 0, 0]), column([0, 1, 1]), column([1, 2, 2]))
    told = both(Certificate.of_sets(game, QuestionSets(3, *chain)))
    assert "asked or forbidden already" in " ".join(told)
    twice = (column([2, 0, 0]), column([0, 0, 0]), column([0, 1, 1]), column([1, 2, 2]))
    assert "asked or forbidden already" in " ".join(both(Certificate.of_sets(game, QuestionSets(2, *twice))))


def test_what_is_no_symmetry_is_refused() -> None:
    game = make_game("mastermind(2,3,feedback=black)")
    certificate = proven(game)
    assert certificate.sets is not None
    turned = column([*range(1, 9), 0])
    forged = Certificate.of_sets(game, replace(certificate.sets, images=(turned,)))
    assert both(forged) == ["symmetry 0 does not keep what questions tell apart"]
    rows = [["0", "0"], ["0", "1"], ["1", "0"], ["1", "1"]]
    classes = table(rows, goal="class", classes=["a", "b", "b", "b"])
    swapped = (column([2, 3, 0, 1]),)
    nothing = column([0])
    forged = Certificate.of_sets(classes, QuestionSets(2, nothing, nothing, nothing, nothing, swapped))
    assert both(forged) == ["symmetry 0 does not keep what questions tell apart"]


CLAIMED = "it is claimed that 2 questions more do not suffice"
NOT_ASKED = f"{CLAIMED}, but no entry below asks 2, which tells its secrets apart"


def test_a_symmetry_that_moves_what_is_forbidden_spares_no_question() -> None:
    """The weights forbid the last guess, which the one symmetry maps to another one."""
    columns = column([1, 1, 0]), column([0, 0, 0]), column([0, 0, 0]), column([0, 1, 0])
    pairs = column([3, 0, 0]), column([0, 0, 1]), column([1, 2, 2]), column([1, 1, 1])
    sets = QuestionSets(3, *columns, (column([1, 0, 3, 2]),), 2, *pairs)
    assert both(Certificate.of_sets(make_game("mastermind(1,4)"), sets)) == [f"entry 1: {NOT_ASKED}"]


def test_symmetries_beyond_the_products_spare_no_question() -> None:
    """The two products are the one that moves nothing and the first of the list; the second would spare one."""
    columns, images = (column([1, 0]), column([0, 0]), column([0, 0]), column([1, 0])), ([0, 1, 3, 2], [1, 0, 2, 3])
    sets = QuestionSets(3, *columns, tuple(map(column, images)), 2)
    assert both(Certificate.of_sets(make_game("mastermind(1,4)"), sets)) == [f"entry 0: {NOT_ASKED}"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"bound": -1}, "header.bound"),
        ({"products": 0}, "header.products"),
        ({"children": column([1])}, "columns.children"),
        ({"questions": column([99])}, "columns.questions"),
        ({"ones": column([5])}, "columns.ones"),
        ({"ones": column([0, 0])}, "columns"),
        ({"others": column([-1])}, "columns.others"),
        ({"images": (column([0, 0, 1, 2, 3, 4, 5, 6, 7]),)}, "columns.images"),
        ({"images": (column([0, 1]),)}, "columns.images"),
    ],
)
def test_forms(change: dict[str, object], message: str) -> None:
    nothing = column([0])
    sets = QuestionSets(2, nothing, nothing, nothing, nothing)
    game = make_game("mastermind(2,3)")
    Certificate.of_sets(game, sets)
    with pytest.raises(StrategyFileError, match=message):
        Certificate.of_sets(game, replace(sets, **change))  # type: ignore[arg-type]  # the fields are right


@pytest.mark.parametrize("field", ["bound", "entries", "symmetries", "products", "pairs", "objective", "start"])
def test_hostile_headers(field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for certificate in (proven("mastermind(2,4,feedback=black)"), weighed("mastermind(2,4)", monkeypatch)):
        header, columns = unseal(KIND_SETS, encode(certificate))
        for value in (-1, 1 << 40, None, "total", 1.5, True):
            with pytest.raises(StrategyFileError, match=r"header\.|columns"):
                decode(seal(KIND_SETS, header | {field: value}, columns))
        for at in range(len(columns)):
            with pytest.raises(StrategyFileError, match="columns"):
                decode(seal(KIND_SETS, header, [*columns[:at], columns[at][:-1], *columns[at + 1 :]]))
            with pytest.raises(StrategyFileError, match="columns"):
                decode(seal(KIND_SETS, header, columns[:at]))


def test_games_without_such_a_certificate() -> None:
    nothing = column([0])
    sets = QuestionSets(2, nothing, nothing, nothing, nothing)
    for game in ("mastermind(2,3,lies=1)", "mastermind(2,3,turns=4)", "words(hard=true)"):
        with pytest.raises(StrategyFileError, match=r"header\.game"):
            Certificate.of_sets(make_game(game), sets)
    with pytest.raises(StrategyFileError, match="static in version 6 alone"):
        Certificate(make_game("mastermind(2,3)"), "static", proven("mastermind(2,3)").entries)


def test_so_many_questions_are_refuted_by_a_certificate() -> None:
    game = "mastermind(2,5,feedback=black)"
    with pytest.raises(RefutedError, match="no 5 questions") as refuted:
        compile_strategy(game, "feasible(static,count=5)", certificate=True)
    certificate = refuted.value.prove(None)
    assert certificate.bound == 6 and both(certificate) == []
    with pytest.raises(InfeasibleError, match="no 1 question asked"):
        compile_strategy("mastermind(2,3)", "feasible(static,count=1)", plain=True)
    # Where so many are enough, there is nothing to prove.
    assert compile_strategy(game, "feasible(static,count=6)", certificate=True).certify is None


def test_a_search_that_was_stopped_certifies_its_bound() -> None:
    compiled = compile_strategy("mastermind(3,4,feedback=black)", "optimal(static)", time_limit=0, certificate=True)
    assert both(compiled.prove()) == []


def test_what_is_shown() -> None:
    certificate = proven("mastermind(2,5,feedback=black)")
    lines = certificate_lines(certificate, "some.certificate", 1)
    assert "that asks all guesses at once needs at least 6" in lines[0]
    assert f"{len(certificate)} sets of questions" in lines[1]
    assert certificate_record(certificate)["symmetries"] > 0
    assert explained_lines(certificate)[1].split()[:3] == ["guesses", "sets", "counted"]


def test_commands(tmp_path: Path) -> None:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*command(), *words], capture_output=True, text=True, cwd=tmp_path, check=False)

    game = "mastermind(2,4,feedback=black)"
    made = run("compile", game, "optimal(static)", "-o", "s.msgpack", "--certificate", "s.certificate")
    assert made.returncode == 0 and "s.certificate: " in made.stdout
    assert run("check", "s.msgpack", "s.certificate").stdout.startswith("optimal in static: every strategy for")
    other = run("compile", game, "feasible(static,count=5)", "-o", "five.msgpack", "--certificate", "five.certificate")
    assert other.returncode == 0 and "five.certificate is not written" in other.stderr
    assert "questions asked all at once: " in other.stdout
    assert run("check", "five.msgpack", "s.certificate").returncode == 0
    refuted = run("compile", game, "feasible(static,count=3)", "-o", "no.msgpack", "--certificate", "no.certificate")
    assert refuted.returncode == 1 and "no 3 questions" in refuted.stdout
    checked = run("check", "no.certificate", "--explain")
    assert checked.returncode == 0 and "needs at least 4 (" in checked.stdout
    run("compile", game, "entropy", "-o", "entropy.msgpack")
    beside = run("check", "entropy.msgpack", "s.certificate")
    assert beside.returncode == 1 and "depend on answers" in beside.stdout
