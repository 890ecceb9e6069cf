"""Second pass: fuse consecutive Python functions into one operator, named after all of them.

Flink: ``PythonOperatorChainingOptimizer`` in ``org.apache.flink.python.chain``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.transformations import (
    AsyncSpec,
    CoFlatMapSpec,
    CoMapSpec,
    CoProcessSpec,
    FilterSpec,
    FlatMapSpec,
    KeyedCoProcessSpec,
    KeyedProcessSpec,
    MapSpec,
    ProcessSpec,
    ReduceSpec,
    Transformation,
    UnionSpec,
    WindowSpec,
)
from flinksim.pyflink_compat.ask_functions import asking
from flinksim.pyflink_compat.function_kinds import is_forward, is_java, with_transformations

FUSING = "python.operator-chaining.enabled"

_WITHOUT_KEYS = (MapSpec, FlatMapSpec, FilterSpec, ProcessSpec, AsyncSpec)
_HEADS = (
    *_WITHOUT_KEYS, KeyedProcessSpec, ReduceSpec, WindowSpec,
    CoMapSpec, CoFlatMapSpec, CoProcessSpec, KeyedCoProcessSpec,
)  # fmt: skip
"""Operators that can be fused with the next one; those of broadcast functions cannot."""


def with_fused_functions(pipeline: Pipeline) -> Pipeline:
    """Fuse consecutive Python functions of *pipeline*, which has PyFlink's operators.

    The option ``python.operator-chaining.enabled`` disables this.
    """
    if not pipeline.configuration.get_boolean(FUSING, True):
        return pipeline
    return _Fusing(pipeline).result()


class _Fusing:
    """Fuses operators with their predecessors, in the order of Flink's optimizer."""

    def __init__(self, pipeline: Pipeline) -> None:
        self._pipeline = pipeline
        self._next_id = pipeline.next_transformation_id
        self._readers: dict[int, list[Transformation]] = {}
        for transformation in pipeline.transformations:
            for before in transformation.inputs:
                self._readers.setdefault(before.id, []).append(transformation)

    def result(self) -> Pipeline:
        remaining = {t.id: t for t in self._pipeline.transformations}
        done: set[int] = set()
        pending = list(self._pipeline.operators)
        for transformation in pending:  # the list grows in the loop
            if transformation.id in done:
                continue
            done.add(transformation.id)
            head = self._taken_in_by(transformation)
            if head is not None:
                fused = self._fuse(head, transformation)
                for replaced in (head, transformation):
                    remaining.pop(replaced.id, None)
                    done.add(replaced.id)
                remaining[fused.id] = fused
                pending.append(fused)
        return with_transformations(self._pipeline, list(self._reached(remaining)), self._next_id)

    def _reached(self, kept: dict[int, Transformation]) -> Iterator[Transformation]:
        """Yield all transformations except forward partitions between operators that are fused now."""
        read = {before.id for t in kept.values() for before in t.inputs}
        for number in sorted(kept):
            if not is_forward(kept[number]) or number in read:
                yield kept[number]

    def _taken_in_by(self, transformation: Transformation) -> Transformation | None:
        """Find the operator with which *transformation* is fused, if there is one."""
        if not _may_be_taken_in(transformation):
            return None
        head = transformation.inputs[0]
        is_only_reader = len(self._readers[head.id]) == 1
        while is_forward(head):
            head = head.inputs[0]
            is_only_reader = is_only_reader and len(self._readers[head.id]) == 1
        is_compatible = (
            isinstance(head.spec, _HEADS)
            and not is_java(head)
            and head.chaining_strategy != "NEVER"
            and head.parallelism == transformation.parallelism
            and head.max_parallelism == transformation.max_parallelism
            and head.slot_sharing_group == transformation.slot_sharing_group
        )
        return head if is_compatible and is_only_reader else None

    def _fuse(self, head: Transformation, tail: Transformation) -> Transformation:
        fused = replace(
            head,
            id=self._next_id,
            name=f"{head.name}, {tail.name}",
            description=", ".join(filter(None, (head.description, tail.description))) or None,
            output_type=tail.output_type,
            buffer_timeout_ms=min(head.buffer_timeout_ms, tail.buffer_timeout_ms),
            functions=(
                *head.functions,
                *(asking(one, head.functions[-1].output_type) for one in tail.functions),
            ),
        )
        self._next_id += 1
        readers = self._readers.get(tail.id, [])
        for reader in readers:
            reader.inputs = tuple(fused if before is tail else before for before in reader.inputs)
            if isinstance(
                reader.spec, UnionSpec
            ):  # PyFlink removes the union's input and appends the new one
                others = (before for before in reader.inputs if before is not fused)
                reader.inputs = (*others, fused)
        self._readers[fused.id] = readers
        for before in fused.inputs:
            self._readers[before.id] = [
                fused if reader is head else reader for reader in self._readers[before.id]
            ]
        return fused


def _may_be_taken_in(transformation: Transformation) -> bool:
    return (
        isinstance(transformation.spec, _WITHOUT_KEYS)
        and transformation.chaining_strategy == "ALWAYS"
        and not is_java(transformation)
    )
