"""Follow a compiled strategy: one look-up per move, and no import heavier than msgpack.

>>> from strategist.files.player import CompiledStrategy
>>> from strategist.files.strategy import StrategyData
>>> from strategist.games.catalog import make_game
>>> from strategist.model.tree import Claims, DecisionTree
>>> game = make_game("mastermind(pegs=1,colors=2)")
>>> tree = DecisionTree(guesses=[0, 1], masks=[0b11, 0b10], response_count=2)
>>> play = CompiledStrategy(StrategyData(game, "first", tree, Claims.of([1, 1], 0))).start()
>>> play.guess
'1'
>>> play.respond("0b0w")
>>> play.guess, play.candidates_left
('2', ['2'])
"""

from __future__ import annotations

from strategist.common.errors import ResponseError, SpecError
from strategist.common.notebook_hooks import Drawn, Shown
from strategist.common.quoting import shortened
from strategist.common.wording import counted
from strategist.files.given import AnyStrategy, data_of
from strategist.files.stated_claims import Figured
from strategist.files.transcript import Transcript
from strategist.model.endings import announced
from strategist.model.game import Code, Game
from strategist.model.position import Joins, Position, kind_of
from strategist.model.solitaire import Solitaire
from strategist.model.tree import GIVE_UP, Claims, DecisionTree


class CompiledStrategy(Figured, Drawn):
    """A compiled strategy, ready to be played; :mod:`strategist.play.modes.told_line` follows that of a solitaire.

    It is made of the contents of a file, of what ``compile_strategy`` returns, or of anything else that
    :func:`open_strategy` takes. Raises :class:`~strategist.common.errors.SpecError` for a solitaire.

    Examples
    --------
    >>> strategy = CompiledStrategy("mastermind-4x6.minimax")
    >>> strategy.total, strategy.start().guess
    (5801, '1122')
    """

    def __init__(self, strategy: AnyStrategy) -> None:
        data = data_of(strategy)
        if isinstance(data.game, Solitaire):
            raise SpecError(f"{data.game.spec} is a solitaire: expected a game in which something is hidden")
        self.data = data
        self.game: Game = data.game
        self.tree: DecisionTree = data.tree
        self.claims: Claims = data.claims
        self.name = data.strategy

    def start(self) -> Play:
        """A new game from where the tree starts."""
        return Play(self)

    def __repr__(self) -> str:
        return f"<CompiledStrategy {self.data.strategy} of {self.game.spec}>"


