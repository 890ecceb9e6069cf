"""Turning the recorded lines of one subtask into steps with events of flinksim.

Lines are recorded where Flink calls its methods. An event of flinksim says what such a call changed,
so this module also keeps what is needed for that: which timers exist, how many elements a pane has,
which channels limit a watermark. Everything follows from the lines. Not in Flink.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from flinksim.core.ids import ChannelId, OperatorId, SubtaskId, build_operator_id, build_subtask_id
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.recording.process_merge import RecordedStep, Token
from flinksim.recording.recorded_buffers import (
    BUFFER_KINDS,
    OTHER_THREAD_KINDS,
    RecordedBuffers,
)
from flinksim.recording.recorded_cluster import (
    SUBMITTED,
    build_attempt_token,
    build_end_token,
    build_snapshot_token,
    build_trigger_token,
)
from flinksim.recording.recorded_input import RecordedInput
from flinksim.recording.recorded_plan import RecordedTask
from flinksim.recording.recorded_splits import RecordedSplits
from flinksim.recording.recorded_windows import RecordedWindows
from flinksim.recording.recording_file import NODE_KINDS, Line
from flinksim.recording.result_text import to_java_text
from flinksim.trace import events as e
from flinksim.trace.events.event import Row
from flinksim.trace.plan import Plan

_ADDRESS = re.compile(r"@[0-9a-f]+|\$\$Lambda.*")
_PACKAGE = re.compile(r"\b[a-z_0-9]+\.(?=[\w.]*[A-Z])")
_SINK_CLASSES = frozenset({"SinkWriterOperator", "StreamSink"})
_CLASSES_WITH_CLOCK = frozenset(
    {"ProcessOperator", "CoProcessOperator", "CoBroadcastWithNonKeyedOperator", "CoStreamMap",
     "CoStreamFlatMap"}
)  # fmt: skip
"""Operators that keep the last watermark themselves, for lack of timers."""

_STATES = frozenset(
    [
        "CREATED",
        "SCHEDULED",
        "DEPLOYING",
        "INITIALIZING",
        "RUNNING",
        "FINISHED",
        "CANCELING",
        "CANCELED",
        "FAILED",
    ]
)


class SubtaskState:
    """What is known of a subtask across its lines; it belongs to one execution attempt."""

    def __init__(
        self, task: RecordedTask, plan: Plan, channels: dict[tuple[str, int, int], ChannelId]
    ) -> None:
        vertex = next(each for each in plan.vertices if each.operators[0].node == get_head(task))
        self.subtask: SubtaskId = build_subtask_id(vertex.id, task.index)
        self.index = task.index
        self.attempt = task.attempt
        self.classes = task.classes
        self.inputs: dict[int, RecordedInput] = {}
        self.channel_of: dict[tuple[int, int], tuple[ChannelId, RecordedInput, int]] = {}
        places: dict[int, list[ChannelId]] = {}
        for gate in task.gates:
            places.setdefault(gate.input, []).extend(channels[end] for end in gate.channels)
        for number, ids in places.items():
            self.inputs[number] = RecordedInput(self.subtask, number, tuple(ids))
        positions: dict[int, int] = {}
        for gate_number, gate in enumerate(task.gates):
            for channel_number, end in enumerate(gate.channels):
                at = positions.get(gate.input, 0)
                positions[gate.input] = at + 1
                place = channels[end], self.inputs[gate.input], at
                self.channel_of[gate_number, channel_number] = place
        self.outputs = task.outputs


def get_head(task: RecordedTask) -> int:
    """Return the stream node of the first operator of a task's chain."""
    return task.operators[0][0]


