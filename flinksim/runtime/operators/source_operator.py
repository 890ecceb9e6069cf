"""The head of a source's chain: reads splits, gives timestamps, puts watermarks out.

Flink: ``SourceOperator``; for legacy sources ``StreamSource`` with ``ManualWatermarkContext``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, assert_never

from flinksim.common.watermark_strategy import RecordTimestampAssigner
from flinksim.connectors.source import (
    LiveSplit,
    SourceEnd,
    SourceItem,
    SourcePause,
    SourceRecord,
    SourceStatus,
    SourceWatermark,
)
from flinksim.connectors.source_function import FunctionRun, FunctionSource
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.runtime.elements import MAX_WATERMARK, StreamRecord
from flinksim.runtime.operators.split_reader import SplitReader
from flinksim.runtime.operators.split_scheduling import SplitOrder
from flinksim.runtime.operators.split_watermarks import SourceEventTime, SplitOutput
from flinksim.runtime.operators.stream_operator import (
    OperatorContext,
    Output,
    StreamOperator,
    TimerHandle,
)
from flinksim.runtime.operators.timestamps_and_watermarks import checked_timestamp
from flinksim.runtime.operators.watermark_alignment import WatermarkAlignment
from flinksim.runtime.operators.watermark_output import WatermarkToDataOutput
from flinksim.runtime.state.snapshot_model import OperatorSnapshot
from flinksim.runtime.virtual_clock import is_tick
from flinksim.trace.events import (
    PERIODIC_EMIT,
    ConnectionAttempted,
    SourceFinished,
    SourceRecordRead,
    TimestampAssigned,
)
from flinksim.trace.values import freeze

if TYPE_CHECKING:
    from flinksim.datastream.transformations import SourceSpec

SPLITS_STATE = "SourceReaderState"
"""Flink's name for the state that holds the splits of a reader and how far it has come."""

DataInputStatus: TypeAlias = Literal["MORE_AVAILABLE", "NOTHING_AVAILABLE", "END_OF_INPUT"]
"""What a task learns when it asks for input. Flink: ``DataInputStatus``."""


