"""The sets that the claims of a certificate are about, with numbers."""

from __future__ import annotations

import numpy as np

from strategist.checking.counted_bounds import Indices
from strategist.checking.ground import Places, check_bytes
from strategist.checking.proof import Proof
from strategist.checking.sets.numbered import NumberedSets
from strategist.common.errors import TooLargeError
from strategist.files.versions.core_columns import Cores
from strategist.model.game import Game

_MOST_BYTES = 8 << 30
"""The memory that sets may take, and the bits of the cores of one level."""
_MOST_LOOKS = 1 << 36
"""The most members of cores that are compared: for each core, those of all cores of the level before. Wordle's file
takes 3·10⁸."""
_MOST_SPLIT = 1 << 18
"""The number of members of sets that are divided together into the sets of claims."""


def sets_of_cores(proof: Proof, sets: NumberedSets) -> tuple[Indices, str | None]:
    """The numbers of cores, and of the set of all secrets; and why a core is none: None if all are."""
    game, ground, listed = proof.game, sets.ground, [*(secrets for _, secrets in proof.levels), sets.ground.places]
    place_of = np.full(len(game.secrets), -1, dtype=np.int64)
    place_of[np.asarray(ground.places)] = np.arange(ground.count)
    members = place_of[np.concatenate([np.asarray(secrets, dtype=np.int64) for secrets in listed])]
    sizes, problem = np.array(list(map(len, listed))), None
    strangers = np.flatnonzero(members < 0)
    if len(strangers):
        core = int(np.searchsorted(np.cumsum(sizes), strangers[0], side="right"))
        code = next(secret for secret in listed[core] if place_of[secret] < 0)
        problem = f"core {core}: {game.format_code(game.secrets[code])} does not agree with the start"
        sizes = sizes[:core]
    kept: Places = members[: int(sizes.sum())].astype(ground.place_type)
    return sets.add(kept, sizes), problem


def sets_of_cells(proof: Proof, sets: NumberedSets) -> tuple[Indices, str | None]:
    """The numbers of the cells that entries are about, and why there is none for the next entry; None if there is one
    for each. An entry has a number as soon as the one above it."""
    place_type = sets.ground.place_type
    every: Places = np.arange(sets.ground.count).astype(place_type)
    entries, above = proof.certificate.entries, np.asarray(proof.above)
    guesses, responses = np.asarray(entries.guesses)[1:], np.asarray(entries.responses)[1:]
    found = np.empty(len(proof), dtype=np.int32)
    found[:1] = sets.add(every, np.array([len(every)]))
    room, first = _MOST_BYTES, 0
    while first < len(above):
        # The claims whose claim above has a number, as many as are looked at together.
        last = min(int(np.searchsorted(above, above.dtype.type(first + 1))), first + _MOST_SPLIT)
        begins = first + _begins(above[first:last], guesses[first:last], responses[first:last])
        looks = np.cumsum(sets.sizes(found[above[begins]]))
        count = max(1, int(np.searchsorted(looks, _MOST_SPLIT, side="right")))
        last = last if count == len(begins) else int(begins[count])
        begins, part = begins[:count], slice(first, last)
        members, kept = _cells(sets, found[above[begins]], guesses[begins], responses[part], begins - first)
        empty = np.flatnonzero(kept == 0)
        count = int(empty[0]) if len(empty) else last - first
        before, cells = len(sets), members[: int(kept[:count].sum())]
        numbers = sets.add(cells, kept[:count])
        found[first + 1 : first + 1 + count] = numbers
        # A short file can list one set a million times: it takes room once.
        fresh, at = np.unique(numbers, return_index=True)
        at = np.sort(at[fresh >= before])
        left = room - np.cumsum(kept[at]) * cells.itemsize
        if len(left) and left[-1] < 0:
            entry = first + 1 + int(at[int(np.argmax(left < 0))])
            raise TooLargeError(f"entry {entry}: the positions take more than {_MOST_BYTES / 2**30:.0f} GiB")
        room = int(left[-1]) if len(left) else room
        if len(empty):
            return found[: first + 1 + count], f"entry {first + 1 + count}: {proof.wording.nowhere}"
        first = last
    return found, None


def _begins(above: Indices, guesses: Indices, responses: Indices) -> Indices:
    """Where claims about the cells of another guess begin, or of another set; each cell is listed once until there."""
    same = (above[1:] == above[:-1]) & (guesses[1:] == guesses[:-1]) & (responses[1:] > responses[:-1])
    return np.append(0, np.flatnonzero(~same) + 1)


def _cells(
    sets: NumberedSets, above: Indices, guesses: Indices, responses: Indices, begins: Indices
) -> tuple[Places, Indices]:
    """The members of some cells, one cell after the other, and the sizes of the cells. The cells of a guess in a set
    ``above`` are those of some of the ``responses``, from where it begins."""
    ground, sizes = sets.ground, sets.sizes(above)
    own = np.repeat(np.arange(len(begins)), np.diff(begins, append=len(responses)))
    # The number of a cell among those that are listed; none for a response that is not.
    cell_of = np.full((len(begins), ground.game.response_count), len(responses), dtype=np.uint32)
    cell_of[own, responses] = np.arange(len(responses))
    members = sets.members_of(above, sizes)
    answers = ground.table.ravel().take(np.repeat(guesses, sizes) + members * np.int64(ground.table.shape[1]))
    cells = cell_of.ravel().take(np.repeat(np.arange(len(begins)) * cell_of.shape[1], sizes) + answers)
    listed = np.flatnonzero(cells < len(responses))
    cells, members = cells.take(listed), members.take(listed)
    # One number sorts by the cell, and then by the member.
    bits = 8 * ground.width
    numbers = np.left_shift(cells, bits, dtype=np.min_scalar_type(len(responses) << bits))
    numbers |= members
    numbers.sort()
    kept = np.bincount(cells, minlength=len(responses))
    return numbers.astype(ground.place_type), kept


def check_size(game: Game, cores: Cores) -> None:
    """Raise :class:`~strategist.common.errors.TooLargeError` if a file would take too much memory, or too long."""
    ends = np.cumsum((0, *cores.counts))
    totals = np.concatenate(([0], np.cumsum(cores.sizes)))
    members = np.diff(totals[ends])
    looks = sum(below * count for below, count in zip(members.tolist(), (*cores.counts, 1)[1:], strict=True))
    if looks > _MOST_LOOKS:
        raise TooLargeError(
            f"header.cores: checking them takes {looks} looks at members, at most {_MOST_LOOKS} are made"
        )
    needed = max(cores.counts, default=0) * (game.question_count // 8 + 1)
    check_bytes("header.cores: checking", needed, "those of one level", _MOST_BYTES)