class RecordedSubtask:
    """Converts the lines of one attempt of a subtask, in order, into :attr:`steps`."""

    def __init__(
        self,
        task: RecordedTask,
        plan: Plan,
        channels: dict[tuple[str, int, int], ChannelId],
    ) -> None:
        self.state = SubtaskState(task, plan, channels)
        self._channels = channels
        self._buffers = RecordedBuffers(
            self.state.subtask,
            task.attempt,
            plan,
            {
                (output, end[2]): channel
                for output, own in enumerate(task.outputs)
                for end, channel in channels.items()
                if end[:2] == own
            },
            {place: channel for place, (channel, _, _) in self.state.channel_of.items()},
        )
        self._has_only_buffer = False
        self._is_interrupted = False
        self.steps: list[RecordedStep] = []
        self.differences: list[str] = []
        self._rows: list[Row] = []
        self._needs: list[Token] = []
        self._gives: list[Token] = []
        self._timers: set[tuple[Any, ...]] = set()
        self._watermarks: dict[int, int] = {}
        self._windows = RecordedWindows(self._emit, self._id, self._get_watermark)
        self._splits = RecordedSplits(self._emit, self._id)
        self._two_inputs: dict[int, _TwoInputs] = {}
        self._pending_key: Row | None = None
        self._pending_result: tuple[int, Any, int | None] | None = None
        self._current: tuple[ChannelId, RecordedInput, int] | None = None
        self._element: tuple[int, Any, int | None] = (-1, None, None)
        self._nodes = {node for node, _, _ in task.operators}
        self._open_mail = False
        self._alignment: int | None = None
        """The checkpoint whose barriers are being aligned."""
        self._is_reset = False
        self._entries: dict[tuple[int, str, Any], set[Any]] = {}
        """The entries of map states, by operator, state and key."""
        self._last_watermark = (-1, 0)
        self._ended_generators: set[int] = set()
        self._life: set[Row] = set()
        self._handlers: dict[str, Callable[..., None]] = {
            name.removeprefix("_on_"): getattr(self, name)
            for name in dir(self)
            if name.startswith("_on_")
        }

    def _id(self, node: int) -> OperatorId:
        return build_operator_id(node, self.state.index)

    def _get_watermark(self, node: int) -> int:
        return self._watermarks.get(node, MIN_TIMESTAMP)

    def _emit(self, row: Row) -> None:
        self._rows.append(row)

    def convert(self, lines: Iterable[Line]) -> None:
        """Convert all *lines* of the task."""
        self._begin(None, "restore")
        for line in lines:
            if line.kind in BUFFER_KINDS:
                self._convert_buffers(line)
                continue
            handler = self._handlers.get(line.kind)
            if handler is None:
                continue
            if line.kind in NODE_KINDS and line.fields[0] not in self._nodes:
                continue  # an operator that Flink does not number, such as one inside another
            if self._pending_result is not None and line.kind != "print":
                self._flush_result(None)
            if self._pending_key is not None and line.kind != "el":
                self._flush_key()
            if line.kind == "recv" and self._has_only_buffer and not self._is_interrupted:
                self._enter_channel(line)
            elif line.kind in ("recv", "src", "mail"):
                self._begin(line, "processInput")
            else:
                self._place(line)
            self._has_only_buffer = False
            self._windows.before(line.kind, line.fields)
            handler(*line.fields)
        self._finish_step()
        self.steps = [step for step in self.steps if step.rows]
        if self.steps:
            subtask, attempt = self.state.subtask, self.state.attempt
            self.steps[0].needs.extend([SUBMITTED, build_attempt_token(subtask, attempt - 1)])
            self.steps[-1].gives.append(build_attempt_token(subtask, attempt))

    def _begin(self, line: Line | None, action: str) -> None:
        if self.steps:
            self._finish_step()
        self._rows, self._needs, self._gives = [], [], []
        number, ms = (0, 0) if line is None else (line.number, line.ms)
        self._open_mail = line is not None and line.kind == "mail"
        if line is not None and line.kind == "mail":
            action = f"mail: {_PACKAGE.sub('', _ADDRESS.sub('', line.fields[0]))}"
        self._is_interrupted = self._has_only_buffer = False
        if line is not None and line.kind == "recv":
            self._enter_channel(line)
        self._add_step(number, ms, action)

    def _add_step(self, number: int, ms: int, action: str) -> None:
        self._action = action
        self.steps.append(
            RecordedStep(
                number, ms, self.state.subtask, action, self._rows, self._needs, self._gives
            )
        )

    def _enter_channel(self, line: Line) -> None:
        self._current = self.state.channel_of.get((line.fields[0], line.fields[1]))
        if self._current is not None:
            self._needs.append((self._current[0], line.fields[2], self.state.attempt))

    def _convert_buffers(self, line: Line) -> None:
        """Convert a line about buffers; one of another thread interrupts the step of the task."""
        found = self._buffers.convert(line)
        if found is None:
            return
        if line.kind in OTHER_THREAD_KINDS:
            self.steps.append(
                RecordedStep(
                    line.number,
                    line.ms,
                    found.actor,
                    line.kind,
                    [found.row],
                    found.needs,
                    found.gives,
                )
            )
            self._is_interrupted = True
            return
        if line.kind == "bufi":
            self._begin(line, "processInput")
        else:
            self._place(line)
        self._has_only_buffer = line.kind == "bufi"
        self._emit(found.row)

    def _place(self, line: Line) -> None:
        """Put a line into the step of the task; one that was interrupted is continued in a new step."""
        if not self._is_interrupted:
            if not self.steps[-1].number:
                self.steps[-1] = self.steps[-1]._replace(number=line.number, ms=line.ms)
            return
        self._rows, self._needs, self._gives = [], [], []
        self._is_interrupted = False
        self._add_step(line.number, line.ms, self._action)

    def _finish_step(self) -> None:
        self._flush_result(None)
        self._flush_key()
        self._windows.finish_step()

    # --- life cycle ------------------------------------------------------------------------------

    def _on_state(
        self,
        vertex: str,
        index: int,
        attempt: int,
        before: str,
        after: str,
        error: str | None,
        message: str | None,
    ) -> None:
        if before not in _STATES or after not in _STATES:
            return
        self._emit((e.TaskStateChanged, self.state.subtask, attempt, before, after))
        if after == "FAILED":
            self._emit(
                (
                    e.TaskFailed,
                    self.state.subtask,
                    OperatorId(""),
                    error or "",
                    message or "",
                    "",
                    "",
                )
            )

    def _on_setup(self, node: int, cls: str, details: dict[str, str]) -> None:
        self._emit((e.OperatorSetUp, self._id(node)))
        self._windows.set_up(node, cls, details)

    def _emit_once(self, row: Row) -> None:
        """Emit an event of an operator's life, which an overriding method can have recorded before."""
        if row not in self._life:
            self._life.add(row)
            self._emit(row)

    def _on_open(self, node: int) -> None:
        self._emit_once((e.OperatorOpened, self._id(node)))

    def _on_finish(self, node: int) -> None:
        self._emit_once((e.OperatorFinished, self._id(node)))

    def _on_close(self, node: int) -> None:
        self._emit_once((e.OperatorClosed, self._id(node)))

    def _on_mail(self, name: str) -> None:
        pass  # it begins a step

    # --- the network -----------------------------------------------------------------------------

    def _on_recv(
        self, gate: int, index: int, number: int, kind: str, value: Any, timestamp: int | None
    ) -> None:
        if self._current is None:
            return
        channel, input_, _ = self._current
        if kind == "other":
            return
        self._emit((e.ElementReceived, self.state.subtask, channel, number, kind, value, timestamp))
        if kind == "endOfData" and input_.end(channel):
            self._emit((e.InputEnded, self.state.subtask, input_.number))

    def _on_write(
        self, output: int, part: int, number: int, kind: str, value: Any, timestamp: int | None
    ) -> None:
        outputs = self.state.outputs
        end = (*outputs[output], part) if output < len(outputs) else ("", 0, 0)
        channel = self._channels.get(end)
        if channel is not None and kind != "other":
            self._emit((e.ElementWritten, channel, number, kind, value, timestamp, 0))
            self._gives.append((channel, number, self.state.attempt))

    # --- watermarks ------------------------------------------------------------------------------

    def _on_valvewm(self, timestamp: int) -> None:
        if self._current is not None:
            _, input_, position = self._current
            self._rows += input_.input_watermark(timestamp, position)

    def _on_valvest(self, idle: bool) -> None:
        if self._current is not None:
            _, input_, position = self._current
            self._rows += input_.input_status(idle, position)

    def _on_inwm(self, timestamp: int) -> None:
        if self._current is not None:
            self._emit(self._current[1].confirm_watermark(timestamp))

    def _on_inst(self, idle: bool) -> None:
        if self._current is not None:
            self._emit(self._current[1].confirm_status(idle))

    def _on_wm(self, node: int, input_: int, timestamp: int) -> None:
        self._last_watermark = node, timestamp
        if input_ >= 0 or node not in self._two_inputs:  # else the combined watermark of two inputs
            self._emit((e.ElementProcessed, self._id(node), "watermark", None, timestamp))
        if input_ < 0 and self.state.classes.get(node, ("", {}))[0] in _CLASSES_WITH_CLOCK:
            self._on_adv(node, timestamp)
        if input_ >= 0:
            known = self._two_inputs.setdefault(node, _TwoInputs(self._id(node)))
            self._rows += known.update(input_, timestamp, None)

    def _on_st(self, node: int, input_: int, idle: bool) -> None:
        self._emit((e.ElementProcessed, self._id(node), "idle" if idle else "active", None, None))
        if input_ >= 0:
            known = self._two_inputs.setdefault(node, _TwoInputs(self._id(node)))
            self._rows += known.update(input_, None, idle)

    def _on_adv(self, node: int, timestamp: int) -> None:
        before = self._get_watermark(node)
        if before != timestamp:
            self._watermarks[node] = timestamp
            self._emit((e.OperatorWatermarkAdvanced, self._id(node), before, timestamp))

    def _on_emit(self, node: int, timestamp: int) -> None:
        self._emit((e.WatermarkEmitted, self._id(node), timestamp))

    def _on_emits(self, node: int, idle: bool) -> None:
        self._emit((e.StatusEmitted, self._id(node), idle))

    # --- sources and generators ------------------------------------------------------------------

    def _on_src(self, node: int, split: str, value: Any, timestamp: int | None) -> None:
        self._element = node, value, timestamp
        self._splits.read(node, split, value, timestamp)

    def _on_stamp(self, node: int, timestamp: int) -> None:
        at, _, before = self._element
        before = None if before == MIN_TIMESTAMP else before
        if timestamp != MIN_TIMESTAMP and at == node:
            self._emit((e.TimestampAssigned, self._id(node), before, timestamp))

    def _on_split(self, node: int, split: str) -> None:
        self._splits.assign(node, split)

    def _on_gen(self, node: int, split: str, timestamp: int, periodic: bool) -> None:
        if timestamp == MAX_TIMESTAMP and self._last_watermark == (node, timestamp):
            self._ended_generators.add(
                node
            )  # the end of the input, which the generator does not see
        if node in self._ended_generators:
            return  # when it finishes, Flink asks the generator once more, and drops the answer
        self._splits.generate(node, split, timestamp, periodic or self._open_mail)

    def _on_gens(self, node: int, split: str, idle: bool) -> None:
        self._splits.set_status(node, split, idle)

    # --- operators -------------------------------------------------------------------------------

    def _on_el(self, node: int, input_: int, value: Any, timestamp: int | None) -> None:
        self._element = node, value, timestamp
        self._emit((e.ElementProcessed, self._id(node), "record", value, timestamp))
        self._splits.count(node)
        self._windows.begin_record(node, value)
        self._flush_key()
        if self.state.classes.get(node, ("", {}))[0] in _SINK_CLASSES:
            self._pending_result = node, value, timestamp

    def _on_print(self, text: Any) -> None:
        if self._pending_result is not None:
            self._flush_result(str(text))
        else:
            node, value, timestamp = self._element
            if node < 0:
                return  # the recording does not have the record that is printed
            self._emit((e.ResultWritten, self._id(node), str(text), value, timestamp))

    def _flush_result(self, text: str | None) -> None:
        if self._pending_result is not None:
            node, value, timestamp = self._pending_result
            self._pending_result = None
            shown = to_java_text(value) if text is None else text
            self._emit((e.ResultWritten, self._id(node), shown, value, timestamp))

    def _on_side(self, node: int, tag: str, value: Any, timestamp: int | None) -> None:
        self._emit((e.SideOutputEmitted, self._id(node), tag, value, timestamp))

    def _on_key(self, node: int, key: Any, group: int) -> None:
        self._flush_key()
        self._pending_key = (e.KeySelected, self._id(node), key, group)

    def _flush_key(self) -> None:
        if self._pending_key is not None:
            self._emit(self._pending_key)
            self._pending_key = None

    # --- timers ----------------------------------------------------------------------------------

    def _on_reg(self, node: int, domain: str, key: Any, namespace: Any, timestamp: int) -> None:
        timer = (node, domain, key, namespace, timestamp)
        if timer not in self._timers:
            self._timers.add(timer)
            self._emit((e.TimerRegistered, self._id(node), *timer[1:]))

    def _on_del(self, node: int, domain: str, key: Any, namespace: Any, timestamp: int) -> None:
        timer = (node, domain, key, namespace, timestamp)
        if timer in self._timers:
            self._timers.discard(timer)
            self._emit((e.TimerDeleted, self._id(node), *timer[1:]))

    def _on_fire(self, node: int, domain: str, key: Any, namespace: Any, timestamp: int) -> None:
        timer = (node, domain, key, namespace, timestamp)
        if timer not in self._timers:  # registered before the recording began
            self._emit((e.TimerRestored, self._id(node), *timer[1:]))
        self._timers.discard(timer)
        self._emit((e.TimerFired, self._id(node), *timer[1:]))
        self._windows.begin_timer(node, key, namespace, timestamp)

    # --- keyed state -----------------------------------------------------------------------------

    def _on_sput(self, node: int, state: str, key: Any, group: int, value: Any) -> None:
        self._emit((e.StateUpdated, self._id(node), state, key, "", value, group, False))

    def _on_sadd(self, node: int, state: str, key: Any, group: int, value: Any) -> None:
        self._emit((e.StateAppended, self._id(node), state, key, "", value, group))

    def _on_mput(self, node: int, state: str, key: Any, group: int, entry: Any, value: Any) -> None:
        self._entries.setdefault((node, state, key), set()).add(entry)
        self._emit((e.StateEntryPut, self._id(node), state, key, "", entry, value, group))

    def _on_mdel(self, node: int, state: str, key: Any, group: int, entry: Any) -> None:
        entries = self._entries.get((node, state, key), set())
        if entry in entries:
            entries.discard(entry)
            self._emit((e.StateEntryRemoved, self._id(node), state, key, "", entry, group))

    def _on_sclear(self, node: int, state: str, key: Any, group: int) -> None:
        entries = self._entries.pop((node, state, key), None)
        if entries is None:
            self._emit((e.StateCleared, self._id(node), state, key, "", group))
            return
        for entry in sorted(entries, key=str):
            self._emit((e.StateEntryRemoved, self._id(node), state, key, "", entry, group))

    # --- windows ---------------------------------------------------------------------------------

    def _on_assign(
        self, node: int, key: Any, window: Any, value: Any, timestamp: int | None
    ) -> None:
        self._windows.assign(node, key, window, value, timestamp)

    def _on_trig(self, node: int, key: Any, window: Any, callback: str, result: str) -> None:
        self._windows.evaluate(node, key, window, callback, result)

    def _on_Assign(  # noqa: N802  # the handlers have the names of the lines
        self, node: int, key: Any, window: Any, value: Any, timestamp: int | None
    ) -> None:
        """Report an assignment after which the trigger returned the usual result."""
        self._on_assign(node, key, window, value, timestamp)
        self._on_trig(node, key, window, "onElement", "CONTINUE")

    def _on_wfire(self, node: int, key: Any, window: Any, contents: Any) -> None:
        self._windows.fire(node, key, window, contents)

    def _on_added(self, window: Any) -> None:
        self._windows.added = window

    def _on_left(self, node: int, key: Any, window: Any, contents: Any) -> None:
        self._windows.keep(node, key, window, contents)

    def _on_wclear(self, node: int, key: Any, window: Any) -> None:
        self._windows.clear(node, key, window)

    def _on_tclear(self, node: int, key: Any, window: Any) -> None:
        self._emit((e.TriggerCleared, self._id(node), key, window))

    def _on_wlate(self, node: int, key: Any, window: Any) -> None:
        self._windows.skip_as_late(node, key, window)

    def _on_late(self, node: int, key: Any, value: Any, timestamp: int | None) -> None:
        self._windows.drop(node, key, value, timestamp)

    def _on_merge(self, node: int, key: Any, result: Any, merged: Any, state_window: Any) -> None:
        self._windows.merge(node, key, result, merged, state_window)

    def _on_pwin(self, node: int, details: dict[str, str]) -> None:
        self._windows.set_up(node, "", {name: str(value) for name, value in details.items()})

    def _on_pcall(self, node: int, name: str, callback: str, value: Any, results: Any) -> None:
        self._emit((e.PythonFunctionCalled, self._id(node), name, value, results))

    def _on_pdone(self, node: int) -> None:
        pass  # what the last trigger result led to is complete

    # --- checkpoints -----------------------------------------------------------------------------

    def _on_bar(self, gate: int, index: int, checkpoint: int) -> None:
        place = self.state.channel_of.get((gate, index))
        if place is not None:
            number = place[1].count_barriers(place[0])
            self._emit(
                (e.BarrierReceived, self.state.subtask, place[0], checkpoint, "ALIGNED", number, 0)
            )

    def _on_alstart(self, checkpoint: int, delay: int) -> None:
        self._alignment = max(checkpoint, 0)
        self._is_reset = False
        self._emit((e.AlignmentStarted, self.state.subtask, max(checkpoint, 0), delay))

    def _on_aligned(self, duration: int, size: int) -> None:
        if self._alignment is None:
            return
        if not self._is_reset:  # when an alignment begins, Flink ends the one before once more
            self._is_reset = True
            return
        self._emit((e.AlignmentEnded, self.state.subtask, self._alignment, duration, size))
        self._alignment = None

    def _on_snap(self, checkpoint: int) -> None:
        checkpoint = max(checkpoint, 0)
        self._needs.append(build_trigger_token(checkpoint))
        self._gives.append(build_snapshot_token(checkpoint, self.state.subtask))
        self._emit((e.BarrierEmitted, self.state.subtask, checkpoint))

    def _on_notify(self, checkpoint: int, completed: bool) -> None:
        self._needs.append(build_end_token(max(checkpoint, 0), completed))
        self._emit((e.CheckpointNotified, self.state.subtask, max(checkpoint, 0), completed))


class _TwoInputs:
    """The watermarks of the two inputs of an operator, of which the lower one counts."""

    def __init__(self, operator: OperatorId) -> None:
        self._operator = operator
        self._watermarks = [MIN_TIMESTAMP, MIN_TIMESTAMP]
        self._idle = [False, False]

    def update(self, number: int, timestamp: int | None, idle: bool | None) -> list[Row]:
        """Set the watermark or status of an input; return the event of the change, if any."""
        before = self._watermarks[number], self._idle[number]
        if timestamp is not None:
            self._watermarks[number] = max(timestamp, self._watermarks[number])
        self._idle[number] = bool(idle)  # any watermark makes the input active
        now = self._watermarks[number], self._idle[number]
        if now == before:
            return []
        marks, idles = self._watermarks, self._idle
        holds = [
            not idles[this] and (idles[other] or marks[this] <= marks[other])
            for this, other in ((0, 1), (1, 0))
        ]
        other = 1 - number
        return [
            (
                e.OperatorInputChanged, self._operator, number, other, *now,
                holds[number], holds[other],
            )
        ]  # fmt: skip
