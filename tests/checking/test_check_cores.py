"""Certificates of version 3: cores, believed by both checkers only if they prove what is true."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from alterations import levels_of
from certificates import (
    Change,
    certify_by_cores,
    change_column,
    places_behind,
    proofs_by_cores,
    set_header,
    true_value,
)
from click.testing import CliRunner
from patience import little_work
from toys import SORTED_PETS
from verdicts import judged

from strategist import compile_strategy, make_game
from strategist.checking.check import check_certificate
from strategist.checking.check_plain import check_plainly
from strategist.checking.sets import claimed
from strategist.commands.cli import cli
from strategist.commands.shared.basics import EXIT_NO
from strategist.common.errors import StrategyFileError, TooLargeError
from strategist.files.certificate import Certificate
from strategist.files.certificate_file import decode, encode
from strategist.files.envelope import seal, unseal
from strategist.files.versions.core_columns import KIND_CORES, Cores
from strategist.search.run import root
from strategist.search.state.options import Options

Levels = list[list[list[int]]]


@pytest.mark.parametrize("number", range(10))
def test_a_core_that_is_left_out_is_missed(number: int) -> None:
    certificate = proofs_by_cores()[number]
    game = certificate.game
    depth = true_value(game, places_behind(game, certificate.start), "depth")
    assert len(proofs_by_cores()) == 10
    assert certificate.bound <= depth and judged(certificate)
    missed = total = 0
    for at, level in enumerate(levels_of(certificate)):
        for place in range(len(level)):
            fewer = levels_of(certificate)
            del fewer[at][place]
            total += 1
            missed += not judged(Certificate.of_cores(game, certificate.bound, Cores.of(fewer), certificate.start))
    # Few are redundant.
    assert missed * 2 >= total


def test_what_is_wrong_is_told_with_a_guess_that_may_do_better() -> None:
    game = make_game("mastermind(1,4)")
    one_missing = Certificate.of_cores(game, 4, Cores.of([[[0, 1, 2], [1, 2, 3], [0, 1, 3]]]))
    assert check_certificate(one_missing).problems == [
        "the whole game (1, 2, 3, 4): not within 3 guesses is claimed, but guess 2 leaves none of their cores for "
        "2 guesses whole"
    ]
    too_small = Certificate.of_cores(game, 4, Cores.of([[[0, 1], [0, 1, 3], [0, 2, 3], [1, 2, 3]]]))
    found = check_certificate(too_small)
    assert found.problems == ["core 0 (1, 2): not within 2 guesses is claimed, but guess 1 tells all of them apart"]
    assert not found.proven and found.entries == 4
    after = Certificate.of_cores(game, 3, Cores.of([]), game.parse_history("1:0b0w"))
    assert check_certificate(after).proven
    stranger = Certificate.of_cores(game, 4, Cores.of([[[0, 1, 2]]]), game.parse_history("1:0b0w"))
    assert check_certificate(stranger).problems == ["core 0: 1 does not agree with the start"]
    assert check_plainly(stranger)[0] == "core 0: not all agree with the start"
    second = Certificate.of_cores(game, 4, Cores.of([[[0, 1, 3], [2, 3]]]), game.parse_history("3:0b0w"))
    assert check_certificate(second).problems[-1] == "core 1: 3 does not agree with the start"
    nobody = Certificate.of_cores(game, 3, Cores.of([]), game.parse_history("1:0b0w 2:0b0w 3:0b0w 4:0b0w"))
    with pytest.raises(StrategyFileError, match=r"header\.start"):
        check_certificate(nobody)


# The file


@cache
def contents() -> bytes:
    certificate = certify_by_cores(make_game("mastermind(1,5)"))
    assert certificate is not None
    return encode(certificate)


def forged(change: Change) -> bytes:
    """A file changed by somebody who knows how to compute its digest."""
    header, columns = unseal(KIND_CORES, contents())
    change(header, columns)
    return seal(KIND_CORES, header, columns)


def change_members(change: Callable[[list[int]], object]) -> Change:
    return change_column(1, change, width=1)


FORGERIES: dict[str, tuple[Change, str]] = {
    "another objective": (set_header(objective="total"), "header.objective: expected depth, got 'total'"),
    "a low bound": (set_header(bound=2), "header.bound: expected 3 or more, got 2"),
    "a negative bound": (set_header(bound=-1), "header.bound: expected 0 to"),
    "a huge bound": (set_header(bound=2**63), "header.bound: expected 0 to"),
    "a higher bound": (set_header(bound=6), "header.cores: expected 3 numbers, got 2"),
    "a bound in words": (set_header(bound="5"), "header.bound: expected int, got str"),
    "no counts": (set_header(cores=[]), "columns.sizes: expected 0 integers"),
    "counts as text": (set_header(cores="10"), "header.cores: expected list, got str"),
    "counts of text": (set_header(cores=["5", 5]), "header.cores: expected an array of numbers"),
    "a truth for a count": (set_header(cores=[True, 5]), "header.cores: expected an array of numbers"),
    "a negative count": (set_header(cores=[-1, 16]), "header.cores: expected an array of numbers"),
    "gigantic counts": (set_header(cores=[2**62, 2**62]), "header.cores: expected at most 262144 in"),
    "one core more": (lambda h, c: h.update(cores=[h["cores"][0] + 1, h["cores"][1]]), "columns.sizes: expected 16"),
    "another level": (lambda h, c: h.update(cores=[5, 10]), "columns.members: core 10 does not come after"),
    "a core of one": (change_column(0, lambda v: v.__setitem__(slice(0, 2), [1, 5])), "columns.sizes: expected 2 to 5"),
    "a core of too many": (change_column(0, lambda v: v.__setitem__(0, 6)), "columns.members: expected"),
    "gigantic sizes": (change_column(0, lambda v: v.__setitem__(0, 2**32 - 1)), "columns.sizes: expected a sum of"),
    "a member beyond": (change_members(lambda v: v.__setitem__(2, 5)), "columns.members: expected 0 to 4, got 5"),
    "a member twice": (change_members(lambda v: v.__setitem__(1, v[0])), "columns.members: core 0: expected ascend"),
    "members descending": (
        change_members(lambda v: v.__setitem__(slice(0, 2), [v[1], v[0]])),
        "columns.members: core 0: expected ascending",
    ),
    "a core twice": (
        change_members(lambda v: v.__setitem__(slice(3, 6), v[:3])),
        "columns.members: core 1 does not come after",
    ),
    "cores in another order": (
        change_members(lambda v: v.__setitem__(slice(0, 6), [*v[3:6], *v[:3]])),
        "columns.members: core 1 does not come after",
    ),
    "another game": (set_header(game="mastermind(pegs=1,colors=6)"), "header.codes: the file was written for other"),
    "no zlib": (lambda h, c: c.__setitem__(1, b"\x00" * 90), "columns.members: cannot be unpacked"),
    "a bomb": (lambda h, c: c.__setitem__(1, zlib.compress(bytes(1 << 26))), "columns.members: expected 50 integers"),
    "a bomb for nothing": (
        lambda h, c: (h.update(cores=[], bound=3), c.__setitem__(slice(None), [zlib.compress(bytes(1 << 26))] * 2)),
        "columns.sizes: expected 0 integers",
    ),
    "more behind it": (lambda h, c: c.__setitem__(1, c[1] + b"x"), "columns.members: expected"),
    "a column more": (lambda h, c: c.append(b""), "columns: expected an array of 2 byte strings"),
    "control characters": (set_header(generator="\x1b[2J"), "header.generator: expected printable text"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_file_is_refused_by_field(name: str) -> None:
    change, message = FORGERIES[name]
    file = forged(change)
    with little_work(seconds=1), pytest.raises(StrategyFileError, match="^" + message.replace("(", r"\(")):
        decode(file)


@pytest.mark.parametrize("name", ["game", "rules", "codes", "start", "objective", "bound", "cores", "generator"])
def test_every_field_is_needed(name: str) -> None:
    with pytest.raises(StrategyFileError, match=f"header.{name}: missing"):
        decode(forged(lambda header, columns: header.pop(name)))


def test_what_was_written_is_read_and_nothing_else() -> None:
    whole = contents()
    assert encode(decode(whole)) == whole == forged(lambda header, columns: None)
    for length in range(len(whole)):
        with pytest.raises(StrategyFileError):
            decode(whole[:length])
    for at in range(len(whole)):
        with pytest.raises(StrategyFileError):
            decode(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])


def test_a_game_with_classes_is_refused() -> None:
    with pytest.raises(StrategyFileError, match=r"header\.game: expected a game without classes"):
        Certificate.of_cores(SORTED_PETS, 3, Cores.of([]))


def test_a_file_that_takes_too_long_to_check_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game("mastermind(2,6)")
    sets = [[*range(20), one, other] for one in range(20, 36) for other in range(one + 1, 36)]
    certificate = Certificate.of_cores(game, 5, Cores.of([sets, sets]))
    assert not judged(certificate)
    monkeypatch.setattr(claimed, "_MOST_LOOKS", len(sets) * 22 * len(sets))
    with pytest.raises(TooLargeError, match="looks at members"):
        check_certificate(certificate)
    monkeypatch.undo()
    monkeypatch.setattr(claimed, "_MOST_BYTES", 100)
    with pytest.raises(TooLargeError, match=r"header\.cores: checking needs"):
        check_certificate(certificate)


# On the command line


def few_words() -> None:
    """Files of words in the working folder: of the answers, five guesses are not enough for all."""
    listed = make_game("wordle")
    words = [listed.format_code(word) for word in listed.guesses]
    answers = [word for word in words if word.endswith(("atch", "ound", "ight"))]
    Path("answers").write_text("\n".join(answers))
    Path("guesses").write_text("\n".join(dict.fromkeys([*answers, *words[::90]])))


@pytest.mark.parametrize("options", ["", ",hard=true"])
def test_a_search_behind_a_history_is_certified(options: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(root, "_MOST_OPENINGS", 10)
    few_words()
    game = make_game(f"words(answers,guesses{options})")
    start = ((game.guesses[-3], 0),)
    compiled = compile_strategy(game, "optimal(depth)", options=Options(jobs=1, certificate=True), start=start)
    assert compiled.certify is not None
    certificate = decode(encode(compiled.certify(None).certificate))
    assert (certificate.version, certificate.start) == (3, start) and judged(certificate)
    assert certificate.bound == compiled.data.claims.depth == compiled.data.lower_bound
    assert 10 < len(game.consistent(start)) < len(game.secrets)


def test_a_tree_is_optimal_by_cores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    few_words()

    def run(*arguments: str) -> tuple[int, str]:
        done = CliRunner().invoke(cli, list(arguments), catch_exceptions=False)
        return done.exit_code, done.stdout

    for options, name in (("", "free"), (",hard=true", "hard"), (",goal=identify", "known")):
        game, tree, proof = f"words(answers,guesses{options})", f"{name}.msgpack", f"{name}.certificate"
        status, said = run("compile", game, "optimal(depth,total)", "-o", tree, "--certificate", proof, "--jobs", "1")
        assert status == 0 and " cores, checked: the bound holds\n" in said, said
        status, said = run("check", tree, proof)
        assert status == 0 and said.startswith("optimal in depth: every strategy for words("), said
        assert " cores checked)" in said
        certificate = decode(Path(proof).read_bytes())
        assert certificate.version == 3 and not check_plainly(certificate)
        status, said = run("show", proof)
        assert "format 3" in said and "sets of secrets" in said
        told = json.loads(run("show", proof, "--json")[1])
        assert (told["entries"], told["lower_bound"]) == (len(certificate), certificate.bound)
        status, said = run("check", proof, "--explain")
        assert status == 0 and "not within" in said and "for example" in said
        told = json.loads(run("check", proof, "--explain", "--json")[1])
        assert sum(row["cores"] for row in told["cores"]) == told["entries"] == len(certificate)
    levels = levels_of(decode(Path("free.certificate").read_bytes()))
    del levels[0][0]
    less = Certificate.of_cores(make_game("words(answers,guesses)"), len(levels) + 3, Cores.of(levels))
    Path("less.certificate").write_bytes(encode(less))
    status, said = run("check", "less.certificate")
    assert status == EXIT_NO and said.startswith("not proven: that every strategy")
    assert "is claimed, but guess" in said
