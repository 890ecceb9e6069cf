"""Commits the offsets of a source to its consumer group.

Flink: ``KafkaSourceReader.snapshotState``, ``notifyCheckpointComplete``; Kafka: ``enable.auto.commit``.
"""

from __future__ import annotations

from flinksim.connectors.external.external_source import ExternalSource
from flinksim.core.ids import OperatorId
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.runtime.operators.split_reader import SplitReader
from flinksim.runtime.operators.stream_operator import OperatorContext, TimerHandle
from flinksim.runtime.virtual_clock import mark_as_tick
from flinksim.trace.events import OffsetsCommitted

AUTO_COMMIT = "auto-commit of offsets"


class OffsetCommitter:
    """The offsets of one subtask: those of checkpoints that are not complete yet, and the last committed.

    A restored job reads from its checkpoint. Committed offsets are for monitoring, and for another
    job of the group that starts without state.

    Args:
        source: The source.
        readers: All readers of the subtask, also those of ended splits.
        operator: The id of the operator.
        context: Its context.
    """

    def __init__(
        self,
        source: ExternalSource,
        readers: list[SplitReader],
        operator: OperatorId,
        context: OperatorContext,
    ) -> None:
        self._source = source
        self._readers = readers
        self._operator = operator
        self._emit = context.emit
        self._pending: dict[int, dict[str, int]] = {}
        self._committed: dict[str, int] = {}
        self._timer: TimerHandle | None = None
        interval = source.consumer.auto_commit_ms
        if interval > 0:
            self._timer = context.processing_time.schedule_with_fixed_delay(
                self._on_auto_commit, interval, interval, AUTO_COMMIT
            )
            mark_as_tick(self._timer, interval, self._compute_next_effect_ms)

    def keep_offsets(self, checkpoint_id: int) -> None:
        """Keep the current offsets, to be committed when the checkpoint is complete."""
        if self._source.consumer.commits_on_checkpoint:
            self._pending[checkpoint_id] = self._get_offsets()

    def commit(self, checkpoint_id: int) -> None:
        """Commit the offsets of a complete checkpoint, and forget those of older ones."""
        offsets = self._pending.get(checkpoint_id)
        self._pending = {
            number: kept for number, kept in self._pending.items() if number > checkpoint_id
        }
        if offsets:
            self._commit(checkpoint_id, offsets)

    def close(self) -> None:
        """Stop the timer."""
        if self._timer is not None:
            self._timer.cancel()

    def _get_offsets(self) -> dict[str, int]:
        found = {
            reader.split: self._source.get_next_offset(reader.split, reader.items_taken)
            for reader in self._readers
        }
        return {split: offset for split, offset in found.items() if offset is not None}

    def _commit(self, checkpoint_id: int, offsets: dict[str, int]) -> None:
        self._committed = offsets
        self._source.committed_offsets.update(offsets)
        if self._emit is not None:
            texts = tuple(f"{split}: {offset}" for split, offset in offsets.items())
            group = self._source.consumer.group
            self._emit((OffsetsCommitted, self._operator, group, checkpoint_id, texts))

    def _on_auto_commit(self, timestamp: int) -> None:
        offsets = self._get_offsets()
        if offsets != self._committed:
            self._commit(0, offsets)

    def _compute_next_effect_ms(self) -> int:
        return MAX_TIMESTAMP if self._get_offsets() == self._committed else MIN_TIMESTAMP


def create_offset_committer(
    source: object, readers: list[SplitReader], operator: OperatorId, context: OperatorContext
) -> OffsetCommitter | None:
    """Create the committer of a source of an external system that commits offsets, else ``None``."""
    if not isinstance(source, ExternalSource):
        return None
    consumer = source.consumer
    if not (consumer.commits_on_checkpoint or consumer.auto_commit_ms):
        return None
    return OffsetCommitter(source, readers, operator, context)
