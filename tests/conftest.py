"""Shared by all tests: which of them run, and fixtures that make games, strategies and trees."""

from __future__ import annotations

import gc
import signal
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import preloaded
import pytest
import selection
from hypothesis import settings
from sampling import CampaignNumbers, SomeOf

from strategist import compile_strategy, make_rules, make_strategy
from strategist.common import lazy_numpy, plugins
from strategist.files.strategy import StrategyData

if TYPE_CHECKING:
    from cases import Campaign, Case

# The machine may be busy with other things, and a first example compiles kernels: no example has a deadline.
settings.register_profile("few", deadline=None, max_examples=10)
settings.register_profile("all", deadline=None, max_examples=30)
settings.register_profile("slow", deadline=None, max_examples=200)


def pytest_addoption(parser: pytest.Parser) -> None:
    selection.add_options(parser)
    parser.addoption("--part", choices=("early", "late", "browser"), help="one of the parts of scripts/test")
    parser.addoption(
        "--campaign", type=int, default=None, metavar="N", help="how many random cases each campaign tries"
    )


def pytest_configure(config: pytest.Config) -> None:
    selection.configure(config)
    thorough = selection.is_thorough(config)
    settings.load_profile("slow" if config.getoption("--slow") else "all" if thorough else "few")
    if not thorough:
        config.pluginmanager.register(selection.Bar())
    # What a shell runs in the background ignores Ctrl-C, and tests that press it would wait for ever.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return selection.ignores(collection_path, config) or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left_out = selection.left_out(config, items)
    if left_out:
        config.hook.pytest_deselected(items=[item for item in items if item in left_out])
        items[:] = [item for item in items if item not in left_out]
    if config.getoption("--slow"):
        return
    skip = pytest.mark.skip(reason="takes minutes: run with --slow")
    for item in items:
        if "slow" in item.keywords:
            item.add_marker(skip)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """What is read to find the tests stays to the end: do not look through it for what can be thrown away."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.collect()
        gc.freeze()


def pytest_unconfigure() -> None:
    preloaded.stop()


@cache
def _compiled(game_text: str, strategy_text: str) -> StrategyData:
    game = make_rules(game_text)
    return compile_strategy(game, make_strategy(strategy_text, game)).data


@pytest.fixture
def compiled() -> Callable[[str, str], StrategyData]:
    """Compile a strategy for a game, both given as strings, once per session."""
    return _compiled


@pytest.fixture
def campaign_numbers(request: pytest.FixtureRequest) -> CampaignNumbers:
    """The numbers of the cases of a campaign: as many as the option says, else a third of a default number (or another
    share of it), all of them with --all, and four times as many with --slow."""
    wanted, slow = request.config.getoption("--campaign"), request.config.getoption("--slow")

    def numbers(default: int, share: int = 3) -> range:
        usual = 4 * default if slow else default if selection.is_thorough(request.config) else -(-default // share)
        return range(usual if wanted is None else wanted)

    return numbers


@pytest.fixture
def campaign(campaign_numbers: CampaignNumbers) -> Campaign:
    """Make cases by their numbers and check each; the numbers are 0, 1, 2 … up to the option, else to the default.

    A failure names its case, from which it can be made again.
    """

    def run(make: Callable[[int], Case], check: Callable[[int, Case], None], default: int) -> None:
        for number in campaign_numbers(default):
            case = make(number)
            try:
                check(number, case)
            except Exception as error:
                raise AssertionError(f"{make.__name__}({number}): {case}") from error

    return run


@pytest.fixture
def some_of(request: pytest.FixtureRequest) -> SomeOf:
    """One in so many of cases that are alike, such as the bytes of a file; all of them with --slow."""
    return lambda cases, step: cases if request.config.getoption("--slow") else cases[::step]


@pytest.fixture(scope="module", params=["plain", "bulk"])
def both_ways(request: pytest.FixtureRequest) -> Iterator[None]:
    """Every piece of work that NumPy does for large trees only: here it does none of them, or all."""
    limit = lazy_numpy.MANY
    lazy_numpy.MANY = 0 if request.param == "bulk" else sys.maxsize
    yield
    lazy_numpy.MANY = limit


def _offer(entry_points: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package with these entry points, as if it were installed."""
    package = tmp_path / "site" / "echo_game-1.0.dist-info"
    package.mkdir(parents=True)
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: echo-game\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text(entry_points)
    monkeypatch.syspath_prepend(package.parent)
    plugins.offered.cache_clear()
    yield
    plugins.offered.cache_clear()


@pytest.fixture
def installed_echo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """``echo`` and ``erratic`` of toys.py, as if an installed package offered them; other entries are nonsense."""
    yield from _offer(
        "[strategist.games]\necho = toys:Echo\nbroken = nowhere:Game\nhollow = toys:partitions\nsecond = toys:Echo\n"
        "[strategist.strategies]\nerratic = toys:Erratic\nsingles = toys:Singles\nbroken = nowhere:Strategy\n"
        "hollow = toys:Echo\nerrant = toys:Erratic\n",
        tmp_path,
        monkeypatch,
    )


@pytest.fixture
def installed_formats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The formats of foreign_formats.py, as if an installed package offered them."""
    entries = "[strategist.matrices]\ntraits = foreign_formats:Traits\nstripes = foreign_formats:Stripes\n"
    yield from _offer(entries, tmp_path, monkeypatch)


@pytest.fixture
def broken_formats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A format that is offered under another name than its own."""
    yield from _offer("[strategist.matrices]\nspare = foreign_formats:Traits\n", tmp_path, monkeypatch)


@pytest.fixture
def installed_kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The adapters of foreign_kernels.py, as if an installed package offered them; other entries are nonsense."""
    yield from _offer(
        "[strategist.kernels]\nswift = foreign_kernels:Swift\nchoosy = foreign_kernels:Choosy\n"
        "mirrored = foreign_kernels:Mirrored\nrows = foreign_kernels:Swift\n"
        "broken = nowhere:Adapter\nhollow = toys:Echo\nfleet = foreign_kernels:Swift\n"
        "[strategist.games]\necho = toys:Echo\n",
        tmp_path,
        monkeypatch,
    )


@pytest.fixture
def misnamed_echo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The same classes under other names than their own only, beside entries that cannot be imported."""
    yield from _offer(
        "[strategist.games]\nabsent = nowhere:Game\nreply = toys:Echo\n"
        "[strategist.strategies]\nabsent = nowhere:Strategy\nerrant = toys:Erratic\n",
        tmp_path,
        monkeypatch,
    )
