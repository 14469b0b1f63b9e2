"""What the server answers, as functions from JSON objects to JSON objects, without any network.

No file of the machine can be named in a request: strategies are opened before, and known by the stems of their files,
and games whose strings name files are refused.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any

from strategist.choosing.registry import known_strategies
from strategist.common.errors import CodeError, SpecError, TooLargeError, UnknownNameError
from strategist.common.quoting import quoted
from strategist.files.player import CompiledStrategy
from strategist.files.values.value_file import ValueFile
from strategist.games.catalog import built, known_games, read_game
from strategist.model.game import Game
from strategist.model.solitaire import Solitaire

MOST_PAIRS = 1 << 27
"""The most pairs of a secret and a question of a game that is searched."""
MOST_QUESTIONS = 1 << 18
"""The most questions of such a game: each is scored, however few secrets there are."""
MOST_MOVES = 100
"""The most moves of a history."""
REVIEW_SECONDS = 2.0
"""The seconds that exact values of a request may take."""
_KEPT_GAMES = 16
_MOST_NAME = 200
_PLAIN = frozenset({"alphabet"})
"""Parameters of games that are texts, but name no file."""

Object = Mapping[str, Any]


class Service:
    """The answers to all requests.

    Parameters
    ----------
    strategies : mapping of str to CompiledStrategy
        The strategies that moves are looked up in, by name.
    caches : iterable of ValueFile, optional
        Value caches, where moves of their games are scored by.

    Examples
    --------
    >>> service = Service({"knuth": CompiledStrategy("mastermind-4x6.minimax")})
    >>> service.step({"strategy": "knuth", "history": "1122:1b1w"})
    {'guess': '1134', 'over': False, 'found': None}
    >>> service.step({"strategy": "knuth", "history": "1123:1b1w"})
    Traceback (most recent call last):
    ...
    strategist.common.errors.CodeError: history: move 1: knuth guesses 1122, got '1123'
    """

    def __init__(self, strategies: Mapping[str, CompiledStrategy], caches: Iterable[ValueFile] = ()) -> None:
        self.strategies = dict(strategies)
        # Of several for one game the last counts.
        self._caches = tuple(caches)[::-1]
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._lock = Lock()

    @cached_property
    def slow(self) -> Mapping[str, Callable[[Object], dict[str, Any]]]:
        """The requests that may take long, by their paths."""
        return {"/rank": self.rank, "/score": self.score, "/verify": self.verify}

    def health(self) -> dict[str, Any]:
        """That the server works, and the strategies that it has."""
        told = {name: {"game": each.game.spec, "strategy": each.name} for name, each in self.strategies.items()}
        return {"status": "ok", "strategies": told}

    def step(self, asked: Object) -> dict[str, Any]:
        """The next guess of a strategy, looked up. ``asked`` holds ``strategy`` and ``history``."""
        _check_keys(asked, "strategy", "history")
        strategy = self._strategy(asked)
        play, game, name = strategy.start(), strategy.game, _text(asked, "strategy")
        for made, item in enumerate(_moves(asked), 1):
            guess, _, response = item.partition(":")
            if play.guess is None:
                raise CodeError(f"history: move {made}: expected no further move, the game is over, got {quoted(item)}")
            if guess != play.guess and game.format_code(game.parse_code(guess)) != play.guess:
                raise CodeError(f"history: move {made}: {name} guesses {play.guess}, got {quoted(guess)}")
            play.respond(response)
        return {"guess": play.guess, "over": play.guess is None, "found": play.secret}

    def rank(self, asked: Object) -> dict[str, Any]:
        """The best guesses at a position. ``asked`` holds ``game``, ``history``, and at will ``top`` and ``by``."""
        from strategist.search.advice.ranking import rank
        from strategist.show.moves.ranking_table import ranking_record

        _check_keys(asked, "game", "history", "top", "by")
        game = self._game(asked)
        by = _text(asked, "by", "entropy")
        if by not in known_strategies():
            raise UnknownNameError(f"by: expected the name of a strategy such as entropy, got {quoted(by)}")
        return ranking_record(
            rank(game, " ".join(_moves(asked)), top=_number(asked, "top", 10, 1, 1000), strategy=by, seconds=0)
        )

    def score(self, asked: Object) -> dict[str, Any]:
        """Regret and luck of each move. ``asked`` holds ``game`` and ``history``."""
        from strategist.search.advice.review import review
        from strategist.show.moves.review_table import review_record

        _check_keys(asked, "game", "history")
        game = self._game(asked)
        history = game.parse_history(" ".join(_moves(asked)))
        cache = next((each for each in self._caches if each.game is game), None)
        return review_record(review(game, history, seconds=REVIEW_SECONDS, cache=cache))

    def verify(self, asked: Object) -> dict[str, Any]:
        """The replay of a strategy against every secret. ``asked`` holds ``strategy`` and at will ``max_depth``."""
        from strategist.checking.verify import verify_strategy
        from strategist.show.reports.report import verdict

        _check_keys(asked, "strategy", "max_depth")
        deepest = _number(asked, "max_depth", 0, 0, 1 << 20)
        return verdict(verify_strategy(self._strategy(asked), max_depth=deepest or None))

    def _strategy(self, asked: Object) -> CompiledStrategy:
        name = _text(asked, "strategy")
        if name not in self.strategies:
            known = ", ".join(self.strategies) or "none: name files when the server starts"
            raise UnknownNameError(f"strategy: expected one of {known}; got {quoted(name)}")
        return self.strategies[name]

    def _game(self, asked: Object) -> Game:
        """The game that a request names; the last ones are kept."""
        text = _text(asked, "game")
        with self._lock:
            if text in self._games:
                self._games.move_to_end(text)
                return self._games[text]
        named = make_fileless_game(text)
        # That of a cache is compared once, and then known by itself.
        game = next((each.game for each in self._caches if each.fits(named)), named)
        with self._lock:
            self._games[text] = game
            while len(self._games) > _KEPT_GAMES:
                self._games.popitem(last=False)
        return game


def make_fileless_game(text: str) -> Game:
    """The game that a string names, if that names no file and the game is not too large for a request.

    Raises :class:`~strategist.common.errors.SpecError` or :class:`~strategist.common.errors.TooLargeError`.

    >>> make_fileless_game("mastermind(4,6)").spec
    'mastermind(pegs=4,colors=6)'
    >>> make_fileless_game("words(answers=words.txt)")
    Traceback (most recent call last):
    ...
    strategist.common.errors.SpecError: game: expected a game that names no file, got words with answers=
    """
    if len(text) > _MOST_NAME:
        raise SpecError(f"game: expected at most {_MOST_NAME} characters, got {len(text)}")
    try:
        kind, values = read_game(text)
    except UnknownNameError:
        # What is told of a name that is no game depends on whether there is such a file.
        raise UnknownNameError(f"game: expected one of {', '.join(known_games())}") from None
    for parameter in kind.declared():
        value = values.get(parameter.name)
        free = parameter.kind is str and not parameter.choices and parameter.name not in _PLAIN
        if free and value is not None and value != parameter.default:
            raise SpecError(f"game: expected a game that names no file, got {kind.name} with {parameter.name}=")
    if issubclass(kind, Solitaire):
        raise SpecError(f"game: {kind.name} is a solitaire: expected a game in which something is hidden")
    game = built(kind, values)
    assert isinstance(game, Game)
    # The games that are known here list no codes: how many there are is known before any is made.
    questions = game.question_count
    pairs = len(game.secrets) * questions
    if pairs > MOST_PAIRS:
        raise TooLargeError(f"game: expected at most {MOST_PAIRS} pairs of a secret and a guess, got {pairs}")
    if questions > MOST_QUESTIONS:
        raise TooLargeError(f"game: expected at most {MOST_QUESTIONS} questions, got {questions}")
    return game


def named_strategies(files: tuple[str, ...]) -> dict[str, CompiledStrategy]:
    """The strategies of some files, by the stems of their names.

    Raises :class:`~strategist.common.errors.SpecError` for two of one stem.

    >>> list(named_strategies(("mastermind-4x6.minimax",)))
    ['mastermind-4x6.minimax']
    """
    found: dict[str, CompiledStrategy] = {}
    for file in files:
        name = Path(file).name.removesuffix(".msgpack")
        if name in found:
            raise SpecError(f"expected files of different names, got {name} twice")
        found[name] = CompiledStrategy(file)
    return found


def _check_keys(asked: Object, *known: str) -> None:
    for key in asked:
        if key not in known:
            raise SpecError(f"expected the keys {', '.join(known)}, got {quoted(key)}")


def _text(asked: Object, key: str, default: str | None = None) -> str:
    value = asked.get(key, default)
    if not isinstance(value, str):
        raise SpecError(f"{key}: expected a text, got {'none' if value is None else quoted(repr(value))}")
    return value


def _number(asked: Object, key: str, default: int, low: int, high: int) -> int:
    value = asked.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise SpecError(f"{key}: expected a whole number from {low} to {high}, got {quoted(repr(value))}")
    return value


def _moves(asked: Object) -> list[str]:
    moves = _text(asked, "history", "").split()
    if len(moves) > MOST_MOVES:
        raise SpecError(f"history: expected at most {MOST_MOVES} moves, got {len(moves)}")
    for item in moves:
        if ":" not in item:
            raise SpecError(f"history: expected GUESS:RESPONSE, got {quoted(item)}")
    return moves
