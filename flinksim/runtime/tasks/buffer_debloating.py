"""Buffer debloating: smaller buffers for a slow task, so that they hold about one second of data.

Flink: ``BufferDebloater``, ``ThroughputCalculator``, ``StreamTask.scheduleBufferDebloater``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flinksim.common.configuration import Configuration
from flinksim.runtime.network.buffer_debloater import MILLIS_IN_SECOND, BufferDebloater
from flinksim.runtime.network.input_channels import InputChannel
from flinksim.runtime.network.remote_input_channel import RemoteInputChannel
from flinksim.trace.events import BufferSizeAnnounced

if TYPE_CHECKING:
    from flinksim.runtime.tasks.stream_task import StreamTask
    from flinksim.runtime.tasks.task_input import TaskInput

RECALCULATION_MAIL = "Buffer size recalculation"
"""Name, as in Flink, of the mail that recalculates the buffer size."""

_OPTION_PREFIX = "taskmanager.network.memory.buffer-debloat."


@dataclass(frozen=True, slots=True)
class DebloatingSettings:
    """Buffer debloating options of a configuration; the defaults are Flink's."""

    period_ms: int
    target_ms: int
    samples: int
    threshold_percentages: int
    starting_bytes: int
    min_bytes: int
    max_bytes: int


def read_debloating_settings(
    configuration: Configuration, segment_bytes: int
) -> DebloatingSettings | None:
    """Read the debloating settings from *configuration*, or return ``None`` if it is disabled."""
    if not configuration.get_boolean(_OPTION_PREFIX + "enabled", False):
        return None
    min_bytes = configuration.get_memory_bytes("taskmanager.memory.min-segment-size", 256)
    starting_bytes = configuration.get_memory_bytes(
        "taskmanager.memory.starting-segment-size", 1024
    )
    return DebloatingSettings(
        period_ms=configuration.get_duration_ms(_OPTION_PREFIX + "period", 200),
        target_ms=configuration.get_duration_ms(_OPTION_PREFIX + "target", 1000),
        samples=configuration.get_integer(_OPTION_PREFIX + "samples", 20),
        threshold_percentages=configuration.get_integer(
            _OPTION_PREFIX + "threshold-percentages", 25
        ),
        starting_bytes=min(starting_bytes, segment_bytes),
        min_bytes=min(min_bytes, segment_bytes),
        max_bytes=segment_bytes,
    )


class ThroughputCalculator:
    """Measures bytes per second over the time in which there is data to read.

    Flink: ``ThroughputCalculator``.
    """

    __slots__ = ("_bytes", "_now_ms", "_since_ms", "_time_ms", "throughput")

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._bytes = 0
        self._time_ms = 0
        self._since_ms: int | None = None
        self.throughput = 0

    def incoming_data_size(self, size: int) -> None:
        """Add *size* bytes, those of a buffer that was read, to the current measurement."""
        if self._since_ms is None:
            self._since_ms = self._now_ms()
        self._bytes += size

    def pause_measurement(self) -> None:
        """Pause the measurement while there is no data to read; that time does not count."""
        if self._since_ms is not None:
            self._time_ms += self._now_ms() - self._since_ms
            self._since_ms = None

    def calculate_throughput(self) -> int:
        """Return the bytes per second since the last call, or the previous value if no time has passed."""
        now = self._now_ms()
        if self._since_ms is not None:
            self._time_ms += now - self._since_ms
        self._since_ms = now
        if self._time_ms:
            self.throughput = int(self._bytes / self._time_ms * MILLIS_IN_SECOND)
        self._bytes = self._time_ms = 0
        return self.throughput


class InputDebloater:
    """The throughput of one input, and the buffer size that its senders should use."""

    __slots__ = ("announced_bytes", "buffer_debloater", "throughput")

    def __init__(self, settings: DebloatingSettings, now_ms: Callable[[], int]) -> None:
        self.throughput = ThroughputCalculator(now_ms)
        self.announced_bytes = 0
        self.buffer_debloater = BufferDebloater(
            target_total_time_ms=settings.target_ms,
            starting_buffer_size=settings.starting_bytes,
            max_buffer_size=settings.max_bytes,
            min_buffer_size=settings.min_bytes,
            threshold_percentages=settings.threshold_percentages,
            number_of_samples=settings.samples,
        )


class BufferDebloating:
    """Periodically computes the buffer size that the senders of a task should use.

    Senders begin with the configured starting size. A new size applies to buffers that they begin
    after it was announced.

    Differs: the announcement takes no network message and no time.
    """

    __slots__ = ("_settings", "_task")

    def __init__(self, task: StreamTask, settings: DebloatingSettings) -> None:
        self._task = task
        self._settings = settings
        for task_input in task.inputs:
            task_input.debloater = InputDebloater(settings, task.current_processing_time)
            for channel in task_input.gate.channels:
                channel.subpartition.desired_buffer_bytes = settings.starting_bytes

    def start(self) -> None:
        """Schedule the next calculation of the buffer size, one period from now."""
        due = self._task.current_processing_time() + self._settings.period_ms
        self._task.processing_time.register_timer(due, self._recalculate, RECALCULATION_MAIL)

    def pause(self) -> None:
        """Pause the measurement: there is no data to read."""
        for task_input in self._task.inputs:
            if task_input.debloater is not None:
                task_input.debloater.throughput.pause_measurement()

    def _recalculate(self, timestamp: int) -> None:
        for task_input in self._task.inputs:
            self._recalculate_input(task_input)
        self.start()

    def _recalculate_input(self, task_input: TaskInput) -> None:
        debloating = task_input.debloater
        assert debloating is not None
        if task_input.has_end_of_partition:
            return
        throughput = debloating.throughput.calculate_throughput()
        in_use = sum(count_buffers_in_use(channel) for channel in task_input.gate.channels)
        size = debloating.buffer_debloater.recalculate_buffer_size(throughput, in_use)
        if size is None:
            return
        debloating.announced_bytes = size
        for channel in task_input.gate.channels:
            channel.subpartition.desired_buffer_bytes = size
        self._task.report_buffer_size(
            (BufferSizeAnnounced, self._task.subtask, task_input.number, size, throughput, in_use)
        )


def count_buffers_in_use(channel: InputChannel) -> int:
    """Count the buffers that *channel* holds and those that wait at its sender.

    Flink: ``InputChannel.getBuffersInUseCount``.
    """
    if isinstance(channel, RemoteInputChannel):
        return channel.received_buffers + max(0, channel.required_count - 2)
    return channel.received_buffers + channel.subpartition.queued_buffers
