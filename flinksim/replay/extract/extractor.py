"""Extract one window of a large log as a small run that can be stepped through.

``job.zoom(key="UA", window=(start, end))`` selects the window's records, and of all other records
only those that advanced a watermark in the same period (or the last ones before it). The program
stays the same except for two changes. Its sources emit the selected records at their original times.
One filter before the window passes only the window's own records. So the window fires with the same
contents, at the same time and at the same watermark.

Not in Flink.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flinksim.connectors.event_log.event_log_source import EventLogSource
from flinksim.connectors.scripted_source import ScriptedSource
from flinksim.connectors.source import SourceEndOfInput
from flinksim.core.java.hash_code import compute_java_hash_code
from flinksim.core.java.key_groups import assign_to_key_group
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.core.safe_repr import format_error_message, format_repr
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.transformations import (
    ProcessSpec,
    SourceSpec,
    Transformation,
    WindowSpec,
)
from flinksim.datastream.window_assigners import EventTimeSessionWindows
from flinksim.graph.rewrite import discard_sink_output, map_specs
from flinksim.graph.statefulness import find_hidden_state
from flinksim.replay.compile.columnar_plan import ColumnarPlan, NotColumnar
from flinksim.replay.extract.columnar_lookup import ColumnarLookup
from flinksim.replay.extract.extract import NotExtractable, WindowExtract, WindowFilter
from flinksim.replay.extract.record_lookup import (
    FULL_RANGE,
    KeyFilter,
    RecordLookup,
    SelectedItem,
    TimestampRange,
    WatermarkMakers,
)
from flinksim.replay.extract.reduced_log import (
    build_script,
    build_silent_script,
    collect_event_time,
    compute_timestamp_range,
    extend_session_range,
    find_passing_ms,
    floor_to_tick,
    is_inside,
    select_watermark_items,
)
from flinksim.replay.extract.window_index import (
    NoSuchWindow,
    can_be_unfired,
    check_dropped,
    find_fired_windows,
    find_nearest_windows,
    format_example_keys,
    parse_window,
)
from flinksim.replay.logs.parquet_source import ParquetLogSource
from flinksim.replay.operators import positions
from flinksim.replay.operators.chain_runner import WatermarkTimeline
from flinksim.replay.operators.positions import Position
from flinksim.replay.operators.row_schema import unpack
from flinksim.replay.operators.stage_planner import StagePlan
from flinksim.replay.operators.watermark_stalls import select_longest
from flinksim.replay.operators.workers import read_items
from flinksim.replay.results.outcome import DroppedRecord
from flinksim.replay.settings import ReplaySettings

if TYPE_CHECKING:
    from flinksim.replay.replay_job import SparkJob


MAX_RECORDS = 200_000
"""Maximum number of selected records: the driver holds them and the user steps through them."""

_SEARCH_GROWTH_FACTOR = 16
"""Factor by which the search range around a session grows if the session continues."""


class WindowExtractor:
    """Extractor of windows from the log of one job; passes over the log are reused for later windows."""

    def __init__(self, job: SparkJob) -> None:
        self._job = job
        self._lookups: dict[str, RecordLookup | ColumnarLookup] = {}

    def extract(
        self,
        key: Any = None,
        window: tuple[int, int] | None = None,
        dropped: DroppedRecord | None = None,
        operator: str | None = None,
    ) -> WindowExtract:
        """Extract a window as a small run; see ``SparkJob.zoom`` for the arguments."""
        zoom = self._extract(key, window, dropped, operator)
        stalls = [
            stall
            for stall in self._job.find_watermark_stalls()
            if stall.from_ms <= zoom.until_ms and stall.until_ms >= zoom.from_ms
        ]
        return replace(zoom, watermark_stalls=tuple(select_longest(stalls)))

    def _extract(
        self,
        key: Any,
        window: tuple[int, int] | None,
        dropped: DroppedRecord | None,
        operator: str | None,
    ) -> WindowExtract:
        window = parse_window(window)
        check_dropped(dropped)
        if key is not None:
            _check_key(key)
        stage = self._find_window_stage(operator, dropped)
        spec: Any = stage.vertex.head.spec
        if dropped is not None:
            key = dropped.key
        elif key is None and spec.key_selector is not None:
            raise NotExtractable("no window is selected. Use key=... or dropped=...")
        state = find_hidden_state(spec)
        if state is not None:
            raise NotExtractable(
                f"{stage.vertex.head.name!r} may keep data across keys ({state}), "
                "which a single window does not contain. Keep it in state"
            )
        if self._find_watermark_obstacle(stage) is not None:
            return self._extract_all_before(stage, key, window, dropped)
        span, own_records = self._find_own_records(
            stage, key, compute_timestamp_range(spec, window, dropped)
        )
        until = self._find_end_ms(stage, key, span, window, dropped)
        arrivals = [kept.arrival_ms for _, items in own_records for kept in items]
        if not arrivals:
            raise self._create_not_found_error(stage, key, window, self._has_records(stage, key))
        first = min(arrivals)
        if first > until:  # All records were late; the extract shows that.
            until = max(arrivals)
        own_records = [(s, [k for k in items if k.arrival_ms <= until]) for s, items in own_records]
        first = min(first, self._find_ms_before_closing(stage, key, span))
        for ticks_before in self._list_lookback_ticks(stage):
            zoom = self._build_extract(
                stage, key, window, dropped, own_records, span, first, until, ticks_before
            )
            small = _create_small_job(zoom)
            if self._has_same_event_time(zoom, small, stage, first):
                return self._check_fired(zoom, small, stage)
        return self._extract_all_before(stage, key, window, dropped)

    def _extract_all_before(
        self, stage: StagePlan, key: Any, window: Any, dropped: DroppedRecord | None
    ) -> WindowExtract:
        """Extract everything that arrived until the window closed.

        Used if the records that advance the watermarks are not known.
        """
        spec: Any = stage.vertex.head.spec
        span = FULL_RANGE
        if not isinstance(spec.assigner, EventTimeSessionWindows):
            span = compute_timestamp_range(spec, window, dropped)
        closing_range = span if window is None else (window[0], window[1] - 1)
        until = self._find_end_ms(stage, key, closing_range, window, dropped)
        watch = self._job.monitor
        scripts: dict[int, ScriptedSource] = {}
        items: list[SelectedItem] = []
        begin = stage.chain.start_ms
        for source in self._job.stages:
            if source.is_source:
                read = partial(self._read_until, source, until, MAX_RECORDS - len(items))
                source_items, ends = watch.run(source.vertex.name, read)
                items += source_items
                if len(items) > MAX_RECORDS:
                    reason = (
                        self._find_watermark_obstacle(stage)
                        or "its watermarks cannot be used to select records"
                    )
                    raise NotExtractable(
                        f"{stage.vertex.head.name!r}: {reason}. All earlier "
                        "records would have to be kept, which exceeds "
                        f"{MAX_RECORDS:,}"
                    )
                scripts[source.vertex.head.id] = build_script(
                    source, source_items, [], ends, begin, until
                )
        items.sort(key=lambda kept: kept.position)
        pipeline = self._build_small_pipeline(stage, key, window, span, scripts)
        node = stage.vertex.head.id
        zoom = WindowExtract(key, window, dropped, (), tuple(items), begin, until, pipeline, node)
        small = _create_small_job(zoom)
        if not self._has_same_event_time(zoom, small, stage, begin):
            raise NotExtractable(
                f"{stage.vertex.head.name!r}: event time cannot be reproduced. "
                "This is a bug in flinksim, please report it"
            )
        return self._check_fired(zoom, small, stage)

    def _read_until(
        self, source: StagePlan, until_ms: int, max_items: int
    ) -> tuple[list[SelectedItem], dict[int, Position]]:
        """Read every item of a source that arrived up to *until_ms*.

        Also return, for each split, the position of the next item or of its end. A split that ends
        with its last record has neither. If there are more than *max_items* items, one more is
        returned.
        """
        reader, plan = self._job._get_reader(source), source.chain
        rows = self._job.engine.read_chunks(
            reader.chunk_count, partial(read_items, reader=reader, plan=plan)
        )
        found: list[SelectedItem] = []
        ends: dict[int, Position] = {}
        try:
            for _, split, _, position, _, payload in self._job.engine.iterate_kind(rows, "record"):
                unit = plan.first_split + split
                if unit in ends and positions.get_time_ms(ends[unit]) > until_ms:
                    continue
                item = unpack(payload)
                if positions.get_time_ms(position) <= until_ms and not isinstance(
                    item, SourceEndOfInput
                ):
                    found.append(SelectedItem(position, split, MIN_TIMESTAMP, item))
                else:
                    ends[unit] = position
                if len(found) > max_items:
                    break
        finally:
            self._job.engine.release(rows)
        return found, ends

    # --- stages -----------------------------------------------------------------------------------

    def _find_window_stage(self, operator: str | None, dropped: DroppedRecord | None) -> StagePlan:
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
                raise NotExtractable("the program has no window operator to extract from")
            raise NotExtractable(
                f"expected one window operator, found {len(windows)}. Use "
                f"operator=..., one of {known}"
            )
        return windows[0]

    def _find_input_stages(self, stage: StagePlan) -> list[StagePlan]:
        """Find the stages that feed *stage*."""
        wanted = {edge.number for edge, _ in stage.inputs}
        return [
            other
            for other in self._job.stages
            if any(edge.number in wanted for edge in other.chain.edges.values())
        ]

    def _find_watermark_obstacle(self, stage: StagePlan) -> str | None:
        """Describe why the records that advanced the watermarks of *stage* are unknown, if so."""
        for other in self._find_input_stages(stage):
            if not other.is_source:
                return f"it reads from {other.vertex.name!r}, which is not a source"
            if other.partitioning != "any order":
                return other.reason
        return None

    def _get_lookup(self, source: StagePlan) -> RecordLookup | ColumnarLookup:
        key = source.vertex.key
        if key not in self._lookups:
            self._lookups[key] = self._create_lookup(source)
        return self._lookups[key]

    def _create_lookup(self, source: StagePlan) -> RecordLookup | ColumnarLookup:
        job = self._job
        native = job.columnar_plan
        if native is not None and native.source is source:
            try:
                path = job._convert_to_parquet(native)
                return ColumnarLookup(
                    job.create_kernel_run(native),
                    native,
                    path,
                    _create_parquet_source(native, path),
                )
            except NotColumnar:  # A text log may turn out not to be columnar only when it is read.
                job.run()
        return RecordLookup(job.engine, source, job._get_reader(source))

    def _find_own_records(
        self, stage: StagePlan, key: Any, span: TimestampRange
    ) -> tuple[TimestampRange, list[tuple[StagePlan, list[SelectedItem]]]]:
        """Find the key's records with timestamps in *span*, by source; extend *span* to whole sessions.

        The search range around a session grows until no record there touches the session: the log
        may have any number of other records of the key.
        """
        assigner: Any = stage.vertex.head.spec.assigner  # type: ignore[union-attr]
        if type(assigner) is not EventTimeSessionWindows or span == FULL_RANGE:
            return span, self._find_records(stage, key, span)
        gap = distance = assigner._session_gap
        while True:
            search_range = (
                max(span[0] - distance, MIN_TIMESTAMP),
                min(span[1] + distance, MAX_TIMESTAMP),
            )
            found = self._find_records(stage, key, search_range)
            span = extend_session_range([kept for _, items in found for kept in items], span, gap)
            if search_range[0] <= max(span[0] - gap, MIN_TIMESTAMP) and search_range[1] >= min(
                span[1] + gap, MAX_TIMESTAMP
            ):
                return span, [(s, [k for k in items if is_inside(k, span)]) for s, items in found]
            distance *= _SEARCH_GROWTH_FACTOR

    def _find_records(
        self, stage: StagePlan, key: Any, span: TimestampRange
    ) -> list[tuple[StagePlan, list[SelectedItem]]]:
        """Find the key's records with timestamps in *span*, by source stage.

        Raises:
            NotExtractable: There are more than :data:`MAX_RECORDS`.
        """
        found: dict[str, tuple[StagePlan, list[SelectedItem]]] = {}
        remaining = MAX_RECORDS
        for source, wanted in self._iterate_key_filters(stage, key, span):
            find = partial(self._get_lookup(source).find_records, wanted, remaining)
            items = self._job.monitor.run(source.vertex.name, find)
            remaining -= len(items)
            if remaining < 0:
                raise NotExtractable(
                    f"more than {MAX_RECORDS:,} records of the key {key!r} would "
                    "have to be kept. Select one window, or a key with fewer "
                    "records"
                )
            _, known = found.setdefault(source.vertex.key, (source, []))
            known += items
        return [
            (source, sorted(items, key=lambda kept: kept.position))
            for source, items in found.values()
        ]

    def _has_records(self, stage: StagePlan, key: Any) -> bool:
        """Return whether the window operator receives any records of *key*."""
        return any(
            self._job.monitor.run(
                source.vertex.name, partial(self._get_lookup(source).find_records, wanted, 0)
            )
            for source, wanted in self._iterate_key_filters(stage, key, FULL_RANGE)
        )

    def _iterate_key_filters(
        self, stage: StagePlan, key: Any, span: TimestampRange
    ) -> Iterator[tuple[StagePlan, KeyFilter]]:
        """Iterate over the source stages that send records of *key*, each with a filter for them."""
        spec: Any = stage.vertex.head.spec
        numbers = {edge.number for edge, _ in stage.inputs}
        subtask, group = _find_subtask(stage, key)
        for source in self._find_input_stages(stage):
            for edge in source.chain.edges.values():
                if edge.number in numbers:
                    unit = edge.get_unit(subtask, group)
                    yield source, KeyFilter(edge.number, unit, spec.key_selector, key, span)

    # --- time range -------------------------------------------------------------------------------

    def _find_end_ms(
        self,
        stage: StagePlan,
        key: Any,
        span: TimestampRange,
        window: Any,
        dropped: DroppedRecord | None,
    ) -> int:
        """Return the time at which the extract ends: the drop of the record or the window's cleanup."""
        if dropped is not None:
            return dropped.time
        timeline = self._get_timeline(stage, key)
        end = positions.get_time_ms(timeline.end)
        spec: Any = stage.vertex.head.spec
        if span[1] == MAX_TIMESTAMP or not spec.assigner.is_event_time():
            return end
        cleanup_timestamp = span[1] + spec.allowed_lateness_ms
        if isinstance(spec.assigner, EventTimeSessionWindows):
            cleanup_timestamp += spec.assigner._session_gap
        passed_ms = find_passing_ms(timeline, cleanup_timestamp)
        return end if passed_ms is None else passed_ms

    def _find_ms_before_closing(self, stage: StagePlan, key: Any, span: TimestampRange) -> int:
        """Return a time one emission before the watermark passes the window, so that this is visible."""
        spec: Any = stage.vertex.head.spec
        timeline = self._get_timeline(stage, key)
        cleanup_timestamp = min(span[1] + spec.allowed_lateness_ms, MAX_TIMESTAMP)
        passed_times = [
            find_passing_ms(timeline, span[1]),
            find_passing_ms(timeline, cleanup_timestamp),
        ]
        interval = max(1, stage.chain.auto_watermark_interval_ms)
        times = [time_ms - interval for time_ms in passed_times if time_ms is not None]
        return max(min(times, default=MAX_TIMESTAMP), stage.chain.start_ms)

    def _get_timeline(self, stage: StagePlan, key: Any) -> WatermarkTimeline:
        return self._job.timelines[stage.vertex.key][_find_subtask(stage, key)[0]]

    def _list_lookback_ticks(self, stage: StagePlan) -> list[int]:
        """List candidates for how many ticks before the first record the extract begins, smallest first.

        A tick is a periodic emission of watermarks.
        """
        interval = self._compute_common_interval(stage)
        if interval <= 0:
            return [0]
        idle = self._compute_idle_ticks(stage)
        length_ms = (
            positions.get_time_ms(self._get_timeline(stage, None).end) - stage.chain.start_ms
        )
        total_ticks = length_ms // interval
        candidates = [1] if not idle else [idle + 3, 4 * (idle + 3), 32 * (idle + 3)]
        return [ticks for ticks in candidates if ticks < total_ticks] + [int(total_ticks) + 1]

    def _compute_common_interval(self, stage: StagePlan) -> int:
        """Return the interval in which all watermark generators of *stage* emit together; 0: none.

        An extract begins at a multiple of this interval.
        """
        rhythms = [
            source.chain.common_tick_interval_ms for source in self._find_input_stages(stage)
        ]
        together = math.lcm(*(rhythm for rhythm in rhythms if rhythm))
        return together if any(rhythms) else stage.chain.auto_watermark_interval_ms

    def _compute_idle_ticks(self, stage: StagePlan) -> int:
        """Return the longest idle timeout as a number of periodic emissions; 0 if there is none."""
        timeouts = [0]
        interval_ns = stage.chain.auto_watermark_interval_ms * 1_000_000
        for source in self._find_input_stages(stage):
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

    def _build_extract(
        self,
        stage: StagePlan,
        key: Any,
        window: Any,
        dropped: DroppedRecord | None,
        own_records: Sequence[tuple[StagePlan, list[SelectedItem]]],
        span: TimestampRange,
        first_ms: int,
        until_ms: int,
        ticks_before: int,
    ) -> WindowExtract:
        interval = self._compute_common_interval(stage)
        begin = stage.chain.start_ms
        if interval > 0:
            begin = max(begin, floor_to_tick(first_ms, begin, interval) - ticks_before * interval)
        idle = self._compute_idle_ticks(stage) > 0 if interval > 0 else False
        scripts: dict[int, ScriptedSource] = {}
        movers: list[SelectedItem] = []
        for source, records in own_records:
            read = partial(getattr, self._get_lookup(source), "watermark_makers")
            makers: WatermarkMakers = self._job.monitor.run(source.vertex.name, read)
            source_movers = select_watermark_items(
                makers, begin, source.chain, until_ms, has_every_tick=idle
            )
            movers += source_movers
            ends = self._job.outcome.source_scans[source.vertex.key].last_items
            node = source.vertex.head.id
            scripts[node] = build_script(source, records, source_movers, ends, begin, until_ms)
        for other in self._job.stages:
            if other.is_source and other.vertex.head.id not in scripts:
                scripts[other.vertex.head.id] = build_silent_script(other, begin, until_ms)
        pipeline = self._build_small_pipeline(stage, key, window, span, scripts)
        records = sorted(
            [k for _, items in own_records for k in items], key=lambda kept: kept.position
        )
        movers.sort(key=lambda kept: kept.position)
        node = stage.vertex.head.id
        return WindowExtract(
            key, window, dropped, tuple(records), tuple(movers), begin, until_ms, pipeline, node
        )

    def _build_small_pipeline(
        self,
        stage: StagePlan,
        key: Any,
        window: Any,
        span: TimestampRange,
        scripts: dict[int, ScriptedSource],
    ) -> Pipeline:
        """Build the program with scripted sources and a filter for the window's records."""

        def change(transformation: Transformation) -> Any:
            spec = transformation.spec
            if isinstance(spec, SourceSpec):
                return replace(spec, source=scripts[transformation.id])
            return discard_sink_output(spec)

        spec: Any = stage.vertex.head.spec
        name = f"only key {key!r}" + ("" if window is None else " in its window")
        passing = ProcessSpec(WindowFilter(spec.key_selector, key, span))
        return map_specs(self._job.pipeline, change, {stage.vertex.head.id: (name, passing)})

    # --- checks -----------------------------------------------------------------------------------

    def _has_same_event_time(
        self, zoom: WindowExtract, small: SparkJob, stage: StagePlan, first_ms: int
    ) -> bool:
        """Return whether the window's task sees the same watermarks in the small run as in the large one."""
        (same,) = [s for s in small.stages if s.vertex.head.id == zoom.window_node]
        timeline = small.timelines[same.vertex.key][_find_subtask(stage, zoom.key)[0]]
        since, until = first_ms, zoom.until_ms
        large = self._get_timeline(stage, zoom.key)
        return collect_event_time(timeline, since, until) == collect_event_time(large, since, until)

    def _check_fired(self, zoom: WindowExtract, small: SparkJob, stage: StagePlan) -> WindowExtract:
        """Check whether the window fires in the small run; return *zoom* with ``has_fired`` set.

        Raises:
            NotExtractable: The window or the key does not exist.
        """
        key, window = zoom.key, zoom.window
        if zoom.dropped is not None or (window is None and zoom.records):
            return zoom
        if any(
            f.node == zoom.window_node and f.key == key and window in (None, f.window)
            for f in small.iterate_firings()
        ):
            return zoom
        if can_be_unfired(stage.vertex.head.spec, window):
            return replace(zoom, has_fired=False)
        raise self._create_not_found_error(stage, key, window, bool(zoom.records))

    def _create_not_found_error(
        self, stage: StagePlan, key: Any, window: Any, has_records: bool
    ) -> NotExtractable:
        """Create the error for a window, key or record that does not exist."""
        nodes = [stage.vertex.head.id]
        known = find_fired_windows(self._job, nodes, key)
        if window is not None and (known or has_records):
            return NoSuchWindow(key, window, find_nearest_windows(known, *window))
        if known or has_records:
            return NotExtractable(f"the key {key!r} has records, but not the given dropped record")
        return NotExtractable(
            f"no record with the key {key!r} reached the window operator"
            + format_example_keys(self._job, nodes)
        )


