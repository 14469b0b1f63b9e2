"""Certificates of questions asked all at once: both checkers, what they refuse, files and commands."""

from __future__ import annotations

import random
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

SMALL = [
    ("mastermind(1,4)", 3),
    ("mastermind(2,3)", 2),
    ("mastermind(2,4,feedback=black)", 4),
    ("mastermind(2,6,feedback=black)", 7),
    ("mastermind(3,3,feedback=black)", 4),
    ("mastermind(4,2,feedback=black)", 4),
    ("mastermind(6,2,feedback=black)", 5),
    ("mastermind(2,4,goal=identify)", 3),
    ("bulls-and-cows(2,5,feedback=black)", 5),
    ("bulls-and-cows(3,4,feedback=black)", 4),
]


def both(certificate: Certificate) -> list[str]:
    """What both checkers say, which must be the same."""
    fast, plain = check_certificate(certificate), check_plainly(certificate)
    assert fast.problems == plain[:10]
    return plain


def proven(game: Game | str, start: str = "") -> Certificate:
    return compile_strategy(game, "optimal(static)", start=start, certificate=True).prove()


@pytest.mark.parametrize(("game", "bound"), SMALL)
def test_a_certificate_is_proven(game: str, bound: int) -> None:
    certificate = proven(game)
    assert certificate.bound == bound
    assert both(certificate) == []
    assert both(decode(encode(certificate))) == []
    assert encode(decode(encode(certificate))) == encode(certificate)
    assert certificate.sets is not None
    assert both(replace(certificate, sets=replace(certificate.sets, bound=bound - 1))) == []
    # One question less is too few, and what the file says of symmetries is needed to see so.
    assert both(replace(certificate, sets=replace(certificate.sets, bound=bound + 1)))


def test_without_symmetries_orbits_are_single_questions() -> None:
    certificate = proven("mastermind(2,4,feedback=black)")
    assert certificate.sets is not None
    assert both(replace(certificate, sets=replace(certificate.sets, images=())))
    assert both(replace(certificate, sets=replace(certificate.sets, products=1)))


def test_random_tables_with_classes_and_behind_histories() -> None:
    draw, listed = random.Random(5), 0
    for _ in range(40):
        secrets, questions, answers = draw.randint(4, 12), draw.randint(3, 8), draw.randint(2, 3)
        goal = draw.choice(["identify", "class"])
        rows = [[str(draw.randrange(answers)) for _ in range(questions)] for _ in range(secrets)]
        classes = ["a", *(draw.choice("abc") for _ in range(secrets - 2)), "b"] if goal == "class" else None
        rows = [[*row, *(str(secret >> bit & 1) for bit in range(4))] for secret, row in enumerate(rows)]
        game = table(rows, goal=goal, classes=classes)
        question, secret = game.guesses[draw.randrange(questions)], game.secrets[0]
        start = game.format_history(((question, game.respond(question, secret)),)) if draw.random() < 0.5 else ""
        if start and len({game.classes[at] if game.classes else at for at in game_left(game, start)}) < 2:
            continue
        certificate = proven(game, start)
        assert both(certificate) == []
        assert both(decode(encode(certificate))) == []
        assert certificate.sets is not None
        assert both(replace(certificate, sets=replace(certificate.sets, bound=certificate.bound + 1)))
        listed += len(certificate)
    assert listed > 20


def game_left(game: Game, start: str) -> list[int]:
    return [game.secrets.index(code) for code in game.consistent(game.parse_history(start))]


