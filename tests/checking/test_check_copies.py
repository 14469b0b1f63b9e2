"""Certificates of version 7, in which positions may be copies of others: by both checkers, beside those without."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from random import Random

import numpy as np
import pytest
from alterations import raised
from certificates import entries_of
from patience import PATIENCE
from preloaded import command
from toys import WORDS
from verdicts import judged

from strategist import compile_strategy, make_game
from strategist.checking.check import check_certificate
from strategist.checking.check_plain import check_plainly
from strategist.checking.images import Images
from strategist.checking.proof import Proof
from strategist.checking.sets.plain_sets import PlainSets
from strategist.common.errors import StrategyFileError
from strategist.files.certificate import Certificate
from strategist.files.certificate_file import decode, encode
from strategist.files.columns import column
from strategist.files.versions.copy_columns import Copies
from strategist.files.versions.position_columns import Under
from strategist.games.pegs.pegs import Mastermind
from strategist.games.words.words import Words
from strategist.model.game import Game
from strategist.search.certify.common_images import between
from strategist.search.state.options import Options
from strategist.search.state.problem import ALL_TECHNIQUES, MEMO, SYMMETRY

CASES = [
    ("mastermind(3,6)", "optimal(total)"),
    ("mastermind(3,6)", "optimal(depth)"),
    ("mastermind(6,2)", "optimal(total)"),
    ("mastermind(3,4,feedback=black)", "optimal(total)"),
    ("bulls-and-cows(3,6,feedback=black)", "optimal(depth)"),
    ("bulls-and-cows(3,6)", "optimal(total,max_depth=5)"),
    ("bulls-and-cows(3,6,goal=identify)", "optimal(total)"),
    ("mastermind(3,5)", 'optimal(cost="1,2,3,4,20")'),
    ("mastermind(3,5)", "optimal(lexicographic)"),
    ("mastermind(3,6,turns=4)", "optimal(lost)"),
]


def certify(game: Game | str, strategy: str, options: Options) -> Certificate:
    return compile_strategy(game, strategy, options=replace(options, certificate=True)).prove()


def copies_of(certificate: Certificate) -> Copies:
    assert certificate.copies is not None
    return certificate.copies


@pytest.mark.parametrize(("game", "strategy"), CASES)
def test_copies_prove_what_certificates_without_them_prove(game: str, strategy: str) -> None:
    plain, certificate = (certify(game, strategy, Options(copies=copies)) for copies in (False, True))
    contents = encode(certificate)
    again = decode(contents)
    assert (again.version, encode(again)) == (7, contents)
    assert (again.bound, again.objective) == (plain.bound, plain.objective)
    assert judged(again)
    assert 0 < len(again) - copies_of(again).number <= len(plain)
    assert not judged(raised(again))


@pytest.mark.parametrize(
    ("game", "strategy", "most"),
    [
        ("bulls-and-cows(5,5)", "optimal(depth)", 10),
        ("bulls-and-cows(5,5)", "optimal(total)", 110),
    ],
)
def test_certificates_with_copies_are_small(game: str, strategy: str, most: int) -> None:
    """Those without are at least three times as large."""
    plain, certificate = (certify(game, strategy, Options(copies=copies)) for copies in (False, True))
    assert judged(certificate)
    assert len(certificate) <= most <= len(plain) // 3


def test_neither_threads_nor_what_a_search_forgets_change_a_byte() -> None:
    for game, strategy in CASES[:4]:
        made = {
            encode(certify(game, strategy, Options(jobs=jobs, techniques=ALL_TECHNIQUES & ~without, copies=True)))
            for jobs, without in ((1, 0), (2, 0), (1, MEMO), (1, SYMMETRY))
        }
        assert len(made) == 1


def test_the_problem_names_the_copy_and_its_original() -> None:
    certificate = certify("mastermind(3,6)", "optimal(total)", Options(copies=True))
    copies = copies_of(certificate)
    copy = next(entry for entry, original in enumerate(copies.originals) if original)
    same = bytes([*range(3), *range(6)])
    maps = b"".join((same, *copies.each_map()[1:]))
    wrong = replace(certificate, copies=copies._replace(maps=maps))
    told = f"no symmetry makes its candidates of those of entry {copies.originals[copy] - 1}"
    assert check_plainly(wrong) == [f"entry {copy}: {told}"]
    (problem,) = check_certificate(wrong).problems
    assert problem.startswith(f"entry {copy} (") and problem.endswith(told)


def test_an_original_stands_as_deep_as_its_copy() -> None:
    """By a tariff a set costs more the later it is reached."""
    certificate = certify("mastermind(3,5)", 'optimal(cost="1,2,3,4,20")', Options(copies=True))
    copies, bounds, made = copies_of(certificate), certificate.entries.bounds, Proof.of(certificate).made
    copy, other = next(
        (copy, other)
        for copy, original in enumerate(copies.originals)
        for other in range(1, len(bounds))
        if original and not copies.originals[other] and bounds[other] >= bounds[copy] and made(other) != made(copy)
    )
    originals = copies.originals[:]
    originals[copy] = other + 1
    wrong = replace(certificate, copies=copies._replace(originals=originals))
    told = f"entry {other} does not claim as much"
    assert check_plainly(wrong) == [f"entry {copy}: {told}"]
    assert [problem.partition(": ")[2] for problem in check_certificate(wrong).problems] == [told]


@pytest.mark.parametrize(("pegs", "colors"), [(2, 4), (5, 2), (9, 2)])
def test_both_checkers_know_images(pegs: int, colors: int) -> None:
    certificate = certify(f"mastermind({pegs},{colors})", "optimal(depth)", Options(copies=True))
    game, draws = certificate.game, Random(5)
    fast, plain, secrets = Images(game, ()), PlainSets(Proof.of(certificate)), range(len(game.secrets))
    rows = list[tuple[list[int], list[int], bytes, bool]]()
    for _ in range(100):
        by = bytes([*draws.sample(range(pegs), pegs), *draws.sample(range(colors), colors)])
        original = sorted(draws.sample(secrets, 4))
        codes = [tuple(by[pegs + game.secrets[each][place]] for place in by[:pegs]) for each in original]
        image = sorted(map(game.secrets.index, codes))
        other = sorted({*image[1:], draws.choice(secrets)})
        rows += [(original, place, by, place == image) for place in (image, other) if len(place) == 4]
    originals, places, maps = (np.array([list(row[at]) for row in rows]) for at in range(3))
    expected = [row[3] for row in rows]
    assert fast.are_images(originals, places, maps.astype(np.uint8)).tolist() == expected
    assert [plain.is_image(by, frozenset(one), frozenset(other)) for one, other, by, _ in rows] == expected


def test_the_lowest_image_is_that_under_all_products() -> None:
    turn, game = bytes([0, 1, 2, 3, 0]), make_game("mastermind(1,4)")
    assert Images(game, (turn,)).lowest((0,)).tolist() == [0] * 4


class Lopsided(Mastermind):
    """Mastermind in which no answer says that a color stands elsewhere, if the guess begins with the last color: it
    describes symmetries that it does not have."""

    def respond(self, guess: tuple[int, ...], secret: tuple[int, ...]) -> int:
        honest = super().respond(guess, secret)
        return 0 if honest == 1 and guess[0] == 2 else honest


def test_the_rules_have_to_have_the_symmetry_of_a_copy() -> None:
    game, secrets = Lopsided({"pegs": 2, "colors": 3}), range(9)
    cells: dict[tuple[int, ...], tuple[int, int]] = {}
    for guess in secrets:
        for response in range(game.response_count - 1):
            cell = tuple(each for each in secrets if game.respond(game.guesses[guess], game.secrets[each]) == response)
            cells[cell] = guess, response
    told: list[str] = []
    for by in permutations(range(3)):
        images = [game.secrets.index(tuple(by[symbol] for symbol in code)) for code in game.secrets]
        for original, moves in cells.items():
            image = tuple(sorted(images[each] for each in original))
            if not original or image not in cells or by[2] == 2:
                continue
            rows = (2, 0, 0, 1, 0), (0, *moves, 1, 0), (0, *cells[image], 1, 0)
            under, copies = Under(None, None, *[column([0] * 3)] * 2), Copies(column([0, 0, 2]), bytes((0, 1, *by)))
            forged = Certificate(game, "total", entries_of(*rows), under=under, copies=copies)
            assert "does not have the symmetries" in check_certificate(forged).problems[0]
            told += check_plainly(forged)
    assert told and set(told) == {"entry 2: no symmetry makes its candidates of those of entry 1"}


def test_the_form_of_copies_is_checked() -> None:
    certificate = certify("mastermind(3,6)", "optimal(total)", Options(copies=True))
    copies, entries = copies_of(certificate), certificate.entries
    copy = next(entry for entry, original in enumerate(copies.originals) if original)
    width = len(copies.each_map()[0])
    bounds, chained, first, whole = entries.bounds[:], *(copies.originals[:] for _ in range(3))
    bounds[copy] += 100
    chained[copy] = 1 + max(entry for entry, original in enumerate(copies.originals) if original)
    first[0] = 2
    whole[copy] = 1
    for wrong, told in (
        ({"entries": entries._replace(bounds=bounds)}, "no more than its original states"),
        ({"copies": copies._replace(originals=chained)}, "expected an entry below the first that is no copy"),
        ({"copies": copies._replace(originals=first)}, "the first of them 0"),
        ({"copies": copies._replace(originals=whole)}, "below the first that is no copy, got entry 0"),
        (
            {"copies": copies._replace(maps=copies.maps + b"x")},
            f"expected {len(copies.maps)} bytes, got {len(copies.maps) + 1}",
        ),
        ({"copies": copies._replace(maps=copies.maps[width:])}, "columns.maps: expected"),
        (
            {"copies": copies._replace(maps=bytes(9) + copies.maps[width:])},
            f"entry {copy}: expected permutations",
        ),
        (
            {"copies": copies._replace(maps=copies.maps[:-1] + copies.maps[-2:-1])},
            f"entry {max(copies.entries())}: expected permutations",
        ),
        ({"under": None}, "header.game: expected one with symmetries"),
    ):
        with pytest.raises(StrategyFileError, match=told):
            replace(certificate, **wrong)


@pytest.mark.parametrize(
    ("game", "start"),
    [
        (make_game("mastermind(3,6)"), "112:1b1w"),
        (Words({}, WORDS), ""),
        (Words({"hard": True}, WORDS), ""),
    ],
)
def test_elsewhere_there_are_no_copies(game: Game, start: str) -> None:
    made = [
        compile_strategy(game, "optimal(total)", start=start, certificate=True, copies=copies).prove()
        for copies in (False, True)
    ]
    assert made[0].copies is None and encode(made[0]) == encode(made[1])


def test_a_symmetry_between_two_sets_follows_from_those_to_their_common_image() -> None:
    random = Random(3)
    for _ in range(100):
        one, other = (bytes([*random.sample(range(4), 4), *random.sample(range(6), 6)]) for _ in range(2))
        code = [random.randrange(6) for _ in range(4)]

        def image(symmetry: bytes, code: list[int]) -> list[int]:
            return [symmetry[4 + code[place]] for place in symmetry[:4]]

        assert image(other, image(between(one, other, 4), code)) == image(one, code)


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*command(), *map(str, arguments)], capture_output=True, text=True, timeout=PATIENCE)


@pytest.mark.thorough
def test_a_certificate_with_copies_is_written_shown_and_checked(tmp_path: Path) -> None:
    tree, proof = tmp_path / "t.msgpack", tmp_path / "t.certificate"
    done = run("compile", "mastermind(3,6)", "optimal", "-o", tree, "--certificate", proof)
    assert done.returncode == 0, done.stderr
    shown = run("show", proof).stdout
    assert "27 of them images of others" in shown and "format 7" in shown
    assert json.loads(run("show", proof, "--json").stdout)["copies"] == 27
    checked = run("check", tree, proof)
    assert checked.returncode == 0 and "a total of at least 854 guesses (130 positions checked)" in checked.stdout
    done = run("compile", "mastermind(3,6)", "optimal", "-o", tree, "--certificate", proof, "--no-copies")
    assert done.returncode == 0 and "format 1" in run("show", proof).stdout


@pytest.mark.parametrize("option", ["--copies", "--no-copies"])
def test_copies_need_a_certificate(option: str) -> None:
    done = run("compile", "mastermind(2,3)", "optimal", option)
    assert done.returncode == 2 and f"error: {option} needs --certificate" in done.stderr


def test_copies_are_named_unless_something_else_is_wanted() -> None:
    made = [
        compile_strategy("mastermind(3,5)", "optimal(total)", certificate=True, copies=each) for each in (None, True)
    ]
    one, other = (encode(each.prove()) for each in made)
    assert one == other and decode(one).version == 7
