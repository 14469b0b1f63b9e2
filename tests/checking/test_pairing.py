"""A certificate applies to a tree only if both are for the same game, however similar they look."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from strategist import compile_strategy, make_game, make_rules, make_strategy
from strategist.checking.check import check_certificate
from strategist.checking.pairing import moves_between
from strategist.checking.verify import verify_strategy
from strategist.commands.cli import cli
from strategist.common.errors import StrategistError
from strategist.files.certificate import Certificate
from strategist.files.certificate_file import decode, encode, write_certificate
from strategist.files.columns import column
from strategist.files.strategy import StrategyData, write_strategy
from strategist.files.versions.position_columns import Entries
from strategist.games.tables.sheet import make_sheet
from strategist.games.tables.table import Table
from strategist.show.certificates.optimality import optimality, optimality_record

NAMES = ["", "a", "b", "c", "d"]
POOR = [["b or not", "x", "y", "x", "x"], ["c or not", "x", "x", "y", "x"], ["d or not", "x", "x", "x", "y"]]
RICH = ["all of them", "x", "y", "z", "no"]
"""With this row two guesses are enough for each secret; without it the names must be tried one after the other."""


def table(*rows: list[str], file: str = "some.csv") -> Table:
    return Table({"file": file}, make_sheet(enumerate([NAMES, *rows], 1)))


def one_by_one(game: Table) -> StrategyData:
    return compile_strategy(game, make_strategy("first", game), plain=True).data


def proof(game: Table) -> Certificate:
    """The proof that ten guesses are needed without the good question: six for any three secrets, after one name."""
    no = game.parse_response("no")
    rows = [(4, 0, 0, 10, 0), *((0, name, no, 6, 0) for name in range(4))]
    columns = [column(numbers) for numbers in zip(*rows, strict=True)]
    return decode(encode(Certificate(game, "total", Entries(*columns))))


def established(certificate: Certificate, data: StrategyData) -> tuple[bool, str]:
    return optimality(certificate, check_certificate(certificate), data, verify_strategy(data))


def test_the_tree_of_the_same_game_is_optimal() -> None:
    proven, sentence = established(proof(table(*POOR)), one_by_one(table(*POOR)))
    assert proven and sentence.startswith("optimal in total")


@pytest.mark.parametrize(("kept", "field"), [(8, "codes"), (31, "codes"), (32, "data")])
def test_a_proof_for_one_table_says_nothing_of_another(
    kept: int, field: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two tables with one name and digests that agree in part: the tree is optimal for one, not for the other."""
    honest = Table.digest
    monkeypatch.setattr(Table, "digest", lambda self: bytes(kept) + honest(self)[kept:])
    certificate, data = proof(table(*POOR)), one_by_one(table(*POOR, RICH))
    assert certificate.game.digest()[:kept] == data.game.digest()[:kept]
    assert check_certificate(certificate).proven and verify_strategy(data).verified
    assert data.claims.total == certificate.bound == 10
    better = compile_strategy(data.game, make_strategy("minimax", data.game), plain=True).data
    assert better.claims.total < data.claims.total

    check, verification = check_certificate(certificate), verify_strategy(data)
    message = f"the files differ in {field}: the certificate has .*, the strategy .*"
    for conclude in (optimality, optimality_record):
        with pytest.raises(StrategistError, match=message):
            conclude(certificate, check, data, verification)
    files = [str(tmp_path / name) for name in ("some.certificate", "some.msgpack")]
    write_certificate(files[0], certificate)
    write_strategy(files[1], data)
    with pytest.raises(StrategistError, match=message) as caught:
        CliRunner().invoke(cli, ["check", *files], catch_exceptions=False)
    one, other = str(caught.value).rpartition("has ")[2].split(", the strategy ")
    assert one != other and len(str(caught.value)) < 1000


@pytest.mark.parametrize(
    ("game", "history", "message"),
    [
        ("mastermind(2,4)", "", "the files differ in game: the certificate has 'mastermind(pegs=2,colors=3)'"),
        ("mastermind(2,3,feedback=black)", "", "the files differ in game: .*feedback=black"),
        ("mastermind(2,3)", "11:1b0w", "the files differ in start: the certificate has '', the strategy '11:1b0w'"),
        ("pegswap(1,1)", "", "the files differ in game: .*, the strategy 'pegswap"),
    ],
)
def test_everything_is_compared(game: str, history: str, message: str) -> None:
    made, own = make_rules(game), make_game("mastermind(2,3)")
    only = [column([value]) for value in (0, 0, 0, 0, 0)]
    certificate = Certificate(own, "total", Entries(*only))
    strategy = "optimal" if game.startswith("pegswap") else "first"
    data = compile_strategy(made, make_strategy(strategy, made), start=made.parse_history(history)).data
    with pytest.raises(StrategistError, match="^" + message.replace("(", r"\(").replace(")", r"\)")):
        moves_between(certificate, data)


def test_tables_of_one_content_and_two_names_are_two_games() -> None:
    with pytest.raises(StrategistError, match="the files differ in game"):
        moves_between(proof(table(*POOR)), one_by_one(table(*POOR, file="other.csv")))


def test_other_rules_are_another_game(monkeypatch: pytest.MonkeyPatch) -> None:
    certificate, data = proof(table(*POOR)), one_by_one(table(*POOR))
    monkeypatch.setattr(data.game, "rules_version", 2, raising=False)
    with pytest.raises(StrategistError, match="the files differ in rules: the certificate has 1, the strategy 2"):
        moves_between(certificate, data)
