"""Compare Flink's firings with the output of Structured Streaming for the same windows.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flinksim.replay.extract.time_format import format_time
from flinksim.replay.operators import positions
from flinksim.replay.results.outcome import DroppedRecord, Firing
from flinksim.replay.structured_streaming.runner import OutputMode, StreamedRun, is_within
from flinksim.replay.structured_streaming.streaming_query import (
    StreamedResult,
    compute_ideal_sessions,
    find_value_indices,
)
from flinksim.runtime.elements import Watermark

if TYPE_CHECKING:
    import pandas as pd

    from flinksim.replay.replay_job import SparkJob


@dataclass(frozen=True, slots=True)
class StreamingComparison:
    """Results of one program on one log, in Flink and in Spark Structured Streaming.

    ``firings`` and ``dropped`` are Flink's, ``runs`` are Spark's by output mode.
    """

    firings: tuple[Firing, ...]
    dropped: tuple[DroppedRecord, ...]
    runs: dict[OutputMode, StreamedRun]
    value_indices: tuple[int, ...]
    watermarks: tuple[tuple[int, int], ...]
    """Watermarks that Flink's window operator received: (processing time, watermark), in order."""
    sessions: Mapping[tuple[Any, tuple[int, int]], int] | None = None
    """For session windows: the ideal sessions without late records, with their record counts.

    The engines may have different sessions. Each of them lies within one ideal session, so the
    ideal sessions are compared.
    """

    def list_windows(self) -> list[tuple[Any, tuple[int, int]]]:
        """List all (key, window) for which Flink or Spark has output, sorted by window.

        For sessions: the ideal sessions, which would exist without late records.
        """
        if self.sessions is not None:
            return sorted(self.sessions, key=lambda each: (each[1], repr(each[0])))
        found: dict[tuple[Any, tuple[int, int]], None] = {}
        found.update(dict.fromkeys((firing.key, firing.window) for firing in self.firings))
        for run in self.runs.values():
            for batch in run.batches:
                found.update(dict.fromkeys((row.key, row.window) for row in batch.results))
        return sorted(found, key=lambda each: (each[1], repr(each[0])))

    def list_flink_firings(
        self, key: Any, window: tuple[int, int]
    ) -> list[tuple[int, str, tuple[Any, ...]]]:
        """List Flink's firings of a window: (processing time, kind, sums, minima and maxima)."""
        return [
            (firing.time, firing.kind, self._select_values(firing.contents))
            for firing in self._find_firings(key, window)
        ]

    def _find_firings(self, key: Any, window: tuple[int, int]) -> list[Firing]:
        """Find Flink's firings of the window, or of sessions within it."""
        return [f for f in self.firings if f.key == key and is_within(f.window, window)]

    def _select_values(self, contents: Any) -> tuple[Any, ...]:
        fields = tuple(contents) if isinstance(contents, tuple | list) else (contents,)
        return tuple(fields[place] for place in self.value_indices)

    def list_spark_results(
        self, mode: OutputMode, key: Any, window: tuple[int, int]
    ) -> list[tuple[int, tuple[int, ...]]]:
        """List Spark's new results for a window: (arrival of the micro-batch's last record, values).

        Complete mode emits every window with every batch; unchanged results are left out.
        """
        return [
            (time_ms, result.values)
            for time_ms, result in self._find_new_results(mode, key, window)
        ]

    def _find_new_results(
        self, mode: OutputMode, key: Any, window: tuple[int, int]
    ) -> list[tuple[int, StreamedResult]]:
        known: dict[tuple[int, int], tuple[int, ...]] = {}
        new: list[tuple[int, StreamedResult]] = []
        for batch, result in self.runs[mode].find_results(key, window):
            if known.get(result.window) != result.values:
                known[result.window] = result.values
                new.append((batch.arrived_ms, result))
        return new

    def count_lost(self, mode: OutputMode, key: Any, window: tuple[int, int]) -> tuple[int, int]:
        """Count the window's records that no result contains: in Flink, and in Spark's output *mode*.

        The runs must include complete mode, which has all records, unless the windows are sessions.
        """
        if self.sessions is not None:
            total = self.sessions[key, window]
        else:
            total = self.runs["complete"].find_results(key, window)[-1][1].count
        fired = [(f.window, f.count) for f in self._find_firings(key, window)]
        found = [(r.window, r.count) for _, r in self.runs[mode].find_results(key, window)]
        return total - _count_records(fired), total - _count_records(found)

    def table(self, windows: Sequence[tuple[Any, tuple[int, int]]] | None = None) -> pd.DataFrame:
        """Build a table of when each engine's results appear and how they change, one row per window."""
        from flinksim.replay.results.display import FullWidthTable

        rows = []
        for key, window in self.list_windows() if windows is None else windows:
            row: dict[str, Any] = {
                "key": key,
                "window": f"{format_time(window[0])} to {format_time_of_day(window[1])}",
                "Flink": "; ".join(
                    f"{format_time_of_day(f.time)}: {_format_part(f.window, window)}"
                    f"{_format_values(self._select_values(f.contents))} ({f.kind})"
                    for f in self._find_firings(key, window)
                ),
            }
            for mode, run in self.runs.items():
                row[f"Spark, {mode}"] = (
                    "refused"
                    if run.rejection
                    else "; ".join(
                        f"{format_time_of_day(time_ms)}: "
                        f"{_format_part(result.window, window)}{_format_values(result.values)}"
                        for time_ms, result in self._find_new_results(mode, key, window)
                    )
                )
            if {"complete", self._strict_mode} <= set(self.runs):
                lost = self.count_lost(self._strict_mode, key, window)
                row[f"lost: Flink, Spark ({self._strict_mode})"] = "{}, {}".format(*lost)
            rows.append(row)
        return FullWidthTable(rows)

    @property
    def _strict_mode(self) -> OutputMode:
        """Spark's output mode that emits every change and still drops late records."""
        return "update" if self.sessions is None else "complete"

    def watermark_table(self, mode: OutputMode = "append") -> pd.DataFrame:
        """Build a table of Flink's and Spark's watermarks, one row per micro-batch of Spark.

        Both are the watermarks when the last record of the batch has arrived.

        Raises:
            ValueError: Spark rejected the mode; the message has the reason.
        """
        from flinksim.replay.results.display import FullWidthTable

        if self.runs[mode].rejection:
            raise ValueError(self.runs[mode].rejection)
        rows = []
        for batch in self.runs[mode].batches:
            flink = [wm for time_ms, wm in self.watermarks if time_ms <= batch.arrived_ms]
            rows.append(
                {
                    "batch": batch.number,
                    "arrived until": format_time(batch.arrived_ms),
                    "records": batch.records,
                    "Spark drops by": "-"
                    if not batch.late_watermark
                    else format_time(batch.late_watermark),
                    "Spark's watermark": "-"
                    if not batch.watermark
                    else format_time(batch.watermark),
                    "Flink's watermark": format_time(flink[-1]) if flink else "-",
                    "rows dropped": batch.rows_dropped,
                }
            )
        return FullWidthTable(rows)


