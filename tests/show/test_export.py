"""Exports, re-read with the libraries that own the formats, and played against every secret beside the player."""

from __future__ import annotations

import csv
import html
import io
import json
import os
import re
import struct
import subprocess
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice, pairwise
from pathlib import Path
from xml.etree import ElementTree

import networkx as nx
import pydot
import pytest
from patience import PATIENCE
from png import png_chunks
from preloaded import command
from toys import Erratic

from strategist import (
    CompiledStrategy,
    compile_strategy,
    make_game,
    make_rules,
    make_strategy,
    read_strategy,
    write_strategy,
)
from strategist.commands import exporting
from strategist.common.errors import OutputError, StrategistError, StrategyFileError, TooLargeError
from strategist.common.whole_files import write_file
from strategist.files.strategy import StrategyData
from strategist.games.tables.lexicon import canonical
from strategist.games.tables.sheet import make_sheet
from strategist.games.tables.table import Table
from strategist.matrices.marked_text import plain
from strategist.model.game import Code, Game
from strategist.model.solitaire import Solitaire, follow
from strategist.model.tree import GIVE_UP, Claims, DecisionTree
from strategist.page import page
from strategist.show.formats.export import dot, graphml, node_link, table
from strategist.show.formats.graph import strategy_graph
from strategist.show.pictures import line_picture as line_pictures
from strategist.show.pictures.icicle import icicle, legible_depth
from strategist.show.pictures.tree_picture import tree_picture
from strategist.show.slots.at_slots import at_slots

Run = Callable[..., subprocess.CompletedProcess[bytes]]

ROOT = Path(__file__).parents[2]
KNUTH = ROOT / "strategies" / "mastermind-4x6.minimax.msgpack"
SHEET = [
    ["", 'd"og', "<b>cat</b>", "a&amp;b", "back\\slash\\", "\\n", "$x$ $y$", "été 牛", "{curly}|", "-->"],
    ["legs & <arms>", "4", "4", "2", '"two"', "0", "0", "4", "a\\", "]]>"],
    ['says "w,oof"', "yes", "no", "no", "no", "yes", "n;o", "no", "no", "&lt;"],
    ["it's \\N?", "\\", "é", "é", "\\", "\\", "\\", "\\", "\\", "\\"],
]


def _hostile(goal: str) -> StrategyData:
    game = Table({"file": 'a "b" <c>.csv', "goal": goal}, make_sheet(list(enumerate(SHEET, 1))))
    return compile_strategy(game, make_strategy("entropy", game)).data


def _named(game_text: str, strategy: str, start: str = "") -> StrategyData:
    game = make_rules(game_text)
    return compile_strategy(game, make_strategy(strategy, game), start=game.parse_history(start)).data


def _erratic() -> StrategyData:
    game = make_game("mastermind(3,3)")
    return compile_strategy(game, Erratic(game, {"patience": 3})).data


CASES: dict[str, Callable[[], StrategyData]] = {
    "knuth": lambda: read_strategy(KNUTH),
    "words": lambda: _named("words", "entropy"),
    "hostile": lambda: _hostile("ask"),
    "hostile-identify": lambda: _hostile("identify"),
    "out-of-turns": lambda: _named("mastermind(3,4,turns=3)", "minimax"),
    "gives-up": _erratic,
    "from-a-position": lambda: _named("mastermind(4,6)", "minimax", "1122:1b1w"),
    "losing-position": lambda: _named("mastermind(3,6,turns=3)", "entropy", "112:1b0w"),
}


@pytest.fixture(scope="module", params=list(CASES))
def data(request: pytest.FixtureRequest) -> StrategyData:
    return CASES[request.param]()


@pytest.fixture(scope="module")
def line() -> StrategyData:
    return _named("pegswap(3,2)", "optimal")


