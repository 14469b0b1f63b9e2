"""Any result as a dictionary of plain values: the JSON object that the command line prints with ``--json``."""

from __future__ import annotations

from typing import Any

from strategist.checking.verify import Verification
from strategist.choosing.luck_and_skill import Review
from strategist.common.notebook_hooks import Told
from strategist.files.certificate import Certificate
from strategist.files.given import data_of
from strategist.files.transcript import Transcript
from strategist.model.game import Game
from strategist.model.solitaire import Solitaire
from strategist.model.tree import Claims, DecisionTree
from strategist.show.certificates.certified import certificate_record
from strategist.show.moves.review_table import review_record
from strategist.show.records.checked import Checked
from strategist.show.reports.report import figures_record, record, verdict
from strategist.show.texts.in_units import value_in_json
from strategist.show.texts.weighed import in_json


def to_dict(thing: Any) -> dict[str, Any]:
    """A result as a dictionary of texts, numbers, lists and dictionaries, which ``json.dumps`` writes.

    Its keys are those of the JSON objects of the command line, which :func:`json_schema` describes, and the names of
    the attributes of the result. Games stand there as their strings, and fractions that are no whole numbers as texts
    such as ``13/5``.

    Parameters
    ----------
    thing : Compiled, CompiledStrategy, StrategyData, path, Verification, Checked, Certificate, Ranking, Explanation, \
Review, Transcript, Claims, DecisionTree, Game or Solitaire
        The result.

    Returns
    -------
    dict
        The JSON object.

    Raises
    ------
    TypeError
        For anything else.
    StrategyFileError
        For a path where no strategy file is.

    Examples
    --------
    >>> import strategist
    >>> told = to_dict(strategist.compile_strategy("mastermind(2,3)", "minimax"))
    >>> told["game"], told["total"], told["histogram"]
    ('mastermind(pegs=2,colors=3)', 24, [1, 2, 5, 1])
    >>> to_dict(strategist.make_game("mastermind(2,3)"))["secrets"]
    9
    """
    if isinstance(thing, (Game, Solitaire)):
        return _of_game(thing)
    if isinstance(thing, Verification):
        figures = figures_record(thing.claims) | {"histogram": list(map(in_json, thing.claims.histogram))}
        told = figures if thing.data is None else record(thing.data, thing.claims)
        return told | verdict(thing)
    if isinstance(thing, Checked):
        return _of_check(thing)
    if isinstance(thing, Certificate):
        return certificate_record(thing)
    if isinstance(thing, Transcript):
        return _of_transcript(thing)
    if isinstance(thing, Review):
        return review_record(thing)
    if isinstance(thing, Claims):
        return {"secrets": thing.secrets, **figures_record(thing), "histogram": list(map(in_json, thing.histogram))}
    if isinstance(thing, DecisionTree):
        return {
            "guesses": list(thing.guesses),
            "masks": list(map(int, thing.masks)),
            "response_count": thing.response_count,
        }
    if isinstance(thing, Told):
        return _of_told(thing)
    told = record(data_of(thing))
    return told | {name: getattr(thing, name) for name in ("seconds", "nodes") if hasattr(thing, name)}


def _of_told(thing: Told) -> dict[str, Any]:
    # Imported here because they need the search, which playing a file does not.
    from strategist.search.advice.explaining import Explanation
    from strategist.search.advice.ranking import Ranking
    from strategist.show.moves.explanation_lines import explanation_record
    from strategist.show.moves.ranking_table import ranking_record

    if isinstance(thing, Ranking):
        return ranking_record(thing)
    if isinstance(thing, Explanation):
        return explanation_record(thing)
    raise TypeError(f"expected a result of strategist, got {type(thing).__name__}")


def _of_game(game: Game | Solitaire) -> dict[str, Any]:
    told: dict[str, Any] = {"game": game.spec, "kind": game.name, "parameters": dict(game.values)}
    if isinstance(game, Game):
        told |= {"secrets": len(game.secrets), "questions": game.question_count, "goal": game.goal.name}
        told |= {"responses": game.response_count, "turns": game.turns}
        if game.classes is not None:
            told["classes"] = list(game.class_names)
    else:
        told |= {"start": game.format_position(game.start), "moves": len(game.guesses)}
    return told


def _of_check(found: Checked) -> dict[str, Any]:
    secrets = len(found.game.consistent(found.start)) if found.start else len(found.game.secrets)
    told = {
        "game": found.game.spec,
        "start": found.game.format_history(found.start),
        "objective": found.objective,
        "lower_bound": value_in_json(found.game, found.objective, secrets, found.lower_bound),
        "entries": found.entries,
        "proven": found.proven,
        "problems": list(found.problems),
        "sentence": found.sentence,
    }
    if found.tree is not None:
        told |= {"optimal": found.optimal, "verified": found.verified, "tree": record(found.tree)}
    return told


def _of_transcript(thing: Transcript) -> dict[str, Any]:
    return {
        "game": thing.game.spec,
        "history": str(thing),
        "moves": [{"guess": move.guess, "response": move.response, "left": move.left} for move in thing.moves],
        "solved": thing.solved,
        "secret": thing.secret,
    }
