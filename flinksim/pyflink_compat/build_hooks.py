"""Actions of PyFlink when a program adds an operator: it pickles functions and uses types.

Flink: ``_get_one_input_stream_operator`` and similar functions in PyFlink's ``data_stream.py``.
"""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import Any

from flinksim.common.typeinfo import TimestampTypeInfo, TupleTypeInfo, TypeInformation
from flinksim.connectors.sinks import CollectSink, PrintSink
from flinksim.core.pyflink_errors import PythonTypeMismatchError
from flinksim.core.removed_api import explain_removed_name
from flinksim.datastream.checkpointed_function import CheckpointedFunction, CheckpointListener
from flinksim.datastream.output_tag import OutputTag
from flinksim.datastream.transformations import (
    LegacyTimestampsSpec,
    OperatorSpec,
    SideOutputSpec,
    SinkSpec,
    SourceSpec,
    TimestampsAndWatermarksSpec,
    VirtualSpec,
    WindowSpec,
)
from flinksim.pyflink_compat.client_output import configure_collect_sink, configure_print_sink
from flinksim.pyflink_compat.function_pickle_check import check_picklable


def on_operator_added(
    name: str, spec: OperatorSpec | VirtualSpec, output_type: TypeInformation | None
) -> None:
    """Check the functions and types of a new operator, and configure its sink as in PyFlink.

    Raises:
        TypeError: A function cannot be pickled; also other errors of ``pickle``.
        ImportError: A function is of a kind that PyFlink does not have.
    """
    functions = _find_pickled_parts(spec)
    for function in functions:
        if isinstance(function, CheckpointedFunction | CheckpointListener):
            raise ImportError(
                f"{type(function).__name__}, the function of {name!r}, uses "
                "checkpoint callbacks. PyFlink has neither CheckpointedFunction "
                "nor CheckpointListener (cannot import name "
                "'CheckpointedFunction' from 'pyflink.datastream'). Keep data "
                "that must survive a failure in keyed state, or run the program "
                "with the Java dialect."
            )
    if functions:
        check_picklable(functions, f"the user function of {name!r}")
    if isinstance(spec, SideOutputSpec):
        _mark_tag_type_used(spec.tag)
    if isinstance(spec, SinkSpec) and isinstance(spec.sink, CollectSink):
        configure_collect_sink(spec.sink)
    if isinstance(spec, SinkSpec) and isinstance(spec.sink, PrintSink):
        configure_print_sink(spec.sink)
    mark_type_used(output_type)


def on_partition_added(functions: tuple[Any, ...], key_type: Any = None) -> None:
    """Check the user's *functions* that partition a stream, and mark the key type as used.

    Raises:
        TypeError: A function cannot be pickled; also other errors of ``pickle``.
    """
    check_picklable(functions, "what chooses the channel")
    mark_type_used(key_type)


def check_assigner(spec: OperatorSpec) -> None:
    """Reject a timestamp assigner that PyFlink does not accept: a plain function, or a legacy one.

    Java's API accepts a plain function.

    Raises:
        AttributeError: The assigner is one of these.
    """
    if isinstance(spec, LegacyTimestampsSpec):
        explanation = explain_removed_name("assigners", "assign_timestamps_and_watermarks")
        raise PythonTypeMismatchError(
            f"'{type(spec.assigner).__name__}' object has no attribute '_timestamp_assigner'. "
            f"assign_timestamps_and_watermarks: {explanation}"
        )
    if not isinstance(spec, TimestampsAndWatermarksSpec):
        return
    assigner = spec.strategy._timestamp_assigner
    target = getattr(assigner, "function", assigner)
    if assigner is not None and not hasattr(target, "extract_timestamp"):
        raise PythonTypeMismatchError(
            f"'{type(target).__name__}' object has no attribute "
            "'extract_timestamp'. PyFlink expects an object in "
            "with_timestamp_assigner: a subclass of TimestampAssigner with the "
            "method extract_timestamp(self, value, record_timestamp)."
        )


def check_collection(values: Sequence[Any]) -> None:
    """Check that the *values* of ``from_collection`` without a declared type can be pickled.

    Raises:
        TypeError: A value cannot be pickled; also other errors of ``pickle``.
    """
    try:
        pickle.dumps(values)
    except (TypeError, AttributeError, pickle.PicklingError) as error:
        raise type(error)(
            f"{error}: from_collection(collection) pickles values without a "
            "declared type. Use plain data."
        ) from error


def find_unreadable_timestamp(values: Sequence[Any], type_info: TypeInformation) -> str:
    """Return why Flink cannot read a collection of tuples back, or "".

    ``SqlTimestampSerializer`` writes 12 bytes for null and reads 8 of them. Whatever follows is then read
    from the wrong place, so only the last field of the last value may be null.
    """
    if not isinstance(type_info, TupleTypeInfo):
        return ""
    types = type_info.get_field_types()
    for row, value in enumerate(values):
        for field, kind in enumerate(types):
            is_last = row == len(values) - 1 and field == len(types) - 1
            if value[field] is None and isinstance(kind, TimestampTypeInfo) and not is_last:
                return (
                    f"from_collection: field {field} of value {row} is None, and its type is "
                    "SQL_TIMESTAMP. Flink cannot read such a collection (unread block data). "
                    "Replace the None, or declare the type as Types.ROW."
                )
    return ""


def mark_type_used(type_info: Any) -> None:
    """Mark *type_info* as used by an operator; anything else than a type is ignored."""
    if isinstance(type_info, TypeInformation):
        type_info.mark_used()


def _mark_tag_type_used(tag: Any) -> None:
    if isinstance(tag, OutputTag):
        mark_type_used(tag.type_info)


def _find_pickled_parts(spec: OperatorSpec | VirtualSpec) -> tuple[Any, ...]:
    """Return the user's objects in *spec* that PyFlink pickles for the Python worker."""
    match spec:
        case SourceSpec() | SinkSpec():
            return ()
        case WindowSpec():
            return (
                spec.assigner, spec.trigger, spec.allowed_lateness_ms, spec.late_output_tag,
                spec.accumulator_type, spec.pre_aggregation, spec.window_function,
            )  # fmt: skip
        case TimestampsAndWatermarksSpec():
            assigner = spec.strategy._timestamp_assigner
            return () if assigner is None else (assigner,)
        case _:
            function = getattr(spec, "function", None)
            return () if function is None else (function,)