@pytest.mark.parametrize(
    "game", ["mastermind(2,3,feedback=black)", "mastermind(4,2,feedback=black)", "mastermind(2,3)"]
)
def test_changed_certificates_prove_nothing_that_is_false(game: str) -> None:
    """Whatever else a file says: where the bound is too high, both checkers find a problem, and the same."""
    certificate, draw = proven(game), random.Random(game)
    sets, made = certificate.sets, make_game(game)
    assert sets is not None
    false = refused = 0
    for _ in range(150):
        changed = {name: list(getattr(sets, name)) for name in ("children", "questions", "ones", "others")}
        images = [list(each) for each in sets.images]
        bound = sets.bound + draw.choice([0, 1, 1, 2])
        for _ in range(draw.randint(1, 4)):
            name = draw.choice(["questions", "ones", "others", "images", "graft"])
            if name == "images" and images:
                draw.shuffle(draw.choice(images))
            elif name == "graft":
                # One more entry below the last one, which names a pair and asks anything.
                changed["children"] = [*changed["children"][:-1], 1, 0]
                changed["questions"].append(draw.randrange(made.question_count))
                changed["ones"][-1:] = [0, 0]
                changed["others"][-1:] = [draw.randrange(1, len(made.secrets)), draw.choice([0, 1])]
            elif name != "images":
                at = draw.randrange(len(changed[name]))
                most = made.question_count if name == "questions" else len(made.secrets)
                changed[name][at] = draw.randrange(most)
        columns = [column(changed[name]) for name in changed]
        try:
            other = QuestionSets(bound, *columns, tuple(map(column, images)), sets.products)  # type: ignore[arg-type]  # four columns
            forged = Certificate.of_sets(made, other)
        except StrategyFileError:
            refused += 1
            continue
        problems = both(forged)
        if bound > sets.bound:
            assert problems
            false += 1
    assert false > 30 and refused < 110


def weighed(game: Game | str, monkeypatch: pytest.MonkeyPatch) -> Certificate:
    """A certificate that weighs pairs."""
    with monkeypatch.context() as patch:
        patch.setattr("strategist.search.static.branching.MOST_TOLD", 0)
        return proven(game)


@pytest.mark.parametrize(
    "game", ["mastermind(2,3,feedback=black)", "mastermind(3,2,feedback=black)", "mastermind(2,4)"]
)
def test_weights(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    certificate, draw = weighed(game, monkeypatch), random.Random(game)
    sets = certificate.sets
    assert sets is not None and len(sets.weights)
    assert both(certificate) == [] == both(decode(encode(certificate)))
    assert encode(decode(encode(certificate))) == encode(certificate)
    assert certificate.bound == proven(game).bound
    for _ in range(40):
        changed = {name: list(getattr(sets, name)) for name in ("questions", "firsts", "seconds", "weights")}
        bound = sets.bound + draw.choice([0, 1])
        for _ in range(draw.randint(1, 3)):
            name = draw.choice(list(changed))
            at = draw.randrange(len(changed[name]))
            changed[name][at] = draw.randrange(10**6 if name == "weights" else len(certificate.game.secrets))
        try:
            other = replace(sets, bound=bound, **{name: column(changed[name]) for name in changed})
            forged = replace(certificate, sets=other)
        except StrategyFileError:
            continue
        assert both(forged) or bound == sets.bound


@pytest.mark.thorough
def test_weights_of_tables_with_classes_and_behind_histories(monkeypatch: pytest.MonkeyPatch) -> None:
    draw, listed = random.Random(8), 0
    for _ in range(8):
        secrets = draw.randint(6, 14)
        rows = [[str(draw.randrange(2)) for _ in range(8)] for _ in range(secrets)]
        rows = [[*row, *(str(secret >> bit & 1) for bit in range(4))] for secret, row in enumerate(rows)]
        classes = ["a", *(draw.choice("abc") for _ in range(secrets - 2)), "b"]
        game = table(rows, goal="class", classes=classes) if draw.random() < 0.5 else table(rows, goal="identify")
        certificate = weighed(game, monkeypatch)
        assert both(certificate) == []
        assert certificate.sets is not None
        assert both(replace(certificate, sets=replace(certificate.sets, bound=certificate.bound + 1)))
        listed += len(certificate.sets.weights)
    assert listed > 20


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
