"""A second checker of certificates, as simple as possible: the specification of :mod:`strategist.checking.check`.

This module checks positions, in versions 1 and 2; :mod:`strategist.checking.check_plain_cores` checks version 3.

The two checkers share nothing but the question. Here a set is a Python set of secrets, and every response comes from
``Game.respond``. That is slow. Both checkers must give the same answer for every certificate.

Let f(S) be the cost of the best strategy for finding every secret of the set S: its total, or its depth. A guess splits
S into cells, one for each response, and a correct guess ends the game. So the guess costs |S| + Σ f(cell), or 1 + max
f(cell), over the cells of all other responses, and f(S) is the least of these costs. A guess that leaves all of S in
one cell costs more than f(S), and is never best. Where secrets are only announced, f of one secret is 0.

An entry says that f(S) is at least b. It is proven if counting says so (:func:`_counted`), or if every guess costs at
least b when f of each cell is replaced by a lower bound: the one from counting, or that of an entry for the same set.
Cells are smaller than S, so no entry rests on itself, and all of them hold if each is proven in this way.

In version 2, f(S) also depends on how many guesses are left, if they are limited, and on which are allowed, if earlier
moves restrict them. It is infinite if there are too few. An entry holds for fewer guesses left, and for fewer allowed
guesses: with either, f(S) only grows. For the expected cost, a guess costs its own cost times the chances of S instead
of |S|. The first entry may be about one first guess only; then it says nothing of S under other guesses. Where it is
enough to know the class, f of secrets of one class is 0, and for counting a class is one secret with all their chances:
of the leaves at which a class ends, let all its secrets come to the shallowest. For ``lost`` a guess costs nothing, and
f of secrets that are left without a guess is the sum of their chances.

An entry may name symmetries. Each permutes the secrets of S, and the guesses, and keeps every response between them:
this is tested for every guess and every secret of S. So a guess costs as much as its images, and the first of several
guesses that are images of each other is enough.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from strategist.checking.check_plain_cores import core_problems
from strategist.common.errors import StrategyFileError
from strategist.common.quoting import shortened
from strategist.files.certificate import Certificate, Under
from strategist.model.game import Code, History, Response

Cell = frozenset[Code]
Allowed = frozenset[Code]
Answers = Mapping[Code, Mapping[Code, Response]]
"""The response to each question, for each secret."""


def check_plainly(certificate: Certificate) -> list[str]:
    """Why a certificate does not prove what it states: a line for each entry that is not proven; none if all are.
    Raises :class:`~strategist.common.errors.StrategyFileError` if what a game allows does not follow from each move.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.files.certificate import Entries
    >>> from strategist.files.columns import column
    >>> only = [column([value]) for value in (0, 0, 0, 7, 0)]
    >>> check_plainly(Certificate(make_game("mastermind(1,3)"), "total", Entries(*only)))
    ['entry 0: of 3 secrets, at least 7 is claimed, but guess 1 may need only 6']
    """
    game = certificate.game
    secrets = game.consistent(certificate.start)
    questions = game.guesses[: game.question_count]
    answers = {question: {secret: game.respond(question, secret) for secret in secrets} for question in questions}
    for question, row in answers.items():
        for secret, response in row.items():
            if game.solved(response) != (question == secret and not game.announces):
                return [f"{game.spec} does not give the solved response for the secrets alone"]
    if certificate.cores is not None:
        return core_problems(game, frozenset(secrets), answers, certificate.cores)
    cells = _positions(certificate, frozenset(secrets), answers)
    if frozenset() in cells:
        return [f"entry {cells.index(frozenset())}: no secret is left after the response it names"]

    if certificate.under is not None:
        return _Under(certificate, certificate.under, answers, cells).problems()
    spreads = None if game.announces else _spreads(answers, secrets)
    counted = [
        0,
        *(
            _counted(certificate.objective, size, game.response_count - 1, spreads)
            for size in range(1, len(secrets) + 1)
        ),
    ]
    known: dict[Cell, int] = {}
    strongest: dict[Cell, int] = {}
    for entry, cell in enumerate(cells):
        bound = int(certificate.entries.bounds[entry])
        if bound > known.get(cell, -1):
            known[cell], strongest[cell] = bound, entry
    problems = []
    for cell, entry in strongest.items():
        problem = _unproven(certificate, entry, cell, known, counted, answers)
        if problem is not None:
            problems.append(f"entry {entry}: {problem}")
    return problems


def _positions(certificate: Certificate, whole: Cell, answers: Answers) -> list[Cell]:
    """The set of each entry: the whole for the first entry, a cell of the entry above for every other."""
    entries, questions = certificate.entries, list(answers)
    cells = [whole]
    for above, children in enumerate(entries.children):
        for entry in range(len(cells), len(cells) + int(children)):
            row = answers[questions[entries.guesses[entry]]]
            cells.append(frozenset(secret for secret in cells[above] if row[secret] == entries.responses[entry]))
    return cells


def _unproven(
    certificate: Certificate,
    entry: int,
    cell: Cell,
    known: Mapping[Cell, int],
    counted: Sequence[float],
    answers: Answers,
) -> str | None:
    """Why one entry is not proven; None if it is."""
    game, objective = certificate.game, certificate.objective
    bound = known[cell]
    if bound <= counted[len(cell)]:
        return None
    if game.announces and len(cell) == 1:
        return f"the one secret left is known, but at least {bound} is claimed"
    group = int(certificate.entries.groups[entry])
    symmetries = [certificate.symmetries[number] for number in certificate.groups[group - 1]] if group else []
    if not all(_keeps(symmetry, cell, answers) for symmetry in symmetries):
        return "its symmetries do not leave its candidates as they are"
    for guess in _first_of_images(answers, symmetries):
        row = answers[guess]
        split: dict[Response, set[Code]] = {}
        # A correct guess ends the game, but where secrets are announced.
        for secret in cell if game.announces else cell - {guess}:
            split.setdefault(row[secret], set()).add(secret)
        if cell in split.values():
            continue
        needs = [max(counted[len(part)], known.get(frozenset(part), 0)) for part in split.values()]
        cost = 1 + max(needs, default=0) if objective == "depth" else len(cell) + sum(needs)
        if cost < bound:
            text = shortened(game.format_code(guess))
            return f"of {len(cell)} secrets, at least {bound} is claimed, but guess {text} may need only {cost}"
    return None


def _spreads(answers: Answers, secrets: Iterable[Code]) -> set[tuple[int, ...]]:
    """The sizes of the cells that each guess makes of all secrets, the one of a correct guess left out."""
    return {
        tuple(sorted(Counter(row[secret] for secret in secrets if secret != guess).values()))
        for guess, row in answers.items()
    }


def _counted(objective: str, secrets: int, branches: int, spreads: Collection[Sequence[int]] | None) -> float:
    """The least cost of ``secrets`` secrets in a game with ``branches`` responses that do not solve.

    Where secrets are guessed, ``spreads`` holds the sizes of the cells into which each guess of the game splits all its
    secrets (:func:`_spreads`). Let no strategy find more than r secrets, of any set, within k guesses. Then a guess of
    which k more follow finds one itself, and in each cell no more than r, nor than the cell has. A cell of any set is a
    part of a cell of all secrets. So no strategy finds more than 1 + Σ min(size, r) within k + 1 guesses, for the sizes
    for which this is largest. In the cheapest case, exactly this number is found.

    Where secrets are announced, ``spreads`` is None, and a tree grows: one more question replaces a secret that is
    known after k questions, and its answers are known secrets. With c answers this costs c (k + 1) - k. It is cheapest
    to do so as seldom as possible, with all answers each time but the last, and where k is least.

    >>> _counted("total", 5, 3, [(2, 1, 1), (4,)]), _counted("depth", 5, 3, [(2, 1, 1), (4,)])
    (10, 3)
    >>> _counted("total", 5, 3, None), _counted("depth", 5, 3, None)
    (8, 2)
    """
    levels = _levels(secrets, branches, spreads)
    if len(levels) < secrets:
        return math.inf
    return levels[-1] if objective == "depth" else sum(levels)


def _levels(secrets: int, branches: int, spreads: Collection[Sequence[int]] | None) -> list[int]:
    """The number of the guess that finds each secret in the cheapest case, ascending; a single one if no more can
    be found."""
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


def _image(symmetry: bytes, code: Sequence[int]) -> Code:
    """The image of a code under a symmetry, as :mod:`strategist.files.certificate` describes it."""
    positions, symbols = symmetry[: len(code)], symmetry[len(code) :]
    return tuple(symbols[code[place]] for place in positions)


def _keeps(symmetry: bytes, cell: Cell, answers: Answers) -> bool:
    """Whether a symmetry maps a set of secrets onto itself and keeps every response for them."""
    image = {code: _image(symmetry, code) for code in cell.union(answers)}
    if {image[secret] for secret in cell} != cell or {image[guess] for guess in answers} != set(answers):
        return False
    for guess, row in answers.items():
        image_row = answers[image[guess]]
        if any(image_row[image[secret]] != row[secret] for secret in cell):
            return False
    return True


def _first_of_images(guesses: Iterable[Code], symmetries: Sequence[bytes]) -> list[Code]:
    """The guesses that are no image of an earlier one under any product of the symmetries."""
    met: set[Code] = set()
    firsts = []
    for guess in guesses:
        if guess in met:
            continue
        firsts.append(guess)
        met.add(guess)
        todo = [guess]
        while todo:
            code = todo.pop()
            for symmetry in symmetries:
                image = _image(symmetry, code)
                if image not in met:
                    met.add(image)
                    todo.append(image)
    return firsts


class _Under:
    """The check of a certificate of version 2."""

    def __init__(self, certificate: Certificate, under: Under, answers: Answers, cells: list[Cell]) -> None:
        self.certificate, self.under, self.answers, self.cells = certificate, under, answers, cells
        game = certificate.game
        self.game, self.objective = game, certificate.objective
        self.kind: Mapping[Code, int] | None = None
        if game.classes is not None:
            self.kind = dict(zip(game.secrets, game.classes, strict=True))
        self.chance = {code: game.weight_of(index) for index, code in enumerate(game.secrets)}
        self.cost = {code: game.cost_of(index) for index, code in enumerate(answers)}
        self.spreads = None if game.announces else _spreads(answers, cells[0])
        self.paths = self._paths()
        self.states = [(self._left(entry), self._allowed(entry)) for entry in range(len(cells))]
        self.known: dict[Cell, list[tuple[int, int | None, Allowed | None]]] = {}
        for entry, cell in enumerate(cells):
            if entry or under.first is None:
                self.known.setdefault(cell, []).append((int(certificate.entries.bounds[entry]), *self.states[entry]))

    def problems(self) -> list[str]:
        """A line for each entry that is not proven."""
        found = [(entry, self._unproven(entry)) for entry in range(len(self.cells))]
        return [f"entry {entry}: {problem}" for entry, problem in found if problem is not None]

    def _paths(self) -> list[History]:
        """The moves that lead to each entry."""
        entries, questions = self.certificate.entries, list(self.answers)
        paths: list[History] = [self.certificate.start]
        for above, children in enumerate(entries.children):
            for entry in range(len(paths), len(paths) + int(children)):
                move = (questions[entries.guesses[entry]], int(entries.responses[entry]))
                paths.append((*paths[above], move))
        return paths

    def _left(self, entry: int) -> int | None:
        left = int(self.under.lefts[entry])
        return self.under.left if entry == 0 else left - 1 if left else None

    def _allowed(self, entry: int) -> Allowed | None:
        if not self.game.restricts or (entry and not self.under.revealed[entry]):
            return None
        return self._allowed_after(self.paths[entry])

    def _allowed_after(self, history: History) -> Allowed:
        """The guesses that every move of a history allows."""
        found = frozenset(self.answers)
        for move in history:
            allowed = self.game.allowed((move,))
            found = found if allowed is None else found.intersection(allowed)
        whole = self.game.allowed(history)
        if whole is not None and found != frozenset(whole).intersection(self.answers):
            after = self.game.format_history(history)
            raise StrategyFileError(f"{self.game.spec}: what is allowed after {after} does not follow from each move")
        return found

    def _counted(self, cell: Cell, left: int | None) -> float:
        """The least cost of a set by counting alone, as in :func:`_counted`, with the likeliest secrets found first."""
        if self.objective == "lost":
            return self._lost(cell, left)
        sums = self._sums(cell)
        levels = _levels(len(sums), self.game.response_count - 1, self.spreads)
        if len(levels) < len(sums) or (left is not None and levels[-1] > left):
            return math.inf
        if self.objective == "depth":
            return levels[-1]
        if self.kind is not None and self.objective == "total":
            return _huffman(sums, self.game.response_count - 1)
        if self.objective == "total":
            return sum(levels)
        chances, cheapest = sorted(sums, reverse=True), min(self.cost.values())
        if self.spreads is None:
            return cheapest * _huffman(chances, self.game.response_count - 1)
        own = sum(self.chance[secret] * self.cost[secret] for secret in cell)
        return own + cheapest * sum(chance * (level - 1) for chance, level in zip(chances, levels, strict=True))

    def _lost(self, cell: Cell, left: int | None) -> int:
        """The chances of the secrets that must be lost: of all but those for which there are places in a full tree."""
        levels = _levels(len(cell), self.game.response_count - 1, self.spreads)
        found = sum(level <= (len(cell) if left is None else left) for level in levels)
        if self.spreads is None and left is not None and len(cell) > (self.game.response_count - 1) ** left:
            # Secrets that are not told apart share a leaf.
            found = (self.game.response_count - 1) ** left - 1
        return sum(sorted(self.chance[secret] for secret in cell)[: max(0, len(cell) - found)])

    def _sums(self, cell: Cell) -> list[int]:
        """The chance of each secret of a set, or of each of its classes; for a total their sizes."""
        if self.kind is None:
            return [self.chance[secret] for secret in cell]
        sums: Counter[int] = Counter()
        for secret in cell:
            sums[self.kind[secret]] += self.chance[secret] if self.objective == "expected" else 1
        return list(sums.values())

    def _least(self, cell: Cell, left: int | None, history: History) -> float:
        """The best known lower bound of a cell: by counting, or by an entry."""
        bounds = [self._counted(cell, left)]
        for bound, within, allowed in self.known.get(cell, ()):
            in_time = within is None or (left is not None and left <= within)
            if in_time and (allowed is None or self._allowed_after(history) <= allowed):
                bounds.append(bound)
        return max(bounds)

    def _unproven(self, entry: int) -> str | None:
        cell, bound, (left, allowed) = self.cells[entry], self.certificate.entries.bounds[entry], self.states[entry]
        game, first = self.game, self.under.first if entry == 0 else None
        if bound <= self._counted(cell, left):
            return None
        # A secret or class that is known needs no guess, so its cost is finite even if no guess is left.
        if game.announces and len(self._sums(cell)) == 1 and first is None:
            what = "the one secret left" if self.kind is None else "the class"
            return f"{what} is known, but at least {bound} is claimed"
        if left == 0:
            return "no guess is left, but more is claimed to be lost" if self.objective == "lost" else None
        group = int(self.certificate.entries.groups[entry])
        members = self.certificate.groups[group - 1] if group else ()
        symmetries = [self.certificate.symmetries[number] for number in members]
        if symmetries and (allowed is not None or not all(self._keeps(each, cell) for each in symmetries)):
            return "its symmetries do not leave its candidates as they are"
        guesses = _first_of_images(self.answers, symmetries) if first is None else [list(self.answers)[first]]
        for guess in guesses:
            if allowed is not None and guess not in allowed:
                continue
            # Where all guesses are allowed, only what this guess reveals restricts the next ones.
            path = () if allowed is None else self.paths[entry]
            cost = self._cost(cell, guess, left, path, first is not None)
            if cost < bound:
                text = shortened(game.format_code(guess))
                return f"of {len(cell)} secrets, at least {bound} is claimed, but guess {text} may need only {cost}"
        return None

    def _keeps(self, symmetry: bytes, cell: Cell) -> bool:
        kept = all(self.chance[secret] == self.chance[_image(symmetry, secret)] for secret in self.chance)
        return kept and _keeps(symmetry, cell, self.answers)

    def _cost(self, cell: Cell, guess: Code, left: int | None, history: History, forced: bool) -> float:
        """The least cost of a guess, from the best known bounds of its cells."""
        row, split = self.answers[guess], dict[Response, set[Code]]()
        for secret in cell if self.game.announces else cell - {guess}:
            split.setdefault(row[secret], set()).add(secret)
        if cell in split.values() and not forced:
            return math.inf
        after = None if left is None else left - 1
        needs = [self._least(frozenset(part), after, (*history, (guess, response))) for response, part in split.items()]
        if self.objective == "depth":
            return 1 + max(needs, default=0)
        asked = 0 if self.objective == "lost" else len(cell)
        if self.objective == "expected":
            asked = self.cost[guess] * sum(self.chance[secret] for secret in cell)
        return asked + sum(needs)


def _huffman(chances: Sequence[int], branches: int) -> int:
    """The least sum, over all trees with ``branches`` branches at each question, of the chances below each question.

    >>> _huffman([4, 2, 1, 1], 2), _huffman([4, 2, 1, 1], 3)
    (14, 10)
    """
    total, left = 0, sorted(chances)
    # Leaves without a chance fill the tree.
    while branches > 1 and len(left) > 1 and (len(left) - 1) % (branches - 1):
        left.insert(0, 0)
    while len(left) > 1:
        merged = sum(left[:branches])
        left = sorted([*left[branches:], merged])
        total += merged
    return total
