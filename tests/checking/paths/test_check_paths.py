"""Certificates of costs of paths: two checkers agree, and believe nothing that is not true of all trees."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from path_games import path_game
from verdicts import told

from strategist import compile_strategy, make_game
from strategist.common.errors import InfeasibleError, SpecError, StrategyFileError
from strategist.files.certificate import Certificate
from strategist.files.certificate_file import decode, encode
from strategist.files.columns import column
from strategist.files.versions.core_columns import Cores
from strategist.files.versions.path_columns import path_entries
from strategist.model.game import Game
from strategist.model.objective import by_paths
from strategist.search.run.paths.plain_paths import PlainPaths


def certified(game: Game, objective: str) -> Certificate:
    return compile_strategy(game, f"optimal({objective})", certificate=True).prove(checked=True)


def are_true(certificate: Certificate) -> bool:
    """Whether every claim is true, by all trees."""
    game, entries = certificate.game, certificate.entries
    plain = PlainPaths(game, certificate.objective)
    places = [plain.place(range(len(game.secrets)))]
    above = [at for at, children in enumerate(entries.children) for _ in range(children)]
    for entry, parent in enumerate(above, 1):
        places.append(plain.cells(places[parent], entries.guesses[entry])[entries.responses[entry]])
    return all(plain.solve(place)[0] >= bound for place, bound in zip(places, entries.bounds, strict=True))


def test_certificates_are_believed_and_forged_ones_only_where_they_are_true(
    campaign_numbers: Callable[[int], range],
) -> None:
    believed = refused = 0
    for number in campaign_numbers(90):
        game, objective = path_game(number)
        if not by_paths(game, objective):
            continue
        try:
            certificate = certified(game, objective)
        except InfeasibleError:
            continue
        if certificate.objective != objective and not game.limits:
            # Where all questions cost one, the greatest cost is the depth.
            assert not game.uneven and (objective, certificate.objective) == ("worst-cost", "depth")
            continue
        assert certificate.version == 8 and decode(encode(certificate)).entries == certificate.entries
        assert not any(told(certificate).values()), (number, game.spec)
        assert are_true(certificate)
        draw = Random(number)
        for _ in range(3):
            bounds = list(certificate.entries.bounds)
            bounds[draw.randrange(len(bounds))] += draw.choice((1, 1, 2, -1))
            if min(bounds) < 0:
                continue
            forged = replace(certificate, entries=certificate.entries._replace(bounds=column(bounds)))
            problems = told(forged)
            assert problems["check_certificate"] == problems["check_plainly"][:10], (number, game.spec)
            if not problems["check_plainly"]:
                believed += 1
                assert are_true(forged), (number, game.spec)
            refused += bool(problems["check_plainly"])
    assert refused > believed > 0


@pytest.mark.parametrize(
    ("text", "objective"),
    [
        ("comparisons(100,limit=yes:2)", "depth"),
        ('comparisons(100,answer_costs="yes:10 no:1")', "expected"),
        ('comparisons(40,answer_costs="yes:10 no:1",limit=yes:2)', "worst-cost"),
    ],
)
def test_counting_is_enough_where_any_division_can_be_asked_for(text: str, objective: str) -> None:
    certificate = certified(make_game(text), objective)
    assert len(certificate) == 1 and not any(told(certificate).values())


def test_a_question_that_tells_nothing_does_not_refute_a_claim_by_using_an_answer_up() -> None:
    game = make_game('comparisons(7,costs="4 5 3 2 8 5",answer_costs=no:1,limit="no:2 yes:3")')
    assert not any(told(certified(game, "expected")).values())


def test_many_floors_are_checked_by_counting() -> None:
    from strategist import check_certificate

    game = make_game("comparisons(10000,limit=yes:2)")
    for bound, holds in ((141, True), (142, False)):
        certificate = Certificate.of_paths(game, "depth", path_entries([[0], [0], [0], [bound]]))
        if holds:
            assert check_certificate(certificate).proven
    smaller = make_game("comparisons(300,limit=yes:2)")
    assert check_certificate(Certificate.of_paths(smaller, "depth", path_entries([[0], [0], [0], [24]]))).proven
    assert not check_certificate(Certificate.of_paths(smaller, "depth", path_entries([[0], [0], [0], [25]]))).proven


def test_a_position_that_no_secret_reaches_is_a_problem() -> None:
    game = make_game("comparisons(5,limit=yes:1)")
    # Behind the one yes that may be given, another one leads nowhere.
    entries = path_entries([[1, 1, 0], [0, 3, 1], [0, 1, 1], [4, 3, 1]])
    problems = told(Certificate.of_paths(game, "depth", entries))
    assert (
        problems["check_certificate"]
        == problems["check_plainly"]
        == ["entry 2: no secret is left after the response it names"]
    )


@pytest.mark.parametrize(
    ("text", "objective", "why"),
    [
        ("comparisons(5,limit=yes:1)", "size", "expected total or depth or expected or worst-cost"),
        ("mastermind(2,3,turns=4)", "worst-cost", "without turns"),
        ("mastermind(2,3,lies=1)", "worst-cost", "answers that are true"),
    ],
)
def test_certificates_that_mean_nothing_are_refused(text: str, objective: str, why: str) -> None:
    with pytest.raises(StrategyFileError, match=why):
        Certificate.of_paths(make_game(text), objective, path_entries([[0], [0], [0], [1]]))


def test_no_older_version_states_costs_of_paths() -> None:
    certificate = certified(make_game("comparisons(5,limit=yes:1)"), "depth")
    with pytest.raises(StrategyFileError, match="expected version 8"):
        replace(certificate, start=certificate.game.parse_history("up-to-2:no"))
    with pytest.raises(StrategyFileError, match="expected version 8"):
        Certificate.of_cores(certificate.game, 3, Cores.of([[[0, 1, 2]]]))


def test_a_certificate_begins_at_the_beginning() -> None:
    with pytest.raises(SpecError, match="begins at the beginning"):
        compile_strategy("comparisons(5,limit=yes:1)", "optimal(depth)", start="up-to-2:no", certificate=True)
