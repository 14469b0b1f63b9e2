"""The results of sets: the names under which they are kept, and how the memo and the log get them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.search.exact.narrow import MANY, WIDTH_WORD, is_narrow, width_word
from strategist.search.kernels.growth.restrict import name_restriction
from strategist.search.kernels.numba.jit import borrowing, inlined
from strategist.search.kernels.symmetry.canonical import name_of_image
from strategist.search.kernels.symmetry.same_guesses import Stabilizer
from strategist.search.state.memo import MISS, probe, store, worth_of
from strategist.search.state.problem import DEPTH, LEAST_NODES, LOGGED, MEMO, READ, SEED, Problem, Scratch
from strategist.search.state.result_log import note

IMAGES_FROM = 6
"""From this number of secrets on, it pays to name a set together with its images."""
LEFT_WORD = np.uint64(0xD6E8FEB86659FD93)
"""Times the number of guesses left, it is a part of the name of a set."""


@borrowing
def name_of_set(words: NDArray[np.uint64], candidates: NDArray[np.int32]) -> tuple[np.uint64, np.uint64]:
    """The two words that name a set: the exclusive or of the words of its secrets."""
    key, check = np.uint64(0), np.uint64(0)
    for secret in candidates:
        key ^= words[secret, 0]
        check ^= words[secret, 1]
    return key, check


@inlined
def merges_images(problem: Problem, size: int) -> bool:
    """Whether sets of this size have one name with their images under the symmetries of the game.

    Where only some guesses are tried, an image may try others. At all parts of a smaller set, all guesses are tried.
    """
    return size >= IMAGES_FROM and not is_narrow(problem, size) and problem.group.moves


@inlined
def name_of_images(
    problem: Problem, stabilizer: Stabilizer, candidates: NDArray[np.int32], key: np.uint64, check: np.uint64
) -> tuple[np.uint64, np.uint64]:
    """The two words that name a set in the memo, together with its images if these cost as much; ``key`` and ``check``
    name the set alone. ``stabilizer`` is scratch."""
    if merges_images(problem, len(candidates)):
        return name_of_image(problem.group, candidates, stabilizer)
    return key, check


@borrowing
def name_of_cell(
    problem: Problem, desk: Scratch, candidates: NDArray[np.int32], key: np.uint64, check: np.uint64
) -> tuple[np.uint64, np.uint64]:
    """:func:`name_of_images`, found again where it was asked for a short time ago: different guesses at a set, and at
    its parts, leave the same cells. In Mastermind 3×14, four names of five are found so."""
    if not merges_images(problem, len(candidates)):
        return key, check
    known = desk.named[key & np.uint64(len(desk.named) - 1)]
    if known[0] != key or known[1] != check:
        known[0], known[1] = key, check
        known[2], known[3] = name_of_image(problem.group, candidates, desk.stabilizer)
    return known[2], known[3]


@inlined
def name_with(problem: Problem, size: int, key: np.uint64, left: int) -> np.uint64:
    """The name of a set with the number of guesses left, and with the width if only a few guesses are tried there: a
    result with few guesses does not hold with all guesses."""
    name = key ^ np.uint64(left) * LEFT_WORD
    return name ^ width_word(problem.width) if is_narrow(problem, size) else name


@borrowing
def name_here(
    problem: Problem, desk: Scratch, row: int, key: np.uint64, left: int, size: int, secret: int
) -> np.uint64:
    """The name of a set in a row of the desk: :func:`name_with`, and what guesses have to use there if the rules
    restrict them. ``secret`` is one of the set."""
    name = name_with(problem, size, key, left)
    if len(problem.source.letters):
        path = desk.path[: desk.own[DEPTH] + row]
        source = problem.source
        name ^= name_restriction(source.letters, source.marks, problem.answers, path, secret, problem.words[0, 0])
    return name


@inlined
def known_of(problem: Problem, name: np.uint64, check: np.uint64) -> tuple[int, bool]:
    """What the memo knows of a set: a lower bound of its cost, and whether it is exact; 0 if nothing is known."""
    if problem.techniques & MEMO:
        known = probe(problem.memo, name, check)
        if known != MISS:
            return known >> 1, known & 1 != 0
    return 0, False


@borrowing
def keep(
    problem: Problem,
    desk: Scratch,
    name: np.uint64,
    check: np.uint64,
    left: int,
    size: int,
    bound: int,
    exact: int,
    guess: int,
    nodes: int,
) -> None:
    """Store a result that took ``nodes`` positions in the memo, and log it if that number is large."""
    worth = worth_of(nodes)
    store(problem.memo, name, check, bound, exact, worth)
    if nodes >= problem.shared[LEAST_NODES]:
        seed = np.uint64(problem.shared[SEED])
        written, read = desk.own[LOGGED], desk.own[READ]
        desk.own[LOGGED] = note(
            desk.ring,
            written,
            read,
            seed,
            key=name,
            check=check,
            left=left,
            size=size,
            worth=worth,
            bound=bound,
            exact=exact,
            guess=guess,
        )


def name_of(problem: Problem, candidates: NDArray[np.int32], left: int) -> tuple[np.uint64, np.uint64]:
    """The two words that name a set without its images: the specification of what kernels compute step by step."""
    key, check = np.bitwise_xor.reduce(problem.words[candidates])
    with np.errstate(over="ignore"):
        key ^= np.uint64(left) * LEFT_WORD
        if problem.width and len(candidates) >= MANY:
            key ^= np.uint64(problem.width) * WIDTH_WORD
    return key, check
