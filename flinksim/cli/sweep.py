"""``flinksim sweep``: a program's windows at other delays, idle timeouts and latenesses."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from flinksim.cli.of_logs import ask_each_job, with_suffix
from flinksim.cli.program import add_program
from flinksim.cli.replay import add_spark
from flinksim.cli.telling import tell
from flinksim.common.configuration import format_duration_ms, parse_duration_ms

if TYPE_CHECKING:
    from flinksim.spark.job import SparkJob
    from flinksim.spark.sweeps.sweep import Point, Sweep

NEVER = "never"

_COLUMNS = (
    "delay", "idle after", "lateness", "on time", "counted", "late", "dropped",
    "p50", "p95", "p99", "panes", "at most",
)  # fmt: skip


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    sweep = commands.add_parser(
        "sweep",
        help="how complete and how late results would be with other delays, in one pass over the log",
        epilog="p50, p95 and p99: so long after the end of their window come 50, 95 and 99 of 100 "
        "results. After -- come the program's own arguments.",
    )
    add_program(sweep)
    sweep.add_argument(
        "--delay", type=_durations, required=True, metavar="TIMES",
        help="delays of the watermark, as 0,1s,5s",
    )  # fmt: skip
    sweep.add_argument(
        "--idleness", type=_timeouts, default=[None], metavar="TIMES",
        help=f"idle timeouts, as {NEVER},30s; default: {NEVER}",
    )  # fmt: skip
    sweep.add_argument(
        "--lateness", type=_durations, default=[0], metavar="TIMES",
        help="allowed latenesses, as 0,1min; default: 0",
    )  # fmt: skip
    sweep.add_argument("--picture", type=Path, metavar="FILE", help="draw it (.png, .svg, .pdf)")
    sweep.add_argument("--quiet", action="store_true", help="no progress")
    add_spark(sweep)
    sweep.set_defaults(action=execute, bad_rows=None, dialect="java")


def _durations(text: str) -> list[int]:
    try:
        return [parse_duration_ms(part.strip(), "time") for part in text.split(",")]
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{error}; several with commas between") from None


def _timeouts(text: str) -> list[int | None]:
    parts = [part.strip() for part in text.split(",")]
    return [None if part == NEVER else _durations(part)[0] for part in parts]


def execute(options: argparse.Namespace) -> int:
    """Carry the command out; gives the exit code."""

    def ask(job: SparkJob, suffix: str) -> None:
        swept = job.sweep(options.delay, options.idleness, options.lateness)
        if suffix:
            print(f"{job.pipeline.job_name}:")
        print(table_of(swept))
        for idleness in options.idleness:
            print(_least_delay(swept, idleness))
        if options.picture is not None:
            path = with_suffix(options.picture, suffix)
            swept.picture().savefig(path)
            tell(f"picture written to {path}")

    return ask_each_job(options, ["picture"], ask)


def table_of(sweep: Sweep) -> str:
    """The points of the grid, one line each."""
    rows = [_COLUMNS, *(_cells(point) for point in sweep.points)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    )


def _cells(point: Point) -> tuple[str, ...]:
    return (
        format_duration_ms(point.delay_ms),
        NEVER if point.idleness_ms is None else format_duration_ms(point.idleness_ms),
        format_duration_ms(point.lateness_ms),
        f"{point.on_time_share:.3%}", f"{point.counted_share:.3%}",
        f"{point.late:,}", f"{point.dropped:,}",
        f"{point.delay_p50:,} ms", f"{point.delay_p95:,} ms", f"{point.delay_p99:,} ms",
        f"{point.panes_mean:,.1f}", f"{point.panes_max:,}",
    )  # fmt: skip


def _least_delay(sweep: Sweep, idleness_ms: int | None) -> str:
    from flinksim.spark.sweeps.sweep import ENOUGH

    delay = sweep.smallest_delay(ENOUGH, idleness_ms)
    line = f"smallest delay with {100 * ENOUGH:g} % on time: {delay:,} ms"
    return line if idleness_ms is None else f"{line} (idle after {format_duration_ms(idleness_ms)})"
