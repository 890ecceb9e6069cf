"""First pass: replace each transformation with the operators that PyFlink builds for it.

``key_by`` is an operator that adds the key. Timestamps are extracted before the watermarks and removed
after them. A reader of a keyed stream that needs no key gets an operator that removes it.

Flink: the API of ``pyflink.datastream``, and ``PythonConfigUtil``.
"""

from __future__ import annotations

from dataclasses import replace

from flinksim.common.typeinfo import (
    ExternalTypeInfo,
    PickledBytesTypeInfo,
    RowDataTypeInfo,
    RowTypeInfo,
    Types,
)
from flinksim.connectors.sinks import PrintSink
from flinksim.datastream.partitioner import (
    CustomPartitionerWrapper,
    ForwardPartitioner,
    KeyGroupStreamPartitioner,
)
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.transformations import (
    ADDED,
    VIRTUAL,
    BroadcastProcessSpec,
    KeyedBroadcastProcessSpec,
    KeyedCoProcessSpec,
    MapSpec,
    OperatorSpec,
    PartitionSpec,
    SideOutputSpec,
    SinkSpec,
    TimestampsAndWatermarksSpec,
    Transformation,
    VirtualSpec,
)
from flinksim.pyflink_compat.function_kinds import (
    PassOn,
    WriteDown,
    is_forward,
    runs_in_python,
    with_transformations,
)

KEY_BY = "_stream_key_by_map_operator"
PARTITION_CUSTOM = "_partition_custom_map_operator"
VALUES = "_keyed_stream_values_operator"

_FIXED = (BroadcastProcessSpec, KeyedBroadcastProcessSpec)
"""Operators whose parallelism PyFlink sets explicitly, so that a batch job does not choose it."""


