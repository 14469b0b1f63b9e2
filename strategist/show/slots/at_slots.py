"""What is told of the slots of a tree, for each kind of answers: who is left, and the paths that lead there.

A *path* is a secret with what it answers until play ends. A secret has one path where all answers are true and each
question has one; else a path for each leaf that it may reach by chance, or for each way of lying.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, overload

from strategist.common.errors import StrategyFileError, TooLargeError
from strategist.files.strategy import StrategyData
from strategist.model.game import Code, Game, Response
from strategist.model.position import by_kind
from strategist.model.tree import GIVE_UP, DecisionTree
from strategist.show.slots.left_at_slots import sizes_at, sizes_text
from strategist.show.slots.ways_of_lying import ways_behind
from strategist.show.slots.when_solved import average_solved, expected_solved, latest_solved
from strategist.show.slots.who_stands import stands_of
from strategist.show.texts.weighed import mass_under, per_cent

MOST_PATHS = 1 << 20
"""The most paths that a table may have, a row each."""


class Path(NamedTuple):
    """What a secret answers until play ends: the slots that it visits, from the first on, the questions asked with the
    answers, and whether it is solved in the end; then the ``chance`` that it answers so, and the numbers of its
    ``false`` answers, counted from 1."""

    secret: Code
    slots: tuple[int, ...]
    moves: tuple[tuple[int, Response], ...]
    solved: bool
    chance: Fraction = Fraction(1)
    false: tuple[int, ...] = ()


class Shown(NamedTuple):
    """What a picture shows of each slot, by slot."""

    sizes: Sequence[float]
    """How large its cell is. Sizes add up: what is behind a slot is as large as the slot."""
    counts: Sequence[int]
    """How many secrets may be there."""
    texts: Callable[[int], str]
    """How that number is written."""
    averages: Sequence[float | None]
    """The guess at which its secrets are solved, counted from 1; None where all are lost."""
    relative: bool = False
    """Whether that is counted from the slot on, because it may be of several levels."""


class AtSlots(ABC):
    """The slots of one tree."""

    path_heads: Sequence[str] = ()
    """What a table tells of a path beside its secret, its outcome and its questions."""
    lists_answers: bool = False
    """Whether a table tells the answers, too, because the secret and the questions do not say them."""

    def __init__(self, game: Game, data: StrategyData) -> None:
        self.game, self.data = game, data

    @abstractmethod
    def counts(self, before: int | None = None) -> Sequence[int]:
        """How many secrets may be at each slot; only at those before that one, where one is given.

        >>> from strategist.games.catalog import make_game
        >>> from strategist.model.tree import Claims, DecisionTree
        >>> game = make_game("mastermind(pegs=1,colors=3)")
        >>> tree = DecisionTree(guesses=[0, GIVE_UP], masks=[0b11, 0], response_count=2)
        >>> list(at_slots(game, StrategyData(game, "first", tree, Claims.of([1], 2))).counts())
        [3, 2]
        """

    @abstractmethod
    def notes(self, before: int) -> Callable[[int], str]:
        """What tells of a slot before that one how many secrets may be there and, where there are chances, how likely
        they are together."""

    def attributes(self, before: int) -> Mapping[int, Mapping[str, str]]:
        """What the nodes of a graph have beside the number of candidates, by slot, at least for those before that
        one."""
        return {}

    @abstractmethod
    def shown(self) -> Shown:
        """What a picture shows."""

    def path_cells(self, path: Path) -> list[str]:
        """What a table tells of a path, under :attr:`path_heads`."""
        return []

    @abstractmethod
    def replies(self, guess: Code, path: Path) -> Iterator[tuple[Response, Path]]:
        """The answers that the secret of a path may give next, ascending, each with the path on which it gives it, but
        for its slots and moves."""

    def paths(self) -> Iterator[Path]:
        """The paths of every secret that is possible where the tree starts, in the game's order; those of one secret
        by the answers, the lowest first.

        Raises :class:`~strategist.common.errors.StrategyFileError` when the tree has no branch for an answer, and
        :class:`~strategist.common.errors.TooLargeError` for more paths than a table may have.

        >>> from strategist import compile_strategy
        >>> data = compile_strategy("mastermind(1,2)", "first").data
        >>> for path in at_slots(data.game, data).paths():
        ...     print(path.secret, path.slots, path.moves, path.solved)
        (0,) (0,) ((0, 1),) True
        (1,) (0, 1) ((0, 0), (1, 1)) True
        """
        for secret in self.game.consistent(self.data.start) if self.data.start else self.game.secrets:
            todo: list[tuple[bool, Path]] = [(False, Path(secret, (0,), (), False))]
            while todo:
                ended, path = todo.pop()
                if ended:
                    yield path
                else:
                    todo += reversed(list(self._longer(path)))

    def _longer(self, path: Path) -> Iterator[tuple[bool, Path]]:
        """A path with each next answer, and whether it ends there."""
        game, tree, slot = self.game, self.data.tree, path.slots[-1]
        guess = tree.guesses[slot]
        if guess == GIVE_UP or guess >= game.question_count:
            right = guess != GIVE_UP and self.names(game.guesses[guess], path.secret)
            # A class that is announced may be wrong, and where answers err, a secret.
            if guess != GIVE_UP and not right and game.classes is None and game.erring is None:
                raise self._no_branch(path)
            yield True, path._replace(solved=right)
            return
        for response, told in self.replies(game.guesses[guess], path):
            if not tree.masks[slot] >> response & 1:
                raise self._no_branch(path, response)
            moves = (*path.moves, (guess, response))
            child = tree.child(slot, response)
            if child is None:
                yield True, told._replace(moves=moves, solved=game.solved(response))
            else:
                yield False, told._replace(moves=moves, slots=(*path.slots, child))

    def names(self, announcement: Code, secret: Code) -> bool:
        """Whether an announcement at the end of a path of that secret can be right."""
        return True

    def _no_branch(self, path: Path, response: Response | None = None) -> StrategyFileError:
        secret, made = self.game.format_secret(path.secret), len(path.moves) + 1
        answer = ""
        if self.lists_answers and response is not None:
            answer = f" with answer {self.game.format_response(response)}"
        return StrategyFileError(
            f"the tree has no branch for secret {secret}{answer} at guess {made}: expected one that verifies"
        )


class SlotsOfOne(AtSlots):
    """Each secret is at one slot of a level."""

    def counts(self, before: int | None = None) -> Sequence[int]:
        """See :class:`AtSlots`: the secrets solved at or below a slot, and those lost below it."""
        lost: Counter[int] = Counter()
        if self.data.claims.lost:
            # No slot of the tree names the lost secrets, so their paths are computed by the rules.
            for path in self.paths():
                if not path.solved:
                    lost.update(path.slots)
        return _Counts(self.data.tree, lost)

    def notes(self, before: int) -> Callable[[int], str]:
        """See :class:`AtSlots`."""
        tree = self.data.tree
        if self.game.weights is None:
            return lambda slot: f"{tree.solved_under(slot)}"
        parts = mass_under(self.game, tree)
        return lambda slot: f"{tree.solved_under(slot)}, {per_cent(parts[slot])}"

    def shown(self) -> Shown:
        """See :class:`AtSlots`."""
        counts = self.counts()
        return Shown(counts, counts, lambda slot: str(counts[slot]), average_solved(self.data.tree))

    def replies(self, guess: Code, path: Path) -> Iterator[tuple[Response, Path]]:
        """See :class:`AtSlots`."""
        yield self.game.respond(guess, path.secret), path

    def names(self, announcement: Code, secret: Code) -> bool:
        """See :class:`AtSlots`."""
        return self.game.solved(self.game.respond(announcement, secret))


class SlotsOfSeveral(AtSlots):
    """A secret may be at several slots of a level, at each with a chance."""

    path_heads = ("share",)

    def __init__(self, game: Game, data: StrategyData) -> None:
        super().__init__(game, data)
        self.lists_answers = game.erring is not None

    def names(self, announcement: Code, secret: Code) -> bool:
        """See :class:`AtSlots`."""
        return self.game.erring is None or self.game.named(announcement) == secret

    def counts(self, before: int | None = None) -> Sequence[int]:
        """See :class:`AtSlots`."""
        there = {(slot, path.secret) for path in self.paths() for slot in path.slots}
        counts = Counter(slot for slot, _ in there)
        return [counts[slot] for slot in range(len(self.data.tree))]

    def notes(self, before: int) -> Callable[[int], str]:
        """See :class:`AtSlots`."""
        counts = [0] * before
        masses = [Fraction(0)] * before
        for stand in stands_of(self.game, self.data, before):
            counts[stand.slot] = len(stand.left.parts)
            masses[stand.slot] = stand.left.mass(self.game)
        return lambda slot: f"{counts[slot]}, {per_cent(masses[slot] / masses[0])}"

    def attributes(self, before: int) -> Mapping[int, Mapping[str, str]]:
        """See :class:`AtSlots`: how many are expected there, and where play ends, who may be left."""
        game, found = self.game, {}
        for stand in stands_of(game, self.data, before):
            named = {"expected": str(stand.left.number)}
            guess = self.data.tree.guesses[stand.slot]
            if guess == GIVE_UP or guess >= game.question_count:
                named["secrets"] = " ".join(game.format_secret(game.secrets[secret]) for secret in stand.left.parts)
            found[stand.slot] = named
        return found

    def shown(self) -> Shown:
        """See :class:`AtSlots`."""
        counts = self.counts()
        sizes, averages = expected_solved(self.data.tree, stands_of(self.game, self.data))
        return Shown(sizes, counts, lambda slot: str(counts[slot]), averages)

    def path_cells(self, path: Path) -> list[str]:
        """See :class:`AtSlots`."""
        return [str(path.chance)]

    def replies(self, guess: Code, path: Path) -> Iterator[tuple[Response, Path]]:
        """See :class:`AtSlots`."""
        for response, chance in self.game.answers(guess, path.secret):
            yield response, path._replace(chance=path.chance * chance)


class SlotsOfLies(AtSlots):
    """A secret may be at several slots of a level, by one or another way of lying."""

    lists_answers = True

    def __init__(self, game: Game, data: StrategyData) -> None:
        super().__init__(game, data)
        self.path_heads = ("false",) if game.lies else ()

    def counts(self, before: int | None = None) -> Sequence[int]:
        """See :class:`AtSlots`."""
        return list(map(sum, sizes_at(self.game, self.data, before)))

    def notes(self, before: int) -> Callable[[int], str]:
        """See :class:`AtSlots`: by the number of lies."""
        sizes = sizes_at(self.game, self.data, before)
        return lambda slot: sizes_text(sizes[slot])

    def attributes(self, before: int) -> Mapping[int, Mapping[str, str]]:
        """See :class:`AtSlots`: the candidates by lies, where these are counted."""
        if not self.game.lies:
            return {}
        return {
            slot: {"by_lies": sizes_text(sizes)} for slot, sizes in enumerate(sizes_at(self.game, self.data, before))
        }

    def shown(self) -> Shown:
        """See :class:`AtSlots`: cells are as large as they have paths."""
        game, data = self.game, self.data
        sizes = sizes_at(game, data)
        counts, latest = list(map(sum, sizes)), latest_solved(data.tree)
        return Shown(ways_behind(game, data), counts, lambda slot: sizes_text(sizes[slot]), latest, relative=True)

    def path_cells(self, path: Path) -> list[str]:
        """See :class:`AtSlots`."""
        return [" ".join(map(str, path.false))] if self.path_heads else []

    def replies(self, guess: Code, path: Path) -> Iterator[tuple[Response, Path]]:
        """See :class:`AtSlots`."""
        game, secret = self.game, path.secret
        told = len(path.false) + (game.lies_in(self.data.start, secret) or 0)
        for response in sorted(game.can_get(guess)):
            more = game.lies_told(guess, secret, response)
            if more is not None and game.may_tell(told + more, len(self.data.start) + len(path.moves) + 1):
                yield response, path._replace(false=(*path.false, *[len(path.moves) + 1] * more))

    def paths(self) -> Iterator[Path]:
        """See :class:`AtSlots`. There may be far more paths than secrets, so they are counted before one is built.

        >>> from strategist import compile_strategy
        >>> data = compile_strategy("mastermind(1,2,goal=identify,lies=1)", "first").data
        >>> paths = list(at_slots(data.game, data).paths())
        >>> len(paths), paths[0].secret, paths[0].moves, paths[0].false
        (6, (0,), ((0, 0), (0, 1), (0, 1)), (1,))
        """
        count = ways_behind(self.game, self.data)[0]
        if count > MOST_PATHS:
            raise TooLargeError(
                f"a table of {count} paths, one for each secret and way of lying, does not fit: expected at most "
                f"{MOST_PATHS}"
            )
        return super().paths()


def at_slots(game: Game, data: StrategyData) -> AtSlots:
    """What is told of the slots of a tree.

    >>> from strategist import compile_strategy
    >>> data = compile_strategy("mastermind(1,2,goal=identify,lies=1)", "first").data
    >>> note = at_slots(data.game, data).notes(2)
    >>> note(0), note(1)
    ('2', '1+1')
    """
    found: Callable[[Game, StrategyData], AtSlots] = by_kind(
        game, one=SlotsOfOne, several=SlotsOfSeveral, lies=SlotsOfLies
    )
    return found(game, data)


class _Counts(Sequence[int]):
    """The number of candidates at each slot, computed on access."""

    def __init__(self, tree: DecisionTree, lost: Mapping[int, int]) -> None:
        self._tree = tree
        self._lost = lost

    def __len__(self) -> int:
        return len(self._tree)

    @overload
    def __getitem__(self, slot: int) -> int: ...
    @overload
    def __getitem__(self, slot: slice) -> list[int]: ...
    def __getitem__(self, slot: int | slice) -> int | list[int]:
        if isinstance(slot, slice):
            return [self[each] for each in range(len(self))[slot]]
        if not 0 <= slot < len(self):
            raise IndexError(f"slot out of range: {slot} of {len(self)}")
        return self._tree.solved_under(slot) + self._lost.get(slot, 0)