def _from_dot(text: str) -> nx.DiGraph:
    """The graph that pydot reads, with the attributes of :func:`strategy_graph`."""
    with warnings.catch_warnings():
        # pydot calls its parser by deprecated names.
        warnings.simplefilter("ignore", DeprecationWarning)
        (parsed,) = pydot.graph_from_dot_data(text)
    graph = nx.DiGraph()
    for node in parsed.get_nodes():
        if node.get_name() != "node":
            *first, last = _lines(node.get("label"))
            told = {"guess": _string(first[0]), "candidates": int(last)} if first else {"position": last}
            graph.add_node(int(node.get_name()), **told, solves=node.get("peripheries") is not None)
    for edge in parsed.get_edges():
        response = _string(_lines(edge.get("label"))[0])
        graph.add_edge(int(edge.get_source()), int(edge.get_destination()), response=response)
    return graph


def _string(name: str) -> str:
    """The canonical form of a name in a label."""
    return name if name == "gives up" else canonical(name)


def _lines(label: str) -> list[str]:
    """The lines of a quoted label, as Graphviz reads it."""
    assert label.startswith('"') and label.endswith('"')
    lines = re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], label[1:-1])
    return [html.unescape(text) for text in lines.split("\n")]


READ: dict[str, Callable[[StrategyData], nx.DiGraph]] = {
    "networkx": strategy_graph,
    "dot": lambda data: _from_dot("".join(dot(data))),
    "graphml": lambda data: nx.read_graphml(io.BytesIO("".join(graphml(data)).encode()), node_type=int),
    "json": lambda data: nx.node_link_graph(json.loads("".join(node_link(data))), edges="edges"),
}


def _play(data: StrategyData, secret: Code, graph: nx.DiGraph) -> Iterator[int]:
    """The nodes that play visits in a re-read graph, compared with the player at each."""
    game = data.game
    assert isinstance(game, Game)
    play, node = CompiledStrategy(data).start(), 0
    while True:
        yield node
        told = graph.nodes[node]
        after = {graph.edges[edge]["response"]: edge[1] for edge in graph.out_edges(node)}
        assert len(after) == graph.out_degree(node)
        if play.guess is None:
            assert not after
            assert told.get("guess", "gives up") == (f"={play.secret}" if play.solved else "gives up")
            return
        assert told["guess"] == play.guess
        response = game.format_response(game.respond(game.parse_code(play.guess), secret))
        assert set(play.responses) - {game.format_response(game.response_count - 1)} == set(after)
        assert told["solves"] == (len(play.responses) > len(after))
        play.respond(response)
        if play.solved and not game.announces:
            assert response not in after
            return
        node = after[response]


@pytest.mark.parametrize("form", READ)
def test_every_secret_takes_its_path_through_what_is_read_back(data: StrategyData, form: str) -> None:
    if form == "dot" and len(data.tree) > 200:
        assert_dot_of_large_tree(data)
        return
    graph = READ[form](data)
    assert len(graph) == len(data.tree) and nx.is_arborescence(graph)
    visits = Counter(node for secret in data.game.consistent(data.start) for node in _play(data, secret, graph))
    assert visits == {node: told["candidates"] for node, told in graph.nodes.items()}


def assert_dot_of_large_tree(data: StrategyData) -> None:
    """pydot reads only a hundred lines per second: it reads the first levels, and the others are counted."""
    text = "".join(dot(data))
    assert len(re.findall(r"^\d+ \[", text, re.MULTILINE)) == len(data.tree)
    assert text.count(" -> ") == len(data.tree) - 1
    top = strategy_graph(data, 2)
    top.graph.clear()
    for told in top.nodes.values():
        del told["depth"]
    assert nx.utils.graphs_equal(_from_dot("".join(dot(data, 2))), top)


def test_json_tells_the_claims(data: StrategyData) -> None:
    told = json.loads("".join(node_link(data)))
    assert (told["game"], told["strategy"], told["bound"]) == (data.game.spec, data.strategy, data.bound)
    assert (told["total"], told["lost"], told["histogram"]) == (
        data.claims.total,
        data.claims.lost,
        list(data.claims.histogram),
    )
    assert told["start"] == data.game.format_history(data.start)


