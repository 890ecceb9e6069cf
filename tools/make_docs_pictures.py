"""Take the pictures of the README and the documentation again.

    python tools/make_docs_pictures.py                # all of them
    python tools/make_docs_pictures.py view-network   # some, by file name

Run it after a change of the stepper, so that the pictures have its labels. It needs Chromium, and a
Chinese font for the button that changes the language. Plots of measurements are written by
``benchmarks/network.py --out docs/pictures``.
"""

from __future__ import annotations

import argparse
import base64
import re
import runpy
import sys
from collections.abc import Callable, Mapping
from contextlib import chdir, redirect_stdout
from dataclasses import dataclass
from functools import cache
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks import network_experiments  # noqa: E402
from flinksim.cli import main as run_command  # noqa: E402
from flinksim.course.demo import simulate_flights  # noqa: E402
from flinksim.course.demo.flights_with_crash import simulate_crashing_flights  # noqa: E402
from flinksim.recording.recording_import import read_recording  # noqa: E402
from flinksim.runtime.local_executor import run_settings  # noqa: E402
from flinksim.runtime.minicluster import RunSettings  # noqa: E402
from flinksim.runtime.network_settings import NetworkSettings  # noqa: E402
from flinksim.trace.recorder import Trace  # noqa: E402
from flinksim.viz.compare_view import compare_side_by_side  # noqa: E402
from flinksim.viz.widgets.export.headless_chromium import open_browser  # noqa: E402
from flinksim.viz.widgets.export.html_page import export_html  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
READY_SCRIPT = "document.documentElement?.dataset.ready === 'yes'"
DISMISS_CALLOUTS = """
for (const button of document.querySelectorAll(".marks .primary"))
  if (button.checkVisibility()) button.click();
"""
"""Callouts are for the first opening; a picture in a text is not one."""

SELECT_EDGE = """
const root = document.querySelector("[role=application]");
const press = (key) => root.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
press("ArrowRight");
press("ArrowDown");
press("ArrowDown");
"""
"""In the plan view: the StreamGraph, and its first edge."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A screenshot of a page.

    Attributes:
        write_page: Writes the page to this path.
        fragment: What the page shows, as in the address bar.
        size: Width and height in CSS pixels.
        script: JavaScript to run before the picture is taken, as a user would press something.
    """

    write_page: Callable[[Path], Any]
    fragment: str = ""
    size: tuple[int, int] = (1280, 800)
    script: str = DISMISS_CALLOUTS


# --- runs -----------------------------------------------------------------------------------------


@cache
def run_example(path: str, **network: Any) -> Trace:
    """Run a program below ``examples/`` and return its trace."""
    settings = RunSettings(network=NetworkSettings(**network)) if network else RunSettings()
    with run_settings(settings) as runs, redirect_stdout(StringIO()):
        runpy.run_path(str(ROOT / "examples" / path), run_name="__main__")
    trace: Trace = runs.clusters[-1].trace
    return trace


def run_channels() -> Trace:
    """Run two subtasks whose records are larger than a buffer."""
    return run_example("claims/channels.py", segment_bytes=24, buffer_timeout_ms=0)


@cache
def run_flights() -> Trace:
    return simulate_flights().run().trace


@cache
def run_with_lost_task_manager() -> Trace:
    simulation = simulate_crashing_flights(parallelism=2)
    simulation.run(until=2000)
    return simulation.crash("tm0").run().trace


@cache
def run_hot_key() -> Trace:
    return network_experiments.bottleneck_runs()["one hot key"]


# --- pages ----------------------------------------------------------------------------------------


def at_event(run: Callable[[], Trace], view: str, *names: str, **fields: Any) -> Picture:
    """Return a picture of the opening, or of the event that :func:`find_event` finds."""

    def write(path: Path) -> None:
        trace = run()
        position = find_event(trace, names, **fields) if names else None
        export_html(trace, path, position=position, view=view)

    return Picture(write)


def find_event(trace: Trace, names: tuple[str, ...], **fields: Any) -> int:
    """Return the number of events up to the last of *names*, each sought after the one before it.

    Args:
        trace: The run.
        names: Types of events.
        fields: Values of fields of the last event.

    Raises:
        LookupError: The run has no such events.
    """
    sought = list(names)
    for index, event in enumerate(trace.events):
        if type(event).__name__ != sought[0]:
            continue
        is_last = len(sought) == 1
        if is_last and all(getattr(event, name) == value for name, value in fields.items()):
            return index + 1
        if not is_last:
            sought.pop(0)
    raise LookupError(f"the run has no {' then '.join(names)} with {fields}")


