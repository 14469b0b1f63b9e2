"""The search on top: it yields tasks and takes their results, whatever executor carries them out.

It goes through the guesses and sets at the top of the tree in one order, that of a search by one thread, and opens
tasks as long as somebody has room for them. A task is about all guesses at a set, or about the smaller cells of one
guess. One that has used up its positions comes back, and what is left of it is divided: the guess that it was at into
its cells, the other guesses into slices, and cells into smaller bunches. When little is left to open, work is opened
that may turn out to be for nothing.

All that comes back are facts: bounds that hold whoever proved them, under whatever budget, in whatever order. So the
cost at the end is the same, and the tree is extracted from costs alone.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np

from strategist.search.exact.solve import GLANCE, LOOK
from strategist.search.state.journal import least_nodes
from strategist.search.state.ledger import Ledger
from strategist.search.state.problem import INFEASIBLE_AT_STAKE, Problem
from strategist.search.state.record import SETS
from strategist.search.tasks.branch import Branch, Proof
from strategist.search.tasks.executor import Executor
from strategist.search.tasks.local_executor import Here
from strategist.search.tasks.search_tree import Bunch, Slice, TaskPosition, Try
from strategist.search.tasks.set_facts import learn, row_of
from strategist.search.tasks.task import AnyProof, AnyTask, CellsProof, CellsTask, Task, TaskProof, search_of
from strategist.search.tasks.workers import Workers

_ALONE_FROM = 1 << 21
"""Pairs of a candidate and a guess from which on a cell is a task of its own."""
_HERE_BELOW = 1 << 17
"""Sets of fewer pairs are proven here: to send them would take longer."""
_PARTS = 4
"""The number of parts into which the rest of a task is divided."""
_WAIT_SECONDS = 0.05


class Division:
    """The proof of the costs of some guesses, or of a set, by tasks."""

    _numbers = itertools.count()

    def __init__(self, workers: Workers, problem: Problem) -> None:
        self.workers = workers
        self.problem = problem
        self.search = search_of(problem)
        self.executor: Executor[AnyTask, AnyProof] = workers.executor or Here(workers, problem)
        self.ledger: Ledger | None = workers.ledger if workers.executor else None
        self._open: dict[int, Slice | Bunch] = {}
        self._full = False
        """Whether nobody has room for another task."""
        self._eager = False
        """Whether work is wanted that may turn out to be for nothing."""
        self._entered = False
        """Whether sets were looked at for the first time."""

    def prove_tries(
        self, branches: Sequence[Branch], ceiling: int, tell: Callable[[int, int, int, float], object]
    ) -> tuple[int, int]:
        """The least cost of any of the guesses at the set of all candidates if it is below ``ceiling``, and the first
        guess in their order that has it; else ``ceiling`` and -1.

        The bounds of the guesses that cost more hold up to that. ``tell`` is called with the least cost so far and
        its guess, -1 if there is none, the bound, and the share of the guesses that are settled.
        """
        tries = [Try(branch) for branch in branches]

        best, found = ceiling, -1

        def rank() -> None:
            nonlocal best, found
            cost, place = min(
                ((each.reached, place) for place, each in enumerate(tries)), default=(INFEASIBLE_AT_STAKE, -1)
            )
            if cost < ceiling:
                best, found = cost, place

        def limit(place: int) -> int:
            """Guesses before the best one count if they cost as much, those behind it if they cost less."""
            return best + (place < found)

        def settled(place: int) -> bool:
            return tries[place].bound >= limit(place) or tries[place].branch.solved

        def wanted() -> Iterator[tuple[Slice | Bunch, int]]:
            for place, each in enumerate(tries):
                if settled(place):
                    continue
                yield from self._of_cells(each, partial(limit, place))
                rank()
                if found < 0 and not settled(place) and not self._speculates(ceiling):
                    return

        def report() -> bool:
            for each in tries:
                each.gather(self._note)
            rank()
            share = sum(map(settled, range(len(tries)))) / max(1, len(tries))
            guess = tries[found].guess if found >= 0 else -1
            tell(best, guess, min((each.bound for each in tries), default=best), share)
            return share == 1 or not tries

        self._run(wanted, report)
        return best, tries[found].guess if found >= 0 else -1

    def prove_set(self, path: tuple[int, ...], candidates: np.ndarray, left: int, budget: int) -> Proof:
        """The cost of a set if it is below a budget, else the proof that it is not."""
        place = TaskPosition(path, candidates, left)

        def wanted() -> Iterator[tuple[Slice | Bunch, int]]:
            yield from self._of_place(place, lambda: budget)

        def report() -> bool:
            place.gather(self._note)
            return not place.want(budget)

        self._run(wanted, report)
        return Proof(place.bound, place.exact, place.reached, place.guess)

    def _run(self, wanted: Callable[[], Iterator[tuple[Slice | Bunch, int]]], report: Callable[[], bool]) -> None:
        """Open the tasks that are wanted, and take what they come to, until all is reported to be done."""
        workers = self.workers
        if self.ledger is not None and self.ledger.begin(self.search.costs.number):
            self.executor.begin(self.ledger.turn, self.search.costs, self.ledger.seed, self.ledger.everything)
        try:
            while not report() and not workers.stopped():
                opened = self._open_some(wanted)
                # There may have been nobody to take a task just now; asked again, somebody may have come.
                waits = self._open or self._full
                if not opened and not waits and not report() and not workers.stopped():
                    raise RuntimeError("a proof is left without tasks: this is a bug, please report it")
                for proof in self.executor.proofs(_WAIT_SECONDS) if waits else ():
                    self._take(proof)
                if self.executor.lost():
                    workers.brake.pull()
        finally:
            self._open.clear()
            self.executor.end()

    def _open_some(self, wanted: Callable[[], Iterator[tuple[Slice | Bunch, int]]]) -> bool:
        """Open tasks while there is room, and give up those that are not wanted any more; returns whether there was
        anything to do."""
        needed: set[int] = set()
        self._entered = False
        for eager in (False, True) if self.executor.divides else (False,):
            self._eager = eager
            self._full = self.executor.room(eager) <= 0
            for each, best in wanted():
                if each.number >= 0:
                    if best < each.asked:
                        each.asked = best
                        self.executor.tighten(each.number, best)
                elif not self._full and not self.workers.stopped():
                    self._open_one(each, best)
                    self._full = self.executor.room(eager) <= 0
                needed.add(each.number)
                if self._full and not self.executor.divides:
                    break
        for number in [number for number in self._open if number not in needed]:
            self._open.pop(number).number = -1
            self.executor.drop(number)
        return bool(self._open) or self._entered

    def _open_one(self, each: Slice | Bunch, best: int) -> None:
        number = each.number = next(self._numbers)
        each.asked = best
        self._open[number] = each
        workers = self.workers
        positions = workers.grain.positions() if self.executor.divides else 0
        least = least_nodes(workers.nodes())
        if isinstance(each, Slice):
            at = each.at
            told = at.path, at.candidates.astype(np.int32).tobytes(), at.left, at.budget, best, each.first, each.step
            self.executor.open(Task(number, self.search, *told, positions, least))
            return
        branch, each.places = each.of.branch, each.unknown
        cells = tuple(branch.cells[place].astype(np.int32).tobytes() for place in each.places)
        bounds = tuple(branch.bounds[place] for place in each.places)
        self.executor.open(
            CellsTask(number, self.search, branch.path, cells, bounds, branch.next_left, best, positions, least)
        )

    def _speculates(self, budget: int) -> bool:
        """Whether to look at guesses before it is known what the first one costs."""
        return self._eager and budget < self.problem.infeasible

    def _of_place(self, place: TaskPosition, budget: Callable[[], int]) -> Iterator[tuple[Slice | Bunch, int]]:
        """The tasks that are wanted for a set, in order. ``budget`` may fall while they are opened."""
        if not place.want(budget()):
            return
        if place.pieces is None:
            if self._full:
                return
            self._enter(place)
            self._entered = True
        waits = False
        for piece in place.pieces or ():
            place.want(budget())
            best = min(place.wanted, place.reached)
            if place.settled or piece.bound >= best:
                continue
            if isinstance(piece, Slice):
                if not piece.done and (not waits or self._speculates(place.wanted)):
                    yield piece, best
            elif not piece.branch.solved:
                yield from self._of_cells(piece, lambda: min(budget(), place.reached))
                place.gather(self._note)
                waits = waits or (piece.first and not piece.branch.solved and piece.bound < best)

    def _of_cells(self, each: Try, budget: Callable[[], int]) -> Iterator[tuple[Slice | Bunch, int]]:
        """The tasks that are wanted for the cells of a guess, the smallest cells first."""
        branch = each.branch
        if branch.cost >= budget():
            return
        if each.bunches is None:
            if self._full:
                return
            self._bunch(each, budget())
            self._entered = True
        bunches = each.bunches or []
        for bunch in bunches:
            if branch.cost >= budget():
                return
            if not bunch.done and bunch.unknown:
                yield bunch, bunch.room(budget())
                if not self._at_once(each, budget()):
                    return
        together = {place for bunch in bunches for place in bunch.places}
        for index in range(len(branch.cells)):
            if branch.exact[index] or index in together:
                continue
            if branch.cost >= budget():
                return
            yield from self._of_place(each.cell(index), partial(_room, branch, index, budget))
            each.gather(self._note)
            if not branch.exact[index] and not self._at_once(each, budget()):
                return

    def _at_once(self, each: Try, budget: int) -> bool:
        """Whether to look at all cells of a guess at once. Of a guess that some cells may refute, the rest can wait."""
        return not self.executor.divides or each.first or budget >= self.problem.infeasible or self._eager

    def _bunch(self, each: Try, budget: int) -> None:
        """Look at the cells of a guess for the first time: small ones are proven together, here if they are tiny."""
        branch, each.bunches = each.branch, []
        if not self.executor.divides:
            return
        questions = self.workers.source.question_count
        small = [
            place
            for place, cell in enumerate(branch.cells)
            if not branch.exact[place] and len(cell) * questions < _ALONE_FROM
        ]
        if sum(len(branch.cells[place]) for place in small) * questions >= _HERE_BELOW:
            each.bunches.append(Bunch(each, small))
            return
        for place in small:
            if branch.cost >= budget:
                return
            room = _room(branch, place, lambda: budget)
            proof = self.workers.solve(self.problem, branch.path, branch.cells[place], branch.next_left, room)
            branch.bounds[place] = max(branch.bounds[place], proof.bound)
            branch.exact[place] = branch.exact[place] or proof.exact

    def _enter(self, place: TaskPosition) -> None:
        """Look at a set for the first time: it may be known, or small; otherwise plan how it is proven."""
        workers, problem = self.workers, self.problem
        place.budget, place.pieces = place.wanted, []
        if self.executor.divides:
            proof = workers.glance(problem, place.path, place.candidates, place.left, GLANCE)
            place.bound, place.exact = max(place.bound, proof.bound), proof.exact
            if place.settled:
                return
            if len(place.candidates) * workers.source.question_count < _HERE_BELOW:
                proof = workers.solve(problem, place.path, place.candidates, place.left, place.wanted)
                place.bound, place.exact = max(place.bound, proof.bound), proof.exact
                # Stopped, it was not looked at.
                place.pieces = [] if place.settled else None
                return
        place.pieces = [Slice(place, 0, 1, place.bound)]

    def _try(self, place: TaskPosition, guess: int, first: bool) -> Try:
        branch = Branch(self.workers, self.problem, place.path, place.candidates, guess, place.left)
        for mode in (GLANCE, LOOK):
            branch.look(mode, min(place.wanted, place.reached))
        return Try(branch, first)

    def _take(self, proof: AnyProof) -> None:
        """Enter what a task came to. A task that was given up, or comes twice, may still have facts to tell."""
        workers = self.workers
        workers.nodes_elsewhere += proof.nodes
        workers.grain.note(proof)
        if proof.rows and self.ledger is not None:
            fresh = self.ledger.take(SETS.rows(proof.rows))
            if len(fresh):
                learn(self.problem, fresh)
                self.executor.share(fresh)
        each = self._open.pop(proof.number, None)
        if each is None:
            return
        each.number = -1
        if isinstance(each, Slice):
            assert isinstance(proof, TaskProof)
            self._take_guesses(each, proof)
        else:
            assert isinstance(proof, CellsProof)
            self._take_cells(each, proof)

    def _take_cells(self, each: Bunch, proof: CellsProof) -> None:
        branch = each.of.branch
        for place, bound, exact in zip(each.places, proof.bounds, proof.exact, strict=True):
            branch.bounds[place] = max(branch.bounds[place], bound)
            branch.exact[place] = branch.exact[place] or exact
        each.done = proof.finished
        if not proof.finished and not self.workers.stopped():
            # The cell that it was at is divided as a set, and the others among several.
            _, *rest = each.unknown
            each.done, each.places = True, []
            assert each.of.bunches is not None  # it is one of them
            each.of.bunches += [Bunch(each.of, some) for part in range(_PARTS) if (some := rest[part::_PARTS])]

    def _take_guesses(self, each: Slice, proof: TaskProof) -> None:
        place = each.at
        if proof.exact:
            place.reached, place.guess = proof.reached, proof.guess
            place.settle(proof.bound)
        if proof.reached < each.reached:
            each.reached, each.guess = proof.reached, proof.guess
        if proof.finished:
            each.bound, each.done = max(each.bound, proof.bound), True
        elif self.executor.divides:
            # Another slice that came back with this one may have settled the set: then nothing is left of it.
            if not place.settled:
                self._divide(each, proof)
        else:
            # Stopped: what was proven holds, and nobody goes on.
            each.bound = max(each.bound, proof.bound)
        place.gather(self._note)

    def _divide(self, each: Slice, proof: TaskProof) -> None:
        """Replace what is left of a slice by pieces of it."""
        place = each.at
        assert place.pieces is not None  # the slice is one of them
        # What a round of a few guesses proves holds for the guesses that it has listed.
        rest = place.bound if self.problem.width else max(each.bound, proof.bound)
        pieces: list[Slice | Try] = []
        begun = proof.next > each.first
        first = each.first == 0 and proof.next <= each.step
        if proof.doing >= 0 and not self.workers.stopped():
            pieces.append(self._try(place, proof.doing, first))
        if begun:
            parts = 1 if first else _PARTS
            for part in range(parts):
                pieces.append(Slice(place, proof.next + part * each.step, parts * each.step, rest))
            each.bound, each.done = max(rest, proof.best), True
        else:
            each.bound = max(each.bound, rest)
        at = place.pieces.index(each)
        place.pieces[at + 1 : at + 1] = pieces

    def _note(self, place: TaskPosition) -> None:
        """Enter a set that tasks have settled into the ledger, and the guesses that were refuted there."""
        if self.ledger is None or self.workers.game.restricts:
            # If the rules restrict guesses, the name of a set depends on the guesses before it.
            return
        problem, seed, told = self.problem, self.ledger.seed, []
        for piece in place.pieces or ():
            if isinstance(piece, Try) and not piece.noted and piece.bound >= min(place.reached, place.wanted):
                piece.noted = True
                bound = min(piece.bound, problem.infeasible)
                told.append(row_of(problem, seed, place.candidates, place.left, bound, False, piece.guess))
        if place.settled:
            told.append(row_of(problem, seed, place.candidates, place.left, place.bound, place.exact))
            place.pieces = []
        if told:
            rows = np.concatenate(told)
            learn(problem, rows)
            self.ledger.enter(rows)
            self.executor.share(rows)


def _room(branch: Branch, index: int, budget: Callable[[], int]) -> int:
    """What one cell may cost if the guess is to cost less than the budget."""
    return budget() - (branch.cost - branch.bounds[index])
