"""The operators that PyFlink makes of a program: what is planned, shown and run in its dialect.

Two passes over the transformations, as PyFlink has them:

1. each of them becomes the operators that PyFlink builds for it: ``key_by`` is an operator that adds
   the key, timestamps are extracted before the watermarks and removed after them, what needs no key
   reads a keyed stream through an operator that takes the key away;
2. Python functions that follow each other become one operator, with the names of all.

A task still calls the functions one by one (:attr:`Transformation.functions`), so that each can be
seen.

Flink: ``PythonConfigUtil`` and ``PythonOperatorChainingOptimizer`` in ``org.apache.flink.python``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from flinksim.common.type_conversion import converter_for
from flinksim.common.typeinfo import (
    ExternalTypeInfo,
    PickledBytesTypeInfo,
    RowDataTypeInfo,
    RowTypeInfo,
    TypeInformation,
    Types,
)
from flinksim.common.types import Row
from flinksim.connectors.printing import format_row
from flinksim.connectors.sinks import PrintSink
from flinksim.datastream.execution import Pipeline
from flinksim.datastream.functions import MapFunction
from flinksim.datastream.lambda_functions import ProjectFunction
from flinksim.datastream.partitioner import (
    CustomPartitionerWrapper,
    ForwardPartitioner,
    KeyGroupStreamPartitioner,
)
from flinksim.datastream.transformations import (
    AsyncSpec,
    BroadcastProcessSpec,
    CoFlatMapSpec,
    CoMapSpec,
    CoProcessSpec,
    FilterSpec,
    FlatMapSpec,
    KeyedBroadcastProcessSpec,
    KeyedCoProcessSpec,
    KeyedProcessSpec,
    LegacyTimestampsSpec,
    MapSpec,
    OperatorSpec,
    PartitionSpec,
    ProcessSpec,
    ReduceSpec,
    SideOutputSpec,
    SinkSpec,
    SourceSpec,
    TimestampsAndWatermarksSpec,
    Transformation,
    UnionSpec,
    VirtualSpec,
    WindowSpec,
)

FUSING = "python.operator-chaining.enabled"

KEY_BY = "_stream_key_by_map_operator"
PARTITION_CUSTOM = "_partition_custom_map_operator"
VALUES = "_keyed_stream_values_operator"

_WITHOUT_KEYS = (MapSpec, FlatMapSpec, FilterSpec, ProcessSpec, AsyncSpec)
_HEADS = (
    *_WITHOUT_KEYS, KeyedProcessSpec, ReduceSpec, WindowSpec,
    CoMapSpec, CoFlatMapSpec, CoProcessSpec, KeyedCoProcessSpec,
)  # fmt: skip
"""Operators that may take in the one behind them. Those of broadcast functions do not."""

_FIXED = (BroadcastProcessSpec, KeyedBroadcastProcessSpec)
"""Operators whose parallelism PyFlink sets, so that a batch job does not choose it."""

_JAVAS = (SourceSpec, SinkSpec, TimestampsAndWatermarksSpec, LegacyTimestampsSpec)
"""Operators that run no Python function of the user's by themselves."""

_VIRTUAL = (PartitionSpec, UnionSpec, SideOutputSpec)


class PassOn(MapFunction):
    """What PyFlink itself puts between the user's functions; here it hands on what it is given.

    ``in_java`` says that the Java side runs it, which fuses it with nothing.
    """

    def __init__(self, in_java: bool = False) -> None:
        self.in_java = in_java

    def map(self, value: Any) -> Any:
        """*value*."""
        return value


class WriteDown(MapFunction):
    """Makes the text that is printed of a row, or of a value of no type, where Python still has it."""

    def __init__(self, type_info: TypeInformation | None) -> None:
        self._to_row = converter_for(type_info) if isinstance(type_info, RowTypeInfo) else None

    def map(self, value: Any) -> str:
        """``+I[a,1]`` for a row, else what ``str`` says."""
        if self._to_row is None or value is None:
            return str(value)
        return format_row(value if isinstance(value, Row) else self._to_row(value))


def as_pyflink_makes_it(pipeline: Pipeline) -> Pipeline:
    """Both passes; *pipeline* itself stays as it is."""
    return with_fused_functions(as_python_operators(pipeline))


def as_python_operators(pipeline: Pipeline) -> Pipeline:
    """*pipeline* with the operators of PyFlink, each by itself."""
    return _Expansion(pipeline).result()


def with_fused_functions(pipeline: Pipeline) -> Pipeline:
    """*pipeline*, in PyFlink's operators, with Python functions in a row made one.

    The option ``python.operator-chaining.enabled`` switches that off.
    """
    if not pipeline.configuration.get_boolean(FUSING, True):
        return pipeline
    return _Fusing(pipeline).result()


