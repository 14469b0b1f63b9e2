"""A campaign of certificates in all regimes and their crossings: every checker says the same, and believes no lie.

``pytest tests/checking/test_crossings.py -k games --campaign 10000`` makes the certificates of 10,000 random games and
some 100,000 forgeries of them, each from a number alone.
"""

from __future__ import annotations

import math
from collections import Counter
from random import Random

import pytest
from alterations import OF_CORES, OF_POSITIONS, altered, claiming
from cases import Campaign, Case
from crossings import crossing_case, proofs_of
from verdicts import judged, optimum, truth_of_entry

from strategist import compile_strategy
from strategist.choosing.searched import Optimal, figures_of
from strategist.common.errors import StrategyFileError
from strategist.files.certificate import Certificate

FORGERIES = 14
"""The forgeries that are tried of the certificates of each game. Some cannot be read, and some games have no tree."""
_LARGEST = 9
"""The most secrets of which every tree is made."""


class Met:
    """What a campaign has met: how often each alteration was believed, and how often not."""

    def __init__(self) -> None:
        self.regimes: Counter[str] = Counter()
        self.verdicts: Counter[tuple[str, bool]] = Counter()
        self.forgeries = 0

    def check(self, number: int, case: Case) -> None:
        """The certificates of a case are believed, and forgeries only where they are true."""
        proofs = proofs_of(case)
        for proof in proofs:
            self.regimes.update(regimes(proof))
            assert judged(proof)
            truth = optimum(proof)
            assert proof.bound == truth or "width" in case.strategy.spec
            if not number % 10:
                assert truth == least_of_all_trees(case, truth)
            self.judge(claiming(proof, int(truth) + 1, Random(number)), "the whole raised")
        draws = Random(f"forge {number}")
        for _ in range(FORGERIES if proofs else 0):
            try:
                names, forgery = altered(draws.choice(proofs), draws)
                self.judge(forgery, names)
                # Whatever is claimed of its parts, of the whole nothing beyond the truth is believed.
                truth = optimum(forgery)
                if truth < math.inf and draws.random() < 0.5:
                    self.judge(claiming(forgery, int(truth) + draws.choice((1, 1, 1, 5)), draws), names)
            except StrategyFileError:
                continue

    def judge(self, forgery: Certificate, names: str) -> None:
        try:
            believed = judged(forgery)
            for entry in range(1, min(6, len(forgery))) if believed and forgery.cores is None else ():
                assert forgery.entries.bounds[entry] <= truth_of_entry(forgery, entry), f"entry {entry}"
        except Exception as error:
            error.add_note(f"{names}: {forgery}")
            raise
        self.forgeries += 1
        for name in names.split(" and "):
            self.verdicts[name, believed] += 1


def regimes(proof: Certificate) -> list[str]:
    """The regimes that a certificate is of, and all pairs of them."""
    game, under = proof.game, proof.under
    said = {
        f"version {proof.version}": True,
        proof.objective: True,
        "chances": game.weights is not None,
        "costs": game.costs is not None,
        "classes": game.classes is not None,
        "hard": game.restricts,
        "turns": game.turns is not None,
        "announcing": game.announces,
        "start": bool(proof.start),
        "symmetries": bool(proof.symmetries),
        "first": under is not None and under.first is not None,
        "left": under is not None and under.left is not None,
    }
    found = [name for name, holds in said.items() if holds]
    return [*found, *(f"{one} × {other}" for one in found for other in found if one < other)]


def least_of_all_trees(case: Case, truth: float) -> float:
    """The least figure by :mod:`~strategist.search.run.alltrees`; ``truth`` where these are too many."""
    strategy = case.strategy
    assert isinstance(strategy, Optimal)
    if len(case.game.consistent(case.start)) > _LARGEST or strategy.width is not None:
        return truth
    claims = compile_strategy(case.game, strategy, start=case.start, plain=True).data.claims
    return figures_of(claims, strategy.objectives)[0]


def test_certificates_of_games_in_all_regimes_and_forged_ones(campaign: Campaign) -> None:
    met = Met()
    campaign(crossing_case, met.check, 60)
    assert met.forgeries > 0
    assert set(met.verdicts) <= {(name, each) for name in (*OF_POSITIONS, *OF_CORES) for each in (False, True)} | {
        ("the whole raised", False)
    }


@pytest.mark.slow
def test_certificates_of_many_games_and_forged_ones(campaign: Campaign) -> None:
    """10,000 games, and more than 100,000 forgeries."""
    met = Met()
    campaign(crossing_case, met.check, 2_500)
    refused = {name for name, verdict in met.verdicts if not verdict}
    believed = {name for name, verdict in met.verdicts if verdict}
    if met.forgeries > 10_000:
        # Where nothing is ever believed, or nothing refused, little is tried.
        assert refused >= {*OF_POSITIONS, *OF_CORES} and believed >= {*OF_POSITIONS}
