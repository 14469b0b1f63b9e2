"""The plain twin of the checker agrees with the checker; test_forgery.py tries forged certificates."""

from __future__ import annotations

import ast
import math
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from types import ModuleType

import numpy as np
import pytest
from certificates import certificate_of, changed, entries_of, table_game
from claim_kinds import Maker, chances_and_costs, crossings, tariffs
from sampling import CampaignNumbers

from strategist import make_game
from strategist.checking import check_plain, plain_board, proof
from strategist.checking.check import check_certificate
from strategist.checking.check_plain import check_plainly
from strategist.checking.counted_bounds import INFINITE, least, room_of
from strategist.checking.ground import table_by_rules
from strategist.checking.lies import plain_liars
from strategist.checking.paths import plain_paths_board
from strategist.checking.sets import plain_sets
from strategist.checking.sets.set_claims import Sets
from strategist.checking.several_answers import plain_masses
from strategist.checking.static import check_static_plain
from strategist.files.certificate import OBJECTIVES, Certificate
from strategist.files.certificate_file import read_certificate
from strategist.files.columns import column
from strategist.files.versions.position_columns import Under
from strategist.model.game import Symmetry

SHIPPED = sorted((Path(__file__).parents[2] / "strategies").glob("*.certificate"))
SLOW = ("mastermind-4x5", "mastermind-4x6", "mastermind-5x4", "bulls-and-cows-3x10", "bulls-and-cows-4x8")
BEYOND = ("bulls-and-cows-4x10", "mastermind-4x8", "mastermind-5x5")
"""They list up to a million positions with thousands of guesses each: checking them would take days."""


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=pytest.mark.slow if path.name.startswith(SLOW) else ())
        for path in SHIPPED
        if not path.name.startswith(BEYOND)
    ],
    ids=lambda path: path.name,
)
def test_every_shipped_certificate_is_proven_plainly(path: Path) -> None:
    assert check_plainly(read_certificate(path)) == []


def plainly(objective: str, count: int, branches: int, spreads: Collection[Sequence[int]] | None) -> float:
    """The least cost of a number of secrets, as the plain checker counts it."""
    levels = plain_sets._levels(count, branches, spreads)
    return math.inf if len(levels) < count else levels[-1] if objective == "depth" else sum(levels)


@pytest.mark.parametrize("announces", [False, True])
@pytest.mark.parametrize("branches", [0, 1, 2, 3, 7])
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_counting_is_the_same(objective: str, branches: int, announces: bool) -> None:
    counted = least(objective, 40, branches, announces).tolist()
    # In some game, all cells may be large.
    spreads = None if announces else [(40,) * branches]
    for count in range(1, 41):
        plain = plainly(objective, count, branches, spreads)
        assert plain == counted[count] or (plain > 2**32 and counted[count] > 2**32)


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize(
    "spec", ["mastermind(3,5)", "mastermind(2,4,feedback=black)", "bulls-and-cows(3,6)", "grand-mastermind(2,2,2)"]
)
def test_counting_in_one_game_is_the_same(spec: str, objective: str) -> None:
    game = make_game(spec)
    branches, count = game.response_count - 1, len(game.secrets)
    room = room_of(table_by_rules(game, range(len(game.secrets))), branches)
    rows = [{secret: game.respond(guess, secret) for secret in game.secrets} for guess in game.guesses]
    counted = least(objective, count, branches, False, room).tolist()
    spreads = plain_sets._spreads(rows, branches)
    assert counted[1:] == [plainly(objective, n, branches, spreads) for n in range(1, count + 1)]
    assert counted >= least(objective, count, branches, False).tolist()


@pytest.mark.parametrize("make", [crossings, chances_and_costs, tariffs])
def test_counting_of_sets_is_the_same(make: Maker, campaign_numbers: CampaignNumbers) -> None:
    for number in campaign_numbers(24):
        draws = Random(number)
        for certificate in make(number)[:1]:
            claims = proof.Proof.of(certificate)
            plain, fast = plain_sets.PlainSets(claims), Sets(claims, iter)
            for _ in range(30):
                secrets = sorted(draws.sample(sorted(plain.whole), draws.randint(1, len(plain.whole))))
                name = fast.ground.name(np.array([fast.ground.places.index(secret) for secret in secrets]))
                left, made = draws.choice((None, 0, 1, 2, 3)), claims.told_apart(draws.randrange(4))
                counted, known = fast.measure.at(made).counted(name, left), fast.measure.is_pure(name)
                assert plain.counted(frozenset(secrets), left, made) == (math.inf if counted >= INFINITE else counted)
                assert known == plain.ended(frozenset(secrets))


