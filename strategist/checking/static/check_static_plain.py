"""The plain checker of certificates of version 6, of questions asked all at once: all that has to be believed.

*Claims.* Two secrets of one class need not be told apart; where there are no classes, each secret is one of its own. A
set of questions is *good* if any two secrets of different classes, of those that agree with the start, answer one of
its questions differently. The certificate claims that no set of k = ``bound - 1`` questions is good.

*Partitions.* Only the partition matters that a question makes of the secrets: the first question of each partition
stands for all, and a set of questions is a set of partitions here.

*Symmetries.* A symmetry permutes the secrets, maps classes to classes and each partition to the partition of some
question. So it permutes partitions, and the image of a good set is good. Each of those that the file lists is tested.
Of them products are made: beginning with the one that moves nothing, each permutation is followed by each of the list,
in order, and what is new goes to the end; until there are as many as the file says, or no new ones.

*Entries.* An entry is a set C with a set F of *forbidden* questions and a number k, and claims that no good set holds
all of C, none of F, and at most k more questions than C. The first entry has no questions and forbids none. An entry is
proven in one of three ways:

1. *Counting.* A pair is *open* if it is to be told apart, and no question of C does so. If the k questions that tell
   most open pairs apart, of those that are not forbidden, tell fewer apart together than there are, too many stay open.
   Nor can k questions make more cells of a cell than the product of the numbers of cells that they make of all secrets:
   a cell of C may not hold more classes than the k largest of these numbers come to.
2. *Branching.* The entry names an open pair: a good set needs a question that tells it apart. Take the products of
   symmetries that map C to C and F to F. They divide all questions into orbits. The entries below add one question
   each that is neither in C nor forbidden, and forbid the whole orbits of those before them, besides F, with k - 1 for
   k. If every question that tells the pair apart and is not forbidden is in the orbit of one of them, all is proven:
   for take a good set as above. It holds a question of one of these orbits. Take the first such orbit in the order of
   the entries. Some symmetry, or several after each other, maps the set to one with the question of that entry, which
   holds C, and nothing of F and of the orbits before.
3. *Weighing.* The entry names open pairs with weights. A good set tells all of their weight apart. If the k questions
   that tell most of it apart, of those that are not forbidden, tell less apart together, there is none. Else a question
   is in no good set if it does not come to the whole weight with the k - 1 questions that tell most apart, whichever
   these are. The one entry below is the set C with the same k, and forbids these questions besides F.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations
from math import prod
from typing import NamedTuple

from strategist.files.certificate import Certificate
from strategist.files.versions.set_columns import QuestionSets

Permutation = tuple[int, ...]


class _Entry(NamedTuple):
    asked: tuple[int, ...]
    forbidden: frozenset[int]
    more: int
    """How many questions may follow."""


def check_static_plainly(certificate: Certificate) -> list[str]:
    """Why a certificate of version 6 does not hold: a line for each claim that is not proven, none if it holds.

    >>> from strategist.files.versions.set_columns import counted_sets
    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,3)")
    >>> [check_static_plainly(Certificate.of_sets(game, counted_sets(bound))) for bound in (2, 3)]
    [[], ['entry 0: it is claimed that 2 questions more do not suffice, but counting does not prove it']]
    """
    assert certificate.sets is not None  # of version 6
    return list(_Plain(certificate, certificate.sets).problems())


class _Plain:
    def __init__(self, certificate: Certificate, sets: QuestionSets) -> None:
        self.sets, self.game = sets, certificate.game
        game = self.game
        self.secrets = game.consistent(certificate.start)
        places = {code: index for index, code in enumerate(game.secrets)}
        self.names = [places[code] for code in self.secrets]
        self.kinds = self.names if game.classes is None else [game.classes[secret] for secret in self.names]
        self.number: dict[Permutation, int] = {}
        """The partitions, by number: for each secret the first secret that gives the same answer."""
        self.partition_of: list[int] = []
        """The number of the partition of each question."""
        for question in game.guesses[: game.question_count]:
            partition = _first_alike([game.respond(question, secret) for secret in self.secrets])
            self.partition_of.append(self.number.setdefault(partition, len(self.number)))
        self.partitions = list(self.number)
        self.cells = [len(set(partition)) for partition in self.partitions]
        pairs = [pair for pair in combinations(range(len(self.secrets)), 2) if self._differ(*pair)]
        self.bit = {pair: 1 << at for at, pair in enumerate(pairs)}
        self.every = (1 << len(pairs)) - 1
        self.products: list[Permutation] = []
        self.weights = [
            [(self.sets.firsts[at], self.sets.seconds[at], self.sets.weights[at]) for at in places]
            for places in sets.weights_at()
        ]
        """The weighed pairs of each entry: two secrets, and the weight."""

    @cached_property
    def told(self) -> list[int]:
        """The pairs that each partition tells apart, a bit for each."""
        return [
            sum(bit for (one, other), bit in self.bit.items() if partition[one] != partition[other])
            for partition in self.partitions
        ]

    def _differ(self, one: int, other: int) -> bool:
        return self.kinds[one] != self.kinds[other]

    def problems(self) -> Iterator[str]:
        """A line for each claim that is not proven."""
        moved = [self._moved(images) for images in self.sets.images]
        for number, images in enumerate(moved):
            if images is None:
                yield f"symmetry {number} does not keep what questions tell apart"
                return
        self.products = _products(
            [images for images in moved if images is not None], len(self.told), self.sets.products
        )
        entries = [_Entry((), frozenset(), self.sets.bound - 1)]
        for number, children in enumerate(self.sets.children):
            first = len(entries)
            if self.weights[number]:
                entries += [self._narrowed(number, entries[number])] * children
            else:
                entries += self._below(entries[number], self.sets.questions[first : first + children])
            if (problem := self._unproven(number, entries[number], entries[first:])) is not None:
                yield f"entry {number}: {problem}"

    def _moved(self, images: Sequence[int]) -> Permutation | None:
        """The partition to which a permutation of secrets moves each partition; None if it is no symmetry."""
        before = [0] * len(images)
        for place, image in enumerate(images):
            before[image] = place
        if _first_alike([self.kinds[place] for place in before]) != _first_alike(self.kinds):
            return None
        found = [
            self.number.get(_first_alike([partition[place] for place in before]), -1) for partition in self.partitions
        ]
        return None if -1 in found else tuple(found)

    def _orbits(self, entry: _Entry) -> list[int]:
        """For each partition the lowest to which the products that keep an entry move it."""
        asked, forbidden = set(entry.asked), entry.forbidden
        kept = [
            moved
            for moved in self.products
            if all(moved[each] in asked for each in asked) and all(moved[each] in forbidden for each in forbidden)
        ]
        lowest = list(range(len(self.partitions)))
        changed = True
        while changed:
            changed = False
            for moved in kept:
                for partition, image in enumerate(moved):
                    least = min(lowest[partition], lowest[image])
                    if lowest[partition] != least or lowest[image] != least:
                        lowest[partition] = lowest[image] = least
                        changed = True
        return lowest

    def _below(self, entry: _Entry, questions: Sequence[int]) -> list[_Entry]:
        if not questions:
            return []
        orbits, forbidden, found = self._orbits(entry), entry.forbidden, []
        for question in questions:
            added = self.partition_of[question]
            found.append(_Entry((*entry.asked, added), forbidden, entry.more - 1))
            forbidden |= {each for each, orbit in enumerate(orbits) if orbit == orbits[added]}
        return found

    def _unproven(self, number: int, entry: _Entry, below: Sequence[_Entry]) -> str | None:
        """Why an entry is not proven; None if it is."""
        one, other = self.sets.ones[number], self.sets.others[number]
        claimed = f"it is claimed that {entry.more} questions more do not suffice"
        if entry.more >= 0 and self.weights[number]:
            return self._unweighed(number, entry, below, claimed)
        if one == other:
            return None if self._counted(entry) else f"{claimed}, but counting does not prove it"
        if one not in self.names or other not in self.names:
            return "it names a secret that does not agree with the start"
        if entry.more < 0:
            return None
        bit = self.bit.get((self.names.index(one), self.names.index(other)), 0)
        if not bit or any(self.told[each] & bit for each in entry.asked):
            return "it names two secrets that are told apart, or need not be"
        if any(each.asked[-1] in entry.asked or each.asked[-1] in each.forbidden for each in below):
            return "an entry below asks what is asked or forbidden already"
        orbits = self._orbits(entry)
        covered = {orbits[each.asked[-1]] for each in below}
        for partition, told in enumerate(self.told):
            if told & bit and partition not in entry.forbidden and orbits[partition] not in covered and entry.more:
                text = self.game.format_code(self.game.guesses[self.partition_of.index(partition)])
                return f"{claimed}, but no entry below asks {text}, which tells its secrets apart"
        return None

    def _weight_told(self, number: int) -> list[int]:
        """The weight of the pairs of an entry that each partition tells apart."""
        place = {name: at for at, name in enumerate(self.names)}
        pairs = [(place.get(one, 0), place.get(other, 0), weight) for one, other, weight in self.weights[number]]
        return [
            sum(weight for one, other, weight in pairs if partition[one] != partition[other])
            for partition in self.partitions
        ]

    def _narrowed(self, number: int, entry: _Entry) -> _Entry:
        """The entry below one that weighs pairs."""
        told, whole = self._weight_told(number), sum(weight for _, _, weight in self.weights[number])
        best = sorted((each for at, each in enumerate(told) if at not in entry.forbidden), reverse=True)
        beside = sum(best[: max(0, entry.more - 1)])
        out = {at for at, each in enumerate(told) if each + beside < whole}
        return _Entry(entry.asked, entry.forbidden | out, entry.more)

    def _unweighed(self, number: int, entry: _Entry, below: Sequence[_Entry], claimed: str) -> str | None:
        """Why an entry that weighs pairs is not proven; None if it is."""
        for one, other, _ in self.weights[number]:
            if one not in self.names or other not in self.names:
                return "it names a secret that does not agree with the start"
            pair = self.names.index(one), self.names.index(other)
            told = any(self.partitions[each][pair[0]] != self.partitions[each][pair[1]] for each in entry.asked)
            if told or not self._differ(*pair):
                return "it names two secrets that are told apart, or need not be"
        told_by = self._weight_told(number)
        best = sorted((each for at, each in enumerate(told_by) if at not in entry.forbidden), reverse=True)
        if below or sum(best[: entry.more]) < sum(weight for _, _, weight in self.weights[number]):
            return None
        return f"{claimed}, but its weights do not prove it"

    def _counted(self, entry: _Entry) -> bool:
        """Whether counting proves that so many questions more are too few."""
        if entry.more < 0:
            return True
        allowed = [each for each in range(len(self.partitions)) if each not in entry.forbidden]
        held: dict[tuple[int, ...], set[int]] = {}
        for secret, kind in enumerate(self.kinds):
            held.setdefault(tuple(self.partitions[each][secret] for each in entry.asked), set()).add(kind)
        room = prod(sorted((self.cells[each] for each in allowed), reverse=True)[: entry.more])
        if max(map(len, held.values())) > room:
            return True
        left = self.every
        for each in entry.asked:
            left &= ~self.told[each]
        best = sorted(((self.told[each] & left).bit_count() for each in allowed), reverse=True)
        return sum(best[: entry.more]) < left.bit_count()


def _first_alike(labels: Sequence[int]) -> Permutation:
    """For each place the first place with the same label.

    >>> _first_alike([7, 3, 7])
    (0, 1, 0)
    """
    first: dict[int, int] = {}
    return tuple(first.setdefault(label, place) for place, label in enumerate(labels))


def _products(moved: Sequence[Permutation], size: int, most: int) -> list[Permutation]:
    """Products of permutations, each followed by each of a list, in order, ``most`` of them or all.

    >>> _products([(1, 0, 2), (0, 2, 1)], 3, 4)
    [(0, 1, 2), (1, 0, 2), (0, 2, 1), (2, 0, 1)]
    """
    nothing = tuple(range(size))
    found, known = [nothing], {nothing}
    for one in found:
        for other in moved:
            if len(found) == most:
                return found
            product = tuple(other[image] for image in one)
            if product not in known:
                known.add(product)
                found.append(product)
    return found
