"""For every test: it has the same name in every process, a slow one says why it is slow, and a run can
tell where its minutes went."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pytest
from _pytest.terminal import TerminalReporter

from tests.chromium import CHROMIUM_FLAGS, MISSING, find_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

# Spark's data are small here: Java's first compiler and its simplest collector start sooner than the
# others pay. Programs that tests start inherit it.
os.environ.setdefault("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")

MINUTES = pytest.StashKey["Minutes"]()


DEAREST = 20


@pytest.fixture(autouse=True)
def default_local_parallelism() -> Iterator[None]:
    """A program may set it for all environments that come later; the next test begins without."""
    yield
    module = sys.modules.get("flinksim.datastream.stream_execution_environment")
    if module is not None:
        module._LOCAL_PARALLELISM.set(None)


def cpu_s() -> float:
    """What this process and those that it has waited for have computed so far, in seconds."""
    return sum(os.times()[:4])


class CpuClock:
    """Writes on each report what its phase has computed: a busy machine changes it little."""

    def __init__(self) -> None:
        self._before = cpu_s()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        now = cpu_s()
        report.cpu_s = now - self._before  # type: ignore[attr-defined]
        self._before = now
        return report


class Minutes:
    """Adds up what tests take, by folder; under xdist that of all workers.

    Seconds of CPU are without those of programs that still run, as Spark's Java.
    """

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()
        self.cpu: Counter[str] = Counter()
        self.tests: Counter[str] = Counter()
        self.cpu_of_tests: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        area, cpu = area_of(report.nodeid), getattr(report, "cpu_s", 0.0)
        self.seconds[area] += report.duration
        self.cpu[area] += cpu
        self.cpu_of_tests[report.nodeid] += cpu
        self.tests[area] += report.when == "call"

    def dearest(self) -> list[str]:
        found = self.cpu_of_tests.most_common(DEAREST)
        return [f"{cpu:7.1f} s of CPU  {name}" for name, cpu in found]

    def lines(self) -> list[str]:
        total = "all", self.seconds.total(), self.cpu.total(), self.tests.total()
        rows = [
            (area, took, self.cpu[area], self.tests[area])
            for area, took in self.seconds.most_common()
        ]
        return [
            f"{took / 60:7.2f} min {cpu / 60:7.2f} of CPU {tests:6} tests  {area}"
            for area, took, cpu, tests in (*rows, total)
        ]


def area_of(nodeid: str) -> str:
    """``tests/runtime/tasks/test_x.py::test_y`` is of ``tests/runtime``."""
    *folders, _file = nodeid.partition("::")[0].split("/")
    return "/".join(folders[:2]) or "."


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--minutes",
        action="store_true",
        help="tell how long each folder of tests took, and which tests took most",
    )


def pytest_configure(config: pytest.Config) -> None:
    # A worker of xdist reports to the process that started it.
    if config.getoption("--minutes"):
        config.pluginmanager.register(CpuClock())
    if config.getoption("--minutes") and not hasattr(config, "workerinput"):
        config.stash[MINUTES] = Minutes()
        config.pluginmanager.register(config.stash[MINUTES])


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow("clicks and looks in a real browser"))
            # A browser is another program, on a machine that may be busy: what fails is tried once
            # more, and the summary names it.
            item.add_marker(pytest.mark.flaky(reruns=1))
        if " at 0x" in item.nodeid:
            raise pytest.UsageError(
                f"{item.nodeid} has an address in its name, another one in each process; "
                "give its parameters ids"
            )
        for mark in item.iter_markers("slow"):
            if len(mark.args) != 1 or mark.kwargs or not isinstance(mark.args[0], str):
                raise pytest.UsageError(
                    f"{item.nodeid} is marked slow without a reason; "
                    'write @pytest.mark.slow("what takes so long")'
                )


def pytest_terminal_summary(terminalreporter: TerminalReporter, config: pytest.Config) -> None:
    again = terminalreporter.stats.get("rerun", [])
    if again:
        terminalreporter.section("tried a second time")
        for report in again:
            terminalreporter.line(f"{report.nodeid}\n{report.longreprtext}")
    minutes = config.stash.get(MINUTES, None)
    if minutes is not None:
        terminalreporter.section("the dearest tests")
        for line in minutes.dearest():
            terminalreporter.write_line(line)
        terminalreporter.section("minutes by area")
        for line in minutes.lines():
            terminalreporter.write_line(line)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real Chromium, without a screen; one for all tests of a process, which can have no second."""
    from playwright.sync_api import sync_playwright

    chromium = find_chromium()
    if chromium is None:
        pytest.fail(MISSING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_FLAGS)
        open_context = browser.new_context

        def open_experienced(*, is_newcomer: bool = False, **settings: Any) -> BrowserContext:
            """Open a context whose user has dismissed the callouts and shows all controls."""
            context = open_context(**settings)
            if is_newcomer:
                return context
            context.add_init_script(
                "try { for (const one of ['more', 'tips']) localStorage['flinksim-' + one] ??= '1' }"
                " catch {}"
            )
            return context

        browser.new_context = open_experienced  # type: ignore[method-assign]
        browser.new_page = lambda **settings: open_experienced(**settings).new_page()  # type: ignore[method-assign]
        yield browser
        browser.close()