class SourceOperator(StreamOperator):
    """Reads the splits of one subtask, one item a call, and generates watermarks per split.

    * Subtask ``i`` of ``n`` reads the splits ``i``, ``i + n``, ``i + 2n`` ...
    * Of the items that can be read now, the one with the least (arrival time, split) is next; an
      item without an arrival time arrives now.
    * A record gets its timestamp from the strategy's assigner, goes down the chain, and only then
      is shown to its split's generator. Without an assigner it keeps the timestamp that the
      source gave, and if there is none, gets ``MIN_TIMESTAMP``, as in Flink.
    * Generators are asked each ``auto_watermark_interval_ms``, beginning one interval after
      ``open``.
    * A subtask without splits ends at once if the source is bounded, and never if it is not.
    * With ``with_watermark_alignment`` it reads nothing while it is too far ahead of its group.
    * At the end ``MAX_TIMESTAMP`` goes out, straight to the chain: no generator is asked once
      more, and if the source is idle then, nobody downstream sees it, because an idle output
      drops watermarks.

    Legacy sources, and ``spec.watermark_strategy`` ``None``: records go out as the source gave
    them, and watermarks and statuses only as the splits themselves give them. A record of a
    legacy source ends the idleness of its split.

    Flink: ``SourceOperator``, ``StreamSource``.
    Differs: Flink reads records in a row while no mail waits.
    Errors: what a split raises while it is read; ``TypeError`` if the assigner gives no whole
    number.
    """

    __slots__ = ("_active", "_alignment", "_assigner", "_clock_ms", "_ended", "_event_time",
                 "_first_timed", "_first_untimed", "_keeps_timestamps", "_never_ends",
                 "_order", "_outputs", "_restored", "_runs", "_strategy", "_timer", "_to_chain",
                 "_was_asked", "is_legacy", "on_resumed",
                 "reads_live", "source")  # fmt: skip

    FLINK_CLASS = "SourceOperator"

    def __init__(self, spec: SourceSpec) -> None:
        self.source = spec.source
        self.is_legacy = spec.legacy
        self._strategy = None if spec.legacy else spec.watermark_strategy
        self.on_resumed: Callable[[], None] | None = None
        """What the task wants to be told when the source may read again."""

    # --- life ------------------------------------------------------------------------------------

    def setup(self, context: OperatorContext, output: Output) -> None:
        super().setup(context, output)
        self._to_chain = WatermarkToDataOutput(output, emit=self.emit, operator=self.id)
        self._timer: TimerHandle | None = None
        self._active: list[SplitReader] = []
        self._runs: list[FunctionRun] = []
        self._outputs: list[SplitOutput | None] = []
        self._ended = False
        self._alignment: WatermarkAlignment | None = None
        self._first_timed: SplitReader | None = None
        self._first_untimed: SplitReader | None = None
        self._order: SplitOrder | None = None
        self._never_ends = True
        self._was_asked = False
        self.reads_live = False
        self._restored: dict[str, tuple[int, int]] | None = None

    # --- checkpoints -----------------------------------------------------------------------------

    def snapshot_state(self, snapshot: OperatorSnapshot) -> None:
        """Keep the position in each split that is read and can be read again: a run of a function, and
        what is live, has none.
        """
        if isinstance(self.source, FunctionSource) or self.reads_live:
            return
        positions = [(reader.split, reader.taken, reader.offset) for reader in self._active]
        snapshot.add_list(SPLITS_STATE, positions)

    def initialize_state(self, snapshot: OperatorSnapshot) -> None:
        if SPLITS_STATE in snapshot.lists:
            self._restored = {
                split: (taken, offset) for split, taken, offset in snapshot.items(SPLITS_STATE)
            }

    def open(self) -> None:
        self._clock_ms = self.context.processing_time.current_processing_time
        assigner = None
        if self._strategy is not None:
            assigner = self._strategy.create_timestamp_assigner(self._clock_ms)
        self._assigner: Any = assigner
        self._keeps_timestamps = isinstance(assigner, RecordTimestampAssigner)
        generators = None if self.context.in_batch else self._strategy
        self._event_time = SourceEventTime(
            self._to_chain, generators, self._clock_ms, emit=self.emit, operator=self.id
        )
        self._alignment = self._create_alignment()
        self._open_splits()
        if self._alignment is not None:
            self._alignment.start()
        interval = self.context.auto_watermark_interval_ms
        if generators is not None and interval > 0:
            self._timer = self.context.processing_time.schedule_with_fixed_delay(
                self._on_processing_time, interval, interval, PERIODIC_EMIT
            )
            is_tick(self._timer, interval, self._quiet_until)

    def _open_splits(self) -> None:
        splits = self._splits_to_read()
        self._outputs = [None] * (1 + max((position for position, _, _ in splits), default=-1))
        for position, split, begin_at in splits:
            reader = SplitReader(split, position, self._open_split(split), begin_at)
            self._active.append(reader)
            self._outputs[position] = self._event_time.add_split(split, reader.offset)
        self._never_ends = not self._active and not self.source.bounded
        self.reads_live = any(reader.is_live for reader in self._active)
        if len(self._active) > 2 and self._alignment is None and not self.reads_live:
            self._order = SplitOrder(self._active)
        self._look_ahead()

    def _splits_to_read(self) -> list[tuple[int, str, tuple[int, int]]]:
        """The place of each split of this subtask, its name, and where it begins.

        One that a snapshot does not have any more had been read to its end.
        Flink: ``SourceOperator.initializeState``, ``SourceReader.addSplits``.
        """
        parallelism = self.context.parallelism
        splits = list(self.source.splits(parallelism))
        if self._restored is None:
            own = range(self.context.subtask_index, len(splits), parallelism)
            return [(position, splits[position], (0, 0)) for position in own]
        places = {split: position for position, split in enumerate(splits)}
        found = []
        for split, begin_at in self._restored.items():
            if split not in places:
                if not self.source.has_split(split):
                    raise ValueError(
                        f"the source {self.context.operator_name!r} has no split {split!r}, which the "
                        f"snapshot has; it has {', '.join(map(repr, splits[:5]))}. Begin with the "
                        "input that the snapshot was taken of, or give the source another uid, and "
                        "allow state that is not restored (--allowNonRestoredState)"
                    )
                places[split] = len(places)
            found.append((places[split], split, begin_at))
        return sorted(found)

    def parts(self) -> Iterable[Any]:
        opened = (self._event_time,) if hasattr(self, "_event_time") else ()
        outputs = [output for output in self._outputs if output is not None]
        return (self._to_chain, *opened, *outputs)

    def _open_split(self, split: str) -> Iterator[SourceItem] | LiveSplit:
        if isinstance(self.source, FunctionSource):
            run = self.source.open_run(self.runtime_context(), self._clock_ms)
            self._runs.append(run)
            return run
        opened: Iterator[SourceItem] | LiveSplit = self.source.open_split(split)
        return opened

    def _create_alignment(self) -> WatermarkAlignment | None:
        params = None if self._strategy is None else self._strategy.alignment_params
        if params is None:
            return None
        return WatermarkAlignment(
            params,
            self.context.coordinator_store,
            self.id,
            self.context.processing_time,
            lambda: MAX_TIMESTAMP if self.emitted_idle else self.emitted_watermark,
            self._alignment_updated,
            self.emit,
        )

    def _alignment_updated(self) -> None:
        self._look_ahead()
        if self.on_resumed is not None and self.next_arrival() is not None:
            self.on_resumed()

    def finish(self) -> None:
        self._cancel_timer()

    def close(self) -> None:
        self._cancel_timer()
        for reader in self._active:
            reader.close()
        for run in self._runs:
            run.close()

    # --- reading ---------------------------------------------------------------------------------

    def emit_next(self) -> DataInputStatus:
        """Read one item, if one can be read now, and act on it."""
        if self._alignment is not None and self._alignment.is_ahead and not self.input_ended:
            return "NOTHING_AVAILABLE"
        if self.reads_live:
            self._tell_attempts()
        now = self._clock_ms()
        reader = self._next_reader(now)
        if reader is None:
            self._release_ended_splits()
            return "NOTHING_AVAILABLE" if self._active or self._never_ends else "END_OF_INPUT"
        self._was_asked = False
        item = reader.take()
        if self.reads_live:
            reader.tell_read(item, self._clock_ms())
        if type(item) is SourceRecord:
            self._read_record(reader, item)
        else:
            self._read_mark(reader, item)
        if not reader.has_item() and reader.has_ended():
            self._release(reader)
        if self._order is None:
            self._look_ahead()
        else:
            self._first_timed, self._first_untimed = self._order.first_after(reader)
        if self._first_untimed is None and self._next_reader(now) is None and self._active:
            return "NOTHING_AVAILABLE"
        return "MORE_AVAILABLE"

    def next_arrival(self) -> tuple[int, int] | None:
        """When and in which split the next item can be read; ``None`` if none is known.

        Consumes nothing. An item without an arrival time arrives now.
        """
        return self.next_arrival_at(self._clock_ms())

    def next_arrival_at(self, now: int) -> tuple[int, int] | None:
        """As :meth:`next_arrival`, where it is known what time it is."""
        if self._alignment is not None and self._alignment.is_ahead:
            return None
        if self.reads_live:
            self._look_ahead()
        timed = self._first_timed
        untimed = self._first_untimed
        if untimed is None:
            if timed is None:
                return None
            assert timed.arrival_ms is not None
            return timed.arrival_ms, timed.position
        if timed is not None and timed.arrival_ms is not None:
            if (timed.arrival_ms, timed.position) < (now, untimed.position):
                return timed.arrival_ms, timed.position
        return now, untimed.position

    @property
    def goes_by_its_splits(self) -> bool:
        """Whether nothing but what is read from its splits decides when it can be read again."""
        return self._alignment is None and not self.reads_live

    @property
    def input_ended(self) -> bool:
        """Whether all splits have ended; ``emit_next`` says so with ``END_OF_INPUT``."""
        if self._never_ends:
            return False
        return all(reader.has_ended() for reader in self._active)

    def wait_for_live_input(self, timeout_s: float | None) -> None:
        """Wait in real time, at most *timeout_s* seconds, for a live split to give something."""
        live = [reader for reader in self._active if reader.is_live]
        if len(live) > 1:  # look at each in turn, never long at one
            timeout_s = 0.02 if timeout_s is None else min(timeout_s, 0.02)
        for reader in live:
            reader.wait(timeout_s)

    def _tell_attempts(self) -> None:
        if self.emit is None:
            return
        for reader in self._active:
            for attempt in reader.new_attempts():
                self.emit((ConnectionAttempted, self.id, reader.split, attempt))

    def _look_ahead(self) -> None:
        """Find the first split with an arrival time on its next item, and the first without."""
        if self._order is not None:
            self._first_timed, self._first_untimed = self._order.first()
            return
        first_timed = first_untimed = None
        earliest = 0
        are_aligned = self._alignment is not None
        for reader in self._active:
            if reader.item is None and not reader.has_item():
                continue
            if are_aligned and self._split_is_ahead(reader):
                continue
            arrival = reader.arrival_ms
            if arrival is None:
                if first_untimed is None:
                    first_untimed = reader
            elif first_timed is None or arrival < earliest:
                first_timed = reader
                earliest = arrival
        self._first_timed = first_timed
        self._first_untimed = first_untimed

    def _split_is_ahead(self, reader: SplitReader) -> bool:
        if self._alignment is None or len(self._active) < 2:
            return False
        output = self._outputs[reader.position]
        assert output is not None
        return self._alignment.allowed < output.partial.watermark < MAX_TIMESTAMP

    def _next_reader(self, now: int) -> SplitReader | None:
        """The split to read from at *now*."""
        if self.reads_live:
            self._look_ahead()
        timed = self._first_timed
        untimed = self._first_untimed
        if timed is None or timed.arrival_ms is None:
            return untimed
        if untimed is None:
            return timed if timed.arrival_ms <= now else None
        if (timed.arrival_ms, timed.position) < (now, untimed.position):
            return timed
        return untimed

    def _read_record(self, reader: SplitReader, item: SourceRecord) -> None:
        output = self._outputs[reader.position]
        assert output is not None
        value = item.value
        record = StreamRecord(value, item.timestamp)
        offset = reader.offset
        reader.offset = offset + 1
        if self.emit is not None:
            output.read = offset + 1
            self.emit(
                (SourceRecordRead, self.id, reader.split, offset, freeze(value), item.timestamp)
            )
        if self._strategy is None:
            if self.is_legacy:
                self._end_idleness(output)
            self.collect(record)
            return
        timestamp = record.timestamp = self._assign_timestamp(record)
        self.collect(record)
        output.on_event(value, timestamp)

    def _assign_timestamp(self, record: StreamRecord) -> int:
        before = record.timestamp
        after = MIN_TIMESTAMP if before is None else before
        if not self._keeps_timestamps:
            after = self._assigner.extract_timestamp(record.value, after)
            after = checked_timestamp(after, self._assigner, record.value, self.context.time_from)
        if self.emit is not None and not (self._keeps_timestamps and before == after):
            self.emit((TimestampAssigned, self.id, before, after))
        return after

    def _read_mark(self, reader: SplitReader, item: SourceItem) -> None:
        output = self._outputs[reader.position]
        assert output is not None
        match item:
            case SourceWatermark(timestamp):
                if self.is_legacy:
                    self._end_idleness(output)
                if isinstance(self.source, FunctionSource):
                    self._to_chain.put_out(timestamp)  # its context compares it with nothing
                else:
                    self._event_time.split_says_watermark(output, timestamp)
            case SourceStatus(is_idle):
                if is_idle:
                    self._event_time.split_says_idle(output)
                else:
                    self._event_time.split_says_active(output)
            case SourceEnd():
                reader.close()
            case SourcePause():
                pass
            case SourceRecord():
                self._read_record(reader, item)
            case _:
                assert_never(item)

    def _end_idleness(self, output: SplitOutput) -> None:
        """Flink: ``WatermarkContext.collect``, which puts ``ACTIVE`` before a record."""
        if output.partial.is_idle:
            self._event_time.split_says_active(output)

    def _release_ended_splits(self) -> None:
        for reader in tuple(self._active):
            if reader.has_ended():
                self._release(reader)

    def _release(self, reader: SplitReader) -> None:
        if reader.is_live:
            now = self._clock_ms()
            reader.tell_read(SourceEnd(now), now)
        reader.close()
        self._active.remove(reader)
        self._was_asked = False
        output = self._outputs[reader.position]
        assert output is not None
        self._event_time.release_split(output)

    # --- watermarks ------------------------------------------------------------------------------

    def end_input(self) -> None:
        """Put the last watermark out; the task calls this once, after ``END_OF_INPUT``."""
        assert not self._ended, "end_input was called twice"
        self._ended = True
        if self._alignment is not None:
            self._alignment.stop()
        if self.emit is not None:
            self.emit((SourceFinished, self.id))
        if self._to_chain.is_idle:
            self.output.emit_watermark(MAX_WATERMARK)
        else:
            self._to_chain.put_out(MAX_TIMESTAMP)

    def _on_processing_time(self, timestamp: int) -> None:
        self._event_time.on_periodic_emit()
        self._was_asked = True
        if self._alignment is not None:
            self._look_ahead()

    def _quiet_until(self) -> int:
        """Before this time (ms) asking the generators brings nothing new, unless something is read."""
        if not self._was_asked:
            return MIN_TIMESTAMP
        return self._event_time.quiet_until()

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # --- what runtime.inspect reads --------------------------------------------------------------

    def split_outputs(self) -> list[SplitOutput]:
        """The splits of this subtask, also those that have ended."""
        return [output for output in self._outputs if output is not None]

    @property
    def alignment(self) -> WatermarkAlignment | None:
        """Its part in a group of watermark alignment."""
        return self._alignment

    @property
    def emitted_watermark(self) -> int:
        return self._to_chain.current_watermark

    @property
    def emitted_idle(self) -> bool:
        return self._to_chain.is_idle
