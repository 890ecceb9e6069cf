"""Compare Flink's firings with the output of Structured Streaming for the same windows.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flinksim.replay.extract.time_format import moment
from flinksim.replay.operators import positions
from flinksim.replay.results.outcome import Drop, Firing
from flinksim.replay.structured_streaming.query import (
    StreamedResult,
    places_of_values,
    undisturbed_sessions,
)
from flinksim.replay.structured_streaming.runner import Mode, StreamedRun, is_within
from flinksim.runtime.elements import Watermark

if TYPE_CHECKING:
    import pandas as pd

    from flinksim.replay.job import SparkJob


@dataclass(frozen=True, slots=True)
class BesideFlink:
    """One log and one program on two engines.

    ``firings`` and ``dropped`` are Flink's, ``runs`` are Spark's by output mode.
    """

    firings: tuple[Firing, ...]
    dropped: tuple[Drop, ...]
    runs: dict[Mode, StreamedRun]
    places: tuple[int, ...]
    watermarks: tuple[tuple[int, int], ...]
    """Flink's watermark at the window: (processing time, watermark), in order."""
    sessions: Mapping[tuple[Any, tuple[int, int]], int] | None = None
    """For session windows: the ideal sessions without late records, with their record counts.

    The engines may have different sessions. Each of them lies within one ideal session, so the
    ideal sessions are compared.
    """

    def windows(self) -> list[tuple[Any, tuple[int, int]]]:
        """List all keys and windows for which either engine has output, by window.

        For sessions: the ideal sessions.
        """
        if self.sessions is not None:
            return sorted(self.sessions, key=lambda each: (each[1], repr(each[0])))
        found: dict[tuple[Any, tuple[int, int]], None] = {}
        found.update(dict.fromkeys((firing.key, firing.window) for firing in self.firings))
        for run in self.runs.values():
            for batch in run.batches:
                found.update(dict.fromkeys((row.key, row.window) for row in batch.results))
        return sorted(found, key=lambda each: (each[1], repr(each[0])))

    def flink(self, key: Any, window: tuple[int, int]) -> list[tuple[int, str, tuple[Any, ...]]]:
        """List Flink's firings of a window: (processing time, kind, values as in Spark)."""
        return [
            (firing.time, firing.kind, self._values(firing.contents))
            for firing in self._firings_of(key, window)
        ]

    def _firings_of(self, key: Any, window: tuple[int, int]) -> list[Firing]:
        """Find the firings of the window, or of sessions within it."""
        return [f for f in self.firings if f.key == key and is_within(f.window, window)]

    def _values(self, contents: Any) -> tuple[Any, ...]:
        fields = tuple(contents) if isinstance(contents, tuple | list) else (contents,)
        return tuple(fields[place] for place in self.places)

    def spark(
        self, mode: Mode, key: Any, window: tuple[int, int]
    ) -> list[tuple[int, tuple[int, ...]]]:
        """List Spark's new results for a window: (arrival of the batch's end, values).

        Complete mode emits every window with every batch; unchanged results are left out.
        """
        return [(time_ms, result.values) for time_ms, result in self._new_of(mode, key, window)]

    def _new_of(
        self, mode: Mode, key: Any, window: tuple[int, int]
    ) -> list[tuple[int, StreamedResult]]:
        known: dict[tuple[int, int], tuple[int, ...]] = {}
        new: list[tuple[int, StreamedResult]] = []
        for batch, result in self.runs[mode].results_of(key, window):
            if known.get(result.window) != result.values:
                known[result.window] = result.values
                new.append((batch.arrived_ms, result))
        return new

    def lost(self, mode: Mode, key: Any, window: tuple[int, int]) -> tuple[int, int]:
        """Count the records of a window in no result of Flink, and in none of Spark in *mode*.

        The runs must include complete mode, which has all records, unless the windows are sessions.
        """
        if self.sessions is not None:
            total = self.sessions[key, window]
        else:
            total = self.runs["complete"].results_of(key, window)[-1][1].count
        fired = [(f.window, f.count) for f in self._firings_of(key, window)]
        found = [(r.window, r.count) for _, r in self.runs[mode].results_of(key, window)]
        return total - _counted(fired), total - _counted(found)

    def table(self, windows: Sequence[tuple[Any, tuple[int, int]]] | None = None) -> pd.DataFrame:
        """Build a table of when each result appears and what changes, one row per window."""
        from flinksim.replay.results.display import WholeTable

        rows = []
        for key, window in self.windows() if windows is None else windows:
            row: dict[str, Any] = {
                "key": key,
                "window": f"{moment(window[0])} to {time_of_day(window[1])}",
                "Flink": "; ".join(
                    f"{time_of_day(f.time)}: {_part(f.window, window)}"
                    f"{_told(self._values(f.contents))} ({f.kind})"
                    for f in self._firings_of(key, window)
                ),
            }
            for mode, run in self.runs.items():
                row[f"Spark, {mode}"] = (
                    "refused"
                    if run.refused
                    else "; ".join(
                        f"{time_of_day(time_ms)}: {_part(result.window, window)}{_told(result.values)}"
                        for time_ms, result in self._new_of(mode, key, window)
                    )
                )
            if {"complete", self._strict_mode} <= set(self.runs):
                lost = self.lost(self._strict_mode, key, window)
                row[f"lost: Flink, Spark ({self._strict_mode})"] = "{}, {}".format(*lost)
            rows.append(row)
        return WholeTable(rows)

    @property
    def _strict_mode(self) -> Mode:
        """The mode that emits everything and still drops late records."""
        return "update" if self.sessions is None else "complete"

    def watermark_table(self, mode: Mode = "append") -> pd.DataFrame:
        """Build a table of both watermarks, when each batch's last record has arrived.

        Raises:
            ValueError: Spark rejected the mode; the message has the reason.
        """
        from flinksim.replay.results.display import WholeTable

        if self.runs[mode].refused:
            raise ValueError(self.runs[mode].refused)
        rows = []
        for batch in self.runs[mode].batches:
            flink = [wm for time_ms, wm in self.watermarks if time_ms <= batch.arrived_ms]
            rows.append(
                {
                    "batch": batch.number,
                    "arrived until": moment(batch.arrived_ms),
                    "records": batch.records,
                    "Spark drops by": "-"
                    if not batch.late_watermark
                    else moment(batch.late_watermark),
                    "Spark's watermark": "-" if not batch.watermark else moment(batch.watermark),
                    "Flink's watermark": moment(flink[-1]) if flink else "-",
                    "rows dropped": batch.rows_dropped,
                }
            )
        return WholeTable(rows)


