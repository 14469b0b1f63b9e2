"""Why a guess, by the rules alone: every guess is compared, one by one, without NumPy.

It is the specification of :func:`strategist.search.advice.explaining.explain`, and what pages and installations without
NumPy ask. There, guesses that a symmetry maps to each other count once. Here those do that leave the same numbers of
candidates behind the same answers, where the game has symmetries.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from strategist.choosing.heuristics import Entropy, Heuristic, Strategy
from strategist.choosing.masses import WORST
from strategist.choosing.ratings import LiesRating, PlainRating, Rating, SeveralRating, rating_of
from strategist.choosing.reasons.explanation import HEURISTICS, Explanation, can_be_asked, reason_of
from strategist.choosing.reasons.guess_figures import RankedGuess, lies_row, several_row, true_row
from strategist.choosing.registry import make_strategy
from strategist.common.errors import CodeError, NoCandidateError
from strategist.games.catalog import make_game
from strategist.model.game import Code, Game, History
from strategist.model.lies.accused import contradiction
from strategist.model.lies.answer_bits import AnswerBits, Sets
from strategist.model.position import Position, kind_of
from strategist.model.told_history import refuse_forbidden


def explain_plainly(
    game: Game | str,
    history: History | str = (),
    guess: Code | str | None = None,
    *,
    strategy: Strategy | str = "entropy",
    runners: int = 2,
) -> Explanation:
    """Why a strategy makes a guess after a history; parameters and errors are those of
    :func:`strategist.search.advice.explaining.explain`.

    >>> explain_plainly("mastermind(2,3)", "11:1b0w", strategy="minimax").sentence
    '12 leaves at most 1; the next best, 22, 2'
    """
    game = make_game(game) if isinstance(game, str) else game
    made = game.parse_history(history) if isinstance(history, str) else history
    named = make_strategy(strategy, game) if isinstance(strategy, str) else strategy
    refuse_forbidden(game, made)
    moves = tuple((game.guesses.index(code), response) for code, response in made)
    left = kind_of(game).left(moves)
    if left is None or not left.candidates:
        raise NoCandidateError(contradiction(game, made))
    position = Position(moves, tuple(left.candidates), left.labels, left.asked)
    seen = _SEEN[rating_of(game)](game, position)
    row, by = seen.row, named if isinstance(named, Heuristic) else Entropy(game, {})
    scores = _scores(by, seen)
    order = _in_order(game, position, scores)
    asked = _asked(named, position, order[0]) if guess is None else _own(game, made, guess)
    if guess is None and not can_be_asked(named) and asked != named.opening:
        named = by
    mine = scores[asked] if asked in scores else by.rating_at(position).of(asked)[0]
    best = mine <= scores[order[0]]
    alike = _once(order, row) if game.symmetry and by.values["guesses"] == "all" else order
    worse = [each for each in order if scores[each] > mine] if best else order
    rival = worse[0] if worse else None
    near = [each for each in alike if each != asked][:runners]
    if rival is not None and runners and rival not in near:
        near = [*near[: runners - 1], rival]
    others = {kind.name: row(_in_order(game, position, _scores(kind(game, {}), seen))[0]) for kind in seen.heuristics}
    return Explanation(
        game=game,
        history=made,
        strategy=named.spec,
        by=by.name,
        guess=row(asked),
        runners=[row(each) for each in near],
        others=others,
        best=best,
        ties=max(0, sum(scores[each] == mine for each in alike) - 1) if best else 0,
        rival=None if rival is None else row(rival),
        candidates=len(position.candidates),
        known=seen.tells_class,
        reason=reason_of(named, position, row(asked), len(position.candidates)),
    )


def _asked(strategy: Strategy, position: Position, best: int) -> int:
    """What a strategy guesses; the best guess where it makes none, or only names what is known."""
    if strategy.opening is not None and not position.history:
        return strategy.opening
    if isinstance(strategy, Heuristic) or not can_be_asked(strategy):
        return best
    found = strategy.guess(position)
    return best if found is None or found >= strategy.game.question_count else found


def _own(game: Game, made: History, guess: Code | str) -> int:
    code = game.guesses[game.parse_question(guess)] if isinstance(guess, str) else guess
    allowed = game.allowed(made) if game.restricts else None
    if allowed is not None and code not in allowed:
        raise CodeError(f"{game.spec}: guess {game.format_code(code)} is not allowed after {game.format_history(made)}")
    return game.guesses.index(code)


def _scores(heuristic: Heuristic, seen: _True) -> dict[int, int]:
    """The scores of the questions that a heuristic compares; of all that it may ask where none tells anything."""
    game, position = heuristic.game, seen.position
    rating = heuristic.rating_at(position)
    permitted: Sequence[int] = heuristic.permitted(position)
    if heuristic.values["guesses"] == "candidates":
        permitted = _questions(game, position)
    among = rating.among(permitted) or [each for each in permitted if each not in position.asked] or permitted
    settled = dict.fromkeys(position.asked, WORST)
    scores = {
        question: settled.get(question, score[0]) for question, score in zip(among, rating.of_each(among), strict=True)
    }
    telling = {question: score for question, score in scores.items() if score != WORST}
    return telling or scores if seen.telling_alone else scores


def _in_order(game: Game, position: Position, scores: dict[int, int]) -> list[int]:
    """The questions, the best first: by score, candidates first among equals, then by index."""
    possible = set(_questions(game, position))
    return sorted(scores, key=lambda each: (scores[each], each not in possible, each))


def _once(order: Sequence[int], row: Callable[[int], RankedGuess]) -> list[int]:
    """Of questions that leave the same, the first alone."""
    found: dict[Hashable, int] = {}
    for each in order:
        told = row(each)
        found.setdefault((told.candidate, *sorted(told.left.items())), each)
    return list(found.values())


class _True:
    """What questions leave at a position, each found when it is asked for: where each secret has one answer."""

    heuristics = HEURISTICS
    telling_alone = False
    """Whether questions that tell nothing are left out where others tell something."""

    def __init__(self, game: Game, position: Position) -> None:
        self.game, self.position = game, position
        self._known: dict[int, RankedGuess] = {}

    @property
    def tells_class(self) -> bool:
        """Whether the class is known, where that is enough."""
        return self.game.classes is not None and self.game.is_pure(self.position.candidates)

    def row(self, guess: int) -> RankedGuess:
        """The figures of a question."""
        if guess not in self._known:
            self._known[guess] = self._row(guess)
        return self._known[guess]

    def _row(self, guess: int) -> RankedGuess:
        return true_row(self.game, self.position, guess)


class _Several(_True):
    """The same where a secret may give one of several answers."""

    def _row(self, guess: int) -> RankedGuess:
        return several_row(self.game, self.position, guess, self.position.history)


class _Lies(_True):
    """The same where answers may be false."""

    heuristics = tuple(each for each in HEURISTICS if each.doubts)
    telling_alone = True
    tells_class = False

    def __init__(self, game: Game, position: Position) -> None:
        super().__init__(game, position)
        self._answers = AnswerBits(game, 64)
        self._sets: Sets = ((1 << len(game.secrets)) - 1,) + (0,) * game.lies
        for question, response in position.history:
            self._sets = self._answers.cell(self._sets, question, response)
        self._possible = set(_questions(game, position))

    def _row(self, guess: int) -> RankedGuess:
        return lies_row(self.game, self._answers, self._sets, guess, guess in self._possible)


_SEEN: dict[type[Rating], type[_True]] = {PlainRating: _True, SeveralRating: _Several, LiesRating: _Lies}
"""What is left by a question, for each way in which heuristics rate it."""


def _questions(game: Game, position: Position) -> list[int]:
    """The candidates as questions, ascending; none where they cannot be asked."""
    if not game.secrets_are_questions:
        return []
    return sorted(game.guesses.index(game.secrets[each]) for each in position.candidates)
