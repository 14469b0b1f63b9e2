"""A decision tree while it grows, depth-first on an explicit stack; shared by all kernels that grow trees."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.model.tree import DecisionTree, packed
from strategist.search.kernels.numba.borrowed import by_reference
from strategist.search.kernels.numba.jit import inlined
from strategist.search.kernels.responses.responses import Source, respond_one

TOP, SLOTS, SOLVED = 0, 1, 2
"""The cells of a growth: positions on the stack, slots so far, secrets solved so far."""


class Grown(NamedTuple):
    """A tree in depth-first order, with one entry per slot."""

    guesses: NDArray[np.int32]
    depths: NDArray[np.int32]
    masks: NDArray[np.uint64]
    """``uint64[slots, words]``: bit r of word r // 64 for response r."""


@by_reference
class Growth(NamedTuple):
    """The slots so far, as in :class:`Grown`, and the stack: ranges of ``pool`` with their depths and history keys."""

    guesses: NDArray[np.int32]
    depths: NDArray[np.int32]
    masks: NDArray[np.uint64]
    pool: NDArray[np.int32]
    sorted_pool: NDArray[np.int32]
    answers: NDArray[np.int32]
    sizes: NDArray[np.int64]
    stack: NDArray[np.int32]
    keys: NDArray[np.uint64]
    cells: NDArray[np.int64]


@inlined
def mix(word: np.uint64) -> np.uint64:
    """SplitMix64's finaliser; specified in :func:`~strategist.choosing.draws.mix`."""
    word = word + np.uint64(0x9E3779B97F4A7C15)
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


def start_growth(source: Source, secrets: NDArray[np.int32], key: np.uint64) -> Growth:
    """A tree without slots: it has only its secrets (ascending) and the key of its history."""
    responses = source.response_count
    # Each inner slot has at least two branches, except an opening, which may tell nothing.
    most_slots = 2 * len(secrets) + 1
    # The stack is no deeper than the tree, with one range for each branch not yet followed.
    most_stacked = 2 * len(secrets) + responses
    growth = Growth(
        np.empty(most_slots, dtype=np.int32),
        np.empty(most_slots, dtype=np.int32),
        np.zeros((most_slots, (responses + 63) // 64), dtype=np.uint64),
        secrets.copy(),
        np.empty_like(secrets),
        np.empty(len(secrets), dtype=np.int32),
        np.empty(responses, dtype=np.int64),
        np.empty((most_stacked, 3), dtype=np.int32),
        np.empty(most_stacked, dtype=np.uint64),
        np.zeros(3, dtype=np.int64),
    )
    growth.stack[0] = 0, len(secrets), 0
    growth.keys[0] = key
    growth.cells[TOP] = 1
    return growth


@inlined
def next_slot(growth: Growth) -> tuple[int, int, int, int, np.uint64]:
    """Take a position off the stack and give it a slot: slot, range of the pool, depth and key."""
    top = growth.cells[TOP] - 1
    growth.cells[TOP] = top
    slot = growth.cells[SLOTS]
    growth.cells[SLOTS] = slot + 1
    growth.depths[slot] = growth.stack[top, 2]
    growth.guesses[slot] = -1
    return slot, growth.stack[top, 0], growth.stack[top, 1], growth.stack[top, 2], growth.keys[top]


@inlined
def add_branches(
    source: Source, growth: Growth, slot: int, low: int, high: int, depth: int, key: np.uint64, guess: int
) -> None:
    """Make ``guess`` at a slot: sort its candidates by response and put its branches on the stack.

    An announcement is made for the one candidate that is left, and has no branches. The sort is stable, so each branch
    keeps its candidates ascending; the lowest response is followed first.
    """
    pool, answers, sizes = growth.pool, growth.answers, growth.sizes
    responses = source.response_count
    growth.guesses[slot] = guess
    if guess >= source.question_count:
        growth.masks[slot, (responses - 1) >> 6] |= np.uint64(1) << np.uint64((responses - 1) & 63)
        growth.cells[SOLVED] += 1
        return
    for response in range(responses):
        sizes[response] = 0
    for i in range(low, high):
        answers[i] = respond_one(source, guess, pool[i])
        sizes[answers[i]] += 1
    growth.cells[SOLVED] += sizes[responses - 1]
    end = high
    top = growth.cells[TOP]
    for response in range(responses - 1, -1, -1):
        size = sizes[response]
        if size == 0:
            continue
        growth.masks[slot, response >> 6] |= np.uint64(1) << np.uint64(response & 63)
        end -= size
        # From here on ``sizes`` holds the place of the next candidate of each branch.
        sizes[response] = end
        if response != responses - 1:
            growth.stack[top, 0], growth.stack[top, 1], growth.stack[top, 2] = end, end + size, depth + 1
            growth.keys[top] = key + mix(np.uint64(guess * responses + response))
            top += 1
    growth.cells[TOP] = top
    for i in range(low, high):
        growth.sorted_pool[sizes[answers[i]]] = pool[i]
        sizes[answers[i]] += 1
    for i in range(low, high):
        pool[i] = growth.sorted_pool[i]


def finished_growth(growth: Growth) -> Grown:
    """The slots of a tree that has been grown."""
    slots = growth.cells[SLOTS]
    return Grown(growth.guesses[:slots], growth.depths[:slots], growth.masks[:slots])


def tree_of(grown: Grown, response_count: int) -> DecisionTree:
    """The decision tree of grown slots in breadth-first order: the depth-first order, stably sorted by depth."""
    order = np.argsort(grown.depths, kind="stable").astype(np.int32)
    guesses, masks = packed("i", grown.guesses[order]), grown.masks[order]
    if masks.shape[1] == 1:
        return DecisionTree(guesses, packed("Q", masks[:, 0]), response_count)
    joined = masks[:, 0].tolist()
    for word in range(1, masks.shape[1]):
        joined = [low | high << 64 * word for low, high in zip(joined, masks[:, word].tolist(), strict=True)]
    return DecisionTree(guesses, joined, response_count)
