"""Base class of events: slotted classes that a type checker sees as frozen dataclasses.

A run records events as rows, which cost half as much as objects. Readers of a trace get objects.
The objects are not frozen at run time, because that makes their creation three times as expensive
(``benchmarks/steps.py --events``).

Event types are no dataclasses either. There are more than a hundred of them, and creating them
would delay the start of every program, while a small run uses about twenty. The ``__init__`` of an
event type is generated when its first event is created.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from operator import itemgetter
from typing import Any, ClassVar, Literal, TypeAlias, TypeVar, dataclass_transform

from flinksim.trace.state.effects import Effect

SpanRelation: TypeAlias = Literal["inside", "call", "beside"]
"""How an event relates to the running span.

"inside": it happened within the span. "call": it describes the span itself. "beside": it
happened before the span, in the same caller.
"""

_F = TypeVar("_F", bound="Event")

CausalRole: TypeAlias = Literal["element", "clock", "carrier"]
"""What an earlier event is for a later one.

"element": the later event continues its data. "clock": it only made the later event happen, as an
advance of time does. "carrier": it brought the data of another event, as a buffer does.
"""

Row: TypeAlias = tuple[Any, ...]
"""An event as it is recorded: its class, then its field values in order."""


class Event:
    """Base class of all events.

    ``FIELDS`` maps the names of the fields to their types, as text.
    """

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()
    FIELDS: ClassVar[dict[str, str]] = {}
    FLINK_METHOD: ClassVar[str]
    SPAN_RELATION: ClassVar[SpanRelation]
    PARENT_KINDS: ClassVar[tuple[str, ...]]
    PARENT_ROLE: ClassVar[CausalRole]
    ORIGIN_ROLE: ClassVar[CausalRole]
    EFFECTS: ClassVar[tuple[Effect, ...]] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        cls = type(self)
        cls.__init__ = _build_init(cls)  # type: ignore[method-assign]
        try:
            cls.__init__(self, *args, **kwargs)
        except TypeError as error:
            raise TypeError(
                f"{error}. Fields of {cls.__qualname__}: {', '.join(cls.FIELDS)}"
            ) from None

    def to_row(self) -> Row:
        """Return the event as a row."""
        return (type(self), *[getattr(self, name) for name in self.FIELDS])

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.FIELDS)
        return f"{type(self).__qualname__}({shown})"

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.FIELDS)

    __hash__ = None  # type: ignore[assignment]


def event_from_row(row: Row) -> Any:
    """Create the event of a row."""
    return row[0](*row[1:])


def build_field_getter(kind: type[Event], *names: str) -> Callable[[Row], Any]:
    """Build a function that reads the named fields from a row of *kind*.

    The function returns the value of a single field as it is, and the values of several as a tuple.
    """
    places = list(kind.FIELDS)
    return itemgetter(*[places.index(name) + 1 for name in names])


def build_emitter(events: MutableSequence[Any]) -> Callable[[Row], None]:
    """Build an emit function that appends events to *events* as objects."""
    return lambda row: events.append(event_from_row(row))


def _build_init(cls: type[Event]) -> Callable[..., None]:
    lines = [f"    self.{name} = {name}\n" for name in cls.FIELDS]
    made: dict[str, Any] = {}
    exec(f"def __init__({', '.join(['self', *cls.FIELDS])}):\n{''.join(lines) or '    pass'}", made)
    init: Callable[..., None] = made["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    return init


@dataclass_transform(frozen_default=True)
def declare_event(
    *,
    flink_method: str,
    span_relation: SpanRelation = "inside",
    parent_kinds: tuple[str, ...] = (),
    parent_role: CausalRole = "element",
    origin_role: CausalRole = "element",
) -> Callable[[type[_F]], type[_F]]:
    """Declare an event type. The annotations of the class are its fields.

    Args:
        flink_method: Method of Flink that the event stands for, as ``Class.method``. Several methods
            are separated by " > ", caller first (:mod:`flinksim.trace.causality.stack_frames`).
        span_relation: How the event relates to the running span.
        parent_kinds: Names of the event types that can be the cause of the event.
        parent_role: What that cause is for the event, if the event has origins. Without origins the
            cause is all that it continues.
        origin_role: What its origins are for the event.
    """

    def declare(cls: type[_F]) -> type[_F]:
        own = {name: each for name, each in vars(cls).items() if not name.startswith("__weak")}
        own.pop("__dict__", None)
        fields: dict[str, str] = own.get("__annotations__", {})
        own |= {"__slots__": tuple(fields), "__match_args__": tuple(fields), "FIELDS": fields}
        own |= {
            "FLINK_METHOD": flink_method,
            "SPAN_RELATION": span_relation,
            "PARENT_KINDS": parent_kinds,
            "PARENT_ROLE": parent_role,
            "ORIGIN_ROLE": origin_role,
        }
        made: type[_F] = type(cls.__name__, cls.__bases__, own)
        return made

    return declare
