"""The rules and the tree in JavaScript against those in Python, by Node.js and by the browser."""

from __future__ import annotations

import base64
import random
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jobs import job_of
from vectors import told_slots, vectors

from strategist import make_game, make_solitaire
from strategist.files.strategy import StrategyData, decode, encode
from strategist.games.words.letters import fold
from strategist.matrices.marked_text import plain, runs
from strategist.page.facts import facts_of

Engine = Callable[[str, Any], Any]
Compiled = Callable[[str, str], StrategyData]

PAIRS = 700

GAMES = [
    "mastermind(4,6)",
    "mastermind(5,8,feedback=black)",
    "mastermind(3,40)",
    "mastermind(4,3,alphabet=xyz)",
    "bulls-and-cows(4,10)",
    "bulls-and-cows(5,12,leading_zero=false,alphabet=letters)",
    "ab(4,26)",
    "ab(3,5,feedback=black)",
    "grand-mastermind(4,5,5)",
    "grand-mastermind(3,2,2)",
    "mastermind(4,6,goal=identify)",
    "ab(3,40,goal=identify)",
    "grand-mastermind(3,2,2,goal=identify)",
    "words(goal=identify)",
    "words(answers={folder}/answers,guesses={folder}/guesses,feedback=jotto,goal=identify)",
    "words",
    "words(feedback=mastermind)",
    "words(feedback=jotto)",
    "words(answers={folder}/answers,guesses={folder}/guesses)",
    "words(answers={folder}/tamil,letters=graphemes,feedback=jotto)",
    "words(answers={folder}/digraphs,guesses={folder}/alike,letters=ng ij)",
    "words(answers={folder}/spaced,letters=spaced,feedback=mastermind,goal=identify)",
    "words(rule=equations,length=5)",
    "table(file={folder}/animals.csv)",
    "table(file={folder}/animals.csv,goal=identify)",
    "table(file={folder}/rows.csv)",
    "table(file={folder}/priced.csv,cost=price,chance=odds)",
    "table(file={folder}/priced.csv,cost=price,chance=odds,goal=identify)",
    "table(file={folder}/turned.csv,cost=price,chance=odds,secrets=rows,twins=group,goal=identify)",
    "table(file={folder}/kinds.csv,secrets=rows,goal=class,class=kind)",
    "table(file={folder}/sorts.csv,cost=price,chance=odds,goal=class,class=sort)",
    "table(file={folder}/grasses.csv,goal=identify)",
    "table(file={folder}/grasses.csv)",
    "table(file={folder}/grasses.csv,goal=class,class=leaf hairy?)",
]

TWIN = """
    const twin = makeTwin(job.facts, job.payload);
    const book = new Book(job.facts, twin);
    const tried = job.texts.map((text) => { try { return twin.find(text); } catch { return -1; } });
    return {
        counts: [twin.guessCount, twin.secretCount],
        responses: job.pairs.map(([guess, secret]) => twin.respond(guess, secret)),
        names: job.pairs.map(([guess]) => twin.name(guess)),
        named: job.pairs.map(([, secret]) => twin.guessOf(secret)),
        right: job.pairs.map(([guess, secret]) => twin.right(guess, secret)),
        hidden: job.pairs.map(([, secret]) => twin.hidden(secret)),
        secrets: job.pairs.map(([, secret]) => book.secretName(twin.guessOf(secret))),
        runs: job.pairs.map(([, secret]) => runsOf(job.facts, book.secretName(twin.guessOf(secret))))
            .map((runs) => runs.map(({ text, italic }) => [text, italic])),
        titles: job.pairs.map(([guess]) => book.title(guess)),
        pieces: job.pairs.map(([guess]) => book.pieces(guess).map(({ text, color }) => [text, color])),
        texts: job.numbers.map((response) => book.responseText(response)),
        marks: job.numbers.map((response) => book.marks(response)),
        found: job.pairs.map(([guess]) => twin.find(twin.name(guess))),
        tried,
    };
"""


