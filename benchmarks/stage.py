"""How fast the stepper is on a page: opening it, jumping in it, and a frame while it plays.

    python benchmarks/stage.py               the jobs of tools/stage_shots.py, and one of 500,000 facts
    python benchmarks/stage.py --only large  that one alone
    python benchmarks/stage.py --rounds 3    each page three times, the best round of each figure
    python benchmarks/stage.py --presses     a press of the right arrow in each view, to its second frame

All in milliseconds of the CPU of the page's own thread in headless Chromium, but for *open*, which is
by the clock, from the page's start to its first picture. Of 60 jumps and of up to 240 frames the median
and the 95th percentile are told: ``drawn`` is script, layout and style, ``all`` everything that the
thread did, painting too; of that about 1.2 is what the measuring asks of it (*empty*).

A press is measured with its animation, at 40 places of the run: the goal is 100 in every view.
The ratio is that of the slowest press to the goal.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tools"), str(ROOT / "benchmarks")]

from stage_shots import JOBS  # noqa: E402

from flinksim.simulation.program_source import extract_program_source  # noqa: E402
from flinksim.viz.widgets.export.headless_chromium import Tab, open_browser  # noqa: E402
from flinksim.viz.widgets.export.html_page import export_html  # noqa: E402

READY = "document.documentElement?.dataset.ready === 'yes'"
MEASURES = ("TaskDuration", "ScriptDuration", "LayoutDuration", "RecalcStyleDuration")
JUMPS = 60
FRAMES = 240
LARGE = 13_400
"""So many records of each source make 500,000 facts."""

JUMP = """(async (part) => {
    const range = document.querySelector("[data-part=range]");
    range.value = String(Math.floor(Number(range.max) * part));
    range.dispatchEvent(new Event("input"));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
})(%f)"""
PRESS = """(async () => {
    const root = document.querySelector(".flinksim-stepper");
    root.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
    return 1;
})()"""
PLACES = 40
GOAL_MS = 100
VIEWS = ("simple", "chart", "watermarks", "network", "inside", "cluster", "whole run")
LEFT = "(({ max, value }) => max - value)(document.querySelector('[data-part=range]'))"
EMPTY = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
FRAME = f"new Promise((done) => requestAnimationFrame(() => setTimeout(() => done({LEFT}))))"


def large() -> Any:
    """Two sources, key_by, windows of 10 s: 500,000 facts."""
    from steps import reference_job

    from flinksim.simulation.simulation import simulate

    return simulate(reference_job(LARGE)).run().cluster


def cpu(tab: Tab) -> list[float]:
    """What the page's thread has used until now, by ``MEASURES``, in milliseconds."""
    told = tab.call("Performance.getMetrics")["metrics"]
    found = {one["name"]: one["value"] * 1000 for one in told}
    return [found[name] for name in MEASURES]


def costs(tab: Tab, what: Callable[[int], str], times: int) -> dict[str, list[float]]:
    """What each of so many turns of *what* cost, in order of size."""
    took = []
    for number in range(times):
        before = cpu(tab)
        if tab.evaluate(what(number)) == 0:
            break  # played to the end
        took.append([after - one for one, after in zip(before, cpu(tab), strict=True)])
    return {"drawn": sorted(sum(one[1:]) for one in took), "all": sorted(one[0] for one in took)}


def measured(tab: Tab, page: Path) -> dict[str, float]:
    """Opens *page*, jumps and plays in it."""
    tab.open("about:blank", "true")
    tab.call("Performance.enable", timeDomain="threadTicks")
    tab.open(page.as_uri(), READY)
    found = {"open": float(tab.evaluate("performance.now()")), "open cpu": cpu(tab)[0]}
    found["empty"] = costs(tab, lambda _: EMPTY, JUMPS)["all"][JUMPS // 2]
    jumps = costs(tab, lambda number: JUMP % ((number * 37 % JUMPS) / JUMPS), JUMPS)
    tab.evaluate(JUMP % 0.02)
    tab.evaluate("document.querySelector('[data-act=play]').click()")
    frames = costs(tab, lambda number: FRAME, FRAMES)
    for name, told in (("jump", jumps), ("frame", frames)):
        for part, values in told.items():
            found[f"{name} {part} p50"] = values[len(values) // 2]
            found[f"{name} {part} p95"] = values[len(values) * 95 // 100]
    found["frames"] = len(frames["all"])
    return found


def measure_presses(tab: Tab, page: Path) -> dict[str, list[float]]:
    """Press the right arrow at many places of the run, in each view; return the costs in order of size."""
    found = {}
    for view in VIEWS:
        tab.open("about:blank", "true")
        tab.call("Performance.enable", timeDomain="threadTicks")
        tab.open(f"{page.as_uri()}#view={view.replace(' ', '+')}", READY)
        tab.evaluate(JUMP % 0.5)
        took = []
        for number in range(PLACES):
            tab.evaluate(JUMP % ((number * 17 % PLACES) / PLACES))
            tab.evaluate(EMPTY)
            took += costs(tab, lambda _: PRESS, 1)["all"]
        found[view] = sorted(took)
    return found


def print_presses(name: str, presses: dict[str, list[float]]) -> None:
    for view, took in presses.items():
        middle, high, last = took[PLACES // 2], took[PLACES * 95 // 100], took[-1]
        print(
            f"{name:14} {view:12} {middle:8.1f} {high:8.1f} {last:8.1f} {last / GOAL_MS:8.2f}",
            flush=True,
        )


def main() -> None:
    jobs = {**JOBS, "large": large}
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", choices=jobs, action="append")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--presses", action="store_true")
    options = parser.parse_args()
    heads: list[str] = []
    with TemporaryDirectory() as folder, open_browser(1280, 800) as tab:
        for name in options.only or jobs:
            with redirect_stdout(StringIO()):
                cluster = jobs[name]()
            page = Path(folder) / f"{name}.html"
            export_html(cluster.trace, page, program=extract_program_source(cluster.job_graph))
            if options.presses:
                if not heads:
                    heads = ["p50", "p95", "slowest", "ratio"]
                    print(f"{'job':14} {'view':12} " + " ".join(f"{head:>8}" for head in heads))
                print_presses(name, measure_presses(tab, page))
                continue
            rounds = [measured(tab, page) for _ in range(options.rounds)]
            best = {key: min(one[key] for one in rounds) for key in rounds[0]}
            if not heads:
                heads = list(best)
                print(f"{'job':14} {'facts':>9} " + " ".join(f"{head:>14}" for head in heads))
            told = " ".join(f"{best[head]:14.1f}" for head in heads)
            print(f"{name:14} {len(cluster.trace.events):9,} {told}", flush=True)


if __name__ == "__main__":
    main()
