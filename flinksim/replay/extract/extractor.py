"""From large to small: one window of a large log as a run that one can step through.

``job.zoom(key="UA", window=(start, end))`` keeps what decides that window: its records, and of all
others only those that moved a watermark meanwhile (or the last ones before). The program is the
same, but for its sources, which have the kept records at their own times, and one operator before
the window, which lets the window's own records pass. So the window fires as it did: with the same
contents, at the same time, at the same watermark.

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
"""So many records may be kept: one has to step through them, and the driver holds them."""

_FARTHER = 16
"""So many times as far one looks around a session that goes on."""


class Zoomer:
    """Cuts windows out of the log of one job; what it has looked up serves the next cut too."""

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
        """See ``SparkJob.zoom``."""
        zoom = self._zoom(key, window, dropped, operator)
        meanwhile = [
            held
            for held in self._job.held_back()
            if held.from_ms <= zoom.until_ms and held.until_ms >= zoom.from_ms
        ]
        return replace(zoom, held_back=tuple(longest(meanwhile)))

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
        told = what_remembers(spec)
        if told is not None:
            raise NotZoomable(
                f"{stage.vertex.head.name!r} may remember something from key to key ({told}), of which "
                "one window by itself would know nothing; keep it in state"
            )
        if self._obstacle(stage) is not None:
            return self._with_all_before(stage, key, window, dropped)
        span, own = self._own(stage, key, span_of(spec, window, dropped))
        until = self._until(stage, key, span, window, dropped)
        arrivals = [kept.arrival_ms for _, some in own for kept in some]
        if not arrivals:
            raise self._nothing(stage, key, window, self._has_records(stage, key))
        first = min(arrivals)
        if first > until:  # all came too late: that is what there is to see
            until = max(arrivals)
        own = [(s, [k for k in some if k.arrival_ms <= until]) for s, some in own]
        first = min(first, self._before_passing(stage, key, span))
        for ticks_before in self._lookbacks(stage):
            zoom = self._cut(stage, key, window, dropped, own, span, first, until, ticks_before)
            small = _job_of(zoom)
            if self._is_as_it_was(zoom, small, stage, first):
                return self._checked(zoom, small, stage)
        return self._with_all_before(stage, key, window, dropped)

    def _with_all_before(
        self, stage: StagePlan, key: Any, window: Any, dropped: Drop | None
    ) -> Zoom:
        """Everything that came until the window was over: where one cannot tell what of it counts."""
        spec: Any = stage.vertex.head.spec
        span = WHOLE
        if not isinstance(spec.assigner, EventTimeSessionWindows):
            span = span_of(spec, window, dropped)
        over = span if window is None else (window[0], window[1] - 1)
        until = self._until(stage, key, over, window, dropped)
        watch = self._job.watch
        scripts: dict[int, ScriptedSource] = {}
        every: list[Kept] = []
        begin = stage.chain.start_ms
        for source in self._job.stages:
            if source.is_source:
                look = partial(self._all_until, source, until, MOST_KEPT - len(every))
                some, ends = watch.run(source.vertex.name, look)
                every += some
                if len(every) > MOST_KEPT:
                    why = self._obstacle(stage) or "its watermarks are no guide"
                    raise NotZoomable(
                        f"{stage.vertex.head.name!r}: {why}, so that all records until then would "
                        f"have to be kept, which are more than {MOST_KEPT:,}"
                    )
                scripts[source.vertex.head.id] = script_of(source, some, [], ends, begin, until)
        every.sort(key=lambda kept: kept.position)
        pipeline = self._small_program(stage, key, window, span, scripts)
        node = stage.vertex.head.id
        zoom = Zoom(key, window, dropped, (), tuple(every), begin, until, pipeline, node)
        small = _job_of(zoom)
        if not self._is_as_it_was(zoom, small, stage, begin):
            raise NotZoomable(
                f"{stage.vertex.head.name!r}: event time cannot be made to go as it went; please report"
            )
        return self._checked(zoom, small, stage)

    def _all_until(
        self, source: StagePlan, until: int, most: int
    ) -> tuple[list[Kept], dict[int, Position]]:
        """Every item of a source that came up to *until*; and of each split the one behind them, or
        its end. A split that ends with its last record has neither.

        One more than *most*, if there are more.
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

    # --- which stages -----------------------------------------------------------------------------

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
        """The stages that feed *stage*."""
        wanted = {edge.number for edge, _ in stage.inputs}
        return [
            other
            for other in self._job.stages
            if any(edge.number in wanted for edge in other.chain.edges.values())
        ]

    def _obstacle(self, stage: StagePlan) -> str | None:
        """Why one cannot tell which records moved the watermarks of *stage*, if one cannot."""
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
            except NotNative:  # which may turn out only when a log of text has been read
                job.run()
        return LogCuts(job.engine, source, job._reader_of(source))

    def _own(
        self, stage: StagePlan, key: Any, span: Span
    ) -> tuple[Span, list[tuple[StagePlan, list[Kept]]]]:
        """The key's records in *span*, by source; of a session with all that it touches.

        One looks around a session until nothing there touches it any more, farther each time: the log
        may have any number of other records of the key.
        """
        assigner: Any = stage.vertex.head.spec.assigner  # type: ignore[union-attr]
        if type(assigner) is not EventTimeSessionWindows or span == WHOLE:
            return span, self._records(stage, key, span)
        gap = reach = assigner._session_gap
        while True:
            around = max(span[0] - reach, MIN_TIMESTAMP), min(span[1] + reach, MAX_TIMESTAMP)
            found = self._records(stage, key, around)
            span = of_session([kept for _, some in found for kept in some], span, gap)
            if around[0] <= max(span[0] - gap, MIN_TIMESTAMP) and around[1] >= min(
                span[1] + gap, MAX_TIMESTAMP
            ):
                return span, [(s, [k for k in some if is_inside(k, span)]) for s, some in found]
            reach *= _FARTHER

    def _records(
        self, stage: StagePlan, key: Any, span: Span
    ) -> list[tuple[StagePlan, list[Kept]]]:
        """The key's records in *span*, by source.

        Raises: NotZoomable if there are more than :data:`MOST_KEPT`.
        """
        found: dict[str, tuple[StagePlan, list[Kept]]] = {}
        room = MOST_KEPT
        for source, wanted in self._looks(stage, key, span):
            look = partial(self._log(source).records_of, wanted, room)
            some = self._job.watch.run(source.vertex.name, look)
            room -= len(some)
            if room < 0:
                raise NotZoomable(
                    f"more than {MOST_KEPT:,} records of the key {key!r} would have to be kept; say "
                    "which window, or choose one of fewer records"
                )
            _, before = found.setdefault(source.vertex.key, (source, []))
            before += some
        return [
            (source, sorted(some, key=lambda kept: kept.position))
            for source, some in found.values()
        ]

    def _has_records(self, stage: StagePlan, key: Any) -> bool:
        """Whether there are records of the key."""
        return any(
            self._job.watch.run(
                source.vertex.name, partial(self._log(source).records_of, wanted, 0)
            )
            for source, wanted in self._looks(stage, key, WHOLE)
        )

    def _looks(self, stage: StagePlan, key: Any, span: Span) -> Iterator[tuple[StagePlan, Wanted]]:
        """Where to look for the key's records, and for which."""
        spec: Any = stage.vertex.head.spec
        numbers = {edge.number for edge, _ in stage.inputs}
        subtask, group = _subtask_of(stage, key)
        for source in self._feeding(stage):
            for edge in source.chain.edges.values():
                if edge.number in numbers:
                    unit = edge.unit_of(subtask, group)
                    yield source, Wanted(edge.number, unit, spec.key_selector, key, span)

    # --- from when to when ------------------------------------------------------------------------

    def _until(
        self, stage: StagePlan, key: Any, span: Span, window: Any, dropped: Drop | None
    ) -> int:
        """The last moment that counts: the drop, or when the window was cleaned up."""
        if dropped is not None:
            return dropped.time
        timeline = self._timeline(stage, key)
        end = positions.time_of(timeline.end)
        spec: Any = stage.vertex.head.spec
        if span[1] == MAX_TIMESTAMP or not spec.assigner.is_event_time():
            return end
        over = span[1] + spec.allowed_lateness_ms
        if isinstance(spec.assigner, EventTimeSessionWindows):
            over += spec.assigner._session_gap
        passed = passed_at(timeline, over)
        return end if passed is None else passed

    def _before_passing(self, stage: StagePlan, key: Any, span: Span) -> int:
        """Just before the watermark passed the window: so that one sees it pass."""
        spec: Any = stage.vertex.head.spec
        timeline = self._timeline(stage, key)
        over = min(span[1] + spec.allowed_lateness_ms, MAX_TIMESTAMP)
        passed = [passed_at(timeline, span[1]), passed_at(timeline, over)]
        interval = max(1, stage.chain.auto_watermark_interval_ms)
        times = [time_ms - interval for time_ms in passed if time_ms is not None]
        return max(min(times, default=MAX_TIMESTAMP), stage.chain.start_ms)

    def _timeline(self, stage: StagePlan, key: Any) -> Timeline:
        return self._job.timelines[stage.vertex.key][_subtask_of(stage, key)[0]]

    def _lookbacks(self, stage: StagePlan) -> list[int]:
        """How many ticks before the first record the cut may begin; more, if that is not enough."""
        interval = self._rhythm(stage)
        if interval <= 0:
            return [0]
        idle = self._idle_ticks(stage)
        length_ms = positions.time_of(self._timeline(stage, None).end) - stage.chain.start_ms
        every = length_ms // interval
        tried = [1] if not idle else [idle + 3, 4 * (idle + 3), 32 * (idle + 3)]
        return [ticks for ticks in tried if ticks < every] + [int(every) + 1]

    def _rhythm(self, stage: StagePlan) -> int:
        """After how long all generators before *stage* are asked together again; 0 without any.

        A cut begins in step with them.
        """
        rhythms = [source.chain.rhythm_ms for source in self._feeding(stage)]
        together = math.lcm(*(rhythm for rhythm in rhythms if rhythm))
        return together if any(rhythms) else stage.chain.auto_watermark_interval_ms

    def _idle_ticks(self, stage: StagePlan) -> int:
        """The longest idle timeout, in ticks; 0 without any."""
        waits = [0]
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
                    waits.append(-(-nanos // interval_ns))
        return max(waits)

    # --- cutting ------------------------------------------------------------------------------------

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
            look = partial(getattr, self._log(source), "makers")
            makers: Makers = self._job.watch.run(source.vertex.name, look)
            moving = movers_of(makers, begin, source.chain, until, every_tick=idle)
            movers += moving
            ends = self._job.outcome.reached[source.vertex.key].last_items
            node = source.vertex.head.id
            scripts[node] = script_of(source, records, moving, ends, begin, until)
        for other in self._job.stages:
            if other.is_source and other.vertex.head.id not in scripts:
                scripts[other.vertex.head.id] = silent_script(other, begin, until)
        pipeline = self._small_program(stage, key, window, span, scripts)
        records = sorted([k for _, some in own for k in some], key=lambda kept: kept.position)
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
        """The program with *scripts* for sources, and only the window's records before the window."""

        def change(transformation: Transformation) -> Any:
            spec = transformation.spec
            if isinstance(spec, SourceSpec):
                return replace(spec, source=scripts[transformation.id])
            return unwritten(spec)

        spec: Any = stage.vertex.head.spec
        name = f"only key {key!r}" + ("" if window is None else " in its window")
        passing = ProcessSpec(PassWindow(spec.key_selector, key, span))
        return changed(self._job.pipeline, change, {stage.vertex.head.id: (name, passing)})

    # --- whether it is right ------------------------------------------------------------------------

    def _is_as_it_was(self, zoom: Zoom, small: SparkJob, stage: StagePlan, first: int) -> bool:
        """Whether the window's task is told of event time what it was told in the large run."""
        (same,) = [s for s in small.stages if s.vertex.head.id == zoom.window_node]
        timeline = small.timelines[same.vertex.key][_subtask_of(stage, zoom.key)[0]]
        since, until = first, zoom.until_ms
        large = self._timeline(stage, zoom.key)
        return told_of(timeline, since, until) == told_of(large, since, until)

    def _checked(self, zoom: Zoom, small: SparkJob, stage: StagePlan) -> Zoom:
        """*zoom*, knowing whether its window has fired.

        Raises: NotZoomable for a window, or a key, that there has not been.
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
        """What to say where nothing of what is asked for has been."""
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


# --- small things -----------------------------------------------------------------------------------


def _job_of(zoom: Zoom) -> SparkJob:
    """The small program on the operators of the large one, in this process; its sinks get nothing."""
    from flinksim.replay.job import SparkJob

    return SparkJob(None, zoom.pipeline, ReplaySettings())


def _reading(plan: NativePlan, path: Path) -> ParquetLogSource:
    """What reads the log in columns at *path* as the program's own source reads its log."""
    spec: Any = plan.source.vertex.head.spec
    source: ParquetLogSource | EventLogSource = spec.source
    if isinstance(source, ParquetLogSource):
        return source
    named = source.timestamp_column if source.timestamp_column in source.columns else None
    splits = plan.source.chain.split_names
    return ParquetLogSource(path, value=source.value_form, timestamp=named, splits=splits)


def _subtask_of(stage: StagePlan, key: Any) -> tuple[int, int]:
    """The subtask and the key group of *key*."""
    chain = stage.chain
    spec: Any = stage.vertex.head.spec
    if spec.key_selector is None or key is None:
        return 0, 0
    group = assign_to_key_group(key, chain.max_parallelism, chain.key_hash)
    return group * chain.parallelism // chain.max_parallelism, group


__all__ = ["NoSuchWindow", "NotZoomable", "Zoom", "Zoomer"]


def _check_key(key: Any) -> None:
    """Refuse what can be the key of no record."""
    try:
        java_hash_code(key)
        if isinstance(key, str):
            key.encode()
    except (TypeError, ValueError) as error:
        raise NotZoomable(
            f"{told_value(key, 60)} can be no key: {message_of(error, 300)}"
        ) from None
