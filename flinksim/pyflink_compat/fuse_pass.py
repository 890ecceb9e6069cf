"""Second pass: Python functions that follow each other become one operator, with the names of all.

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
"""Operators that may take in the one behind them. Those of broadcast functions do not."""


def with_fused_functions(pipeline: Pipeline) -> Pipeline:
    """*pipeline*, in PyFlink's operators, with Python functions in a row made one.

    The option ``python.operator-chaining.enabled`` switches that off.
    """
    if not pipeline.configuration.get_boolean(FUSING, True):
        return pipeline
    return _Fusing(pipeline).result()


class _Fusing:
    """Takes operators in by the one before them, in the order of Flink's optimizer."""

    def __init__(self, pipeline: Pipeline) -> None:
        self._pipeline = pipeline
        self._next_id = pipeline.next_transformation_id
        self._readers: dict[int, list[Transformation]] = {}
        for transformation in pipeline.transformations:
            for before in transformation.inputs:
                self._readers.setdefault(before.id, []).append(transformation)

    def result(self) -> Pipeline:
        kept = {t.id: t for t in self._pipeline.transformations}
        done: set[int] = set()
        waiting = list(self._pipeline.operators)
        for transformation in waiting:  # which grows on the way
            if transformation.id in done:
                continue
            done.add(transformation.id)
            before = self._taken_in_by(transformation)
            if before is not None:
                fused = self._fuse(before, transformation)
                for gone in (before, transformation):
                    kept.pop(gone.id, None)
                    done.add(gone.id)
                kept[fused.id] = fused
                waiting.append(fused)
        return with_transformations(self._pipeline, list(self._reached(kept)), self._next_id)

    def _reached(self, kept: dict[int, Transformation]) -> Iterator[Transformation]:
        """Without the partitions that lay between two that are one now."""
        read = {before.id for t in kept.values() for before in t.inputs}
        for number in sorted(kept):
            if not is_forward(kept[number]) or number in read:
                yield kept[number]

    def _taken_in_by(self, transformation: Transformation) -> Transformation | None:
        """The operator that takes *transformation* in, if one does."""
        if not _may_be_taken_in(transformation):
            return None
        before = transformation.inputs[0]
        alone = len(self._readers[before.id]) == 1
        while is_forward(before):
            before = before.inputs[0]
            alone = alone and len(self._readers[before.id]) == 1
        same = (
            isinstance(before.spec, _HEADS)
            and not is_java(before)
            and before.chaining_strategy != "NEVER"
            and before.parallelism == transformation.parallelism
            and before.max_parallelism == transformation.max_parallelism
            and before.slot_sharing_group == transformation.slot_sharing_group
        )
        return before if same and alone else None

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
            if isinstance(reader.spec, UnionSpec):  # which PyFlink takes away and adds again
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
