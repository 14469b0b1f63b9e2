"""A second checker of certificates, as simple as possible: the specification of :mod:`strategist.check`.

It shares nothing with the checker but the question. Sets are sets of secrets, and a response is what ``Game.respond``
answers. That makes it slow. Both checkers must give the same answer for every certificate.

Let f(S) be what the best strategy needs to find every secret of the set S: guesses in total, or the depth. A guess
splits S into cells, one for each response, and a correct guess ends the game. So the guess costs |S| + Σ f(cell), or 1
+ max f(cell), over the cells of all other responses, and f(S) is the least of these costs. A guess that leaves all of S
in one cell costs more than f(S), and is never best. Where secrets are only announced, f of one secret is 0.

An entry, "f(S) is b at least", is proven if counting says so (:func:`_counted`), or if every guess costs b at least
when f of each cell is replaced by less: what counting says, or what an entry for the very same set says. Cells are
smaller than S, so no entry rests on itself, and all of them hold if each is proven in this way.

An entry may name symmetries. Each exchanges the secrets of S among themselves, and the guesses, and keeps every
response between them: that is looked at for every guess and every secret of S. So a guess costs what its images cost,
and of guesses that are images of each other the first is enough.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

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

    known: dict[Cell, int] = {}
    strongest: dict[Cell, int] = {}
    for entry, cell in enumerate(cells):
        bound = int(certificate.entries.bounds[entry])
        if bound > known.get(cell, -1):
            known[cell], strongest[cell] = bound, entry
    problems = []
    for cell, entry in strongest.items():
        problem = _unproven(certificate, entry, cell, known, answers)
        if problem is not None:
            problems.append(f"entry {entry}: {problem}")
    return problems


def _positions(certificate: Certificate, whole: Cell, answers: Answers) -> list[Cell]:
    """The set of each entry: of the first the whole, of every other a cell of the entry above it."""
    entries, questions = certificate.entries, list(answers)
    cells = [whole]
    for above, children in enumerate(entries.children):
        for entry in range(len(cells), len(cells) + int(children)):
            row = answers[questions[entries.guesses[entry]]]
            cells.append(frozenset(secret for secret in cells[above] if row[secret] == entries.responses[entry]))
    return cells


def _unproven(
    certificate: Certificate, entry: int, cell: Cell, known: Mapping[Cell, int], answers: Answers
) -> str | None:
    """Why one entry is not proven; None if it is."""
    game, objective = certificate.game, certificate.objective
    branches = game.response_count - 1
    bound = known[cell]
    if bound <= _counted(objective, len(cell), branches, game.announces):
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
        # Who is right is done.
        for secret in cell - {guess}:
            split.setdefault(row[secret], set()).add(secret)
        if cell in split.values():
            continue
        needs = [
            max(_counted(objective, len(part), branches, game.announces), known.get(frozenset(part), 0))
            for part in split.values()
        ]
        cost = 1 + max(needs, default=0) if objective == "depth" else len(cell) + sum(needs)
        if cost < bound:
            text = shortened(game.format_code(guess))
            return f"of {len(cell)} secrets, at least {bound} is claimed, but guess {text} may need only {cost}"
    return None


@cache
def _counted(objective: str, secrets: int, branches: int, announces: bool) -> float:
    """The least that ``secrets`` secrets need in any game with ``branches`` responses that do not solve.

    There are ``branches**k`` histories of k responses at most. Where secrets are guessed, each of them finds one at
    most by the guess made then, k + 1. Where they are announced, no history of a known secret goes on to another one,
    so that ``branches**k`` at most are known after k questions or fewer. It is cheapest to fill the first levels.

    >>> _counted("total", 5, 3, False), _counted("depth", 5, 3, False)
    (10, 3)
    >>> _counted("total", 5, 3, True), _counted("depth", 5, 3, True)
    (6, 2)
    """
    if secrets > 1 and branches <= (1 if announces else 0):
        return math.inf
    levels: list[int] = []
    level = 0 if announces else 1
    while len(levels) < secrets:
        room = branches**level if announces else sum(branches**made for made in range(level))
        levels += [level] * (min(room, secrets) - len(levels))
        level += 1
    return levels[-1] if objective == "depth" else sum(levels)


def _image(symmetry: bytes, code: Sequence[int]) -> Code:
    """What a symmetry makes of a code, as :mod:`strategist.files.certificate` describes it."""
    positions, symbols = symmetry[: len(code)], symmetry[len(code) :]
    return tuple(symbols[code[place]] for place in positions)


def _keeps(symmetry: bytes, cell: Cell, answers: Answers) -> bool:
    """Whether a symmetry leaves a set of secrets as it is, and all that is answered about them."""
    image = {code: _image(symmetry, code) for code in cell.union(answers)}
    if {image[secret] for secret in cell} != cell or {image[guess] for guess in answers} != set(answers):
        return False
    for guess, row in answers.items():
        image_row = answers[image[guess]]
        if any(image_row[image[secret]] != row[secret] for secret in cell):
            return False
    return True


def _first_of_images(guesses: Iterable[Code], symmetries: Sequence[bytes]) -> list[Code]:
    """The guesses that are no image of an earlier one, by symmetries one after the other, as often as one likes."""
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