def test_a_symmetry_that_the_rules_do_not_have_is_found_out() -> None:
    """The game says that its symbols may be exchanged, but the first of them may not stand first."""
    certificate = certificate_of("bulls-and-cows(2,5,leading_zero=false)")
    assert certificate.symmetries and certificate.groups
    game = make_game("bulls-and-cows(2,5,leading_zero=false)")
    game.symmetry = Symmetry(positions=((0, 1),), symbols=((0, 1, 2, 3, 4),))
    lying = replace(certificate, game=game, symmetries=(bytes([0, 1, 1, 0, 2, 3, 4]),) * len(certificate.symmetries))
    assert check_plainly(lying) and not check_certificate(lying).proven


def test_a_certificate_behind_a_history_that_leaves_nothing() -> None:
    certificate = certificate_of("mastermind(2,5)", "total", "12:0b1w")
    game = certificate.game
    nothing = replace(certificate, start=game.parse_history("11:2b0w 22:2b0w"))
    assert check_plainly(nothing) == ["entry 0: no secret is left after the response it names"]


def test_a_question_that_tells_nothing_is_never_best() -> None:
    game = table_game([["a", "a", "b"], ["a", "b", "b"], ["a", "a", "a"]], "identify")
    assert game is not None
    certificate = certificate_of("mastermind(2,3)")
    only = Certificate(game, "depth", type(certificate.entries)(*(column([0]) for _ in certificate.entries)))
    for bound, problems in ((2, 0), (3, 1)):
        found = changed(only, bounds={0: bound})
        assert len(check_plainly(found)) == problems == (not check_certificate(found).proven)


@pytest.mark.parametrize(
    ("module", "ours"),
    [
        (
            check_plain,
            {
                "strategist.checking.lies.plain_liars",
                "strategist.checking.paths.plain_paths_board",
                "strategist.checking.plain_board",
                "strategist.checking.sets.plain_sets",
                "strategist.checking.proof",
                "strategist.checking.several_answers.plain_masses",
                "strategist.checking.static.check_static_plain",
                "strategist.files.versions.mass_columns",
                "strategist.files.versions.path_columns",
                "strategist.common.errors",
                "strategist.files.certificate",
            },
        ),
        (
            plain_board,
            {"strategist.checking.proof", "strategist.files.versions.table_symmetries", "strategist.model.tree"},
        ),
        (
            plain_sets,
            {
                "strategist.checking.plain_board",
                "strategist.checking.proof",
                "strategist.files.versions.core_columns",
                "strategist.common.quoting",
            },
        ),
        (
            plain_masses,
            {
                "strategist.checking.plain_board",
                "strategist.checking.proof",
                "strategist.model.goal",
                "strategist.model.position",
                "strategist.model.objective",
                "strategist.model.tree",
            },
        ),
        (
            plain_liars,
            {"strategist.checking.plain_board", "strategist.checking.proof", "strategist.model.lies.honest"},
        ),
        (
            plain_paths_board,
            {
                "strategist.checking.plain_board",
                "strategist.checking.proof",
                "strategist.model.game",
                "strategist.model.objective",
            },
        ),
        (
            check_static_plain,
            {"strategist.files.certificate", "strategist.files.versions.set_columns"},
        ),
        (
            proof,
            {
                "strategist.files.certificate",
                "strategist.files.columns",
                "strategist.files.versions.core_columns",
                "strategist.files.versions.mass_columns",
                "strategist.files.versions.position_columns",
                "strategist.model.tree",
            },
        ),
    ],
)
def test_it_takes_nothing_from_the_checker_or_the_search(module: ModuleType, ours: set[str]) -> None:
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    names = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    names |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    light = {
        "abc",
        "bisect",
        "collections",
        "collections.abc",
        "dataclasses",
        "fractions",
        "functools",
        "itertools",
        "math",
        "typing",
    }
    assert names <= {"__future__", "strategist.model.game"} | light | ours
    assert ours <= names


def test_what_is_known_costs_nothing_where_no_guess_is_left() -> None:
    """Two entries for one peg of two colors and one turn: behind it the secret is known, and needs no guess."""
    game = make_game("mastermind(1,2,turns=1,goal=identify)")
    for claimed in (2, 1001):
        entries = entries_of((1, 0, 0, claimed, 0), (0, 0, 0, claimed, 0))
        certificate = Certificate(game, "total", entries, under=Under(1, None, column([0, 1]), column([0, 0])))
        told = f"entry 1: the one secret left is known, but at least {claimed} is claimed"
        assert told in check_plainly(certificate)
        assert not check_certificate(certificate).proven
