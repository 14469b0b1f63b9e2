"""Whether claims about several boards hold: plain Python, which shares nothing with the search.

A claim says that sets C1, …, Ck of candidates, one for each board that is not solved, take no fewer than V guesses in
all, summed over their n = |C1|…|Ck| combinations, and that a guess reaches V. It holds if

* for every guess, n and what the combinations of cells take at least are no less than V. Combinations of cells that are
  claimed take what is claimed; others take at least a guess for each different secret, and one more wherever the first
  guess is no secret of the combination;
* for the guess that it names, all combinations of cells are claimed, and the sum is V.

Both follow for all claims by induction on the number of candidates: a guess that tells nothing leaves the same sets,
and takes n guesses more.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from strategist.files.boards_proof import BoardsProof, Sets


@dataclass(frozen=True)
class BoardsChecked:
    """The least total, what does not hold, and how many claims there are."""

    total: int
    problems: tuple[str, ...]
    claims: int

    @property
    def proven(self) -> bool:
        """Whether the total is the least."""
        return not self.problems


def check_boards(proof: BoardsProof) -> BoardsChecked:
    """Check all claims of a proof; the first that does not hold ends the check.

    >>> from strategist.games.boards import make_boards
    >>> boards = make_boards('boards("mastermind(1,2)",1)')
    >>> check_boards(BoardsProof(boards, {((0, 1),): (3, 0), ((1,),): (1, 1)})).total
    3
    >>> check_boards(BoardsProof(boards, {((0, 1),): (2, 0), ((1,),): (1, 1)})).problems
    ('claim 0 of 2: guess 1 reaches 3, not 2',)
    """
    board, claims = _Answers(proof), proof.claims
    problems: list[str] = []
    if proof.whole not in claims:
        problems.append("the whole is not claimed")
    for place, (sets, (value, named)) in enumerate(claims.items()):
        combinations = 1
        for each in sets:
            combinations *= len(each)
        for guess in range(len(proof.boards.game.guesses)):
            cells = list(board.cells(sets, guess))
            total = combinations + sum(claims[cell][0] if cell in claims else _least(cell) for cell in cells if cell)
            if total < value:
                problems.append(f"claim {place} of {len(claims)}: guess {guess + 1} takes {total}, not {value}")
            elif guess == named and total != value:
                problems.append(f"claim {place} of {len(claims)}: guess {guess + 1} reaches {total}, not {value}")
            elif guess == named and any(cell and cell not in claims for cell in cells):
                problems.append(f"claim {place} of {len(claims)}: guess {guess + 1} leaves what is not claimed")
            if problems:
                break
        if problems:
            break
    return BoardsChecked(claims.get(proof.whole, (0, 0))[0], tuple(problems), len(claims))


class _Answers:
    def __init__(self, proof: BoardsProof) -> None:
        self._game = proof.boards.game
        self._known: dict[int, list[int]] = {}

    def cells(self, sets: Sets, guess: int) -> list[Sets]:
        """The sets that each combination of responses leaves; without boards that are solved."""
        if guess not in self._known:
            code = self._game.guesses[guess]
            self._known[guess] = [self._game.respond(code, secret) for secret in self._game.secrets]
        row = self._known[guess]
        divided: list[list[tuple[int, ...]]] = []
        for each in sets:
            behind: dict[int, list[int]] = {}
            for secret in each:
                behind.setdefault(row[secret], []).append(secret)
            divided.append([() if self._game.solved(told) else tuple(cell) for told, cell in behind.items()])
        return [tuple(sorted(cell for cell in cells if cell)) for cells in product(*divided)]


def _least(sets: Sets) -> int:
    """What combinations take at least: for the best of all first guesses, a guess for each different secret, and one
    for the guess itself where it is none of them."""
    combinations = [frozenset(each) for each in product(*sets)]
    met = {code: sum(code in each for each in combinations) for code in {code for each in sets for code in each}}
    return sum(map(len, combinations)) + len(combinations) - max(met.values())
