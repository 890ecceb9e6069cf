"""Takes screenshots of the stepper with several jobs, lessons, screen sizes and colour vision deficiencies.

python tools/stage_shots.py                     # all, into build/screens, which git ignores
python tools/stage_shots.py FOLDER --vision     # also as colour-blind people see them
python tools/stage_shots.py --only demo         # one job
python tools/stage_shots.py --only demo --looks dark --view "whole run"

For each job it prints the number of events and of nodes of the page. The look "first" is the first
opening, with its callouts; "column" has the size of an output in JupyterLab at 1280 pixels.
``benchmarks/stage.py`` measures
the speed of these pages. It needs Chromium.
"""

from __future__ import annotations

import argparse
import base64
import runpy
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.course.demo import simulate_flights
from flinksim.course.demo.flights_with_crash import simulate_crashing_flights
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_loader import load_definition
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.local_executor import run_settings
from flinksim.runtime.minicluster import MiniCluster, RunSettings
from flinksim.simulation.program_source import extract_program_source
from flinksim.simulation.simulation import simulate
from flinksim.viz.widgets.export.headless_chromium import Tab, open_browser
from flinksim.viz.widgets.export.html_page import export_html

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
READY_SCRIPT = "document.documentElement?.dataset.ready === 'yes'"
VISION_DEFICIENCIES = ("protanopia", "deuteranopia", "tritanopia", "achromatopsia")


@dataclass(frozen=True, slots=True)
class PageVariant:
    """A variant of a page: its size, and the fragment of its address."""

    width: int
    height: int
    fragment: str = ""
    is_dark: bool = False
    is_phone: bool = False
    has_callouts: bool = False


VARIANTS = {
    "light": PageVariant(1280, 800),
    "first": PageVariant(1280, 800, has_callouts=True),
    "column": PageVariant(860, 560),
    "dark": PageVariant(1280, 800, is_dark=True),
    "hall": PageVariant(1920, 1080, "mode=hall"),
    "phone": PageVariant(390, 844, is_phone=True),
    "chinese": PageVariant(1280, 800, "language=zh"),
}


def build_example_job(path: str) -> Callable[[], MiniCluster]:
    """Build a function that runs an example to its end."""

    def run() -> MiniCluster:
        with run_settings(RunSettings()) as runs:
            try:
                runpy.run_path(str(EXAMPLES / path), run_name="__main__")
            except JobExecutionError:
                pass
        cluster: MiniCluster = runs.clusters[-1]
        return cluster

    return run


def run_demo_job() -> MiniCluster:
    return simulate_flights().run().cluster


def run_checkpoint_job() -> MiniCluster:
    simulation = simulate_crashing_flights(parallelism=2)
    simulation.run(until=2000)
    return simulation.crash("departures 2/2").run().cluster


def run_many_subtasks_job() -> MiniCluster:
    """Run a job with 200 subtasks."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(100)
    script = {
        f"split {s}": [x for n in range(3) for x in (at(50 * n), record((s % 9, 50 * n - s)))]
        for s in range(100)
    }
    strategy: Any = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(5))
    strategy = strategy.with_timestamp_assigner(lambda value, _: value[1])
    readings = env.from_source(ScriptedSource(script), strategy, "readings")
    windows = TumblingEventTimeWindows.of(Time.milliseconds(50))
    readings.key_by(lambda value: value[0]).window(windows).sum(1).print()
    return simulate(env).run().cluster


def run_hot_key_job() -> MiniCluster:
    """Run a job in which nine of ten records have one key, so that one of eight subtasks has them."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(8)
    script = {
        f"split {s}": [
            x
            for n in range(40)
            for x in (at(25 * n), record((0 if n % 10 else 1 + n % 7, 25 * n - 3 * s)))
        ]
        for s in range(8)
    }
    strategy: Any = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(40))
    strategy = strategy.with_timestamp_assigner(lambda value, _: value[1])
    sales = env.from_source(ScriptedSource(script), strategy, "sales")
    windows = TumblingEventTimeWindows.of(Time.milliseconds(200))
    sales.key_by(lambda value: value[0]).window(windows).sum(1).print()
    return simulate(env).run().cluster


