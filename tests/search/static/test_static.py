"""Questions asked all at once: the search beside trying all sets, known figures, refusals, files and reports."""

from __future__ import annotations

import itertools
import random
import threading
from pathlib import Path

import numpy as np
import pytest
from bothways import table_game
from planted import coins, generators, planted_rows
from shelf import first_wordle

from strategist import compile_strategy, make_game, make_strategy, read_strategy, table, verify_strategy
from strategist.checking.check import check_certificate
from strategist.checking.check_plain import check_plainly
from strategist.common.errors import InfeasibleError, OutOfTimeError, SpecError, StrategyFileError, TooLargeError
from strategist.files.strategy import decode, encode, write_strategy
from strategist.model.trees.figures import asked_at_once
from strategist.search.certify.certify_sets import certificate_of_sets
from strategist.search.state.options import Options
from strategist.search.static.branching import Branching
from strategist.search.static.exchanging import exchanged_set, open_pairs, weight_together
from strategist.search.static.partitions import Partitions, permutations_of
from strategist.search.static.search_static import tells_apart
from strategist.search.static.weighing import Weighing

SMALL = [
    "mastermind(1,4)",
    "mastermind(2,3)",
    "mastermind(2,4,feedback=black)",
    "mastermind(3,2,feedback=black)",
    "mastermind(4,2,feedback=black)",
    "mastermind(2,4,goal=identify)",
    "bulls-and-cows(2,4)",
    "bulls-and-cows(2,5,feedback=black)",
]


@pytest.mark.parametrize("game", SMALL)
def test_as_few_as_by_trying_all_sets(game: str) -> None:
    fast, plain = (compile_strategy(game, "optimal(static)", plain=plain) for plain in (False, True))
    assert fast.bound == plain.bound == "optimal"
    assert fast.lower_bound == plain.lower_bound == fast.data.claims.asked


@pytest.mark.parametrize("seed", range(20))
def test_tables_with_symmetries(seed: int) -> None:
    draw = random.Random(f"symmetric {seed}")
    secrets = draw.randint(3, 7)
    game = table_game(planted_rows(draw, generators(draw, secrets), secrets, 10), "identify")
    fast, plain = (compile_strategy(game, "optimal(static)", plain=plain) for plain in (False, True))
    assert fast.lower_bound == plain.lower_bound


def test_symmetries_of_coins_leave_few_sets() -> None:
    game = coins(6)
    assert len(permutations_of(game, Partitions(game, range(15)).table)) == 5
    compiled = compile_strategy(game, make_strategy("optimal(static)", game), options=Options(certificate=True))
    certificate = compiled.prove()
    assert (certificate.bound, len(certificate)) == (5, 5)
    assert check_certificate(certificate).problems == check_plainly(certificate) == []


