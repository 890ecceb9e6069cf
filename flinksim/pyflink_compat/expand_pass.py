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
    ADDED_BY_PYFLINK,
    VIRTUAL_SPECS,
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
    IdentityFunction,
    ToStringFunction,
    is_forward,
    is_python_operator,
    replace_transformations,
)

KEY_BY_NAME = "_stream_key_by_map_operator"
PARTITION_CUSTOM_NAME = "_partition_custom_map_operator"
VALUES_NAME = "_keyed_stream_values_operator"

_FIXED_PARALLELISM_SPECS = (BroadcastProcessSpec, KeyedBroadcastProcessSpec)
"""Operators whose parallelism PyFlink sets explicitly, so that a batch job does not choose it."""


def expand_to_python_operators(pipeline: Pipeline) -> Pipeline:
    """Expand *pipeline* to the operators of PyFlink, not fused yet."""
    return _OperatorExpander(pipeline).expand()


def _is_keyed(transformation: Transformation) -> bool:
    spec = transformation.spec
    if not isinstance(spec, PartitionSpec) or spec.is_exchange:
        return False
    return isinstance(spec.partitioner, KeyGroupStreamPartitioner)


def _has_keyed_input(transformation: Transformation) -> bool:
    if transformation.key_selector is not None or _is_keyed(transformation):
        return True
    return isinstance(transformation.spec, (KeyedCoProcessSpec, KeyedBroadcastProcessSpec))