def beside(job: SparkJob, runs: dict[Mode, StreamedRun]) -> BesideFlink:
    """Compare *job* on Flink with the *runs* of its log on Spark (see ``stream``)."""
    plan = job.native_plan
    assert plan is not None
    timeline = job.timelines[plan.window.vertex.key][0]
    firings = sorted(job.iterate_firings(), key=lambda f: (f.time, f.window, repr(f.key), f.count))
    dropped = sorted(job.iterate_dropped(), key=lambda d: (d.time, repr(d.key), repr(d.value)))
    return BesideFlink(
        tuple(firings),
        tuple(dropped),
        dict(runs),
        places_of_values(plan),
        tuple(
            (positions.time_of(position), element.timestamp)
            for position, _, element in timeline.controls
            if isinstance(element, Watermark)
        ),
        undisturbed_sessions(job) if plan.is_session else None,
    )


def time_of_day(timestamp: int) -> str:
    """Format *timestamp* without its date."""
    text = moment(timestamp)
    return text.partition(" ")[2] or text


def _part(window: tuple[int, int], of: tuple[int, int]) -> str:
    """Format a session that is only a part of the row's window, or ""."""
    if window == of:
        return ""
    return f"[{time_of_day(window[0])} to {time_of_day(window[1])}] "


def _counted(results: Iterable[tuple[tuple[int, int], int]]) -> int:
    """Count the records in results of (window, count); the last result of each window counts.

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


def _told(values: tuple[Any, ...]) -> str:
    return ", ".join(map(str, values))