def _of(pipeline: Pipeline, made: list[Transformation], next_id: int) -> Pipeline:
    operators = tuple(t for t in made if not isinstance(t.spec, (*_VIRTUAL, SourceSpec)))
    return replace(
        pipeline,
        transformations=tuple(made),
        operators=operators,
        sinks=tuple(t for t in operators if isinstance(t.spec, SinkSpec)),
        next_transformation_id=next_id,
    )


def _is_keyed(transformation: Transformation) -> bool:
    spec = transformation.spec
    return isinstance(spec, PartitionSpec) and isinstance(
        spec.partitioner, KeyGroupStreamPartitioner
    )


def _reads_keys(transformation: Transformation) -> bool:
    if transformation.key_selector is not None or _is_keyed(transformation):
        return True
    return isinstance(transformation.spec, (KeyedCoProcessSpec, KeyedBroadcastProcessSpec))


class _Expansion:
    """Makes new transformations of those of a pipeline, in the order in which PyFlink makes them."""

    def __init__(self, pipeline: Pipeline) -> None:
        self._pipeline = pipeline
        self._made: list[Transformation] = []
        self._forwards: list[Transformation] = []
        """The forward partitions that PyFlink puts in when the program is complete; they have no id
        before."""
        self._end: dict[int, Transformation] = {}
        """By the id of a transformation of the pipeline: where its values are found."""
        self._values: list[tuple[Transformation, Transformation]] = []
        """Operators that are as parallel as the one behind them, with that one."""

    def result(self) -> Pipeline:
        for transformation in self._pipeline.transformations:
            self._end[transformation.id] = self._expand(transformation)
        for values, reader in self._values:
            values.parallelism = reader.parallelism
            if reader.slot_sharing_group is not None:
                values.slot_sharing_group = reader.slot_sharing_group
        self._number_forwards()
        for made in self._made:
            if _runs_in_python(made):
                made.functions = (made,)
        return _of(self._pipeline, self._made, len(self._made) + 1)

    def _number_forwards(self) -> None:
        """Behind all others, in the order of the operators that read them."""
        read = [t.inputs[0] for t in self._made if t.inputs]
        order = {id(forward): place for place, forward in enumerate(read)}
        for forward in sorted(self._forwards, key=lambda it: order.get(id(it), len(order))):
            forward.id = len(self._made) + 1
            self._made.append(forward)

    def _expand(self, given: Transformation) -> Transformation:
        spec = given.spec
        inputs = [self._input(given, before) for before in given.inputs]
        match spec:
            case PartitionSpec() if _is_keyed(given):
                return self._virtual(given, spec, self._add_key(KEY_BY, inputs[0]))
            case PartitionSpec(CustomPartitionerWrapper()):
                chosen = self._virtual(given, spec, self._add_key(PARTITION_CUSTOM, inputs[0]))
                return self._forward(self._python(VALUES, chosen))
            case SideOutputSpec():
                return self._python("Map", self._virtual(given, spec, inputs[0]))
            case TimestampsAndWatermarksSpec() if spec.strategy._timestamp_assigner is not None:
                return self._mark(given, inputs[0])
            case SinkSpec(sink=PrintSink()) if _is_written_down(inputs[0]):
                text = self._python("Map", inputs[0])
                text.spec = MapSpec(WriteDown(inputs[0].output_type))
                text.output_type = Types.STRING()
                return self._finish(given, [text])
            case _:
                return self._finish(given, inputs)

    def _mark(self, given: Transformation, before: Transformation) -> Transformation:
        """Three operators for one; what the program says of it holds for the last."""
        assert isinstance(given.spec, TimestampsAndWatermarksSpec)
        extracted = self._python("Extract-Timestamp", before)
        marked = self._add("Timestamps/Watermarks", given.spec, [extracted], like=extracted)
        remove = replace(
            given,
            spec=MapSpec(PassOn(in_java=True)),
            name="Remove-Timestamp" if given.name == marked.name else given.name,
            parallelism=given.parallelism if given.parallelism_is_fixed else -1,
        )
        return self._copy(remove, [marked])

    def _input(self, reader: Transformation, before: Transformation) -> Transformation:
        """Where *reader* finds the values of *before*."""
        if not _is_keyed(before):
            return self._end[before.id]
        if _is_keyed(reader):  # a stream that is keyed again begins where it was keyed first
            return self._input(reader, before.inputs[0])
        if _reads_keys(reader):
            return self._end[before.id]
        values = self._python(VALUES, self._end[before.id])
        # It is the operator that reads the keyed stream, so it is its input that batch mode sorts.
        assert isinstance(before.spec, PartitionSpec)
        assert isinstance(before.spec.partitioner, KeyGroupStreamPartitioner)
        values.key_selector, values.key_type = before.spec.partitioner.key_selector, reader.key_type
        return self._forward(values)

    def _finish(self, given: Transformation, inputs: list[Transformation]) -> Transformation:
        made = self._copy(given, inputs)
        for before in inputs:
            behind = before.inputs[0] if _is_forward(before) else before
            if behind.name == VALUES:
                self._values.append((behind, made))
        return made

    def _copy(self, given: Transformation, inputs: list[Transformation]) -> Transformation:
        made = replace(
            given,
            id=len(self._made) + 1,
            inputs=tuple(inputs),
            parallelism=self._parallelism(given, inputs),
            parallelism_is_fixed=given.parallelism_is_fixed or isinstance(given.spec, _FIXED),
        )
        self._made.append(made)
        return made

    def _parallelism(self, given: Transformation, inputs: list[Transformation]) -> int:
        if isinstance(given.spec, _VIRTUAL):
            return inputs[0].parallelism
        return given.parallelism if given.parallelism > 0 else self._pipeline.parallelism

    def _add(
        self,
        name: str,
        spec: OperatorSpec | VirtualSpec,
        inputs: list[Transformation],
        like: Transformation | None = None,
    ) -> Transformation:
        made = Transformation(
            len(self._made) + 1,
            name,
            spec,
            tuple(inputs),
            inputs[0].output_type,
            like.parallelism if like is not None else self._pipeline.parallelism,
        )
        self._made.append(made)
        return made

    def _python(self, name: str, before: Transformation) -> Transformation:
        return self._add(name, MapSpec(PassOn()), [before])

    def _virtual(
        self, given: Transformation, spec: VirtualSpec, before: Transformation
    ) -> Transformation:
        made = self._add(given.name, spec, [before], like=before)
        made.output_type = given.output_type
        return made

    def _forward(self, before: Transformation) -> Transformation:
        made = Transformation(
            0,
            "Partition",
            PartitionSpec(ForwardPartitioner()),
            (before,),
            before.output_type,
            before.parallelism,
        )
        self._forwards.append(made)
        return made

    def _add_key(self, name: str, before: Transformation) -> Transformation:
        """An operator that stays with the one before it."""
        made = self._python(name, self._forward(before))
        made.parallelism = before.parallelism
        made.slot_sharing_group = before.slot_sharing_group
        return made


