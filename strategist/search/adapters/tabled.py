"""Adapters that return responses as arrays: they are checked, and kept in a table.

Kernels use responses as indices. Therefore every response is checked once, before any kernel reads it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.common.errors import SpecError, TooLargeError
from strategist.model.game import Game
from strategist.model.refusals import refuse
from strategist.search.adapters.contract import Adapter
from strategist.search.kernels.responses.responses import Source, table_source, transpose

MOST_RESPONSES = 1 << 16
"""Responses are bytes or pairs of bytes in a table."""

_FEW = 16
"""If at most one secret in 16 is wanted, the questions are looked up one by one."""

_ENTRIES_AT_ONCE = 1 << 18
"""Responses that are asked for and checked at once: few, so that what this takes beside the table is negligible."""


class TableAdapter(Adapter):
    """An adapter with a table of responses, ``[candidates, questions]``. A subclass defines only :meth:`responses`."""

    @abstractmethod
    def responses(self, secrets: NDArray[np.int32], guesses: NDArray[np.int32]) -> NDArray[Any]:
        """The responses of some secrets to some questions, integers ``[len(secrets), len(guesses)]``.

        Both are given by their indices in the game, ``int32[…]``, ascending. The solved response stands where the
        question is the secret, and nowhere else; where secrets are only announced, it stands nowhere.
        """

    def over(self, secrets: NDArray[np.int32]) -> Callable[[NDArray[np.int32]], NDArray[Any]]:
        """:meth:`responses` of ``secrets`` as a function of the questions, which are given block by block.

        An adapter overrides it if there is something to prepare for a set of secrets.
        """
        return partial(self.responses, secrets)

    @property
    def bits(self) -> int:
        """The bits of an entry of the table: 8 for up to 256 responses, else 16."""
        return 8 if self.game.response_count <= 256 else 16

    def search_bytes(self, candidates: int) -> int:
        """The table."""
        return candidates * self.game.question_count * (self.bits // 8)

    def source_bytes(self, candidates: int) -> int:
        """The table, and the guess that each secret is."""
        return self.search_bytes(candidates) + 4 * candidates

    def refuse_too_large(self, candidates: int | None = None) -> None:
        """Raise :class:`~strategist.common.errors.TooLargeError` for too many responses, or if the table would not fit
        into memory."""
        if self.game.response_count > MOST_RESPONSES:
            raise TooLargeError(
                f"{self.game.spec} has {self.game.response_count} responses: expected at most {MOST_RESPONSES}"
            )
        super().refuse_too_large(candidates)

    def _make(self, candidates: NDArray[np.int32] | None) -> Source:
        game = self.game
        secrets = np.arange(len(game.secrets), dtype=np.int32) if candidates is None else candidates
        guess_of_secret, question_of_secret = guesses_of_secrets(game, candidates)
        table = np.empty((len(secrets), game.question_count), dtype=f"uint{self.bits}")
        answers = self.over(secrets)
        step = max(1, _ENTRIES_AT_ONCE // max(1, len(secrets)))
        for start in range(0, game.question_count, step):
            guesses = np.arange(start, min(start + step, game.question_count), dtype=np.int32)
            block = np.asarray(answers(guesses))
            self._check(block, secrets, guesses, guess_of_secret)
            transpose(block.T, table[:, start : start + step])
        if self.symmetric and candidates is None:
            self._check_symmetry(table, question_of_secret)
        revealed = game.revealed()
        restriction = () if revealed is None else (revealed.symbols, revealed.marks)
        return table_source(
            table,
            game.response_count,
            guess_of_secret,
            question_of_secret,
            *(np.array(each, dtype=np.uint8) for each in restriction),
        )

    def some(self, secrets: NDArray[np.int32], guesses: NDArray[np.int32]) -> Source:
        """The table of some secrets and some questions only, in their order: enough to count their cells.

        Both are given by their indices in the game, ``int32[…]``, ascending. The source has no restrictions.
        """
        guess_of_secret, _ = guesses_of_secrets(self.game, secrets)
        block = np.asarray(self.over(secrets)(guesses))
        self._check(block, secrets, guesses, guess_of_secret)
        at = np.searchsorted(guesses, guess_of_secret).astype(np.int32)
        table = np.ascontiguousarray(block, dtype=f"uint{self.bits}")
        return table_source(table, self.game.response_count, at, at)

    def _check(
        self,
        block: NDArray[Any],
        secrets: NDArray[np.int32],
        guesses: NDArray[np.int32],
        guess_of_secret: NDArray[np.int32],
    ) -> None:
        """Refuse responses that are not those of the contract; ``guess_of_secret`` is that of the given secrets."""
        game = self.game
        shape = (len(secrets), len(guesses))
        if block.shape != shape or block.dtype.kind not in "iu":
            raise SpecError(
                f"{game.spec}: kernel {self.name!r}: expected responses of shape {shape}, "
                f"got {block.dtype} of shape {block.shape}"
            )
        solved = game.response_count - 1
        place = np.searchsorted(guesses, guess_of_secret)
        (named,) = (guesses[np.minimum(place, len(guesses) - 1)] == guess_of_secret).nonzero()
        found = block == solved
        if (
            found[named, place[named]].all()
            and np.count_nonzero(found) == len(named)
            and block.max(initial=0) <= solved
            and block.min(initial=0) >= 0
        ):
            return
        right = guess_of_secret[:, np.newaxis] == guesses
        wrong = (block > solved) | (block < 0) | ((block == solved) != right)
        at, asked = divmod(int(np.argmax(wrong)), len(guesses))
        expected = f"{solved}" if right[at, asked] else f"a response below {solved}"
        raise SpecError(f"{self._pair(guesses[asked], secrets[at])}: expected {expected}, got {block[at, asked]}")

    def _check_symmetry(self, table: NDArray[Any], question_of_secret: NDArray[np.int32]) -> None:
        """Refuse a table that is not symmetric, although the adapter says so."""
        game = self.game
        if not np.array_equal(question_of_secret, np.arange(game.question_count)):
            raise SpecError(
                f"{game.spec}: kernel {self.name!r} is symmetric: expected the same codes as secrets and questions, "
                f"got {len(game.secrets)} secrets and {game.question_count} questions"
            )
        step = max(1, _ENTRIES_AT_ONCE // len(table))
        for start in range(0, len(table), step):
            differ = table[start : start + step] != table[:, start : start + step].T
            if differ.any():
                at, guess = divmod(int(np.argmax(differ)), len(table))
                secret = start + at
                raise SpecError(
                    f"{self._pair(guess, secret)}: expected the same as the other way round, since kernel "
                    f"{self.name!r} is symmetric, got {table[secret, guess]} and {table[guess, secret]}"
                )

    def _pair(self, guess: Any, secret: Any) -> str:
        """A guess and a secret, by their indices, for error messages."""
        game = self.game
        return f"{game.spec}: {game.format_code(game.guesses[guess])} to {game.format_code(game.secrets[secret])}"


def guesses_of_secrets(
    game: Game, some: NDArray[np.int32] | None = None
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """``guess_of_secret`` and ``question_of_secret`` of :class:`~strategist.search.kernels.responses.responses.Source`,
    for all secrets or for some, ``int32[…]``, ascending.

    Raises :class:`~strategist.common.errors.SpecError` if a secret cannot be guessed, or if secrets and guesses stand
    in different orders.
    """
    indices = range(len(game.secrets)) if some is None else some.tolist()
    announcements = np.array([game.announcement(secret) for secret in indices], dtype=np.int32)
    if not game.secrets_are_questions:
        refuse(game, "responses in bulk")
        return announcements, np.empty(0, dtype=np.int32)
    # Looking up a few codes takes less time than numbering all of them.
    index: Callable[[Any], int] = game.guesses.index
    if _FEW * len(indices) > len(game.secrets):
        index = {code: number for number, code in enumerate(game.guesses[: game.question_count])}.__getitem__
    found = []
    for secret in indices:
        try:
            found.append(index(game.secrets[secret]))
        except (LookupError, ValueError):
            code = game.format_code(game.secrets[secret])
            raise SpecError(f"{game.spec}: secret {code} cannot be guessed") from None
    questions = np.array(found, dtype=np.int32)
    if np.any(np.diff(questions) <= 0):
        raise SpecError(f"{game.spec}: expected the secrets in the order in which they stand among the guesses")
    return announcements if game.announces else questions, questions
