"""Sets of secrets for the fast checker: claims about positions where each secret has one answer, and cores.

You have to believe what :mod:`strategist.checking.measures` says of counting, and the steps here
and in the modules that are imported from this folder. Sets of one size are looked at together.

*Which guesses need no closer look.* With K cells, a guess is cheapest if its secrets are spread evenly over them: a
guess with too few cells is refuted at once. It has too few if it has too few for a larger set: in games of many
responses, one count for a union of sets that are alike (:mod:`strategist.checking.sets.unions`) refutes most guesses
at each of them. A guess that gives all members of a core the same response leaves the core whole. This is not the
solved response, because a core has two members or more, and the checker tests for every pair of guess and secret that
the response is the solved one exactly if the guess is the secret.

*What moves demand.* Where the rules restrict guesses, a response reveals symbols of the guess, some in their places,
and every later guess must use them (``Game.revealed``). So the allowed guesses are known by what the moves demand
together (:mod:`strategist.checking.demands`), and a claim holds wherever as much is demanded. The game itself
(``Game.allowed``) is asked what it allows at a thousand of the claims, or at all if there are fewer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, groupby, islice
from typing import Any

import numpy as np

from strategist.checking.claim_board import Board
from strategist.checking.counted_bounds import Indices
from strategist.checking.demands import FREE, Demands
from strategist.checking.ground import CheckedGame, Places, Wrapper, check_bytes, table_by_rules
from strategist.checking.images import symmetry_problem
from strategist.checking.known import Unsolvable
from strategist.checking.measure import Uniform
from strategist.checking.measures import Within, measure_of
from strategist.checking.proof import Proof
from strategist.checking.sets.unions import Spread, Unions
from strategist.common.errors import StrategyFileError, TooLargeError
from strategist.common.wording import counted
from strategist.files.versions.core_columns import Cores, last_level
from strategist.model.game import Game

_MOST_NAMED = 12
_MOST_BYTES = 8 << 30
"""The memory that sets may take, and the bits of the cores of one level."""
_MOST_KEPT = 1 << 30
"""The bytes of the guesses that are listed for unions of sets. Wordle's file takes 61 million, and a forged one may ask
for more."""
_MOST_DIVIDED = 1 << 14
"""The number of sets that are divided into unions together."""
_MOST_LOOKS = 1 << 36
"""The most members of cores that are compared: for each core, those of all cores of the level before. Wordle's file
takes 3·10⁸."""
_MOST_MAPPED = 1 << 12
"""The number of sets that are mapped together."""
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
            _check_size(game, proof.certificate.cores)
        self.ground = CheckedGame(game, places, table_by_rules(game, places, progress))
        self.measure = Within(self.ground) if proof.by_cores else measure_of(self.ground, proof.objective, proof.tariff)
        self.loses, self.together = self.measure.loses, self.measure.together
        self.unsolvable = Unsolvable(self.ground)
        self.demands = self._demands()

    def problems(self) -> Iterator[str]:
        """What is wrong with the solved response, and with symmetries that the certificate names."""
        if not self._solved_is_right():
            yield f"{self.game.spec} does not give the solved response for the secrets alone"
        named = self.proof.certificate.symmetries or self.proof.maps
        if named and (problem := symmetry_problem(self.ground)) is not None:
            yield problem

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

    def start(self) -> bytes:
        """All candidates."""
        self._names, self._room = dict[bytes, bytes](), _MOST_BYTES
        return self.ground.name(np.arange(self.ground.count))

    def behind(self, place: bytes) -> Callable[[int, int], bytes | None]:
        """Those that give a response to a guess."""
        members = self.ground.members(place)

        def after(guess: int, response: int) -> bytes | None:
            cell = members[self.ground.table[members, guess] == response]
            return self.ground.name(cell) if len(cell) else None

        return after

    def kept(self, place: bytes, entry: int) -> bytes:
        """See :class:`Board`: a short file can list one set a million times."""
        if place not in self._names:
            self._names[place] = place
            self._room -= len(place)
            if self._room < 0:
                raise TooLargeError(f"entry {entry}: the positions take more than {_MOST_BYTES / 2**30:.0f} GiB")
        return self._names[place]

    def positions(self) -> tuple[list[bytes], str | None]:
        """See :class:`Board`; cores are as they are listed, and then comes the set of all secrets."""
        if not self.proof.by_cores:
            return super().positions()
        game, found = self.game, list[bytes]()
        place_of = np.full(len(game.secrets), -1, dtype=np.int64)
        place_of[np.asarray(self.ground.places)] = np.arange(self.ground.count)
        for core, (_, secrets) in enumerate(self.proof.levels):
            members = place_of[np.asarray(secrets)]
            if members.min() < 0:
                stranger = game.format_code(game.secrets[secrets[int(members.argmin())]])
                return found, f"core {core}: {stranger} does not agree with the start"
            found.append(self.ground.name(members))
        return [*found, self.start()], None

    def learn(self, claim: int, place: bytes) -> None:
        """See :class:`Board`; cores hold of larger sets, too."""
        if not self.proof.by_cores:
            super().learn(claim, place)
        elif claim < len(self.proof.levels):
            self.unsolvable.add(place, self.proof.levels[claim][0])

    def unlike(self, places: Sequence[bytes]) -> Iterator[tuple[int, str]]:
        """The claims that are not about the image of the set of their original, or claim more than it, and why."""
        proof, size = self.proof, lambda claim: len(places[claim])
        for _, alike in groupby(sorted(proof.maps, key=size), key=size):
            while part := list(islice(alike, _MOST_MAPPED)):
                yield from self._unlike_of(part, places)

    def _unlike_of(self, claims: Sequence[int], names: Sequence[bytes]) -> Iterator[tuple[int, str]]:
        """Those among some claims about sets of one size."""
        proof, pairs = self.proof, list[tuple[int, int]]()
        for claim in claims:
            original = proof.original(claim)
            assert original is not None  # of a claim with a map
            alike = proof.left(original) == proof.left(claim) and proof.made(original) == proof.made(claim)
            if not alike or self.bounds[original] < self.bounds[claim] or proof.original(original) is not None:
                yield claim, f"entry {original} does not claim as much"
            elif len(names[original]) != len(names[claim]):
                yield claim, f"no symmetry makes its candidates of those of entry {original}"
            else:
                pairs.append((claim, original))
        if pairs:
            sets, originals = (self.ground.sets([names[each] for each in some]) for some in zip(*pairs, strict=True))
            same = self.images.are_images(originals, sets, [proof.maps[claim] for claim, _ in pairs])
            for at in np.flatnonzero(~same).tolist():
                claim, original = pairs[at]
                yield claim, f"no symmetry makes its candidates of those of entry {original}"

    def prepare(self, listed: Sequence[int], places: Sequence[bytes]) -> None:
        """Count the cells of unions of sets. The first claim is about one guess alone, if it names one."""
        self.spreads = self._spreads(listed[self.proof.first is not None :], places)
        sets = chain.from_iterable((*each.always, *each.under) for each in self.known.values())
        self.smallest = min(map(self.ground.size, sets), default=1)

    def kind(self, claim: int, place: bytes) -> Any:
        """The larger sets come first, and last the claims for which only a few guesses are looked at. Cores keep the
        order in which they are listed."""
        if self.proof.by_cores:
            return claim
        return self._is_narrow(claim), -len(place), self.proof.made(claim)

    def counted(self, place: bytes, left: int | None, made: int) -> int:
        """See :class:`Board`."""
        return self.measure.at(made).counted(place, left)

    def ended(self, place: bytes) -> bool:
        """See :class:`Board`."""
        return self.measure.is_pure(place)

    def lost(self, place: bytes) -> str:
        """See :class:`Board`."""
        return f"{self.ground.size(place)} secrets are left without a guess, but more is claimed"

    def _is_narrow(self, claim: int) -> bool:
        """Whether cells are counted for those guesses alone that the rules allow."""
        if not self.proof.restricted(claim) or self.proof.certificate.entries.groups[claim]:
            return False
        return isinstance(self.measure, Uniform)

    def _spreads(self, listed: Sequence[int], names: Sequence[bytes]) -> dict[int, tuple[Spread, tuple[int, int]]]:
        """For claims at which all guesses are allowed, or many: those that may be open, and the fewest cells of an open
        one, if it names no member and if it does.

        Sets are united that are cells of the same response, because such sets are alike more often than others.
        """
        proof, ground, found = self.proof, self.ground, dict[int, Any]()
        if proof.by_cores or not isinstance(self.measure, Uniform) or ground.counts_by_words:
            return found

        room = _MOST_KEPT

        def response(claim: int) -> int:
            return proof.certificate.entries.responses[claim]

        def parts() -> Iterator[list[int]]:
            for _, alike in groupby(self.progress(sorted(listed, key=response)), key=response):
                while part := list(islice(alike, _MOST_DIVIDED)):
                    yield part

        for part in parts():
            claims, fewest = [], []
            for claim in part:
                left, bound, demanded = proof.left(claim), self.bounds[claim], self.demanded(claim)
                measure = self.measure.at(proof.made(claim))
                assert isinstance(measure, Uniform)  # as the measure of all
                # Where the rules demand two things, few guesses are allowed.
                if bound > measure.counted(names[claim], left) and left != 0 and not demanded & (demanded - 1):
                    claims.append(claim)
                    fewest.append(measure.fewest(ground.size(names[claim]), bound, left))
            for rows, spread in Unions(ground, [names[claim] for claim in claims], fewest).spreads():
                found.update((claims[row], (spread, fewest[row])) for row in rows.tolist())
                room -= spread.guesses.nbytes + spread.cells.nbytes
                if room < 0:
                    # All guesses are looked at for the claims that are left.
                    return found
        return found

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

    def moved(self, claims: Sequence[int], places: Sequence[bytes]) -> dict[int, str]:
        """See :class:`Board`."""
        refuted, groups = dict[int, str](), self._groups(claims)
        for group in np.unique(groups[groups > 0]).tolist():
            of_group = [claims[row] for row in np.flatnonzero(groups == group).tolist()]
            sets = self.ground.sets([places[row] for row in np.flatnonzero(groups == group).tolist()])
            for claim in of_group:
                if self.proof.restricted(claim):
                    refuted[claim] = "symmetries do not keep what the rules allow here"
            for number in self.proof.certificate.groups[group - 1]:
                changed = (np.sort(self.images.of(number)[0][sets], axis=1) != sets).any(axis=1)
                for row in np.flatnonzero(changed).tolist():
                    refuted.setdefault(of_group[row], f"symmetry {number} does not leave its candidates as they are")
        return refuted

    def _groups(self, claims: Sequence[int]) -> Indices:
        """``int64[count]``: the group of each claim."""
        if self.proof.by_cores:
            return np.zeros(len(claims), dtype=np.int64)
        return np.asarray(self.proof.certificate.entries.groups)[list(claims)]

    def cheaper(self, claims: Sequence[int], places: Sequence[bytes]) -> Iterator[tuple[int, str]]:
        """See :class:`Board`. All sets are of one size."""
        proof, ground, made = self.proof, self.ground, self.proof.made(claims[0])
        measure, known = self.measure.at(made), self.known[proof.told_apart(made + 1)]
        size, sets = ground.size(places[0]), ground.sets(places)
        bounds = np.array([self.bounds[claim] for claim in claims], dtype=np.int64)
        lefts, demands, groups = list(map(proof.left, claims)), list(map(self.demanded, claims)), self._groups(claims)

        # 3. Of the guesses that are allowed, those stay open whose number of cells does not refute them.
        if claims[0] == 0 and proof.first is not None:
            rows, guesses = np.array([0]), np.array([proof.first])
        else:
            looked_at = self._looked_at(claims, sets, demands)
            rows, guesses = measure.open_pairs(sets, bounds, lefts, looked_at)
            stays = np.ones(len(rows), dtype=np.bool_)
            # 4. A guess that leaves a set whole that cannot be solved any more is refuted.
            if self.unsolvable and lefts[0] is not None:
                stays &= ~self.unsolvable.left_whole(sets[0], lefts[0] - 1)[guesses]
            # 5. The lowest image of a guess stands for all: it has as many cells and costs as much, so it is open.
            for group in np.flatnonzero(np.bincount(groups[rows])).tolist():
                if group:
                    lowest = self.images.lowest(proof.certificate.groups[group - 1])
                    stays &= (groups[rows] != group) | (lowest[guesses] == guesses)
            rows, guesses = rows[stays], guesses[stays]

        # 6. Its cells refute a guess: what counting proves of them, or a claim.
        smallest = min(self.smallest, measure.smallest(lefts))
        for found in measure.split_further(sets, rows, guesses, bounds, smallest):
            lows = measure.lows(found, lefts)
            known.raise_lows(lows, found, lefts, demands)
            costs = measure.costs(found, lows)
            low = costs < bounds[found.rows]
            if proof.game.restricts and low.any():
                known.raise_lows(lows, found, lefts, demands, low, exactly=True)
                costs = measure.costs(found, lows)
            for pair in np.flatnonzero(costs < bounds[found.rows]).tolist():
                claim, guess = claims[int(found.rows[pair])], int(found.guesses[pair])
                yield claim, self._cheaper(claim, size, guess, int(costs[pair]))

    def what(self, claim: int, place: bytes) -> str:
        """The claim, with the history that leads to it, or with the members of a core."""
        proof, game = self.proof, self.proof.game
        if not proof.by_cores:
            moves = tuple((game.guesses[guess], response) for guess, response in proof.moves(claim))
            return f"entry {claim} {f'({game.format_history(moves)})' if moves else '(the whole game)'}"
        places = [self.ground.places[member] for member in self.ground.members(place).tolist()]
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


def _check_size(game: Game, cores: Cores) -> None:
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
