"""The tree of any strategy, grown level by level by calling the strategy, whatever kind of answers the game has.

Many histories leave the same masses, or the same candidates with the same lies told: a strategy that does not draw
chooses once for all of them. A strategy that asks what tells nothing for ever is an error.

One that guesses in one order, whatever is answered (:class:`~strategist.choosing.blind.Blind`), is asked once for each
level: to keep a history of hundreds of guesses at each of a million slots would take too much, and a long run of
guesses that tell nothing is its manner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from strategist.choosing.blind import Blind
from strategist.choosing.heuristics import Strategy
from strategist.common.errors import EndlessError, NoCandidateError, TooLargeError
from strategist.model.game import Game
from strategist.model.position import Kind, Position, kind_of
from strategist.model.tree import GIVE_UP, DecisionTree

if TYPE_CHECKING:
    from strategist.search.state.start import Start

MOST_CODES = 2000
"""The number of codes from which on a tree of guesses in one order is refused: it would have two million slots."""
_MOST_WASTED = 100
"""The most answers in a row that may tell nothing: a strategy that asks more in vain would never end."""


def grow_plainly(
    game: Game,
    strategy: Strategy,
    start: Start,
    tell: Callable[[int], object] | None = None,
    *,
    in_order: bool = False,
) -> DecisionTree:
    """The tree of a strategy from a position on. ``tell`` is called with the number of secrets that stand at a leaf.
    With ``in_order``, a strategy that guesses in one order is asked once for each level.

    Raises :class:`~strategist.common.errors.NoCandidateError` if no secret is left, and
    :class:`~strategist.common.errors.EndlessError` if the strategy goes on asking what tells nothing.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.search.state.start import start_of
    >>> game = make_game("mastermind(2,3)")
    >>> grow_plainly(game, Blind(game, {}), start_of(game), in_order=True).histogram()
    [1, 1, 1, 1, 1, 1, 1, 1, 1]
    """
    chooser = _Chooser(game, strategy, start, in_order)
    begin = chooser.kind.at(Position(start.history, start.candidates.tolist()))
    if not begin.candidates:
        raise NoCandidateError(f"{game.spec}: no secret agrees with the history")
    guesses: list[int] = []
    masks: list[int] = []
    resolved: set[int] = set()
    level = [(begin, 0)]
    while level:
        below = []
        chooser.begin_level()
        for position, wasted in level:
            guess = chooser.choice(position, wasted)
            guesses.append(GIVE_UP if guess is None else guess)
            masks.append(0)
            if guess is None:
                resolved.update(position.candidates)
                continue
            if guess >= game.question_count:
                masks[-1] = 1 << game.response_count - 1
                resolved.update(position.candidates)
                continue
            for response, branch in chooser.kind.cells(position, guess).items():
                masks[-1] |= 1 << response
                cell = branch.position
                if game.solved(response):
                    resolved.update(cell.candidates)
                else:
                    below.append(
                        (chooser.behind(position, guess, response, cell), wasted + 1 if cell == position else 0)
                    )
        if tell is not None:
            tell(len(resolved))
        level = below
    return DecisionTree(guesses, masks, game.response_count)


class _Chooser:
    """What a strategy guesses at each position of a tree."""

    def __init__(self, game: Game, strategy: Strategy, start: Start, in_order: bool) -> None:
        self.kind: Kind = kind_of(game)
        self._game = game
        self._strategy = strategy.for_tree()
        self._made = len(start.history) - 1
        self._choices: dict[Position, int | None] = {}
        self._order: Iterator[int] | None = None
        self._next: int | None = None
        if in_order and isinstance(strategy, Blind):
            refuse_large_tree(game, strategy, start)
            self._order = strategy.order(start.history)

    def begin_level(self) -> None:
        """Go on to the positions behind one guess more."""
        self._made += 1
        if self._order is not None:
            self._next = next(self._order, None)

    def choice(self, position: Position, wasted: int) -> int | None:
        """The guess at a position; None if the strategy gives up, or has no turn left."""
        if self._game.turns is not None and self._made >= self._game.turns:
            # To announce what is known takes no turn.
            return self.kind.ending(position)
        if self._order is not None:
            return self._next
        if wasted > _MOST_WASTED:
            past = tuple((self._game.guesses[guess], response) for guess, response in position.history[:3])
            where = self._game.format_history(past)
            raise EndlessError(f"{self._strategy.spec}: {wasted} {self.kind.in_vain}, after {where} …")
        # A draw depends on the history, and so does an opening. Candidates without labels are seldom met twice.
        shared = bool(position.history) and bool(position.labels) and not self._strategy.draws
        if shared and position in self._choices:
            return self._choices[position]
        guess = self._strategy.guess(position)
        if guess is not None and self.kind.settles and any(guess == asked for asked, _ in position.history):
            text = self._game.format_code(self._game.guesses[guess])
            raise EndlessError(f"{self._strategy.spec}: asks {text} again, which tells nothing")
        if shared:
            self._choices[position] = guess
        return guess

    def behind(self, position: Position, guess: int, response: int, cell: Position) -> Position:
        """The position behind an answer, with its history if the strategy asks for one."""
        return cell if self._order is not None else cell.behind(position, guess, response)


def refuse_large_tree(game: Game, strategy: Blind, start: Start) -> None:
    """Raise :class:`~strategist.common.errors.TooLargeError` for a tree that is too large to be of use.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.search.state.start import start_of
    >>> game = make_game("bulls-and-cows(4,10)")
    >>> refuse_large_tree(game, Blind(game, {}), start_of(game))
    Traceback (most recent call last):
    ...
    strategist.common.errors.TooLargeError: bulls-and-cows(pegs=4,symbols=10): a tree of blind follows 5040 codes \
through \
5040 guesses: expected below 2000 by 2000; compare tells its figures without a tree
    """
    codes, levels = len(start.candidates), len(game.secrets)
    if game.turns is not None:
        levels = min(levels, max(0, game.turns - len(start.history)))
    if codes * levels >= MOST_CODES * MOST_CODES:
        raise TooLargeError(
            f"{game.spec}: a tree of {strategy.name} follows {codes} codes through {levels} guesses: "
            f"expected below {MOST_CODES} by {MOST_CODES}; compare tells its figures without a tree"
        )