@pytest.mark.parametrize("form", ["dot", "graphml", "json"])
def test_depth_cuts_levels(form: str) -> None:
    data = read_strategy(KNUTH)
    write = {"dot": dot, "graphml": graphml, "json": node_link}[form]
    whole = strategy_graph(data)
    top = whole.subgraph([node for node, told in whole.nodes.items() if told["depth"] < 2])
    text = "".join(write(data, 2))
    if form == "json":
        assert nx.utils.graphs_equal(nx.node_link_graph(json.loads(text), edges="edges"), nx.DiGraph(top))
    else:
        assert len(_from_dot(text) if form == "dot" else nx.parse_graphml(text)) == len(top) == 13
    assert "".join(write(data, 99)) == "".join(write(data, 10**30)) == "".join(write(data))


def test_a_row_a_secret(data: StrategyData) -> None:
    game = data.game
    assert isinstance(game, Game)
    header, *rows = csv.reader(io.StringIO("".join(table(data))), strict=True)
    noun = "question" if game.announces else "guess"
    assert header[:3] == ["secret", "outcome", "questions" if game.announces else "guesses"]
    assert header[3:] == [f"{noun} {number}" for number in range(1, len(header) - 2)]
    assert [row[0] for row in rows] == [game.format_secret(code) for code in game.consistent(data.start)]
    solved_at: Counter[int] = Counter()
    for name, outcome, count, *guesses in rows:
        play = CompiledStrategy(data).start()
        asked = []
        while play.guess is not None:
            asked.append(play.guess)
            play.respond(game.respond(game.parse_code(play.guess), game.parse_secret(name)))
        assert guesses == asked + [""] * (len(guesses) - len(asked)) and int(count) == len(asked)
        assert (outcome == "solved") == play.solved
        solved_at[len(asked) if play.solved else 0] += 1
    assert solved_at[0] == data.claims.lost
    assert tuple(solved_at[number] for number in range(1, data.claims.depth + 1)) == data.claims.histogram


def test_a_spreadsheet_computes_no_name() -> None:
    names = ["-cat", "+dog", "@hen", "-5", "--"]
    sheet = make_sheet([(1, ["", *names]), (2, ["+1?", "a", "b", "c", "d", "e"])])
    game = Table({"file": "x.csv", "goal": "identify"}, sheet)
    data = compile_strategy(game, make_strategy("first", game)).data
    _, *rows = csv.reader(io.StringIO("".join(table(data))), strict=True)
    assert [row[0] for row in rows] == ["'-cat", "'+dog", "'@hen", "-5", "--"]
    assert {row[3] for row in rows} == {"'+1?"}


def test_a_line_of_moves(line: StrategyData) -> None:
    game = line.game
    assert isinstance(game, Solitaire)
    moves = list(follow(game, line.tree.guesses))
    boards = [game.start, *(position for _, position in moves)]
    for form in ("networkx", "graphml", "json"):
        graph = READ[form](line)
        assert [graph.nodes[node]["position"] for node in nx.topological_sort(graph)] == boards
        assert [graph.edges[number, number + 1]["move"] for number in range(len(moves))] == [move for move, _ in moves]
        assert [node for node in graph if graph.nodes[node]["solves"]] == [len(moves)]
    graph = READ["dot"](line)
    assert [graph.nodes[number]["position"] for number in range(len(boards))] == boards
    assert len(strategy_graph(line, 4)) == 5 and len(strategy_graph(line, 10**30)) == len(boards)
    rows = list(csv.DictReader(io.StringIO("".join(table(line))), strict=True))
    assert [(row["move"], row["after"]) for row in rows] == moves
    assert [row["before"] for row in rows] == boards[:-1]


def test_a_tree_without_a_branch_is_refused() -> None:
    game = make_game("mastermind(1,3)")
    data = StrategyData(game, "broken", DecisionTree([0, 1], [0b11, 0b10], 2), Claims.of([1, 1], 1))
    with pytest.raises(StrategyFileError, match="no branch for secret 3 at guess 2"):
        list(at_slots(game, data).paths())


def test_graphml_refuses_what_xml_cannot_hold() -> None:
    sheet = make_sheet([(1, ["", "a", "b"]), (2, ["\uffff?", "no", "yes"])])
    game = Table({"file": "x.csv", "goal": "identify"}, sheet)
    data = compile_strategy(game, make_strategy("entropy", game)).data
    with pytest.raises(StrategistError, match=r"GraphML is XML, .* U\+FFFF"):
        list(graphml(data))
    with pytest.raises(StrategistError, match=r"SVG is XML, .* U\+FFFF"):
        tree_picture(data, "svg")
    assert len(list(dot(data))) == 7


