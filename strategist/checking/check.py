"""The checker of certificates: does every strategy cost at least the bound that a certificate states?

The checker shares nothing with the search: responses come from ``Game.respond``, and everything else is in this file
and in :mod:`strategist.checking.splitting`. This is what you have to believe.

*What a position needs.* Let f(S) be the least total, over all strategies, to find every secret of the set S. A guess g
splits S into cells, one for each response. Each cell except the solved one is then finished on its own. So g costs |S|
+ Σ f(cell), and f(S) is the least of these costs. For the depth, g costs 1 + max f(cell) instead. In a game that
announces its secrets, only questions count and no question solves: f of one secret is 0, because no question is asked.
The checker tests for every pair of guess and secret that the response is the solved one exactly if the guess is the
secret.

*When an entry is proven.* An entry says f(S) ≥ b. It is proven if every guess costs at least b when f of each cell is
replaced by a known bound. The known bound is the larger of two: the one that counting gives for a set of this size
(:func:`~strategist.checking.splitting.least`), from how evenly the guesses spread all secrets at best, and that of an
entry for exactly this set. Entries rest only on entries for smaller sets, so no proof is circular: a guess that leaves
the whole of S as one cell costs more than f(S), is never best and is skipped.

*Which guesses need no closer look.* With K cells, a guess is cheapest if its secrets are spread evenly over them
(:meth:`~strategist.checking.splitting.Ground.by_cells`): a guess with too few cells is refuted at once. Where the
certificate names symmetries of the game that map S onto itself, a guess costs as much as its images, and the lowest of
them stands for all. The checker tests with every guess and every secret that the game has the symmetries that it
describes, and for every S that they map S onto itself.

:mod:`strategist.checking.check_plain` makes this check without any short cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import groupby, islice, pairwise
from typing import NamedTuple

import numpy as np

from strategist.checking.check_result import Check
from strategist.checking.splitting import Ground, Indices, Wrapper, table_by_rules
from strategist.common.errors import StrategyFileError, TooLargeError
from strategist.files.certificate import Certificate
from strategist.model.game import Game

_MOST_PROBLEMS = 10
_MOST_IMAGES = 1 << 10
"""An honest certificate names about a hundred symmetries. A forged one may name a million: not all are kept."""
_MOST_BYTES = 8 << 30
_TOGETHER = 1 << 12
"""The number of entries that are checked together."""


class Images:
    """The images of secrets and guesses under the symmetries, by index, and which guesses they make equal."""

    def __init__(self, game: Game, symmetries: Sequence[bytes]) -> None:
        self.game = game
        self.symmetries = symmetries
        self.of = lru_cache(_MOST_IMAGES)(self._image)
        self.lowest = lru_cache(_MOST_IMAGES)(self._lowest)

    @cached_property
    def _places(self) -> list[dict[tuple[int, ...], int]]:
        """The index of each code among the secrets, and among the questions."""
        both = (self.game.secrets, self.game.guesses[: self.game.question_count])
        return [{tuple(code): place for place, code in enumerate(codes)} for codes in both]

    def _image(self, number: int) -> tuple[Indices, Indices]:
        """The image of each secret and of each question under symmetry ``number``, as indices."""
        secrets, guesses = (self._send(self.symmetries[number], places) for places in self._places)
        return secrets, guesses

    def _send(self, symmetry: bytes, places: dict[tuple[int, ...], int]) -> Indices:
        pegs = len(self.game.secrets[0])
        positions, symbols = symmetry[:pegs], symmetry[pegs:]
        return np.array([places[tuple(symbols[code[at]] for at in positions)] for code in places], dtype=np.int64)

    def _lowest(self, members: tuple[int, ...]) -> Indices:
        """For each question, the lowest image under the symmetries of a group, applied any number of times."""
        lowest = np.arange(self.game.question_count)
        while True:
            before = lowest
            for number in members:
                image = self.of(number)[1]
                lowest = np.minimum(lowest, lowest[image])
            if np.array_equal(before, lowest):
                return lowest


def generators(game: Game) -> list[bytes]:
    """The exchanges of neighbors within each class that a game describes: they generate all its symmetries.

    >>> from strategist.games.catalog import make_game
    >>> [list(each) for each in generators(make_game("mastermind(2,3)"))]
    [[1, 0, 0, 1, 2], [0, 1, 1, 0, 2], [0, 1, 0, 2, 1]]
    """
    symmetry = game.code_symmetry
    if symmetry is None:
        return []
    pegs = len(game.secrets[0])
    symbols = 1 + max(max(code) for code in game.guesses[: game.question_count])
    found = []
    for offset, classes in ((0, symmetry.positions), (pegs, symmetry.symbols)):
        for members in classes:
            for one, other in pairwise(members):
                images = [*range(pegs), *range(symbols)]
                images[offset + one], images[offset + other] = other, one
                found.append(bytes(images))
    return found


class _Known(NamedTuple):
    """The listed bounds by set, and the size of the smallest listed set."""

    bounds: dict[bytes, int]
    smallest: int


def check_certificate(certificate: Certificate, progress: Wrapper = iter) -> Check:
    """Check every guess at every position that a certificate of version 1 lists. Raises
    :class:`~strategist.common.errors.StrategyFileError` for another version, and if no secret agrees with the start.

    ``progress`` may wrap the candidates while their responses are computed, and then the entries.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.files.certificate import Entries
    >>> from strategist.files.columns import column
    >>> only = [column([value]) for value in (0, 0, 0, 6, 0)]
    >>> check_certificate(Certificate(make_game("mastermind(1,3)"), "total", Entries(*only))).proven
    True
    """
    game = certificate.game
    if certificate.version != 1:
        raise StrategyFileError(
            f"byte 13: expected a certificate of version 1, got version {certificate.version}: see check_under"
        )
    candidates = game.consistent(certificate.start) if certificate.start else list(game.secrets)
    check = Check(certificate.bound, len(certificate))
    if not candidates:
        raise StrategyFileError("header.start: no secret agrees with it")
    ground = Ground(game, candidates, table_by_rules(game, candidates, progress), certificate.objective)
    check_solved(ground, check)
    images = Images(game, certificate.symmetries)
    if certificate.symmetries:
        check_symmetries(ground, check)
    if check.problems:
        return check
    positions = positions_of(certificate, ground, check)
    if check.problems:
        return check
    bounds: dict[bytes, int] = {}
    strongest: dict[bytes, int] = {}
    for entry, (name, bound) in enumerate(zip(positions, certificate.entries.bounds.tolist(), strict=True)):
        if bound > bounds.get(name, -1):
            bounds[name], strongest[name] = bound, entry
    known = _Known(bounds, min(map(ground.size, bounds)))
    # The strongest entry for a set implies all others for it.
    listed = sorted(strongest.values(), key=lambda entry: (-len(positions[entry]), entry))
    for _, alike in groupby(progress(listed), key=lambda entry: len(positions[entry])):
        for entries in in_parts(alike):
            refuted = _refute(certificate, entries, [positions[entry] for entry in entries], ground, images, known)
            for entry in sorted(refuted)[: _MOST_PROBLEMS - len(check.problems)]:
                check.problems.append(f"entry {entry} {where(certificate, entry)}: {refuted[entry]}")
            if len(check.problems) >= _MOST_PROBLEMS:
                return check
    return check


def in_parts(entries: Iterable[int]) -> Iterator[list[int]]:
    """The entries in parts of some thousands."""
    entries = iter(entries)
    while part := list(islice(entries, _TOGETHER)):
        yield part


def check_solved(ground: Ground, check: Check) -> None:
    """Check that a guess gets the solved response if and only if it is the secret."""
    solved = ground.table == ground.solved_response
    if not ground.game.announces:
        # The guess that is the secret should be solved: after the flip, every True is a mistake.
        solved[np.arange(len(solved)), ground.guess_of] ^= True
    if solved.any() or ground.table.max() > ground.solved_response:
        check.problems.append(f"{ground.game.spec} does not give the solved response for the secrets alone")


def check_symmetries(ground: Ground, check: Check) -> None:
    """Check that the rules have the symmetries that the game describes."""
    exchanges = generators(ground.game)
    images = Images(ground.game, exchanges)
    for number in range(len(exchanges)):
        try:
            secrets, guesses = images.of(number)
            kept = np.array_equal(ground.table[secrets][:, guesses], ground.table)
        except KeyError:
            # The image of some code is not a code.
            kept = False
        if not kept:
            check.problems.append(f"{ground.game.spec} does not have the symmetries that it describes")
            return


def positions_of(certificate: Certificate, ground: Ground, check: Check) -> list[bytes]:
    """The set of every entry: a cell of the entry above it. Raises :class:`~strategist.common.errors.TooLargeError` if
    the sets take too much memory."""
    found = [ground.name(np.arange(len(ground.candidates)))]
    names: dict[bytes, bytes] = {}
    room = _MOST_BYTES
    guesses, responses = certificate.entries.guesses.tolist(), certificate.entries.responses.tolist()
    for parent, children in enumerate(certificate.entries.children.tolist()):
        if not children:
            continue
        members = ground.members(found[parent])
        for entry in range(len(found), len(found) + children):
            cell = members[ground.table[members, guesses[entry]] == responses[entry]]
            if not len(cell):
                check.problems.append(f"entry {entry}: no secret is left after the response it names")
                return found
            name = ground.name(cell)
            # A short file can list one set a million times: keep it once.
            if name not in names:
                names[name] = name
                room -= len(name)
                if room < 0:
                    raise TooLargeError(f"entry {entry}: the positions take more than {_MOST_BYTES / 2**30:.0f} GiB")
            found.append(names[name])
    return found


def _refute(
    certificate: Certificate,
    entries: Sequence[int],
    names: Sequence[bytes],
    ground: Ground,
    images: Images,
    known: _Known,
) -> dict[int, str]:
    """The entries among ``entries`` that are not proven, each with the reason. All sets are of one size."""
    sets, bounds = ground.sets(names), np.asarray(certificate.entries.bounds)[entries]
    size = sets.shape[1]
    claimed = bounds > ground.least[size]
    if size == 1 and ground.game.announces:
        text = "the one secret left is known, but at least {} is claimed"
        return {entries[row]: text.format(bounds[row]) for row in np.flatnonzero(claimed).tolist()}
    refuted: dict[int, str] = {}
    groups = np.where(claimed, np.asarray(certificate.entries.groups)[entries], 0)
    for group in np.unique(groups[groups > 0]).tolist():
        of_group = np.flatnonzero(groups == group)
        for number in certificate.groups[group - 1]:
            moved = np.sort(images.of(number)[0][sets[of_group]], axis=1)
            for row in of_group[(moved != sets[of_group]).any(axis=1)].tolist():
                refuted.setdefault(entries[int(row)], f"symmetry {number} does not leave its candidates as they are")
                claimed[row] = False
    rows = np.flatnonzero(claimed)
    row_of, guesses = ground.open_pairs(sets[rows], bounds[rows])
    rows = rows[row_of]
    for group in np.unique(groups[rows]).tolist():
        if group:
            # An image of a guess has as many cells, so the lowest image of an open guess is open, too.
            lowest = images.lowest(certificate.groups[group - 1])
            stays = (groups[rows] != group) | (lowest[guesses] == guesses)
            rows, guesses = rows[stays], guesses[stays]
    for found in ground.split_further(sets, rows, guesses, bounds, known.smallest):
        costs = ground.further_costs(found, found.known(known.bounds))
        for pair in np.flatnonzero(costs < bounds[found.rows]).tolist():
            row, text = int(found.rows[pair]), ground.game.format_code(ground.game.guesses[found.guesses[pair]])
            what = f"of {size} secrets, at least {bounds[row]} is claimed, but guess {text} may need only {costs[pair]}"
            refuted.setdefault(entries[row], what)
    return refuted


def where(certificate: Certificate, entry: int) -> str:
    """The history that leads to an entry."""
    game = certificate.game
    firsts = 1 + np.cumsum(certificate.entries.children) - np.asarray(certificate.entries.children)
    moves = []
    while entry:
        moves.append((game.guesses[int(certificate.entries.guesses[entry])], int(certificate.entries.responses[entry])))
        entry = int(np.searchsorted(firsts, entry, side="right")) - 1
    return f"({game.format_history(tuple(reversed(moves)))})" if moves else "(the whole game)"
