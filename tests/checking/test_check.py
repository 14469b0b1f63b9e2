"""The checker of certificates: it accepts true bounds, and nothing else."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import combinations
from typing import Any

import hypothesis.strategies as st
import numpy as np
import pytest
from certificates import certificate_of, certify, changed, entries_of, places, table_game, true_value
from entry_trees import tree_of, with_tree
from hypothesis import given, settings
from selection import examples
from toys import weighted
from verdicts import judged

from strategist import compile_strategy, make_game, make_strategy
from strategist.checking.check import check_certificate
from strategist.checking.check_plain import check_plainly
from strategist.checking.counted_bounds import least, room_of
from strategist.checking.ground import different_in_columns, table_by_rules
from strategist.checking.proof import Proof as ClaimsOf
from strategist.checking.sets.set_claims import Sets
from strategist.common.errors import TooLargeError
from strategist.files.certificate import Certificate
from strategist.files.certificate_file import decode, encode
from strategist.files.columns import column
from strategist.files.versions.position_columns import Under
from strategist.model.game import Game, Symmetry
from strategist.search.bounds.counting import least_costs
from strategist.search.bounds.spread import room_of as profile_room_of
from strategist.search.certify.certify import certify as certify_bound
from strategist.search.compile.compiled import Compiled
from strategist.search.state.options import Options
from strategist.search.state.problem import INFEASIBLE
from strategist.search.state.start import start_of, whole_game
from strategist.search.tasks.threads import Proof
from strategist.search.tasks.workers import Workers

OBJECTIVES = ("total", "depth")
FEW = 7
"""Games with this number of secrets can be searched exhaustively."""


# What is true


def test_words_have_more_responses_than_bits_in_a_word(tmp_path_factory: pytest.TempPathFactory) -> None:
    answers = tmp_path_factory.mktemp("words") / "answers.txt"
    words = make_game("words").secrets
    answers.write_text(" ".join(words[:60]))
    game = make_game(f'words(answers="{answers}")')
    assert game.response_count > 64
    for objective in OBJECTIVES:
        certificate = certify(game, objective)
        assert check_certificate(certificate).proven
        bounds = {0: certificate.bound + 1}
        assert not check_certificate(changed(certificate, bounds=bounds)).proven


def test_many_openings_are_refuted_by_looks() -> None:
    certificate = certify(make_game("words"), "total")
    assert check_certificate(certificate).proven
    assert not check_certificate(changed(certificate, bounds={0: certificate.bound + 1})).proven
    # All entries but one are cells of some opening, and below nearly all of these nothing is listed.
    openings = int(certificate.entries.children[0])
    assert openings >= len(certificate) - 2 > 400
    assert np.count_nonzero(certificate.entries.children[1:]) <= 1


@pytest.mark.parametrize("kind", [np.uint8, np.uint16])
@pytest.mark.parametrize("rows", [*range(1, 20), 31, 32, 33, 64, 77, 100, 130])
def test_sorted_columns_show_how_many_numbers_they_hold(rows: int, kind: type[np.unsignedinteger]) -> None:
    generator = np.random.default_rng(rows)
    most = (1, 3, 17, 120, 255, np.iinfo(kind).max)
    columns = np.column_stack([generator.integers(0, each + 1, size=rows) for each in most]).astype(kind)
    expected = [len(np.unique(column)) for column in columns.T]
    assert different_in_columns(columns).tolist() == expected
    assert (columns[1:] >= columns[:-1]).all()


tables = st.integers(2, 6).flatmap(
    lambda secrets: st.lists(
        st.lists(st.sampled_from("abc"), min_size=secrets, max_size=secrets), min_size=1, max_size=6
    )
)


def test_a_position_that_is_listed_again_is_looked_at_once() -> None:
    """The strongest entry for a set counts, wherever it is listed."""
    game = make_game("mastermind(1,3)")
    # The first guess leaves two of three secrets, and tells nothing when it is made again.
    rows = [(1, 0, 0, 6, 0), (1, 0, 0, 2, 0), (1, 0, 0, 3, 0), (0, 0, 0, 1, 0)]
    certificate = Certificate(game, "total", entries_of(*rows))
    assert check_certificate(certificate).proven
    sets = Sets(ClaimsOf.of(certificate), iter)
    assert sets.learn(sets.positions()[0]).tolist() == [0, 2]
    assert not check_certificate(Certificate(game, "total", entries_of(*rows[:3], (0, 0, 0, 4, 0)))).proven


def test_what_positions_take_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    def progress(items: Sequence[int]) -> Sequence[int]:
        # At this point the table of responses has been made.
        monkeypatch.setattr("strategist.checking.sets.claimed._MOST_BYTES", 100)
        return items

    with pytest.raises(TooLargeError, match="the positions take more than"):
        check_certificate(certificate_of("mastermind(3,4)"), progress)


# What is not


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize(
    "game",
    [
        "mastermind(2,8)",
        "bulls-and-cows(3,6)",
        *(pytest.param(each, marks=pytest.mark.slow) for each in ("mastermind(3,5)", "bulls-and-cows(3,7)")),
    ],
)
def test_no_bound_above_the_true_value_is_believed(game: str, objective: str) -> None:
    certificate = certificate_of(game, objective)
    tried = 0
    for entry in range(len(certificate)):
        if len(members := places(certificate, entry)) > FEW:
            continue
        tried += 1
        value = true_value(certificate.game, members, objective)
        found = check_certificate(changed(certificate, bounds={entry: value + 1}))
        assert not found.proven
        assert all(problem.startswith("entry ") for problem in found.problems)
    assert tried


def without(certificate: Certificate, entry: int) -> Certificate:
    """The certificate without one of its leaf entries."""
    root = tree_of(certificate)
    nodes = root.all()
    for node in nodes:
        node.below = [each for each in node.below if each is not nodes[entry]]
    return with_tree(certificate, root)


@pytest.mark.parametrize("text", ["mastermind(3,4)", pytest.param("mastermind(3,5)", marks=pytest.mark.slow)])
def test_an_entry_that_is_dropped_or_stands_for_another_position_is_missed(text: str) -> None:
    certificate = certificate_of(text)
    entries, game = certificate.entries, certificate.game
    tried = believed = 0
    for entry in range(1, len(certificate)):
        if entries.children[entry]:
            continue
        guess, response = int(entries.guesses[entry]), int(entries.responses[entry])
        altered = [
            without(certificate, entry),
            changed(certificate, guesses={entry: (guess + 1) % len(game.guesses)}),
            changed(certificate, responses={entry: (response + 1) % (game.response_count - 1)}),
        ]
        tried += len(altered)
        for each in altered:
            if check_certificate(each).proven:
                # No entry depends on it any more, because others were raised later, or the claim happens to be true
                # there, too.
                believed += 1
                for at in range(len(each)):
                    members = places(each, at)
                    assert len(members) > FEW or each.entries.bounds[at] <= true_value(game, members, "total")
    assert believed < tried / 10


def test_a_search_with_a_wrong_bound_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game("mastermind(3,5)")
    compiled = compile_strategy(game, make_strategy("optimal", game), options=Options(certificate=True))
    honest = Workers.solve

    def boast(workers: Workers, *args: object) -> Proof:
        proof = honest(workers, *args)  # type: ignore[arg-type]
        # Claim that every set of candidates costs one guess more than it does.
        return proof._replace(bound=proof.bound + 1)

    monkeypatch.setattr(Workers, "solve", boast)
    assert compiled.certify is not None
    found = check_certificate(compiled.certify(None).certificate)
    assert not found.proven


def test_a_search_that_finds_too_high_a_value_leaves_gaps(monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game("mastermind(3,4)")
    honest = Workers.least

    def boast(workers: Workers, *costs_of: Any) -> np.ndarray:
        costs = honest(workers, *costs_of)
        costs[:, 3:] += 1
        return costs

    monkeypatch.setattr(Workers, "least", boast)
    with pytest.raises(RuntimeError, match="this is a bug"):
        compile_strategy(game, make_strategy("optimal", game), options=Options(certificate=True))


def test_symmetries_have_to_leave_the_position_as_it_is() -> None:
    certificate = certificate_of("mastermind(3,5)")
    marked = np.flatnonzero(certificate.entries.groups[1:]) + 1
    assert len(marked)
    # The group of the whole game moves the candidates left after a guess.
    found = check_certificate(changed(certificate, groups={int(marked[0]): int(certificate.entries.groups[0])}))
    assert "does not leave its candidates as they are" in found.problems[0]


class Lopsided(type(make_game("mastermind(2,3)"))):  # type: ignore[misc]  # a game's own class
    """Mastermind whose response reveals the first position, and which describes a symmetry that it does not have."""

    def respond(self, guess: tuple[int, ...], secret: tuple[int, ...]) -> int:
        honest: int = super().respond(guess, secret)
        return 0 if honest == 1 and guess[0] == 2 else honest


def test_symmetries_that_the_rules_do_not_have_are_found_out() -> None:
    certificate = certificate_of("mastermind(2,3)", "depth")
    game = Lopsided({"pegs": 2, "colors": 3})
    everything = Symmetry(positions=((0, 1),), symbols=((0, 1, 2),))
    assert game.symmetry == everything
    swap = bytes([1, 0, 0, 1, 2])
    found = check_certificate(replace(certificate, game=game, symmetries=(swap,)))
    assert found.problems == ["mastermind(pegs=2,colors=3) does not have the symmetries that it describes"]


class Generous(type(make_game("mastermind(2,3)"))):  # type: ignore[misc]  # a game's own class
    """Mastermind in which a guess counts as solved if its first peg is right."""

    def respond(self, guess: tuple[int, ...], secret: tuple[int, ...]) -> int:
        honest: int = super().respond(guess, secret)
        return self.response_count - 1 if guess[0] == secret[0] else honest


class Late(type(make_game("mastermind(2,9)"))):  # type: ignore[misc]  # a game's own class
    """Mastermind whose response reveals the first position of the last secret, which symmetries map to late ones."""

    def respond(self, guess: tuple[int, ...], secret: tuple[int, ...]) -> int:
        honest: int = super().respond(guess, secret)
        return 0 if guess[0] == 8 != guess[1] and secret == (8, 8) else honest


def test_symmetries_are_tried_on_every_secret() -> None:
    game, swap = Late({"pegs": 2, "colors": 9}), bytes([1, 0, *range(9)])
    found = check_certificate(Certificate(game, "total", entries_of((0, 0, 0, 9, 0)), (swap,)))
    assert found.problems == [f"{game.spec} does not have the symmetries that it describes"]


class Stubborn(type(make_game("mastermind(2,3)"))):  # type: ignore[misc]  # a game's own class
    """Mastermind in which one secret is never found."""

    def respond(self, guess: tuple[int, ...], secret: tuple[int, ...]) -> int:
        honest: int = super().respond(guess, secret)
        return 0 if guess == secret == (0, 0) else honest


@pytest.mark.parametrize("rules", [Stubborn, Generous])
def test_rules_that_solve_what_is_no_secret_are_found_out(rules: Callable[[dict[str, int]], Game]) -> None:
    forged = replace(certificate_of("mastermind(2,3)", "depth"), game=rules({"pegs": 2, "colors": 3}))
    told = ["mastermind(pegs=2,colors=3) does not give the solved response for the secrets alone"]
    assert check_certificate(forged).problems == told == check_plainly(forged)


def test_symmetries_that_make_a_code_of_none_are_found_out() -> None:
    game = make_game("bulls-and-cows(2,4,leading_zero=false)")
    game.symmetry = Symmetry(positions=((0, 1),), symbols=((0, 1, 2, 3),))
    swap = bytes([1, 0, 0, 1, 2, 3])
    found = check_certificate(Certificate(game, "total", entries_of((0, 0, 0, 9, 0)), (swap,)))
    assert found.problems == [f"{game.spec} does not have the symmetries that it describes"]


@pytest.mark.parametrize(("numbers", "bound"), [({"weights": [1, 1, 3]}, 10), ({"costs": [5, 5, 1]}, 22)])
def test_symmetries_that_do_not_keep_chances_and_costs_are_found_out(numbers: dict[str, list[int]], bound: int) -> None:
    """The bound is that of the first guess, for which all others would stand; the last one needs less."""
    game = weighted(make_game("mastermind(1,3)"), **numbers)
    game.symmetry = make_game("mastermind(1,3)").symmetry
    under, turn = Under(None, None, column([0]), column([0])), bytes([0, 1, 2, 0])
    forged = Certificate(game, "expected", entries_of((0, 0, 0, bound, 1)), (turn,), ((0,),), under=under)
    assert check_certificate(forged).problems == [f"{game.spec} has symmetries that do not keep its chances and costs"]
    assert check_plainly(forged) == ["entry 0: its symmetries do not leave its candidates as they are"]


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_a_secret_that_is_known_needs_no_question(objective: str) -> None:
    """No question splits a single secret. That proves no bound, because no question is needed."""
    game = table_game([["yes", "no", "no"], ["no", "yes", "no"]], "identify")
    assert game is not None
    yes = game.parse_response("yes")
    certificate = Certificate(
        game, objective, entries_of((2, 0, 0, 1000, 0), (0, 0, yes, 1000, 0), (0, 1, yes, 1000, 0))
    )
    found = check_certificate(decode(encode(certificate)))
    assert found.problems == [
        f"entry {entry} ({name}:yes): the one secret left is known, but at least 1000 is claimed"
        for entry, name in ((1, "q0"), (2, "q1"))
    ]


# Counting


@pytest.mark.parametrize("announces", [False, True])
@pytest.mark.parametrize("branches", [1, 2, 3, 5])
def test_counting_gives_the_fullest_tree(branches: int, announces: bool) -> None:
    """The best tree with freely chosen cells is as good as any game allows."""

    @cache
    def best(count: int, objective: str) -> int:
        if announces and count == 1:
            return 0
        found = 10**9
        for solved in (0,) if announces else (0, 1):
            for cells in splits(count - solved, branches):
                if len(cells) == 1 and not solved:
                    continue
                below = [best(cell, objective) for cell in cells]
                found = min(found, 1 + max(below, default=0) if objective == "depth" else count + sum(below))
        return found

    if announces and branches == 1:
        return
    for objective in OBJECTIVES:
        counted = least(objective, 12, branches, announces).tolist()
        for count in range(1, 13):
            assert counted[count] == best(count, objective)


@settings(max_examples=examples(150))
@given(tables, st.sampled_from(OBJECTIVES))
def test_no_set_costs_less_than_counting_in_its_game_says(rows: list[list[str]], objective: str) -> None:
    game = table_game(rows, "ask")
    if game is None:
        return
    table = table_by_rules(game, range(len(game.secrets)))
    count, branches = len(game.secrets), game.response_count - 1
    room = room_of(table, branches)
    for k in range(count + 1):
        cells = [np.bincount(table[:, guess], minlength=branches)[:branches] for guess in range(game.question_count)]
        assert room[k] == max(np.minimum(sizes, k).sum() for sizes in cells)
    counted, anywhere = least(objective, count, branches, False, room), least(objective, count, branches, False)
    assert (counted >= anywhere).all()
    for size in range(1, count + 1):
        for some in combinations(range(count), size):
            assert counted[size] <= true_value(game, some, objective)


@settings(max_examples=examples(60))
@given(tables)
def test_the_search_counts_the_same(rows: list[list[str]]) -> None:
    game = table_game(rows, "ask")
    if game is None:
        return
    count, branches = len(game.secrets), game.response_count - 1
    room = room_of(table_by_rules(game, range(len(game.secrets))), branches)
    every = np.arange(game.question_count, dtype=np.int32)
    source = whole_game(game).source
    assert room.tolist() == profile_room_of(source, source.columns.T.copy(), every, count).tolist()
    assert (
        least("total", count, branches, False, room).tolist()
        == least_costs(count, branches, 1, 0, None, room)[0].tolist()
    )
    for left, costs in enumerate(least_costs(count, branches, 0, 0, count, room)):
        within = least("depth", count, branches, False, room) <= left
        assert (costs < INFEASIBLE).tolist() == within.tolist()


# A search that was stopped


STOPPED = ["mastermind(3,5)", "bulls-and-cows(3,6)", "mastermind(3,4,feedback=black)", "mastermind(2,5,goal=identify)"]


def stopped(game: Game) -> Compiled:
    """A search that ends with its first tree, and whose bound is that of counting."""
    compiled = compile_strategy(game, make_strategy("optimal(total,width=1)", game), options=Options(certificate=True))
    assert compiled.data.bound == "upper" and compiled.certify is not None
    return compiled


def workers_of(compiled: Compiled) -> Workers:
    """The workers of a search: its memo is kept to write a certificate."""
    assert isinstance(compiled.certify, partial)
    workers = compiled.certify.args[0]
    assert isinstance(workers, Workers)
    return workers


@pytest.mark.parametrize("spec", STOPPED)
def test_a_search_that_was_stopped_proves_its_bound(spec: str) -> None:
    game = make_game(spec)
    compiled = stopped(game)
    assert compiled.certify is not None
    certified = compiled.certify(None)
    assert certified.gaps == 0
    assert certified.certificate.bound == compiled.data.lower_bound
    certificate = decode(encode(certified.certificate))
    assert judged(certificate)
    optimum = certificate_of(spec).bound
    assert certificate.bound <= optimum
    assert not judged(changed(certificate, bounds={0: optimum + 1}))


@pytest.mark.parametrize("spec", ["mastermind(3,3)", "bulls-and-cows(2,6)", "mastermind(2,6,feedback=black)"])
def test_every_bound_up_to_the_optimum_is_proven_and_none_beyond(spec: str) -> None:
    """As if the search had been stopped at each of them."""
    game = make_game(spec)
    compiled, start = stopped(game), start_of(game)
    assert compiled.certify is not None and compiled.data.lower_bound is not None
    workers, optimum = workers_of(compiled), certificate_of(spec).bound
    listed = set()
    for bound in range(compiled.data.lower_bound, optimum + 1, 1 + (optimum - compiled.data.lower_bound) // 6):
        certified = certify_bound(workers, "total", bound, False, start)
        certificate = decode(encode(certified.certificate))
        assert certified.gaps == 0
        assert certificate.bound == bound
        assert judged(certificate)
        assert not judged(changed(certificate, bounds={0: optimum + 1}))
        for entry in range(1, len(certificate)):
            if len(members := places(certificate, entry)) <= FEW:
                value = true_value(game, members, "total")
                assert certificate.entries.bounds[entry] <= value
                assert not check_certificate(changed(certificate, bounds={entry: value + 1})).proven
        listed.add(len(certificate))
    assert max(listed) > 1
    assert certify_bound(workers, "total", optimum + 1, False, start).gaps


def test_an_entry_that_a_stopped_search_needs_cannot_be_changed() -> None:
    game = make_game("mastermind(3,4)")
    compiled = stopped(game)
    assert compiled.certify is not None
    bound = certificate_of("mastermind(3,4)").bound - 2
    certificate = certify_bound(workers_of(compiled), "total", bound, False, start_of(game)).certificate
    assert judged(certificate)
    needed = 0
    for entry in range(1, len(certificate)):
        lower = changed(certificate, bounds={entry: int(certificate.entries.bounds[entry]) - 1})
        needed += not check_certificate(lower).proven
    assert needed > 0


def test_a_stopped_search_for_the_depth_proves_what_it_has() -> None:
    game = make_game("mastermind(3,4)")
    compiled = stopped(game)
    assert compiled.certify is not None
    optimum = certificate_of("mastermind(3,4)", "depth").bound
    for bound in range(1, optimum + 1):
        certified = certify_bound(workers_of(compiled), "depth", bound, False, start_of(game))
        assert not certified.gaps and judged(decode(encode(certified.certificate)))


def test_what_no_certificate_can_hold_is_refused_before_the_search() -> None:
    game = make_game("mastermind(6,7)")
    with pytest.raises(TooLargeError, match=r"^mastermind\(pegs=6,colors=7\): a certificate needs \d+\.\d GiB"):
        compile_strategy(game, make_strategy("optimal", game), options=Options(certificate=True))


def splits(count: int, most: int, largest: int | None = None) -> list[tuple[int, ...]]:
    """All ways to write a number as a sum of at most ``most`` numbers, the largest first."""
    if count == 0:
        return [()]
    if most == 0:
        return []
    top = count if largest is None else min(count, largest)
    return [(first, *rest) for first in range(top, 0, -1) for rest in splits(count - first, most - 1, first)]


# What it rests on


def test_the_checker_imports_nothing_of_the_search(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("certificates") / "some.certificate"
    path.write_bytes(encode(certificate_of("mastermind(3,4)")))
    program = (
        "import sys; from strategist.files.certificate_file import read_certificate;"
        "from strategist.checking.check import check_certificate;"
        "assert check_certificate(read_certificate(sys.argv[1])).proven;"
        "print([name for name in sys.modules if name.startswith('strategist.search') or name == 'numba'])"
    )
    done = subprocess.run([sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
