"""What the page of a game is made of, for each kind of answers: its programs, and what it knows beside its file.

Where each secret has one answer, a page has the rules of its game, if it knows them, and the symmetry, weights and
costs by which it ranks guesses; else the names that its tree needs.

Where answers may be one of several, a page needs no rules of its own: which answers each secret may give to each
question, with the chances, stands in its facts. Chances and masses are near the exact ones that the file and its
verifying use.

Where answers may be false, a page that has the rules of the game needs no more than how they may be. Any other follows
the tree, so it has the true answers to the questions there, as the numbers of the different lists of answers,
compressed by zlib.
"""

from __future__ import annotations

import base64
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, ClassVar

from strategist.common.numbers import shown
from strategist.files.strategy import StrategyData, encode
from strategist.games.solitaires import PegSwap
from strategist.games.tables.table import Table
from strategist.model.game import Game
from strategist.model.lies.volume import answers_by_counting
from strategist.model.position import by_kind
from strategist.model.refusals import refuse
from strategist.model.solitaire import Solitaire, follow
from strategist.model.tree import GIVE_UP, Claims
from strategist.model.trees.figures import solved_masses
from strategist.page.rule_facts import Facts, foreign_names, guesses_of, response_names, rule_facts
from strategist.show.moves.first_guesses import openings_of
from strategist.show.slots.ways_of_lying import ends_at
from strategist.show.slots.who_stands import stands_of
from strategist.show.texts.weighed import amount

_FEW_CELLS = 1 << 8
"""So many different lists of answers have numbers of one byte; others have two."""


class PageKind(ABC):
    """The page of a strategy."""

    programs: tuple[str, ...] = ("ui/app ui/start",)
    """Its programs beside those of every page, in the order of their dependencies."""
    styles: ClassVar[tuple[str, ...]] = ()
    """Its style sheets beside those of every page."""

    def __init__(self, data: StrategyData) -> None:
        self.data = data

    @abstractmethod
    def facts(self) -> Facts:
        """What the page knows beside the facts that every page has."""

    def file(self) -> bytes:
        """The bytes of the strategy file as the page holds them."""
        return encode(self.data)


class PageOfLine(PageKind):
    """Nothing is hidden in a solitaire: its page has a line of moves."""

    def __init__(self, game: Solitaire, data: StrategyData) -> None:
        super().__init__(data)
        self._game = game

    def facts(self) -> Facts:
        """See :class:`PageKind`."""
        game = self._game
        steps = list(follow(game, self.data.tree.guesses))
        return {
            "solitaire": True,
            "start": game.format_position(game.start),
            "line": [[move, game.format_position(position)] for move, position in steps],
            "goal": bool(steps) and game.solved(steps[-1][1]),
            # A subclass may have changed the rules.
            "rule": {"kind": "pegswap"} if type(game) is PegSwap else None,
        }


class PageOfGame(PageKind):
    """The page of a game with a hidden secret."""

    def __init__(self, game: Game, data: StrategyData) -> None:
        super().__init__(data)
        self.game = game

    def amount(self, value: Fraction) -> str:
        """An expected figure as the header of the page has it."""
        return amount(value)

    def average(self, claims: Claims) -> str:
        """The average in the header of the page."""
        return "none" if claims.average is None else f"{claims.average:.3f}"

    def _common(self) -> Facts:
        """What the pages of all kinds know."""
        game, data = self.game, self.data
        return {
            "solitaire": False,
            "announces": game.announces,
            "turns": game.turns,
            "start": [[game.guesses.index(code), response] for code, response in data.start],
            "questionCount": game.question_count,
        }


