"""The least depth where answers may be false: the search beside the specification, and figures from the literature."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from all_strategies import AllStrategies
from bothways import searched
from positions import cells_at

from strategist import compile_strategy, make_game, verify_strategy
from strategist.common.errors import InfeasibleError, SpecError
from strategist.games.words.word_lists import Lists
from strategist.games.words.words import Words
from strategist.model.game import Game
from strategist.model.position import Position, kind_of
from strategist.search.lies.depth_prover import Prover
from strategist.search.lies.plain_lies import PlainLies
from strategist.search.tasks.supervise import StopSignal

HONEST = ("solved", "yes", "none")
SHORT = ["aa ab", "aa ab ca cb cc"]


def prover_of(game: Game, questions: int | None = None) -> Prover:
    prover = Prover(game, StopSignal())
    if questions is not None:
        prover.room_for(questions)
    return prover


def fibbles() -> list[Game]:
    """Small games in which each row holds a falsehood."""
    found: list[Game] = []
    draws = random.Random(7)
    for letters, count in ((3, 7), (3, 9), (4, 8), (5, 6)):
        words = list(dict.fromkeys("".join(draws.choices("abcd", k=letters)) for _ in range(2 * count)))
        for goal in ("ask", "identify"):
            found.append(Words({"fibble": True, "goal": goal}, Lists(words[:count], words[count:])))
    # To know such a word, its row of hits is as good as any other, and is the only one that a guess of it may get.
    return found + [Words({"fibble": True, "goal": "identify"}, Lists(words.split(), ())) for words in SHORT]


@pytest.mark.parametrize(
    ("sizes", "depths"), [("2,2", (4, 5, 4)), ("2,3", (5, 6, 5)), ("1,3", (3, 6, 5)), ("3,2", (4, 6, 5))]
)
@pytest.mark.parametrize("plain", [True, False])
def test_the_three_ways_to_be_honest(sizes: str, depths: tuple[int, ...], plain: bool) -> None:
    for honest, depth in zip(HONEST, depths, strict=True):
        found = compile_strategy(f"mastermind({sizes},lies=1,honest={honest})", "optimal(depth)", plain=plain)
        assert (found.depth, found.lower_bound, found.bound) == (depth, depth, "optimal")
        assert verify_strategy(found.data, depth).problems == []


def random_table(draws: random.Random, folder: Path) -> str:
    """A table of a few secrets, which some question tells apart, with lies."""
    questions, answers = draws.randint(2, 4), draws.randint(2, 3)
    secrets = draws.randint(2, min(6, answers**questions))
    while True:
        rows = [[draws.randrange(answers) for _ in range(questions)] for _ in range(secrets)]
        if len({tuple(row) for row in rows}) == secrets:
            break
    classes = draws.random() < 0.3
    file = folder / "random.csv"
    lines = [",".join(["name", *(f"q{index}" for index in range(questions)), *(["kind"] if classes else [])])]
    for index, row in enumerate(rows):
        kind = [f"k{draws.randrange(2)}" if index > 1 else f"k{index}"] if classes else []
        lines.append(",".join([f"s{index}", *map(str, row), *kind]))
    file.write_text("\n".join(lines) + "\n", "utf-8")
    goal = "goal=class,class=kind," if classes else ""
    return f'table(file="{file}",secrets=rows,{goal}lies={draws.choice((1, 1, 2))})'


@pytest.mark.parametrize("seed", range(40))
def test_random_tables_beside_the_specification(seed: int, tmp_path: Path) -> None:
    game = make_game(random_table(random.Random(seed), tmp_path))
    fast = compile_strategy(game, "optimal(depth)")
    slow = compile_strategy(game, "optimal(depth)", plain=True)
    assert (fast.depth, fast.lower_bound, fast.bound) == (slow.depth, slow.lower_bound, "optimal")
    assert verify_strategy(fast.data, fast.depth).problems == []
    assert verify_strategy(slow.data, slow.depth).problems == []


LYING = [
    f"mastermind({sizes},lies={lies},honest={honest})"
    for sizes, lies in (("2,2", 2), ("2,3", 1), ("2,3", 2), ("1,4", 3), ("3,2", 1))
    for honest in HONEST
]


@pytest.mark.parametrize("game", [*map(make_game, LYING), *fibbles()], ids=lambda game: f"{game.spec}-{game.goal.name}")
def test_positions_of_random_games_are_decided_as_by_the_rules(game: Game) -> None:
    plain, prover, draws = PlainLies(game), prover_of(game, 9), random.Random(f"{game.spec} decided")
    # Where two answers may be false, a question more takes far longer.
    for _ in range(8 if game.lies > 1 else 12):
        left: Position = kind_of(game).begin()
        for _ in range(draws.randint(0, 2) if game.fibs else draws.randint(1, 4)):
            cells = list(plain.cells(left, draws.randrange(game.question_count)).values())
            left = draws.choice(cells) if cells else left
        place = prover.place_of(left)
        for width in (1, 0) if game.fibs else (0,):
            prover.narrow(width)
            for questions in range(5 if game.fibs else 6):
                found, true = prover.within(place, questions), plain.within(left, questions)
                assert found == true if not width else found <= true, (left, questions)
        question = draws.randrange(game.question_count)
        by_rules = {
            response: (cell.candidates, tuple(game.lies - told for told in cell.labels))
            for response, cell in cells_at(game, left, question).items()
            if not game.solved(response)
        }
        told = {
            response: (tuple(cell.secrets.tolist()), tuple(cell.left.tolist()))
            for response, cell in prover.cells(place, question).items()
        }
        assert told == by_rules


@pytest.mark.parametrize("honest", HONEST)
def test_a_width_finds_no_tree_that_is_not_there(honest: str) -> None:
    game = make_game(f"mastermind(3,3,lies=1,honest={honest})")
    prover = prover_of(game)
    place = prover.place_of(kind_of(game).begin())
    least = next(questions for questions in range(9) if prover.opening(place, questions, True) is not None)
    for width in (1, 2, 4):
        narrow = prover_of(game)
        narrow.narrow(width)
        for questions in range(least):
            assert narrow.opening(place, questions, True) is None
    with_more = prover_of(game)
    assert with_more.opening(place, least, False) is not None and with_more.opening(place, least - 1, False) is None


@pytest.mark.parametrize("honest", HONEST)
@pytest.mark.parametrize("sizes", ["2,2", "1,3", "1,4"])
def test_the_fewest_late_secrets_beside_all_trees(sizes: str, honest: str) -> None:
    game = make_game(f"mastermind({sizes},lies=1,honest={honest})")
    least = AllStrategies(searched("optimal(depth,worst,max_depth=8)", game)).least()
    for plain in (True, False):
        found = compile_strategy(game, "optimal(depth,worst)", plain=plain)
        assert ((found.depth, found.worst_count), found.bound) == (least, "optimal")
        assert verify_strategy(found.data).problems == []


def test_feasible_and_a_limit() -> None:
    game = "mastermind(2,3,lies=1)"
    assert compile_strategy(game, "feasible(max_depth=5)").depth == 5
    for strategy in ("feasible(max_depth=4)", "optimal(depth,max_depth=4)"):
        for plain in (True, False):
            with pytest.raises(InfeasibleError, match=r"no strategy guarantees 4 guesses \(proven\)"):
                compile_strategy(game, strategy, plain=plain)


def test_a_forced_opening_and_moves_before() -> None:
    game = make_game("mastermind(2,3,lies=1)")
    plain = PlainLies(game)
    for first in ("11", "12"):
        forced = compile_strategy(game, f"optimal(depth,first={first})")
        question = game.parse_question(first)
        assert forced.data.tree.guesses[0] == question
        assert plain.resolves(kind_of(game).begin(), forced.depth, question)
        assert not plain.resolves(kind_of(game).begin(), forced.depth - 1, question)
    after = compile_strategy(game, "optimal(depth)", start="12:0b2w 12:0b2w")
    assert (after.depth, verify_strategy(after.data).problems) == (
        compile_strategy(game, "optimal(depth)", start="12:0b2w 12:0b2w", plain=True).depth,
        [],
    )


@pytest.mark.parametrize(
    ("strategy", "options", "told"),
    [
        ("optimal", {}, "an average needs a chance of each lie"),
        ("optimal(expected)", {}, "an average needs a chance of each lie"),
        ("optimal(depth,total)", {}, "an average needs a chance of each lie"),
        ("optimal(depth,guesses=candidates)", {}, "expected guesses=all where answers may be false"),
        ("optimal(depth)", {"cluster": "local:2"}, "cluster: expected a game of true answers"),
        ("optimal(depth)", {"journal": "x"}, "journal: expected a game of true answers"),
    ],
)
def test_what_is_refused(strategy: str, options: dict[str, str], told: str) -> None:
    with pytest.raises(SpecError, match=told):
        compile_strategy("mastermind(2,3,lies=1)", strategy, **options)  # type: ignore[arg-type]


@pytest.mark.thorough
def test_the_time_limit_keeps_a_tree_and_an_honest_bound() -> None:
    found = compile_strategy("mastermind(4,6,lies=1)", "optimal(depth)", time_limit=0.5)
    assert found.bound == "upper" and found.lower_bound is not None and 5 <= found.lower_bound <= 7 <= found.depth


@pytest.mark.thorough
def test_one_lie_costs_two_guesses_of_codes_of_three_pegs() -> None:
    depths = [compile_strategy(f"mastermind(3,4{lies})", "optimal(depth)").depth for lies in ("", ",lies=1", ",lies=2")]
    assert depths == [4, 6, 7]


@pytest.mark.parametrize(
    ("sizes", "depths"),
    [
        ("2,4", (6, 6, 5)),
        ("2,5", (6, 7, 6)),
        ("2,6", (7, 7, 6)),
        ("3,3", (5, 6, 5)),
        ("3,4", (6, 6, 5)),
        ("3,5", (6, 7, 6)),
    ],
)
def test_the_table_of_small_games(sizes: str, depths: tuple[int, ...]) -> None:
    """The values that the guide lists; the smallest of them are held beside the specification above."""
    for honest, depth in zip(HONEST, depths, strict=True):
        found = compile_strategy(f"mastermind({sizes},lies=1,honest={honest})", "optimal(depth)")
        assert (found.depth, found.lower_bound, found.bound) == (depth, depth, "optimal")


@pytest.mark.slow
@pytest.mark.parametrize("honest", ["solved", "yes"])
def test_seven_guesses_for_the_game_of_1971(honest: str) -> None:
    """Huang, Chen and Lin (2005) prove that 7 guesses are needed and enough with one lie."""
    found = compile_strategy(f"mastermind(4,6,lies=1,honest={honest})", "optimal(depth)")
    assert (found.depth, found.lower_bound, verify_strategy(found.data, 7).problems) == (7, 7, [])


def test_seven_guesses_are_too_few_for_three_of_ten_digits() -> None:
    prover = prover_of(make_game("bulls-and-cows(3,10,lies=1)"))
    place = prover.place_of(kind_of(prover.game).begin())
    assert prover.out_of_reach(place, 6) and not prover.out_of_reach(place, 7)
    assert prover.opening(place, 7, True) is None and prover.nodes < 100


@pytest.mark.slow
def test_eight_guesses_for_three_of_ten_digits() -> None:
    found = compile_strategy("bulls-and-cows(3,10,lies=1)", "optimal(depth)")
    assert (found.depth, found.lower_bound, verify_strategy(found.data, 8).problems) == (8, 8, [])


@pytest.mark.parametrize(("numbers", "questions"), [(7, 6), (12, 7), (22, 8)])
def test_comparisons_with_one_lie(numbers: int, questions: int) -> None:
    """The most numbers among which comparisons find one, where one answer may be false: OEIS A325908."""
    for count, depth in ((numbers, questions), (numbers + 1, questions + 1)):
        found = compile_strategy(f"comparisons({count},lies=1)", "optimal(depth)")
        assert (found.depth, found.lower_bound, found.bound) == (depth, depth, "optimal")