@pytest.mark.parametrize("seed", range(60))
def test_random_tables(seed: int) -> None:
    draw = random.Random(seed)
    secrets, questions, answers = draw.randint(2, 9), draw.randint(2, 8), draw.randint(2, 3)
    goal = draw.choice(["identify", "class"])
    rows = [[str(draw.randrange(answers)) for _ in range(questions)] for _ in range(secrets)]
    classes = ["a", *(draw.choice("abc") for _ in range(secrets - 2)), "b"] if goal == "class" else None
    try:
        game = table(rows, goal=goal, classes=classes)
    except SpecError:
        # Two secrets, or all of the same answers, make no game.
        game = table([[*row, str(secret)] for secret, row in enumerate(rows)], goal=goal, classes=classes)
    found: list[int | None] = []
    for plain in (False, True):
        try:
            compiled = compile_strategy(game, "optimal(static)", plain=plain)
        except InfeasibleError:
            found.append(None)
        else:
            assert compiled.bound == "optimal"
            asked = asked_at_once(compiled.data.tree)
            assert asked is not None and tells_apart(game, range(len(game.secrets)), asked)
            assert verify_strategy(compiled).verified
            found.append(compiled.data.claims.asked)
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("game", "fewest"),
    [
        *((f"mastermind(2,{colors})", -(-2 * colors // 3)) for colors in range(4, 8)),
        *((f"mastermind(3,{colors})", colors - 1) for colors in range(4, 6)),
        *((f"mastermind(2,{colors},feedback=black)", -(-(4 * colors - 1) // 3) - 1) for colors in range(2, 7)),
        *((f"mastermind(3,{colors},feedback=black)", 3 * colors // 2) for colors in range(2, 4)),
        *((f"bulls-and-cows(2,{colors},feedback=black)", -(-4 * colors // 3) - 2) for colors in range(4, 7)),
        ("bulls-and-cows(3,4,feedback=black)", 4),
        *((f"mastermind({pegs},2,feedback=black)", fewest) for pegs, fewest in enumerate([1, 2, 3, 4, 4], 1)),
    ],
)
def test_published_figures(game: str, fewest: int) -> None:
    """The sources stand in guide/static.md, in this order: without the guess that names the secret."""
    compiled = compile_strategy(game, "optimal(static)")
    assert (compiled.data.claims.asked, compiled.lower_bound, compiled.bound) == (fewest, fewest, "optimal")
    assert compiled.depth == fewest + 1
    assert verify_strategy(compiled).verified


def test_a_tree_asks_the_same_whatever_is_answered(tmp_path: Path) -> None:
    compiled = compile_strategy("mastermind(2,4)", "optimal(static)")
    path = tmp_path / "static.msgpack"
    write_strategy(path, compiled.data)
    data = read_strategy(path)
    assert data.claims.asked == data.lower_bound and data.gap == 0
    # A file whose questions depend on answers cannot claim to ask them at once.
    forged = compile_strategy("mastermind(2,4)", "entropy", plain=True).data
    forged = type(forged)(forged.game, forged.strategy, forged.tree, forged.claims, objective="static")
    with pytest.raises(StrategyFileError, match="no answer changes"):
        decode(encode(forged))


def test_so_many_questions() -> None:
    game = "mastermind(2,4,feedback=black)"
    assert compile_strategy(game, "feasible(static,count=4)").depth == 5
    for plain in (False, True):
        with pytest.raises(InfeasibleError, match="no 3 questions asked all at once tell all secrets apart"):
            compile_strategy(game, "feasible(static,count=3)", plain=plain)
    with pytest.raises(OutOfTimeError, match="it is not known"):
        compile_strategy("mastermind(4,4,feedback=black)", "feasible(static,count=5)", time_limit=0)


def test_behind_a_history() -> None:
    fast, plain = (
        compile_strategy("mastermind(3,3)", "optimal(static)", start="112:1b0w", plain=plain).lower_bound
        for plain in (False, True)
    )
    assert fast == plain


def test_a_search_that_is_stopped_keeps_what_it_has() -> None:
    compiled = compile_strategy("mastermind(4,4,feedback=black)", "optimal(static)", time_limit=0)
    data = compiled.data
    assert data.bound == "upper" and data.claims.asked is not None and data.lower_bound is not None
    assert data.lower_bound <= data.claims.asked
    assert verify_strategy(compiled).verified


def test_the_old_form_of_feasible_is_read() -> None:
    assert make_strategy("feasible(5)", "mastermind").spec == "feasible(max_depth=5)"
    assert make_strategy("feasible(5,candidates)", "mastermind").spec == "feasible(max_depth=5,guesses=candidates)"
    assert make_strategy("feasible(static, count=9)", "mastermind").spec == "feasible(static,count=9)"


@pytest.mark.parametrize("game", ["mastermind(2,3)", "mastermind(3,3,feedback=black)", "bulls-and-cows(3,4)"])
def test_permutations_keep_which_sets_tell_all_apart(game: str) -> None:
    made, draw = make_game(game), random.Random(1)
    partitions = Partitions(made, range(len(made.secrets)))
    permutations = permutations_of(made, partitions.table)
    assert permutations
    for _ in range(50):
        questions = draw.sample(range(made.question_count), 3)
        moved = draw.choice(permutations)
        images = [int(moved.questions[each]) for each in questions]
        sizes = [sorted(np.bincount(partitions.codes(each))) for each in (questions, images)]
        assert sizes[0] == sizes[1]


@pytest.mark.parametrize("seed", range(12))
def test_branching_and_weighing_agree(seed: int) -> None:
    draw = random.Random(seed)
    game = make_game(draw.choice(["mastermind(2,4)", "mastermind(3,3,feedback=black)", "bulls-and-cows(2,6)"]))
    if seed % 2:
        rows = [[*(str(draw.randrange(3)) for _ in range(8)), str(secret)] for secret in range(12)]
        game = table(rows, goal="class", classes=["a", "b", *(draw.choice("abc") for _ in range(10))])
    partitions = Partitions(game, range(len(game.secrets)))
    moves = permutations_of(game, partitions.table)
    branching = Branching(partitions, [each.secrets for each in moves], lambda: None)
    weighing = Weighing(partitions, lambda: None)
    for count in range(5):
        ways = [way.find(count) for way in (branching, weighing)]
        assert (ways[0] is None) == (ways[1] is None)
        for found in ways:
            assert found is None or (len(found) <= count and partitions.tells_all(found))


@pytest.mark.parametrize("seed", range(12))
def test_threads_find_what_one_finds_first(seed: int) -> None:
    """So are the proofs where nothing is found, and each set is looked at once."""
    draws = random.Random(f"threads {seed}")
    game = make_game(draws.choice(["mastermind(3,3)", "bulls-and-cows(3,5)", "mastermind(2,5)", "mastermind(4,3)"]))
    whole = seed % 2 == 0
    secrets = range(len(game.secrets))
    partitions = Partitions(game, secrets if whole else sorted(draws.sample(secrets, 20)))
    moves = [each.secrets for each in permutations_of(game, partitions.table)] if whole else []
    alone, together = (Branching(partitions, moves, lambda: None, jobs) for jobs in (1, draws.choice((2, 4, 16))))
    for count in range(6):
        found = alone.find(count)
        assert together.find(count) == found
        if found is not None:
            break
        assert together.nodes == alone.nodes
        assert together.refute(count) == alone.refute(count)


def test_a_stop_ends_all_threads() -> None:
    game, threads = make_game("mastermind(3,4)"), threading.active_count()
    calls = itertools.count()

    def stop_soon() -> None:
        if next(calls) > 20:
            raise TimeoutError

    branching = Branching(Partitions(game, range(64)), [], stop_soon, 4)
    with pytest.raises(TimeoutError):
        branching.refute(3)
    assert threading.active_count() == threads


def test_a_table_whose_pairs_do_not_fit_is_decided_by_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("strategist.search.static.branching.MOST_TOLD", 10)
    compiled = compile_strategy("mastermind(2,4,feedback=black)", "optimal(static)", certificate=True)
    assert (compiled.bound, compiled.lower_bound) == ("optimal", 4)
    certificate = compiled.prove()
    assert certificate.sets is not None and len(certificate.sets.weights)
    assert check_plainly(certificate) == check_certificate(certificate).problems == []
    monkeypatch.setattr("strategist.search.static.weighing._MOST_LOOKED_AT", 10)
    with pytest.raises(TooLargeError, match="too many for a certificate"):
        compiled.prove()
    # What counting alone proves needs no pairs.
    counted = compile_strategy("mastermind(4,2)", "optimal(static)", certificate=True)
    assert counted.lower_bound is not None and counted.bound == "upper"
    assert counted.prove().bound == counted.lower_bound


@pytest.mark.parametrize("game", SMALL)
def test_what_pairs_are_left_together(game: str) -> None:
    made, draw = make_game(game), random.Random(game)
    partitions = Partitions(made, range(len(made.secrets)))
    for _ in range(10):
        questions = draw.choices(range(made.question_count), k=2)
        codes = partitions.codes(questions)
        ones, others = open_pairs(partitions, questions)
        every = [(one, other) for other in range(len(codes)) for one in range(other) if codes[one] == codes[other]]
        assert sorted(zip(ones.tolist(), others.tolist(), strict=True)) == sorted(every)
        weights = np.array([draw.randint(1, 9) for _ in every], dtype=np.float64)
        plainly = [
            sum(weight for one, other, weight in zip(ones, others, weights, strict=True) if row[one] == row[other])
            for row in partitions.table
        ]
        assert weight_together(partitions.table.T, ones, others, weights).tolist() == plainly


def test_exchanging_finds_sets_and_is_repeatable() -> None:
    made = make_game("mastermind(2,7,feedback=black)")
    partitions = Partitions(made, range(len(made.secrets)))
    found = [exchanged_set(partitions, 8, lambda: False) for _ in range(2)]
    assert found[0] is not None and found[0] == found[1] and partitions.tells_all(found[0])
    assert exchanged_set(partitions, 8, lambda: True) in (None, found[0])
    assert exchanged_set(partitions, 0, lambda: False) is None


@pytest.mark.slow
def test_six_words_tell_the_answers_of_the_first_wordle_apart() -> None:
    """Poirrier found such words by an integer program. Seconds, and then the tree."""
    game = make_game(f"words({first_wordle('solution_list')},{first_wordle('guess_list')})")
    compiled = compile_strategy(game, "feasible(static,count=6)")
    asked = asked_at_once(compiled.data.tree)
    assert asked is not None and len(asked) <= 6 and tells_apart(game, range(2315), asked)
    assert compiled.depth == 7 and verify_strategy(compiled).verified


@pytest.mark.slow
def test_five_words_do_not() -> None:
    """As Poirrier found by an integer program. Two minutes of one core, and the certificate holds."""
    game = make_game(f"words({first_wordle('solution_list')},{first_wordle('guess_list')})")
    weighing = Weighing(Partitions(game, range(2315)), lambda: None)
    proof = weighing.refute(5)
    certificate = certificate_of_sets(game, (), range(2315), 6, proof)
    assert check_certificate(certificate).proven