def as_python_operators(pipeline: Pipeline) -> Pipeline:
    """Expand *pipeline* to the operators of PyFlink, not fused yet."""
    return _Expansion(pipeline).result()


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
    """Expands the transformations of a pipeline, in the order in which PyFlink creates them."""

    def __init__(self, pipeline: Pipeline) -> None:
        self._pipeline = pipeline
        self._made: list[Transformation] = []
        self._forwards: list[Transformation] = []
        """Forward partitions that PyFlink inserts at the end; they get their ids then."""
        self._end: dict[int, Transformation] = {}
        """The transformation that has the values of each original one, by original id."""
        self._values: list[tuple[Transformation, Transformation]] = []
        """Operators that remove keys, each with the reader that determines its parallelism."""

    def result(self) -> Pipeline:
        for transformation in self._pipeline.transformations:
            self._end[transformation.id] = self._expand(transformation)
        for values, reader in self._values:
            values.parallelism = reader.parallelism
            if reader.slot_sharing_group is not None:
                values.slot_sharing_group = reader.slot_sharing_group
        self._number_forwards()
        for made in self._made:
            if runs_in_python(made):
                made.functions = (made,)
        return with_transformations(self._pipeline, self._made, len(self._made) + 1)

    def _number_forwards(self) -> None:
        """Append the forward partitions with ids, in the order of the operators that read them."""
        first_inputs = [t.inputs[0] for t in self._made if t.inputs]
        order = {id(forward): place for place, forward in enumerate(first_inputs)}
        for forward in sorted(self._forwards, key=lambda it: order.get(id(it), len(order))):
            forward.id = len(self._made) + 1
            self._made.append(forward)

    def _expand(self, given: Transformation) -> Transformation:
        spec = given.spec
        inputs = [self._input(given, before) for before in given.inputs]
        match spec:
            case PartitionSpec() if _is_keyed(given):
                return self._virtual(given, spec, self._add_key(KEY_BY, given, inputs[0]))
            case PartitionSpec(CustomPartitionerWrapper()):
                key = self._add_key(PARTITION_CUSTOM, given, inputs[0])
                partition = self._virtual(given, spec, key)
                return self._forward(self._python(VALUES, partition))
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
        """Build three operators for one; the attributes of the original apply to the last."""
        assert isinstance(given.spec, TimestampsAndWatermarksSpec)
        extracted = self._python("Extract-Timestamp", before)
        assigner = given.spec.strategy._timestamp_assigner
        assert assigner is not None
        extracted.spec = MapSpec(PassOn(asks=assigner.extract_timestamp, asks_time=True))
        marked = self._add("Timestamps/Watermarks", given.spec, [extracted], like=extracted)
        remove = replace(
            given,
            spec=MapSpec(PassOn(in_java=True)),
            name="Remove-Timestamp" if given.name == marked.name else given.name,
            parallelism=given.parallelism if given.parallelism_is_fixed else -1,
        )
        return self._copy(remove, [marked])

    def _input(self, reader: Transformation, before: Transformation) -> Transformation:
        """Find the transformation from which *reader* gets the values of *before*."""
        if not _is_keyed(before):
            return self._end[before.id]
        if _is_keyed(reader):  # a second key_by reads what the first one reads
            return self._input(reader, before.inputs[0])
        if _reads_keys(reader):
            return self._end[before.id]
        values = self._python(VALUES, self._end[before.id])
        # This operator reads the keyed stream, so batch mode sorts its input.
        assert isinstance(before.spec, PartitionSpec)
        assert isinstance(before.spec.partitioner, KeyGroupStreamPartitioner)
        values.key_selector, values.key_type = before.spec.partitioner.key_selector, reader.key_type
        return self._forward(values)

    def _finish(self, given: Transformation, inputs: list[Transformation]) -> Transformation:
        copy = self._copy(given, inputs)
        for before in inputs:
            operator = before.inputs[0] if is_forward(before) else before
            if operator.name == VALUES:
                self._values.append((operator, copy))
        return copy

    def _copy(self, given: Transformation, inputs: list[Transformation]) -> Transformation:
        copy = replace(
            given,
            id=len(self._made) + 1,
            inputs=tuple(inputs),
            parallelism=self._parallelism(given, inputs),
            parallelism_is_fixed=given.parallelism_is_fixed or isinstance(given.spec, _FIXED),
        )
        self._made.append(copy)
        return copy

    def _parallelism(self, given: Transformation, inputs: list[Transformation]) -> int:
        if isinstance(given.spec, VIRTUAL):
            return inputs[0].parallelism
        return given.parallelism if given.parallelism > 0 else self._pipeline.parallelism

    def _add(
        self,
        name: str,
        spec: OperatorSpec | VirtualSpec,
        inputs: list[Transformation],
        like: Transformation | None = None,
    ) -> Transformation:
        added = Transformation(
            len(self._made) + 1,
            name,
            spec,
            tuple(inputs),
            inputs[0].output_type,
            like.parallelism if like is not None else self._pipeline.parallelism,
            extra={ADDED: True},
        )
        self._made.append(added)
        return added

    def _python(self, name: str, before: Transformation) -> Transformation:
        return self._add(name, MapSpec(PassOn()), [before])

    def _virtual(
        self, given: Transformation, spec: VirtualSpec, before: Transformation
    ) -> Transformation:
        added = self._add(given.name, spec, [before], like=before)
        added.output_type = given.output_type
        return added

    def _forward(self, before: Transformation) -> Transformation:
        partition = Transformation(
            0,
            "Partition",
            PartitionSpec(ForwardPartitioner()),
            (before,),
            before.output_type,
            before.parallelism,
        )
        self._forwards.append(partition)
        return partition

    def _add_key(self, name: str, given: Transformation, before: Transformation) -> Transformation:
        """Add an operator in the subtasks of its input, which computes the key of each value."""
        added = self._python(name, self._forward(before))
        assert isinstance(given.spec, PartitionSpec)
        partitioner = given.spec.partitioner
        assert isinstance(partitioner, (KeyGroupStreamPartitioner, CustomPartitionerWrapper))
        added.spec = MapSpec(PassOn(asks=partitioner.key_selector, in_row=True))
        added.parallelism = before.parallelism
        added.slot_sharing_group = before.slot_sharing_group
        return added


def _is_written_down(before: Transformation) -> bool:
    """Return whether PyFlink converts such values to text before printing."""
    kinds = (PickledBytesTypeInfo, RowTypeInfo, ExternalTypeInfo)
    output_type = before.output_type
    return output_type is None or (
        isinstance(output_type, kinds) and not isinstance(output_type, RowDataTypeInfo)
    )
