"""``flinksim zoom``: run only the records of one window of a large log, and explain why it fired."""

from __future__ import annotations

import argparse
import ast
import heapq
from collections.abc import Iterable, Iterator
from contextlib import redirect_stdout
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flinksim.cli.arguments import parse_parallelism
from flinksim.cli.console import print_stderr, report_error
from flinksim.cli.log_commands import append_suffix, run_for_each_job
from flinksim.cli.replay_command import add_location_argument, add_spark_arguments
from flinksim.cli.run_program import add_program_arguments
from flinksim.core.safe_repr import format_repr

if TYPE_CHECKING:
    from flinksim.replay.extract.extractor import WindowExtract
    from flinksim.replay.replay_job import SparkJob
    from flinksim.replay.results.outcome import DroppedRecord


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.description = (
        "Cut the records of one window out of a large log, run only these, and explain why the window "
        "fired. Name the window with --key and --window, or take that of a late record with --dropped."
    )
    add_program_arguments(parser)
    parser.add_argument(
        "--key", type=_parse_key, metavar="KEY",
        help="Key of the window, as a Python literal. The quotes of a string can be omitted.",
    )  # fmt: skip
    parser.add_argument(
        "--window", type=_parse_window, metavar="START[,END]",
        help="Start of the window, in epoch milliseconds or as 2013-01-02T15:00 (UTC). Add END if several "
        "windows have the same start (default: all windows of the key).",
    )  # fmt: skip
    parser.add_argument(
        "--dropped", nargs="?", const=1, type=parse_parallelism, metavar="N",
        help="Explain why the N-th late record of the key was dropped (default: 1). Without --key, records "
        "of all keys are counted, in order of processing time.",
    )  # fmt: skip
    parser.add_argument(
        "--operator", metavar="NAME", help="Window operator, if the program has several."
    )
    parser.add_argument(
        "--html",
        type=Path,
        metavar="FILE",
        help="Write the small run as a page that opens offline.",
    )
    parser.add_argument(
        "--trace", type=Path, metavar="FILE", help="Write the trace of the small run (.flinktrace)."
    )
    parser.add_argument("--quiet", action="store_true", help="Hide the progress.")
    add_location_argument(parser)
    add_spark_arguments(parser)
    parser.set_defaults(action=execute, dialect="java")


def _parse_key(text: str) -> list[Any]:
    """Return the possible meanings of *text*: the Python literal, and the text itself."""
    try:
        return [ast.literal_eval(text), text]
    except (SyntaxError, ValueError, MemoryError, RecursionError):  # nested too deeply
        return [text]


def _parse_window(text: str) -> list[int]:
    times = [_parse_time(part.strip()) for part in text.split(",")]
    if len(times) > 2:
        raise argparse.ArgumentTypeError(f"expected START or START,END, found {text!r}")
    return times


def _parse_time(text: str) -> int:
    try:
        if text.lstrip("-").isdecimal():
            return int(text)
        when = datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            "expected epoch milliseconds or a time such as 2013-01-02T15:00, "
            f"found {format_repr(text, 60)}"
        ) from None
    when = when if when.tzinfo is not None else when.replace(tzinfo=UTC)
    return round(when.timestamp() * 1000)


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    if options.key is None and options.dropped is None:
        return report_error("no window is selected. Add --key KEY, or --dropped.")
    if options.window is not None and options.dropped is not None:
        return report_error(
            "--window and --dropped cannot be combined, because a dropped record is in no window"
        )

    def explain_window(job: SparkJob, suffix: str) -> None:
        zoom = _create_zoom(job, options)
        print(repr(zoom)[1:-1])
        answers = list(zoom.iterate_answers())
        print("\n\n".join(map(str, answers)) or "this window has no events in this run")
        _write_outputs(zoom, options, suffix)

    return run_for_each_job(options, ["html", "trace"], explain_window)


def _create_zoom(job: SparkJob, options: argparse.Namespace) -> WindowExtract:
    """Create the zoom for the first meaning of the key that occurs in the log.

    Raises:
        NotExtractable: No meaning occurs; the error is that of the first one.
    """
    from flinksim.replay.extract.extract import NotExtractable
    from flinksim.replay.extract.window_index import NoSuchWindow, format_window

    if options.dropped is not None:
        return job.zoom(dropped=_find_dropped_record(job, options), operator=options.operator)
    problems: list[NotExtractable] = []
    for key in options.key:
        try:
            window = None
            if options.window is not None:
                window = _find_window(job, key, options.window, options.operator)
            return job.zoom(key, window, operator=options.operator)
        except NoSuchWindow as problem:
            problems.append(NotExtractable(f"--window: {problem.format_message(format_window)}"))
        except NotExtractable as problem:
            problems.append(problem)
    raise problems[0]


