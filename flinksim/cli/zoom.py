"""``flinksim zoom``: extract one window of a large log as a small run, and explain why it fired."""

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
from flinksim.cli.log_commands import ask_each_job, with_suffix
from flinksim.cli.messages import complain, tell
from flinksim.cli.replay import add_place, add_spark
from flinksim.cli.run_program import add_program
from flinksim.core.safe_repr import told_value

if TYPE_CHECKING:
    from flinksim.replay.extract.extractor import Zoom
    from flinksim.replay.job import SparkJob
    from flinksim.replay.results.outcome import Drop


def add_to(zoom: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    zoom.epilog = "After -- come the program's own arguments."
    add_program(zoom)
    zoom.add_argument(
        "--key", type=_keys, metavar="KEY",
        help="the window's key, as Python writes it ('UA' also without quotes)",
    )  # fmt: skip
    zoom.add_argument(
        "--window", type=_moments, metavar="START[,END]",
        help="when the window begins: epoch milliseconds, or a time of day as 2013-01-02T15:00 (UTC); "
        "END where several begin there; without it, all windows of the key",
    )  # fmt: skip
    zoom.add_argument(
        "--dropped", nargs="?", const=1, type=parse_parallelism, metavar="N",
        help="why a record came too late: the N-th of the key (of all keys, without --key), in the "
        "order of processing time; default: the first",
    )  # fmt: skip
    zoom.add_argument("--operator", metavar="NAME", help="which window operator, of several")
    zoom.add_argument("--html", type=Path, help="write the small run as a page that opens offline")
    zoom.add_argument("--trace", type=Path, help="write its trace (.flinktrace)")
    zoom.add_argument("--quiet", action="store_true", help="no progress")
    add_place(zoom)
    add_spark(zoom)
    zoom.set_defaults(action=execute, dialect="java")


def _keys(text: str) -> list[Any]:
    """Return the possible meanings of *text*: the Python literal, and the text itself."""
    try:
        return [ast.literal_eval(text), text]
    except (SyntaxError, ValueError, MemoryError, RecursionError):  # nested too deeply
        return [text]


def _moments(text: str) -> list[int]:
    times = [_moment(part.strip()) for part in text.split(",")]
    if len(times) > 2:
        raise argparse.ArgumentTypeError(f"expected START or START,END, found {text!r}")
    return times


def _moment(text: str) -> int:
    try:
        if text.lstrip("-").isdecimal():
            return int(text)
        when = datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            "expected epoch milliseconds or a time such as 2013-01-02T15:00, "
            f"found {told_value(text, 60)}"
        ) from None
    when = when if when.tzinfo is not None else when.replace(tzinfo=UTC)
    return round(when.timestamp() * 1000)


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    if options.key is None and options.dropped is None:
        return complain("which window? say --key KEY, or --dropped")
    if options.window is not None and options.dropped is not None:
        return complain(
            "--window and --dropped: give one of them; a dropped record is in no window"
        )

    def explain_window(job: SparkJob, suffix: str) -> None:
        zoom = _zoom(job, options)
        print(repr(zoom)[1:-1])
        answers = list(zoom.answers())
        print("\n\n".join(map(str, answers)) or "in this run nothing of it has happened")
        _write(zoom, options, suffix)

    return ask_each_job(options, ["html", "trace"], explain_window)


def _zoom(job: SparkJob, options: argparse.Namespace) -> Zoom:
    """Create the zoom for the first meaning of the key that occurs in the log.

    Raises:
        NotZoomable: No meaning occurs; the error is that of the first one.
    """
    from flinksim.replay.extract.extract import NotZoomable
    from flinksim.replay.extract.window_index import NoSuchWindow, as_times

    if options.dropped is not None:
        return job.zoom(dropped=_dropped(job, options), operator=options.operator)
    problems: list[NotZoomable] = []
    for key in options.key:
        try:
            window = None
            if options.window is not None:
                window = _window(job, key, options.window, options.operator)
            return job.zoom(key, window, operator=options.operator)
        except NoSuchWindow as problem:
            problems.append(NotZoomable(f"--window: {problem.told_with(as_times)}"))
        except NotZoomable as problem:
            problems.append(problem)
    raise problems[0]


