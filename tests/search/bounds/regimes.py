"""Random small games in each regime of the exact search, with the problems that the search makes of them.

A *regime* is what decides which bounds are used: what a guess finds, what counts, and what may be guessed. A
:class:`Case` is one game with one problem, made as :mod:`~strategist.search.run.objectives` makes it, and some of its
sets of secrets; it is made again from the name of the regime and its number alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache, cached_property
from random import Random
from typing import Any, NamedTuple

import numpy as np
from bothways import class_game, crew_of, searched, separated, table_game
from brute import Brute, Counts, Past, mask_of, members_of
from cases import OBJECTIVES, OBJECTIVES_AT_STAKE
from numpy.typing import NDArray
from toys import weighted

from strategist import make_game
from strategist.games.words.word_lists import Lists
from strategist.games.words.words import Words
from strategist.model.game import Game
from strategist.search.state.problem import Problem
from strategist.search.tasks.workers import Workers

CASES = 20
"""Cases of each regime."""
STATES = 30
"""Sets of each case, at most."""


class State(NamedTuple):
    """A set of secrets, heaviest first, with the guesses left, 0 without a limit.

    ``past`` are the guesses made before with their responses, if they restrict the next one, and ``path`` the guesses
    alone, if the search asks for them: empty where any set may be searched."""

    candidates: NDArray[np.int32]
    left: int
    past: Past
    path: tuple[int, ...]

    @property
    def mask(self) -> int:
        """The set, as the brute force names it."""
        return mask_of(self.candidates)


def counts_of(game: Game, objectives: Sequence[str], turns: int | None, depth: int) -> list[Counts]:
    """What each search of a chain counts, if the search for the depth comes to ``depth``.

    An objective weighs more than all that the later ones can add. A lost secret counts one guess more than there are
    turns.
    """
    secrets, loses = len(game.secrets), "lost" in objectives
    mass = sum(map(game.weight_of, range(secrets)))
    dearest = max(map(game.cost_of, range(game.question_count)))
    unit = extra = scale = lost = 0
    limit, found = turns, []

    def gone(limit: int | None) -> tuple[int, int]:
        if not lost:
            return 0, 0
        assert turns is not None and limit is not None
        later = turns + 1 - limit
        if game.weights is None:
            return unit * later + lost + scale * later, 0
        return unit * later, lost + scale * later

    for objective in objectives:
        if objective == "depth":
            found.append(Counts(unit, extra, depth, scale, gone(depth)))
            limit = depth
            continue
        deepest = (turns or 0) + 1 if loses else limit or secrets
        most = {"worst": secrets, "total": secrets * deepest}.get(objective, mass * dearest * deepest)
        weight = most + 1 if unit or extra or scale or lost else 1
        unit, extra, scale, lost = (weight * each for each in (unit, extra, scale, lost))
        unit, extra = unit + (objective == "total"), extra + (objective == "worst")
        scale, lost = scale + (objective == "expected"), lost + (objective == "lost")
        found.append(Counts(unit, extra, limit, scale, gone(limit)))
    return found


@dataclass
class Case:
    """A game and a problem."""

    regime: str
    number: int
    game: Game
    candidates_only: bool
    counts: Counts
    random: Random

    @cached_property
    def workers(self) -> Workers:
        """The arrays of the search for the whole game."""
        return crew_of(self.game, candidates_only=self.candidates_only)

    @cached_property
    def problem(self) -> Problem:
        """The problem, as the search makes it."""
        unit, extra, limit, scale, gone, tariff = self.counts
        return self.workers.problem(unit, extra, limit, scale=scale, gone=gone, tariff=tariff)

    @cached_property
    def brute(self) -> Brute:
        """The least costs over all trees."""
        return Brute(self.game, self.counts, self.candidates_only)

    @cached_property
    def scratch(self) -> NDArray[np.uint64]:
        """Scratch for the functions of bounds."""
        return np.empty(2 * len(self.game.secrets), dtype=np.uint64)

    @cached_property
    def states(self) -> list[State]:
        """Some sets of two secrets or more, and a few of one."""
        random, count = self.random, len(self.game.secrets)
        if self.game.restricts or self.game.symmetry is not None:
            sets = self._reached()
        else:
            masks = range(1, 1 << count)
            larger = [mask for mask in masks if mask.bit_count() > 1]
            some = larger if len(larger) < STATES else [larger[-1], *random.sample(larger[:-1], STATES - 3)]
            alone = random.sample([1 << place for place in range(count)], 2)
            sets = [(mask, (), ()) for mask in (*some, *alone)]
        found = []
        for mask, past, path in sets:
            candidates = self.workers.in_order(np.array(members_of(mask), dtype=np.int32))
            # With few guesses left, most sets cannot be found.
            most = self.counts.limit
            if most is None:
                most = len(self.counts.tariff)
            left = max(random.randint(0, most) for _ in range(2))
            found.append(State(candidates, left, past, path))
        return found

    def _reached(self) -> list[tuple[int, Past, tuple[int, ...]]]:
        """The whole set, and sets behind guesses that the rules allow."""
        whole = (1 << len(self.game.secrets)) - 1
        found: dict[tuple[int, Past], tuple[int, ...]] = {(whole, ()): ()}
        for _ in range(3 * STATES):
            mask, past, path = whole, (), ()
            while len(path) < 2 and mask.bit_count() > 1:
                guess = self.random.choice(self.brute.guesses(mask, past))
                below = list(self.brute.below(guess, mask, past))
                if not below:
                    break
                mask, past = self.random.choice(below)
                path = (*path, guess)
            found.setdefault((mask, past), path)
        return [(*place, path) for place, path in found.items()][:STATES]

    def left(self, state: State) -> int | None:
        """The guesses left, None without a limit."""
        return None if self.counts.limit is None and not self.counts.endless else state.left

    def next_left(self, state: State) -> int:
        """The guesses left after one, as kernels count them."""
        return state.left - 1 if self.problem.limited else max(0, state.left - 1)

    def unit(self, state: State) -> int:
        """What a guess counts for each secret."""
        return int(self.problem.steps[self.next_left(state)])

    def ends(self, state: State) -> bool:
        """Whether the search makes no guess at a set: none is left, or the best last guess is known."""
        if not self.problem.limited:
            return False
        return state.left == 0 or (self.counts.loses and state.left == 1 and not self.game.announces)

    def cost(self, state: State) -> int:
        """The least cost of a set."""
        return self.brute.cost(state.mask, self.left(state), state.past)

    def cost_of_guess(self, state: State, guess: int) -> int:
        """The least cost of a set that begins with a guess."""
        return self.brute.cost_of_guess(guess, state.mask, self.left(state), state.past)

    def guesses(self, state: State) -> tuple[int, ...]:
        """The guesses that are allowed and tell something."""
        return self.brute.guesses(state.mask, state.past)

    def tried(self, state: State) -> tuple[int, ...]:
        """Those of them that the search tries: none where it knows the cost without."""
        known = len(state.candidates) < 2 or self.brute.pure(state.mask) or self.ends(state)
        return () if known else self.guesses(state)

    def is_candidate(self, state: State, guess: int) -> bool:
        """Whether a guess is one of the candidates."""
        named = self.problem.source.question_of_secret
        return len(named) > 0 and guess in named[state.candidates]

    def cells(self, state: State, guess: int) -> int:
        """The number of cells of a guess, the solved one included."""
        return len(self.brute.cells(state.mask, guess))

    def told(self, state: State) -> str:
        """The case and the set, to be read by somebody who looks for a mistake."""
        rows = self.brute.answers
        named = self.problem.source.question_of_secret.tolist()
        return (
            f"case({self.regime!r}, {self.number}): {self.counts}, secrets {state.candidates.tolist()}, "
            f"{state.left} left, past {state.past}; answers {rows} of {self.game.response_count} responses, questions "
            f"of secrets {named}, weights {self.game.weights}, costs {self.game.costs}, classes {self.game.classes}"
        )


def _secrets(random: Random) -> int:
    return random.choice((3, 4, 4, 5, 5, 5, 6, 6, 7))


def _rows(random: Random, secrets: int) -> list[list[int]]:
    answers = random.choice((2, 2, 3))
    return separated([[random.randrange(answers) for _ in range(secrets)] for _ in range(random.randint(2, 5))])


def _asked(random: Random) -> Game:
    """A table in which some rows are the answers to secrets."""
    rows = _rows(random, _secrets(random))
    most = min(len(rows), len(rows[0]))
    named = random.randint(0, most)
    return table_game(rows, "ask", dict(zip(random.sample(range(len(rows)), named), range(named), strict=True)))


def _announced(random: Random) -> Game:
    return table_game(_rows(random, _secrets(random)), "identify")


def _words(random: Random, goal: str, hard: bool = False) -> Game:
    """Words of few letters: every secret can be asked, also where it is only announced."""
    feedback = "wordle" if hard else random.choice(("mastermind", "mastermind", "jotto", "jotto", "wordle"))
    # Words that differ in their last letter are those that hard mode makes hard.
    starts = ("aa", "ab") if hard else ("aa", "ab", "ba", "cc")
    words = sorted({random.choice(starts) + random.choice("abcdef") for _ in range(random.randint(4, 9))})
    others = sorted({"".join(random.choices("acdef", k=3)) for _ in range(random.randint(1, 3))}.difference(words))
    game = Words({"feedback": feedback, "hard": hard, "goal": goal}, Lists(words, others))
    return game if len(game.secrets) > 2 else _words(random, goal, hard)


def _classes(random: Random) -> Game:
    secrets = _secrets(random)
    rows = _rows(random, secrets)[: random.randint(1, 4)]
    while True:
        of_column: dict[tuple[int, ...], int] = {}
        classes = [of_column.setdefault(column, random.randrange(4)) for column in zip(*rows, strict=True)]
        if len(set(classes)) > 1:
            return class_game(rows, classes)
        rows = _rows(random, secrets)


def _pegs(random: Random, goal: str = "ask") -> Game:
    """Codes, whose responses are computed and which have symmetries."""
    name = random.choice(("mastermind(2,3", "mastermind(3,2", "mastermind(1,5", "bulls-and-cows(2,3"))
    return make_game(f"{name},goal={goal})")


def _with_turns(random: Random, game: Game) -> Game:
    made = copy(game)
    made.turns = random.randint(1, 3)
    return made


def _with_chances(random: Random, game: Game) -> Game:
    most = random.choice((2, 9))
    return weighted(game, [random.randint(1, most) for _ in game.secrets])


def _with_costs(random: Random, game: Game) -> Game:
    weights = [random.randint(1, 5) for _ in game.secrets] if random.random() < 0.5 else None
    return weighted(game, weights, [random.randint(1, 4) for _ in range(game.question_count)])


def _either(random: Random, goal: str) -> Game:
    """A table or words."""
    if random.random() < 0.5:
        return _words(random, goal)
    return _asked(random) if goal == "ask" else _announced(random)


MAKERS: dict[str, Callable[[Random], Game]] = {
    "asked": _asked,
    "announced": lambda random: _either(random, "identify"),
    "asked, chances": lambda random: _with_chances(random, _either(random, "ask")),
    "announced, chances": lambda random: _with_chances(random, _either(random, "identify")),
    "asked, costs": lambda random: _with_costs(random, _either(random, "ask")),
    "announced, costs": lambda random: _with_costs(random, _either(random, "identify")),
    "classes": _classes,
    "classes, chances": lambda random: _with_chances(random, _classes(random)),
    "classes, costs": lambda random: _with_costs(random, _classes(random)),
    "asked, lost": lambda random: _with_turns(random, _either(random, "ask")),
    "announced, lost": lambda random: _with_turns(random, _either(random, "identify")),
    "asked, lost, chances": lambda random: _with_turns(random, _with_chances(random, _either(random, "ask"))),
    "announced, lost, chances": lambda random: _with_turns(random, _with_chances(random, _either(random, "identify"))),
    "asked, hard": lambda random: _words(random, "ask", hard=True),
    "announced, hard": lambda random: _words(random, "identify", hard=True),
    "asked, hard, chances": lambda random: _with_chances(random, _words(random, "ask", hard=True)),
    "asked, hard, lost": lambda random: _with_turns(random, _words(random, "ask", hard=True)),
    "announced, hard, lost": lambda random: _with_turns(random, _words(random, "identify", hard=True)),
    "asked, hard, costs": lambda random: _with_costs(random, _words(random, "ask", hard=True)),
    "asked, pegs": _pegs,
    "announced, pegs": lambda random: _pegs(random, "identify"),
    "asked, pegs, chances": lambda random: _with_chances(random, _pegs(random)),
    "asked, pegs, lost": lambda random: _with_turns(random, _pegs(random)),
    "asked, tariff": lambda random: _either(random, "ask"),
    "asked, hard, tariff": lambda random: _words(random, "ask", hard=True),
    "asked, pegs, tariff": _pegs,
    "asked, candidates, tariff": _asked,
    "asked, lost, candidates": lambda random: _with_turns(random, _asked(random)),
    "asked, candidates": _asked,
    "announced, candidates": lambda random: _words(random, "identify"),
    "asked, candidates, costs": lambda random: _with_costs(random, _asked(random)),
    "announced, candidates, chances": lambda random: _with_chances(random, _words(random, "identify")),
    "announced, candidates, costs": lambda random: _with_costs(random, _words(random, "identify")),
}
"""A game of each regime: whether secrets are found by a guess (*asked*) or known at the end (*announced*, or their
*classes*); whether secrets have chances or questions have costs; whether secrets may be lost; whether only some
guesses are allowed (*hard*, *candidates*); whether responses are computed (*pegs*); and whether each guess counts a
number of its own (*tariff*)."""

REGIMES = tuple(MAKERS)
ASKED = tuple(regime for regime in REGIMES if regime.startswith("asked"))
ANNOUNCED = tuple(regime for regime in REGIMES if regime.startswith("announced"))
CLASSES = tuple(regime for regime in REGIMES if regime.startswith("classes"))
LOST = tuple(regime for regime in REGIMES if "lost" in regime)
STAKES = tuple(regime for regime in REGIMES if "chances" in regime or "costs" in regime or regime == "classes")
"""The regimes whose problems have stakes, unless they count no more than guesses."""
EVEN = tuple(each for each in REGIMES if "lost, chances" not in each and each not in CLASSES)
"""The regimes in which some cases have secrets of one weight."""


def strategy_of(regime: str, random: Random) -> str:
    """A searched strategy of a regime."""
    listed = random.choice(OBJECTIVES_AT_STAKE if set(STAKES) & {regime} else OBJECTIVES)
    if "lost" in regime:
        listed = random.choice(("lost", f"lost,{listed}", f"lost,{listed}"))
    limit = f",max_depth={random.randint(2, 5)}" * ("lost" not in regime and random.random() < 0.4)
    return f"optimal({listed}{limit}{',guesses=candidates' * ('candidates' in regime)})"


def tariff_of(random: Random) -> Counts:
    """A tariff, whose sums may be too large for a search without stakes."""
    steps = [random.choice((0, 1, 1, 2, 5, 40, random.choice((7, 10**9)))) for _ in range(random.randint(1, 5))]
    limit = random.choice((None, random.randint(1, 5)))
    if limit is not None:
        steps = [*steps[:limit], *[steps[-1]] * (limit - len(steps))]
    return Counts(0, 0, limit, tariff=tuple(steps))


@cache
def case(regime: str, number: int) -> Case:
    """The case of a regime with this number."""
    random = Random(f"{regime} {number}")
    game = MAKERS[regime](random)
    if "tariff" in regime:
        return Case(regime, number, game, "candidates" in regime, tariff_of(random), random)
    strategy = searched(strategy_of(regime, random), game)
    turns = strategy.max_depth()
    depth = random.randint(1, 4 if turns is None else turns)
    counts: Any = random.choice(counts_of(game, strategy.objectives, turns, depth))
    return Case(regime, number, game, strategy.candidates_only, counts, random)
