"""What a fact is: a slotted class that the type checker treats as a frozen dataclass.

A run tells facts as rows, which cost it half as much as objects; whoever reads a trace is given
objects. At run time they are not frozen, because that costs three times as much to make
(``benchmarks/steps.py --events``). Nor are kinds dataclasses: there are more than a hundred, a program
waits for them when it starts, and a small run has twenty. A kind's ``__init__`` is written when its
first fact is made.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from operator import itemgetter
from typing import Any, ClassVar, Literal, TypeAlias, TypeVar, dataclass_transform

from flinksim.trace.state.effects import Effect

Told: TypeAlias = Literal["inside", "call", "beside"]
"""How a fact stands to the call that runs: in it; telling of it; or beside it, before it."""

_F = TypeVar("_F", bound="Fact")

Row: TypeAlias = tuple[Any, ...]
"""A fact as it is told: its kind, then its fields in order. It is an object when it is read."""


class Fact:
    """What every kind of fact has. ``FIELDS`` are the names of its fields with their types, as text."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()
    FIELDS: ClassVar[dict[str, str]] = {}
    PLACE: ClassVar[str]
    TOLD: ClassVar[Told]
    WITHIN: ClassVar[tuple[str, ...]]
    EFFECTS: ClassVar[tuple[Effect, ...]] = ()

    def __init__(self, *args: Any, **named: Any) -> None:
        cls = type(self)
        cls.__init__ = _init_of(cls)  # type: ignore[method-assign]
        try:
            cls.__init__(self, *args, **named)
        except TypeError as error:
            raise TypeError(f"{error}; {cls.__qualname__} has {', '.join(cls.FIELDS)}") from None

    def row(self) -> Row:
        """The fact as it is told."""
        return (type(self), *[getattr(self, name) for name in self.FIELDS])

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.FIELDS)
        return f"{type(self).__qualname__}({shown})"

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.FIELDS)

    __hash__ = None  # type: ignore[assignment]


def fact_of(row: Row) -> Any:
    """The fact that *row* tells."""
    return row[0](*row[1:])


def fields_of(kind: type[Fact], *names: str) -> Callable[[Row], Any]:
    """Reads those fields off a row of *kind*: one as it is, several as a tuple."""
    places = list(kind.FIELDS)
    return itemgetter(*[places.index(name) + 1 for name in names])


def telling(facts: MutableSequence[Any]) -> Callable[[Row], None]:
    """Where to tell facts so that *facts* has them as objects."""
    return lambda row: facts.append(fact_of(row))


def _init_of(cls: type[Fact]) -> Callable[..., None]:
    lines = [f"    self.{name} = {name}\n" for name in cls.FIELDS]
    made: dict[str, Any] = {}
    exec(f"def __init__({', '.join(['self', *cls.FIELDS])}):\n{''.join(lines) or '    pass'}", made)
    init: Callable[..., None] = made["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    return init


@dataclass_transform(frozen_default=True)
def event(
    *, place: str, told: Told = "inside", within: tuple[str, ...] = ()
) -> Callable[[type[_F]], type[_F]]:
    """Declare a kind of fact: its annotations are its fields.

    *place*, *told* and *within* are explained in :mod:`flinksim.trace.events`.
    """

    def declare(cls: type[_F]) -> type[_F]:
        own = {name: each for name, each in vars(cls).items() if not name.startswith("__weak")}
        own.pop("__dict__", None)
        fields: dict[str, str] = own.get("__annotations__", {})
        own |= {"__slots__": tuple(fields), "__match_args__": tuple(fields), "FIELDS": fields}
        own |= {"PLACE": place, "TOLD": told, "WITHIN": within}
        made: type[_F] = type(cls.__name__, cls.__bases__, own)
        return made

    return declare