def compare_with_streaming(
    job: SparkJob, runs: dict[OutputMode, StreamedRun]
) -> StreamingComparison:
    """Compare the Flink results of *job* with the *runs* of its log on Spark (``run_streaming``)."""
    plan = job.columnar_plan
    assert plan is not None
    timeline = job.timelines[plan.window.vertex.key][0]
    firings = sorted(job.iterate_firings(), key=lambda f: (f.time, f.window, repr(f.key), f.count))
    dropped = sorted(job.iterate_dropped(), key=lambda d: (d.time, repr(d.key), repr(d.value)))
    return StreamingComparison(
        tuple(firings),
        tuple(dropped),
        dict(runs),
        find_value_indices(plan),
        tuple(
            (positions.get_time_ms(position), element.timestamp)
            for position, _, element in timeline.controls
            if isinstance(element, Watermark)
        ),
        compute_ideal_sessions(job) if plan.is_session else None,
    )


def format_time_of_day(timestamp: int) -> str:
    """Format *timestamp* as a time of day, without the date."""
    text = format_time(timestamp)
    return text.partition(" ")[2] or text


def _format_part(window: tuple[int, int], row_window: tuple[int, int]) -> str:
    """Format the bounds of a session that is only a part of the row's window; "" if it is all of it."""
    if window == row_window:
        return ""
    return f"[{format_time_of_day(window[0])} to {format_time_of_day(window[1])}] "


def _count_records(results: Iterable[tuple[tuple[int, int], int]]) -> int:
    """Count the records in pairs (window, count); of the results of one window only the last counts.

    A session replaces the sessions that it has grown from.
    """
    greatest: dict[tuple[int, int], int] = {}
    for window, count in results:
        greatest[window] = max(count, greatest.get(window, 0))
    return sum(
        count
        for window, count in greatest.items()
        if not any(other != window and is_within(window, other) for other in greatest)
    )


def _format_values(values: tuple[Any, ...]) -> str:
    return ", ".join(map(str, values))
