"""The profile of a run: per split, operator and task the numbers that rules examine.

Not in Flink.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

from flinksim.analysis.bottlenecks import BottleneckReport, find_bottlenecks
from flinksim.analysis.diagnosis.program_profile import ProgramProfile
from flinksim.analysis.expressions.name_resolution import WINDOW_OPERATORS
from flinksim.analysis.why.answer import RecordId
from flinksim.analysis.why.blocked_watermarks import has_watermark_generator
from flinksim.analysis.why.state_growth import STATE_REMOVALS, STATE_WRITES
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.runtime.checkpoint.checkpoint_exception import CheckpointFailureReason
from flinksim.trace import events as e

_END_OF_JOB = CheckpointFailureReason.CHECKPOINT_COORDINATOR_SHUTDOWN.value
"""Why a checkpoint is given up that is under way when the job ends: no failure."""


@dataclass(slots=True)
class SplitProfile:
    """One split of a source. Times are in ms; ``timestamps`` and ``arrivals`` are those of its records."""

    name: str
    source: str
    timestamps: list[int] = field(default_factory=list)
    arrivals: list[int] = field(default_factory=list)
    newest: int | None = None
    max_disorder: int = 0
    """Largest distance in ms of a record behind an earlier one that its watermark generator saw."""
    limits_watermark: bool = True
    """False if the watermark generator comes after the source, and sees several splits as one stream."""
    is_ended: bool = False
    ended_at: int | None = None
    is_idle: bool = False

    def is_live_at(self, time_ms: int) -> bool:
        """Return whether the split could still limit the watermark at a virtual time."""
        has_ended = self.ended_at is not None and self.ended_at < time_ms
        return not has_ended and not self.is_idle


@dataclass(slots=True)
class WindowProfile:
    """The windows of one operator node: how many were assigned and fired, and how."""

    operator: str
    sizes: set[int] = field(default_factory=set)
    is_global: bool = False
    has_merged: bool = False
    assigned: set[str] = field(default_factory=set)
    firings: Counter[str] = field(default_factory=Counter)
    fired_on_time: set[str] = field(default_factory=set)
    fired_at_end: set[str] = field(default_factory=set)
    cleared_unfired: int = 0
    dropped: int = 0
    sent_to_side_output: int = 0
    skipped: int = 0
    """How often a record missed one of several windows, without being dropped."""
    longest_session: int = 0
    """Length in ms of the longest merged session that did not fire before the end of the input."""
    is_event_time: bool = True
    watermark: int = MIN_TIMESTAMP

    @property
    def fired(self) -> set[str]:
        """The panes that fired at least once."""
        return self.fired_on_time | self.fired_at_end


@dataclass(slots=True)
class KeyProfile:
    """The keys and the state of one operator node."""

    operator: str
    records: Counter[str] = field(default_factory=Counter)
    entries: list[int] = field(default_factory=list)
    """Number of state entries after each write or removal."""
    removals: int = 0
    timers_registered: int = 0
    timers_done: int = 0
    timers_in_past: int = 0
    most_timers_of_a_key: int = 0
    """Maximum number of timers that one key had at the same time."""
    most_timers: int = 0
    """Maximum number of timers of all keys at the same time."""


@dataclass(slots=True)
class TaskProfile:
    """One subtask of a vertex with several ones: the records that it received or read."""

    name: str
    vertex: str
    is_source: bool
    records: int = 0
    has_split: bool = False


@dataclass(slots=True)
class JobProfile:
    """What the rules know about a job.

    ``checkpoints`` has the duration of each completed checkpoint in ms; ``checkpoint_times`` when each one
    was triggered.
    """

    status: str
    duration_ms: int
    has_sink: bool
    results: int
    splits: list[SplitProfile]
    windows: dict[int, WindowProfile]
    keys: dict[int, KeyProfile]
    tasks: list[TaskProfile]
    load: BottleneckReport
    names: dict[str, str]
    generates_watermarks: bool
    checkpoints: list[int]
    checkpoint_times: list[int]
    failed_checkpoints: list[str]
    restarts: int
    failures: list[str]
    is_transactional: bool
    held_watermarks: int
    filtered: dict[str, int]
    shared_elements: int
    key_values: dict[str, set[str]]
    """For each record value that a keyed operator of one input got, the keys that were selected for it."""
    repeated_results: int
    undiscovered: list[str] = field(default_factory=list)
    """Splits that were created after the start, and that their source does not look for."""
    restarts_from_nothing: int = 0
    """Restarts before the first completed checkpoint."""
    longest_hold: int = 0
    """Longest time in ms that a watermark waited for the end of a Python bundle."""
    late_after_idleness: dict[str, int] = field(default_factory=dict)
    """Late records by split: those of a split that was idle, and that the watermark had passed then."""
    program: ProgramProfile = field(default_factory=ProgramProfile)

    @property
    def last_arrival(self) -> int:
        """Virtual time at which the last record was read."""
        return max((split.arrivals[-1] for split in self.splits if split.arrivals), default=0)


def build_profile(run: TraceIndex) -> JobProfile:
    """Condense a run to its profile."""
    state = run.job_state
    return JobProfile(
        status=state.status,
        duration_ms=run.now_ms - run.plan.start_time_ms,
        has_sink=any("Sink" in one.operator.name for one in run.instances.values()),
        results=len(run.find_events(e.ResultWritten)),
        splits=_summarize_splits(run),
        windows=_summarize_windows(run),
        keys=_summarize_keys(run),
        tasks=_summarize_tasks(run),
        load=find_bottlenecks(run.trace),
        names={one.id: run.format_name(one.id) for one in run.plan.subtasks},
        generates_watermarks=has_watermark_generator(run),
        checkpoints=[run.events[i].duration for i in run.find_events(e.CheckpointCompleted)],
        checkpoint_times=[run.time_ms(i) for i in run.find_events(e.CheckpointTriggered)],
        failed_checkpoints=_list_failed_checkpoints(run),
        restarts=len(run.find_events(e.RestartDecided)),
        failures=[run.describe_event(i) for i in run.find_events(e.TaskFailed)],
        is_transactional=any(
            "Committer" in one.operator.operator_class for one in run.instances.values()
        ),
        held_watermarks=len(run.find_events(e.WatermarkHeld)),
        filtered=_count_filtered(run),
        shared_elements=len(run.find_events(e.SharedElementChanged)),
        key_values=_collect_keys_of_values(run),
        repeated_results=_count_repeated_results(run),
        undiscovered=[
            run.events[i].split
            for i in run.find_events(e.SplitPending)
            if run.events[i].discovery is None
        ],
        restarts_from_nothing=_count_restarts_from_nothing(run),
        longest_hold=_measure_longest_hold(run),
        late_after_idleness=_count_late_after_idleness(run),
    )


def _summarize_splits(run: TraceIndex) -> list[SplitProfile]:
    found: dict[tuple[int, str], SplitProfile] = {}
    for index in run.find_events(e.SplitAssigned):
        event = run.events[index]
        found.setdefault(
            (run.node(event.operator), event.split),
            SplitProfile(event.split, run.instances[event.operator].operator.name),
        )
    _find_merged_splits(run, found)
    newest_seen: dict[Any, int] = {}
    for read, record in run.record_ids.items():
        event = run.events[read]
        split = found.setdefault(
            (record.node, record.split),
            SplitProfile(record.split, run.instances[event.operator].operator.name),
        )
        split.arrivals.append(run.time_ms(read))
        timestamp = run.timestamps.get(record)
        if timestamp is not None and timestamp != MIN_TIMESTAMP:  # which is Flink's "no timestamp"
            split.newest = max(timestamp, timestamp if split.newest is None else split.newest)
            stream = (record.node, record.split) if split.limits_watermark else event.operator
            newest_seen[stream] = max(timestamp, newest_seen.get(stream, timestamp))
            split.max_disorder = max(split.max_disorder, newest_seen[stream] - timestamp)
            split.timestamps.append(timestamp)
    for index in run.find_events(e.SplitReleased):
        event = run.events[index]
        if released := found.get((run.node(event.operator), event.split)):
            released.is_ended, released.ended_at = True, run.time_ms(index)
    for operator, view in run.job_state.operators.items():
        for name, split_view in view.splits.items():
            if operator and (profile := found.get((run.node(operator), name))):
                profile.is_idle = bool(getattr(split_view, "idle", False))
    return list(found.values())


def _find_merged_splits(run: TraceIndex, found: dict[tuple[int, str], SplitProfile]) -> None:
    """Mark the splits that a subtask reads together, if the watermark generator comes after it."""
    generators = {run.node(run.events[i].operator) for i in run.find_events(e.WatermarkGenerated)}
    readers: dict[str, set[str]] = defaultdict(set)
    for index in run.find_events(e.SplitAssigned):
        readers[run.events[index].operator].add(run.events[index].split)
    for operator, names in readers.items():
        if generators and run.node(operator) not in generators and len(names) > 1:
            for name in names:
                found[run.node(operator), name].limits_watermark = False


def _summarize_windows(run: TraceIndex) -> dict[int, WindowProfile]:
    found: dict[int, WindowProfile] = {}
    sessions: dict[int, dict[str, int]] = defaultdict(dict)
    for one in run.instances.values():
        if one.operator.operator_class in WINDOW_OPERATORS:
            found.setdefault(one.operator.node, WindowProfile(one.operator.name))
    for index in run.find_events(e.WindowAssigned):
        event = run.events[index]
        profile = found.setdefault(run.node(event.operator), WindowProfile(event.operator))
        profile.assigned.add(repr((event.key, event.window)))
        if isinstance(event.window, tuple):
            profile.sizes.add(event.window[1] - event.window[0])
        else:
            profile.is_global = True
    for index in run.find_events(e.WindowsMerged):
        event = run.events[index]
        profile = found[run.node(event.operator)]
        profile.has_merged = True
        panes = sessions[run.node(event.operator)]
        for window in event.merged:
            panes.pop(repr((event.key, window)), None)
        panes[repr((event.key, event.result))] = event.result[1] - event.result[0]
    for index in run.find_events(e.WindowFired):
        event = run.events[index]
        profile = found[run.node(event.operator)]
        pane = repr((event.key, event.window))
        profile.firings[event.kind] += 1
        profile.is_event_time = event.clock != "processing time"
        (profile.fired_at_end if event.clock == "end of input" else profile.fired_on_time).add(pane)
    for node, panes in sessions.items():
        lengths = [panes[one] for one in panes if one not in found[node].fired_on_time]
        found[node].longest_session = max(lengths, default=0)
    for index in run.find_events(e.WindowCleared):
        event = run.events[index]
        profile = found[run.node(event.operator)]
        pane = repr((event.key, event.window))
        profile.cleared_unfired += pane in profile.assigned and pane not in profile.fired
    for index in run.find_events(e.LateRecordDropped):
        event = run.events[index]
        if (profile_or_none := found.get(run.node(event.operator))) is not None:
            profile_or_none.skipped -= len(event.windows or ())
            profile_or_none.dropped += not event.side_output
            profile_or_none.sent_to_side_output += event.side_output
    for index in run.find_events(e.WindowSkippedAsLate):
        found[run.node(run.events[index].operator)].skipped += 1
    for index in run.find_events(e.OperatorWatermarkAdvanced):
        event = run.events[index]
        if (
            profile_or_none := found.get(run.node(event.operator))
        ) and event.after != MAX_TIMESTAMP:
            profile_or_none.watermark = max(profile_or_none.watermark, event.after)
    return found


def _summarize_keys(run: TraceIndex) -> dict[int, KeyProfile]:
    found: dict[int, KeyProfile] = {}
    live: dict[int, set[str]] = defaultdict(set)
    watermarks: dict[str, int] = {}
    timers: Counter[tuple[int, str]] = Counter()
    indices = run.find_events(
        e.OperatorWatermarkAdvanced, e.KeySelected, *STATE_WRITES, *STATE_REMOVALS,
        e.TimerRegistered, e.TimerFired, e.TimerDeleted,
    )  # fmt: skip
    for index in sorted(indices):
        event = run.events[index]
        operator = event.operator
        node = run.node(operator)
        if isinstance(event, e.OperatorWatermarkAdvanced):
            watermarks[operator] = event.after
            continue
        profile = found.setdefault(node, KeyProfile(run.instances[operator].operator.name))
        if isinstance(event, e.KeySelected):
            profile.records[repr(event.key)] += 1
        elif isinstance(event, STATE_WRITES):
            if event.state != "window-contents":
                live[node].add(repr((event.state, event.key, getattr(event, "entry", None))))
                profile.entries.append(len(live[node]))
        elif isinstance(event, STATE_REMOVALS):
            profile.removals += 1
            live[node].discard(repr((event.state, event.key, getattr(event, "entry", None))))
            profile.entries.append(len(live[node]))
        elif isinstance(event, e.TimerRegistered):
            if event.namespace == "":
                profile.timers_registered += 1
                is_past = event.timestamp <= watermarks.get(operator, MIN_TIMESTAMP)
                profile.timers_in_past += event.domain == "event" and is_past
                timers[node, repr(event.key)] += 1
                profile.most_timers_of_a_key = max(
                    profile.most_timers_of_a_key, timers[node, repr(event.key)]
                )
                pending = profile.timers_registered - profile.timers_done
                profile.most_timers = max(profile.most_timers, pending)
        if isinstance(event, e.TimerFired):
            profile.records[repr(event.key)] -= 1  # its key was selected, but not for a record
        if isinstance(event, (e.TimerFired, e.TimerDeleted)) and event.namespace == "":
            profile.timers_done += 1
            timers[node, repr(event.key)] -= 1
    return found


def _summarize_tasks(run: TraceIndex) -> list[TaskProfile]:
    received = Counter(
        run.events[i].subtask
        for i in run.find_events(e.ElementReceived)
        if run.events[i].element == "record"
    )
    received.update(
        run.subtask(run.events[i].operator) for i in run.find_events(e.SourceRecordRead)
    )
    with_split = {run.subtask(run.events[i].operator) for i in run.find_events(e.SplitAssigned)}
    vertices = {vertex.id: vertex for vertex in run.plan.vertices}
    return [
        TaskProfile(
            run.format_name(one.id), vertices[one.vertex].name,
            vertices[one.vertex].operators[0].name.startswith("Source"),
            received[one.id], one.id in with_split,
        )
        for one in run.plan.subtasks
        if vertices[one.vertex].parallelism > 1
    ]  # fmt: skip


def _count_filtered(run: TraceIndex) -> dict[str, int]:
    return dict(
        Counter(
            run.instances[run.events[i].operator].operator.name
            for i in run.find_events(e.RecordFiltered)
        )
    )


def _collect_keys_of_values(run: TraceIndex) -> dict[str, set[str]]:
    """Return the keys that the same keyed operator selected for equal values.

    An operator of two inputs has two key selectors, so that equal values may have different keys.
    """
    of_two_inputs = {channel.target_node for channel in run.plan.channels if channel.input}
    found: dict[str, set[str]] = defaultdict(set)
    current: dict[str, Any] = {}
    for index in sorted(run.find_events(e.ElementProcessed, e.KeySelected)):
        event: Any = run.events[index]
        if isinstance(event, e.ElementProcessed):
            current.pop(event.operator, None)
            if event.element == "record":
                current[event.operator] = event.value
        elif event.operator in current and run.node(event.operator) not in of_two_inputs:
            value = current.pop(event.operator)  # the next key may be that of a timer
            found[repr((run.node(event.operator), value))].add(repr(event.key))
    return found


def _count_repeated_results(run: TraceIndex) -> int:
    """Count the results that were written before a restart, and again after it for the same record."""
    restarts = run.find_events(e.RestartDecided)
    written: dict[str, set[RecordId | None]] = defaultdict(set)
    current: dict[str, set[RecordId | None]] = defaultdict(set)
    repeated = 0
    for index in sorted([*restarts, *run.find_events(e.ResultWritten)]) if restarts else ():
        event = run.events[index]
        if isinstance(event, e.RestartDecided):
            for text, records in current.items():
                written[text] |= records
            current.clear()
            continue
        read = run.find_read(index)
        record = None if read is None else run.record_ids[read]  # None: a result of restored state
        known = written.get(event.text, set())
        repeated += bool(known) and (record is None or None in known or record in known)
        current[event.text].add(record)
    return repeated


def _list_failed_checkpoints(run: TraceIndex) -> list[str]:
    """Return why checkpoints failed, without those that were under way when the job ended."""
    is_finished = run.job_state.status == "FINISHED"
    ends = run.find_events(e.SourceFinished) if is_finished else []
    return [
        run.events[index].reason
        for index in run.find_events(e.CheckpointAborted)
        if run.events[index].reason != _END_OF_JOB and not (ends and index > ends[-1])
    ]


def _count_restarts_from_nothing(run: TraceIndex) -> int:
    first = min(run.find_events(e.CheckpointCompleted, e.CheckpointRestored), default=None)
    restarts = run.find_events(e.RestartDecided)
    return len(restarts) if first is None else bisect_left(restarts, first)


def _measure_longest_hold(run: TraceIndex) -> int:
    since: dict[str, int] = {}
    longest = 0
    for index in sorted(run.find_events(e.WatermarkHeld, e.WatermarkEmitted)):
        operator, now = run.events[index].operator, run.time_ms(index)
        if isinstance(run.events[index], e.WatermarkHeld):
            since.setdefault(operator, now)
        elif operator in since:
            longest = max(longest, now - since.pop(operator))
    return longest


def _count_late_after_idleness(run: TraceIndex) -> dict[str, int]:
    """Count late records, by split, that the watermark passed while their split was idle."""
    idle_since: dict[tuple[int, str], list[int]] = defaultdict(list)
    for index in run.find_events(e.SplitStatusChanged):
        event = run.events[index]
        if event.idle:
            idle_since[run.node(event.operator), event.split].append(index)
    reads: dict[tuple[int, str], list[int]] = defaultdict(list)
    for read, record in run.record_ids.items():
        if (record.node, record.split) in idle_since:
            reads[record.node, record.split].append(read)
    found: Counter[str] = Counter()
    for index in run.find_events(e.LateRecordDropped) if idle_since else ():
        source, event = run.find_read(index), run.events[index]
        if source is None or event.cleanup_time is None:
            continue
        late = run.record_ids[source]
        before = [one for one in idle_since[late.node, late.split] if one < source]
        if before:
            first = min(one for one in reads[late.node, late.split] if one > before[-1])
            start, end = (
                _find_last_watermark(run, event.operator, at) for at in (before[-1], first)
            )
            found[late.split] += start < event.cleanup_time <= end
    return {split: count for split, count in found.items() if count}


def _find_last_watermark(run: TraceIndex, operator: str, index: int) -> int:
    advances = [
        run.events[each].after
        for each in run.find_events(e.OperatorWatermarkAdvanced)
        if each < index and run.events[each].operator == operator
    ]
    return max(advances, default=MIN_TIMESTAMP)
