"""Strategies that follow a written procedure: the articles' transcripts, a literal re-enactment, and all codes."""

from __future__ import annotations

import itertools
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from patience import PATIENCE
from preloaded import command

from strategist import (
    CompiledStrategy,
    compile_strategy,
    make_game,
    make_strategy,
    read_strategy,
    verify_strategy,
    write_strategy,
)
from strategist.choosing.procedures.state_machine import odometer_rank, permutation_rank
from strategist.files.strategy import StrategyData, encode
from strategist.games.pegs.pegs import PegGame
from strategist.model.position import Position

Compile = Callable[[str, str], StrategyData]
Told = list[tuple[str, str, str]]

LETTERS = "mastermind(4,6,alphabet=letters)"


def told(data: StrategyData, secret: str) -> Told:
    """The game against one secret: (guess, response, explanation) of each move."""
    game, play = data.game, CompiledStrategy(data).start()
    while (guess := play.guess) is not None:
        play.respond(game.respond(game.parse_code(guess), game.parse_code(secret)))
    lines = make_strategy(data.strategy, game).explain(play.moves)
    return [(guess, response, line) for (guess, response), line in zip(play.history, lines, strict=True)]


def examples() -> list[list[str]]:
    """The games in ``articles.txt``: a title, and for each move the guess, the response and the explanation."""
    blocks = Path(__file__).with_name("articles.txt").read_text("utf-8").strip().split("\n\n")
    return [[line for line in block.splitlines() if not line.startswith("#")] for block in blocks]


@pytest.mark.parametrize("example", examples(), ids=lambda example: example[0])
def test_the_examples_of_the_articles_come_out_word_for_word(compiled: Compile, example: list[str]) -> None:
    game, strategy, secret = example[0].split(" | ")
    assert [" ".join(move) for move in told(compiled(game, strategy), secret)] == example[1:]


