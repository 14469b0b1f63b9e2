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
from strategist.common.errors import SpecError
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


@pytest.mark.parametrize(
    ("start", "puzzle", "expected"),
    [
        (
            "f",
            "fcaf",
            [
                ("FFAA", "2b1w", "GuessOne: no rule fires"),
                (
                    "BBCC",
                    "0b1w",
                    "GuessTwo: rule 2: B not in position 1, B not in position 2, C not in position 3, "
                    "C not in position 4; the totals add up to 4: D, E out",
                ),
                ("FABA", "1b1w", "GuessCompute: 11 strings skipped; no rule fires"),
                # Rule 3 would apply, too, but GuessCompute does not test it after rule 2.
                (
                    "CFFA",
                    "0b4w",
                    "GuessCompute: 13 strings skipped; rule 2: C not in position 1, F not in position 2, "
                    "F not in position 3, A not in position 4; the odometer starts again",
                ),
                # The article's prose says that GuessPermute finds this one; the count is GuessCompute's.
                ("FCAF", "4b0w", "GuessCompute: 11 strings skipped; solved"),
            ],
        ),
        (
            "E",
            "acab",
            [
                ("EEFF", "0b0w", "GuessOne: rule 1: E, F out"),
                ("AABB", "2b1w", "GuessTwo: no rule fires"),
                (
                    "CABA",
                    "0b4w",
                    "GuessCompute: 18 strings skipped; rule 2: C not in position 1, A not in position 2, "
                    "B not in position 3, A not in position 4; the odometer starts again",
                ),
                ("ACAB", "4b0w", "GuessCompute: 3 strings skipped; solved"),
            ],
        ),
        (
            "F",
            "fafa",
            [
                ("FFAA", "2b2w", "GuessOne: rule 3: the symbols are A, A, F, F"),
                ("AFAF", "0b4w", "GuessPermute: 1 string skipped"),
                ("FAFA", "4b0w", "GuessPermute: 2 strings skipped; solved"),
            ],
        ),
        (
            "d",
            "afae",
            [
                ("DDEE", "1b0w", "GuessOne: no rule fires"),
                ("FFAA", "2b1w", "GuessTwo: the totals add up to 4: B, C out"),
                (
                    "FAEA",
                    "0b4w",
                    "GuessCompute: 35 strings skipped; rule 2: F not in position 1, A not in position 2, "
                    "E not in position 3, A not in position 4; the odometer starts again",
                ),
                ("AFAE", "4b0w", "GuessCompute: 33 strings skipped; solved"),
            ],
        ),
    ],
)
def test_transcripts_of_a_state_machine(compiled: Compile, start: str, puzzle: str, expected: Told) -> None:
    assert told(compiled(LETTERS, f"state-machine(start={start})"), puzzle) == expected


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


def test_the_example_of_the_hill_climb(compiled: Compile) -> None:
    found = told(compiled(LETTERS, "hill-climb"), "FCBE")
    assert [guess for guess, _, _ in found] == [
        *("AABB", "CCDD", "EEFF", "AFEE", "FAEE"),
        *("FBEE", "FCEE", "ACEE", "FCAE", "FCBE"),
    ]
    assert [line for _, _, line in found[4:]] == [
        "from FFEE by position 2: score 4, equal to 4: kept",
        "from FAEE by color in position 2: blacks 2, equal to 2: pruned",
        "from FAEE by color in position 2: blacks 3, higher than 2: kept",
        "from FCEE by position 1: score 4, lower than 6: pruned",
        "from FCEE by position 3: score 6, equal to 6: kept",
        "from FCAE by color in position 3: solved",
    ]


