"""The operator at the head of a source task: reads splits, assigns timestamps, emits watermarks.

Flink: ``SourceOperator``; for legacy sources ``StreamSource`` with ``ManualWatermarkContext``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, assert_never

from flinksim.common.watermark_strategy import RecordTimestampAssigner
from flinksim.connectors.source import (
    LiveSplit,
    SourceEndOfInput,
    SourceItem,
    SourcePause,
    SourceRecord,
    SourceStatus,
    SourceWatermark,
)
from flinksim.connectors.source_function import SourceFunctionRun, SourceFunctionSource
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.runtime.elements import MAX_WATERMARK, StreamRecord
from flinksim.runtime.operators.offset_committer import OffsetCommitter, create_offset_committer
from flinksim.runtime.operators.split_reader import SplitReader, shift_items
from flinksim.runtime.operators.split_scheduling import SplitScheduler
from flinksim.runtime.operators.split_watermarks import SourceWatermarks, SplitWatermarkOutput
from flinksim.runtime.operators.stream_operator import (
    OperatorContext,
    Output,
    StreamOperator,
    TimerHandle,
)
from flinksim.runtime.operators.timestamps_and_watermarks import check_timestamp
from flinksim.runtime.operators.watermark_alignment import WatermarkAlignment
from flinksim.runtime.operators.watermark_output import WatermarkToDataOutput
from flinksim.runtime.state.snapshot_model import OperatorSnapshot
from flinksim.runtime.virtual_clock import mark_as_tick
from flinksim.trace.event_switch import call_on_attach
from flinksim.trace.events import (
    PERIODIC_EMIT,
    ConnectionAttempted,
    SourceFinished,
    SourceRecordRead,
    SplitPending,
    TimestampAssigned,
)
from flinksim.trace.values import freeze

if TYPE_CHECKING:
    from flinksim.datastream.transformations import SourceSpec

SPLITS_STATE = "SourceReaderState"
"""Flink's name for the state that holds the splits of a reader and the position in each."""

DataInputStatus: TypeAlias = Literal["MORE_AVAILABLE", "NOTHING_AVAILABLE", "END_OF_INPUT"]
"""What the source can do after reading an item: read more, wait, or end.

Flink: ``DataInputStatus``.
"""


