"""The search for a depth under lies around its kernels: the first questions by symmetry, and the tree of a proof."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from strategist.common.errors import TooLargeError
from strategist.model.game import Game, Response
from strategist.model.position import Position
from strategist.model.tree import DecisionTree
from strategist.search.kernels.growth.lies_choice import LiesAsked
from strategist.search.kernels.numba.jit import plain
from strategist.search.kernels.numba.switch import CHECKED
from strategist.search.kernels.symmetry.same_guesses import orbit_minima
from strategist.search.lies.lies_arrays import (
    ANY,
    MOST_NODES,
    NODES,
    LiesArrays,
    LiesScratch,
    given_by,
    make_arrays,
    make_desk,
    make_desks,
)
from strategist.search.lies.lies_marks import STOPPED, YES, resume
from strategist.search.lies.lies_memo import UNKNOWN, make_memo
from strategist.search.lies.lies_positions import out_of_reach
from strategist.search.lies.prove_depth import (
    choose,
    choose_each,
    keep_position,
    list_openings,
    most_needed,
    within,
)
from strategist.search.state.thread_marks import MARKS
from strategist.search.tasks.supervise import StopSignal

_LEVELS = 12
"""The questions that there is room for at first."""
_MOST_LEVELS = 256
_SMALL = 64
"""Candidates up to which a tree resolves every position in as few questions as can be, and kinds are not told apart."""
_PLIES = 4
"""At the first questions one of each kind is tried that symmetries leave."""
_QUICK = 256
"""Positions that one thread looks at before others are asked to help."""
_MEMO_BYTES = 1 << 26
"""What the memo takes if nothing else is said."""
MOST_SLOTS = 1 << 24
"""The most slots of a tree."""
Moves = tuple[int, ...]
_EVERY = np.empty(0, dtype=np.int32)
"""Stands for all questions."""


class Stopped(Exception):
    """The search was asked to stop."""


class Exhausted(Exception):
    """A search among few questions has looked at as many positions as it may."""


@dataclass(frozen=True)
class ProverPosition:
    """A position as arrays: ascending ``secrets``, ``int32[n]``, and the lies ``left`` for each, ``int8[n]``."""

    secrets: NDArray[np.int32]
    left: NDArray[np.int8]

    @property
    def key(self) -> bytes:
        """What tells positions apart."""
        return self.secrets.tobytes() + self.left.tobytes()


class Prover:
    """Decides whether the candidates of a position are found within so many questions, and writes trees that do it.

    Proofs run on all of ``jobs`` threads. A search among few questions runs on one, and knows only what such searches
    have found: whether it comes to an end, and the tree, may not depend on who was faster.

    Raises :class:`~strategist.common.errors.TooLargeError` for a game whose table does not fit in the memory.
    """

    def __init__(self, game: Game, brake: StopSignal, memory: int | None = None, jobs: int = 1) -> None:
        self.game, self.brake, self._jobs = game, brake, jobs
        self._memory = min(_MEMO_BYTES, memory or _MEMO_BYTES)
        self._proven, self._found = make_memo(self._memory), make_memo(self._memory // 2)
        self._failed = self._found
        self._marks = np.zeros(MARKS if jobs > 1 else 0, dtype=np.int64)
        self.width = 0
        """How many questions are tried at each position; 0 for all, which proves that there is no tree."""
        self._levels = _LEVELS
        self._kinds: dict[Moves, NDArray[np.int32]] = {}
        self._chosen: dict[bytes, tuple[int, int]] = {}
        """Within how many questions a position is resolved, and the first of them, where symmetries have helped."""
        self.nodes_before = 0
        self._make_room()

    def _make_room(self) -> None:
        self.arrays = make_arrays(self.game, self._levels)
        desks = make_desks(self.arrays, self._levels, self.brake.shared, self._marks)
        self._desks = list(islice(desks, self._jobs))
        self._narrow = make_desk(self.arrays, self._levels, self.brake.shared)

    @property
    def desk(self) -> LiesScratch:
        """Where one thread works, on proofs or with few questions."""
        return self._narrow if self.width else self._desks[0]

    @property
    def memo(self) -> NDArray[np.uint64]:
        """What is known there."""
        return self._found if self.width else self._proven

    def room_for(self, questions: int) -> None:
        """Make room for positions with so many questions left.

        Raises :class:`~strategist.common.errors.TooLargeError` for more questions than any search comes to.
        """
        if questions > _MOST_LEVELS:
            raise TooLargeError(f"{self.game.spec}: expected at most {_MOST_LEVELS} questions, got {questions}")
        if questions > self._levels:
            self.nodes_before = self.nodes
            self._levels = max(questions, 2 * self._levels)
            self._make_room()

    def narrow(self, width: int, positions: int = ANY) -> None:
        """Try so many questions at each position from now on, or all (0), and raise :class:`Exhausted` after so many
        positions."""
        self.width = width
        self.desk.own[MOST_NODES] = self.desk.own[NODES] + positions if width else ANY
        self._failed = make_memo(self._memory // 2 if width else 0)

    @property
    def nodes(self) -> int:
        """The positions whose questions were looked at."""
        return self.nodes_before + sum(int(desk.own[NODES]) for desk in (self._narrow, *self._desks))

    def place_of(self, left: Position) -> ProverPosition:
        """A position of the rules as arrays."""
        lies = self.game.lies - np.array(left.labels, dtype=np.int8)
        return ProverPosition(np.array(left.candidates, dtype=np.int32), lies.astype(np.int8))

    def firsts(self, moves: Moves | None, only: int | None = None) -> NDArray[np.int32]:
        """The questions to try next: ``only`` that one, or those of :meth:`kinds`."""
        return self.kinds(moves) if only is None else np.array([only], dtype=np.int32)

    def kinds(self, moves: Moves | None) -> NDArray[np.int32]:
        """One question of each kind that the symmetries of the game leave that map each of the questions ``moves`` to
        itself; empty where they leave all, or hold no longer."""
        if moves is None or len(moves) >= _PLIES:
            return _EVERY
        if moves not in self._kinds:
            found = orbit_minima(self.game, range(self.game.question_count), moves)
            self._kinds[moves] = np.array(found if len(found) < self.game.question_count else (), dtype=np.int32)
        return self._kinds[moves]

    def within(self, place: ProverPosition, questions: int, among: NDArray[np.int32] = _EVERY) -> bool:
        """Whether a position is resolved within so many questions. ``among`` holds one first question of each kind that
        its symmetries leave; all where it is empty. Raises :class:`Stopped`."""
        if self._jobs == 1 or self.width:
            found = self._search(self.desk, place, questions, among)
        else:
            own = self.desk.own
            own[MOST_NODES] = own[NODES] + _QUICK
            found = self._search(self.desk, place, questions, among)
            own[MOST_NODES] = ANY
            if found == STOPPED and not self.brake.stopped:
                found = self._by_all(place, questions, among)
        if found == STOPPED:
            raise self._end()
        return found == YES

    def _by_all(self, place: ProverPosition, questions: int, among: NDArray[np.int32]) -> int:
        """:func:`~strategist.search.lies.prove_depth.within` by all threads: each runs the same search."""
        with ThreadPoolExecutor(self._jobs) as pool:
            found = set(pool.map(lambda desk: self._search(desk, place, questions, among), self._desks))
        if CHECKED:
            assert not self._marks.any(), "a thread has left a mark"
        found.discard(STOPPED)
        assert len(found) < 2, "threads contradict each other"
        return found.pop() if found else STOPPED

    def _search(self, desk: LiesScratch, place: ProverPosition, questions: int, among: NDArray[np.int32]) -> int:
        self.sit(place, desk)
        resume(desk)
        return within(self.arrays, desk, self.memo, 0, questions, among, _EVERY, self.width, self._failed)

    def _end(self) -> Exception:
        return Stopped() if self.brake.stopped else Exhausted()

    def out_of_reach(self, place: ProverPosition, questions: int, counted: LiesArrays | None = None) -> bool:
        """Whether counting proves that a position is not resolved within so many questions, by all bounds or those
        of ``counted``."""
        arrays = counted or self.arrays
        cells = np.bincount(place.left, minlength=arrays.lies + 1)[np.newaxis]
        return arrays.counts and plain(out_of_reach)(arrays, cells, 0, questions)

    def is_resolved(self, place: ProverPosition) -> bool:
        """Whether an announcement ends play at a position."""
        return self.arrays.solved < 0 and len(np.unique(self.arrays.kinds[place.secrets])) == 1

    def opening(self, place: ProverPosition, questions: int, whole: bool, only: int | None = None) -> int | None:
        """The first question of a tree that resolves a position within so many questions; None if there is no tree,
        or with a width, if it is not found.

        ``whole`` says that the symmetries of the game hold at the position; ``only`` is the one question to begin with.
        Raises :class:`Stopped`.
        """
        return None if questions <= 0 else self._asked(place, questions, () if whole else None, only)

    def _asked(self, place: ProverPosition, questions: int, moves: Moves | None, only: int | None = None) -> int | None:
        """:meth:`opening` where the questions ``moves`` have led from all secrets; None where no symmetries hold."""
        listed = self.best(place, questions, self.firsts(moves, only))
        return next((each for each in listed if self._does(place, questions, each, moves)), None)

    def best(self, place: ProverPosition, questions: int, among: NDArray[np.int32]) -> list[int]:
        """The questions that counting leaves, or as many as are tried at a position, the best first."""
        self.sit(place)
        found = np.empty(self.game.question_count, dtype=np.int32)
        listed = list_openings(self.arrays, self.desk, questions, among, found)
        return found[: min(listed, self.width or listed)].tolist()

    def _does(self, place: ProverPosition, questions: int, question: int, moves: Moves | None) -> bool:
        """Whether a question resolves a position within so many questions."""
        moves = None if moves is None else (*moves, question)
        weights = self.arrays.ranks[questions - 1]
        cells = sorted(self.cells(place, question).values(), key=lambda cell: -int(weights[cell.left].sum()))
        return all(self._is_resolved_within(cell, questions - 1, moves) for cell in cells)

    def _is_resolved_within(self, place: ProverPosition, questions: int, moves: Moves | None) -> bool:
        """:meth:`within`, question by question as long as symmetries leave one of each kind."""
        kinds = self.kinds(moves)
        if not len(kinds) or len(place.secrets) <= _SMALL or self.is_resolved(place) or questions <= 0:
            return self.within(place, questions, kinds)
        known = self._chosen.get(place.key)
        if known is not None and known[0] <= questions:
            return True
        question = self._asked(place, questions, moves)
        if question is not None:
            self._chosen[place.key] = questions, question
        if question is not None or not self.width:
            self.sit(place)
            bounds = (questions + 1, UNKNOWN) if question is None else (0, questions)
            keep_position(self.arrays, self.desk, self.memo, *bounds)
        return question is not None

    def choose_each(self, questions: int, asked: LiesAsked, chosen: NDArray[np.int32]) -> None:
        """Write a question for each of some positions that are resolved within so many questions into ``chosen``.
        Raises :class:`Stopped`."""
        self.desk.own[MOST_NODES] = ANY
        state = (self.arrays, self.desk, self.memo, questions, _EVERY, self.width, self._failed)
        least = choose_each(*state, asked.begins, asked.secrets, asked.lied, chosen)
        assert least != -1  # a tree within so many questions is proven
        if least < 0:
            raise Stopped

    def cells(self, place: ProverPosition, question: int) -> dict[Response, ProverPosition]:
        """What each response to a question leaves, by response, ascending; without the one that ends play."""
        cells = {each: self.cell(place, question, each) for each in np.flatnonzero(self.arrays.can[question]).tolist()}
        return {response: cell for response, cell in cells.items() if len(cell.secrets)}

    def cell(self, place: ProverPosition, question: int, response: Response) -> ProverPosition:
        """What a response to a question leaves that does not end play; there may be no candidate."""
        arrays = self.arrays
        truth = arrays.truth[question][place.secrets].astype(np.int32)
        if len(arrays.free):
            kept, left = given_by(arrays)[truth, response], place.left
        else:
            left = place.left - (truth != response)
            kept = left >= 0 if arrays.denies else (left >= 0) & (truth != arrays.solved)
        return ProverPosition(place.secrets[kept], left[kept].astype(np.int8))

    def sit(self, place: ProverPosition, desk: LiesScratch | None = None) -> None:
        """Put a position at level 0 of a desk."""
        desk, size = desk or self.desk, len(place.secrets)
        desk.candidates[0, :size] = place.secrets
        desk.left[0, :size] = place.left
        desk.size[0] = size

    def tree(self, place: ProverPosition, questions: int, opening: int | None) -> DecisionTree:
        """A tree that resolves a position within so many questions, beginning with a question of which that is proven,
        or with none where it is resolved.

        Raises :class:`Stopped`, and :class:`~strategist.common.errors.TooLargeError` for more than 2²⁴ slots.
        """
        self.desk.own[MOST_NODES] = ANY
        known: dict[bytes, _Node] = {}
        root = self._resolved(place, questions) if opening is None else self._node(place, questions, opening)
        guesses: list[int] = []
        masks: list[int] = []
        level: Sequence[tuple[_Node, int]] = [(root, questions)]
        while level:
            below: list[tuple[_Node, int]] = []
            for node, left in level:
                guesses.append(node.guess)
                masks.append(node.mask)
                for cell in node.cells:
                    key = cell.key
                    if key not in known:
                        known[key] = self._resolved(cell, min(left, node.questions) - 1)
                    below.append((known[key], left - 1))
            if len(guesses) + len(below) > MOST_SLOTS:
                raise TooLargeError(f"{self.game.spec}: expected a tree of at most {MOST_SLOTS} slots")
            level = below
        return DecisionTree(guesses, masks, self.game.response_count)

    def _resolved(self, place: ProverPosition, questions: int) -> _Node:
        """The node of a position that is resolved within so many questions."""
        game, arrays = self.game, self.arrays
        if self.is_resolved(place):
            return _Node(game.announcement(int(place.secrets[0])), 1 << game.response_count - 1, (), 0)
        if arrays.solved >= 0 and len(place.secrets) == 1:
            own = game.guesses.index(game.secrets[int(place.secrets[0])])
            return self._node(place, questions, own)
        if len(place.secrets) <= _SMALL:
            questions = next((fewer for fewer in range(1, questions) if self.within(place, fewer)), questions)
        self.sit(place)
        questions = min(questions, most_needed(arrays, self.desk, self._found))
        enough, question = self._chosen.get(place.key, (questions + 1, -1))
        if enough <= questions:
            return self._node(place, enough, question)
        # What one width has found, another may not find again.
        for width in dict.fromkeys((self.width, 0)):
            question = choose(arrays, self.desk, self.memo, questions, _EVERY, width, self._failed)
            if question >= 0:
                break
            self.sit(place)
        if question < 0:
            assert question == -2  # a tree within so many questions is proven
            raise Stopped
        return self._node(place, questions, question)

    def _node(self, place: ProverPosition, questions: int, question: int) -> _Node:
        cells = self.cells(place, question)
        mask = sum(1 << response for response in cells)
        if self.arrays.solved >= 0 and (self.arrays.truth[question][place.secrets] == self.arrays.solved).any():
            mask |= 1 << self.arrays.solved
        return _Node(question, mask, tuple(cells.values()), questions)


@dataclass(frozen=True)
class _Node:
    """A slot of a tree: its guess, its mask, the positions behind its responses, and how many questions suffice."""

    guess: int
    mask: int
    cells: tuple[ProverPosition, ...]
    questions: int
