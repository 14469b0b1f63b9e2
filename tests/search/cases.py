"""Random cases for campaigns: games, strategies and positions, each rebuilt from its number alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import permutations
from random import Random

from bothways import class_game, separated, table_game
from toys import Echo, weighted

from strategist import compile_strategy, make_game, make_strategy
from strategist.choosing.heuristics import Strategy
from strategist.game import Game, History
from strategist.games.table import Table, table_csv
from strategist.games.wordlists import Lists
from strategist.games.words import Words
from strategist.search.options import Options
from strategist.search.proof.problem import ALL_TECHNIQUES
from strategist.search.proof.workers import TOGETHER_FROM

OBJECTIVES = (
    "total",
    "depth",
    "total,depth",
    "depth,total",
    "depth,worst",
    "total,depth,worst",
    "depth,total,worst",
    "depth,worst,total",
)
"""All possible lists of objectives."""
_FIGURES = ("total", "depth", "worst", "expected")
OBJECTIVES_AT_STAKE = [
    ",".join(listed)
    for count in range(1, 5)
    for listed in permutations(_FIGURES, count)
    if "worst" not in listed or "depth" in listed[: listed.index("worst")]
]
"""The same with ``expected``, which means something of its own where there are chances or costs."""

# Making all trees is fast for the first codes, and for the others after a guess or two.
_SMALL_CODES = (
    *("mastermind(1,1", "mastermind(1,4", "mastermind(2,2", "mastermind(2,3", "mastermind(3,2", "bulls-and-cows(1,3"),
    *("bulls-and-cows(2,3", "bulls-and-cows(3,3", "grand-mastermind(1,2,2"),
)
_CODES = (
    *("mastermind(2,4", "mastermind(2,5", "mastermind(3,3", "mastermind(4,2", "bulls-and-cows(2,4"),
    *("bulls-and-cows(2,6", "bulls-and-cows(3,4"),
)
_MOST_CANDIDATES = 10


@dataclass(frozen=True)
class Case:
    """A game and a strategy to compile, the position to start from, and the options."""

    strategy: Strategy
    start: History
    options: Options

    @property
    def game(self) -> Game:
        return self.strategy.game

    def __str__(self) -> str:
        game = self.game
        where = f" behind {game.format_history(self.start)}" if self.start else ""
        lists = f" of {list(game.secrets)} and {list(game.guesses)}" if isinstance(game, Words) else ""
        table = f"\n{table_csv(game)}" if isinstance(game, Table) and len(game.secrets) <= _MOST_CANDIDATES else ""
        table += f", weights {game.weights}, costs {game.costs}" if game.weighted else ""
        how = f"{self.options.jobs} jobs, techniques {self.options.techniques}"
        return f"{self.strategy.spec} for {game.spec}{lists}{where}, {how}{table}"


Campaign = Callable[[Callable[[int], Case], Callable[[int, Case], None], int], None]
"""The fixture ``campaign``: makes cases by their numbers and checks each, up to a default number of cases."""


def search_case(number: int) -> Case:
    """A searched strategy, in a position with more than one but few candidates."""
    random = Random(f"search {number}")
    while True:
        game = _code_game(random, _CODES) if random.random() < 0.1 else _game(random, _SMALL_CODES)
        start = _start(random, game) if random.random() < 0.4 else ()
        left = len(game.consistent(start))
        if left <= _MOST_CANDIDATES and (left > 1 or not game.announces):
            return Case(_searched(random, game), start, _options(random))


def large_case(number: int) -> Case:
    """A search among more candidates. Making all trees is fast for tables with few questions, and for a few codes."""
    random = Random(f"large {number}")
    if random.random() < 0.2:
        game = make_game(f"bulls-and-cows(2,{random.choice((5, 6))}{random.choice(('', ',goal=identify'))})")
        return Case(_searched(random, game), (), _options(random))
    secrets, questions, answers = random.randint(24, 44), random.randint(4, 6), random.randint(3, 5)
    rows = [[random.randrange(answers) for _ in range(secrets)] for _ in range(questions)]
    return Case(_searched(random, table_game(separated(rows), "identify")), (), _options(random))


def table_case(number: int) -> Case:
    """A search of a table with enough secrets and questions for threads to share one list of guesses.

    The best first question is the last one, which a thread that counts from the wrong end would find.
    """
    random = Random(f"table {number}")
    secrets, questions = random.randint(TOGETHER_FROM, 90), random.randint(65, 90)
    answers = random.choice((4, 5, 6, 8))
    rows = separated([[random.randrange(answers) for _ in range(secrets)] for _ in range(questions)])
    goal = random.choice(("ask", "identify"))
    objectives = random.choice([each for each in OBJECTIVES if "total" in each])
    game = table_game(rows, goal)
    tree = compile_strategy(game, make_strategy("optimal(total)", game)).data.tree
    best = game.format_code(game.guesses[tree.guesses[0]])
    if best.startswith("q"):
        rows.append(rows.pop(int(best[1:])))
    return Case(make_strategy(f"optimal({objectives})", table_game(rows, goal)), (), Options())


def heuristic_case(number: int) -> Case:
    """A heuristic, in any position."""
    random = Random(f"heuristic {number}")
    game = _game(random, (*_SMALL_CODES, *_CODES, "mastermind(3,4", "bulls-and-cows(3,5"))
    start = _start(random, game) if random.random() < 0.4 else ()
    names = ("minimax", "expected-size", "entropy", "most-parts", "first", "random")
    name = random.choice(names)
    values: list[str] = []
    if name == "first" and random.random() < 0.7:
        values.append(f"order={random.choice(('counting', 'reversed', 'shuffle'))}")
    if name not in ("first", "random"):
        values += [f"ties={random.choice(('lowest', 'highest', 'random', 'cells'))}"] * (random.random() < 0.5)
        values += ["guesses=candidates"] * (game.secrets_are_questions and random.random() < 0.3)
    values += [f"seed={random.randrange(100)}"] * (random.random() < 0.3)
    values += _first(random, game)
    return Case(make_strategy(f"{name}({','.join(values)})", game), start, Options())


def stakes_case(number: int) -> Case:
    """A search of a table whose secrets have chances, or whose questions have costs, or both."""
    random = Random(f"stakes {number}")
    secrets, questions = random.choice((2, 3, 3, 4, 4, 4, 5, 5, 6, 7)), random.choice((1, 2, 3, 3, 4, 5, 6, 7))
    answers = random.choice((2, 2, 3, 4))
    rows = separated([[random.randrange(answers) for _ in range(secrets)] for _ in range(questions)])
    table = table_game(rows, random.choice(("ask", "identify")))
    kind = random.random()
    most = random.choice((2, 9))
    weights = [random.randint(1, most) for _ in range(secrets)] if kind < 0.8 else None
    costs = [random.randint(1, 4) for _ in range(table.question_count)] if kind > 0.3 else None
    game = weighted(table, weights, costs)
    values = [random.choice(OBJECTIVES_AT_STAKE)]
    values += [f"max_depth={random.randint(1, 5)}"] * (random.random() < 0.25)
    values += ["guesses=candidates"] * (game.secrets_are_questions and random.random() < 0.15)
    values += _first(random, game)
    strategy = make_strategy(f"optimal({','.join(values)})", game)
    start = _start(random, game) if random.random() < 0.2 else ()
    if game.announces and len(game.consistent(start)) == 1:
        start = ()
    return Case(strategy, start, _options(random))


def guessing_stakes_case(number: int) -> Case:
    """A search of codes or words, where secrets are guessed, with chances or costs, or both; at times in hard mode."""
    random = Random(f"guessing stakes {number}")
    plain = _code_game(random, _SMALL_CODES) if random.random() < 0.6 else _word_game(random)
    kind = random.random()
    most = random.choice((2, 9))
    weights = [random.randint(1, most) for _ in plain.secrets] if kind < 0.8 else None
    costs = [random.randint(1, most) for _ in range(plain.question_count)] if kind > 0.2 else None
    game = weighted(plain, weights, costs)
    values = [random.choice(OBJECTIVES_AT_STAKE)]
    values += [f"max_depth={random.randint(1, 5)}"] * (random.random() < 0.25)
    values += ["guesses=candidates"] * (game.secrets_are_questions and random.random() < 0.3)
    values += _first(random, game)
    start = _start(random, game) if random.random() < 0.3 or len(game.secrets) > _MOST_CANDIDATES else ()
    if game.allowed(start) is not None or (game.announces and len(game.consistent(start)) == 1):
        start = ()
    return Case(make_strategy(f"optimal({','.join(values)})", game), start, _options(random))


def class_case(number: int) -> Case:
    """A search of a table in which it is enough to know the class of a secret, often with chances and costs."""
    random = Random(f"classes {number}")
    secrets, questions = random.randint(3, 9), random.choice((1, 2, 3, 3, 4, 5, 6))
    most, answers = random.choice((2, 2, 3, 4)), random.choice((2, 2, 3, 4))
    classes: list[int] = []
    while len(set(classes)) < 2:
        rows = [[random.randrange(answers) for _ in range(secrets)] for _ in range(questions)]
        # What no question tells apart is of one class.
        of_column: dict[tuple[int, ...], int] = {}
        classes = [of_column.setdefault(column, random.randrange(most)) for column in zip(*rows, strict=True)]
    game = class_game(rows, classes)
    kind = random.random()
    if kind < 0.7:
        weights = [random.randint(1, random.choice((2, 9))) for _ in range(secrets)] if kind < 0.5 else None
        costs = [random.randint(1, 4) for _ in range(questions)] if kind > 0.2 else None
        game = weighted(game, weights, costs)
    values = [random.choice(OBJECTIVES_AT_STAKE)]
    values += [f"max_depth={random.randint(1, 5)}"] * (random.random() < 0.25)
    values += _first(random, game)
    start = _start(random, game) if random.random() < 0.3 else ()
    return Case(make_strategy(f"optimal({','.join(values)})", game), start, _options(random))


_LISTS_WITH_LOST = ["lost", *(f"lost,{listed}" for listed in OBJECTIVES_AT_STAKE)]
_LOSING_CODES = (
    *("mastermind(2,3", "mastermind(2,4", "mastermind(3,2", "mastermind(3,3", "mastermind(1,5", "mastermind(4,2"),
    *("bulls-and-cows(2,4", "bulls-and-cows(3,4", "bulls-and-cows(2,5"),
)


def lost_case(number: int) -> Case:
    """A search for the fewest lost secrets in a game with turns, often with chances."""
    random = Random(f"lost {number}")
    turns, goal = random.randint(1, 5), random.choice(("ask", "identify"))
    if random.random() < 0.3:
        lists = Lists(*(sorted({"".join(random.choices("abc", k=3)) for _ in range(count)}) for count in (8, 6)))
        game: Game = Words({"hard": random.random() < 0.6, "turns": turns, "goal": goal}, lists)
    else:
        game = make_game(f"{random.choice(_LOSING_CODES)},turns={turns},goal={goal})")
    if random.random() < 0.5:
        most = random.choice((2, 9))
        game = weighted(game, [random.randint(1, most) for _ in game.secrets])
    return Case(make_strategy(f"optimal({random.choice(_LISTS_WITH_LOST)})", game), (), _options(random))


def lost_behind_a_first_guess_case(number: int) -> Case:
    """A search for the fewest lost secrets behind a given guess, or at a position with few turns left, or none."""
    random = Random(f"lost first {number}")
    turns, goal = random.randint(1, 3), random.choice(("ask", "identify"))
    words = sorted({"".join(random.choices("abcd", k=2)) for _ in range(9)})
    secrets = random.sample(words, random.randint(2, min(5, len(words))))
    others = [word for word in words if word not in secrets][: random.randint(1, 4)]
    game: Game = Words({"turns": turns, "goal": goal, "hard": random.random() < 0.2}, Lists(sorted(secrets), others))
    if random.random() < 0.4:
        game = weighted(game, [random.randint(1, 3) for _ in game.secrets])
    behind = random.sample(["depth", "total", "expected", "depth,worst"], random.randint(0, 3))
    objectives = list(dict.fromkeys(",".join(behind).split(","))) if behind else []
    if "worst" in objectives and objectives.index("worst") < objectives.index("depth"):
        objectives.remove("worst")
    start: History = ()
    secret = random.choice(game.secrets)
    for _ in range(random.choice((0, 0, turns))):
        question = random.choice(game.guesses[: game.question_count])
        if (response := game.respond(question, secret)) != game.response_count - 1:
            start = (*start, (question, response))
    if game.allowed(start) is not None:
        start = ()
    first = random.choice(game.guesses[: game.question_count])
    forced = f",first={game.format_code(first)}" if random.random() < 0.7 else ""
    strategy = make_strategy(f"optimal({','.join(['lost', *objectives])}{forced})", game)
    return Case(strategy, start, _options(random))


def useless_first_case(number: int) -> Case:
    """A search with a forced first guess that tells nothing at all."""
    random = Random(f"useless {number}")
    if random.random() < 0.3:
        # There is only one secret from the beginning: every guess but one tells nothing.
        game: Game = Words({}, Lists(["aab"], ["abb", "bbb"][: random.randint(1, 2)]))
        first = random.choice([code for code in game.guesses if code not in game.secrets])
        return Case(_searched(random, game, first), (), _options(random))
    rows = _rows(random)
    rows = separated([[0] * len(rows[0]), *rows])
    game = table_game(rows, random.choice(("ask", "identify")))
    return Case(_searched(random, game, game.parse_code("q0")), (), _options(random))


def known_secret_case(number: int) -> Case:
    """A search of a game in which it is enough to know the secret, and the secret is known."""
    random = Random(f"known {number}")
    game: Game = table_game(separated(_rows(random)), "identify")
    if random.random() < 0.3:
        game = make_game(f"{random.choice(_SMALL_CODES)},goal=identify)")
    start: History = ()
    secret = random.choice(game.secrets)
    while len(game.consistent(start)) > 1:
        question = random.choice(game.guesses[: game.question_count])
        start = (*start, (question, game.respond(question, secret)))
    return Case(_searched(random, game), start, _options(random))


def _game(random: Random, codes: Sequence[str]) -> Game:
    kinds: tuple[Callable[[], Game], ...] = (
        lambda: _table_in_which_some_rows_are_secrets(random),
        lambda: table_game(separated(_rows(random)), "identify"),
        lambda: _code_game(random, codes),
        lambda: _word_game(random),
        lambda: Echo({"numbers": random.randint(2, 13), "responses": random.choice((6, 20, 70))}),
    )
    return random.choices(kinds, weights=(4, 3, 2, 3, 1))[0]()


def _rows(random: Random) -> list[list[int]]:
    """The answers to some questions; some of them tell nothing, or the same as another question."""
    secrets, answers = random.randint(2, 7), random.randint(2, 4)
    rows: list[list[int]] = []
    for _ in range(random.randint(1, 6)):
        row = [random.randrange(answers) for _ in range(secrets)]
        kind = random.random()
        if kind < 0.1:
            row = [row[0]] * secrets
        elif kind < 0.2 and rows:
            row = [(answer + 1) % answers for answer in random.choice(rows)]
        elif kind < 0.4:
            odd = random.randrange(secrets)
            row = [int(secret == odd) for secret in range(secrets)]
        rows.append(row)
    return rows


def _table_in_which_some_rows_are_secrets(random: Random) -> Game:
    rows = separated(_rows(random))
    most = min(len(rows), len(rows[0]))
    named = random.randint(0, most) if random.random() < 0.5 else 0
    return table_game(rows, "ask", dict(zip(random.sample(range(len(rows)), named), range(named), strict=True)))


def _code_game(random: Random, codes: Sequence[str]) -> Game:
    text = random.choice(codes)
    goal = ",goal=identify" * (random.random() < 0.5)
    if text.startswith("grand"):
        return make_game(f"{text}{goal})")
    black = ",feedback=black" * (random.random() < 0.3)
    return make_game(f"{text}{black}{_turns(random)}{goal})")


def _turns(random: Random) -> str:
    return f",turns={random.randint(1, 6)}" if random.random() < 0.25 else ""


def _word_game(random: Random) -> Game:
    letters = random.randint(1, 4)

    def words(count: int) -> list[str]:
        return sorted({"".join(random.choices("abc", k=letters)) for _ in range(count)})

    feedback = random.choice(("wordle", "wordle", "wordle", "mastermind", "jotto"))
    hard = feedback == "wordle" and random.random() < 0.6
    turns = random.randint(1, 6) if random.random() < 0.25 else None
    lists = Lists(words(random.randint(1, 7)), words(random.randint(0, 6)))
    goal = random.choice(("ask", "identify"))
    return Words({"feedback": feedback, "hard": hard, "turns": turns, "goal": goal}, lists)


def _start(random: Random, game: Game) -> History:
    """Up to three wrong guesses that the rules allow, with the responses of some secret."""
    secret = random.choice(game.secrets)
    start: History = ()
    for _ in range(random.randint(1, 3)):
        allowed = game.allowed(start)
        guess = random.choice(game.guesses[: game.question_count] if allowed is None else allowed)
        response = game.respond(guess, secret)
        if not game.solved(response):
            start = (*start, (guess, response))
    return start


def _searched(random: Random, game: Game, first: object = None) -> Strategy:
    values = [random.choice(OBJECTIVES)] if random.random() < 0.85 else ["feasible"]
    if values == ["feasible"] or random.random() < 0.4:
        values.append(f"max_depth={random.randint(1, 5)}")
    values += ["guesses=candidates"] * (game.secrets_are_questions and random.random() < 0.3)
    values += _first(random, game) if first is None else [f"first={game.format_code(first)}"]
    if values[0] == "feasible":
        return make_strategy(f"feasible({','.join(values[1:])})", game)
    return make_strategy(f"optimal({','.join(values)})", game)


def _first(random: Random, game: Game) -> list[str]:
    """A forced first guess that tells some candidates apart, or no forced guess."""
    guess = random.choice(game.guesses[: game.question_count])
    responses = {game.respond(guess, secret) for secret in game.secrets}
    tells = len(responses) > 1 or game.solved(responses.pop())
    return [f"first={game.format_code(guess)}"] * (tells and random.random() < 0.3)


def _options(random: Random) -> Options:
    techniques = ALL_TECHNIQUES if random.random() < 0.5 else random.randint(0, ALL_TECHNIQUES)
    return Options(jobs=random.choice((1, 1, 1, 2)), techniques=techniques)
