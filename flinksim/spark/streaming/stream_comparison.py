"""Flink's firings beside what Structured Streaming puts out for the same windows.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flinksim.runtime.elements import Watermark
from flinksim.spark.generic import positions
from flinksim.spark.outcomes import Drop, Firing
from flinksim.spark.streaming.structured_streaming import Mode, StreamedRun, places_of_values
from flinksim.spark.zooms.zoom_story import moment

if TYPE_CHECKING:
    import pandas as pd

    from flinksim.spark.job import SparkJob


@dataclass(frozen=True, slots=True)
class BesideFlink:
    """One log, one program, two engines.

    ``firings`` and ``dropped`` are Flink's, ``runs`` Spark's by output mode.
    """

    firings: tuple[Firing, ...]
    dropped: tuple[Drop, ...]
    runs: dict[Mode, StreamedRun]
    places: tuple[int, ...]
    watermarks: tuple[tuple[int, int], ...]
    """Flink's watermark at the window: (processing time, watermark), as it advanced."""

    def windows(self) -> list[tuple[Any, tuple[int, int]]]:
        """All keys and windows that either engine put anything out for, by window."""
        found: dict[tuple[Any, tuple[int, int]], None] = {}
        found.update(dict.fromkeys((firing.key, firing.window) for firing in self.firings))
        for run in self.runs.values():
            for batch in run.batches:
                found.update(dict.fromkeys((row.key, row.window) for row in batch.results))
        return sorted(found, key=lambda each: (each[1], repr(each[0])))

    def flink(self, key: Any, window: tuple[int, int]) -> list[tuple[int, str, tuple[Any, ...]]]:
        """Flink's firings of a window: (processing time, kind, values as Spark has them)."""
        return [
            (firing.time, firing.kind, self._values(firing.contents))
            for firing in self.firings
            if (firing.key, firing.window) == (key, window)
        ]

    def _values(self, contents: Any) -> tuple[Any, ...]:
        fields = tuple(contents) if isinstance(contents, tuple | list) else (contents,)
        return tuple(fields[place] for place in self.places)

    def spark(
        self, mode: Mode, key: Any, window: tuple[int, int]
    ) -> list[tuple[int, tuple[int, ...]]]:
        """What Spark put out for a window that was new: (arrival of the batch's end, values).

        Complete mode puts every window out with every batch; only what changed is kept of that.
        """
        new: list[tuple[int, tuple[int, ...]]] = []
        for batch, result in self.runs[mode].results_of(key, window):
            if not new or new[-1][1] != result.values:
                new.append((batch.arrived_ms, result.values))
        return new

    def lost(self, mode: Mode, key: Any, window: tuple[int, int]) -> tuple[int, int]:
        """How many records of a window are in no result of Flink, and in none of Spark's *mode*.

        Complete mode has them all, and has to be among the runs.
        """
        everything = self.runs["complete"].results_of(key, window)[-1][1].count
        fired = [f.count for f in self.firings if (f.key, f.window) == (key, window)]
        found = [result.count for _, result in self.runs[mode].results_of(key, window)]
        return everything - max(fired, default=0), everything - max(found, default=0)

    def table(self, windows: Sequence[tuple[Any, tuple[int, int]]] | None = None) -> pd.DataFrame:
        """When each result appears and what changes, one row for each window."""
        import pandas as pd

        rows = []
        for key, window in self.windows() if windows is None else windows:
            row: dict[str, Any] = {
                "key": key,
                "window": f"{moment(window[0])} to {time_of_day(window[1])}",
                "Flink": "; ".join(
                    f"{time_of_day(time_ms)}: {_told(values)} ({kind})"
                    for time_ms, kind, values in self.flink(key, window)
                ),
            }
            for mode in self.runs:
                row[f"Spark, {mode}"] = "; ".join(
                    f"{time_of_day(time_ms)}: {_told(values)}"
                    for time_ms, values in self.spark(mode, key, window)
                )
            if {"complete", "update"} <= set(self.runs):
                row["lost: Flink, Spark"] = "{}, {}".format(*self.lost("update", key, window))
            rows.append(row)
        return pd.DataFrame(rows)

    def watermark_table(self, mode: Mode = "append") -> pd.DataFrame:
        """Batch by batch: the two watermarks when the batch's last record has arrived."""
        import pandas as pd

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
        return pd.DataFrame(rows)


def beside(job: SparkJob, runs: dict[Mode, StreamedRun]) -> BesideFlink:
    """*job* as Flink runs it beside its log's *runs* (:func:`~structured_streaming.stream`)."""
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
    )


def time_of_day(timestamp: int) -> str:
    """*timestamp* without its date."""
    text = moment(timestamp)
    return text.partition(" ")[2] or text


def _told(values: tuple[Any, ...]) -> str:
    return ", ".join(map(str, values))
