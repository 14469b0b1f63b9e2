"""Best trees of pools whose tests err: against all histories, each pattern of errors, and known values."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from refusals import refuses

from strategist import compile_strategy, make_game, open_strategy, review, table, to_frame, verify_strategy
from strategist.common.errors import CodeError, SpecError
from strategist.environment import TextEnvironment, score
from strategist.environment.many import ManyGames
from strategist.files.strategy import StrategyData, decode, encode
from strategist.games.boards import Boards
from strategist.games.sets.pools import Pools
from strategist.model.game import Game
from strategist.model.tree import Claims, DecisionTree, Weighed
from strategist.play.history import Record
from strategist.search.compile.compiled import Compiled
from strategist.search.compile.value.value import find_value
from strategist.search.run.erring.erring_positions import canonical, pools_of
from strategist.search.run.erring.solve_erring import ErringSolver, Errors
from strategist.search.state.options import Options
from strategist.show.slots.at_slots import at_slots

Likely = Mapping[int, Fraction]
"""How likely each set is, as bits, together with the answers so far."""


class Laboratory:
    """A case for the brute force: rates, chances of errors, the most tests, the most specimens in a pool."""

    def __init__(self, number: int) -> None:
        draw = random.Random(number)
        count = draw.choice((2, 2, 3))
        alike = Fraction(draw.randint(1, 7), 10)
        even = draw.random() < 0.6
        self.rates = [alike if even else Fraction(draw.randint(1, 9), 20) for _ in range(count)]
        self.false = [Fraction(draw.randint(0, 4), 10) for _ in range(2)]
        if not any(self.false):
            self.false[draw.randrange(2)] = Fraction(1, 5)
        self.tests = draw.randint(1, 3 if count == 2 else 2)
        self.most = draw.randint(1, count)
        self.sure = draw.choice((None, Fraction(1, 2), Fraction(4, 5), Fraction(19, 20)))
        self.objectives = draw.choice(
            (("lost",), ("lost", "expected"))
            if self.sure is None
            else (("lost",), ("expected",), ("expected", "lost"), ("lost", "expected"))
        )

    def game(self, folder: Path) -> Pools:
        """The same, as a game."""
        path = folder / "rates.csv"
        path.write_text("".join(f"s{place},{rate}\n" for place, rate in enumerate(self.rates)), "utf-8")
        names = zip(("positive", "negative"), self.false, strict=True)
        errs = " ".join(f"{name}:{chance}" for name, chance in names if chance)
        sure = "" if self.sure is None else f",sure={self.sure}"
        game = make_game(f'pools(rates={path},most={self.most},errs="{errs}",tests={self.tests}{sure})')
        assert isinstance(game, Pools)
        return game

    def begin(self) -> Likely:
        """How likely each set is before any test."""
        found = {}
        for held in range(1 << len(self.rates)):
            chance = Fraction(1)
            for place, rate in enumerate(self.rates):
                chance *= rate if held >> place & 1 else 1 - rate
            found[held] = chance
        return found

    def behind(self, likely: Likely, pool: int, positive: bool) -> Likely:
        """How likely each set is behind an answer as well."""
        wrong = {held: self.false[1] if held & pool else self.false[0] for held in likely}
        return {
            held: chance * (1 - wrong[held] if bool(held & pool) == positive else wrong[held])
            for held, chance in likely.items()
        }

    def least(self, likely: Likely, tests: int) -> tuple[Fraction, Fraction]:
        """The least cost over all ways to go on: each history is looked at, and what is named at its end."""
        whole, most = sum(likely.values()), max(likely.values())
        wrong_first = self.objectives[0] == "lost"
        named = (whole - most, Fraction(0)) if wrong_first else (Fraction(0), whole - most)
        over = self.sure is not None and most >= self.sure * whole
        if not tests or over or most == whole:
            return named
        found = [named] if self.sure is None else []
        for pool in range(1, 1 << len(self.rates)):
            if pool.bit_count() <= self.most:
                parts = [self.least(self.behind(likely, pool, positive), tests - 1) for positive in (False, True)]
                asked = (Fraction(0), whole) if wrong_first else (whole, Fraction(0))
                found.append((parts[0][0] + parts[1][0] + asked[0], parts[0][1] + parts[1][1] + asked[1]))
        return min(found)


def by_patterns(game: Pools, compiled: Compiled) -> tuple[Fraction, Fraction, int]:
    """The chance of a wrong name, the expected and the most tests: each set, with each pattern of errors."""
    player = open_strategy(compiled)
    assert game.erring is not None
    lost = expected = Fraction(0)
    worst = 0
    for held in range(1 << len(game.rates)):
        before = Fraction(1)
        for place, rate in enumerate(game.rates):
            before *= rate if held >> place & 1 else 1 - rate
        for errors in product((False, True), repeat=game.erring.questions):
            chance, play = before, player.start()
            for error in errors:
                if play.guess is None:
                    # What would be wrong behind the end has its chance as well, on one pattern.
                    chance *= 0 if error else 1
                    continue
                pool = game.parse_code(play.guess)
                truth = bool(pool.bits & held)
                wrong = _false(game)[truth]
                chance *= wrong if error else 1 - wrong
                if not chance:
                    break
                play.respond("positive" if truth != error else "negative")
            if chance:
                assert play.secret is not None
                lost += chance * (game.parse_secret(play.secret) != held)
                expected += chance * play.made
                worst = max(worst, play.made)
    return lost, expected, worst


def _false(game: Pools) -> dict[bool, Fraction]:
    """The chance of a false answer, by whether the pool holds a positive specimen, from the string of the game."""
    named = dict(item.split(":") for item in str(game.values["errs"]).split())
    return {held: Fraction(named.get("negative" if held else "positive", "0")) for held in (False, True)}


def figures(weighed: Weighed | None) -> tuple[Fraction, Fraction]:
    """The chance of a wrong name, and the expected tests."""
    assert weighed is not None
    whole = weighed.mass + weighed.lost
    return Fraction(weighed.lost) / whole, Fraction(weighed.questions) / whole


def test_the_search_finds_the_best_of_all_histories(campaign_numbers: Callable[[int], range], tmp_path: Path) -> None:
    met = set()
    for number in campaign_numbers(120):
        case = Laboratory(number)
        game = case.game(tmp_path)
        compiled = compile_strategy(game, f"optimal({','.join(case.objectives)})")
        found = figures(compiled.data.claims.weighed)
        least = case.least(case.begin(), case.tests)
        told = found if case.objectives[0] == "lost" else found[::-1]
        assert told[: len(case.objectives)] == least[: len(case.objectives)], (number, game.spec, case.objectives)
        assert compiled.bound == "optimal"
        assert Fraction(compiled.lower_bound or 0) == least[0] * sum(game.weights or ())
        verification = verify_strategy(compiled)
        assert verification.verified, (number, game.spec, verification.problems)
        assert by_patterns(game, compiled) == (*found, compiled.depth), (number, game.spec)
        assert decode(encode(compiled.data)).claims == compiled.data.claims
        met.add((case.objectives, case.sure is None, 0 in case.false, len(set(case.rates)) == 1))
    assert len(met) > 8


def test_heuristics_by_kernels_and_by_calling_agree(campaign_numbers: Callable[[int], range], tmp_path: Path) -> None:
    for number in campaign_numbers(40):
        case = Laboratory(number)
        game = case.game(tmp_path)
        least = case.least(case.begin(), case.tests)
        for name in ("entropy", "expected-size", "first", "random"):
            compiled, plainly = (compile_strategy(game, name, plain=plain) for plain in (False, True))
            assert compiled.data.claims == plainly.data.claims, (number, game.spec, name)
            assert list(compiled.tree.guesses) == list(plainly.tree.guesses)
            assert verify_strategy(compiled).verified
            found = figures(compiled.data.claims.weighed)
            assert by_patterns(game, compiled) == (*found, compiled.depth)
            if case.sure is None or case.objectives[0] == "expected":
                assert found[case.objectives[0] == "expected"] >= least[0]


def solver_of(case: Laboratory) -> tuple[ErringSolver, tuple[int, ...], list[int]]:
    """A solver, the kinds of specimens, and the masses of sets."""
    kinds = tuple(sorted(set(case.rates)).index(rate) for rate in case.rates)
    errors = Errors(10, *(int(10 * chance) for chance in case.false))
    solver = ErringSolver(tuple(sorted(kinds)), errors, case.objectives, case.most, case.sure)
    return solver, kinds, [int(chance * 20 ** len(kinds)) for chance in case.begin().values()]


def test_no_position_costs_less_than_its_bound(campaign_numbers: Callable[[int], range]) -> None:
    for number in campaign_numbers(150):
        case = Laboratory(number)
        solver, kinds, masses = solver_of(case)
        name, _, _ = canonical(kinds, masses)
        solver.solve(name, case.tests + 1)
        assert solver.known or solver.ends(name, case.tests + 1)
        for (each, tests), found in solver.known.items():
            bound = solver.bound(each, tests)
            assert all(one <= other for one, other in zip(bound, found.cost, strict=True)), (number, each, tests)


def test_renamed_specimens_are_one_position() -> None:
    draw = random.Random(7)
    for _ in range(50):
        masses = [draw.randint(0, 3) for _ in range(8)]
        masses[0] += 1
        name, factor, order = canonical((0, 0, 0), masses)
        image = [sum(1 << old for new, old in enumerate(order) if each >> new & 1) for each in range(8)]
        assert [mass * factor for mass in name] == [masses[each] for each in image]
        for swap in ((1, 0, 2), (2, 1, 0), (1, 2, 0)):
            other = [masses[sum(1 << swap[place] for place in range(3) if each >> place & 1)] for each in range(8)]
            assert canonical((0, 0, 0), other)[0] == name
    assert len(pools_of((0, 0, 1), (9, 1, 1, 0, 1, 0, 0, 0), 3)) == 5


def test_a_tree_may_begin_behind_a_history(tmp_path: Path) -> None:
    """With all tests of a whole game, or after its first one: the parts of the least add up."""
    for number in (3, 5, 8, 21):
        case = Laboratory(number)
        case.tests, case.sure, case.objectives = 3, None, ("lost",)
        game = case.game(tmp_path)
        whole = compile_strategy(game, "optimal(lost)")
        pool = open_strategy(whole).start().guess
        parts = Fraction(0)
        for answer in ("negative", "positive"):
            start = game.parse_history(f"{pool}:{answer}")
            compiled = compile_strategy(game, "optimal(lost)", start=start)
            assert verify_strategy(compiled).verified and compiled.bound == "optimal"
            reached = sum(
                case.behind(
                    case.begin(), game.guesses[game.parse_question(str(pool))].bits, answer == "positive"
                ).values()
            )
            parts += reached * figures(compiled.data.claims.weighed)[0]
        assert parts == figures(whole.data.claims.weighed)[0]


def test_a_test_that_cannot_be_wrong_both_ways_finds_a_certain_set() -> None:
    compiled = compile_strategy("pools(3,errs=positive:0.02,tests=5)", "optimal(lost,expected)")
    assert figures(compiled.data.claims.weighed)[0] < Fraction(3, 10000)
    assert verify_strategy(compiled).verified


def test_more_tests_are_never_worse() -> None:
    least = [
        figures(
            compile_strategy(
                f'pools(3,errs="positive:0.02 negative:0.1",tests={n})', "optimal(lost)"
            ).data.claims.weighed
        )[0]
        for n in range(1, 6)
    ]
    assert least == sorted(least, reverse=True) and len(set(least)) == 5
    assert least[2] == Fraction("0.034448082")


def test_a_search_that_is_stopped_has_a_tree_and_a_bound() -> None:
    for sure, objective in (("", "lost"), (",sure=0.95", "expected")):
        game = make_game(f'pools(6,errs="positive:0.02 negative:0.1",tests=7{sure})')
        compiled = compile_strategy(game, f"optimal({objective})", options=Options(time_limit=1e-6))
        assert compiled.bound == "upper" and compiled.data.stopped and verify_strategy(compiled).verified
        assert 0 < (compiled.lower_bound or 0) <= (compiled.data.bounded_figure or 0)


def test_a_tree_that_breaks_the_rules_does_not_verify() -> None:
    game = make_game("pools(2,errs=positive:0.1,tests=1,sure=0.95)")
    named = DecisionTree([game.announcement(0)], [1 << game.response_count - 1], game.response_count)
    assert "not as likely as sure= says" in " ".join(problems_of(game, named))
    game = make_game("pools(2,errs=positive:0.1,tests=1)")
    assert "not as likely" not in " ".join(problems_of(game, named))
    again = DecisionTree([0, 1, 1, *[game.announcement(0)] * 4], [3, 3, 3, 4, 4, 4, 4], game.response_count)
    assert "more than the 1 question that the rules allow" in " ".join(problems_of(game, again))


def problems_of(game: Game, tree: DecisionTree) -> list[str]:
    """What is wrong with a tree."""
    return verify_strategy(StrategyData(game, "first", tree, Claims.of([], 0))).problems


def refused_texts() -> Iterator[tuple[str, str, str]]:
    yield "pools(3,errs=positive:0.6 negative:0.4,tests=1)", "", "add up to less than 1"
    yield "pools(3,errs=positive:0.1)", "", "how many tests"
    yield "pools(3,tests=2)", "", "expected errs= beside tests=2"
    yield "pools(3,sure=0.9)", "", "expected errs= beside sure=0.9"
    yield "pools(3,errs=maybe:0.1,tests=1)", "", "got 'maybe:0.1'"
    yield "pools(3,errs=positive:0.1 positive:0.2,tests=1)", "", "positive stands there twice"
    yield "pools(3,errs=positive:x,tests=1)", "", "expected a positive number"
    yield "pools(3,errs=positive:0.1,tests=1,sure=1.5)", "", "a chance of at most 1"
    yield "pools(12,rate=1/3,errs=positive:0.1,tests=100)", "", "expected at most 65536 together"
    yield "pools(3,errs=positive:0.1,tests=1,lies=1)", "", "lies"
    yield "pools(3,errs=positive:0.1,tests=1,limit=positive:1)", "", "one answer to each question"
    yield "pools(3,errs=positive:0.1,tests=1)", "optimal(expected)", "expected sure="
    for strategy in ("optimal(depth)", "optimal(size)", "feasible(max_depth=1)", "optimal(lost,max_depth=1)"):
        yield "pools(3,errs=positive:0.1,tests=1,sure=0.9)", strategy, "expected"
    for strategy in ("dorfman", "halving", "nested"):
        yield "pools(3,errs=positive:0.1,tests=1)", strategy, "tests that do not err"


@pytest.mark.parametrize(("game", "strategy", "told"), list(refused_texts()))
def test_what_means_nothing_is_refused_in_one_line(game: str, strategy: str, told: str) -> None:
    refuses(lambda: compile_strategy(game, strategy or "entropy"), told=told, error=SpecError)


def test_no_certificate_states_a_bound() -> None:
    game = make_game("pools(3,errs=positive:0.1,tests=1)")
    refuses(
        lambda: compile_strategy(game, "optimal(lost)", options=Options(certificate=True)),
        told="no certificate",
        error=SpecError,
    )


def test_a_history_numbers_tests_that_are_repeated() -> None:
    game = make_game("pools(3,errs=positive:0.1,tests=3)")
    history = game.parse_history("A+B:positive B+A:negative A+B:positive")
    assert game.format_history(history) == "A+B:positive A+B#2:negative A+B#3:positive"
    assert game.parse_history(game.format_history(history)) == history


def test_the_paths_of_a_table_are_all_plays() -> None:
    """Each row is a set with the results of its tests: what it tells adds up to the figures."""
    game = make_game('pools(3,rate=0.2,errs="positive:0.1 negative:0.2",tests=3,sure=0.7)')
    data = compile_strategy(game, "optimal(expected)").data
    lost, expected = figures(data.claims.weighed)
    paths = list(at_slots(game, data).paths())
    weights = {code: Fraction(game.weight_of(index)) * game.weight_unit for index, code in enumerate(game.secrets)}
    for secret in game.secrets:
        assert sum(path.chance for path in paths if path.secret == secret) == 1
    assert sum(weights[path.secret] * path.chance for path in paths if not path.solved) == lost
    assert sum(weights[path.secret] * path.chance * len(path.moves) for path in paths) == expected
    rows = to_frame(data)
    assert (rows["outcome"] == "lost").sum() == sum(not path.solved for path in paths)
    assert {"answer 1", "answer 2"} <= set(rows.columns)


def test_a_person_may_name_what_is_likely_enough() -> None:
    record = Record(make_game("pools(2,rate=0.2,errs=positive:0.1 negative:0.1,tests=3,sure=0.8)"))
    game = record.game
    none, other = (game.guesses[game.announcement(place)] for place in (0, 1))
    refuses(lambda: record.check_guess(none), told="not likely enough that it is none: 64.0 %", error=CodeError)
    record.add(*game.parse_history("A+B:negative")[0])
    assert record.announced() == none
    record.check_guess(none)
    refuses(lambda: record.check_guess(other), told="not likely enough that it is A", error=CodeError)
    assert sum(map(record.chance_of, game.secrets)) == 1


@pytest.mark.parametrize(
    "work",
    [
        lambda game: review(game, "A+B:positive"),
        find_value,
        TextEnvironment,
        lambda game: score(game, "A+B", secret="A"),
        lambda game: ManyGames(game, 2),
        table,
        lambda game: Boards(game, 2),
    ],
    ids=["review", "value", "episode", "score", "episodes in bulk", "table", "boards"],
)
def test_other_work_refuses_tests_that_err(work: Callable[[Game], object]) -> None:
    game = make_game("pools(3,errs=positive:0.1,tests=2)")
    refuses(lambda: work(game), told="errs=positive:0.1", error=SpecError)