@pytest.mark.parametrize("text", GAMES)
def test_twins_answer_as_the_rules_do(engine: Engine, folder: Path, text: str) -> None:
    game = make_game(text.format(folder=folder))
    drawn = random.Random(7)
    pairs = [(drawn.randrange(len(game.guesses)), drawn.randrange(len(game.secrets))) for _ in range(PAIRS)]
    # Random codes hardly ever agree, so add pairs in which the guess names the secret.
    named = game.announcement if game.announces else lambda secret: game.guesses.index(game.secrets[secret])
    pairs += [(named(secret), secret) for _, secret in pairs[:50]]
    numbers = sorted({*range(min(300, game.response_count)), game.response_count - 1})
    found = engine(TWIN, job_of(game, pairs=pairs, numbers=numbers, texts=[]))
    codes = [(game.guesses[guess], game.secrets[secret]) for guess, secret in pairs]
    assert found["counts"] == [len(game.guesses), len(game.secrets)]
    assert found["responses"] == [game.respond(guess, secret) for guess, secret in codes]
    assert found["names"] == [game.format_code(guess) for guess, _ in codes]
    assert found["secrets"] == [game.class_of(secret) or game.format_secret(secret) for _, secret in codes]
    kinds = ("" if game.classes is None else f" ({game.class_of(secret)})" for _, secret in codes)
    assert found["hidden"] == [
        game.format_secret(secret) + kind for (_, secret), kind in zip(codes, kinds, strict=True)
    ]
    assert found["named"] == [named(secret) for _, secret in pairs]
    if game.classes is None:
        assert found["right"] == [guess == secret for guess, secret in codes]
    assert found["found"] == [guess for guess, _ in pairs]
    assert found["texts"] == [game.format_response(number) for number in numbers]
    assert found["marks"] == [game.marks(number) for number in numbers]
    if "grasses" in game.spec:
        assert found["runs"] == [
            [list(run) for run in runs(game.shown_secret(game.guesses[named(each)]))] for _, each in pairs
        ]
        shown = [plain(game.shown_code(guess)) for guess, _ in codes]
        assert found["titles"] == [f"it is {name[1:]}" if name.startswith("=") else name for name in shown]
    if game.name != "table":
        assert found["pieces"] == [[list(piece) for piece in game.pieces(guess)] for guess, _ in codes]


@pytest.mark.parametrize(
    ("text", "entered"),
    [
        (
            "mastermind(4,6)",
            ["1122", " 1122 ", "112", "1127", "abcd", "", "11222", "3 4 5 6", "3, 4,5 6", "34 56", "3 4 5"],
        ),
        ("mastermind(3,6,alphabet=letters)", ["abc", "ABC", "abg"]),
        ("mastermind(2,3,alphabet=aAb)", ["aA", "AB", "ba"]),
        ("mastermind(2,40)", ["0-39", "0-40", "39", "7-7", "0 39", "0, 40"]),
        ("bulls-and-cows(4,10,leading_zero=false)", ["0123", "1123", "1023", "9876"]),
        ("grand-mastermind(2,3,3)", ["a1b2", "A1B2", "A4B1", "A1B", "A1", "A1 B2"]),
        ("mastermind(2,40,goal=identify)", ["=0-39", "known: 0-39", "= 3-4 ", "=", "=0-40", "0-39"]),
        ("mastermind(5,36,goal=identify)", ["known", "KNOWN", "known:KNOWN", "known known", "knownx"]),
        ("words(goal=identify)", ["=ALERT", "known alert", "known", "=zzzzz"]),
        (
            "words(answers={folder}/answers,guesses={folder}/guesses,goal=identify)",
            ["=straße", "=ääääää", "ääääää", "KNOWN: STRASSE", "known:STRAßE"],
        ),
        ("words", ["ALERT", "alert ", "zzzzz", "ale", ""]),
        (
            "words(answers={folder}/answers,guesses={folder}/guesses)",
            ["STRASSE", "Strasse", "STRA\u1e9eE", "ΛΌΓΟΥΣ", "λόγους", "A\u0308ÄÄÄÄÄ", "GEMÜSSE", "ZZZZZZ"],
        ),
        (
            "words(answers={folder}/turkish)",
            ["SINIR", "SİNİR", "sınır", "sinir", "Si\u0307nir", "si\u0307nir", "BILIR", "BİLİR", "ILGIN", "ilgin"],
        ),
        (
            "words(answers={folder}/alike)",
            ["ASSSS", "ASSẞ", "aßss", "FIXEN", "שלום", "שלומ", "ǰONΐ", "J\u030conϊ\u0301"],
        ),
        ("words(answers={folder}/tamil,letters=graphemes)", ["மரங்கள்", "படங்கள்", "படங்க"]),
        ("words(answers={folder}/digraphs,letters=ng ij)", ["BRING", "lijst", "IJZER", "slan"]),
        ("words(answers={folder}/spaced,letters=spaced)", ["CHAT", "shed", "cha"]),
        ("mastermind(2,4,alphabet=ıiab)", ["ıi", "AB", "Ia", "IB"]),
        (
            "table(file={folder}/grasses.csv,goal=identify)",
            ["=Poa annua", "=carex étirée", "=carex e\u0301tire\u0301e", "=back\\\\i slash", "Leaf hairy?"],
        ),
        ("table(file={folder}/animals.csv,goal=identify)", ["has fur?", "HAS_FUR?", "=cat", "=Cat", "bird"]),
        (
            "table(file={folder}/turkish.csv,goal=identify)",
            ["=ISI", "=ısı", "=IŞIK", "=ışık", "=İZMİR", "=izmir", "=STRASSE", "=straße", "=ΛΌΓΟΣ", "SICAK MI?"],
        ),
    ],
)
def test_twins_read_what_the_game_reads(engine: Engine, folder: Path, text: str, entered: list[str]) -> None:
    game = make_game(text.format(folder=folder))

    def read(typed: str) -> int:
        try:
            return int(game.guesses.index(game.parse_code(typed)))
        except ValueError:
            return -1

    found = engine(TWIN, job_of(game, pairs=[], numbers=[], texts=entered))
    assert found["tried"] == [read(typed) for typed in entered]