class PageOfOne(PageOfGame):
    """Each secret has one answer to each question."""

    def __init__(self, game: Game, data: StrategyData) -> None:
        super().__init__(game, data)
        if isinstance(game, Table):
            # Why an item is out is told of tables alone, and only they have pictures.
            self.programs = ("key/excluded key/pictures", *self.programs)

    def facts(self) -> Facts:
        """See :class:`PageKind`."""
        game, data = self.game, self.data
        rule = rule_facts(game)
        names = foreign_names(game, data) if rule is None else response_names(game, rule)
        lost = self.lost()
        return (
            self._common()
            | {
                "histogram": list(data.claims.histogram),
                "lost": [(slot, len(left)) for slot, left in lost],
                "rule": rule,
            }
            | self.many_at_a_slot()
            | names
            | self.ways(rule, lost)
        )

    def lost(self) -> Sequence[tuple[int, Sequence[int]]]:
        """Pairs (slot that gives up, secrets lost there), ascending, found by playing against every secret."""
        game, tree = self.game, self.data.tree
        if not self.data.claims.lost:
            return []
        lost: dict[int, list[int]] = {}
        for secret in game.consistent(self.data.start) if self.data.start else game.secrets:
            slot: int | None = 0
            while slot is not None and tree.guesses[slot] != GIVE_UP:
                slot = tree.child(slot, game.respond(game.guesses[tree.guesses[slot]], secret))
            if slot is not None:
                lost.setdefault(slot, []).append(game.secrets.index(secret))
        return sorted(lost.items())

    def many_at_a_slot(self) -> Facts:
        """The number and mass of the secrets solved at each slot, for games of classes; empty for other games."""
        game, tree = self.game, self.data.tree
        if game.classes is None:
            return {}
        found: Facts = {"classes": True, "solvedAt": [tree.solved_at(slot) for slot in range(len(tree))]}
        return found if game.weights is None else found | {"solvedMasses": solved_masses(game, tree)}

    def ways(self, rule: Facts | None, lost: Sequence[tuple[int, Sequence[int]]]) -> Facts:
        """What the page needs to find its way beside the rules, or without: to rank guesses, symmetry, best openings,
        weights of secrets, costs of questions."""
        game = self.game
        if rule is None:
            return {}
        symmetry = None if game.restricts else game.code_symmetry or game.symmetry
        known: Facts = {
            "symmetry": symmetry
            and {"positions": symmetry.positions, "symbols": symmetry.symbols, "moves": symmetry.moves},
        }
        known |= openings_of(game, self.data.start)
        if game.weights is not None:
            known["weights"] = list(game.weights)
            known["lostMasses"] = [(slot, sum(map(game.weight_of, secrets))) for slot, secrets in lost]
        if game.costs is not None:
            known["costs"], known["costUnit"] = list(game.costs), float(game.cost_unit)
        return known


class PageOfLies(PageOfOne):
    """Answers may be false."""

    programs = (
        *("ui/app", "lies/fibble", "lies/lying", "lies/lies_tree", "lies/liar", "lies/lies_app"),
        *("lies/guessing", "lies/opening"),
    )

    def file(self) -> bytes:
        """See :class:`PageKind`. Trees of lies are large."""
        return zlib.compress(encode(self.data), 9)

    def lost(self) -> Sequence[tuple[int, Sequence[int]]]:
        """See :class:`PageOfOne`: the page finds out for itself who is left where the strategy gives up."""
        return []

    def many_at_a_slot(self) -> Facts:
        """See :class:`PageOfOne`: neither for classes."""
        return {}

    def ways(self, rule: Facts | None, lost: Sequence[tuple[int, Sequence[int]]]) -> Facts:
        """See :class:`PageOfOne`: how answers may be false, and the true ones if the page has no rules.

        ``ends`` are pairs of a slot where play ends and the number of secrets that end there, where that is not as many
        as the slot finds by itself: cells of the picture are as wide as there are secrets with a way of lying each.

        >>> from strategist import compile_strategy
        >>> data = compile_strategy("mastermind(1,2,goal=identify,lies=1)", "first").data
        >>> page = PageOfLies(data.game, data)
        >>> page.ways({"kind": "pegs"}, [])
        {'lies': 1, 'of': None, 'honest': 'none', 'fibs': False, 'ends': [], 'lieWithin': 3}
        >>> facts = page.ways(None, [])
        >>> facts["secretNames"], facts["cells"], zlib.decompress(base64.b64decode(facts["rows"]))
        (['1', '2'], [(1,), (0,)], b'\\x00\\x01')
        """
        game, tree = self.game, self.data.tree
        facts: Facts = {
            "lies": game.lies,
            "of": game.of,
            "honest": None if game.honest is None else game.honest.value,
            "fibs": game.fibs,
            "ends": [(slot, ends) for slot, ends in enumerate(ends_at(game, self.data)) if ends != tree.solves(slot)],
        }
        if rule is not None:
            # Among so many first answers the page lies, if a person guesses.
            return facts | {"lieWithin": answers_by_counting(game)}
        asked = [guess for guess in guesses_of(game, self.data) if guess < game.question_count]
        return facts | _table(game, asked)


