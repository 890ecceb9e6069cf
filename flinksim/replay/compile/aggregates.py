"""Compile window functions to aggregates: sums, counts, extremes and first or last records."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from typing import Any

from flinksim.datastream.aggregations import ComparableAggregator, SumAggregator
from flinksim.datastream.functions import AggregateFunction, ReduceFunction
from flinksim.datastream.transformations import WindowSpec
from flinksim.replay.expressions.symbolic_execution import compile_constant, compile_function
from flinksim.replay.expressions.symbolic_values import (
    Expression,
    Kind,
    NotExpressible,
    RecordShape,
)

SINGLE_RECORD_AGGREGATES = ("first", "last", "of that record")
"""Aggregates whose value is a field of one chosen record, such as the first."""
_MERGE_OPERATIONS = {"sum": "+", "min": "least", "max": "greatest"}


@dataclass(frozen=True, slots=True)
class AggregateSlot:
    """One aggregate over the records of a window: part of its accumulator.

    ``aggregate`` is its kind. ``first``, ``last`` and ``of that record`` are a field of one record, the
    latter of the record that :attr:`Aggregation.extreme_by` chooses. ``constant`` is the same for all
    records. ``sum``, ``min`` and ``max`` are computed over ``expression``, starting with ``initial`` if
    there is one.
    """

    aggregate: str
    expression: Expression
    initial: int | float | None = None
    kind: Kind = "int"
    has_java_order: bool = False
    """Whether doubles are compared as in Java, with NaN as the maximum."""


@dataclass(frozen=True, slots=True)
class Aggregation:
    """A compiled window function: its aggregates (slots) and the result fields computed from them.

    ``results`` are expressions over the aggregates, as columns ``_s0``, ``_s1`` ... With ``extreme_by``
    the aggregates are the fields of the record with the minimum or maximum value of an expression.
    Among equal values this is the first record, or the last if *takes_last*. If *is_list*, all records
    are kept and *shape* is the shape of one element. ``obstacle_to_merging`` is the reason why partial
    results of the function cannot be merged.
    """

    slots: tuple[AggregateSlot, ...]
    shape: RecordShape
    results: tuple[Expression, ...]
    extreme_by: tuple[str, Expression] | None = None
    obstacle_to_merging: str | None = None
    takes_last: bool = False
    is_list: bool = False

    def find_single_record_aggregates(
        self, key_expressions: Container[Expression]
    ) -> tuple[str, ...]:
        """Return the aggregates that choose one record and so depend on the order of the records.

        Args:
            key_expressions: Expressions of the key's fields; their value is the same for every record.
        """
        slots = (
            s
            for s in self.slots
            if s.aggregate in SINGLE_RECORD_AGGREGATES and s.expression not in key_expressions
        )
        return tuple(dict.fromkeys(slot.aggregate for slot in slots))

    @property
    def has_float_sums(self) -> bool:
        """Whether there are sums of doubles, whose rounding depends on the order of the records."""
        return any(slot.aggregate == "sum" and slot.kind == "float" for slot in self.slots)


def build_slot_column(index: int) -> Expression:
    """Build the expression for the column with the value of the aggregate number *index*."""
    return ("column", f"_s{index}")


def compile_aggregation(spec: WindowSpec, shape: RecordShape, keys: RecordShape) -> Aggregation:
    """Compile the window function of *spec* for records of *shape* with these *keys*.

    Raises:
        NotExpressible: The function is not expressible.
    """
    function = spec.pre_aggregation
    if function is None:
        return Aggregation((), shape, (), is_list=True)
    if type(function) is SumAggregator:
        return _build_single_field_aggregation(
            shape, _find_field_index(shape, function.field), "sum"
        )
    if type(function) is ComparableAggregator:
        return _compile_extreme(function, shape)
    if isinstance(function, ReduceFunction):
        return _compile_reduce_function(function, shape)
    if isinstance(function, AggregateFunction):
        return _compile_aggregate_function(function, shape, frozenset(e for e, _ in keys.fields))
    raise NotExpressible(f"a {type(function).__name__}")


def _build_aggregation(
    slots: tuple[AggregateSlot, ...],
    shape: RecordShape,
    extreme_by: tuple[str, Expression] | None = None,
    takes_last: bool = False,
) -> Aggregation:
    results = tuple(build_slot_column(place) for place in range(len(slots)))
    return Aggregation(slots, shape, results, extreme_by, takes_last=takes_last)


def _find_field_index(shape: RecordShape, name: Any) -> int:
    if isinstance(name, tuple):
        raise NotExpressible("a field within a field")
    if isinstance(name, str):
        if name not in shape.names:
            raise NotExpressible(f"the field {name!r}")
        return shape.names.index(name)
    if not -len(shape.fields) <= name < len(shape.fields):
        raise NotExpressible(f"the field {name!r}")
    return int(name) % len(shape.fields)


def _build_single_field_aggregation(shape: RecordShape, index: int, aggregate: str) -> Aggregation:
    if shape.fields[index][1] not in ("int", "float"):
        raise NotExpressible(f"{aggregate} of a {shape.fields[index][1]}")
    slots = tuple(
        AggregateSlot(
            aggregate if at == index else "first", expression, kind=kind, has_java_order=True
        )
        for at, (expression, kind) in enumerate(shape.fields)
    )
    return _build_aggregation(slots, shape)


def _compile_extreme(function: ComparableAggregator, shape: RecordShape) -> Aggregation:
    index = _find_field_index(shape, function.field)
    aggregate = "max" if function._is_max else "min"
    if not function.selects_element:
        return _build_single_field_aggregation(shape, index, aggregate)
    expression, kind = shape.fields[index]
    if kind not in ("int", "float"):
        raise NotExpressible(f"{aggregate}_by of a {kind}")
    slots = tuple(AggregateSlot("of that record", e, kind=own) for e, own in shape.fields)
    return _build_aggregation(slots, shape, (aggregate, expression), not function.first)


# --- reduce functions -----------------------------------------------------------------------------


def _compile_reduce_function(function: ReduceFunction, shape: RecordShape) -> Aggregation:
    """Compile a reduce function whose fields are each a sum, minimum, maximum or first value."""
    first, second = _create_leaf_shape(shape, "a"), _create_leaf_shape(shape, "b")
    result = compile_function(function.reduce, first, second.to_symbols())
    if (result.form, len(result.fields)) != (shape.form, len(shape.fields)):
        raise NotExpressible("a reduce function whose result has another form than its arguments")
    slots = []
    for index, (expression, kind) in enumerate(result.fields):
        own, record_kind = shape.fields[index]
        if kind != record_kind:
            raise NotExpressible("a reduce function that changes the type of a field")
        aggregate = _classify_reduction(expression, first.fields[index][0], second.fields[index][0])
        slots.append(AggregateSlot(aggregate, own, kind=kind))
    return _build_aggregation(tuple(slots), shape)


def _create_leaf_shape(shape: RecordShape, name: str) -> RecordShape:
    """Create a copy of *shape* whose fields are plain columns with names made from *name*."""
    fields = tuple(((name, place), kind) for place, (_, kind) in enumerate(shape.fields))
    return RecordShape(shape.form, fields, shape.names)


def _classify_reduction(expression: Expression, first: Expression, second: Expression) -> str:
    if expression == first:
        return "first"
    if expression == second:
        return "last"
    for aggregate, operation in _MERGE_OPERATIONS.items():
        if expression in ((operation, first, second), (operation, second, first)):
            return aggregate
    raise NotExpressible(
        "a reduce function that is not a sum, minimum, maximum, first or last of each field"
    )


# --- aggregate functions --------------------------------------------------------------------------


def _compile_aggregate_function(
    function: AggregateFunction, shape: RecordShape, keys: frozenset[Expression]
) -> Aggregation:
    """Compile an aggregate function whose accumulator has sums, counts and extremes."""
    start = compile_constant(function.create_accumulator)
    before = _create_leaf_shape(start, "a")
    added = compile_function(function.add, shape, before.to_symbols())
    if (added.form, len(added.fields)) != (start.form, len(start.fields)):
        raise NotExpressible("an accumulator that changes its form")
    slots = []
    for index, (expression, kind) in enumerate(added.fields):
        initial = start.fields[index]
        slots.append(_compile_slot(expression, kind, before.fields[index][0], initial, keys))
    slot_fields = tuple(
        (build_slot_column(index), kind) for index, (_, kind) in enumerate(added.fields)
    )
    result = compile_function(function.get_result, RecordShape(start.form, slot_fields))
    expressions = tuple(expression for expression, _ in result.fields)
    obstacle = _find_merge_obstacle(function, start, tuple(slots))
    return Aggregation(tuple(slots), result, expressions, None, obstacle)


def _compile_slot(
    expression: Expression,
    kind: Kind,
    before: Expression,
    initial: tuple[Expression, Kind],
    keys: frozenset[Expression],
) -> AggregateSlot:
    """Compile one field of an accumulator to an aggregate.

    *expression* is the field's value after ``add``, *before* its value before it.
    """
    if expression == before:
        return AggregateSlot("constant", initial[0], kind=kind)
    if expression in keys:
        return AggregateSlot("first", expression, kind=kind)
    # An initial 0 becomes 0.0 when a double is added.
    has_same_kind = initial[1] == kind or (initial[1] == "int" and kind == "float")
    if kind in ("int", "float") and has_same_kind and len(expression) == 3:
        start = float(initial[0][1]) if kind == "float" else initial[0][1]
        operation, left, right = expression
        value = right if left == before else left
        for aggregate, merge in _MERGE_OPERATIONS.items():
            if operation == merge and before in (left, right) and not _has_leaf(value, "a"):
                return AggregateSlot(aggregate, value, start, kind)
        if operation == "-" and left == before and not _has_leaf(right, "a"):
            return AggregateSlot("sum", ("*", right, ("literal", -1)), start, kind)
    if not _has_leaf(expression, "a"):
        return AggregateSlot("last", expression, kind=kind)
    raise NotExpressible(
        "an accumulator with a field that is not a sum, count, minimum, maximum or last"
    )


def _has_leaf(expression: Any, leaf: str) -> bool:
    if not isinstance(expression, tuple) or expression[:1] == ("literal",):
        return False
    return expression[:1] == (leaf,) or any(_has_leaf(part, leaf) for part in expression)


def _find_merge_obstacle(
    function: AggregateFunction, start: RecordShape, slots: tuple[AggregateSlot, ...]
) -> str | None:
    first, second = _create_leaf_shape(start, "a"), _create_leaf_shape(start, "b")
    try:
        merged = compile_function(function.merge, first, second.to_symbols())
    except NotExpressible as reason:
        return f"its merge() cannot be translated to an expression: {reason}"
    if (merged.form, len(merged.fields)) != (start.form, len(start.fields)):
        return "the result of its merge() has another form"
    for index, (expression, _) in enumerate(merged.fields):
        a, b = first.fields[index][0], second.fields[index][0]
        aggregate, initial = slots[index].aggregate, slots[index].initial
        if aggregate in ("first", "constant"):
            expected: tuple[Expression, ...] = (a, b)
        elif aggregate == "last":
            expected = (b,)
        else:
            expected = ((_MERGE_OPERATIONS[aggregate], a, b), (_MERGE_OPERATIONS[aggregate], b, a))
        if expression not in expected or (aggregate == "sum" and initial):
            return "its merge() does not combine accumulators as add() combines values"
    return None