def test_a_hill_climb_by_score(compiled: Compile) -> None:
    found = told(compiled(LETTERS, "hill-climb(color=score)"), "FCBE")
    # The climb in the article prunes FBEE, which it gives two blacks. By the rules FBEE also has a white and scores
    # more than FAEE, so the climb leaves the article's path there.
    assert [(guess, response) for guess, response, _ in found] == [
        ("AABB", "1b0w"),
        ("CCDD", "1b0w"),
        ("EEFF", "0b2w"),
        ("AFEE", "1b1w"),
        ("FAEE", "2b0w"),
        ("FBEE", "2b1w"),
        ("ABEE", "1b1w"),
        ("FBAE", "2b1w"),
        ("FBBE", "3b0w"),
        ("ABBE", "2b0w"),
        ("FABE", "3b0w"),
        ("FCBE", "4b0w"),
    ]
    assert [line for _, _, line in found[1:6]] == [
        "opening: score 2",
        "opening: counts as FFEE, score 4",
        "from FFEE by position 1: score 3, lower than 4: pruned",
        "from FFEE by position 2: score 4, equal to 4: kept",
        "from FAEE by color in position 2: score 5, higher than 4: kept",
    ]


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
    ("color", "turns", "lost"),
    [
        ("score", 8, 1152),
        ("score", 10, 927),
        ("score", 12, 714),
        ("blacks", 8, 1141),
        ("blacks", 10, 877),
        ("blacks", 12, 607),
    ],
)
def test_codes_that_a_hill_climb_loses(compiled: Compile, color: str, turns: int, lost: int) -> None:
    data = compiled(f"mastermind(4,6,turns={turns})", f"hill-climb(color={color})")
    assert (data.claims.lost, data.claims.depth) == (lost, turns)
    assert verify_strategy(data).verified


@pytest.mark.parametrize(
    ("strategy", "total", "depth"),
    [
        ("hill-climb", 17534, 55),
        ("hill-climb(color=score)", 19724, 75),
        ("state-machine", 6236, 7),
        ("state-machine(start=6)", 6211, 8),
        # An independent program has the same: 7.66 on average.
        ("monochrome", 9932, 11),
    ],
)
def test_figures_over_all_codes(compiled: Compile, strategy: str, total: int, depth: int) -> None:
    data = compiled("mastermind(4,6)", strategy)
    assert (data.claims.total, data.claims.depth, data.claims.lost) == (total, depth, 0)
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


@pytest.mark.parametrize("text", ["hill-climb", "hill-climb(blacks)", "hill-climb(color=score)", "hill-climb(score)"])
def test_the_color_of_a_hill_climb_is_always_written(text: str) -> None:
    made = make_strategy(text, make_game(LETTERS))
    color = "score" if "score" in text else "blacks"
    assert (made.spec, made.slug) == (f"hill-climb(color={color})", f"hill-climb-color-{color}")
    assert make_strategy(made.spec, make_game(LETTERS)).spec == made.spec


def test_a_bad_color_says_what_was_expected() -> None:
    with pytest.raises(SpecError, match="hill-climb: color must be one of blacks, score, got 'whites'"):
        make_strategy("hill-climb(color=whites)", make_game(LETTERS))


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


def test_monochrome_explains_itself(compiled: Compile) -> None:
    """The code of the article, found with its colors known after five guesses, and one with less to do."""
    assert told(compiled("mastermind(4,6)", "monochrome"), "1236") == [
        ("1111", "1b0w", "one color: 1 stands once; 3 pegs open"),
        ("2222", "1b0w", "one color: 2 stands once; 2 pegs open"),
        ("3333", "1b0w", "one color: 3 stands once; 1 peg open"),
        ("4444", "0b0w", "one color: 4 is out; 1 peg open"),
        ("5555", "0b0w", "one color: 5 is out; the colors are 1, 2, 3, 6, 24 orders left"),
        ("1236", "4b0w", "an order of 1, 2, 3, 6: solved"),
    ]
    assert told(compiled("mastermind(4,6)", "monochrome"), "3133") == [
        ("1111", "1b0w", "one color: 1 stands once; 3 pegs open"),
        ("2222", "0b0w", "one color: 2 is out; 3 pegs open"),
        ("3333", "3b0w", "one color: 3 stands 3 times; the colors are 1, 3, 3, 3, 4 orders left"),
        ("1333", "2b2w", "an order of 1, 3, 3, 3: 3 orders left"),
        ("3133", "4b0w", "an order of 1, 3, 3, 3: solved"),
    ]
    assert told(compiled("mastermind(4,6)", "monochrome"), "2222")[-1] == ("2222", "4b0w", "one color: solved")


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


