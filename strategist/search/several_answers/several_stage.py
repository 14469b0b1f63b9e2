"""One search for the least cost of a position: trees to begin with, rising budgets, and what is proven in the end."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from fractions import Fraction

from strategist.model.game import Answer, Game
from strategist.search.several_answers.several_arrays import (
    BEGUN,
    BEST,
    BRIEF,
    BUDGET,
    COUNT,
    ENDLESS,
    FIXED,
    FULL,
    LISTED,
    MOST,
    NODES,
    OPENING,
    RESULT,
    WIDTH,
    SeveralScratch,
    make_memo,
)
from strategist.search.several_answers.several_costs import LARGE
from strategist.search.several_answers.several_desks import Found, SeveralDesks, StagePosition, What
from strategist.search.several_answers.several_memo import EXACT, LOWER, NEVER, least_of
from strategist.search.several_answers.several_questions import STOPPED
from strategist.search.several_answers.several_words import residue
from strategist.search.several_answers.solve_several import GREEDY, PROVE, begin, choose, search
from strategist.search.tasks.supervise import StopSignal

_WIDTHS = (1, 2, 3)
"""The questions that greedy trees try at each position."""
_MOST_GREEDY = 1 << 14
"""The positions that a wider greedy search may take at least."""
_MOST_FILLED = 1 << 10
"""The positions that may be searched to fill in what others have not told of one."""
_STEPS, _MOST_STEPS = 16, 256
"""Budgets rise by a part of what is open, or of the best cost."""
_MOST_BELOW = 10**6
"""The largest denominator that is looked for: doubles tell fractions with lesser ones apart."""

ALONE = 1 << 12
"""As long as a budget takes no more positions, one thread searches."""

Elsewhere = Callable[["SeveralStage", int, Found], int]
"""Lets other processes search for the least cost below a budget of trees that begin with one question, -1 for any, and
the memo learn what they have found; returns the kind of what is known in the end."""
Recorded = Callable[["SeveralStage"], AbstractContextManager[None]]
"""Opens the record of what a search proves, and closes it."""


class SeveralStage(SeveralDesks):
    """The search for the tree that is best in one respect.

    ``memory`` is the bytes that the memo may take, and ``jobs`` the number of threads: all of them run the same search
    (:mod:`~strategist.search.several_answers.sharing.several_marks`), perhaps with other processes ``beside`` them, or
    after those ``elsewhere``. ``recorded`` opens the record of a search, in which desks log what is proven; None for
    none. ``nodes`` is the number of positions that a proof may examine once there is a first tree, by one thread; None
    for any.
    """

    def __init__(
        self,
        game: Game,
        answers: Sequence[Sequence[Sequence[Answer]]],
        what: What,
        *,
        brake: StopSignal,
        memory: int,
        jobs: int = 1,
        beside: bool = False,
        elsewhere: Elsewhere | None = None,
        recorded: Recorded | None = None,
        nodes: int | None = None,
    ) -> None:
        logged = recorded is not None
        super().__init__(game, answers, what, brake=brake, memory=memory, jobs=jobs, logged=logged, beside=beside)
        sums = what.sums
        self._elsewhere, self._recorded = elsewhere, recorded
        self.best: Found | None = None
        self.bound = self.counted = Found((0.0,) * len(sums), (0,) * len(sums), 0)
        """What is proven of the first position, as a vector; and what was known of each part of it at once."""
        self.opening = -1
        self.part: SeveralStage | None = None
        """The search for the first sum alone, where others follow and it does not ask what masses are."""
        if self.arrays.spares and self.arrays.massed:
            self.part = SeveralStage(
                game,
                answers,
                What(sums[:1], limit=what.limit),
                brake=brake,
                memory=memory,
                jobs=jobs,
                beside=beside,
                elsewhere=elsewhere,
                recorded=recorded,
                nodes=nodes,
            )
        self.closed = False
        """Whether the least cost is known."""
        self._width = 1
        self._budget: Found | None = None
        self._most_nodes = nodes
        self._searching: Sequence[SeveralScratch] = ()
        """The desks on which a kernel searches for the least cost now."""
        self._takes_long = False
        """Whether a budget took more positions than one thread searches alone."""

    def choose(self, place: StagePosition, mode: int = PROVE) -> int:
        """The question that a tree asks at a position: see
        :func:`~strategist.search.several_answers.solve_several.choose`."""
        while True:
            self.sit(place)
            chosen = choose(self.arrays, self.desk, self.memo_for(mode), place.left, mode)
            if not self.grown(mode):
                return chosen

    def run(self, root: StagePosition, only: int = -1) -> int:
        """Find the least cost of a position, with ``only`` one question to begin with, or -1 for all: the kind of
        what is known of it in the end. ``best`` is the cost of the best tree, and ``opening`` its question, -1 for
        what ``GREEDY`` chooses."""
        kind = self._run(root, only)
        # What is asked later, for the tree and for a certificate, is not counted.
        self.desk.own[MOST] = ENDLESS
        self.closed = kind == EXACT
        return kind

    def _run(self, root: StagePosition, only: int) -> int:
        kind = self._known(root)
        if kind != LOWER and (only < 0 or (kind == NEVER and not self.arrays.asks)):
            return kind
        # What a journal knows of all trees is no cost of one that begins with a question that tells nothing.
        self.best = None
        kind = self._first_tree(root, only)
        if kind != EXACT:
            return kind
        if self.part is not None and not self._learn_part(self.part, root, only):
            return -1
        if self._most_nodes is not None:
            spent = 0 if self.part is None else self.part.nodes
            self.desk.own[MOST] = self.desk.own[NODES] + self._most_nodes - spent
        while (budget := self._next_budget()) is not None:
            kind = self._prove(root, only, budget)
            if kind != LOWER:
                return kind
            self.bound = budget
        assert self.best is not None  # the first tree
        # A tree of the same cost is allowed.
        return self._prove(root, only, self.best._replace(depth=self.best.depth + 1))

    def _first_tree(self, root: StagePosition, only: int) -> int:
        """Find a tree to begin with: greedy ones that try more and more questions at each position, as long as that
        takes not much longer."""
        desk, most = self.desk, 0
        for width in _WIDTHS if self.arrays.weak else _WIDTHS[:1]:
            before, rough = int(desk.own[NODES]), self.rough
            if width > 1:
                self.rough = make_memo(self.arrays.parts, len(rough.words).bit_length() - 1)
            desk.own[WIDTH], desk.own[MOST] = width, before + most if most else ENDLESS
            while True:
                self.sit(root)
                self.allow(self.best)
                kind = search(self.arrays, desk, self.memo_for(GREEDY), root.left, only, GREEDY)
                if kind >= 0 or not self.grown(GREEDY):
                    break
            if kind == EXACT:
                self.best = self.read(RESULT)
            elif width > 1:
                # The tree that is known stands in the memo of its own width.
                self.rough = rough
                desk.own[WIDTH] = self._width
            if width == 1 and kind != EXACT:
                return kind
            if kind == EXACT:
                self._width = width
            elif kind < 0:
                break
            most = most or _MOST_GREEDY + (int(desk.own[NODES]) - before)
        desk.own[MOST] = ENDLESS
        return EXACT

    def _learn_part(self, part: SeveralStage, root: StagePosition, only: int) -> bool:
        """Search for the first sum alone, whose positions have no masses; returns whether that was not stopped."""
        with nullcontext() if self._recorded is None else self._recorded(part):
            kind = part.run(root, only)
        self.learn(part)
        value = (
            part.best.sums[0]
            if kind == EXACT and part.best is not None
            else math.ceil(part.rounded(part.least_open()) - 1e-6)
        )
        if value > self.bound.sums[0]:
            self.bound = Found((value, *self.bound.sums[1:]), (int(value), *self.bound.residues[1:]), self.bound.depth)
        return kind == EXACT

    def learn(self, part: SeveralStage) -> None:
        """Take over what a search for the first sum alone has proven."""
        names, least = least_of(part.memo)
        self.desks = [desk._replace(part_names=names, part_least=least) for desk in self.desks]
        self.desk = self.desks[0]

    def _next_budget(self) -> Found | None:
        """What a tree may not cost, of which that is to be proven next; None where a tree of the best cost is next.

        Budgets rise towards the best cost, so that a search that is stopped has proven the last of them; the memo keeps
        what each of them has proven. It takes less time, too: positions that cost much are refuted by small budgets.
        """
        least, best = self.bound, self.best
        assert best is not None  # the first tree
        if self.arrays.loses or not self.arrays.weak:
            return None
        if not self.arrays.parts:
            depth = max(least.depth, 0) + 1
            return Found((), (), depth) if depth < best.depth else None
        zeros = (0,) * (self.arrays.parts - 1)
        counts = self.arrays.part[0] == COUNT
        if counts and self.part is not None:
            # The first sum is known.
            step = max(1.0, math.ceil(least.sums[1] / _STEPS))
            value = math.floor(least.sums[1]) + step
            same = best.sums[0] == least.sums[0]
            if same and value >= best.sums[1]:
                return None
            return Found((least.sums[0], value, *zeros[1:]), (least.residues[0], int(value), *zeros[1:]), -LARGE)
        if counts:
            value = round(least.sums[0]) + 1
        else:
            step = max((best.sums[0] - least.sums[0]) / _STEPS, best.sums[0] / _MOST_STEPS)
            value = least.sums[0] + step
        if value >= best.sums[0]:
            return None
        return Found((float(value), *map(float, zeros)), (residue(Fraction(value)), *zeros), -LARGE)

    def _prove(self, root: StagePosition, only: int, budget: Found) -> int:
        """Find the least cost of a position below a budget, or prove that there is none."""
        self._budget = budget
        for desk in self.desks:
            # What is noted of questions there holds for an earlier budget, or for greedy trees.
            desk.own[BEGUN] = desk.own[LISTED] = 0
        # Budgets rise: once one took longer, those behind it do, too.
        if (len(self.desks) > 1 or self._elsewhere is not None) and not self._takes_long:
            own, most = self.desk.own, self.desk.own[MOST]
            own[MOST] = min(most, own[NODES] + ALONE)
            kind = self._search(self.desks[:1], root, only, budget)
            own[MOST] = most
            if kind >= 0 or self.brake.stopped:
                return kind
            self._takes_long = True
        if self._elsewhere is not None:
            kind = self._elsewhere(self, only, budget)
            # A tree has to be found here: what took long to prove stands in the memo by now.
            if kind in (STOPPED, LOWER):
                return kind
        return self._search(self.desks, root, only, budget)

    def search_for(self, root: StagePosition, only: int, budget: Found) -> int:
        """What all threads find of a position below a budget, with ``only`` one question to begin with, or -1 for all:
        the kind of what is known in the end. The cost of a tree that was found is ``best``."""
        self.best, self.opening = None, -1
        return self._search(self.desks, root, only, budget)

    def _search(self, desks: Sequence[SeveralScratch], root: StagePosition, only: int, budget: Found) -> int:
        """Find the least cost of a position below a budget, on some desks: all run the same search."""
        while True:
            for desk in desks:
                self.sit(root, desk)
                self.allow(budget, desk)
                desk.own[OPENING] = -1
            self._searching = desks
            kinds = self.search_on(desks, root.left, only)
            self._searching = ()
            kind = max(kinds)
            # Whoever was stopped may have found a tree, which is below the budget.
            ended = [desk for desk, each in zip(desks, kinds, strict=True) if each == kind]
            found = [(self.read(RESULT if kind == EXACT else BEST, desk), int(desk.own[OPENING])) for desk in ended]
            found = [each for each in found if kind == EXACT or (kind < 0 and each[1] >= 0)]
            if found:
                self.best, self.opening = min(found, key=lambda each: _in_order(each[0]))
            if kind >= 0 or not self.grown():
                return kind

    def note(self, found: Found, opening: int) -> None:
        """Note the cost of a tree and the question that it begins with, if that looks less than the best one so far."""
        if self.best is None or _in_order(found) < _in_order(self.best):
            self.best, self.opening = found, opening

    def fill_in(self, place: StagePosition) -> None:
        """Search the cheap positions below a position into the memo: expensive ones came from other processes."""
        self.sit(place)
        self.desk.own[BRIEF] = 0
        known = begin(self.arrays, self.desk, self.memo, place.left)
        best = self.read(RESULT)
        own = self.desk.own
        own[MOST] = own[NODES] + _MOST_FILLED
        self.sit(place)
        self.allow(best._replace(depth=best.depth + 1) if known == EXACT else None)
        search(self.arrays, self.desk, self.memo_for(PROVE), place.left, -1, PROVE)
        own[MOST], own[FULL] = ENDLESS, 0

    def refute(self, place: StagePosition, question: int, budget: Fraction) -> None:
        """Let the memo learn that no tree which begins with a question costs less than a budget, if that is so.

        The budget is one of the first sum, or of the depth if there is none. Where a secret may give several answers,
        it is relative to the mass of the lowest secret.
        """
        desk = self.desk
        while True:
            self.sit(place)
            desk.value[BUDGET], desk.value_r[BUDGET], desk.slack[BUDGET] = 0.0, 0, 0.0
            desk.depth[BUDGET] = -LARGE
            if self.arrays.parts:
                desk.value[BUDGET, 0], desk.value_r[BUDGET, 0] = float(budget), residue(budget)
            else:
                desk.depth[BUDGET] = int(budget)
            desk.own[OPENING] = -1
            kind = search(self.arrays, desk, self.memo_for(PROVE), place.left, question, PROVE)
            if kind >= 0 or not self.grown():
                return

    def at_least(self, place: StagePosition) -> tuple[int, float | Fraction]:
        """What is known of a position without a search: its kind, and a lower bound, as a budget of :meth:`refute`; a
        fraction where its residue tells which one the double stands for."""
        self.sit(place)
        self.desk.own[BRIEF] = 0
        kind = begin(self.arrays, self.desk, self.memo, place.left)
        if kind == NEVER:
            return kind, 0.0
        found = self.read(RESULT)
        if found.sums and self.arrays.part[0] != COUNT:
            whole = Fraction(found.sums[0]).limit_denominator(_MOST_BELOW)
            if residue(whole) == found.residues[0]:
                return kind, whole
        return kind, self.rounded(found)

    def _known(self, root: StagePosition) -> int:
        self.sit(root)
        self.desk.own[BRIEF] = 0
        kind = begin(self.arrays, self.desk, self.memo, root.left)
        if kind != NEVER:
            found = self.bound = self.counted = self.read(RESULT)
            if kind == EXACT:
                self.best = found
        return kind

    def first_of_best(self) -> float | None:
        """The first figure of the best tree so far, also while kernels run; None if there is none."""
        best = [] if self.best is None else [self.best]
        best += [self.read(BEST, desk) for desk in self._searching if desk.own[OPENING] >= 0]
        return min((found.sums[0] if found.sums else found.depth for found in best), default=None)

    def least_open(self) -> Found:
        """What the root costs at least, as a vector, after a search was stopped."""
        # Questions that are not open cost as much as the budget, or as the best tree.
        ends = [each for each in (self._budget, self.best) if each is not None]
        found = [self.bound]
        for desk in self.desks:
            rows = [FIXED + at for at in range(int(desk.own[BEGUN]), int(desk.own[LISTED]))]
            if rows and self._budget:
                found.append(min([*(self.read(row, desk) for row in rows), *ends], key=_in_order))
        # What counting says of the root holds in any case.
        return max(found, key=_in_order)

    @property
    def nodes(self) -> int:
        """The positions searched."""
        here = sum(int(desk.own[NODES]) for desk in self.desks)
        return here + (self.part.nodes if self.part is not None else 0)


def _in_order(found: Found) -> tuple[tuple[float, ...], int]:
    return found.sums, found.depth
