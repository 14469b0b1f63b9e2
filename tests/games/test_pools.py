"""Group testing: the rules, the names of pools, rates from files, and the procedures of laboratories."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from refusals import refuses

from strategist import compile_strategy, make_game, verify_strategy
from strategist.choosing.procedures.pooling import Nested
from strategist.common.errors import CodeError, SpecError
from strategist.files.strategy import decode, encode
from strategist.games.sets.pools import Pools


def test_a_pool_is_positive_if_one_of_it_is() -> None:
    game = make_game("pools(5)")
    for pool in game.guesses[: game.question_count]:
        for secret in game.secrets:
            assert bool(game.respond(pool, secret)) == any(pool.bits >> one & secret >> one & 1 for one in range(5))


def test_chances_are_products_of_rates() -> None:
    game = make_game("pools(3,rate=1/3)")
    assert game.weights is not None
    total = sum(game.weights)
    assert [Fraction(weight, total) for weight in game.weights] == [
        Fraction(1, 3) ** secret.bit_count() * Fraction(2, 3) ** (3 - secret.bit_count()) for secret in range(8)
    ]
    assert total * game.weight_unit == 1


def test_names_are_read_as_they_are_written() -> None:
    game = make_game("pools(6,most=3)")
    for place, code in enumerate(game.guesses):
        assert game.guesses.index(game.parse_code(game.format_code(code))) == place
        if place < game.question_count:
            assert game.parse_code(game.shown_code(code)) == code
    for secret in game.secrets:
        assert game.parse_secret(game.format_secret(secret)) == secret
    refuses(game.parse_code, "A+B+C+D", told="at most 3 specimens in a pool", error=CodeError)
    refuses(game.parse_code, "A+Z", told="expected specimens of A, B", error=CodeError)


def test_rates_from_a_file_travel_in_the_strategy_file(tmp_path: Path) -> None:
    path = tmp_path / "ward.csv"
    path.write_text("specimen,rate\nbed-1,0.02\nbed-2,10 %\nbed-3,1/7\n", "utf-8")
    compiled = compile_strategy(f"pools(rates={path},most=2)", "optimal(expected)")
    assert compiled.data.game.spec == "pools(specimens=3,rates=ward.csv,most=2)"
    path.unlink()
    data = decode(encode(compiled.data))
    assert verify_strategy(data).verified
    assert isinstance(data.game, Pools) and data.game.rates == (Fraction(1, 50), Fraction(1, 10), Fraction(1, 7))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a,0.1\nb,0\n", "line 2, column 2: expected a positive number"),
        ("a,0.1\nb,1\n", "line 2, column 2: expected a rate below 1"),
        ("a,0.1\nb,nan1\n", "line 2, column 2"),
        ("a,0.1\nb,0.2,0.3\n", "line 2: expected a specimen and its rate, got 3 cells"),
        ("a,0.1\nA,0.2\n", "the specimen A stands there twice"),
        ("a,0.1\na+b,0.2\n", "expected a name of letters and digits"),
        ("a,0.1\nnone,0.2\n", "expected a name of letters and digits"),
        ("a,0.1\n", "expected 2 to 12 specimens, got 1"),
        ("", "expected 2 to 12 specimens, got 0"),
        ("".join(f"s{each},0.1\n" for each in range(40)), "expected 2 to 12 specimens, got 40"),
        ("a,1e-300\nb,1e-300\n", "too large"),
    ],
)
def test_hostile_rates_are_refused_in_one_line(written: Callable[..., str], text: str, told: str) -> None:
    path = written(text, "bad.csv")
    with pytest.raises(SpecError) as caught:
        make_game(f"pools(rates={path})")
    assert told in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("spec", ["pools", "pools(4,rate=0)", "pools(4,rate=1)", "pools(4,rate=x)", "pools(13)"])
def test_bad_parameters_are_refused(spec: str) -> None:
    with pytest.raises(SpecError):
        make_game(spec)


@pytest.mark.parametrize("spec", ["pools(5)", "pools(6,rate=0.3)", "pools(7,rate=0.1,most=3)"])
@pytest.mark.parametrize("strategy", ["dorfman", "dorfman(size=2)", "halving", "nested"])
def test_procedures_identify_every_set(spec: str, strategy: str) -> None:
    compiled = compile_strategy(spec, strategy)
    assert verify_strategy(compiled.data).verified and not compiled.data.claims.lost


@pytest.mark.parametrize("spec", ["pools(5)", "pools(6,rate=0.3)", "pools(7,rate=0.1,most=3)"])
def test_nested_costs_what_its_program_says(spec: str) -> None:
    game = make_game(spec)
    assert game.weights is not None
    nested = Nested(game, {})
    tree = compile_strategy(game, nested)
    assert Fraction(tree.data.claims.expected, sum(game.weights)) == nested.cost
    for other in ("dorfman", "halving"):
        assert compile_strategy(game, other).data.claims.expected >= tree.data.claims.expected


def sobel_and_groll(count: int, rate: Fraction) -> Fraction:
    """The expected tests of the best nested procedure for specimens of one rate, by the recursion of Sobel and Groll
    ("Group testing to eliminate efficiently all defectives in a binomial sample", 1959): H(n) where nothing is known of
    n specimens, and G(m, n) where m of n are known to hold a positive, given that they do."""
    clear = 1 - rate

    @cache
    def free(number: int) -> Fraction:
        if number == 0:
            return Fraction(0)
        return 1 + min(
            clear**size * free(number - size) + (1 - clear**size) * hit(size, number) for size in range(1, number + 1)
        )

    @cache
    def hit(marked: int, number: int) -> Fraction:
        if marked == 1:
            return free(number - 1)
        ways = []
        for part in range(1, marked):
            below = (clear**part - clear**marked) / (1 - clear**marked)
            ways.append(below * hit(marked - part, number - part) + (1 - below) * hit(part, number))
        return 1 + min(ways)

    return free(count)


def test_the_recursion_of_sobel_and_groll_by_hand() -> None:
    """Two specimens of chance p, q = 1 - p: one test says that both are negative; else the first is tested, and the
    second where that is needed."""
    p, q = Fraction(1, 20), Fraction(19, 20)
    assert sobel_and_groll(1, p) == 1
    # Both negative: 1 test. The first negative: 2, for the second is positive then. The first positive: 3.
    assert sobel_and_groll(2, p) == q * q + 2 * q * p + 3 * p == Fraction("1.1475")
    assert [sobel_and_groll(count, p) for count in (3, 4)] == [Fraction("1.340125"), Fraction("1.537625")]
    # From (3 - √5)/2 on nothing is better than to test one by one (Ungar 1960).
    assert sobel_and_groll(5, Fraction(39, 100)) == 5 > sobel_and_groll(5, Fraction(38, 100))


@pytest.mark.parametrize(
    ("count", "rate"),
    [(10, "0.05"), (10, "0.3"), *product((2, 3, 4, 6), ("0.01", "0.05", "0.13", "0.3", "0.38", "0.4"))],
)
def test_nested_costs_what_sobel_and_groll_say(count: int, rate: str) -> None:
    game = make_game(f"pools({count},rate={rate})")
    assert Nested(game, {}).cost == sobel_and_groll(count, Fraction(rate))


def test_nested_for_ten_specimens() -> None:
    assert round(float(sobel_and_groll(10, Fraction(1, 20))), 10) == 3.0390971582


def test_procedures_are_for_pools_only() -> None:
    refuses(compile_strategy, "mastermind(2,3)", "nested", told="nested: expected specimens")
