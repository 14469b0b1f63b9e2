"""The record of one guesser: the guesses, their responses, and the candidates that are left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import islice

from strategist.common.errors import CodeError, ResponseError, TooLargeError
from strategist.common.wording import counted
from strategist.model import endings
from strategist.model.bulk import agreeing, bulk_rules
from strategist.model.game import Code, Game, History, Response
from strategist.model.lies.accused import contradiction, false_answers
from strategist.model.position import Moves, kind_of
from strategist.play.standing import Standing, first_standing
from strategist.show.moves.lines_of_lies import lies_lines_of
from strategist.show.texts.kind_words import wording_of
from strategist.show.texts.names import between, said
from strategist.show.texts.weighed import candidate_names, class_line, per_cent, shares

MOST_SECRETS = 1 << 20
"""The most secrets whose candidates are enumerated; larger games are played without it, as it would take too long."""
MOST_IN_BULK = 1 << 25
"""The most secrets that are enumerated where rules have a bulk form: 16 bytes a code, half a gigabyte."""
FEW = 30


class Record:
    """A history that can be extended, undone and changed; the candidates are computed on demand.

    >>> from strategist.games.catalog import make_game
    >>> record = Record(make_game("mastermind(4,6)"))
    >>> record.add(*record.game.parse_history("1122:0b0w")[0])
    >>> len(record.candidates()), len(record.candidates(0))
    (256, 1296)
    """

    def __init__(self, game: Game, start: History = ()) -> None:
        self.game = game
        self._moves = list(start)
        self._stands: list[Standing] = []

    @property
    def history(self) -> History:
        """The guesses with their responses."""
        return tuple(self._moves)

    @property
    def moves(self) -> list[tuple[int, Response]]:
        """The guesses, by their indices, with their responses."""
        return [(self.game.guesses.index(guess), response) for guess, response in self._moves]

    def __len__(self) -> int:
        return len(self._moves)

    def add(self, guess: Code, response: Response) -> None:
        """Add a guess and its response, without a check."""
        self._moves.append((guess, response))

    def take_back(self) -> None:
        """Remove the last guess."""
        self._moves.pop()
        del self._stands[len(self._moves) + 1 :]

    def change(self, place: int, response: Response) -> None:
        """Replace the response to the guess at ``place``, counted from 0, without a check."""
        self._moves[place] = (self._moves[place][0], response)
        del self._stands[place + 1 :]

    def check_change(self, place: int, response: Response) -> None:
        """Raise :class:`~strategist.common.errors.ResponseError` if a changed response would leave no secret."""
        changed = list(self._moves)
        changed[place] = (changed[place][0], response)
        check_consistent(self.game, tuple(changed))

    def check_answer(self, guess: Code, response: Response) -> None:
        """Raise :class:`~strategist.common.errors.ResponseError` if no secret would be left.

        The message names the answers to doubt.
        """
        if not len(self.standing().after(guess, response).codes):
            raise ResponseError(contradiction(self.game, (*self.history, (guess, response))))

    def standing(self, moves: int | None = None) -> Standing:
        """The position after ``moves`` moves, by default all moves.

        Raises :class:`~strategist.common.errors.TooLargeError` if the game has too many secrets to enumerate.
        """
        wanted = len(self._moves) if moves is None else moves
        if not self._stands:
            refuse_too_many(self.game)
            self._stands.append(first_standing(self.game))
        while len(self._stands) <= wanted:
            self._stands.append(self._stands[-1].after(*self._moves[len(self._stands) - 1]))
        return self._stands[wanted]

    def candidates(self, moves: int | None = None) -> Sequence[Code]:
        """The candidates after ``moves`` moves, by default all moves. Raises what :meth:`standing` raises."""
        return self.standing(moves).codes

    def possible(self, guess: Code) -> Iterable[Response]:
        """The responses to a guess that some candidate may give."""
        return self.standing().sizes(guess)

    def announced(self) -> Code | None:
        """The announcement of the only candidate, or of the class of all, or that those left are all that can be known;
        None while questions are needed."""
        return self.standing().announced

    def chance_of(self, secret: Code) -> Fraction:
        """How likely a secret is after all moves.

        >>> from strategist.games.catalog import make_game
        >>> record = Record(make_game("pools(2,rate=1/2,errs=positive:0.1,tests=1)"))
        >>> [str(record.chance_of(secret)) for secret in record.game.secrets]
        ['1/4', '1/4', '1/4', '1/4']
        """
        left = list(self.candidates())
        return shares(self.game, left, self.moves)[left.index(secret)] if secret in left else Fraction(0)

    def text_of(self, found: Code) -> str:
        """The text of the secret or class that is found, or of all that are left, by its guess or announcement, as
        people read it."""
        if self.game.narrow is None and self.game.names_secrets:
            return said(self.game).secret(found)
        announced = endings.announced(self.game, self.game.guesses.index(found), self.candidates())
        return said(self.game).of_secret(announced)

    def check_guess(self, guess: Code) -> None:
        """Raise :class:`~strategist.common.errors.CodeError` for a guess that is not allowed now or was asked in vain.

        In a game whose secret is announced, an announcement must be certain.
        """
        game = self.game
        if game.is_announcement(guess):
            self._check_announcement(guess)
            return
        for number, (earlier, response) in enumerate(self._moves, 1):
            if earlier == guess and not kind_of(game).repeats:
                answer = f"{game.move_noun} {number}, answered {said(game).response(response)}"
                raise CodeError(f"{said(game).code(guess)} was {answer}: expected another")
        allowed = game.allowed(self.history)
        if allowed is not None and guess not in allowed:
            raise CodeError(f"{said(game).code(guess)} is not allowed: {self._forbidden_by(guess)}")

    def _forbidden_by(self, guess: Code) -> str:
        """A text with the answers that a guess does not use."""
        game = self.game
        if game.limits:
            return f"an answer to it may be more than limit={game.limit_text} allows"
        against = []
        for move in self._moves:
            alone = game.allowed((move,))
            if alone is not None and guess not in alone:
                against.append(game.format_history((move,)))
        return f"it does not use what was revealed by {' and '.join(against)}" if against else "the rules forbid it now"

    def _check_announcement(self, guess: Code) -> None:
        game = self.game
        if game.narrow is not None and game.guesses.index(guess) == game.undecided:
            if self.announced() != guess:
                raise CodeError(f"it is not certain that nothing more can be known: {self._why_not()}")
            return
        if game.classes is not None:
            self._check_class(guess)
            return
        name, secret = said(game).secret(guess), game.named(guess)
        if game.erring is not None:
            chance = self.chance_of(secret)
            if not game.erring.may_name(chance, len(self)):
                raise CodeError(f"it is not likely enough that it is {name}: {per_cent(chance)}")
            return
        if not game.agrees(secret, self.history):
            wrong = [self._moves[place] for place in false_answers(game, self.history, secret)]
            raise CodeError(f"it is not {name}: that contradicts {game.format_history(tuple(wrong))}")
        others = len(self.candidates()) - 1
        if others:
            what = "another candidate is" if others == 1 else f"{counted(others, 'other candidate')} are"
            raise CodeError(f"it is not certain that it is {name}: {what} left")

    def _why_not(self) -> str:
        """Why those left are not all that can be known: one is known, or a question can still tell something."""
        game, standing = self.game, self.standing()
        if standing.announced is not None:
            return f"the {game.known_noun} is known"
        left = standing.position
        question = None if left is None else next(iter(kind_of(game).telling(left)), None)
        return "no secret is left" if question is None else f"{said(game).code(game.guesses[question])} can be asked"

    def _check_class(self, guess: Code) -> None:
        """Raise :class:`~strategist.common.errors.CodeError` unless all candidates have the announced class."""
        game, left = self.game, self.candidates()
        name = said(game).secret(guess)
        others = [secret for secret in left if not game.gives(guess, secret, game.response_count - 1)]
        if len(others) == len(left):
            raise CodeError(f"it is not {name}: no candidate of that class is left")
        if others:
            what = "another candidate is" if len(others) == 1 else f"{counted(len(others), 'other candidate')} are"
            raise CodeError(f"it is not certain that it is {name}: {what} left, such as {said(game).secret(others[0])}")


def check_consistent(game: Game, history: History, further: str = "") -> None:
    """Raise :class:`~strategist.common.errors.ResponseError` if no secret is consistent with ``history``.

    The message names the fewest answers that must be wrong, and ends with ``further``.
    """
    refuse_too_many(game)
    found = agreeing(game, history)
    if not (len(found) if found is not None else any(game.agrees(secret, history) for secret in game.secrets)):
        raise ResponseError(contradiction(game, history) + further)


def refuse_too_many(game: Game) -> None:
    """Raise :class:`~strategist.common.errors.TooLargeError` for a game with too many secrets to enumerate.

    The limit is higher if the rules have a bulk form and NumPy is installed.
    """
    count = len(game.secrets)
    if count > MOST_IN_BULK or (count > MOST_SECRETS and bulk_rules(game) is None):
        raise TooLargeError(f"{game.spec} has {count} codes: too many to go through them all here")


def ending(game: Game, made: int, secret: str) -> str:
    """A line on the end of a game in which the secret was found, from the number of moves and the text of the secret.

    >>> from strategist.games.catalog import make_game
    >>> [ending(make_game(text), 5, "4563") for text in ("mastermind(4,6)", "mastermind(4,6,goal=identify)")]
    ['solved in 5 guesses: 4563', 'known after 5 guesses: 4563']
    """
    moves = counted(made, game.move_noun)
    if game.erring is not None:
        return f"named after {moves}: {secret}"
    if not game.announces:
        return f"solved in {moves}: {secret}"
    return f"known after {moves}: {'' if game.secrets_are_questions else f'the {game.known_noun} is '}{secret}"


def left_lines(game: Game, left: Sequence[Code], moves: Moves) -> list[str]:
    """The lines of the command ``left``: the candidates, and their number in each class if there are classes.

    Where an answer may be one of several, they stand with their chances after the moves. Where answers may be false,
    they stand by the number of lies.
    """
    if game.lies:
        history = tuple((game.guesses[guess], response) for guess, response in moves)
        return lies_lines_of(game, history, left)
    names: Iterable[str] = map(said(game).secret, left)
    read = left[:FEW]
    if wording_of(game).shifts:
        names, read = candidate_names(game, left, moves), left
    lines = [listing(len(left), names, between(game, read))]
    return lines if game.classes is None else [*lines, class_line(game, left, moves)]


def left_note(count: int) -> str:
    """What stands in parentheses behind a guess: what is left after its answer or, as long as it has none, until now.

    >>> left_note(1)
    '1 candidate left'
    """
    return f"{counted(count, 'candidate')} left"


def listing(number: int, names: Iterable[str], between: str = " ") -> str:
    """A line with the number of candidates and their names, or the first names if there are many.

    ``between`` is what stands between names.

    >>> listing(2, ["1122", "1222"])
    '2 candidates left: 1122 1222'
    """
    some = between.join(islice(names, FEW))
    return f"{left_note(number)}: {some}{f'{between}…' if number > FEW else ''}"