def test_a_page_folds_every_letter_as_the_rules_do(engine: Engine) -> None:
    letters = [chr(point) for point in range(sys.maxunicode + 1) if unicodedata.category(chr(point)).startswith("L")]
    texts = sorted({text for each in letters for text in (each, each.upper(), each.lower(), each.title())})
    found = engine("return job.map((text) => [foldWord(text, false), foldWord(text, true)]);", texts)
    wanted = [[fold(text), fold(text, dotless=True)] for text in texts]
    assert [pair for pair in zip(texts, found, wanted, strict=True) if pair[1] != pair[2]] == []


def test_hard_mode_refuses_what_the_rules_refuse(engine: Engine) -> None:
    game = make_game("words(hard=true)")
    drawn = random.Random(5)
    cases = []
    for _ in range(400):
        secret = drawn.choice(game.secrets)
        history = [(guess, game.respond(guess, secret)) for guess in drawn.choices(game.guesses, k=2)]
        # The secret itself always fits, a random word hardly ever.
        cases.append((history, drawn.choice([secret, drawn.choice(game.guesses)])))
    index = game.guesses.index
    job = [[[[index(guess), response] for guess, response in history], index(word)] for history, word in cases]
    code = """
        const twin = makeTwin(job.facts, job.payload);
        return job.cases.map(([history, guess]) => twin.refuses(history, guess) === null);
    """
    expected = [word in (game.allowed(tuple(history)) or ()) for history, word in cases]
    assert {True, False} == set(expected)
    assert engine(code, job_of(game, cases=job)) == expected


def test_moves_of_pegswap(engine: Engine) -> None:
    game = make_solitaire("pegswap(3,2)")
    boards, todo = {game.start}, [game.start]
    while todo:
        for _, after in game.successors(todo.pop()):
            if after not in boards:
                boards.add(after)
                todo.append(after)
    listed = sorted(boards)
    expected = [[list(game.guesses[move]) for move, _ in game.successors(board)] for board in listed]
    assert engine("return job.map(pegswapMoves);", listed) == expected


TREE = """
    const { header, tree } = readStrategyFile(job.facts, bytesOfBase64(job.file), MessagePack.decode);
    const slots = Array.from({ length: tree.length }, (_, slot) => slot);
    return {
        game: header.game,
        guesses: [...tree.guess],
        firstChild: [...tree.firstChild],
        counts: [...tree.count],
        responses: slots.map((slot) => tree.branches(slot).map(({ response }) => response)),
        children: slots.map((slot) => tree.branches(slot).map(({ response }) => tree.child(slot, response))),
        solvers: tree.solvers(0),
    };
"""


@pytest.mark.parametrize(
    ("game", "strategy"),
    [
        ("mastermind(4,6)", "minimax"),
        ("mastermind(3,4,turns=3)", "entropy"),
        ("words", "entropy"),
        ("words(hard=true,turns=3)", "first"),
        ("ab(3,5)", "first"),
        ("mastermind(10,2)", "first"),
    ],
)
def test_trees_are_read_alike(engine: Engine, compiled: Compiled, game: str, strategy: str) -> None:
    data = compiled(game, strategy)
    tree = data.tree
    job = {"facts": facts_of(data), "file": base64.b64encode(encode(data)).decode()}
    found = engine(TREE, job)
    assert found["game"] == data.game.spec
    assert found["guesses"] == list(tree.guesses)
    assert found["firstChild"] == list(tree.first_child)
    assert found["responses"] == [tree.responses(slot) for slot in range(len(tree))]
    assert found["solvers"] == sorted(tree.guesses[slot] for slot in range(len(tree)) if tree.solves(slot))
    children = [[tree.child(slot, response) for response in tree.responses(slot)] for slot in range(len(tree))]
    assert found["children"] == [[-1 if child is None else child for child in row] for row in children]
    assert found["counts"][0] == data.claims.secrets
    lost = dict(facts_of(data)["lost"])
    assert sum(lost.values()) == data.claims.lost
    below = [int(tree.solves(slot)) + lost.get(slot, 0) for slot in range(len(tree))]
    for slot in range(len(tree) - 1, -1, -1):
        below[slot] += sum(below[tree.first_child[slot] : tree.first_child[slot + 1]])
    assert found["counts"] == below


READ = """
    const { tree } = readStrategyFile(job.facts, bytesOfBase64(job.file), MessagePack.decode);
    return Array.from({ length: tree.length }, (_, slot) => [
        tree.guess[slot] < 0 ? null : tree.guess[slot],
        tree.branches(slot).map(({ response, child }) => [response, child < 0 ? null : child]),
    ]);
"""


@pytest.mark.early
@pytest.mark.parametrize("vector", vectors(), ids=lambda vector: vector["game"])
def test_the_page_reads_the_vectors(engine: Engine, vector: dict[str, Any]) -> None:
    facts = facts_of(decode(base64.b64decode(vector["file"])))
    found = engine(READ, {"facts": facts, "file": vector["file"]})
    assert [(guess, [tuple(branch) for branch in branches]) for guess, branches in found] == told_slots(vector)