# --- helpers --------------------------------------------------------------------------------------


def _create_small_job(zoom: WindowExtract) -> SparkJob:
    """Create a local replay of the extract's program; its sinks write nothing."""
    from flinksim.replay.replay_job import SparkJob

    return SparkJob(None, zoom.pipeline, ReplaySettings())


def _create_parquet_source(plan: ColumnarPlan, path: Path) -> ParquetLogSource:
    """Create a source that reads the log at *path* as the program's source reads its log."""
    spec: Any = plan.source.vertex.head.spec
    source: ParquetLogSource | EventLogSource = spec.source
    if isinstance(source, ParquetLogSource):
        return source
    named = source.timestamp_column if source.timestamp_column in source.columns else None
    splits = plan.source.chain.split_names
    return ParquetLogSource(path, value=source.value_form, timestamp=named, splits=splits)


def _find_subtask(stage: StagePlan, key: Any) -> tuple[int, int]:
    """Return the subtask of *stage* that processes *key*, and the key group of *key*."""
    chain = stage.chain
    spec: Any = stage.vertex.head.spec
    if spec.key_selector is None or key is None:
        return 0, 0
    group = assign_to_key_group(key, chain.max_parallelism, chain.key_hash)
    return group * chain.parallelism // chain.max_parallelism, group


__all__ = ["NoSuchWindow", "NotExtractable", "WindowExtract", "WindowExtractor"]


def _check_key(key: Any) -> None:
    """Check that *key* can be the key of a record.

    Raises:
        NotExtractable: No record can have this key.
    """
    try:
        compute_java_hash_code(key)
        if isinstance(key, str):
            key.encode()
    except (TypeError, ValueError) as error:
        raise NotExtractable(
            f"{format_repr(key, 60)} cannot be used as a key: {format_error_message(error, 300)}"
        ) from None
