"""Sets of secrets for the fast checker: claims about positions where each secret has one answer, and cores.

You have to believe what :mod:`strategist.checking.measures` says of counting, and the steps here
and in the modules that are imported from this folder. Sets of one size are looked at together.

*Which guesses need no closer look.* With K cells, a guess is cheapest if its secrets are spread evenly over them: a
guess with too few cells is refuted at once. It has too few if it has too few for a larger set, such as that of a claim
above (:mod:`strategist.checking.sets.wholes`). In games of many responses, one count for a union of sets that are
alike (:mod:`strategist.checking.sets.unions`) refutes most guesses at each of them. A guess that gives all members of
a core the same response leaves the core whole. This is not the solved response, because a core has two members or
more, and the checker tests for every pair of guess and secret that the response is the solved one exactly if the guess
is the secret.

*What moves demand.* Where the rules restrict guesses, a response reveals symbols of the guess, some in their places,
and every later guess must use them (``Game.revealed``). So the allowed guesses are known by what the moves demand
together (:mod:`strategist.checking.demands`), and a claim holds wherever as much is demanded. The game itself
(``Game.allowed``) is asked what it allows at a thousand of the claims, or at all if there are fewer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from strategist.checking.claim_board import Board, Claims
from strategist.checking.counted_bounds import Indices
from strategist.checking.demands import FREE, Demands
from strategist.checking.ground import CheckedGame, Places, Wrapper, table_by_rules
from strategist.checking.images import symmetry_problem
from strategist.checking.known import Unsolvable
from strategist.checking.measure import Uniform
from strategist.checking.measures import Within, measure_of
from strategist.checking.proof import Proof
from strategist.checking.sets.claimed import check_size, sets_of_cells, sets_of_cores
from strategist.checking.sets.known_sets import KnownOfSets
from strategist.checking.sets.numbered import NumberedSets
from strategist.checking.sets.table_images import TableImages
from strategist.checking.sets.unions import Likely, Named, likely
from strategist.checking.sets.wholes import Pairs, Whole, holders
from strategist.common.errors import StrategyFileError
from strategist.common.wording import counted
from strategist.files.versions.core_columns import last_level

_MOST_NAMED = 12
_MOST_MAPPED = 1 << 12
"""The number of sets that are mapped together."""
_MOST_PARTS = 1 << 14
"""The number of claims that are looked at together, where sets are parts of larger ones."""
_MOST_OF_GROUPS = 1 << 8
"""The same, for claims that name symmetries."""
_MOST_LOOKS_AT_PARTS = 1 << 23
"""The number of guesses, over all parts of a set, that may turn out to be open together."""
_MOST_PAIRS = 1 << 18
"""The number of open guesses that are looked at together."""
_MOST_COMPARED = 1 << 10
"""The number of claims at which the game itself is asked what is allowed; all, unless a certificate lists more."""


class Sets(Board):
    """Sets of candidates, as the keys of :class:`~strategist.checking.ground.CheckedGame`."""

    def __init__(self, proof: Proof, progress: Wrapper) -> None:
        super().__init__(proof)
        self.progress, game = progress, proof.game
        places: Sequence[int] = range(len(game.secrets))
        if proof.start:
            place = {code: index for index, code in enumerate(game.secrets)}
            places = [place[code] for code in game.consistent(proof.start)]
        if not places:
            raise StrategyFileError("header.start: no secret agrees with it")
        if proof.certificate.cores is not None:
            check_size(game, proof.certificate.cores)
        self.ground = CheckedGame(game, places, table_by_rules(game, places, progress))
        if game.code_symmetry is None and proof.certificate.symmetries:
            self.images = TableImages(self.ground, proof.certificate.symmetries)
        self.measure = Within(self.ground) if proof.by_cores else measure_of(self.ground, proof.objective, proof.tariff)
        self.loses = self.measure.loses
        self.unsolvable = Unsolvable(self.ground)
        self.demands = self._demands()
        self.sets = NumberedSets(self.ground)
        self.lefts = self._lefts()
        """The guesses left at each claim, -1 for any number."""
        self.by_wholes = isinstance(self.measure, Uniform) and self.ground.word is not None and not game.restricts
        """Whether the guesses that may be open are found from how they split larger sets."""

    def problems(self) -> Iterator[str]:
        """What is wrong with the solved response, and with symmetries that the certificate names."""
        if not self._solved_is_right():
            yield f"{self.game.spec} does not give the solved response for the secrets alone"
        named = self.proof.certificate.symmetries or self.proof.copied
        if named:
            problem = self.images.problem() if isinstance(self.images, TableImages) else symmetry_problem(self.ground)
            if problem is not None:
                yield problem

    def _lefts(self) -> Indices:
        proof, under = self.proof, self.proof.certificate.under
        if proof.by_cores:
            return np.array(list(map(proof.left, range(len(proof)))))
        if under is None:
            return np.broadcast_to(-1, len(proof))
        lefts = (np.asarray(under.lefts).astype(np.int64) - 1).astype(np.int32)
        lefts[0] = -1 if under.left is None else under.left
        return lefts

    def _left_at(self, claims: Claims) -> list[int | None]:
        """The guesses left at some claims; None for any number."""
        return [None if left < 0 else left for left in self.lefts[claims].tolist()]

    def _solved_is_right(self) -> bool:
        """Whether a guess gets the solved response if and only if it is the secret."""
        ground = self.ground
        solved = ground.table == ground.solved_response
        if not ground.game.announces:
            # The guess that is the secret should be solved: after the flip, every True is a mistake.
            solved[np.arange(len(solved)), ground.guess_of] ^= True
        return not (solved.any() or ground.table.max() > ground.solved_response)

    def _demands(self) -> list[Demands] | None:
        """What is demanded of the guesses after the moves to each claim; None where the rules restrict none."""
        proof, rules, game = self.proof, self.rules, self.proof.game
        if not game.restricts or proof.by_cores:
            return None
        start = tuple((game.guesses.index(guess), response) for guess, response in proof.start)
        entries = proof.certificate.entries
        after = [rules.after_all(start)]
        for above, guess, response in zip(proof.above, entries.guesses[1:], entries.responses[1:], strict=True):
            after.append(after[above] | rules.after(guess, response))
        restricted = [claim for claim in range(len(after)) if proof.restricted(claim)]
        for claim in restricted[:: 1 + len(restricted) // _MOST_COMPARED]:
            history = tuple((game.guesses[guess], response) for guess, response in (*start, *proof.moves(claim)))
            if not np.array_equal(rules.allowed(after[claim]), rules.by_the_game(history)):
                raise StrategyFileError(
                    f"{game.spec}: what is allowed after {game.format_history(history)} does not follow from each move"
                )
        return after

    def demanded(self, claim: int) -> Demands:
        """What is demanded of the guesses that a claim is about."""
        return FREE if self.demands is None or not self.proof.restricted(claim) else self.demands[claim]

    def positions(self) -> tuple[Indices, str | None]:
        """See :class:`Board`: the numbers of sets. Cores are as they are listed, and then comes the set of all."""
        return (sets_of_cores if self.proof.by_cores else sets_of_cells)(self.proof, self.sets)

    def learn(self, places: Indices) -> Indices:
        """See :class:`Board`; cores hold of larger sets, too."""
        proof, claims, bounds = self.proof, np.arange(len(places), dtype=np.int32), np.asarray(self.bounds)
        self.known_sets = defaultdict[int, KnownOfSets](lambda: KnownOfSets(self.rules, self.sets, bounds.dtype))
        if proof.by_cores:
            for place, (within, _) in zip(places.tolist(), proof.levels, strict=False):
                self.unsolvable.add(self.sets.name(place), within)
            return claims
        says = claims >= (proof.first is not None)
        limited = self.lefts >= 0
        if self.demands is not None:
            limited |= np.array([self.demanded(claim) != FREE for claim in claims.tolist()])
        made = self._made(claims)
        for guesses in range(1 + int(made.max())):
            at = np.flatnonzero(says & ~limited & (made == guesses))
            self.known_sets[guesses].learn(places[at], bounds[at])
        for claim in np.flatnonzero(says & limited).tolist():
            known = self.known_sets[int(made[claim])]
            known.add(int(places[claim]), self.bounds[claim], proof.left(claim), self.demanded(claim))
        if not proof.every and len(self.sets) < len(places):
            # Of several claims about one set, the first of the strongest implies the others.
            order = np.lexsort((claims, bounds.max() - bounds, places))
            return np.sort(order[np.append(True, places[order][1:] != places[order][:-1])])
        return claims if not proof.copied else np.delete(claims, np.asarray(proof.copied, dtype=np.int64))

    def _made(self, claims: Indices) -> Indices:
        """The numbers of guesses made at claims, as far as they matter."""
        if not self.proof.tariff:
            return np.broadcast_to(np.int32(0), len(claims))
        depths: Indices = np.asarray(self.proof.depths)[claims]
        return np.minimum(depths, max(0, len(self.proof.tariff) - 1))

    def unlike(self, places: Indices) -> Iterator[tuple[int, str]]:
        """The claims that are not about the image of the set of their original, or claim more than it, and why."""
        copies = self.proof.certificate.copies
        if copies is None or not self.proof.copied:
            return
        claims, named = np.asarray(self.proof.copied), np.asarray(copies.originals)
        originals, maps = named[claims] - 1, np.frombuffer(copies.maps, dtype=np.uint8).reshape(len(claims), -1)
        sizes, made = self.sets.sizes(places), self._made(np.arange(len(places)))
        as_much = (named[originals] == 0) & (np.asarray(self.bounds)[originals] >= np.asarray(self.bounds)[claims])
        as_much &= (self.lefts[originals] == self.lefts[claims]) & (made[originals] == made[claims])
        alike = as_much & (sizes[originals] == sizes[claims])
        order = np.argsort(sizes[claims], kind="stable")
        for of_size in np.split(order, np.flatnonzero(np.diff(sizes[claims[order]])) + 1):
            for first in range(0, len(of_size), _MOST_MAPPED):
                part = of_size[first : first + _MOST_MAPPED]
                chosen = part[alike[part]]
                sets, of_originals = (self.sets.alike(places[some[chosen]]) for some in (claims, originals))
                others = chosen[~self.images.are_images(of_originals, sets, maps[chosen])]
                for at in (*part[~alike[part]].tolist(), *others.tolist()):
                    told = "no symmetry makes its candidates of those of entry {}"
                    yield (
                        int(claims[at]),
                        (told if as_much[at] else "entry {} does not claim as much").format(originals[at]),
                    )

    def prepare(self, listed: Claims, places: Indices) -> None:
        """Count the cells of unions of sets. The first claim is about one guess alone, if it names one."""
        self.places, self.sizes = places, self.sets.sizes(places).astype(np.int32)
        self.holders = np.zeros(len(places), dtype=np.int32)
        self.spreads = self._spreads(listed[self.proof.first is not None :])
        of_known = [self.sizes[known.told()[places]] for known in self.known_sets.values()]
        self.smallest = min((int(sizes.min()) for sizes in of_known if len(sizes)), default=1)

    def kind(self, claim: int, place: int) -> Any:
        """The larger sets come first, and last the claims for which only a few guesses are looked at. Cores keep the
        order in which they are listed."""
        if self.proof.by_cores:
            return claim
        return self._is_narrow(claim), -int(self.sizes[claim]), self.proof.made(claim)

    def batches(self, claims: Claims, places: Indices) -> list[Indices]:
        """See :class:`Board`: claims about parts of one set or of a few, or claims of one kind."""
        at = np.asarray(claims)
        if self.proof.by_cores or not len(at):
            return list(at[:, np.newaxis])
        made = self._made(at)
        if self.by_wholes:
            above, groups = np.append(np.int32(0), np.asarray(self.proof.above, dtype=np.int32)), self._groups(at)
            self.holders[at] = np.where(groups > 0, -groups, holders(above, at))
            # Claims ascend, and the sort keeps them so.
            order, kinds, together = np.lexsort((self.holders[at], made)), 2 * made + (groups > 0), _MOST_PARTS
        else:
            narrow = np.array(list(map(self._is_narrow, at.tolist())))
            sizes, together = self.sizes[at].astype(np.int64), self.measure.together
            order = np.lexsort((at, made, -sizes, narrow))
            kinds = (narrow * (self.ground.count + 1) + sizes) * (made.max() + 1) + made
        at, kinds = at[order], kinds[order]
        alike, found = np.split(at, 1 + np.flatnonzero(kinds[1:] != kinds[:-1])), list[Indices]()
        for each in alike:
            # Claims that name symmetries have more open guesses.
            most = _MOST_OF_GROUPS if self.by_wholes and self._groups(each[:1])[0] else together
            found += [each[first : first + most] for first in range(0, len(each), most)]
        return found

    def counted(self, place: int, left: int | None, made: int) -> int:
        """See :class:`Board`."""
        return self.measure.at(made).counted(self.sets.name(place), left)

    def ended(self, place: int) -> bool:
        """See :class:`Board`."""
        return self.measure.is_pure(self.sets.name(place))

    def beyond(self, claims: Claims, places: Indices) -> tuple[Claims, Claims]:
        """See :class:`Board`."""
        measure = self.measure.at(self.proof.made(claims[0]))
        if not isinstance(measure, Uniform) or (claims[0] == 0 and self.proof.first is not None):
            return [], claims
        at = np.asarray(claims)
        open_ = np.asarray(self.bounds)[at] > measure.counted_sizes(self.sizes[at], self.lefts[at])
        ends = (self.lefts[at] == 0) | (self.sizes[at] == 1)
        return at[open_ & ~ends].tolist(), at[open_ & ends].tolist()

    def lost(self, place: int) -> str:
        """See :class:`Board`."""
        return f"{self.sets.sizes([place])[0]} secrets are left without a guess, but more is claimed"

    def _is_narrow(self, claim: int) -> bool:
        """Whether cells are counted for those guesses alone that the rules allow."""
        if not self.proof.restricted(claim) or self.proof.certificate.entries.groups[claim]:
            return False
        return isinstance(self.measure, Uniform)

    def _spreads(self, listed: Sequence[int]) -> Mapping[int, Likely]:
        """What is known of unions of sets, where guesses have many responses, and all of them are allowed, or many."""
        proof, named = self.proof, list[Named]()
        if proof.by_cores or not isinstance(self.measure, Uniform) or self.ground.word is not None:
            return {}
        for claim, left in zip(listed, self._left_at(listed), strict=True):
            name, bound = self.sets.name(self.places[claim]), self.bounds[claim]
            measure, demanded = self.measure.at(proof.made(claim)), self.demanded(claim)
            assert isinstance(measure, Uniform)  # as the measure of all
            # Where the rules demand two things, few guesses are allowed.
            if bound > measure.counted(name, left) and left != 0 and not demanded & (demanded - 1):
                response = proof.certificate.entries.responses[claim]
                named.append(Named(response, claim, name, measure.fewest(self.ground.size(name), bound, left)))
        return likely(self.ground, named, self.progress, self.jobs)

    def _looked_at(self, claims: Sequence[int], sets: Places, demands: Sequence[Demands]) -> list[Indices] | None:
        """The candidate guesses of each claim, by the rules and by what is known of unions; None means all."""
        if not self.spreads and not any(demands):
            return None
        found = []
        for claim, members, demanded in zip(claims, sets, demands, strict=True):
            spread, fewest = self.spreads.get(claim, (None, None))
            if spread is None or fewest is None:
                found.append(self.rules.allowed(demanded))
                continue
            likely = spread.open_at(self.ground.solved_by(members), fewest)
            found.append(np.intersect1d(likely, self.rules.allowed(demanded)) if demanded else likely)
        return found

    def moved(self, claims: Sequence[int], places: Sequence[int]) -> dict[int, str]:
        """See :class:`Board`."""
        refuted, groups, at = dict[int, str](), self._groups(claims), np.asarray(claims)
        named = at[groups > 0]
        if not len(named):
            return refuted
        groups, sizes = groups[groups > 0], self.sizes[named]
        order = np.lexsort((sizes, groups))
        ends = np.flatnonzero(np.diff(groups[order]) | np.diff(sizes[order])) + 1
        for of_group in np.split(named[order], ends):
            group = int(self._groups(of_group[:1])[0])
            sets = self.sets.alike(self.places[of_group])
            for claim in of_group.tolist():
                if self.proof.restricted(claim):
                    refuted[claim] = "symmetries do not keep what the rules allow here"
            for number in self.proof.certificate.groups[group - 1]:
                changed = (np.sort(self.images.of(number)[0][sets], axis=1) != sets).any(axis=1)
                for claim in of_group[changed].tolist():
                    refuted.setdefault(claim, f"symmetry {number} does not leave its candidates as they are")
        return refuted

    def _groups(self, claims: Claims) -> Indices:
        """``int64[count]``: the group of each claim."""
        if self.proof.by_cores:
            return np.zeros(len(claims), dtype=np.int64)
        found: Indices = np.asarray(self.proof.certificate.entries.groups)[np.asarray(claims)].astype(np.int32)
        return found

    def cheaper(self, claims: Sequence[int], places: Sequence[int]) -> Iterator[tuple[int, str]]:
        """See :class:`Board`."""
        at = np.asarray(claims)
        # The number of a claim among those of the batch by their sizes, and then that of a guess, are one number.
        order, bits = np.argsort(self.sizes[at], kind="stable"), self.ground.table.shape[1].bit_length()
        sizes, rank = self.sizes[at[order]], np.empty(len(at), dtype=np.int64)
        rank[order] = np.arange(len(at))
        for rows, guesses in self._open_guesses(at):
            numbers = (rank[rows] << bits) + guesses
            numbers.sort()
            rows, guesses = numbers >> bits, numbers & ((1 << bits) - 1)
            ends = np.flatnonzero(np.diff(sizes[rows])) + 1
            for of_rows, some in zip(np.split(rows, ends), np.split(guesses, ends), strict=True):
                other = np.diff(of_rows, prepend=-1) > 0
                if len(some):
                    yield from self._cheaper_of(at[order[of_rows[other]]], np.cumsum(other) - 1, some)

    def _open_guesses(self, claims: Indices) -> Iterator[Pairs]:
        """3. Of the guesses that are allowed, those stay open whose number of cells does not refute them: some claims,
        by their places in a batch, each with a guess, part by part."""
        proof, measure = self.proof, self.measure.at(self.proof.made(claims[0]))
        if claims[0] == 0 and proof.first is not None:
            yield np.array([0]), np.array([proof.first])
            return
        bounds = np.asarray(self.bounds)[claims]
        if self.by_wholes:
            yield from self._open_by_wholes(claims, bounds)
            return
        sets, lefts = self.sets.alike(self.places[claims]), self._left_at(claims)
        looked_at = self._looked_at(claims.tolist(), sets, list(map(self.demanded, claims.tolist())))
        rows, guesses = measure.open_pairs(sets, bounds, lefts, looked_at)
        # 5. The lowest image of a guess stands for all: it has as many cells and costs as much, so it is open.
        groups = self._groups(claims)[rows]
        for group in np.flatnonzero(np.bincount(groups)).tolist():
            if group:
                lowest = self.images.lowest(proof.certificate.groups[group - 1])
                stays = (groups != group) | (lowest[guesses] == guesses)
                rows, guesses, groups = rows[stays], guesses[stays], groups[stays]
        # 4. A guess that leaves a set whole that cannot be solved any more is refuted.
        if self.unsolvable and lefts[0] is not None:
            stays = ~self.unsolvable.left_whole(sets[0].astype(np.int64), lefts[0] - 1)[guesses]
            rows, guesses = rows[stays], guesses[stays]
        yield rows, guesses

    def _open_by_wholes(self, claims: Indices, bounds: Indices) -> Iterator[Pairs]:
        """The open guesses, by how they split the sets of which those of the claims are parts."""
        measure, sizes, lefts = self.measure.at(self.proof.made(claims[0])), self.sizes[claims], self.lefts[claims]
        assert isinstance(measure, Uniform)  # as the measure of all
        order = np.lexsort((sizes, bounds, lefts))
        kinds = np.column_stack((sizes, bounds, lefts))[order]
        other = np.append(True, (kinds[1:] != kinds[:-1]).any(axis=1))
        fewest = [
            measure.fewest(size, bound, None if left < 0 else left) for size, bound, left in kinds[other].tolist()
        ]
        needed = np.empty((len(claims), 2), dtype=np.int64)
        needed[order] = np.array(fewest, dtype=np.int64)[np.cumsum(other) - 1]
        found, pairs, whole = list[Pairs](), 0, -1
        ends = np.append(np.flatnonzero(np.diff(self.holders[claims])) + 1, len(claims))
        first, most = 0, max(1, _MOST_LOOKS_AT_PARTS // self.ground.table.shape[1])
        for last in (at for end in ends.tolist() for at in (*range(first + most, end, most), end)):
            part, holder = slice(first, last), int(self.holders[claims[first]])
            members = self.sets.members_of(self.places[claims[part]], sizes[part])
            if holder < 0:
                # 5. The lowest image of a guess stands for all: it has as many cells, and costs as much.
                lowest = self.images.lowest(self.proof.certificate.groups[-holder - 1])
                at = Whole(self.ground, self.ground.union(members), np.flatnonzero(lowest == np.arange(len(lowest))))
            elif holder != whole:
                at = Whole(self.ground, self.sets.members(self.places[holder]))
            whole = holder
            rows, guesses = at.open_pairs(members, sizes[part], needed[part])
            found.append((first + rows, guesses))
            pairs, first = pairs + len(rows), last
            if pairs > _MOST_PAIRS or last == len(claims):
                of_rows, of_guesses = map(np.concatenate, zip(*found, strict=True))
                yield of_rows, of_guesses
                found, pairs = [], 0

    def _cheaper_of(self, claims: Indices, rows: Indices, guesses: Indices) -> Iterator[tuple[int, str]]:
        """6. What refutes a guess is the cost of its cells: what counting proves of them, or a claim. All sets are of
        one size; of the claims that a guess refutes, the first guess is told."""
        proof, made = self.proof, self.proof.made(int(claims[0]))
        measure, known = self.measure.at(made), self.known_sets[proof.told_apart(made + 1)]
        sets, bounds = self.sets.alike(self.places[claims]), np.asarray(self.bounds)[claims]
        lefts, demands = self._left_at(claims), list(map(self.demanded, claims.tolist()))
        smallest = min(self.smallest, measure.smallest(lefts))
        cheap = list[tuple[int, int, int]]()
        for found in measure.split_further(sets, rows, guesses, bounds, smallest):
            lows = measure.lows(found, lefts)
            known.raise_lows(lows, found, lefts, demands)
            costs = measure.costs(found, lows)
            low = costs < bounds[found.rows]
            if proof.game.restricts and low.any():
                known.raise_lows(lows, found, lefts, demands, low, exactly=True)
                costs = measure.costs(found, lows)
                low = costs < bounds[found.rows]
            columns = (claims[found.rows[low]], found.guesses[low], costs[low])
            cheap += zip(*(each.tolist() for each in columns), strict=True)
        size = sets.shape[1]
        for claim, guess, cost in sorted(cheap):
            yield claim, self._cheaper(claim, size, guess, cost)

    def what(self, claim: int, place: int) -> str:
        """The claim, with the history that leads to it, or with the members of a core."""
        proof, game = self.proof, self.proof.game
        if not proof.by_cores:
            moves = tuple((game.guesses[guess], response) for guess, response in proof.moves(claim))
            return f"entry {claim} {f'({game.format_history(moves)})' if moves else '(the whole game)'}"
        places = [self.ground.places[member] for member in self.sets.members(place).tolist()]
        listed = [game.format_code(game.secrets[place]) for place in places[:_MOST_NAMED]]
        more = [f"{len(places) - _MOST_NAMED} more"] if len(places) > _MOST_NAMED else []
        what = f"core {claim}" if claim < len(proof.levels) else "the whole game"
        return f"{what} ({', '.join(listed + more)})"

    def _cheaper(self, claim: int, size: int, guess: int, cost: int) -> str:
        """Why a guess leaves a claim unproven."""
        game, left, text = self.game, self.proof.left(claim), self.text(guess)
        if not self.proof.by_cores:
            return self.proof.cheaper(claim, size, text, cost)
        assert left is not None  # of a core
        fewer = counted(left - 1, game.move_noun)
        last = left == last_level(game)
        how = "tells all of them apart" if last else f"leaves none of their cores for {fewer} whole"
        return f"not within {counted(left, game.move_noun)} is claimed, but {game.move_noun} {text} {how}"