def test_the_start_is_written_in_one_way() -> None:
    game = make_game(LETTERS)
    texts = ["state-machine", "state-machine(start=a)", "state-machine(f)"]
    assert [make_strategy(text, game).spec for text in texts] == [
        "state-machine",
        "state-machine",
        "state-machine(start=F)",
    ]


@pytest.mark.parametrize("start", ["g", "ab", '""', "Random"])
def test_a_bad_start_says_what_was_expected(start: str) -> None:
    with pytest.raises(SpecError, match="state-machine: start must be one symbol of ABCDEF, or random, got "):
        make_strategy(f"state-machine(start={start})", make_game(LETTERS))


def test_a_random_start_is_any_symbol_and_always_the_same_for_a_seed() -> None:
    game = make_game(LETTERS)
    begin = Position((), range(len(game.secrets)))
    firsts = [make_strategy(f"state-machine(start=random,seed={seed})", game).guess(begin) for seed in range(60)]
    openings = [make_strategy(f"state-machine(start={symbol})", game).guess(begin) for symbol in "abcdef"]
    assert set(firsts) == set(openings)
    assert firsts == [make_strategy(f"state-machine(random,{seed})", game).guess(begin) for seed in range(60)]


def test_a_seed_without_a_random_start_is_refused() -> None:
    with pytest.raises(SpecError, match="state-machine: seed=3 draws nothing without start=random"):
        make_strategy("state-machine(start=b,seed=3)", make_game(LETTERS))


UNFIT = [
    ("state-machine", "mastermind(4,6,feedback=black)"),
    ("hill-climb", "mastermind(4,6,feedback=black)"),
    *itertools.product(("state-machine", "hill-climb", "monochrome"), ("bulls-and-cows(4,10)", "ab(3,5)", "words")),
]


@pytest.mark.parametrize(("strategy", "game"), UNFIT)
def test_unfit_games_are_refused(strategy: str, game: str) -> None:
    made = make_game(game)
    needed = "repeated" if strategy == "monochrome" else "blacks, whites and repeated"
    with pytest.raises(SpecError, match=f"{strategy}: expected a game of pegs with {needed}") as told:
        make_strategy(strategy, made)
    assert str(told.value).endswith(f"got {made.spec}")


def play(folder: Path, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    line = [*command(), "play", *arguments]
    return subprocess.run(line, input=stdin, capture_output=True, encoding="utf-8", cwd=folder, timeout=PATIENCE)


def test_play_explains(compiled: Compile, tmp_path: Path) -> None:
    write_strategy(tmp_path / "machine.msgpack", compiled(LETTERS, "state-machine(start=f)"))
    result = play(tmp_path, "machine.msgpack", "--secret", "fafa", "--explain")
    assert result.stdout.splitlines() == [
        "guess 1: FFAA → 2b2w   (4 candidates left)",
        "    GuessOne: rule 3: the symbols are A, A, F, F",
        "guess 2: AFAF → 0b4w   (1 candidate left)",
        "    GuessPermute: 1 string skipped",
        "guess 3: FAFA → 4b0w",
        "    GuessPermute: 2 strings skipped; solved",
        "solved in 3 guesses: FAFA",
    ]
    assert (result.returncode, result.stderr) == (0, "")
    asked = play(tmp_path, "machine.msgpack", "--explain", stdin="2 2\n0 4\n4 0\n")
    assert all(line in asked.stdout for line in result.stdout.splitlines()[1:6:2])
    assert "Guess" not in play(tmp_path, "machine.msgpack", "--secret", "fafa").stdout


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
