"""Names and descriptions of window operators in plans.

Flink: ``WindowOperatorBuilder.generateOperatorDescription`` and ``AllWindowedStream``.
Differs: where Flink prints an identity hash or the position of the call, which differ from run to
run, the description has ``<hash>``, ``<method>``, ``<file>`` and ``<line>``.
"""

from __future__ import annotations

from typing import Any

from flinksim.common.typeinfo import (
    BasicType,
    BasicTypeInfo,
    RowTypeInfo,
    TupleTypeInfo,
    TypeInformation,
)
from flinksim.datastream.functions import AggregateFunction
from flinksim.datastream.lambda_functions import FunctionWrapper
from flinksim.datastream.transformations import WindowSpec
from flinksim.datastream.window_assigners import (
    DynamicEventTimeSessionWindows,
    DynamicProcessingTimeSessionWindows,
    GlobalWindows,
    SlidingEventTimeWindows,
    SlidingProcessingTimeWindows,
    TumblingEventTimeWindows,
    TumblingProcessingTimeWindows,
)

_BASIC_SERIALIZERS = {
    BasicType.STRING: "StringSerializer",
    BasicType.BYTE: "ByteSerializer",
    BasicType.BOOLEAN: "BooleanSerializer",
    BasicType.SHORT: "ShortSerializer",
    BasicType.INT: "IntSerializer",
    BasicType.LONG: "LongSerializer",
    BasicType.FLOAT: "FloatSerializer",
    BasicType.DOUBLE: "DoubleSerializer",
    BasicType.CHAR: "CharSerializer",
    BasicType.BIG_INT: "BigIntSerializer",
    BasicType.BIG_DEC: "BigDecSerializer",
    BasicType.INSTANT: "InstantSerializer",
}


def get_window_name(spec: WindowSpec) -> str:
    """Return the operator's name, which is the class of the assigner."""
    return type(spec.assigner).__name__


def describe_window(spec: WindowSpec) -> str:
    """Return ``Window(assigner, trigger, [evictor, ]function[, window function])``."""
    parts = [str(spec.assigner), type(spec.effective_trigger).__name__]
    if spec.evictor is not None:
        parts.append(type(spec.evictor).__name__)
    if spec.pre_aggregation is not None:
        parts.append(get_function_name(spec.pre_aggregation))
        if spec.window_function is None:
            parts.append("PassThroughWindowFunction")
    if spec.window_function is not None:
        parts.append(get_function_name(spec.window_function))
    return f"Window({', '.join(parts)})"


def describe_all_window(spec: WindowSpec, state_type: TypeInformation) -> str:
    """Return ``TriggerWindow(assigner, state descriptor, trigger, [evictor, ]call position)``."""
    parts = [
        str(spec.assigner),
        _describe_state_descriptor(spec, state_type),
        str(spec.effective_trigger),
    ]
    if spec.evictor is not None:
        parts.append(str(spec.evictor))
    parts.append("AllWindowedStream.<method>(<file>:<line>)")
    return f"TriggerWindow({', '.join(parts)})".replace("@<identityHash>", "@<hash>")


def describe_python_window(spec: WindowSpec) -> str:
    """Return the description in PyFlink's format.

    It is ``Window(assigner, trigger, function[, window function])``, or ``AllWindow(...)``.
    """
    parts = [_describe_python_assigner(spec.assigner), type(spec.effective_trigger).__name__]
    for function in (spec.pre_aggregation, spec.window_function):
        if function is not None:
            user_function = (
                function.wrapped_function if isinstance(function, FunctionWrapper) else function
            )
            parts.append(type(user_function).__name__)
    kind = "AllWindow" if spec.key_selector is None else "Window"
    return f"{kind}({', '.join(parts)})"


def _describe_python_assigner(assigner: Any) -> str:
    name = type(assigner).__name__
    match assigner:
        case TumblingEventTimeWindows() | TumblingProcessingTimeWindows():
            return f"{name}({assigner._size}, {assigner._offset})"
        case SlidingEventTimeWindows() | SlidingProcessingTimeWindows():
            return f"{name}({assigner._size}, {assigner._slide}, {assigner._offset})"
        case DynamicEventTimeSessionWindows() | DynamicProcessingTimeSessionWindows():
            return f"{name}(<hash>)"
        case GlobalWindows():
            return f"{name}()"
        case _:
            return str(assigner)


def get_function_name(function: Any) -> str:
    """Return the name of a user function's class, or of the lambda."""
    if isinstance(function, FunctionWrapper):
        return getattr(
            function.wrapped_function, "__name__", type(function.wrapped_function).__name__
        )
    return type(function).__name__


def _describe_state_descriptor(spec: WindowSpec, state_type: TypeInformation) -> str:
    if spec.pre_aggregation is None or spec.evictor is not None:
        kind, serializer = "List", "org.apache.flink.api.common.typeutils.base.ListSerializer"
    else:
        aggregates = isinstance(spec.pre_aggregation, AggregateFunction)
        kind, serializer = (
            "Aggregating" if aggregates else "Reducing",
            get_java_serializer(state_type),
        )
    return (
        f"{kind}StateDescriptor{{name=window-contents, defaultValue=null, "
        f"serializer={serializer}@<hash>}}"
    )


def get_java_serializer(type_info: TypeInformation) -> str:
    """Return the Java class that serializes values of this type."""
    match type_info:
        case BasicTypeInfo():
            name = _BASIC_SERIALIZERS[type_info.basic_type]
            return f"org.apache.flink.api.common.typeutils.base.{name}"
        case TupleTypeInfo():
            return "org.apache.flink.api.java.typeutils.runtime.TupleSerializer"
        case RowTypeInfo():
            return "org.apache.flink.api.java.typeutils.runtime.RowSerializer"
        case _:
            return "org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer"
