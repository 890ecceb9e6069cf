"""``flinksim sweep``: a program's windows with other delays, idle timeouts and allowed latenesses."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from flinksim.cli.log_commands import ask_each_job, with_suffix
from flinksim.cli.messages import tell
from flinksim.cli.replay import add_place, add_spark
from flinksim.cli.run_program import add_program
from flinksim.common.configuration import format_duration_ms, parse_duration_ms
from flinksim.core.atomic_files import replacing

if TYPE_CHECKING:
    from flinksim.replay.job import SparkJob
    from flinksim.replay.sweep.sweep import Sweep

NEVER = "never"


def add_to(sweep: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    sweep.epilog = (
        "p50, p95 and p99: so long after the end of their window come 50, 95 and 99 of 100 "
        "results. After -- come the program's own arguments."
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
    add_place(sweep)
    add_spark(sweep)
    sweep.set_defaults(action=execute, dialect="java")


def _durations(text: str) -> list[int]:
    return [_duration(part) for part in text.split(",")]


def _timeouts(text: str) -> list[int | None]:
    return [
        None if part.strip() == NEVER else _duration(part, f"{NEVER!r} or ")
        for part in text.split(",")
    ]


def _duration(text: str, otherwise: str = "") -> int:
    """Parse one duration of a list; *alternative* describes other accepted values in the error."""
    try:
        return parse_duration_ms(text.strip(), "time")
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"expected {otherwise}a duration such as '5 s' or '200 ms', found {text.strip()!r}; "
            "several with commas between"
        ) from None


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    from flinksim.replay.extract.time_format import moment
    from flinksim.replay.sweep.formatting import settings_text, text_of

    def print_sweep(job: SparkJob, suffix: str) -> None:
        sweep = job.sweep(options.delay, options.idleness, options.lateness)
        if suffix:
            print(f"{job.pipeline.job_name}:")
        print(text_of(sweep.points))
        for idleness in options.idleness:
            for lateness in sweep.latenesses_that_matter:
                print(_least_delay(sweep, idleness, lateness))
            for stall in sweep.held_back(idleness):
                print(f"{stall.told(moment)}{settings_text(idleness, None)}")
        if options.picture is not None:
            path = with_suffix(options.picture, suffix)
            with replacing(path) as draft:
                sweep.picture().savefig(draft)
            tell(f"picture written to {path}")

    return ask_each_job(options, ["picture"], print_sweep)


def _least_delay(sweep: Sweep, idleness_ms: int | None, lateness_ms: int | None) -> str:
    from flinksim.replay.sweep.formatting import settings_text
    from flinksim.replay.sweep.sweep import ENOUGH

    try:
        delay = sweep.smallest_delay(ENOUGH, idleness_ms, lateness_ms)
    except ValueError as error:
        return str(error)
    return (
        f"smallest delay with {100 * ENOUGH:g} % on time: {format_duration_ms(delay)}"
        f"{settings_text(idleness_ms, lateness_ms)}"
    )
