"""Extract one window of a large log as a small run that can be stepped through.

``job.zoom(key="UA", window=(start, end))`` selects the window's records, and of all other records
only those that advanced a watermark meanwhile (or the last ones before). The program stays the same
except for two changes. Its sources emit the selected records at their original times. One filter
before the window passes only the window's own records. So the window fires with the same contents,
at the same time and at the same watermark.

Not in Flink.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flinksim.connectors.event_log.source import EventLogSource
from flinksim.connectors.scripted_source import ScriptedSource
from flinksim.connectors.source import SourceEnd
from flinksim.core.java.hash_code import java_hash_code
from flinksim.core.java.key_groups import assign_to_key_group
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.core.safe_repr import message_of, told_value
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.transformations import (
    ProcessSpec,
    SourceSpec,
    Transformation,
    WindowSpec,
)
from flinksim.datastream.window_assigners import EventTimeSessionWindows
from flinksim.graph.rewrite import changed, unwritten
from flinksim.replay.analysis.statefulness import what_remembers
from flinksim.replay.compile.columnar_plan import NativePlan, NotNative
from flinksim.replay.extract.columnar_lookup import KernelCuts
from flinksim.replay.extract.extract import NotZoomable, PassWindow, Zoom
from flinksim.replay.extract.record_lookup import WHOLE, Kept, LogCuts, Makers, Span, Wanted
from flinksim.replay.extract.reduced_log import (
    is_inside,
    movers_of,
    of_session,
    passed_at,
    script_of,
    silent_script,
    span_of,
    tick_at,
    told_of,
)
from flinksim.replay.extract.window_index import (
    NoSuchWindow,
    check_dropped,
    checked_window,
    may_be_silent,
    nearest,
    some_keys,
    windows_of,
)
from flinksim.replay.logs.parquet_source import ParquetLogSource
from flinksim.replay.operators import positions
from flinksim.replay.operators.chain_runner import Timeline
from flinksim.replay.operators.positions import Position
from flinksim.replay.operators.row_schema import unpack
from flinksim.replay.operators.stage_planner import StagePlan
from flinksim.replay.operators.watermark_stalls import longest
from flinksim.replay.operators.workers import read_items
from flinksim.replay.results.outcome import Drop
from flinksim.replay.settings import ReplaySettings

if TYPE_CHECKING:
    from flinksim.replay.job import SparkJob


MOST_KEPT = 200_000
"""Maximum number of selected records: the driver holds them and the user steps through them."""

_FARTHER = 16
"""Factor by which the search range around a session grows if the session continues."""


class Zoomer:
    """Extractor of windows from the log of one job; lookups are reused for the next window."""

    def __init__(self, job: SparkJob) -> None:
        self._job = job
        self._cuts: dict[str, LogCuts | KernelCuts] = {}

    def zoom(
        self,
        key: Any = None,
        window: tuple[int, int] | None = None,
        dropped: Drop | None = None,
        operator: str | None = None,
    ) -> Zoom:
        """Extract a window; see ``SparkJob.zoom``."""
        zoom = self._zoom(key, window, dropped, operator)
        stalls = [
            stall
            for stall in self._job.held_back()
            if stall.from_ms <= zoom.until_ms and stall.until_ms >= zoom.from_ms
        ]
        return replace(zoom, held_back=tuple(longest(stalls)))

    def _zoom(
        self, key: Any, window: tuple[int, int] | None, dropped: Drop | None, operator: str | None
    ) -> Zoom:
        window = checked_window(window)
        check_dropped(dropped)
        if key is not None:
            _check_key(key)
        stage = self._stage(operator, dropped)
        spec: Any = stage.vertex.head.spec
        if dropped is not None:
            key = dropped.key
        elif key is None and spec.key_selector is not None:
            raise NotZoomable("which window? say key=..., or dropped=...")
        state = what_remembers(spec)
        if state is not None:
            raise NotZoomable(
                f"{stage.vertex.head.name!r} may remember something from key to key ({state}), of "
                "which one window by itself would know nothing; keep it in state"
            )
        if self._obstacle(stage) is not None:
            return self._with_all_before(stage, key, window, dropped)
        span, own_records = self._own(stage, key, span_of(spec, window, dropped))
        until = self._until(stage, key, span, window, dropped)
        arrivals = [kept.arrival_ms for _, items in own_records for kept in items]
        if not arrivals:
            raise self._nothing(stage, key, window, self._has_records(stage, key))
        first = min(arrivals)
        if first > until:  # All records were late; the extract shows that.
            until = max(arrivals)
        own_records = [(s, [k for k in items if k.arrival_ms <= until]) for s, items in own_records]
        first = min(first, self._before_passing(stage, key, span))
        for ticks_before in self._lookbacks(stage):
            zoom = self._cut(
                stage, key, window, dropped, own_records, span, first, until, ticks_before
            )
            small = _job_of(zoom)
            if self._is_as_it_was(zoom, small, stage, first):
                return self._checked(zoom, small, stage)
        return self._with_all_before(stage, key, window, dropped)

    def _with_all_before(
        self, stage: StagePlan, key: Any, window: Any, dropped: Drop | None
    ) -> Zoom:
        """Extract everything that arrived until the window closed.

        Used if the records that advance the watermarks are not known.
        """
        spec: Any = stage.vertex.head.spec
        span = WHOLE
        if not isinstance(spec.assigner, EventTimeSessionWindows):
            span = span_of(spec, window, dropped)
        closing_range = span if window is None else (window[0], window[1] - 1)
        until = self._until(stage, key, closing_range, window, dropped)
        watch = self._job.watch
        scripts: dict[int, ScriptedSource] = {}
        items: list[Kept] = []
        begin = stage.chain.start_ms
        for source in self._job.stages:
            if source.is_source:
                read = partial(self._all_until, source, until, MOST_KEPT - len(items))
                source_items, ends = watch.run(source.vertex.name, read)
                items += source_items
                if len(items) > MOST_KEPT:
                    reason = self._obstacle(stage) or "its watermarks are no guide"
                    raise NotZoomable(
                        f"{stage.vertex.head.name!r}: {reason}, so that all records until then would "
                        f"have to be kept, which are more than {MOST_KEPT:,}"
                    )
                scripts[source.vertex.head.id] = script_of(
                    source, source_items, [], ends, begin, until
                )
        items.sort(key=lambda kept: kept.position)
        pipeline = self._small_program(stage, key, window, span, scripts)
        node = stage.vertex.head.id
        zoom = Zoom(key, window, dropped, (), tuple(items), begin, until, pipeline, node)
        small = _job_of(zoom)
        if not self._is_as_it_was(zoom, small, stage, begin):
            raise NotZoomable(
                f"{stage.vertex.head.name!r}: event time cannot be made to go as it went; please report"
            )
        return self._checked(zoom, small, stage)

    def _all_until(
        self, source: StagePlan, until: int, most: int
    ) -> tuple[list[Kept], dict[int, Position]]:
        """Read every item of a source that arrived up to *until*.

        Also return, for each split, the position of the next item or of its end. A split that ends
        with its last record has neither. If there are more than *most* items, one more is returned.
        """
        reader, plan = self._job._reader_of(source), source.chain
        rows = self._job.engine.read(reader.pieces, partial(read_items, reader=reader, plan=plan))
        found: list[Kept] = []
        ends: dict[int, Position] = {}
        try:
            for _, split, _, position, _, payload in self._job.engine.of_kind(rows, "record"):
                unit = plan.first_split + split
                if unit in ends and positions.time_of(ends[unit]) > until:
                    continue
                item = unpack(payload)
                if positions.time_of(position) <= until and not isinstance(item, SourceEnd):
                    found.append(Kept(position, split, MIN_TIMESTAMP, item))
                else:
                    ends[unit] = position
                if len(found) > most:
                    break
        finally:
            self._job.engine.release(rows)
        return found, ends

    # --- stages -----------------------------------------------------------------------------------

    def _stage(self, operator: str | None, dropped: Drop | None) -> StagePlan:
        windows = [s for s in self._job.stages if isinstance(s.vertex.head.spec, WindowSpec)]
        if dropped is not None:
            windows = [s for s in windows if s.vertex.head.id == dropped.node]
        if operator is not None:
            windows = [s for s in windows if s.vertex.head.name == operator]
        if len(windows) != 1:
            known = [
                s.vertex.head.name for s in self._job.stages
                if isinstance(s.vertex.head.spec, WindowSpec)
            ]  # fmt: skip
            if not known:
                raise NotZoomable("the program has no window operator to zoom on")
            raise NotZoomable(
                f"expected one window operator, found {len(windows)}; give operator=..., one of {known}"
            )
        return windows[0]

    def _feeding(self, stage: StagePlan) -> list[StagePlan]:
        """Find the stages that feed *stage*."""
        wanted = {edge.number for edge, _ in stage.inputs}
        return [
            other
            for other in self._job.stages
            if any(edge.number in wanted for edge in other.chain.edges.values())
        ]

    def _obstacle(self, stage: StagePlan) -> str | None:
        """Describe why the records that advanced the watermarks of *stage* are unknown, if so."""
        for other in self._feeding(stage):
            if not other.is_source:
                return f"it is fed by {other.vertex.name!r}, which is no source"
            if other.split != "any order":
                return other.reason
        return None

    def _log(self, source: StagePlan) -> LogCuts | KernelCuts:
        key = source.vertex.key
        if key not in self._cuts:
            self._cuts[key] = self._new_cuts(source)
        return self._cuts[key]

    def _new_cuts(self, source: StagePlan) -> LogCuts | KernelCuts:
        job = self._job
        native = job.native_plan
        if native is not None and native.source is source:
            try:
                path = job._in_columns(native)
                return KernelCuts(job.looked_run(native), native, path, _reading(native, path))
            except NotNative:  # A text log may turn out not to be columnar only when it is read.
                job.run()
        return LogCuts(job.engine, source, job._reader_of(source))

    def _own(
        self, stage: StagePlan, key: Any, span: Span
    ) -> tuple[Span, list[tuple[StagePlan, list[Kept]]]]:
        """Find the key's records in *span* by source, including all records that touch a session.

        The search range around a session grows until no record there touches the session: the log
        may have any number of other records of the key.
        """
        assigner: Any = stage.vertex.head.spec.assigner  # type: ignore[union-attr]
        if type(assigner) is not EventTimeSessionWindows or span == WHOLE:
            return span, self._records(stage, key, span)
        gap = distance = assigner._session_gap
        while True:
            search_range = (
                max(span[0] - distance, MIN_TIMESTAMP),
                min(span[1] + distance, MAX_TIMESTAMP),
            )
            found = self._records(stage, key, search_range)
            span = of_session([kept for _, items in found for kept in items], span, gap)
            if search_range[0] <= max(span[0] - gap, MIN_TIMESTAMP) and search_range[1] >= min(
                span[1] + gap, MAX_TIMESTAMP
            ):
                return span, [(s, [k for k in items if is_inside(k, span)]) for s, items in found]
            distance *= _FARTHER

    def _records(
        self, stage: StagePlan, key: Any, span: Span
    ) -> list[tuple[StagePlan, list[Kept]]]:
        """Find the key's records in *span*, by source.

        Raises:
            NotZoomable: There are more than :data:`MOST_KEPT`.
        """
        found: dict[str, tuple[StagePlan, list[Kept]]] = {}
        remaining = MOST_KEPT
        for source, wanted in self._looks(stage, key, span):
            find = partial(self._log(source).records_of, wanted, remaining)
            items = self._job.watch.run(source.vertex.name, find)
            remaining -= len(items)
            if remaining < 0:
                raise NotZoomable(
                    f"more than {MOST_KEPT:,} records of the key {key!r} would have to be kept; say "
                    "which window, or choose one of fewer records"
                )
            _, known = found.setdefault(source.vertex.key, (source, []))
            known += items
        return [
            (source, sorted(items, key=lambda kept: kept.position))
            for source, items in found.values()
        ]

    def _has_records(self, stage: StagePlan, key: Any) -> bool:
        """Return whether there are records of the key."""
        return any(
            self._job.watch.run(
                source.vertex.name, partial(self._log(source).records_of, wanted, 0)
            )
            for source, wanted in self._looks(stage, key, WHOLE)
        )

    def _looks(self, stage: StagePlan, key: Any, span: Span) -> Iterator[tuple[StagePlan, Wanted]]:
        """Iterate over the sources of the key's records, with a filter for each."""
        spec: Any = stage.vertex.head.spec
        numbers = {edge.number for edge, _ in stage.inputs}
        subtask, group = _subtask_of(stage, key)
        for source in self._feeding(stage):
            for edge in source.chain.edges.values():
                if edge.number in numbers:
                    unit = edge.unit_of(subtask, group)
                    yield source, Wanted(edge.number, unit, spec.key_selector, key, span)

    # --- time range -------------------------------------------------------------------------------

    def _until(
        self, stage: StagePlan, key: Any, span: Span, window: Any, dropped: Drop | None
    ) -> int:
        """Return the end of the extract: the drop, or the cleanup time of the window."""
        if dropped is not None:
            return dropped.time
        timeline = self._timeline(stage, key)
        end = positions.time_of(timeline.end)
        spec: Any = stage.vertex.head.spec
        if span[1] == MAX_TIMESTAMP or not spec.assigner.is_event_time():
            return end
        cleanup_timestamp = span[1] + spec.allowed_lateness_ms
        if isinstance(spec.assigner, EventTimeSessionWindows):
            cleanup_timestamp += spec.assigner._session_gap
        passed_ms = passed_at(timeline, cleanup_timestamp)
        return end if passed_ms is None else passed_ms

    def _before_passing(self, stage: StagePlan, key: Any, span: Span) -> int:
        """Return the time just before the watermark passes the window, so that this is visible."""
        spec: Any = stage.vertex.head.spec
        timeline = self._timeline(stage, key)
        cleanup_timestamp = min(span[1] + spec.allowed_lateness_ms, MAX_TIMESTAMP)
        passed_times = [passed_at(timeline, span[1]), passed_at(timeline, cleanup_timestamp)]
        interval = max(1, stage.chain.auto_watermark_interval_ms)
        times = [time_ms - interval for time_ms in passed_times if time_ms is not None]
        return max(min(times, default=MAX_TIMESTAMP), stage.chain.start_ms)

    def _timeline(self, stage: StagePlan, key: Any) -> Timeline:
        return self._job.timelines[stage.vertex.key][_subtask_of(stage, key)[0]]

    def _lookbacks(self, stage: StagePlan) -> list[int]:
        """List how many ticks before the first record the extract may begin, smallest first."""
        interval = self._rhythm(stage)
        if interval <= 0:
            return [0]
        idle = self._idle_ticks(stage)
        length_ms = positions.time_of(self._timeline(stage, None).end) - stage.chain.start_ms
        total_ticks = length_ms // interval
        candidates = [1] if not idle else [idle + 3, 4 * (idle + 3), 32 * (idle + 3)]
        return [ticks for ticks in candidates if ticks < total_ticks] + [int(total_ticks) + 1]

    def _rhythm(self, stage: StagePlan) -> int:
        """Return the interval in which all watermark generators of *stage* emit together; 0: none.

        An extract begins at a multiple of this interval.
        """
        rhythms = [source.chain.rhythm_ms for source in self._feeding(stage)]
        together = math.lcm(*(rhythm for rhythm in rhythms if rhythm))
        return together if any(rhythms) else stage.chain.auto_watermark_interval_ms

    def _idle_ticks(self, stage: StagePlan) -> int:
        """Return the longest idle timeout in ticks; 0 if there is none."""
        timeouts = [0]
        interval_ns = stage.chain.auto_watermark_interval_ms * 1_000_000
        for source in self._feeding(stage):
            for chained in source.vertex.operators:
                spec: Any = chained.node.spec
                strategy = getattr(spec, "strategy", None) or getattr(
                    spec, "watermark_strategy", None
                )
                if strategy is not None:
                    generator: Any = strategy.create_watermark_generator(lambda: 0)
                    nanos = getattr(generator, "idle_timeout_nanos", 0)
                    timeouts.append(-(-nanos // interval_ns))
        return max(timeouts)

    # --- building the extract ---------------------------------------------------------------------

    def _cut(
        self,
        stage: StagePlan,
        key: Any,
        window: Any,
        dropped: Drop | None,
        own: Sequence[tuple[StagePlan, list[Kept]]],
        span: Span,
        first: int,
        until: int,
        ticks_before: int,
    ) -> Zoom:
        interval = self._rhythm(stage)
        begin = stage.chain.start_ms
        if interval > 0:
            begin = max(begin, tick_at(first, begin, interval) - ticks_before * interval)
        idle = self._idle_ticks(stage) > 0 if interval > 0 else False
        scripts: dict[int, ScriptedSource] = {}
        movers: list[Kept] = []
        for source, records in own:
            read = partial(getattr, self._log(source), "makers")
            makers: Makers = self._job.watch.run(source.vertex.name, read)
            source_movers = movers_of(makers, begin, source.chain, until, every_tick=idle)
            movers += source_movers
            ends = self._job.outcome.reached[source.vertex.key].last_items
            node = source.vertex.head.id
            scripts[node] = script_of(source, records, source_movers, ends, begin, until)
        for other in self._job.stages:
            if other.is_source and other.vertex.head.id not in scripts:
                scripts[other.vertex.head.id] = silent_script(other, begin, until)
        pipeline = self._small_program(stage, key, window, span, scripts)
        records = sorted([k for _, items in own for k in items], key=lambda kept: kept.position)
        movers.sort(key=lambda kept: kept.position)
        node = stage.vertex.head.id
        return Zoom(
            key, window, dropped, tuple(records), tuple(movers), begin, until, pipeline, node
        )

    def _small_program(
        self,
        stage: StagePlan,
        key: Any,
        window: Any,
        span: Span,
        scripts: dict[int, ScriptedSource],
    ) -> Pipeline:
        """Build the program with scripted sources and a filter for the window's records."""

        def change(transformation: Transformation) -> Any:
            spec = transformation.spec
            if isinstance(spec, SourceSpec):
                return replace(spec, source=scripts[transformation.id])
            return unwritten(spec)

        spec: Any = stage.vertex.head.spec
        name = f"only key {key!r}" + ("" if window is None else " in its window")
        passing = ProcessSpec(PassWindow(spec.key_selector, key, span))
        return changed(self._job.pipeline, change, {stage.vertex.head.id: (name, passing)})

    # --- checks -----------------------------------------------------------------------------------

    def _is_as_it_was(self, zoom: Zoom, small: SparkJob, stage: StagePlan, first: int) -> bool:
        """Return whether the window's task sees the same watermarks as in the large run."""
        (same,) = [s for s in small.stages if s.vertex.head.id == zoom.window_node]
        timeline = small.timelines[same.vertex.key][_subtask_of(stage, zoom.key)[0]]
        since, until = first, zoom.until_ms
        large = self._timeline(stage, zoom.key)
        return told_of(timeline, since, until) == told_of(large, since, until)

    def _checked(self, zoom: Zoom, small: SparkJob, stage: StagePlan) -> Zoom:
        """Return *zoom* with ``has_fired`` set.

        Raises:
            NotZoomable: The window or the key does not exist.
        """
        key, window = zoom.key, zoom.window
        if zoom.dropped is not None or (window is None and zoom.records):
            return zoom
        if any(
            f.node == zoom.window_node and f.key == key and window in (None, f.window)
            for f in small.iterate_firings()
        ):
            return zoom
        if may_be_silent(stage.vertex.head.spec, window):
            return replace(zoom, has_fired=False)
        raise self._nothing(stage, key, window, bool(zoom.records))

    def _nothing(self, stage: StagePlan, key: Any, window: Any, has_records: bool) -> NotZoomable:
        """Create the error for a window, key or record that does not exist."""
        nodes = [stage.vertex.head.id]
        known = windows_of(self._job, nodes, key)
        if window is not None and (known or has_records):
            return NoSuchWindow(key, window, nearest(known, *window))
        if known or has_records:
            return NotZoomable(
                f"the key {key!r} has records, but not the one that is given as dropped"
            )
        return NotZoomable(
            f"no record with the key {key!r} came to the window operator"
            + some_keys(self._job, nodes)
        )


# --- helpers --------------------------------------------------------------------------------------


def _job_of(zoom: Zoom) -> SparkJob:
    """Create a local job for the small program; its sinks write nothing."""
    from flinksim.replay.job import SparkJob

    return SparkJob(None, zoom.pipeline, ReplaySettings())


def _reading(plan: NativePlan, path: Path) -> ParquetLogSource:
    """Create a source that reads the log at *path* as the program's source reads its log."""
    spec: Any = plan.source.vertex.head.spec
    source: ParquetLogSource | EventLogSource = spec.source
    if isinstance(source, ParquetLogSource):
        return source
    named = source.timestamp_column if source.timestamp_column in source.columns else None
    splits = plan.source.chain.split_names
    return ParquetLogSource(path, value=source.value_form, timestamp=named, splits=splits)


def _subtask_of(stage: StagePlan, key: Any) -> tuple[int, int]:
    """Return the subtask and the key group of *key*."""
    chain = stage.chain
    spec: Any = stage.vertex.head.spec
    if spec.key_selector is None or key is None:
        return 0, 0
    group = assign_to_key_group(key, chain.max_parallelism, chain.key_hash)
    return group * chain.parallelism // chain.max_parallelism, group


__all__ = ["NoSuchWindow", "NotZoomable", "Zoom", "Zoomer"]


def _check_key(key: Any) -> None:
    """Check that *key* can be the key of a record.

    Raises:
        NotZoomable: No record can have this key.
    """
    try:
        java_hash_code(key)
        if isinstance(key, str):
            key.encode()
    except (TypeError, ValueError) as error:
        raise NotZoomable(
            f"{told_value(key, 60)} can be no key: {message_of(error, 300)}"
        ) from None
