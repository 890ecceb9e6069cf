"""Fingerprint of the state of a run, to find out whether a replay does the same. Not in Flink."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from zlib import crc32

from flinksim.runtime.minicluster import MiniCluster
from flinksim.runtime.operators.keyed_operator import KeyedOperator
from flinksim.runtime.operators.sink_operator import SinkOperator


def compute_fingerprint(cluster: MiniCluster) -> int:
    """Compute a checksum of counters, times, watermarks, current keys and results of a run.

    It takes a few microseconds for each task and channel, however large the state is.
    """
    return crc32(repr(list(_iterate_parts(cluster))).encode("utf-8", "surrogatepass"))


def _iterate_parts(cluster: MiniCluster) -> Iterator[Any]:
    yield cluster.step_count, cluster.clock.now_ms, cluster.status
    for task in cluster.tasks:
        yield task.execution.state, task.execution.attempt
        for writer in task.writers:
            yield [subpartition.written_count for subpartition in writer.subpartitions]
        for task_input in task.inputs:
            yield task_input.valve.last_output_watermark
        for operator in task.operators:
            yield operator.emitted_watermark, operator.current_watermark, operator.late_records
            if isinstance(operator, KeyedOperator):
                yield repr(operator.backend.current_key)
                yield [len(table) for table in operator.backend.tables.values()]
            if isinstance(operator, SinkOperator):
                yield operator.results_written, operator.results_checksum