def _find_window(
    job: SparkJob, key: Any, bounds: list[int], operator: str | None
) -> tuple[int, int]:
    """Return the selected window; a missing end is looked up among the firings.

    Raises:
        NotExtractable: There is no such window, or more than one.
    """
    from flinksim.replay.extract.extract import NotExtractable
    from flinksim.replay.extract.window_index import (
        find_aligned_windows,
        find_fired_windows,
        find_nearest_windows,
        format_example_keys,
        format_window,
    )

    if len(bounds) == 2:
        return bounds[0], bounds[1]
    (start,) = bounds
    nodes = _find_window_nodes(job, operator)
    fixed = find_aligned_windows(job, nodes, start)
    if len(fixed) == 1:
        return fixed[0]
    windows = find_fired_windows(job, nodes, key)
    found = [window for window in windows if window[0] == start]
    if len(found) == 1:
        return found[0]
    if not windows:
        raise NotExtractable(
            f"--window: no window of the key {key!r} fired{format_example_keys(job, nodes)}"
        )
    candidates = ", ".join(map(format_window, found or find_nearest_windows(windows, start)))
    if found:
        message = f"{len(found)} windows of the key {key!r} start at {format_window([start])}"
        raise NotExtractable(f"--window: {message}. Give START,END of one of them: {candidates}")
    no_window = f"no window of the key {key!r} starts at {format_window([start])}"
    raise NotExtractable(f"--window: {no_window}. The nearest windows are {candidates}.")


def _find_dropped_record(job: SparkJob, options: argparse.Namespace) -> DroppedRecord:
    """Return the selected dropped record, and print how many there are.

    Raises:
        NotExtractable: There are fewer dropped records.
    """
    from flinksim.replay.extract.extract import NotExtractable

    nodes = _find_window_nodes(job, options.operator)
    for key in options.key or [None]:
        drops = _CountingIterator(
            drop for drop in job.iterate_dropped()
            if drop.node in nodes and (options.key is None or drop.key == key)
        )  # fmt: skip
        first = heapq.nsmallest(options.dropped, drops, key=_get_sort_key)
        if first:
            break
    owner = "" if options.key is None else f" of the key {(key if first else options.key[0])!r}"
    if options.dropped > drops.count:
        count = f"only {drops.count} records{owner} were" if first else f"no record{owner} was"
        raise NotExtractable(f"--dropped {options.dropped}: {count} dropped as late")
    print(f"late record {options.dropped} of {drops.count}{owner}")
    return first[-1]


class _CountingIterator:
    """Iterable that counts dropped records while they are iterated; they may not fit into memory."""

    def __init__(self, drops: Iterable[DroppedRecord]) -> None:
        self._drops = drops
        self.count = 0

    def __iter__(self) -> Iterator[DroppedRecord]:
        for drop in self._drops:
            self.count += 1
            yield drop


def _get_sort_key(drop: DroppedRecord) -> Any:
    """Return a sort key that does not depend on how the job ran."""
    return drop.time, drop.timestamp, drop.node, repr(drop.key), repr(drop.value)


def _find_window_nodes(job: SparkJob, operator: str | None) -> set[int]:
    """Return the selected window operators."""
    return {s.vertex.head.id for s in job.stages if operator in (None, s.vertex.head.name)}


def _write_outputs(zoom: WindowExtract, options: argparse.Namespace, suffix: str) -> None:
    if options.html is None and options.trace is None:
        return
    with redirect_stdout(StringIO()):
        trace = zoom.simulate().run().trace
    if options.trace is not None:
        path = append_suffix(options.trace, suffix)
        trace.save(path)
        print_stderr(f"trace written to {path}")
    if options.html is not None:
        from flinksim.viz.widgets.export.html_page import export_html

        path = append_suffix(options.html, suffix)
        export_html(trace, path, position=zoom.find_position(trace))
        print_stderr(f"page written to {path}; it opens offline")
