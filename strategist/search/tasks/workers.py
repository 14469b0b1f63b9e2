"""The workers of one exact search: the arrays that describe the game, and what is minimised.

:mod:`~strategist.search.run.objectives` decides what to search for, :mod:`~strategist.search.exact.solve` searches
one set of candidates, and :mod:`~strategist.search.tasks.threads` hands sets to threads. All of it runs under
:func:`~strategist.search.tasks.supervise.supervise`, so Ctrl-C and the time limit can stop it at any point.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.common.errors import TooLargeError
from strategist.model.game import Game
from strategist.search.bounds.counting import even_questions, least_costs, least_questions
from strategist.search.bounds.lost import surely_gone
from strategist.search.bounds.spread import room_of
from strategist.search.bounds.spread_twice import room_of_two
from strategist.search.bounds.stakes import NO_STAKES, make_stakes
from strategist.search.exact import marks
from strategist.search.exact.results import name_of
from strategist.search.exact.visit import guess_word
from strategist.search.kernels.cells.circuit import BLOCK_WORDS
from strategist.search.kernels.numba.jit import plain
from strategist.search.kernels.responses.peg_codes import make_codes
from strategist.search.kernels.responses.responses import TABLE, response_table, responses_of, transpose
from strategist.search.kernels.symmetry.same_guesses import first_guesses, no_group, representatives
from strategist.search.state.memo import MOST_WORTH
from strategist.search.state.memory import Costs, MemoRoom, desk_bytes, holds_table, refuse_large_search
from strategist.search.state.options import Options
from strategist.search.state.problem import (
    GUESS_MASK,
    INFEASIBLE,
    INFEASIBLE_AT_STAKE,
    LEAST_NODES,
    NEVER,
    RECALLED,
    SYMMETRY,
    Problem,
    Scratch,
    all_planes,
    make_desk,
)
from strategist.search.state.random_words import word_generator
from strategist.search.state.result_log import BOUND, CHECK, KEY, LEFT, RING_ROWS, SIZE, WORTH, make_ring, recall
from strategist.search.state.start import Subgame
from strategist.search.state.thread_marks import MARKS
from strategist.search.tasks.progress_state import SearchProgress
from strategist.search.tasks.supervise import StopSignal
from strategist.search.tasks.threads import Threads, reached_on

_PAIRED_FROM, _PAIRED_FOR_DEPTH_FROM = 10_000, 1_000
"""From so many secrets on it pays to know how evenly two guesses spread them; for a depth alone, from fewer. Totals of
sizes between examine up to a tenth more positions with it (Mastermind 6×4, 4×9), larger ones have a bound sooner: 5×7
comes to 84,123 in 39 seconds, and without it to 83,197."""
_MOST_PAIRED = 1 << 28
"""So many pairs of guesses times secrets are worth a look before a search: a few seconds."""


class Workers(Threads):
    """The threads that search one game or a position of it, and the arrays that they share.

    Secrets and guesses are given by their indices in the subgame; ``secrets`` and ``guess_names`` hold the indices of
    its secrets and guesses in the game. ``past`` holds the guesses made before, if they restrict the others. What takes
    long to prove is ``logged`` if others are to hear of it; a journal needs that, too.
    """

    def __init__(
        self,
        game: Game,
        subgame: Subgame,
        options: Options,
        brake: StopSignal,
        candidates_only: bool = False,
        past: tuple[int, ...] = (),
        logged: bool = False,
    ) -> None:
        self.game = game
        self.past = past
        self.secrets, self.guess_names = subgame.secrets, subgame.guesses
        super().__init__(options, brake)
        self.candidates_only = candidates_only
        self.source = subgame.source
        count, guesses = len(subgame.secrets), self.source.question_count
        self.count = count
        if guesses > GUESS_MASK:
            raise TooLargeError(f"{game.spec}: expected at most {GUESS_MASK} guesses in a search, got {guesses}")
        refuse_large_search(game, count, guesses)
        self.group = subgame.group if options.techniques & SYMMETRY else no_group()
        self.planes, self.plane_rows = all_planes(self.source)
        self.codes, self.response_of_pair = make_codes(self.source)
        if self.source.kind == TABLE:
            # Kernels read runs of responses by their addresses.
            self.rows = np.ascontiguousarray(self.source.columns)
            self.answers = np.empty(self.rows.shape[::-1], dtype=self.rows.dtype)
            transpose(self.rows, self.answers)
        else:
            # Secrets and guesses are the same codes in the same order, and every response is symmetric in the two.
            held = holds_table(game, count)
            self.rows = self.answers = response_table(self.source, False) if held else np.empty((0, 0), dtype=np.uint8)
        self.words = word_generator(game, 0).integers(0, 2**64, size=(count, 2), dtype=np.uint64)
        words = len(self.planes) * BLOCK_WORDS
        # Where others help, a single thread has to know what is left to them.
        self._marks = MARKS if options.jobs > 1 or logged else 0
        ring_rows = RING_ROWS if options.journal or logged else 0
        self._desk = partial(
            make_desk, self.group, self.source, self.plane_rows, count, guesses, words, ring_rows, len(past)
        )
        self.weights, self.costs = _stakes_of(game, subgame)
        self.kinds: NDArray[np.int32] | None = None
        """The class of each secret, numbered from 0; None where secrets have no classes."""
        self.leaves = count
        """The leaves that a tree needs at least: one for each secret, or one for each class."""
        if game.classes is not None:
            found, kinds = np.unique(np.array(game.classes, dtype=np.int32)[subgame.secrets], return_inverse=True)
            self.kinds, self.leaves = kinds.astype(np.int32), len(found)
        # Heaviest first, which changes nothing where all weigh the same.
        self.everything: NDArray[np.int32] = np.argsort(-self.weights, kind="stable").astype(np.int32)
        self._place = np.argsort(self.everything)
        self._even_weights = bool((self.weights == self.weights[0]).all())
        self._names_of_all: dict[tuple[int, int], tuple[int, int]] = {}
        self._begin()

    def _begin(self) -> None:
        """Have desks, marks and a memo of their own."""
        options, count, guesses = self.options, self.count, self.source.question_count
        self.shared[LEAST_NODES] = NEVER
        self.marks = np.zeros(self._marks, dtype=np.int64)
        self.desks = [self._desk() for _ in range(options.jobs)]
        self.standing = SearchProgress(options.journal is not None)
        self.risen: Sequence[Any] = ()
        """First guesses whose cells have bounds of the first objective."""
        desks = options.jobs * desk_bytes(count, guesses, self.game.response_count)
        self._room = MemoRoom(count, guesses, desks, options.memory)

    def beside(self) -> Workers:
        """Others of the same process that search the same, and share with these only what is never written."""
        others = copy(self)
        others.brake = StopSignal()
        others.shared = others.brake.shared
        others._begin()
        return others

    def least(
        self,
        unit: int,
        extra: int,
        limit: int | None,
        infeasible: int = INFEASIBLE,
        gone: int | None = None,
        tariff: Sequence[int] = (),
    ) -> NDArray[np.int64]:
        """The least cost of n secrets by counting alone (:mod:`~strategist.search.bounds.counting`)."""
        branches = self.game.response_count - 1
        if self.game.announces:
            return least_questions(self.count, branches, unit, extra, limit, infeasible, gone)
        paired = self.count >= (_PAIRED_FROM if unit or limit is None else _PAIRED_FOR_DEPTH_FROM)
        # Checkers count by one guess alone, and what is to be certified is proven as they see it.
        of_two = self._room_of_two if paired and not self.options.certificate else None
        room = self._room_of_guesses
        return least_costs(self.count, branches, unit, extra, limit, room, infeasible, gone, tariff, of_two)

    @cached_property
    def _room_of_guesses(self) -> NDArray[np.int64]:
        """How evenly guesses spread the secrets; guesses that a symmetry maps to each other do it alike."""
        every = np.arange(self.source.question_count, dtype=np.int32)
        guesses = first_guesses(self.game, self.group) if self.group.whole else every
        return room_of(self.source, self.answers, guesses, self.count)

    @cached_property
    def _room_of_two(self) -> NDArray[np.int64] | None:
        """The same of two guesses in turn; None where symmetries leave too many pairs."""
        if not self.group.whole or not len(self.group.permutations):
            return None
        guesses = first_guesses(self.game, self.group)
        others = [representatives(self.group, guess[np.newaxis]).tolist() for guess in guesses]
        if sum(map(len, others)) * self.count > _MOST_PAIRED:
            return None
        respond = partial(self.responses, candidates=self.everything)
        return room_of_two(respond, self.game.response_count, zip(guesses.tolist(), others, strict=True))

    def problem(
        self,
        unit: int,
        extra: int,
        limit: int | None,
        width: int = 0,
        scale: int = 0,
        gone: tuple[int, int] = (0, 0),
        tariff: tuple[int, ...] = (),
    ) -> Problem:
        """The problem for the kernel to minimise: each guess counts ``unit`` for each secret, a last guess that is
        needed ``extra`` more, and the expected cost counts ``scale``. A secret that is not found within the limit
        counts ``gone``: so much for each, and so much times its weight. Zeros say that none may be lost. By a
        ``tariff`` the first guess, the second, ... count so much for each secret, instead of ``unit``, and the last
        number goes on.

        Raises :class:`~strategist.common.errors.TooLargeError` if costs do not fit.
        """
        self.standing.width = width
        stakes: Any = NO_STAKES
        # What stakes count, the tables by size leave out.
        counted, infeasible = unit, INFEASIBLE
        by_count = gone[0] if any(gone) else None
        if tariff:
            depth = len(tariff) if limit is None else limit
            tariff = (*tariff[:depth], *[tariff[-1]] * (depth - len(tariff)))
            stakes, infeasible = self._stakes_of_tariff(tariff, limit)
        elif scale or self.kinds is not None or gone[1]:
            room = None if self.game.announces else self._room_of_guesses
            costs = self.costs if scale else np.ones_like(self.costs)
            asked = self.source.question_of_secret
            stakes = make_stakes(self.game, self.weights, costs, asked, unit, scale, room, self.kinds, gone)
            counted, infeasible = 0, INFEASIBLE_AT_STAKE
            if any(gone):
                by_count = surely_gone(self.weights, costs, unit, scale, gone)
        sizes = np.arange(1, self.count + 1)
        estimate = np.zeros(self.count + 1, dtype=np.int64)
        # Measured on Mastermind: a cell of m secrets takes some m·(1 + log m / log 6) guesses in a good tree.
        estimate[1:] = 1024 * sizes * (1 + np.log2(sizes) / 2.6)
        if stakes:
            estimate[1:] //= sizes
        least = even = self.least(counted, extra, limit, infeasible, by_count, tariff)
        if self.game.announces:
            # Cells are compared by a convex table, and this one is not.
            branches = self.game.response_count - 1
            even = even_questions(self.count, branches, counted, extra, limit, infeasible, by_count)
        return Problem(
            source=self.source,
            group=self.group,
            answers=self.answers,
            rows=self.rows,
            planes=self.planes,
            plane_rows=self.plane_rows,
            codes=self.codes,
            response_of_pair=self.response_of_pair,
            words=self.words,
            least=least,
            even=even,
            estimate=estimate,
            stakes=stakes,
            memo=self.memo_for(Costs(unit, extra, limit is not None, scale, bool(stakes), gone, tariff)),
            shared=self.shared,
            marks=self.marks,
            steps=np.array(tariff[::-1] or [unit] * max(1, limit or 0), dtype=np.int64),
            unit=unit,
            extra=extra,
            limited=limit is not None,
            candidates_only=self.candidates_only,
            announces=self.game.announces,
            # With two secrets left, ask for one: the response tells whether it is the other.
            # Where questions have costs, a third question may be cheaper than either.
            # Where some are lost and others weigh more, two may cost more than counting says.
            known_size=2 if self.game.secrets_are_questions and not gone[1] and (not scale or stakes.uniform) else 1,
            techniques=self.options.techniques,
            width=width,
            marked_from=marks.MARKED_FROM,
            look_every=marks.LOOK_EVERY,
            divided_from=max(marks.MARKED_FROM, -(-marks.DIVIDED_PAIRS // max(1, self.source.question_count))),
        )

    def _stakes_of_tariff(self, tariff: Sequence[int], limit: int | None) -> tuple[Any, int]:
        """The stakes of a search in which guesses count by a tariff, and what is infeasible in it.

        Counting by levels knows all that such costs need, so there are no stakes as long as numbers are small. Beyond
        that there are some in which everything weighs nothing, for they come with larger numbers.
        """
        levels = self.count - len(tariff) if limit is None else 0
        most = self.count * (sum(tariff) + max(0, levels) * tariff[-1])
        if most < INFEASIBLE:
            return NO_STAKES, INFEASIBLE
        if most >= INFEASIBLE_AT_STAKE:
            raise TooLargeError(
                f"{self.game.spec}: costs of up to {most} do not fit in the search, at most {INFEASIBLE_AT_STAKE}"
            )
        alike, costs, asked = np.ones_like(self.weights), np.ones_like(self.costs), self.source.question_of_secret
        room = self._room_of_guesses
        return make_stakes(self.game, alike, costs, asked, 0, 0, room), INFEASIBLE_AT_STAKE

    def forget(self) -> None:
        """Empty the memo before the next problem, and forget what was read from it."""
        self._room.forget()
        self.risen = ()

    def responses(self, guess: int, candidates: NDArray[np.int32]) -> NDArray[Any]:
        """The responses to a guess, ``uint8|uint16[candidates]``."""
        if len(self.answers):
            found: NDArray[Any] = self.answers[guess, candidates]
            return found
        return responses_of(self.source, guess, candidates)

    def responses_each(
        self, guesses: Sequence[int], candidates: NDArray[np.int32], sizes: Sequence[int]
    ) -> NDArray[Any]:
        """The responses to each of several guesses of as many candidates as ``sizes`` says, one after the other."""
        if len(self.answers):
            found: NDArray[Any] = self.answers[np.repeat(guesses, sizes), candidates]
            return found
        sets = np.split(candidates, np.cumsum(sizes)[:-1])
        return np.concatenate([responses_of(self.source, *each) for each in zip(guesses, sets, strict=True)])

    def table(self) -> NDArray[Any]:
        """All responses, ``uint8|uint16[secrets, questions]``."""
        rows = self.rows if len(self.rows) else response_table(self.source, False)
        return np.ascontiguousarray(rows[:, : self.source.question_count])

    def settled(self, candidates: NDArray[np.int32]) -> bool:
        """Whether the only guess left for the candidates is the one that ends the game."""
        if self.kinds is None:
            return len(candidates) == 1
        return bool((self.kinds[candidates] == self.kinds[candidates[0]]).all())

    def memo_for(self, costs: Costs) -> NDArray[np.uint64]:
        """The memo of searches for these costs, with what is known of them. It makes earlier problems of other costs
        invalid, because there is only one memo."""
        memo, emptied = self._room.memo(costs)
        if emptied and self.journal is not None:
            self.journal.keep(self.desks, self.shared, self.nodes())
            for rows in self.journal.begin(costs.number, self.shared):
                recall(memo, rows)
        elif emptied and self.ledger is not None:
            rows = self.ledger.known(costs.number)
            recall(memo, rows)
            self.shared[RECALLED] = len(rows)
        return memo

    def logging(self) -> Sequence[Scratch]:
        """All desks: the journal is that of the whole run."""
        return self.desks

    def report(self, problem: Problem, left: int, share: float, best: int, bound: int) -> None:
        """Note the progress of the search for the least cost of all candidates; the next tick reports it."""
        self.enter_bound(problem, left, bound)
        self.standing.note(share, best, bound)

    def enter_bound(self, problem: Problem, left: int, bound: int) -> None:
        """Enter what is proven of all candidates in the journal, if there is one. What holds of a few guesses is no
        bound."""
        if self.journal is not None and not problem.width:
            bound = min(bound, problem.infeasible)
            self.journal.enter_bound(self._name_of_all(problem, left), left, self.count, bound)

    def enter_bounds(self, problem: Problem, left: int, bounds: NDArray[np.int64]) -> None:
        """Enter a lower bound of each guess at all candidates in the memo; a bound of 0 says nothing."""
        key, check = self._name_of_all(problem, left)
        guesses = np.flatnonzero(bounds)
        rows = make_ring(len(guesses))
        with np.errstate(over="ignore"):
            rows[:, KEY] = np.uint64(key) ^ (guesses + 1).astype(np.uint64) * plain(guess_word)(0)
        rows[:, CHECK], rows[:, LEFT], rows[:, SIZE] = check, left, self.count
        rows[:, WORTH], rows[:, BOUND] = MOST_WORTH, np.minimum(bounds[guesses], problem.infeasible)
        self.learn(problem, rows)

    def known_bound(self, problem: Problem, left: int) -> int:
        """What the journal says that all candidates cost at least with all guesses; 0 without one, or of a few."""
        if self.journal is None or problem.width:
            return 0
        return self.journal.bound_of(self._name_of_all(problem, left))

    def _name_of_all(self, problem: Problem, left: int) -> tuple[int, int]:
        """The words that name all candidates."""
        place = left, problem.width
        if place not in self._names_of_all:
            key, check = name_of(problem, self.everything, left)
            self._names_of_all[place] = int(key), int(check)
        return self._names_of_all[place]

    def words_now(self) -> tuple[float, dict[str, Any]]:
        """The share of the work that is done and the words of a report, now."""
        with self._showing_ends:
            if self._shown:
                self.standing.note(0.0, min(self.reached_elsewhere, *(reached_on(desk)[0] for desk in self.desks)))
        words = {**self.standing.words(), **self.shared_words(), "nodes": self.nodes()}
        return self.standing.share, words


def _stakes_of(game: Game, subgame: Subgame) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The chances of the secrets of a search, and the costs of its questions: ones where the game has none."""
    count, questions = len(subgame.secrets), subgame.source.question_count
    weights, costs = np.ones(count, dtype=np.int64), np.ones(questions, dtype=np.int64)
    if game.weights is not None:
        weights = np.array(game.weights, dtype=np.int64)[subgame.secrets]
    if game.costs is not None:
        costs = np.array(game.costs, dtype=np.int64)[subgame.guesses[:questions]]
    return weights, costs
