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
    """A new value that is this text itself, not the name of a field of the event."""

    text: str


@dataclass(frozen=True, slots=True)
class Next:
    """A new value that is the value of the named field of the event, plus one."""

    field: str


@dataclass(frozen=True, slots=True)
class Each:
    """All values of the named field of the event: the effect happens once for each of them."""

    field: str


ValueSource: TypeAlias = str | Const | Next | bool | int | None
"""Where an effect takes a new value from; a text is the name of a field of the event."""

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
        """Return the same effect, limited to events whose *field* is *value*."""
        return replace(self, condition=(field, value))

    def unless(self, field: str, value: str | int) -> Effect:
        """Return the same effect, limited to events whose *field* is not *value*."""
        return replace(self, condition=(field, value), is_negated=True)


@dataclass(frozen=True, slots=True)
class StatePath:
    """A path from the state of the whole job to one part of it: pairs of a map and a key in it."""

    entries: tuple[tuple[str, KeyPart], ...] = ()

    def at(self, map_name: str, key: KeyPart) -> StatePath:
        """Return the path of the entry *key* in the map *map_name* of this path."""
        return StatePath((*self.entries, (map_name, key)))

    def set(self, **values: ValueSource) -> Effect:
        """Return the effect that sets attributes at this path to values from the event."""
        return Effect(self, "set", values=tuple(values.items()))

    def add(self, **amounts: str | int) -> Effect:
        """Return the effect that adds amounts to attributes at this path."""
        return Effect(self, "add", values=tuple(amounts.items()))

    def append(self, attribute: str, value: ValueSource) -> Effect:
        """Return the effect that appends *value* to a list at this path."""
        return Effect(self, "append", attribute, values=(("", value),))

    def remove(self, attribute: str, value: ValueSource) -> Effect:
        """Return the effect that removes the first *value* from a list at this path."""
        return Effect(self, "remove", attribute, values=(("", value),))

    def put(self, attribute: str, *key: KeyPart, **values: ValueSource) -> Effect:
        """Return the effect that puts a new entry with *values* into a map at this path.

        The other attributes of the entry have their defaults.
        """
        return Effect(self, "put", attribute, key, tuple(values.items()))

    def drop(self, attribute: str, *key: KeyPart) -> Effect:
        """Return the effect that removes an entry, which must exist, from a map at this path."""
        return Effect(self, "drop", attribute, key)

    def discard(self, attribute: str, *key: KeyPart) -> Effect:
        """Return the effect that removes an entry from a map at this path, if it exists."""
        return Effect(self, "discard", attribute, key)

    def push(self, attribute: str, *key: KeyPart, value: ValueSource) -> Effect:
        """Return the effect that appends *value* to the list under *key* in a map at this path.

        A missing list is created.
        """
        return Effect(self, "push", attribute, key, (("", value),))

    def spread(self, attribute: str, *key: KeyPart, value: ValueSource) -> Effect:
        """Return the effect that replaces the list under *key* in a map by the parts of *value*."""
        return Effect(self, "spread", attribute, key, (("", value),))


JOB = StatePath()
TASK = JOB.at("tasks", "subtask")
INPUT = TASK.at("inputs", "input")
CHANNEL = JOB.at("channels", "channel")
OPERATOR = JOB.at("operators", "operator")
SPLIT = OPERATOR.at("splits", "split")

START = Effect(JOB, "start")
"""Effect that starts the job: it creates every task, operator and channel that the plan names."""

RESET = Effect(JOB, "reset")
"""Effect that resets a subtask with its inputs and operators.

The code for START and RESET is hand-written.
"""
