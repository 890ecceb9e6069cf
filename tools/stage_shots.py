"""The stepper as pictures, as tables, and as a judge of access sees it.

python tools/stage_shots.py FOLDER              # eight jobs: light, dark, hall, phone, in Chinese
python tools/stage_shots.py FOLDER --vision     # as the colour blind see them, too
python tools/stage_shots.py FOLDER --only demo  # one job

Beside the pictures it prints, for each job, its facts and the nodes of the page; how fast these pages
are is measured by ``benchmarks/stage.py``. It needs Chromium.
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
from flinksim.course.demo.flights_with_crash import crashing_flights
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.local_executor import run_settings
from flinksim.runtime.minicluster import MiniCluster, RunSettings
from flinksim.simulation.program_source import program_lines
from flinksim.simulation.simulation import simulate
from flinksim.viz.widgets.export.headless_chromium import Tab, browse
from flinksim.viz.widgets.export.html_page import export_html

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
READY = "document.documentElement?.dataset.ready === 'yes'"
VISIONS = ("protanopia", "deuteranopia", "tritanopia", "achromatopsia")


@dataclass(frozen=True, slots=True)
class Look:
    """One way of looking at a page: a size, and what stands behind its ``#``."""

    width: int
    height: int
    show: str = ""
    dark: bool = False
    phone: bool = False


LOOKS = {
    "light": Look(1280, 800),
    "dark": Look(1280, 800, dark=True),
    "hall": Look(1920, 1080, "mode=hall"),
    "phone": Look(390, 844, phone=True),
    "chinese": Look(1280, 800, "language=zh"),
}


def of_file(path: str) -> Callable[[], MiniCluster]:
    """Runs a program of the examples to its end."""

    def run() -> MiniCluster:
        with run_settings(RunSettings()) as runs:
            try:
                runpy.run_path(str(EXAMPLES / path), run_name="__main__")
            except JobExecutionError:
                pass
        cluster: MiniCluster = runs.clusters[-1]
        return cluster

    return run


def demo() -> MiniCluster:
    return simulate_flights().run().cluster


def checkpoint() -> MiniCluster:
    simulation = crashing_flights(parallelism=2)
    simulation.run(until=2000)
    return simulation.crash("departures 2/2").run().cluster


def subtasks() -> MiniCluster:
    """200 subtasks."""
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


def hot_key() -> MiniCluster:
    """Nine of ten records have one key, so one of eight subtasks has nearly all of them."""
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


JOBS: Mapping[str, Callable[[], MiniCluster]] = {
    "demo": demo,
    "idle-split": of_file("situations/idle_split.py"),
    "session-merge": of_file("runs/three_sessions_become_one.py"),
    "late-record": of_file("situations/late_by_a_little.py"),
    "two-inputs": of_file("claims/two_inputs.py"),
    "hot-key": hot_key,
    "200-subtasks": subtasks,
    "checkpoint": checkpoint,
}


def shoot(tab: Tab, page: Path, look: Look, to: Path) -> None:
    """Open *page* in a *look*, and photograph it."""
    tab.call(
        "Emulation.setDeviceMetricsOverride",
        width=look.width,
        height=look.height,
        deviceScaleFactor=2 if look.phone else 1,
        mobile=look.phone,
    )
    scheme = {"name": "prefers-color-scheme", "value": "dark" if look.dark else "light"}
    still = {"name": "prefers-reduced-motion", "value": "reduce"}
    tab.call("Emulation.setEmulatedMedia", features=[scheme, still])
    tab.open("about:blank", "true")
    tab.open(f"{page.as_uri()}#{look.show}", READY)
    tab.ask(
        "new Promise((done) => setTimeout(() => requestAnimationFrame(done), 400)).then(() => 1)"
    )
    to.write_bytes(base64.b64decode(tab.call("Page.captureScreenshot", format="png")["data"]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", choices=JOBS, action="append")
    parser.add_argument("--looks", choices=LOOKS, action="append")
    parser.add_argument("--vision", action="store_true")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    print(f"{'job':14} {'facts':>8} {'nodes':>6}")
    with TemporaryDirectory() as folder, browse(1280, 800) as tab:
        for name in options.only or JOBS:
            with redirect_stdout(StringIO()):
                cluster = JOBS[name]()
            page = Path(folder) / f"{name}.html"
            export_html(cluster.trace, page, program=program_lines(cluster.job_graph))
            for look in options.looks or LOOKS:
                shoot(tab, page, LOOKS[look], options.folder / f"{name}-{look}.png")
            for vision in VISIONS if options.vision else ():
                tab.call("Emulation.setEmulatedVisionDeficiency", type=vision)
                shoot(tab, page, LOOKS["light"], options.folder / f"{name}-{vision}.png")
                tab.call("Emulation.setEmulatedVisionDeficiency", type="none")
            shoot(tab, page, LOOKS["light"], options.folder / f"{name}-light.png")
            nodes = tab.ask("document.querySelectorAll('.flinksim-stepper *').length")
            print(f"{name:14} {len(cluster.trace.events):8,} {nodes:6,}", flush=True)


if __name__ == "__main__":
    main()