def _is_forward(transformation: Transformation) -> bool:
    spec = transformation.spec
    return isinstance(spec, PartitionSpec) and isinstance(spec.partitioner, ForwardPartitioner)


def _is_written_down(before: Transformation) -> bool:
    """Whether PyFlink turns such values into text before they are printed."""
    kinds = (PickledBytesTypeInfo, RowTypeInfo, ExternalTypeInfo)
    given = before.output_type
    return given is None or (isinstance(given, kinds) and not isinstance(given, RowDataTypeInfo))


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
        return _of(self._pipeline, list(self._reached(kept)), self._next_id)

    def _reached(self, kept: dict[int, Transformation]) -> Iterator[Transformation]:
        """Without the partitions that lay between two that are one now."""
        read = {before.id for t in kept.values() for before in t.inputs}
        for number in sorted(kept):
            if not _is_forward(kept[number]) or number in read:
                yield kept[number]

    def _taken_in_by(self, transformation: Transformation) -> Transformation | None:
        """The operator that takes *transformation* in, if one does."""
        if not _may_be_taken_in(transformation):
            return None
        before = transformation.inputs[0]
        alone = len(self._readers[before.id]) == 1
        while _is_forward(before):
            before = before.inputs[0]
            alone = alone and len(self._readers[before.id]) == 1
        same = (
            isinstance(before.spec, _HEADS)
            and not _is_java(before)
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
            description=", ".join(filter(None, (head.description, tail.description))),
            output_type=tail.output_type,
            buffer_timeout_ms=min(head.buffer_timeout_ms, tail.buffer_timeout_ms),
            functions=(*head.functions, *tail.functions),
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


def _is_java(transformation: Transformation) -> bool:
    """Whether it is an operator of Java's although it looks like a map."""
    spec = transformation.spec
    if not isinstance(spec, MapSpec):
        return False
    function = spec.function
    return isinstance(function, ProjectFunction) or (
        isinstance(function, PassOn) and function.in_java
    )


def _runs_in_python(transformation: Transformation) -> bool:
    return not isinstance(transformation.spec, (*_VIRTUAL, *_JAVAS)) and not _is_java(
        transformation
    )


def _may_be_taken_in(transformation: Transformation) -> bool:
    return (
        isinstance(transformation.spec, _WITHOUT_KEYS)
        and transformation.chaining_strategy == "ALWAYS"
        and not _is_java(transformation)
    )