# Pictures


def test_the_icicle_is_the_partition(data: StrategyData) -> None:
    """Each column holds the secrets not solved before, in one order, and each secret lies in the cells on its path."""
    game, tree = data.game, data.tree
    assert isinstance(game, Game)
    columns = icicle(game, data)
    sizes = at_slots(game, data).counts()
    assert [len([cell for cell in column if cell.slot is not None]) for column in columns] == list(
        map(len, islice(tree.levels(), len(columns)))
    )
    by_slot = {cell.slot: cell for column in columns for cell in column if cell.slot is not None}
    assert {slot: cell.size for slot, cell in by_slot.items()} == dict(enumerate(sizes))
    for column in columns:
        edges = [(cell.top, cell.top + cell.size) for cell in column]
        assert all(end <= begin for (_, end), (begin, _) in pairwise(edges))
    solved: dict[int, list[int]] = {}
    for path in at_slots(game, data).paths():
        nested = [by_slot[slot] for slot in path.slots]
        assert all(
            outer.top <= inner.top and inner.top + inner.size <= outer.top + outer.size
            for outer, inner in pairwise(nested)
        )
        if path.solved:
            for slot in path.slots:
                solved.setdefault(slot, []).append(len(path.slots))
    for slot, cell in by_slot.items():
        at = solved.get(slot)
        assert cell.average == (pytest.approx(sum(at) / len(at)) if at else None)


def test_a_legible_depth_is_chosen() -> None:
    data = read_strategy(KNUTH)
    assert isinstance(data.game, Game)
    columns = icicle(data.game, data)
    assert [legible_depth(columns, least) for least in (1, 2, 12, 100, 2000)] == [5, 4, 3, 2, 2]
    assert tree_picture(data, "png")[1:] == (3, 5)
    assert tree_picture(data, "png", 1)[1:] == (1, 5)


def _svg_texts(contents: bytes) -> list[str]:
    root = ElementTree.fromstring(contents)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    return ["".join(element.itertext()) for element in root.iter("{http://www.w3.org/2000/svg}text")]


def test_a_picture_of_every_case(data: StrategyData) -> None:
    shown = 2
    texts = _svg_texts(tree_picture(data, "svg", shown).contents)
    start = data.game.format_history(data.start)
    assert texts[0] == data.strategy + (f" from {start}" if start else "") and texts[1] == data.game.spec
    chunks = png_chunks(tree_picture(data, "png", shown).contents)
    width, height = struct.unpack(">II", chunks[b"IHDR"][:8])
    assert 900 < width < 4000 and 300 < height < 2200
    assert not set(chunks) & {b"tEXt", b"tIME", b"iTXt", b"zTXt"}


def test_small_trees_are_labelled_whole() -> None:
    data = _hostile("ask")
    assert isinstance(data.game, Game)
    picture = tree_picture(data, "svg")
    texts = Counter(_svg_texts(picture.contents))
    guesses = Counter(plain(data.game.shown_code(data.game.guesses[guess])) for guess in data.tree.guesses)
    assert picture.shown == picture.levels and guesses <= texts
    lost = _svg_texts(tree_picture(_erratic(), "svg").contents)
    assert lost.count("gives up") == _erratic().tree.guesses.count(GIVE_UP) and "lost" in lost


