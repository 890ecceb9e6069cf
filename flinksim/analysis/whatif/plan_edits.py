"""Edits of a program's plan, made to a copy of it.

Chaining counterfactuals and the plan explorer use them. Each edit is one call that a user would
add, change or remove. Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeAlias

from flinksim.core.i18n.messages import Message
from flinksim.core.safe_repr import format_repr
from flinksim.core.validation import validate_fields
from flinksim.datastream.partitioner import (
    BroadcastPartitioner,
    ForwardPartitioner,
    GlobalPartitioner,
    RebalancePartitioner,
    RescalePartitioner,
    ShufflePartitioner,
    StreamPartitioner,
)
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.transformations import (
    ADDED_BY_PYFLINK,
    PartitionSpec,
    SideOutputSpec,
    SinkSpec,
    SourceSpec,
    Transformation,
    UnionSpec,
)
from flinksim.graph.chaining import PARTITIONER_METHODS

PARTITIONERS: dict[str, Callable[[], StreamPartitioner]] = {
    partitioner.name: partitioner
    for partitioner in (
        ForwardPartitioner,
        RebalancePartitioner,
        RescalePartitioner,
        ShufflePartitioner,
        BroadcastPartitioner,
        GlobalPartitioner,
    )
}
"""Partitioners that need no user function, by name."""


@dataclass(frozen=True, slots=True)
class SetParallelism:
    """Call ``set_parallelism(parallelism)`` on an operator."""

    transformation: int
    parallelism: int


@dataclass(frozen=True, slots=True)
class SetMaxParallelism:
    """Call ``set_max_parallelism(max_parallelism)`` on an operator."""

    transformation: int
    max_parallelism: int


@dataclass(frozen=True, slots=True)
class SetSlotSharingGroup:
    """Call ``slot_sharing_group(group)`` on an operator."""

    transformation: int
    group: str


@dataclass(frozen=True, slots=True)
class AllowChaining:
    """Remove ``start_new_chain()`` or ``disable_chaining()`` from an operator."""

    transformation: int


@dataclass(frozen=True, slots=True)
class StartNewChain:
    """Call ``start_new_chain()`` on an operator."""

    transformation: int


@dataclass(frozen=True, slots=True)
class DisableChaining:
    """Call ``disable_chaining()`` on an operator or a sink."""

    transformation: int


@dataclass(frozen=True, slots=True)
class RemovePartitioner:
    """Remove a partitioner such as ``shuffle()``."""

    transformation: int


@dataclass(frozen=True, slots=True)
class InsertPartitioner:
    """Insert a partitioner such as ``rebalance()`` before one input of an operator.

    ``partitioner`` is the name that Flink's plans show for it, such as ``REBALANCE``.
    """

    transformation: int
    partitioner: str
    input_number: int = 0


@dataclass(frozen=True, slots=True)
class SetOperatorChaining:
    """Switch operator chaining on or off for the whole program."""

    enabled: bool


@dataclass(frozen=True, slots=True)
class ChainAcrossMaxParallelism:
    """Allow or forbid chaining of operators with different maximum parallelism."""

    enabled: bool


@dataclass(frozen=True, slots=True)
class UseNewerSource:
    """Replace a legacy source by a FLIP-27 source (``from_source``) that reads the same data."""

    transformation: int


Edit: TypeAlias = (
    SetParallelism | SetMaxParallelism | SetSlotSharingGroup | AllowChaining | StartNewChain
    | DisableChaining | RemovePartitioner | InsertPartitioner | SetOperatorChaining
    | ChainAcrossMaxParallelism | UseNewerSource
)  # fmt: skip

EDITS: dict[str, type[Any]] = {
    edit.__name__: edit
    for edit in (
        SetParallelism, SetMaxParallelism, SetSlotSharingGroup, AllowChaining, StartNewChain,
        DisableChaining, RemovePartitioner, InsertPartitioner, SetOperatorChaining,
        ChainAcrossMaxParallelism, UseNewerSource,
    )
}  # fmt: skip
"""All edit classes by name."""


def apply_edits(pipeline: Pipeline, edits: Iterable[Edit]) -> Pipeline:
    """Return a copy of *pipeline* with *edits* applied in order.

    *pipeline* itself is unchanged. Ids are kept, so that an unchanged operator has the same id.

    Raises:
        ValueError: The program would reject an edit; the message names the operator.
    """
    copy = _PipelineEditor(pipeline)
    for edit in edits:
        copy.apply(edit)
    return copy.build_pipeline()


def describe_edit(edit: Edit, pipeline: Pipeline) -> str:
    """Describe *edit* as a call: "set_parallelism(4) on Filter"."""
    names = {t.id: t.name for t in pipeline.transformations}
    match edit:
        case SetParallelism(number, parallelism):
            return Message("plan.set_parallelism", parallelism, names[number])
        case SetMaxParallelism(number, max_parallelism):
            return Message("plan.set_max_parallelism", max_parallelism, names[number])
        case SetSlotSharingGroup(number, group):
            return Message("plan.slot_sharing_group", group, names[number])
        case AllowChaining(number):
            strategy = _find_transformation(pipeline, number).chaining_strategy
            call = "disable_chaining()" if strategy == "NEVER" else "start_new_chain()"
            return Message("plan.remove_call", call, names[number])
        case StartNewChain(number):
            functions = _find_transformation(
                pipeline, number
            ).functions  # the first of several functions is the head of the chain
            first = functions[0].name if functions else names[number]
            return Message("plan.start_new_chain", first)
        case DisableChaining(number):
            return Message("plan.disable_chaining", names[number])
        case RemovePartitioner(number):
            return _describe_removal(_find_transformation(pipeline, number))
        case InsertPartitioner(number, partitioner):
            return Message("plan.call_before", PARTITIONER_METHODS[partitioner], names[number])
        case SetOperatorChaining(enabled):
            return f"pipeline.operator-chaining.enabled: {str(enabled).lower()}"
        case ChainAcrossMaxParallelism(enabled):
            return (
                "pipeline.operator-chaining.chain-operators-with-different-max-parallelism: "
                f"{str(enabled).lower()}"
            )
        case UseNewerSource(number):
            return Message("plan.newer_source", names[number])


def _describe_removal(partition: Transformation) -> str:
    assert isinstance(partition.spec, PartitionSpec)
    name = partition.spec.partitioner.name
    if name == "HASH":
        return Message("plan.reinterpret")
    return Message("plan.remove_partitioner", PARTITIONER_METHODS.get(name, name))


def _find_transformation(pipeline: Pipeline, number: int) -> Transformation:
    return next(t for t in pipeline.transformations if t.id == number)


def parse_edit(data: Mapping[str, Any]) -> Edit:
    """Parse an edit from *data*: ``{"edit": "SetParallelism", "transformation": 3, ...}``.

    Raises:
        ValueError: The edit is unknown, or its arguments have other names or types.
    """
    if not isinstance(data, Mapping):
        raise ValueError(f"expected an edit as a dict with 'edit', found {format_repr(data)}")
    arguments = {name: value for name, value in data.items() if name != "edit"}
    kind = EDITS.get(str(data.get("edit")))
    if kind is None:
        raise ValueError(f"expected 'edit' to be one of {', '.join(EDITS)}, found {dict(data)!r}")
    try:
        edit: Edit = kind(**arguments)
    except TypeError:
        expected = ", ".join(declared.name for declared in fields(kind))
        raise ValueError(
            f"{kind.__name__}: expected the arguments {expected}, found "
            f"{', '.join(arguments) or 'none'}"
        ) from None
    try:
        validate_fields(edit)
    except TypeError as error:
        raise ValueError(str(error)) from None
    return edit


def serialize_edit(edit: Edit) -> dict[str, Any]:
    """Serialize *edit* as :func:`parse_edit` parses it."""
    arguments = {declared.name: getattr(edit, declared.name) for declared in fields(edit)}
    return {"edit": type(edit).__name__, **arguments}


@dataclass(slots=True)
class _PipelineEditor:
    """Copy of a program that edits change."""

    original: Pipeline
    by_id: dict[int, Transformation] = field(init=False)
    setting_changes: dict[str, Any] = field(init=False, default_factory=dict)
    next_id: int = field(init=False)

    def __post_init__(self) -> None:
        self.next_id = self.original.next_transformation_id
        self.by_id = {}
        for transformation in self.original.transformations:
            self.by_id[transformation.id] = replace(transformation)
        for transformation in self.by_id.values():
            transformation.inputs = tuple(self.by_id[t.id] for t in transformation.inputs)

    def build_pipeline(self) -> Pipeline:
        return replace(
            self.original,
            transformations=tuple(self.by_id[number] for number in sorted(self.by_id)),
            operators=tuple(self.by_id[t.id] for t in self.original.operators),
            sinks=tuple(self.by_id[t.id] for t in self.original.sinks),
            next_transformation_id=self.next_id,
            **self.setting_changes,
        )

    def apply(self, edit: Edit) -> None:
        match edit:
            case SetParallelism(number, parallelism):
                self._set_parallelism(self._get_operator(number), parallelism)
            case SetMaxParallelism(number, max_parallelism):
                self._get_operator(number).max_parallelism = max_parallelism
            case SetSlotSharingGroup(number, group):
                self._get_operator(number).slot_sharing_group = group
            case AllowChaining(number):
                self._get_operator(number).chaining_strategy = "ALWAYS"
            case StartNewChain(number):
                self._start_new_chain(self._get_operator(number))
            case DisableChaining(number):
                self._get_operator(number).chaining_strategy = "NEVER"
            case RemovePartitioner(number):
                self._remove_partitioner(self._get_transformation(number))
            case InsertPartitioner(number, partitioner, input_number):
                self._insert_partitioner(self._get_operator(number), partitioner, input_number)
            case SetOperatorChaining(enabled):
                self.setting_changes["chaining_enabled"] = enabled
            case ChainAcrossMaxParallelism(enabled):
                self.setting_changes["chaining_with_different_max_parallelism"] = enabled
            case UseNewerSource(number):
                self._use_flip27_source(self._get_operator(number))

    def _get_transformation(self, number: int) -> Transformation:
        if number not in self.by_id:
            known = ", ".join(str(known) for known in sorted(self.by_id))
            raise ValueError(Message("plan.no_transformation", number, known))
        return self.by_id[number]

    def _get_operator(self, number: int) -> Transformation:
        transformation = self._get_transformation(number)
        if isinstance(transformation.spec, (PartitionSpec, UnionSpec, SideOutputSpec)):
            form = "plan.virtual_transformation"
            raise ValueError(Message(form, number, transformation.name))
        if transformation.extra.get(ADDED_BY_PYFLINK):
            form = "plan.pyflink_transformation"
            raise ValueError(Message(form, transformation.name, number))
        return transformation

    def _set_parallelism(self, transformation: Transformation, parallelism: int) -> None:
        if transformation.extra.get("non_parallel") and parallelism != 1:
            form = "plan.non_parallel"
            raise ValueError(Message(form, transformation.name, parallelism))
        if parallelism < 1:
            form = "plan.parallelism_too_low"
            raise ValueError(Message(form, transformation.name, parallelism))
        transformation.parallelism = parallelism

    def _start_new_chain(self, transformation: Transformation) -> None:
        if isinstance(transformation.spec, SinkSpec):
            form = "plan.sink_no_chain"
            raise ValueError(Message(form, transformation.name))
        transformation.chaining_strategy = "HEAD"

    def _remove_partitioner(self, partition: Transformation) -> None:
        if not isinstance(partition.spec, PartitionSpec):
            form = "plan.no_partition"
            raise ValueError(Message(form, partition.name, partition.id))
        for transformation in self.by_id.values():
            transformation.inputs = tuple(
                partition.inputs[0] if input_ is partition else input_
                for input_ in transformation.inputs
            )
        del self.by_id[partition.id]

    def _insert_partitioner(
        self, target: Transformation, partitioner: str, input_number: int
    ) -> None:
        if partitioner not in PARTITIONERS:
            form = "plan.expected_partitioner"
            raise ValueError(Message(form, ", ".join(PARTITIONERS), partitioner))
        if not 0 <= input_number < len(target.inputs):
            form = "plan.input_number"
            raise ValueError(Message(form, target.name, len(target.inputs), input_number))
        input_ = target.inputs[input_number]
        partition = Transformation(
            id=self.next_id,
            name="Partition",
            spec=PartitionSpec(PARTITIONERS[partitioner]()),
            inputs=(input_,),
            output_type=input_.output_type,
            parallelism=input_.parallelism,
        )
        self.next_id += 1
        self.by_id[partition.id] = partition
        inputs = list(target.inputs)
        inputs[input_number] = partition
        target.inputs = tuple(inputs)

    def _use_flip27_source(self, source: Transformation) -> None:
        if not isinstance(source.spec, SourceSpec):
            raise ValueError(Message("plan.no_source", source.name, source.id))
        source.spec = replace(source.spec, legacy=False)
