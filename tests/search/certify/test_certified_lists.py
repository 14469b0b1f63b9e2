"""Certificates of lists of objectives, limits, first guesses, turns and histories: both checkers believe all of them.

``pytest tests/search/certify/test_certified_lists.py --campaign 10000`` draws so many searches, each from its number.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from all_lies import LYING
from bothways import table_game
from cases import Campaign, Case, some_options, some_start
from crossings import crossing_case
from several_tables import several_table

from strategist import compile_strategy, make_game, make_strategy
from strategist.checking.check import check_certificate
from strategist.checking.check_plain import check_plainly
from strategist.checking.pairing import moves_of_reduction
from strategist.checking.verify import verify_strategy
from strategist.choosing.heuristics import Strategy
from strategist.common.errors import InfeasibleError, SpecError
from strategist.files.certificate import Certificate
from strategist.files.certificate_file import decode, encode
from strategist.files.versions.mass_columns import only_entry
from strategist.model.game import Game, History
from strategist.search.state.options import Options

_ALONE = ("static", "lexicographic", 'cost="1,2,4"')


def list_case(number: int) -> Case:
    """A search for a list of one to three objectives whose bound a certificate should state."""
    draw = Random(f"certified list {number}")
    while True:
        game, start = _position(draw)
        try:
            return Case(_search(draw, game, bool(start)), start, some_options(draw))
        except SpecError:
            continue


def _position(draw: Random) -> tuple[Game, History]:
    kind = draw.random()
    if kind < 0.15:
        return several_table(draw.randrange(10**6), 6, 5), ()
    if kind < 0.2:
        return make_game(draw.choice(LYING)), ()
    case = crossing_case(draw.randrange(10**6))
    if kind < 0.4 and not case.start and not case.game.restricts:
        start = some_start(draw, case.game)
        if len(case.game.consistent(start)) > 1 and len(start) <= (case.game.turns or 99):
            return case.game, start
    return case.game, case.start


def _search(draw: Random, game: Game, begun: bool) -> Strategy:
    listed = draw.sample(["total", "depth", "size", "expected"], draw.choice((1, 2, 2, 3)))
    if "size" not in listed and draw.random() < 0.4:
        listed[draw.randrange(len(listed))] = "size"
    if "depth" in listed and draw.random() < 0.3:
        listed.insert(draw.randint(listed.index("depth") + 1, len(listed)), "worst")
    if game.turns is not None and draw.random() < 0.3:
        listed.insert(0, "lost")
    if draw.random() < 0.15:
        listed = [draw.choice(_ALONE)]
    if game.doubtful:
        listed = draw.choice((["depth"], ["depth", "worst"]))
    values = listed[:3]
    if draw.random() < 0.4:
        values.append(f"max_depth={draw.randint(1, 7)}")
    if not begun and draw.random() < 0.2:
        values.append(f"first={game.format_code(draw.choice(game.guesses[: game.question_count]))}")
    return make_strategy(f"optimal({','.join(values)})", game)


def certified(case: Case) -> Certificate | None:
    """The certificate of a search, which both checkers believe; None where the search was refused, or has no tree."""
    options = Options(jobs=case.options.jobs, techniques=case.options.techniques, certificate=True)
    try:
        compiled = compile_strategy(case.game, case.strategy, options=options, start=case.start)
    except (InfeasibleError, SpecError):
        return None
    certificate = compiled.prove()
    assert check_certificate(certificate).problems == check_plainly(certificate) == []
    assert certificate.bound + moves_of_reduction(certificate, case.start) == compiled.lower_bound
    assert verify_strategy(compiled.data).verified
    return certificate


def test_lists_of_objectives_are_certified_in_every_regime(campaign: Campaign) -> None:
    versions = Counter[int]()

    def check(number: int, case: Case) -> None:
        certificate = certified(case)
        versions.update([] if certificate is None else [certificate.version])

    campaign(list_case, check, 40)
    assert versions[2] and versions[4]


@pytest.mark.parametrize("objectives", ["total,size", "depth,size", "total,size,depth", "depth,total,size"])
@pytest.mark.parametrize("game", ["mastermind(1,3)", "mastermind(2,3)", "mastermind(3,2)", "bulls-and-cows(2,4)"])
def test_size_behind_other_objectives_is_certified_where_the_secret_is_guessed(game: str, objectives: str) -> None:
    compiled = compile_strategy(game, f"optimal({objectives})", certificate=True)
    certificate = compiled.prove()
    assert check_certificate(certificate).problems == check_plainly(certificate) == []
    assert (certificate.objective, certificate.bound) == (objectives.partition(",")[0], compiled.lower_bound)


def test_size_behind_another_objective_is_certified_behind_a_history_and_after_a_stop() -> None:
    begun = compile_strategy("mastermind(2,4)", "optimal(total,size)", start="12:0b1w", certificate=True)
    assert check_certificate(begun.prove()).proven and begun.prove().start
    stopped = compile_strategy("mastermind(2,4)", "optimal(total,size)", time_limit=0, certificate=True)
    assert stopped.prove().bound == stopped.lower_bound and check_certificate(stopped.prove()).proven


# Six secrets that three guesses find with more questions than four would need.
_BINDING = [[0, 0, 1, 1, 2, 2], [0, 1, 1, 2, 2, 0], [2, 2, 0, 1, 2, 2], [1, 2, 2, 0, 0, 1], [1, 1, 1, 2, 2, 0]]


@pytest.mark.parametrize("game", ["mastermind(2,3)", "mastermind(2,3,goal=identify)", "bulls-and-cows(2,4)", _BINDING])
def test_the_size_within_a_limit_is_certified_and_no_more(game: str | list[list[int]]) -> None:
    made = make_game(game) if isinstance(game, str) else table_game(game, "ask")
    depth = compile_strategy(made, "optimal(depth)").depth
    for limit in range(depth, depth + 3):
        compiled = compile_strategy(made, f"optimal(size,max_depth={limit})", certificate=True)
        least = compile_strategy(made, f"optimal(size,max_depth={limit})", plain=True).data.claims.size
        certificate = compiled.prove()
        assert certificate.bound == least and certificate.masses is not None
        assert check_certificate(certificate).problems == check_plainly(certificate) == []
        masses = certificate.masses
        more = replace(certificate, masses=replace(masses, bounds=[masses.bounds[0] + 1, *masses.bounds[1:]]))
        assert check_certificate(more).problems and check_plainly(more)


def test_a_limit_that_cannot_be_kept_costs_infinitely_much() -> None:
    """Of k guesses, the last one names a secret that is known: no claim about fewer is too much."""
    game = make_game("mastermind(1,3)")
    for left, believed in ((2, True), (3, False)):
        certificate = Certificate.of_masses(game, "size", only_entry(99, left))
        assert check_certificate(certificate).proven == believed == (not check_plainly(certificate))


@pytest.mark.parametrize("start", ["12:0b0w", "11:0b0w", "12:0b1w 11:1b0w"])
def test_questions_asked_at_once_behind_a_history_are_certified(start: str) -> None:
    compiled = compile_strategy("mastermind(2,3)", "optimal(static)", start=start, certificate=True)
    certificate = compiled.prove()
    assert certificate.start == compiled.data.start
    assert check_certificate(certificate).problems == check_plainly(certificate) == []
    assert encode(decode(encode(certificate))) == encode(certificate)
