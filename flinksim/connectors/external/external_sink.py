"""A sink of an external system, which keeps what the program wrote.

Flink: ``KafkaSink``, ``ElasticsearchSink``, ``JdbcSink`` and others.
Differs: nothing leaves the process; a file can be bound, see :mod:`flinksim.external_data`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Literal

from flinksim.common.typeinfo import BasicTypeInfo, TypeInformation, Types
from flinksim.common.typeutils.to_string import format_value
from flinksim.connectors.external.message import ExternalMessage
from flinksim.connectors.sink import Committer, Sink, SinkContext, SinkWriter

Serializer = Callable[[Any, int | None], ExternalMessage]
"""Converts a value and its timestamp to a message; offset and timestamp are completed by the sink."""

MessageState = Literal["committed", "open", "aborted"]


class ExternalSink(Sink):
    """Keeps the messages that a program writes, in the order of their offsets.

    ``messages`` are those that a consumer sees. With a transaction per checkpoint a message is
    ``open`` until its checkpoint completes; ``open_messages`` has those, by transaction. A restarted
    writer aborts the transactions that a failure left open, except those of its restored checkpoint.

    As in Kafka, an invisible message has an offset, and the control record of a commit takes one in
    each partition. Differs: that of an abort takes none.

    Args:
        system: the name of the system, such as ``Kafka``.
        addresses: topics, streams, tables or indexes.
        serializer: converts a value to a message.
        has_committer: whether the plan has a committer.
        transactional: whether messages become visible at checkpoints only.
        is_text_only: whether the serializer takes strings alone, as Flink's ``SimpleStringSchema``.
    """

    def __init__(
        self,
        system: str,
        addresses: Sequence[str],
        serializer: Serializer,
        *,
        has_committer: bool = False,
        transactional: bool = False,
        is_text_only: bool = False,
    ) -> None:
        self.system = system
        self.addresses = tuple(addresses)
        self.serializer = serializer
        self.has_committer = has_committer
        self.transactional = transactional
        self.is_text_only = is_text_only
        self.input_type: TypeInformation | None = None
        self.messages: list[ExternalMessage] = []
        self.open_messages: dict[str, list[ExternalMessage]] = {}
        self._committed_names: set[str] = set()
        self._next_offsets: dict[tuple[str, int], int] = {}
        self._writers: dict[int, str] = {}

    def set_input_type(self, type_info: TypeInformation | None) -> None:
        self.input_type = type_info

    def create_writer(self, context: SinkContext) -> SinkWriter:
        return (
            _TransactionWriter(self, context)
            if self.transactional
            else _MessageWriter(self, context)
        )

    def create_committer(self) -> Committer:
        return _TransactionCommitter(self)

    def append(self, message: ExternalMessage) -> None:
        """Append a visible message, at the next offset of its partition."""
        self.messages.append(self._add_offset(message))

    def append_to_transaction(self, transaction: str, message: ExternalMessage) -> None:
        """Append a message that is invisible until :meth:`commit`."""
        self.open_messages.setdefault(transaction, []).append(self._add_offset(message))

    def commit(self, transaction: str) -> None:
        """Make the messages of *transaction* visible; a repeated call has no effect."""
        if transaction not in self._committed_names:
            self._committed_names.add(transaction)
            messages = self.open_messages.pop(transaction, [])
            self.messages += messages
            for partition in sorted({(each.topic, each.partition) for each in messages}):
                self._next_offsets[partition] += 1

    def add_writer(self, subtask_index: int, prefix: str) -> None:
        """Note the writer of a subtask, whose transactions begin with *prefix*."""
        self._writers[subtask_index] = prefix

    def list_written(self) -> list[tuple[ExternalMessage, MessageState]]:
        """List all messages, also those that no consumer sees, in the order of their offsets."""
        written: list[tuple[ExternalMessage, MessageState]] = [
            (message, "committed") for message in self.messages
        ]
        for transaction, messages in self.open_messages.items():
            is_open = any(transaction.startswith(f"{each}-") for each in self._writers.values())
            state: MessageState = "open" if is_open else "aborted"
            written += [(message, state) for message in messages]
        if self.transactional:
            written.sort(key=lambda each: (each[0].topic, each[0].partition, each[0].offset))
        return written

    def _add_offset(self, message: ExternalMessage) -> ExternalMessage:
        partition = (message.topic, message.partition)
        offset = self._next_offsets.get(partition, 0)
        self._next_offsets[partition] = offset + 1
        return replace(message, offset=offset)

    def rejects_type(self) -> bool:
        """Return whether Flink's serializer fails, because the stream is not one of strings."""
        type_info = self.input_type
        return self.is_text_only and not (
            isinstance(type_info, BasicTypeInfo) and type_info == Types.STRING()
        )


class _MessageWriter(SinkWriter):
    def __init__(self, sink: ExternalSink, context: SinkContext) -> None:
        self._sink = sink
        self._context = context

    def write(self, value: Any, timestamp: int | None) -> str:
        self._store(self._serialize(value, timestamp))
        return format_value(value)

    def _store(self, message: ExternalMessage) -> None:
        self._sink.append(message)

    def _serialize(self, value: Any, timestamp: int | None) -> ExternalMessage:
        # A negative timestamp means that the record has none; the system then takes its own clock.
        known = None if timestamp is None or timestamp < 0 else timestamp
        message = self._sink.serializer(value, known)
        if known is None and self._context.processing_time is not None:
            known = self._context.processing_time.current_processing_time()
        return replace(message, timestamp=known)


class _TransactionWriter(_MessageWriter):
    def __init__(self, sink: ExternalSink, context: SinkContext) -> None:
        super().__init__(sink, context)
        start = f"{context.restored_checkpoint_id}-{context.attempt_number}"
        self._prefix = f"{context.subtask_index}-{start}"
        self._number = 1
        sink.add_writer(context.subtask_index, self._prefix)

    def _get_transaction(self) -> str:
        return f"{self._prefix}-{self._number}"

    def _store(self, message: ExternalMessage) -> None:
        self._sink.append_to_transaction(self._get_transaction(), message)

    def prepare_commit(self) -> Sequence[Any]:
        name = self._get_transaction()
        if name not in self._sink.open_messages:
            return ()
        self._number += 1
        return [name]


class _TransactionCommitter(Committer):
    def __init__(self, sink: ExternalSink) -> None:
        self._sink = sink

    def commit(self, committable: Any) -> None:
        self._sink.commit(committable)
