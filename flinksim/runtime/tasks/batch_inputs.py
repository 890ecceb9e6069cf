"""Batch-mode inputs of a task, which are read to their end before any record is processed.

In streaming mode they are also used before a window that fires only at the end of the stream.

Records of a keyed operator are sorted: by the bytes of their keys, those of one key by timestamp. Two
such inputs are merged in that order; at equal positions they alternate. The broadcast side of an
operator comes before the other side.

Flink: ``SortingDataInput``, ``MultiInputSortingDataInput``, the input selection of
``BatchCoBroadcastWithNonKeyedOperator``.
Differs: if two inputs are equal at the start, the first one begins; in Flink, the one that was fully
read first.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from typing import Any

from flinksim.common.typeutils.key_ordering import KeyEncoder, to_sortable_bytes
from flinksim.core.ids import SubtaskId
from flinksim.core.java.flink_quick_sort import compute_sorted_positions
from flinksim.core.java.timestamps import MIN_TIMESTAMP
from flinksim.datastream.transformations import (
    BroadcastProcessSpec,
    FactorySpec,
    IntervalJoinSpec,
    KeyedBroadcastProcessSpec,
    KeyedCoProcessSpec,
    KeySelector,
    OperatorSpec,
    SortPartitionSpec,
    WindowSpec,
)
from flinksim.runtime.elements import (
    Element,
    EndOfData,
    StreamRecord,
    Watermark,
    WatermarkStatus,
)
from flinksim.runtime.network.input_channels import InputChannel
from flinksim.runtime.network.input_gate import InputGate, UnionInputGate
from flinksim.runtime.operators.stream_operator import StreamOperator
from flinksim.runtime.state.key_equality import to_key_identity
from flinksim.runtime.tasks.task_input import TaskInput
from flinksim.trace.events import Emit

SortKey = tuple[Any, int]
"""Sort key of a record in batch mode: the rank of its key in byte order, then its timestamp."""


def _select_single_key(value: Any) -> int:
    return 0


def find_sort_key_selectors(
    spec: OperatorSpec, key_selector: KeySelector | None, is_sorting: bool
) -> tuple[KeySelector | None, ...]:
    """Find the key selectors by which the inputs of an operator are sorted in batch mode.

    Args:
        spec: The operator.
        key_selector: The key selector of the keyed stream that the operator reads, if any.
        is_sorting: Whether inputs are sorted. If not, the broadcast side still comes first.

    Returns:
        A key selector for each input, ``None`` for an input that is not sorted. Empty if records are
        processed as they arrive.
    """
    if isinstance(spec, SortPartitionSpec):
        return ()  # the operator sorts its records itself
    if not is_sorting:
        broadcasts = isinstance(spec, BroadcastProcessSpec | KeyedBroadcastProcessSpec)
        return (None, None) if broadcasts else ()
    match spec:
        case KeyedCoProcessSpec() | IntervalJoinSpec():
            return (spec.key_selector1, spec.key_selector2)
        case KeyedBroadcastProcessSpec():
            return (spec.key_selector, None)
        case BroadcastProcessSpec():
            return (None, None)
        case FactorySpec():
            return spec.key_selectors if any(spec.key_selectors) else ()
        case WindowSpec(key_selector=None):
            return (_select_single_key,)
    return () if key_selector is None else (key_selector,)


class BatchTaskInput(TaskInput):
    """A task input that buffers all its records and emits them once :class:`BatchInputs` selects it.

    The last watermark is forwarded after the records. Watermark statuses are dropped.
    """

    __slots__ = (
        "_continuations",
        "_follows_from",
        "_forward_record",
        "_forward_watermark",
        "_inputs",
        "_records",
        "_watermark",
        "channels_fully_read",
        "is_done",
        "next_position",
        "sort_keys",
    )

    def __init__(
        self,
        inputs: BatchInputs,
        number: int,
        subtask: SubtaskId,
        gate: InputGate | UnionInputGate,
        head: StreamOperator,
        emit: Emit | None,
    ) -> None:
        super().__init__(number, subtask, gate, head, emit)
        self._inputs = inputs
        self._forward_record: Callable[[StreamRecord], None] = self._process_element
        self._follows_from = head.context.follows_from
        self._continuations: list[Callable[..., None]] = []
        self._forward_watermark: Callable[[Watermark], None] = self._process_watermark
        self._records: list[StreamRecord] = []
        self._process_element = self._buffer_record
        self._watermark: Watermark | None = None
        self.channels_fully_read = 0
        self.sort_keys: list[SortKey] = []
        self.next_position = 0
        self.is_done = False

    def _buffer_record(self, record: StreamRecord) -> None:
        self._records.append(record)
        self._continuations.append(self._follows_from(self._forward_record))

    def emit_watermark(self, watermark: Watermark) -> None:
        self._watermark = watermark

    def emit_watermark_status(self, status: WatermarkStatus) -> None:
        """Ignore the status: idleness has no effect, because batch mode waits for all records anyway."""

    @property
    def is_sorted(self) -> bool:
        """Whether this input emits its records sorted by key."""
        return self._inputs.selectors[self.number] is not None

    @property
    def has_sorted_sibling(self) -> bool:
        """Whether this input is not sorted, but the other input of the operator is."""
        return not self.is_sorted and any(self._inputs.selectors)

    @property
    def is_fully_read(self) -> bool:
        """Whether the last record of this input has been read."""
        return self.channels_fully_read == len(self.gate.channels)

    @property
    def is_available(self) -> bool:
        if self.is_fully_read and not self.is_done:
            return self._inputs.next_input() is self
        return super().is_available

    def emit_next(self) -> bool:
        if not self.is_fully_read or self.is_done:
            return super().emit_next()
        if self._inputs.next_input() is not self:
            return False
        if self.next_position < len(self._records):
            position = self.next_position
            self.next_position += 1
            self._inputs.last_input = self
            self._continuations[position](self._records[position])
        else:
            self._finish()
        return True

    def _finish(self) -> None:
        self.is_done = True
        self._records.clear()
        self._continuations.clear()
        if self._watermark is not None:
            self._forward_watermark(self._watermark)
        self.channels_with_end_of_data = self.channels_fully_read
        self._report_end()

    def _process_other(self, element: Element, channel: InputChannel) -> None:
        if isinstance(element, EndOfData):
            self.channels_fully_read += 1
        else:
            super()._process_other(element, channel)

    def extract_keys(self, select: KeySelector) -> list[Any]:
        """Return the key of each buffered record, in the order of arrival."""
        return [select(record.value) for record in self._records]

    def sort(self, key_ranks: Sequence[Any]) -> None:
        """Sort the records by their key ranks, then by timestamp.

        Args:
            key_ranks: The rank of the key of each record.
        """
        times = [
            MIN_TIMESTAMP if record.timestamp is None else record.timestamp
            for record in self._records
        ]
        unsorted_keys = list(zip(key_ranks, times, strict=True))
        order = compute_sorted_positions(unsorted_keys)
        self.sort_keys = [unsorted_keys[number] for number in order]
        self._records = [self._records[number] for number in order]
        self._continuations = [self._continuations[number] for number in order]


class BatchInputs:
    """The inputs of one task in batch mode; decides which of them emits the next record.

    ``selectors`` are the result of :func:`find_sort_key_selectors`. Of two inputs, the one without a
    selector emits all its records first. If neither has one, the second input does.
    """

    def __init__(self, selectors: Sequence[KeySelector | None], key_bytes: KeyEncoder) -> None:
        self.selectors = selectors
        self._key_bytes = key_bytes
        self._is_sorted = False
        self.inputs: list[BatchTaskInput] = []
        self.last_input: BatchTaskInput | None = None

    def next_input(self) -> BatchTaskInput | None:
        """Return the input that emits the next record.

        The result is ``None`` at the end, or while an input that comes first is still being read.
        """
        if not self._is_sorted:
            if not all(each.is_fully_read for each in self.inputs):
                return None
            self._sort_inputs()
        waiting = [each for each in self.inputs if not each.is_done]
        if len(waiting) < 2:
            return waiting[0] if waiting else None
        first, second = waiting
        if self.selectors[1] is None:
            return second
        return self._select_earlier(first, second)

    def _select_earlier(self, first: BatchTaskInput, second: BatchTaskInput) -> BatchTaskInput:
        for each in (first, second):
            if each.next_position == len(each.sort_keys):
                return each
        one, other = first.sort_keys[first.next_position], second.sort_keys[second.next_position]
        if one != other:
            return first if one < other else second
        return second if self.last_input is first else first

    def _sort_inputs(self) -> None:
        self._is_sorted = True
        keys = [
            (each, each.extract_keys(select))
            for each, select in zip(self.inputs, self.selectors, strict=True)
            if select is not None
        ]
        ranks = iter(self._rank_keys([key for _, input_keys in keys for key in input_keys]))
        for each, input_keys in keys:
            each.sort([next(ranks) for _ in input_keys])

    def _rank_keys(self, keys: Sequence[Any]) -> list[Any]:
        """Return the rank of each of *keys* by its bytes.

        If a key has no byte form, keys are ranked by first occurrence.
        """
        try:
            return [to_sortable_bytes(self._key_bytes(key)) for key in keys]
        except (TypeError, struct.error):
            first_ranks: dict[Any, int] = {}
            return [first_ranks.setdefault(to_key_identity(key), len(first_ranks)) for key in keys]