def test_a_picture_of_a_line(line: StrategyData, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = tree_picture(line, "svg")
    texts = _svg_texts(picture.contents)
    moves = len(line.tree)
    assert (picture.shown, picture.levels) == (moves, moves)
    assert "start" in texts and f"{moves}:  " in "".join(texts)
    assert texts.count("B") == 3 * (moves + 1) and texts.count("R") == 2 * (moves + 1)
    assert tree_picture(line, "png", 3).shown == 3
    monkeypatch.setattr(line_pictures, "_MOST_SQUARES", 30)
    assert tree_picture(line, "svg")[1:] == (5, moves)


def test_a_chain_of_guesses_shows_its_beginning() -> None:
    data = _named("mastermind(1,150)", "first")
    assert tree_picture(data, "svg")[1:] == (12, 150)
    assert tree_picture(data, "svg", 20).shown == 20
    with pytest.raises(TooLargeError, match="inches is too large: show less"):
        tree_picture(_named("pegswap(40,40)", "optimal"), "png", 1600)


# Files and bytes


def test_a_file_is_whole_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "out.csv"

    def chunks() -> Iterator[bytes]:
        yield b"half"
        raise StrategistError("no more")

    assert write_file(path, [b"a", b"bc"]) == 3
    with pytest.raises(StrategistError, match="no more"):
        write_file(path, chunks())
    with pytest.raises(OutputError, match="cannot write"):
        write_file(tmp_path / "nowhere" / "out.csv", [b"x"])
    assert path.read_bytes() == b"abc" and list(tmp_path.iterdir()) == [path]


def test_no_file_takes_the_place_of_a_pipe_or_a_link(tmp_path: Path) -> None:
    pipe, link, file = tmp_path / "pipe", tmp_path / "link", tmp_path / "file"
    os.mkfifo(pipe)
    link.symlink_to(file)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert write_file(pipe, [b"a", b"bc"]) == 3 and os.read(reader, 10) == b"abc"
    finally:
        os.close(reader)
    for contents in (b"new", b"newer"):
        write_file(link, [contents])
        assert link.is_symlink() and file.read_bytes() == contents
    assert pipe.is_fifo()


FORMATS = ("dot", "graphml", "json", "csv", "svg", "png", "pdf")
BYTES = """
import hashlib, sys
from strategist import read_strategy
from strategist.commands.exporting import FORMATS
from strategist.show.pictures.histograms import histogram_plot
for path in sys.argv[1:]:
    data = read_strategy(path)
    for name in ("dot", "graphml", "json", "csv", "svg", "png", "pdf"):
        print(path, name, hashlib.sha256(b"".join(FORMATS[name].render(data, None))).hexdigest())
    if "line" not in path:
        print(hashlib.sha256(histogram_plot([data, data], "svg") + histogram_plot([data], "png")).hexdigest())
        print(hashlib.sha256(histogram_plot([data], "pdf")).hexdigest())
"""


@pytest.mark.thorough
def test_the_same_bytes_every_time(line: StrategyData, tmp_path: Path) -> None:
    files = {"tree": compile_strategy("mastermind(3,4)", "minimax").data, "table": _hostile("identify"), "line": line}
    for name, data in files.items():
        write_strategy(tmp_path / f"{name}.msgpack", data)
    (tmp_path / "matplotlibrc").write_text("font.size: 30\nfigure.dpi: 50\nsvg.fonttype: path\n")
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", BYTES, *(str(tmp_path / f"{name}.msgpack") for name in files)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=folder,
            stdout=subprocess.PIPE,
        )
        for seed, folder in (("1", ROOT), ("2", tmp_path))
    ]
    told = [run.communicate()[0] for run in runs]
    assert told[0] == told[1] and told[0].count(b"\n") == 3 * len(FORMATS) + 4