def enacted(game: PegGame, pegs: int, symbols: int, secret: tuple[int, ...]) -> Iterator[tuple[str, int | None]]:
    """The guesses of the state machine from symbol 0 as in its article: string by string, counting the skipped ones.

    Each position has a set of letters. This uses neither the strategy nor its ranks.
    """
    history: list[tuple[tuple[int, ...], int]] = []

    def pair(response: int) -> tuple[int, int]:
        blacks, whites = game.pairs[response]
        assert whites is not None
        return blacks, blacks + whites

    def guess(code: tuple[int, ...]) -> tuple[int, int]:
        history.append((code, game.respond(code, secret)))
        return pair(history[-1][1])

    def consistent(code: tuple[int, ...]) -> bool:
        return all(game.respond(made, code) == response for made, response in history)

    slots = [list(range(symbols)) for _ in range(pegs)]

    def first_two_rules(code: tuple[int, ...], blacks: int, total: int) -> bool:
        for position, slot in enumerate(slots):
            gone = set(code) if total == 0 else {code[position]} if blacks == 0 else set()
            slot[:] = [symbol for symbol in slot if symbol not in gone]
        return blacks == 0

    letters: list[int] | None = None
    totals = []
    for first in (0, 2)[: 1 if symbols < 3 else 2]:
        code = (first % symbols,) * (pegs // 2) + ((first + 1) % symbols,) * (pegs - pegs // 2)
        blacks, total = guess(code)
        yield game.format_code(code), None
        if blacks == pegs:
            return
        first_two_rules(code, blacks, total)
        totals.append(total)
        if total == pegs:
            letters = sorted(code)
            break
    if letters is None and sum(totals) == pegs and symbols > 4:
        for slot in slots:
            slot[:] = [symbol for symbol in slot if symbol < 4]
    skipped, restart = 0, True
    while letters is None:
        if restart:
            strings = (code[::-1] for code in itertools.product(*map(list, reversed(slots))))
            restart = False
        code = next(strings)
        if not consistent(code):
            skipped += 1
            continue
        blacks, total = guess(code)
        yield game.format_code(code), skipped
        if blacks == pegs:
            return
        skipped, restart = 0, first_two_rules(code, blacks, total)
        if not restart and total == pegs:
            letters = sorted(code)
    for code in sorted(set(itertools.permutations(letters))):
        if not consistent(code):
            skipped += 1
            continue
        guess(code)
        yield game.format_code(code), skipped
        skipped = 0
        if code == secret:
            return


@pytest.mark.parametrize(
    ("pegs", "symbols"), [(1, 1), (1, 2), (1, 5), (2, 5), (3, 1), (3, 2), (3, 3), (3, 4), (3, 6), (4, 4), (5, 3)]
)
def test_the_state_machine_does_what_its_article_says(compiled: Compile, pegs: int, symbols: int) -> None:
    data = compiled(f"mastermind({pegs},{symbols})", "state-machine")
    for secret in data.game.secrets:
        found = told(data, data.game.format_code(secret))
        counts = [line.split("string")[0].split()[-1] if "skipped" in line else None for _, _, line in found]
        made = [
            (guess, None if count is None else int(count)) for (guess, _, _), count in zip(found, counts, strict=True)
        ]
        assert made == list(enacted(data.game, pegs, symbols, secret))


def test_ranks_count_strings() -> None:
    choices = [[1, 4], [0, 2, 3], [2]]
    for rank, code in enumerate(itertools.product(*reversed(choices))):
        assert odometer_rank(code[::-1], choices) == rank
    for symbols in ("aabbc", "abcd", "aaaa", "abbbc"):
        codes = sorted(set(itertools.permutations(map(ord, symbols))))
        assert [permutation_rank(code) for code in codes] == list(range(len(codes)))


@pytest.mark.parametrize(("color", "blacks", "whites"), [("blacks", 1, 0), ("score", 2, 1)])
def test_what_a_step_by_color_keeps(compiled: Compile, color: str, blacks: int, whites: int) -> None:
    """It has to gain in one measure: so many for a black, so many for a white."""
    data = compiled("mastermind(3,5,alphabet=letters)", f"hill-climb(color={color})")
    kept = Counter[bool]()
    for secret in data.game.secrets:
        measured: dict[str, int] = {}
        for guess, response, line in told(data, data.game.format_code(secret)):
            measured[guess] = blacks * int(response[0]) + whites * int(response[2])
            parent = line.split()[1]
            # An opening that counts as its mirror image was not guessed itself.
            if " by color " in line and parent in measured and not line.endswith("solved"):
                assert ("kept" in line) == (measured[guess] > measured[parent])
                kept["kept" in line] += 1
    assert min(kept[True], kept[False]) > 5


@pytest.mark.parametrize("color", ["blacks", "score"])
def test_a_hill_climb_drops_colors_and_tracks_back(compiled: Compile, color: str) -> None:
    found = told(compiled(LETTERS, f"hill-climb(color={color})"), "CDEE")
    assert found[0] == ("AABB", "0b0w", "opening: score 0; A, B out")
    assert not any({"A", "B"} & set(guess) for guess, _, _ in found[1:])
    climbed = told(compiled(LETTERS, f"hill-climb(color={color})"), "ABCD")
    origins = [line.split()[1] for _, _, line in climbed if line.startswith("from")]
    assert any(
        origin in origins[: number - 1] for number, origin in enumerate(origins) if origin != origins[number - 1]
    )


@pytest.mark.parametrize(
    ("strategy", "turns", "total", "depth", "lost"),
    [
        ("hill-climb", None, 17534, 55, 0),
        ("hill-climb(color=score)", None, 19724, 75, 0),
        ("state-machine", None, 6236, 7, 0),
        ("state-machine(start=6)", None, 6211, 8, 0),
        # An independent program has the same: 7.66 on average.
        ("monochrome", None, 9932, 11, 0),
        ("hill-climb(color=score)", 8, 984, 8, 1152),
        ("hill-climb(color=score)", 10, 3130, 10, 927),
        ("hill-climb(color=score)", 12, 5582, 12, 714),
        ("hill-climb", 8, 1072, 8, 1141),
        ("hill-climb", 10, 3593, 10, 877),
        ("hill-climb", 12, 6701, 12, 607),
    ],
)
def test_figures_over_all_codes(
    compiled: Compile, strategy: str, turns: int | None, total: int, depth: int, lost: int
) -> None:
    data = compiled(f"mastermind(4,6{'' if turns is None else f',turns={turns}'})", strategy)
    assert (data.claims.total, data.claims.depth, data.claims.lost) == (total, depth, lost)
    assert verify_strategy(data).verified


# In 4×3 two climbs reach their end, in 5×4 some are cut off: the remaining guesses are candidates.
SMALL = [(1, 1), (1, 2), (1, 5), (2, 2), (2, 3), (3, 2), (3, 5), (4, 1), (4, 3), (5, 3), (5, 4), (6, 2)]


@pytest.mark.parametrize(
    "strategy", ["state-machine", "state-machine(start=random)", "hill-climb", "hill-climb(color=score)", "monochrome"]
)
@pytest.mark.parametrize(("pegs", "symbols"), SMALL)
def test_every_code_of_a_small_game_is_found(compiled: Compile, strategy: str, pegs: int, symbols: int) -> None:
    data = compiled(f"mastermind({pegs},{symbols})", strategy)
    assert data.claims.lost == 0
    assert verify_strategy(data).verified


def test_a_climb_that_is_at_its_end_goes_on_among_the_codes_still_possible(compiled: Compile) -> None:
    data = compiled("mastermind(2,2)", "hill-climb")
    found = [told(data, data.game.format_code(secret))[-1] for secret in data.game.secrets]
    assert any(line == "no step of the climb" for _, _, line in found)


def test_a_file_that_knows_no_color_means_the_score(compiled: Compile, tmp_path: Path) -> None:
    data = compiled(LETTERS, "hill-climb(color=score)")
    assert data.strategy == "hill-climb(color=score)"
    write_strategy(tmp_path / "old.msgpack", replace(data, strategy="hill-climb"))
    old = read_strategy(tmp_path / "old.msgpack")
    assert old.strategy == "hill-climb" and verify_strategy(old).verified
    said = play(tmp_path, "old.msgpack", "--secret", "FCBE", "--explain").stdout
    assert "    from FAEE by color in position 2: score 5, higher than 4: kept\n" in said
    assert said.endswith("solved in 12 guesses: FCBE\n")


def played_by_children(game: PegGame, secret: tuple[int, ...]) -> list[str]:
    """The guesses of a child: counts blacks of one color, then tries the orders that fit, one by one."""
    made: list[tuple[tuple[int, ...], int]] = []

    def guess(code: tuple[int, ...]) -> int:
        made.append((code, game.respond(code, secret)))
        return game.pairs[made[-1][1]][0]

    colors: list[int] = []
    for color in range(game.symbols):
        # The last color is known without a guess, and so are all once there are enough.
        if len(colors) == game.pegs:
            break
        if color == game.symbols - 1:
            colors += [color] * (game.pegs - len(colors))
            break
        colors += [color] * guess((color,) * game.pegs)
    for order in sorted(set(itertools.permutations(colors))):
        if made and made[-1][0] == secret:
            break
        if all(game.respond(code, order) == response for code, response in made):
            guess(order)
    return [game.format_code(code) for code, _ in made]


@pytest.mark.parametrize("feedback", ["both", "black"])
@pytest.mark.parametrize(("pegs", "symbols"), [(1, 1), (1, 4), (2, 2), (3, 3), (3, 5), (4, 1), (4, 4), (5, 3)])
def test_monochrome_is_what_children_do(compiled: Compile, pegs: int, symbols: int, feedback: str) -> None:
    data = compiled(f"mastermind({pegs},{symbols},feedback={feedback})", "monochrome")
    assert isinstance(data.game, PegGame)
    for secret in data.game.secrets:
        guesses = [guess for guess, _, _ in told(data, data.game.format_code(secret))]
        assert guesses == played_by_children(data.game, secret)


def test_monochrome_behind_guesses_of_somebody_else() -> None:
    game = make_game(LETTERS)
    monochrome = make_strategy("monochrome", game)

    def moves(text: str) -> list[tuple[int, int]]:
        return [(game.guesses.index(guess), answer) for guess, answer in game.parse_history(text)]

    def next_guess(text: str) -> str:
        candidates = [game.secrets.index(code) for code in game.consistent(game.parse_history(text))]
        guess = monochrome.guess(Position(tuple(moves(text)), candidates))
        assert guess is not None
        return game.format_code(game.guesses[guess])

    # A to D are out: nothing is to be asked about them. And whose colors are all known is asked for orders at once.
    assert next_guess("ABCD:0b0w") == "EEEE"
    assert next_guess("ABCD:0b4w") == "BADC"
    assert monochrome.explain(moves("ABCD:0b0w EEEE:1b0w EFFE:1b2w EFFF:0b0w")) == [
        "no step of this strategy: 4 pegs open",
        "one color: E stands once; the colors are E, F, F, F, 4 orders left",
        "no step of this strategy: 2 orders left",
        "no step of this strategy: no code agrees with that",
    ]


@pytest.mark.parametrize(
    "strategy", ["state-machine(start=2)", "state-machine(start=random)", "hill-climb", "monochrome"]
)
def test_the_same_file_twice(strategy: str) -> None:
    first, second = (
        encode(compile_strategy(game, make_strategy(strategy, game)).data)
        for game in (make_game("mastermind(3,5)"), make_game("mastermind(3,5)"))
    )
    assert first == second


def test_moves_of_somebody_else_are_explained_as_far_as_they_go() -> None:
    game = make_game(LETTERS)
    history = [
        (game.guesses.index(guess), answer) for guess, answer in game.parse_history("ABCD:0b0w EEFF:2b0w AAAA:0b0w")
    ]
    assert make_strategy("state-machine", game).explain(history) == [
        "GuessOne: rule 1: A, B, C, D out",
        "GuessTwo: no rule fires",
        "GuessCompute: not the next string; rule 1: A out; the odometer starts again",
    ]
    assert make_strategy("hill-climb", game).explain(history[:1]) == ["no step of the climb"]
    assert make_strategy("minimax", game).explain(history) == []


def test_a_random_start_is_any_symbol_and_always_the_same_for_a_seed() -> None:
    game = make_game(LETTERS)
    begin = Position((), range(len(game.secrets)))
    firsts = [make_strategy(f"state-machine(start=random,seed={seed})", game).guess(begin) for seed in range(60)]
    openings = [make_strategy(f"state-machine(start={symbol})", game).guess(begin) for symbol in "abcdef"]
    assert set(firsts) == set(openings)
    assert firsts == [make_strategy(f"state-machine(random,{seed})", game).guess(begin) for seed in range(60)]


def play(folder: Path, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    line = [*command(), "play", *arguments]
    return subprocess.run(line, input=stdin, capture_output=True, encoding="utf-8", cwd=folder, timeout=PATIENCE)


@pytest.mark.parametrize(
    ("named", "complaint"),
    [("first", ""), ("knuth", "strategist: knuth is compared by entropy: unknown strategy 'knuth'")],
)
def test_what_follows_no_written_rules_is_explained_by_what_it_leaves(
    tmp_path: Path, named: str, complaint: str
) -> None:
    game = make_game("mastermind(2,3)")
    data = compile_strategy(game, make_strategy("first", game), plain=True).data
    write_strategy(tmp_path / "named.msgpack", StrategyData(game, named, data.tree, data.claims))
    result = play(tmp_path, "named.msgpack", "--secret", "13", "--explain")
    lines, explained = play(tmp_path, "named.msgpack", "--secret", "13").stdout.splitlines(), result.stdout.splitlines()
    assert result.returncode == 0 and explained[::2] == lines
    assert explained[1] == "    11 tells 1.39 bits; the best by entropy, 12, 2.06"
    told = [line for line in result.stderr.splitlines() if "compiling kernels" not in line]
    assert len(told) == bool(complaint) and "".join(told).startswith(complaint)