class Play(Shown):
    """One game played by a strategy: read :attr:`guess`, pass the answer to :meth:`respond`, until :attr:`solved`.

    Where the last guess only announces the secret (``Game.announces``), the play is solved as soon as the secret is
    known: the announcement is not offered as a guess, takes no response, and :attr:`secret` holds the secret. Where it
    is enough to know the class, it holds the class; where several are left that no question tells apart, all of them.

    Examples
    --------
    >>> play = open_strategy("mastermind-4x6.minimax").start()
    >>> play.respond("1b1w")
    >>> play.guess, play.candidate_count
    ('1134', 208)
    """

    __slots__ = (
        "_asked",
        "_history",
        "_known",
        "_narrowed",
        "_slot",
        "_tree",
        "game",
        "solved",
        "strategy",
    )

    def __init__(self, strategy: CompiledStrategy) -> None:
        self.strategy = strategy
        self.game = strategy.game
        self._tree = strategy.tree
        self._begin()

    def _begin(self) -> None:
        self._slot = 0
        self._history: list[tuple[int, int]] = []
        self._known: Position | None = None
        self._narrowed: set[tuple[int, int]] = set()
        self._asked = 0
        self.solved = self._announced()

    def _announced(self) -> bool:
        """Whether the next guess would only announce the secret."""
        return self.game.announces and self._tree.masks[self._slot] == self._tree.solved_bit

    @property
    def given_up(self) -> bool:
        """Whether the strategy has stopped without finding the secret."""
        return self._tree.guesses[self._slot] == GIVE_UP

    @property
    def guess(self) -> str | None:
        """The next guess; None once the secret is found or the strategy has given up."""
        index = self._tree.guesses[self._slot]
        if self.solved or index == GIVE_UP:
            return None
        game = self.game
        return game.format_code(game.guesses[index])

    @property
    def secret(self) -> str | None:
        """The secret, or its class, once it is found; else None."""
        index = self._tree.guesses[self._slot]
        return (
            announced(self.game, index, self._by_rules() if self.game.narrow or not self.game.names_secrets else ())
            if self.solved
            else None
        )

    def respond(self, response: str | int) -> None:
        """Tell what was answered to :attr:`guess`, as text or as the game's own number.

        Raises :class:`ResponseError`, which lists the responses that are possible here, and then changes nothing.
        """
        tree, slot = self._tree, self._slot
        if self.solved or tree.guesses[slot] == GIVE_UP:
            raise self._impossible(response)
        code = self.game.guesses[tree.guesses[slot]]
        number = response if isinstance(response, int) else self.game.parse_answer(code, response)
        mask = tree.masks[slot]
        if not 0 <= number < tree.response_count or not mask >> number & 1:
            raise self._impossible(response)
        bit = 1 << number
        self._history.append((tree.guesses[slot], number))
        if bit == tree.solved_bit:
            self.solved = True
        else:
            branch = tree.first_child[slot] + (mask & (bit - 1)).bit_count()
            self._slot = branch if tree.links is None else tree.links[branch - 1]
            self.solved = self._announced()

    def undo(self) -> None:
        """Take the last response back, so that :attr:`guess` is the guess that it answered.

        Raises :class:`ResponseError` where nothing has been answered yet.
        """
        if not self._history:
            raise ResponseError("no response to take back: the game is where it began")
        responses = [response for _, response in self._history[:-1]]
        # The candidates that were worked out on the way depend on the response: begin again, at one look-up a move.
        self._begin()
        for response in responses:
            self.respond(response)

    def _impossible(self, response: str | int) -> ResponseError:
        if self.solved:
            return ResponseError("the secret is found: no further response is expected")
        if self.given_up:
            return ResponseError("the strategy has given up: no further response is expected")
        game = self.game
        possible = ", ".join(map(game.format_response, self._tree.responses(self._slot)))
        lies = f", even with {counted(game.lies, 'lie')}" if game.lies else ""
        return ResponseError(
            f"response {shortened(str(response))} to {self.guess} contradicts the history{lies}: "
            f"possible here is {possible}"
        )

    @property
    def responses(self) -> list[str]:
        """The responses that are possible now."""
        return [] if self.solved else [self.game.format_response(r) for r in self._tree.responses(self._slot)]

    @property
    def history(self) -> list[tuple[str, str]]:
        """Guesses and responses so far, as the game writes them, including those before the start of the tree."""
        game = self.game
        moves = [(game.guesses[guess], response) for guess, response in self._history]
        return [(game.format_code(guess), game.format_response(r)) for guess, r in [*self.strategy.data.start, *moves]]

    @property
    def transcript(self) -> Transcript:
        """The moves so far as a value: it does not change when play goes on."""
        game = self.game
        moves = tuple((game.guesses[guess], response) for guess, response in self._history)
        return Transcript(game, (*self.strategy.data.start, *moves), self.secret, self.solved)

    @property
    def moves(self) -> list[tuple[int, int]]:
        """The moves made in the tree, in numbers: (index into the game's guesses, response)."""
        return [
            (self.game.guesses.index(code), response) for code, response in self.strategy.data.start
        ] + self._history

    @property
    def made(self) -> int:
        """The number of guesses in :attr:`history`."""
        return len(self.strategy.data.start) + len(self._history)

    @property
    def candidates_left(self) -> list[str]:
        """The secrets that are still possible, in the game's order; computed when asked."""
        return list(map(self.game.format_secret, self.left()))

    def left(self) -> list[Code]:
        """The codes that are still possible, in the game's order; computed when asked."""
        game, tree = self.game, self._tree
        if self._is_found:
            return [game.named(game.guesses[tree.guesses[self._slot]])]
        if self._some_at_no_slot:
            return self._by_rules()
        found = [tree.guesses[slot] for level in tree.levels(self._slot) for slot in level if tree.solves(slot)]
        return [game.named(game.guesses[index]) for index in sorted(found)]

    @property
    def candidate_count(self) -> int:
        """The number of :attr:`candidates_left`, without listing them."""
        if self._is_found:
            return 1
        return len(self._by_rules()) if self._some_at_no_slot else self._tree.solved_under(self._slot)

    @property
    def _is_found(self) -> bool:
        """Whether the last guess was, or named, the one secret left."""
        return self.solved and self.game.classes is None and self.game.narrow is None and self.game.names_secrets

    @property
    def _some_at_no_slot(self) -> bool:
        """Whether the tree does not name each secret once: some are lost, only classes are announced, no guess is a
        secret, or a secret may stand at several slots."""
        game = self.game
        named = game.classes is None and game.names_secrets
        return self.strategy.claims.lost > 0 or not named or kind_of(game).joins is not Joins.SUM

    @property
    def position(self) -> Position:
        """What is left: the secrets that are still possible, by their indices, each with its mass where it may give
        several answers, or with the number of answers that were lies if it is the secret; computed when asked.

        >>> from strategist.files.strategy import StrategyData
        >>> from strategist.games.catalog import make_game
        >>> game = make_game("mastermind(1,2,goal=identify,lies=1)")
        >>> tree = DecisionTree([0, 0, 0, 3, 0, 0, 2, 3, 2, 3, 2], [3, 3, 3, 4, 3, 3, *[4] * 5], response_count=3)
        >>> play = CompiledStrategy(StrategyData(game, "again", tree, Claims.of([0, 0, 2], 0))).start()
        >>> play.respond("0b0w")
        >>> play.position
        Position(history=(), candidates=(0, 1), labels=(1, 0), asked=frozenset(), answered=0)
        """
        kind, nobody = kind_of(self.game), Position((), (), ())
        if self._known is None:
            self._known = kind.left(self.moves[: len(self.strategy.data.start)]) or nobody
        # The position that was found before is narrowed by the moves made since.
        for move in self._history[self._asked :]:
            if kind.repeats or move not in self._narrowed:
                self._narrowed.add(move)
                self._known = kind.after(self._known, *move) or nobody
        self._asked = len(self._history)
        return self._known

    @property
    def suspects(self) -> Position:
        """The name of :attr:`position` until 0.5."""
        return self.position

    def _by_rules(self) -> list[Code]:
        """The candidates where the tree does not name all of them, so that the rules compute them."""
        return list(map(self.game.secrets.__getitem__, self.position.candidates))


def open_strategy(strategy: AnyStrategy, *, game: Game | None = None) -> CompiledStrategy:
    """A compiled strategy, ready to be played.

    Parameters
    ----------
    strategy : Compiled, StrategyData, path or str
        What ``compile_strategy`` returned, the path of a file, or a name of the library.
    game : Game, optional
        The game of the file if no installed package offers it: an instance of the caller's own class.

    Returns
    -------
    CompiledStrategy
        The strategy; its method ``start`` begins a game.

    Raises
    ------
    StrategyFileError
        If there is no strategy file, or if it was written for another game.
    SpecError
        For the line of a solitaire.

    Examples
    --------
    >>> open_strategy("mastermind-4x6.minimax").start().guess
    '1122'
    """
    return CompiledStrategy(data_of(strategy, game))