class SourceOperator(StreamOperator):
    """Operator that reads the splits of one subtask, one item per call, with watermarks per split.

    * Subtask ``i`` of ``n`` reads the splits ``i``, ``i + n``, ``i + 2n`` ...
    * Of the items that can be read now, the one with the smallest (arrival time, split) is next. An
      item without an arrival time arrives now.
    * A record gets its timestamp from the strategy's assigner and goes down the chain. Only then
      its split's generator sees it. Without an assigner it keeps the timestamp of the source; if
      there is none, it gets ``MIN_TIMESTAMP``, as in Flink.
    * Generators are polled every ``auto_watermark_interval_ms``, first one interval after ``open``.
    * A split that the source discovers later is read from then on, and limits the watermark then.
    * A subtask without splits ends immediately if the source is bounded, and never if it is not.
    * A source that ``waits_for_input`` never ends, and its splits stay open after their last item.
    * With ``with_watermark_alignment`` it reads nothing while it is too far ahead of its group.
    * At the end ``MAX_TIMESTAMP`` goes straight to the chain; generators are not polled again. If
      the source is idle then, nobody downstream sees it, because an idle output drops watermarks.

    Legacy sources, and ``spec.watermark_strategy`` ``None``: records keep the timestamps of the
    source, and only the splits themselves provide watermarks and statuses. A record of a legacy
    source ends the idleness of its split.

    Flink: ``SourceOperator``, ``StreamSource``.
    Differs: Flink reads several records in a row while no mail waits.

    Raises:
        TypeError: If the assigner returns something else than a whole number.
        Exception: Errors of a split, when the item is read.
    """

    __slots__ = (
        "_active_readers",
        "_alignment",
        "_assigner",
        "_chain_output",
        "_clock_ms",
        "_committer",
        "_first_timed",
        "_first_untimed",
        "_function_runs",
        "_has_ended",
        "_is_waiting_for_alignment",
        "_keeps_timestamps",
        "_never_ends",
        "_restored_positions",
        "_scheduler",
        "_source_watermarks",
        "_split_outputs",
        "_strategy",
        "_timer",
        "_was_polled",
        "has_live_splits",
        "is_legacy",
        "on_resumed",
        "source",
        "undiscovered_splits",
    )

    FLINK_CLASS = "SourceOperator"

    def __init__(self, spec: SourceSpec) -> None:
        self.source = spec.source
        self.is_legacy = spec.legacy
        self._strategy = None if spec.legacy else spec.watermark_strategy
        self.on_resumed: Callable[[], None] | None = None
        """Callback to the task, called when the source may read again."""

    # --- life cycle ------------------------------------------------------------------------------

    def setup(self, context: OperatorContext, output: Output) -> None:
        super().setup(context, output)
        self._chain_output = WatermarkToDataOutput(output, emit=context.emit, operator=self.id)
        call_on_attach(context.emit, self._update_records_read)
        self._timer: TimerHandle | None = None
        self._active_readers: list[SplitReader] = []
        self._function_runs: list[SourceFunctionRun] = []
        self._split_outputs: list[SplitWatermarkOutput | None] = []
        self._has_ended = False
        self._alignment: WatermarkAlignment | None = None
        self._is_waiting_for_alignment = False
        self._first_timed: SplitReader | None = None
        self._first_untimed: SplitReader | None = None
        self._scheduler: SplitScheduler | None = None
        self._never_ends = True
        self._was_polled = False
        self.has_live_splits = False
        self._restored_positions: dict[str, tuple[int, int]] | None = None
        self._committer: OffsetCommitter | None = None
        self.undiscovered_splits: list[str] = []
        """Splits of this subtask that appear later, and that no discovery looks for."""

    # --- checkpoints -----------------------------------------------------------------------------

    def snapshot_state(self, snapshot: OperatorSnapshot) -> None:
        """Store the read position of each split, if the split can be read again from a position.

        Runs of a source function and live input have no position.
        """
        if isinstance(self.source, SourceFunctionSource) or self.has_live_splits:
            return
        positions = [
            (reader.split, reader.items_taken, reader.offset) for reader in self._active_readers
        ]
        positions += [(split, 0, 0) for split in self.undiscovered_splits]
        snapshot.add_list(SPLITS_STATE, positions)

    def snapshot_function(self, snapshot: OperatorSnapshot, checkpoint_id: int) -> None:
        if self._committer is not None:
            self._committer.keep_offsets(checkpoint_id)

    def notify_checkpoint_complete(self, checkpoint_id: int) -> None:
        if self._committer is not None:
            self._committer.commit(checkpoint_id)

    def initialize_state(self, snapshot: OperatorSnapshot) -> None:
        if SPLITS_STATE in snapshot.lists:
            self._restored_positions = {
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
        self._source_watermarks = SourceWatermarks(
            self._chain_output,
            generators,
            self._clock_ms,
            self.context.backpressure,
            emit=self.context.emit,
            operator=self.id,
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
            mark_as_tick(self._timer, interval, self._compute_next_effect_ms)

    def _open_splits(self) -> None:
        splits = self._list_splits_to_read()
        self._split_outputs = [None] * (
            1 + max((position for position, _, _ in splits), default=-1)
        )
        now = self._clock_ms()
        for position, split, begin_at in splits:
            created_ms = self.source.find_creation_ms(split)
            discovery_ms = now
            if created_ms is not None and created_ms > now:
                discovery_ms = self.source.find_discovery_ms(created_ms, now)
                if self.emit is not None:
                    self.emit((SplitPending, self.id, split, created_ms, discovery_ms))
            if discovery_ms is None:
                self.undiscovered_splits.append(split)
                continue
            items = self._open_split(split)
            if discovery_ms > now and not isinstance(items, LiveSplit):
                items = shift_items(items, discovery_ms)
            reader = SplitReader(split, position, items, begin_at, self.source.waits_for_input)
            self._active_readers.append(reader)
            if discovery_ms <= now:
                self._add_output(reader)
        self._committer = create_offset_committer(
            self.source, list(self._active_readers), self.id, self.context
        )
        self._never_ends = self.source.waits_for_input or (
            not self._active_readers and not self.source.bounded
        )
        self.has_live_splits = any(reader.is_live for reader in self._active_readers)
        if len(self._active_readers) > 2 and self._alignment is None and not self.has_live_splits:
            self._scheduler = SplitScheduler(self._active_readers)
        self._find_next_splits()

    def _add_output(self, reader: SplitReader) -> SplitWatermarkOutput:
        output = self._source_watermarks.add_split(reader.split, reader.offset)
        self._split_outputs[reader.position] = output
        return output

    def _list_splits_to_read(self) -> list[tuple[int, str, tuple[int, int]]]:
        """List the index of each split of this subtask, its name, and its start position.

        A split that is missing in a snapshot had been read to its end.
        Flink: ``SourceOperator.initializeState``, ``SourceReader.addSplits``.
        """
        parallelism = self.context.parallelism
        splits = list(self.source.splits(parallelism))
        if self._restored_positions is None:
            own = range(self.context.subtask_index, len(splits), parallelism)
            return [(position, splits[position], (0, 0)) for position in own]
        indexes = {split: position for position, split in enumerate(splits)}
        found = []
        for split, begin_at in self._restored_positions.items():
            if split not in indexes:
                if not self.source.has_split(split):
                    raise ValueError(
                        f"the source {self.context.operator_name!r} does not have "
                        f"the split {split!r} of the snapshot. Its splits: "
                        f"{', '.join(map(repr, splits[:5]))}. Use the same input "
                        "as the snapshot. Or give the source another uid and "
                        "allow non-restored state (--allowNonRestoredState)"
                    )
                indexes[split] = len(indexes)
            found.append((indexes[split], split, begin_at))
        return sorted(found)

    def parts(self) -> Iterable[Any]:
        source_watermarks = (
            (self._source_watermarks,) if hasattr(self, "_source_watermarks") else ()
        )
        outputs = [output for output in self._split_outputs if output is not None]
        return (self._chain_output, *source_watermarks, *outputs)

    def _open_split(self, split: str) -> Iterator[SourceItem] | LiveSplit:
        if isinstance(self.source, SourceFunctionSource):
            run = self.source.open_run(self.runtime_context(), self._clock_ms)
            self._function_runs.append(run)
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
            self._on_alignment_updated,
            self.context.emit,
        )

    def _on_alignment_updated(self) -> None:
        self._pause_clocks()
        self._find_next_splits()
        if self.on_resumed is not None and self.find_next_arrival() is not None:
            self.on_resumed()

    def finish(self) -> None:
        self._cancel_timer()

    def close(self) -> None:
        self._cancel_timer()
        if self._committer is not None:
            self._committer.close()
        for reader in self._active_readers:
            reader.close()
        for run in self._function_runs:
            run.close()

    # --- reading ---------------------------------------------------------------------------------

    def emit_next(self) -> DataInputStatus:
        """Read and process one item, if one is available now."""
        if self._alignment is not None and self._alignment.is_ahead and not self.has_input_ended:
            return "NOTHING_AVAILABLE"
        if self.has_live_splits:
            self._report_connection_attempts()
        now = self._clock_ms()
        reader = self._find_next_reader(now)
        if reader is None:
            self._release_ended_splits()
            return (
                "NOTHING_AVAILABLE" if self._active_readers or self._never_ends else "END_OF_INPUT"
            )
        self._was_polled = False
        item = reader.take()
        if self.has_live_splits:
            reader.notify_read(item, self._clock_ms())
        if type(item) is SourceRecord:
            self._read_record(reader, item)
        else:
            self._read_mark(reader, item)
        return self.finish_item(reader, now)

    def finish_item(self, reader: SplitReader, now: int) -> DataInputStatus:
        """Find what to read next, after an item of *reader* has been processed at time *now*."""
        if not reader.has_item() and reader.has_ended():
            self._release_reader(reader)
        if self._alignment is not None:
            self._pause_clocks()
        if self._scheduler is None:
            self._find_next_splits()
        else:
            self._first_timed, self._first_untimed = self._scheduler.advance(reader)
        if (
            self._first_untimed is None
            and self._find_next_reader(now) is None
            and self._active_readers
        ):
            return "NOTHING_AVAILABLE"
        return "MORE_AVAILABLE"

    def find_next_arrival(self) -> tuple[int, int] | None:
        """Find when and in which split the next item can be read; ``None`` if it is unknown.

        Consumes nothing. An item without an arrival time arrives now.
        """
        return self.find_next_arrival_at(self._clock_ms())

    def find_next_arrival_at(self, now: int) -> tuple[int, int] | None:
        """Find when and in which split the next item can be read, given the current time in ms.

        See :meth:`find_next_arrival`.
        """
        if self._alignment is not None and self._alignment.is_ahead:
            return None
        if self.has_live_splits:
            self._find_next_splits()
        timed = self._first_timed
        untimed = self._first_untimed
        if untimed is None:
            if timed is None:
                return None
            # An item that cannot be read has no arrival: its error is raised now.
            arrival = now if timed.arrival_ms is None else timed.arrival_ms
            return arrival, timed.position
        if timed is not None and timed.arrival_ms is not None:
            if (timed.arrival_ms, timed.position) < (now, untimed.position):
                return timed.arrival_ms, timed.position
        return now, untimed.position

    @property
    def is_driven_by_splits(self) -> bool:
        """Whether only reading from the splits determines when the source can be read again."""
        return self._alignment is None and not self.has_live_splits

    @property
    def has_input_ended(self) -> bool:
        """Whether all splits have ended; ``emit_next`` reports it as ``END_OF_INPUT``."""
        if self._never_ends:
            return False
        return all(reader.has_ended() for reader in self._active_readers)

    def wait_for_live_input(self, timeout_s: float | None) -> None:
        """Wait in real time, at most *timeout_s* seconds, until a live split has an item."""
        live = [reader for reader in self._active_readers if reader.is_live]
        if len(live) > 1:  # poll each of them for a short time
            timeout_s = 0.02 if timeout_s is None else min(timeout_s, 0.02)
        for reader in live:
            reader.wait(timeout_s)

    def _report_connection_attempts(self) -> None:
        if self.emit is None:
            return
        for reader in self._active_readers:
            for attempt in reader.get_new_attempts():
                self.emit((ConnectionAttempted, self.id, reader.split, attempt))

    def _find_next_splits(self) -> None:
        """Find the splits to read next: the first with an arrival time, and the first without."""
        if self._scheduler is not None:
            self._first_timed, self._first_untimed = self._scheduler.peek()
            return
        first_timed = first_untimed = None
        earliest = 0
        are_aligned = self._alignment is not None
        for reader in self._active_readers:
            if reader.item is None and not reader.has_item():
                continue
            if are_aligned and self._is_split_ahead(reader):
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

    def _is_split_ahead(self, reader: SplitReader) -> bool:
        if self._alignment is None or len(self._active_readers) < 2:
            return False
        output = self._split_outputs[reader.position]
        return output is not None and self._is_above_limit(output)

    def _is_above_limit(self, output: SplitWatermarkOutput) -> bool:
        assert self._alignment is not None
        return self._alignment.max_desired_watermark < output.partial.watermark < MAX_TIMESTAMP

    def _find_next_reader(self, now: int) -> SplitReader | None:
        """Return the split whose item is read next at time *now*; ``None`` if none can be read."""
        if self.has_live_splits:
            self._find_next_splits()
        timed = self._first_timed
        untimed = self._first_untimed
        if timed is None:
            return untimed
        if timed.arrival_ms is None:  # its next item cannot be read
            return timed if untimed is None else untimed
        if untimed is None:
            return timed if timed.arrival_ms <= now else None
        if (timed.arrival_ms, timed.position) < (now, untimed.position):
            return timed
        return untimed

    def _read_record(self, reader: SplitReader, item: SourceRecord) -> None:
        output = self._split_outputs[reader.position]
        if output is None:
            output = self._add_output(reader)
        value = item.value
        record = StreamRecord(value, item.timestamp)
        offset = reader.offset
        reader.offset = offset + 1
        if self.emit is not None:
            output.records_read = offset + 1
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
        source_timestamp = record.timestamp
        timestamp = MIN_TIMESTAMP if source_timestamp is None else source_timestamp
        if not self._keeps_timestamps:
            timestamp = self._assigner.extract_timestamp(record.value, timestamp)
            timestamp = check_timestamp(
                timestamp, self._assigner, record.value, self.context.convert_timestamp
            )
        if self.emit is not None and not (self._keeps_timestamps and source_timestamp == timestamp):
            self.emit((TimestampAssigned, self.id, source_timestamp, timestamp))
        return timestamp

    def _read_mark(self, reader: SplitReader, item: SourceItem) -> None:
        output = self._split_outputs[reader.position]
        if output is None:
            output = self._add_output(reader)
        match item:
            case SourceWatermark(timestamp):
                if self.is_legacy:
                    self._end_idleness(output)
                if isinstance(self.source, SourceFunctionSource):
                    self._chain_output.emit_unchecked(
                        timestamp
                    )  # ManualWatermarkContext does not check that it advances
                else:
                    self._source_watermarks.on_split_watermark(output, timestamp)
            case SourceStatus(is_idle):
                if is_idle:
                    self._source_watermarks.on_split_idle(output)
                else:
                    self._source_watermarks.on_split_active(output)
            case SourceEndOfInput():
                reader.close()
            case SourcePause():
                pass
            case SourceRecord():
                self._read_record(reader, item)
            case _:
                assert_never(item)

    def _end_idleness(self, output: SplitWatermarkOutput) -> None:
        """Mark the split active before a record. Flink: ``WatermarkContext.collect``."""
        if output.partial.is_idle:
            self._source_watermarks.on_split_active(output)

    def _release_ended_splits(self) -> None:
        for reader in tuple(self._active_readers):
            if reader.has_ended():
                self._release_reader(reader)

    def _release_reader(self, reader: SplitReader) -> None:
        if reader.is_live:
            now = self._clock_ms()
            reader.notify_read(SourceEndOfInput(now), now)
        reader.close()
        self._active_readers.remove(reader)
        self._was_polled = False
        output = self._split_outputs[reader.position] or self._add_output(reader)
        output.records_read = reader.offset
        self._source_watermarks.release_split(output)

    def _update_records_read(self) -> None:
        for reader in self._active_readers:
            output = self._split_outputs[reader.position]
            if output is not None:
                output.records_read = reader.offset

    # --- watermarks ------------------------------------------------------------------------------

    def end_input(self) -> None:
        """Emit the last watermark; the task calls this once, after ``END_OF_INPUT``."""
        assert not self._has_ended, "end_input was called twice"
        self._has_ended = True
        if self._alignment is not None:
            self._alignment.stop()
        if self.emit is not None:
            self.emit((SourceFinished, self.id))
        if self._chain_output.is_idle:
            self.output.emit_watermark(MAX_WATERMARK)
        else:
            self._chain_output.emit_unchecked(MAX_TIMESTAMP)

    def _on_processing_time(self, timestamp: int) -> None:
        self._source_watermarks.on_periodic_emit()
        self._was_polled = True
        if self._alignment is not None:
            self._pause_clocks()
            self._find_next_splits()

    def _compute_next_effect_ms(self) -> int:
        """Return the time (ms) before which polling the generators changes nothing if no record comes."""
        if not self._was_polled:
            return MIN_TIMESTAMP
        return self._source_watermarks.compute_next_effect_ms()

    def _pause_clocks(self) -> None:
        """Pause the idleness clocks of what watermark alignment lets wait, and continue the others.

        Flink: ``checkWatermarkAlignment``, ``checkSplitWatermarkAlignment``.
        """
        now = self._clock_ms()
        assert self._alignment is not None
        main_clock = self._source_watermarks.main_clock
        is_waiting = self._alignment.is_ahead
        if is_waiting != self._is_waiting_for_alignment:
            self._is_waiting_for_alignment = is_waiting
            if main_clock is not None:
                (main_clock.pause if is_waiting else main_clock.unpause)(now)
        for reader in self._active_readers:
            output = self._split_outputs[reader.position]
            if output is not None:
                output.set_paused(self._is_above_limit(output), now)

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # --- for the live view -----------------------------------------------------------------------

    def split_outputs(self) -> list[SplitWatermarkOutput]:
        """Return the outputs of the splits of this subtask, including ended ones."""
        return [output for output in self._split_outputs if output is not None]

    @property
    def alignment(self) -> WatermarkAlignment | None:
        """The watermark alignment of this subtask, if the strategy has one."""
        return self._alignment

    @property
    def emitted_watermark(self) -> int:
        return self._chain_output.current_watermark

    @property
    def emitted_idle(self) -> bool:
        return self._chain_output.is_idle
