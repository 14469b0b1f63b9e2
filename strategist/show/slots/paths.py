"""The path of every secret through a decision tree, with responses computed by the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import takewhile
from typing import NamedTuple, overload

from strategist.common.errors import StrategyFileError, TooLargeError
from strategist.files.strategy import StrategyData
from strategist.model.expected_figures import Stand, reach_after, stands
from strategist.model.game import Code, Game
from strategist.model.goal import Narrow
from strategist.model.tree import GIVE_UP, DecisionTree
from strategist.show.slots.left_at_slots import sizes_at
from strategist.show.texts.names import said

_HELPLESS = {
    Narrow.SURE: "none is sure to exclude any of those that are left",
    Narrow.ALIKE: "to each that was not asked, all that are left answer alike",
}
"""Why no question is asked although not all is known."""


class Path(NamedTuple):
    """The slots that play against ``secret`` visits, from the first on, and whether the last one solves it.

    Where a secret may give one of several answers, it has a path for each leaf that it may reach, with its ``chance``.
    """

    secret: Code
    slots: tuple[int, ...]
    solved: bool
    chance: Fraction = Fraction(1)


def secret_paths(game: Game, data: StrategyData) -> Iterator[Path]:
    """The paths of every secret that is possible where the tree starts, in the game's order.

    Raises :class:`~strategist.common.errors.StrategyFileError` when the tree has no branch for a response.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.model.tree import Claims, DecisionTree
    >>> game = make_game("mastermind(pegs=1,colors=2)")
    >>> tree = DecisionTree(guesses=[0, 1], masks=[0b11, 0b10], response_count=2)
    >>> list(secret_paths(game, StrategyData(game, "first", tree, Claims.of([1, 1], 0))))
    [Path(secret=(0,), slots=(0,), solved=True, chance=Fraction(1, 1)), \
Path(secret=(1,), slots=(0, 1), solved=True, chance=Fraction(1, 1))]
    """
    if game.several:
        yield from _all_paths(game, data)
        return
    tree = data.tree
    for secret in game.consistent(data.start) if data.start else game.secrets:
        slots = [0]
        solved = False
        while not solved and tree.guesses[slots[-1]] != GIVE_UP:
            slot = slots[-1]
            response = game.respond(game.guesses[tree.guesses[slot]], secret)
            if not tree.masks[slot] >> response & 1:
                raise _no_branch(game, secret, len(slots))
            solved = game.solved(response)
            child = tree.child(slot, response)
            if child is not None:
                slots.append(child)
        yield Path(secret, tuple(slots), solved)


def _all_paths(game: Game, data: StrategyData) -> Iterator[Path]:
    """The paths of secrets that may give one of several answers; those of a secret in the order of the answers."""
    tree = data.tree
    for secret in game.consistent(data.start):
        todo = [(Path(secret, (0,), False), 0)]
        while todo:
            path, slot = todo.pop()
            guess = tree.guesses[slot]
            if guess == GIVE_UP or guess >= game.question_count:
                yield path._replace(solved=guess != GIVE_UP)
                continue
            after = []
            for response, chance in game.answers(game.guesses[guess], secret):
                child = tree.child(slot, response)
                if child is None:
                    raise _no_branch(game, secret, len(path.slots))
                longer = path._replace(slots=(*path.slots, child), chance=path.chance * chance)
                after.append((longer, child))
            todo += reversed(after)


def _no_branch(game: Game, secret: Code, made: int) -> StrategyFileError:
    name = game.format_secret(secret)
    return StrategyFileError(f"the tree has no branch for secret {name} at guess {made}: expected one that verifies")


def stands_of(game: Game, data: StrategyData, before: int | None = None) -> Iterator[Stand]:
    """The secrets that may be at each slot, in a game of several answers, and how likely each is to be there: see
    :func:`~strategist.model.expected_figures.stands`. Only of the slots before that one, where one is given.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.model.tree import Claims, DecisionTree
    >>> game = make_game("mastermind(1,2,goal=identify)")
    >>> tree = DecisionTree(guesses=[0, 3, 4], masks=[0b11, 0b100, 0b100], response_count=3)
    >>> [stand.reach for stand in stands_of(game, StrategyData(game, "first", tree, Claims.of([2], 0)))][1]
    {1: Fraction(1, 1)}
    """
    candidates = [game.secrets.index(code) for code in game.consistent(data.start)]
    moves = [(game.guesses.index(code), response) for code, response in data.start]
    found = stands(game, data.tree, reach_after(game, moves, candidates))
    return found if before is None else takewhile(lambda stand: stand.slot < before, found)


def undecided_ends(game: Game, data: StrategyData, before: int | None = None) -> dict[int, str]:
    """The names of the secrets left at each slot where play ends undecided, marked texts; empty where it never does.
    Only of the slots before that one, where one is given.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.model.tree import Claims, DecisionTree
    >>> tree = DecisionTree(guesses=[0, 3, 4], masks=[0b11, 0b100, 0b100], response_count=3)
    >>> game = make_game("mastermind(1,2,goal=identify)")
    >>> undecided_ends(game, StrategyData(game, "first", tree, Claims.of([2], 0)))
    {}
    """
    if game.narrow is None:
        return {}
    ends = (stand for stand in stands_of(game, data, before) if data.tree.guesses[stand.slot] == game.undecided)
    return {
        stand.slot: " or ".join(game.shown_secret(game.secrets[secret]) for secret in stand.parts) for stand in ends
    }


MOST_SHOWN = 1 << 20
"""The slots of a tree that a graph or a picture may have: each takes more than a kilobyte there."""


def nothing_asked(data: StrategyData) -> str | None:
    """Why the tree of a game with a hidden secret ends where it begins; None if it asks anything.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.model.tree import Claims, DecisionTree
    >>> game = make_game("mastermind(1,1,goal=identify)")
    >>> nothing_asked(StrategyData(game, "optimal(total)", DecisionTree([1], [0], 2), Claims.of([], 0, known=1)))
    'no guess is needed: the secret is 1'
    """
    game, tree = data.game, data.tree
    if not isinstance(game, Game):
        return None
    root = tree.guesses[0]
    if root == GIVE_UP:
        over = game.turns is not None and len(data.start) >= game.turns
        return f"no {game.move_noun} is made: {'no turn is left' if over else f'{data.strategy} gives up here'}"
    if root < game.question_count or not game.announces:
        return None
    if game.narrow is not None and root == game.undecided:
        return f"no {game.move_noun} is asked: {_HELPLESS[game.narrow]}"
    return f"no {game.move_noun} is needed: the {game.known_noun} is {said(game).secret(game.guesses[root])}"


def refuse_large(slots: int, what: str) -> None:
    """Raise :class:`~strategist.common.errors.TooLargeError` for a tree with too many slots to show it whole.

    >>> refuse_large(2 << 20, "a picture")
    Traceback (most recent call last):
    ...
    strategist.common.errors.TooLargeError: a picture of 2097152 slots does not fit: expected at most 1048576
    """
    if slots > MOST_SHOWN:
        raise TooLargeError(f"{what} of {slots} slots does not fit: expected at most {MOST_SHOWN}")


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


def candidate_counts(game: Game, data: StrategyData, before: int | None = None) -> Sequence[int]:
    """The number of candidates at each slot: the secrets solved at or below it, and the secrets lost below it; where
    answers may be false, those that may be hidden there, with one or another number of lies, and only at the slots
    before that one, where one is given.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.model.tree import Claims, DecisionTree
    >>> game = make_game("mastermind(pegs=1,colors=3)")
    >>> tree = DecisionTree(guesses=[0, GIVE_UP], masks=[0b11, 0], response_count=2)
    >>> list(candidate_counts(game, StrategyData(game, "first", tree, Claims.of([1], 2))))
    [3, 2]
    """
    if game.doubtful:
        return [sum(sizes) for sizes in sizes_at(game, data, before)]
    lost: Counter[int] = Counter()
    if game.several:
        # A secret may be at several slots of a level.
        there = {(slot, path.secret) for path in secret_paths(game, data) for slot in path.slots}
        counts = Counter(slot for slot, _ in there)
        return [counts[slot] for slot in range(len(data.tree))]
    if data.claims.lost:
        # No slot of the tree names the lost secrets, so their paths are computed by the rules.
        for path in secret_paths(game, data):
            if not path.solved:
                lost.update(path.slots)
    return _Counts(data.tree, lost)
