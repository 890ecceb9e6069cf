"""What a window makes of its records, read as sums, counts, extremes and first records."""

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
"""How slots are kept that are the field of one record."""
_MERGES = {"sum": "+", "min": "least", "max": "greatest"}


@dataclass(frozen=True, slots=True)
class KeptPart:
    """One thing that is kept of the records of a window, in their order.

    ``how``: ``first``, ``last`` and ``of that record`` are the field of one record, ``constant`` is the
    same for all, ``sum``, ``min`` and ``max`` are over ``expression``, from ``initial`` on if there is
    one.
    """

    how: str
    expression: Expression
    initial: int | float | None = None
    kind: Kind = "int"
    as_java: bool = False
    """Whether doubles are compared as in Java, with NaN as the greatest."""


@dataclass(frozen=True, slots=True)
class Aggregation:
    """The result of a window: what is kept, and the fields that are made of it.

    ``results`` are expressions over the columns ``_s0``, ``_s1`` ... of the slots. With ``by`` the
    slots are the fields of the record with the least or greatest value of an expression, of equals the
    first, or the last if it *takes_last*. Where it *is_list*, all records are kept, and their shape is
    that of its elements.
    ``obstacle_to_merging`` says why windows with this function cannot be merged in any order.
    """

    slots: tuple[KeptPart, ...]
    shape: Shape
    results: tuple[Expression, ...]
    by: tuple[str, Expression] | None = None
    obstacle_to_merging: str | None = None
    takes_last: bool = False
    is_list: bool = False

    def records_kept(self, of_key: Container[Expression]) -> tuple[str, ...]:
        """How the records are chosen of which something is kept, which depends on their order. What is
        *of_key* is that of any record.
        """
        slots = (s for s in self.slots if s.how in OF_ONE_RECORD and s.expression not in of_key)
        return tuple(dict.fromkeys(slot.how for slot in slots))

    @property
    def adds_doubles(self) -> bool:
        """Whether there are sums that have no more than one order."""
        return any(slot.how == "sum" and slot.kind == "float" for slot in self.slots)


def slot_column(place: int) -> Expression:
    """The column of a slot."""
    return ("column", f"_s{place}")


def aggregation_of(spec: WindowSpec, shape: Shape, keys: Shape) -> Aggregation:
    """How *spec* aggregates records of *shape* with these *keys*.

    Raises: NotRecognised.
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
    place = _place(shape, function.field)
    how = "max" if function._greatest else "min"
    if not function.by_element:
        return _with_one(shape, place, how)
    expression, kind = shape.fields[place]
    if kind not in ("int", "float"):
        raise NotRecognised(f"{how}_by of a {kind}")
    slots = tuple(KeptPart("of that record", e, kind=own) for e, own in shape.fields)
    return _of_slots(slots, shape, (how, expression), not function.first)


# --- reduce functions -----------------------------------------------------------------------------


def _reduction(function: ReduceFunction, shape: Shape) -> Aggregation:
    """A reduce function whose fields are each a sum, a least, a greatest or the first."""
    first, second = _named(shape, "a"), _named(shape, "b")
    result = read(function.reduce, first, second.symbols())
    if (result.form, len(result.fields)) != (shape.form, len(shape.fields)):
        raise NotRecognised("a reduce function that gives another form than it is given")
    slots = []
    for place, (expression, kind) in enumerate(result.fields):
        own, given = shape.fields[place]
        if kind != given:
            raise NotRecognised("a reduce function that changes the type of a field")
        how = _how(expression, first.fields[place][0], second.fields[place][0])
        slots.append(KeptPart(how, own, kind=kind))
    return _of_slots(tuple(slots), shape)


def _named(shape: Shape, name: str) -> Shape:
    """A shape whose fields are leaves of their own."""
    fields = tuple(((name, place), kind) for place, (_, kind) in enumerate(shape.fields))
    return Shape(shape.form, fields, shape.names)


def _how(expression: Expression, first: Expression, second: Expression) -> str:
    if expression == first:
        return "first"
    if expression == second:
        return "last"
    for how, operation in _MERGES.items():
        if expression in ((operation, first, second), (operation, second, first)):
            return how
    raise NotRecognised(
        "a reduce function that is no sum, least, greatest, first or last of each field"
    )


# --- aggregate functions --------------------------------------------------------------------------


def _accumulation(
    function: AggregateFunction, shape: Shape, keys: frozenset[Expression]
) -> Aggregation:
    """An aggregate function whose accumulator has sums, counts and extremes; its result, of them."""
    start = read_constant(function.create_accumulator)
    before = _named(start, "a")
    added = read(function.add, shape, before.symbols())
    if (added.form, len(added.fields)) != (start.form, len(start.fields)):
        raise NotRecognised("an accumulator that changes its form")
    slots = []
    for place, (expression, kind) in enumerate(added.fields):
        initial = start.fields[place]
        slots.append(_slot(expression, kind, before.fields[place][0], initial, keys))
    kept = tuple((slot_column(place), kind) for place, (_, kind) in enumerate(added.fields))
    result = read(function.get_result, Shape(start.form, kept))
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
    """One field of an accumulator: *expression* is what ``add`` makes of it."""
    if expression == before:
        return KeptPart("constant", initial[0], kind=kind)
    if expression in keys:
        return KeptPart("first", expression, kind=kind)
    # 0 to begin with is 0.0 once a double has been added
    begins = initial[1] == kind or (initial[1] == "int" and kind == "float")
    if kind in ("int", "float") and begins and len(expression) == 3:
        begin = float(initial[0][1]) if kind == "float" else initial[0][1]
        operation, left, right = expression
        value = right if left == before else left
        for how, merge in _MERGES.items():
            if operation == merge and before in (left, right) and not _uses(value, "a"):
                return KeptPart(how, value, begin, kind)
        if operation == "-" and left == before and not _uses(right, "a"):
            return KeptPart("sum", ("*", right, ("literal", -1)), begin, kind)
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
    for place, (expression, _) in enumerate(merged.fields):
        a, b = first.fields[place][0], second.fields[place][0]
        how, initial = slots[place].how, slots[place].initial
        if how in ("first", "constant"):
            wanted: tuple[Expression, ...] = (a, b)
        elif how == "last":
            wanted = (b,)
        else:
            wanted = ((_MERGES[how], a, b), (_MERGES[how], b, a))
        if expression not in wanted or (how == "sum" and initial):
            return "its merge() does not do with accumulators what add() does with values"
    return None
