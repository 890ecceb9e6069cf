"""Sinks that survive failures: one commits in two phases, one makes idempotent writes.

Flink: ``SupportsCommitter``; the upserts of its JDBC sink.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flinksim.common.typeutils.to_string import format_value
from flinksim.connectors.sink import Committer, Sink, SinkContext, SinkWriter
from flinksim.core.validation import checked


class TransactionalSink(Sink):
    """Appends each result to ``committed`` exactly once, when a checkpoint has completed.

    Results are written into a transaction. It is closed before each barrier and committed when the
    checkpoint completes. Results after the last checkpoint are lost in a failure and written again.
    ``written`` has all results ever written, in order.
    """

    commits = True

    @checked
    def __init__(self, committed: list[Any] | None = None) -> None:
        self.committed = [] if committed is None else committed
        self.written: list[Any] = []
        self._known: set[str] = set()

    def create_writer(self, context: SinkContext) -> SinkWriter:
        return _TransactionWriter(self, context)

    def create_committer(self) -> Committer:
        return _TransactionCommitter(self)

    def commit(self, name: str, values: Sequence[Any]) -> None:
        """Commit the transaction *name*; a repeated call has no effect."""
        if name not in self._known:
            self._known.add(name)
            self.committed.extend(values)


class _TransactionWriter(SinkWriter):
    def __init__(self, sink: TransactionalSink, context: SinkContext) -> None:
        self._sink = sink
        # A job that resumes from a savepoint counts its attempts from 0.
        start = f"{context.restored_checkpoint_id}-{context.attempt_number}"
        self._prefix = f"{context.subtask_index}-{start}"
        self._number = 0
        self._open: list[Any] = []

    def write(self, value: Any, timestamp: int | None) -> str:
        self._open.append(value)
        self._sink.written.append(value)
        return format_value(value)

    def prepare_commit(self) -> Sequence[Any]:
        if not self._open:
            return ()
        values, self._open = self._open, []
        self._number += 1
        return [(f"{self._prefix}-{self._number}", values)]


class _TransactionCommitter(Committer):
    def __init__(self, sink: TransactionalSink) -> None:
        self._sink = sink

    def commit(self, committable: Any) -> None:
        self._sink.commit(*committable)


class UpsertSink(Sink):
    """Keeps the last value for each key in ``table``; a repeated write has no effect."""

    @checked
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
