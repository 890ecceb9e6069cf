"""Sinks that survive failures: one commits in two phases, one makes idempotent writes.

Flink: ``SupportsCommitter``; the upserts of its JDBC sink.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flinksim.common.typeutils.to_string import format_value
from flinksim.connectors.sink import Committer, Sink, SinkContext, SinkWriter
from flinksim.core.validation import validate_arguments


class TransactionalSink(Sink):
    """Appends each result to ``committed_results`` exactly once, when a checkpoint has completed.

    Results are written into a transaction. It is closed before each barrier and committed when the
    checkpoint completes. Results after the last checkpoint are lost in a failure and written again.
    ``written_results`` has all results ever written, in order.
    """

    has_committer = True

    @validate_arguments
    def __init__(self, committed_results: list[Any] | None = None) -> None:
        self.committed_results = [] if committed_results is None else committed_results
        self.written_results: list[Any] = []
        self._committed_names: set[str] = set()

    def create_writer(self, context: SinkContext) -> SinkWriter:
        return _TransactionWriter(self, context)

    def create_committer(self) -> Committer:
        return _TransactionCommitter(self)

    def commit(self, transaction: str, values: Sequence[Any]) -> None:
        """Commit the transaction *transaction*; a repeated call has no effect."""
        if transaction not in self._committed_names:
            self._committed_names.add(transaction)
            self.committed_results.extend(values)


class _TransactionWriter(SinkWriter):
    def __init__(self, sink: TransactionalSink, context: SinkContext) -> None:
        self._sink = sink
        # A job that resumes from a savepoint counts its attempts from 0.
        start = f"{context.restored_checkpoint_id}-{context.attempt_number}"
        self._prefix = f"{context.subtask_index}-{start}"
        self._number = 0
        self._open_values: list[Any] = []

    def write(self, value: Any, timestamp: int | None) -> str:
        self._open_values.append(value)
        self._sink.written_results.append(value)
        return format_value(value)

    def prepare_commit(self) -> Sequence[Any]:
        if not self._open_values:
            return ()
        values, self._open_values = self._open_values, []
        self._number += 1
        return [(f"{self._prefix}-{self._number}", values)]


class _TransactionCommitter(Committer):
    def __init__(self, sink: TransactionalSink) -> None:
        self._sink = sink

    def commit(self, committable: Any) -> None:
        self._sink.commit(*committable)


class UpsertSink(Sink):
    """Keeps the last value for each key in ``table``; a repeated write has no effect."""

    @validate_arguments
    def __init__(
        self, key_selector: Callable[[Any], Any], table: dict[Any, Any] | None = None
    ) -> None:
        self.key_selector = key_selector
        self.table = {} if table is None else table

    def create_writer(self, context: SinkContext) -> SinkWriter:
        return _UpsertWriter(self)


class _UpsertWriter(SinkWriter):
    def __init__(self, sink: UpsertSink) -> None:
        self._sink = sink

    def write(self, value: Any, timestamp: int | None) -> str:
        self._sink.table[self._sink.key_selector(value)] = value
        return format_value(value)
