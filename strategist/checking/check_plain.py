"""A second checker of certificates, as simple as possible: the specification of :mod:`strategist.checking.check`.

The two checkers share nothing but the question (:mod:`strategist.checking.proof`), which also says when a claim is
proven. Here a set is a Python set of secrets, and every response comes from ``Game.respond``. That is slow. Both
checkers must give the same answer for every certificate.

A claim about a set S is proven if counting says so (:meth:`_Plain._counted`), or if every guess costs at least its
bound when the cost of each cell is replaced by a lower bound: the one from counting, or that of a claim for the same
set, with as many guesses left or more, and with all guesses allowed that are allowed here. A core is a claim that a set
cannot be solved within some guesses; it holds of every set that the core is a part of. The first claim may be about one
first guess only; then it says nothing of S under other guesses.

A claim may name symmetries. Each permutes the secrets of S, and the guesses, and keeps every response between them:
this is tested for every guess and every secret of S. So a guess costs as much as its images, and the first of several
guesses that are images of each other is enough. Or it names one that makes S of the set of another claim, which is
tested in the same way.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache

from strategist.checking.lies.check_lies_plain import check_lies_plainly
from strategist.checking.proof import Claim, Proof
from strategist.checking.several_answers.check_several_plain import check_several_plainly
from strategist.checking.static.check_static_plain import check_static_plainly
from strategist.common.errors import StrategyFileError
from strategist.common.quoting import shortened
from strategist.files.certificate import KIND_LIES, Certificate
from strategist.files.versions.core_columns import last_level
from strategist.files.versions.mass_columns import KIND_MASSES
from strategist.files.versions.set_columns import KIND_SETS
from strategist.model.game import Code, History, Response

Cell = frozenset[Code]
Allowed = frozenset[Code]
Answers = Mapping[Code, Mapping[Code, Response]]
"""The response to each question, for each secret."""


def check_plainly(certificate: Certificate) -> list[str]:
    """Why a certificate does not prove what it states: a line for each claim that is not proven; none if all are.
    Raises :class:`~strategist.common.errors.StrategyFileError` if what a game allows does not follow from each move.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.files.versions.position_columns import Entries
    >>> from strategist.files.columns import column
    >>> only = [column([value]) for value in (0, 0, 0, 7, 0)]
    >>> check_plainly(Certificate(make_game("mastermind(1,3)"), "total", Entries(*only)))
    ['entry 0: of 3 secrets, at least 7 is claimed, but guess 1 may need only 6']
    """
    return _CHECKERS.get(certificate.version, _check_positions)(certificate)


def _check_positions(certificate: Certificate) -> list[str]:
    """Check a certificate that lists positions or cores."""
    game = certificate.game
    secrets = game.consistent(certificate.start)
    questions = game.guesses[: game.question_count]
    answers = {question: {secret: game.respond(question, secret) for secret in secrets} for question in questions}
    for question, row in answers.items():
        for secret, response in row.items():
            if game.solved(response) != (question == secret and not game.announces):
                return [f"{game.spec} does not give the solved response for the secrets alone"]
    plain = _Plain(Proof.of(certificate), answers, frozenset(secrets))
    if frozenset() in plain.cells:
        return [f"entry {plain.cells.index(frozenset())}: no secret is left after the response it names"]
    return plain.problems()


_CHECKERS: Mapping[int, Callable[[Certificate], list[str]]] = {
    KIND_MASSES.version: check_several_plainly,
    KIND_LIES.version: check_lies_plainly,
    KIND_SETS.version: check_static_plainly,
}
"""What checks the other versions."""


class _Plain:
    """The check of one certificate."""

    def __init__(self, proof: Proof, answers: Answers, whole: Cell) -> None:
        self.proof, self.answers, self.whole = proof, answers, whole
        game = proof.game
        self.game, self.objective = game, proof.objective
        self.branches, self.questions = game.response_count - 1, list(answers)
        self.kind: Mapping[Code, int] | None = None
        if game.classes is not None:
            self.kind = dict(zip(game.secrets, game.classes, strict=True))
        self.chance = {code: game.weight_of(index) for index, code in enumerate(game.secrets)}
        self.cost = {code: game.cost_of(index) for index, code in enumerate(answers)}
        spreads = None if game.announces else _spreads(answers, whole)
        self.levels = cache(lambda number: _levels(number, self.branches, spreads))
        by_numbers = self.objective in ("total", "depth") or proof.tariff
        self.alike = self.kind is None and bool(by_numbers) and not proof.by_cores
        """Whether counting needs the sizes of sets alone."""
        self.counted_of = cache(self._counted_of)
        self.keeps_numbers = cache(self._keeps_numbers)
        self.claims = list(proof.claims())
        self.cells: list[Cell] = []
        """The set of each claim: the whole, a cell of the set of the claim above, or secrets that are listed."""
        self.paths: list[History] = []
        """The moves that lead to each claim."""
        for claim in self.claims:
            self._place(claim)
        self.allowed = [
            self._allowed_after(path) if claim.restricted else None
            for claim, path in zip(self.claims, self.paths, strict=True)
        ]
        """The guesses that each claim is about; None for all."""
        self.known: dict[tuple[Cell, int], list[tuple[int, int | None, Allowed | None]]] = {}
        """What is claimed of each set, after as many guesses as the objective tells apart."""
        self.cores: dict[int | None, list[Cell]] = {}
        for number, (claim, cell) in enumerate(zip(self.claims, self.cells, strict=True)):
            if claim.bound is None:
                self.cores.setdefault(claim.left, []).append(cell)
            elif number or proof.first is None:
                self.known.setdefault((cell, claim.made), []).append((claim.bound, claim.left, self.allowed[number]))

    def _place(self, claim: Claim) -> None:
        cell, path = self.whole, self.proof.start
        if claim.secrets is not None:
            cell = frozenset(self.game.secrets[place] for place in claim.secrets)
        elif claim.above is not None:
            guess = self.questions[claim.guess]
            row = self.answers[guess]
            cell = frozenset(secret for secret in self.cells[claim.above] if row[secret] == claim.response)
            path = (*self.paths[claim.above], (guess, claim.response))
        self.cells.append(cell)
        self.paths.append(path)

    def problems(self) -> list[str]:
        """A line for each claim that is to be proven, and is not."""
        strongest: dict[Cell, int] = {}
        for number, (claim, cell) in enumerate(zip(self.claims, self.cells, strict=True)):
            if cell not in strongest or _bound(claim) > _bound(self.claims[strongest[cell]]):
                strongest[cell] = number
        listed = range(len(self.claims)) if self.proof.every else strongest.values()
        found = [(number, self._unproven(number)) for number in listed]
        return [f"{self._name(number)}: {problem}" for number, problem in found if problem is not None]

    def _name(self, number: int) -> str:
        if not self.proof.by_cores:
            return f"entry {number}"
        return f"core {number}" if number < len(self.claims) - 1 else "the whole game"

    def _unproven(self, number: int) -> str | None:
        """Why a claim is not proven; None if it is."""
        game, claim, cell = self.game, self.claims[number], self.cells[number]
        bound, left, allowed = _bound(claim), claim.left, self.allowed[number]
        first = self.proof.first if number == 0 else None
        if not cell <= self.whole:
            return "not all agree with the start"
        if claim.original is not None:
            return self._unlike(claim, cell, self.claims[claim.original], self.cells[claim.original])
        if bound <= self._counted(cell, left, claim.made):
            return None
        # A secret or class that is known needs no guess, so its cost is finite even if no guess is left.
        if game.announces and len(self._sums(cell)) == 1 and first is None and claim.bound is not None:
            what = "the one secret left" if self.kind is None else "the class"
            return f"{what} is known, but at least {bound} is claimed"
        if left == 0:
            return "no guess is left, but more is claimed to be lost" if self.objective == "lost" else None
        members = self.proof.certificate.groups[claim.group - 1] if claim.group else ()
        symmetries = [self.proof.certificate.symmetries[member] for member in members]
        if symmetries and (allowed is not None or not all(self._keeps(each, cell) for each in symmetries)):
            return "its symmetries do not leave its candidates as they are"
        guesses = _first_of_images(self.answers, symmetries) if first is None else [self.questions[first]]
        for guess in guesses:
            if allowed is not None and guess not in allowed:
                continue
            # Where all guesses are allowed, only what this guess reveals restricts the next ones.
            path = () if allowed is None else self.paths[number]
            cost = self._cost(cell, guess, left, path, claim.made, first is not None)
            if cost < bound:
                if claim.bound is None:
                    return f"guess {game.format_code(guess)} may be enough"
                text = shortened(game.format_code(guess))
                return f"of {len(cell)} secrets, at least {bound} is claimed, but guess {text} may need only {cost}"
        return None

    def _unlike(self, claim: Claim, cell: Cell, original: Claim, mapped: Cell) -> str | None:
        """Why an original does not prove the claim about an image of its set; None if it does."""
        as_much = original.original is None and _bound(original) >= _bound(claim)
        if not as_much or (original.left, original.made) != (claim.left, claim.made):
            return f"entry {claim.original} does not claim as much"
        if not self.keeps_numbers(claim.by) or not _keeps(claim.by, mapped, cell, self.answers):
            return f"no symmetry makes its candidates of those of entry {claim.original}"
        return None

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

    def _cost(self, cell: Cell, guess: Code, left: int | None, history: History, made: int, forced: bool) -> float:
        """The least cost of a guess, from the best known bounds of its cells."""
        row, split = self.answers[guess], dict[Response, set[Code]]()
        # A correct guess ends the game, but where secrets are announced.
        for secret in cell if self.game.announces else cell - {guess}:
            split.setdefault(row[secret], set()).add(secret)
        if cell in split.values() and not forced and not self.proof.by_cores:
            return math.inf
        after = None if left is None else left - 1
        needs = [
            self._least(frozenset(part), after, (*history, (guess, response)), made + 1)
            for response, part in split.items()
        ]
        if self.objective == "depth":
            return 1 + max(needs, default=0)
        asked = 0 if self.objective == "lost" else len(cell)
        if self.proof.tariff:
            asked = self._step(made) * len(cell)
        if self.objective == "expected":
            asked = self.cost[guess] * sum(self.chance[secret] for secret in cell)
        return asked + sum(needs)

    def _step(self, made: int) -> int:
        """What the guess after ``made`` others costs for each secret by a tariff, whose last number goes on."""
        return self.proof.tariff[min(made, len(self.proof.tariff) - 1)]

    def _least(self, cell: Cell, left: int | None, history: History, made: int) -> float:
        """The best known lower bound of a cell: by counting, or by a claim."""
        apart = min(made, max(0, len(self.proof.tariff) - 1))
        best = self._counted(cell, left, apart)
        for bound, within, allowed in self.known.get((cell, apart), ()):
            in_time = within is None or (left is not None and left <= within)
            if bound > best and in_time and (allowed is None or self._allowed_after(history) <= allowed):
                best = bound
        if self.cores and any(core <= cell for core in self.cores.get(left, ())):
            return math.inf
        return best

    def _counted(self, cell: Cell, left: int | None, made: int = 0) -> float:
        """The least cost of a set by counting alone, with the likeliest secrets found first."""
        if self.alike:
            return self.counted_of(len(cell), left, made)
        if self.proof.by_cores:
            # Two secrets cannot be found within one guess, nor told apart without one.
            return math.inf if left is not None and left < last_level(self.game) and len(cell) > 1 else 0
        if self.objective == "lost":
            return self._lost(cell, left)
        sums = sorted(self._sums(cell), reverse=True)
        depth = self.counted_of(len(sums), left)
        if self.objective == "depth" or depth == math.inf:
            return depth
        if self.objective == "total":
            return _huffman(sums, self.branches)
        cheapest = min(self.cost.values())
        if self.game.announces:
            return cheapest * _huffman(sums, self.branches)
        own = sum(self.chance[secret] * self.cost[secret] for secret in cell)
        levels = self.levels(len(sums))
        return own + cheapest * sum(chance * (level - 1) for chance, level in zip(sums, levels, strict=True))

    def _counted_of(self, number: int, left: int | None, made: int = 0) -> float:
        """The least cost of a number of secrets that are all alike; the least depth for other objectives."""
        levels = self.levels(number)
        if len(levels) < number or (left is not None and levels[-1] > left):
            return math.inf
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
        if self.kind is None:
            return [self.chance[secret] for secret in cell]
        sums: Counter[int] = Counter()
        for secret in cell:
            sums[self.kind[secret]] += self.chance[secret] if self.objective in ("expected", "lost") else 1
        return list(sums.values())

    def _keeps(self, symmetry: bytes, cell: Cell) -> bool:
        """Whether a symmetry maps a set of secrets onto itself, and keeps chances, costs and every response."""
        return self.keeps_numbers(symmetry) and _keeps(symmetry, cell, cell, self.answers)

    def _keeps_numbers(self, symmetry: bytes) -> bool:
        both = (self.chance, self.cost)
        return all(each.get(_image(symmetry, code)) == number for each in both for code, number in each.items())


def _bound(claim: Claim) -> float:
    return math.inf if claim.bound is None else claim.bound


def _spreads(answers: Answers, secrets: Iterable[Code]) -> set[tuple[int, ...]]:
    """The sizes of the cells that each guess makes of all secrets, the one of a correct guess left out."""
    return {
        tuple(sorted(Counter(row[secret] for secret in secrets if secret != guess).values()))
        for guess, row in answers.items()
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


def _image(symmetry: bytes, code: Sequence[int]) -> Code:
    """The image of a code under a symmetry, as :mod:`strategist.files.certificate` describes it."""
    positions, symbols = symmetry[: len(code)], symmetry[len(code) :]
    return tuple(symbols[code[place]] for place in positions)


def _keeps(symmetry: bytes, cell: Cell, onto: Cell, answers: Answers) -> bool:
    """Whether a symmetry maps a set of secrets onto another, or onto itself, and keeps every response for them."""
    image = {code: _image(symmetry, code) for code in cell.union(answers)}
    if {image[secret] for secret in cell} != onto or {image[guess] for guess in answers} != set(answers):
        return False
    return all(answers[image[guess]][image[secret]] == row[secret] for guess, row in answers.items() for secret in cell)


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