def _window(job: SparkJob, key: Any, given: list[int], operator: str | None) -> tuple[int, int]:
    """Return the selected window; a missing end is looked up among the firings.

    Raises:
        NotZoomable: There is no such window, or more than one.
    """
    from flinksim.replay.extract.extract import NotZoomable
    from flinksim.replay.extract.window_index import (
        as_times,
        fixed_at,
        nearest,
        some_keys,
        windows_of,
    )

    if len(given) == 2:
        return given[0], given[1]
    (start,) = given
    nodes = _nodes(job, operator)
    fixed = fixed_at(job, nodes, start)
    if len(fixed) == 1:
        return fixed[0]
    windows = windows_of(job, nodes, key)
    found = [window for window in windows if window[0] == start]
    if len(found) == 1:
        return found[0]
    if not windows:
        raise NotZoomable(
            f"--window: no window of the key {key!r} has fired{some_keys(job, nodes)}"
        )
    candidates = ", ".join(map(as_times, found or nearest(windows, start)))
    if found:
        message = f"{len(found)} windows of the key {key!r} begin at {as_times([start])}"
        raise NotZoomable(f"--window: {message}; say START,END, which is one of {candidates}")
    no_window = f"no window of the key {key!r} begins at {as_times([start])}"
    raise NotZoomable(f"--window: {no_window}; the nearest are {candidates}")


def _dropped(job: SparkJob, options: argparse.Namespace) -> Drop:
    """Return the selected dropped record, and print how many there are.

    Raises:
        NotZoomable: There are fewer dropped records.
    """
    from flinksim.replay.extract.extract import NotZoomable

    nodes = _nodes(job, options.operator)
    for key in options.key or [None]:
        drops = _Counted(
            drop for drop in job.iterate_dropped()
            if drop.node in nodes and (options.key is None or drop.key == key)
        )  # fmt: skip
        first = heapq.nsmallest(options.dropped, drops, key=_in_order)
        if first:
            break
    owner = "" if options.key is None else f" of the key {(key if first else options.key[0])!r}"
    if options.dropped > drops.count:
        count = f"{drops.count} records" if first else "no record"
        raise NotZoomable(f"--dropped {options.dropped}: {count}{owner} came too late")
    print(f"{options.dropped} of {drops.count} records{owner} that came too late")
    return first[-1]


class _Counted:
    """Iterable that counts dropped records while they are iterated; they may not fit into memory."""

    def __init__(self, drops: Iterable[Drop]) -> None:
        self._drops = drops
        self.count = 0

    def __iter__(self) -> Iterator[Drop]:
        for drop in self._drops:
            self.count += 1
            yield drop


def _in_order(drop: Drop) -> Any:
    """Return a sort key that does not depend on how the job ran."""
    return drop.time, drop.timestamp, drop.node, repr(drop.key), repr(drop.value)


def _nodes(job: SparkJob, operator: str | None) -> set[int]:
    """Return the selected window operators."""
    return {s.vertex.head.id for s in job.stages if operator in (None, s.vertex.head.name)}


def _write(zoom: Zoom, options: argparse.Namespace, suffix: str) -> None:
    if options.html is None and options.trace is None:
        return
    with redirect_stdout(StringIO()):
        trace = zoom.simulate().run().trace
    if options.trace is not None:
        path = with_suffix(options.trace, suffix)
        trace.save(path)
        tell(f"trace written to {path}")
    if options.html is not None:
        from flinksim.viz.widgets.export.html_page import export_html

        path = with_suffix(options.html, suffix)
        export_html(trace, path, position=zoom.position_in(trace))
        tell(f"page written to {path}; it opens offline")