class _OperatorExpander:
    """Expands the transformations of a pipeline, in the order in which PyFlink creates them."""

    def __init__(self, pipeline: Pipeline) -> None:
        self._pipeline = pipeline
        self._transformations: list[Transformation] = []
        self._forward_partitions: list[Transformation] = []
        """Forward partitions that PyFlink adds after all other operators; only then they get their ids."""
        self._output_by_id: dict[int, Transformation] = {}
        """By id of each original transformation, the new transformation that outputs its values."""
        self._values_readers: list[tuple[Transformation, Transformation]] = []
        """Operators that remove the key from values, each with the downstream operator that reads it.

        The parallelism of the downstream operator is used for both.
        """

    def expand(self) -> Pipeline:
        for transformation in self._pipeline.transformations:
            self._output_by_id[transformation.id] = self._expand(transformation)
        for values, reader in self._values_readers:
            values.parallelism = reader.parallelism
            if reader.slot_sharing_group is not None:
                values.slot_sharing_group = reader.slot_sharing_group
        self._number_forward_partitions()
        for made in self._transformations:
            if is_python_operator(made):
                made.functions = (made,)
        return replace_transformations(
            self._pipeline, self._transformations, len(self._transformations) + 1
        )

    def _number_forward_partitions(self) -> None:
        """Append the forward partitions with ids, in the order of the operators that read them."""
        first_inputs = [t.inputs[0] for t in self._transformations if t.inputs]
        order = {id(forward): place for place, forward in enumerate(first_inputs)}
        for forward in sorted(
            self._forward_partitions, key=lambda it: order.get(id(it), len(order))
        ):
            forward.id = len(self._transformations) + 1
            self._transformations.append(forward)

    def _expand(self, transformation: Transformation) -> Transformation:
        spec = transformation.spec
        inputs = [self._find_input(transformation, before) for before in transformation.inputs]
        match spec:
            case PartitionSpec() if _is_keyed(transformation):
                return self._add_virtual(
                    transformation, spec, self._add_key(KEY_BY_NAME, transformation, inputs[0])
                )
            case PartitionSpec(CustomPartitionerWrapper()):
                key = self._add_key(PARTITION_CUSTOM_NAME, transformation, inputs[0])
                partition = self._add_virtual(transformation, spec, key)
                return self._add_python_map(VALUES_NAME, partition)
            case SideOutputSpec():
                return self._add_python_map(
                    "Map", self._add_virtual(transformation, spec, inputs[0])
                )
            case TimestampsAndWatermarksSpec() if spec.strategy._timestamp_assigner is not None:
                return self._expand_timestamps(transformation, inputs[0])
            case SinkSpec(sink=PrintSink()) if _is_printed_as_text(inputs[0]):
                text = self._add_python_map("Map", inputs[0])
                text.spec = MapSpec(ToStringFunction(inputs[0].output_type))
                text.output_type = Types.STRING()
                return self._finish(transformation, [text])
            case _:
                return self._finish(transformation, inputs)

    def _expand_timestamps(
        self, transformation: Transformation, before: Transformation
    ) -> Transformation:
        """Build PyFlink's three operators for ``assign_timestamps_and_watermarks``.

        They extract the timestamp, generate watermarks and remove the timestamp. The attributes of the
        original operator apply to the last one.
        """
        assert isinstance(transformation.spec, TimestampsAndWatermarksSpec)
        extracted = self._add_python_map("Extract-Timestamp", before)
        assigner = transformation.spec.strategy._timestamp_assigner
        assert assigner is not None
        extracted.spec = MapSpec(
            IdentityFunction(selector=assigner.extract_timestamp, takes_timestamp=True)
        )
        marked = self._add(
            "Timestamps/Watermarks", transformation.spec, [extracted], template=extracted
        )
        remove = replace(
            transformation,
            spec=MapSpec(IdentityFunction(in_java=True)),
            name="Remove-Timestamp" if transformation.name == marked.name else transformation.name,
            parallelism=transformation.parallelism
            if transformation.is_parallelism_configured
            else -1,
        )
        return self._copy(remove, [marked])

    def _find_input(self, reader: Transformation, before: Transformation) -> Transformation:
        """Find the new transformation that gives *reader* the values of its original input *before*."""
        if not _is_keyed(before):
            output = self._output_by_id[before.id]
            return self._add_forward_partition(output) if output.name == VALUES_NAME else output
        if _is_keyed(reader):  # a second key_by reads what the first one reads
            return self._find_input(reader, before.inputs[0])
        if _has_keyed_input(reader):
            return self._output_by_id[before.id]
        values = self._add_python_map(VALUES_NAME, self._output_by_id[before.id])
        # This operator reads the keyed stream, so batch mode sorts its input.
        assert isinstance(before.spec, PartitionSpec)
        assert isinstance(before.spec.partitioner, KeyGroupStreamPartitioner)
        values.key_selector, values.key_type = before.spec.partitioner.key_selector, reader.key_type
        return self._add_forward_partition(values)

    def _finish(
        self, transformation: Transformation, inputs: list[Transformation]
    ) -> Transformation:
        copy = self._copy(transformation, inputs)
        for before in inputs:
            operator = before.inputs[0] if is_forward(before) else before
            if operator.name == VALUES_NAME:
                self._values_readers.append((operator, copy))
        return copy

    def _copy(self, transformation: Transformation, inputs: list[Transformation]) -> Transformation:
        copy = replace(
            transformation,
            id=len(self._transformations) + 1,
            inputs=tuple(inputs),
            parallelism=self._compute_parallelism(transformation, inputs),
            is_parallelism_configured=transformation.is_parallelism_configured
            or isinstance(transformation.spec, _FIXED_PARALLELISM_SPECS),
        )
        self._transformations.append(copy)
        return copy

    def _compute_parallelism(
        self, transformation: Transformation, inputs: list[Transformation]
    ) -> int:
        if isinstance(transformation.spec, VIRTUAL_SPECS):
            return inputs[0].parallelism
        return (
            transformation.parallelism
            if transformation.parallelism > 0
            else self._pipeline.parallelism
        )

    def _add(
        self,
        name: str,
        spec: OperatorSpec | VirtualSpec,
        inputs: list[Transformation],
        template: Transformation | None = None,
    ) -> Transformation:
        added = Transformation(
            len(self._transformations) + 1,
            name,
            spec,
            tuple(inputs),
            inputs[0].output_type,
            template.parallelism if template is not None else self._pipeline.parallelism,
            extra={ADDED_BY_PYFLINK: True},
        )
        self._transformations.append(added)
        return added

    def _add_python_map(self, name: str, before: Transformation) -> Transformation:
        return self._add(name, MapSpec(IdentityFunction()), [before])

    def _add_virtual(
        self, transformation: Transformation, spec: VirtualSpec, before: Transformation
    ) -> Transformation:
        added = self._add(transformation.name, spec, [before], template=before)
        added.output_type = transformation.output_type
        return added

    def _add_forward_partition(self, before: Transformation) -> Transformation:
        partition = Transformation(
            0,
            "Partition",
            PartitionSpec(ForwardPartitioner()),
            (before,),
            before.output_type,
            before.parallelism,
        )
        self._forward_partitions.append(partition)
        return partition

    def _add_key(
        self, name: str, transformation: Transformation, before: Transformation
    ) -> Transformation:
        """Add PyFlink's operator that computes the key of each value, chained to its input."""
        added = self._add_python_map(name, self._add_forward_partition(before))
        assert isinstance(transformation.spec, PartitionSpec)
        partitioner = transformation.spec.partitioner
        assert isinstance(partitioner, (KeyGroupStreamPartitioner, CustomPartitionerWrapper))
        added.spec = MapSpec(IdentityFunction(selector=partitioner.key_selector, in_row=True))
        added.parallelism = before.parallelism
        added.slot_sharing_group = before.slot_sharing_group
        return added


def _is_printed_as_text(before: Transformation) -> bool:
    """Return whether PyFlink converts the values of *before* to text before it prints them."""
    kinds = (PickledBytesTypeInfo, RowTypeInfo, ExternalTypeInfo)
    output_type = before.output_type
    return output_type is None or (
        isinstance(output_type, kinds) and not isinstance(output_type, RowDataTypeInfo)
    )
