"""Claims of all versions are held to all trees, true ones and forged ones: every checker says the same, and believes no
lie.

``pytest tests/checking/test_claims_held_to_all_trees.py -k crossings --campaign 1000`` makes the certificates of 1,000
random games and some 14,000 forgeries of them, each from a number alone.
"""

from __future__ import annotations

import math
from collections import Counter
from random import Random
from typing import NamedTuple

import claim_kinds
import pytest
from alterations import altered, claiming, fitting, raised
from cases import Campaign, Case
from certificates import certify
from crossings import crossing_case, proofs_of
from sampling import CampaignNumbers
from toys import WORDS
from verdicts import believers, judged, optimum, subject

from strategist import compile_strategy, make_game
from strategist.checking.check import check_certificate
from strategist.choosing.searched import Optimal, figures_of
from strategist.common.errors import StrategyFileError
from strategist.files.certificate import Certificate
from strategist.games.words.words import Words
from strategist.model.game import Game


class Kind(NamedTuple):
    """Claims of one kind: how many cases are made with ``--all`` (a third by default) and with ``--slow``, and how many
    forgeries of each."""

    make: claim_kinds.Maker
    cases: int
    forgeries: int
    many: int
    may_fall_short: bool = False
    """Whether a bound may be less than what is true."""


KINDS = {
    "crossings": Kind(claim_kinds.crossings, 60, 14, 10_000, True),
    "by_hand": Kind(claim_kinds.of_every_kind, 51, 14, 510, True),
    "tables": Kind(claim_kinds.random_tables, 90, 8, 4_000),
    "chances_and_costs": Kind(claim_kinds.chances_and_costs, 120, 6, 5_000),
    "limits": Kind(claim_kinds.tight_tables, 6, 20, 60),
    "tariffs": Kind(claim_kinds.tariffs, 40, 8, 6_000),
    "hard_mode": Kind(claim_kinds.hard_mode, 21, 6, 500),
    "copies": Kind(claim_kinds.copies, 12, 20, 120),
    "several_answers": Kind(claim_kinds.several_answers, 60, 6, 4_000),
    "lies": Kind(claim_kinds.lies, 18, 10, 500),
    "all_at_once": Kind(claim_kinds.all_at_once, 24, 10, 1_000),
}
LIES, MANY, FEW = 150, 200, 130
_MOST_ENTRIES = 8
_LARGEST = 9
"""The most secrets of which every tree is made."""


