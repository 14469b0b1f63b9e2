"""What a certificate claims, whichever version of the format its file has: the question that both checkers answer.

*Positions.* Let f(S, k, A) be the least cost, over all strategies, to find every secret of the set S within k guesses,
if only the guesses in A are allowed; infinite if that cannot be done. The cost is one of the objectives. A guess g of A
splits S into cells, one for each response. Each cell except the solved one is then finished on its own: with k - 1
guesses left, and with those guesses of A that the rules allow after (g, r) as well, for the response r. So g costs
what asking it costs, and f of its cells:

==============  ========================================================================================
``total``       |S| + Σ f(cell)
``depth``       1 + max f(cell)
``expected``    the cost of g times the chances of S, + Σ f(cell)
``lost``        Σ f(cell); with no guess left f is the sum of the chances of S, or |S| where there are none
a tariff        the step of the guess times |S|, + Σ f(cell) after one guess more
==============  ========================================================================================

By a *tariff* (:mod:`strategist.model.tariffs`) the first guess, the second, ... each have a step of their own, so that
f also depends on the number of guesses made since the start, m. A claim is then about the m of its position: that
of a position below the start is the number of moves that lead there. Behind the last number of the tariff, where
all steps are equal, all m are one.

f(S, k, A) is the least of these costs. A guess that leaves the whole of S as one cell leaves fewer guesses, and no
others: it is never best, unless it must be made first. Where secrets are only announced, only questions count and no
question solves: f of one secret is 0, and where it is enough to know the class, f of secrets of one class.

*Positions of several answers.* Where a secret may give one of several answers, and for the objective ``size``, a
position is a mass m for each secret that is left, and the questions that were asked before and still matter
(:mod:`strategist.model.position`). A question whose answers tell nothing, or that was asked, is never best. Any other
question q leads, for each answer a that some secret left may give, to the masses m·p(a|q): they are a multiple, by the
*factor*, of coprime whole numbers. Where play ends (one secret or class is left; with ``narrow``, nothing more can be
told; for ``size`` where the secret must be guessed, one secret is left), f is 0; but infinite where it must be guessed
and no guess is left. Otherwise f is the least cost of a question q. Here |m| is the sum of all masses:

==============  ========================================================================================
``total``       |m| + Σ factor(a) · f(a); at the beginning all secrets weigh 1
``expected``    the cost of q times |m|, + Σ factor(a) · f(a); at the beginning secrets weigh their chances
``lost``        Σ factor(a) · f(a); with no question left f is |m|
``depth``       1 + max f(a), whatever the masses are
``size``        1 + Σ f(a), whatever the masses are
a price         the price of a question + Σ f(a), whatever the masses are
==============  ========================================================================================

By a *price* (``price=P``, P = N / D in lowest terms) play may end anywhere by naming a class, and costs D for each unit
of the weight of the secrets that are left and of another class; a question costs N times the weight of all secrets of
the game. So f is at most D times the weight of all that are left without their heaviest class, which is *to stop*. With
no question left it is that, and f is never infinite.

*Costs of paths.* Where answers have costs or limits, and for the objective ``worst-cost``, a position is a set S and
how often each answer with a limit has been given, u (:mod:`strategist.model.tariffs.answered`). f(S, u) is the least
cost of all strategies that give no answer more often than it may be: of a question whose cells are S(a), of |S(a)|
secrets or of their chances m(a),

==============  ========================================================================================
``total``       Σ (|S(a)| + f(S(a), u and a))
``depth``       max (1 + f(S(a), u and a))
``expected``    Σ ((the cost of the question and of a) times m(a), + f(S(a), u and a))
``worst-cost``  max (the cost of the question and of a, + f(S(a), u and a))
==============  ========================================================================================

After a right guess f is 0. A question that tells nothing is never best, for f(S, u and a) is no less than f(S, u); one
with a cell whose answer has been given as often as it may be is not allowed.

*Claims.* A claim says that f(S, k, A) is at least b; with no k for any number of guesses, with no A for all guesses.
Fewer guesses left, and fewer guesses allowed, never cost less. So a claim for S holds for every smaller k and A. In
version 1 every claim is for any number of guesses, and for all of them. In version 2 the first claim may be about one
first guess alone; then it says nothing of S under other guesses. In version 3 the claims are *cores*: S cannot be
solved at all within k guesses, so the depth is infinite. A strategy that finds all secrets of a set within k guesses
finds those of each part of it, too. So a core makes every set infinite of which it is a part, and whatever the rules
allow. The last claim of version 3 is that of all secrets, for one guess less than the bound.

*When a claim is proven.* Counting says so, or every guess costs at least b when f of each cell is replaced by a lower
bound: one from counting, or that of a claim. Claims rest only on claims for smaller sets, or in version 3 for fewer
guesses, or in version 4 for the same secrets after one more question that some of them may answer in several ways. So
no proof is circular, and all of them hold if each is proven in this way.

*Symmetries.* A claim may name symmetries of the game that map S onto itself. Then a guess costs as much as its images,
and one of them stands for all. In version 7 a claim may name a symmetry that maps the set of another claim, its
*original*, onto S. Then both sets cost the same, with as many guesses left and made before, and the claim is proven if
the original is, which claims as much or more, names no original itself, and is not the first claim.

*Reductions.* Where the rules reduce the whole game to the position behind a history, a certificate of the least depth
there bounds that of the whole game, with one guess more for each move: see :mod:`strategist.checking.pairing`.

*Answers that may be false.* In version 5 a position is the lies that each suspect has left
(:mod:`strategist.checking.lies.plain_liars`). An entry claims, as a core does, that no strategy ends play within k
guesses, for k one less than its bound: the depth is infinite with k guesses left. It rests on claims for fewer.

*Questions asked all at once.* What version 6 claims, and when that is proven, its plain checker says as a whole:
:mod:`strategist.checking.static.check_static_plain`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, count, repeat
from typing import Any, NamedTuple

from strategist.files.certificate import KIND_LIES, Certificate, tariff_of
from strategist.files.columns import Column
from strategist.files.versions.core_columns import KIND_CORES, last_level
from strategist.files.versions.mass_columns import KIND_MASSES, MassClaims
from strategist.files.versions.position_columns import Entries
from strategist.model.game import Game, History
from strategist.model.tree import Figure

Wrapper = Callable[[Any], Iterable[Any]]
"""What shows how far a check is: ``iter`` shows nothing."""


class Claim(NamedTuple):
    """A claim that a position costs at least ``bound``, or infinitely much if that is None.

    The position is the cell of a response to a guess, at the position of the claim ``above``; or the set of some
    secrets, by index, if ``secrets`` are given; or all secrets, if neither is. ``left`` is the number of guesses left,
    None for any number. ``restricted`` says that the claim is about those guesses alone that the rules allow there, and
    ``group`` is 0 or the number of a group of symmetries, from 1. ``made`` is the number of guesses made before, where
    it matters. ``original`` is the number of the claim of whose set the symmetry ``by`` makes this one, None for none.
    """

    above: int | None
    guess: int
    response: int
    secrets: Column[int] | None
    left: int | None
    restricted: bool
    bound: Figure | None
    group: int
    made: int = 0
    original: int | None = None
    by: bytes = b""


class Wording(NamedTuple):
    """How a problem of a claim is told, by what the claims are about."""

    nowhere: str = "no secret is left after the response it names"
    ended: str = "{known} is known, but at least {bound} is claimed"
    lost: str = "no guess is left, but more is claimed to be lost"
    moved: str = "its symmetries do not leave its candidates as they are"
    cheaper: str = "of {size} secrets, at least {bound} is claimed, but guess {question} may need only {cost}"
    stopped: str = "of {size} secrets, at least {bound} is claimed, but to name a class there costs only {cost}"


_SETS = Wording()
_WORDINGS = {
    KIND_CORES.version: Wording(cheaper="guess {question} may be enough"),
    KIND_MASSES.version: Wording(
        nowhere="no secret left gives this response there",
        ended="nothing is to be asked there, but at least {bound} is claimed",
        lost="no question is left, but more is claimed to be lost",
        cheaper="of {size} secrets, at least {bound} is claimed, but question {question} may need only {cost}",
    ),
    KIND_LIES.version: Wording(
        ended="play has ended, but not within {left} questions is claimed",
        moved="its symmetries do not leave its suspects as they are",
        cheaper="not within {left} questions is claimed of {size} suspects, but question {question} may be enough",
    ),
}


@dataclass(frozen=True)
class Proof:
    """The claims of a certificate, by number; one of them is about the position at the start.

    >>> from strategist.files.versions.core_columns import Cores
    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,4)")
    >>> proof = Proof.of(Certificate.of_cores(game, 4, Cores.of([[[0, 1, 2], [1, 2, 3]]])))
    >>> [(proof.claim(number).left, proof.claim(number).bound) for number in range(len(proof))]
    [(2, None), (2, None), (3, None)]
    """

    certificate: Certificate
    game: Game
    start: History
    objective: str
    first: int | None
    """The guess that the first claim is about, as an index; None if any may be made there."""
    every: bool
    """Whether every claim is to be proven; in version 1 only the strongest for each set, which implies the others."""
    above: Column[int]
    """The claim above each claim but the first, where positions are cells."""
    levels: list[tuple[int, Column[int]]]
    """The guesses left and the members of each core, in version 3."""
    tariff: tuple[int, ...] = ()
    """The step of the first guess from the start on, of the second, ...; none if the objective is no tariff."""
    depths: Column[int] = field(default_factory=lambda: Column("q"))
    """The number of guesses made since the start at each claim, where the objective is a tariff."""
    copied: Column[int] = field(default_factory=lambda: Column("I"))
    """The claims that name an original, ascending."""

    @classmethod
    def of(cls, certificate: Certificate) -> Proof:
        """What a certificate claims."""
        game, cores = certificate.game, certificate.cores
        levels: list[tuple[int, Column[int]]] = []
        for within, level in enumerate(cores.levels() if cores is not None else (), last_level(game)):
            levels += [(within, core) for core in level]
        children = _listed(certificate).children
        above = Column("I", chain.from_iterable(map(repeat, count(), children)))
        every = certificate.version != 1
        tariff, depths = tariff_of(certificate), Column("q", [0])
        for number in above if tariff else ():
            depths.append(depths[number] + 1)
        start, objective, first = certificate.start, certificate.objective, certificate.first
        copied = Column("I") if certificate.copies is None else certificate.copies.entries()
        return cls(certificate, game, start, objective, first, every, above, levels, tariff, depths, copied)

    def __len__(self) -> int:
        return len(self.certificate) + self.by_cores

    @property
    def by_cores(self) -> bool:
        """Whether the claims are cores."""
        return self.certificate.cores is not None

    @property
    def of_time(self) -> bool:
        """Whether the claims say that the guesses left are too few: cores do, and claims of suspects."""
        return self.by_cores or self.certificate.version == KIND_LIES.version

    @property
    def listed(self) -> Entries | MassClaims:
        """The columns of the certificate."""
        return _listed(self.certificate)

    @property
    def wording(self) -> Wording:
        """How problems are told."""
        return _WORDINGS.get(self.certificate.version, _SETS)

    def made(self, number: int) -> int:
        """The number of guesses made since the start at a claim, as far as the tariff tells them apart; 0 if the
        objective is no tariff."""
        return self.told_apart(self.depths[number]) if self.tariff else 0

    def told_apart(self, made: int) -> int:
        """A number of guesses made, as far as the tariff tells it from others."""
        return min(made, max(0, len(self.tariff) - 1))

    def claim(self, number: int) -> Claim:
        """One claim."""
        if self.by_cores:
            secrets = self.levels[number][1] if number < len(self.levels) else None
            return Claim(None, 0, 0, secrets, self.left(number), False, None, 0)
        above, listed = self.above[number - 1] if number else None, self.listed
        what = self.left(number), self.restricted(number), self.bound(number), self.group(number), self.made(number)
        image = self.original(number), self.map_of(number)
        return Claim(above, listed.guesses[number], listed.responses[number], None, *what, *image)

    def claims(self) -> Iterator[Claim]:
        """All claims."""
        return map(self.claim, range(len(self)))

    def bound(self, number: int) -> Figure | None:
        """What a position costs at least by a claim; None for infinitely much."""
        if not self.of_time:
            return self.listed.bounds[number]
        # A bound of the depth that is no positive number says nothing.
        return None if self.by_cores or self.listed.bounds[number] else 0

    def bounds(self, infinite: Any) -> Sequence[Any]:
        """What each claim says, with some number that stands for infinitely much."""
        if not self.of_time:
            return self.listed.bounds
        return [infinite if self.bound(number) is None else 0 for number in range(len(self))]

    def group(self, number: int) -> int:
        """The number of the group of symmetries that a claim names, from 1; 0 for none."""
        return 0 if self.by_cores or self.certificate.masses is not None else self.certificate.entries.groups[number]

    def original(self, number: int) -> int | None:
        """The claim that stands for a claim about an image of its set; None for none."""
        copies = self.certificate.copies
        return copies.originals[number] - 1 if copies is not None and copies.originals[number] else None

    def map_of(self, number: int) -> bytes:
        """The symmetry that makes the set of a claim of that of its original; empty if it names none."""
        copies = self.certificate.copies
        if copies is None or not copies.originals[number]:
            return b""
        width, at = len(copies.maps) // len(self.copied), bisect_left(self.copied, number)
        return copies.maps[at * width : (at + 1) * width]

    def left(self, number: int) -> int | None:
        """The number of guesses left at a claim; None for any number."""
        under, masses = self.certificate.under, self.certificate.masses
        if under is not None:
            return under.left if number == 0 else under.lefts[number] - 1 if under.lefts[number] else None
        if self.by_cores:
            return self.levels[number][0] if number < len(self.levels) else self.certificate.entries.bounds[0] - 1
        if masses is not None:
            return masses.left_at(number)
        return self.certificate.entries.bounds[number] - 1 if self.of_time else None

    def restricted(self, number: int) -> bool:
        """Whether a claim is about those guesses alone that the rules allow there."""
        under = self.certificate.under
        return under is not None and self.game.restricts and (number == 0 or bool(under.revealed[number]))

    def moves(self, number: int) -> tuple[tuple[int, int], ...]:
        """The guesses, as indices, and responses that lead from the start to the position of a claim."""
        found = []
        while number:
            found.append((self.listed.guesses[number], self.listed.responses[number]))
            number = self.above[number - 1]
        return tuple(reversed(found))

    def name(self, number: int) -> str:
        """What a claim is called where its position is not told."""
        if not self.by_cores:
            return f"entry {number}"
        return f"core {number}" if number < len(self.levels) else "the whole game"

    def ended(self, number: int) -> str:
        """That nothing is to be asked at the position of a claim."""
        known = "the one secret left" if self.game.classes is None else "the class"
        return self.wording.ended.format(known=known, bound=self.bound(number), left=self.left(number))

    def stopped(self, number: int, size: int, cost: Figure | float) -> str:
        """That play may end at the position of a claim, of so many secrets, for less than is claimed."""
        return self.wording.stopped.format(size=size, bound=self.bound(number), cost=cost)

    def cheaper(self, number: int, size: int, question: str, cost: Figure | float) -> str:
        """That a question at the position of a claim, of so many secrets, may cost less than is claimed."""
        return self.wording.cheaper.format(
            size=size, bound=self.bound(number), left=self.left(number), question=question, cost=cost
        )


def _listed(certificate: Certificate) -> Entries | MassClaims:
    return certificate.entries if certificate.masses is None else certificate.masses


@dataclass(frozen=True)
class Check:
    """The result of checking a certificate, by either checker: the number of entries, and why it does not hold (no
    problems if it does).

    ``bound`` is the lower bound that the certificate states for the whole game.
    """

    bound: Figure
    entries: int
    problems: list[str] = field(default_factory=list)

    @property
    def proven(self) -> bool:
        """Whether the bound is true."""
        return not self.problems
