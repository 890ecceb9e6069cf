"""What a worker is told of session windows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa

from flinksim.datastream.functions import AggregateFunction
from flinksim.datastream.transformations import WindowSpec
from flinksim.spark.expressions.symbolic import Expression, Kind, Shape
from flinksim.spark.generic.chains import ChainPlan
from flinksim.spark.native.aggregates import Slot
from flinksim.spark.native.contents import Contents
from flinksim.spark.native.plan import NativePlan

ARROW_TYPES: dict[Kind, pa.DataType] = {
    "int": pa.int64(), "str": pa.string(), "bool": pa.bool_(), "float": pa.float64(),
}  # fmt: skip


RECORDS = "_records"
"""The column of batches of records, each a stream of Arrow's."""


@dataclass(frozen=True, slots=True)
class SessionWork:
    """All that a worker has to know.

    ``shared.value`` are the steps of the watermark and the timeline. ``columns`` names the column of
    each expression; ``slots`` are those that are kept, with their names, kinds and places.
    """

    gap: int
    lateness: int
    splits: int
    shared: Any
    chain: ChainPlan
    key_shape: Shape
    event_shape: Shape
    columns: dict[Expression, str]
    slots: tuple[tuple[str, Slot, Kind, int], ...]
    by: tuple[str, Expression] | None

    @property
    def needs_order(self) -> bool:
        """Whether something is kept of one record, which depends on their order."""
        return any(slot.how in ("first", "of that record") for _, slot, _, _ in self.slots)


def session_work(plan: NativePlan, contents: Contents, shared: Any) -> SessionWork:
    """What a worker is told; ``shared.value`` are the watermark's steps and the timeline."""
    aggregation = plan.aggregation
    wanted = [e for e, _ in (*plan.key_shape.fields, *plan.event_shape.fields)]
    wanted += [slot.expression for slot in aggregation.slots]
    if aggregation.by is not None:
        wanted.append(aggregation.by[1])
    distinct = [e for e in dict.fromkeys(wanted) if e[0] != "literal"]
    return SessionWork(
        gap=plan.gap,
        lateness=plan.lateness,
        splits=len(plan.source.chain.split_names),
        shared=shared,
        chain=_head_alone(plan.window.chain),
        key_shape=plan.key_shape,
        event_shape=plan.event_shape,
        columns={expression: f"_c{place}" for place, expression in enumerate(distinct)},
        slots=contents.slots(),
        by=aggregation.by,
    )


@dataclass(frozen=True, slots=True)
class _Accumulator(AggregateFunction):
    """An aggregate function whose result is its accumulator."""

    function: AggregateFunction

    def create_accumulator(self) -> Any:
        return self.function.create_accumulator()

    def add(self, value: Any, accumulator: Any) -> Any:
        return self.function.add(value, accumulator)

    def get_result(self, accumulator: Any) -> Any:
        return accumulator

    def merge(self, acc_a: Any, acc_b: Any) -> Any:
        return self.function.merge(acc_a, acc_b)


def _head_alone(chain: ChainPlan) -> ChainPlan:
    """The window operator with nothing behind it, as the only subtask."""
    head = chain.operators[0]
    spec = head.node.spec
    assert isinstance(spec, WindowSpec)
    if isinstance(spec.pre_aggregation, AggregateFunction):
        spec = replace(spec, pre_aggregation=_Accumulator(spec.pre_aggregation))
    alone = replace(
        head, node=replace(head.node, spec=spec), chained_outputs=(), non_chained_outputs=()
    )
    return replace(chain, operators=(alone,), parallelism=1, edges={}, tells_controls=False)


def opened(batch: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
    """The records in a batch of batches; those of any other batch as they are."""
    if RECORDS not in batch.schema.names:
        yield batch
        return
    for records in batch.column(RECORDS):
        yield from pa.ipc.open_stream(records.as_buffer())