# The command


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run strategist in a folder with one strategy file."""
    (tmp_path / "knuth.msgpack").write_bytes(KNUTH.read_bytes())

    def call(*arguments: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run([*command(), *arguments], capture_output=True, cwd=tmp_path, timeout=PATIENCE)

    return call


def test_export_prints_or_writes(run: Run, tmp_path: Path) -> None:
    data = read_strategy(KNUTH)
    assert run("export", "knuth.msgpack", "--format", "csv").stdout.decode() == "".join(table(data))
    told = run("export", "knuth.msgpack", "-o", "knuth.DOT", "--depth", "2")
    contents = (tmp_path / "knuth.DOT").read_text()
    assert contents == "".join(dot(data, 2)) and told.stderr == b""
    assert told.stdout.decode() == f"knuth.DOT: {len(contents)} bytes\n"
    assert run("export", "knuth.msgpack", "--format", "png").stderr.startswith(b"strategist: the picture shows 3 of 5")
    assert (tmp_path / "knuth.png").read_bytes() == tree_picture(data, "png").contents
    assert run("export", "knuth.msgpack", "--format", "html").stdout.startswith(b"knuth.html: ")
    assert (tmp_path / "knuth.html").read_text() == page(data)
    assert run("export", "knuth.msgpack", "--format", "json", "-o", "odd.txt").returncode == 0
    assert json.loads((tmp_path / "odd.txt").read_bytes())["total"] == 5801


def test_a_large_page_says_so(
    data: StrategyData, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    exporting._html(data, None)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(exporting, "_LARGE_PAGE", 10)
    exporting._html(data, None)
    assert capsys.readouterr().err == "strategist: a page of 1MB takes long to open\n"


def test_a_key_is_printed_or_a_page(run: Run, tmp_path: Path) -> None:
    printed = run("export", "mastermind-4x4.optimal-total-depth", "--format", "key")
    assert (printed.returncode, printed.stderr) == (0, b"") and b"\n1. " in printed.stdout
    for name, begin in (
        ("k.html", "<!doctype html>"),
        ("k.key", "Mastermind, 4 pegs, 4 colors\n"),
        ("k.md", "# Mastermind, 4 pegs, 4 colors\n"),
        ("k.tex", "\\documentclass"),
    ):
        assert run("export", "mastermind-4x4.optimal-total-depth", "--format", "key", "-o", name).returncode == 0
        assert (tmp_path / name).read_text("utf-8").startswith(begin)
    # The end of the name says that it is a key.
    assert run("export", "mastermind-4x4.optimal-total-depth", "-o", "other.md").returncode == 0
    assert (tmp_path / "other.md").read_bytes() == (tmp_path / "k.md").read_bytes()


def test_a_table_of_secrets_tells_their_classes() -> None:
    kinds = Path(__file__).parents[1] / "fixtures" / "kinds.csv"
    lines = list(table(compile_strategy(f"table(file={kinds},secrets=rows,goal=class,class=kind)", "first").data))
    assert lines[0].startswith("secret,class,outcome,questions,") and lines[4] == "hen,bird,solved,2,milk,wings\n"


def test_a_long_key_says_so(
    data: StrategyData, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("strategist.show.formats.key.MANY", 1)
    assert list(exporting._key(data, None))
    assert re.fullmatch(r"strategist: a key of \d+ couplets is long to read\n", capsys.readouterr().err)


@pytest.mark.thorough
def test_a_picture_of_a_given_size(run: Run, tmp_path: Path) -> None:
    def box() -> list[float]:
        found = re.search(rb"/MediaBox \[([^\]]*)\]", (tmp_path / "x.pdf").read_bytes())
        assert found
        return [float(each) for each in found[1].split()]

    landscape = pytest.approx([0, 0, 297 / 25.4 * 72, 210 / 25.4 * 72], abs=0.1)
    for arguments in (["--landscape"], ["--size", "a4", "--landscape"], ["--size", "297x210mm"]):
        assert run("export", "knuth.msgpack", "-o", "x.pdf", *arguments).returncode == 0
        assert box() == landscape
    assert run("export", "--format", "chart", "knuth.msgpack", "-o", "x.pdf", "--size", "5x4in").returncode == 0
    assert box() == [0, 0, 360, 288]
    contents = (tmp_path / "x.pdf").read_bytes()
    assert contents.startswith(b"%PDF-") and b"CreationDate" not in contents and b"Producer" not in contents


def test_without_matplotlib(run: Run, tmp_path: Path) -> None:
    (tmp_path / "matplotlib.py").write_text("raise ModuleNotFoundError('no such library', name='matplotlib')\n")
    for arguments in (
        ["export", "knuth.msgpack", "-o", "x.svg"],
        ["export", "--format", "chart", "knuth.msgpack", "-o", "x.png"],
    ):
        line = [sys.executable, "-m", "strategist", *arguments]
        result = subprocess.run(line, capture_output=True, cwd=tmp_path, timeout=PATIENCE)
        assert result.returncode == 2 and result.stderr.count(b"\n") == 1
        assert b"pip install 'strategist-compiler[plots]'" in result.stderr
    assert run("export", "knuth.msgpack", "-o", "x.graphml").returncode == 0
    assert not list(tmp_path.glob("x.[ps]*"))
