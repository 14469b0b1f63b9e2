"""What strings of strategies mean: their one written form, and what is refused, in one line."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from toys import Echo

from strategist import make_game, make_strategy
from strategist.common.errors import CodeError, SpecError, StrategistError, UnknownNameError
from strategist.model.game import Game

pytestmark = pytest.mark.early

CODES, LETTERS, LIES = "mastermind(4,6)", "mastermind(4,6,alphabet=letters)", "mastermind(4,6,lies=1)"
GOLDEN = Path(__file__).parents[1] / "fixtures" / "golden.csv"


@pytest.mark.parametrize(
    ("game", "text", "canonical"),
    [
        (CODES, "first", "first"),
        (CODES, "first(reversed)", "first(order=reversed)"),
        (CODES, "random(seed=0)", "random"),
        (CODES, "random(7,first=1122)", "random(seed=7,first=1122)"),
        (CODES, "minimax(candidates,1122)", "minimax(guesses=candidates,first=1122)"),
        (CODES, "entropy(ties=random,seed=3)", "entropy(ties=random,seed=3)"),
        (CODES, 'most-parts(first=" 1122 ")', "most-parts(first=1122)"),
        (CODES, "dallwitz(rbase=1.40,abase=2.0)", "dallwitz"),
        (CODES, "dallwitz(varywt=0.50)", "dallwitz(varywt=0.5)"),
        (CODES, "dallwitz(varywt=0.0)", "dallwitz(varywt=0)"),
        (CODES, "dallwitz(varywt=50 %)", "dallwitz(varywt=0.5)"),
        # The color of a hill climb is always written.
        *((CODES, text, "hill-climb(color=blacks)") for text in ("hill-climb", "hill-climb(blacks)")),
        *((CODES, f"hill-climb({text})", "hill-climb(color=score)") for text in ("score", "color=score")),
        *((LETTERS, text, "state-machine") for text in ("state-machine", "state-machine(start=a)")),
        (LETTERS, "state-machine(f)", "state-machine(start=F)"),
    ],
)
def test_strategy_strings_are_canonical(game: str, text: str, canonical: str) -> None:
    for each in (text, canonical):
        assert make_strategy(each, make_game(game)).spec == canonical
    assert make_strategy("hill-climb", make_game(CODES)).slug == "hill-climb-color-blacks"


DALLWITZ = ("rbase=0.9", "rbase=6", "abase=x", "varywt=-1", "varywt=1.1", "varywt=..", "reuse=0")
PEGS = "expected a game of pegs with"
REFUSED: list[tuple[str | Game, str, type[StrategistError], str]] = [
    (CODES, "knuth", UnknownNameError, "unknown strategy 'knuth': expected one of blind, dallwitz, dorfman, entropy, "),
    (CODES, "minimax(first=1117)", CodeError, "expected symbols 123456"),
    (CODES, "minimax(guesses=some)", SpecError, "guesses must be one of all, candidates"),
    (CODES, "minimax(ties=first)", SpecError, "ties must be one of"),
    (CODES, "first(order=random)", SpecError, "order must be one of"),
    (CODES, "first(guesses=all)", SpecError, "has no parameter 'guesses'"),
    (CODES, "random(seed=-1)", SpecError, "seed must be a whole number"),
    (Echo({}), "first(order=first-fastest)", SpecError, "order=first-fastest needs codes of symbols"),
    *((CODES, f"dallwitz({each})", SpecError, "dallwitz: expected a number from ") for each in DALLWITZ),
    (CODES, "dallwitz(varywt=)", SpecError, "expected VALUE or KEY=VALUE between commas, got 'varywt='"),
    (CODES, "dallwitz(reuse=1e9)", SpecError, "dallwitz: expected a number from 1 to 5 as reuse, got 1e9"),
    (CODES, "hill-climb(color=whites)", SpecError, "hill-climb: color must be one of blacks, score, got 'whites'"),
    *(
        (LETTERS, f"state-machine(start={start})", SpecError, "start must be one symbol of ABCDEF, or random, got ")
        for start in ("g", "ab", '""', "Random")
    ),
    (LETTERS, "state-machine(start=b,seed=3)", SpecError, "state-machine: seed=3 draws nothing without start=random"),
    ("words(hard=true)", "blind", SpecError, "blind: expected a game in which every code may be guessed, got words"),
    (
        f"table(file={GOLDEN},goal=identify)",
        "blind",
        SpecError,
        "blind: expected a game in which the last guess is the secret, got",
    ),
    *(
        (
            game,
            name,
            SpecError,
            f"{name}: expected a game of pegs with blacks, whites and repeated symbols, got {game[:2]}",
        )
        for name, game in [
            *product(("state-machine", "hill-climb"), ("bulls-and-cows(4,10)", "ab(3,5)", "words")),
            *product(("state-machine", "hill-climb"), ["mastermind(4,6,feedback=black)"]),
        ]
    ),
    *(
        (game, "monochrome", SpecError, f"monochrome: {PEGS} repeated symbols, got {game.split('(')[0]}")
        for game in ("bulls-and-cows(4,10)", "ab(3,5)", "words")
    ),
    *(
        (LIES, name, SpecError, "expected a strategy that knows answers that may be false, such as minimax")
        for name in ("most-parts", "expected-size", "blind", "monochrome", "state-machine", "hill-climb", "dallwitz")
    ),
    *(
        (LIES, f"minimax({each})", SpecError, f"minimax: {each} cannot stand beside answers that may be false")
        for each in ("sample=5", "per=cost")
    ),
]


@pytest.mark.parametrize(("game", "text", "error", "message"), REFUSED, ids=lambda each: str(each)[:60])
def test_what_is_refused_says_what_was_expected(
    game: str | Game, text: str, error: type[StrategistError], message: str
) -> None:
    with pytest.raises(error) as caught:
        make_strategy(text, make_game(game) if isinstance(game, str) else game)
    assert message in str(caught.value) and "\n" not in str(caught.value)
