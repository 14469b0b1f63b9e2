"""What all secrets of a game answer to all questions, in arrays for the kernels, where answers may be false."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.heuristics import Entropy, Minimax, Strategy
from strategist.choosing.lies.berlekamp import WEIGHT_BITS
from strategist.common.errors import TooLargeError
from strategist.common.memory_sizes import format_size
from strategist.games.catalog import make_game
from strategist.model.game import Game
from strategist.model.lies.honest import Honest
from strategist.model.lies.volume import least_questions, ways_to_answer, weight
from strategist.search.adapters.registry import adapter_of, make_source
from strategist.search.kernels.responses.responses import MEMORY_LIMIT, responses_to
from strategist.search.kernels.scores.lies_scores import LiesAnswers
from strategist.search.kernels.scores.weighed_scores import log_table


def grows_lies(game: Game, strategy: Strategy) -> bool:
    """Whether compiled code grows the tree of a strategy where answers may be false: not where secrets have classes, or
    where the weights of positions might not fit in a machine word, and not where exactly so many answers are false.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(4,6,lies=1)")
    >>> grows_lies(game, Minimax(game, {}))
    True
    """
    if not game.doubtful or type(strategy) not in (Minimax, Entropy) or game.classes is not None or game.of is not None:
        return False
    return not game.lies or _fits(game, game.response_count)


def tiny_game(like: Game) -> Game:
    """A game of four codes under lies with the kernels of another game: they are compiled by its trees.

    >>> tiny_game(make_game("words(lies=1)")).kernel, tiny_game(make_game("mastermind(4,6,lies=1)")).kernel
    (None, 'pegs')
    """
    game = make_game("mastermind(2,2,lies=1)")
    if not adapter_of(like).computed:
        game.kernel = None
    return game


def lies_bytes(game: Game) -> int:
    """About the bytes that :func:`lies_tables` takes: the answers stand there twice."""
    return 2 * game.question_count * len(game.secrets) * (1 if game.response_count <= 256 else 2)


def lies_tables(game: Game) -> LiesAnswers:
    """What all secrets of a game answer to all questions. Raises :class:`OverflowError` where weights of positions do
    not fit in 62 bits.

    >>> from strategist.games.catalog import make_game
    >>> told = lies_tables(make_game("mastermind(1,2,lies=1)"))
    >>> told.truths.tolist(), told.answers.tolist(), told.ways.tolist(), told.room.tolist()
    ([[1, 0], [0, 1]], [0, 0], [[1, 1], [1, 2], [1, 3], [1, 4]], [1, 2, 4, 8])
    """
    source = make_source(game)
    columns = responses_to(source, np.arange(len(game.secrets), dtype=np.int32))
    truths = np.ascontiguousarray(columns.T)
    solved = game.response_count - 1
    shown = np.zeros((0, 0), dtype=np.int32) if not game.fibs else _shown(game)
    begins, answers = np.zeros(len(truths) + 1, dtype=np.int32), np.zeros(0, dtype=np.int32)
    most = 2
    if game.lies:
        gets = _gets(truths, game.response_count)
        most = max(2, int(gets.sum(axis=1).max()))
        gets[:, solved] = False
        answers = np.nonzero(gets)[1].astype(np.int32)
        np.cumsum(gets.sum(axis=1), out=begins[1:])
    ways, room = _weights(game, most)
    return LiesAnswers(
        truths=truths,
        columns=columns,
        begins=begins,
        answers=answers,
        shown=shown,
        solved=solved,
        admits=game.honest is not Honest.YES,
        announces=game.announces,
        lies=game.lies,
        ways=ways,
        room=room,
        logs=log_table(),
    )


_TOLD: WeakKeyDictionary[Game, LiesAnswers] = WeakKeyDictionary()
"""The answers of games that are at hand: a game is asked at each of its positions."""


def lies_once(game: Game) -> LiesAnswers:
    """What all secrets answer to all questions, found once for each game.

    Raises :class:`~strategist.common.errors.TooLargeError` for a table beyond the memory.
    """
    found = _TOLD.get(game)
    if found is None:
        refuse_large_table(game)
        found = _TOLD[game] = lies_tables(game)
    return found


def refuse_large_table(game: Game, most: int = MEMORY_LIMIT) -> None:
    """Raise :class:`~strategist.common.errors.TooLargeError` where a table of all answers takes more than so many
    bytes."""
    if lies_bytes(game) > most:
        raise TooLargeError(
            f"{game.spec}: a table of all answers takes {format_size(lies_bytes(game))}: expected at most "
            f"{format_size(most)}"
        )


def _gets(truths: NDArray[np.uint8], responses: int) -> NDArray[np.bool_]:
    """The answers that each question can get, ``[questions, responses]``."""
    gets = np.zeros((len(truths), responses), dtype=np.bool_)
    for question, row in enumerate(truths):
        gets[question, row] = True
    return gets


def _shown(game: Game) -> NDArray[np.int32]:
    """What may be shown for each true answer, ascending, each once, then -1."""
    rows = game.shown_rows()
    if rows is None:
        found: dict[int, tuple[int, ...]] = {}
        for guess in game.guesses[: game.question_count]:
            for secret in game.secrets:
                found.setdefault(game.respond(guess, secret), tuple(game.admitted(guess, secret)))
        rows = [found.get(truth, ()) for truth in range(game.response_count)]
    listed = [sorted({int(answer) for answer in row}) for row in rows]
    shown = np.full((len(listed), max(1, *map(len, listed))), -1, dtype=np.int32)
    for truth, row in enumerate(listed):
        shown[truth, : len(row)] = row
    return shown


def _fits(game: Game, answers: int) -> bool:
    everyone = [0] * game.lies + [len(game.secrets)]
    return weight(everyone, least_questions(everyone, max(2, answers)), answers).bit_length() <= WEIGHT_BITS


def _weights(game: Game, answers: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The weight of a candidate by questions and lies left; the most that a position may weigh by questions left."""
    if not _fits(game, answers):
        raise OverflowError(f"{game.spec}: expected weights of at most {WEIGHT_BITS} bits")
    questions = range(least_questions([0] * game.lies + [len(game.secrets)], answers) + 1)
    ways = [[ways_to_answer(each, lies, answers) for lies in range(game.lies + 1)] for each in questions]
    room = [min(answers**each, 1 << WEIGHT_BITS) for each in questions]
    return np.array(ways, dtype=np.int64), np.array(room, dtype=np.int64)
