"""Second pass: fuse consecutive Python functions into one operator, named after all of them.

Flink: ``PythonOperatorChainingOptimizer`` in ``org.apache.flink.python.chain``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from flinksim.connectors.sinks import CollectSink
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
    SinkSpec,
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
    """Fuses operators with their predecessors, in the order of Flink's optimizer.

    ``execute`` starts with all operators, in the order of their creation. ``execute_and_collect`` starts
    with the collected stream and goes upstream, and the job has what it reaches. So other sinks are
    dropped. A function that two others read may be in the job twice: fused, and as they read it.
    """

    def __init__(self, pipeline: Pipeline) -> None:
        self._pipeline = pipeline
        self._next_id = pipeline.next_transformation_id
        self._readers: dict[int, list[Transformation]] = {}
        for transformation in pipeline.transformations:
            for before in transformation.inputs:
                self._readers.setdefault(before.id, []).append(transformation)

    def fuse(self) -> Pipeline:
        sink = _find_client_sink(self._pipeline)
        if sink is None:
            operators = self._fuse(self._pipeline.operators, goes_upstream=False)
        else:
            operators = [*self._fuse(sink.inputs, goes_upstream=True), sink]
        transformations = _list_with_inputs(operators)
        self._separate_copies(transformations)
        return replace_transformations(self._pipeline, transformations, self._next_id)

    def _separate_copies(self, transformations: list[Transformation]) -> None:
        """Give a function its own id where it is in the job once more."""
        used = {transformation.id for transformation in transformations}
        for transformation in transformations:
            functions = list(transformation.functions)
            for place, function in enumerate(functions):
                if place and function.id in used:
                    functions[place] = replace(function, id=self._next_id)
                    self._next_id += 1
                used.add(functions[place].id)
            transformation.functions = tuple(functions)

    def _fuse(self, start: Sequence[Transformation], goes_upstream: bool) -> list[Transformation]:
        """Fuse the operators of *start* and what comes of it; return those that were not fused further."""
        kept: dict[int, Transformation] = {}
        done: set[int] = set()
        pending = list(start)
        for transformation in pending:  # the list grows in the loop
            if transformation.id in done:
                continue
            done.add(transformation.id)
            head = self._find_fusion_head(transformation)
            if head is None:
                kept[transformation.id] = transformation
                if goes_upstream:
                    pending.extend(transformation.inputs)
                continue
            fused = self._fuse_pair(head, transformation)
            kept[fused.id] = fused
            pending.append(fused)
            if goes_upstream:
                pending.extend(fused.inputs)
            for replaced in (head, transformation):
                kept.pop(replaced.id, None)
                done.add(replaced.id)
        return list(kept.values())

    def _find_fusion_head(self, transformation: Transformation) -> Transformation | None:
        """Find the preceding operator with which *transformation* can be fused, or ``None``.

        A forward partition in between may have other readers: each gets a copy of the function.
        """
        if not _is_fusible(transformation):
            return None
        head = transformation.inputs[0]
        while is_forward(head):
            head = head.inputs[0]
        is_compatible = (
            isinstance(head.spec, _FUSION_HEADS)
            and not is_java_operator(head)
            and head.chaining_strategy != "NEVER"
            and head.parallelism == transformation.parallelism
            and head.max_parallelism == transformation.max_parallelism
            and head.slot_sharing_group == transformation.slot_sharing_group
            and len(self._readers[head.id]) == 1
        )
        return head if is_compatible else None

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
                add_early_selector_call(tail.functions[0], head.functions[-1].output_type),
                *tail.functions[1:],
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
        return fused


def _find_client_sink(pipeline: Pipeline) -> Transformation | None:
    """Find the sink of ``execute_and_collect``, which PyFlink adds after it has fused the functions."""
    for sink in pipeline.sinks:
        spec = sink.spec
        if isinstance(spec, SinkSpec) and spec.legacy and isinstance(spec.sink, CollectSink):
            return sink
    return None


def _list_with_inputs(operators: Sequence[Transformation]) -> list[Transformation]:
    """List *operators* and all that they read, in the order of their ids."""
    reached: dict[int, Transformation] = {}
    pending = list(operators)
    for transformation in pending:  # the list grows in the loop
        if transformation.id not in reached:
            reached[transformation.id] = transformation
            pending.extend(transformation.inputs)
    return [reached[number] for number in sorted(reached)]


def _is_fusible(transformation: Transformation) -> bool:
    return (
        isinstance(transformation.spec, _FUSIBLE_SPECS)
        and transformation.chaining_strategy == "ALWAYS"
        and not is_java_operator(transformation)
    )
