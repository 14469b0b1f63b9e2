"""A second checker of certificates, as simple as possible: the specification of :mod:`strategist.check`.

The two checkers share nothing but the question. Here a set is a Python set of secrets, and every response comes from
``Game.respond``. That is slow. Both checkers must give the same answer for every certificate.

Let f(S) be the cost of the best strategy for finding every secret of the set S: its total, or its depth. A guess splits
S into cells, one for each response, and a correct guess ends the game. So the guess costs |S| + Σ f(cell), or 1 + max
f(cell), over the cells of all other responses, and f(S) is the least of these costs. A guess that leaves all of S in
one cell costs more than f(S), and is never best. Where secrets are only announced, f of one secret is 0.

An entry says that f(S) is at least b. It is proven if counting says so (:func:`_counted`), or if every guess costs at
least b when f of each cell is replaced by a lower bound: the one from counting, or that of an entry for the same set.
Cells are smaller than S, so no entry rests on itself, and all of them hold if each is proven in this way.

An entry may name symmetries. Each permutes the secrets of S, and the guesses, and keeps every response between them:
this is tested for every guess and every secret of S. So a guess costs as much as its images, and the first of several
guesses that are images of each other is enough.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from strategist.files.certificate import Certificate
from strategist.game import Code, Response
from strategist.quoting import shortened

Cell = frozenset[Code]
Answers = Mapping[Code, Mapping[Code, Response]]
"""The response to each question, for each secret."""


def check_plainly(certificate: Certificate) -> list[str]:
    """Why a certificate does not prove what it states: a line for each entry that is not proven; none if all are.

    >>> import numpy as np
    >>> from strategist.catalog import make_game
    >>> from strategist.files.certificate import Entries
    >>> only = [np.array([value], dtype=np.int64) for value in (0, 0, 0, 7, 0)]
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
    cells = _positions(certificate, frozenset(secrets), answers)
    if frozenset() in cells:
        return [f"entry {cells.index(frozenset())}: no secret is left after the response it names"]

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

    Where secrets are guessed, the guesses of the game make cells of these sizes of all its secrets (:func:`_spreads`).
    Let no strategy find more than r secrets, of any set, within k guesses. Then a guess of which k more follow finds
    one itself, and in each cell no more than r, nor than the cell has. A cell of any set is a part of a cell of all
    secrets. So no strategy finds more than 1 + Σ min(size, r) within k + 1 guesses, for the sizes for which this is
    largest. In the cheapest case, so many are really found.

    Where secrets are announced, ``spreads`` is None, and a tree grows: one more question replaces a secret that is
    known after k questions, and its answers are known secrets. With c answers this costs c (k + 1) - k. It is cheapest
    to do so as seldom as possible, with all answers each time but the last, and where k is least.

    >>> _counted("total", 5, 3, [(2, 1, 1), (4,)]), _counted("depth", 5, 3, [(2, 1, 1), (4,)])
    (10, 3)
    >>> _counted("total", 5, 3, None), _counted("depth", 5, 3, None)
    (8, 2)
    """
    if secrets > 1 and branches <= (1 if spreads is None else 0):
        return math.inf
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
    return levels[-1] if objective == "depth" else sum(levels)


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
