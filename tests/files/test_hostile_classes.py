"""Hostile files of games with classes, and hostile claims of what is lost: one line each, and never believed."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgpack
import pytest
from certificates import certify
from forgery import VALUES
from patience import little_work
from refusals import Change, claiming, forged, refused, refuses, unchanged, with_header
from toys import SORTED_PETS, SORTED_PRICED_PETS

from strategist import compile_strategy, make_game, verify_strategy
from strategist.checking.check import check_certificate
from strategist.checking.check_plain import check_plainly
from strategist.common.errors import StrategyFileError
from strategist.files import certificate_file as certificates
from strategist.files.certificate import KIND_UNDER
from strategist.files.envelope import unseal
from strategist.files.strategy import decode, encode
from strategist.games.every_game.chances import with_chances
from strategist.model.game import Game

FEW = make_game("mastermind(2,3,turns=2)")
UNEVEN = with_chances(FEW, {"11": 3, "*": 1})
HUGE = (2**63 - 1, 2**64 - 1)
NOT_WHOLE = (float("nan"), float("inf"), 1e30, 10**30, -(10**30), True, None, "1", b"\x01", [], {})
"""What stands where a whole number should; msgpack has no number as great as 10³⁰, so it is a text there."""


def file_of(game: Game, strategy: str) -> bytes:
    return encode(compile_strategy(game, strategy, plain=True).data)


def packable(value: object) -> object:
    return str(value) if isinstance(value, int) and abs(value) >= 2**64 else value


def unread(contents: bytes, message: str) -> None:
    """Reading says in one line what is wrong, at once."""
    with little_work(seconds=2), refused(message, StrategyFileError):
        decode(contents)


def table_text(change: Callable[[list[list[str]]], object]) -> Change:
    """Another table in the file, whose classes may not fit."""

    def alter(header: dict[Any, Any], columns: list[bytes]) -> None:
        held = header["data"]
        packed = held["game"] if isinstance(held, dict) else held
        lines = [line.split("\t") for line in zlib.decompress(packed).decode().split("\n")]
        change(lines)
        changed = zlib.compress("\n".join("\t".join(line) for line in lines).encode(), 9)
        header["data"] = held | {"game": changed} if isinstance(held, dict) else changed

    return alter


def last(lines: list[list[str]]) -> list[str]:
    """The line of classes."""
    return next(line for line in reversed(lines) if line != [""])


CLASSES: dict[str, tuple[Callable[[list[list[str]]], object], str]] = {
    "another class": (lambda lines: last(lines).__setitem__(1, "stock"), "header.codes"),
    "twins of two classes": (lambda lines: (lines[1].__setitem__(2, "no"), last(lines).__setitem__(2, "stock")), "cat"),
    "a class more": (lambda lines: last(lines).__setitem__(3, "bird"), "header.codes"),
    "classes exchanged": (
        lambda lines: last(lines).__setitem__(slice(1, None), ["stock", "stock", "pet", "pet"]),
        "header.codes",
    ),
    "one class only": (lambda lines: last(lines).__setitem__(slice(1, None), ["pet"] * 4), "class"),
    "an empty class": (lambda lines: last(lines).__setitem__(1, ""), "class"),
    "a class too few": (lambda lines: last(lines).pop(), "header.data: line 5"),
    "a class too many": (lambda lines: last(lines).append("pet"), "header.data: line 5"),
    "no classes": (lambda lines: lines.remove(last(lines)), "header.data: .*sort"),
    "two lines of classes": (lambda lines: lines.insert(2, list(last(lines))), "header.data"),
    "a name of commands": (lambda lines: last(lines).__setitem__(1, "\x1b[2Jpet"), "header.data|header.codes|apart"),
}


@pytest.mark.parametrize("name", CLASSES)
def test_classes_that_do_not_fit_are_refused(name: str) -> None:
    change, message = CLASSES[name]
    unread(forged(file_of(SORTED_PETS, "optimal(total,depth)"), table_text(change)), message)


def test_a_class_game_is_of_version_2() -> None:
    contents = file_of(SORTED_PETS, "minimax")
    unread(forged(contents, unchanged, version=1), "byte 12: expected format version 2, got 1")
    unread(
        forged(contents, with_header("game", "table(file=pets.csv,goal=identify)")),
        r"header\.",
    )
    unread(forged(contents, with_header("codes", bytes(32))), r"header\.codes")


def test_a_leaf_of_the_wrong_class_does_not_verify() -> None:
    data = decode(file_of(SORTED_PETS, "optimal(total,depth)"))
    leaves = [slot for slot in range(len(data.tree)) if data.tree.guesses[slot] >= data.game.question_count]
    assert len(leaves) > 1 and verify_strategy(data).verified
    for slot in leaves:
        for other in {data.tree.guesses[leaf] for leaf in leaves} - {data.tree.guesses[slot]}:
            guesses = list(data.tree.guesses)
            guesses[slot] = other
            tree = type(data.tree)(guesses, data.tree.masks, data.tree.response_count)
            found = verify_strategy(decode(encode(replace(data, tree=tree))))
            assert not found.verified and found.problems
            assert all("\n" not in problem for problem in found.problems)


CLAIMS = ("total", "depth", "worst_count", "lost", "mass", "questions", "expected", "lost_mass")


@pytest.mark.parametrize("game", [SORTED_PETS, SORTED_PRICED_PETS, UNEVEN], ids=["classes", "priced classes", "lost"])
@pytest.mark.parametrize("name", CLAIMS)
def test_claims_that_are_no_counts_are_refused(game: Game, name: str) -> None:
    contents = file_of(game, "optimal(lost,total)" if game is UNEVEN else "optimal(total)")
    true = msgpack.unpackb(contents)[2]["claims"][name]
    for value in (*NOT_WHOLE, *HUGE, -1, -(2**63), true + 1, true - 1):
        if value == true and type(value) is int:
            continue
        try:
            with little_work(seconds=2):
                data = decode(forged(contents, claiming(name, packable(value))))
        except StrategyFileError as error:
            assert "\n" not in str(error)
        else:
            # Some figures are possible beside the others, and not true.
            assert type(value) is int and not verify_strategy(data).verified


@pytest.mark.parametrize("game", [FEW, UNEVEN], ids=["even", "uneven"])
def test_claims_of_what_is_lost_are_not_believed(game: Game) -> None:
    contents = file_of(game, "optimal(lost,total)")
    data = decode(contents)
    lost = data.claims.lost_weight
    assert data.lower_bound == lost > 0 and data.objective is not None and data.objective.startswith("lost")
    for bound in (-1, lost - 1, lost + 1, 2**63 - 1):
        unread(
            forged(contents, claiming("lower_bound", bound)),
            f"claims.lower_bound: expected {lost} beside bound optimal",
        )
    for value in (float("nan"), 1e30, "1"):
        unread(
            forged(contents, claiming("lower_bound", value)),
            "claims.lower_bound: expected int or NoneType",
        )


def test_nothing_is_claimed_to_be_lost_at_least_where_there_are_no_turns() -> None:
    game = make_game("mastermind(2,3)")
    data = compile_strategy(game, "minimax", plain=True).data
    unread(
        encode(replace(data, bound="optimal", objective="lost", lower_bound=0)),
        r"claims.objective: expected a game with turns beside lost, got mastermind\(pegs=2,colors=3\)",
    )


def test_a_chance_more_than_there_are_secrets_is_refused() -> None:
    def append(header: dict[Any, Any], columns: list[bytes]) -> None:
        text = zlib.decompress(header["data"]["chances"]) + b"x"
        header["data"] = header["data"] | {"chances": zlib.compress(text, 9)}

    unread(forged(file_of(UNEVEN, "minimax"), append), "expected chances of 9 secrets")


# Certificates


PROOFS = {
    "classes": (SORTED_PETS, "total"),
    "priced classes": (SORTED_PRICED_PETS, "expected"),
    "lost": (FEW, "lost"),
    "uneven lost": (UNEVEN, "lost"),
}


@pytest.mark.parametrize("name", PROOFS)
def test_a_certificate_with_a_field_of_another_type_is_refused(name: str) -> None:
    contents = certificates.encode(certify(*PROOFS[name]))
    header, _ = unseal(KIND_UNDER, contents)
    for field, true in header.items():
        if field == "generator":
            continue
        for value in (*NOT_WHOLE, *VALUES, *HUGE, -1):
            if type(value) is type(true) or (value is None and field in ("left", "first")):
                continue
            try:
                with little_work(seconds=2):
                    read = certificates.decode(forged(contents, with_header(field, packable(value))))
            except StrategyFileError as error:
                assert "\n" not in str(error)
            else:
                # A limit where none stood, or the other way round.
                assert field in ("left", "first")
                assert check_certificate(read).proven == (not check_plainly(read))


@pytest.mark.parametrize("name", PROOFS)
def test_a_certificate_of_more_than_is_true_is_not_believed(name: str) -> None:
    game, objective = PROOFS[name]
    certificate = certify(game, objective)
    assert check_certificate(certificate).proven and not check_plainly(certificate)
    bounds = certificate.entries.bounds
    for more in (1, 7, 2**31, 2**61):
        changed = bounds[:]
        changed[0] += more
        false = certificates.decode(
            certificates.encode(replace(certificate, entries=certificate.entries._replace(bounds=changed)))
        )
        found = check_certificate(false)
        assert not found.proven and check_plainly(false)
        assert all("\n" not in problem for problem in found.problems)
    changed = bounds[:]
    changed[0] = 2**62
    with refused(r"columns.bounds: expected numbers below 2\*\*62", StrategyFileError):
        certificates.decode(
            certificates.encode(replace(certificate, entries=certificate.entries._replace(bounds=changed)))
        )


def test_a_certificate_of_other_classes_is_refused() -> None:
    contents = certificates.encode(certify(SORTED_PETS, "total"))
    for name in ("a class more", "classes exchanged", "an empty class", "no classes", "one class only"):
        change, message = CLASSES[name]
        with refused(message, StrategyFileError):
            certificates.decode(forged(contents, table_text(change)))


def test_a_certificate_of_what_is_lost_needs_turns() -> None:
    certificate = certify(FEW, "lost")
    assert certificate.under is not None
    for left in (None, 0, 1, 3):
        with refused(r"header.left: expected", StrategyFileError):
            replace(certificate, under=certificate.under._replace(left=left))
    for other in (certify(SORTED_PETS, "total"), certify(make_game("mastermind(2,4)"), "total,max_depth=4")):
        refuses(replace, other, told=r"header.left: expected all turns left", error=StrategyFileError, objective="lost")
