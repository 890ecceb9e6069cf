"""Compile window functions to sums, counts, extremes and first or last records."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from typing import Any

from flinksim.datastream.aggregations import ComparableAggregator, SumAggregator
from flinksim.datastream.functions import AggregateFunction, ReduceFunction
from flinksim.datastream.transformations import WindowSpec
from flinksim.replay.expressions.symbolic_execution import read, read_constant
from flinksim.replay.expressions.symbolic_values import Expression, Kind, NotRecognised, Shape

OF_ONE_RECORD = ("first", "last", "of that record")
"""Aggregates whose value is a field of a single record."""
_MERGES = {"sum": "+", "min": "least", "max": "greatest"}


@dataclass(frozen=True, slots=True)
class KeptPart:
    """One aggregate over the records of a window, in their order.

    ``how`` is the aggregate. ``first``, ``last`` and ``of that record`` are the field of one
    record. ``constant`` is the same for all records. ``sum``, ``min`` and ``max`` are computed over
    ``expression``, starting with ``initial`` if there is one.
    """

    how: str
    expression: Expression
    initial: int | float | None = None
    kind: Kind = "int"
    as_java: bool = False
    """Whether doubles are compared as in Java, with NaN as the maximum."""


@dataclass(frozen=True, slots=True)
class Aggregation:
    """The result of a window: its aggregate slots and the result fields computed from them.

    ``results`` are expressions over the slot columns ``_s0``, ``_s1`` ... With ``by`` the slots are
    the fields of the record with the minimum or maximum value of an expression. Among equal values
    this is the first record, or the last if *takes_last*. If *is_list*, all records are kept and
    *shape* is the shape of one element. ``obstacle_to_merging`` is the reason why partial results
    of the function cannot be merged.
    """

    slots: tuple[KeptPart, ...]
    shape: Shape
    results: tuple[Expression, ...]
    by: tuple[str, Expression] | None = None
    obstacle_to_merging: str | None = None
    takes_last: bool = False
    is_list: bool = False

    def records_kept(self, of_key: Container[Expression]) -> tuple[str, ...]:
        """Return the single-record aggregates, which depend on the order of the records.

        Args:
            of_key: Expressions of the key's fields; their value is the same for every record.
        """
        slots = (s for s in self.slots if s.how in OF_ONE_RECORD and s.expression not in of_key)
        return tuple(dict.fromkeys(slot.how for slot in slots))

    @property
    def adds_doubles(self) -> bool:
        """Whether there are sums of doubles, whose value depends on the order."""
        return any(slot.how == "sum" and slot.kind == "float" for slot in self.slots)


def slot_column(place: int) -> Expression:
    """Build the expression for the column of a slot."""
    return ("column", f"_s{place}")


def aggregation_of(spec: WindowSpec, shape: Shape, keys: Shape) -> Aggregation:
    """Compile the aggregation of *spec* over records of *shape* with these *keys*.

    Raises:
        NotRecognised: The function is not expressible.
    """
    function = spec.pre_aggregation
    if function is None:
        return Aggregation((), shape, (), is_list=True)
    if type(function) is SumAggregator:
        return _with_one(shape, _place(shape, function.field), "sum")
    if type(function) is ComparableAggregator:
        return _extreme(function, shape)
    if isinstance(function, ReduceFunction):
        return _reduction(function, shape)
    if isinstance(function, AggregateFunction):
        return _accumulation(function, shape, frozenset(e for e, _ in keys.fields))
    raise NotRecognised(f"a {type(function).__name__}")


def _of_slots(
    slots: tuple[KeptPart, ...],
    shape: Shape,
    by: tuple[str, Expression] | None = None,
    takes_last: bool = False,
) -> Aggregation:
    results = tuple(slot_column(place) for place in range(len(slots)))
    return Aggregation(slots, shape, results, by, takes_last=takes_last)


def _place(shape: Shape, name: Any) -> int:
    if isinstance(name, tuple):
        raise NotRecognised("a field within a field")
    if isinstance(name, str):
        if name not in shape.names:
            raise NotRecognised(f"the field {name!r}")
        return shape.names.index(name)
    if not -len(shape.fields) <= name < len(shape.fields):
        raise NotRecognised(f"the field {name!r}")
    return int(name) % len(shape.fields)


def _with_one(shape: Shape, place: int, how: str) -> Aggregation:
    if shape.fields[place][1] not in ("int", "float"):
        raise NotRecognised(f"{how} of a {shape.fields[place][1]}")
    slots = tuple(
        KeptPart(how if at == place else "first", expression, kind=kind, as_java=True)
        for at, (expression, kind) in enumerate(shape.fields)
    )
    return _of_slots(slots, shape)


def _extreme(function: ComparableAggregator, shape: Shape) -> Aggregation:
    index = _place(shape, function.field)
    aggregate = "max" if function._greatest else "min"
    if not function.by_element:
        return _with_one(shape, index, aggregate)
    expression, kind = shape.fields[index]
    if kind not in ("int", "float"):
        raise NotRecognised(f"{aggregate}_by of a {kind}")
    slots = tuple(KeptPart("of that record", e, kind=own) for e, own in shape.fields)
    return _of_slots(slots, shape, (aggregate, expression), not function.first)


# --- reduce functions -----------------------------------------------------------------------------


def _reduction(function: ReduceFunction, shape: Shape) -> Aggregation:
    """Compile a reduce function whose fields are each a sum, minimum, maximum or first value."""
    first, second = _named(shape, "a"), _named(shape, "b")
    result = read(function.reduce, first, second.symbols())
    if (result.form, len(result.fields)) != (shape.form, len(shape.fields)):
        raise NotRecognised("a reduce function that gives another form than it is given")
    slots = []
    for index, (expression, kind) in enumerate(result.fields):
        own, record_kind = shape.fields[index]
        if kind != record_kind:
            raise NotRecognised("a reduce function that changes the type of a field")
        aggregate = _how(expression, first.fields[index][0], second.fields[index][0])
        slots.append(KeptPart(aggregate, own, kind=kind))
    return _of_slots(tuple(slots), shape)


def _named(shape: Shape, name: str) -> Shape:
    """Create a copy of *shape* whose fields are separate leaves."""
    fields = tuple(((name, place), kind) for place, (_, kind) in enumerate(shape.fields))
    return Shape(shape.form, fields, shape.names)


def _how(expression: Expression, first: Expression, second: Expression) -> str:
    if expression == first:
        return "first"
    if expression == second:
        return "last"
    for aggregate, operation in _MERGES.items():
        if expression in ((operation, first, second), (operation, second, first)):
            return aggregate
    raise NotRecognised(
        "a reduce function that is no sum, least, greatest, first or last of each field"
    )


# --- aggregate functions --------------------------------------------------------------------------


def _accumulation(
    function: AggregateFunction, shape: Shape, keys: frozenset[Expression]
) -> Aggregation:
    """Compile an aggregate function whose accumulator has sums, counts and extremes."""
    start = read_constant(function.create_accumulator)
    before = _named(start, "a")
    added = read(function.add, shape, before.symbols())
    if (added.form, len(added.fields)) != (start.form, len(start.fields)):
        raise NotRecognised("an accumulator that changes its form")
    slots = []
    for index, (expression, kind) in enumerate(added.fields):
        initial = start.fields[index]
        slots.append(_slot(expression, kind, before.fields[index][0], initial, keys))
    slot_fields = tuple((slot_column(index), kind) for index, (_, kind) in enumerate(added.fields))
    result = read(function.get_result, Shape(start.form, slot_fields))
    expressions = tuple(expression for expression, _ in result.fields)
    obstacle = _obstacle_to_merging(function, start, tuple(slots))
    return Aggregation(tuple(slots), result, expressions, None, obstacle)


def _slot(
    expression: Expression,
    kind: Kind,
    before: Expression,
    initial: tuple[Expression, Kind],
    keys: frozenset[Expression],
) -> KeptPart:
    """Compile one field of an accumulator; *expression* is its value after ``add``."""
    if expression == before:
        return KeptPart("constant", initial[0], kind=kind)
    if expression in keys:
        return KeptPart("first", expression, kind=kind)
    # An initial 0 becomes 0.0 when a double is added.
    has_same_kind = initial[1] == kind or (initial[1] == "int" and kind == "float")
    if kind in ("int", "float") and has_same_kind and len(expression) == 3:
        start = float(initial[0][1]) if kind == "float" else initial[0][1]
        operation, left, right = expression
        value = right if left == before else left
        for aggregate, merge in _MERGES.items():
            if operation == merge and before in (left, right) and not _uses(value, "a"):
                return KeptPart(aggregate, value, start, kind)
        if operation == "-" and left == before and not _uses(right, "a"):
            return KeptPart("sum", ("*", right, ("literal", -1)), start, kind)
    if not _uses(expression, "a"):
        return KeptPart("last", expression, kind=kind)
    raise NotRecognised(
        "an accumulator with a field that is no sum, count, least, greatest or last"
    )


def _uses(expression: Any, leaf: str) -> bool:
    if not isinstance(expression, tuple) or expression[:1] == ("literal",):
        return False
    return expression[:1] == (leaf,) or any(_uses(part, leaf) for part in expression)


def _obstacle_to_merging(
    function: AggregateFunction, start: Shape, slots: tuple[KeptPart, ...]
) -> str | None:
    first, second = _named(start, "a"), _named(start, "b")
    try:
        merged = read(function.merge, first, second.symbols())
    except NotRecognised as reason:
        return f"its merge() is not an expression: {reason}"
    if (merged.form, len(merged.fields)) != (start.form, len(start.fields)):
        return "its merge() gives another form"
    for index, (expression, _) in enumerate(merged.fields):
        a, b = first.fields[index][0], second.fields[index][0]
        aggregate, initial = slots[index].how, slots[index].initial
        if aggregate in ("first", "constant"):
            expected: tuple[Expression, ...] = (a, b)
        elif aggregate == "last":
            expected = (b,)
        else:
            expected = ((_MERGES[aggregate], a, b), (_MERGES[aggregate], b, a))
        if expression not in expected or (aggregate == "sum" and initial):
            return "its merge() does not do with accumulators what add() does with values"
    return None
