"""Sets of secrets for the plain checker: positions where each secret has one answer to each question; and cores.

Here a set is a Python set of secrets, by their indices, and every response comes from ``Game.respond``. That is slow.
What counting proves is said again here, as simply as possible (:meth:`PlainSets._counted`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache

from strategist.checking.plain_board import INFINITE, Cost, PlainBoard, huffman
from strategist.checking.proof import Proof
from strategist.common.quoting import shortened
from strategist.files.versions.core_columns import last_level
from strategist.model.game import Response

Cell = frozenset[int]
Row = Mapping[int, Response]
"""The response to a question, for each secret."""


class PlainSets(PlainBoard):
    """Sets of secrets, by their indices."""

    def __init__(self, proof: Proof) -> None:
        super().__init__(proof)
        game = self.game
        self.whole = frozenset(place for place, code in enumerate(game.secrets) if game.agrees(code, proof.start))
        self.answers = [
            {secret: game.respond(question, game.secrets[secret]) for secret in self.whole}
            for question in self.questions
        ]
        numbers = {code: question for question, code in enumerate(self.questions)}
        self.own = {secret: numbers.get(game.secrets[secret], 0) for secret in self.whole}
        """The guess that is each secret, where secrets are guessed."""
        self.branches = game.response_count - 1
        spreads = None if game.announces else _spreads(self.answers, self.branches)
        self.levels = cache(lambda number: _levels(number, self.branches, spreads))
        self.deep, self.loses = self.objective == "depth", self.objective == "lost"
        by_numbers = self.objective in ("total", "depth") or proof.tariff
        self.alike = game.classes is None and bool(by_numbers) and not proof.by_cores
        """Whether counting needs the sizes of sets alone."""
        self.by_parts = proof.by_cores
        self.skips_vain = not proof.by_cores
        self.counted_of = cache(self._counted_of)
        self.counted, self.ended = self._counted, self._ended

    def problem(self) -> str | None:
        """A guess must get the solved response if and only if it is the secret."""
        game = self.game
        for question, row in zip(self.questions, self.answers, strict=True):
            for secret, response in row.items():
                if game.solved(response) != (question == game.secrets[secret] and not game.announces):
                    return f"{game.spec} does not give the solved response for the secrets alone"
        return None

    def start(self) -> Cell | None:
        """The secrets that agree with the start."""
        return self.whole or None

    def after(self, place: Cell, question: int, response: Response) -> Cell | None:
        """Those that give a response."""
        row = self.answers[question]
        return frozenset(secret for secret in place if row[secret] == response) or None

    def cells(self, place: Cell, question: int) -> list[tuple[Response, int, Cell]]:
        """The cells of a guess. A correct one ends the game."""
        row, split = self.answers[question], dict[Response, list[int]]()
        for secret in place:
            split.setdefault(row[secret], []).append(secret)
        split.pop(self.branches, None)
        return [(response, 1, frozenset(cell)) for response, cell in split.items()]

    def _ended(self, place: Cell) -> bool:
        """Whether the secret, or its class, is known, and that is enough. A core has two secrets or more."""
        return self.game.announces and not self.proof.by_cores and len(self._sums(place)) == 1

    def asked(self, place: Cell, question: int, made: int) -> int:
        """What a guess costs itself."""
        if self.proof.tariff:
            return self._step(made) * len(place)
        if self.objective == "expected":
            return self.cost[question] * sum(self.chance[secret] for secret in place)
        return {"depth": 1, "lost": 0}.get(self.objective, len(place))

    def secrets(self, place: Cell) -> Cell:
        """All of a set."""
        return place

    def stage(self, left: int | None, made: int) -> int | None:
        """Cores are known for one number of guesses left; other claims, of as many guesses made as a tariff tells."""
        return left if self.proof.by_cores else self.proof.told_apart(made)

    def row(self, question: int) -> Row:
        """The response for each secret."""
        return self.answers[question]

    def moved(self, place: Cell, images: Sequence[int]) -> Cell:
        """The images of a set."""
        return frozenset(images[secret] for secret in place)

    def text(self, question: int) -> str:
        """A guess, cut where it is long."""
        text = super().text(question)
        return text if self.proof.by_cores else shortened(text)

    def _step(self, made: int) -> int:
        """What the guess after ``made`` others costs for each secret by a tariff, whose last number goes on."""
        return self.proof.tariff[min(made, len(self.proof.tariff) - 1)]

    def _counted(self, place: Cell, left: int | None, made: int) -> Cost:
        """The least cost of a set by counting alone, with the likeliest secrets found first."""
        if self.alike:
            return self.counted_of(len(place), left, self.proof.told_apart(made))
        if self.proof.by_cores:
            # Two secrets cannot be found within one guess, nor told apart without one.
            return INFINITE if left is not None and left < last_level(self.game) and len(place) > 1 else 0
        if self.loses:
            return self._lost(place, left)
        sums = sorted(self._sums(place), reverse=True)
        depth = self.counted_of(len(sums), left)
        if self.deep or depth == INFINITE:
            return depth
        if self.objective == "total":
            return huffman(sums, self.branches)
        cheapest = min(self.cost)
        if self.game.announces:
            return cheapest * huffman(sums, self.branches)
        own = sum(self.chance[secret] * self.cost[self.own[secret]] for secret in place)
        levels = self.levels(len(sums))
        return own + cheapest * sum(chance * (level - 1) for chance, level in zip(sums, levels, strict=True))

    def _counted_of(self, number: int, left: int | None, made: int = 0) -> Cost:
        """The least cost of a number of secrets that are all alike; the least depth for other objectives."""
        levels = self.levels(number)
        if len(levels) < number or (left is not None and levels[-1] > left):
            return INFINITE
        if self.proof.tariff:
            return sum(self._step(made + before) for level in levels for before in range(level))
        return sum(levels) if self.alike and self.objective == "total" else levels[-1]

    def _lost(self, cell: Cell, left: int | None) -> int:
        """The chances of the secrets that must be lost: of all but those for which there are places in a full tree."""
        sums = sorted(self._sums(cell))
        found = sum(left is None or level <= left for level in self.levels(len(sums)))
        if self.game.announces and left is not None:
            places = self.branches ** min(left, len(sums))
            # Secrets that are not told apart share a leaf.
            found = len(sums) if len(sums) <= places else places - 1
        return sum(sums[: max(0, len(sums) - found)])

    def _sums(self, cell: Cell) -> list[int]:
        """The chance of each secret of a set, or of each of its classes; for a total their sizes."""
        if self.game.classes is None:
            return [self.chance[secret] for secret in cell]
        sums: Counter[int] = Counter()
        for secret in cell:
            sums[self.game.classes[secret]] += self.chance[secret] if self.objective in ("expected", "lost") else 1
        return list(sums.values())


def _spreads(answers: Iterable[Row], solved: Response) -> set[tuple[int, ...]]:
    """The sizes of the cells that each guess makes of all secrets, the one of a correct guess left out."""
    return {
        tuple(sorted(Counter(response for response in row.values() if response != solved).values())) for row in answers
    }


def _levels(secrets: int, branches: int, spreads: Collection[Sequence[int]] | None) -> list[int]:
    """The number of the guess that finds each secret in the cheapest case, ascending; a single one if no more can
    be found. So the least total of ``secrets`` secrets is the sum of these numbers, and the least depth is the last.

    Where secrets are guessed, ``spreads`` holds the sizes of the cells into which each guess of the game splits all its
    secrets (:func:`_spreads`). Let no strategy find more than r secrets, of any set, within k guesses. Then a guess of
    which k more follow finds one itself, and in each cell no more than r, nor than the cell has. A cell of any set is a
    part of a cell of all secrets. So no strategy finds more than 1 + Σ min(size, r) within k + 1 guesses, for the sizes
    for which this is largest. In the cheapest case, exactly this number is found.

    Where secrets are announced, ``spreads`` is None, and a tree grows: one more question replaces a secret that is
    known after k questions, and its answers are known secrets. With c answers this costs c (k + 1) - k. It is cheapest
    to do so as seldom as possible, with all answers each time but the last, and where k is least.

    >>> _levels(5, 3, [(2, 1, 1), (4,)]), _levels(5, 3, None)
    ([1, 2, 2, 2, 3], [1, 1, 2, 2, 2])
    """
    if secrets > 1 and branches <= (1 if spreads is None else 0):
        return [0] if spreads is None else [1]
    levels: list[int] = []
    if spreads is None:
        # Ascending, and none is two larger than another.
        levels = [0]
        while len(levels) < secrets:
            made = levels.pop(0)
            levels += [made + 1] * min(branches, secrets - len(levels))
    else:
        level = 1
        while len(levels) < secrets:
            found = 1 + max(sum(min(size, len(levels)) for size in sizes) for sizes in spreads)
            levels += [level] * (min(found, secrets) - len(levels))
            level += 1
    return levels