def run_join_job() -> MiniCluster:
    """Run a window join of two streams whose watermarks advance at different rates."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    strategy: Any = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(100))
    strategy = strategy.with_timestamp_assigner(lambda value, _: value[1])

    def read(name: str, every_ms: int) -> Any:
        script = [
            x for n in range(12) for x in (at(n * every_ms), record(("ab"[n % 2], n * every_ms)))
        ]
        return env.from_source(ScriptedSource(script), strategy, name)

    joined = read("orders", 100).join(read("payments", 160))
    windows = TumblingEventTimeWindows.of(Time.milliseconds(500))
    keyed = joined.where(lambda value: value[0]).equal_to(lambda value: value[0])
    keyed.window(windows).apply(lambda left, right: (left[0], left[1], right[1])).print()
    return simulate(env).run().cluster


def build_lesson_run(number: str) -> Callable[[], MiniCluster]:
    """Build a function that runs the program of a lesson."""
    return lambda: run_quietly(load_definition(number).simulate()).cluster


JOBS: Mapping[str, Callable[[], MiniCluster]] = {
    "demo": run_demo_job,
    "idle-split": build_example_job("situations/idle_split.py"),
    "session-merge": build_example_job("runs/three_sessions_become_one.py"),
    "late-record": build_example_job("situations/late_by_a_little.py"),
    "two-inputs": build_example_job("claims/two_inputs.py"),
    "hot-key": run_hot_key_job,
    "200-subtasks": run_many_subtasks_job,
    "checkpoint": run_checkpoint_job,
    "barrier": build_example_job("runs/barrier_alignment.py"),
    "join": run_join_job,
}

LESSONS = {
    "windows": "00",
    "sessions": "12",
    "timers": "14",
    "keys": "15",
    "network": "16",
    "barriers": "17",
    "crash": "18",
    "SQL": "28",
}
"""A lesson of each kind. Lesson 07 is about plans (``tools/make_docs_pictures.py``)."""
PAGES = {**JOBS, **{f"lesson-{name}": build_lesson_run(n) for name, n in LESSONS.items()}}
SCREENS = Path(__file__).resolve().parent.parent / "build" / "screens"
DISMISS_CALLOUTS = """
for (const button of document.querySelectorAll(".marks .primary"))
  if (button.checkVisibility()) button.click();
"""


def capture(tab: Tab, page: Path, variant: PageVariant, target: Path, view: str = "") -> None:
    """Open a page in a variant, at a view, and take a screenshot."""
    tab.call(
        "Emulation.setDeviceMetricsOverride",
        width=variant.width,
        height=variant.height,
        deviceScaleFactor=2 if variant.is_phone else 1,
        mobile=variant.is_phone,
    )
    scheme = {"name": "prefers-color-scheme", "value": "dark" if variant.is_dark else "light"}
    still = {"name": "prefers-reduced-motion", "value": "reduce"}
    tab.call("Emulation.setEmulatedMedia", features=[scheme, still])
    tab.open("about:blank", "true")
    address = "&".join(filter(None, (variant.fragment, view and f"view={view}")))
    tab.open(f"{page.as_uri()}#{address}", READY_SCRIPT)
    if not variant.has_callouts:
        tab.evaluate(DISMISS_CALLOUTS)
    tab.evaluate(
        "new Promise((done) => setTimeout(() => requestAnimationFrame(done), 400)).then(() => 1)"
    )
    target.write_bytes(base64.b64decode(tab.call("Page.captureScreenshot", format="png")["data"]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=SCREENS)
    parser.add_argument("--only", choices=PAGES, action="append")
    parser.add_argument("--looks", choices=VARIANTS, action="append")
    parser.add_argument(
        "--view", default="", help="the view, if not the one that the page opens with"
    )
    parser.add_argument("--vision", action="store_true")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    print(f"{'job':16} {'events':>8} {'nodes':>6}")
    with TemporaryDirectory() as folder, open_browser(1280, 800) as tab:
        for name in options.only or PAGES:
            with redirect_stdout(StringIO()):
                cluster = PAGES[name]()
            page = Path(folder) / f"{name}.html"
            export_html(cluster.trace, page, program=extract_program_source(cluster.job_graph))
            kind = f"{name}-{options.view}".rstrip("-").replace(" ", "-")
            for look in options.looks or VARIANTS:
                target = options.folder / f"{kind}-{look}.png"
                capture(tab, page, VARIANTS[look], target, options.view.replace(" ", "+"))
            for vision in VISION_DEFICIENCIES if options.vision else ():
                tab.call("Emulation.setEmulatedVisionDeficiency", type=vision)
                capture(tab, page, VARIANTS["light"], options.folder / f"{kind}-{vision}.png")
                tab.call("Emulation.setEmulatedVisionDeficiency", type="none")
            nodes = tab.evaluate("document.querySelectorAll('.flinksim-stepper *').length")
            print(f"{name:16} {len(cluster.trace.events):8,} {nodes:6,}", flush=True)


if __name__ == "__main__":
    main()
