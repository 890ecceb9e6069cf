"""Effects: how an event changes the state of the job, as data.

Each event type declares its effects in its class (:mod:`flinksim.trace.events`), and nowhere else. The
reducer in Python (:mod:`flinksim.trace.state.reducer`), the reducer in the browser
(``widgets/src/trace/job_state.gen.ts``) and the comparison of both are generated from the
declarations. An effect assigns values of the event. The language has no means to compute one of
Flink's rules.

A *path* is the part of the state that changes: ``CHANNEL`` is the channel that the event's field
``channel`` names. An effect says what happens to an attribute there::

    CHANNEL.set(watermark="after", aligned="aligned")
    OPERATOR.put("timers", "domain", "key", "namespace", "timestamp")

A text is the name of a field of the event. ``Const("open")`` stands for the text itself, and so does
any number, boolean or ``None``. ``Next("sequence")`` is the field plus one. ``Each("merged")`` as a
part of a key iterates over all values of the field.

Not in Flink.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class Const:
    """A constant text."""

    text: str


@dataclass(frozen=True, slots=True)
class Next:
    """The value of a field plus one."""

    field: str


@dataclass(frozen=True, slots=True)
class Each:
    """All values of a field, one after the other."""

    field: str


ValueSource: TypeAlias = str | Const | Next | bool | int | None
"""Source of a new value; a text is the name of a field."""

KeyPart: TypeAlias = str | Const | Each

EffectAction: TypeAlias = Literal[
    "set",
    "add",
    "append",
    "remove",
    "put",
    "drop",
    "discard",
    "push",
    "spread",
    "start",
    "reset",
]


@dataclass(frozen=True, slots=True)
class Effect:
    """One change of the state.

    ``values`` are the changed attributes and the sources of their values. For an entry of a map
    (``attribute``, ``key``) they are the contents of the entry. ``condition`` is a field and a value:
    the effect happens only if the field has the value, or (``is_negated``) only if it has not.
    """

    path: StatePath
    action: EffectAction
    attribute: str = ""
    key: tuple[KeyPart, ...] = ()
    values: tuple[tuple[str, ValueSource], ...] = ()
    condition: tuple[str, str | int] | None = None
    is_negated: bool = False

    def when(self, field: str, value: str | int) -> Effect:
        """Return the same effect, only where *field* is *value*."""
        return replace(self, condition=(field, value))

    def unless(self, field: str, value: str | int) -> Effect:
        """Return the same effect, only where *field* is not *value*."""
        return replace(self, condition=(field, value), is_negated=True)


@dataclass(frozen=True, slots=True)
class StatePath:
    """A path into the state: pairs of a map and a key in it, from the root."""

    entries: tuple[tuple[str, KeyPart], ...] = ()

    def at(self, map_name: str, key: KeyPart) -> StatePath:
        """Return the path of the entry *key* in the map *map_name* of this path."""
        return StatePath((*self.entries, (map_name, key)))

    def set(self, **values: ValueSource) -> Effect:
        """Set attributes to values."""
        return Effect(self, "set", values=tuple(values.items()))

    def add(self, **amounts: str | int) -> Effect:
        """Add amounts to attributes."""
        return Effect(self, "add", values=tuple(amounts.items()))

    def append(self, attribute: str, value: ValueSource) -> Effect:
        """Append *value* to a list."""
        return Effect(self, "append", attribute, values=(("", value),))

    def remove(self, attribute: str, value: ValueSource) -> Effect:
        """Remove the first *value* from a list."""
        return Effect(self, "remove", attribute, values=(("", value),))

    def put(self, attribute: str, *key: KeyPart, **values: ValueSource) -> Effect:
        """Put a new entry with *values* into a map; its other attributes have their defaults."""
        return Effect(self, "put", attribute, key, tuple(values.items()))

    def drop(self, attribute: str, *key: KeyPart) -> Effect:
        """Remove an entry from a map; it must exist."""
        return Effect(self, "drop", attribute, key)

    def discard(self, attribute: str, *key: KeyPart) -> Effect:
        """Remove an entry from a map, if it exists."""
        return Effect(self, "discard", attribute, key)

    def push(self, attribute: str, *key: KeyPart, value: ValueSource) -> Effect:
        """Append *value* to the list that a map has under *key*; a missing list is created."""
        return Effect(self, "push", attribute, key, (("", value),))

    def spread(self, attribute: str, *key: KeyPart, value: ValueSource) -> Effect:
        """Replace the list that a map has under *key* by the parts of *value*."""
        return Effect(self, "spread", attribute, key, (("", value),))


JOB = StatePath()
TASK = JOB.at("tasks", "subtask")
INPUT = TASK.at("inputs", "input")
CHANNEL = JOB.at("channels", "channel")
OPERATOR = JOB.at("operators", "operator")
SPLIT = OPERATOR.at("splits", "split")

START = Effect(JOB, "start")
"""Starts the job: creates everything that its plan names."""

RESET = Effect(JOB, "reset")
"""Resets a subtask with its inputs and operators. The code for START and RESET is hand-written."""
