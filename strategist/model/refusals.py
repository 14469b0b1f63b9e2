"""What is refused in which games: one table, and one function that asks it.

A game has *traits*: the kind of its answers (``one``, ``several`` or ``lies``), and the words of :data:`TRAITS`. A
table of refusals says, for each piece of work, which traits it does not take, and with what words: the first trait that
a game has refuses it. The options of searches are refused in the same way: see
:mod:`strategist.search.compile.refused`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from strategist.common.errors import SpecError
from strategist.model.game import Game
from strategist.model.position import kind_of

TRAITS: Mapping[str, Callable[[Game], bool]] = {
    "restricts": lambda game: game.restricts,
    "unrevealed": lambda game: game.restricts and game.revealed() is None,
    "ruled": lambda game: game.restricts and not game.limits,
    "limits": lambda game: bool(game.limits),
    "answered": lambda game: game.answer_costs is not None,
    "chances": lambda game: game.weights is not None,
    "costs": lambda game: game.priced,
    "uneven": lambda game: game.uneven,
    "classes": lambda game: game.classes is not None,
    "turns": lambda game: game.turns is not None,
    "exactly": lambda game: game.of is not None,
    "erring": lambda game: game.erring is not None,
    "announces": lambda game: game.announces,
    "unasked": lambda game: not game.announces and not game.secrets_are_questions,
}
"""Traits of games, besides the kinds of answers."""

Refusals = Mapping[str, str]
"""What one piece of work refuses: the traits that meet, between spaces, and the text with fields to be filled in."""

_SEVERAL = "{game} has several answers to a question"
_LIES = "{game} has answers that may be false"
_WITHOUT_CACHE = "expected a game without, for a cache of values"
_ONE_BY_ONE = "expected episodes one by one"

REFUSED: Mapping[str, Refusals] = {
    "the table of first questions": {
        "lies": "{game}: the table of first questions needs true answers: else a secret stands behind many of them; "
        "advise ranks them",
        "several": "{game}: the table of first questions does not know yet answers that may be one of several",
    },
    "a player of one's own": {
        "lies": "{game}: a player of one's own needs true answers: it is asked once where each secret leads, and lies "
        "lead anywhere",
        "several": f"{_SEVERAL}: expected a game with one answer to each",
    },
    "prepare": {
        "lies": f"{_LIES}: expected a game without, to compile beforehand",
    },
    "a score": {
        "several": f"{_SEVERAL}: expected a game with one, for a score",
    },
    "a price": {
        "lies": "{game}: a price needs a game of one true answer to each question",
        "several": "{game}: a price needs a game of one true answer to each question",
        "restricts": "{game}: a price needs a game that does not restrict guesses",
        "costs": "{game}: a price is that of every question: expected a game without costs",
    },
    "a cache of values": {
        "several": f"{_SEVERAL}: {_WITHOUT_CACHE}",
        "lies": f"{_LIES}: {_WITHOUT_CACHE}",
        "uneven": f"{{game}} has chances or costs: {_WITHOUT_CACHE}",
        "classes": f"{{game}} has classes: {_WITHOUT_CACHE}",
        "unasked": f"{{game}} has secrets that are no questions: {_WITHOUT_CACHE}",
    },
    "a cost of paths": {
        "lies": "{game}: a cost of paths needs answers that are true",
        "several": "{game}: a cost of paths needs one answer to each question",
        "ruled": "{game}: a cost of paths needs a game without hard mode",
        "turns": "{game}: a cost of paths needs a game without turns",
    },
    "costs and limits of answers": {
        "lies": "{game}: answer_costs and limit need answers that are true",
        "several": "{game}: answer_costs and limit need one answer to each question",
        "restricts": "{game}: answer_costs and limit need a game without hard mode",
    },
    "a review": {
        "answered": "{game} has costs of answers: expected a game without, for a review",
        "limits": "{game} has limits of answers: expected a game without, for a review",
        "exactly": "{game} says how many answers are false: expected at most so many, for a review",
        "erring": "{game} has tests that err: expected a game without, for a review",
    },
    "an episode": {
        "erring": "{game} has tests that err: expected a game without, for an episode",
    },
    "a league": {
        "limits": "{game} has limits of answers: expected a game without, for a league",
        "announces": "{game} ends when the secret is known: expected a game without, for a league",
        "turns": "{game} has turns: expected a game without, for a league",
        "restricts": "{game} restricts guesses: expected a game without hard mode, for a league",
    },
    "several boards": {
        "announces": "{game} ends when the secret is known: expected a game without, for several boards",
        "several": f"{_SEVERAL}: expected a game with one, for several boards",
        "lies": f"{_LIES}: expected a game without, for several boards",
        "restricts": "{game} restricts guesses by what was answered: expected a game without, for several boards",
        "turns": "{game} has turns: expected a game without, for several boards",
        "uneven": "{game} has chances or costs: expected a game without, for several boards",
        "unasked": "{game} has secrets that are no questions: expected a game without, for several boards",
    },
    "responses in bulk": {
        "unasked": "{game} has secrets that are no questions: expected advise, assist or play of boards(…) itself",
    },
    "a text that names secrets": {
        "unasked": "{game}: all answers together tell its secrets: expected csv, dot, graphml, json, svg, png or pdf, "
        "or a page of boards(…) itself",
    },
    "episodes in bulk": {
        "unrevealed": f"{{game}} restricts guesses by what was answered: {_ONE_BY_ONE}",
        "several": f"{_SEVERAL}: {_ONE_BY_ONE}",
        "lies": f"{_LIES}: {_ONE_BY_ONE}",
    },
}
"""What some work refuses, by its name."""

UNMIXABLE: Refusals = {
    "limits": "a game without limits of answers",
    "answered": "a game without costs of answers",
    "lies": "a game of true answers",
    "several": "a game of one answer to each question",
    "chances": "a game without chances, which the codemaker chooses",
    "turns": "a game without turns",
}
"""What is expected of a game of whose trees a mixture is kept."""


def traits_of(game: Game) -> set[str]:
    """The traits of a game.

    >>> from strategist.games.catalog import make_game
    >>> sorted(traits_of(make_game("mastermind(4,6,goal=identify,lies=1)")))
    ['announces', 'lies']
    """
    return {kind_of(game).name, *(trait for trait, holds in TRAITS.items() if holds(game))}


def first_refusal(refusals: Refusals, traits: Collection[str]) -> str | None:
    """The text of the first of some refusals of which all traits are there; None if there is none.

    >>> first_refusal({"lies turns": "no", "lies": "perhaps"}, {"lies"})
    'perhaps'
    """
    return next((text for needed, text in refusals.items() if all(each in traits for each in needed.split())), None)


def refuse(game: Game, work: str) -> None:
    """Raise :class:`~strategist.common.errors.SpecError` for a game that some work does not take.

    >>> from strategist.games.catalog import make_game
    >>> refuse(make_game("mastermind(4,6,lies=1)"), "prepare")
    Traceback (most recent call last):
    ...
    strategist.common.errors.SpecError: mastermind(pegs=4,colors=6,lies=1) has answers that may be false: expected a \
game without, to compile beforehand
    """
    if (text := first_refusal(REFUSED[work], traits_of(game))) is not None:
        raise SpecError(text.format(game=game.spec))