class Met:
    """What a campaign has met: how often each alteration was believed, and how often not."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.versions: Counter[int] = Counter()
        self.verdicts: Counter[tuple[int, str, bool]] = Counter()

    def check(self, number: int) -> None:
        """The certificates of a case are believed, and forgeries only where they are true."""
        proofs = self.kind.make(number)
        known = {}
        for proof in proofs:
            self.versions[proof.version] += 1
            least = optimum(proof)
            known[subject(proof)] = truth = proof.bound if least is None else least
            assert judged(proof, known), proof
            assert proof.bound == truth or (self.kind.may_fall_short and proof.bound < truth)
            if proof.version in (1, 2, 4, 7):
                for entry in range(min(len(proof), _MOST_ENTRIES)):
                    self.judge(raised(proof, entry), known, "each bound raised")
            # Whatever is claimed of its parts, of the whole nothing beyond the truth is believed.
            self.judge(claiming(proof, int(truth) + 1, Random(number)), known, "the whole beyond the truth")
            draws, names = Random(f"forge {number}"), fitting(proof)
            for forgery in range(self.kind.forgeries):
                try:
                    said, forged = altered(proof, draws, names[(number * self.kind.forgeries + forgery) % len(names)])
                    self.judge(forged, known, said)
                    if draws.random() < 0.3 and (most := optimum(forged)) is not None and most < math.inf:
                        beyond = claiming(forged, int(most) + draws.choice((1, 1, 1, 5)), draws)
                        self.judge(beyond, known, said)
                except StrategyFileError:
                    self.verdicts[0, "not read", False] += 1

    def judge(self, forged: Certificate, known: dict[object, float], names: str) -> None:
        try:
            believed = judged(forged, known)
        except Exception as error:
            error.add_note(f"{names}: {forged}")
            raise
        for name in names.split(" and "):
            self.verdicts[forged.version, name, believed] += 1


def campaign(kind: str, cases: int) -> Met:
    """What so many cases of a kind meet."""
    met = Met(KINDS[kind])
    for number in range(cases):
        try:
            met.check(number)
        except Exception as error:
            raise AssertionError(f"{kind} {number}") from error
    for (version, name, believed), count in sorted(met.verdicts.items()):
        print(f"{count:7} of version {version} {'believed' if believed else 'refused'}: {name}")
    return met


@pytest.mark.every
@pytest.mark.parametrize("kind", KINDS)
def test_claims_are_held_to_all_trees(kind: str, campaign_numbers: CampaignNumbers) -> None:
    met = campaign(kind, len(campaign_numbers(KINDS[kind].cases)))
    # Where nothing is ever believed, or nothing refused, little is tried.
    assert {believed for _, _, believed in met.verdicts} == {False, True}


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_many_claims_are_held_to_all_trees(kind: str) -> None:
    met = campaign(kind, KINDS[kind].many)
    for version, count in met.versions.items():
        if count > MANY:
            refused, believed = (
                {name for of, name, verdict in met.verdicts if of == version and verdict == wanted}
                for wanted in (False, True)
            )
            assert len(refused) > len(believed) > len(refused) / 2, (version, refused - believed)


@pytest.mark.thorough
def test_the_bounds_of_searches_are_those_of_all_trees(campaign: Campaign) -> None:
    """By :mod:`~strategist.search.run.alltrees`, which is the specification, and takes long."""

    def check(number: int, case: Case) -> None:
        strategy = case.strategy
        assert isinstance(strategy, Optimal)
        if len(case.game.consistent(case.start)) > _LARGEST or strategy.width is not None:
            return
        for proof in proofs_of(case):
            found = compile_strategy(case.game, strategy, start=case.start, plain=True).data.claims
            assert optimum(proof) == figures_of(found, strategy.objectives)[0]

    campaign(lambda number: crossing_case(10 * number), check, 6)


@pytest.mark.parametrize("part", range(4))
def test_no_checker_believes_a_lie_that_stands_in_every_entry(part: int, campaign_numbers: CampaignNumbers) -> None:
    """Each alone: what one of them refuses must not hide what the other one believes."""
    met: Counter[bool] = Counter()
    for number in campaign_numbers(LIES):
        forged = claim_kinds.lie(4 * number + part)
        if forged is not None:
            assert not any(believers(forged).values()), (4 * number + part, forged)
        met[forged is None] += 1
    assert met[False] > met[True]


# One more


WRITTEN = [
    *((game, objective, "", 1, None) for objective in ("total", "depth") for game in (
        *("mastermind(1,1)", "mastermind(2,3)", "mastermind(3,4)", "mastermind(3,4,feedback=black)"),
        *("bulls-and-cows(3,6)", "bulls-and-cows(3,6,leading_zero=false)", "ab(2,7)", "grand-mastermind(2,2,2)"),
    )),
    *(("mastermind(4,5)", objective, "1122:1b1w", 1, None) for objective in ("total", "depth")),
    ("mastermind(3,4)", "total,max_depth=4", "", 2, 206),
    ("mastermind(2,5)", "total,max_depth=5,first=11", "", 2, 91),
    ("mastermind(2,4,turns=4)", "total,depth", "", 2, 45),
    ("mastermind(2,4,turns=9)", "depth", "", 2, 4),
    ("mastermind(2,5,goal=identify)", "total,max_depth=3", "", 2, 64),
    ("bulls-and-cows(2,5)", "total,first=12", "", 2, 60),
    ("mastermind(3,4)", "lexicographic", "", 2, None),
    ("mastermind(3,3)", 'cost="1,2,3,4,20"', "", 2, None),
    ("mastermind(2,5)", "lexicographic,first=11", "", 2, None),
    ("mastermind(2,4,turns=4)", 'cost="0,5,6,7"', "", 2, None),
    ("bulls-and-cows(3,5)", 'cost="1,100000000,200000001",max_depth=5', "", 2, None),
    ("bulls-and-cows(2,5)", 'cost="0,1,2,90"', "", 2, None),
    *((Words({"hard": True}, WORDS), each, "", 2, None) for each in (
        "total", "depth", "total,first=aba", "lexicographic", 'cost="1,2,20"'
    )),
    *((game, "depth", "", 5, None) for game in claim_kinds.LYING[:-1]),
    ("mastermind(2,3,lies=1)", "depth", "11:0b0w", 5, 4),
    ("mastermind(1,4)", "static", "", 6, 3),
    ("mastermind(2,3)", "static", "", 6, 2),
    ("mastermind(2,4,feedback=black)", "static", "", 6, 4),
    ("mastermind(2,6,feedback=black)", "static", "", 6, 7),
    ("mastermind(3,3,feedback=black)", "static", "", 6, 4),
    ("mastermind(4,2,feedback=black)", "static", "", 6, 4),
    ("mastermind(6,2,feedback=black)", "static", "", 6, 5),
    ("mastermind(2,4,goal=identify)", "static", "", 6, 3),
    ("bulls-and-cows(2,5,feedback=black)", "static", "", 6, 5),
    ("bulls-and-cows(3,4,feedback=black)", "static", "", 6, 4),
]  # fmt: skip


@pytest.mark.parametrize(("game", "objective", "start", "version", "bound"), WRITTEN, ids=str)
def test_what_is_written_is_believed_and_one_more_is_not(
    game: str | Game, objective: str, start: str, version: int, bound: int | None
) -> None:
    certificate = certify(make_game(game) if isinstance(game, str) else game, objective, start)
    assert certificate.version == version and bound in (None, certificate.bound)
    found = check_certificate(certificate)
    assert (found.problems, found.bound, found.entries) == ([], certificate.bound, len(certificate))
    assert not check_certificate(raised(certificate)).proven
    if len(certificate.game.secrets) <= FEW:
        assert judged(certificate) and not judged(raised(certificate))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "objective", "bound"),
    [
        ("mastermind(4,6)", "total", 5625),
        ("mastermind(4,6)", "depth", 5),
        ("mastermind(3,8)", "total", 2359),
        ("bulls-and-cows(3,10)", "total", 3575),
        ("mastermind(4,7)", "total", 11228),
        # Within six guesses, 5625 are enough.
        ("mastermind(4,6)", "total,max_depth=5", 5626),
        ("mastermind(4,6,lies=1)", "depth", 7),
    ],
)
def test_published_optima_are_proven(game: str, objective: str, bound: int) -> None:
    certificate = certify(make_game(game), objective)
    assert certificate.bound == bound
    assert check_certificate(certificate).proven
    if not certificate.game.doubtful:
        assert not check_certificate(raised(certificate)).proven
