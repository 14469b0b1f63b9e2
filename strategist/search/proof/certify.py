"""Write the certificate of a finished search: the evidence for its lower bound.

The search has proven the bound, but not in a form that can be checked. So the proof is written again from the top,
largest sets first. At each position every guess must cost at least the demanded bound, by counting alone or because of
its cells. If counting is not enough, the guess demands bounds of its cells until their sum is enough: first of cells
that have demands already, then of small cells. The search knows the cost of a cell, or finds it again with its memo.
The arithmetic is the checker's own (:class:`strategist.check.Ground`), so both agree on which guesses need a proof.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from strategist.check import Ground, Images
from strategist.choosing.heuristics import Strategy
from strategist.choosing.lines import ShortestLine
from strategist.choosing.searched import Optimal
from strategist.errors import SpecError, TooLargeError
from strategist.files.certificate import Certificate, Entries
from strategist.game import Game
from strategist.search.kernels.symmetry import fixing
from strategist.search.options import Progress
from strategist.search.position import Start
from strategist.search.proof.memory import resident_bytes
from strategist.search.proof.problem import INFEASIBLE, STOP
from strategist.search.proof.supervise import Brake, supervise
from strategist.search.proof.workers import Workers
from strategist.sizes import format_size
from strategist.solitaire import AnyGame


@dataclass
class Certified:
    """A certificate, and the number of guesses that it leaves unrefuted: 0, unless the search was wrong."""

    certificate: Certificate
    gaps: int


@dataclass
class _Entry:
    """A position that the proof needs: the bound that it must reach, and the guesses and response that lead to it."""

    bound: int
    path: tuple[int, ...]
    parent: bytes
    response: int
    group: int = 0


def refuse_uncertifiable(game: AnyGame, strategy: Strategy | ShortestLine) -> None:
    """Raise :class:`~strategist.errors.SpecError` for a search whose bound no certificate can state."""
    if not isinstance(strategy, Optimal) or not isinstance(game, Game):
        raise SpecError(
            f"a certificate is for optimal(total) or optimal(depth) of a game, got {strategy.spec} of {game.spec}"
        )
    objective = strategy.objectives[0]
    if game.restricts or game.turns is not None:
        raise SpecError(f"no certificate for {game.spec}: expected a game without turns or restricted guesses")
    if strategy.restrictions():
        raise SpecError(
            f"no certificate under restrictions: expected {strategy.name}({objective}), got {strategy.spec}"
        )


def certify(
    workers: Workers, objective: str, bound: int, closed: bool, start: Start, progress: Progress | None = None
) -> Certified:
    """The certificate that every strategy from ``start`` on needs at least ``bound``.

    ``workers`` have proven the bound, the least cost if the search is ``closed``; they search again for bounds that
    their memo has lost. ``progress`` gets the size
    of the sets that come next, and the share of the work that this size stands for. Raises
    :class:`~strategist.errors.TooLargeError` beyond the memory that the workers' options allow.
    """
    # The search is finished: a stop that was meant for other work must not stop this work.
    brake = workers.brake = Brake(workers.shared)
    workers.shared[STOP] = 0
    told = [1, 1]

    def tick() -> None:
        if progress is not None:
            size, whole = told
            progress(1 - size / whole, {"size": size})

    def note(size: int, whole: int) -> None:
        told[:] = size, whole

    with ThreadPoolExecutor(workers.options.jobs) as workers.pool:
        return supervise(lambda: _Scribe(workers, objective, bound, closed, start).certified(bound, note), brake, tick)


class _Scribe:
    """The positions demanded so far, by size. All positions of one size are settled before any smaller one."""

    def __init__(self, workers: Workers, objective: str, bound: int, closed: bool, start: Start) -> None:
        game = workers.game
        secrets = [game.secrets[index] for index in start.candidates.tolist()]
        table = workers.table()
        self.workers, self.start = workers, start
        # For the depth the problem is whether one guess less is enough.
        self.problem = workers.problem(1, 0, None) if objective == "total" else workers.problem(0, 0, max(1, bound - 1))
        self.objective = objective
        self.closed = closed
        self.ground = Ground(
            game, secrets, table, objective, workers.source.guess_of_secret, of_any_game=closed
        )
        self.plain = 2 if game.secrets_are_questions else 1
        """Up to this number of secrets, counting gives the exact cost."""
        self.symmetric = game.code_symmetry is not None and not start.history
        self.symmetries: list[bytes] = []
        self.images = Images(game, self.symmetries)
        self.number_of: dict[bytes, int] = {}
        self.groups: dict[tuple[int, ...], int] = {}
        self.group_of_path: dict[tuple[int, ...], int] = {}
        self.demanded: list[dict[bytes, _Entry]] = [{} for _ in range(len(secrets) + 1)]
        self.proven: dict[bytes, int] = {}
        self.gaps = 0

    def certified(self, bound: int, note: Callable[[int, int], object]) -> Certified:
        whole = self.ground.name(np.arange(len(self.ground.candidates)))
        self.demanded[-1][whole] = _Entry(bound, (), b"", 0)
        for size in range(len(self.demanded) - 1, 0, -1):
            for name, entry in self.demanded[size].items():
                self._heed_the_brake()
                self._settle(name, entry)
            self._stay_within_memory()
            note(size, len(self.demanded) - 1)
        return Certified(self._write(whole), self.gaps)

    def _heed_the_brake(self) -> None:
        if self.workers.stopped():
            raise KeyboardInterrupt("no certificate is written")

    def _stay_within_memory(self) -> None:
        cap = self.workers.options.memory
        if cap is not None and (held := resident_bytes()) > cap:
            raise TooLargeError(
                f"memory: the certificate needs more than {format_size(cap)}, {format_size(held)} so far"
            )

    def _settle(self, name: bytes, entry: _Entry) -> None:
        """Demand the bounds that this entry needs from the cells of every guess."""
        ground = self.ground
        candidates = ground.members(name)
        if entry.bound <= ground.least[len(candidates)]:
            return
        guesses = ground.open_guesses(candidates, entry.bound)
        if self.symmetric and len(guesses):
            entry.group = self._group(entry.path)
            if entry.group:
                members = list(self.groups)[entry.group - 1]
                guesses = guesses[self.images.lowest(members)[guesses] == guesses]
        if len(guesses):
            for guess, cells in ground.split(candidates, guesses):
                demand = self._demand_depth if self.objective == "depth" else self._demand_total
                if not demand(name, entry, guess, cells):
                    self.gaps += 1

    def _demand_total(self, name: bytes, entry: _Entry, guess: int, cells: list[tuple[int, bytes]]) -> bool:
        """Raise the bounds of cells until their sum is enough; returns whether it is."""
        ground = self.ground
        missing = entry.bound - ground.size(name)
        bounds = []
        for response, cell in cells:
            size = ground.size(cell)
            known = self.demanded[size].get(cell)
            low = int(ground.least[size]) if known is None else known.bound
            missing -= low
            bounds.append((size, low, response, cell))
        path = (*entry.path, guess)
        for size, low, response, cell in sorted(bounds):
            if missing <= 0:
                break
            if size <= self.plain:
                continue
            gain = min(missing, self._cost(path, cell, low + missing) - low)
            if gain > 0:
                self._demand(cell, low + gain, path, name, response)
                missing -= gain
        return missing <= 0

    def _demand_depth(self, name: bytes, entry: _Entry, guess: int, cells: list[tuple[int, bytes]]) -> bool:
        """Demand of one cell that it needs one guess less than the whole set; returns whether some cell does."""
        ground, needed = self.ground, entry.bound - 1
        for _, cell in cells:
            size = ground.size(cell)
            known = self.demanded[size].get(cell)
            if max(int(ground.least[size]), known.bound if known else 0) >= needed:
                return True
        path = (*entry.path, guess)
        for response, cell in sorted(cells, key=lambda each: len(each[1])):
            if ground.size(cell) > self.plain and self._cost(path, cell, needed) >= needed:
                self._demand(cell, needed, path, name, response)
                return True
        return False

    def _demand(self, cell: bytes, bound: int, path: tuple[int, ...], parent: bytes, response: int) -> None:
        of_size = self.demanded[self.ground.size(cell)]
        if cell in of_size:
            of_size[cell].bound = bound
        else:
            of_size[cell] = _Entry(bound, path, parent, response)

    def _cost(self, path: tuple[int, ...], cell: bytes, wanted: int) -> int:
        """The cost of a cell, or a proven bound of at least ``wanted``, from the search."""
        known = self.proven.get(cell, 0)
        if known < 0:
            return -known
        if known < wanted:
            candidates = self.ground.members(cell).astype(np.int32)
            if self.objective == "depth":
                # A search under a limit proves that one guess less is not enough, or proves nothing.
                proof = self.workers.solve(self.problem, path, candidates, wanted - 1, 1)
                known = wanted if not proof.exact and proof.bound >= INFEASIBLE else 0
            else:
                proof = self.workers.solve(self.problem, path, candidates, 0, wanted)
                # An exact cost is kept as a negative number, because searching again cannot improve it.
                known = -proof.bound if proof.exact else proof.bound
            self._heed_the_brake()
            self.proven[cell] = known
        return abs(known)

    def _group(self, path: tuple[int, ...]) -> int:
        """The number of the group that fixes all guesses of a path, from 1; 0 for none."""
        if path not in self.group_of_path:
            game = self.workers.game
            assert game.code_symmetry is not None
            guesses = [game.guesses[guess] for guess in path]
            found = fixing(game.code_symmetry, guesses, len(game.guesses[0]), self.workers.source.symbols)
            numbers = sorted({self._number(bytes(each)) for each in found})
            self.group_of_path[path] = self.groups.setdefault(tuple(numbers), len(self.groups) + 1) if numbers else 0
        return self.group_of_path[path]

    def _number(self, symmetry: bytes) -> int:
        if symmetry not in self.number_of:
            self.number_of[symmetry] = len(self.symmetries)
            self.symmetries.append(symmetry)
        return self.number_of[symmetry]

    def _write(self, whole: bytes) -> Certificate:
        """All entries breadth-first, each below the one that demanded it first."""
        below: dict[bytes, list[tuple[int, int, bytes]]] = {}
        demanded = {name: entry for of_size in self.demanded for name, entry in of_size.items()}
        for name, entry in demanded.items():
            if entry.path:
                below.setdefault(entry.parent, []).append((entry.path[-1], entry.response, name))
        order = [whole]
        children = []
        for name in order:
            found = sorted(below.get(name, ()))
            children.append(len(found))
            order.extend(each for _, _, each in found)
        names = self.workers.guess_names
        listed = [demanded[name] for name in order]
        entries = Entries(
            np.array(children, dtype=np.int64),
            np.array([int(names[entry.path[-1]]) if entry.path else 0 for entry in listed], dtype=np.int64),
            np.array([entry.response for entry in listed], dtype=np.int64),
            np.array([entry.bound for entry in listed], dtype=np.int64),
            np.array([entry.group for entry in listed], dtype=np.int64),
        )
        past = tuple((self.workers.game.guesses[guess], response) for guess, response in self.start.history)
        symmetries, groups = tuple(self.symmetries), tuple(self.groups)
        return Certificate(self.workers.game, self.objective, entries, symmetries, groups, past)