class PageOfSeveral(PageOfGame):
    """A secret may give one of several answers."""

    programs = (
        *("key/excluded key/pictures", "ui/app", "several/states", "several/ranked", "several/names"),
        *("several/answering", "several/guessing"),
        *("several/outline", "several/begin"),
    )
    styles = ("css/several.css",)

    def amount(self, value: Fraction) -> str:
        """See :class:`PageKind`: exactly."""
        return shown(value)

    def average(self, claims: Claims) -> str:
        """See :class:`PageKind`: exactly."""
        if claims.average is None:
            return super().average(claims)
        return shown(Fraction(claims.total) / (sum(claims.histogram) + claims.known))

    def facts(self) -> Facts:
        """See :class:`PageKind`.

        ``cells`` are the different sets of answers, each a list of (response, chance); ``rows`` holds for each question
        the number of the cell of each secret. ``counts`` and ``masses`` tell how many secrets may be at each slot of
        the tree, and what these weigh there together. Where play may end undecided, ``narrow`` says when, and
        ``undecided`` is the index of the guess that says so. ``inapplicable`` is the answer where a question does not
        apply, or None. Where answers err, ``erring`` says when play ends.

        >>> from strategist import compile_strategy
        >>> data = compile_strategy("mastermind(1,2,goal=identify)", "first").data
        >>> facts = PageOfSeveral(data.game, data).facts()
        >>> facts["cells"], facts["rows"], facts["counts"], facts["masses"]
        ([[[1, 1.0]], [[0, 1.0]]], [[0, 1], [1, 0]], [2, 1, 1], [2.0, 1.0, 1.0])
        """
        game, data = self.game, self.data
        counts, masses = [0] * len(data.tree), [Fraction(0)] * len(data.tree)
        for stand in stands_of(game, data):
            counts[stand.slot] = len(stand.left.parts)
            masses[stand.slot] = stand.left.mass(game)
        numbers: dict[tuple[tuple[int, Fraction], ...], int] = {}
        rows = [
            [numbers.setdefault(tuple(game.answers(guess, secret)), len(numbers)) for secret in game.secrets]
            for guess in game.guesses[: game.question_count]
        ]
        facts: Facts = self._common() | {
            "histogram": list(map(float, data.claims.histogram)),
            "rule": {"kind": "table"},
            "responses": [game.format_response(response) for response in range(game.response_count)],
            "questions": [game.format_code(guess) for guess in game.guesses[: game.question_count]],
            "secrets": [game.format_secret(secret) for secret in game.secrets],
            "cells": [[[response, float(chance)] for response, chance in cell] for cell in numbers],
            "rows": rows,
            "weights": list(map(game.weight_of, range(len(game.secrets)))),
            "counts": counts,
            # Six digits are enough for the width of a cell, and keep the page of a large tree small.
            "masses": [float(f"{float(mass):.6g}") for mass in masses],
            "undecided": None if game.narrow is None else game.undecided,
            "inapplicable": game.inapplicable,
            "narrow": None if game.narrow is None else game.narrow.value,
        }
        if game.classes is not None:
            facts |= {"classes": True, "kinds": list(game.classes), "kindNames": list(game.class_names)}
        if game.costs is not None:
            facts |= {"costs": list(game.costs), "costUnit": float(game.cost_unit)}
        if (ends := game.erring) is not None:
            facts["erring"] = {"questions": ends.questions, "sure": None if ends.sure is None else float(ends.sure)}
        return facts


def page_kind(data: StrategyData) -> PageKind:
    """What the page of a strategy is made of.

    >>> from strategist import compile_strategy
    >>> data = compile_strategy("mastermind(1,2)", "first").data
    >>> page_kind(data).facts()["histogram"]
    [1, 1]
    """
    game = data.game
    return PageOfLine(game, data) if isinstance(game, Solitaire) else page_of_game(game, data)


def page_of_game(game: Game, data: StrategyData) -> PageOfGame:
    """The same, of a game with a hidden secret; raises :class:`~strategist.common.errors.SpecError` where no guess
    names a secret."""
    refuse(game, "a text that names secrets")
    found: Callable[[Game, StrategyData], PageOfGame] = by_kind(
        game, one=PageOfOne, several=PageOfSeveral, lies=PageOfLies
    )
    return found(game, data)


def _table(game: Game, asked: Sequence[int]) -> dict[str, Any]:
    """Which answers each secret gives to some questions without a lie that counts."""
    cells: dict[tuple[int, ...], int] = {}
    numbers = [
        cells.setdefault(tuple(game.admitted(game.guesses[question], secret)), len(cells))
        for question in asked
        for secret in game.secrets
    ]
    width = 1 if len(cells) <= _FEW_CELLS else 2
    rows = b"".join(number.to_bytes(width, "little") for number in numbers)
    return {
        "asked": asked,
        "cells": list(cells),
        "rows": base64.b64encode(zlib.compress(rows, 9)).decode(),
        "secretNames": list(map(game.format_secret, game.secrets)),
    }
