"""``flinksim sweep``: a program's windows with other delays, idle timeouts and allowed latenesses."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from flinksim.cli.console import print_stderr
from flinksim.cli.log_commands import append_suffix, run_for_each_job
from flinksim.cli.replay_command import add_location_argument, add_spark_arguments
from flinksim.cli.run_program import add_program_arguments
from flinksim.common.configuration import format_duration_ms, parse_duration_ms
from flinksim.core.atomic_files import write_atomically

if TYPE_CHECKING:
    from flinksim.replay.replay_job import SparkJob
    from flinksim.replay.sweep.parameter_sweep import Sweep

NEVER = "never"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = (
        "p50, p95 and p99 are percentiles of the latency: the time from the end of a window to its "
        "result."
    )
    add_program_arguments(parser)
    parser.add_argument(
        "--delay", type=_parse_durations, required=True, metavar="TIMES",
        help="Watermark delays to try, such as 0,1s,5s.",
    )  # fmt: skip
    parser.add_argument(
        "--idleness", type=_parse_timeouts, default=[None], metavar="TIMES",
        help=f"Idle timeouts to try, such as {NEVER},30s (default: {NEVER}).",
    )  # fmt: skip
    parser.add_argument(
        "--lateness", type=_parse_durations, default=[0], metavar="TIMES",
        help="Allowed lateness values to try, such as 0,1min (default: 0).",
    )  # fmt: skip
    parser.add_argument(
        "--picture", type=Path, metavar="FILE", help="Draw the results (.png, .svg, .pdf)."
    )
    parser.add_argument("--quiet", action="store_true", help="Hide the progress.")
    add_location_argument(parser)
    add_spark_arguments(parser)
    parser.set_defaults(action=execute, dialect="java")


def _parse_durations(text: str) -> list[int]:
    return [_parse_duration(part) for part in text.split(",")]


def _parse_timeouts(text: str) -> list[int | None]:
    return [
        None if part.strip() == NEVER else _parse_duration(part, f"{NEVER!r} or ")
        for part in text.split(",")
    ]


def _parse_duration(text: str, alternative: str = "") -> int:
    """Parse one duration of a list; *alternative* describes other accepted values in the error."""
    try:
        return parse_duration_ms(text.strip(), "time")
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"expected {alternative}a duration such as '5 s' or '200 ms', found {text.strip()!r}. "
            "Separate several values with commas."
        ) from None


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    from flinksim.replay.extract.time_format import format_time
    from flinksim.replay.sweep.sweep_table import format_settings, format_table

    def print_sweep(job: SparkJob, suffix: str) -> None:
        sweep = job.sweep(options.delay, options.idleness, options.lateness)
        if suffix:
            print(f"{job.pipeline.job_name}:")
        print(format_table(sweep.points))
        for idleness in options.idleness:
            for lateness in sweep.relevant_latenesses:
                print(_format_smallest_delay(sweep, idleness, lateness))
            for stall in sweep.find_watermark_stalls(idleness):
                print(f"{stall.describe(format_time)}{format_settings(idleness, None)}")
        if options.picture is not None:
            path = append_suffix(options.picture, suffix)
            with write_atomically(path) as draft:
                sweep.picture().savefig(draft)
            print_stderr(f"picture written to {path}")

    return run_for_each_job(options, ["picture"], print_sweep)


def _format_smallest_delay(sweep: Sweep, idleness_ms: int | None, lateness_ms: int | None) -> str:
    from flinksim.replay.sweep.parameter_sweep import DEFAULT_SHARE
    from flinksim.replay.sweep.sweep_table import format_settings

    try:
        delay = sweep.smallest_delay(DEFAULT_SHARE, idleness_ms, lateness_ms)
    except ValueError as error:
        return str(error)
    return (
        f"smallest delay with {100 * DEFAULT_SHARE:g} % on time: {format_duration_ms(delay)}"
        f"{format_settings(idleness_ms, lateness_ms)}"
    )
