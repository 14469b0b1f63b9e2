"""Certificates of version 2: limits, restricted guesses, chances and costs; by both checkers and by brute force."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from alterations import raised
from bothways import class_game, separated, table_game
from certificates import certify, entries_of, true_value
from certificates import table_game as plain_table
from claim_kinds import tight_table
from shelf import wordle
from toys import weighted
from verdicts import judged

from strategist import compile_strategy, make_game, make_strategy, table
from strategist.checking.check import check_certificate
from strategist.common.errors import StrategyFileError
from strategist.files.certificate import Certificate
from strategist.files.certificate_file import decode, encode
from strategist.files.columns import column
from strategist.files.versions.position_columns import Under
from strategist.games.every_game.chances import with_chances
from strategist.games.words.word_lists import Lists
from strategist.games.words.words import Words
from strategist.model.tree import Claims


def test_chances_travel_with_the_certificate() -> None:
    game = with_chances(make_game("mastermind(2,3)"), {"11": Fraction(3), "*": Fraction(1, 2)})
    certificate = certify(game, "expected")
    read = decode(encode(certificate))
    assert (read.objective, next(iter(read.game.weights or ()))) == ("expected", 6)
    assert judged(read) and not judged(raised(read, 0))


def under(certificate: Certificate, **changes: object) -> Certificate:
    """The same with other limits."""
    assert certificate.under is not None
    return replace(certificate, under=certificate.under._replace(**changes))


@pytest.mark.parametrize("seed", [10, 28, 32, 70, 94, 120])
def test_a_bound_under_a_limit_is_not_one_without_it(seed: int) -> None:
    game = tight_table(seed)
    certificate = certify(game, "total,max_depth=3")
    assert certificate.bound > certify(game, "total").bound
    assert judged(certificate)
    assert not judged(under(certificate, left=None))
    assert not judged(under(certificate, left=4))
    assert not judged(under(certificate, lefts=column([0] * len(certificate))))


def test_a_cell_that_is_just_too_large_for_the_guesses_left_proves_a_claim() -> None:
    """Two guesses find three secrets at most, and each question leaves four together: three guesses are too few."""
    game = plain_table([["yes" if each == place else "no" for each in range(5)] for place in range(4)], "ask")
    assert game is not None
    for left in (3, 4):
        limit = Under(left, None, column([left + 1]), column([0]))
        assert judged(Certificate(game, "total", entries_of((0, 0, 0, 99, 0)), under=limit)) == (left == 3)


def test_what_classes_weigh_is_lost() -> None:
    """One question has an end for one of three classes, and all of the others are lost."""
    rows, kinds = [["0", "0"], ["0", "1"], ["1", "0"]], ["a", "b", "c"]
    game = weighted(table(rows, goal="class", classes=kinds, turns=1), [2, 3, 4])
    limit = Under(1, None, column([2]), column([0]))
    for bound in (5, 6):
        assert judged(Certificate(game, "lost", entries_of((0, 0, 0, bound, 0)), under=limit)) == (bound == 5)


@pytest.mark.slow
def test_a_bound_of_mastermind_under_a_limit_is_not_one_without_it() -> None:
    # Within six guesses, 5625 are enough.
    certificate = certify(make_game("mastermind(4,6)"), "total,max_depth=5")
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
                found = judged(Certificate(game, "lost", entries, under=limits))
                assert not found or bound <= truth, (number, turns)
                assert found or not believable, (number, turns)


def test_a_limit_far_beyond_all_guesses_is_soon_counted() -> None:
    game = make_game("mastermind(2,3,turns=2,goal=identify)")
    certificate = certify(game, "lost")
    assert certificate.under is not None
    far = under(certificate, lefts=column([*certificate.under.lefts[:-1], 1 << 31]))
    judged(far)


def test_a_first_guess_says_nothing_of_others() -> None:
    certificate = certify(make_game("mastermind(2,5)"), "total,first=11")
    assert certificate.bound > certify(make_game("mastermind(2,5)"), "total").bound
    assert not judged(under(certificate, first=None))


def test_a_first_guess_that_tells_nothing_does_not_prove_itself() -> None:
    game = table_game([[0, 0, 0], [0, 1, 2]], "identify")
    certificate = certify(game, "total,first=q0")
    assert judged(certificate) and not judged(raised(certificate, 0))


def test_symmetries_do_not_leave_out_the_first_guess() -> None:
    game = make_game("mastermind(2,5)")
    certificate = certify(game, "total,first=21")
    # The other order of pegs makes 12 of 21, which is the lower one.
    symmetries = (*certificate.symmetries, bytes((1, 0, 0, 1, 2, 3, 4)))
    groups = (*certificate.groups, (len(symmetries) - 1,))
    numbers = certificate.entries.groups[:]
    numbers[0] = len(groups)
    entries = certificate.entries._replace(groups=numbers)
    symmetric = replace(certificate, symmetries=symmetries, groups=groups, entries=entries)
    assert judged(symmetric) and not judged(raised(symmetric, 0))
    assert not judged(raised(symmetric, 0, 1000))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"left": -1}, "header.left: expected 0 to"),
        ({"lefts": column([0])}, "columns.left: expected"),
        ({"revealed": "all"}, "columns.revealed: expected"),
    ],
)
def test_limits_that_cannot_be_are_refused(changes: dict[str, object], message: str) -> None:
    certificate = certify(make_game("mastermind(3,4)"), "total,max_depth=4")
    ones = column([1] * len(certificate))
    with pytest.raises(StrategyFileError, match=message):
        under(certificate, **{key: ones if isinstance(value, str) else value for key, value in changes.items()})


def test_turns_are_no_more_than_the_game_has() -> None:
    certificate = certify(make_game("mastermind(2,4,turns=5)"), "total")
    for left in (None, 6):
        with pytest.raises(StrategyFileError, match="expected no more than the turns"):
            under(certificate, left=left)


def test_version_1_says_nothing_of_games_that_it_does_not_know() -> None:
    plain = certify(make_game("mastermind(2,3)"), "total")
    assert plain.under is None and encode(plain)[:14] == b"\x95\xabcertificate\x01"
    with pytest.raises(StrategyFileError, match="expected a game without turns"):
        replace(plain, game=weighted(plain.game, [2] * 9))
    zeros = column([0] * len(plain))
    # The same claims in version 2 hold as well.
    assert judged(replace(plain, under=Under(None, None, zeros, zeros)))


def test_a_tree_needs_to_keep_the_limits_of_its_certificate() -> None:
    from strategist.checking.verify import verify_strategy
    from strategist.show.certificates.optimality import optimality

    game = tight_table(10)
    certificate = certify(game, "total,max_depth=3")
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
    certificate = certify(game, "total,first=salet")
    assert certificate.bound == 8114
    assert check_certificate(certificate).proven
    assert not check_certificate(raised(certificate, 0)).proven