def write_first_program(path: Path) -> None:
    """Run the program of the README, which writes the page itself."""
    readme = (ROOT / "README.md").read_text("utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    script = path.with_suffix(".py")
    script.write_text(program.replace('"run.html"', repr(str(path))), encoding="utf-8")
    with chdir(path.parent), redirect_stdout(StringIO()):
        runpy.run_path(str(script))


def write_changelog(path: Path) -> None:
    with chdir(ROOT), redirect_stdout(StringIO()):
        run_command(["run", "examples/sql/group_by_updates_for_ever.sql", "--html", str(path)])


def write_plan(path: Path) -> None:
    with chdir(ROOT), redirect_stdout(StringIO()):
        run_command(["plan", "examples/situations/late_by_a_little.py", "--html", str(path)])


def write_comparison(path: Path) -> None:
    before, after = network_experiments.before_and_with_credits()
    compare_side_by_side(before, after, ("before credits", "with credits")).export_html(path)


PAGES: Mapping[str, Picture] = {
    "first_program": Picture(write_first_program, "view=chart", size=(1280, 760)),
    "changelog": Picture(write_changelog, "step=12", size=(1280, 760)),
    "view-simple": at_event(
        lambda: run_example("situations/late_by_a_little.py"), "simple", "LateRecordDropped"
    ),
    "recorded-job": at_event(
        lambda: read_recording(ROOT / "tests/recording/recordings/classic.jsonl.gz"),
        "simple",
        "WindowFired",
    ),
    "view-chart": at_event(run_flights, "chart"),
    "view-watermarks": at_event(
        lambda: run_example("situations/idle_split.py"), "watermarks", "SplitStatusChanged"
    ),
    "view-network": Picture(
        lambda path: export_html(
            run_hot_key(), path, position=len(run_hot_key().events) // 3, view="network"
        )
    ),
    "view-whole-run": Picture(
        lambda path: export_html(
            run_hot_key(), path, position=len(run_hot_key().events) // 3, view="whole run"
        )
    ),
    "view-cluster": at_event(
        run_with_lost_task_manager,
        "cluster",
        "TaskFailed",
        "ActorCalled",
        call="registerTaskExecutor",
    ),
    "inside-spans": at_event(run_channels, "inside", "RecordPartlyRead"),
    "inside-suspended": at_event(run_channels, "inside", "DefaultActionSuspended"),
    "inside-hash": at_event(run_channels, "inside", "ChannelSelected"),
    "inside-copy": at_event(run_channels, "inside", "ElementProcessed", "ElementProcessed"),
    "plan-view": Picture(write_plan, script=SELECT_EDGE),
    "before-and-with-credits": Picture(write_comparison, size=(1600, 900)),
}


def take_picture(name: str) -> None:
    """Open the page and take its picture."""
    picture = PAGES[name]
    with TemporaryDirectory() as folder, open_browser(*picture.size) as tab:
        page = Path(folder) / "run.html"
        picture.write_page(page)
        tab.call(
            "Emulation.setEmulatedMedia",
            features=[{"name": "prefers-reduced-motion", "value": "reduce"}],
        )
        tab.open(f"{page.as_uri()}#{picture.fragment}", READY_SCRIPT)
        tab.call("Runtime.evaluate", expression=picture.script)
        tab.evaluate("new Promise((done) => setTimeout(done, 500)).then(() => 1)")
        shot = tab.call("Page.captureScreenshot", format="png")["data"]
        (PICTURES / f"{name}.png").write_bytes(base64.b64decode(shot))


def film_late_record() -> None:
    """Film the run in which one record comes a little too late."""
    with TemporaryDirectory() as folder:
        trace = str(Path(folder) / "run.flinktrace")
        program = ROOT / "examples/situations/late_by_a_little.py"
        run_command(["run", str(program), "--trace", trace, "--quiet"])
        run_command(["film", trace, str(PICTURES / "late_record.gif"), "--size", "960x600"])


def main() -> int:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    names = [*PAGES, "late_record"]
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(names)}")
    options = parser.parse_args()
    unknown = sorted(set(options.names) - set(names))
    if unknown:
        parser.error(f"no such picture: {', '.join(unknown)}; choose from {', '.join(names)}")
    for name in options.names or names:
        film_late_record() if name == "late_record" else take_picture(name)
        print(f"docs/pictures/{name}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
