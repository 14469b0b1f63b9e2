"""The register beside what others have found by other ways: formulas, published values, all trees, and itself.

For two pegs, of which the register has nothing, tests/search/exact/test_exact.py compares the formulas of Chen and Lin.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from codes_by_hand import ByHand, told

from strategist.files.atlas.entry import PROVEN, Record
from strategist.files.atlas.register import register
from strategist.games.catalog import make_game, read_game
from strategist.model.objective import figure_of

pytestmark = pytest.mark.early

TEXT = Path(__file__).parents[3] / "scripts" / "site" / "pages" / "proven-values.md"


def records(family: str, pegs: int, objective: str) -> Iterator[Record]:
    """The proven records of the usual rules whose first objective is this one, without restrictions on trees."""
    for record in register().records:
        usual = record.parameters["goal"] == "ask" and record.parameters.get("feedback", "both") == "both"
        ours = (record.family, record.pegs, record.objectives[0]) == (family, pegs, objective)
        if usual and ours and record.status == PROVEN and "=" not in record.strategy:
            yield record


def test_the_least_depth_of_three_pegs_follows_a_formula() -> None:
    """G. Jäger and M. Peczarski, "The number of pessimistic guesses in Generalized Mastermind" (2009), theorem 1."""
    found = {record.colors: record.values["depth"] for record in records("mastermind", 3, "depth")}
    compared = [colors for colors in found if colors is not None and colors >= 5]
    assert len(compared) >= 5
    assert all(found[colors] == (colors - 1) // 3 + 4 for colors in compared)


def test_the_least_depth_of_three_pegs_with_blacks_alone_is_two_more_than_the_colors() -> None:
    """As the argument behind reductions has it, for 27 codes are found in five guesses at best."""
    found = {
        each.colors: each.values["depth"]
        for each in register().records
        if each.game == f"mastermind(pegs=3,colors={each.colors},feedback=black)"
        and each.objectives[0] == "depth"
        and each.status == PROVEN
    }
    assert len(found) >= 15 and all(depth == (colors or 0) + 2 for colors, depth in found.items())


def by_hand(record: Record) -> ByHand:
    parameters = record.parameters
    assert record.pegs is not None and record.colors is not None
    return ByHand(record.family, record.pegs, record.colors, str(parameters["feedback"]), str(parameters["goal"]))


TOLD = ("pegs", "colors", "symbols", "feedback", "goal")
"""The options of the rules that are known by hand."""


def is_small(record: Record, most: int, most_usual: int) -> bool:
    """Whether a record is of a game of codes with few codes: with the usual rules there may be more of them."""
    if record.family not in ("mastermind", "bulls-and-cows") or "=" in record.strategy:
        return False
    usual = read_game(record.family)[1]
    differ = [key for key, value in record.parameters.items() if key not in TOLD[:3] and value != usual[key]]
    return set(differ) <= set(TOLD) and record.claims.secrets <= (most if differ else most_usual)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("above", "most", "most_usual"), [(0, 32, 64), pytest.param(32, 64, 128, marks=pytest.mark.slow)]
)
def test_all_trees_tried_by_hand_come_to_the_same(above: int, most: int, most_usual: int) -> None:
    """Of small games, plain Python finds all values from the rules alone."""
    games: dict[str, ByHand] = {}
    compared = 0
    for record in register().records:
        objectives = ",".join(record.objectives)
        if record.status == PROVEN and above < record.claims.secrets and is_small(record, most, most_usual):
            if record.game not in games:
                games[record.game] = by_hand(record)
            if (values := games[record.game].values(objectives)) is not None:
                assert values == tuple(record.values.values()), record.name
                compared += 1
    assert compared >= 20


@pytest.mark.parametrize(
    "game",
    [
        "mastermind(3,3)",
        "mastermind(4,2)",
        "mastermind(3,3,feedback=black)",
        "bulls-and-cows(3,5)",
        "bulls-and-cows(3,4,feedback=black)",
    ],
)
def test_rules_by_hand_are_those_of_the_games(game: str) -> None:
    rules = make_game(game)
    feedback = str(rules.values["feedback"])
    answers: dict[int, tuple[int, int]] = {}
    for guess in rules.guesses:
        for secret in rules.secrets:
            answer = told(guess, secret, feedback)
            assert answers.setdefault(rules.respond(guess, secret), answer) == answer
    assert len(set(answers.values())) == len(answers)


def test_published_values_are_found_again() -> None:
    told = register()
    compared = 0
    for publication in told.publications:
        minimized = publication.figure.split(",")
        for record in told.records:
            ours = [*record.objectives[: len(minimized)]] == minimized
            published = publication.value_of(record.game)
            if published is not None and ours and "=" not in record.strategy:
                value, bound = record.values[minimized[-1]], record.bounds[minimized[-1]]
                if record.status == PROVEN:
                    assert value == published, record.name
                    compared += 1
                assert bound is not None and bound <= published <= value
    assert compared >= 100


def test_records_of_one_game_agree() -> None:
    """Whatever else is minimized, the first objective has one least value, and no bound is above any tree."""
    by_game: dict[str, list[Record]] = {}
    for record in register().records:
        by_game.setdefault(record.game, []).append(record)
    for ours in by_game.values():
        for one in ours:
            first = one.objectives[0]
            for other in ours:
                bound = one.bounds[first]
                if bound is not None and "=" not in one.strategy:
                    figure = figure_of(first, other.claims, other.rules)
                    assert figure is not None and bound <= figure, (one, other)
                if (
                    one.objectives == other.objectives[: len(one.objectives)]
                    and "=" not in one.strategy + other.strategy
                ):
                    shared = [name for name in one.objectives if one.bounds[name] == one.values[name]]
                    both = [name for name in shared if other.bounds[name] == other.values[name]]
                    assert all(one.values[name] == other.values[name] for name in both)


def test_the_counts_of_first_and_second_guesses_are_possible() -> None:
    """One code is found by the first guess at most, and by the second one at most for each other response."""
    for record in register().records:
        game = record.rules
        if game.announces:
            continue
        histogram = record.claims.histogram
        assert histogram[0] <= 1
        assert len(histogram) < 2 or histogram[1] < game.response_count


def test_figures_of_the_readme_are_those_of_the_register() -> None:
    text = TEXT.read_text("utf-8")
    limited = "mastermind-4x6.optimal-total-depth-worst-max-depth-5"
    for name, sentence in {
        "bulls-and-cows-4x10.optimal-depth-worst": "at least {worst} need the seventh guess",
        limited: "needs a total of {total} (Koyama and Lai 1993), and {worst}",
    }.items():
        assert sentence.format(**register().find(name).values) in text
