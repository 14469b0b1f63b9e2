"""A user's script that takes every public name, for a type checker to see: ``mypy --strict`` knows each type.

``mypy`` checks it with the package (see ``pyproject.toml``).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import assert_type

import strategist
from strategist import Certificate, Claims, DecisionTree, Game, Options, Solitaire, StrategyData
from strategist.errors import InfeasibleError, SpecError, StrategistError


def figures(data: StrategyData) -> tuple[int | Fraction, float | None, int]:
    tree: DecisionTree = data.tree
    claims: Claims = data.claims
    assert len(tree) and claims.total == data.total
    return data.total, data.average, data.depth


def no_type_is_any(path: Path) -> None:
    game = strategist.make_game("mastermind(2,3)")
    strategy = strategist.make_strategy("minimax", game)
    compiled = strategist.compile_strategy(game, strategy)
    play = strategist.CompiledStrategy(compiled.data).start()
    assert_type(game, Game)
    assert_type(strategy, strategist.Strategy)
    assert_type(compiled, strategist.Compiled)
    assert_type(compiled.data, StrategyData)
    assert_type(play.guess, str | None)
    assert_type(strategist.verify_strategy(path).verified, bool)


def compiled_by_keywords(game: Game, folder: Path) -> strategist.Compiled:
    strategy: strategist.Strategy | strategist.ShortestLine = strategist.make_strategy("optimal(total)", game)
    compiled = strategist.compile_strategy(
        game, strategy, jobs=2, time_limit=60, memory="2G", journal=folder / "some.journal", certificate=True
    )
    again: strategist.Compiled = strategist.compile_strategy("mastermind(2,3)", "minimax", options=Options(jobs=2))
    assert again.total >= compiled.total
    return compiled


def proven(compiled: strategist.Compiled, folder: Path) -> bool:
    certificate: Certificate = compiled.prove()
    size: int = strategist.write_certificate(folder / "some.certificate", certificate)
    assert size and strategist.check_certificate(strategist.read_certificate(folder / "some.certificate")).proven
    found: strategist.Checked = strategist.check(certificate, compiled)
    verification: strategist.Verification = strategist.verify_strategy(compiled)
    return bool(found) and verification.verified


def played(path: Path) -> Sequence[str]:
    strategy: strategist.CompiledStrategy = strategist.open_strategy(path)
    play: strategist.Play = strategy.start()
    while play.guess is not None and not play.solved:
        play.respond(play.responses[0])
    transcript: strategist.Transcript = play.transcript
    return [f"{move.guess}:{move.response}" for move in transcript.moves]


def advised(game: Game) -> float:
    ranking: strategist.Ranking = strategist.rank(game, "12:0b1w", seconds=0)
    explanation: strategist.Explanation = strategist.explain(game, "12:0b1w")
    review: strategist.Review = strategist.review(game, "12:0b1w 33:1b0w")
    return ranking.best[0].bits + len(explanation.sentence) + float(review.luck)


def predicted() -> list[str]:
    rows, kinds = [["no", "4"], ["yes", "4"], ["no", "2"]], ["cat", "dog", "hen"]
    classifier: strategist.StrategyClassifier = strategist.StrategyClassifier().fit(rows, kinds)
    identifier: strategist.StrategyIdentifier = strategist.StrategyIdentifier().fit(rows, kinds)
    return [*classifier.predict(rows), *identifier.predict(rows)]


def main(folder: Path) -> None:
    game: Game = strategist.make_game("mastermind(2,3)")
    slide: Solitaire = strategist.make_solitaire("pegswap(2,2)")
    rules: Game | Solitaire = strategist.make_rules("pegswap(2,2)")
    pets: Game = strategist.table({"barks?": ["no", "yes"]}, names=["cat", "dog"])
    compiled = compiled_by_keywords(game, folder)
    path = folder / "some.msgpack"
    written: int = strategist.write_strategy(path, compiled.data)
    data: StrategyData = strategist.read_strategy(path)
    no_type_is_any(path)
    print(predicted(), figures(data), written, proven(compiled, folder), played(path), advised(game))
    print(len(strategist.to_dot(path)), sorted(strategist.to_dict(compiled)), strategist.to_networkx(path))
    print(strategist.to_frame(compiled), strategist.json_schema("verify")["version"])
    print([each.name for each in strategist.library()][:1], slide.spec, rules.spec, pets.spec)
    try:
        strategist.make_game("chess")
    except SpecError as error:
        print(
            isinstance(error, StrategistError), isinstance(error, ValueError), issubclass(InfeasibleError, ValueError)
        )


if __name__ == "__main__":
    import sys

    main(Path(sys.argv[1]))
