"""The least that an operator needs around it: a manual clock and an output that remembers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flinksim.core.ids import OperatorId
from flinksim.core.java.key_groups import KeyGroupRange
from flinksim.runtime.elements import StreamRecord, Watermark, WatermarkStatus
from flinksim.runtime.operators.stream_operator import OperatorContext, StreamOperator
from flinksim.trace.events import TraceEvent
from flinksim.trace.events.event import build_emitter


class ManualTimer:
    def __init__(self, timestamp: int, callback: Callable[[int], None], period_ms: int = 0) -> None:
        self.timestamp = timestamp
        self.callback = callback
        self.period_ms = period_ms
        self.is_cancelled = False

    def cancel(self) -> None:
        self.is_cancelled = True


class ManualProcessingTime:
    """Fires a timer once the clock is at or past it, in the order of their times."""

    def __init__(self, now: int = 0) -> None:
        self.now = now
        self.timers: list[ManualTimer] = []
        self.names: list[str] = []

    def current_processing_time(self) -> int:
        return self.now

    def register_timer(
        self, timestamp: int, callback: Callable[[int], None], name: str
    ) -> ManualTimer:
        return self._add(ManualTimer(timestamp, callback), name)

    schedule_at = register_timer

    def schedule_with_fixed_delay(
        self, callback: Callable[[int], None], initial_delay_ms: int, period_ms: int, name: str
    ) -> ManualTimer:
        return self._add(ManualTimer(self.now + initial_delay_ms, callback, period_ms), name)

    def _add(self, timer: ManualTimer, name: str) -> ManualTimer:
        self.timers.append(timer)
        self.names.append(name)
        return timer

    def advance_to(self, now: int) -> None:
        self.now = now
        while due := [t for t in self.timers if t.timestamp <= now and not t.is_cancelled]:
            timer = min(due, key=lambda t: t.timestamp)
            self.timers.remove(timer)
            timestamp = timer.timestamp
            if timer.period_ms:
                timer.timestamp += timer.period_ms
                self.timers.append(timer)
            timer.callback(timestamp)

    @property
    def waiting(self) -> list[int]:
        return [t.timestamp for t in self.timers if not t.is_cancelled]


class RememberingOutput:
    """Keeps what an operator puts out, in the form of the facts; takes nothing while idle."""

    def __init__(self) -> None:
        self.out: list[list[Any]] = []

    def collect(self, record: StreamRecord) -> None:
        self.out.append(["r", record.value, record.timestamp])

    def collect_side_output(self, tag: Any, record: StreamRecord) -> None:
        raise AssertionError("no side output expected")

    def emit_watermark(self, watermark: Watermark) -> None:
        self.out.append(["w", watermark.timestamp])

    def emit_watermark_status(self, status: WatermarkStatus) -> None:
        self.out.append(["s", "IDLE" if status.is_idle else "ACTIVE"])

    def take(self) -> list[list[Any]]:
        out, self.out = self.out, []
        return out


class ManualContext:
    """An operator set up and opened, with its clock, its output and the facts it reported."""

    def __init__(
        self,
        operator: StreamOperator,
        *,
        auto_watermark_interval_ms: int = 200,
        subtask_index: int = 0,
        parallelism: int = 1,
        now: int = 0,
        traced: bool = True,
    ) -> None:
        self.time = ManualProcessingTime(now)
        self.output = RememberingOutput()
        self.events: list[TraceEvent] = []
        self.operator = operator
        context = OperatorContext(
            operator_id=OperatorId("o1/0"),
            operator_name="operator",
            subtask_index=subtask_index,
            parallelism=parallelism,
            max_parallelism=128,
            key_group_range=KeyGroupRange(0, 127),
            processing_time=self.time,
            emit=build_emitter(self.events) if traced else None,
            auto_watermark_interval_ms=auto_watermark_interval_ms,
        )
        operator.setup(context, self.output)
        operator.open()

    def facts(self, *kinds: type) -> list[TraceEvent]:
        """The facts reported since the last call, of these kinds (all, if none are given)."""
        found = [e for e in self.events if not kinds or isinstance(e, kinds)]
        self.events.clear()
        return found
