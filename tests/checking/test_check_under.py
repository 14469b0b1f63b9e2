"""Certificates of version 2: limits, restricted guesses, chances and costs; by both checkers and by brute force."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from bothways import class_game, separated, table_game
from certificates import entries_of, true_value
from shelf import wordle
from toys import WORDS, weighted

from strategist import compile_strategy, make_game, make_strategy
from strategist.checking.check import check_certificate
from strategist.checking.check_plain import check_plainly
from strategist.choosing.searched import Optimal, figures_of
from strategist.common.errors import InfeasibleError, StrategyFileError
from strategist.files.certificate import Certificate
from strategist.files.certificate_file import decode, encode
from strategist.files.columns import column
from strategist.files.versions.position_columns import Under
from strategist.games.every_game.chances import with_chances
from strategist.games.tables.sheet import Reading, make_sheet
from strategist.games.tables.table import Table
from strategist.games.words.word_lists import Lists
from strategist.games.words.words import Words
from strategist.model.game import Game, History
from strategist.model.tree import Claims
from strategist.search.state.options import Options


def believed(certificate: Certificate) -> bool:
    """Whether both checkers, which must agree, believe a certificate."""
    proven = check_certificate(certificate).proven
    assert proven == (not check_plainly(certificate))
    return proven


def certify(game: Game, text: str, start: History = ()) -> Certificate:
    """The certificate of a search whose tree reaches the bound."""
    strategy = make_strategy(text, game)
    assert isinstance(strategy, Optimal)
    compiled = compile_strategy(game, strategy, start=start, options=Options(jobs=1, certificate=True))
    assert compiled.certify is not None
    certified = compiled.certify(None)
    assert not certified.gaps
    certificate = certified.certificate
    assert certificate.bound == figures_of(compiled.data.claims, strategy.objectives, 0, game, len(start))[0]
    return certificate


def raised(certificate: Certificate, entry: int, more: int = 1) -> Certificate:
    """The same with another bound."""
    bounds = certificate.entries.bounds[:]
    bounds[entry] += more
    return replace(certificate, entries=certificate.entries._replace(bounds=bounds))


@pytest.mark.parametrize(
    ("game", "strategy", "bound"),
    [
        ("mastermind(3,4)", "optimal(total,max_depth=4)", 206),
        ("mastermind(2,5)", "optimal(total,max_depth=5,first=11)", 91),
        ("mastermind(2,4,turns=4)", "optimal(total,depth)", 45),
        ("mastermind(2,4,turns=9)", "optimal(depth)", 4),
        ("mastermind(2,5,goal=identify)", "optimal(total,max_depth=3)", 64),
        ("bulls-and-cows(2,5)", "optimal(total,first=12)", 60),
    ],
)
def test_bounds_under_limits_are_proven_and_one_more_is_not(game: str, strategy: str, bound: int) -> None:
    certificate = decode(encode(certify(make_game(game), strategy)))
    assert certificate.under is not None
    assert certificate.bound == bound
    assert believed(certificate) and not believed(raised(certificate, 0))


@pytest.mark.slow
def test_the_least_total_of_mastermind_within_five_guesses() -> None:
    certificate = decode(encode(certify(make_game("mastermind(4,6)"), "optimal(total,max_depth=5)")))
    assert (certificate.bound, check_certificate(certificate).proven) == (5626, True)
    assert not check_certificate(raised(certificate, 0)).proven


@pytest.mark.parametrize(
    ("strategy", "more"), [("optimal(total)", False), ("optimal(depth)", False), ("optimal(total,first=aba)", True)]
)
def test_in_hard_mode_only_what_the_rules_allow_is_looked_at(strategy: str, more: bool) -> None:
    free, hard = (Words({"hard": each}, WORDS) for each in (False, True))
    certificate = certify(hard, strategy)
    assert certificate.under is not None and max(certificate.under.revealed) <= 1
    assert believed(decode(encode(certificate))) and not believed(raised(certificate, 0))
    assert (certificate.bound > certify(free, strategy).bound) == more


def table_case(number: int) -> tuple[Game, str, History]:
    """A small table with chances or costs, a strategy, and sometimes a history."""
    random = Random(f"certify {number}")
    secrets, questions = random.randint(2, 6), random.randint(2, 5)
    rows = [[random.randrange(3) for _ in range(secrets)] for _ in range(questions)]
    rows.append(list(range(secrets)))
    names = [f"s{index}" for index in range(secrets)]
    lines = [[f"q{at}", *(f"a{answer}" for answer in row)] for at, row in enumerate(rows)]
    table = Table(
        {"file": "made.csv", "goal": random.choice(("ask", "identify"))},
        make_sheet(list(enumerate([["", *names], *lines], 1))),
    )
    if random.random() < 0.3:
        # It is enough to know which of two or three classes it is.
        kinds = [index % random.choice((2, 3)) for index in range(secrets)]
        sheet = make_sheet(
            list(enumerate([["", *names], *lines, ["kind", *(f"k{kind}" for kind in [*kinds[:-1], 9])]], 1)),
            Reading(kind="kind"),
        )
        table = Table({"file": "made.csv", "goal": "class", "class": "kind"}, sheet)
    costs = [random.randint(1, 4) for _ in range(table.question_count)]
    game = weighted(table, [random.randint(1, 9) for _ in names], costs if random.random() < 0.7 else None)
    objectives = random.choice(("expected", "total", "depth", "expected,depth"))
    limit = f",max_depth={random.randint(2, 4)}" if random.random() < 0.4 else ""
    start = game.parse_history(f"q0:a{rows[0][0]}") if random.random() < 0.2 else ()
    return game, f"optimal({objectives}{limit})", start if len(game.consistent(start)) > 1 else ()


def check_case(number: int) -> None:
    game, strategy, start = table_case(number)
    try:
        certificate = certify(game, strategy, start)
    except InfeasibleError:
        return
    assert believed(certificate), (number, strategy)
    assert not believed(raised(certificate, 0)), (number, strategy)
    for entry in range(1, len(certificate)):
        # Whatever is claimed of a part, a bound of the whole beyond the truth is not believed.
        assert not believed(raised(raised(certificate, entry), 0)), (number, strategy, entry)


def test_bounds_under_chances_and_costs_are_proven_and_one_more_is_not() -> None:
    for number in range(120):
        check_case(number)


@pytest.mark.slow
def test_many_bounds_under_chances_and_costs() -> None:
    for number in range(120, 5000):
        check_case(number)


def test_chances_travel_with_the_certificate() -> None:
    game = with_chances(make_game("mastermind(2,3)"), {"11": Fraction(3), "*": Fraction(1, 2)})
    certificate = certify(game, "optimal(expected)")
    read = decode(encode(certificate))
    assert (read.objective, next(iter(read.game.weights or ()))) == ("expected", 6)
    assert believed(read) and not believed(raised(read, 0))


def under(certificate: Certificate, **changes: object) -> Certificate:
    """The same with other limits."""
    assert certificate.under is not None
    return replace(certificate, under=certificate.under._replace(**changes))


def tight_table(seed: int) -> Game:
    """Eight secrets that take more guesses in all if three must be enough for each."""
    random = Random(seed)
    rows = [[random.randrange(random.choice((2, 3, 5))) for _ in range(8)] for _ in range(7)]
    lines = [["", *(f"s{place}" for place in range(8))], *([f"q{at}", *map(str, row)] for at, row in enumerate(rows))]
    return Table({"file": "made.csv"}, make_sheet(list(enumerate(lines, 1))))


@pytest.mark.parametrize("seed", [10, 28, 32, 70, 94, 120])
def test_a_bound_under_a_limit_is_not_one_without_it(seed: int) -> None:
    game = tight_table(seed)
    certificate = certify(game, "optimal(total,max_depth=3)")
    assert certificate.bound > certify(game, "optimal(total)").bound
    assert believed(certificate)
    assert not believed(under(certificate, left=None))
    assert not believed(under(certificate, left=4))
    assert not believed(under(certificate, lefts=column([0] * len(certificate))))


@pytest.mark.slow
def test_a_bound_of_mastermind_under_a_limit_is_not_one_without_it() -> None:
    # Within six guesses, 5625 are enough.
    certificate = certify(make_game("mastermind(4,6)"), "optimal(total,max_depth=5)")
    assert not check_certificate(under(certificate, left=None)).proven
    assert not check_certificate(under(certificate, left=6)).proven
    lefts = column([0] * len(certificate))
    assert not check_certificate(under(certificate, lefts=lefts)).proven


def test_what_is_lost_where_classes_are_enough() -> None:
    """No rule set of the package has both turns and classes, but that of another may."""
    random = Random("lost classes")
    for number in range(40):
        kinds = [0, 1, *(random.randrange(3) for _ in range(random.randint(0, 4)))]
        rows = [[random.randrange(2) for _ in kinds] for _ in range(random.randint(1, 3))]
        game = class_game(separated(rows), kinds)
        for turns in (0, 1, 2):
            game.turns = turns
            truth = true_value(game, tuple(range(len(game.secrets))), "lost", turns)
            for bound, believable in ((truth, turns == 0), (truth + 1, False)):
                limits = Under(turns, None, column([turns + 1]), column([0]))
                entries = entries_of((0, 0, 0, int(bound), 0))
                found = believed(Certificate(game, "lost", entries, under=limits))
                assert not found or bound <= truth, (number, turns)
                assert found or not believable, (number, turns)


def test_a_limit_far_beyond_all_guesses_is_soon_counted() -> None:
    game = make_game("mastermind(2,3,turns=2,goal=identify)")
    certificate = certify(game, "optimal(lost)")
    assert certificate.under is not None
    far = under(certificate, lefts=column([*certificate.under.lefts[:-1], 1 << 31]))
    believed(far)


def test_a_first_guess_says_nothing_of_others() -> None:
    certificate = certify(make_game("mastermind(2,5)"), "optimal(total,first=11)")
    assert certificate.bound > certify(make_game("mastermind(2,5)"), "optimal(total)").bound
    assert not believed(under(certificate, first=None))


def test_a_first_guess_that_tells_nothing_does_not_prove_itself() -> None:
    game = table_game([[0, 0, 0], [0, 1, 2]], "identify")
    certificate = certify(game, "optimal(total,first=q0)")
    assert believed(certificate) and not believed(raised(certificate, 0))


def test_symmetries_do_not_leave_out_the_first_guess() -> None:
    game = make_game("mastermind(2,5)")
    certificate = certify(game, "optimal(total,first=21)")
    # The other order of pegs makes 12 of 21, which is the lower one.
    symmetries = (*certificate.symmetries, bytes((1, 0, 0, 1, 2, 3, 4)))
    groups = (*certificate.groups, (len(symmetries) - 1,))
    numbers = certificate.entries.groups[:]
    numbers[0] = len(groups)
    entries = certificate.entries._replace(groups=numbers)
    symmetric = replace(certificate, symmetries=symmetries, groups=groups, entries=entries)
    assert believed(symmetric) and not believed(raised(symmetric, 0))
    assert not believed(raised(symmetric, 0, 1000))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"left": -1}, "header.left: expected 0 to"),
        ({"lefts": column([0])}, "columns.left: expected"),
        ({"revealed": "all"}, "columns.revealed: expected"),
    ],
)
def test_limits_that_cannot_be_are_refused(changes: dict[str, object], message: str) -> None:
    certificate = certify(make_game("mastermind(3,4)"), "optimal(total,max_depth=4)")
    ones = column([1] * len(certificate))
    with pytest.raises(StrategyFileError, match=message):
        under(certificate, **{key: ones if isinstance(value, str) else value for key, value in changes.items()})


def test_turns_are_no_more_than_the_game_has() -> None:
    certificate = certify(make_game("mastermind(2,4,turns=5)"), "optimal(total)")
    for left in (None, 6):
        with pytest.raises(StrategyFileError, match="expected no more than the turns"):
            under(certificate, left=left)


def test_version_1_says_nothing_of_games_that_it_does_not_know() -> None:
    plain = certify(make_game("mastermind(2,3)"), "optimal(total)")
    assert plain.under is None and encode(plain)[:14] == b"\x95\xabcertificate\x01"
    with pytest.raises(StrategyFileError, match="expected a game without turns"):
        replace(plain, game=weighted(plain.game, [2] * 9))
    zeros = column([0] * len(plain))
    # The same claims in version 2 hold as well.
    assert believed(replace(plain, under=Under(None, None, zeros, zeros)))


def test_a_tree_needs_to_keep_the_limits_of_its_certificate() -> None:
    from strategist.checking.verify import verify_strategy
    from strategist.show.certificates.optimality import optimality

    game = tight_table(10)
    certificate = certify(game, "optimal(total,max_depth=3)")
    found = check_certificate(certificate)
    for strategy, proven in (("optimal(total,max_depth=3)", True), ("optimal(total)", False)):
        data = compile_strategy(game, make_strategy(strategy, game)).data
        assert isinstance(data.claims, Claims)
        answer, sentence = optimality(certificate, found, data, verify_strategy(data))
        assert answer == proven, sentence
        assert "within 3 guesses" in sentence


@pytest.mark.slow
def test_an_opening_of_wordle_in_hard_mode() -> None:
    """The original answers and 14,855 guesses, opened with SALET: the best tree takes 8114 guesses in all."""
    answers, guesses = (
        wordle(f"{name}.txt").read_text().split() for name in ("original_hidden_answers", "allowed_words")
    )
    game = Words({"answers": "answers.txt", "guesses": "guesses.txt", "hard": True}, Lists(answers, guesses))
    certificate = certify(game, "optimal(total,first=salet)")
    assert certificate.bound == 8114
    assert check_certificate(certificate).proven
    assert not check_certificate(raised(certificate, 0)).proven
