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
from flinksim.pyflink_compat.ask_functions import add_early_selector_call
from flinksim.pyflink_compat.function_kinds import (
    is_forward,
    is_java_operator,
    replace_transformations,
)

CHAINING_OPTION = "python.operator-chaining.enabled"

_FUSIBLE_SPECS = (MapSpec, FlatMapSpec, FilterSpec, ProcessSpec, AsyncSpec)
_FUSION_HEADS = (
    *_FUSIBLE_SPECS, KeyedProcessSpec, ReduceSpec, WindowSpec,
    CoMapSpec, CoFlatMapSpec, CoProcessSpec, KeyedCoProcessSpec,
)  # fmt: skip
"""Kinds of operators with which the next one can be fused; broadcast functions are not among them."""


def fuse_functions(pipeline: Pipeline) -> Pipeline:
    """Fuse consecutive Python functions of *pipeline*, which has PyFlink's operators.

    The option ``python.operator-chaining.enabled`` disables this.
    """
    if not pipeline.configuration.get_boolean(CHAINING_OPTION, True):
        return pipeline
    return _FunctionFuser(pipeline).fuse()


class _FunctionFuser:
    """Fuses operators with their predecessors, in the order of Flink's optimizer."""

    def __init__(self, pipeline: Pipeline) -> None:
        self._pipeline = pipeline
        self._next_id = pipeline.next_transformation_id
        self._readers: dict[int, list[Transformation]] = {}
        for transformation in pipeline.transformations:
            for before in transformation.inputs:
                self._readers.setdefault(before.id, []).append(transformation)

    def fuse(self) -> Pipeline:
        remaining = {t.id: t for t in self._pipeline.transformations}
        done: set[int] = set()
        pending = list(self._pipeline.operators)
        for transformation in pending:  # the list grows in the loop
            if transformation.id in done:
                continue
            done.add(transformation.id)
            head = self._find_fusion_head(transformation)
            if head is not None:
                fused = self._fuse_pair(head, transformation)
                for replaced in (head, transformation):
                    remaining.pop(replaced.id, None)
                    done.add(replaced.id)
                remaining[fused.id] = fused
                pending.append(fused)
        return replace_transformations(
            self._pipeline, list(self._drop_unread_partitions(remaining)), self._next_id
        )

    def _drop_unread_partitions(
        self, transformations: dict[int, Transformation]
    ) -> Iterator[Transformation]:
        """Yield all transformations except forward partitions that lie inside a fused operator now."""
        read = {before.id for t in transformations.values() for before in t.inputs}
        for number in sorted(transformations):
            if not is_forward(transformations[number]) or number in read:
                yield transformations[number]

    def _find_fusion_head(self, transformation: Transformation) -> Transformation | None:
        """Find the preceding operator with which *transformation* can be fused, or ``None``."""
        if not _is_fusible(transformation):
            return None
        head = transformation.inputs[0]
        is_only_reader = len(self._readers[head.id]) == 1
        while is_forward(head):
            head = head.inputs[0]
            is_only_reader = is_only_reader and len(self._readers[head.id]) == 1
        is_compatible = (
            isinstance(head.spec, _FUSION_HEADS)
            and not is_java_operator(head)
            and head.chaining_strategy != "NEVER"
            and head.parallelism == transformation.parallelism
            and head.max_parallelism == transformation.max_parallelism
            and head.slot_sharing_group == transformation.slot_sharing_group
        )
        return head if is_compatible and is_only_reader else None

    def _fuse_pair(self, head: Transformation, tail: Transformation) -> Transformation:
        fused = replace(
            head,
            id=self._next_id,
            name=f"{head.name}, {tail.name}",
            description=", ".join(filter(None, (head.description, tail.description))) or None,
            output_type=tail.output_type,
            buffer_timeout_ms=min(head.buffer_timeout_ms, tail.buffer_timeout_ms),
            functions=(
                *head.functions,
                *(
                    add_early_selector_call(one, head.functions[-1].output_type)
                    for one in tail.functions
                ),
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


def _is_fusible(transformation: Transformation) -> bool:
    return (
        isinstance(transformation.spec, _FUSIBLE_SPECS)
        and transformation.chaining_strategy == "ALWAYS"
        and not is_java_operator(transformation)
    )
